"""A round as JSON, and its players for a reader."""

from typing import Any

from arpad.pairing.rounds import Pairing
from arpad.pairing.systems import SwissSystem


def system_document(system: SwissSystem) -> dict[str, Any]:
    """The system by its name, its edition, and readings that somebody asked for."""
    edition = {"edition": system.edition} if system.edition else {}
    readings = {"readings": list(system.readings)} if system.readings else {}
    return {"system": system.name} | edition | readings


def round_document(answer: Pairing) -> dict[str, Any]:
    """The round as the contract has it."""
    return {
        "round": answer.state.round,
        **system_document(answer.state.system),
        "pairs": [{"board": member.number, "white": member.white, "black": member.black} for member in answer.boards],
        "bye": answer.bye,
        "not_paired": list(answer.state.absent),
    }


def listed(ranks: tuple[int, ...]) -> str:
    """Starting ranks for a reader."""
    return ", ".join(map(str, ranks))
