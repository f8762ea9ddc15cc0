"""`arpad event` commands about rounds: draw, publish, enter results, change boards and correct errors."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import click

from arpad.cli.event.options import (
    SIGNED,
    BoardNumber,
    RoundNumber,
    RunningCommand,
    Slug,
    add_acts,
    board_typed,
    event,
    event_now,
    folder_files,
    moment,
    perform,
    round_typed,
    typed_text,
)
from arpad.cli.options import Argument, Option, Shared, shared
from arpad.cli.output import line, print_json, table
from arpad.i18n import text
from arpad.inputs import parse
from arpad.inputs.declared import by_flag, read
from arpad.tournament.acts.boards import AddBoard, Amend, Mend, Substitute
from arpad.tournament.acts.moves import KeyMoves, SetMoves
from arpad.tournament.acts.players import CloseList
from arpad.tournament.acts.results import (
    AbsentAt,
    ClearResult,
    CorrectForRating,
    PublishResults,
    SetPenalty,
    SetResult,
    SetResults,
    SwapColours,
)
from arpad.tournament.acts.rounds import ClearDraft, DrawNext, Lock, Publish, Recall, SetTable, Start, Unlock
from arpad.tournament.amendments import parse_given

# `arpad event amend`, `mend`, `board-add`, `substitute`: boards changed by hand.


@event.command("amend", cls=RunningCommand, help="cli.command.event-amend")
def amend(
    context: click.Context,
    slug: Slug,
    number: RoundNumber,
    file: Annotated[Path, Argument(metavar="FILE", help="cli.help.event-amend-file")],
    numbers: Annotated[bool, Option("--numbers", help="cli.help.event-amend-numbers")] = False,
    order: Annotated[bool, Option("--order", help="cli.help.event-amend-order")] = False,
) -> None:
    given = parse_given(typed_text(file), numbers)
    perform(context, slug, Amend(round_typed(number), given, order))


# `arpad event moves`: from a PGN, or from a folder of LiveChess.


@event.command("moves", cls=RunningCommand, help="cli.command.event-moves")
def moves(
    context: click.Context,
    slug: Slug,
    file: Annotated[Path, Argument(metavar="FILE", help="cli.help.event-moves")],
) -> None:
    if file.is_dir():
        from arpad.games.pgn import livechess_pgn

        perform(context, slug, SetMoves(livechess_pgn(folder_files(file))))
    else:
        perform(context, slug, read(SetMoves, {"pgn": typed_text(file)}, by_flag))


add_acts(
    Mend,
    AddBoard,
    Substitute,
    KeyMoves,
    SetResult,
    SetResults,
    ClearResult,
    AbsentAt,
    PublishResults,
    SwapColours,
    SetPenalty,
)


# `arpad event open`, `defaults`: boards without a result.


@event.command("open", cls=RunningCommand, help="cli.command.event-open")
def open_(context: click.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.checks import round_at

    settings = shared(context)
    state, wanted = event_now(context, slug), round_typed(number)
    round_at(state, wanted)
    missing = state.rounds[wanted].open_boards
    document = {"event": slug, "n": state.n, "round": wanted, "open": missing}
    words = text("tournament.said.open-boards", settings.language, round=wanted, count=len(missing))
    _show(settings, document, words, _pairs(state, wanted, missing))


@event.command("defaults", cls=RunningCommand, help="cli.command.event-defaults")
def defaults(context: click.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.checks import need_published
    from arpad.tournament.amendments import default_time
    from arpad.tournament.times import event_times

    settings = shared(context)
    state, wanted = event_now(context, slug), round_typed(number)
    started, now = need_published(state, wanted).started_at, moment(context)
    lost_at = default_time(state, wanted)
    over = lost_at is not None and now >= lost_at
    missing = state.rounds[wanted].open_boards if over else []
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
            [str(pair["board"]), str(pair["table"]), pair["white_name"] or "–", str(pair["white_entry"]),
             pair["black_name"] or "–", str(pair["black_entry"])]
            for pair in pairs
        ]  # fmt: skip
        headings = ["event-board", "event-table", "white", "event-entry", "black", "event-entry"]
        table(settings.language, headings, rows, left=(2, 4))


# `arpad event correct`: errors that are put right.


@event.command("correct", cls=RunningCommand, help="cli.command.event-correct", context_settings=SIGNED)
def correct(
    context: click.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    typed: Annotated[str, Argument(metavar="RESULT", help="cli.help.event-result")],
    rating_only: Annotated[bool, Option("--rating-only", help="cli.help.event-rating-only")] = False,
) -> None:
    kind = CorrectForRating if rating_only else SetResult
    perform(context, slug, kind(round_typed(number), board_typed(board), typed))


# `arpad event close-list`, `draw`, `clear`, `publish`, `recall`, `start`, `lock`, `unlock`, `table`: from the list of
# players to a round on the wall, and back.


@event.command("close-list", cls=RunningCommand, help="cli.command.event-close-list")
def close_list(
    context: click.Context,
    slug: Slug,
    seed: Annotated[str | None, Option("--seed", metavar="N", help="cli.help.event-seed")] = None,
    initial: Annotated[str | None, Option("--initial", metavar="w|b", help="cli.help.event-initial")] = None,
) -> None:
    lot = None if seed is None else parse.whole("--seed", seed, 0, 2**63)
    colour: Any = None if initial is None else parse.choice("--initial", initial, ("w", "b"))
    perform(context, slug, CloseList(lot, colour))


add_acts(DrawNext, ClearDraft, Publish, Recall, Start, Lock, Unlock, SetTable)
