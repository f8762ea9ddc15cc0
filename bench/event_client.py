"""Arbiters and visitors of an event on the web, in a process of their own. Prints JSON.

    python bench/event_client.py PORT PLAN

PLAN is a file: the links of the arbiters, how many results and pages they and the visitors ask for a second, and for
how long. Everything is asked for at set times, so a late answer makes the next ones late too.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

CONNECTIONS, REQUESTS = 24, 40
LONGEST = 1 << 20
"""Bytes that a connection may hold before somebody reads them: more than any page has."""
RESULTS = ("1-0", "1/2", "0-1")
DONE, UNCHANGED = 200, (204, 304)


class Wire(NamedTuple):
    """A connection, and for how many requests it is still used."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    left: int


@dataclass(slots=True)
class Reply:
    """A status, the headers by their names, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Wires:
    """Connections, each for some requests, as browsers use them: a worker that is busy takes fewer of the new ones. A
    request waits for a free one, and that is part of its time."""

    def __init__(self, port: int, requests: int = REQUESTS) -> None:
        self.port, self.requests = port, requests
        self.free: asyncio.Queue[Wire] = asyncio.Queue()

    async def open(self, count: int) -> None:
        for number in range(count):
            self.free.put_nowait(await self._new(self.requests * (number + 1) // count))

    async def _new(self, requests: int) -> Wire:
        return Wire(*await asyncio.open_connection("127.0.0.1", self.port, limit=LONGEST), requests)

    async def ask(self, address: str, headers: Mapping[str, str], form: Mapping[str, str] | None = None) -> Reply:
        """One request. A connection that the server has closed, because nobody used it, is opened again."""
        wire = await self.free.get()
        if wire.reader.at_eof() or not wire.left:
            wire.writer.close()
            wire = await self._new(self.requests)
        reader, writer = wire.reader, wire.writer
        body = b"" if form is None else urlencode(form).encode()
        lines = [f"{'GET' if form is None else 'POST'} {address} HTTP/1.1", "host: bench", "accept-language: en"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if form is not None:
            lines += ["content-type: application/x-www-form-urlencoded", f"content-length: {len(body)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        said = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        told = await reader.readexactly(int(said.get("content-length", 0)))
        self.free.put_nowait(wire._replace(left=wire.left - 1))
        return Reply(int(head[0].split(" ", 2)[1]), said, told)


@dataclass(slots=True)
class Times:
    """How long everything took, by its name, in seconds."""

    took: dict[str, list[float]] = field(default_factory=dict)

    async def at(self, due: float, ask: Callable[[], Awaitable[str]]) -> None:
        """Ask for something that was due."""
        name = await ask()
        self.took.setdefault(name, []).append(time.perf_counter() - due)

    def percentiles(self) -> dict[str, dict[str, float]]:
        parts = {"p50": 50, "p90": 90, "p99": 99, "most": 100}
        found = {}
        for name, took in sorted(self.took.items()):
            ordered = sorted(took)
            found[name] = {part: ordered[(len(ordered) - 1) * at // 100] for part, at in parts.items()}
            found[name]["asked"] = len(ordered)
        return found


async def steadily(times: Times, rate: float, seconds: int, ask: Callable[[int], Awaitable[str]]) -> None:
    """Ask `rate` times a second, at set times."""
    begun = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for number in range(int(rate * seconds)):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tasks.create_task(times.at(due, lambda number=number: ask(number)))  # type: ignore[misc]


class Hall:
    """Twenty arbiters, each at their own boards, and visitors whose open pages ask again."""

    def __init__(self, wires: Wires, plan: Mapping[str, Any]) -> None:
        self.wires, self.plan = wires, plan
        self.base = f"/t/{plan['slug']}"
        self.tags: dict[tuple[int, str], str] = {}
        self.kept: dict[int, str] = {}

    async def result(self, number: int) -> str:
        """The next result of an arbiter. All answers must be yes."""
        arbiters = self.plan["arbiters"]
        arbiter, turn = arbiters[number % len(arbiters)], number // len(arbiters)
        first, last = arbiter["boards"]
        board, result = first + turn % (last - first + 1), RESULTS[turn // (last - first + 1) % 3]
        form = {"csrf": arbiter["csrf"], "board": str(board), "result": result, "request": f"bench-{number}"}
        headers = {"cookie": arbiter["cookie"], "accept": "application/json"}
        reply = await self.wires.ask(f"{self.base}/desk/results/{self.plan['round']}", headers, form)
        assert reply.status == DONE, reply.body
        self.kept[board] = result
        return "result"

    async def desk(self, number: int) -> str:
        """The page of an arbiter asks again."""
        arbiters = self.plan["arbiters"]
        arbiter = arbiters[number % len(arbiters)]
        return await self.page(number % len(arbiters), f"/desk/results/{self.plan['round']}", arbiter["cookie"], "desk")

    async def visit(self, number: int) -> str:
        """One of many visitors, each with one page that stays open."""
        visitors, pages = self.plan["visitors"], self.plan["pages"]
        visitor = random.Random(number // visitors * 7919 + number % visitors).randrange(visitors)
        return await self.page(visitor, pages[visitor % len(pages)], "", "")

    async def page(self, who: int, path: str, cookie: str, name: str) -> str:
        """A page, with the tag of what its reader has seen of it."""
        headers = {"cookie": cookie} if cookie else {}
        if seen := self.tags.get((who, path)):
            headers["arpad-seen" if cookie else "if-none-match"] = seen
        reply = await self.wires.ask(self.base + path, headers)
        if reply.status in UNCHANGED:
            return f"{name or path}, unchanged"
        assert reply.status == DONE, (path, reply.status)
        if "etag" in reply.headers:
            self.tags[who, path] = reply.headers["etag"]
        return name or path


async def main(port: int, plan: Mapping[str, Any]) -> None:
    wires, times = Wires(port), Times()
    await wires.open(CONNECTIONS)
    hall, seconds = Hall(wires, plan), plan["seconds"]
    for path in plan["pages"]:
        await hall.page(0, path, "", "")
    async with asyncio.TaskGroup() as tasks:
        if plan["results"]:
            tasks.create_task(steadily(times, plan["results"], seconds, hall.result))
        if plan["desks"]:
            tasks.create_task(steadily(times, plan["desks"], seconds, hall.desk))
        if plan["visits"]:
            tasks.create_task(steadily(times, plan["visits"], seconds, hall.visit))
    print(json.dumps({"times": times.percentiles(), "kept": hall.kept, "processor": time.process_time()}))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text("utf-8"))))
