"""A year in the life of an office, as steps drawn from a seed. Each step is one use case and one transaction.

The same steps leave the same office, byte for byte, on every database; so it can be told at any time how many of them
have been done.
"""

import datetime as dt
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from arpad.office.context import Desk, found_system
from arpad.office.decisions.corrections import CorrectReport, Withdraw
from arpad.office.decisions.decisions import Merge, Unmerge, decide
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from office_world import Person, people, report, write_list

PEOPLE, UNRATED = 60, 8
FIRST = dt.date(2023, 9, 1)
LISTS = 12
NOON = dt.datetime(2023, 9, 1, 12, tzinfo=dt.UTC)
TWINS = 2  # the last two are one and the same person under two ids


@dataclass(frozen=True, slots=True)
class Step:
    """Something that an officer does. `number` is its place in the year; `event` the event it is about."""

    number: int
    kind: str
    period: dt.date
    event: int = 0
    data: bytes = field(default=b"", repr=False)
    ids: tuple[str, str] = ("", "")


def world_of(seed: int) -> list[Person]:
    """Everybody who plays."""
    found = people(PEOPLE, seed, unrated=UNRATED)
    return [*found[:-1], found[-2]._replace(id=found[-1].id)]


def month_after(date: dt.date, months: int = 1) -> dt.date:
    count = date.year * 12 + date.month - 1 + months
    return dt.date(count // 12, count % 12 + 1, 1)


class _Year:
    """Draws the steps, one month after the other."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(f"year-{seed}")
        self.seed = seed
        self.world = world_of(seed)
        self.steps: list[Step] = []
        self.alive: dict[int, tuple[str, dt.date]] = {}
        self.events = 0
        self.merged = False

    def add(
        self, kind: str, period: dt.date, event: int = 0, data: bytes = b"", ids: tuple[str, str] = ("", "")
    ) -> None:
        self.steps.append(Step(len(self.steps), kind, period, event, data, ids))

    def month(self, period: dt.date) -> None:
        """Reports come in, the period is closed, more come in, it is closed again and published; the past changes."""
        for _ in range(self.dice.randint(1, 3)):
            self.submitted(period)
        self.add("close", period)
        if self.dice.random() < 0.3:
            self.submitted(period)
            self.add("close", period)
        if self.dice.random() < 0.3:
            self.corrected(period)
        self.add("publish", period)
        if self.dice.random() < 0.5:
            self.corrected(period)
        if self.dice.random() < 0.2:
            self.withdrawn(period)
        if self.dice.random() < 0.3 and len(self.alive) > 3:
            kept, dropped = self.world[-2], self.world[-1]
            self.add("unmerge" if self.merged else "merge", period, ids=(kept.id, dropped.id))
            self.merged = not self.merged

    def entrants(self) -> list[Person]:
        """All but one of the two who cannot play together."""
        return [*self.world[:-TWINS], self.dice.choice(self.world[-TWINS:])]

    def submitted(self, period: dt.date) -> None:
        self.events += 1
        name, start = f"Open {self.events}", month_after(period, -1) + dt.timedelta(days=self.dice.randrange(20))
        data = report(name, self.entrants(), start, self.seed)
        if self.dice.random() < 0.1:  # one that must be refused: nobody knows when it began
            data = b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b"042"))
        else:
            self.alive[self.events] = (name, start)
        self.add("submit", period, self.events, data)

    def corrected(self, period: dt.date) -> None:
        if self.alive:
            event = self.dice.choice(sorted(self.alive))
            name, start = self.alive[event]
            data = report(name, self.entrants(), start, f"{self.seed}-{len(self.steps)}")
            self.add("correct", period, event, data)

    def withdrawn(self, period: dt.date) -> None:
        if len(self.alive) > 3:
            event = self.dice.choice(sorted(self.alive))
            del self.alive[event]
            self.add("withdraw", period, event)


def year(seed: int, lists: int = LISTS) -> list[Step]:
    """The steps of a year, the list of 1 March 2024 among its lists."""
    drawn = _Year(seed)
    drawn.add("import", FIRST)
    for number in range(1, lists + 1):
        drawn.month(month_after(FIRST, number))
    return drawn.steps


def open_desk(url: str) -> Desk:
    return Desk(Database(url), regulations(), "fide", "officer", NOON)


def prepare(desk: Desk, seed: int, place: Path) -> Path:
    """An office without a list, and the list that is imported first."""
    found_system(desk, "ESP")
    return write_list(world_of(seed), place)


def perform(desk: Desk, step: Step, list_file: Path) -> None:
    """Do one step. Its time is its number, so that it is the same whenever it is done."""
    at = replace(desk, at=NOON + dt.timedelta(minutes=step.number))
    received = month_after(step.period, -1) + dt.timedelta(days=25)
    kinds: Mapping[str, Callable[[], object]] = {
        "import": lambda: import_list(at, list_file, step.period),
        "submit": lambda: submit(at, step.data, received=received),
        "close": lambda: close(at, step.period),
        "publish": lambda: publish(at, step.period),
        "correct": lambda: decide(at, CorrectReport(step.event, step.data, "another result")),
        "withdraw": lambda: decide(at, Withdraw(step.event, "not to be rated")),
        "merge": lambda: decide(at, Merge(*step.ids, "one person")),
        "unmerge": lambda: decide(at, Unmerge(*step.ids, "two persons after all")),
    }
    kinds[step.kind]()
