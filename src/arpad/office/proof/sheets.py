"""Claim sheets and event ratings recomputed with all reasons, and the effect of events not yet rated."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType
from sqlalchemy import Row, select

from arpad.documents.document import Document, TextOrNone, extended
from arpad.documents.schema import HalfPoints, Hundredths
from arpad.documents.steps import Reasons
from arpad.domain.event import HALF_POINTS_OF, Event
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language
from arpad.lists.changes import ChangesIndex, ListedChange, PersonDifference, change_tables
from arpad.lists.closing import Explained, explain_player, explained, opened
from arpad.lists.list_versions import ListVersion
from arpad.lists.participants import results_of
from arpad.lists.period import Accepted
from arpad.lists.player_index import PlayedEvent
from arpad.lists.rated_parts import Lookup, RatedPart, period_parts, rate_part
from arpad.lists.whole_list import PlayerRank, Tables
from arpad.office._list_repository import ListRepository, next_list, version_record
from arpad.office.context import Desk
from arpad.office.events import event_record, event_row
from arpad.office.list_tables import games_held, held_events, past_of, read_transaction
from arpad.office.lists import player_on, ranks_on
from arpad.office.periods import period_of_events
from arpad.office.proof.verification import period_of, period_of_version, stored_in
from arpad.office.records import HELD, OfficeEvent, PlayerRecord
from arpad.office.storage._log import batches
from arpad.office.storage._tables import report_of_event
from arpad.office.storage.schema import events, revisions
from arpad.papers.period_sheet import EventPart, event_parts, notes, period_reasons
from arpad.papers.player_sheet import RoundLine
from arpad.rating.coefficient import within_limit
from arpad.rating.first_rating import InitialRating
from arpad.regulations.articles import TIME_CLASSES, TimeClass

# An event as it was rated: its report, and every player's change by the lists that counted.


@dataclass(frozen=True, slots=True)
class ReportView:
    """An event with the report that was accepted, None while there is none, and with what the office knows better."""

    record: OfficeEvent
    accepted: Accepted | None

    @property
    def report(self) -> Report:
        """The report with the ids and the days that the office knows."""
        if self.accepted is None:
            raise ArpadError("event-not-accepted", event=self.record.id)
        known, event = self.accepted, self.accepted.report.event
        players = tuple(player._replace(id=known.ids.get(player.rank, player.id)) for player in event.players)
        start, end = event.start or known.start, event.end or known.end
        return replace(known.report, event=replace(event, players=players, start=start, end=end))


@dataclass(frozen=True, slots=True)
class EventView(ReportView):
    """An event for everybody. `parts` are empty while it is not rated on a published list."""

    parts: tuple[RatedPart, ...]

    @property
    def event(self) -> Event | None:
        """The event as its report has it, None while none was accepted."""
        return None if self.accepted is None else self.accepted.report.event


def view_event(desk: Desk, number: int) -> EventView:
    """An event with its report and its ratings, as published lists have them."""
    with read_transaction(desk, published=True) as repository:
        row = event_row(repository, number)
        record, accepted = event_record(desk, repository, row), _accepted(repository, row)
        if accepted is None:
            return EventView(record, None, ())
        return EventView(record, accepted, _parts(desk, repository, row, accepted.sha256))


def view_report(desk: Desk, number: int) -> ReportView:
    """An event with its report."""
    with read_transaction(desk, published=True) as repository:
        row = event_row(repository, number)
        return ReportView(event_record(desk, repository, row), _accepted(repository, row))


def _accepted(repository: ListRepository, row: Row[Any]) -> Accepted | None:
    """The report of an event that was accepted."""
    return report_of_event(repository.connection, row) if row.state in HELD else None


def _parts(desk: Desk, repository: ListRepository, row: Row[Any], key: str) -> tuple[RatedPart, ...]:
    """The parts of a report, rated as the closing of its period rated them."""
    version = None if row.period is None else repository.newest.get(row.period)
    if version is None or version.kind != "closed":
        return ()
    manifest = repository.manifest(version)
    own = [report for report in manifest["reports"] if report["sha256"] == key]
    period = period_of({**manifest, "reports": own}, stored_in(repository), desk.regulations)
    now, parts = opened(period), period_parts(period)
    lookup = Lookup(period, now, results_of(now), parts)
    return tuple(rate_part(part, lookup.lists_for(part)) for part in parts)


# The games that the office holds: events of lists and events that wait for one, the games in them, and what a waiting
# event would change.


class HeldGames(NamedTuple):
    """The games of a player in an event, with the list that it was rated for and the change there, if they had a
    rating. A waiting event is accepted, and on no published list."""

    played: PlayedEvent
    period: dt.date | None
    change: ListedChange | None

    @property
    def waiting(self) -> bool:
        return self.period is None


class WaitingChange(Document, frozen=True):
    """What an event that waits for the next list would change, by the ratings of now; in whole hundredths."""

    event: int
    name: str
    time_class: TimeClass
    games: int
    score: HalfPoints
    change: Hundredths


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player for everybody: the history, the ranks, the games that the office holds, event by event, other ids of
    theirs, and what the lists changed about them. `digest` is that of the newest list."""

    record: PlayerRecord
    ranks: Mapping[TimeClass, PlayerRank]
    held: tuple[HeldGames, ...]
    digest: str
    other_ids: tuple[str, ...] = ()
    past: tuple[PersonDifference, ...] = ()


def view_player(desk: Desk, id_: str) -> PlayerView:
    """A player with their games in the events that were rated for the published lists, and in those that wait."""
    with read_transaction(desk, published=True) as repository:
        record = player_on(repository, id_)
        last = repository.last()
        digest = "" if last is None else last.digest
        ids = repository.identities(record.id)
        held = tuple(_held(desk, repository, record, ids))
        return PlayerView(record, ranks_on(repository, id_), held, digest, ids[1:], tuple(past_of(repository, id_)))


def _held(desk: Desk, repository: ListRepository, record: PlayerRecord, ids: Sequence[str]) -> Iterator[HeldGames]:
    """The games of a player in the order of their days, also those under identities that were merged into theirs; and
    against opponents who were merged, under the one that is kept."""
    gone = repository.merged()
    lists = {entry.period for entries in record.histories.values() for entry in entries if entry.games}
    periods = {row.id: row.period for row in repository.versions}
    merged = [row for id_ in ids[1:] for row in repository.history(id_)]
    lists |= {periods[row.version_id] for row in merged if row.games and row.version_id in periods}
    found = sorted(games_held(repository, ids, lists), key=lambda held: (held[0].day or dt.date.min, held[0].id))
    changes = {
        (period, change.event, change.time_class): change
        for period in sorted({period for _, period in found if period is not None})
        for id_ in ids
        for change in _changes_of(desk, repository, period, id_)
    }
    for played, period in found:
        change = None if period is None else changes.get((period, played.id, played.time_class))
        yield HeldGames(_kept_opponents(played, gone), period, change)


def _changes_of(desk: Desk, repository: ListRepository, period: dt.date, id_: str) -> list[ListedChange]:
    """What each event of a list changed for a player: from its file, which is made when it is first asked for."""
    version = repository.newest[period]
    if version.kind != "closed":
        return []

    def make() -> Tables:
        again = period_of_version(desk, repository, version)
        return change_tables(again, _events_of(repository, {accepted.sha256 for accepted in again.reports}))

    name = f"{version.digest}-{held_events(repository)[period].digest[:16]}"
    index = repository.ledgers.opened(name, "changes", ChangesIndex, make)
    return (index or repository.known.of(("changes", name), lambda: ChangesIndex(make()))).of(id_)


def open_changes(desk: Desk) -> None:
    """Make the changes of the newest published list, if they are missing: nobody has to wait for them."""
    with read_transaction(desk, published=True) as repository:
        last = repository.last()
        if last is not None and last.period in held_events(repository):
            _changes_of(desk, repository, last.period, "")


def _kept_opponents(played: PlayedEvent, gone: Mapping[str, str]) -> PlayedEvent:
    if not any(game.opponent in gone for game in played.games):
        return played
    games = (game._replace(opponent=gone.get(game.opponent, game.opponent)) for game in played.games)
    return played._replace(games=tuple(games))


def waiting_changes(desk: Desk, id_: str, numbers: Sequence[int]) -> tuple[WaitingChange, ...]:
    """What waiting events would change for a rated player, by the rules of the next list; nothing that those rules
    leave open, such as a first rating."""
    with read_transaction(desk, published=True) as repository:
        date = next_list(desk, repository)
        if date is None:
            return ()
        rows = repository.events(events.c.id.in_(numbers))
        reports = select(revisions.c.sha256, revisions.c.event_id).where(revisions.c.event_id.in_(numbers))
        names = {row.sha256: row.event_id for row in repository.connection.execute(reports)}
        changes: list[WaitingChange] = []
        for time_class in TIME_CLASSES:
            own = [row for row in rows if row.time_class == time_class]
            if not own:
                continue
            try:
                period = explain_player(period_of_events(desk, repository, date, own), id_, time_class)
            except ArpadError:
                continue  # the next list has no edition yet, or none for this time class
            for outcome in period.outcomes:
                line = outcome.line
                if line.participant.rating is None or line.result is None:
                    continue
                k = within_limit(outcome.edition, line.participant.k or 0, period.games)
                part = outcome.of.part
                number = names[part.accepted.sha256]
                changes.append(
                    WaitingChange(number, part.event.name, time_class, line.games, line.score, k * line.result)
                )
        return tuple(changes)


# The claim sheet: a player's period, computed again with all its reasons.


@dataclass(frozen=True, slots=True)
class PeriodSheet(Explained):
    """A player on a version of a list: the row on the list before, the period, and the row on this list.

    `numbers` are the numbers of the events by the hashes of their reports, `known` the opponents who are on this list.
    """

    version: ListVersion
    numbers: Mapping[str, int] = field(default_factory=dict)
    known: frozenset[str] = frozenset()


def sheet(
    desk: Desk,
    id_: str,
    period: dt.date,
    number: int | None = None,
    time_class: TimeClass = "standard",
    *,
    published: bool = False,
) -> PeriodSheet:
    """The sheet of a player for a list, by the version given or the newest; `published`: only published ones."""
    with read_transaction(desk, published=published) as repository:
        row = repository.find(period, number)
        after = repository.ledger(row).rows([id_]).get(id_)
        if after is None:
            raise ArpadError("player-not-on-list", id=id_, period=f"{period:%Y-%m}")
        if row.kind == "import":
            raise ArpadError("sheet-imported", period=f"{period:%Y-%m}")
        again = period_of_version(desk, repository, row)
        found = explained(again, id_, time_class, after)
        known = {field.name: getattr(found, field.name) for field in fields(found)}
        opponents = repository.ledger(row).rows(sorted(_met(found)))
        return PeriodSheet(
            **known, version=version_record(row), numbers=_numbers(repository, found), known=frozenset(opponents)
        )


def _met(found: Explained) -> set[str]:
    """The ids of everybody in the events of the period."""
    return {
        player.participant.player.id
        for outcome in found.period.outcomes
        for player in outcome.of.rating.players
        if player.participant.player.id
    }


def _numbers(repository: ListRepository, found: Explained) -> dict[str, int]:
    """The numbers of the events of the period, by the hashes of their reports."""
    return _events_of(repository, {outcome.of.part.accepted.sha256 for outcome in found.period.outcomes})


def _events_of(repository: ListRepository, hashes: Collection[str]) -> dict[str, int]:
    wanted = (
        select(revisions.c.sha256, revisions.c.event_id)
        .join(events, events.c.id == revisions.c.event_id)
        .where(events.c.system_id == repository.system.id)
    )
    return {
        row.sha256: row.event_id
        for some in batches(sorted(hashes))
        for row in repository.connection.execute(wanted.where(revisions.c.sha256.in_(some)))
    }


# A player's claim sheet as a JSON document.


class SheetGameDocument(Document, frozen=True):
    """A round of a player in an event. `opponent_id` is the player of the office, `counts_as` the rating with which an
    opponent counts for a first rating; the six before it are there if the game changes a rating."""

    round: int
    colour: str | None
    opponent: TextOrNone
    opponent_id: TextOrNone
    rating: int | None
    standing_in: bool
    score: HalfPoints | None
    rated: bool
    reason: TextOrNone
    article: TextOrNone
    difference: int | UnsetType = UNSET
    used_difference: int | UnsetType = UNSET
    capped: bool | UnsetType = UNSET
    expected: Hundredths | UnsetType = UNSET
    result: Hundredths | UnsetType = UNSET
    change: Hundredths | UnsetType = UNSET
    counts_as: int | UnsetType = UNSET


class SheetEventDocument(Document, frozen=True):
    """An event of a period: `event` is its number at `/events/{number}`, null if it is not held here any more."""

    event: int | None
    name: str
    edition: str
    list: dt.date
    start: dt.date | None
    end: dt.date | None
    sha256: str
    rating: int | None
    games: int
    score: HalfPoints
    result: Hundredths | None
    listed_k: int | None
    k: int | None
    change: Hundredths | None
    opponents: tuple[SheetGameDocument, ...]
    steps: Reasons


class LeftOutDocument(Document, frozen=True):
    """An event of which nothing counts."""

    name: str
    edition: str


class SheetDocument(Document, frozen=True):
    """Why a player's rating is what it is: the events and games of a period."""

    id: str
    name: str
    period: dt.date
    version: int
    state: str
    digest: str
    reason: str
    time_class: str
    edition: str
    previous: dt.date | None
    before: int | None
    after: int | None
    base: int | None
    games: int
    change: Hundredths | None
    rounded: int | None
    computed: int | None
    k: int | None
    next_k: int | None
    games_so_far: int
    events: tuple[SheetEventDocument, ...]
    left_out: tuple[LeftOutDocument, ...]
    first: InitialRating | None
    notes: list[str]
    steps: Reasons


def sheet_document(found: PeriodSheet, language: Language) -> SheetDocument:
    """The contract's fields, and more beside them."""
    period, own = found.period, found.standing
    parts = event_parts(found, language)
    rated = period.base is not None and period.rating is not None
    return extended(
        SheetDocument,
        found.version,
        id=found.after.id,
        name=found.after.name,
        time_class=found.time_class,
        edition=found.edition.id,
        previous=found.previous,
        before=found.rating_before,
        after=own.rating or None,
        base=period.base,
        games=period.games,
        change=period.change if rated else None,
        rounded=(period.rating or 0) - (period.base or 0) if rated and found.played else 0 if rated else None,
        computed=found.computed,
        k=next((part.k for part in reversed(parts) if part.k is not None), None),
        next_k=own.k or None,
        games_so_far=own.total,
        events=tuple(_event(part, found.numbers.get(part.outcome.of.part.accepted.sha256)) for part in parts),
        left_out=tuple(LeftOutDocument(out.of.part.event.name, out.edition.id) for out in period.left_out),
        first=period.first,
        notes=notes(found, language),
        steps=period_reasons(found),
    )


def _event(part: EventPart, number: int | None) -> SheetEventDocument:
    own, of = part.outcome.line, part.outcome.of
    games, score = part.against_rated
    return extended(
        SheetEventDocument,
        part,
        event=number,
        edition=part.outcome.edition.id,
        list=of.part.list_date,
        start=of.part.event.start,
        end=of.part.event.end,
        sha256=of.part.accepted.sha256,
        rating=own.participant.rating,
        games=games,
        score=score,
        result=own.result,
        listed_k=own.participant.k,
        opponents=tuple(_opponent(line, part.k) for line in part.lines),
    )


def _opponent(line: RoundLine, k: int | None) -> SheetGameDocument:
    played, change = line.result, line.change
    own: dict[str, Any] = {
        "round": played.round,
        "colour": played.colour if played.opponent is not None else None,
        "opponent_id": line.id,
        "score": None if played.result is None else HALF_POINTS_OF[played.result],
    }
    if change is None:
        counts_as = UNSET if line.used is None else line.used
        return extended(SheetGameDocument, line, **own, result=UNSET, change=UNSET, counts_as=counts_as)
    own |= {name: getattr(change, name) for name in ("difference", "used_difference", "capped", "expected")}
    return extended(SheetGameDocument, line, **own, result=change.change, change=(k or 0) * change.change)
