"""The first rating of a new player."""

import arpad

first = arpad.first_rating(
    [(1726, 0), (1315, 1), (1424, 0.5), (1625, 0), (1502, 1), (1980, "+"), (1628, 0.5), (1740, 0)], edition="fide-2024"
)
print(first.rating, first.publishable, first.average)
print(first.why())
