"""Examining a report: all reasons against rating it, with the lists of the office."""

import datetime as dt
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from arpad.domain import Event, Finding, Player, gravest_first, named
from arpad.lists.accepted import Accepted, Part, edition_of, is_long, parts
from arpad.lists.identities import merged_rows, renamed
from arpad.lists.ledger import Row
from arpad.lists.period import home_federation
from arpad.lists.rated_parts import rate_part
from arpad.lists.taking_part import KnownLists, taking_part
from arpad.locale import ArpadError
from arpad.office.desk import Desk, Shelf, foreign_shelf
from arpad.office.storage import all_decisions, merged
from arpad.rating import findings_against
from arpad.rating.reports import stages_not_pooled
from arpad.regulations import Edition
from arpad.regulations.calendar import closing_date, lists_after, rated_in
from arpad.reports import check_consistency, mandatory


def examine(desk: Desk, shelf: Shelf, accepted: Accepted) -> tuple[Finding, ...]:
    """All findings about a report, the gravest first."""
    event = accepted.event
    if event.start is None or event.end is None:
        date = "start" if event.start is None else "end"
        return _only(accepted, Finding(f"event-no-{date}", "error"))
    try:
        edition = edition_of(desk.regulations, shelf.system.name, accepted)
    except ArpadError:
        values = {"system": shelf.system.name, "time_class": accepted.time_class, "date": event.start}
        return _only(accepted, Finding("event-no-edition", "error", values=values))
    identities = merged(all_decisions(shelf.connection, shelf.system.id))
    known = replace(accepted, ids={**accepted.ids, **renamed(event, identities)})
    event = known.event
    found = [*accepted.report.findings, *mandatory(accepted.report), *check_consistency(event)]
    ids = {player.id for player in event.players}
    last = shelf.last()
    now = {} if last is None else merged_rows(shelf.ledger(last), ids, identities)
    found += identity_findings(known, event, now)
    if shelf.newest:
        found += _by_the_lists(desk, shelf, known, edition, now, identities)
    else:
        found.append(Finding("event-no-list", "error"))
    if accepted.stages:
        found += stages_not_pooled(edition, "error")
    if is_long(edition, event) and len(parts(edition, known)) == 1 and event.rounds:
        rule = edition.lists.long_event
        found.append(Finding("event-long-undated", "warning", rule.article.number))
    return gravest_first(named(found, event))


def _only(accepted: Accepted, finding: Finding) -> tuple[Finding, ...]:
    """Return what was found while the report was read, and a finding for which nothing else can be checked."""
    return gravest_first(named([*accepted.report.findings, finding], accepted.event))


def _by_the_lists(
    desk: Desk,
    shelf: Shelf,
    accepted: Accepted,
    edition: Edition,
    now: dict[str, Row],
    identities: dict[str, str],
) -> list[Finding]:
    """Check the report with the lists in force when the event began."""
    ids = {player.id for player in accepted.event.players}
    foreign = foreign_shelf(desk, shelf.connection, shelf.system)
    first = parts(edition, accepted)[0]
    at_start = merged_rows(shelf.past(first.list_date), ids, identities)
    abroad = {} if foreign is None else foreign.past(first.list_date).rows(ids)
    last = shelf.last()
    assert last is not None
    lists = KnownLists(last.period, at_start, now, abroad, home_federation(shelf.system.name, shelf.system.federation))
    whole = replace(first, event=accepted.event)
    entrants, found = taking_part(whole, lists)
    facts = replace(accepted.facts, system=accepted.system)
    report = replace(accepted.report, event=accepted.event)
    found += findings_against(edition, report, entrants, facts)
    found += _computable(parts(edition, accepted), lists)
    earliest = min(shelf.newest)
    if first.list_date < earliest:
        found.append(Finding("event-before-lists", "warning", values={"list": first.list_date, "first": earliest}))
    return found


def _computable(all_parts: list[Part], lists: KnownLists) -> list[Finding]:
    """An event that no number can be given for is found out now, not when the period is closed."""
    try:
        for part in all_parts:
            rate_part(part, lists, explain=False)
    except ArpadError as problem:
        return [Finding("event-not-computable", "error", values={"problem": problem})]
    return []


def identity_findings(accepted: Accepted, event: Event, now: dict[str, Row]) -> Iterator[Finding]:
    """Players without an id, or with another player's id, cannot be rated for a list."""
    for player in event.players:
        where = {"line": player.line or None, "player": player.rank}
        if not player.id:
            if any(round_.played for round_ in player.rounds) or accepted.report.format == "feda":
                yield Finding("player-without-id", "error", values={"name": player.name}, **where)  # type: ignore[arg-type]
        elif player.id in now and player.rank not in accepted.ids and _somebody_else(player, now[player.id]):
            values = {"id": player.id, "name": player.name, "listed": now[player.id].name}
            yield Finding("id-of-another", "error", values=values, **where)  # type: ignore[arg-type]


def _somebody_else(player: Player, row: Row) -> bool:
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
