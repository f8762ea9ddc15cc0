"""Visitors, many at a time: player pages and searches over a list of 1.9 million players on SQLite, on this machine.

The server is `arpad serve` with two workers, the client a process of its own, and they share the cores. First 100 pages
a second are asked for at set times; then as many as the server answers. Writes docs/developers/measured/web-bench.md.

    PYTHONPATH=tests/support python bench/web.py [FOLDER]       FOLDER keeps the office for another time
"""

import contextlib
import json
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil
from web_office import PLAYERS

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "developers" / "measured" / "web-bench.md"
WORKERS, RATE, SECONDS = 2, 100, 20
CONNECTIONS, FULL_SECONDS, WARM = 16, 10, 5
PACED_FROM, FULL_FROM = 20_000, 30_000
"""Where in the file of addresses each part begins, so that nobody has asked for its pages before."""
MOST_MILLISECONDS, LEAST_PAGES = 30, 400
"""What 99 of 100 pages may take, and how many pages a second a worker must answer."""
MOST_READY, MOST_MEGABYTES = 8, 400
PATIENCE = 120
LISTS = "## Many lists"
"""The part of the page that bench/web_lists.py writes."""

PARTS = """
import datetime as dt, json, sys, time
seconds = [time.process_time()]
from arpad.web.app import create_app
from arpad.web.site import Settings
seconds.append(time.process_time())
made = create_app(Settings(sys.argv[1], lambda: dt.datetime.now(dt.UTC), str, int))
seconds.append(time.process_time())
made.state.site.prepare()
seconds.append(time.process_time())
print(json.dumps([len(sys.modules), *(after - before for before, after in zip(seconds, seconds[1:]))]))
"""
"""How long the parts of a start take: the modules, the application with its routes, the index."""


def with_bytecode(folder: Path) -> dict[str, str]:
    """The environment of a package that pip installed: its modules are compiled."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), **kept}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextlib.contextmanager
def served(folder: Path, workers: int) -> Iterator[tuple[int, psutil.Process, float]]:
    """The server on a port, when all its workers answer, and the seconds until the first of them did."""
    port, begun = free_port(), time.perf_counter()
    call = [str(Path(sys.executable).parent / "arpad"), "serve", "--port", str(port), "--workers", str(workers)]
    server = subprocess.Popen([*call, "--db", f"sqlite:///{folder / 'office.db'}"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, env=with_bytecode(folder))  # fmt: skip
    try:
        _wait(port)
        ready = time.perf_counter() - begun
        process = psutil.Process(server.pid)
        _rest(process)
        yield port, process, ready
    finally:
        server.terminate()
        server.wait()


def _wait(port: int) -> None:
    for _ in range(PATIENCE * 10):
        with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
            return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def processor(server: psutil.Process) -> float:
    """Seconds that a server and its workers have spent on the processor."""
    return sum(sum(child.cpu_times()[:2]) for child in (server, *server.children(recursive=True)))


def _rest(server: psutil.Process) -> None:
    """Wait until every worker is ready: they do nothing any more."""
    before = -1.0
    for _ in range(PATIENCE):
        spent = processor(server)
        if spent - before < 0.1:
            return
        before = spent
        time.sleep(1)


def megabytes(server: psutil.Process) -> dict[str, int]:
    """The memory of the largest worker: all that is mapped, and how much of it is nobody else's."""
    workers = server.children(recursive=True) or [server]
    used = [worker.memory_full_info() for worker in workers]
    largest = max(used, key=lambda one: int(one.rss))
    return {"all": largest.rss // 1_000_000, "own": largest.uss // 1_000_000}


def client(port: int, folder: Path, way: str, number: int, seconds: int, skip: int = 0) -> dict[str, Any]:
    call = [sys.executable, str(HERE / "web_client.py"), str(port), str(folder / "addresses.txt"), way]
    done = subprocess.run([*call, str(number), str(seconds), str(skip)], check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(folder: Path, workers: int) -> dict[str, Any]:
    with served(folder, workers) as (port, server, ready):
        first = megabytes(server)
        client(port, folder, "full", CONNECTIONS, WARM)
        load = os.getloadavg()[0]
        at_pace = client(port, folder, "paced", RATE, SECONDS, PACED_FROM)
        before = processor(server)
        full = client(port, folder, "full", CONNECTIONS, FULL_SECONDS, FULL_FROM)
        full["server"] = (processor(server) - before) * 1000 / full["answered"]
        memory = {"ready": first, "then": megabytes(server)}
    return {"workers": workers, "load": load, "ready": ready, "paced": at_pace, "full": full, "memory": memory}


def parts(folder: Path) -> list[float]:
    """The modules that a worker has loaded, and the processor seconds of each part of its start."""
    call = [sys.executable, "-c", PARTS, f"sqlite:///{folder / 'office.db'}"]
    done = subprocess.run(call, check=True, stdout=subprocess.PIPE, env=with_bytecode(folder))
    found: list[float] = json.loads(done.stdout)
    return found


def page(runs: list[dict[str, Any]], start: list[float]) -> str:
    """docs/developers/measured/web-bench.md."""
    modules, *seconds = start
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    loads = ", ".join(f"{run['load']:.1f}" for run in runs)
    lines = [
        "# Visitors, measured",
        "",
        f"Written by `make bench`. A list of {PLAYERS:,} players and the one after it, on SQLite; `arpad serve` on "
        f"loopback. Half of the requests are player pages, half searches. The client is a process of its own on the "
        "same cores.",
        "",
        f"Measured on: {machine}.",
        "",
        f"## {RATE} pages a second for {SECONDS} seconds",
        "",
        "Asked for at set times, so a late answer makes the next ones late too. Milliseconds:",
        "",
        "| workers | page | asked | p50 | p90 | p99 | slowest |",
        "|---:|---|---:|---:|---:|---:|---:|",
        *(
            f"| {run['workers']} | {name} | {times['asked']:,} | {times['p50']} | {times['p90']} "
            f"| {times['p99']} | {times['most']} |"
            for run in runs
            for name, times in run["paced"].items()
        ),
        "",
        "## As many as are answered",
        "",
        f"{CONNECTIONS} connections, each asking again as soon as it is answered. Every page is made for its visitor: "
        "none is kept.",
        "",
        "| workers | pages a second | processor for a page, ms | the client's, ms |",
        "|---:|---:|---:|---:|",
        *(
            f"| {run['workers']} | {run['full']['a_second']:,} | {run['full']['server']:.2f} "
            f"| {run['full']['processor']} |"
            for run in runs
        ),
        "",
        "## A worker",
        "",
        "Seconds from the start of the command until a page is answered, with the files of the index and the "
        "compiled modules already there; and the megabytes of the largest worker: with mapped files and shared "
        "libraries, and its own alone.",
        "",
        "| workers | ready, s | when ready, MB | its own | after all pages, MB | its own |",
        "|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {run['workers']} | {run['ready']:.1f} "
            f"| {first['all']} | {first['own']} | {then['all']} | {then['own']} |"
            for run in runs
            for first, then in [run["memory"].values()]
        ),
        "",
        f"Processor seconds of a start: {seconds[0]:.2f} for {modules} modules, {seconds[1]:.2f} for the application "
        f"with its addresses, {seconds[2]:.2f} for the index.",
        "",
        f"Load of the machine before each measured run: {loads}.",
        "",
    ]
    return "\n".join(lines) + "\n"


def main(folder: Path) -> None:
    """Raises an error if a target is missed."""
    if not (folder / "addresses.txt").exists():
        subprocess.run([sys.executable, str(HERE / "web_office.py"), str(folder)], check=True)
    with served(folder, 1):
        pass  # makes the files of the index, if they are not there
    runs = [measure(folder, workers) for workers in (1, WORKERS)]
    _, heading, lists = PAGE.read_text(encoding="utf-8").partition(LISTS)
    written = page(runs, parts(folder)) + heading + lists
    PAGE.write_text(written, encoding="utf-8")
    print(written)
    last = runs[-1]
    assert last["paced"]["all"]["p99"] < MOST_MILLISECONDS
    assert last["full"]["a_second"] >= LEAST_PAGES * WORKERS
    assert last["ready"] < MOST_READY
    assert max(last["memory"]["ready"]["all"], last["memory"]["then"]["own"]) < MOST_MEGABYTES


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made))
