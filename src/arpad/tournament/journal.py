"""The event log: decide commands, confirm warnings, fold lines into a state, and compute its digest.

The state of an event depends on its log alone. A breach of the rules needs a reason and an explicit confirmation;
no setting lowers these levels.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError, Words
from arpad.tournament.kinds.all_kinds import KINDS
from arpad.tournament.log import Changes, LogChange, LogLine, line_after
from arpad.tournament.state import EventState, Mark, leaves_fide_mode, markers, round_in_play
from arpad.tournament.times import refuse_reported

# The digest of an event: everything that counts, and nothing of when, by whom and how it came about. Two logs that end
# in the same event have the same digest, also if a result was entered twice in one of them.


def state_document(state: EventState) -> dict[str, Any]:
    """Return the event as a document."""
    there = {number: entry for number, entry in state.entries.items() if entry.state != "removed"}
    document = _plain(replace(state, entries=there))
    assert isinstance(document, dict)
    return document


def state_digest(state: EventState) -> str:
    """Return the digest of an event."""
    return sha256_of(canonical(state_document(state)))


@cache
def _hashed(kind: type) -> tuple[tuple[str, str, bool, object], ...]:
    """The fields of a class that count, as the document names them, each with the value that is left out. Of a line
    number only whether there is one."""
    hashed = []
    for field in fields(kind):
        marks, left_out = markers(kind)[field.name], field.default
        if left_out is MISSING and field.default_factory is not MISSING:
            left_out = field.default_factory()
        if Mark.NOT_HASHED not in marks:
            name, is_line = field.name, field.name.endswith("_n")
            omitted = left_out if Mark.HASHED_IF_SET in marks else MISSING
            hashed.append((name, name.removesuffix("_n"), is_line, omitted))
    return tuple(hashed)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        held = value.__dict__
        return {
            key: held[name] is not None if is_line else _plain(held[name])
            for name, key, is_line, left_out in _hashed(value.__class__)
            if left_out is MISSING or held[name] != left_out
        }
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {_key(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [_plain(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, Fraction) else value


def _key(name: object) -> str:
    return " ".join(map(str, name)) if isinstance(name, tuple) else str(name)


# The state of an event is the fold of its log and nothing else: each line, in its order, changes it a little. What a
# kind of line does is in `kinds`.


def apply(state: EventState, line: LogLine) -> EventState:
    """Return the state after one more line."""
    kind = KINDS.get(line.kind)
    if kind is None:
        raise ArpadError("event-log-kind", kind=line.kind, n=line.n)
    return replace(kind.apply(state, line), n=line.n, head=line.sha256)


def fold_log(lines: Iterable[LogLine], state: EventState | None = None) -> EventState:
    """Return the state after all lines, from the beginning or from a state on."""
    event_state = state or EventState()
    for line in lines:
        event_state = apply(event_state, line)
    return event_state


def after_changes(state: EventState, changes: Changes) -> EventState:
    """Return the state as it will be after changes that are not written yet."""
    for change in changes:
        state = apply(state, LogLine(state.n + 1, "", "", change.kind, change.data, state.head, ""))
    return state


# Warnings, and leaving the rules: what must be confirmed before a command is done. A note is only shown. Something to
# confirm needs a yes; a reason is asked for and kept; a breach needs a reason and the word that the event leaves the
# rules. No setting lowers a level.

Level = Literal["note", "confirm", "reason", "breach"]


class EventWarning(NamedTuple):
    """What somebody who gives a command should know. `code` is also the key of its words."""

    code: str
    level: Level
    message: Words


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What came with a command: a yes, a reason, and that it leaves the rules. `in_two_steps`: FIDE mode is left only
    by a command that names the `line` at which the event stands, which the first call answers."""

    yes: bool = False
    reason: str = ""
    outside_rules: bool = False
    in_two_steps: bool = False
    line: int | None = None


ALL_AGREED = Confirmation(True, "-", True)
NEEDED = {"confirm": "event-needs-confirm", "reason": "event-needs-reason", "breach": "event-needs-breach"}
"""The error that asks for each level."""


class NotConfirmed(ArpadError):
    """A command that needs more confirmation than it came with. `warnings` are all its warnings, `key` asks for what
    is needed."""

    def __init__(self, needed: Level, warnings: tuple[EventWarning, ...], key: str = "", **values: object) -> None:
        first = next(warning for warning in warnings if warning.level == needed)
        super().__init__(key or NEEDED[needed], what=first.message, **values)
        self.warnings = warnings


class Confirmations:
    """The warnings of one command, and whether it came with enough confirmation."""

    def __init__(self, consent: Confirmation | None = None) -> None:
        self.consent = consent or Confirmation()
        self.warnings: list[EventWarning] = []

    @property
    def reason(self) -> str:
        return self.consent.reason

    @property
    def kept_reason(self) -> dict[str, str]:
        """The reason for a line that keeps it; nothing if none was given."""
        return {"reason": self.reason} if self.reason else {}

    def note(self, code: str, **values: object) -> None:
        """Something to know."""
        self._warn(code, "note", values)

    def confirm(self, code: str, **values: object) -> None:
        """Something that needs a yes."""
        self._warn(code, "confirm", values)

    def ask_reason(self, code: str, **values: object) -> None:
        """Something that needs a reason, which is kept."""
        self._warn(code, "reason", values)

    def breach(self, code: str, **values: object) -> None:
        """Something outside the rules: it needs a reason, and the word that the event leaves the rules."""
        self._warn(code, "breach", values)

    def settle(self, state: EventState | None = None) -> tuple[EventWarning, ...]:
        """Return the warnings if enough was confirmed; refuse the command otherwise, the gravest level first. `state`
        is the event that a breach would take out of FIDE mode."""
        warnings = tuple(self.warnings)
        levels = {warning.level for warning in warnings}
        consent = self.consent
        if "breach" in levels:
            self._settle_breach(state, warnings)
        if "reason" in levels and not consent.reason:
            raise NotConfirmed("reason", warnings)
        if "confirm" in levels and not (consent.yes or ("breach" in levels and consent.line is not None)):
            raise NotConfirmed("confirm", warnings)
        return warnings

    def _settle_breach(self, state: EventState | None, warnings: tuple[EventWarning, ...]) -> None:
        """Refuse to leave the rules by the way; FIDE mode is left in two steps if they come as two commands, of which
        the second names the line of the log that the first has seen."""
        consent = self.consent
        if consent.in_two_steps and state is not None and leaves_fide_mode(state):
            if consent.line is not None and consent.line != state.n:
                raise ArpadError("event-confirm-again", given=consent.line, n=state.n)
            if not consent.reason or consent.line is None:
                raise NotConfirmed("breach", warnings, "event-needs-second", round=round_in_play(state), n=state.n)
        elif not (consent.reason and consent.outside_rules):
            raise NotConfirmed("breach", warnings)

    def _warn(self, code: str, level: Level, values: dict[str, object]) -> None:
        self.warnings.append(EventWarning(code, level, Words(f"tournament.warning.{code}", **values)))


# A log in memory: commands are decided on the state of the moment, and what they decide becomes lines. The office
# keeps logs in a database; it decides and folds by the same two functions.

Decide = Callable[[EventState, Confirmations], Changes]
"""A command: it looks at the state, says its warnings, and returns what it adds to the log, or raises an error."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did: the new lines, the warnings, and the state after it."""

    lines: tuple[LogLine, ...]
    warnings: tuple[EventWarning, ...]
    state: EventState


def decide(state: EventState, command: Decide, who: str, at: dt.datetime, consent: Confirmation | None = None) -> Done:
    """Decide a command on a state. Nothing is written: the lines are returned."""
    confirmations = Confirmations(consent)
    changes = command(state, confirmations)
    warnings = confirmations.settle(state)
    before = state
    lines, state = lines_of(state, changes, who, at)
    refuse_reported(before, state)
    return Done(tuple(lines), warnings, state)


def lines_of(state: EventState, changes: Changes, who: str, at: dt.datetime) -> tuple[list[LogLine], EventState]:
    """Return changes as the next lines of the log, and the state after them."""
    lines = []
    for change in changes:
        line = line_after(state.n, state.head, change, who, at)
        state = apply(state, line)
        lines.append(line)
    return lines, state


def in_turn(commands: Iterable[Decide]) -> Decide:
    """Several commands as one, all or none: each is decided on the state after the one before."""

    def decide_all(state: EventState, confirmations: Confirmations) -> Changes:
        changes: list[LogChange] = []
        for command in commands:
            new = command(state, confirmations)
            state, changes = after_changes(state, new), [*changes, *new]
        return changes

    return decide_all


class Journal:
    """An event with its log, for programs that keep it themselves."""

    def __init__(self, lines: Sequence[LogLine] = ()) -> None:
        self.lines = list(lines)
        self.state = fold_log(lines)

    def act(self, command: Decide, who: str, at: dt.datetime, consent: Confirmation | None = None) -> Done:
        """Decide a command and keep its lines."""
        done = decide(self.state, command, who, at, consent)
        self.lines.extend(done.lines)
        self.state = done.state
        return done
