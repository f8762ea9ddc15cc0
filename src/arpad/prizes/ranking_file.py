"""A ranking as a file: `rank,id,name,points,rating,sex,born,federation`, and further columns that conditions may name.

The tie-breaks have made the ranks already: 1, 2, 2, 4. A play-off marks its places in the column `decided`. For
progress a row has `games` and `average` (of the opponents' ratings), and `score` if it is not the points.
"""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from arpad.domain.findings import Finding
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError
from arpad.prizes.model import RankedPlayer
from arpad.prizes.progress import Progress
from arpad.prizes.ranking_rows import NamedRow, named_rows
from arpad.standings.conditions import Profile

NEEDED = ("rank", "points")
OWN = (*NEEDED, "id", "name", "rating", "sex", "born", "federation", "title", "decided", "games", "average", "score",
       "change")  # fmt: skip
POINTS = re.compile(r"(?=.)(\d{0,6})(?:[.,](\d{1,4})|(½))?")
NUMBER = re.compile(r"(-?)(\d{1,6})(?:[.,](\d{1,6})|/([1-9]\d{0,5}))?")
YES = frozenset({"true", "yes", "sí", "si", "1", "x"})
NO = frozenset({"", "false", "no", "0"})
SEXES = {"": None, "m": "m", "f": "f", "w": "f"}

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking as it was handed in: the players by rank, and the further columns that conditions may name.

    Of a report also the name and the start of the event, and what was found on the way.
    """

    players: tuple[RankedPlayer, ...]
    columns: tuple[str, ...] = ()
    event: str = ""
    date: dt.date | None = None
    findings: tuple[Finding, ...] = ()


def read_ranking(file: str, data: bytes) -> Ranking:
    """Read and check a ranking."""
    rows = named_rows(file, data)
    known = {name for row in rows for name in row.cells}
    for name in NEEDED:
        if name not in known:
            raise ArpadError("prizes-column", file=file, column=name, known=", ".join(OWN))
    columns = tuple(sorted(known - set(OWN)))
    players = sorted((_Row(file, row).player(columns) for row in rows), key=lambda player: player.rank)
    check_ranks(file, players)
    return Ranking(tuple(players), columns)


def check_ranks(file: str, players: Sequence[RankedPlayer]) -> None:
    """Refuse a gap that no tie explains, and points that grow with the rank."""
    before = 0
    for place, player in enumerate(players, 1):
        if player.rank not in (place, before):
            raise ArpadError("prizes-rank-gap", file=file, row=player.row, rank=player.rank, expected=place)
        before = player.rank
    for first, second in pairwise(players):
        settled = first.decided or second.decided
        wrong = first.points != second.points if first.rank == second.rank else first.points < second.points
        if wrong and not settled:
            raise ArpadError(
                "prizes-points-order",
                file=file,
                row=second.row,
                rank=second.rank,
                points=second.points,
                before=first.points,
            )


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that becomes a player; a cell that does not fit is refused with its place."""

    file: str
    row: NamedRow

    def player(self, columns: Sequence[str]) -> RankedPlayer:
        points = self._made("points", _points, "6.5")
        if points is None:
            raise self._refusal("points", "6.5")
        rank = self._made("rank", _whole(1, 999_999), "1")
        if rank is None:
            raise self._refusal("rank", "1")
        rating = self._made("rating", _whole(0, HIGHEST_RATING), "2105") or None
        return RankedPlayer(
            rank,
            points,
            self._cell("name"),
            self._profile(rank, points, rating, columns),
            bool(self._made("decided", _flag, "true")),
            self._progress(points, rating),
            self.row.number,
        )

    def _profile(self, rank: int, points: Fraction, rating: int | None, columns: Sequence[str]) -> Profile:
        born = self._made("born", _birth, "2008")
        day = born if isinstance(born, dt.date) else None
        return Profile(
            rating=rating,
            born=born.year if isinstance(born, dt.date) else born,
            birthday=day,
            sex=self._made("sex", _sex, "m | f"),
            federation=self._cell("federation").upper(),
            title=self._cell("title").upper(),
            points=points,
            rank=rank,
            id=self._cell("id"),
            others={name: self._cell(name) for name in columns},
        )

    def _progress(self, points: Fraction, rating: int | None) -> Progress | None:
        games = self._made("games", _whole(0, 999), "9")
        average = self._made("average", _number, "1900")
        if rating is None or not games or average is None:
            return None
        score = self._made("score", _points, "5.5")
        change = self._made("change", _number, "1.76")
        return Progress(rating, games, points if score is None else score, average, change)

    def _cell(self, column: str) -> str:
        return self.row.cells.get(column, "")

    def _made(self, column: str, maker: Callable[[str], Made], example: str) -> Made | None:
        cell = self._cell(column)
        if not cell:
            return None
        try:
            return maker(cell)
        except ValueError:
            raise self._refusal(column, example) from None

    def _refusal(self, column: str, example: str) -> ArpadError:
        return ArpadError(
            "prizes-cell",
            file=self.file,
            row=self.row.number,
            column=column,
            value=self._cell(column),
            example=example,
        )


def _whole(least: int, most: int) -> Callable[[str], int]:
    def maker(cell: str) -> int:
        if not (cell.isascii() and cell.isdecimal() and len(cell) < 10 and least <= int(cell) <= most):
            raise ValueError
        return int(cell)

    return maker


@lru_cache(maxsize=256)
def _points(cell: str) -> Fraction:
    """Return points: 6, 6.5, 6½ or, as programs write them, 13/2."""
    found = POINTS.fullmatch(cell)
    if found is None:
        number = _number(cell)
        if number < 0:
            raise ValueError
        return number
    if not any(found.groups()):
        raise ValueError
    return Fraction(f"{found[1] or 0}.{found[2] or 0}") + Fraction(bool(found[3]), 2)


def _number(cell: str) -> Fraction:
    found = NUMBER.fullmatch(cell)
    if found is None:
        raise ValueError
    value = Fraction(int(found[2]), int(found[4] or 1)) + Fraction(f"0.{found[3] or 0}")
    return -value if found[1] else value


def _flag(cell: str) -> bool:
    word = cell.casefold()
    if word not in YES | NO:
        raise ValueError
    return word in YES


def _sex(cell: str) -> str | None:
    word = cell.casefold()
    if word not in SEXES:
        raise ValueError
    return SEXES[word]


def _birth(cell: str) -> Any:
    """Return a year, or a whole day."""
    if re.fullmatch(r"[12]\d{3}", cell):
        return int(cell)
    return dt.date.fromisoformat(cell.replace("/", "-"))
