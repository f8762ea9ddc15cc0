"""Standings, Swiss rounds and Berger tables in the Python library."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from arpad.documents.document import Document
from arpad.documents.steps import Explanation, as_text
from arpad.domain.event import Player
from arpad.formats.report import Report
from arpad.i18n import Language, exact
from arpad.library import values
from arpad.library.results import (
    ByPlayer,
    Finding,
    LibraryResult,
    Reasoned,
    ResultColumn,
    Tabular,
    findings_of,
    part_rows,
    public,
    table_columns,
)
from arpad.library.values import find_player
from arpad.pairing.check import answer_document
from arpad.pairing.engines import Answer, Pairing, explain_pairing, pair_round
from arpad.pairing.files import PairingWishes, Source, report_source
from arpad.pairing.round_robin_tables import LEAST_BERGER, MOST, SWAPS, Swap, draw_document
from arpad.pairing.round_robin_tables import Draw as DrawnRounds
from arpad.pairing.round_robin_tables import berger as berger_draw
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import StandingsRow, StandingsTable, Wishes
from arpad.standings.table import standings as standings_by
from arpad.standings.tables import Crosstable as CrossedTable
from arpad.standings.tables import crosstable_of, crosstable_rows

# Draws that need no results: the Berger tables.

Pair = tuple[int, int]


class Draw(LibraryResult, Tabular, frozen=True):
    """The rounds of a draw, each a row of (white, black) by number. `byes` are those who are free in each round."""

    _of: DrawnRounds
    players: int

    @property
    def rounds(self) -> tuple[tuple[Pair, ...], ...]:
        return tuple(
            tuple((int(pairing.white), int(pairing.black)) for pairing in draw_round.pairings)
            for draw_round in self._of.rounds
        )

    @property
    def byes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(int(player) for player in draw_round.byes) for draw_round in self._of.rounds)

    def __iter__(self) -> Iterator[tuple[Pair, ...]]:
        return iter(self.rounds)

    def __len__(self) -> int:
        return len(self._of.rounds)

    def __getitem__(self, place: int) -> tuple[Pair, ...]:
        return self.rounds[place]

    def document(self, language: Language = "en") -> dict[str, Any]:  # noqa: ARG002  (the document has no words)
        return dict(draw_document(self._of))

    def _columns(self) -> Sequence[ResultColumn]:
        return (ResultColumn("round"), ResultColumn("board"), ResultColumn("white"), ResultColumn("black"))

    def _rows(self) -> Sequence[Sequence[object]]:
        return [
            (number, board, *pair) for number, pairs in enumerate(self.rounds, 1) for board, pair in enumerate(pairs, 1)
        ]

    def __repr__(self) -> str:
        return f"<Draw {self._of.kind}: {self.players} players, {len(self)} rounds>"


@public()
def berger(players: int, *, double: bool = False, swap: Swap = "first") -> Draw:
    """Return the Berger tables for a number of players (C.05 annex 1). `double` adds a second cycle with the other
    colours; `swap` says in which cycle the last two rounds change places: "first", "each" or "none"."""
    chosen = values.chosen("swap", swap, SWAPS)
    draw = berger_draw(values.whole("players", players, LEAST_BERGER, MOST), double, chosen)
    return Draw.of(draw, players=len(draw.players))


# The next round of a Swiss system, with its reasons.

MOST_ROUNDS = 999


class Board(Document, frozen=True):
    """A game to be played: players, or teams, by starting rank and by name."""

    number: int
    white: int
    black: int
    white_name: str
    black_name: str

    def __repr__(self) -> str:
        return f"<{self.number}. {self.white_name} – {self.black_name}>"


class Round(LibraryResult, Reasoned, Tabular, frozen=True):
    """A round that is paired. `possible` is False if there is no legal pairing; `why()` then says who prevents it."""

    _of: Answer
    _source: Source
    number: int
    system: str
    not_paired: tuple[int, ...]
    findings: tuple[Finding, ...]

    @property
    def possible(self) -> bool:
        return isinstance(self._of, Pairing)

    @property
    def boards(self) -> tuple[Board, ...]:
        if not isinstance(self._of, Pairing):
            return ()
        names = {player.rank: player.name for player in self._source.event.players}
        known = self._source.names() if self._source.system.name == "team" else names
        return tuple(
            Board(board.number, board.white, board.black, known.get(board.white, ""), known.get(board.black, ""))
            for board in self._of.boards
        )

    @property
    def bye(self) -> int | None:
        """The starting rank of the player with the pairing-allocated bye."""
        return self._of.bye if isinstance(self._of, Pairing) else None

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)

    def __bool__(self) -> bool:
        return self.possible

    def _steps(self) -> Explanation:
        return explain_pairing(self._of)

    def document(self, language: Language = "en") -> dict[str, Any]:
        return dict(answer_document(self._of, self._source.findings, language))

    def _columns(self) -> Sequence[ResultColumn]:
        return table_columns(Board)

    def _rows(self) -> Sequence[Sequence[object]]:
        return part_rows(self._columns(), self.boards)

    def __repr__(self) -> str:
        if not self.possible:
            return f"<Round {self.number}: no legal pairing ({self.system})>"
        bye = "" if self.bye is None else f", bye {self.bye}"
        return f"<Round {self.number}: {len(self)} boards{bye} ({self.system})>"


def pair_next(report: Report, rounds: int | None, system: str | None, adjourn_open: bool) -> Round:
    """Pair the next round of a report."""
    many = None if rounds is None else values.whole("rounds", rounds, 1, MOST_ROUNDS)
    source = report_source(report, PairingWishes(many, system, adjourn_open=adjourn_open))
    answer = pair_round(source.state())
    state, findings = answer.state, findings_of(source.findings)
    return Round.of(
        answer,
        number=state.round,
        system=state.system.id,
        not_paired=tuple(state.absent),
        findings=findings,
        _source=source,
    )


# The standings of a report, with the reasons of every value.


Number = Decimal | Fraction | tuple[Decimal | Fraction, ...]
"""A tie-break: an exact decimal, a fraction if its digits never end, or a number for each board of a team."""


@dataclass(frozen=True, slots=True, repr=False)
class Standing:
    """A place in the standings. `rank` is the place and `number` the starting number, of a team its own; `tie_breaks`
    are exact numbers by their codes, None if they are not defined."""

    rank: int
    number: int
    name: str
    points: Decimal
    tie_breaks: Mapping[str, Number | None]

    def __hash__(self) -> int:
        return hash((self.rank, self.number, self.name, self.points))

    def __repr__(self) -> str:
        return f"<{self.rank}. {self.name} {self.points}>"


class Standings(ByPlayer[Standing], LibraryResult, Tabular, frozen=True):
    """The standings of an event: places in their order. `edition` is that of the tie-breaks, `tie_breaks` are the codes
    after the score. `standings["Abad, Ana"]` is a place by name or by starting number."""

    _of: StandingsTable
    _players: tuple[Player, ...]
    edition: str | None
    tie_breaks: tuple[str, ...]
    findings: tuple[Finding, ...]

    @classmethod
    def of_table(cls, table: StandingsTable, players: Sequence[Player]) -> Self:
        """Return standings that were computed."""
        return cls.of(table, findings=findings_of(table.findings), _players=tuple(players))

    def crosstable(self) -> "Crosstable":
        """Return the crosstable in the order of the standings."""
        return Crosstable(_of=crosstable_of(self._of), edition=self.edition)

    @property
    def rows(self) -> tuple[Standing, ...]:
        return tuple(map(self._row, self._of.rows))

    def _row(self, row: StandingsRow) -> Standing:
        numbers = {name: _number(value) for name, value in self._of.exact_values(row).items()}
        return Standing(row.rank, row.number, row.name, values.exact_decimal(row.points), numbers)

    def _parts(self) -> Sequence[Standing]:
        return self.rows

    @public()
    def why(self, who: int | str, other: int | str | None = None, language: str = "en") -> str:
        """Return all values of a player step by step; with another player, why one of them stands before the other."""
        number = self._number(who)
        steps = explain(self._of, number) if other is None else explain_pair(self._of, number, self._number(other))
        return as_text(steps, values.language(language))

    def _number(self, who: int | str) -> int:
        if isinstance(who, int) and not isinstance(who, bool):
            return who
        return find_player(self._players, who).rank

    def __len__(self) -> int:
        return len(self._of.rows)

    def _columns(self) -> Sequence[ResultColumn]:
        fixed = (
            ResultColumn("rank"),
            ResultColumn("number"),
            ResultColumn("name", "text"),
            ResultColumn("points", "points"),
        )
        return (*fixed, *(ResultColumn(code, "number") for code in self.tie_breaks))

    def _rows(self) -> Sequence[Sequence[object]]:
        return [(row.rank, row.number, row.name, row.points, *row.tie_breaks.values()) for row in self.rows]

    def __repr__(self) -> str:
        codes = ", ".join(self.tie_breaks)
        return f"<Standings {len(self)} places, after round {self._of.competition.counted} by {codes}>"


def _number(value: Fraction | tuple[Fraction, ...] | None) -> Number | None:
    """A tie-break as a decimal, if its digits end; of several boards, one for each."""
    if isinstance(value, tuple):
        return tuple(map(_digits, value))
    return None if value is None else _digits(value)


def _digits(value: Fraction) -> Decimal | Fraction:
    decimal = exact(value)
    return value if decimal is None else decimal


def standings_of(report: Report, round_: int | None, tie_breaks: str | None, edition: str | None) -> Standings:
    """Return the standings of a report."""
    number = None if round_ is None else values.whole("round", round_, 1, MOST_ROUNDS)
    table = standings_by(report, Wishes(number, tie_breaks, edition))
    return Standings.of_table(table, report.event.players)


class Crosstable(LibraryResult, Tabular, frozen=True):
    """The crosstable of an event: a row for each player in the order of the standings, with a column for each round, or
    in a round robin for each opponent. A cell is the opponent's place, the colour and the result: 12w1, 5b½."""

    _of: CrossedTable
    edition: str | None

    @property
    def rows(self) -> tuple[tuple[object, ...], ...]:
        """Rank, starting number, name, points, and the cells."""
        return tuple(map(tuple, self._rows()))

    def __iter__(self) -> Iterator[tuple[object, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self._of.rows)

    def _columns(self) -> Sequence[ResultColumn]:
        fixed = (
            ResultColumn("rank"),
            ResultColumn("number"),
            ResultColumn("name", "text"),
            ResultColumn("points", "points"),
        )
        return (*fixed, *(ResultColumn(str(place), "text") for place in range(1, self._of.width + 1)))

    def _rows(self) -> Sequence[Sequence[object]]:
        return [
            (row.rank, row.number, row.name, row.row and values.exact_decimal(row.row.points), *cells)
            for row, cells in zip(self._of.rows, crosstable_rows(self._of, "en"), strict=True)
        ]

    def __repr__(self) -> str:
        return f"<Crosstable {len(self)} players, after round {self._of.round}>"
