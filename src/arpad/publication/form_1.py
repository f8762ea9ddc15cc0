"""Form 1: the tournament report with its crosstable."""

from arpad.domain.event import Event
from arpad.i18n import Language, date_text, text
from arpad.publication.crosstable import HEAD, Ratings, crosstable, rating_of, standing
from arpad.publication.form_figures import (
    NOT_THERE,
    FormTables,
    category_of,
    is_round_robin,
    norm_points,
    ranked,
    tie_breaks,
)
from arpad.publication.opponents import birth
from arpad.publication.typesetting import typeset, words
from arpad.rating.results import half_up
from arpad.regulations.title_editions import NormTitle
from arpad.titles.event import system_of

NORMS: tuple[NormTitle, ...] = ("GM", "IM")
"""The titles for which the form has a place."""


def form_1(
    event: Event,
    ratings: Ratings | None = None,
    language: Language = "en",
    tables: FormTables | None = None,
) -> bytes:
    """Return the tournament report as PDF, landscape, on as many pages as the players need.

    `ratings` are the ratings that count, by starting rank; without them, the ratings of the report. `tables` give the
    columns of the tie-breaks, and the ranks of players who have none in the report.
    """
    tables = tables or FormTables()
    event, final = ranked(event, tables), tables.final
    heading, *rows = crosstable(event, ratings, language)
    if final is not None:
        heading = [*heading, *final.tie_breaks]
        rows = [[*row, *tie_breaks(final, int(row[HEAD.index("no")]), language)] for row in rows]
    round_robin = is_round_robin(system_of(event))
    data = {
        "words": words("form", language),
        "event": event_data(event, language),
        "head": len(HEAD),
        "heading": heading,
        "tie-breaks": 0 if final is None else len(final.tie_breaks),
        "rows": rows,
        "average": _average(event, ratings),
        "category": category_of(event, ratings) if round_robin else NOT_THERE,
        "norms": [norm_points(event, ratings, title, language) if round_robin else NOT_THERE for title in NORMS],
        "remarks": _remarks(event, ratings, tables, language),
    }
    return typeset("form_1", data, language)


def event_data(event: Event, language: Language) -> dict[str, str]:
    """Return what every form says about the event."""
    return {
        "name": event.name,
        "city": event.city,
        "federation": event.federation,
        "start": "" if event.start is None else date_text(event.start, language),
        "finish": "" if event.end is None else date_text(event.end, language),
        "time": event.time_control,
        "arbiter": event.chief_arbiter,
        "deputies": ", ".join(event.deputy_arbiters),
    }


def _average(event: Event, ratings: Ratings | None) -> str:
    """Return the average of the rated players, a whole number."""
    known = [rating for player in event.players if (rating := rating_of(player, ratings)) is not None]
    return str(half_up(sum(known), len(known))) if known else ""


def _remarks(event: Event, ratings: Ratings | None, tables: FormTables, language: Language) -> list[str]:
    """Return the remarks: the birthdays of unrated players, the signs for unplayed games, and where the tie-breaks and
    dashes come from."""
    unrated = [player for player in standing(event) if rating_of(player, ratings) is None]
    born = "; ".join(f"{player.name} ({birth(player, language) or '–'})" for player in unrated)
    found = [text("form.one.unrated-born", language, players=born)] if unrated else []
    if any(round_.result is not None and not round_.played for player in event.players for round_ in player.rounds):
        found.append(text("form.one.unplayed", language))
    if tables.final is not None and tables.final.tie_breaks and not tables.named:
        found.append(text("form.one.default-tie-breaks", language))
    if event.players and not is_round_robin(system_of(event)):
        found.append(text("form.one.no-category", language))
    return found
