"""Tournaments as they are run: one log from the first entry to the rated report.

In: commands on the state of an event. Out: new lines of its log; the state is their fold and nothing else. Nothing here
reads the clock, a database or a random source.
"""
