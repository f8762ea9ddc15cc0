"""Tournaments of matches, and states before a round, as JSON. `docs/pairing-json.md` describes the form."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import lcm
from typing import Any

from arpad.domain import RoundResult
from arpad.domain.event import Colour, ResultCode
from arpad.locale import ArpadError
from arpad.pairing.history import Tournament
from arpad.pairing.matches.sides import TYPES, with_wish
from arpad.pairing.records import Records
from arpad.pairing.state import PairingPlayer, PairingState, order
from arpad.pairing.systems import SwissSystem

Totals = tuple[Fraction, Fraction]
NOTHING: Totals = (Fraction(0), Fraction(0))
COLOURS: Mapping[object, Colour] = {"w": "w", "b": "b"}


def colour_type(document: Mapping[str, Any], system: SwissSystem, asked: str | None) -> str:
    """Return the kind of colour preferences: the one that was asked for, that of the document, or type A for teams."""
    if system.name != "team":
        return ""
    found = asked or document.get("colour_preferences") or TYPES[0]
    if found not in TYPES:
        raise ArpadError("pairing-json", what="colour_preferences")
    return str(found)


def match_tournament(
    document: Mapping[str, Any], system: SwissSystem, rounds: int | None, asked: str | None
) -> Tournament:
    """Return the tournament of a document with `rounds`."""
    return _Reader(document, system).tournament(rounds, colour_type(document, system, asked))


class _Reader:
    def __init__(self, document: Mapping[str, Any], system: SwissSystem) -> None:
        self.document, self.system = document, system
        count = document.get("teams", document.get("players"))
        if not isinstance(count, int) or count < 2:
            raise ArpadError("pairing-json", what="teams" if system.name == "team" else "players")
        self.cells: dict[int, list[RoundResult]] = {rank: [] for rank in range(1, count + 1)}
        self.won: dict[int, list[Totals]] = {rank: [] for rank in self.cells}
        self.primary = 1 if document.get("primary") == "game points" else 0

    def tournament(self, rounds: int | None, type_: str) -> Tournament:
        for number, told in enumerate(_list(self.document, "rounds"), 1):
            self._round(number, told)
        values = [points for own in self.won.values() for totals in own for points in totals]
        win = _fraction(self.document.get("match_points", [2])[0], "match_points")
        unit = reduce(lcm, (value.denominator for value in values), 2)
        played = len(_list(self.document, "rounds"))
        return Tournament(
            cells=self.cells,
            scores=self._running(self.primary, unit),
            virtual={},
            unit=unit,
            win=int(win * unit),
            rounds=rounds or self.document.get("rounds_total"),
            paired=played,
            announced=frozenset(),
            initial=COLOURS.get(self.document.get("initial"), "w"),
            records=Records(),
            system=self.system,
            secondary=self._running(1 - self.primary, unit),
            colour_type=type_,
        )

    def _running(self, which: int, unit: int) -> dict[int, tuple[int, ...]]:
        return {
            rank: tuple(accumulate((int(totals[which] * unit) for totals in own), initial=0))
            for rank, own in self.won.items()
        }

    def _round(self, number: int, told: Mapping[str, Any]) -> None:
        for pair in _list(told, "pairs"):
            self._pair(number, pair)
        bye = told.get("bye")
        for rank, own in self.cells.items():
            if len(own) >= number:
                continue
            self._write(rank, RoundResult(number, None, None, "U" if rank == bye else "Z"))
            self.won[rank].append(self._bye_points() if rank == bye else NOTHING)

    def _bye_points(self) -> Totals:
        worth = self.document.get("bye_points", Fraction(3, 2))
        parts = worth if isinstance(worth, list) else [worth, 0]
        return _fraction(parts[0], "bye_points"), _fraction(parts[1], "bye_points")

    def _pair(self, number: int, pair: Mapping[str, Any]) -> None:
        white, black = pair.get("white"), pair.get("black")
        if white not in self.cells or black not in self.cells or len(self.cells[white]) >= number:
            raise ArpadError("pairing-json", what="pairs")
        scores = pair.get("score")
        sides: tuple[tuple[int, int, Colour], ...] = ((white, black, "w"), (black, white, "b"))
        if scores is None:
            for rank, opponent, colour in sides:
                self._write(rank, RoundResult(number, opponent, colour, None))
                self.won[rank].append(NOTHING)
            return
        main = [_fraction(points, "score") for points in scores]
        games = [Fraction(0)] * 2
        if self.system.name == "team":
            games = [_fraction(points, "games") for points in pair.get("games", scores)]
        codes = _codes(main, pair.get("kind") == "forfeit")
        for place, (rank, opponent, colour) in enumerate(sides):
            self._write(rank, RoundResult(number, opponent, colour, codes[place]))
            self.won[rank].append((main[place], games[place]))

    def _write(self, rank: int, cell: RoundResult) -> None:
        self.cells[rank].append(cell)


def _codes(scores: Sequence[Fraction], forfeit: bool) -> tuple[ResultCode, ResultCode]:
    """The results of both sides: a forfeit is won by the side with more points, if any."""
    white, black = scores
    if forfeit:
        return ("+" if white > black else "-"), ("+" if black > white else "-")
    if white == black:
        return "=", "="
    return ("1", "0") if white > black else ("0", "1")


def match_state(
    document: Mapping[str, Any], system: SwissSystem, rounds: int | None, asked: str | None
) -> PairingState:
    """Return the state of a document that tells it side by side."""
    type_ = colour_type(document, system, asked)
    number, last = document.get("round"), rounds or document.get("rounds")
    if not isinstance(number, int) or not isinstance(last, int):
        raise ArpadError("pairing-json", what="round" if not isinstance(number, int) else "rounds")
    told = _list(document, "state")
    values = [_fraction(one.get(field, 0), field) for one in told for field in ("score", "points", "secondary")]
    unit = reduce(lcm, (value.denominator for value in values), 2)
    entrants = [_side(system, one, unit, number, type_, number >= last) for one in told]
    return PairingState(
        number,
        last,
        tuple(sorted(entrants, key=order)),
        initial=COLOURS.get(document.get("initial"), "w"),
        unit=unit,
        system=system,
    )


def _side(
    system: SwissSystem, told: Mapping[str, Any], unit: int, number: int, type_: str, last: bool
) -> PairingPlayer:
    rank, colours, opponents = told.get("id"), told.get("colours", ""), told.get("opponents", [])
    if not isinstance(rank, int) or not isinstance(colours, str) or not isinstance(opponents, list):
        raise ArpadError("pairing-json", what="state")
    score = int(_fraction(told.get("score"), "score") * unit)
    player = PairingPlayer(
        rank,
        score,
        int(_fraction(told.get("points", told.get("score")), "points") * unit),
        colours,
        frozenset(opponents),
        ("up" if told.get("floated") else None, None),
        bool(told.get("pab_allowed", True)),
        told.get("number", rank),
        unplayed=number - 1 - len(colours),
        met=tuple(opponents),
    )
    return with_wish(system, player, int(_fraction(told.get("secondary", 0), "secondary") * unit), type_, last)


def _list(document: Mapping[str, Any], field: str) -> list[Any]:
    found = document.get(field)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ArpadError("pairing-json", what=field)
    return found


def _fraction(value: object, field: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ArpadError("pairing-json", what=field)
    return Fraction(value)
