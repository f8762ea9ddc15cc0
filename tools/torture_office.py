"""An office whose process is killed again and again in the middle of its work: it has the old state or the new one.

    PYTHONPATH=tests/support python tools/torture_office.py [COUNT] [SEED] [--db sqlite|postgresql|both] [--prove-all]

A year of work is drawn from the seed and done once in peace: what the office holds after each step is remembered as a
hash of every row. Then it is done again in another office, by a process that is killed (SIGKILL) before a statement of
a step, while it commits, or after it has committed and before it can say so; with PostgreSQL also the server's side of
it is ended. The seed chooses the steps and the statements, so they are the same on a slow machine. After every kill a
new process looks at the office: it must hold exactly what it held before the step or after it, every version must be
proved, and every report must stand in exactly one list or wait for one. A version that was proved, and whose rows are
in the hash, is proved again at the end of the year alone, or each time with --prove-all.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from office_life import LISTS, Step, year
from office_server import SERVERS, NewAddress
from office_worker import Torn, Worker

KILLS_A_YEAR = 40
PAUSE = 0.004  # seconds that a process stands before its commit, at the most, so that the kill may meet it
MODES = {
    "sqlite": ("statement", "commit", "after"),
    "postgresql": ("statement", "commit", "after", "server"),
}
END_OTHERS = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@dataclass(slots=True)
class Peace:
    """The year without kills: what the office holds after each step, its statements, how long its commit took."""

    marks: list[str] = field(default_factory=list)
    statements: list[int] = field(default_factory=list)
    commits: list[float] = field(default_factory=list)


def in_peace(worker: Worker, steps: list[Step]) -> Peace:
    peace = Peace()
    worker.order("prepare")
    worker.must("done")
    for step in steps:
        worker.order("look", proved=[], proofs=False)
        peace.marks.append(worker.must("seen")["mark"])
        worker.order("step", number=step.number)
        worker.must("committing")
        committing = time.monotonic()
        peace.statements.append(worker.must("done")["statements"])
        peace.commits.append(time.monotonic() - committing)
    worker.order("look", proved=[], proofs=False)
    peace.marks.append(worker.must("seen")["mark"])
    return peace


def strike(worker: Worker, step: Step, mode: str, peace: Peace, dice: random.Random) -> set[int]:
    """Begin a step and kill the process in the middle of it. Returns how many steps may be done then."""
    if mode == "commit":
        return _strike_commit(worker, step, peace, dice)
    moment = {"after": True} if mode == "after" else {"statement": dice.randint(1, peace.statements[step.number])}
    server = psycopg.connect(worker.url.replace("+psycopg", ""), autocommit=True) if mode == "server" else None
    worker.order("step", number=step.number, **moment)
    worker.must("stopped")
    if server is None:
        worker.kill()
    else:
        with server:
            server.execute(END_OTHERS)
        worker.order("go on")
        found = worker.until("done")
        if found is None or found["is"] == "broken":
            raise Torn(f"the server went away: {found}")
        return {step.number + (found["is"] == "done")}
    return {step.number + (mode == "after")}


def _strike_commit(worker: Worker, step: Step, peace: Peace, dice: random.Random) -> set[int]:
    """Kill it at about the moment of its commit: which of the two comes first is up to the machine."""
    pause = dice.random() * PAUSE
    worker.order("step", number=step.number, pause=pause)
    worker.must("committing")
    time.sleep(dice.random() * (pause + peace.commits[step.number]))
    return {step.number + 1} if worker.kill() else {step.number, step.number + 1}


Tally = Counter[tuple[str, str, str]]
"""How many kills: in which kind of step, how, and which state was found, old or new."""


def aims(steps: list[Step], count: int, kind: str, dice: random.Random) -> dict[int, list[str]]:
    """So many kills over the steps, all kinds of steps and of kills in turn."""
    found: dict[int, list[str]] = {}
    kinds = sorted({step.kind for step in steps})
    for turn in range(count):
        of_kind = [step.number for step in steps if step.kind == kinds[turn % len(kinds)]]
        mode = MODES[kind][(turn + turn // len(kinds)) % len(MODES[kind])]
        found.setdefault(dice.choice(of_kind), []).append(mode)
    return found


class War:
    """The year with kills. After each of them all versions are proved, or those that are new."""

    def __init__(self, worker: Worker, peace: Peace, seed: int, *, prove_all: bool) -> None:
        self.worker, self.peace, self.prove_all = worker, peace, prove_all
        self.dice = random.Random(f"war-{seed}")
        self.proved: set[str] = set()
        self.tally: Tally = Counter()

    def __enter__(self) -> "War":
        return self

    def __exit__(self, *_: object) -> None:
        self.worker.end()

    def run(self, steps: list[Step], aimed: dict[int, list[str]]) -> Tally:
        self.worker.order("prepare")
        self.worker.must("done")
        at = 0
        while at < len(steps):
            if aimed.get(at):
                at = self._killed(steps[at], aimed)
            else:
                self.worker.order("step", number=at)
                self.worker.must("done")
                at += 1
        self._judged(len(steps), {len(steps)}, prove_all=True)
        return self.tally

    def _killed(self, step: Step, aimed: dict[int, list[str]]) -> int:
        """Kill it in a step, and look. Returns the step to go on with."""
        mode = aimed[step.number].pop(0)
        possible = strike(self.worker, step, mode, self.peace, self.dice)
        if self.worker.ended:
            self.worker = self.worker.anew()
        at = self._judged(step.number, possible, prove_all=self.prove_all)
        self.tally[step.kind, mode, "old" if at == step.number else "new"] += 1
        if at > step.number:
            aimed.setdefault(at, []).extend(aimed.pop(step.number))
        return at

    def _judged(self, number: int, possible: set[int], *, prove_all: bool) -> int:
        """The state in which the office is found: after so many steps."""
        self.worker.order("look", proved=[] if prove_all else sorted(self.proved), proofs=True)
        seen = self.worker.must("seen")
        self.proved |= set(seen["proved"])
        if seen["problems"]:
            raise Torn(f"step {number}: {'; '.join(seen['problems'])}")
        for at in possible:
            if seen["mark"] == self.peace.marks[at]:
                return at
        known = [at for at, mark in enumerate(self.peace.marks) if mark == seen["mark"]]
        raise Torn(f"step {number}: a state in between, or the wrong one: {known} instead of {sorted(possible)}")


def torture(kind: str, count: int, seed: int, new: NewAddress, *, lists: int = LISTS, prove_all: bool = False) -> Tally:
    """So many kills, in as many years as it takes. Raises Torn where anything does not hold."""
    tally: Tally = Counter()
    years = 0
    with tempfile.TemporaryDirectory() as folder:
        while tally.total() < count:
            own = seed * 1000 + years
            years += 1
            steps = year(own, lists)
            aimed = aims(steps, min(KILLS_A_YEAR, count - tally.total()), kind, random.Random(f"aims-{own}"))
            list_file = Path(folder) / "list.csv"
            try:
                with Worker(new(), own, lists, list_file) as worker:
                    peace = in_peace(worker, steps)
                with War(Worker(new(), own, lists, list_file), peace, own, prove_all=prove_all) as war:
                    tally += war.run(steps, aimed)
            except Torn as torn:
                raise Torn(f"{kind}, seed {seed}, year {own}: {torn}") from None
            print(f"{kind}: {tally.total()} of {count} kills", file=sys.stderr)
    return tally


def shown(kind: str, tally: Tally) -> list[str]:
    """One line for each kind of step, and the sum."""
    lines = []
    for of_step in sorted({key[0] for key in tally}):
        cells = []
        for mode in dict.fromkeys(MODES[kind]):
            old, new = tally[of_step, mode, "old"], tally[of_step, mode, "new"]
            cells.append(f"{mode} {old + new:>3} ({old} old, {new} new)")
        lines.append(f"  {of_step:<10}{'  '.join(f'{cell:<28}' for cell in cells)}".rstrip())
    states = Counter(key[2] for key in tally.elements())
    lines.append(f"{kind}: {tally.total()} kills, {states['old']} left the old state and {states['new']} the new one")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--prove-all", action="store_true")
    parser.add_argument("--db", choices=("sqlite", "postgresql", "both"), default="both")
    given = parser.parse_args()
    for kind in SERVERS if given.db == "both" else (given.db,):
        with SERVERS[kind]() as new:
            try:
                tally = torture(kind, given.count, given.seed, new, prove_all=given.prove_all)
            except Torn as torn:
                print(torn)
                return 1
        print("\n".join(shown(kind, tally)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
