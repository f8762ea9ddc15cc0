"""Rate the reports of a period part by part (4.1), and apply the transitions between editions."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from arpad.domain.event import CYCLES
from arpad.domain.findings import Finding
from arpad.eligibility.facts import Facts
from arpad.i18n import ArpadError
from arpad.lists.ledger import Ledger, LedgerRow, merged_rows, renamed
from arpad.lists.participants import (
    KnownLists,
    Result,
    Results,
    first_event,
    have_begun,
    is_guest,
    taking_part,
    to_be_kept,
)
from arpad.lists.period import Accepted, Part, Past, Period, edition_of, parts
from arpad.rating.examine import rate_report
from arpad.rating.model import EventRating, PlayerRating, without_guests
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.participants import Participant
from arpad.regulations.articles import TimeClass

# The parts of one long event, rated by different lists or for different lists (4.1): the rules for all of them.

PartLines = Callable[[Part], Iterable[tuple[str, PlayerRating]]]
"""Everybody's line of a part by the reference engine, with the player's id."""


def capped_once(part: Part) -> bool:
    """Return whether the part is one of a longer event in which a player may profit by the cap once (8.3.1 of 2022)."""
    return bool(part.whole) and part.edition.change.cap_policy.value != "always"


def parts_that_profit(before: Sequence[Part], now: Sequence[Part], lines: PartLines) -> dict[str, Part]:
    """8.3.1 of 2022: for every player the part of a long event with the one game that profits by the cap.

    It is the game with the largest difference, of equal ones the first. Published lists do not change: players who have
    profited in a part rated `before` do not profit again.
    """
    found: dict[str, tuple[int, Part]] = {}
    for part in (*before, *now):
        for id_, line in lines(part):
            largest = max((game.difference for game in line.detail.games), default=0) if line.detail else 0
            known = found.get(id_)
            open_still = known is None or (known[1] in now and largest > known[0])
            if largest > part.edition.change.cap.value and open_still:
                found[id_] = (largest, part)
    return {id_: part for id_, (_, part) in found.items()}


# The reports of a period, rated part by part, each by the list in force at its start.


class PlayerLine(Protocol):
    """What a closing needs of a player's line: the games and the hundredths of W − We of one who takes part as rated,
    the event of one without a rating."""

    @property
    def participant(self) -> Participant: ...
    @property
    def games(self) -> int: ...
    @property
    def result(self) -> int | None: ...
    @property
    def newcomer(self) -> NewcomerEvent | None: ...


class Lines(Protocol):
    """A part for the closing, from either engine; `games` are the rated ones."""

    @property
    def part(self) -> Part: ...
    @property
    def games(self) -> int: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...
    def lines(self) -> Iterable[tuple[str, PlayerLine]]:
        """Return every player's line with the id, without guests and players without an id."""
        ...


@dataclass(frozen=True, slots=True)
class Entrants:
    """Those who take part in a part, by starting rank, with the findings about them. `guests` are the foreigners who
    count but get no rating here. `facts` are those of the report, the system as the part counts."""

    part: Part
    taking_part: Mapping[int, Participant]
    guests: frozenset[int]
    findings: tuple[Finding, ...]
    facts: Facts


@dataclass(frozen=True, slots=True)
class RatedPart:
    """A part with everybody's line, by the reference engine."""

    part: Part
    rating: EventRating
    guests: frozenset[int]
    findings: tuple[Finding, ...]

    @property
    def games(self) -> int:
        return len(self.rating.event.games()) - len(self.rating.not_rated)

    def lines(self) -> Iterator[tuple[str, PlayerRating]]:
        for line in self.rating.players:
            player = line.participant.player
            if player.id and player.rank not in self.guests:
                yield player.id, line


class Lookup:
    """The players of a period in the lists that count for them, each list read once."""

    def __init__(self, period: Period, now: Ledger, kept: Results, all_parts: Sequence[Part]) -> None:
        self._period, self._opened, self._kept = period, now, kept
        self._have_begun = have_begun(period.regulations, kept)
        ids: dict[dt.date, set[str]] = {}
        self._long = [part for part in all_parts if capped_once(part)]
        self._before = _earlier_parts(period, self._long)
        self._profiting: dict[tuple[str, TimeClass], dict[str, Part]] = {}
        for part in (*all_parts, *self._before):
            ids.setdefault(part.list_date, set()).update(player.id for player in part.event.players)
        everybody = set().union(*ids.values()) if ids else set()
        self._now, self._date = now.rows(everybody), now.date
        self.lists: dict[dt.date, dt.date] = {}
        self.foreign: dict[dt.date, dt.date] = {}
        self._at_start = {date: self._rows(period.past, date, ids[date], self.lists) for date in sorted(ids)}
        self._abroad: dict[dt.date, Mapping[str, LedgerRow]] = {}
        if period.foreign is not None:
            self._abroad = {date: self._rows(period.foreign, date, ids[date], self.foreign) for date in sorted(ids)}

    def _rows(self, past: Past, date: dt.date, ids: set[str], used: dict[dt.date, dt.date]) -> Mapping[str, LedgerRow]:
        ledger = past(date)
        used[date] = ledger.date
        return merged_rows(ledger, ids, self._period.decisions.merged)

    def lists_for(self, part: Part) -> KnownLists:
        """Return the lists that count for a part, and who has no upgrade by the cap left in it."""
        lists = self._lists_for(part)
        if not capped_once(part):
            return lists
        key = (part.whole, part.time_class)
        if key not in self._profiting:
            before, now = (
                [part for part in some if (part.whole, part.time_class) == key] for some in (self._before, self._long)
            )
            self._profiting[key] = parts_that_profit(before, now, self._lines)
        used = frozenset(id_ for id_, profits in self._profiting[key].items() if profits is not part)
        return replace(lists, cap_used=used)

    def _lines(self, part: Part) -> Iterator[tuple[str, PlayerRating]]:
        return rate_part(part, self._lists_for(part), explain=False).lines()

    def _lists_for(self, part: Part) -> KnownLists:
        lists = self._before_the_period(part)
        return replace(lists, have_begun=lists.have_begun | self._begun_elsewhere(part, lists))

    def _begun_elsewhere(self, part: Part, lists: KnownLists) -> frozenset[str]:
        """2005 and 2017 6.1: the unrated players of a round robin whose first event is another one of this period, so
        that a low score in this one is not ignored."""
        rules = part.edition.initial
        ignored = rules.ignored_for_opponents.value and rules.ignored_in.value != "any-event"
        if part.system not in CYCLES or not ignored:
            return frozenset()
        newcomers = {own.player.id for own in taking_part(part, lists)[0].values() if own.rating is None} - {""}
        others = [
            other
            for other in period_parts(self._period, newcomers)
            if other.time_class == part.time_class and other.accepted.sha256 != part.accepted.sha256
        ]
        if not others:
            return frozenset()
        lookup = Lookup(self._period, self._opened, self._kept, [part, *others])
        results: dict[str, list[Result]] = {}
        own: dict[str, Result] = {}
        for one in (part, *others):
            for id_, line in rate_part(one, lookup._before_the_period(one), explain=False).lines():
                if line.newcomer is not None and id_ in newcomers:
                    result = to_be_kept(one.edition, line.newcomer, never_rated=True, whole=one.whole)
                    results.setdefault(id_, []).append(result)
                    if one is part:
                        own[id_] = result
        firsts = {id_: first_event(self._period.regulations, found) for id_, found in results.items()}
        return frozenset(id_ for id_, first in firsts.items() if id_ in own and first not in (None, own[id_]))

    def _before_the_period(self, part: Part) -> KnownLists:
        """Return the lists for a part, as if it were the only one of the period."""
        at_start, foreign = self._at_start[part.list_date], self._abroad.get(part.list_date, {})
        played_before = self._have_begun.get(part.time_class, frozenset())
        by_report = self._period.foreigners_by_report
        return KnownLists(self._date, at_start, self._now, foreign, self._period.home, played_before, by_report)

    def listed(self, id_: str) -> LedgerRow | None:
        return self._now.get(id_)


def period_parts(period: Period, only: Collection[str] | None = None) -> list[Part]:
    """Return the parts of all reports in the order in which they were played, whatever order the reports come in; ids
    as merged. With `only` those in which one of these players takes part."""
    found = []
    for accepted in sorted(period.reports, key=lambda report: (report.event.start or dt.date.min, report.sha256)):
        known = _as_known(period, accepted)
        if only is not None and not any(player.id in only for player in known.event.players):
            continue
        found += parts(edition_of(period.regulations, period.system, known), known)
    return sorted(found, key=_when)


def _earlier_parts(period: Period, long_parts: Sequence[Part]) -> list[Part]:
    """Return the parts of long events that were rated for lists before, each once."""
    reports = {report.sha256: report for part in long_parts for report in part.accepted.earlier}
    found = []
    for accepted in reports.values():
        known = _as_known(period, accepted)
        found += parts(edition_of(period.regulations, period.system, known), known)
    return sorted((part for part in found if capped_once(part)), key=_when)


def _when(part: Part) -> tuple[dt.date, dt.date, str]:
    event = part.event
    return event.start or part.list_date, event.end or part.list_date, part.accepted.sha256


def _as_known(period: Period, accepted: Accepted) -> Accepted:
    """Return the report with the identities as the office knows them now."""
    merged = period.decisions.merged
    if not merged:
        return accepted
    ids = renamed(accepted.event, merged)
    ratings = {merged.get(id_, id_): rating for id_, rating in accepted.ratings.items()}
    return replace(accepted, ids={**accepted.ids, **ids}, ratings=ratings)


def entrants(part: Part, lists: KnownLists) -> Entrants:
    """Return the participants, each as on the lists."""
    participants, findings = taking_part(part, lists)
    guests = frozenset(player.rank for player in part.event.players if is_guest(part, player, lists))
    return Entrants(part, participants, guests, tuple(findings), replace(part.accepted.facts, system=part.system))


def rate_part(part: Part, lists: KnownLists, *, explain: bool = True) -> RatedPart:
    """Rate one part among those who take part in it; without `explain` there are no reasons for the single games."""
    return rate_entrants(entrants(part, lists), explain=explain)


def rate_entrants(those: Entrants, *, explain: bool = True) -> RatedPart:
    """Rate a part by the reference engine."""
    part = those.part
    report, system = part.accepted.report, part.system
    rating = rate_report(part.edition, report, part.event, those.taking_part, system, those.facts, explain=explain)
    return RatedPart(part, without_guests(rating), those.guests, those.findings)


Rater = Callable[[Sequence[Part], Lookup], Iterable[Lines]]
"""Rates the parts of a period, in their order."""


def by_reference(all_parts: Sequence[Part], lookup: Lookup, *, explain: bool = False) -> Iterator[RatedPart]:
    """Rate the parts one by one through the reference engine."""
    for part in all_parts:
        with named(part):
            rated = rate_part(part, lookup.lists_for(part), explain=explain)
        yield rated


@contextmanager
def named(part: Part) -> Iterator[None]:
    """Report errors in a part with its event."""
    try:
        yield
    except ArpadError as problem:
        raise ArpadError("close-report", event=part.event.name, problem=problem) from None
