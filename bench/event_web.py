"""An event on the web: twenty arbiters and many visitors at once, and single pages after something has changed.

The server is `arpad serve` with two workers over SQLite, the client a process of its own on the same cores.
"""

import asyncio
import datetime as dt
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from event_client import RESULTS, Reply, Wires
from event_world import SLUG, WHO
from web import processor, served

from arpad.office.accounts.people import add_account, add_token
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.store import EventStore, add_link
from arpad.tournament.acts.event import LinkWanted
from arpad.tournament.log import LogLine
from arpad.web.tournaments.actions import COOKIE, PARTED

CLIENT = Path(__file__).with_name("event_client.py")
WORKERS, ARBITERS, SECONDS, WARM = 2, 20, 20, 4
RESULTS_A_SECOND, DESKS_A_SECOND, PAGES_A_SECOND, VISITORS = 10, 5, 200, 2000
BURST, BURST_SECONDS = 50, 10
SINGLE, DRAWS = 100, 7
"""Times that a page is asked for alone, and that a round is drawn and published."""
CHIEF, TOKEN, PASSWORD = "clara", "bench-token", "correct horse battery staple"
QUIET = 1.0
"""The load of the machine up to which other programs do not disturb."""


@dataclass(frozen=True, slots=True)
class WebRow:
    """Something that was asked for on the web: seconds, how often, how long at most (p50 and p99), and the load of the
    machine before it."""

    what: str
    times: Mapping[str, float]
    load: float
    most: float | None = None
    most_half: float | None = None

    @property
    def missed(self) -> bool:
        """Whether it took longer than it may."""
        limits = ((self.most, "p99"), (self.most_half, "p50"))
        return any(most is not None and self.times[part] > most for most, part in limits)

    @property
    def text(self) -> str:
        most = ", ".join(
            f"{part}{limit * 1000:.0f}"
            for part, limit in (("p50 ", self.most_half), ("p99 " if self.most_half else "", self.most))
            if limit
        )
        times = " | ".join(f"{self.times[part] * 1000:.1f}" for part in ("p50", "p99", "most"))
        sign = " (missed)" if self.missed else ""
        return f"| {self.what} | {most or '–'}{sign} | {int(self.times['asked']):,} | {times} | {self.load:.1f} |"


@dataclass(frozen=True, slots=True)
class WebTable:
    """All that was measured on the web, and the milliseconds of the processor for one answer: of the server and of the
    client."""

    rows: tuple[WebRow, ...]
    server: float
    client: float


def measured_on_the_web(middle: Sequence[LogLine], before: Sequence[LogLine], large: Sequence[LogLine]) -> WebTable:
    """Measure everything: an event of 600 players before its sixth round, and one of 1,000 before its last round and in
    it."""
    rows = [*alone(middle, draft_and_publication(6, 300, (0.6, 0.3, 1.0)))]
    rows += alone(before, draft_and_publication(9, 500, (1.0, None, None)))
    rows += alone(large, pages_after_results(9))
    loads, server, client = hall(large, 9)
    return WebTable((*rows, *loads), server, client)


@contextmanager
def office(lines: Sequence[LogLine]) -> Iterator[Path]:
    """A folder with an office that has an event and its chief."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        event_store = EventStore(Database(f"sqlite:///{folder / 'office.db'}"))
        restore_log(event_store, lines)
        by = Acting(CHIEF, dt.datetime.fromisoformat(lines[-1].at))
        add_account(event_store.database, CHIEF, PASSWORD, "officer", by)
        add_token(event_store.database, CHIEF, "bench", TOKEN, by)
        event_store.close()
        yield folder


def arbiters(folder: Path) -> list[dict[str, Any]]:
    """A link for each of twenty, with boards of their own."""
    event_store = EventStore(Database(f"sqlite:///{folder / 'office.db'}"))
    state = event_store.open(SLUG).state
    boards = len(state.rounds[state.last_drawn].boards)
    found, now = [], dt.datetime.now(dt.UTC)
    for number in range(ARBITERS):
        sector = number * boards // ARBITERS + 1, (number + 1) * boards // ARBITERS
        wanted = LinkWanted(f"sector {number + 1}", "arbiter", now + dt.timedelta(hours=8), sector)
        secret = add_link(event_store, SLUG, wanted, WHO, now).secret
        name = f"Arbiter {number + 1}".encode().hex()
        found.append({"boards": sector, "cookie": f"{COOKIE}={secret}{PARTED}{name}"})
    event_store.close()
    return found


async def with_tokens(port: int, round_: int, links: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The arbiters with the tokens of their forms."""
    wires = Wires(port)
    await wires.open(1)
    for one in links:
        page = await wires.ask(f"/t/{SLUG}/desk/results/{round_}", {"cookie": one["cookie"]})
        one["csrf"] = page.body.decode().partition('name="csrf" value="')[2].partition('"')[0]
    return links


def hall(lines: Sequence[LogLine], round_: int) -> tuple[list[WebRow], float, float]:
    """A round as it ends: results, desks and visitors; and all results in ten seconds. Return also what one answer of
    the first takes of the processor, in milliseconds: in the server and in the client."""
    own = f"/round/{round_}"
    pages = [own, own, own, own, f"{own}?by=name", "/standings", "/players/17", "", own, own]
    plan = {"round": round_, "visitors": VISITORS, "pages": pages, "seconds": SECONDS, "desks": DESKS_A_SECOND}
    everybody = {"results": RESULTS_A_SECOND, "visits": PAGES_A_SECOND}
    burst = {"results": BURST, "visits": 0, "seconds": BURST_SECONDS}
    first, server, client = _together(lines, plan | everybody)
    second, *_ = _together(lines, plan | burst)
    beside = (
        f"{ARBITERS} arbiters, a result each {ARBITERS // RESULTS_A_SECOND} s, beside {PAGES_A_SECOND} pages a second"
    )
    rows = [
        WebRow(f"result: {beside}", first["result"].times, first["result"].load, 0.1, 0.02),
        *(
            WebRow(f"beside them: {name}", row.times, row.load)
            for name, row in sorted(first.items())
            if name != "result" and row.times["asked"] >= SECONDS
        ),
        WebRow(
            f"result: {BURST * BURST_SECONDS} in {BURST_SECONDS} s from {ARBITERS} arbiters",
            second["result"].times, second["result"].load, 0.2,
        ),
    ]  # fmt: skip
    return rows, server, client


def _together(lines: Sequence[LogLine], plan: Mapping[str, Any]) -> tuple[dict[str, WebRow], float, float]:
    """Everybody at once. Every result that was answered must be in the event afterwards."""
    with office(lines) as folder:
        links = arbiters(folder)
        with served(folder, WORKERS) as (port, server, _):
            asked = {**plan, "slug": SLUG, "arbiters": asyncio.run(with_tokens(port, plan["round"], links))}
            _client(port, folder, {**asked, "seconds": WARM, "results": 0, "desks": 0, "visits": PAGES_A_SECOND})
            before, load = processor(server), os.getloadavg()[0]
            found = _client(port, folder, asked)
            spent = processor(server) - before
        _nothing_lost(folder, plan["round"], found["kept"])
    answers = sum(one["asked"] for one in found["times"].values())
    rows = {name: WebRow(name, times, load) for name, times in found["times"].items()}
    return rows, spent / answers * 1000, found["processor"] / answers * 1000


def _client(port: int, folder: Path, plan: Mapping[str, Any]) -> dict[str, Any]:
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    call = [sys.executable, str(CLIENT), str(port), str(folder / "plan.json")]
    found: dict[str, Any] = json.loads(subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return found


def _nothing_lost(folder: Path, round_: int, kept: Mapping[str, str]) -> None:
    event_store = EventStore(Database(f"sqlite:///{folder / 'office.db'}"))
    boards = event_store.open(SLUG).state.rounds[round_].boards
    event_store.close()
    assert kept, "no result was entered"
    assert all(boards[int(board)].result == result for board, result in kept.items()), "a result was lost"


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


Work = Callable[[Chief], Awaitable[list[WebRow]]]


def alone(lines: Sequence[LogLine], work: Work) -> list[WebRow]:
    """Pages of an event that nobody else looks at."""

    async def ask(port: int) -> list[WebRow]:
        wires = Wires(port, requests=sys.maxsize)  # one worker
        await wires.open(1)
        return await work(Chief(wires))

    with office(lines) as folder, served(folder, WORKERS) as (port, _, _):
        return asyncio.run(ask(port))


def _row(what: str, seconds: Sequence[float], load: float, most: float | None) -> WebRow:
    ordered = sorted(seconds)
    parts = {"p50": 50, "p99": 99, "most": 100}
    times = {name: ordered[(len(ordered) - 1) * part // 100] for name, part in parts.items()}
    return WebRow(what, {**times, "asked": len(ordered)}, load, most)


def pages_after_results(round_: int) -> Work:
    """Pages after one more result each, and one that has not changed."""

    async def work(chief: Chief) -> list[WebRow]:
        numbers = iter(range(1, 4 * SINGLE))

        async def after_result(path: str) -> float:
            board = next(numbers)
            await chief.do(f"desk/results/{round_}", board=str(board), result=RESULTS[board % 3])
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

        async def often(what: str, ask: Callable[[str], Awaitable[float]], path: str, most: float) -> WebRow:
            await ask(path)
            load = os.getloadavg()[0]
            return _row(what, [await ask(path) for _ in range(SINGLE)], load, most)

        own, table = f"/round/{round_}", f"/standings/{round_}"
        return [
            await often("round page of 500 boards after a result", after_result, own, 0.06),
            await often("round page of 500 boards, unchanged (304)", unchanged, own, 0.015),
            await often("standings page of 1,000 players after a result", after_result, table, 0.15),
        ]

    return work


def draft_and_publication(round_: int, boards: int, most: tuple[float | None, float | None, float | None]) -> Work:
    """From the command to the draft on the page; and from the publication to the first public page."""

    async def work(chief: Chief) -> list[WebRow]:
        drawn, out = [], []
        load = os.getloadavg()[0]
        for _ in range(DRAWS):
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
        both = [one + other for one, other in zip(drawn, out, strict=True)]
        return [
            _row(f"draw of {boards} boards, round {round_}, until the draft is on the page", drawn, load, most[0]),
            _row("its publication, until the first public page is there", out, load, most[1]),
            _row("both together", both, load, most[2]),
        ]

    return work
