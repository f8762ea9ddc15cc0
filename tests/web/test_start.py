"""A server starts without what no visitor has asked for yet."""

import datetime as dt
import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from arpad.office.context import Desk, found_system
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from event_server import free_port

AT = dt.datetime(2024, 7, 1, 12, tzinfo=dt.UTC)
PATIENCE = 120
"""Seconds that anything may take on a busy machine."""
FOR_WORKERS = {"fastapi", "jinja2", "numpy", "pyarrow", "pydantic", "starlette", "arpad.web.app"}
"""What a process that only starts workers does without."""
WHEN_ASKED = {
    "alembic", "argon2", "chess", "cryptography", "duckdb", "networkx", "numba", "pandas", "psycopg", "rustworkx",
    "typst",
}  # fmt: skip
"""What a worker loads for those who ask for it."""
START = """
import json, sys, uvicorn
from arpad.cli.main import main
from arpad.cli.serve import application

def run(*given, **named):
    print(json.dumps([*sys.modules]))
    from fastapi.routing import iter_route_contexts
    print(json.dumps(len([*iter_route_contexts(application().routes)])))
    print(json.dumps([*sys.modules]))

uvicorn.run = run
main(["serve", "--db", sys.argv[1], "--workers", "2", "--port", "0"], {})
"""


@pytest.mark.long
def test_a_server_loads_nothing_that_nobody_has_asked_for(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'office.db'}")
    found_system(Desk(database, regulations(), "fide", "test", AT), "ESP")
    database.dispose()
    call = [sys.executable, "-c", START, f"sqlite:///{tmp_path / 'office.db'}"]
    done = subprocess.run(call, stdout=subprocess.PIPE, check=True, text=True)
    parent, routes, worker = (json.loads(line) for line in done.stdout.splitlines()[-3:])
    assert not FOR_WORKERS & {*parent}
    assert routes > 400
    assert not WHEN_ASKED & {*worker}
    assert {*worker} >= FOR_WORKERS, "the names are right"


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_dies_is_replaced_and_all_end_together(tmp_path: Path, how: signal.Signals) -> None:
    port = free_port()
    url = f"sqlite:///{tmp_path / 'office.db'}"
    found_system(Desk(database := Database(url), regulations(), "fide", "test", AT), "ESP")
    database.dispose()
    call = [sys.executable, "-m", "arpad", "serve", "--db", url, "--workers", "2", "--port", str(port)]
    with subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            answered(port)
            process = psutil.Process(server.pid)
            first, second = workers_of(process)
            first.kill()
            until(lambda: first not in workers_of(process) and len(workers_of(process)) == 2)
            answered(port)
            assert second in workers_of(process)
            everybody = process.children(recursive=True)
        finally:
            server.send_signal(how)
    assert psutil.wait_procs(everybody, PATIENCE)[1] == []
    assert server.returncode == 0


def workers_of(server: psutil.Process) -> list[psutil.Process]:
    """The workers of a server: its living children, without the one that only watches over shared memory."""
    found = []
    for child in server.children():
        with suppress(psutil.NoSuchProcess):
            if child.status() != psutil.STATUS_ZOMBIE and "resource_tracker" not in " ".join(child.cmdline()):
                found.append(child)
    return found


def answered(port: int) -> None:
    def asked() -> bool:
        with suppress(OSError):
            return bool(urllib.request.urlopen(f"http://127.0.0.1:{port}/health").status == 200)
        return False

    until(asked)


def until(holds: Callable[[], bool]) -> None:
    for _ in range(PATIENCE * 20):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never came to this")
