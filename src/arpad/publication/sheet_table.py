"""The table of a player's games in an event as every sheet prints it: the columns, the rows, the meaning of the
marks."""

from arpad.domain.event import CYCLES
from arpad.i18n import Language, text
from arpad.publication.sheet_rounds import RoundLine, game_cells, opening_cells
from arpad.publication.sheet_sums import average_symbol
from arpad.rating.model import EventRating, PlayerRating
from arpad.regulations.rating_edition import Edition

OPENING = ("round", "colour", "opponent", "rc", "w")
BY_GAME = ("d", "d-used", "pd", "change", "k-change")
BY_AVERAGE = ("counts-as", "")
NO_MORE = ("",)
"""An empty name: a column that only shows why a game is not rated."""


def table_data(rounds: list[RoundLine], k: int | None, language: Language) -> dict[str, object]:
    """Return the headings and the rows; K is the one that counts."""
    columns = columns_of(rounds)
    return {
        "columns": [name and text(f"sheet.column.{name}", language) for name in (*OPENING, *columns)],
        "rounds": [_row(line, k, columns, language) for line in rounds],
    }


def columns_of(rounds: list[RoundLine]) -> tuple[str, ...]:
    """Return the columns after W: the numbers of each game, or an opponent's value in a capped average."""
    if any(line.change is not None for line in rounds):
        return BY_GAME
    return BY_AVERAGE if any(line.used is not None for line in rounds) else NO_MORE


def more_cells(line: RoundLine, k: int | None, columns: tuple[str, ...], language: Language) -> list[str]:
    """Return the cells after W, as many as there are columns."""
    more: list[str] = []
    if columns is BY_GAME:
        more = game_cells(line, k or 0, language)
    elif columns is BY_AVERAGE:
        counts = line.rating if line.used is None else line.used
        more = ["" if counts is None else str(counts) + ("" if line.used is None else "*")]
    return [*more, *[""] * (len(columns) - len(more))]


def reason_text(line: RoundLine) -> str:
    """Return why a game is not rated, with the article."""
    return f"{line.reason} ({line.article})" if line.article else line.reason


def _row(line: RoundLine, k: int | None, columns: tuple[str, ...], language: Language) -> dict[str, object]:
    return {
        "rated": line.rated,
        "cells": opening_cells(line, language),
        "more": more_cells(line, k, columns, language),
        "reason": reason_text(line),
    }


def column_legend(rating: EventRating, own: PlayerRating, rounds: list[RoundLine], language: Language) -> str:
    """Return the meaning of the columns."""
    by_game = any(line.change is not None for line in rounds)
    kind = "game" if by_game else "average"
    if own.participant.rating is None:
        kind = "first-round-robin" if rating.counted_as in CYCLES else "first"
    return text(f"sheet.legend.{kind}", language, symbol=average_symbol(own, language))


def mark_legend(rounds: list[RoundLine], edition: Edition, language: Language) -> list[str]:
    """Return the meaning of the marks that occur."""
    found = []
    cap, standing_in = edition.change.cap, edition.change.standing_in
    if any(line.used is not None or (line.change is not None and line.change.capped) for line in rounds):
        found.append(text("sheet.legend.cap", language, cap=cap.value, article=cap.article.number))
    if any(line.standing_in for line in rounds):
        found.append(text("sheet.legend.standing-in", language, article=standing_in.article.number))
    return found
