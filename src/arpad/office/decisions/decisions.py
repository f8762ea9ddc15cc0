"""Decisions about persons, ratings, merged identities and federations, and erasing personal data.

Published lists, reports and logs are protected by hashes, so what they contain cannot be erased.
"""

import datetime as dt
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

import pyarrow.compute as pc
from sqlalchemy import Connection, select

from arpad.documents.document import Document, ShownAs
from arpad.documents.schema import Anything
from arpad.eligibility.facts import FACTS, Fact
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs import parse as people
from arpad.inputs.declared import Input, as_typed, inputs_of
from arpad.lists.ledger import LedgerRow
from arpad.office._list_repository import ListRepository, editions_at, next_list
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction, write_transaction
from arpad.office.periods import must_be_published, must_have_reason, replay
from arpad.office.records import HELD, KeptDecision, Replay, Submitted
from arpad.office.storage._seals import remove_sealed
from arpad.office.storage._tables import all_decisions, decisions_for, keep_decision, merged, report_of_event
from arpad.office.storage.schema import (
    events,
    tournament_contacts,
    tournament_log,
    tournament_mails,
    tournament_subscriptions,
)
from arpad.progress import StepsDone
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import list_in_force, lists_after

# A decision is a value: frozen, with its fields, its checks and what it changes. One use case takes it.


@dataclass(frozen=True, slots=True)
class Taken:
    """What a decision changed: the first list that is no longer right (None: no list), and the verdict on a report."""

    start: dt.date | None
    submitted: Submitted | None = None


class Decision(ABC):
    """Something that an officer decides. A subclass is a frozen dataclass: its docstring tells programs what it does,
    its fields say how they are asked for (`Input`). `command` is its word on the command line and ends its
    address, `outcome` the word of the page that confirms it (`web.done.*`). `examines`: its answer has the
    findings of a report."""

    __slots__ = ()
    command: ClassVar[str]
    outcome: ClassVar[str] = "decided"
    needs_reason: ClassVar[bool] = True
    examines: ClassVar[bool] = False
    reason: str

    @abstractmethod
    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        """Check the decision against the stored data, and store it."""


def decide(desk: Desk, decision: Decision, progress: StepsDone | None = None) -> Replay:
    """Take a decision, and make the lists again that it changes."""
    if decision.needs_reason:
        must_have_reason(decision.reason)
    with write_transaction(desk) as repository:
        taken = decision.take(desk, repository)
        if taken.start is None:
            return Replay((), (), taken.submitted)
        return replay(desk, repository, taken.start, decision.reason, progress, taken.submitted)


def list_decisions(desk: Desk) -> list[KeptDecision]:
    """Return all decisions."""
    with read_transaction(desk) as repository:
        return all_decisions(repository.connection, repository.system.id)


def _player(flag: str, help_: str) -> Input:
    return Input(kind="player", about="A player's id.", max_length=80, flag=flag, help=help_)


def _list(flag: str, help_: str, metavar: str = "") -> Input:
    about = "The list from which on it holds: 2024-05."
    return Input(parse.period, kind="month", about=about, max_length=10, flag=flag, help=help_, metavar=metavar)


def _reason(help_: str) -> Input:
    about = "Why. It goes into the log and to the new versions."
    return Input(
        as_typed, kind="area", about=about, max_length=2000, blank=True, flag="--reason", help=help_, metavar="TEXT"
    )


def _rating(about: str) -> Input:
    """A rating, or the word `none`."""
    return Input(
        lambda where, typed: parse.rating_or_none(where, typed.strip()),
        about=about,
        max_length=10,
        flag="RATING",
        help="cli.help.office-rating",
    )


def _fact(fact: Fact) -> Input:
    """Return the input for a fact. A yes or no can be given both ways, also to take it back."""
    given = replace(fact, about="Empty: it stays as it is.", max_length=200, blank=False, default=None)
    if not fact.yes_or_no:
        return given
    flag = fact.flag if "/" in fact.flag else f"{fact.flag}/--no-{fact.flag[2:]}"
    return replace(given, kind="select", about="yes or no; empty: it stays as it is.", flag=flag)


PlayerId = Annotated[str, _player("ID", "cli.help.office-id")]
Keep = Annotated[str, _player("KEEP", "cli.help.office-keep")]
Drop = Annotated[str, _player("DROP", "cli.help.office-drop")]
FirstList = Annotated[dt.date, _list("--from", "cli.help.office-from", "PERIOD")]
OnList = Annotated[dt.date, _list("PERIOD", "cli.help.office-period")]
Reason = Annotated[str, _reason("cli.help.office-reason")]
PerhapsReason = Annotated[str, _reason("cli.help.office-reason-optional")]
Rating = Annotated[int | None, _rating("A rating, or none.")]
BaseRating = Annotated[int | None, _rating("A rating; or none, which takes it back.")]
Federation = Annotated[
    str, Input(parse.federation, about="Three letters.", max_length=10, flag="FED", help="cli.help.office-fed")
]
EventNumber = Annotated[int, Input(parse.number, flag="EVENT", help="cli.help.office-event")]
Class = Annotated[
    TimeClass,
    Input(
        parse.time_class,
        kind="select",
        options=TIME_CLASSES,
        words="time-class.",
        flag="--time-class",
        help="cli.help.office-time-class",
        metavar="standard|rapid|blitz",
    ),
]
Identities = Annotated[
    Mapping[int, str],
    Input(
        people.identities,
        kind="area",
        about="RANK=ID, one a line: 12=2250000.",
        max_length=20_000,
        several=True,
        flag="--player",
        help="cli.help.office-identity",
        metavar="RANK=ID",
    ),
]
GivenFacts = Annotated[Mapping[str, Any], tuple(_fact(fact) for fact in FACTS)]
"""Facts of an event by their names, one field for each."""
AnotherEvent = Annotated[
    bool,
    Input(
        as_typed,
        kind="checkbox",
        about="These are not the games of the event that has equal ones.",
        flag="--another-event",
        help="cli.help.office-another-event",
        answers=True,
    ),
]
ReportFile = Annotated[
    bytes, Input(as_typed, kind="file", about="The right report.", flag="FILE", help="cli.help.report-file")
]


# Decisions that count from a list on.


class DatedDecision(Decision):
    """A decision that counts from a list on; if that list exists, it and the later ones are made again."""

    __slots__ = ()
    amends: ClassVar[bool] = False
    """Whether it may change a list that was imported."""
    period: dt.date

    @abstractmethod
    def data(self) -> Mapping[str, Any]:
        """Return the data to store."""

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        if not repository.newest:
            raise ArpadError("period-no-list", period=f"{self.period:%Y-%m}")
        imported = [period for period, row in repository.newest.items() if row.kind == "import"]
        if imported and self.period <= max(imported) and not (self.amends and self.period in imported):
            raise ArpadError("decision-imported", period=f"{self.period:%Y-%m}", last=f"{max(imported):%Y-%m}")
        if imported and self.period == max(imported):
            must_be_published(repository, "import")
        edition = next(iter(editions_at(desk, repository, self.period).values()))
        if (before := list_in_force(edition, self.period)) != self.period:
            days = {"before": before.isoformat(), "after": next(lists_after(edition, self.period)).isoformat()}
            raise ArpadError("list-date", date=self.period.isoformat(), **days)
        data = self.data()
        if "id" in data:
            known_player(repository, data["id"])
        if any(period >= self.period and row.state == "published" for period, row in repository.newest.items()):
            must_have_reason(self.reason)
        keep_decision(repository.connection, repository.system.id, self.period, self.command, data, self.reason)
        desk.record(
            repository.connection, f"decided-{self.command}", f"{self.period:%Y-%m}", reason=self.reason, **data
        )
        return Taken(self.period)


def known_player(repository: ListRepository, id_: str) -> None:
    """Check that a player is on the newest list."""
    last = repository.last()
    if last is None or not repository.ledger(last).rows([id_]):
        raise ArpadError("player-unknown", id=id_)


# What the office may forget of a person: contacts, and the day and month of birth. What was published stays. A
# published list is proved by its digest, and reports, decisions and logs by their hashes: what is in them cannot go.

ENTERING = ("entry.added", "entry.applied", "entry.changed")
"""The lines of a tournament that may name the ID of a player."""


@dataclass(frozen=True, slots=True)
class ErasePerson(DatedDecision):
    """Erase what need not be kept of a player: mail and telephone in all tournaments at once, and the day and month of
    birth from a list on. The year of birth stays, and so do lists, reports and logs of the past."""

    command = "erase"
    id: PlayerId
    period: FirstList
    reason: Reason

    def data(self) -> Mapping[str, Any]:
        return {"id": self.id, "changes": {"birthday": 0}}

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        taken = DatedDecision.take(self, desk, repository)
        erased = sum(
            _erase_contact(repository.connection, *entry) for entry in entries_of(repository.connection, self.id)
        )
        desk.record(repository.connection, "contacts-erased", self.id, count=erased)
        return taken


def entries_of(connection: Connection, id_: str) -> Iterator[tuple[int, int]]:
    """The entries of a player in the tournaments of this database: the number of the tournament, and of the entry."""
    table = tournament_log.c
    named = table.data.contains(id_, autoescape=True)
    asked = select(table.tournament_id, table.data).where(table.kind.in_(ENTERING), named)
    found = set()
    for tournament, text in connection.execute(asked):
        data = json.loads(text)
        if id_ in (data.get("id"), data.get("changes", {}).get("id")):
            found.add((tournament, int(data["entry"])))
    yield from sorted(found)


def _erase_contact(connection: Connection, tournament: int, entry: int) -> int:
    """Erase how a player can be reached, and the notices by mail about them."""
    own = (tournament_contacts.c.tournament_id == tournament, tournament_contacts.c.subject == f"entry {entry}")
    followed = select(tournament_subscriptions.c.number).where(
        tournament_subscriptions.c.tournament_id == tournament, tournament_subscriptions.c.entry == entry
    )
    for table, number in ((tournament_mails, "subscription"), (tournament_subscriptions, "number")):
        remove_sealed(connection, table, table.c.tournament_id == tournament, table.c[number].in_(followed))
    return remove_sealed(connection, tournament_contacts, *own)


# Decisions beside the reports: persons changed, ratings set, identities merged, federations excluded; and undone.

DETAILS = ("name", "federation", "sex", "title", "born", "birthday")


@dataclass(frozen=True, slots=True)
class ChangePerson(DatedDecision):
    """Change the data of a player, from a list on. Empty fields stay as they are."""

    command = "person"
    needs_reason = False  # unless a published list changes
    id: PlayerId
    period: FirstList
    name: Annotated[str | None, Input(people.full_name, flag="--name", help="cli.help.office-name", metavar="TEXT")] = (
        None
    )
    federation: Annotated[
        str | None,
        Input(
            parse.federation,
            about="Three letters.",
            max_length=10,
            flag="--federation",
            help="cli.help.office-transfer",
            metavar="XYZ",
        ),
    ] = None
    sex: Annotated[
        str | None,
        Input(
            people.sex,
            kind="select",
            options=("", "f", "m"),
            words="web.sex.",
            flag="--sex",
            help="cli.help.office-sex",
            metavar="m|f",
        ),
    ] = None
    title: Annotated[
        str | None,
        Input(
            people.title,
            kind="select",
            options=("", parse.NONE, *people.GIVEN_TITLES),
            words="web.said.",
            flag="--title",
            help="cli.help.office-title",
            metavar="TITLE",
        ),
    ] = None
    born: Annotated[
        int | None,
        Input(people.year_of_birth, kind="number", flag="--born", help="cli.help.office-born", metavar="YEAR"),
    ] = None
    birthday: Annotated[
        int | None,
        Input(people.birthday, kind="date", flag="--birthday", help="cli.help.office-birthday", metavar="DATE"),
    ] = None
    deceased: Annotated[
        bool,
        Input(
            as_typed, kind="checkbox", about="Died: listed no more.", flag="--deceased", help="cli.help.office-deceased"
        ),
    ] = False
    reason: PerhapsReason = ""

    def __post_init__(self) -> None:
        if self.name == "" or not self.data()["changes"]:
            raise ArpadError("office-person-nothing")

    def data(self) -> Mapping[str, Any]:
        changes = {detail: getattr(self, detail) for detail in DETAILS if getattr(self, detail) is not None}
        return {"id": self.id, "changes": changes | ({"absent": "deceased"} if self.deceased else {})}


@dataclass(frozen=True, slots=True)
class SetRating(DatedDecision):
    """Decide a player's rating on a list, and replay the lists since."""

    command = "rating"
    amends = True
    id: PlayerId
    period: OnList
    rating: Rating
    time_class: Class = field(default="standard", kw_only=True)
    reason: Reason

    def data(self) -> Mapping[str, Any]:
        return {"id": self.id, "time_class": self.time_class, "rating": self.rating or 0}


@dataclass(frozen=True, slots=True)
class Merge(Decision):
    """Make one player of two ids, and replay the lists since."""

    command = "merge"
    keep: Keep
    drop: Drop
    reason: Reason

    def __post_init__(self) -> None:
        if self.keep == self.drop:
            raise ArpadError("merge-same", id=self.keep)

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        standing = merged(all_decisions(repository.connection, repository.system.id))
        for id_ in (self.keep, self.drop):
            known_player(repository, id_)
            if id_ in standing:
                raise ArpadError("merge-gone", id=id_, keep=standing[id_])
        start = _first_list_of(desk, repository, self.keep, self.drop)
        data = {"keep": self.keep, "drop": self.drop}
        keep_decision(repository.connection, repository.system.id, start, self.command, data, self.reason)
        desk.record(repository.connection, "merged", self.keep, drop=self.drop, reason=self.reason)
        return Taken(start)


@dataclass(frozen=True, slots=True)
class Unmerge(Decision):
    """Take a merge back, and replay the lists since."""

    command = "unmerge"
    outcome = "undone"
    keep: Keep
    drop: Drop
    reason: Reason

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        data = {"keep": self.keep, "drop": self.drop}
        standing = [
            decision for decision in all_decisions(repository.connection, repository.system.id) if not decision.undone
        ]
        merges = [decision.id for decision in standing if decision.kind == Merge.command and decision.data == data]
        if not merges:
            raise ArpadError("merge-none", **data)
        return Undo(merges[-1], self.reason).take(desk, repository)


@dataclass(frozen=True, slots=True)
class AboutFederation(DatedDecision):
    """Whether the members of a federation are listed (16.1 to 16.3, 10.1)."""

    excludes: ClassVar[bool]
    in_vain: ClassVar[str]
    """The error of a decision that changes nothing."""
    federation: Federation
    period: FirstList
    reason: Reason

    def data(self) -> Mapping[str, Any]:
        return {"federation": self.federation}

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        """Take the decision; refuse one that changes nothing."""
        standing = decisions_for(repository.connection, repository.system.id, self.period, self.period)
        if (self.federation in standing.excluded) == self.excludes:
            raise ArpadError(self.in_vain, federation=self.federation, period=f"{self.period:%Y-%m}")
        return DatedDecision.take(self, desk, repository)


class Exclude(AboutFederation):
    """Stop listing the members of a federation, from a list on."""

    command = "exclude"
    excludes = True
    in_vain = "exclude-twice"


class Readmit(AboutFederation):
    """List the members of a federation again, from a list on."""

    command = "readmit"
    excludes = False
    in_vain = "readmit-none"


@dataclass(frozen=True, slots=True)
class Undo(Decision):
    """Take a decision back, and replay the lists since."""

    command = "undo"
    outcome = "undone"
    decision: Annotated[
        int,
        Input(
            parse.number,
            kind="number",
            about="The number of a decision.",
            max_length=10,
            flag="DECISION",
            help="cli.help.office-decision",
        ),
    ]
    reason: Reason

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        decisions = {decision.id: decision for decision in all_decisions(repository.connection, repository.system.id)}
        undone = decisions.get(self.decision)
        if undone is None or undone.kind == self.command:
            raise ArpadError("decision-unknown", decision=self.decision)
        if undone.undone:
            raise ArpadError("decision-undone", decision=self.decision)
        system, data = repository.system.id, {"kind": undone.kind, **undone.data}
        keep_decision(repository.connection, system, undone.period, self.command, data, self.reason, undoes=undone.id)
        desk.record(repository.connection, "undone", str(undone.id), reason=self.reason, **data)
        return Taken(undone.period)


DECISIONS: tuple[type[Decision], ...] = (
    ChangePerson, ErasePerson, SetRating, Merge, Unmerge, Exclude, Readmit, Undo,
)  # fmt: skip
"""All of them, in the order of the desk."""


def _first_list_of(desk: Desk, repository: ListRepository, keep: str, drop: str) -> dt.date:
    """Return the first closed list with games of the identity to be dropped; otherwise the last closed one."""
    periods: list[dt.date] = []
    for row in repository.events(events.c.state.in_(HELD)):
        ids = {player.id for player in report_of_event(repository.connection, row).event.players}
        if keep in ids and drop in ids:
            raise ArpadError("merge-both-play", keep=keep, drop=drop, event=row.id, name=row.name)
        if drop in ids and row.period is not None:
            periods.append(row.period)
    closed: list[dt.date] = [period for period, row in repository.newest.items() if row.kind == "closed"]
    if periods:
        return min(periods)
    following = next_list(desk, repository)
    assert following is not None
    return max(closed) if closed else following


# The people a decision is about, before it and after it: every field that becomes different is shown.

NAMING = ("id", "keep", "drop")
"""The data of a decision that name a player."""
FIELDS = ("name", "federation", "sex", "title", "born", "birthday", "absent")
LISTED = ("", "excluded")
"""How members of a federation are marked if they are listed as soon as it is."""


OrNone = Annotated[Any, ShownAs(Anything, lambda value: value or None)]


class ChangedField(Document, frozen=True):
    """A field of a person that becomes different."""

    field: str
    before: OrNone
    after: OrNone


@dataclass(frozen=True, slots=True)
class ConcernedPerson:
    """Somebody a decision is about: their row on the newest list, and the fields that become different."""

    row: LedgerRow
    changes: tuple[ChangedField, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenPeople:
    """The people of a decision at one moment: their `rows` on the newest list; their `fields` on the list from which it
    counts; how many players of a federation are `listed` there, if it is about one; and the decision that is
    `taken_back`, if it takes one back."""

    rows: Mapping[str, LedgerRow] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    listed: Mapping[str, int] = field(default_factory=dict)
    taken_back: KeptDecision | None = None


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a decision is about: players, a rating of theirs, a federation; and the list from which it counts."""

    ids: Sequence[str]
    period: dt.date | None = None
    federation: str = ""
    rating: str = ""
    taken_back: KeptDecision | None = None


def people_seen(desk: Desk, decision: Decision) -> SeenPeople:
    """Look at the people of a decision, or of the one that it takes back, as a desk has them now."""
    with read_transaction(desk) as repository:
        last, subject = repository.last(), _subject(repository, decision)
        if last is None:
            return SeenPeople(taken_back=subject.taken_back)
        newest = repository.ledger(last)
        rows = newest.rows(subject.ids)
        fields = {id_: _fields(repository, subject, last.period, rows[id_]) for id_ in subject.ids if id_ in rows}
        listed = {subject.federation: _listed(repository, subject, newest.players)} if subject.federation else {}
        known = {id_: rows[id_] for id_ in subject.ids if id_ in rows}
        return SeenPeople(known, fields, listed, subject.taken_back)


def people_between(before: SeenPeople, after: SeenPeople) -> tuple[ConcernedPerson, ...]:
    """Return the people with what becomes different. If an identity appears only afterwards, all are shown as then."""
    rows = after.rows if len(after.rows) > len(before.rows) else before.rows
    return tuple(
        ConcernedPerson(row, tuple(_changes(before.fields.get(id_, {}), after.fields.get(id_, {}))))
        for id_, row in rows.items()
    )


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ChangedField]:
    return [
        ChangedField(name, value, after[name])
        for name, value in before.items()
        if name in after and (value or "") != (after[name] or "")
    ]


def _subject(repository: ListRepository, decision: Decision) -> _Subject:
    if isinstance(decision, Undo):
        known = {
            kept_decision.id: kept_decision
            for kept_decision in all_decisions(repository.connection, repository.system.id)
        }
        return _Subject(()) if decision.decision not in known else _of_kept(known[decision.decision])
    ids = [str(getattr(decision, question.name)) for question in inputs_of(type(decision)) if question.kind == "player"]
    if isinstance(decision, AboutFederation):
        return _Subject((), decision.period, decision.federation)
    if isinstance(decision, SetRating):
        return _Subject(ids, decision.period, rating=decision.time_class)
    return _Subject(ids, decision.period if isinstance(decision, ChangePerson | ErasePerson) else None)


def _of_kept(decision: KeptDecision) -> _Subject:
    """What a decision that is kept is about."""
    ids = [decision.data[name] for name in NAMING if name in decision.data]
    return _Subject(
        ids, decision.period, decision.data.get("federation", ""), decision.data.get("time_class", ""), decision
    )


def _fields(repository: ListRepository, subject: _Subject, last: dt.date, row: LedgerRow) -> dict[str, Any]:
    """The fields of a person on the list from which a decision counts; if that list is still to come, those of the
    newest one with what is decided until then."""
    period = subject.period
    if period is not None and period <= last:
        row = repository.past(period).rows([row.id]).get(row.id, row)
    known = {name: getattr(row, name) for name in FIELDS}
    ratings = {name: row.standings[place].rating for place, name in enumerate(TIME_CLASSES) if name == subject.rating}
    if period is None or period <= last:
        return known | ratings
    waiting = decisions_for(repository.connection, repository.system.id, last, period)
    known |= {change.field: change.value for change in waiting.persons if change.id == row.id}
    decided = {decision.time_class: decision.rating for decision in waiting.ratings if decision.id == row.id}
    return known | {name: decided.get(name, 0) for name in ratings}


def _listed(repository: ListRepository, subject: _Subject, players: Any) -> int:
    """How many players of a federation are listed: none as long as it is excluded."""
    assert subject.period is not None
    standing = decisions_for(repository.connection, repository.system.id, subject.period, subject.period)
    if subject.federation in standing.excluded:
        return 0
    there = pc.or_(*(pc.equal(players["absent"], one) for one in LISTED))
    own = pc.and_(pc.equal(players["federation"], subject.federation), there)
    return int(pc.sum(own).as_py() or 0)
