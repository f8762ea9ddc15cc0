"""Long work: a bar on standard error if it is a terminal, and Ctrl-C, which leaves everything as it was."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from arpad.cli.main import INTERRUPTED
from arpad.cli.shared import Shared
from arpad.done import CountDone, RowsDone, StepsDone
from arpad.i18n import text


@contextlib.contextmanager
def whole(settings: Shared) -> Iterator[None]:
    """Do everything inside or nothing; if interrupted, say so."""
    try:
        yield
    except KeyboardInterrupt:
        print(text("label.office-interrupted", settings.language), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


@contextlib.contextmanager
def _bar(settings: Shared, key: str, total: int | None = None) -> Iterator[tuple[Any, Any] | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield bar, bar.add_task(text(key, settings.language), total=total)


@contextlib.contextmanager
def steps(settings: Shared, key: str) -> Iterator[StepsDone | None]:
    """Show work that reports (done, in all)."""
    with whole(settings), _bar(settings, key) as shown:
        if shown is None:
            yield None
        else:
            bar, task = shown
            yield lambda done, total: bar.update(task, completed=done, total=total)


@contextlib.contextmanager
def reading(settings: Shared, key: str, file: Path) -> Iterator[CountDone | None]:
    """Show work on a file that reports the bytes done."""
    with whole(settings), _bar(settings, key, file.stat().st_size if file.is_file() else 0) as shown:
        if shown is None:
            yield None
        else:
            bar, task = shown
            yield lambda done: bar.update(task, completed=done)


@contextlib.contextmanager
def tables(settings: Shared, key: str) -> Iterator[RowsDone | None]:
    """Show work on tables that reports a table and its rows done; the total is not known beforehand."""
    with whole(settings), _bar(settings, key) as shown:
        if shown is None:
            yield None
        else:
            bar, task = shown
            words = text(key, settings.language)
            yield lambda table, rows: bar.update(task, description=f"{words}: {table} {rows:,}")
