"""The norms of an event, as its pages show them."""

from typing import Any

from arpad.domain import Event
from arpad.locale import ArpadError, Language, text
from arpad.rating import report_class
from arpad.regulations import title_edition_for
from arpad.titles.documents import norm_document
from arpad.titles.model import HELD, EventFacts, Norm
from arpad.titles.norm import find_all
from arpad.titles.words import found, required

MOST_PLAYERS = 1_000
Achieved = list[tuple[int, Norm]]


def achieved_norms(event: Event) -> Achieved:
    """Return each norm for a title not yet held, with the starting rank of its player, if the day has an edition of
    the title regulations."""
    if event.start is None or len(event.players) > MOST_PLAYERS or report_class(event, None) != "standard":
        return []
    try:
        edition = title_edition_for(event.start)
    except ArpadError:
        return []
    candidates = find_all(event, edition, EventFacts(host=event.federation))
    held = {player.rank: HELD.get(player.title, ()) for player in event.players}
    return [
        (candidate.rank, norm)
        for candidate in candidates
        for norm in candidate.norms
        if norm.achieved and norm.title not in held[candidate.rank]
    ]


def norm_rows(achieved: Achieved, language: Language) -> list[tuple[int, Norm, list[tuple[str, ...]]]]:
    """Each norm with its checks in words: article, condition, required, found."""
    return [
        (
            rank,
            norm,
            [
                (
                    str(check.article),
                    text(f"norm.check.{check.name}", language),
                    required(check, language),
                    found(check, language),
                )
                for check in norm.checks
            ],
        )
        for rank, norm in achieved
    ]


def norm_documents(achieved: Achieved) -> list[dict[str, Any]]:
    """The norms as `arpad norm --json` has them."""
    return [{"player": rank} | norm_document(norm) for rank, norm in achieved]
