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
    """Each norm for a title not yet held, with the starting rank of its player, where the day falls into an edition of
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
        (it.rank, norm) for it in candidates for norm in it.norms if norm.achieved and norm.title not in held[it.rank]
    ]


def norm_rows(achieved: Achieved, language: Language) -> list[tuple[int, Norm, list[tuple[str, ...]]]]:
    """Each norm with its checks in words: article, condition, required, found."""
    return [
        (
            rank,
            norm,
            [
                (str(it.article), text(f"norm.check.{it.name}", language), required(it, language), found(it, language))
                for it in norm.checks
            ],
        )
        for rank, norm in achieved
    ]


def norm_documents(achieved: Achieved) -> list[dict[str, Any]]:
    """The norms as `arpad norm --json` has them."""
    return [{"player": rank} | norm_document(norm) for rank, norm in achieved]
