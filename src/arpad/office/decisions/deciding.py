"""Decisions beside the reports: persons changed, ratings set, identities merged, federations excluded; and undone."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs import parse as people
from arpad.office.decisions.asked import (
    AskedField,
    Class,
    Drop,
    Federation,
    FirstList,
    Keep,
    OnList,
    PerhapsReason,
    PlayerId,
    Rating,
    Reason,
    as_given,
)
from arpad.office.decisions.dated import DatedDecision, known_player
from arpad.office.decisions.decision import Decision, Taken
from arpad.office.decisions.erasing import ErasePerson
from arpad.office.desk import Desk, Shelf, next_list
from arpad.office.records import HELD
from arpad.office.storage import all_decisions, decisions_for, events, keep_decision, merged, report_of_event

DETAILS = ("name", "federation", "sex", "title", "born", "birthday")


@dataclass(frozen=True, slots=True)
class ChangePerson(DatedDecision):
    """Change the data of a player, from a list on. Empty fields stay as they are."""

    command = "person"
    needs_reason = False  # unless a published list changes
    id: PlayerId
    period: FirstList
    name: Annotated[str | None, AskedField("--name", "cli.help.office-name", people.full_name, metavar="TEXT")] = None
    federation: Annotated[
        str | None,
        AskedField(
            "--federation", "cli.help.office-transfer", parse.federation, "Three letters.", metavar="XYZ", longest=10
        ),
    ] = None
    sex: Annotated[
        str | None,
        AskedField(
            "--sex",
            "cli.help.office-sex",
            people.sex,
            metavar="m|f",
            kind="select",
            options=("", "f", "m"),
            words="web.sex.",
        ),
    ] = None
    title: Annotated[
        str | None,
        AskedField(
            "--title", "cli.help.office-title", people.title, metavar="TITLE",
            kind="select", options=("", parse.NONE, *people.GIVEN_TITLES), words="web.said.",
        ),
    ] = None  # fmt: skip
    born: Annotated[
        int | None, AskedField("--born", "cli.help.office-born", people.year_of_birth, metavar="YEAR", kind="number")
    ] = None
    birthday: Annotated[
        int | None, AskedField("--birthday", "cli.help.office-birthday", people.birthday, metavar="DATE", kind="date")
    ] = None
    deceased: Annotated[
        bool, AskedField("--deceased", "cli.help.office-deceased", as_given, "Died: listed no more.", kind="checkbox")
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

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        standing = merged(all_decisions(shelf.connection, shelf.system.id))
        for id_ in (self.keep, self.drop):
            known_player(shelf, id_)
            if id_ in standing:
                raise ArpadError("merge-gone", id=id_, keep=standing[id_])
        start = _first_list_of(desk, shelf, self.keep, self.drop)
        data = {"keep": self.keep, "drop": self.drop}
        keep_decision(shelf.connection, shelf.system.id, start, self.command, data, self.reason)
        desk.record(shelf.connection, "merged", self.keep, drop=self.drop, reason=self.reason)
        return Taken(start)


@dataclass(frozen=True, slots=True)
class Unmerge(Decision):
    """Take a merge back, and replay the lists since."""

    command = "unmerge"
    said = "undone"
    keep: Keep
    drop: Drop
    reason: Reason

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        data = {"keep": self.keep, "drop": self.drop}
        standing = [decision for decision in all_decisions(shelf.connection, shelf.system.id) if not decision.undone]
        merges = [decision.id for decision in standing if decision.kind == Merge.command and decision.data == data]
        if not merges:
            raise ArpadError("merge-none", **data)
        return Undo(merges[-1], self.reason).take(desk, shelf)


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

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        """Take the decision; refuse one that changes nothing."""
        standing = decisions_for(shelf.connection, shelf.system.id, self.period, self.period)
        if (self.federation in standing.excluded) == self.excludes:
            raise ArpadError(self.in_vain, federation=self.federation, period=f"{self.period:%Y-%m}")
        return DatedDecision.take(self, desk, shelf)


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
    said = "undone"
    decision: Annotated[
        int,
        AskedField(
            "DECISION", "cli.help.office-decision", parse.number, "The number of a decision.", kind="number", longest=10
        ),
    ]
    reason: Reason

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        found = {decision.id: decision for decision in all_decisions(shelf.connection, shelf.system.id)}
        undone = found.get(self.decision)
        if undone is None or undone.kind == self.command:
            raise ArpadError("decision-unknown", decision=self.decision)
        if undone.undone:
            raise ArpadError("decision-undone", decision=self.decision)
        system, data = shelf.system.id, {"kind": undone.kind, **undone.data}
        keep_decision(shelf.connection, system, undone.period, self.command, data, self.reason, undoes=undone.id)
        desk.record(shelf.connection, "undone", str(undone.id), reason=self.reason, **data)
        return Taken(undone.period)


DECISIONS: tuple[type[Decision], ...] = (
    ChangePerson, ErasePerson, SetRating, Merge, Unmerge, Exclude, Readmit, Undo,
)  # fmt: skip
"""All of them, in the order of the desk."""


def _first_list_of(desk: Desk, shelf: Shelf, keep: str, drop: str) -> dt.date:
    """Return the first closed list with games of the identity to be dropped; otherwise the last closed one."""
    periods: list[dt.date] = []
    for row in shelf.events(events.c.state.in_(HELD)):
        ids = {player.id for player in report_of_event(shelf.connection, row).event.players}
        if keep in ids and drop in ids:
            raise ArpadError("merge-both-play", keep=keep, drop=drop, event=row.id, name=row.name)
        if drop in ids and row.period is not None:
            periods.append(row.period)
    closed: list[dt.date] = [period for period, row in shelf.newest.items() if row.kind == "closed"]
    if periods:
        return min(periods)
    following = next_list(desk, shelf)
    assert following is not None
    return max(closed) if closed else following
