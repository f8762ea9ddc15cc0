"""The state before a round: the players to be paired, and everything the system knows about each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from arpad.domain.event import Colour
from arpad.i18n import ArpadError
from arpad.pairing import matches
from arpad.pairing.colours import Preference, Strength, difference, preference
from arpad.pairing.history import Tournament, met, was_paired
from arpad.pairing.systems import SwissSystem, load_engine, systems

Float = Literal["down", "up"] | None
WITHOUT_PLAY = frozenset({"U", "+", "F"})
"""C2 since 2024, and 4.1 of the manual's Burstein: players who scored like a win without playing do not get the
bye."""
PAB_OR_FORFEIT = frozenset({"U", "+"})
"""C.04.1.d of the manual, and C.2: only an earlier pairing-allocated bye and a win by forfeit bar."""
SCORING_ABSENCES = WITHOUT_PLAY | {"H"}
"""1.4.2 of 2026: rounds without a game that score more than a loss."""


@dataclass(frozen=True)
class PairingPlayer:
    """A player to be paired. `score` is the one they are paired by (A.2), `points` the real one; `floats` are those of
    the last round and of the one before; `number` decides odd and even in E.5; `unplayed` are the rounds without a
    game (C9 of 2026), `met` the opponents in their order."""

    rank: int
    score: int
    points: int
    colours: str = ""
    opponents: frozenset[int] = frozenset()
    floats: tuple[Float, Float] = (None, None)
    bye_allowed: bool = True
    number: int = 0
    topscorer: bool = False
    unplayed: int = 0
    met: tuple[int, ...] = ()

    @cached_property
    def preference(self) -> Preference:
        return preference(self.colours)

    @cached_property
    def difference(self) -> int:
        return difference(self.colours)

    @property
    def due(self) -> str | None:
        """The preference as a check-list writes it, if the system does not write it by A.6."""
        return None

    @cached_property
    def absolute(self) -> Colour | None:
        """A.6.a: the colour of an absolute preference."""
        return self.preference.colour if self.preference.strength == Strength.ABSOLUTE else None


@dataclass(frozen=True, slots=True)
class PairingState:
    """A round to be paired: its players in the order of A.2, and those left out. Matches may have several `games`, each
    in a round of its own; `returning` are the games, White first, of a round that goes on with the matches of the one
    before it."""

    round: int
    rounds: int
    entrants: tuple[PairingPlayer, ...]
    absent: tuple[int, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    initial: Colour = "w"
    unit: int = 2
    system: SwissSystem = systems()["dutch-2017"]
    games: int = 1
    returning: tuple[tuple[int, int], ...] = ()

    @property
    def last(self) -> bool:
        return self.round + self.games > self.rounds

    def lowness(self, player: PairingPlayer) -> int:
        """The score by which a player is low enough for the bye."""
        return player.points if self.system.lowest == "points" else player.score

    def higher_first(self, one: PairingPlayer, two: PairingPlayer) -> tuple[PairingPlayer, PairingPlayer]:
        """Two players, the one first who is higher ranked for the colours."""
        by_points = self.system.higher == "points"
        first, second = ((-(player.points if by_points else player.score), player.rank) for player in (one, two))
        return (one, two) if first < second else (two, one)


def state_before(whole: Tournament, round_number: int) -> PairingState:
    """Return the state before a round that was paired, or before the next one."""
    if whole.rounds is None:
        raise ArpadError("pairing-rounds-unknown")
    if round_number == whole.rounds + 1 <= whole.paired + 1:
        raise ArpadError("pairing-finished", rounds=whole.rounds)
    last = min(whole.paired + 1, whole.rounds)
    if not 1 <= round_number <= last:
        raise ArpadError("pairing-round-unknown", round=round_number, last=last)
    _check_finished(whole, round_number)
    if whole.games > 1:
        return matches.game_state(whole, round_number)
    if round_number > whole.paired:
        present = [rank for rank in whole.cells if rank not in whole.announced]
    else:
        present = [rank for rank in whole.cells if was_paired(whole.cell(rank, round_number))]
    numbers = _numbers(whole, round_number, present)
    entrants = [_entrant(whole, rank, round_number, numbers[rank]) for rank in present]
    state = PairingState(
        round_number,
        whole.rounds,
        tuple(sorted(entrants, key=order)),
        tuple(sorted(set(whole.cells) - set(present))),
        whole.records.forbidden_in(round_number),
        whole.initial,
        whole.unit,
        whole.system,
    )
    prepared: PairingState = load_engine(whole.system).prepare(whole, state)
    return prepared


def need_ratings(whole: Tournament, state: PairingState) -> None:
    """Refuse a round with a player who has no rating, for systems that cannot do without."""
    for player in state.entrants:
        if not whole.ratings.get(player.rank):
            raise ArpadError("pairing-rating-missing", player=player.rank)


def order(entrant: PairingPlayer) -> tuple[int, int]:
    """A.2: score, then pairing number."""
    return -entrant.score, entrant.rank


def _check_finished(whole: Tournament, round_number: int) -> None:
    for rank, cells in whole.cells.items():
        for cell in cells[: round_number - 1]:
            if cell.result is None:
                raise ArpadError("pairing-result-missing", round=cell.round, player=rank)


def _numbers(whole: Tournament, round_number: int, present: Sequence[int]) -> dict[int, int]:
    """E.5 and C.04.2.C: only players who are in by now have pairing numbers; players who have not entered yet do not
    count."""
    if whole.system.numbers == "tpn":
        return {rank: rank for rank in whole.cells}
    here = set(present)
    numbers: dict[int, int] = {}
    for rank, cells in whole.cells.items():
        if rank in here or any(was_paired(cell) for cell in cells[: round_number - 1]):
            numbers[rank] = len(numbers) + 1
    return numbers


def _entrant(whole: Tournament, rank: int, round_number: int, number: int) -> PairingPlayer:
    past = whole.cells[rank][: round_number - 1]
    barring = PAB_OR_FORFEIT if whole.system.bye == "pab-or-forfeit" else WITHOUT_PLAY
    games = [player for player in past if met(player)]
    points = whole.scores[rank][round_number - 1]
    return PairingPlayer(
        rank,
        whole.pairing_score(rank, round_number),
        points,
        "".join([game.colour for game in games if game.colour]),
        frozenset([game.opponent for game in games if game.opponent]),
        (_float(whole, rank, round_number - 1), _float(whole, rank, round_number - 2)),
        not any(cell.result in barring for cell in past),
        number,
        round_number == whole.rounds and 2 * points > whole.win * (round_number - 1),
        round_number - 1 - len(games),
        tuple([member.opponent for member in games if member.opponent]),
    )


def _float(whole: Tournament, rank: int, round_number: int) -> Float:
    """A.4, and 1.4 of 2026: down for players who met a lower score, up for those who met a higher one; down also for
    rounds without a game, since 2026 only if they score more than a loss."""
    if round_number < 1:
        return None
    cell = whole.cell(rank, round_number)
    if cell is None or cell.opponent is None or not whole.counts_for_floats(cell):
        scored = cell is not None and cell.result in SCORING_ABSENCES
        counts = whole.system.floats == "absence" or (scored and whole.system.floats == "points")
        return "down" if counts else None
    mine = whole.floating_score(rank, round_number)
    theirs = whole.floating_score(cell.opponent, round_number)
    return "down" if mine > theirs else "up" if mine < theirs else None


def points(state: PairingState, score: int) -> Fraction:
    """A score in points."""
    return Fraction(score, state.unit)
