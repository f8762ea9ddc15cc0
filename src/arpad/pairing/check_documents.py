"""A round that is impossible, and the check of a round, as JSON with the reason in words."""

from collections.abc import Sequence
from typing import Any

from arpad.documents.steps import sentence
from arpad.domain.findings import Finding
from arpad.i18n import Language, number, text
from arpad.pairing.check import CheckedRound
from arpad.pairing.documents import found_document, listed, round_document, system_document
from arpad.pairing.engines import Reason
from arpad.pairing.explain import impossible_step
from arpad.pairing.rounds import Answer, Impossible, Seat
from arpad.pairing.shapes import CheckedRoundDocument, ImpossibleRoundDocument, PairingSeatDocument
from arpad.pairing.state import PairingState, points


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
