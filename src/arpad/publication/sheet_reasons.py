"""The reasons of a player's sheet, article by article, and the documents that print them."""

from collections.abc import Mapping, Sequence

from arpad.documents.steps import Step, Trail, sentence, walk
from arpad.i18n import Language
from arpad.publication.sheet_rounds import RoundLine
from arpad.rating.model import EventRating, PlayerRating

Sources = Mapping[str, Mapping[str, str]]


def reasons_of(rating: EventRating, own: PlayerRating) -> Trail:
    """Return the event's reasons, then the player's. A reason to leave out one game is in the line of its round."""
    return tuple(step for step in (*rating.steps, *own.steps) if not step.what.startswith("left-out."))


def documents(trail: Trail, otherwise: str) -> list[str]:
    """Return the sources of all reasons in order of appearance; the source of the edition if there are none."""
    used = dict.fromkeys(step.article.source for _, step in walk(trail))
    return list(used) or [otherwise]


def reason_items(
    trail: Trail, lines: Sequence[RoundLine], order: Sequence[str], language: Language
) -> list[dict[str, object]]:
    """Return each reason with what led to it. A game's reason names its round; an article shows its document if several
    are cited."""
    rounds = iter([line.result.round for line in lines if line.rated and line.change is not None])
    items: list[dict[str, object]] = []
    for step in trail:
        item: dict[str, object] = dict(_told(step, order, language))
        item["round"] = str(next(rounds, "")) if step.what == "change.game" else ""
        item["parts"] = [_told(inner, order, language) for _, inner in walk(step.steps)]
        items.append(item)
    return items


def _told(step: Step, order: Sequence[str], language: Language) -> dict[str, str]:
    mark = str(order.index(step.article.source) + 1) if len(order) > 1 else ""
    return {"article": step.article.number, "mark": mark, "text": sentence(step, language)}


def source_items(order: Sequence[str], sources: Sources, language: Language) -> list[dict[str, str]]:
    """Return the documents with their marks."""
    return [
        {"mark": str(at) if len(order) > 1 else "", "text": sources[source][language]}
        for at, source in enumerate(order, 1)
    ]
