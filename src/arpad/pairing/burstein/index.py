"""1.7 and 1.8: the opposition evaluation, by which the players of a bracket are ranked."""

from dataclasses import dataclass, fields, replace

from arpad.domain.event import RoundResult
from arpad.i18n import ArpadError
from arpad.pairing.history import Tournament, met, was_paired
from arpad.pairing.state import PairingPlayer, PairingState

MOST_SEEDING = 4


@dataclass(frozen=True)
class IndexedPlayer(PairingPlayer):
    """A player with the index: Buchholz, and Sonneborn-Berger in squared units of points."""

    buchholz: int = 0
    sonneborn: int = 0


def seeding_rounds(rounds: int) -> int:
    """1.6.2: half of the rounds, rounded down, and four at most."""
    return min(rounds // 2, MOST_SEEDING)


def is_seeding(state: PairingState) -> bool:
    """Whether a round is paired by the Dutch system."""
    return state.round <= seeding_rounds(state.rounds)


def ranking(player: PairingPlayer) -> tuple[int, int, int]:
    """1.8: index, then number. Scores are not used."""
    assert isinstance(player, IndexedPlayer)
    return -player.buchholz, -player.sonneborn, player.rank


def indexed(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with the index of each player. There are no topscorers in this system."""
    _check_seeding(whole, state)
    index = _Index(whole, state)
    return replace(state, entrants=tuple(index.player(player) for player in state.entrants))


def _check_seeding(whole: Tournament, state: PairingState) -> None:
    """1.7: the index is made of all rounds so far, and the seeding rounds are the first of them."""
    for number in range(1, seeding_rounds(state.rounds) + 1):
        if not any(was_paired(whole.cell(rank, number)) for rank in whole.cells):
            raise ArpadError("pairing-seeding-missing", round=number)


class _Index:
    def __init__(self, whole: Tournament, state: PairingState) -> None:
        self.whole, self.number = whole, state.round
        self.present = {player.rank for player in state.entrants}

    def player(self, player: PairingPlayer) -> IndexedPlayer:
        """Add up the rounds before this one."""
        buchholz = sonneborn = 0
        own = self._points(player.rank)
        for number in range(1, self.number):
            cell = self.whole.cell(player.rank, number)
            met_score = own
            if cell is not None and cell.opponent is not None and met(cell):
                met_score = self._points(cell.opponent) + self._drawn(cell.opponent)
            scores = self.whole.scores[player.rank]
            buchholz += met_score
            sonneborn += met_score * (scores[number] - scores[number - 1])
        values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)}
        return IndexedPlayer(**values | {"topscorer": False}, buchholz=buchholz, sonneborn=sonneborn)

    def _points(self, rank: int) -> int:
        return self.whole.scores[rank][self.number - 1]

    def _drawn(self, rank: int) -> int:
        """The exception of 1.7.2: players who are away with zero-point byes up to this round have a draw for each of
        the earlier ones."""
        reach = self.whole.system.absences
        away = rank not in self.present and self._zero(rank, self.number, now=True)
        if reach == "none" or (reach == "reaching" and not away):
            return 0
        count = 0
        while count < self.number - 1 and self._zero(rank, self.number - 1 - count, now=False):
            count += 1
        return count * self.whole.draw

    def _zero(self, rank: int, number: int, now: bool) -> bool:
        """Whether a round is a zero-point bye. In the round to come it is one for all who are away without another."""
        cell: RoundResult | None = self.whole.cell(rank, number)
        if cell is not None and (cell.result is not None or cell.opponent is not None):
            return cell.result == "Z" and cell.opponent is None
        if not now:
            return True
        return self.whole.records.bye_kinds.get((number, rank), "Z") == "Z"
