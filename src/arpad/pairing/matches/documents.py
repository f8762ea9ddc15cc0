"""Tournaments of matches as JSON. `docs/pairing-json.md` describes the form."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from arpad.domain.event import Colour, ResultCode, RoundResult
from arpad.formats.pairing_records import Forbidden
from arpad.i18n import ArpadError
from arpad.pairing.acceleration import baku
from arpad.pairing.history import Tournament, common_unit, in_units, late_entries
from arpad.pairing.json_fields import MOST_ROUNDS, JsonFields
from arpad.pairing.matches.sides import TYPES
from arpad.pairing.records import Records
from arpad.pairing.systems import SwissSystem

Totals = tuple[Fraction, Fraction]
"""The points of a round: match points and game points of a team; of a player the points of both games, and none."""
NOTHING: Totals = (Fraction(0), Fraction(0))
COLOURS: Mapping[str | None, Colour] = {"w": "w", "b": "b", None: "w"}
INITIAL = ("w", "b")
SCORES = ("match points", "game points")
BYES: Mapping[str, tuple[ResultCode, int]] = {"F": ("F", 0), "H": ("H", 1), "Z": ("Z", 2)}
"""The codes of those who are absent, with the place of what they are worth: a win, a draw, nothing."""
TWO_GAMES = tuple(map(Fraction, (2, 1, 0)))
BYE_OF_TWO_GAMES = Fraction(3, 2)


def colour_type(fields: JsonFields, system: SwissSystem, asked: str | None) -> str:
    """Return the kind of colour preferences: that of the document, the one that was asked for, or type A for teams."""
    if system.name != "team":
        if asked is not None:
            raise ArpadError("pairing-colours-of-teams")
        return ""
    if asked is not None and asked not in TYPES:
        raise ArpadError("pairing-colour-type", value=asked, known=", ".join(TYPES))
    told = fields.one_of("colour_preferences", TYPES)
    if told is not None and asked is not None and told != asked:
        raise ArpadError("pairing-json-colours", text=told, value=asked)
    return told or asked or TYPES[0]


def forbidden_pairs(fields: JsonFields) -> list[Forbidden]:
    """Return the pairs that may not meet."""
    return [Forbidden(pair, 1, None) for pair in fields.pairs("forbidden")]


def match_tournament(
    document: Mapping[str, Any], system: SwissSystem, rounds: int | None, asked: str | None
) -> Tournament:
    """Return the tournament of a document with `rounds`."""
    fields = JsonFields(document)
    return _MatchReader(fields, system).tournament(rounds, colour_type(fields, system, asked))


class _MatchReader:
    def __init__(self, fields: JsonFields, system: SwissSystem) -> None:
        self.fields, self.system = fields, system
        self.teams = system.name == "team"
        sides = "teams" if "teams" in fields or (self.teams and "players" not in fields) else "players"
        self.cells: dict[int, list[RoundResult]] = {rank: [] for rank in range(1, fields.needed(sides, least=2) + 1)}
        self.won: dict[int, list[Totals]] = {rank: [] for rank in self.cells}
        self.primary = SCORES.index(fields.one_of("primary", SCORES) or SCORES[0]) if self.teams else 0
        told = self.teams and "match_points" in fields
        self.match_points = fields.several_points("match_points", 3) if told else list(TWO_GAMES)
        self.bye: Totals = self._bye_points()
        self.next: dict[int, str] = {}

    def tournament(self, rounds: int | None, type_: str) -> Tournament:
        played = 0
        known = rounds or self.fields.whole("rounds_total", MOST_ROUNDS)
        for number, told in enumerate(self.fields.objects("rounds", MOST_ROUNDS), 1):
            if played < number - 1:
                raise self.fields.wrong(f"rounds[{number - 1}].pairs")
            if "pairs" in told:
                self._round(number, told)
                played = number
            else:
                self.next = self._absent(told)
        virtual = self._virtual(known)
        values = [points for own in self.won.values() for totals in own for points in totals]
        values += [points for sides in virtual.values() for points in sides.values()]
        unit = common_unit(values)
        excluded = self.fields.one_of("secondary", (*SCORES, "none")) == "none"
        return Tournament(
            cells=self.cells,
            scores=self._running(self.primary, unit),
            virtual=in_units(virtual, unit),
            unit=unit,
            win=int(self.match_points[0] * unit),
            rounds=known,
            paired=played,
            announced=frozenset(self.next),
            initial=COLOURS[self.fields.one_of("initial", INITIAL)],
            records=Records(forbidden=forbidden_pairs(self.fields)),
            system=self.system,
            secondary={} if excluded else self._running(1 - self.primary, unit),
            colour_type=type_,
        )

    def _virtual(self, rounds: int | None) -> dict[int, dict[int, Fraction]]:
        """C.04.7: a win is worth its match points, in the Double-Swiss both games."""
        if self.fields.one_of("acceleration", ("none", "baku")) != "baku":
            return {}
        if self.primary:
            raise ArpadError("pairing-baku-game-points")
        late = late_entries(
            self.cells, Records(absent=frozenset(rank for rank, code in self.next.items() if code == "Z"))
        )
        return baku(self.system, rounds, sorted(set(self.cells) - set(late)), late, self.match_points[0])

    def _running(self, which: int, unit: int) -> dict[int, tuple[int, ...]]:
        return {
            rank: tuple(accumulate((int(totals[which] * unit) for totals in own), initial=0))
            for rank, own in self.won.items()
        }

    def _round(self, number: int, told: JsonFields) -> None:
        for pair in told.objects("pairs"):
            self._pair(number, pair)
        absent, bye = self._absent(told), told.whole("bye")
        free = {rank for rank, own in self.cells.items() if len(own) < number}
        if not absent.keys() <= free:
            raise told.wrong("absent")
        if bye is not None and (bye in absent or bye not in free):
            raise told.wrong("bye")
        for rank in free:
            code, worth = self._worth("U" if rank == bye else absent.get(rank, "Z"))
            self.cells[rank].append(RoundResult(number, None, None, code))
            self.won[rank].append(worth)

    def _absent(self, told: JsonFields) -> dict[int, str]:
        """Return who is not paired, with the codes of their byes. A file has a list of numbers, or an object with
        a code for each."""
        listed = told.values.get("absent")
        if not isinstance(listed, dict):
            found = dict.fromkeys(told.numbers("absent"), "Z")
        elif all(rank.isdecimal() and rank.isascii() and len(rank) < 5 for rank in listed):
            found = {int(rank): JsonFields(listed, f"{told.where}absent.").one_of(rank, BYES) or "Z" for rank in listed}
        else:
            raise told.wrong("absent")
        if not found.keys() <= self.cells.keys():
            raise told.wrong("absent")
        return found

    def _worth(self, code: str) -> tuple[ResultCode, Totals]:
        """What a round without a match is worth: U is the bye of the pairing."""
        if code == "U":
            return "U", self.bye
        result, place = BYES[code]
        boards = self.fields.whole("boards") or 0
        games = Fraction((2 - place) * boards, 2) if self.teams else Fraction(0)
        return result, (self.match_points[place] if place < 2 else Fraction(0), games)

    def _bye_points(self) -> Totals:
        if isinstance(self.fields.values.get("bye_points"), list):
            match, games = self.fields.several_points("bye_points", 2)
            return match, games
        usual = self.match_points[1] if self.teams else BYE_OF_TWO_GAMES
        return self.fields.points("bye_points", usual), Fraction(0)

    def _pair(self, number: int, pair: JsonFields) -> None:
        white, black = pair.needed("white"), pair.needed("black")
        for name, rank in (("white", white), ("black", black)):
            if rank not in self.cells or len(self.cells[rank]) >= number:
                raise pair.wrong(name)
        if white == black:
            raise pair.wrong("black")
        forfeit = pair.one_of("kind", ("played", "forfeit")) == "forfeit"
        codes: Sequence[ResultCode | None] = (None, None)
        main = games = [Fraction(0)] * 2
        if "score" in pair:
            main = pair.several_points("score", 2)
            codes = _codes(main, forfeit)
            if self.teams:
                games = pair.several_points("games", 2) if "games" in pair else main
        sides: tuple[tuple[int, int, Colour], ...] = ((white, black, "w"), (black, white, "b"))
        for place, (rank, opponent, colour) in enumerate(sides):
            self.cells[rank].append(RoundResult(number, opponent, colour, codes[place]))
            self.won[rank].append((main[place], games[place]))


def _codes(scores: Sequence[Fraction], forfeit: bool) -> tuple[ResultCode, ResultCode]:
    """The results of both sides: a forfeit is won by the side with more points, if any."""
    white, black = scores
    if forfeit:
        return ("+" if white > black else "-"), ("+" if black > white else "-")
    if white == black:
        return "=", "="
    return ("1", "0") if white > black else ("0", "1")
