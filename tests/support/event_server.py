"""A server in a process of its own, as `arpad serve` starts it, which can be killed in the middle; and its clients."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from typing import Any
from urllib.parse import urlencode

PATIENCE = 60.0
"""Seconds that a server may take to start, or to come back, on a machine that does much else."""


def free_port() -> int:
    with socket.socket() as wire:
        wire.bind(("127.0.0.1", 0))
        port: int = wire.getsockname()[1]
        return port


class EventServer:
    """`arpad serve` over a database. `kill` is a power cut."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, free_port()
        self.start()

    def start(self) -> None:
        call = [sys.executable, "-m", "arpad", "serve", "--db", self.url, "--port", str(self.port)]
        quiet = subprocess.DEVNULL
        known = {**os.environ, "ARPAD_EVENTS": ""}
        self.process = subprocess.Popen(call, stdout=quiet, stderr=quiet, env=known, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None, "the server did not start"
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return
            except OSError:
                assert time.monotonic() < until, "the server did not start"
                time.sleep(0.05)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class EventClient:
    """A program with a token. What is lost on the way is sent again until it is answered."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.headers = {
            "authorization": f"Bearer {token}", "accept": "application/json",
            "content-type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        self._wire: http.client.HTTPConnection | None = None

    def post(self, path: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        """Send a form until somebody answers."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                if self._wire is None:
                    self._wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                self._wire.request("POST", path, urlencode(fields), self.headers)
                answer = self._wire.getresponse()
                return answer.status, json.loads(answer.read())
            except (OSError, http.client.HTTPException):
                assert time.monotonic() < until, "nobody answers"
                self.close()
                time.sleep(0.05)

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()
        self._wire = None
