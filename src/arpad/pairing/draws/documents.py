"""A draw as the contract's JSON."""

from collections.abc import Sequence
from typing import Any

from arpad.pairing.draws.model import Draw


def draw_document(draw: Draw, names: Sequence[str] = ()) -> dict[str, Any]:
    """The rounds as pairs of White and Black, in the order of the boards, and who is free in each."""
    found: dict[str, Any] = {
        "kind": draw.kind,
        "players": list(draw.players),
        "rounds": [[[pairing.white, pairing.black] for pairing in round_.pairings] for round_ in draw.rounds],
        "byes": [list(round_.byes) for round_ in draw.rounds],
    }
    return found | ({"names": list(names)} if names else {})
