"""JSON documents about pairings: their types, and a paired round with its players."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from arpad.documents.findings import findings_json
from arpad.documents.schema import Exact, FindingDocument
from arpad.domain.findings import Finding
from arpad.i18n import Language
from arpad.pairing.engines import Pairing
from arpad.pairing.systems import SwissSystem

# The shapes of the documents about pairings.


class PairDocument(TypedDict):
    """A board; players by their numbers."""

    board: int
    white: int
    black: int


class SystemDocument(TypedDict):
    """A pairing system."""

    system: str
    edition: NotRequired[str]
    readings: NotRequired[list[str]]


class PairedRoundDocument(SystemDocument):
    """A round."""

    round: int
    pairs: list[PairDocument]
    bye: int | None
    not_paired: list[int]


class ImpossibleRoundDocument(PairedRoundDocument):
    """A round that cannot be paired, and the players who prevent it."""

    possible: bool
    unpairable: list[int]
    reason: str


class PairingSeatDocument(TypedDict):
    """An opponent and a colour."""

    opponent: int | None
    colour: str | None


class SeatDifferenceDocument(TypedDict):
    """A player who should have sat elsewhere."""

    player: int
    given: PairingSeatDocument
    expected: PairingSeatDocument


class CheckedRoundDocument(TypedDict):
    """A round that was checked."""

    round: int
    ok: bool
    differences: list[SeatDifferenceDocument]
    criterion: NotRequired[str | None]
    bracket: NotRequired[Exact | None]
    reason: NotRequired[str]


class FittingEditionDocument(SystemDocument):
    """An edition, or a reading of it, that gives exactly every round, though the edition in force does not. `since` and
    `until` are its days in force; `in_force` says whether it was when the event began, null if that is not known."""

    since: str | None
    until: str | None
    in_force: bool | None
    message: str


class ExaminedPairingDocument(TypedDict):
    """The next round of a tournament, null if there is none left, and the check of those before."""

    next: PairedRoundDocument | ImpossibleRoundDocument | None
    rounds: list[CheckedRoundDocument]
    fits: NotRequired[list[FittingEditionDocument]]
    findings: NotRequired[list[FindingDocument]]


class NamedPairingDocument(ExaminedPairingDocument):
    """A position of a file with several."""

    id: str


class PairingPositionsDocument(TypedDict):
    """All positions of a file."""

    positions: list[NamedPairingDocument]


# A round as JSON, and its players for a reader.


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
