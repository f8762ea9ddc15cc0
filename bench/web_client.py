"""A client for the load, in a process of its own: so many requests a second at set times, or as many as are answered.

python bench/web_client.py PORT ADDRESSES paced RATE SECONDS SKIP
python bench/web_client.py PORT ADDRESSES full CONNECTIONS SECONDS SKIP

SKIP is the number of addresses to leave out at the beginning of the file.
"""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

CONNECTIONS = 24
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def ask(wire: Wire, address: str) -> int:
    """One request on a connection that stays open. Returns the status."""
    reader, writer = wire
    writer.write(f"GET {address} HTTP/1.1\r\nhost: bench\r\naccept-language: en\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


async def paced(port: int, addresses: Iterator[str], rate: int, seconds: int) -> Mapping[str, object]:
    """Requests at set times, whether the ones before are answered or not: waiting for a connection is part of it."""
    wires: asyncio.Queue[Wire] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        wires.put_nowait(await asyncio.open_connection("127.0.0.1", port))
    took: list[tuple[str, int]] = []
    begun = time.perf_counter_ns()

    async def one(due: int, address: str) -> None:
        wire = await wires.get()
        assert await ask(wire, address) == 200, address
        took.append((kind(address), time.perf_counter_ns() - due))
        wires.put_nowait(wire)

    async with asyncio.TaskGroup() as tasks:
        for number in range(rate * seconds):
            due = begun + number * 1_000_000_000 // rate
            await asyncio.sleep(max(0, due - time.perf_counter_ns()) / 1e9)
            tasks.create_task(one(due, next(addresses)))
    kinds = sorted({name for name, _ in took})
    return {name: percentiles([seconds for other, seconds in took if other == name]) for name in kinds} | {
        "all": percentiles([seconds for _, seconds in took])
    }


def kind(address: str) -> str:
    return "search" if "?" in address else "player"


def percentiles(nanoseconds: list[int]) -> dict[str, float]:
    ordered = sorted(nanoseconds)
    at = {"p50": 50, "p90": 90, "p99": 99, "most": 100}
    last = len(ordered) - 1
    return {name: round(ordered[last * part // 100] / 1e6, 2) for name, part in at.items()} | {"asked": len(ordered)}


async def full(port: int, addresses: Iterator[str], connections: int, seconds: int) -> Mapping[str, object]:
    """Each connection asks again as soon as it is answered."""
    begun = time.perf_counter_ns()
    ends, answered = begun + seconds * 1_000_000_000, 0

    async def visitor() -> None:
        nonlocal answered
        wire = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter_ns() < ends:
            assert await ask(wire, next(addresses)) == 200
            answered += 1

    async with asyncio.TaskGroup() as tasks:
        for _ in range(connections):
            tasks.create_task(visitor())
    spent = time.process_time_ns() / answered / 1e6
    a_second = answered * 1e9 / (time.perf_counter_ns() - begun)
    return {"answered": answered, "a_second": round(a_second, 1), "processor": round(spent, 2)}


if __name__ == "__main__":
    port, addresses, way, number, seconds, skip = sys.argv[1:]
    lines = Path(addresses).read_text("utf-8").split("\n")
    asked = itertools.cycle(lines[int(skip) :] + lines[: int(skip)])
    work = {"paced": paced, "full": full}[way]
    print(json.dumps(asyncio.run(work(int(port), asked, int(number), int(seconds)))))
