"""Tournaments of matches made by lot: leagues of teams as a report with their boards, Double-Swisses as JSON."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from arpad.domain import Event, Player, RoundResult, Team
from arpad.domain.event import Colour, ResultCode
from arpad.locale import ArpadError
from arpad.pairing.engines import pair_round
from arpad.pairing.generate import HIGHEST, LOWEST, Wanted
from arpad.pairing.matches.documents import match_tournament
from arpad.pairing.rounds import Board, Impossible
from arpad.pairing.state import state_before
from arpad.reports import event_to_trf
from arpad.trail import dumps

RESULTS: dict[int, tuple[ResultCode, ResultCode]] = {0: ("0", "1"), 1: ("=", "="), 2: ("1", "0")}
"""The results of White and Black by the half points of White."""
CODES = {"A": "FIDE_TEAM_TYPEA_MP_GP", "B": "FIDE_TEAM_TYPEB_MP_GP", "none": "FIDE_TEAM_MP_GP"}


def generate_matches(wanted: Wanted, boards: int, colours: str) -> bytes:
    """Return a league of teams as TRF26, or a Double-Swiss as JSON. The same wish gives the same bytes."""
    maker = _Maker(wanted, boards, colours)
    for number in range(1, wanted.played + 1):
        maker.play(number)
    return maker.report() if maker.teams else f"{dumps(maker.document)}\n".encode()


@dataclass
class _Maker:
    wanted: Wanted
    boards: int
    colours: str
    document: dict[str, Any] = field(init=False)
    games: dict[int, list[RoundResult]] = field(init=False)

    def __post_init__(self) -> None:
        wanted = self.wanted
        self.lot = Random(wanted.seed)
        self.teams = wanted.system.name == "team"
        self.document = {
            "system": wanted.system.name,
            "edition": wanted.system.edition,
            "initial": "w" if self.lot.randrange(2) else "b",
            "rounds_total": wanted.rounds,
            "teams" if self.teams else "players": wanted.players,
            "bye_points": [1, Fraction(self.boards, 2)] if self.teams else Fraction(3, 2),
            "rounds": [],
        }
        if self.teams:
            self.document["colour_preferences"] = self.colours
        size = self.boards if self.teams else 1
        self.ratings = sorted((self.lot.randint(LOWEST, HIGHEST) for _ in range(wanted.players * size)), reverse=True)
        self.games = {rank: [] for rank in range(1, len(self.ratings) + 1)}

    def play(self, number: int) -> None:
        """Pair a round and play it."""
        whole = match_tournament(self.document, self.wanted.system, None, None)
        answer = pair_round(state_before(whole, number))
        if isinstance(answer, Impossible):
            raise ArpadError("pairing-generate-impossible", round=number)
        pairs = [self._team_match(number, board) if self.teams else self._match(board) for board in answer.boards]
        self.document["rounds"].append({"round": number, "absent": [], "bye": answer.bye, "pairs": pairs})
        for own in self.games.values():
            if len(own) < number:
                own.append(RoundResult(number, None, None, "Z"))

    def _half_points(self) -> int:
        """The half points of White in a game."""
        draws = self.wanted.chances.draws
        if self.lot.randrange(draws.denominator) < draws.numerator:
            return 1
        return 2 * self.lot.randrange(2)

    def _match(self, board: Board) -> dict[str, Any]:
        """Two games, the second with colours reversed."""
        first, second = self._half_points(), 2 - self._half_points()
        won = Fraction(first + second, 2)
        score = [won, 2 - won]
        return {"white": board.white, "black": board.black, "kind": "played", "score": score,
                "games": [Fraction(first, 2), Fraction(second, 2)]}  # fmt: skip

    def _team_match(self, number: int, match: Board) -> dict[str, Any]:
        """The boards of a match: the team with White has it on the odd boards."""
        total = 0
        for board in range(self.boards):
            half = self._half_points()
            seats = [self._rank(team, board) for team in (match.white, match.black)]
            white, black = seats if board % 2 == 0 else seats[::-1]
            results = RESULTS[half]
            sides: tuple[tuple[int, int, Colour], ...] = ((white, black, "w"), (black, white, "b"))
            for place, (rank, opponent, colour) in enumerate(sides):
                self.games[rank].append(RoundResult(number, opponent, colour, results[place]))
            total += half if board % 2 == 0 else 2 - half
        points = 2 if total > self.boards else 1 if total == self.boards else 0
        return {"white": match.white, "black": match.black, "kind": "played", "score": [points, 2 - points],
                "games": [Fraction(total, 2), self.boards - Fraction(total, 2)]}  # fmt: skip

    def _rank(self, team: int, board: int) -> int:
        """The starting rank of a team's player: the strongest players are spread over the teams board by board."""
        return board * self.wanted.players + team

    def report(self) -> bytes:
        """The league as a report."""
        wanted = self.wanted
        teams = tuple(
            Team(f"Team {team:03}", tuple(self._rank(team, board) for board in range(self.boards)), team)
            for team in range(1, wanted.players + 1)
        )
        players = tuple(
            Player(rank, name=f"Player {rank:04}", rating=rating, rounds=self.games[rank])
            for rank, rating in enumerate(self.ratings, 1)
        )
        event = Event(
            name=f"League by lot {wanted.seed}",
            type="Team: Swiss system",
            type_code=CODES[self.colours],
            rounds=wanted.rounds,
            start=wanted.system.since,
            players=players,
            teams=teams,
        )
        return event_to_trf(event, "trf26") + "".join(f"{line}\n" for line in self._records()).encode()

    def _records(self) -> Iterator[str]:
        """152, and 320 if there are byes."""
        yield f"152 {self.document['initial'].upper()}"
        byes = [told["bye"] for told in self.document["rounds"]]
        if any(byes):
            cells = "".join(f" {team or '':>3}" for team in byes)
            halves, odd = divmod(self.boards, 2)
            yield f"320  1.0 {halves:2}.{5 * odd}{cells}"
