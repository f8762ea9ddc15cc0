"""The office: the only room that remembers, on SQLite or PostgreSQL. Time and names come in as arguments.

In: reports, lists and decisions. Out: the same, byte for byte, and published versions that nothing can change.
"""
