"""The reference engine: exact, pure, one player or one round robin at a time.

In: an edition, ratings, games. Out: a result with its trail. Nothing here reads a clock or keeps a state.
"""
