"""Events as they are run: draws of a thousand players, long logs, results from twenty writers, take-overs and files.

On SQLite and on PostgreSQL; py4swiss draws one of the rounds beside it. Times are the best of some turns, those of the
processor too, because other programs may be busy. Then pages and results on the web. Writes
docs/developers/measured/event-bench.md.

    PYTHONPATH=src:tests/support python bench/event.py             all of it, about six minutes
    PYTHONPATH=src:tests/support python bench/event.py web         the web alone: its table, written nowhere
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from event_web import PAGES_A_SECOND, QUIET, WORKERS, WebTable, measured_on_the_web
from event_world import AGREED, AT, SLUG, WHO, of_length, opened, play, up
from pairing_systems import OTHER

from arpad.office.storage.database import Database
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.players import keep_taken_over
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Journal, decide
from arpad.tournament.log import LogLine
from arpad.tournament.standings import standings_after
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from office_server import SERVERS, NewAddress

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "developers" / "measured" / "event-bench.md"
TURNS = 5
LARGE, MIDDLE, FEW, ROUNDS = 1000, 600, 200, 9
LINES = 20_000
RATE, SECONDS, BURST = 300, 10, 50
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds of something, on the clock and of the processor, and the most that it may take."""

    what: str
    seconds: float
    processor: float
    most: float | None = None

    @property
    def row(self) -> str:
        return f"| {self.what} | {self.most or '–'} | {self.seconds:.3f} | {self.processor:.3f} |"


def best(what: str, call: Callable[[], object], most: float | None = None, turns: int = TURNS) -> Timed:
    """The best of some turns."""
    found = []
    for _ in range(turns):
        start, busy = time.perf_counter(), time.process_time()
        call()
        found.append((time.perf_counter() - start, time.process_time() - busy))
    return Timed(what, *min(found), most)


def command(what: str, arguments: Sequence[str], prepare: Callable[[], object], most: float | None = None) -> Timed:
    """A whole command from starting Python to its end, the best of some calls."""
    found = []
    for _ in range(TURNS):
        prepare()
        start = time.perf_counter()
        call = [sys.executable, "-m", "arpad", "event", *arguments, "--json", "--yes"]
        process = subprocess.Popen(call, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        found.append((time.perf_counter() - start, used.ru_utime + used.ru_stime))
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, arguments
    return Timed(what, *min(found), most)


def child(*arguments: str) -> dict[str, Any]:
    """A measurement in a process of its own."""
    call = [sys.executable, str(HERE / "event_child.py"), *arguments]
    done = subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def keep(url: str, lines: Sequence[LogLine]) -> str:
    """An event in a database."""
    event_store = EventStore(Database(url))
    restore_log(event_store, lines)
    event_store.close()
    return url


def draws(large: Journal, middle: Journal, folder: Path) -> list[Timed]:
    """The draw of a round: the state of the event, the engine, and the lines of the log."""
    kept, trial = folder / "kept.db", folder / "trial.db"
    keep(f"sqlite:///{kept}", large.lines)

    def again() -> None:
        shutil.copy(kept, trial)

    return [
        best(f"draw of {MIDDLE} players, round 6", lambda: _decide(middle.state, DrawNext(6)), 0.6),
        best(f"draw of {LARGE:,} players, round {ROUNDS}", lambda: _decide(large.state, DrawNext(ROUNDS)), 1.0),
        command(
            "the same by `arpad event draw`: Python started, the log read, the draft kept",
            ["draw", SLUG, "--events", f"sqlite:///{trial}"], again,
        ),
    ]  # fmt: skip


def _decide(state: EventState, what: Any) -> EventState:
    return decide(state, what, WHO, AT, AGREED).state


def one_event(large: Journal, folder: Path) -> list[Timed]:
    """Everything else that is done to a large event."""
    drawn = _decide(large.state, DrawNext(ROUNDS))
    out = _decide(drawn, Publish(ROUNDS))
    told = _decide(out, SetResult(ROUNDS, 1, "1-0"))
    file = folder / "event.trf"
    file.write_bytes(export_trf(out, "trf26").data)
    targets = iter(f"sqlite:///{folder / f'taken-{turn}.db'}" for turn in range(TURNS))
    return [
        best("publication of that round, with the digest of the event", lambda: _decide(drawn, Publish(ROUNDS))),
        best("one result, decided and folded", lambda: _decide(out, SetResult(ROUNDS, 1, "1-0"))),
        best("standings after a result", lambda: standings_after(told, ROUNDS), 0.15),
        best("file out, TRF26", lambda: export_trf(out, "trf26")),
        best("file out, TRF16", lambda: export_trf(out, "trf16")),
        best(
            "take-over from TRF26: read, all rounds checked, kept", lambda: _taken(file.read_bytes(), next(targets)),
            3.0,
        ),
    ]  # fmt: skip


def _taken(data: bytes, url: str) -> None:
    event_store = EventStore(Database(url))
    keep_taken_over(event_store, take_over(data, file="event.trf", slug=SLUG), data, WHO, AT, AGREED)
    event_store.close()


def long_log(new: NewAddress) -> tuple[Timed, dict[str, float]]:
    """An event with very many lines, opened by a new worker; and the memory it takes."""
    url = keep(new(), of_length(play(opened(LARGE), ROUNDS, busy=True), LINES))
    found = [child("open", url) for _ in range(TURNS)]
    assert {one["lines"] for one in found} == {LINES}
    seconds, processor = min((one["seconds"], one["processor"]) for one in found)
    return Timed(f"opening an event of {LINES:,} lines in a new worker", seconds, processor, 0.6), child("memory", url)


def results(kind: str, new: NewAddress, lines: Sequence[LogLine]) -> list[tuple[str, dict[str, Any]]]:
    """Results from twenty writers: as events are written, and each in a transaction of its own."""
    found = [
        (f"{kind}, in groups", child("grouped", keep(new(), lines), str(RATE), str(SECONDS))),
        (f"{kind}, each alone", child("alone", keep(new(), lines), str(RATE), str(SECONDS))),
        (f"{kind}, in groups", child("grouped", keep(new(), lines), str(BURST), str(SECONDS))),
    ]
    for _, one in found:
        assert one["kept"] == one["asked"], "a result was lost"
    return found


def beside_py4swiss(folder: Path) -> list[str]:
    """The same round of a smaller event: the whole command of both, and the draw alone."""
    journal = play(opened(FEW, system="dutch-2017"), ROUNDS - 1)
    kept, trial, file = folder / "few.db", folder / "few-trial.db", folder / "few.trf"
    keep(f"sqlite:///{kept}", journal.lines)
    file.write_bytes(export_trf(journal.state, "trf16").data)
    own = command(
        "`arpad event draw`", ["draw", SLUG, "--events", f"sqlite:///{trial}"], lambda: shutil.copy(kept, trial)
    )
    alone = best("arpad", lambda: _decide(journal.state, DrawNext(ROUNDS)))
    start = time.perf_counter()
    done = subprocess.run([sys.executable, str(OTHER), "dutch", str(file)], capture_output=True, check=True, text=True)
    whole, theirs = time.perf_counter() - start, float(done.stdout)
    return [
        f"| arpad, in the event | {own.seconds:.2f} | {alone.processor * 1000:.1f} | 1 |",
        f"| py4swiss, from a file | {whole:.2f} | {theirs * 1000:.1f} | {theirs / alone.processor:.0f} |",
    ]


def page(
    timed: Sequence[Timed],
    memory: Mapping[str, float],
    entered: Sequence[tuple[str, dict[str, Any]]],
    beside: Sequence[str],
    on_the_web: WebTable,
) -> str:
    """docs/developers/measured/event-bench.md."""
    return "\n".join(
        [
            "# Events, measured",
            "",
            "Written by `make bench`, all in one run. "
            "How an event is run is on [other pages](../../manuals/tournaments/tournament-players.md).",
            "",
            f"Measured on: {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
            f"Python {platform.python_version()}, a load of {os.getloadavg()[0]:.1f}.",
            "",
            f"## An event of {LARGE:,} players and {ROUNDS} rounds",
            "",
            f"Seconds on the clock and of the processor, the best of {TURNS} turns, beside the most that it may take. "
            "In memory, unless a row says more.",
            "",
            "| what | at most, s | clock, s | processor, s |",
            "|---|---:|---:|---:|",
            *(one.row for one in timed),
            "",
            f"The open event of {LINES:,} lines takes {memory['event'] / MEGABYTE:.1f} MB of memory (at most 15), "
            f"{memory['with_view'] / MEGABYTE:.1f} MB with its public view.",
            "",
            "## Results from twenty arbiters",
            "",
            "Entered in one process at set times, so a late answer makes the next ones late too; every answer comes "
            "after the commit. In groups: one writer commits all that waits, as events are written. Each alone: every "
            "result in a transaction of its own. Milliseconds:",
            "",
            "| database | results a second | entered | p50 | p90 | p99 | slowest | processor for one |",
            "|---|---:|---:|---:|---:|---:|---:|---:|",
            *(_result_row(name, one) for name, one in entered),
            "",
            *(_ratios(entered)),
            "",
            *web_part(on_the_web),
            "",
            f"## Round {ROUNDS} of {FEW} players beside py4swiss",
            "",
            "The PyPI package py4swiss draws from a file, Arpad in the event, which writes its log too. "
            "The whole command in seconds, the draw alone in milliseconds of the processor.",
            "",
            "| | whole, s | alone, ms | times |",
            "|---|---:|---:|---:|",
            *beside,
            "",
        ]
    )


def web_part(found: WebTable) -> list[str]:
    """The part of the page about the web."""
    return [
        "## On the web",
        "",
        f"`arpad serve` with {WORKERS} workers on SQLite; the client is a process of its own on the same cores. "
        "Milliseconds from the moment at which something was due to its last byte; a command that changes something is "
        "answered after the commit, and no result was lost. The load is that of the machine before a row: with more "
        f"than {QUIET:.0f}, other programs wait for the same cores.",
        "",
        "| what | at most | asked for | p50 | p99 | slowest | load |",
        "|---|---:|---:|---:|---:|---:|---:|",
        *(row.text for row in found.rows),
        "",
        f"An answer of the round with {PAGES_A_SECOND} pages a second takes {found.server:.1f} ms of the processor in "
        f"the server and {found.client:.1f} ms in the client.",
    ]


def _result_row(name: str, one: Mapping[str, Any]) -> str:
    times = " | ".join(f"{one[part] * 1000:.1f}" for part in ("p50", "p90", "p99", "most", "processor"))
    return f"| {name} | {one['asked'] // SECONDS} | {one['kept']:,} | {times} |"


def _ratios(entered: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """How much longer the slowest hundredth waits without groups."""
    return [
        f"On {kind} the p99 of results that are written alone is {alone['p99'] / together['p99']:.0f} times as long."
        for kind in SERVERS
        for together, alone, _ in [[one for name, one in entered if name.startswith(f"{kind},")]]
    ]


def main() -> None:
    """Raises an error if a target is missed, by the processor or on a quiet machine: other programs may be busy."""
    large, middle = play(opened(LARGE), ROUNDS - 1), play(opened(MIDDLE), 5)
    before = list(large.lines)
    if sys.argv[1:] == ["web"]:
        up(large, ROUNDS)
        print("\n".join(web_part(measured_on_the_web(middle.lines, before, large.lines))))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        timed = draws(large, middle, folder)
        timed += one_event(large, folder)
        beside = beside_py4swiss(folder)
        up(large, ROUNDS)
        entered = []
        for kind, server in SERVERS.items():
            with server() as new:
                entered += results(kind, new, large.lines)
                if kind == "sqlite":
                    opening, memory = long_log(new)
                    timed.append(opening)
    on_the_web = measured_on_the_web(middle.lines, before, large.lines)
    PAGE.write_text(page(timed, memory, entered, beside, on_the_web), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))
    for one in timed:
        assert one.most is None or one.processor <= one.most, one
    assert memory["event"] <= 15 * MEGABYTE
    assert all(one["p99"] < 0.1 for name, one in entered if "groups" in name)
    missed = [row for row in on_the_web.rows if row.missed and row.load <= QUIET]
    assert not missed, missed


if __name__ == "__main__":
    main()
