"""The bounds of what a list can print; whatever lies beyond them is a slip of the pen."""

LOWEST_RATING, HIGHEST_RATING = 1, 3999
LEAST_K, MOST_K = 1, 100
