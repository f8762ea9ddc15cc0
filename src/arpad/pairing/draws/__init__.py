"""Draws: whole schedules that depend on no result, from the manual's tables or by their rules.

In: how many players, teams or games. Out: the rounds, board by board, with colours and rests.
"""

from arpad.pairing.draws.berger import berger
from arpad.pairing.draws.hilton import hilton
from arpad.pairing.draws.knockout import knockout, match
from arpad.pairing.draws.model import Draw, DrawPairing, DrawRound, Player
from arpad.pairing.draws.scheveningen import scheveningen, semi_scheveningen
from arpad.pairing.draws.schiller import schiller
from arpad.pairing.draws.skalitzka import balanced_skalitzka, skalitzka
from arpad.pairing.draws.varma import Lot, VarmaEntrant, draw_lots, late_meetings, varma, varma_groups

__all__ = [
    "Draw",
    "DrawPairing",
    "DrawRound",
    "Lot",
    "Player",
    "VarmaEntrant",
    "balanced_skalitzka",
    "berger",
    "draw_lots",
    "hilton",
    "knockout",
    "late_meetings",
    "match",
    "scheveningen",
    "schiller",
    "semi_scheveningen",
    "skalitzka",
    "varma",
    "varma_groups",
]
