"""The rules of an event, read as an organiser's lawyer would: what must be said, what should be, what may be.

In: the rules, and how many players there are. Out: findings, each with its severity, its article and its key.
"""
