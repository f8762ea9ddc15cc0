"""How a draw is shown: JSON for programs, tables for people, a PDF to print."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from arpad.cli.output import line, print_json, table, write_bytes
from arpad.cli.shared import Shared
from arpad.cli.terminal import PIPE_WIDTH
from arpad.i18n import ArpadError, Language, text
from arpad.pairing.draws import Draw, draw_document
from arpad.pairing.round_robin_tables import Lot
from arpad.pairing.team_tables import Names, numbered, title

MOST_PRINTED = 5_000
GAP = 2
INDENT = "  "


def answer(
    settings: Shared,
    draw: Draw,
    names: Sequence[str],
    pdf: Path | None,
    more: dict[str, Any] | None = None,
    lots: Sequence[Lot] = (),
) -> None:
    """Show the draw as JSON or as tables, and write the PDF if one was named."""
    if pdf is not None:
        _print(settings, draw, names, pdf, lots)
    if settings.as_json:
        print_json(draw_document(draw, names) | (more or {}))
        return
    line(title(draw, settings.language), style="bold")
    if lots:
        _lots(lots, settings.language)
    show_rounds(draw, names, settings.language)


def _print(settings: Shared, draw: Draw, names: Sequence[str], pdf: Path, lots: Sequence[Lot]) -> None:
    games = sum(len(one.pairings) for one in draw.rounds)
    if games > MOST_PRINTED:
        raise ArpadError("draw-too-long", games=games, most=MOST_PRINTED)
    from arpad.papers.event_sheets import draw_table

    write_bytes(pdf, draw_table(draw, names, lots, settings.language))


def _lots(lots: Sequence[Lot], language: Language) -> None:
    """Print the numbers that were drawn."""
    line()
    rows = [[str(lot.number), lot.entrant.federation, lot.entrant.name, lot.group] for lot in lots]
    table(language, ["draw-number", "federation", "name", "draw-group"], rows, left=(1, 2, 3))


def show_rounds(draw: Draw, names: Sequence[str], language: Language) -> None:
    """Print a line for each round, or several if the round is too long; with names, a table for each round."""
    line()
    if names or draw.kind == "knockout":
        _list(draw, names, language)
        return
    headings, rows = _by_board(draw, language) if draw.on_a_board > 1 else _by_round(draw)
    widths = [max(map(len, column)) + GAP for column in zip(headings, *rows, strict=True)]
    if sum(widths) > PIPE_WIDTH:
        _lines(draw, language)
    else:
        table(language, headings, rows, left=range(1, len(headings)))


def _by_round(draw: Draw) -> tuple[list[str], list[list[str]]]:
    """Return the table as annex 1 prints the Berger tables: a round in each line."""
    resting = any(one.byes for one in draw.rounds)
    boards = max(len(one.pairings) for one in draw.rounds)
    rows = []
    for number, one in enumerate(draw.rounds, 1):
        cells = [f"{pairing.white}-{pairing.black}" for pairing in one.pairings]
        byes = [" ".join(map(str, one.byes))] if resting else []
        rows.append([str(number), *cells, *[""] * (boards - len(cells)), *byes])
    return ["round", *map(str, range(1, boards + 1)), *["draw-bye"] * resting], rows


def _by_board(draw: Draw, language: Language) -> tuple[list[str], list[list[str]]]:
    """Return the table as chapter IX prints Hilton's pairings: a board in each line, the teams by their letters."""
    size = draw.on_a_board
    rows = []
    for board in range(len(draw.rounds[0].pairings) // size):
        cells = []
        for one in draw.rounds:
            teams = [
                [_team(pairing.white), _team(pairing.black)]
                for pairing in one.pairings[board * size : (board + 1) * size]
            ]
            cells.append(" ".join("-".join(pair) for pair in teams))
        rows.append([str(board + 1), *cells])
    rounds = range(1, len(draw.rounds) + 1)
    return ["draw-board", *(text("draw.round", language, number=number) for number in rounds)], rows


def _team(player: object) -> str:
    return str(player).rstrip("0123456789")


def _lines(draw: Draw, language: Language) -> None:
    """Print each round as a paragraph, the boards in their order."""
    for number, one in enumerate(draw.rounds, 1):
        print(text("draw.round", language, number=number))
        cells = " ".join(f"{pairing.white}-{pairing.black}" for pairing in one.pairings)
        print(fill(cells, PIPE_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False))
        if one.byes:
            print(INDENT + text("draw.free", language, players=", ".join(map(str, one.byes))))


def _list(draw: Draw, names: Sequence[str], language: Language) -> None:
    """Print a table for each round, with a board in each line."""
    shown = Names(draw, names, language)
    counter = "draw-tie" if draw.kind == "knockout" else "draw-board"
    for number, (one, boards) in enumerate(zip(draw.rounds, numbered(draw), strict=True), 1):
        if number > 1:
            line()
        line(text("draw.round", language, number=number), style="bold")
        rows = [[str(board), shown[pairing.white], shown[pairing.black]] for board, pairing in boards]
        table(language, [counter, "white", "black"], rows, left=(1, 2))
        if one.byes:
            line(text("draw.free", language, players=shown.byes(one)))
