"""Tournaments that are run here: their logs in a database, one writer at a time, and what they hand over.

In: commands on events. Out: new lines of their logs, and the state of each event, folded from its log.
"""
