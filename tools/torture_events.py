"""An event whose process is killed again and again while twenty arbiters enter results: nothing acknowledged is lost.

    PYTHONPATH=tests/support python tools/torture_events.py [COUNT] [SEED] [--db sqlite|postgresql|both]

Every life is a process in which twenty threads send commands, each with the id of a request. It is killed (SIGKILL)
after so many answers, before a statement, before a commit, or after a commit and before anybody is answered; the seed
chooses how and when. Then the log is read: its chain holds, everything that was answered is in it as it was answered,
no command is there in part, and none twice, although every arbiter sends the last command again in the next life. At
the end the event is proved.
"""

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import select

from arpad.office.storage.schema import tournament_requests
from arpad.office.tournaments.store import EventStore
from arpad.tournament.journal import fold_log
from arpad.tournament.log import LogLine, broken_line
from arpad.tournament.verification import prove
from event_worker import ARBITERS, Nursery, name
from kept_events import SLUG, keeper_of, opened
from office_server import SERVERS, NewAddress

PLAYERS = 8
MODES = ("answers", "statement", "commit", "after")
MOST = {"answers": 40, "statement": 24, "commit": 4, "after": 4}
"""The last moment of each kind at which a process is killed."""
LIVES_OF_AN_EVENT = 50

Tally = Counter[tuple[str, str]]
"""How many kills: how, and whether a command that nobody was answered had been kept."""


class Lost(Exception):
    """Something that must hold does not."""


@dataclass(slots=True)
class Answers:
    """What all lives were answered: for each command its lines."""

    lines: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def add(self, arbiter: int, number: int, lines: list[int]) -> None:
        known = self.lines.setdefault((arbiter, number), lines)
        if known != lines:
            raise Lost(f"{name(arbiter, number)} was answered {known}, and {lines} when it was sent again")

    def next(self) -> list[int]:
        """The command that each arbiter sends next: the one after the last that was answered."""
        last = dict.fromkeys(range(ARBITERS), -1)
        for arbiter, number in self.lines:
            last[arbiter] = max(last[arbiter], number)
        return [last[arbiter] + 1 for arbiter in range(ARBITERS)]


def look(event_store: EventStore) -> tuple[list[LogLine], dict[str, str]]:
    """The log and the requests, once nobody writes any more: a server may still be busy with a dead process."""
    event = event_store.open(SLUG).row.id
    with event_store.database.writing(event) as connection:
        table = tournament_requests.c
        asked = select(table.request, table.lines).where(table.tournament_id == event)
        requests = {row.request: row.lines for row in connection.execute(asked)}
    return event_store.lines(SLUG), requests


def judge(lines: list[LogLine], requests: dict[str, str], answers: Answers) -> set[str]:
    """Everything that must hold. Returns the commands that were kept and not answered."""
    if (broken := broken_line(lines)) is not None:
        raise Lost(f"the chain is broken at line {broken}")
    fold_log(lines)
    ends = [(line.data["id"], line.n) for line in lines if line.kind == "table.set"]
    kept = dict(ends)
    if len(kept) != len(ends):
        raise Lost("a command was kept twice")
    for (arbiter, number), numbers in answers.lines.items():
        command = name(arbiter, number)
        if kept.get(command) != numbers[-1]:
            raise Lost(f"{command} was answered with lines {numbers}, and ends at {kept.get(command)}")
    results = Counter(line.data.get("reason") for line in lines if line.kind == "result.set")
    for command, last in kept.items():
        count = results[command] + 1
        if requests.get(command) != f"[{last},{count}]":
            raise Lost(f"{command} is there in part: {count} lines to {last}, answered {requests.get(command)}")
    if extra := requests.keys() - kept.keys() | results.keys() - kept.keys():
        raise Lost(f"there in part: {sorted(map(str, extra))}")
    return kept.keys() - {name(*command) for command in answers.lines}


def torture(kind: str, count: int, seed: int, new: NewAddress) -> Tally:
    """So many kills, in as many events as it takes. Raises Lost where anything does not hold."""
    tally: Tally = Counter()
    with Nursery() as nursery:
        while tally.total() < count:
            lives = min(LIVES_OF_AN_EVENT, count - tally.total())
            dice = random.Random(f"{kind}-{seed}-{tally.total()}")
            try:
                tally += _one_event(nursery, new(), lives, dice)
            except Lost as lost:
                raise Lost(f"{kind}, seed {seed}, after {tally.total()} kills: {lost}") from None
            print(f"{kind}: {tally.total()} of {count} kills", file=sys.stderr)
    return tally


def _one_event(nursery: Nursery, url: str, lives: int, dice: random.Random) -> Tally:
    tally: Tally = Counter()
    answers = Answers()
    event_store = keeper_of(url)
    opened(event_store, PLAYERS)
    event_store.close()
    for turn in range(lives):
        mode = MODES[turn % len(MODES)]
        for message in nursery.live(url, answers.next(), mode, dice.randint(1, MOST[mode])):
            if message["is"] == "answered":
                answers.add(message["arbiter"], message["number"], message["lines"])
        event_store = keeper_of(url)
        lines, requests = look(event_store)
        unanswered = judge(lines, requests, answers)
        event_store.close()
        tally[mode, "kept" if unanswered else "not kept"] += 1
    if not answers.lines:
        raise Lost("nothing was ever answered")
    if not prove(lines).proved:
        raise Lost("the event is not proved")
    return tally


def shown(kind: str, tally: Tally) -> list[str]:
    """One line for each way of killing, and the sum."""
    lines = [
        f"  {mode:<10}{tally[mode, 'kept'] + tally[mode, 'not kept']:>4} kills, after {tally[mode, 'kept']} of them a "
        "command had been kept that nobody was answered"
        for mode in MODES
    ]
    return [*lines, f"{kind}: {tally.total()} kills, and nothing was lost"]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--db", choices=("sqlite", "postgresql", "both"), default="both")
    given = parser.parse_args()
    for kind in SERVERS if given.db == "both" else (given.db,):
        with SERVERS[kind]() as new:
            try:
                tally = torture(kind, given.count, given.seed, new)
            except Lost as lost:
                print(lost)
                return 1
        print("\n".join(shown(kind, tally)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
