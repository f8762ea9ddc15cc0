"""A report's rounds paired again, and what differs."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.pairing.engines import Reason, engine_of, pair_round
from arpad.pairing.history import Tournament, played_out
from arpad.pairing.rounds import Answer, Pairing, Seat
from arpad.pairing.state import PairingState, state_before


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """A player who has another opponent, or another colour, than the rules give."""

    player: int
    given: Seat
    expected: Seat


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round and how it differs from what the rules give."""

    number: int
    differences: tuple[BoardDifference, ...]
    reason: Reason | None
    state: PairingState

    @property
    def ok(self) -> bool:
        return not self.differences


def check_rounds(whole: Tournament) -> list[CheckedRound]:
    """Check every round of a report. If it does not say how many rounds it has and is finished, it has those played."""
    known = played_out(whole)
    return [check_round(known, number) for number in range(1, whole.paired + 1)]


def check_round(whole: Tournament, number: int) -> CheckedRound:
    """Pair a round again from the rounds before it, and compare."""
    return check_given(*given_round(whole, number))


def given_round(whole: Tournament, number: int) -> tuple[PairingState, dict[int, Seat]]:
    """Return the state before a round, and whom everybody met in it."""
    state = state_before(whole, number)
    return state, {member.rank: _seat(whole, member.rank, number) for member in state.entrants}


def check_given(state: PairingState, given: Mapping[int, Seat]) -> CheckedRound:
    """Compare a round that somebody gives with the one that the rules give."""
    engine = engine_of(state.system)
    answer = engine.pair(state)
    differences = _differences(answer, given)
    return CheckedRound(state.round, differences, engine.reason(answer, given) if differences else None, state)


def is_paired_as(state: PairingState, given: Mapping[int, Seat]) -> bool:
    """Whether the rules give exactly this round."""
    return not _differences(pair_round(state), given)


def _differences(answer: Answer, given: Mapping[int, Seat]) -> tuple[BoardDifference, ...]:
    expected = answer.seats() if isinstance(answer, Pairing) else {}
    return tuple(
        BoardDifference(rank, given[rank], expected.get(rank, (None, None)))
        for rank in sorted(given)
        if given[rank] != expected.get(rank)
    )


def _seat(whole: Tournament, rank: int, number: int) -> Seat:
    cell = whole.cell(rank, number)
    return (None, None) if cell is None or cell.opponent is None else (cell.opponent, cell.colour)
