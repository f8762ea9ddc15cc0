"""Players on their way into an event: typed, from a list or from a CSV file, and what is odd about them.

In: what is known of a player. Out: the fields of an entry as the log keeps them, and what an arbiter should know.
"""
