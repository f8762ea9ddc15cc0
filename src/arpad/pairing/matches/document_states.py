"""A state before a round of matches as JSON: the sides that are to be paired, side by side."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from arpad.pairing.history import common_unit
from arpad.pairing.json_fields import MOST_ROUNDS, JsonFields
from arpad.pairing.matches.documents import COLOURS, INITIAL, colour_type, forbidden_pairs
from arpad.pairing.matches.sides import with_wish
from arpad.pairing.records import Records
from arpad.pairing.state import PairingPlayer, PairingState, order
from arpad.pairing.systems import SwissSystem

Scores = tuple[Fraction, Fraction, Fraction]
"""The score by which a side is paired, the points without virtual ones, and the secondary score."""


def match_state(
    document: Mapping[str, Any], system: SwissSystem, rounds: int | None, asked: str | None
) -> PairingState:
    """Return the state of a document that tells it side by side."""
    fields = JsonFields(document)
    type_ = colour_type(fields, system, asked)
    number = fields.needed("round", MOST_ROUNDS)
    last = rounds or fields.needed("rounds", MOST_ROUNDS)
    told = list(fields.objects("state"))
    scores = [_scores(side) for side in told]
    unit = common_unit(chain.from_iterable(scores))
    players = [_player(side, own, unit, number) for side, own in zip(told, scores, strict=True)]
    if len({player.rank for player in players}) < len(players):
        raise fields.wrong("state")
    entrants = [
        with_wish(system, player, int(own[2] * unit), type_, number >= last)
        for player, own in zip(players, scores, strict=True)
    ]
    return PairingState(
        number,
        last,
        tuple(sorted(entrants, key=order)),
        forbidden=Records(forbidden=forbidden_pairs(fields)).forbidden_in(number),
        initial=COLOURS[fields.one_of("initial", INITIAL)],
        unit=unit,
        system=system,
    )


def _scores(side: JsonFields) -> Scores:
    score = side.points("score")
    return score, side.points("points", score), side.points("secondary", Fraction(0))


def _player(side: JsonFields, scores: Scores, unit: int, number: int) -> PairingPlayer:
    rank, colours, opponents = side.needed("id"), side.letters("colours", "wb"), side.numbers("opponents")
    if rank in opponents:
        raise side.wrong("opponents")
    played = side.whole("played", number - 1, least=0)
    return PairingPlayer(
        rank,
        int(scores[0] * unit),
        int(scores[1] * unit),
        colours,
        frozenset(opponents),
        ("up" if side.flag("floated", False) else None, None),
        side.flag("pab_allowed", True),
        side.whole("number") or rank,
        unplayed=number - 1 - (len(colours) if played is None else played),
        met=tuple(opponents),
    )
