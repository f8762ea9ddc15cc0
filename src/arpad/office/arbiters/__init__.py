"""Arbiters as the office knows them: who they are, their awards, seminars, norms and certificates.

In: a desk and a record, which is a value. Out: careers; a record is never changed, only revoked by another.
"""
