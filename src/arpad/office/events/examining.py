"""Examining a report: all reasons against rating it, with the lists of the office."""

import datetime as dt
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.eligibility.facts import Facts
from arpad.examination import RatingSource
from arpad.examination import examine as examine_report
from arpad.formats.report import Report
from arpad.lists.accepted_report import Accepted, Part, edition_of, parts
from arpad.lists.ledger import LedgerRow, merged_rows, renamed
from arpad.lists.participants import KnownLists, taking_part
from arpad.lists.period import home_federation
from arpad.lists.rated_parts import rate_part
from arpad.office.desk import Desk, Shelf, foreign_shelf
from arpad.office.storage import all_decisions, merged
from arpad.rating.examine import RatedReport, rate_report
from arpad.rating.model import EventRating
from arpad.rating.participants import Participants
from arpad.regulations.rating_edition import Edition, closing_date, lists_after, rated_in


def examine(desk: Desk, shelf: Shelf, accepted: Accepted) -> tuple[Finding, ...]:
    """All findings about a report, the gravest first: those of every examination, with the lists of the office."""
    lists = _office_lists(desk, shelf, accepted)
    event = lists.accepted.event
    found = [*_not_for_a_list(event), *identity_findings(lists.accepted, event, lists.now)]
    source: RatingSource | None = None
    if not shelf.newest:
        found.append(Finding("event-no-list", "error"))
    elif event.start is not None and event.end is not None:
        source = lists
    return examine_report(
        replace(accepted.report, event=event),
        replace(accepted.facts, system=accepted.system),
        desk.regulations,
        source,
        edition=None if accepted.edition is None else desk.regulations.edition(accepted.edition),
        system=shelf.system.name,
        time_class=accepted.time_class,
        stages=bool(accepted.stages),
        more=found,
    ).findings


def rate_by_lists(desk: Desk, shelf: Shelf, accepted: Accepted) -> list[RatedReport]:
    """Rate a report as the office would rate it now, with every reason: one answer, or one for each part of an event
    that is rated by several lists. The event need not be over."""
    lists = _office_lists(desk, shelf, accepted)
    edition = edition_of(desk.regulations, shelf.system.name, lists.accepted)
    found = []
    for part in parts(edition, lists.accepted):
        report = replace(accepted.report, event=part.event)
        own = replace(lists.accepted, report=report, ids={}, system=part.system)
        facts = replace(accepted.facts, system=part.system)
        more = identity_findings(lists.accepted, part.event, lists.now)
        source = replace(lists, accepted=own, explain=True)
        found.append(examine_report(report, facts, desk.regulations, source, edition=edition, more=more).rated())
    return found


def _office_lists(desk: Desk, shelf: Shelf, accepted: Accepted) -> "OfficeLists":
    """Return the lists as the source of the ratings of a report, with the identities as the office knows them."""
    identities = merged(all_decisions(shelf.connection, shelf.system.id))
    known = replace(accepted, ids={**accepted.ids, **renamed(accepted.event, identities)})
    ids = {player.id for player in known.event.players}
    last = shelf.last()
    now = {} if last is None else merged_rows(shelf.ledger(last), ids, identities)
    return OfficeLists(desk, shelf, known, now, identities)


def _not_for_a_list(event: Event) -> Iterator[Finding]:
    """A report without its dates is due for no list."""
    for date, day in (("start", event.start), ("end", event.end)):
        if day is None:
            yield Finding(f"event-no-{date}", "error")


@dataclass(frozen=True, slots=True)
class OfficeLists:
    """The lists in force when an event began, as the source of its ratings. `now` is the last list."""

    desk: Desk
    shelf: Shelf
    accepted: Accepted
    now: dict[str, LedgerRow]
    identities: dict[str, str]
    explain: bool = False

    def participants(self, edition: Edition, report: Report) -> tuple[Participants, list[Finding]]:
        """Return everybody as the lists have them, and what does not agree with the lists."""
        first = parts(edition, self.accepted)[0]
        taking, found = taking_part(replace(first, event=report.event), self._lists(first))
        earliest = min(self.shelf.newest)
        if first.list_date < earliest:
            found.append(Finding("event-before-lists", "warning", values={"list": first.list_date, "first": earliest}))
        return taking, found

    def rate(
        self, edition: Edition, report: Report, taking_part: Participants, facts: Facts, checked: Sequence[Finding]
    ) -> EventRating | None:
        """Rate all parts: an event that no number can be given for is found out now, not when the period is closed."""
        all_parts = parts(edition, self.accepted)
        if len(all_parts) == 1:
            return rate_report(
                edition, report, report.event, taking_part, facts.system, facts, checked=checked, explain=self.explain
            )
        lists = self._lists(all_parts[0])
        for part in all_parts:
            rate_part(part, lists, explain=False)
        return None

    def _lists(self, first: Part) -> KnownLists:
        shelf, ids = self.shelf, {player.id for player in self.accepted.event.players}
        foreign = foreign_shelf(self.desk, shelf.connection, shelf.system)
        at_start = merged_rows(shelf.past(first.list_date), ids, self.identities)
        abroad = {} if foreign is None else foreign.past(first.list_date).rows(ids)
        last = shelf.last()
        assert last is not None
        home = home_federation(shelf.system.name, shelf.system.federation)
        return KnownLists(last.period, at_start, self.now, abroad, home)


def identity_findings(accepted: Accepted, event: Event, now: dict[str, LedgerRow]) -> Iterator[Finding]:
    """Players without an id, or with another player's id, cannot be rated for a list."""
    for player in event.players:
        where = {"line": player.line or None, "player": player.rank}
        if not player.id:
            if any(round_.played for round_ in player.rounds) or accepted.report.format == "feda":
                yield Finding("player-without-id", "error", values={"name": player.name}, **where)  # type: ignore[arg-type]
        elif player.id in now and player.rank not in accepted.ids and _somebody_else(player, now[player.id]):
            values = {"id": player.id, "name": player.name, "listed": now[player.id].name}
            yield Finding("id-of-another", "error", values=values, **where)  # type: ignore[arg-type]


def _somebody_else(player: Player, row: LedgerRow) -> bool:
    """Return whether no word of the name and not the year of birth agrees."""
    if not player.name or not row.name:
        return False
    same_year = bool(player.born) and player.born == row.born
    return not same_year and not (_words(player.name) & _words(row.name))


def _words(name: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter if letter.isalnum() else " " for letter in plain if not unicodedata.combining(letter))
    return {word for word in letters.split() if len(word) > 1}


def due_date(edition: Edition, end: dt.date, received: dt.date | None, *, official: bool) -> dt.date:
    """The list that a report is due for: the first that its event can enter and that it reached before the closing."""
    first = rated_in(edition, end, official=official)
    if received is None or received <= closing_date(edition, first, official=official):
        return first
    return next(
        listing
        for listing in lists_after(edition, first)
        if received <= closing_date(edition, listing, official=official)
    )
