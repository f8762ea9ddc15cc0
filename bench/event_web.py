"""An event on the web: twenty arbiters and many visitors at once, and single pages after something has changed.

The server is `arpad serve` with two workers over SQLite, the client a process of its own on the same cores.
"""

import asyncio
import datetime as dt
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from event_client import RESULTS, Reply, Wires
from event_world import SLUG, WHO
from web import processor, served

from arpad.office.accounts import add_account, add_token
from arpad.office.storage import Database
from arpad.office.tournaments import EventKeeper, add_link, restore_log
from arpad.tournament import LogLine
from arpad.tournament.acts.staff import LinkWanted
from arpad.web.tournaments.seats import COOKIE, PARTED

CLIENT = Path(__file__).with_name("event_client.py")
WORKERS, ARBITERS, SECONDS = 2, 20, 20
RESULTS_A_SECOND, DESKS_A_SECOND, PAGES_A_SECOND, VISITORS = 10, 5, 200, 2000
BURST, BURST_SECONDS = 50, 10
STANDINGS = "/standings"
SINGLE = 60
"""Times that a page is asked for alone."""
CHIEF, TOKEN, PASSWORD = "clara", "bench-token", "correct horse battery staple"
Times = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Load:
    """What was asked for at once, how long it took, and the seconds of the processor that each answer took."""

    name: str
    times: Times
    processor: float


@contextmanager
def office(lines: Sequence[LogLine]) -> Iterator[Path]:
    """A folder with an office that has an event and its chief."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keeper = EventKeeper(Database(f"sqlite:///{folder / 'office.db'}"))
        restore_log(keeper, lines)
        add_account(keeper.database, CHIEF, PASSWORD, "officer")
        add_token(keeper.database, CHIEF, "bench", TOKEN)
        keeper.close()
        yield folder


def arbiters(folder: Path) -> list[dict[str, Any]]:
    """A link for each of twenty, with boards of their own."""
    keeper = EventKeeper(Database(f"sqlite:///{folder / 'office.db'}"))
    state = keeper.open(SLUG).state
    boards = len(state.rounds[state.last_drawn].boards)
    found, now = [], dt.datetime.now(dt.UTC)
    for number in range(ARBITERS):
        sector = number * boards // ARBITERS + 1, (number + 1) * boards // ARBITERS
        wanted = LinkWanted(f"sector {number + 1}", "arbiter", now + dt.timedelta(hours=8), sector)
        secret = add_link(keeper, SLUG, wanted, WHO, now).secret
        name = f"Arbiter {number + 1}".encode().hex()
        found.append({"boards": sector, "cookie": f"{COOKIE}={secret}{PARTED}{name}"})
    keeper.close()
    return found


async def with_tokens(port: int, round_: int, links: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The arbiters with the tokens of their forms."""
    wires = Wires(port)
    await wires.open(1)
    for one in links:
        page = await wires.ask(f"/t/{SLUG}/desk/results/{round_}", {"cookie": one["cookie"]})
        one["csrf"] = page.body.decode().partition('name="csrf" value="')[2].partition('"')[0]
    return links


def load(name: str, lines: Sequence[LogLine], plan: Mapping[str, Any]) -> Load:
    """Everybody at once. Every result that was answered must be in the event afterwards."""
    with office(lines) as folder:
        links = arbiters(folder)
        with served(folder, WORKERS) as (port, server):
            asked = {**plan, "slug": SLUG, "arbiters": asyncio.run(with_tokens(port, plan["round"], links))}
            _client(port, folder, {**asked, "seconds": 4, "results": 0, "desks": 0, "visits": PAGES_A_SECOND})
            before = processor(server)
            found = _client(port, folder, asked)
            spent = processor(server) - before
        _nothing_lost(folder, plan["round"], found["kept"])
    answers = sum(one["asked"] for one in found["times"].values())
    return Load(name, found["times"], spent / answers)


def _client(port: int, folder: Path, plan: Mapping[str, Any]) -> dict[str, Any]:
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    call = [sys.executable, str(CLIENT), str(port), str(folder / "plan.json")]
    found: dict[str, Any] = json.loads(subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return found


def _nothing_lost(folder: Path, round_: int, kept: Mapping[str, str]) -> None:
    keeper = EventKeeper(Database(f"sqlite:///{folder / 'office.db'}"))
    boards = keeper.open(SLUG).state.rounds[round_].boards
    keeper.close()
    assert kept, "no result was entered"
    assert all(boards[int(board)].result == result for board, result in kept.items()), "a result was lost"


def hall(lines: Sequence[LogLine], round_: int) -> list[Load]:
    """A round as it ends: results, desks and visitors; and all results in ten seconds."""
    own = f"/round/{round_}"
    pages = [own, own, own, own, f"{own}?by=name", STANDINGS, "/players/17", "", own, own]
    plan = {"round": round_, "visitors": VISITORS, "pages": pages, "seconds": SECONDS}
    whole = {"results": RESULTS_A_SECOND, "desks": DESKS_A_SECOND, "visits": PAGES_A_SECOND}
    burst = {"results": BURST, "desks": DESKS_A_SECOND, "visits": 0, "seconds": BURST_SECONDS}
    return [load("a round", lines, plan | whole), load("a burst", lines, plan | burst)]


@dataclass(frozen=True, slots=True)
class Single:
    """A page that is asked for alone, some times: seconds in order."""

    what: str
    seconds: tuple[float, ...]
    most: float

    @property
    def p50(self) -> float:
        return self.seconds[(len(self.seconds) - 1) // 2]

    @property
    def p99(self) -> float:
        return self.seconds[(len(self.seconds) - 1) * 99 // 100]


class Chief:
    """Somebody who may do everything, at one connection."""

    def __init__(self, wires: Wires) -> None:
        self.wires = wires
        self.own = {"authorization": f"Bearer {TOKEN}"}

    async def get(self, path: str, **headers: str) -> Reply:
        return await self.wires.ask(f"/t/{SLUG}{path}", headers)

    async def look(self, path: str) -> Reply:
        return await self.wires.ask(f"/t/{SLUG}{path}", self.own)

    async def do(self, path: str, **form: str) -> None:
        reply = await self.wires.ask(f"/t/{SLUG}/{path}", self.own, form)
        assert reply.status == 200, reply.body


def alone(lines: Sequence[LogLine], work: Callable[[Chief], Awaitable[list[Single]]]) -> list[Single]:
    """Pages of an event that nobody else looks at."""

    async def ask(port: int) -> list[Single]:
        wires = Wires(port)
        await wires.open(1)
        return await work(Chief(wires))

    with office(lines) as folder, served(folder, WORKERS) as (port, _):
        return asyncio.run(ask(port))


def pages_after_results(round_: int) -> Callable[[Chief], Awaitable[list[Single]]]:
    """Pages after one more result each, and one that has not changed."""

    async def work(chief: Chief) -> list[Single]:
        numbers = iter(range(10 * SINGLE))

        async def after_result(path: str) -> float:
            board = next(numbers)
            await chief.do(f"desk/results/{round_}", board=str(board + 1), result=RESULTS[board % 3])
            start = time.perf_counter()
            reply = await chief.get(path)
            took = time.perf_counter() - start
            assert reply.status == 200, reply.status
            return took

        async def unchanged(path: str) -> float:
            tag = (await chief.get(path)).headers["etag"]
            start = time.perf_counter()
            reply = await chief.get(path, **{"if-none-match": tag})
            assert reply.status == 304, reply.status
            return time.perf_counter() - start

        own, table = f"/round/{round_}", f"{STANDINGS}/{round_}"
        return [
            await _often(f"round page of {_boards(round_)}, changed", lambda: after_result(own), 0.06),
            await _often(f"round page of {_boards(round_)}, unchanged (304)", lambda: unchanged(own), 0.015),
            await _often("standings page after a result", lambda: after_result(table), 0.15),
        ]

    return work


def _boards(_round: int) -> str:
    return "500 boards"


async def _often(what: str, ask: Callable[[], Awaitable[float]], most: float) -> Single:
    await ask()
    return Single(what, tuple(sorted([await ask() for _ in range(SINGLE)])), most)


def draft_and_publication(round_: int) -> Callable[[Chief], Awaitable[list[Single]]]:
    """From the command to the draft on the page; and from the publication to the first public page."""

    async def work(chief: Chief) -> list[Single]:
        drawn, out = [], []
        for _ in range(5):
            start = time.perf_counter()
            await chief.do(f"desk/round/{round_}/draw")
            assert (await chief.look(f"/desk/round/{round_}")).status == 200
            middle = time.perf_counter()
            await chief.do(f"desk/round/{round_}/publish", yes="1", reason="bench", outside_rules="1")
            assert (await chief.get(f"/round/{round_}")).status == 200
            out.append(time.perf_counter() - middle)
            drawn.append(middle - start)
            await chief.do(f"desk/round/{round_}/recall", yes="1", reason="bench", outside_rules="1")
            await chief.do(f"desk/round/{round_}/clear")
        return [
            Single("draw of 600 players, round 6, until the draft is on the page", tuple(sorted(drawn)), 0.6),
            Single("its publication, until the first public page is there", tuple(sorted(out)), 0.3),
        ]

    return work


def server_memory(server: psutil.Process) -> int:
    """The memory of a server and its workers in bytes."""
    return sum(one.memory_info().rss for one in (server, *server.children(recursive=True)))
