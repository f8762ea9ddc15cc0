"""What a player still needs for a norm. It takes a while, so it is a page of its own, asked for by one player."""

from typing import Any, NamedTuple

from arpad.i18n import Language, text
from arpad.titles.documents import check_words, found, need_document, required, way_words
from arpad.titles.needs import Need
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.ending import event_so_far, forecasts, norm_edition
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import EntryInPath, Seen, SeenEvent
from arpad.web.tournaments.shapes import PlayerNeedsDocument

needs = Pages("event")


class ToldNeed(NamedTuple):
    """What a title needs, in words. `checks` are article, condition, required and found of the norm that it gives;
    `reasons` say why no norm is possible any more."""

    title: str
    possible: bool
    rounds: str
    opponents: list[str]
    ways: list[str]
    checks: list[tuple[str, str, str, str]]
    reasons: list[str]


@needs.page("/t/{slug}/players/{entry}/norms", "event_norms.html", PlayerNeedsDocument)
def norms(event: Seen, entry: EntryInPath) -> Answer:
    """What a player still needs for a norm, title by title."""
    player = entry_at(event.view, entry)

    def document() -> PlayerNeedsDocument:
        found, number = norm_edition(event.view), event.view.number_of(entry) or 0
        if found is None:
            return {"event": event.slug, "entry": entry, "edition": None, "needs": []}
        edition = found.id
        documents = [need_document(need, number, edition, event.language) for need in _needs(event, entry)]
        return {"event": event.slug, "entry": entry, "edition": edition, "needs": documents}

    def page() -> dict[str, Any]:
        edition = norm_edition(event.view)
        told = [] if edition is None else [told_need(need, event.language) for need in _needs(event, entry)]
        name = "" if edition is None else edition.name[event.language]
        return {"name": player.name, "entry": entry, "edition": name, "needs": told}

    return event.answer(document, page)


def _needs(event: SeenEvent, entry: int) -> list[Need]:
    """What is needed for each title, worked out once for the results that there are."""
    view = event.view
    event_so_far(view)
    parts = (view.rules, view.numbers, view.entries, view.penalties, *view.rounds.values())
    return event.kept(("norms", entry), parts, lambda: [need for _, need in forecasts(view, [entry])])


def told_need(need: Need, language: Language) -> ToldNeed:
    """Put into words what is needed for a title."""
    opponents = [
        text("norm.need.opponent", language, round=number, opponent=_who(known.title, known.rating, known.federation))
        for number, known in zip(need.rounds, need.known, strict=True)
        if known is not None
    ]
    checks = [
        (str(check.article), text(f"norm.check.{check.name}", language), required(check, language),
         found(check, language))
        for check in need.norm.checks
    ]  # fmt: skip
    return ToldNeed(
        need.title,
        need.possible,
        ", ".join(map(str, need.rounds)),
        opponents,
        [way_words(way, language, known=all(need.known)) for way in need.ways],
        checks,
        [f"{check.article}: {check_words(check, language)}" for check in need.reasons],
    )


def _who(title: str, rating: int | None, federation: str) -> str:
    return " ".join(part for part in (title, str(rating or "–"), federation) if part)
