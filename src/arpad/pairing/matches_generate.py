"""Generate random team leagues as TRF26 reports and random Double-Swiss tournaments as JSON."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from arpad.documents.json import dumps
from arpad.domain.event import (
    HALF_POINTS_OF,
    OVER_THE_BOARD,
    Colour,
    Event,
    Player,
    ResultCode,
    RoundResult,
    Team,
    TeamByes,
    half_points_of,
)
from arpad.formats.codes import BAKU
from arpad.formats.read import read_report
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_fields import ranks_text
from arpad.formats.trf_teams import line_300, line_320, line_330
from arpad.i18n import ArpadError
from arpad.pairing.engines import Board, Impossible, pair_round
from arpad.pairing.generate import HIGHEST, LAST_ENTRY, LOWEST, SeededLot, Wanted
from arpad.pairing.matches_files import match_tournament
from arpad.pairing.state import state_before
from arpad.standings.table import ranked_report, standings

# The rounds of a tournament of matches that is made by lot: who is there, who meets whom, which match is forfeited.

FORFEITS = ("+-", "-+", "+-", "--")
"""330: who is awarded a match without play. One of four is lost by both."""


class MadeRounds(ABC):
    """A tournament that grows round by round. `document` is its form as JSON, by which it is paired."""

    def __init__(self, wanted: Wanted, sides: str, more: dict[str, Any]) -> None:
        self.wanted, self.lot = wanted, SeededLot(wanted.seed)
        self.document: dict[str, Any] = {
            "system": wanted.system.name,
            "edition": wanted.system.edition,
            "initial": "w" if self.lot.randrange(2) else "b",
            "rounds_total": wanted.rounds,
            sides: wanted.players,
            **more,
            **({"acceleration": "baku"} if wanted.baku else {}),
            "rounds": [],
        }
        late = wanted.chances.late
        self.entry = {
            side: self.lot.randint(2, LAST_ENTRY) if self.lot.happens(late) else 1
            for side in range(1, wanted.players + 1)
        }
        self.gone: set[int] = set()

    def play(self, number: int) -> None:
        """Pair a round and play it."""
        chances = self.wanted.chances
        away = {
            str(side): "Z" if side in self.gone or entry > number else "H"
            for side, entry in self.entry.items()
            if side in self.gone or entry > number or (chances.byes and self.lot.happens(chances.byes))
        }
        absent = away if "H" in away.values() else [int(side) for side in away]
        document = self.document | {"rounds": [*self.document["rounds"], {"absent": absent}]}
        answer = pair_round(state_before(match_tournament(document, self.wanted.system, None, None), number))
        if isinstance(answer, Impossible):
            raise ArpadError("pairing-generate-impossible", round=number)
        pairs = [
            self.forfeited(number, board, FORFEITS[self.lot.randrange(4)])
            if self.lot.happens(chances.forfeits)
            else self.match(number, board)
            for board in answer.boards
        ]
        self.document["rounds"].append({"round": number, "absent": absent, "bye": answer.bye, "pairs": pairs})
        self.gone |= {side for side in self.entry if side not in self.gone and self.lot.happens(chances.withdrawals)}

    @abstractmethod
    def match(self, number: int, board: Board) -> dict[str, Any]:
        """Play a match: one of the `pairs` of a round."""

    @abstractmethod
    def forfeited(self, number: int, board: Board, sign: str) -> dict[str, Any]:
        """A match without play: one of the `pairs` of a round."""

    def pair_entry(self, board: Board, kind: str, score: Sequence[int | Fraction], **more: object) -> dict[str, Any]:
        """Return a match as one of the `pairs` of a round."""
        return {"white": board.white, "black": board.black, "kind": kind, "score": score, **more}

    @abstractmethod
    def file(self) -> bytes:
        """The tournament as a file."""


# Double-Swisses made by lot: two games with one opponent a round.

BYE = Fraction(3, 2)


class MadeDouble(MadeRounds):
    """A Double-Swiss as JSON. The ratings decide how often a player wins; the file does not have them."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted, "players", {"bye_points": BYE})
        self.ratings = sorted((self.lot.randint(LOWEST, HIGHEST) for _ in self.entry), reverse=True)

    def match(self, number: int, board: Board) -> dict[str, Any]:  # noqa: ARG002
        """Two games, the second with colours reversed."""
        ahead = self.ratings[board.white - 1] - self.ratings[board.black - 1]
        games = [Fraction(self._won(ahead), 2), 1 - Fraction(self._won(-ahead), 2)]
        won = sum(games)
        return self.pair_entry(board, "played", [won, 2 - won], games=games)

    def _won(self, ahead: int) -> int:
        """The half points of White in a game."""
        return HALF_POINTS_OF[self.lot.game(ahead, self.wanted.chances.draws, Fraction(0))[0]]

    def forfeited(self, number: int, board: Board, sign: str) -> dict[str, Any]:  # noqa: ARG002
        return self.pair_entry(board, "forfeit", [2 * (mark == "+") for mark in sign])

    def file(self) -> bytes:
        return f"{dumps(self.document)}\n".encode()


# Leagues of teams made by lot: squads with a reserve, line-ups, the games on the boards, and all of it as TRF26.

CODES = {"A": "FIDE_TEAM_TYPEA_MP_GP", "B": "FIDE_TEAM_TYPEB_MP_GP", "none": "FIDE_TEAM_MP_GP"}
SPREAD = 150
"""How far the players of a team are from its level."""
RESERVES = 1
Game = tuple[int, int, tuple[ResultCode, ResultCode]]
"""The starting ranks of White and Black, and their results."""


class MadeLeague(MadeRounds):
    """A league. A team with White has it on the odd boards."""

    def __init__(self, wanted: Wanted, boards: int, colours: str) -> None:
        worth = {"boards": boards, "bye_points": [1, Fraction(boards, 2)], "colour_preferences": colours}
        super().__init__(wanted, "teams", worth)
        self.boards, self.colours = boards, colours
        squads = sorted((self._squad() for _ in self.entry), key=self._strength, reverse=True)
        seated = [(rating, team, place) for team, squad in enumerate(squads, 1) for place, rating in enumerate(squad)]
        seated.sort(key=lambda one: (-one[0], *one[1:]))
        self.ratings = {rank: rating for rank, (rating, _, _) in enumerate(seated, 1)}
        self.squads: dict[int, list[int]] = {team: [] for team in self.entry}
        for rank, (_, team, _) in enumerate(seated, 1):
            self.squads[team].append(rank)
        self.games: dict[int, dict[int, RoundResult]] = {rank: {} for rank in self.ratings}
        self.lineups: list[str] = []
        self.awarded: list[str] = []

    def _squad(self) -> list[int]:
        """The ratings of a new team, the strongest first."""
        level = self.lot.randint(LOWEST + SPREAD, HIGHEST - SPREAD)
        size = self.boards + RESERVES
        return sorted((level + self.lot.randint(-SPREAD, SPREAD) for _ in range(size)), reverse=True)

    def _strength(self, ratings: list[int]) -> int:
        """The average of the players on the boards, without reserves."""
        return sum(ratings[: self.boards]) // self.boards

    def _lineup(self, team: int) -> list[int]:
        """The players of a round: now and then one of them rests, and the others move up."""
        squad, resting = self.squads[team], self.lot.randrange(2 * (self.boards + RESERVES))
        return [rank for place, rank in enumerate(squad) if place != resting][: self.boards]

    def match(self, number: int, board: Board) -> dict[str, Any]:
        sides = self._lineup(board.white), self._lineup(board.black)
        games = [self._game(place, one, two) for place, (one, two) in enumerate(zip(*sides, strict=True))]
        won = [sum(HALF_POINTS_OF[result[white not in own]] for white, _, result in games) for own in sides]
        if all(result not in OVER_THE_BOARD for _, _, results in games for result in results):
            return self.forfeited(
                number, board, "".join("+" if own > other else "-" for own, other in (won, won[::-1]))
            )
        for team, opponent, ranks in ((board.white, board.black, sides[0]), (board.black, board.white, sides[1])):
            self.lineups.append(line_300(number, team, opponent, ranks))
        for white, black, results in games:
            seats: tuple[tuple[int, int, Colour], ...] = ((white, black, "w"), (black, white, "b"))
            for (rank, opponent, colour), result in zip(seats, results, strict=True):
                self.games[rank][number] = RoundResult(number, opponent, colour, result)
        points = [2 if own > other else 1 if own == other else 0 for own, other in (won, won[::-1])]
        return self.pair_entry(board, "played", points, games=[Fraction(half, 2) for half in won])

    def _game(self, place: int, one: int, two: int) -> Game:
        white, black = (one, two) if place % 2 == 0 else (two, one)
        chances, ahead = self.wanted.chances, self.ratings[white] - self.ratings[black]
        return white, black, self.lot.game(ahead, chances.draws, chances.forfeits)

    def forfeited(self, number: int, board: Board, sign: str) -> dict[str, Any]:
        """The first players of each list have + or -, without an opponent: nobody sat down."""
        self.awarded.append(line_330(sign, number, board.white, board.black))
        for team, mark in ((board.white, sign[0]), (board.black, sign[1])):
            result: ResultCode = "+" if mark == "+" else "-"
            for rank in self.squads[team][: self.boards]:
                self.games[rank][number] = RoundResult(number, None, None, result)
        won = [mark == "+" for mark in sign]
        games = [Fraction(self.boards * one) for one in won]
        return self.pair_entry(board, "forfeit", [2 * one for one in won], games=games)

    def file(self) -> bytes:
        """The league as a report, with its standings if a round was played."""
        written = event_to_trf(self._event(), "trf26") + "".join(f"{line}\n" for line in self._records()).encode()
        if not self.document["rounds"]:
            return written
        report = read_report(written)
        return ranked_report(report, standings(report))[0]

    def _event(self) -> Event:
        wanted = self.wanted
        teams = tuple(
            Team(f"Team {team:03}", tuple(squad), team, strength=self._strength([self.ratings[one] for one in squad]))
            for team, squad in self.squads.items()
        )
        return Event(
            name=f"League by lot {wanted.seed}",
            type="Team: Swiss system",
            type_code=CODES[self.colours] + (BAKU if wanted.baku else ""),
            rounds=wanted.rounds,
            start=wanted.system.since,
            players=tuple(self._players()),
            teams=teams,
        )

    def _players(self) -> Iterator[Player]:
        """Every player with their games; in a round without one they were not there."""
        won = {rank: half_points_of(own.values()) for rank, own in self.games.items()}
        standing = sorted(won, key=lambda rank: (-won[rank], rank))
        places = {rank: place for place, rank in enumerate(standing, 1)}
        for rank, own in self.games.items():
            rounds = [own.get(number) or RoundResult(number, None, None, "Z") for number in self._played]
            points = Fraction(won[rank], 2)
            name = f"Player {rank:04}"
            yield Player(
                rank, name=name, rating=self.ratings[rank], points=points, final_rank=places[rank], rounds=rounds
            )

    @property
    def _played(self) -> range:
        return range(1, len(self.document["rounds"]) + 1)

    def _records(self) -> Iterator[str]:
        """152; 240 for teams that were not there, 300 for line-ups, 320 for byes, 330 for matches without play."""
        yield f"152 {self.document['initial'].upper()}"
        for round_ in self.document["rounds"]:
            away = round_["absent"] if isinstance(round_["absent"], dict) else dict.fromkeys(round_["absent"], "Z")
            for code in ("Z", "H"):
                if gone := [int(team) for team, kind in away.items() if kind == code]:
                    yield f"240 {code} {round_['round']:>3} {ranks_text(gone)}"
        yield from self.lineups
        byes = [round_["bye"] for round_ in self.document["rounds"]]
        if any(byes):
            yield line_320(TeamByes(Fraction(1), Fraction(self.boards, 2), tuple(byes)))
        yield from self.awarded


# Tournaments of matches made by lot: leagues of teams as a report with their boards, Double-Swisses as JSON.


def generate_matches(wanted: Wanted, boards: int, colours: str) -> bytes:
    """Return a league of teams as TRF26, or a Double-Swiss as JSON. The same wish gives the same bytes."""
    made: MadeRounds = MadeLeague(wanted, boards, colours) if wanted.system.name == "team" else MadeDouble(wanted)
    for number in range(1, wanted.played + 1):
        made.play(number)
    return made.file()
