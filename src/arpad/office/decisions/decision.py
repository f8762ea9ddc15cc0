"""A decision is a value: frozen, with its fields, its checks and what it changes. One use case takes it."""

import datetime as dt
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction, write_transaction
from arpad.office.periods import must_have_reason, replay
from arpad.office.records import KeptDecision, Replay, Submitted
from arpad.office.storage._decision_rows import all_decisions
from arpad.progress import StepsDone


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
