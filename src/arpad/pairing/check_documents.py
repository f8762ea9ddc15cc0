"""A round that is impossible, and the check of a round, as JSON with the reason in words."""

from typing import Any

from arpad.locale import Language, number, text
from arpad.pairing.check import CheckedRound, Seat
from arpad.pairing.documents import listed
from arpad.pairing.explain import QUALITY, impossible, key
from arpad.pairing.rounds import Impossible
from arpad.pairing.state import points
from arpad.pairing.systems import SYSTEM
from arpad.trail import sentence


def impossible_document(answer: Impossible, language: Language) -> dict[str, Any]:
    """A round that cannot be paired, and the players who prevent it."""
    return {
        "round": answer.state.round,
        "system": SYSTEM,
        "pairs": [],
        "bye": None,
        "not_paired": list(answer.state.absent),
        "possible": False,
        "unpairable": list(answer.stuck or answer.rivals),
        "reason": sentence(impossible(answer), language),
    }


def checked_document(it: CheckedRound, language: Language) -> dict[str, Any]:
    """A round as the contract has it."""
    found: dict[str, Any] = {
        "round": it.number,
        "ok": it.ok,
        "differences": [
            {"player": one.player, "given": _json_seat(one.given), "expected": _json_seat(one.expected)}
            for one in it.differences
        ],
    }
    if not it.ok:
        found["criterion"] = it.reason.article if it.reason else None
        found["bracket"] = points(it.state, it.reason.score) if it.reason and it.reason.score is not None else None
        found["reason"] = reason(it, language)
    return found


def _json_seat(seat: Seat) -> dict[str, Any]:
    opponent, colour = seat
    return {"opponent": opponent, "colour": colour}


def reason(it: CheckedRound, language: Language) -> str:
    """By which criterion the round is worse, in words."""
    if it.reason is None:
        return text("pairing.reason.unknown", language)
    article = it.reason.article
    if article.startswith("E"):
        kind = "colour"
    elif article in QUALITY:
        kind = "quality"
    elif article.startswith("D"):
        kind = "order"
    else:
        kind = key(article) if article in ("C.2", "C.4") else "barred"
    score = it.reason.score
    criterion = text(f"pairing.criterion.{key(article)}", language) if kind in ("quality", "barred", "c2") else ""
    return text(
        f"pairing.reason.{kind}",
        language,
        score="" if score is None else number(points(it.state, score), language),
        article=article,
        criterion=criterion,
        given=it.reason.given,
        best=it.reason.best,
        players=listed(it.reason.players),
    )
