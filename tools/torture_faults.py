"""An office whose disk, server and line fail below it: nothing that was answered is lost.

    PYTHONPATH=tests/support python tools/torture_faults.py [COUNT] [SEED] [--db sqlite|postgresql|both]

A season of an office with a tournament is drawn from the seed, and COUNT faults of every kind strike it. On SQLite the
power fails: writes that no sync followed are lost (drop), cut off (tear), partly there in any order (reorder) or all
there (keep); the disk is full (full), or fails to write (write) or to sync (sync). On PostgreSQL the line is cut before
a COMMIT (before), after it and before anybody hears of it (after), or within a message (torn); connections are refused,
the server is stopped at once, its disk is full. A model of the office, written from the documentation and not from the
code, says what must be there: all that was answered, and either all or nothing of what was under way. What fails must
be told as a fault of the storage, and the office must go on by itself.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arpad.i18n import MessageError, StorageFault
from fault_disk import FULL, IOERR_FSYNC, IOERR_WRITE, LOSSES, FaultDisk, power_failures
from fault_model import after, differences
from fault_proxy import KINDS, FaultServer, fault_server
from fault_work import Season, Work, Worker, look

DISK_FAULTS = {"full": ("write", FULL), "write": ("write", IOERR_WRITE), "sync": ("sync", IOERR_FSYNC)}
MOST_ACTS = {"full": 8, "write": 8, "sync": 1}
MOST_MESSAGES = 40
FAULTS_A_SEASON = 60
Tally = Counter[tuple[str, str]]
"""How many faults: of which kind, and which state was found, old or new."""


class Lost(Exception):
    """Something that must hold does not."""


# -------------------------------------------------------------------- judging


def judge(url: str, works: list[Work], done: int) -> int:
    """How many deeds the office holds: those that were answered, or the one after them too. Nothing else will do."""
    try:
        found, broken = look(url)
    except Exception as problem:
        raise Lost(f"after {done} deeds the office cannot be read: {problem!r}") from problem
    if broken:
        raise Lost(f"after {done} deeds the database is damaged: {broken[:3]}")
    if not differences(found, after(work.deed for work in works[:done])):
        return done
    if done < len(works) and not differences(found, after(work.deed for work in works[: done + 1])):
        return done + 1
    raise Lost(f"{done} deeds were answered: {differences(found, after(work.deed for work in works[:done]))}")


# -------------------------------------------------------------------- the power fails


def power(count: int, seed: int, lists: int = 2, losses: tuple[str, ...] = LOSSES) -> Tally:
    """A season on SQLite, and so many power failures of every kind, at moments of their own."""
    tally: Tally = Counter()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        season, disk, begin = _recorded(folder, seed, lists)
        dice = random.Random(f"power-{seed}")
        moments = [(dice.randint(begin, len(disk.acts)), loss) for loss in losses for _ in range(count)]
        for moment, loss, files, reported in power_failures(disk.acts, moments, str(seed)):
            with tempfile.TemporaryDirectory(dir=folder) as after_it:
                for name, data in files.items():
                    (Path(after_it) / Path(name).name).write_bytes(data)
                done = len(reported) - 1
                try:
                    at = judge(f"sqlite:///{after_it}/office.db", season.works, done)
                except Lost as lost:
                    raise Lost(f"the power failed after act {moment} ({loss}): {lost}") from None
                tally[loss, "old" if at == done else "new"] += 1
    return tally


def _recorded(folder: Path, seed: int, lists: int) -> tuple[Season, FaultDisk, int]:
    """A season in peace, with all that it did to its disk, and the act with which the deeds begin."""
    season = Season(seed, lists)
    (folder / "disk").mkdir()
    with FaultDisk(folder / "disk") as disk:
        worker = Worker(f"sqlite:///{folder}/disk/office.db", season, folder)
        try:
            worker.prepare()
            disk.tell("prepared")
            begin = len(disk.acts)
            for number, work in enumerate(season.works):
                worker.do(work)
                disk.tell(str(number))
        except MessageError as refused:
            raise Lost(f"a deed was refused although all before it was answered: {refused.text('en')}") from None
        finally:
            worker.close()
    return season, disk, begin


# -------------------------------------------------------------------- what fails while the office is at work


class Injector(Protocol):
    """Lets something fail below the office, and heals it."""

    def arm(self, kind: str, moment: int) -> None: ...
    def heal(self) -> object: ...


@dataclass(frozen=True, slots=True)
class DiskFaults:
    """Faults of the disk of SQLite."""

    disk: FaultDisk

    def arm(self, kind: str, moment: int) -> None:
        what, code = DISK_FAULTS[kind]
        self.disk.fail(what, moment, code)

    def heal(self) -> object:
        return self.disk.heal()


@dataclass(frozen=True, slots=True)
class Place:
    """An office for a season: its address for the work, the one to look at it, and what can fail."""

    url: str
    direct: str
    injector: Injector
    kinds: tuple[str, ...]
    most: Callable[[str], int]


@contextmanager
def sqlite_place(_server: FaultServer | None) -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as folder, FaultDisk(Path(folder)) as disk:
        url = f"sqlite:///{folder}/office.db"
        yield Place(url, url, DiskFaults(disk), tuple(DISK_FAULTS), MOST_ACTS.__getitem__)


@contextmanager
def postgresql_place(server: FaultServer | None) -> Iterator[Place]:
    assert server is not None
    name = server.new()
    yield Place(
        server.proxied(name), server.direct(name), server, KINDS, lambda kind: MOST_MESSAGES if kind == "torn" else 1
    )


PLACES = {"sqlite": sqlite_place, "postgresql": postgresql_place}


def failing(
    kind: str, count: int, seed: int, server: FaultServer | None = None, lists: int = 2, kinds: tuple[str, ...] = ()
) -> Tally:
    """So many faults of every kind while the office is at work, in as many seasons as it takes."""
    tally: Tally = Counter()
    seasons = 0
    while not tally or min(_by_kind(tally, kinds).values()) < count:
        own = seed * 1000 + seasons
        seasons += 1
        with PLACES[kind](server) as place:
            kinds = kinds or place.kinds
            wanted = {one: count - _by_kind(tally, kinds)[one] for one in kinds}
            tally += _failing_season(place, own, wanted, lists)
        print(f"{kind}: {tally.total()} of {count * len(kinds)} faults", file=sys.stderr)
    return tally


def _by_kind(tally: Tally, kinds: tuple[str, ...]) -> dict[str, int]:
    return {kind: tally[kind, "old"] + tally[kind, "new"] for kind in kinds}


def _failing_season(place: Place, seed: int, wanted: dict[str, int], lists: int) -> Tally:
    tally: Tally = Counter()
    season, dice = Season(seed, lists), random.Random(f"failing-{seed}")
    with tempfile.TemporaryDirectory() as folder:
        worker = Worker(place.url, season, Path(folder))
        worker.prepare()
        done = 0
        try:
            while done < len(season.works):
                open_kinds = [kind for kind, left in wanted.items() if left > 0]
                aimed = open_kinds and tally.total() < FAULTS_A_SEASON and dice.random() < 0.75
                if aimed:
                    kind = dice.choice(open_kinds)
                    at = _struck(place, worker, season.works, done, kind, dice.randint(1, place.most(kind)))
                    if at is None:
                        done += 1
                        continue
                    tally[kind, "old" if at == done else "new"] += 1
                    wanted[kind] -= 1
                    done = at
                else:
                    worker.do(season.works[done])
                    done += 1
            if judge(place.direct, season.works, done) != done:
                raise Lost("more than was done")
        except Lost as lost:
            raise Lost(f"season {seed}: {lost}") from None
        finally:
            worker.close()
    return tally


def _struck(place: Place, worker: Worker, works: list[Work], done: int, kind: str, moment: int) -> int | None:
    """Do a deed while something fails. Returns how many deeds are done then; None if nothing failed in time."""
    place.injector.arm(kind, moment)
    answered, failed = False, False
    try:
        worker.do(works[done])
        answered = True
    except StorageFault:
        failed = True
    except MessageError as problem:
        raise Lost(f"{kind}: a fault of the storage is told as a mistake: {problem.text('en')}") from None
    finally:
        place.injector.heal()
    at = judge(place.direct, works, done)
    if answered and at != done + 1:
        raise Lost(f"{kind}: deed {done} ({works[done].deed['do']}) was answered, and is not there")
    return at if failed else None


# -------------------------------------------------------------------- in all


def torture(kind: str, count: int, seed: int) -> Tally:
    """So many faults of every kind on a database."""
    if kind == "sqlite":
        return power(count, seed) + failing(kind, count, seed)
    with fault_server() as server:
        return failing(kind, count, seed, server)


def shown(kind: str, tally: Tally) -> list[str]:
    """One line for each kind of fault, and the sum."""
    lines = []
    for fault in dict.fromkeys(key[0] for key in sorted(tally)):
        old, new = tally[fault, "old"], tally[fault, "new"]
        lines.append(f"  {fault:<10}{old + new:>5} faults: {old} left the old state and {new} the new one")
    return [*lines, f"{kind}: {tally.total()} faults, and nothing that was answered was lost"]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--db", choices=("sqlite", "postgresql", "both"), default="both")
    given = parser.parse_args()
    for kind in PLACES if given.db == "both" else (given.db,):
        try:
            tally = torture(kind, given.count, given.seed)
        except Lost as lost:
            print(f"{kind}, seed {given.seed}: {lost}")
            return 1
        print("\n".join(shown(kind, tally)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
