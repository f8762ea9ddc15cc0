"""Pair the rounds of a report again, list the differences, and describe them as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arpad.documents.steps import sentence
from arpad.domain.findings import Finding
from arpad.i18n import Language, number, text
from arpad.pairing.documents import (
    CheckedRoundDocument,
    ImpossibleRoundDocument,
    PairingSeatDocument,
    found_document,
    listed,
    round_document,
    system_document,
)
from arpad.pairing.engines import Answer, Impossible, Pairing, Reason, Seat, pair_round, reason_of
from arpad.pairing.explain import impossible_step
from arpad.pairing.state import PairingState, Tournament, played_out, points, state_before

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
    found: CheckedRoundDocument = {
        "round": checked.number,
        "ok": checked.ok,
        "differences": [
            {"player": one.player, "given": json_seat(one.given), "expected": json_seat(one.expected)}
            for one in checked.differences
        ],
    }
    if not checked.ok:
        why = checked.reason
        found["criterion"] = why.article if why else None
        found["bracket"] = points(checked.state, why.score) if why and why.score is not None else None
        found["reason"] = reason(checked, language)
    return found


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
