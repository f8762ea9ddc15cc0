"""An accepted report and the parts in which it is rated, each by the list in force at its start."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arpad.domain.event import CYCLES, Event, System
from arpad.eligibility.facts import Facts
from arpad.formats.report import Report
from arpad.rating.examine import is_long, rounds_dated
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, list_in_force
from arpad.regulations.rating_editions import Regulations


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
