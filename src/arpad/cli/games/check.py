"""`arpad games check`: every game of a file by itself, and against a report."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.findings import show_findings
from arpad.cli.games.app import AUTO, GamesFile, Notation, games, notation_of, opened
from arpad.cli.office.working import steps
from arpad.cli.output import line
from arpad.cli.shared import Command, Shared, shared
from arpad.domain.findings import Finding, gravest_first
from arpad.games.check import ReportComparison, compared_document, comparison, game_document
from arpad.games.pgn import WrittenGame
from arpad.games.record import GameRecord, check_ending, record_of
from arpad.i18n import text
from arpad.inputs import parse
from arpad.library.files import load_report
from arpad.rating.examine import report_system

LACKING = 1
MOST_SHOWN = 1_000
"""Findings that the screen shows; a file may have millions."""
AT_ONCE = 64
REPORT = Annotated[Path | None, typer.Argument(metavar="[REPORT]", help="cli.help.games-report")]


@games.command("check", cls=Command, help="cli.command.games-check")
def check(
    context: typer.Context,
    file: GamesFile,
    report: REPORT = None,
    notation: Notation = AUTO,
    strict: Annotated[bool, typer.Option("--strict", help="cli.help.games-strict")] = False,
    hybrid: Annotated[bool, typer.Option("--hybrid", help="cli.help.games-hybrid")] = False,
    no_draw_before: Annotated[
        str, typer.Option("--no-draw-before", metavar="MOVE", help="cli.help.games-no-draw-before")
    ] = "0",
    jobs: Annotated[str, typer.Option("--jobs", metavar="N", help="cli.help.games-jobs")] = "1",
) -> None:
    settings = shared(context)
    language, before = notation_of(notation), parse.whole("--no-draw-before", no_draw_before, 0, 999)
    workers = parse.whole("--jobs", jobs, 1, 64)
    beside = None if report is None else _beside(report, hybrid=hybrid)
    with opened(file) as written, steps(settings, "label.games-checking") as progress:
        told = _Told(settings)
        for record in _played(written, language, workers):
            found = (*record.findings, *check_ending(record, before), *(beside.take(record) if beside else ()))
            told.game(record, found)
            if progress is not None and record.number % AT_ONCE == 0:
                progress(record.number, record.number + 1)
    good = told.finish(beside)
    if not good or (strict and told.warned):
        raise typer.Exit(LACKING)


def _beside(file: Path, *, hybrid: bool) -> ReportComparison:
    report = load_report(file)
    return comparison(report.event, report_system(report, None), hybrid=hybrid)


def _played(written: Iterator[WrittenGame], notation: str, workers: int) -> Iterator[GameRecord]:
    """Play the games in their order, here or in several processes; a few are in memory at a time."""
    play = partial(record_of, notation=notation)
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        while batch := list(islice(written, AT_ONCE * workers)):
            yield from map(play, batch) if pool is None else pool.map(play, batch, chunksize=AT_ONCE // 4)


class _Told:
    """What is printed: JSON game by game, or the findings at the end."""

    def __init__(self, settings: Shared) -> None:
        self.settings = settings
        self.count, self.wrong, self.warned = 0, 0, False
        self.shown: list[Finding] = []
        self.left_out = 0
        if settings.as_json:
            print('{"games": [', end="")

    def game(self, record: GameRecord, found: tuple[Finding, ...]) -> None:
        self._note(found)
        if self.settings.as_json:
            document = game_document(record, found, self.settings.language)
            print(",\n" if self.count else "\n", json.dumps(document, ensure_ascii=False), sep="", end="")
        self.count += 1

    def _note(self, found: tuple[Finding, ...]) -> None:
        self.wrong += sum(finding.severity == "error" for finding in found)
        self.warned = self.warned or any(finding.severity != "info" for finding in found)
        room = MOST_SHOWN - len(self.shown)
        self.shown += found[:room]
        self.left_out += max(0, len(found) - room)

    def finish(self, beside: ReportComparison | None) -> bool:
        """End the answer. Returns whether nothing speaks against the file."""
        language = self.settings.language
        compared = None if beside is None else beside.finish()
        if compared is not None:
            self._note(compared.lacking)
        if self.settings.as_json:
            rest = {} if compared is None else compared_document(compared, language)
            parts = "".join(f",\n{json.dumps(key)}: {json.dumps(rest[key], ensure_ascii=False)}" for key in rest)
            print(f"\n]{parts}}}")
            return not self.wrong
        line(text("games.counted", language, count=self.count), style="bold")
        show_findings(gravest_first(self.shown), language, everything=True)
        if self.left_out:
            line(text("games.left-out", language, count=self.left_out))
        if compared is not None:
            duty = text(f"games.duty.{compared.duty.replace(' ', '-')}", language)
            key = "games.complete" if compared.complete else "games.incomplete"
            line(text(key, language, found=compared.found, played=compared.played, duty=duty))
        return not self.wrong
