"""A round as JSON, and its players for a reader."""

from typing import Any

from arpad.pairing.rounds import Pairing
from arpad.pairing.systems import SYSTEM


def round_document(answer: Pairing) -> dict[str, Any]:
    """The round as the contract has it."""
    return {
        "round": answer.state.round,
        "system": SYSTEM,
        "pairs": [{"board": board.number, "white": board.white, "black": board.black} for board in answer.boards],
        "bye": answer.bye,
        "not_paired": list(answer.state.absent),
    }


def listed(ranks: tuple[int, ...]) -> str:
    """Starting ranks for a reader."""
    return ", ".join(map(str, ranks))
