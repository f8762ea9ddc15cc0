"""Pair the rounds of a report again, list the differences, and describe them as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from arpad.documents.findings import findings_json
from arpad.documents.schema import Exact, FindingDocument
from arpad.documents.steps import sentence
from arpad.domain.findings import Finding
from arpad.i18n import Language, number, text
from arpad.pairing.engines import Answer, Impossible, Pairing, Reason, Seat, impossible_step, pair_round, reason_of
from arpad.pairing.state import PairingState, Tournament, played_out, points, state_before
from arpad.pairing.systems import SwissSystem

# A report's rounds paired again, and what differs.


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """A player who has another opponent, or another colour, than the rules give."""

    player: int
    given: Seat
    expected: Seat


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round and how it differs from what the rules give."""

    number: int
    differences: tuple[BoardDifference, ...]
    reason: Reason | None
    state: PairingState

    @property
    def ok(self) -> bool:
        return not self.differences


def check_rounds(whole: Tournament) -> list[CheckedRound]:
    """Check every round of a report. If it does not say how many rounds it has and is finished, it has those played."""
    known = played_out(whole)
    return [check_round(known, number) for number in range(1, whole.paired + 1)]


def check_round(whole: Tournament, number: int) -> CheckedRound:
    """Pair a round again from the rounds before it, and compare."""
    return check_given(*given_round(whole, number))


def given_round(whole: Tournament, number: int) -> tuple[PairingState, dict[int, Seat]]:
    """Return the state before a round, and whom everybody met in it."""
    state = state_before(whole, number)
    return state, {member.rank: _seat(whole, member.rank, number) for member in state.entrants}


def check_given(state: PairingState, given: Mapping[int, Seat]) -> CheckedRound:
    """Compare a round that somebody gives with the one that the rules give."""
    answer = pair_round(state)
    differences = _differences(answer, given)
    return CheckedRound(state.round, differences, reason_of(answer, given) if differences else None, state)


def is_paired_as(state: PairingState, given: Mapping[int, Seat]) -> bool:
    """Whether the rules give exactly this round."""
    return not _differences(pair_round(state), given)


def _differences(answer: Answer, given: Mapping[int, Seat]) -> tuple[BoardDifference, ...]:
    expected = answer.seats() if isinstance(answer, Pairing) else {}
    return tuple(
        BoardDifference(rank, given[rank], expected.get(rank, (None, None)))
        for rank in sorted(given)
        if given[rank] != expected.get(rank)
    )


def _seat(whole: Tournament, rank: int, number: int) -> Seat:
    cell = whole.cell(rank, number)
    return (None, None) if cell is None or cell.opponent is None else (cell.opponent, cell.colour)


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


# A round that is impossible, and the check of a round, as JSON with the reason in words.


def answer_document(answer: Answer, findings: Sequence[Finding], language: Language) -> dict[str, Any]:
    """A round, or the reason why there is no legal pairing; and what was found on the way, if anything was."""
    if isinstance(answer, Impossible):
        return dict(impossible_document(answer, language))
    return {**round_document(answer), **found_document(findings, language)}


def impossible_document(answer: Impossible, language: Language) -> ImpossibleRoundDocument:
    """A round that cannot be paired, and the players who prevent it."""
    return {
        "round": answer.state.round,
        **system_document(answer.state.system),
        "pairs": [],
        "bye": None,
        "not_paired": list(answer.state.absent),
        "possible": False,
        "unpairable": list(answer.stuck or answer.rivals),
        "reason": sentence(impossible_step(answer), language),
    }


def checked_document(checked: CheckedRound, language: Language) -> CheckedRoundDocument:
    """A round as the contract has it."""
    document: CheckedRoundDocument = {
        "round": checked.number,
        "ok": checked.ok,
        "differences": [
            {
                "player": difference.player,
                "given": json_seat(difference.given),
                "expected": json_seat(difference.expected),
            }
            for difference in checked.differences
        ],
    }
    if not checked.ok:
        why = checked.reason
        document["criterion"] = why.article if why else None
        document["bracket"] = points(checked.state, why.score) if why and why.score is not None else None
        document["reason"] = reason(checked, language)
    return document


def json_seat(seat: Seat) -> PairingSeatDocument:
    """The opponent and the colour."""
    opponent, colour = seat
    return {"opponent": opponent, "colour": colour}


def reason(checked: CheckedRound, language: Language) -> str:
    """By which criterion the round is worse, in words."""
    if checked.reason is None:
        return text("pairing.reason.unknown", language)
    return reason_words(checked.state, checked.reason, language)


def reason_words(state: PairingState, why: Reason, language: Language) -> str:
    """Say why a round is not the one by the rules."""
    return text(
        f"pairing.reason.{why.kind}",
        language,
        score="" if why.score is None else number(points(state, why.score), language),
        article=why.article,
        criterion=text(why.criterion, language) if why.criterion else "",
        given="" if why.given is None else number(why.given, language),
        best="" if why.best is None else number(why.best, language),
        players=listed(why.players),
    )


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
