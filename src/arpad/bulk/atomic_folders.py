"""Write a folder whole or not at all, run work in threads with the results in order, and ask a folder with SQL."""

import contextlib
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pyarrow as pa

from arpad.i18n import ArpadError

# A folder of files that is written whole or not at all.


def check_free(folder: Path, overwrite: bool) -> None:
    """Check that the folder is not there, or is empty, or may be written over."""
    try:
        if folder.exists() and not folder.is_dir():
            raise ArpadError("bulk-not-a-folder", folder=str(folder))
        if not overwrite and folder.is_dir() and any(folder.iterdir()):
            raise ArpadError("bulk-not-empty", folder=str(folder))
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(folder), problem=problem.strerror or str(problem)) from None


@contextlib.contextmanager
def whole_folder(folder: Path, overwrite: bool = False) -> Iterator[Path]:
    """Write into a hidden folder next to the real one; it takes its place at the end, and is removed on failure.

    In an existing folder, files of the same name are replaced, and others stay.
    """
    check_free(folder, overwrite)
    place = folder.absolute()
    beside = place.with_name(f".{place.name}.part")
    try:
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)
        yield beside
        if place.is_dir():
            for file in sorted(beside.iterdir()):
                file.replace(place / file.name)
        else:
            beside.rename(place)
    except (OSError, pa.ArrowException) as problem:
        why = getattr(problem, "strerror", None) or str(problem).splitlines()[0]
        raise ArpadError("file-unwritable", file=str(folder), problem=why) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


# Work done in other threads, with the answers in order.

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


@contextmanager
def in_order(work: Callable[[Asked], Answer], items: Iterable[Asked], threads: int = 1) -> Iterator[Iterator[Answer]]:
    """Provide the answers of `work` for all items, in their order. The items are made here, as many ahead as there are
    threads and one more. Errors are raised in their turn; nothing is running any more when this ends."""
    pool = ThreadPoolExecutor(threads)

    def answers() -> Iterator[Answer]:
        asked: deque[Future[Answer]] = deque()
        try:
            for item in items:
                asked.append(pool.submit(work, item))
                if len(asked) > threads + 1:
                    yield asked.popleft().result()
        except Exception:
            for earlier in asked:
                earlier.result()
            raise
        while asked:
            yield asked.popleft().result()

    try:
        yield answers()
    finally:
        pool.shutdown(cancel_futures=True)


# Queries on a folder of Parquet files with SQL: every file is a table with its name, and nothing is changed.

ENDING = ".parquet"


def sql(folder: Path, query: str) -> pa.Table:
    """Return the answer to one SELECT over the files of a folder: players, events, games, lists."""
    files = _files(folder)
    with tempfile.TemporaryDirectory() as spill, _connected(files, spill) as connection:
        try:
            _check(connection.extract_statements(query))
            return connection.sql(query).to_arrow_table()
        except (duckdb.Error, pa.ArrowException, MemoryError) as problem:
            raise ArpadError("bulk-query", problem=_one_line(problem), known=", ".join(files)) from None


def _files(folder: Path) -> dict[str, Path]:
    """Return the Parquet files of a folder by the name of their table."""
    if not folder.is_dir():
        raise ArpadError("bulk-no-folder", folder=str(folder))
    paths = {file.stem: file.resolve() for file in sorted(folder.glob(f"[!.]*{ENDING}")) if file.is_file()}
    if not paths:
        raise ArpadError("bulk-no-files", folder=str(folder))
    return paths


@contextmanager
def _connected(files: dict[str, Path], spill: str) -> Iterator[Any]:
    """Open a database in memory that sees these files, no other, and no variable of ours; its settings are locked."""
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"SET temp_directory = {_quoted(spill)}")
        for name, file in files.items():
            table = '"' + name.replace('"', '""') + '"'
            try:
                connection.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet({_quoted(str(file))})")
            except duckdb.Error as problem:
                raise ArpadError("bulk-unreadable", file=str(file), problem=_one_line(problem)) from None
        allowed = ", ".join(_quoted(str(file)) for file in files.values())
        connection.execute(f"SET allowed_paths = [{allowed}]")
        connection.execute("SET python_enable_replacements = false")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield connection


def _check(statements: list[Any]) -> None:
    """Allow one SELECT and nothing else: COPY and the like would write."""
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise ArpadError("bulk-only-select")


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _one_line(problem: BaseException) -> str:
    """Return the problem without the picture that points at it."""
    message = str(problem).split("\n\n")[0].split("\nLINE ")[0]
    return " ".join(message.split()) or type(problem).__name__
