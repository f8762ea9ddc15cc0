"""Every round of a file is paired again: those that the engine pairs otherwise are told, with the criterion."""

from collections.abc import Sequence

from arpad.locale import Words, number
from arpad.pairing.check import CheckedRound, check_rounds
from arpad.pairing.documents import listed
from arpad.pairing.history import Tournament
from arpad.pairing.state import points


def differing_rounds(whole: Tournament) -> tuple[CheckedRound, ...]:
    """Return the rounds that are not as their system pairs them."""
    return tuple(checked for checked in check_rounds(whole) if not checked.ok)


def article_of(checked: CheckedRound) -> str:
    """Return the article by which a round is worse."""
    return checked.reason.article if checked.reason is not None else "–"


def rounds_named(differing: Sequence[CheckedRound]) -> str:
    """The rounds with their articles, for one line."""
    return ", ".join(f"{checked.number} ({article_of(checked)})" for checked in differing)


def reason_words(checked: CheckedRound) -> Words:
    """By what a round is worse than the one of the engine."""
    why = checked.reason
    if why is None:
        return Words("pairing.reason.unknown")
    return Words(
        f"pairing.reason.{why.kind}",
        score="" if why.score is None else number(points(checked.state, why.score), "en"),
        article=why.article,
        criterion=Words(why.criterion) if why.criterion else "",
        given="" if why.given is None else number(why.given, "en"),
        best="" if why.best is None else number(why.best, "en"),
        players=listed(why.players),
    )
