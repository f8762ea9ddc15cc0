"""The input of a closing: the list before, the accepted reports, the decisions, and the lists of the past."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from arpad.domain.event import CYCLES, Event, System
from arpad.eligibility.facts import Facts
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.lists.ledger import Ledger
from arpad.rating.examine import is_long, rounds_dated
from arpad.rating.participants import HOME
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition, list_in_force
from arpad.regulations.rating_editions import Regulations

# An accepted report and the parts in which it is rated, each by the list in force at its start.


@dataclass(frozen=True, slots=True)
class Accepted:
    """A report to be rated, with what else the office knows about it.

    `edition` is given if the start date does not decide it. `ids`
    names players by starting rank whose id the report lacks or has wrong. `ratings` are base ratings that count
    instead of the list, by id. `start` and `end` come from the registration if the report does not have
    them (FEDA 10.31). `stages` are the hashes of the reports of further stages, whose games `report` holds too (6.2).
    `earlier` are the reports of the same long event that were rated for lists before (4.1).
    """

    sha256: str
    report: Report
    facts: Facts
    system: System
    time_class: TimeClass
    edition: str | None = None
    ids: Mapping[int, str] = field(default_factory=dict)
    ratings: Mapping[str, int] = field(default_factory=dict)
    start: dt.date | None = None
    end: dt.date | None = None
    stages: tuple[str, ...] = ()
    earlier: tuple["Accepted", ...] = ()

    @property
    def event(self) -> Event:
        """Return the event with the ids and the dates as they are known to be."""
        event = self.report.event
        if event.start is None or event.end is None:
            event = event.keeping_games(start=event.start or self.start, end=event.end or self.end)
        if not self.ids:
            return event
        players = tuple(player._replace(id=self.ids.get(player.rank, player.id)) for player in event.players)
        return event.keeping_games(players=players)


@dataclass(frozen=True, slots=True)
class Part:
    """What is rated in one go: an event, or the games of a long one between two lists.

    `whole` names the longer event that it is a part of (4.1); empty if it is a separate event.
    """

    accepted: Accepted
    event: Event
    edition: Edition
    system: System
    list_date: dt.date
    whole: str = ""

    @property
    def time_class(self) -> TimeClass:
        return self.accepted.time_class


def edition_of(regulations: Regulations, system: str, accepted: Accepted) -> Edition:
    """0.1: the edition in force when the event started, unless another one is named."""
    if accepted.edition is not None:
        return regulations.edition(accepted.edition)
    start = accepted.event.start
    assert start is not None
    return regulations.edition_for(system, accepted.time_class, start)


def parts(edition: Edition, accepted: Accepted) -> list[Part]:
    """Return an event as one part; a long one whose rounds have dates by the list in force at each (2003, 2005 4.11;
    2017 4.13, 2022 and 2024 4.1)."""
    event = accepted.event
    assert event.start is not None
    as_one = edition.lists.parts.value == "one-event"
    part_of = accepted.facts.part_of if as_one else ""
    whole = Part(accepted, event, edition, accepted.system, list_in_force(edition, event.start), part_of)
    lists = _lists_of_rounds(edition, event)
    if len(set(lists.values())) < 2:
        return [whole]
    name = part_of or (accepted.sha256 if as_one else "")
    system: System = "swiss" if accepted.system in CYCLES else accepted.system
    return [
        Part(accepted, _rounds_under(event, lists, date), edition, system, date, name)
        for date in sorted(set(lists.values()))
    ]


def _lists_of_rounds(edition: Edition, event: Event) -> dict[int, dt.date]:
    """Return the list in force at each round of a long event; nothing if it is not long or a round has no date."""
    dates = event.round_dates[: event.rounds]
    if not is_long(edition, event) or not rounds_dated(event):
        return {}
    return {number: list_in_force(edition, day) for number, day in enumerate(dates, 1) if day is not None}


def _rounds_under(event: Event, lists: Mapping[int, dt.date], date: dt.date) -> Event:
    """Return the event with only the rounds of one list."""
    days = [day for number, day in enumerate(event.round_dates, 1) if lists.get(number) == date and day is not None]
    players = tuple(
        player._replace(rounds=tuple(round_ for round_ in player.rounds if lists.get(round_.round) == date))
        for player in event.players
    )
    return replace(event, players=players, start=min(days), end=max(days))


# What else a closing reads: decisions, and the lists of the past.

Past = Callable[[dt.date], Ledger]
"""Return the list in force on a day; for days before the first list, the first one."""


@dataclass(frozen=True, slots=True)
class PersonChange:
    """From this list on a player has another name, federation, title, sex, year or day of birth; or is deceased."""

    id: str
    field: str
    value: str | int


@dataclass(frozen=True, slots=True)
class RatingDecision:
    """On this list a player has this rating, whatever was computed; 0: none."""

    id: str
    time_class: TimeClass
    rating: int


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions that count for this list. `merged` gives for an id the one that is kept."""

    persons: tuple[PersonChange, ...] = ()
    ratings: tuple[RatingDecision, ...] = ()
    excluded: frozenset[str] = frozenset()
    merged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Named:
    """Editions that somebody named for lists on whose day none is in force: for this list, and for the one before."""

    own: str | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Period:
    """A rating period, ready to be closed. It is named by the date of the list it ends in.

    `foreign` are FIDE's lists, if a federation counts foreigners by them (FEDA 9.56); `foreigners_by_report`:
    foreigners not on FIDE's list count with the FIDE rating of the report (10.23), as in all lists made since
    Arpad knows of it.
    """

    system: str
    date: dt.date
    previous: Ledger
    reports: tuple[Accepted, ...]
    regulations: Regulations
    past: Past
    federation: str = ""
    decisions: Decisions = Decisions()
    foreign: Past | None = None
    named: Named = Named()
    foreigners_by_report: bool = True

    @property
    def home(self) -> str:
        """Return the federation whose players are not foreigners."""
        return home_federation(self.system, self.federation) if self.foreigners_by_report else self.federation

    def editions(self) -> dict[TimeClass, Edition]:
        """Return the edition whose rules hold for the list, for each time class that has one."""
        return list_editions(self.regulations, self.system, self.date, self.named.own)

    def editions_before(self) -> dict[TimeClass, Edition]:
        """Return the editions whose rules held for the list before."""
        return list_editions(self.regulations, self.system, self.previous.date, self.named.before)


def home_federation(system: str, federation: str) -> str:
    """Return the federation of a system: the office's own; for FEDA Spain, if the office names none."""
    return federation or HOME.get(system, "")


def list_editions(
    regulations: Regulations, system: str, date: dt.date, named: str | None = None
) -> dict[TimeClass, Edition]:
    """Return the editions in force on the day of a list. The standard one, or the first there is, must exist, unless
    one is named: it then holds for its time classes."""
    editions: dict[TimeClass, Edition] = {}
    problem: ArpadError | None = None
    own = None if named is None else regulations.edition(named)
    if own is not None and own.system != system:
        raise ArpadError("list-edition-system", edition=own.id, other=own.system, system=system)
    for time_class in TIME_CLASSES:
        try:
            editions[time_class] = regulations.edition_for(system, time_class, date)
        except ArpadError as missing:
            problem = problem or missing
            if own is not None and own.covers(time_class):
                editions[time_class] = own
    if not editions and problem is not None:
        raise problem
    return editions
