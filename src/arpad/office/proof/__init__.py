"""Proof: lists made again from what they name, bundles that prove themselves anywhere, sheets with every reason.

In: a version of a list. Out: whether it is proved; or a player's period, an event, with every step.
"""
