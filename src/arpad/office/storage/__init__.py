"""Storage: the database of an office, its schema through time, and what is kept in it byte for byte.

In: an address, and what is to be kept. Out: transactions, reports, lists, decisions and the log as they were kept.
"""
