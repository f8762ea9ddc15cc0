"""Runs a shell script whose `arpad` is quick: one process loads everything, and each call is a fork of it.

    python docs/warm.py FOLDER        serves calls at FOLDER/socket

A call has its own process, arguments, environment, folder, input and outputs, as if the shell had started it.
"""

import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

LEFT_OUT = ("arpad.web", "arpad.bulk.spark", "arpad.office.storage.migrations", "arpad.__main__")
"""What no script of ours needs."""

LATE = ("sqlalchemy.dialects.sqlite.pysqlite", "sqlalchemy.dialects.postgresql.psycopg", "pyarrow.dataset")
"""What libraries load only when it is needed."""

CALLER = """#!{python} -ISE
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect({address!r})
    said = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(line, [len(said).to_bytes(8, "big")], [0, 1, 2])
    line.sendall(said)
    code = line.recv(1)
    sys.exit(code[0] if code else 70)
"""


def run_script(words: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script; its outputs are one text, in the order in which they were written."""
    with _serving() as commands:
        path = {"PATH": f"{commands}{os.pathsep}{environment['PATH']}"}
        return subprocess.run(
            words,
            env={**environment, **path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )


@contextmanager
def _serving() -> Iterator[Path]:
    """The folder of a command `arpad` that asks the loaded process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = folder / "arpad"
        command.write_text(CALLER.format(python=sys.executable, address=str(folder / "socket")))
        command.chmod(0o755)
        alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # a process of one thread can be forked
        with subprocess.Popen([sys.executable, __file__, name], env=alone, stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
            try:
                yield folder
            finally:
                server.terminate()


def serve(folder: Path) -> None:
    """Load everything, then answer calls until somebody ends this process."""
    for module in pkgutil.walk_packages(importlib.import_module("arpad").__path__, "arpad."):
        if not module.name.startswith(LEFT_OUT):
            importlib.import_module(module.name)
    for name in LATE:
        importlib.import_module(name)
    importlib.import_module("arpad.regulations").regulations().editions()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / "socket"))
        door.listen()
        print("ready", flush=True)
        while True:
            line, _ = door.accept()
            with line:
                if os.fork() == 0:
                    door.close()
                    _answer(line)


def _answer(line: socket.socket) -> None:
    """Be the process of one call."""
    length, outputs, _, _ = socket.recv_fds(line, 8, 3)
    with line.makefile("rb") as said:
        arguments, folder, environment = json.loads(said.read(int.from_bytes(length, "big")))
    for place, output in enumerate(outputs):
        os.dup2(output, place)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    code = 70
    try:
        code = importlib.import_module("arpad.cli.main").main(arguments, os.environ)
        sys.stdout.flush()
        sys.stderr.flush()
    except SystemExit as end:  # a reader who has had enough closes the pipe, as `head` does
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    line.sendall(bytes([code]))
    os._exit(0)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
