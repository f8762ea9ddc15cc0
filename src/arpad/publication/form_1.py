"""Form 1: the tournament report with its crosstable."""

from arpad.domain import Event
from arpad.locale import Language, date_text, text
from arpad.locale.formats import DECIMAL_MARK
from arpad.publication.crosstable import HEAD, Ratings, crosstable, rating_of, standing
from arpad.publication.opponents import birth
from arpad.publication.typesetting import typeset, words
from arpad.rating.rounding import half_up
from arpad.standings import StandingsTable


def form_1(
    event: Event,
    ratings: Ratings | None = None,
    language: Language = "en",
    table: StandingsTable | None = None,
) -> bytes:
    """Return the tournament report as PDF, landscape, on as many pages as the players need.

    `ratings` are the ratings that count, by starting rank; without them, the ratings of the report. `table` gives the
    columns of the tie-breaks, and the ranks of players who have none in the report.
    """
    event = event if table is None else _ranked(event, table)
    heading, *rows = crosstable(event, ratings, language)
    if table is not None:
        heading = [*heading, *table.tie_breaks]
        rows = [[*row, *_tie_breaks(table, int(row[HEAD.index("no")]), language)] for row in rows]
    data = {
        "words": words("form", language),
        "event": event_data(event, language),
        "head": len(HEAD),
        "heading": heading,
        "tie-breaks": 0 if table is None else len(table.tie_breaks),
        "rows": rows,
        "average": _average(event, ratings),
        "remarks": _remarks(event, ratings, language),
    }
    return typeset("form_1", data, language)


def _ranked(event: Event, table: StandingsTable) -> Event:
    """Return the event with the ranks of the table, for players without one."""
    ranks = {row.number: row.rank for row in table.rows}
    players = tuple(player._replace(final_rank=player.final_rank or ranks.get(player.rank)) for player in event.players)
    return event.keeping_games(players=players)


def _tie_breaks(table: StandingsTable, number: int, language: Language) -> list[str]:
    """Return a player's values; empty for a player who was taken out of a round robin."""
    values = next((row.values for row in table.rows if row.number == number), (None,) * len(table.tie_breaks))
    return ["" if value is None else value.replace(".", DECIMAL_MARK[language]) for value in values]


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


def _remarks(event: Event, ratings: Ratings | None, language: Language) -> list[str]:
    """Return the remarks: the birthdays of unrated players, and the signs for unplayed games."""
    unrated = [player for player in standing(event) if rating_of(player, ratings) is None]
    born = "; ".join(f"{player.name} ({birth(player, language) or '–'})" for player in unrated)
    found = [text("form.one.unrated-born", language, players=born)] if unrated else []
    if any(round_.result is not None and not round_.played for player in event.players for round_ in player.rounds):
        found.append(text("form.one.unplayed", language))
    return found
