"""Visitors, many at a time: player pages and searches over a list of 1.9 million players on SQLite, on this machine.

The server is `arpad serve` with two workers, the client a process of its own, and they share the cores. First 100 pages
a second are asked for at set times; then as many as the server answers. Writes docs/web-bench.md.

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
PAGE = HERE.parent / "docs" / "web-bench.md"
WORKERS, RATE, SECONDS = 2, 100, 20
CONNECTIONS, FULL_SECONDS, WARM = 16, 10, 5
MOST_MILLISECONDS, LEAST_PAGES = 50, 400
PATIENCE = 120


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextlib.contextmanager
def served(folder: Path, workers: int) -> Iterator[tuple[int, psutil.Process]]:
    """The server on a port, when all its workers answer."""
    port = free_port()
    call = [str(Path(sys.executable).parent / "arpad"), "serve", "--port", str(port), "--workers", str(workers)]
    server = subprocess.Popen([*call, "--db", f"sqlite:///{folder / 'office.db'}"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        _wait(port)
        process = psutil.Process(server.pid)
        _rest(process)
        yield port, process
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
    """Wait until every worker has put the players in order: they do nothing any more."""
    before = -1.0
    for _ in range(PATIENCE):
        spent = processor(server)
        if spent - before < 0.1:
            return
        before = spent
        time.sleep(1)


def client(port: int, folder: Path, way: str, number: int, seconds: int) -> dict[str, Any]:
    call = [sys.executable, str(HERE / "web_client.py"), str(port), str(folder / "addresses.txt"), way]
    done = subprocess.run([*call, str(number), str(seconds)], check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(folder: Path, workers: int) -> dict[str, Any]:
    with served(folder, workers) as (port, server):
        client(port, folder, "full", CONNECTIONS, WARM)
        load = os.getloadavg()[0]
        at_pace = client(port, folder, "paced", RATE, SECONDS)
        before = processor(server)
        full = client(port, folder, "full", CONNECTIONS, FULL_SECONDS)
        spent = (processor(server) - before) * 1000 / full["answered"]
    return {"workers": workers, "load": load, "paced": at_pace, "full": full, "processor": spent}


def page(runs: list[dict[str, Any]]) -> str:
    """docs/web-bench.md."""
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
        f"{CONNECTIONS} connections, each asking again as soon as it is answered.",
        "",
        "| workers | pages a second | processor for a page, ms | the client's, ms |",
        "|---:|---:|---:|---:|",
        *(
            f"| {run['workers']} | {run['full']['a_second']:,} | {run['processor']:.2f} | {run['full']['processor']} |"
            for run in runs
        ),
        "",
        f"Load of the machine before each measured run: {loads}.",
    ]
    return "\n".join(lines) + "\n"


def main(folder: Path) -> None:
    """Raises an error if a target is missed."""
    if not (folder / "addresses.txt").exists():
        subprocess.run([sys.executable, str(HERE / "web_office.py"), str(folder)], check=True)
    runs = [measure(folder, workers) for workers in (1, WORKERS)]
    PAGE.write_text(page(runs), encoding="utf-8")
    print(page(runs))
    assert runs[-1]["paced"]["all"]["p99"] < MOST_MILLISECONDS
    assert runs[-1]["full"]["a_second"] >= LEAST_PAGES


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made))
