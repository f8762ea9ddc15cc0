"""`arpad event` commands about rounds: draw, publish, enter results, change boards and correct errors."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.event.options import (
    MOST,
    SIGNED,
    BoardNumber,
    EntryNumber,
    OptionalRound,
    RoundNumber,
    RunningCommand,
    Slug,
    act,
    answer_board,
    answer_done,
    board_typed,
    entries_typed,
    entry_typed,
    event,
    event_now,
    moment,
    refuse_round,
    round_typed,
    rounds_typed,
    typed_text,
)
from arpad.cli.options import Shared, shared
from arpad.cli.output import line, print_json, table
from arpad.i18n import text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.tournament.documents import BoardDocument
    from arpad.tournament.journal import Decide, Done
    from arpad.tournament.state import EventState


# `arpad event amend`, `mend`, `board-add`, `substitute`: boards changed by hand.

Out = Annotated[list[str] | None, typer.Option("--out", metavar="ENTRY", help="cli.help.event-gone")]
Absent = Annotated[list[str] | None, typer.Option("--absent", metavar="ENTRY", help="cli.help.event-substitute-absent")]
WhiteEntry = Annotated[str, typer.Argument(metavar="WHITE", help="cli.help.event-white-entry")]
BlackEntry = Annotated[str, typer.Argument(metavar="BLACK", help="cli.help.event-black-entry")]


@event.command("amend", cls=RunningCommand, help="cli.command.event-amend")
def amend(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.event-amend-file")],
    numbers: Annotated[bool, typer.Option("--numbers", help="cli.help.event-amend-numbers")] = False,
    order: Annotated[bool, typer.Option("--order", help="cli.help.event-amend-order")] = False,
) -> None:
    from arpad.tournament.acts.boards import amend as command
    from arpad.tournament.amendments import parse_given

    wanted, given = round_typed(number), parse_given(typed_text(file), numbers)
    done = act(context, slug, command(wanted, given, by_order=order))
    _answer(context, done, wanted, "amended")


@event.command("mend", cls=RunningCommand, help="cli.command.event-mend")
def mend(context: typer.Context, slug: Slug, number: RoundNumber, out: Out = None) -> None:
    from arpad.tournament.acts.boards import mend as command

    wanted = round_typed(number)
    _answer(context, act(context, slug, command(wanted, entries_typed(out, "--out"))), wanted, "mended")


def _answer(context: typer.Context, done: "Done", number: int, message_key: str) -> None:
    from arpad.tournament.documents import round_document

    differs = done.lines[-1].data.get("differs", []) if done.lines else []
    answer_done(
        context,
        done,
        message_key,
        {"round": number},
        **{**round_document(done.state, number).document(), "differs": differs},
    )


@event.command("board-add", cls=RunningCommand, help="cli.command.event-board-add")
def board_add(context: typer.Context, slug: Slug, number: RoundNumber, white: WhiteEntry, black: BlackEntry) -> None:
    from arpad.tournament.acts.boards import add_board

    wanted = round_typed(number)
    done = act(context, slug, add_board(wanted, entry_typed(white, "WHITE"), entry_typed(black, "BLACK")))
    _new_board(context, done, wanted, "board-added")


@event.command("substitute", cls=RunningCommand, help="cli.command.event-substitute")
def substitute(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    other: Annotated[str, typer.Argument(metavar="BOARD", help="cli.help.event-second-board")],
    absent: Absent = None,
) -> None:
    from arpad.tournament.acts.boards import substitute as command

    wanted = round_typed(number)
    gone = entries_typed(absent, "--absent")
    done = act(context, slug, command(wanted, board_typed(board), board_typed(other), absent=gone))
    _new_board(context, done, wanted, "substituted")


def _new_board(context: typer.Context, done: "Done", number: int, message_key: str) -> None:
    """Print the board that a command has opened."""
    board = max(done.state.rounds[number].boards)
    opened = done.state.rounds[number].boards[board]
    names = {"white": done.state.entries[opened.white].name, "black": done.state.entries[opened.black].name}
    answer_board(context, done, message_key, number, board, **names)


# `arpad event result`, `results`, `open`, `defaults`, `absent-at`, `clear-result`, `publish-results`.

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
    answer_result(context, done, "result", found, found.result)


def answer_result(
    context: typer.Context, done: "Done", message_key: str, board: "BoardDocument", result: str | None
) -> None:
    """Print a result with the names of the players, so that a wrong board is noticed."""
    white, black = (_name(done.state, seat.entry) for seat in (board.white, board.black))
    values = {"round": board.round, "board": board.board, "white": white, "black": black, "result": result}
    answer_done(context, done, message_key, values, board=board)


def _name(state: "EventState", entry: int) -> str:
    """Return the name of a player; a dash for an empty board of a team."""
    return state.entries[entry].name if entry in state.entries else "–"


@event.command("results", cls=RunningCommand, help="cli.command.event-results")
def results(context: typer.Context, slug: Slug, number: RoundNumber, file: ResultsFile) -> None:
    from arpad.tournament.acts.results import set_results
    from arpad.tournament.documents import adjourned_games, board_document, open_boards
    from arpad.tournament.results import parse_results
    from arpad.tournament.state import round_stage

    wanted, typed_results = round_typed(number), parse_results(typed_text(file))
    done = act(context, slug, set_results(wanted, typed_results, at=moment(context)))
    new = _boards_set(done)
    missing = open_boards(done.state, wanted)
    adjourned = [board for number, board in adjourned_games(done.state) if number == wanted]
    values = {"round": wanted, "count": len(new), "open": len(missing), "adjourned": len(adjourned)}
    message_key = "results-adjourned" if adjourned else "results"
    boards = [board_document(done.state, wanted, board) for board in new]
    state = round_stage(done.state, wanted)
    answer_done(context, done, message_key, values, round=wanted, state=state, boards=boards, open=missing)


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
    done = act(context, slug, command(wanted, gone, announced=told, at=moment(context)))
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
    message_key = "default-no-start" if lost_at is None else "default-over" if over else "default-runs"
    times = event_times(state.event_rules)
    shown = {"started": times.day_and_clock(started), "lost_at": times.day_and_clock(lost_at or "")}
    values = {"round": wanted, **shown}
    document = {
        "event": slug, "n": state.n, "round": wanted, "started_at": started or None,
        "default_minutes": state.event_rules.default_minutes, "lost_at": lost_at, "over": over, "open": missing,
        "time_zone": times.name,
    }  # fmt: skip
    words = text(f"tournament.said.{message_key}", settings.language, **values)
    _show(settings, document, words, _pairs(state, wanted, missing))


def _pairs(state: Any, number: int, boards: list[int]) -> Sequence[Mapping[str, Any]]:
    from arpad.tournament.documents import seen_round

    return [pair.document() for pair in seen_round(state, number).pairs if pair.board in boards] if boards else []


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


# `arpad event colours`, `correct`, `penalty`: errors that are put right, and points that are taken away.


@event.command("colours", cls=RunningCommand, help="cli.command.event-colours")
def colours(context: typer.Context, slug: Slug, number: RoundNumber, board: BoardNumber) -> None:
    from arpad.tournament.acts.results import swap_colours

    wanted, at_board = round_typed(number), board_typed(board)
    done = act(context, slug, swap_colours(wanted, at_board, at=moment(context)))
    answer_board(context, done, "colours", wanted, at_board)


@event.command("correct", cls=RunningCommand, help="cli.command.event-correct", context_settings=SIGNED)
def correct(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    typed: Annotated[str, typer.Argument(metavar="RESULT", help="cli.help.event-result")],
    rating_only: Annotated[bool, typer.Option("--rating-only", help="cli.help.event-rating-only")] = False,
) -> None:
    from arpad.tournament.acts.results import correct_for_rating, set_result
    from arpad.tournament.documents import board_document

    wanted, at_board = round_typed(number), board_typed(board)
    if rating_only:
        done = act(context, slug, correct_for_rating(wanted, at_board, typed))
    else:
        done = act(context, slug, set_result(wanted, at_board, typed, at=moment(context)))
    document = board_document(done.state, wanted, at_board)
    message_key = "corrected-rating" if rating_only else "result"
    answer_result(context, done, message_key, document, document.rated or document.result)


@event.command("penalty", cls=RunningCommand, help="cli.command.event-penalty", context_settings=SIGNED)
def penalty(
    context: typer.Context,
    slug: Slug,
    entry: EntryNumber,
    number: RoundNumber,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="cli.help.event-penalty-points")],
    match_points: Annotated[
        str, typer.Option("--match-points", metavar="POINTS", help="cli.help.event-penalty-match")
    ] = "0",
) -> None:
    from arpad.i18n import ArpadError
    from arpad.tournament.acts.results import set_penalty
    from arpad.tournament.rules import half_points as halves

    amounts = []
    for typed in (points, match_points):
        try:
            amounts.append(halves(typed.replace("½", "1/2")))
        except ValueError:
            raise ArpadError("event-penalty", points=typed) from None
    wanted, player = round_typed(number), entry_typed(entry)
    taken, of_match = amounts
    done = act(context, slug, set_penalty(player, wanted, taken, of_match))
    side = "team" if done.state.event_rules.team else "entry"
    more = {"match_points": of_match} if done.state.event_rules.team else {}
    values = {"entry": player, "points": str(taken), "round": wanted}
    answer_done(context, done, "penalty", values, **{side: player}, round=wanted, points=taken, **more)


# `arpad event close-list`, `draw`, `clear`, `publish`, `recall`, `start`, `lock`, `unlock`, `table`: from the list of
# players to a round on the wall, and back.

Rounds = Annotated[str, typer.Argument(metavar="ROUND", help="cli.help.event-rounds-together")]


@event.command("close-list", cls=RunningCommand, help="cli.command.event-close-list")
def close_list(
    context: typer.Context,
    slug: Slug,
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="cli.help.event-seed")] = None,
    initial: Annotated[str | None, typer.Option("--initial", metavar="w|b", help="cli.help.event-initial")] = None,
) -> None:
    from arpad.tournament.acts.players import close_list as command
    from arpad.tournament.documents import numbers_document

    lot = None if seed is None else parse.whole("--seed", seed, 0, 2**63)
    colour: Any = None if initial is None else parse.choice("--initial", initial, ("w", "b"))
    done = act(context, slug, command(colour, lot))
    numbers = numbers_document(done.state)
    answer_done(context, done, "closed", {"count": len(numbers)}, numbers=numbers, initial=done.state.initial)


@event.command("draw", cls=RunningCommand, help="cli.command.event-draw")
def draw(
    context: typer.Context,
    slug: Slug,
    number: OptionalRound = None,
    adjourn_open: Annotated[bool, typer.Option("--adjourn-open", help="cli.help.event-adjourn-open")] = False,
) -> None:
    from arpad.tournament.acts.rounds import NoPairing
    from arpad.tournament.acts.rounds import draw as command
    from arpad.tournament.documents import round_document

    settings = shared(context)
    wanted = None if number is None else round_typed(number)
    try:
        done = act(context, slug, command(wanted, adjourn_open=adjourn_open))
    except NoPairing as problem:
        refuse_round(settings, problem)
        return
    last = done.state.last_drawn
    drawn = done.state.rounds[last]
    message_key, count = (
        ("drawn-matches", len(drawn.matches)) if done.state.event_rules.team else ("drawn", len(drawn.boards))
    )
    answer_done(
        context, done, message_key, {"round": last, "boards": count}, **round_document(done.state, last).document()
    )


@event.command("clear", cls=RunningCommand, help="cli.command.event-clear")
def clear(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import clear as command

    wanted = round_typed(number)
    done = act(context, slug, command(wanted))
    answer_done(context, done, "cleared", {"round": wanted}, state=None)


def _moved(
    context: typer.Context, slug: str, number: int, command: "Decide", message_key: str, **values: object
) -> None:
    """Give a command that brings a round further, or back, and print its stage."""
    from arpad.tournament.documents import outside_since
    from arpad.tournament.state import round_stage

    done = act(context, slug, command)
    stage, outside = round_stage(done.state, number), outside_since(done.state)
    answer_done(
        context, done, message_key, {"round": number, **values}, round=number, state=stage, outside_rules=outside
    )


@event.command("publish", cls=RunningCommand, help="cli.command.event-publish")
def publish(context: typer.Context, slug: Slug, number: Rounds) -> None:
    from arpad.tournament.acts.rounds import publish_rounds

    first, last = rounds_typed("ROUND", number)
    message_key = "published" if first == last else "published-many"
    _moved(context, slug, last, publish_rounds(first, last), message_key, first=first)


@event.command("recall", cls=RunningCommand, help="cli.command.event-recall")
def recall(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    void_results: Annotated[bool, typer.Option("--void-results", help="cli.help.event-void-results")] = False,
) -> None:
    from arpad.tournament.acts.rounds import recall as command

    wanted = round_typed(number)
    _moved(context, slug, wanted, command(wanted, void_results=void_results), "recalled")


@event.command("start", cls=RunningCommand, help="cli.command.event-start")
def start(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import start as command
    from arpad.tournament.times import event_times

    wanted, at = round_typed(number), moment(context)
    times = event_times(event_now(context, slug).event_rules)
    _moved(context, slug, wanted, command(wanted, at), "started", at=times.day_and_clock(at))


@event.command("lock", cls=RunningCommand, help="cli.command.event-lock")
def lock(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import lock as command

    wanted = round_typed(number)
    _moved(context, slug, wanted, command(wanted), "locked")


@event.command("unlock", cls=RunningCommand, help="cli.command.event-unlock")
def unlock(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import unlock as command

    wanted = round_typed(number)
    _moved(context, slug, wanted, command(wanted), "unlocked")


@event.command("table", cls=RunningCommand, help="cli.command.event-table")
def board_table(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    place: Annotated[str, typer.Argument(metavar="TABLE", help="cli.help.event-table-number")],
) -> None:
    from arpad.tournament.acts.rounds import set_table

    wanted, at_board, sits = round_typed(number), board_typed(board), parse.whole("TABLE", place, 1, MOST)
    done = act(context, slug, set_table(wanted, at_board, sits))
    answer_board(context, done, "table", wanted, at_board, table=sits)
