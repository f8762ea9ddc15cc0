"""Files of tables that every process maps: written whole or not at all, never changed, checked before they are used.

A file begins with its mark, its format, its length, the place of its directory, and the SHA-256 of all that follows:
the tables as Arrow streams, and a directory as JSON, with the digest of the list and the place of each table. A file
that is damaged, cut off, of another format or of another list is not opened.
"""

import hashlib
import json
import mmap
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import pyarrow as pa

MARK = b"arpad-index\n"
FORMAT = 1
"""The next number, if the files are to hold something else: then all of them are made again."""
HEAD = struct.Struct(">12sIQQ32s")
ALIGNED = HEAD.size
Tables = Mapping[str, pa.Table]


def write_mapped(path: Path, digest: str, tables: Tables) -> None:
    """Write a file under another name, and give it its own when it is whole. Nobody waits for the disk: what was lost
    in a crash is noticed when the file is opened."""
    begun = path.with_name(f"{path.name}.part")
    try:
        with begun.open("wb+") as file:
            file.write(bytes(HEAD.size))
            places = {name: _put(file, table) for name, table in tables.items()}
            directory_at = file.tell()
            file.write(json.dumps({"digest": digest, "tables": places}).encode())
            length = file.tell()
            file.seek(HEAD.size)
            hashed = hashlib.file_digest(file, "sha256").digest()
            file.seek(0)
            file.write(HEAD.pack(MARK, FORMAT, length, directory_at, hashed))
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)


def _put(file: IO[bytes], table: pa.Table) -> tuple[int, int]:
    """Write a table at a multiple of 64 bytes. Returns its place and its length."""
    file.write(bytes(-file.tell() % ALIGNED))
    begin = file.tell()
    with pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table.combine_chunks())
    return begin, file.tell() - begin


def open_mapped(path: Path, digest: str) -> Tables | None:
    """Return the tables of a file as they lie in it; None if there is no such file, or none that can be used."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD.size)
            if len(head) < HEAD.size:
                return None
            mark, form, length, directory_at, hashed = HEAD.unpack(head)
            if (mark, form, length) != (MARK, FORMAT, os.fstat(file.fileno()).st_size):
                return None
            if hashlib.file_digest(file, "sha256").digest() != hashed:
                return None
            whole = pa.py_buffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError:
        return None
    directory = json.loads(bytes(whole[directory_at:]))
    if directory["digest"] != digest:
        return None
    return {name: _get(whole.slice(*place)) for name, place in directory["tables"].items()}


def _get(stream: pa.Buffer) -> pa.Table:
    with pa.ipc.open_stream(stream) as reader:
        return reader.read_all()
