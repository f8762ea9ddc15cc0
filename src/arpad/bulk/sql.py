"""Queries on a folder of Parquet files with SQL: every file is a table with its name, and nothing is changed."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from arpad.i18n import ArpadError

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
