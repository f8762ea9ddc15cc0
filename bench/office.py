"""The office at its size, on SQLite and PostgreSQL in one run: a great month, a correction three years back, an import.

The month has 100,000 rated games in 4,000 reports for a list of 500,000 players; one of half the games comes before it,
to see that the cost grows with the games. Every measured step is a process of its own that does nothing else, and tells
its time (by the clock and on the processor) and the most memory it ever held; the rest is set up by others.

    PYTHONPATH=tests/support python bench/office.py [sqlite] [postgresql]
"""

import datetime as dt
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from arpad.office.context import Desk, found_system
from arpad.office.decisions.corrections import CorrectReport
from arpad.office.decisions.decisions import decide
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from office_server import SERVERS
from office_world import people, report, write_list

PLAYERS, REPORTS = 500_000, 4_000
FIRST, HALF, WHOLE = dt.date(2024, 7, 1), dt.date(2024, 8, 1), dt.date(2024, 9, 1)
MEMBERS, MONTHLY, MONTHS = 5_000, 40, 36
BEGIN = dt.date(2021, 7, 1)
IMPORTED = 1_900_000
COMBINED = "players_list_foa.txt"
MOST_SECONDS, MOST_MB, MOST_TIMES = 60, 2_000, 2.5
NOON = dt.datetime(2024, 7, 1, 12, tzinfo=dt.UTC)


def desk_at(url: str) -> Desk:
    return Desk(Database(url), regulations(), "fide", "bench", NOON)


def month_after(date: dt.date, months: int = 1) -> dt.date:
    count = date.year * 12 + date.month - 1 + months
    return dt.date(count // 12, count % 12 + 1, 1)


def submit_month(desk: Desk, month: dt.date, persons: Any, count: int, name: str) -> list[int]:
    """So many reports of ten players and five rounds, played in the month before a list. Returns the events."""
    first = month_after(month, -1)
    found = []
    for number in range(count):
        data = report(f"{name} {number + 1}", persons, first + dt.timedelta(days=number % 14), 1)
        submitted = submit(desk, data, received=first + dt.timedelta(days=20))
        assert submitted.accepted
        assert submitted.event.due == month
        found.append(submitted.event.id)
    return found


# -------------------------------------------------------------------------------- what the processes do


def set_up_month(url: str) -> dict[str, Any]:
    """The list and the first reports."""
    desk, persons = desk_at(url), people(PLAYERS, 1)
    found_system(desk, "ESP")
    with tempfile.TemporaryDirectory() as place:
        import_list(desk, write_list(persons, Path(place) / "list.csv"), FIRST)
    submit_month(desk, HALF, persons, REPORTS // 2, "Half")
    return {}


def set_up_next(url: str) -> dict[str, Any]:
    desk = desk_at(url)
    publish(desk, HALF)
    submit_month(desk, WHOLE, people(PLAYERS, 1), REPORTS, "Whole")
    return {}


def close_month(url: str, date: str) -> dict[str, Any]:
    closed = close(desk_at(url), dt.date.fromisoformat(date))
    return {"games": closed.games, "reports": closed.reports, "digest": closed.digest}


def set_up_years(url: str) -> dict[str, Any]:
    """Three years of a federation, a list every month."""
    desk, persons = desk_at(url), people(MEMBERS, 2, unrated=10)
    found_system(desk, "ESP")
    with tempfile.TemporaryDirectory() as place:
        import_list(desk, write_list(persons, Path(place) / "list.csv"), BEGIN)
    for number in range(1, MONTHS + 1):
        month = month_after(BEGIN, number)
        submit_month(desk, month, persons, MONTHLY, f"{month:%Y-%m}")
        close(desk, month)
        publish(desk, month)
    return {}


def replay(url: str) -> dict[str, Any]:
    """The first report of all, with other results."""
    month = month_after(BEGIN)
    persons = people(MEMBERS, 2, unrated=10)
    data = report(f"{month:%Y-%m} 1", persons, BEGIN, "corrected")
    done = decide(desk_at(url), CorrectReport(1, data, "other results"))
    return {"versions": len(done.versions), "changed": done.changed[-1], "digest": done.versions[-1].digest}


def import_all(url: str, path: str) -> dict[str, Any]:
    """What `office init` and `office import-list` do."""
    desk = desk_at(url)
    found_system(desk, "ESP")
    done = import_list(desk, Path(path), FIRST)
    return {"players": done.players, "digest": done.digest}


WORK = {value.__name__: value for value in (set_up_month, set_up_next, close_month, set_up_years, replay, import_all)}


def child(work: str, *arguments: str) -> None:
    begun = time.perf_counter_ns()
    found = WORK[work](*arguments)
    milliseconds = (time.perf_counter_ns() - begun) // 1_000_000
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = int((used.ru_utime + used.ru_stime) * 1000)
    print(json.dumps({**found, "ms": milliseconds, "cpu": cpu, "mb": used.ru_maxrss // 1024}))


# -------------------------------------------------------------------------------- the run


def run(work: str, *arguments: object) -> dict[str, Any]:
    """One piece of work in a process of its own."""
    call = [sys.executable, __file__, work, *map(str, arguments)]
    found: dict[str, Any] = json.loads(subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout)
    print(f"  {work}: {found['ms'] / 1000:.1f} s, processor {found['cpu'] / 1000:.1f} s", file=sys.stderr)
    return found


def shown(what: str, found: dict[str, Any], more: str) -> None:
    times = f"{found['ms'] / 1000:>7.1f} s (processor {found['cpu'] / 1000:>5.1f} s) {found['mb']:>6} MB"
    print(f"  {what:<44}{times}   {more}".rstrip())


def measure(kind: str, combined: Path) -> list[str]:
    """All of it on one database. Returns the digests, which must be the same on each."""
    with SERVERS[kind]() as new:
        month, years, whole = new(), new(), new()
        run("set_up_month", month)
        half = run("close_month", month, HALF)
        run("set_up_next", month)
        full = run("close_month", month, WHOLE)
        run("set_up_years", years)
        replayed = run("replay", years)
        imported = run("import_all", whole, combined)
    ratio = full["cpu"] / half["cpu"]
    print(f"{kind}")
    shown(f"closing {half['games']:,} games in {half['reports']:,} reports", half, f"list of {PLAYERS:,}")
    shown(f"closing {full['games']:,} games in {full['reports']:,} reports", full, f"{ratio:.2f} times as long")
    more = f"{replayed['changed']} ratings differ on the last"
    shown(f"correcting, {replayed['versions']} lists of {MEMBERS:,} replayed", replayed, more)
    shown(f"importing {imported['players']:,} players", imported, "")
    assert full["games"] >= 25 * REPORTS
    assert full["ms"] < MOST_SECONDS * 1000
    assert full["mb"] < MOST_MB
    assert ratio < MOST_TIMES
    assert replayed["versions"] == MONTHS
    assert replayed["ms"] < MOST_SECONDS * 1000
    assert imported["players"] == IMPORTED
    return [version["digest"] for version in (half, full, replayed, imported)]


def main(*kinds: str) -> None:
    """Raises an error if a target is missed, or a digest differs between the databases."""
    with tempfile.TemporaryDirectory() as folder:
        generate = [sys.executable, str(Path(__file__).parent / "lists.py"), "generate", folder, str(IMPORTED)]
        subprocess.run(generate, check=True)
        digests = {tuple(measure(kind, Path(folder) / COMBINED)) for kind in kinds}
    assert len(digests) == 1
    print("  the same digests" if len(kinds) > 1 else "")


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in WORK:
        child(*sys.argv[1:])
    else:
        main(*(sys.argv[1:] or ("sqlite", "postgresql")))
