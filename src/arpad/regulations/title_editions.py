"""Editions of the title regulations (B.01): norms, titles by rating and direct titles (1.24a, 1.24b)."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, Literal, get_args

from arpad.domain.rating_list import OPEN_TITLES, WOMENS_TITLES
from arpad.i18n import ArpadError
from arpad.regulations.articles import HERE, Article, read_toml
from arpad.regulations.rating_editions import DatedFiles, dated_edition
from arpad.regulations.rating_rules import DatedEdition, Rule

# 1.24a and 1.24b: the events that give titles and norms directly, and for which result.

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


# What an edition of the title regulations (B.01) says, group by group: the shape every file in `titles/` must fill. As
# in `rating_rules`, an annotation is the schema of a parameter. Values for the four titles with norms come in the order
# of NORM_TITLES, values for all eight titles in the order of `domain.rating_list.TITLES`.

NormTitle = Literal["GM", "IM", "WGM", "WIM"]
NORM_TITLES: tuple[NormTitle, ...] = get_args(NormTitle)

Four = tuple[int, int, int, int]
Eight = tuple[int, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Conditions:
    """1.1, 1.4.2e: what an event must be for norms to count. Other `formats` than those named count only if
    `formats_approved` allows them, with FIDE's approval beforehand."""

    registered_days: Rule[int | None]
    hours_a_day: Rule[int]
    rounds_a_day: Rule[int]
    minutes: Rule[int]
    increment_seconds: Rule[int | None]
    long_event_days: Rule[int]
    longest_days: Rule[int | None]
    arbiter_titles: Rule[tuple[str, ...]]
    formats: Rule[tuple[str, ...]]
    formats_approved: Rule[bool]


@dataclass(frozen=True, slots=True)
class NormRules:
    """1.4: norms. Shares are of the opponents; a minimum is rounded up, a maximum down.

    With predetermined pairings either all rounds count (`predetermined_whole`), or some may be left out as long as
    everything except the score also holds over all rounds (`predetermined_mix`).
    """

    games: Rule[int]
    games_team: Rule[int]
    games_team_rounds: Rule[tuple[int, ...]]
    games_world_cup: Rule[int]
    world_cup_counts: Rule[int]
    games_nine_rounds: Rule[int]
    nine_rounds_count: Rule[int]
    extra_points: Rule[bool]
    cut_off: Rule[bool]
    drop_wins: Rule[bool]
    predetermined_whole: Rule[bool]
    predetermined_mix: Rule[bool]
    fide_federations_only: Rule[bool]
    fid_flag: Rule[bool]
    unrated_zero: Rule[bool]
    played_only: Rule[bool]
    last_round_absent: Rule[bool]
    other_federations: Rule[int]
    national_championship_exempt: Rule[bool]
    national_team_exempt: Rule[bool]
    zonal_exempt: Rule[bool]
    swiss_rated_foreigners: Rule[int]
    swiss_foreign_federations: Rule[int]
    swiss_titled_foreigners: Rule[int]
    swiss_attendance: Rule[Literal["registered", "at-most-one-round-missed"]]
    own_federation: Rule[Fraction]
    one_federation: Rule[Fraction]
    titled: Rule[Fraction]
    titles_counted: Rule[tuple[str, ...]]
    titled_alike: Rule[Fraction]
    titled_alike_least: Rule[int]
    double_round_players: Rule[int]
    floor: Rule[Four]
    raised: Rule[int]
    unrated_as: Rule[int]
    unrated_most: Rule[Fraction | None]
    average: Rule[Four]
    performance: Rule[Four]
    score: Rule[Fraction]
    most_games: Rule[int]


@dataclass(frozen=True, slots=True)
class ApplicationRules:
    """1.5: a title by norms. `swiss_from` is the day after which a norm brings 1.5.6 with it; norms from
    before `old_norms_before` had to be registered before `old_norms_registered`."""

    norms: Rule[int]
    games: Rule[int]
    games_with_eight: Rule[int | None]
    rating: Rule[Four]
    one_round_days: Rule[int | None]
    one_round_titles: Rule[tuple[str, ...]]
    foreign_norms: Rule[int]
    eight_game_norms: Rule[int | None]
    swiss_from: Rule[str | None]
    swiss_players: Rule[int | None]
    swiss_average: Rule[int | None]
    swiss_or_kinds: Rule[tuple[str, ...]]
    old_norms_before: Rule[str]
    old_norms_registered: Rule[str]


@dataclass(frozen=True, slots=True)
class RatingTitles:
    """1.3 by a rating, and 0.6.2 the least rating for a direct title."""

    fm: Rule[int]
    cm: Rule[int]
    wfm: Rule[int]
    wcm: Rule[int]
    games: Rule[int]
    games_from: Rule[str]
    direct_least: Rule[Eight]


@dataclass(frozen=True, slots=True)
class DirectRules:
    """1.2: conditions of direct titles; the tables themselves are `direct_titles.toml`."""

    score: Rule[Fraction]
    federations: Rule[int]
    federations_share: Rule[Fraction]
    participants: Rule[int]
    rounds: Rule[int]
    merged_subgroup_participants: Rule[int]
    merged_subgroup_federations: Rule[int]
    merged_subgroup_score: Rule[Fraction]
    first_equal_most: Rule[int]


@dataclass(frozen=True, slots=True)
class TitleEdition(DatedEdition):
    """One edition of the title regulations."""

    conditions: Conditions
    norm: NormRules
    application: ApplicationRules
    by_rating: RatingTitles
    direct: DirectRules


# The library of the title regulations: the editions of B.01, each in force from a date on.


@cache
def _library() -> DatedFiles[TitleEdition]:
    return DatedFiles(HERE / "titles", partial(dated_edition, TitleEdition))


def title_edition(name: str) -> TitleEdition:
    """The edition with this id. An unknown one is refused with a list of those there are."""
    return _library().edition(name)


def title_editions() -> list[TitleEdition]:
    """All editions, by date."""
    return _library().editions()


def title_edition_for(date: dt.date) -> TitleEdition:
    """0.2, 1.5.4: the edition in force on the day an event starts."""
    return _library().in_force(date, "titles.too-early")
