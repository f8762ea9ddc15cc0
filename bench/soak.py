"""A long day of an office: visitors, stuck clients, reports coming in, and a closing in the middle, on this machine.

    PYTHONPATH=tests/support python bench/soak.py [MINUTES]        30 by default; make soak MINUTES=30

The server is `arpad serve` with two workers on 127.0.0.1. Visitors ask for 100 pages a second at set times. 400 clients
are stuck: they send half a request and wait, and come again as soon as they are let go. Every ten seconds a program
sends a report, and at half time the period is closed and published from the command line. Nobody may be told that they
made a mistake who made none, the memory of the workers must stay flat, and 99 of 100 pages must come within 100
milliseconds. The exit code is 1 if anything of this does not hold.
"""

import asyncio
import datetime as dt
import itertools
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import web
from web_client import percentiles

from arpad.office.accounts.people import add_account, add_token
from arpad.office.context import Desk, found_system
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.regulations.rating_editions import regulations
from office_world import Person, people, report, write_list

PLAYERS, SEED, MINUTES = 20_000, 1, 30
PATIENCE = 600
"""Seconds for the server to start, on a busy machine."""
RATE, STUCK, WIRES, UPLOAD_SECONDS, LOOK_SECONDS = 100, 400, 24, 10, 5
MOST_P99, MOST_GROWTH = 100.0, 0.10
FIRST, SECOND, THIRD = dt.date(2024, 7, 1), dt.date(2024, 8, 1), dt.date(2024, 9, 1)
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(slots=True)
class Day:
    """What came of it."""

    took: list[int] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    memory: list[int] = field(default_factory=list)
    freed: int = 0
    closed: float = 0.0


@dataclass(frozen=True, slots=True)
class SoakOffice:
    """An office to be soaked: its folder, its pages, a token for a program, and people who play."""

    folder: Path
    pages: list[str]
    token: str
    persons: list[Person]

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / 'office.db'}"


def make_office(folder: Path) -> SoakOffice:
    """An office of two published lists, with events that wait for the third."""
    persons = people(PLAYERS, SEED)
    database, at = Database(f"sqlite:///{folder / 'office.db'}"), dt.datetime(2024, 7, 1, 12, tzinfo=dt.UTC)
    desk = Desk(database, regulations(), "fide", "bench", at)
    found_system(desk, "ESP")
    import_list(desk, write_list(persons, folder / "list.csv"), FIRST)
    dice = random.Random(SEED)
    for month, first in ((0, FIRST), (1, SECOND)):
        for number in range(40):
            data = report(
                f"Open {month}-{number}", dice.sample(persons, 10), first + dt.timedelta(days=number % 14), SEED
            )
            assert submit(desk, data, received=first + dt.timedelta(days=20)).accepted
        if not month:
            close(desk, SECOND)
            publish(desk, SECOND)
    by = Acting("bench", dt.datetime.now(dt.UTC))
    add_account(database, "Soak", "a sentence that nobody guesses", "officer", by)
    token = "s" * 43
    add_token(database, "Soak", "soak", token, by)
    database.dispose()
    asked = dice.sample(persons, 2000)
    pages = [f"/players/{person.id}" for person in asked] + [f"/players?q={person.name[:4]}" for person in asked[:400]]
    pages += ["/", "/lists", "/lists/2024-08-01", "/events", *(f"/events/{number}" for number in range(1, 41))]
    dice.shuffle(pages)
    return SoakOffice(folder, pages, token, persons)


async def answer(wire: Wire, request: bytes) -> int:
    """Send a request on a connection that stays open. Returns the status."""
    reader, writer = wire
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


async def visit(port: int, office: SoakOffice, day: Day, seconds: float) -> None:
    """Ask for pages at set times, whether the ones before are answered or not."""
    wires: asyncio.Queue[Wire] = asyncio.Queue()
    for _ in range(WIRES):
        wires.put_nowait(await asyncio.open_connection("127.0.0.1", port))
    pages = itertools.cycle(office.pages)
    begun = time.perf_counter_ns()

    async def one(due: int, page: str) -> None:
        wire = await wires.get()
        try:
            status = await answer(wire, f"GET {page.replace(' ', '%20')} HTTP/1.1\r\nhost: soak\r\n\r\n".encode())
            day.statuses[f"{status // 100}xx"] += 1
        except (OSError, asyncio.IncompleteReadError):
            day.statuses["cut off"] += 1
            wire = await asyncio.open_connection("127.0.0.1", port)
        day.took.append(time.perf_counter_ns() - due)
        wires.put_nowait(wire)

    async with asyncio.TaskGroup() as tasks:
        for number in range(int(RATE * seconds)):
            due = begun + number * 1_000_000_000 // RATE
            await asyncio.sleep(max(0, due - time.perf_counter_ns()) / 1e9)
            tasks.create_task(one(due, next(pages)))


async def stuck(port: int, day: Day, number: int) -> None:
    """Send half a request and wait, again and again."""
    half = (
        b"GET / HTTP/1.1\r\nhost: so",
        b"POST /office/submit HTTP/1.1\r\nhost: soak\r\ncontent-length: 900000\r\n\r\nabc",
    )
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(half[number % 2])
            await reader.read()
            writer.close()
            day.freed += 1
        except OSError:
            await asyncio.sleep(1)


async def upload(port: int, office: SoakOffice, day: Day) -> None:
    """Send a report every now and then, as a program does."""
    dice = random.Random("uploads")
    for number in itertools.count():
        await asyncio.sleep(UPLOAD_SECONDS)
        start = THIRD + dt.timedelta(days=number % 14)
        data = report(f"Soak {number}", dice.sample(office.persons, 30), start, f"soak-{number}")
        body = b"--b\r\ncontent-disposition: form-data; name=file; filename=r.trf\r\n\r\n" + data + b"\r\n--b--\r\n"
        head = (
            "POST /office/submit HTTP/1.1\r\nhost: soak\r\naccept: application/json\r\nconnection: close\r\n"
            f"authorization: Bearer {office.token}\r\ncontent-type: multipart/form-data; boundary=b\r\n"
            f"content-length: {len(body)}\r\n\r\n"
        )
        wire = await asyncio.open_connection("127.0.0.1", port)
        day.statuses[f"upload {await answer(wire, head.encode() + body) // 100}xx"] += 1
        wire[1].close()


async def close_in_the_middle(office: SoakOffice, day: Day, seconds: float) -> None:
    """Close and publish a period from the command line at half time."""
    await asyncio.sleep(seconds / 2)
    begun = time.perf_counter()
    for words in (("close", "2024-09"), ("publish", "2024-09")):
        call = [str(Path(sys.executable).parent / "arpad"), "office", *words, "--db", office.url]
        done = await asyncio.create_subprocess_exec(*call, stdout=subprocess.DEVNULL)
        assert await done.wait() == 0
    day.closed = time.perf_counter() - begun


async def watch(server: psutil.Process, day: Day) -> None:
    """Look at the memory that the workers have for themselves."""
    while True:
        workers = server.children(recursive=True) or [server]
        day.memory.append(sum(worker.memory_full_info().uss for worker in workers) >> 20)
        await asyncio.sleep(LOOK_SECONDS)


async def soak(port: int, server: psutil.Process, office: SoakOffice, seconds: float) -> Day:
    """Everything at once, until the visitors have asked for all their pages."""
    day = Day()
    beside: list[Callable[[], Awaitable[None]]] = [
        lambda: upload(port, office, day), lambda: watch(server, day),
        *((lambda number=number: stuck(port, day, number)) for number in range(STUCK)),
    ]  # fmt: skip
    tasks = [asyncio.ensure_future(one()) for one in beside]
    closing = asyncio.ensure_future(close_in_the_middle(office, day, seconds))
    await visit(port, office, day, seconds)
    await closing
    for task in tasks:
        task.cancel()
    for failed in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(failed, Exception):
            raise failed
    return day


def judged(day: Day) -> list[str]:
    """What does not hold."""
    problems = [f"{count} answers {kind}" for kind, count in day.statuses.items() if not kind.endswith("2xx")]
    if (slow := percentiles(day.took)["p99"]) >= MOST_P99:
        problems.append(f"p99 is {slow} ms")
    third = max(1, len(day.memory) // 3)
    early, late = sorted(day.memory[third : 2 * third])[-1:] or day.memory[:1], sorted(day.memory[-third:])
    if late[len(late) // 2] > early[0] * (1 + MOST_GROWTH):
        problems.append(f"memory grew from {early[0]} to {late[len(late) // 2]} MB")
    return problems


def main() -> int:
    web.PATIENCE = PATIENCE
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    with tempfile.TemporaryDirectory() as folder:
        office = make_office(Path(folder))
        with web.served(Path(folder), 2) as (port, server, _):
            day = asyncio.run(soak(port, server, office, minutes * 60))
    print(f"{minutes:g} minutes, {RATE} pages a second, {STUCK} stuck clients ({day.freed} times let go)")
    print("milliseconds:", percentiles(day.took))
    print("answers:", dict(day.statuses))
    print(f"memory of the workers, MB: {day.memory[0]} at first, {max(day.memory)} at most, {day.memory[-1]} at last")
    print(f"closed and published in {day.closed:.1f} seconds meanwhile")
    problems = judged(day)
    for problem in problems:
        print("NOT SO:", problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
