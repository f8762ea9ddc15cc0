"""Corrections of a rated event: its report, facts, base ratings and the identities of its players."""

import json
from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from sqlalchemy import Row, select

from arpad.domain.event import Player
from arpad.domain.findings import Finding
from arpad.eligibility.checks import ratable
from arpad.eligibility.facts import facts_given
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.lists.ledger import LedgerRow
from arpad.lists.period import Accepted, edition_of
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.decisions.decisions import (
    AnotherEvent,
    BaseRating,
    Decision,
    EventNumber,
    GivenFacts,
    Identities,
    PlayerId,
    Reason,
    ReportFile,
    Taken,
)
from arpad.office.events import add_revision, event_row, event_values, not_twice, show_event, verdict
from arpad.office.examine import examine
from arpad.office.list_tables import read_transaction
from arpad.office.records import Submitted
from arpad.office.storage._log import canonical_bytes, change_rows
from arpad.office.storage._tables import accepted_report, get_report, put_report, report_of_event
from arpad.office.storage.schema import events, revisions
from arpad.regulations.rating_edition import rated_in

# Corrections of an event: another report, other identities, facts, another base rating, or taken back altogether.


class Correction(Decision):
    """A decision about an event; the lists from the one that it is in are made again."""

    __slots__ = ()
    event: int

    @abstractmethod
    def change(self, desk: Desk, repository: ListRepository, row: Row[Any]) -> Submitted | None:
        """Change the data of the event, and return the verdict on its report if it was examined."""

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        row = event_row(repository, self.event)
        if row.state == "withdrawn":
            raise ArpadError("event-withdrawn", event=self.event)
        submitted = self.change(desk, repository, row)
        refused = submitted is not None and not submitted.accepted
        return Taken(None if refused else row.period, submitted)


@dataclass(frozen=True, slots=True)
class CorrectReport(Correction):
    """Put another report in the place of an event's, and replay the lists since."""

    command = "correct"
    outcome = "corrected"
    examines = True
    event: EventNumber
    file: ReportFile
    reason: Reason
    another_event: AnotherEvent = False

    def change(self, desk: Desk, repository: ListRepository, row: Row[Any]) -> Submitted:
        """A report that may not be rated is kept and refused, and nothing else changes."""
        _must_have_report(repository, row)
        connection, known = repository.connection, json.loads(row.facts)
        known.pop("ids", None)  # they went by the starting ranks of the other report
        report = read_report(self.file)
        key = put_report(connection, self.file)
        not_twice(repository, key, row.id)
        accepted = accepted_report(key, partial(get_report, connection), row.time_class, known, {key: report})
        findings = (*_too_late(desk, row, accepted), *examine(desk, repository, accepted))
        revision = add_revision(
            repository,
            row.id,
            accepted,
            accepted.facts.received,
            self.reason,
            findings,
            another_event=self.another_event,
        )
        if revision.accepted:
            state = "corrected" if row.period is not None else "accepted"
            values = event_values(accepted)
            change_rows(connection, events, [(row.id,)], {**values, "state": state, "facts": canonical_bytes(known)})
        action = "corrected" if revision.accepted else "correction-refused"
        desk.record(connection, action, str(row.id), revision=revision.number, sha256=key, reason=self.reason)
        return verdict(desk, repository, row.id, revision)


@dataclass(frozen=True, slots=True)
class Withdraw(Correction):
    """Take an event back, and replay the lists since."""

    command = "withdraw"
    outcome = "withdrawn"
    event: EventNumber
    reason: Reason

    def change(self, desk: Desk, repository: ListRepository, row: Row[Any]) -> None:
        change_rows(repository.connection, events, [(row.id,)], {"state": "withdrawn"})
        desk.record(repository.connection, "withdrawn", str(row.id), reason=self.reason)


@dataclass(frozen=True, slots=True)
class Identify(Correction):
    """Give players of a report their right ids, and replay the lists since."""

    command = "identify"
    outcome = "identified"
    examines = True
    event: EventNumber
    players: Identities
    reason: Reason
    another_event: AnotherEvent = False

    def __post_init__(self) -> None:
        if not self.players:
            raise ArpadError("web-missing", field="players")

    def change(self, desk: Desk, repository: ListRepository, row: Row[Any]) -> Submitted:
        """Set the ids by starting rank. The report itself stays as received."""
        known, ids = json.loads(row.facts), {str(rank): id_ for rank, id_ in self.players.items()}
        known["ids"] = {**known.get("ids", {}), **ids}
        current = _must_have_report(repository, row)
        accepted = accepted_report(current.sha256, partial(get_report, repository.connection), row.time_class, known)
        for rank in self.players:
            if accepted.report.event.player(rank) is None:
                raise ArpadError("event-no-player", event=row.id, rank=rank)
        examined = _examined_again(
            desk, repository, row, known, accepted, self.reason, another_event=self.another_event
        )
        action = "identified" if examined.kept else "identification-refused"
        desk.record(repository.connection, action, str(row.id), ids=ids, reason=self.reason)
        return examined.submitted


@dataclass(frozen=True, slots=True)
class GiveFacts(Correction):
    """Give facts that the report of an event does not have, examine it again, and replay the lists since. Facts that
    are not given stay as they are."""

    command = "facts"
    outcome = "facts-given"
    examines = True
    event: EventNumber
    facts: GivenFacts
    reason: Reason
    another_event: AnotherEvent = False

    def __post_init__(self) -> None:
        if not self.facts:
            raise ArpadError("facts-nothing")

    def change(self, desk: Desk, repository: ListRepository, row: Row[Any]) -> Submitted | None:
        """Store the facts; those of an event whose report has not come yet are examined with it."""
        known, given = json.loads(row.facts), facts_given(self.facts)
        known["facts"] = {**known["facts"], **given}
        current, submitted, kept = _current(repository, row), None, True
        if current is None:
            change_rows(repository.connection, events, [(row.id,)], {"facts": canonical_bytes(known)})
        else:
            accepted = accepted_report(
                current.sha256, partial(get_report, repository.connection), row.time_class, known
            )
            examined = _examined_again(
                desk, repository, row, known, accepted, self.reason, another_event=self.another_event
            )
            submitted, kept = examined.submitted, examined.kept
        action = "facts-given" if kept else "facts-refused"
        desk.record(repository.connection, action, str(row.id), facts=given, reason=self.reason)
        return submitted


@dataclass(frozen=True, slots=True)
class SetBaseRating(Correction):
    """Decide the rating that counts for a player in one event, and replay the lists since."""

    command = "base"
    outcome = "base"
    event: EventNumber
    id: PlayerId
    rating: BaseRating
    reason: Reason

    def change(self, desk: Desk, repository: ListRepository, row: Row[Any]) -> None:
        _must_have_report(repository, row)
        event = report_of_event(repository.connection, row).event
        if self.id not in {player.id for player in event.players}:
            raise ArpadError("event-without-player", event=row.id, id=self.id)
        known = json.loads(row.facts)
        ratings = {**known.get("ratings", {}), self.id: self.rating}
        known["ratings"] = {name: value for name, value in ratings.items() if value is not None}
        change_rows(repository.connection, events, [(row.id,)], {"facts": canonical_bytes(known)})
        desk.record(
            repository.connection, "base-rating", str(row.id), player=self.id, rating=self.rating, reason=self.reason
        )


CORRECTIONS: tuple[type[Correction], ...] = (CorrectReport, Withdraw, Identify, GiveFacts, SetBaseRating)
"""All of them, each at its own address below an event's."""


class _ExaminedAgain(NamedTuple):
    """The verdict on a report with what is newly known beside it, and whether that was kept."""

    submitted: Submitted
    kept: bool


def _current(repository: ListRepository, row: Row[Any]) -> Row[Any] | None:
    """Return the report that an event uses."""
    wanted = select(revisions).where(revisions.c.event_id == row.id, revisions.c.number == row.revision)
    return repository.connection.execute(wanted).one_or_none()


def _must_have_report(repository: ListRepository, row: Row[Any]) -> Row[Any]:
    """Return the report that an event uses. One that is only registered has none: there is nothing to correct."""
    current = _current(repository, row)
    if current is None:
        raise ArpadError("event-no-report", event=row.id)
    return current


def _examined_again(
    desk: Desk,
    repository: ListRepository,
    row: Row[Any],
    known: Mapping[str, Any],
    accepted: Accepted,
    reason: str,
    *,
    another_event: bool,
) -> _ExaminedAgain:
    """Examine the report of an event with what is newly known beside it. An event of a list stays as it is if its
    report would be refused; one that no list has yet is refused."""
    current = _current(repository, row)
    assert current is not None
    findings = (*_too_late(desk, row, accepted), *examine(desk, repository, accepted))
    good = ratable(findings)
    kept = good or row.period is None
    if kept:
        state = "corrected" if row.period is not None else ("accepted" if good else "refused")
        change_rows(repository.connection, events, [(row.id,)], {"facts": canonical_bytes(known), "state": state})
    received = accepted.facts.received or current.received
    revision = add_revision(repository, row.id, accepted, received, reason, findings, another_event=another_event)
    return _ExaminedAgain(verdict(desk, repository, row.id, revision), kept)


def _too_late(desk: Desk, row: Row[Any], accepted: Accepted) -> list[Finding]:
    """An event that ended too late for a list cannot come into it by way of a correction."""
    event = accepted.event
    if row.period is None or event.end is None or event.start is None:
        return []
    edition = edition_of(desk.regulations, desk.system, accepted)
    first = rated_in(edition, event.end, official=accepted.facts.official)
    if first <= row.period:
        return []
    values = {"list": row.period, "first": first}
    return [Finding("correction-later-list", "error", edition.lists.closing.article.number, values=values)]


# The players of an event's report, as an officer identifies them: what is in doubt, and who has the ID on the list.

Doubt = Literal["no-id", "of-another", "not-listed"]
OF_ANOTHER = "id-of-another"
"""What is found about a report if an ID belongs to somebody with another name and year of birth."""


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    """A player of a report: with the ID that counts for them now, who has it on the newest list, and why they are in
    doubt, if they are."""

    player: Player
    listed: LedgerRow | None
    doubt: Doubt | None


def reported_players(desk: Desk, event: int) -> list[ReportedPlayer]:
    """Return the players of the report that counts for an event, those in doubt first."""
    detail = show_event(desk, event)
    with read_transaction(desk) as repository:
        row, last = event_row(repository, event), repository.last()
        if not detail.revisions:
            raise ArpadError("event-no-report", event=event)
        players, merged = report_of_event(repository.connection, row).event.players, repository.merged()
        kept = {player.id: merged.get(player.id, player.id) for player in players}
        known = {} if last is None else repository.ledger(last).rows(kept.values())
        rows = {id_: known[keep] for id_, keep in kept.items() if keep in known}
    counting = [revision for revision in detail.revisions if revision.number == row.revision]
    others = {finding.player for revision in counting for finding in revision.findings if finding.code == OF_ANOTHER}
    found = [ReportedPlayer(player, rows.get(player.id), _doubt(player, rows, others)) for player in players]
    return sorted(found, key=lambda one: ORDER.index(one.doubt))


ORDER: tuple[Doubt | None, ...] = ("no-id", "of-another", "not-listed", None)


def _doubt(player: Player, rows: Mapping[str, LedgerRow], others: Collection[int | None]) -> Doubt | None:
    if not player.id:
        return "no-id"
    if player.rank in others:
        return "of-another"
    return None if player.id in rows else "not-listed"


def identified_as(desk: Desk, ids: Mapping[int, str]) -> dict[int, LedgerRow | None]:
    """Return who has each ID on the newest list, by starting rank; None for an ID that is not on it."""
    with read_transaction(desk) as repository:
        last = repository.last()
        rows = {} if last is None else repository.ledger(last).rows(ids.values())
    return {rank: rows.get(id_) for rank, id_ in ids.items()}
