"""Pairings: players and their past rounds in, the next round out, with the reason why two players meet.

`files` and `state` read a report, `engines` pairs, `check` compares, `explain` gives the reasons, `generate` makes
tournaments, `draws` needs no results at all.
"""
