"""A round as JSON, and its players for a reader."""

from collections.abc import Sequence
from typing import Any

from arpad.documents.findings import findings_json
from arpad.domain.findings import Finding
from arpad.i18n import Language
from arpad.pairing.rounds import Pairing
from arpad.pairing.shapes import PairedRoundDocument, SystemDocument
from arpad.pairing.systems import SwissSystem


def system_document(system: SwissSystem) -> SystemDocument:
    """The system by its name, its edition, and readings that somebody asked for."""
    document: SystemDocument = {"system": system.name}
    if system.edition:
        document["edition"] = system.edition
    if system.readings:
        document["readings"] = list(system.readings)
    return document


def round_document(answer: Pairing) -> PairedRoundDocument:
    """The round as the contract has it."""
    return {
        "round": answer.state.round,
        **system_document(answer.state.system),
        "pairs": [{"board": member.number, "white": member.white, "black": member.black} for member in answer.boards],
        "bye": answer.bye,
        "not_paired": list(answer.state.absent),
    }


def found_document(findings: Sequence[Finding], language: Language) -> dict[str, Any]:
    """What was found on the way, if anything was."""
    return {"findings": findings_json(findings, language)} if findings else {}


def listed(ranks: tuple[int, ...]) -> str:
    """Starting ranks for a reader."""
    return ", ".join(map(str, ranks))
