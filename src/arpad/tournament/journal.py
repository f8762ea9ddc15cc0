"""A log in memory: commands are decided on the state of the moment, and what they decide becomes lines.

The office keeps logs in a database; it decides and folds by the same two functions.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from arpad.tournament.fold import after_changes, apply, fold_log
from arpad.tournament.hearing import Consent, EventWarning, Hearing
from arpad.tournament.log import Changes, LogChange, LogLine, line_after
from arpad.tournament.state import EventState

Decide = Callable[[EventState, Hearing], Changes]
"""A command: it looks at the state, says its warnings, and returns what it adds to the log, or raises an error."""
Given = ParamSpec("Given")


def command(decides: Callable[Concatenate[EventState, Hearing, Given], Changes]) -> Callable[Given, Decide]:
    """Turn a function that decides on a state into one that makes the command: it takes the other arguments."""

    @wraps(decides)
    def made(*args: Given.args, **named: Given.kwargs) -> Decide:
        return lambda state, hearing: decides(state, hearing, *args, **named)

    return made


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did: the new lines, the warnings, and the state after it."""

    lines: tuple[LogLine, ...]
    warnings: tuple[EventWarning, ...]
    state: EventState


def decide(state: EventState, command: Decide, who: str, at: dt.datetime, consent: Consent | None = None) -> Done:
    """Decide a command on a state. Nothing is written: the lines are returned."""
    hearing = Hearing(consent)
    changes = command(state, hearing)
    warnings = hearing.settle()
    lines = []
    for change in changes:
        line = line_after(state.n, state.head, change, who, at)
        state = apply(state, line)
        lines.append(line)
    return Done(tuple(lines), warnings, state)


def in_turn(commands: Iterable[Decide]) -> Decide:
    """Several commands as one, all or none: each is decided on the state after the one before."""

    def decide_all(state: EventState, hearing: Hearing) -> Changes:
        made: list[LogChange] = []
        for command in commands:
            new = command(state, hearing)
            state, made = after_changes(state, new), [*made, *new]
        return made

    return decide_all


class Journal:
    """An event with its log, for programs that keep it themselves."""

    def __init__(self, lines: Sequence[LogLine] = ()) -> None:
        self.lines = list(lines)
        self.state = fold_log(lines)

    def act(self, command: Decide, who: str, at: dt.datetime, consent: Consent | None = None) -> Done:
        """Decide a command and keep its lines."""
        done = decide(self.state, command, who, at, consent)
        self.lines.extend(done.lines)
        self.state = done.state
        return done
