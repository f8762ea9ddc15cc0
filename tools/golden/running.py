"""Runs one line of the command line in a forked process, and returns everything that it did."""

import hashlib
import io
import json
import os
import re
import secrets
import shlex
import sys
import traceback
import zipfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from runpy import run_path
from typing import Any, NoReturn

from tools.golden import inside

FAILED = 70
"""The exit code of a line that ended with an exception."""
ENVIRONMENT = {
    "ARPAD_GOLDEN": "1", "PYTHONHASHSEED": "0", "TZ": "UTC", "COLUMNS": "120", "NO_COLOR": "1", "LANG": "C.UTF-8",
    "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1",
}  # fmt: skip
"""All variables that a golden is made with; every other one is taken away."""
OFFICE = {"ARPAD_DB": "sqlite:///arpad.db", "ARPAD_WHO": "officer"}
STORES = re.compile(r"\.db(-\w+)?$|\.db-index/|\.key$|\.sqlite")
"""Files that are not compared: what they hold is asked for by commands."""

Record = dict[str, Any]
"""What a line did: `exit`, `out`, `err` and `files`; or what an address answered."""


class Chance:
    """Secrets and keys that are always the same: the SHA-256 of a name and of a number that counts up."""

    def __init__(self, name: str) -> None:
        self.name, self.number = name, 0

    def bytes(self, length: int | None = None) -> bytes:
        wanted, drawn = 32 if length is None else length, b""
        while len(drawn) < wanted:
            self.number += 1
            drawn += hashlib.sha256(f"golden {self.name} {self.number}".encode()).digest()
        return drawn[:wanted]

    def text(self, length: int | None = None) -> str:
        return self.bytes(length).hex()

    def install(self) -> None:
        """Draw from here whatever this process draws."""
        for module, name, source in (
            (os, "urandom", self.bytes),
            (secrets, "token_bytes", self.bytes),
            (secrets, "token_hex", self.text),
            (secrets, "token_urlsafe", self.text),
        ):
            setattr(module, name, source)


def in_fork(work: Callable[[], Any]) -> Any:
    """Do something in a process of its own, and return what it returns."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        code = 1
        try:
            with os.fdopen(write, "wb") as pipe:
                pipe.write(json.dumps(work()).encode())
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        content = pipe.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise RuntimeError("a process of the goldens ended with an error, which stands above")
    return json.loads(content)


def run(typed: str, folder: Path, name: str, mode: str = "text") -> Record:
    """Run a line in a folder: `mode` is text, json or es. `name` is what its secrets are drawn from."""
    before = _seen(folder)
    outputs = [folder.parent / "out", folder.parent / "err"]
    child = os.fork()
    if child == 0:
        _be_line(typed, folder, name, mode, outputs)
    _, status = os.waitpid(child, 0)
    out, err = (file.read_bytes().decode("utf-8", "replace").replace(str(folder), "FOLDER") for file in outputs)
    after = _seen(folder)
    changed = [path for path, seen in sorted(after.items()) if before.get(path) != seen]
    gone = [path for path in sorted(before) if path not in after]
    files = {path: _content(folder / path) for path in changed} | dict.fromkeys(gone, "gone")
    return {"line": typed, "exit": os.waitstatus_to_exitcode(status), "out": out, "err": err, "files": files}


def run_here(typed: str) -> Record:
    """Run a line that only prints, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = inside.run_line(shlex.split(typed)[1:], os.environ)
    return {"line": typed, "exit": code, "out": out.getvalue(), "err": err.getvalue(), "files": {}}


def _be_line(typed: str, folder: Path, name: str, mode: str, outputs: list[Path]) -> NoReturn:
    """Become the process of a line, which ends here."""
    code = FAILED
    try:
        os.chdir(folder)
        for place, path in ((0, Path(os.devnull)), (1, outputs[0]), (2, outputs[1])):
            opened = os.open(path, os.O_RDONLY if place == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(opened, place)
        sys.stdin = io.TextIOWrapper(os.fdopen(0, "rb", closefd=False), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", closefd=False), encoding="utf-8", write_through=True)
        sys.stderr = io.TextIOWrapper(os.fdopen(2, "wb", closefd=False), encoding="utf-8", write_through=True)
        Chance(name).install()
        words = shlex.split(typed)
        given = {}
        while "=" in words[0]:
            variable, _, value = words.pop(0).partition("=")
            given[variable] = value
        os.environ.update(OFFICE | given)
        if words[0] == "python":
            run_path(words[1], run_name="__main__")
            code = 0
        else:
            more = {"json": ["--json"], "es": ["--lang", "es"], "text": []}[mode]
            code = inside.run_line([*words[1:], *more], os.environ)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _seen(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file of a folder, with what changes if somebody writes it."""
    files = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not path.is_symlink() and not STORES.search(name):
            known = path.stat()
            files[name] = (known.st_mtime_ns, known.st_size)
    return files


def _content(path: Path) -> str:
    """A short name for what a file says: not of bytes that tell when, or by which release of a library, they were
    written."""
    content = path.read_bytes()
    if content.startswith(b"%PDF"):
        return "pdf " + _sha("\f".join(pdf_text(content)))
    if path.suffix == ".parquet":
        return "parquet " + _sha(_table_text(path))
    if zipfile.is_zipfile(path):
        return "zip " + _sha("\n".join(zip_members(content)))
    return _sha(content.replace(str(path.parent).encode(), b"FOLDER"))


def _sha(content: str | bytes) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def pdf_text(content: bytes) -> list[str]:
    """The text of each page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(content)
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


def _table_text(path: Path) -> str:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    return f"{table.schema.to_string(show_schema_metadata=False)}\n{table.to_pydict()}"


def zip_members(content: bytes) -> list[str]:
    """The name and the SHA-256 of each member; databases, whose bytes differ, by their name alone."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [
            name if STORES.search(name) else f"{name} {_member(archive.read(name))}"
            for name in sorted(archive.namelist())
        ]


def _member(content: bytes) -> str:
    return _sha("\f".join(pdf_text(content))) if content.startswith(b"%PDF") else _sha(content)
