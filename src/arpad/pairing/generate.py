"""Generate random tournaments from a seed: players, results, forfeits, byes and late entries."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from arpad.domain.event import Event, Player, ResultCode, RoundResult, half_points_of
from arpad.formats.read import read_report
from arpad.formats.scores import Scores
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import lines_xxa
from arpad.i18n import ArpadError
from arpad.pairing.colours import baku
from arpad.pairing.engines import Impossible, pair_round
from arpad.pairing.state import Records, assemble, initial_order, state_before, upper_half_points
from arpad.pairing.systems import SwissSystem, systems
from arpad.standings.table import standings

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


# Tournaments made by lot: players, results, forfeits, byes, withdrawals and late entries, paired by the rules.

HIGHEST, LOWEST = 2600, 1400
TITLE_RATINGS = {"GM": 2500, "IM": 2400, "FM": 2300, "CM": 2200}
CODES = {"dutch-2026": "FIDE_DUTCH_2026", "burstein-2018": "FIDE_BURSTEIN", "burstein-2026": "FIDE_BURSTEIN",
         "dubov-2018": "FIDE_DUBOV", "dubov-2026": "FIDE_DUBOV"}  # fmt: skip
"""The codes of record 192. Only those of the Dutch system name the edition; for the others the first day does."""
LAST_ENTRY = 3
"""C.04.2.C: late entries are in time for round 2 or 3."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely things are, each from 0 to 1: a draw, a game lost by forfeit, a requested bye, a player who leaves
    after a round, a player who comes late."""

    draws: Fraction = Fraction(3, 10)
    forfeits: Fraction = Fraction(0)
    byes: Fraction = Fraction(0)
    withdrawals: Fraction = Fraction(0)
    late: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The tournament to make. `played` rounds are played of all `rounds`."""

    players: int
    rounds: int
    played: int
    seed: int
    chances: Chances = Chances()
    baku: bool = False
    system: SwissSystem = systems()["dutch-2017"]


def generate(wanted: Wanted) -> bytes:
    """The report of a tournament with its standings, TRF16 with XXR, XXC and XXA. The same wish gives the same
    bytes."""
    maker = _Maker(wanted)
    for number in range(1, wanted.played + 1):
        maker.play(number)
    tail = "".join(f"{line}\n" for line in maker.records()).encode()
    event = maker.event()
    return event_to_trf(_ranked(event, tail) if wanted.played else event, "trf16") + tail


def _ranked(event: Event, tail: bytes) -> Event:
    """The event with the ranks that any reader of its file computes: by the list of the edition, as it names none."""
    table = standings(read_report(event_to_trf(event, "trf16") + tail))
    ranks = {row.number: row.rank for row in table.rows}
    return event.keeping_games(
        players=tuple(player._replace(final_rank=ranks[player.rank]) for player in event.players)
    )


class _Maker:
    def __init__(self, wanted: Wanted) -> None:
        self.wanted, self.lot = wanted, SeededLot(wanted.seed)
        ranks = range(1, wanted.players + 1)
        entries = initial_order(self._entry() for _ in ranks)
        self.players = {
            rank: entry._replace(rank=rank, name=f"Player {rank:04}") for rank, entry in enumerate(entries, 1)
        }
        self.entry = {
            rank: self.lot.randint(2, LAST_ENTRY) if self.lot.happens(wanted.chances.late) else 1 for rank in ranks
        }
        self.cells: dict[int, list[RoundResult]] = {rank: [] for rank in ranks}
        self.gone: set[int] = set()
        self.pairing_records = Records(initial="w" if self.lot.randrange(2) else "b")
        late = [rank for rank in ranks if self.entry[rank] > 1]
        entered = [rank for rank in ranks if self.entry[rank] == 1]
        virtual = baku(wanted.system, wanted.rounds, entered, late) if wanted.baku else {}
        if wanted.system.id == "burstein-manual":
            virtual = upper_half_points(self.cells, frozenset(late))
        self.virtual = {number: points for number, points in virtual.items() if number <= wanted.rounds}

    def _entry(self) -> Player:
        """A new player: a rating, and the title that players with this rating often have."""
        rating = self.lot.randint(LOWEST, HIGHEST)
        titles = [title for title, least in TITLE_RATINGS.items() if rating >= least]
        return Player(0, title=titles[0] if titles and self.lot.randrange(2) else "", rating=rating)

    def play(self, number: int) -> None:
        """Pair a round and play it."""
        chances = self.wanted.chances
        away: dict[int, ResultCode] = {}
        for rank in self.cells:
            if rank in self.gone or self.entry[rank] > number:
                away[rank] = "Z"
            elif self.lot.happens(chances.byes):
                away[rank] = "H"
        wanted, scores = self.wanted, Scores(Event())
        ratings = {rank: player.rating or 0 for rank, player in self.players.items()}
        whole = assemble(
            wanted.system, self.cells, scores, self.virtual, wanted.rounds, away, self.pairing_records, ratings
        )
        pairing = pair_round(state_before(whole, number))
        if isinstance(pairing, Impossible):
            raise ArpadError("pairing-generate-impossible", round=number)
        for rank, result in away.items():
            self.cells[rank].append(RoundResult(number, None, None, result))
        if pairing.bye is not None:
            self.cells[pairing.bye].append(RoundResult(number, None, None, "U"))
        for board in pairing.boards:
            white, black = self._result(board.white, board.black)
            self.cells[board.white].append(RoundResult(number, board.black, "w", white))
            self.cells[board.black].append(RoundResult(number, board.white, "b", black))
        self.gone |= {rank for rank in self.cells if rank not in self.gone and self.lot.happens(chances.withdrawals)}

    def _result(self, white: int, black: int) -> tuple[ResultCode, ResultCode]:
        chances = self.wanted.chances
        ahead = (self.players[white].rating or 0) - (self.players[black].rating or 0)
        return self.lot.game(ahead, chances.draws, chances.forfeits)

    def event(self) -> Event:
        """The tournament so far."""
        points = {rank: Fraction(half_points_of(own), 2) for rank, own in self.cells.items()}
        players = tuple(
            player._replace(points=points[rank], rounds=self.cells[rank]) for rank, player in self.players.items()
        )
        name = f"Tournament by lot {self.wanted.seed}"
        kind = self.wanted.system.name.capitalize()
        system = self.wanted.system
        return Event(
            name=name,
            type=f"Individual: Swiss system ({kind})",
            start=None if system.name == "dutch" else system.since,
            rounds=self.wanted.rounds,
            players=players,
        )

    def records(self) -> Iterator[str]:
        """XXC and XXA, and 192 if it is another system than the Dutch one of 2017."""
        if self.wanted.system.id in CODES:
            yield f"192 {CODES[self.wanted.system.id]}"
        yield f"XXC {'white1' if self.pairing_records.initial == 'w' else 'black1'}"
        yield from lines_xxa(self.virtual, set(self.cells))
