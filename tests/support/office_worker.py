"""A process at work in an office, given its steps one by one, so that another can kill it in the middle of one.

Over its standard input it is told what to do; on its standard output it tells what it begins, when it commits, and what
is done, a line of JSON each. A step can be told to stop at a moment: before its statement of a number (or before its
commit, if it has fewer statements), or once it has committed. There it waits, to be killed or told to go on: so the
moment of a kill does not depend on how fast the machine is. All workers are forks of one process that has loaded all.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

from arpad.i18n import MessageError
from arpad.office.context import Desk
from arpad.office.lists import versions
from arpad.office.proof.verification import verify
from office_checks import fingerprint, problems_in
from office_life import open_desk, perform, prepare, year
from one_key import one_key

PATIENCE = 300  # seconds for any answer
WRONG = ("refused", "broken")

Answer = dict[str, Any]


class Torn(Exception):
    """Something that must hold does not."""


class Nursery:
    """A process that loads everything once, forks workers, and ends them: each fork is a process as any other."""

    def __init__(self) -> None:
        self.line, other = socket.socketpair()
        call = [sys.executable, __file__, str(other.fileno())]
        alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # a process of one thread can be forked
        self.process = subprocess.Popen(call, env=alone, pass_fds=[other.fileno()])
        other.close()
        atexit.register(self.close)

    def start(self, arguments: tuple[str, ...], pipes: tuple[int, int]) -> int:
        """Start a worker with these arguments, its standard input and output given. Returns its process id."""
        socket.send_fds(self.line, [json.dumps({"start": arguments}).encode()], pipes)
        return self._answer()

    def end(self, process: int) -> None:
        """SIGKILL a worker, and wait until it is gone."""
        self.line.sendall(json.dumps({"end": process}).encode())
        self._answer()

    def _answer(self) -> int:
        answer = self.line.recv(64)
        assert answer, "the process that forks workers has ended"
        return int(answer)

    def close(self) -> None:
        self.line.close()
        self.process.wait()


@cache
def nursery() -> Nursery:
    """The one of this process."""
    return Nursery()


class Worker:
    """A process at work in an office."""

    def __init__(self, url: str, seed: int, lists: int, list_file: Path) -> None:
        self.url, self.arguments = url, (url, str(seed), str(lists), str(list_file))
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        self.process = nursery().start(self.arguments, (orders, answers))
        os.close(orders)
        os.close(answers)
        self.ended = False
        self.unread = b""

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def order(self, do: str, **more: object) -> None:
        os.write(self.orders, json.dumps({"do": do, **more}).encode() + b"\n")

    def answer(self, seconds: float = PATIENCE) -> Answer | None:
        """The next message of the worker, or None if there is none in time."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.unread:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            more = os.read(self.answers, 1 << 16)
            if not more:
                return None
            self.unread += more
        line, self.unread = self.unread.split(b"\n", 1)
        found: Answer = json.loads(line)
        return found

    def until(self, *wanted: str, seconds: float = PATIENCE) -> Answer | None:
        """The first of the answers that are waited for."""
        deadline = time.monotonic() + seconds
        while (found := self.answer(deadline - time.monotonic())) is not None:
            if found["is"] in wanted or found["is"] in WRONG:
                return found
        return None

    def must(self, wanted: str) -> Answer:
        found = self.until(wanted)
        if found is None or found["is"] != wanted:
            raise Torn(f"{wanted} was expected: {found}")
        return found

    def kill(self) -> bool:
        """SIGKILL. Whether it had told before that its step was done."""
        nursery().end(self.process)
        done = self.until("done")
        self._close()
        return done is not None

    def end(self) -> None:
        if not self.ended:
            nursery().end(self.process)
            self._close()

    def _close(self) -> None:
        self.ended = True
        os.close(self.orders)
        os.close(self.answers)

    def anew(self) -> "Worker":
        return Worker(self.url, int(self.arguments[1]), int(self.arguments[2]), Path(self.arguments[3]))


class Moments:
    """Counts the statements of a step, and stops the process at the moment the step was given."""

    def __init__(self) -> None:
        self.begin()

    def begin(self, statement: int | None = None, pause: float = 0.0) -> None:
        self.statements, self.statement, self.pause = 0, statement, pause

    def executing(self, *_: object) -> None:
        self.statements += 1
        if self.statement is not None and self.statements >= self.statement:
            self.stop()

    def committing(self, connection: Connection) -> None:
        """Tell that it commits, and give the other a moment, so that the kill and the commit come together."""
        if connection.get_execution_options().get("arpad_write"):
            if self.statement is not None:
                self.stop()
            _tell("committing")
            time.sleep(self.pause)

    def stop(self) -> None:
        """Wait until a line says to go on: a process that is to be killed never reads one."""
        self.statement = None
        _tell("stopped")
        sys.stdin.readline()


def work(url: str, seed: int, lists: int, list_file: Path) -> None:
    """Do what the lines on standard input say, and tell on standard output what has begun and what is done."""
    desk, steps = open_desk(url), year(seed, lists)
    moments = Moments()
    event.listen(Engine, "before_cursor_execute", moments.executing)
    event.listen(Engine, "commit", moments.committing)
    for line in iter(sys.stdin.readline, ""):
        order = json.loads(line)
        try:
            if order["do"] == "look":
                moments.begin()
                _tell("seen", **look(desk, order["proved"], proofs=order["proofs"]))
                continue
            moments.begin(order.get("statement"), order.get("pause", 0.0))
            _tell("begun")
            if order["do"] == "prepare":
                prepare(desk, seed, list_file)
            else:
                perform(desk, steps[order["number"]], list_file)
            if order.get("after"):
                moments.stop()
            _tell("done", statements=moments.statements)
        except MessageError as refused:
            _tell("refused", why=refused.text("en"))
        except Exception:
            _tell("broken", why=traceback.format_exc())


def _tell(what: str, **more: object) -> None:
    os.write(1, json.dumps({"is": what, **more}).encode() + b"\n")


def look(desk: Desk, proved: list[str], *, proofs: bool) -> Answer:
    """What is there, once nobody writes any more: a server may still be busy with what a dead process sent it.

    Versions whose digest is among `proved` are not proved again.
    """
    with desk.database.writing() as connection:
        mark = fingerprint(connection)
    periods = {version.period for version in versions(desk) if version.digest not in proved} if proofs else set()
    found = [problem for period in sorted(periods) for problem in verify(desk, period)]
    wrong = [
        f"{proof.period} version {proof.version}: {proof.problems or proof.found}" for proof in found if not proof.sound
    ]
    return {
        "mark": mark,
        "problems": problems_in(desk) + wrong,
        "proved": [proof.digest for proof in found if proof.sound],
    }


def fork_workers(line: socket.socket) -> None:
    """Fork and end workers as the line says, until it is closed."""
    while True:
        said, pipes, _, _ = socket.recv_fds(line, 1 << 16, 2)
        if not said:
            return
        order = json.loads(said)
        if "end" in order:
            os.kill(order["end"], signal.SIGKILL)
            os.waitpid(order["end"], 0)
            line.sendall(b"0")
            continue
        process = os.fork()
        if process == 0:
            line.close()
            for place, pipe in enumerate(pipes):
                os.dup2(pipe, place)
                os.close(pipe)
            sys.stdin = os.fdopen(0, encoding="utf-8")
            url, seed, lists, list_file = order["start"]
            work(url, int(seed), int(lists), Path(list_file))
            os._exit(0)
        for pipe in pipes:
            os.close(pipe)
        line.sendall(str(process).encode())


def load_all() -> None:
    """Load what an office loads only when it is needed, once for all workers: they would do it one by one."""
    for later in ("alembic.command", "pandas", "psycopg", "pyarrow.dataset"):  # pyarrow loads pandas if it is there
        import_module(later)
    with tempfile.TemporaryDirectory() as folder:
        desk = open_desk(f"sqlite:///{folder}/office.db")
        prepare(desk, 0, Path(folder) / "list.csv")
        desk.database.dispose()


if __name__ == "__main__":
    one_key.start()
    load_all()
    fork_workers(socket.socket(fileno=int(sys.argv[1])))
