"""The change of a rated player."""

import arpad

change = arpad.rate(2212, [(1926, 1), (2659, 0.5), (2318, "0-1")], k=40, on="2024-05-01")
print(change.new_rating, change.change, change.games_counted)
print(change.why("es"))
