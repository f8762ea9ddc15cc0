"""Logs of events made by lot from legal commands: Swisses, round robins, matches, leagues, knock-outs.

Whatever a command refuses is left out. The lot alone decides, so that a kind and a seed make the same log everywhere.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from arpad.i18n import ArpadError
from arpad.tournament.acts.event import Finish
from arpad.tournament.acts.players import CloseList
from arpad.tournament.acts.results import SetResult
from arpad.tournament.documents import adjourned_games
from arpad.tournament.journal import Confirmation, Decide, Done, Journal
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventState
from arpad.tournament.undo import TakeBack
from league_commands import begin_league, begin_league_table, league_commands
from legal_commands import COMMANDS, Maker
from swiss_made import begin_swiss, swiss_commands
from table_commands import begin_knockout, begin_match, begin_table, knockout_commands, table_commands

AT = dt.datetime(2026, 5, 1, 15, tzinfo=dt.UTC)
AGREED = Confirmation(True, "a reason", True)
YES = Confirmation(True)
STEPS = (25, 45)
Begin = Callable[[Random], list[Decide]]


class LogKind(NamedTuple):
    """How an event of a kind begins, what carries it on, the first thing that can be done, and what else may happen."""

    begin: Begin
    forward: Sequence[Maker]
    others: Sequence[Maker]


KINDS: dict[str, LogKind] = {
    "swiss": LogKind(begin_swiss, COMMANDS[2::-1], (*COMMANDS[3:], *swiss_commands)),
    "table": LogKind(begin_table, (*table_commands[1::-1], COMMANDS[0]), table_commands[2:]),
    "match": LogKind(begin_match, (*table_commands[1::-1], COMMANDS[0]), table_commands[2:]),
    "league": LogKind(begin_league, league_commands[3::-1], league_commands[4:]),
    "league-table": LogKind(begin_league_table, league_commands[3::-1], league_commands[4:]),
    "knockout": LogKind(begin_knockout, knockout_commands[3::-1], knockout_commands[4:]),
}
INDIVIDUAL = ("swiss", "table", "match")
LEAGUES = ("league", "league-table")
FORWARD_SHARE = 0.6
UNDO_SHARE = 0.05


class LogStep(NamedTuple):
    """A command that was done: the state before it, and what it did."""

    before: EventState
    done: Done


class RandomLog(Journal):
    """An event made by lot. `steps` are the commands that were done."""

    def __init__(self, kind: str, seed: int) -> None:
        super().__init__()
        self.kind, self.lot, self.steps = kind, Random(f"{kind} {seed}"), list[LogStep]()
        for command in KINDS[kind].begin(self.lot):
            self._do(command, AGREED)
        for _ in range(self.lot.randint(*STEPS)):
            self._step()

    def _step(self) -> None:
        lot, made = self.lot, KINDS[self.kind]
        one, two = lot.randrange(50), lot.randrange(50)
        if lot.random() < UNDO_SHARE:
            n = max(1, self.state.n - lot.choice([0, 0, 0, 1, 2, 5]))
            self.tries(TakeBack(n, tuple(self.lines), AT.isoformat()))
        elif lot.random() < FORWARD_SHARE:
            any(self.tries(maker(self.state, one, two)) for maker in made.forward)
        else:
            said = lot.choice([AGREED, AGREED, AGREED, YES])
            self.tries(lot.choice(made.others)(self.state, one, two), said)

    def tries(self, command: Decide, consent: Confirmation = AGREED) -> bool:
        """Give a command. Returns whether it added lines; what is refused changes nothing."""
        before = self.state
        try:
            self._do(command, consent)
        except ArpadError:
            assert self.state is before
        return self.state.n > before.n

    def _do(self, command: Decide, consent: Confirmation) -> None:
        before = self.state
        done = self.act(command, "lot", AT + dt.timedelta(minutes=before.n), consent)
        self.steps.append(LogStep(before, done))

    def ends(self) -> bool:
        """Play on to the end, with plain results alone. Returns whether the event is finished."""
        made, waits = KINDS[self.kind], 0
        while not self.state.finished and waits < 3 * len(made.forward) and self.state.n < 2000:
            n = self.state.n
            for maker in made.forward:
                self.tries(maker(self.state, 1, 0))
            for number, board in adjourned_games(self.state):
                self.tries(SetResult(number, board, "1-0"))
            self.tries(CloseList(1, "w"))
            self.tries(Finish())
            waits = waits + 1 if self.state.n == n else 0
        return self.state.finished


@cache
def random_log(kind: str, seed: int) -> RandomLog:
    """Return the log of a kind and a seed. It is made once, and not changed."""
    return RandomLog(kind, seed)


def lines_of(kind: str, seed: int) -> tuple[LogLine, ...]:
    """Return its lines."""
    return tuple(random_log(kind, seed).lines)


def drawn_rounds(log: RandomLog) -> list[tuple[EventState, Any, bool]]:
    """Return every round that was drawn: the state before its line, its data, and whether somebody paired by hand."""
    from arpad.tournament.journal import apply

    found = []
    for step in log.steps:
        state = step.before
        for line in step.done.lines:
            if line.kind == "round.drawn":
                by_hand = "arpad" not in str(line.data.get("engine", "")) or "undoes" in line.data
                found.append((state, line.data, by_hand))
            state = apply(state, line)
    return found
