"""The reports of a period, rated part by part, each by the list in force at its start."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from arpad.domain import Finding
from arpad.lists.accepted import Accepted, Part, edition_of, parts
from arpad.lists.identities import merged_rows, renamed
from arpad.lists.ledger import Ledger, Row
from arpad.lists.newcomers import Results, beginners
from arpad.lists.period import Past, Period
from arpad.lists.taking_part import Lists, is_guest, taking_part
from arpad.rating import EventRating, PlayerRating, rate_report

Progress = Callable[[int], None]
"""Told how many reports are done."""


@dataclass(frozen=True, slots=True)
class RatedPart:
    """A part with everybody's line. `guests` are the foreigners who count but get no rating here, by starting rank."""

    part: Part
    rating: EventRating
    guests: frozenset[int]
    findings: tuple[Finding, ...]

    def lines(self) -> Iterator[tuple[str, PlayerRating]]:
        """Every player's line with his id, guests and those without an id left out."""
        for line in self.rating.players:
            player = line.participant.player
            if player.id and player.rank not in self.guests:
                yield player.id, line


class Lookup:
    """The players of a period in the lists that count for them, each list read once."""

    def __init__(self, period: Period, now: Ledger, kept: Results, all_parts: Iterable[Part]) -> None:
        self._period, self._beginners = period, beginners(kept)
        ids: dict[dt.date, set[str]] = {}
        for part in all_parts:
            ids.setdefault(part.list_date, set()).update(player.id for player in part.event.players)
        everybody = set().union(*ids.values()) if ids else set()
        self._now, self._date = now.rows(everybody), now.date
        self.lists: dict[dt.date, dt.date] = {}
        self.foreign: dict[dt.date, dt.date] = {}
        self._at_start = {date: self._rows(period.past, date, ids[date], self.lists) for date in sorted(ids)}
        self._abroad: dict[dt.date, Mapping[str, Row]] = {}
        if period.foreign is not None:
            self._abroad = {date: self._rows(period.foreign, date, ids[date], self.foreign) for date in sorted(ids)}

    def _rows(self, past: Past, date: dt.date, ids: set[str], used: dict[dt.date, dt.date]) -> Mapping[str, Row]:
        ledger = past(date)
        used[date] = ledger.date
        return merged_rows(ledger, ids, self._period.decisions.merged)

    def lists_for(self, part: Part) -> Lists:
        at_start, foreign = self._at_start[part.list_date], self._abroad.get(part.list_date, {})
        played_before = self._beginners.get(part.time_class, frozenset())
        return Lists(self._date, at_start, self._now, foreign, self._period.federation, played_before)

    def listed(self, id_: str) -> Row | None:
        return self._now.get(id_)


def period_parts(period: Period, only: Collection[str] | None = None) -> list[Part]:
    """The parts of all reports in the order in which they were played, whatever order the reports come in; ids as
    merged. With `only` those in which one of these players takes part."""
    found = []
    for accepted in sorted(period.reports, key=lambda it: (it.event.start or dt.date.min, it.sha256)):
        known = _as_known(period, accepted)
        if only is not None and not any(player.id in only for player in known.event.players):
            continue
        found += parts(edition_of(period.regulations, period.system, known), known)
    return sorted(found, key=_when)


def _when(part: Part) -> tuple[dt.date, dt.date, str]:
    event = part.event
    return event.start or part.list_date, event.end or part.list_date, part.accepted.sha256


def _as_known(period: Period, accepted: Accepted) -> Accepted:
    """The report with the identities as the office knows them now."""
    merged = period.decisions.merged
    if not merged:
        return accepted
    ids = renamed(accepted.event, merged)
    ratings = {merged.get(id_, id_): rating for id_, rating in accepted.ratings.items()}
    return replace(accepted, ids={**accepted.ids, **ids}, ratings=ratings)


def rate_part(part: Part, lists: Lists, *, explain: bool = True) -> RatedPart:
    """One part, rated among those who take part in it; without `explain` with no reasons for the single games."""
    entrants, findings = taking_part(part, lists)
    accepted = part.accepted
    facts = replace(accepted.facts, system=part.system)
    rating = rate_report(part.edition, accepted.report, part.event, entrants, part.system, facts, explain=explain)
    guests = frozenset(player.rank for player in part.event.players if is_guest(part.edition, player, lists))
    return RatedPart(part, rating, guests, tuple(findings))
