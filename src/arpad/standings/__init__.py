"""Standings: every tie-break of every edition of C.07, the order it gives, and the reasons.

In: a report, or a competition of one's own. Out: a `StandingsTable` under an edition, with a trail for every value;
and which players a condition finds (`born >= 2008 and sex = f`), for a prize or a table of their own.
"""
