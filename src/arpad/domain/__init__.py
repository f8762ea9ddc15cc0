"""The words of an arbiter: events, players, games, findings, rating lists, round robins, time controls.

Frozen values that import no other room and know no regulations.
"""
