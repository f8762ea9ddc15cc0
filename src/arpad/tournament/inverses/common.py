"""A line that is to be undone, with all that its inverse may look at."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from arpad.i18n import ArpadError, Words
from arpad.tournament.hearing import Hearing
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.state import EventState


@dataclass(frozen=True, slots=True)
class Undoing:
    """A line with the state before it and the state now. `later` are the lines after it; `at` is the moment of now."""

    line: LogLine
    before: EventState
    now: EventState
    log: Sequence[LogLine]
    hearing: Hearing
    at: str = ""

    @property
    def data(self) -> Any:
        return self.line.data

    @property
    def later(self) -> Sequence[LogLine]:
        return self.log[self.line.n :]

    def change(self, kind: str, /, **data: Any) -> LogChange:
        """A line that undoes this one, and says so."""
        return LogChange(kind, {**self.hearing.kept_reason, **data, "undoes": self.line.n})

    def again(self, changes: Iterable[LogChange | LogLine]) -> list[LogChange]:
        """Changes or earlier lines as lines that undo this one."""
        return [LogChange(one.kind, {**one.data, "undoes": self.line.n}) for one in changes]

    def values_back(self) -> dict[str, list[Any]]:
        """The changes of this line the other way round: each field from its new value to the old one."""
        return {name: [new, old] for name, (old, new) in self.data["changes"].items()}

    def depends(self, n: int) -> NoReturn:
        """Refuse: a later line depends on this one."""
        by = self.log[n - 1]
        raise ArpadError("event-undo-depends", n=self.line.n, kind=self.line.kind, by=by.n, by_kind=by.kind)

    def instead(self, key: str) -> NoReturn:
        """Refuse: this is not undone, but something else can be done."""
        raise ArpadError(
            "event-undo-instead", n=self.line.n, kind=self.line.kind, instead=Words(f"tournament.instead.{key}")
        )

    def free_of(self, found: Callable[[LogLine], bool]) -> None:
        """Refuse if a later line is in the way."""
        for line in self.later:
            if found(line):
                self.depends(line.n)

    def free_of_publication(self, number: int) -> None:
        """Refuse if a round is published."""
        found = self.now.rounds.get(number)
        if found is not None and found.published_n is not None:
            self.depends(found.published_n)

    def free_of_rounds(self, first: int, last: int | None = None) -> None:
        """Refuse if a round that used this line is drawn."""
        for number, one in sorted(self.now.rounds.items()):
            if number >= first and (last is None or number <= last) and one.drawn_n > self.line.n:
                self.depends(one.drawn_n)

    @property
    def is_last(self) -> bool:
        return self.line.n == len(self.log)


Inverse = Callable[[Undoing], Changes]


def never(key: str) -> Inverse:
    """The inverse of a kind that is not undone: it says what can be done instead."""

    def refused(undoing: Undoing) -> Changes:
        undoing.instead(key)

    return refused
