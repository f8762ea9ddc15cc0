"""Generate random tournaments from a seed: reports of players or of teams, and Double-Swiss tournaments as JSON."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from random import Random
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
from arpad.formats.report import Forbidden
from arpad.formats.scores import Scores
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_fields import ranks_text
from arpad.formats.trf_pairing import TrfRecords, TrfVersion, lines_250, lines_xxa
from arpad.formats.trf_teams import DEFAULT_MATCH_POINTS, TeamRecords, line_300, line_320, line_330
from arpad.i18n import ArpadError
from arpad.pairing.colours import baku
from arpad.pairing.engines import Board, Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.matches_files import match_tournament
from arpad.pairing.round_robin_tables import berger_rounds, double_rounds
from arpad.pairing.state import Records, Tournament, assemble, initial_order, state_before, upper_half_points
from arpad.pairing.systems import SwissSystem, systems
from arpad.standings.table import ranked_report, standings

# What happens by lot in tournaments that are made: everything follows from the seed.

THOUSAND = 1000


class SeededLot(Random):
    """A lot with a seed."""

    def happens(self, chance: Fraction) -> bool:
        """Return whether something happens that has this chance, from 0 to 1."""
        return self.randrange(chance.denominator) < chance.numerator

    def game(self, ahead: int, draws: Fraction, forfeits: Fraction) -> tuple[ResultCode, ResultCode]:
        """Return the results of White and Black. `ahead` is White's rating less Black's: the higher rated player wins
        more often. One forfeit in four is of both players."""
        if self.happens(forfeits):
            return (("+", "-"), ("-", "+"), ("+", "-"), ("-", "-"))[self.randrange(4)]
        if self.happens(draws):
            return "=", "="
        return ("1", "0") if self.randrange(THOUSAND) < THOUSAND // 2 + ahead else ("0", "1")

    def near(self, middle: int, spread: int) -> int:
        """Return a number whose standard deviation from the middle is the spread: twelve lots are nearly normal."""
        return middle + (sum(self.randrange(THOUSAND) for _ in range(12)) - 6 * THOUSAND) * spread // THOUSAND


# The tournament that is wanted.

HIGHEST, LOWEST = 2600, 1400
TITLE_RATINGS = {"GM": 2500, "IM": 2400, "FM": 2300, "CM": 2200}
CODES = {"dutch-2026": "FIDE_DUTCH_2026", "burstein-2018": "FIDE_BURSTEIN", "burstein-2026": "FIDE_BURSTEIN",
         "dubov-2018": "FIDE_DUBOV", "dubov-2026": "FIDE_DUBOV"}  # fmt: skip
"""The codes of record 192. Only those of the Dutch system name the edition; for the others the first day does."""
CUSTOM = "CUSTOM_SWISS"
CODES_26 = CODES | {"dutch-2017": "FIDE_DUTCH_2017", "dubov-1997": "FIDE_DUBOV", "burstein-manual": "FIDE_BURSTEIN",
                    "lim": CUSTOM, "lim-2026": CUSTOM}  # fmt: skip
"""Those of every system in a TRF26. The Lim system has none of its own: 092 names it."""
FORMER = date(2018, 1, 1)
"""The first day of tournaments by editions that have no day of their own, if a later edition has."""
PROGRAM = "Arpad"
LAST_ENTRY = 3
"""C.04.2.C: late entries are in time for round 2 or 3."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely things are, each from 0 to 1: a draw, a game lost by forfeit, a requested bye, a player who leaves
    after a round, a player who comes late, a player who is expelled after a round."""

    draws: Fraction = Fraction(3, 10)
    forfeits: Fraction = Fraction(0)
    byes: Fraction = Fraction(0)
    withdrawals: Fraction = Fraction(0)
    late: Fraction = Fraction(0)
    expelled: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Quota:
    """To how many players or boards of a round something happens: each of them has a `chance`, or lots are drawn for a
    `number` of them, which may differ `by_round`."""

    chance: Fraction = Fraction(0)
    number: int = 0
    by_round: Mapping[int, int] = field(default_factory=dict)

    def chosen(self, lot: SeededLot, candidates: Sequence[int], round_number: int) -> list[int]:
        """Return those whom the lot meets in a round: all of them, if there are too few."""
        if number := self.by_round.get(round_number, 0) if self.by_round else self.number:
            return sorted(lot.sample(candidates, min(number, len(candidates))))
        return [one for one in candidates if lot.happens(self.chance)] if self.chance else []


NEVER = Quota()


@dataclass(frozen=True, slots=True)
class Quotas:
    """What happens in each round of a tournament of players: requested byes of half a point, of none, of a point;
    boards that White wins or loses by forfeit or both lose, and results that do not add up to a point."""

    half_byes: Quota = NEVER
    zero_byes: Quota = NEVER
    full_byes: Quota = NEVER
    forfeit_wins: Quota = NEVER
    forfeit_losses: Quota = NEVER
    double_forfeits: Quota = NEVER
    unusual: Quota = NEVER


QUICK: Mapping[ResultCode, ResultCode] = {"1": "W", "=": "D", "0": "L"}
"""The results of games of less than a move."""
UNUSUAL: tuple[tuple[ResultCode, ResultCode], ...] = (("=", "0"), ("0", "="), ("0", "0"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """The tournament to make. `played` rounds are played of all `rounds`. With a `spread`, most ratings are near the
    middle between the `lowest` and the `highest`; without it all are as likely. `scoring` are other points than 1, ½
    and 0. A TRF26 has the `tie_breaks`, or those that are recommended, and says by which `options` it was made. `quick`
    is the share of games of less than a move; players of `forbidden` groups do not meet. With `table` everybody meets
    everybody, once or twice."""

    players: int
    rounds: int
    played: int
    seed: int
    chances: Chances = Chances()
    baku: bool = False
    system: SwissSystem = systems()["dutch-2017"]
    lowest: int = LOWEST
    highest: int = HIGHEST
    spread: int = 0
    quotas: Quotas = Quotas()
    scoring: Mapping[str, Fraction] = field(default_factory=dict)
    tie_breaks: tuple[str, ...] = ()
    version: TrfVersion = "trf16"
    options: str = ""
    quick: Fraction = Fraction(0)
    forbidden: tuple[Forbidden, ...] = ()
    table: bool = False


# A tournament that is made round by round, of players or of matches.


class Made(ABC):
    """A tournament that grows round by round. `gone` have left it, each with a comment in `left` after a round;
    `unpaired` is a round that cannot be paired."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted, self.lot = wanted, SeededLot(wanted.seed)
        self.entry: dict[int, int] = {}
        self.gone: set[int] = set()
        self.left: list[tuple[int, str]] = []
        self.unpaired = 0

    def entries(self) -> dict[int, int]:
        """Return the round in which each player or team enters."""
        late = self.wanted.chances.late
        ranks = range(1, self.wanted.players + 1)
        return {rank: self.lot.randint(2, LAST_ENTRY) if self.lot.happens(late) else 1 for rank in ranks}

    def paired(self, whole: Tournament, number: int) -> Pairing:
        """Pair a round, if it can be paired."""
        answer = pair_round(state_before(whole, number))
        if not isinstance(answer, Pairing):
            raise ArpadError("pairing-generate-impossible", round=number)
        return answer

    def leave(self, number: int) -> None:
        """Let players or teams leave after a round, or have them expelled."""
        chances = self.wanted.chances
        for kind, share in (("Withdrawal", chances.withdrawals), ("Expulsion", chances.expelled)):
            if kind == "Withdrawal" or share:
                there = [rank for rank in range(1, self.wanted.players + 1) if rank not in self.gone]
                leaving = [rank for rank in there if self.lot.happens(share)]
                self.gone |= set(leaving)
                self.left += [(number, f"{kind} @ Round {number + 1}: {rank}") for rank in leaving]

    def records(self, **more: Any) -> TrfRecords:
        """Return what a TRF26 says besides its players: its order, tie-breaks, options, who left and where it ends."""
        wanted = self.wanted
        comments = [f"Seed {wanted.seed}: {wanted.options}".rstrip(": ")]
        last = self.unpaired - 1 if self.unpaired else wanted.played
        entries = self.entry.items() if wanted.chances.late else ()
        comments += [f"Late entry @ Round {number}: {rank}" for rank, number in entries if number > 1]
        comments += [comment for number, comment in self.left if number < last]
        if self.unpaired:
            comments.append(f"No legal pairing @ Round {self.unpaired}")
        return TrfRecords(order="FIDE", program=PROGRAM, tie_breaks=wanted.tie_breaks, comments=(*comments,), **more)

    def ranked(self, written: bytes) -> bytes:
        """Return a file with its standings, if a round was played; with Baku acceleration the points of it too, for
        programs that do not compute them."""
        if self.wanted.baku and "\n250 " not in written.decode():
            whole = read_source(written).whole
            assert whole is not None
            points = {
                number: {rank: Fraction(value, whole.unit) for rank, value in ranks.items()}
                for number, ranks in whole.virtual.items()
            }
            lines = lines_250(points, teams=self.wanted.system.name == "team")
            written += "".join(f"{line}\n" for line in lines).encode()
        if not self.wanted.played:
            return written
        report = read_report(written)
        return ranked_report(report, standings(report))[0]

    @abstractmethod
    def play(self, number: int) -> None:
        """Pair a round and play it."""

    @abstractmethod
    def file(self) -> bytes:
        """The tournament as a file."""


def generate(wanted: Wanted, boards: int = 4, colours: str = "A") -> bytes:
    """Return a tournament as TRF26; of players also as TRF16 with XXR, XXC and XXA, of teams with a number of `boards`
    and a kind of `colours`, a Double-Swiss also as JSON. The same wish gives the same bytes."""
    return made_tournament(wanted, boards, colours).file()


def made_tournament(wanted: Wanted, boards: int = 4, colours: str = "A") -> Made:
    """Return a tournament that is played to its end. A TRF26 ends before a round that cannot be paired."""
    made: Made
    if wanted.table:
        made = MadeRoundRobin(wanted)
    elif wanted.system.engine != "matches":
        made = MadeSwiss(wanted)
    else:
        made = MadeLeague(wanted, boards, colours) if wanted.system.name == "team" else MadeDouble(wanted)
    for number in range(1, wanted.played + 1):
        try:
            made.play(number)
        except ArpadError:
            if number == 1 or wanted.version == "trf16":
                raise
            made.unpaired = number
            break
    return made


# Tournaments of players: results, forfeits, byes, withdrawals and late entries, paired by the rules.


class MadeSwiss(Made):
    """A tournament of players as TRF26 or TRF16."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted)
        ranks = range(1, wanted.players + 1)
        players = enumerate(initial_order(self._player() for _ in ranks), 1)
        self.players = {rank: player._replace(rank=rank, name=f"Player {rank:04}") for rank, player in players}
        self.entry = self.entries()
        self.cells: dict[int, list[RoundResult]] = {rank: [] for rank in ranks}
        self.scores = Scores(Event(scoring=dict(wanted.scoring)))
        initial: Colour = "w" if self.lot.randrange(2) else "b"
        self.pairing_records = Records(initial=initial, forbidden=wanted.forbidden)
        late = [rank for rank in ranks if self.entry[rank] > 1]
        entered = [rank for rank in ranks if self.entry[rank] == 1]
        virtual = baku(wanted.system, wanted.rounds, entered, late) if wanted.baku else {}
        if wanted.system.id == "burstein-manual":
            virtual = upper_half_points(self.cells, frozenset(late))
        self.virtual = {number: points for number, points in virtual.items() if number <= wanted.rounds}

    def _player(self) -> Player:
        """A new player: a rating, and the title that players with this rating often have."""
        lowest, highest = self.wanted.lowest, self.wanted.highest
        rating = self.lot.near((lowest + highest) // 2, self.wanted.spread) if self.wanted.spread else None
        rating = self.lot.randint(lowest, highest) if rating is None else min(max(rating, lowest), highest)
        titles = [title for title, least in TITLE_RATINGS.items() if rating >= least]
        return Player(0, title=titles[0] if titles and self.lot.randrange(2) else "", rating=rating)

    def play(self, number: int) -> None:
        wanted, chances, quotas = self.wanted, self.wanted.chances, self.wanted.quotas
        away: dict[int, ResultCode] = {}
        for rank in self.cells:
            if rank in self.gone or self.entry[rank] > number:
                away[rank] = "Z"
            elif self.lot.happens(chances.byes):
                away[rank] = "H"
        byes: tuple[tuple[ResultCode, Quota], ...] = (
            ("H", quotas.half_byes), ("Z", quotas.zero_byes), ("F", quotas.full_byes),
        )  # fmt: skip
        for code, quota in byes:
            free = [rank for rank in self.cells if rank not in away and self._may_have(rank, code)]
            away |= dict.fromkeys(quota.chosen(self.lot, free, number), code)
        ratings = {rank: player.rating or 0 for rank, player in self.players.items()}
        records = self.pairing_records
        whole = assemble(wanted.system, self.cells, self.scores, self.virtual, wanted.rounds, away, records, ratings)
        pairing = self.paired(whole, number)
        for rank, result in away.items():
            self.cells[rank].append(RoundResult(number, None, None, result))
        if pairing.bye is not None:
            self.cells[pairing.bye].append(RoundResult(number, None, None, "U"))
        self.play_games(number, [(board.white, board.black) for board in pairing.boards])
        self.leave(number)

    def play_games(self, number: int, boards: Sequence[tuple[int, int]]) -> None:
        """Play the games of a round, White first."""
        set_results, chances = self._set_results(len(boards), number), self.wanted.chances
        for place, (one, other) in enumerate(boards):
            ahead = (self.players[one].rating or 0) - (self.players[other].rating or 0)
            white, black = set_results.get(place) or self.lot.game(ahead, chances.draws, chances.forfeits)
            if self.wanted.quick and white in QUICK and self.lot.happens(self.wanted.quick):
                white, black = QUICK[white], QUICK[black]
            self.cells[one].append(RoundResult(number, other, "w", white))
            self.cells[other].append(RoundResult(number, one, "b", black))

    def _may_have(self, rank: int, code: ResultCode) -> bool:
        """Whether a player may have a bye: one with points only once."""
        return code == "Z" or all(cell.result != code for cell in self.cells[rank])

    def _set_results(self, boards: int, number: int) -> dict[int, tuple[ResultCode, ResultCode]]:
        """Return the results of a round that are forfeits or unusual, by the places of their boards."""
        quotas, results = self.wanted.quotas, dict[int, tuple[ResultCode, ResultCode]]()
        kinds: tuple[tuple[Quota, tuple[tuple[ResultCode, ResultCode], ...]], ...] = (
            (quotas.forfeit_wins, (("+", "-"),)),
            (quotas.forfeit_losses, (("-", "+"),)),
            (quotas.double_forfeits, (("-", "-"),)),
            (quotas.unusual, UNUSUAL),
        )
        for quota, codes in kinds:
            for place in quota.chosen(self.lot, [place for place in range(boards) if place not in results], number):
                results[place] = codes[self.lot.randrange(len(codes))]
        return results

    def file(self) -> bytes:
        event = self._event()
        if self.wanted.version == "trf26":
            forbidden = self.wanted.forbidden
            records = self.records(initial=self.pairing_records.initial, virtual=self.virtual, forbidden=forbidden)
            return self.ranked(event_to_trf(replace(event, type_code=self.type_code), "trf26", records))
        tail = "".join(f"{line}\n" for line in self._records()).encode()
        return event_to_trf(_ranked(event, tail) if self.wanted.played else event, "trf16") + tail

    def _event(self) -> Event:
        event = self._without_points()
        players = (player._replace(points=self.scores.total(player)) for player in event.players)
        return replace(event, players=tuple(players))

    def _without_points(self) -> Event:
        system = self.wanted.system
        since = system.since or (FORMER if system.id in ("dubov-1997", "burstein-manual") else None)
        return Event(
            name=f"Tournament by lot {self.wanted.seed}",
            type=f"Individual: Swiss system ({system.name.capitalize()})",
            start=None if system.name == "dutch" else system.since if self.wanted.version == "trf16" else since,
            rounds=self.wanted.rounds,
            players=tuple(player._replace(rounds=self.cells[rank]) for rank, player in self.players.items()),
            scoring=dict(self.wanted.scoring),
        )

    @property
    def type_code(self) -> str:
        """192 of a TRF26. 250 has the points of an acceleration that no code names."""
        code = CODES_26[self.wanted.system.id]
        baku_named = self.wanted.baku and code != CUSTOM and self.wanted.system.id != "burstein-manual"
        return code + BAKU * baku_named

    def _records(self) -> Iterator[str]:
        """XXC and XXA, and 192 if it is another system than the Dutch one of 2017."""
        if self.wanted.system.id in CODES:
            yield f"192 {CODES[self.wanted.system.id]}"
        yield f"XXC {'white1' if self.pairing_records.initial == 'w' else 'black1'}"
        yield from lines_xxa(self.virtual, set(self.cells))
        yield from (f"XXP {ranks_text(group.players)}" for group in self.wanted.forbidden)


def _ranked(event: Event, tail: bytes) -> Event:
    """The event with the ranks that any reader of its file computes: by the list of the edition, as it names none."""
    table = standings(read_report(event_to_trf(event, "trf16") + tail))
    ranks = {row.number: row.rank for row in table.rows}
    return event.keeping_games(
        players=tuple(player._replace(final_rank=ranks[player.rank]) for player in event.players)
    )


class MadeRoundRobin(MadeSwiss):
    """A round robin by the Berger tables, once or twice. Who has left loses the games to come by forfeit."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted)
        cycle = berger_rounds(wanted.players)
        self._twice = wanted.rounds > len(cycle)
        self.draw = double_rounds(cycle, "first") if self._twice else cycle
        if wanted.rounds not in (len(cycle), 2 * len(cycle)):
            raise ArpadError("pairing-generate-table", players=wanted.players, rounds=len(cycle), twice=2 * len(cycle))

    def play(self, number: int) -> None:
        boards = [(int(pairing.white), int(pairing.black)) for pairing in self.draw[number - 1].pairings]
        self.play_games(number, [pair for pair in boards if not self.gone & set(pair)])
        for white, black in boards:
            if self.gone & {white, black}:
                self.cells[white].append(RoundResult(number, black, "w", "-" if white in self.gone else "+"))
                self.cells[black].append(RoundResult(number, white, "b", "-" if black in self.gone else "+"))
        for rank in self.draw[number - 1].byes:
            self.cells[int(rank)].append(RoundResult(number, None, None, "Z"))
        self.leave(number)

    @property
    def type_code(self) -> str:
        return "FIDE_DOUBLEROUNDROBIN" if self._twice else "FIDE_ROUNDROBIN"

    def _without_points(self) -> Event:
        words = "Double round robin" if self._twice else "Round robin"
        return replace(super()._without_points(), type=f"Individual: {words} (Berger)", start=None)


# Tournaments of matches: who is there, who meets whom, which match is forfeited.

FORFEITS = ("+-", "-+", "+-", "--")
"""330: who is awarded a match without play. One of four is lost by both."""


class MadeMatches(Made):
    """A tournament of matches. `document` is its form as JSON, by which it is paired."""

    def __init__(self, wanted: Wanted, sides: str, more: dict[str, Any]) -> None:
        super().__init__(wanted)
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
        self.entry = self.entries()

    def play(self, number: int) -> None:
        chances = self.wanted.chances
        away = {
            str(side): "Z" if side in self.gone or entry > number else "H"
            for side, entry in self.entry.items()
            if side in self.gone or entry > number or (chances.byes and self.lot.happens(chances.byes))
        }
        absent = away if "H" in away.values() else [int(side) for side in away]
        document = self.document | {"rounds": [*self.document["rounds"], {"absent": absent}]}
        answer = self.paired(match_tournament(document, self.wanted.system, None, None), number)
        pairs = [
            self.forfeited(number, board, FORFEITS[self.lot.randrange(4)])
            if self.lot.happens(chances.forfeits)
            else self.match(number, board)
            for board in answer.boards
        ]
        self.document["rounds"].append({"round": number, "absent": absent, "bye": answer.bye, "pairs": pairs})
        self.leave(number)

    @abstractmethod
    def match(self, number: int, board: Board) -> dict[str, Any]:
        """Play a match: one of the `pairs` of a round."""

    @abstractmethod
    def forfeited(self, number: int, board: Board, sign: str) -> dict[str, Any]:
        """A match without play: one of the `pairs` of a round."""

    def pair_entry(self, board: Board, kind: str, score: Sequence[int | Fraction], **more: object) -> dict[str, Any]:
        """Return a match as one of the `pairs` of a round."""
        return {"white": board.white, "black": board.black, "kind": kind, "score": score, **more}


# Double-Swisses made by lot: two games with one opponent a round.

BYE = Fraction(3, 2)


class MadeDouble(MadeMatches):
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
        """The tournament as JSON, or as TRF26 with a round for each game of a match."""
        if self.wanted.version == "trf16":
            return f"{dumps(self.document)}\n".encode()
        cells: dict[int, list[RoundResult]] = {rank: [] for rank in self.entry}
        for number, round_ in enumerate(self.document["rounds"]):
            for rank, (one, other) in self._results_of(round_).items():
                cells[rank] += [one._replace(round=2 * number + 1), other._replace(round=2 * number + 2)]
        players = [
            Player(
                rank, name=f"Player {rank:04}", rating=self.ratings[rank - 1], rounds=own,
                points=Fraction(half_points_of(own), 2),
            )
            for rank, own in cells.items()
        ]  # fmt: skip
        event = Event(
            name=f"Tournament by lot {self.wanted.seed}",
            type="Individual: Swiss system (Double-Swiss)",
            type_code="FIDE_DOUBLESWISS" + BAKU * self.wanted.baku,
            start=self.wanted.system.since,
            rounds=2 * self.wanted.rounds,
            players=tuple(players),
        )
        return self.ranked(event_to_trf(event, "trf26", self.records(initial=self.document["initial"])))

    def _results_of(self, round_: dict[str, Any]) -> dict[int, tuple[RoundResult, RoundResult]]:
        """Return both games of everybody in a round of matches; the bye is a win and a draw."""
        found: dict[int, tuple[RoundResult, RoundResult]] = {}
        for pair in round_["pairs"]:
            games = pair.get("games") or [None, None]
            for rank, opponent, colours, side in (
                (pair["white"], pair["black"], "wb", 0), (pair["black"], pair["white"], "bw", 1),
            ):  # fmt: skip
                own: list[Any] = [
                    ("+" if pair["score"][side] else "-") if game is None else "0=1"[int(2 * abs(side - game))]
                    for game in games
                ]
                both = [RoundResult(0, opponent, *cell) for cell in zip(colours, own, strict=True)]  # type: ignore[arg-type]
                found[rank] = both[0], both[1]
        away: Any = round_["absent"]
        absent: dict[Any, Any] = away if isinstance(away, dict) else dict.fromkeys(away, "Z")
        for rank, code in absent.items():
            found[int(rank)] = RoundResult(0, None, None, code), RoundResult(0, None, None, code)
        if round_["bye"] is not None:
            found[round_["bye"]] = RoundResult(0, None, None, "U"), RoundResult(0, None, None, "H")
        return found


# Leagues of teams made by lot: squads with a reserve, line-ups, the games on the boards, and all of it as TRF26.

TEAM_CODES = {"A": "FIDE_TEAM_TYPEA_MP_GP", "B": "FIDE_TEAM_TYPEB_MP_GP", "none": "FIDE_TEAM_MP_GP"}
SPREAD = 150
"""How far the players of a team are from its level."""
RESERVES = 1
Game = tuple[int, int, tuple[ResultCode, ResultCode]]
"""The starting ranks of White and Black, and their results."""


class MadeLeague(MadeMatches):
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
        """The league as a report, with its standings if a round was played. A TRF26 that was asked for also has its
        points (362), the colours of its boards (352), and the options it was made by."""
        if self.wanted.version == "trf26":
            event = replace(self._event(), board_colours="".join("WB"[board % 2] for board in range(self.boards)))
            records = self.records(
                initial=self.document["initial"], teams=TeamRecords(points=dict(DEFAULT_MATCH_POINTS))
            )  # fmt: skip
            own = (line for line in self._records() if not line.startswith("152"))
            return self.ranked(event_to_trf(event, "trf26", records) + "".join(f"{line}\n" for line in own).encode())
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
            type_code=TEAM_CODES[self.colours] + (BAKU if wanted.baku else ""),
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
