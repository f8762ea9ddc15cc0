"""Runs a shell script whose `arpad` is quick: one process makes all calls, one after the other.

    python tools/docs/warm.py FOLDER        serves calls at FOLDER/socket

A call has its own arguments, environment, folder, input and outputs, as if the shell had started it. A call may not
wait for another one, as two in a pipe would.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from arpad.cli.main import main

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
        with subprocess.Popen([sys.executable, __file__, name], stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
            try:
                yield folder
            finally:
                server.terminate()


def serve(folder: Path) -> None:
    """Answer calls until somebody ends this process. What one call has loaded is there for the next."""
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / "socket"))
        door.listen()
        print("ready", flush=True)
        while True:
            line, _ = door.accept()
            with line:
                line.sendall(bytes([_answer(line)]))


def _answer(line: socket.socket) -> int:
    """Make one call, and return its exit code."""
    length, outputs, _, _ = socket.recv_fds(line, 8, 3)
    with line.makefile("rb") as said:
        arguments, folder, environment = json.loads(said.read(int.from_bytes(length, "big")))
    for place, output in enumerate(outputs):
        os.dup2(output, place)
        os.close(output)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    try:
        code: int = main(arguments, os.environ)
    except SystemExit as end:  # a reader who has had enough closes the pipe, as `head` does
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        code = 70
    _let_go()
    return code


def _let_go() -> None:
    """Give back the outputs: their reader waits until nobody has them open."""
    with suppress(BrokenPipeError):
        sys.stdout.flush()
        sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for place in range(3):
        os.dup2(nowhere, place)
    os.close(nowhere)
    sys.stdout.flush()  # what nobody has read


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
