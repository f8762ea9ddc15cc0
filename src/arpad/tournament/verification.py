"""The proof of an event: its chain of hashes, its digests, and every drawn round as it was at its moment.

A final file cannot prove a round: results are corrected later, games were adjourned then. The log can: it is folded up
to the line that drew the round, and the engine draws it again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from arpad.i18n import ArpadError, Words
from arpad.pairing.engines import Impossible
from arpad.pairing.systems import SwissSystem, former, systems
from arpad.tournament.acts.rounds import drawn_document
from arpad.tournament.acts.ties import knockout_round
from arpad.tournament.drawing import draw_swiss, swiss_system
from arpad.tournament.journal import apply, fold_log, state_digest
from arpad.tournament.kinds.rounds import RoundDrawn, RoundPublished
from arpad.tournament.log import FIRST, LogChange, LogLine, broken_line
from arpad.tournament.schedules import drawn_table
from arpad.tournament.state import EventState

Outcome = Literal["proved", "differs", "given"]
"""Drawn again and the same; drawn again and another; not drawn by an engine, so that there is nothing to draw again."""
UNFOLDABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArpadError)
"""What a line can raise that does not fit the ones before it."""


@dataclass(frozen=True, slots=True)
class RoundProof:
    """A round that was drawn, whether or not it was cleared later. `problems` say what differs."""

    round: int
    n: int
    engine: str
    outcome: Outcome
    problems: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class EventProof:
    """What the log of an event proves. `broken` is the first line that does not continue the chain; `problems` are
    those of other lines."""

    lines: int
    broken: int | None
    rounds: tuple[RoundProof, ...]
    problems: tuple[Words, ...]
    state: EventState

    @property
    def proved(self) -> bool:
        wrong = [proof for proof in self.rounds if proof.outcome == "differs"]
        return self.broken is None and not self.problems and not wrong


def sound_state(lines: Sequence[LogLine], state: EventState | None = None, head: str = FIRST) -> EventState:
    """Return the state after lines whose chain holds, and which fit each other; refuse any others."""
    before = state or EventState()
    known = before.event_rules.slug if before.rules is not None else None
    slug = known or next((str(line.data.get("slug")) for line in lines), "–")
    try:
        broken = broken_line(lines, before.n, head)
        after = None if broken else fold_log(lines, before)
    except UNFOLDABLE:
        raise ArpadError("event-log-unfit", slug=slug) from None
    if broken or after is None:
        raise ArpadError("event-chain", slug=slug, n=(broken or 1) - 1)
    return after


def prove(lines: Sequence[LogLine]) -> EventProof:
    """Prove a log, as far as its chain holds."""
    broken = broken_line(lines)
    sound = lines if broken is None else lines[: broken - 1]
    state, rounds, problems = EventState(), [], []
    for place, line in enumerate(sound):
        try:
            if line.kind == RoundDrawn.key:
                rounds.append(_proved_round(state, sound[place:]))
            after = apply(state, line)
        except UNFOLDABLE:
            problems.append(Words("tournament.proof.line", n=line.n, kind=line.kind))
            break
        digest = line.data.get("digest") if line.kind == RoundPublished.key else None
        if digest is not None and digest != state_digest(state):  # that of the event before the publication
            problems.append(Words("tournament.proof.digest", n=line.n, round=line.data["round"]))
        state = after
    return EventProof(len(lines), broken, tuple(rounds), tuple(problems), state)


def _proved_round(state: EventState, lines: Sequence[LogLine]) -> RoundProof:
    """A round drawn again on the state before it."""
    line = lines[0]
    number, engine = int(line.data["round"]), str(line.data.get("engine") or "")
    if not _drawn_here(state, engine):
        return RoundProof(number, line.n, engine, "given")
    problems = _problems(lines, redrawn(state, number))
    before = former(swiss_system(state)) if problems and state.event_rules.swiss else None
    if before is not None and not _problems(lines, redrawn(state, number, before)):
        problems = ()
    return RoundProof(number, line.n, engine, "differs" if problems else "proved", problems)


def _problems(lines: Sequence[LogLine], again: Sequence[LogChange]) -> tuple[Words, ...]:
    """What differs between the lines of a log and those that draw a round again."""
    if not again:
        return (Words("tournament.proof.impossible"),)
    problems = tuple(
        problem for line, change in zip(lines, again, strict=False) for problem in _differences(line, change)
    )
    return (*problems, Words("tournament.proof.short")) if len(lines) < len(again) else problems


def _drawn_here(state: EventState, engine: str) -> bool:
    """Whether an engine drew a round, that of the system which it names, and not somebody by hand."""
    rules = state.event_rules
    if rules.swiss:
        return _system(engine) in systems() and engine.split(" ", maxsplit=1)[0] in ("arpad", _system(engine))
    return engine == rules.system and rules.system != "manual"


def redrawn(state: EventState, number: int, by: SwissSystem | None = None) -> list[LogChange]:
    """Return the lines that draw a round on a state, none if it cannot be drawn. `by` is another Swiss system than that
    of the event: earlier releases may have read its text in another way."""
    rules = state.event_rules
    if rules.by_table:
        table = drawn_table(state)
        return [RoundDrawn.change(table[number])] if number in table else []
    if rules.system == "knockout":
        return knockout_round(state, number)
    answer = draw_swiss(state, number, by)
    return [] if isinstance(answer, Impossible) else [RoundDrawn.change(drawn_document(state, answer))]


def _differences(line: LogLine, again: LogChange) -> Iterator[Words]:
    """What differs between a line and what the engine gives, and what each has."""
    if line.kind != again.kind:
        yield Words("tournament.proof.kind", n=line.n, kind=line.kind, expected=again.kind)
        return
    found, expected = ({**data, "engine": _system(data.get("engine"))} for data in (line.data, again.data))
    for name in expected:
        if found.get(name) == expected[name]:
            continue
        if name == "boards":
            yield from _boards_differ(line.n, found.get(name, ()), expected[name])
        else:
            values = {"found": str(found.get(name)), "expected": str(expected[name])}
            yield Words("tournament.proof.value", n=line.n, name=name, **values)


def _system(engine: Any) -> str:
    """The system that an engine names; its release may be another one."""
    return str(engine).rsplit(" ", 1)[-1]


def _boards_differ(n: int, found: Sequence[Sequence[int]], expected: Sequence[Sequence[int]]) -> Iterator[Words]:
    kept, again = ({board: f"{white}-{black}" for board, white, black in boards} for boards in (found, expected))
    for board in sorted(kept.keys() | again.keys()):
        if kept.get(board) != again.get(board):
            pairs = {"found": kept.get(board, "–"), "expected": again.get(board, "–")}
            yield Words("tournament.proof.board", n=n, board=board, **pairs)
