"""The pages of standings: the table, the reasons, the crosstable, two editions side by side.

In: a report, of an event of the office or dropped by a visitor, and what an address or a form asks for. Out: an answer.
"""
