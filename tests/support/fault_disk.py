"""A disk below SQLite that remembers what was written and what was made sure of, and that can fail.

It wraps SQLite's own layer for files (its VFS, reached by ctypes) in this process: every write, truncation, sync and
removal of the files of a folder is remembered in order before it is done. From that, the disk is made as it would be if
the power had failed at any moment: writes that no sync followed may be lost, torn or in another order. Writes and syncs
can also be made to fail, as on a full or a broken disk.
"""

import _sqlite3
import ctypes as c
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

OK, IOERR_WRITE, IOERR_FSYNC, FULL = 0, 10 | (3 << 8), 10 | (4 << 8), 13
NAME = b"arpad-fault-disk"
LOSSES = ("drop", "tear", "reorder", "keep")
"""What becomes of writes that no sync followed: all are lost; some at the end are lost, and one is torn; any may be
lost; all are there."""


class DiskAct(NamedTuple):
    """Something done to a file: write, truncate, sync, delete. A mark is something that somebody was told."""

    kind: str
    file: str
    at: int = 0
    data: bytes = b""


_P, _I, _L = c.c_void_p, c.c_int, c.c_int64
_OPEN = c.CFUNCTYPE(_I, _P, _P, _P, _I, _P)  # a name is passed on as it is: SQLite keeps more around it
_DELETE = c.CFUNCTYPE(_I, _P, _P, _I)
_WRITE = c.CFUNCTYPE(_I, _P, _P, _I, _L)
_TRUNCATE = c.CFUNCTYPE(_I, _P, _L)
_SYNC = c.CFUNCTYPE(_I, _P, _I)
_CLOSE = c.CFUNCTYPE(_I, _P)


class _Vfs(c.Structure):
    """The beginning of a `sqlite3_vfs`; what follows is copied as it is."""

    _fields_: ClassVar[Any] = [
        ("version", _I), ("size", _I), ("path", _I), ("next", _P), ("name", c.c_char_p), ("data", _P), ("open", _P),
        ("delete", _P), ("rest", _P * 14),
    ]  # fmt: skip


class _Methods(c.Structure):
    """A `sqlite3_io_methods`."""

    _fields_: ClassVar[Any] = [
        ("version", _I), ("close", _P), ("read", _P), ("write", _P), ("truncate", _P), ("sync", _P), ("rest", _P * 13),
    ]  # fmt: skip


class FaultDisk:
    """The disk, for all files in a folder, as long as it is entered."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.acts: list[DiskAct] = []
        self.fault: Callable[[str], int] | None = None
        self._files: dict[int, str] = {}
        self._own: dict[int, tuple[_Methods, _Methods]] = {}
        self._library = c.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = _P
        self._real = _Vfs.from_address(self._library.sqlite3_vfs_find(None))
        self._callbacks = (
            _OPEN(self._open), _DELETE(self._delete), _WRITE(self._write), _TRUNCATE(self._truncate), _SYNC(self._sync),
            _CLOSE(self._close),
        )  # fmt: skip
        self._vfs = _Vfs.from_buffer_copy(self._real)
        self._vfs.name = NAME
        self._vfs.open, self._vfs.delete = (_address(call) for call in self._callbacks[:2])

    def __enter__(self) -> "FaultDisk":
        assert self._library.sqlite3_vfs_register(c.byref(self._vfs), 1) == OK
        return self

    def __exit__(self, *_: object) -> None:
        self.fault = None
        self._library.sqlite3_vfs_unregister(c.byref(self._vfs))
        self._library.sqlite3_vfs_register(c.byref(self._real), 1)

    def tell(self, what: str) -> None:
        """Mark the moment at which somebody is told something."""
        self.acts.append(DiskAct("mark", what))

    def fail(self, kind: str, moment: int, code: int) -> None:
        """Let the act of a kind of a number fail, and all after it, until `heal`."""
        left = moment

        def fault(found: str) -> int:
            nonlocal left
            if found == kind:
                left -= 1
            return code if left <= 0 and found == kind else OK

        self.fault = fault

    def heal(self) -> bool:
        """Let nothing fail any more. Returns whether there had been something armed."""
        armed, self.fault = self.fault is not None, None
        return armed

    # ---------------------------------------------------------------- what SQLite calls

    def _open(self, _vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        code = int(_OPEN(self._real.open)(c.addressof(self._real), name, file, flags, out))
        where: Any = c.c_void_p.from_address(file)
        path = "" if name is None else c.string_at(name).decode()
        if code == OK and path.startswith(self.folder):
            if where.value not in self._own:
                theirs = _Methods.from_address(where.value)
                ours = _Methods.from_buffer_copy(theirs)
                ours.write, ours.truncate, ours.sync, ours.close = (_address(call) for call in self._callbacks[2:])
                self._own[where.value] = self._own[c.addressof(ours)] = (theirs, ours)
            where.value = c.addressof(self._own[where.value][1])
            self._files[file] = path
        return code

    def _theirs(self, file: int) -> _Methods:
        return self._own[c.c_void_p.from_address(file).value or 0][0]

    def _done(self, act: DiskAct) -> int:
        """Remember an act, unless it fails."""
        code = OK if self.fault is None else self.fault(act.kind)
        if code == OK:
            self.acts.append(act)
        return code

    def _write(self, file: int, data: int, size: int, at: int) -> int:
        code = self._done(DiskAct("write", self._files[file], at, c.string_at(data, size)))
        return code or int(_WRITE(self._theirs(file).write)(file, data, size, at))

    def _truncate(self, file: int, size: int) -> int:
        code = self._done(DiskAct("truncate", self._files[file], size))
        return code or int(_TRUNCATE(self._theirs(file).truncate)(file, size))

    def _sync(self, file: int, flags: int) -> int:
        return self._done(DiskAct("sync", self._files[file])) or int(_SYNC(self._theirs(file).sync)(file, flags))

    def _close(self, file: int) -> int:
        self._files.pop(file, None)
        return int(_CLOSE(self._theirs(file).close)(file))

    def _delete(self, _vfs: int, name: int, sync: int) -> int:
        path = c.string_at(name).decode()
        if path.startswith(self.folder):
            self._done(DiskAct("delete", path))
        return int(_DELETE(self._real.delete)(c.addressof(self._real), name, sync))


def _address(call: object) -> int | None:
    return c.cast(call, _P).value  # type: ignore[arg-type]


# -------------------------------------------------------------------- the power fails


class Platter:
    """Files as they are on the disk, and the acts on each that no sync has followed."""

    def __init__(self) -> None:
        self.sure: dict[str, bytearray] = {}
        self.waiting: dict[str, list[DiskAct]] = {}

    def take(self, act: DiskAct) -> None:
        if act.kind in ("write", "truncate"):
            self.waiting.setdefault(act.file, []).append(act)
        elif act.kind == "sync":
            for one in self.waiting.pop(act.file, []):
                _apply(self.sure.setdefault(act.file, bytearray()), one)
        elif act.kind == "delete":
            self.sure.pop(act.file, None)
            self.waiting.pop(act.file, None)

    def after(self, loss: str, dice: random.Random) -> dict[str, bytes]:
        """The files after a power failure."""
        found = {file: bytearray(data) for file, data in self.sure.items()}
        for file, acts in self.waiting.items():
            data = found.setdefault(file, bytearray())
            for act in _left(acts, loss, dice):
                _apply(data, act)
        return {file: bytes(data) for file, data in found.items()}


def _left(acts: Sequence[DiskAct], loss: str, dice: random.Random) -> list[DiskAct]:
    if loss == "drop":
        return []
    if loss == "keep":
        return list(acts)
    if loss == "reorder":
        return [act for act in acts if dice.random() < 0.5]
    *whole, torn = acts[: dice.randint(1, len(acts))]
    return [*whole, torn._replace(data=torn.data[: dice.randint(0, len(torn.data))])]


def _apply(data: bytearray, act: DiskAct) -> None:
    if act.kind == "truncate":
        del data[act.at :]
        return
    if len(data) < act.at:
        data.extend(bytes(act.at - len(data)))
    data[act.at : act.at + len(act.data)] = act.data


def power_failures(
    acts: Sequence[DiskAct], moments: Sequence[tuple[int, str]], seed: str
) -> Iterator[tuple[int, str, dict[str, bytes], list[str]]]:
    """For each moment (how many acts had been done, and what becomes of unsynced writes): the files after it, and what
    had been told by then."""
    platter, told, done = Platter(), list[str](), 0
    for moment, loss in sorted(moments):
        for act in acts[done:moment]:
            platter.take(act)
            if act.kind == "mark":
                told.append(act.file)
        done = moment
        yield moment, loss, platter.after(loss, random.Random(f"{seed}-{moment}-{loss}")), list(told)
