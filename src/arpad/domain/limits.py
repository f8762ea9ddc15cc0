"""The limits of what a list or a report can print; anything beyond them is a typing mistake."""

LOWEST_RATING, HIGHEST_RATING = 1, 3999
"""The limits of typed ratings."""
MOST_COMPUTED = 9999
"""The limits for the engine: a computed rating may be higher than a typed one, and must not stop a list."""
LEAST_K, MOST_K = 1, 100
FIRST_YEAR, LAST_YEAR = 1800, 2199
"""The years that are accepted: births, events, lists."""
