"""A decision is a value: frozen, with its fields, its checks and what it changes. One use case takes it."""

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from arpad.eligibility.facts import FACTS, Fact
from arpad.inputs import parse
from arpad.inputs import parse as people
from arpad.inputs.declared import Input, as_typed
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction, write_transaction
from arpad.office.periods import must_have_reason, replay
from arpad.office.records import KeptDecision, Replay, Submitted
from arpad.office.storage._tables import all_decisions
from arpad.progress import StepsDone
from arpad.regulations.articles import TIME_CLASSES, TimeClass


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
