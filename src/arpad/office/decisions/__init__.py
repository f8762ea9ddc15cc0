"""Decisions and corrections of officers; each is a value.

In: a desk and a decision. Out: the recomputed lists, and the players whose ratings change.
"""
