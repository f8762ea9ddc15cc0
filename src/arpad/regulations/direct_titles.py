"""1.24a and 1.24b: the events that give titles and norms directly, and for which result."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args

from arpad.domain.rating_list import OPEN_TITLES, WOMENS_TITLES
from arpad.i18n import ArpadError
from arpad.regulations.article import Article
from arpad.regulations.data_files import HERE, read_toml

Table = Literal["open", "women"]
TABLES: tuple[Table, ...] = get_args(Table)
Result = Literal[
    "champion", "finalist", "last-8", "last-16", "qualified", "gold", "first-equal", "silver", "bronze", "score"
]
RESULTS: tuple[Result, ...] = get_args(Result)
"""Gold, silver and bronze are places after the tie-break; first-equal are those level on points with the first
(1.2.4); qualified means by playing; score is a percentage over a least number of games."""
Gives = Literal["title", "norm"]


@dataclass(frozen=True, slots=True)
class Achievement:
    """One result and what it gives: `score` and `games` if it is a score, `printed` if it is misprinted."""

    table: Table
    title: str
    result: Result
    gives: Gives
    article: Article
    score: Fraction | None = None
    games: int | None = None
    printed: str | None = None
    note: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class DirectEvent:
    """One event of the tables. `participation`: 1.2.3 requires federations, players and rounds."""

    id: str
    name: Mapping[str, str]
    participation: bool
    achievements: tuple[Achievement, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that have it."""
        return tuple(table for table in TABLES if any(achievement.table == table for achievement in self.achievements))


@dataclass(frozen=True, slots=True)
class DirectTitles:
    """The tables, in force from a day on."""

    source: str
    effective: dt.date
    events: tuple[DirectEvent, ...]

    def event(self, name: str) -> DirectEvent:
        """The event with this id. An unknown one is refused with a list of those there are."""
        for event in self.events:
            if event.id == name:
                return event
        raise ArpadError("titles.unknown-event", id=name, known=", ".join(event.id for event in self.events))


def _achievements(row: Mapping[str, Any], articles: Mapping[str, str], source: str) -> Iterator[Achievement]:
    """A row of the tables, cell by cell, result by result."""
    for table in row["tables"]:
        titles = OPEN_TITLES if table == "open" else WOMENS_TITLES
        for column, title in zip(OPEN_TITLES, titles, strict=True):
            for cell in row.get(column.lower(), ()):
                for result in cell["by"]:
                    yield Achievement(
                        table,
                        title,
                        result,
                        cell["gives"],
                        Article(articles[table], source),
                        cell.get("score"),
                        cell.get("games"),
                        cell.get("printed"),
                        cell.get("note"),
                    )


@cache
def direct_title_table() -> DirectTitles:
    """The two tables; an event with rows in both is one event."""
    data = read_toml(HERE / "direct_titles.toml")
    events: dict[str, DirectEvent] = {}
    for row in data["row"]:
        achievements = tuple(_achievements(row, data["articles"], data["source"]))
        for named in row["events"]:
            new = DirectEvent(
                named["id"], {"en": named["en"], "es": named["es"]}, row.get("participation", False), achievements
            )
            known = events.get(new.id)
            events[new.id] = replace(known, achievements=known.achievements + achievements) if known else new
    return DirectTitles(data["source"], data["effective"], tuple(events.values()))
