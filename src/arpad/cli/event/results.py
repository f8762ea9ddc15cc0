"""`arpad event result`, `results`, `open`, `defaults`, `absent-at`, `clear-result`, `publish-results`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.event.answers import answer_board, answer_done
from arpad.cli.event.app import SIGNED, BoardNumber, RoundNumber, Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import board_typed, entries_typed, event_now, moment, round_typed, typed_text
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.i18n import text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.tournament.journal import Done
    from arpad.tournament.shapes import BoardDocument
    from arpad.tournament.state import EventState

ResultsFile = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.event-results-file")]
Entries = Annotated[list[str], typer.Argument(metavar="ENTRY...", help="cli.help.event-absent-entries")]
Told = Annotated[bool, typer.Option("--told", help="cli.help.event-told")]


@event.command("result", cls=RunningCommand, help="cli.command.event-result", context_settings=SIGNED)
def result(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    typed: Annotated[str, typer.Argument(metavar="RESULT", help="cli.help.event-result")],
    played: Annotated[str | None, typer.Option("--played", metavar="RESULT", help="cli.help.event-played")] = None,
    version: Annotated[str | None, typer.Option("--version", metavar="N", help="cli.help.event-version")] = None,
) -> None:
    from arpad.tournament.acts.results import set_result
    from arpad.tournament.documents import board_document

    wanted, at_board = round_typed(number), board_typed(board)
    seen = None if version is None else parse.whole("--version", version, 0, 2**31)
    command = set_result(wanted, at_board, typed, version=seen, played=played, at=moment(context))
    done = act(context, slug, command)
    found = board_document(done.state, wanted, at_board)
    answer_result(context, done, "result", found, found["result"])


def answer_result(context: typer.Context, done: "Done", said: str, board: "BoardDocument", result: str | None) -> None:
    """Tell a result with the names of the players, so that a wrong board is noticed."""
    white, black = (_name(done.state, board[side]["entry"]) for side in ("white", "black"))
    values = {"round": board["round"], "board": board["board"], "white": white, "black": black, "result": result}
    answer_done(context, done, said, values, board=board)


def _name(state: "EventState", entry: int) -> str:
    """Return the name of a player; a dash for an empty board of a team."""
    return state.entries[entry].name if entry in state.entries else "–"


@event.command("results", cls=RunningCommand, help="cli.command.event-results")
def results(context: typer.Context, slug: Slug, number: RoundNumber, file: ResultsFile) -> None:
    from arpad.tournament.acts.results import set_results
    from arpad.tournament.documents import adjourned_games, board_document, open_boards
    from arpad.tournament.results import parse_results
    from arpad.tournament.state import round_stage

    wanted, told = round_typed(number), parse_results(typed_text(file))
    done = act(context, slug, set_results(wanted, told, at=moment(context)))
    new = _boards_set(done)
    missing = open_boards(done.state, wanted)
    adjourned = [board for number, board in adjourned_games(done.state) if number == wanted]
    values = {"round": wanted, "count": len(new), "open": len(missing), "adjourned": len(adjourned)}
    said = "results-adjourned" if adjourned else "results"
    boards = [board_document(done.state, wanted, board) for board in new]
    state = round_stage(done.state, wanted)
    answer_done(context, done, said, values, round=wanted, state=state, boards=boards, open=missing)


def _boards_set(done: "Done") -> list[int]:
    """Return the boards that a command gave results."""
    return [board for one in done.lines if one.kind == "results.set" for board, _ in one.data["results"]]


@event.command("clear-result", cls=RunningCommand, help="cli.command.event-clear-result")
def clear_result(context: typer.Context, slug: Slug, number: RoundNumber, board: BoardNumber) -> None:
    from arpad.tournament.acts.results import clear_result as command

    wanted, at_board = round_typed(number), board_typed(board)
    done = act(context, slug, command(wanted, at_board, at=moment(context)))
    answer_board(context, done, "result-cleared", wanted, at_board)


@event.command("absent-at", cls=RunningCommand, help="cli.command.event-absent-at")
def absent_at(context: typer.Context, slug: Slug, number: RoundNumber, entries: Entries, told: Told = False) -> None:
    from arpad.tournament.acts.results import absent_at as command
    from arpad.tournament.documents import board_document

    wanted, gone = round_typed(number), entries_typed(entries)
    done = act(context, slug, command(wanted, gone, told=told, at=moment(context)))
    boards = [board_document(done.state, wanted, board) for board in _boards_set(done)]
    answer_done(context, done, "absent-at", {"round": wanted, "count": len(set(gone))}, boards=boards)


@event.command("publish-results", cls=RunningCommand, help="cli.command.event-publish-results")
def publish_results(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.results import publish_results as command
    from arpad.tournament.state import round_stage

    wanted = round_typed(number)
    done = act(context, slug, command(wanted))
    stage = round_stage(done.state, wanted)
    answer_done(context, done, "results-published", {"round": wanted}, round=wanted, state=stage)


@event.command("open", cls=RunningCommand, help="cli.command.event-open")
def open_(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.checks import round_at
    from arpad.tournament.documents import open_boards

    settings = shared(context)
    state, wanted = event_now(context, slug), round_typed(number)
    round_at(state, wanted)
    missing = open_boards(state, wanted)
    document = {"event": slug, "n": state.n, "round": wanted, "open": missing}
    words = text("tournament.said.open-boards", settings.language, round=wanted, count=len(missing))
    _show(settings, document, words, _pairs(state, wanted, missing))


@event.command("defaults", cls=RunningCommand, help="cli.command.event-defaults")
def defaults(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.checks import need_published
    from arpad.tournament.amendments import default_time
    from arpad.tournament.documents import open_boards
    from arpad.tournament.times import event_times

    settings = shared(context)
    state, wanted = event_now(context, slug), round_typed(number)
    started, now = need_published(state, wanted).started_at, moment(context)
    lost_at = default_time(state, wanted)
    over = lost_at is not None and now >= lost_at
    missing = open_boards(state, wanted) if over else []
    said = "default-no-start" if lost_at is None else "default-over" if over else "default-runs"
    times = event_times(state.laws)
    shown = {"started": times.day_and_clock(started), "lost_at": times.day_and_clock(lost_at or "")}
    values = {"round": wanted, **shown}
    document = {
        "event": slug, "n": state.n, "round": wanted, "started_at": started or None,
        "default_minutes": state.laws.default_minutes, "lost_at": lost_at, "over": over, "open": missing,
        "time_zone": times.name,
    }  # fmt: skip
    words = text(f"tournament.said.{said}", settings.language, **values)
    _show(settings, document, words, _pairs(state, wanted, missing))


def _pairs(state: Any, number: int, boards: list[int]) -> Sequence[Mapping[str, Any]]:
    from arpad.tournament.documents import seen_round

    return [pair for pair in seen_round(state, number)["pairs"] if pair["board"] in boards] if boards else []


def _show(settings: Shared, document: dict[str, Any], words: str, pairs: Sequence[Mapping[str, Any]]) -> None:
    """Open boards with their tables and their players."""
    if settings.as_json:
        print_json(document | {"boards": pairs})
        return
    line(words, style="bold")
    if pairs:
        rows = [
            [str(one["board"]), str(one["table"]), one["white_name"] or "–", str(one["white_entry"]),
             one["black_name"] or "–", str(one["black_entry"])]
            for one in pairs
        ]  # fmt: skip
        headings = ["event-board", "event-table", "white", "event-entry", "black", "event-entry"]
        table(settings.language, headings, rows, left=(2, 4))
