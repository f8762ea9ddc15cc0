"""The change of one game: 1800 beats 1900 with K = 20, by the rules of today."""

import arpad

change = arpad.rate(1800, [(1900, 1)], k=20, on="today")
print(change.rating, change.change, change.new_rating)
