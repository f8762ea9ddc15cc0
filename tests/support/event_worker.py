"""A process in which twenty arbiters enter results, so that another can kill it in the middle.

The first process does nothing but wait: for every life it forks a child, which opens the events and writes until it is
killed. On its standard output the child tells what was acknowledged, a line of JSON each. It can be told to stop at a
moment: before a statement, before a commit, or after one and before anybody is answered. There it waits to be killed,
so the moment does not depend on how fast the machine is.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg  # noqa: F401  (loaded once, for all lives)
from sqlalchemy import Connection, Engine, Pool, event

from arpad.office.tournaments.store import EventStore
from arpad.office.tournaments.writer import EventRequest
from arpad.tournament.acts.results import SetResult
from arpad.tournament.journal import Confirmation, Confirmations, Decide
from arpad.tournament.log import LogChange
from arpad.tournament.state import EventState
from kept_events import AT, RESULTS, SLUG, keeper_of, opened

ARBITERS = 20
FOREVER = 3600.0
Told = dict[str, Any]


class Nursery:
    """The process that forks a child for every life."""

    def __init__(self) -> None:
        call = [sys.executable, __file__]
        self.process = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def live(self, url: str, first: Sequence[int], mode: str, moment: int) -> Iterator[Told]:
        """A life: arbiter after arbiter goes on with a command of a number. It is killed after so many answers, or
        where it stops; then what it had told is told to the end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        order = {"url": url, "first": list(first), "mode": mode, "moment": moment}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        child, answers = 0, 0
        for line in self.process.stdout:
            told: Told = json.loads(line)
            if told["is"] == "born":
                child = told["pid"]
            elif told["is"] == "gone":
                return
            else:
                answers += told["is"] == "answered"
                yield told
            if child and (told["is"] == "stopped" or (mode == "answers" and answers == moment)):
                os.kill(child, signal.SIGKILL)


class Stop:
    """Counts statements and commits of the writer, and stops it at its moment."""

    def __init__(self, mode: str, moment: int) -> None:
        self.mode, self.left = mode, moment
        self.writing = False

    def listen(self) -> None:
        event.listen(Engine, "before_cursor_execute", self.executing)
        event.listen(Engine, "commit", self.committing)
        event.listen(Pool, "checkin", self.kept)

    def executing(self, connection: Connection, *_: object) -> None:
        if connection.get_execution_options().get("arpad_write"):
            self.count("statement")

    def committing(self, connection: Connection) -> None:
        if connection.get_execution_options().get("arpad_write"):
            self.count("commit")
            self.writing = True

    def kept(self, *_: object) -> None:
        if self.writing:
            self.writing = False
            self.count("after")

    def count(self, mode: str) -> None:
        if mode == self.mode and threading.current_thread() is not threading.main_thread():
            self.left -= 1
            if self.left == 0:
                tell("stopped")
                time.sleep(FOREVER)


def tell(what: str, **more: object) -> None:
    os.write(1, json.dumps({"is": what, **more}).encode() + b"\n")


def both(arbiter: int, number: int, boards: int) -> Decide:
    """A command of two lines, or of one if the result is there already: a result, and the table of its board."""
    board = (arbiter * 7 + number) % boards + 1
    result = SetResult(1, board, RESULTS[(arbiter + number) % 3])

    def decide(state: EventState, confirmations: Confirmations) -> Sequence[LogChange]:
        table = {"round": 1, "board": board, "table": number + 1, "id": name(arbiter, number)}
        return [*result(state, confirmations), LogChange("table.set", table)]

    return decide


def name(arbiter: int, number: int) -> str:
    return f"{arbiter}-{number}"


def enter_results(event_store: EventStore, arbiter: int, number: int, boards: int) -> None:
    """One arbiter, until the process is killed."""
    while True:
        request = EventRequest(name(arbiter, number), f"{arbiter} {number}")
        consent = Confirmation(reason=request.id)
        done = event_store.act(SLUG, both(arbiter, number, boards), f"Arbiter {arbiter}", AT, consent, request=request)
        tell("answered", arbiter=arbiter, number=number, lines=[line.n for line in done.lines])
        number += 1


def live(order: Told) -> None:
    """The life of a child."""
    Stop(order["mode"], order["moment"]).listen()
    event_store = keeper_of(order["url"])
    boards = len(event_store.open(SLUG).state.rounds[1].boards)
    for arbiter, number in enumerate(order["first"]):
        threading.Thread(target=enter_results, args=(event_store, arbiter, number, boards)).start()


def warm_up() -> None:
    """Load and compile all that a life needs before there are any: it is forked with it."""
    with tempfile.TemporaryDirectory() as folder:
        event_store = keeper_of(f"sqlite:///{folder}/events.db")
        boards = len(opened(event_store, 4).rounds[1].boards)
        event_store.act(SLUG, both(0, 0, boards), "Arbiter 0", AT, request=EventRequest("0", "0"))
        event_store.close()


def main() -> None:
    warm_up()
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            live(json.loads(line))
            return
        tell("born", pid=child)
        os.waitpid(child, 0)
        tell("gone")


if __name__ == "__main__":
    main()
