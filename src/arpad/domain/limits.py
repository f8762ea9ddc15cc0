"""The bounds of what a list or a report can print; whatever lies beyond them is a slip of the pen."""

LOWEST_RATING, HIGHEST_RATING = 1, 3999
"""What people may type."""
MOST_COMPUTED = 9999
"""What an engine may be given: a rating that was computed may pass what people may type, and must not stop a list."""
LEAST_K, MOST_K = 1, 100
FIRST_YEAR, LAST_YEAR = 1800, 2199
"""The years of what is read: births, events, lists."""
