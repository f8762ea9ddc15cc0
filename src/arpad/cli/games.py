"""`arpad games`: check PGN files, judge draw claims, number Chess960 positions, split and export files."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated

import click
from click.exceptions import Exit

from arpad.cli.office.options import steps
from arpad.cli.options import Argument, Command, Group, Option, Shared, shared
from arpad.cli.output import line, print_json, show_findings, tell
from arpad.documents.document import replace
from arpad.domain.findings import Finding, gravest_first
from arpad.games.check import COUNT, ReportComparison, chess960_position, comparison
from arpad.games.pgn import NOTATIONS, SPLITS, WrittenGame, export_games, is_white, move_number, read_pgn, split_games
from arpad.games.record import CLAIM_KINDS, Claim, GameRecord, check_ending, judge_claim, ply_of, record_of
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.library.files import load_report, write_file
from arpad.rating.examine import report_system

# The group `arpad games`, and how its commands read a file of games.

AUTO = "auto"

games = Group(help="cli.command.games", no_args_is_help=True)
GamesFile = Annotated[Path, Argument(metavar="PGN", help="cli.help.games-file")]
Notation = Annotated[str, Option("--notation", metavar="|".join([*NOTATIONS, AUTO]), help="cli.help.games-notation")]


@contextmanager
def opened(file: Path) -> Iterator[Iterator[WrittenGame]]:
    """Open a file, and read its games one after the other."""
    try:
        with file.open("rb") as lines:
            yield read_pgn(str(file), lines)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as problem:
        raise ArpadError("report-unreadable", file=str(file), problem=problem.strerror or str(problem)) from None


def notation_of(typed: str) -> str:
    """Read the language of the letters, or `auto`."""
    return parse.choice("--notation", typed, (*NOTATIONS, AUTO))


def nth_game(file: Path, number: int) -> WrittenGame:
    """Return one game of a file."""
    last = 0
    with opened(file) as written:
        for game in written:
            last = game.number
            if last == number:
                return game
    raise ArpadError("games-no-such", file=str(file), number=number, last=last)


# `arpad games check`: every game of a file by itself, and against a report.

LACKING = 1
MOST_SHOWN = 1_000
"""Findings that the screen shows; a file may have millions."""
AT_ONCE = 64
REPORT = Annotated[Path | None, Argument(metavar="[REPORT]", help="cli.help.games-report")]


@games.command("check", cls=Command, help="cli.command.games-check")
def check(
    context: click.Context,
    file: GamesFile,
    report: REPORT = None,
    notation: Notation = AUTO,
    strict: Annotated[bool, Option("--strict", help="cli.help.games-strict")] = False,
    hybrid: Annotated[bool, Option("--hybrid", help="cli.help.games-hybrid")] = False,
    no_draw_before: Annotated[
        str, Option("--no-draw-before", metavar="MOVE", help="cli.help.games-no-draw-before")
    ] = "0",
    jobs: Annotated[str, Option("--jobs", metavar="N", help="cli.help.games-jobs")] = "1",
) -> None:
    settings = shared(context)
    language, before = notation_of(notation), parse.whole("--no-draw-before", no_draw_before, 0, 999)
    workers = parse.whole("--jobs", jobs, 1, 64)
    beside = None if report is None else _beside(report, hybrid=hybrid)
    with opened(file) as written, steps(settings, "label.games-checking") as progress:
        output = _GamesOutput(settings)
        for record in _played(written, language, workers):
            findings = (*record.findings, *check_ending(record, before), *(beside.take(record) if beside else ()))
            output.game(record, findings)
            if progress is not None and record.nr % AT_ONCE == 0:
                progress(record.nr, record.nr + 1)
    good = output.finish(beside)
    if not good or (strict and output.warned):
        raise Exit(LACKING)


def _beside(file: Path, *, hybrid: bool) -> ReportComparison:
    report = load_report(file)
    return comparison(report.event, report_system(report, None), hybrid=hybrid)


def _played(written: Iterator[WrittenGame], notation: str, workers: int) -> Iterator[GameRecord]:
    """Play the games in their order, here or in several processes; a few are in memory at a time."""
    play = partial(record_of, notation=notation)
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        while batch := list(islice(written, AT_ONCE * workers)):
            yield from map(play, batch) if pool is None else pool.map(play, batch, chunksize=AT_ONCE // 4)


class _GamesOutput:
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
            document = replace(record, findings=found).document(self.settings.language)
            print(",\n" if self.count else "\n", json.dumps(document, ensure_ascii=False), sep="", end="")
        self.count += 1

    def _note(self, findings: tuple[Finding, ...]) -> None:
        self.wrong += sum(finding.severity == "error" for finding in findings)
        self.warned = self.warned or any(finding.severity != "info" for finding in findings)
        room = MOST_SHOWN - len(self.shown)
        self.shown += findings[:room]
        self.left_out += max(0, len(findings) - room)

    def finish(self, beside: ReportComparison | None) -> bool:
        """End the answer. Returns whether nothing speaks against the file."""
        language = self.settings.language
        compared = None if beside is None else beside.finish()
        if compared is not None:
            self._note(compared.findings)
        if self.settings.as_json:
            rest = {} if compared is None else compared.answer(language)
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


# `arpad games claim`: a claim of a draw by repetition or by fifty moves, judged on the game.

WRONG = 1
MOST_GAMES = 200_000


@games.command("claim", cls=Command, help="cli.command.games-claim")
def claim(
    context: click.Context,
    file: GamesFile,
    at: Annotated[str, Option("--at", metavar="30b", help="cli.help.games-at")],
    kind: Annotated[str, Option("--kind", metavar="|".join(CLAIM_KINDS), help="cli.help.games-kind")],
    move: Annotated[str, Option("--move", metavar="MOVE", help="cli.help.games-move")] = "",
    game: Annotated[str, Option("--game", metavar="N", help="cli.help.games-game")] = "1",
    notation: Notation = AUTO,
) -> None:
    settings = shared(context)
    written = nth_game(file, parse.whole("--game", game, 1, MOST_GAMES))
    judged = judge_claim(written, ply_of(at), parse.choice("--kind", kind, CLAIM_KINDS), move, notation_of(notation))
    _show(settings, judged)
    if not judged.right:
        raise Exit(WRONG)


def _show(settings: Shared, judged: Claim) -> None:
    if settings.as_json:
        print_json(judged.document())
        return
    language = settings.language
    line(text("games.claim.right" if judged.right else "games.claim.wrong", language), style="bold")
    if judged.kind == "repetition":
        places = ", ".join(_place(judged, ply, language) for ply in judged.plies)
        line(f"{judged.article}  {text('games.claim.times', language, count=len(judged.plies), places=places)}")
    else:
        line(f"{judged.article}  {text('games.claim.quiet', language, moves=judged.quiet_half_moves // 2)}")
    if not judged.right:
        line(f"9.5.3  {text('games.claim.cost', language)}")


def _place(judged: Claim, ply: int, language: Language) -> str:
    if ply == 0:
        return text("games.claim.start", language)
    whole = judged.before + ply
    return f"{move_number(whole)}{'.' if is_white(whole) else '…'}"


# `arpad games chess960`, `split` and `export`.


@games.command("chess960", cls=Command, help="cli.command.games-chess960")
def chess960(
    context: click.Context,
    number: Annotated[str | None, Argument(metavar="[N]", help="cli.help.games-number")] = None,
    seed: Annotated[str | None, Option("--seed", metavar="S", help="cli.help.games-seed")] = None,
) -> None:
    settings = shared(context)
    if (number is None) == (seed is None):
        raise ArpadError("chess960-which", most=COUNT - 1)
    if number is not None:
        chosen = parse.whole("N", number, 0, COUNT - 1)
    else:
        chosen = Random(parse.number("--seed", seed or "")).randrange(COUNT)
    position = chess960_position(chosen)
    if settings.as_json:
        print_json(position.document())
        return
    line(f"{position.number}  {position.english}  {position.spanish}")
    line(position.fen)


@games.command("split", cls=Command, help="cli.command.games-split")
def split(
    context: click.Context,
    file: GamesFile,
    by: Annotated[str, Option("--by", metavar="|".join(SPLITS), help="cli.help.games-by")],
    output: Annotated[Path, Option("--output", "-o", metavar="DIR", help="cli.help.games-folder")],
) -> None:
    settings, kind = shared(context), parse.choice("--by", by, SPLITS)
    written: dict[str, int] = {}
    try:
        output.mkdir(parents=True, exist_ok=True)
        taken = sorted(path.name for path in output.glob("*.pgn"))
        if taken:
            raise ArpadError("games-folder-taken", folder=str(output), file=taken[0])
        with opened(file) as read:
            for name, game in split_games(read, kind):
                with (output / f"{name}.pgn").open("a", encoding="utf-8") as out:
                    out.write(game)
                written[name] = written.get(name, 0) + 1
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(output), problem=problem.strerror or str(problem)) from None
    if settings.as_json:
        print_json(
            {"folder": str(output), "files": [{"file": f"{name}.pgn", "games": written[name]} for name in written]}
        )
        return
    for name, count in sorted(written.items()):
        line(f"{output / name}.pgn  {text('games.counted', settings.language, count=count)}")


@games.command("export", cls=Command, help="cli.command.games-export")
def export(
    context: click.Context,
    report: Annotated[Path, Argument(metavar="REPORT", help="cli.help.games-report")],
    output: Annotated[Path, Option("--output", "-o", metavar="OUT", help="cli.help.games-output")],
) -> None:
    settings = shared(context)
    written = list(export_games(load_report(report).event))
    write_file(output, "".join(written).encode())
    words = f"{output}  {text('games.counted', settings.language, count=len(written))}"
    tell(settings, {"file": str(output), "games": len(written)}, words, style="")
