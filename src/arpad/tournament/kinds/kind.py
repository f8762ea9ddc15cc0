"""What every kind of log line has, a line that is to be undone, and changes to a state that several kinds make."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn, TypeVar

from arpad.i18n import ArpadError, Words
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.roles import Role
from arpad.tournament.state import Breach, EventBoard, EventState, FileRemark, round_in_play


class LineKind:
    """A kind of log line. A kind that is never undone has no `undo`, and says what can be done `instead`."""

    key: ClassVar[str]
    role: ClassVar[Role]
    """The least role that may write a line."""
    instead: ClassVar[str] = ""
    """The last part of the words `tournament.instead.…`."""
    follows: ClassVar[tuple["type[LineKind]", ...]] = ()
    """Kinds that bring a line of this one with them, so that nobody decides it."""

    def apply(self, state: EventState, line: LogLine, /) -> EventState:
        """Return the state after a line."""
        raise NotImplementedError

    def undo(self, undoing: "Undoing", /) -> Changes:
        """Return what undoes a line, or refuse."""
        undoing.instead(self.instead)

    def role_for(self, _data: Mapping[str, Any], /) -> Role:
        """Return the least role that may write a line with these data."""
        return self.role

    @classmethod
    def change(cls, data: Mapping[str, Any]) -> LogChange:
        """Return a line of this kind, before it is given its place."""
        return LogChange(cls.key, data)


@dataclass(frozen=True, slots=True)
class Undoing:
    """A line that is to be undone, with the state before it and the state now. `reason` is what the line that undoes it
    keeps; `recall`, `publish` and `check_correction` are acts, decided on the state now."""

    line: LogLine
    before: EventState
    now: EventState
    log: Sequence[LogLine]
    reason: Mapping[str, str]
    recall: Callable[[int], Changes]
    publish: Callable[[int], Changes]
    check_correction: Callable[[int, Sequence[EventBoard]], None]

    @property
    def data(self) -> Any:
        return self.line.data

    @property
    def later(self) -> Sequence[LogLine]:
        """The lines after it."""
        return self.log[self.line.n :]

    def change(self, kind: type[LineKind], /, **data: Any) -> LogChange:
        """A line that undoes this one, and says so."""
        return kind.change({**self.reason, **data, "undoes": self.line.n})

    def again(self, changes: Iterable[LogChange | LogLine]) -> list[LogChange]:
        """Changes or earlier lines as lines that undo this one."""
        return [LogChange(change.kind, {**change.data, "undoes": self.line.n}) for change in changes]

    def values_back(self) -> dict[str, list[Any]]:
        """The changes of this line the other way round: each field from its new value to the old one."""
        return {name: [new, old] for name, (old, new) in self.data["changes"].items()}

    def depends(self, n: int) -> NoReturn:
        """Refuse: a later line depends on this one."""
        by = self.log[n - 1]
        raise ArpadError("event-undo-depends", n=self.line.n, kind=self.line.kind, by=by.n, by_kind=by.kind)

    def instead(self, key: str) -> NoReturn:
        """Refuse: this is not undone, but something else can be done."""
        words = Words(f"tournament.instead.{key}")
        raise ArpadError("event-undo-instead", n=self.line.n, kind=self.line.kind, instead=words)

    def free_of(self, in_the_way: Callable[[LogLine], bool]) -> None:
        """Refuse if a later line is in the way."""
        for line in self.later:
            if in_the_way(line):
                self.depends(line.n)

    def free_of_kinds(self, *kinds: type[LineKind], same: str) -> None:
        """Refuse if a later line of some kinds is about the same round, account or link."""
        keys = {kind.key for kind in kinds}
        self.free_of(lambda line: line.kind in keys and line.data.get(same) == self.data[same])

    def free_of_publication(self, number: int) -> None:
        """Refuse if a round is published."""
        round_ = self.now.rounds.get(number)
        if round_ is not None and round_.published_n is not None:
            self.depends(round_.published_n)

    def free_of_rounds(self, first: int, last: int | None = None) -> None:
        """Refuse if a round that used this line is drawn."""
        for number, round_ in sorted(self.now.rounds.items()):
            if number >= first and (last is None or number <= last) and round_.drawn_n > self.line.n:
                self.depends(round_.drawn_n)

    @property
    def is_last(self) -> bool:
        return self.line.n == len(self.log)


Key = TypeVar("Key")
Value = TypeVar("Value")


def without(mapping: Mapping[Key, Value], key: object) -> dict[Key, Value]:
    """Return a mapping without a key."""
    return {known: value for known, value in mapping.items() if known != key}


def with_round(state: EventState, number: int, **changes: Any) -> EventState:
    """Return the state with something changed about a round."""
    return replace(state, rounds={**state.rounds, number: replace(state.rounds[number], **changes)})


def breached(state: EventState, line: LogLine, kind: str, number: int) -> EventState:
    """Return the state outside the rules."""
    breach = Breach(line.n, kind, number, line.reason, round_in_play(state))
    return replace(state, breaches=(*state.breaches, breach))


def remarked(state: EventState, kind: str, number: int, key: str, **values: Any) -> EventState:
    """Return the state with one more comment for its files."""
    return replace(state, remarks=(*state.remarks, FileRemark(kind, number, key, values)))
