"""Tournaments of matches read from team reports (records 300 to 330) and from JSON."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain
from typing import Any

from arpad.domain.event import Colour, Event, ResultCode, RoundResult
from arpad.formats.codes import BAKU, team_scores
from arpad.formats.report import Forbidden, Report
from arpad.formats.trf_teams import last_match, match_records
from arpad.i18n import ArpadError
from arpad.pairing.json_fields import MOST_ROUNDS, JsonFields
from arpad.pairing.matches import TYPES, with_wish
from arpad.pairing.state import (
    PairingPlayer,
    PairingState,
    Records,
    Tournament,
    accelerated,
    common_unit,
    first_colour,
    in_units,
    order,
    read_records,
)
from arpad.pairing.systems import SwissSystem
from arpad.standings.competition import corrected_points, team_competition, team_numbers
from arpad.standings.model import Competition, RoundRecord

# Tournaments of matches as JSON. `docs/reference/pairing-json.md` describes the form.

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
    _known_type(asked)
    stated = fields.one_of("colour_preferences", TYPES)
    if stated is not None and asked is not None and stated != asked:
        raise ArpadError("pairing-json-colours", text=stated, value=asked)
    return stated or asked or TYPES[0]


def _known_type(asked: str | None) -> None:
    if asked is not None and asked not in TYPES:
        raise ArpadError("pairing-colour-type", value=asked, known=", ".join(TYPES))


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
        stated = self.teams and "match_points" in fields
        self.match_points = fields.several_points("match_points", 3) if stated else list(TWO_GAMES)
        self.bye: Totals = self._bye_points()
        self.next: dict[int, str] = {}

    def tournament(self, rounds: int | None, type_: str) -> Tournament:
        played = 0
        known = rounds or self.fields.whole("rounds_total", MOST_ROUNDS)
        for number, round_fields in enumerate(self.fields.objects("rounds", MOST_ROUNDS), 1):
            if played < number - 1:
                raise self.fields.wrong(f"rounds[{number - 1}].pairs")
            if "pairs" in round_fields:
                self._round(number, round_fields)
                played = number
            else:
                self.next = self._absent(round_fields)
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
        absent = Records(absent=frozenset(rank for rank, code in self.next.items() if code == "Z"))
        return accelerated(self.system, self.cells, absent, rounds, self.match_points[0])

    def _running(self, which: int, unit: int) -> dict[int, tuple[int, ...]]:
        return {
            rank: tuple(accumulate((int(totals[which] * unit) for totals in own), initial=0))
            for rank, own in self.won.items()
        }

    def _round(self, number: int, round_fields: JsonFields) -> None:
        for pair in round_fields.objects("pairs"):
            self._pair(number, pair)
        absent, bye = self._absent(round_fields), round_fields.whole("bye")
        free = {rank for rank, own in self.cells.items() if len(own) < number}
        if not absent.keys() <= free:
            raise round_fields.wrong("absent")
        if bye is not None and (bye in absent or bye not in free):
            raise round_fields.wrong("bye")
        for rank in free:
            code, worth = self._worth("U" if rank == bye else absent.get(rank, "Z"))
            self.cells[rank].append(RoundResult(number, None, None, code))
            self.won[rank].append(worth)

    def _absent(self, round_fields: JsonFields) -> dict[int, str]:
        """Return who is not paired, with the codes of their byes. A file has a list of numbers, or an object with
        a code for each."""
        listed = round_fields.values.get("absent")
        if not isinstance(listed, dict):
            absent = dict.fromkeys(round_fields.numbers("absent"), "Z")
        elif all(rank.isdecimal() and rank.isascii() and len(rank) < 5 for rank in listed):
            absent = {
                int(rank): JsonFields(listed, f"{round_fields.where}absent.").one_of(rank, BYES) or "Z"
                for rank in listed
            }
        else:
            raise round_fields.wrong("absent")
        if not absent.keys() <= self.cells.keys():
            raise round_fields.wrong("absent")
        return absent

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


# A state before a round of matches as JSON: the sides that are to be paired, side by side.

Scores = tuple[Fraction, Fraction, Fraction]
"""The score by which a side is paired, the points without virtual ones, and the secondary score."""


def match_state(
    document: Mapping[str, Any], system: SwissSystem, rounds: int | None, asked: str | None
) -> PairingState:
    """Return the state of a document that lists its sides."""
    fields = JsonFields(document)
    type_ = colour_type(fields, system, asked)
    number = fields.needed("round", MOST_ROUNDS)
    last = rounds or fields.needed("rounds", MOST_ROUNDS)
    sides = list(fields.objects("state"))
    scores = [_scores(side) for side in sides]
    unit = common_unit(chain.from_iterable(scores))
    players = [_player(side, own, unit, number) for side, own in zip(sides, scores, strict=True)]
    if len({player.rank for player in players}) < len(players):
        raise fields.wrong("state")
    entrants = [
        with_wish(system, player, int(own[2] * unit), type_, number >= last)
        for player, own in zip(players, scores, strict=True)
    ]
    return PairingState(
        number,
        last,
        tuple(sorted(entrants, key=order)),
        forbidden=Records(forbidden=forbidden_pairs(fields)).forbidden_in(number),
        initial=COLOURS[fields.one_of("initial", INITIAL)],
        unit=unit,
        system=system,
    )


def _scores(side: JsonFields) -> Scores:
    score = side.points("score")
    return score, side.points("points", score), side.points("secondary", Fraction(0))


def _player(side: JsonFields, scores: Scores, unit: int, number: int) -> PairingPlayer:
    rank, colours, opponents = side.needed("id"), side.letters("colours", "wb"), side.numbers("opponents")
    if rank in opponents:
        raise side.wrong("opponents")
    played = side.whole("played", number - 1, least=0)
    return PairingPlayer(
        rank,
        int(scores[0] * unit),
        int(scores[1] * unit),
        colours,
        frozenset(opponents),
        ("up" if side.flag("floated", False) else None, None),
        side.flag("pab_allowed", True),
        side.whole("number") or rank,
        unplayed=number - 1 - (len(colours) if played is None else played),
        met=tuple(opponents),
    )


# A report of teams as a tournament of matches: records 300, 310, 320 and 330, and the boards of the players.

CODES: dict[str, ResultCode | None] = {
    "forfeit-win": "+", "forfeit-loss": "-", "pab": "U", "full-bye": "F", "half-bye": "H", "zero-bye": "Z",
    "free": "Z", "open": None,
}  # fmt: skip
PLAYED: tuple[ResultCode, ...] = ("0", "=", "1")
"""The result of a match that was played, by its half points."""


def team_tournament(report: Report, system: SwissSystem, rounds: int | None, asked: str | None) -> Tournament:
    """Return the tournament of the teams of a report."""
    records = read_records(report)
    if report.format == "feda" or not any(team.players for team in report.event.teams):
        raise ArpadError("pairing-without-boards")
    code = report.event.type_code.upper()
    primary, secondary = team_scores(code)
    played = last_match(report)
    numbers = sorted(team_numbers(report.event))
    cells: dict[int, list[RoundResult]] = {number: [] for number in numbers}
    nothing: dict[int, tuple[int, ...]] = dict.fromkeys(numbers, (0,))
    scores = [nothing, nothing]
    worth = match_records(report).points
    unit = common_unit(worth.values())
    win, draw = int(worth["TW"] * unit), int(worth["TD"] * unit)
    if played:
        competition = team_competition(report, played, "swiss")
        unit, win, draw = competition.unit, competition.scales[primary].win, competition.scales[primary].draw
        for number, contestant in competition.contestants.items():
            cells[number] = [_cell(record) for record in contestant.records]
        added = added_points(report.event, corrected_points(report, played))
        scores = [_running(competition, place, added) for place in (0, 1)]
    known = rounds or records.rounds
    virtual = records.virtual
    if not virtual and code.endswith(BAKU):
        if primary:
            raise ArpadError("pairing-baku-game-points")
        virtual = accelerated(system, cells, records, known, Fraction(win, unit))
    absent = {number for round_number, number in records.byes if round_number == played + 1} | records.absent
    return Tournament(
        cells=cells,
        scores=scores[primary],
        virtual=in_units(virtual, unit),
        unit=unit,
        win=win,
        draw=draw,
        rounds=known,
        paired=played,
        announced=frozenset(absent),
        initial=records.initial or first_colour(cells),
        records=records,
        system=system,
        secondary=scores[secondary] if secondary is not None else {},
        colour_type=colour_type_of(code, asked),
        ratings={number: team.strength or 0 for number, team in team_numbers(report.event).items()},
    )


def colour_type_of(code: str, asked: str | None) -> str:
    """1.7: the kind of colour preferences. A code that names the scores but no type has none."""
    type_match = re.search(r"_TYPE([AB])", code)
    stated = type_match[1] if type_match else "none" if re.search(r"_(MP|GP)", code) else None
    _known_type(asked)
    if stated is not None and asked is not None and stated != asked:
        raise ArpadError("pairing-colours-contradict", text=code, value=asked)
    return stated or asked or TYPES[0]


def colour_types(code: str) -> list[str | None]:
    """Return the kinds of colour preferences that a file may mean: the one that its code states, or all."""
    return [None] if re.search(r"_TYPE[AB]|_(MP|GP)", code) else list(TYPES)


def _cell(record: RoundRecord) -> RoundResult:
    result = PLAYED[record.half] if record.kind == "played" else CODES[record.kind]
    return RoundResult(record.round, record.opponent, record.colour, result)


def added_points(
    event: Event, counted: Mapping[tuple[int, int], tuple[Fraction, Fraction]] | None = None
) -> dict[tuple[int, int], tuple[Fraction, Fraction]]:
    """Return 299 without a kind: match points and game points given to a team in a round, or taken away; less those
    that are `counted` in the matches already."""
    found = {key: (-match, -game) for key, (match, game) in (counted or {}).items()}
    for extra in event.extra_points:
        for team in () if extra.kind else extra.players or team_numbers(event):
            key = extra.round or 1, team
            before = found.get(key, (Fraction(0), Fraction(0)))
            found[key] = before[0] + (extra.match_points or 0), before[1] + extra.points
    return found


def _running(
    competition: Competition, place: int, added: Mapping[tuple[int, int], tuple[Fraction, Fraction]]
) -> dict[int, tuple[int, ...]]:
    """A score before each round, with the points that were given or taken away in the rounds before it."""
    found: dict[int, tuple[int, ...]] = {}
    for number, contestant in competition.contestants.items():
        running = [0]
        for record in contestant.records:
            extra = added[record.round, number][place] if (record.round, number) in added else 0
            running.append(running[-1] + record.points[place] + int(extra * competition.unit))
        found[number] = tuple(running)
    return found
