"""The rounds of a report paired again, and the differences."""

from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.dutch.engine import Round
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.verdict import CandidateVerdict, compare, illegal
from arpad.pairing.history import Tournament, played_out
from arpad.pairing.rounds import Impossible, Pairing, pair_dutch
from arpad.pairing.state import PairingState, state_before

Seat = tuple[int | None, Colour | None]
"""Whom a player meets and with which colour; nobody for the bye."""


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """A player who has another opponent, or another colour, than the rules give."""

    player: int
    given: Seat
    expected: Seat


@dataclass(frozen=True, slots=True)
class Reason:
    """The first bracket that differs, by the score of its residents, and why the given pairing is worse there.

    `players` are starting ranks. `article` is C.1 to C.19, D.1 to D.3, `forbidden`, or E if only colours differ.
    """

    article: str
    score: int | None = None
    players: tuple[int, ...] = ()
    given: int | None = None
    best: int | None = None


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
    """Every round of a report. One that does not say how many rounds it has, and is finished, had those played."""
    known = played_out(whole)
    return [check_round(known, number) for number in range(1, whole.paired + 1)]


def check_round(whole: Tournament, number: int) -> CheckedRound:
    """Pair one round again from the rounds before it."""
    state = state_before(whole, number)
    given = {entrant.rank: _seat(whole, entrant.rank, number) for entrant in state.entrants}
    answer = pair_dutch(state)
    expected = _seats(answer) if isinstance(answer, Pairing) else {}
    differences = tuple(
        BoardDifference(rank, given[rank], expected.get(rank, (None, None)))
        for rank in sorted(given)
        if given[rank] != expected.get(rank)
    )
    return CheckedRound(number, differences, _reason(answer, given) if differences else None, state)


def _seat(whole: Tournament, rank: int, number: int) -> Seat:
    cell = whole.cell(rank, number)
    return (None, None) if cell is None or cell.opponent is None else (cell.opponent, cell.colour)


def _seats(pairing: Pairing) -> dict[int, Seat]:
    found: dict[int, Seat] = {} if pairing.bye is None else {pairing.bye: (None, None)}
    for board in pairing.boards:
        found[board.white] = board.black, "w"
        found[board.black] = board.white, "b"
    return found


def _reason(answer: Pairing | Impossible, given: dict[int, Seat]) -> Reason | None:
    """The criterion by which the given pairing is worse."""
    if isinstance(answer, Impossible):
        field = Field(answer.state)
        barred = illegal(field, _pairs(field, given))
        return None if barred is None else _named(field, barred, None)
    field = answer.brackets.field
    barred_from_bye = tuple(
        entrant.rank for entrant in field.entrants if given[entrant.rank][0] is None and not entrant.bye_allowed
    )
    if barred_from_bye:
        return Reason("C.2", None, barred_from_bye)
    found = _first_worse(answer.brackets, _pairs(field, given))
    if found is not None:
        return found
    wrong = next((board for board in answer.boards if given[board.white] != (board.black, "w")), None)
    return Reason(wrong.rule, None, (wrong.white, wrong.black)) if wrong else None


def _pairs(field: Field, given: dict[int, Seat]) -> list[tuple[int, int]]:
    place = {it.rank: at for at, it in enumerate(field.entrants)}
    found = []
    for rank, (opponent, _) in given.items():
        if opponent is not None and opponent in place and place[rank] < place[opponent]:
            found.append((place[rank], place[opponent]))
    return sorted(found)


def _first_worse(brackets: Round, pairs: list[tuple[int, int]]) -> Reason | None:
    field = brackets.field
    if (barred := illegal(field, pairs)) is not None:
        return _named(field, barred, None)
    rest = field.everybody
    for paired in brackets.brackets:
        players = set(paired.bracket.players)
        rest &= ~sum(1 << player for player in players)
        inside = [pair for pair in pairs if pair[0] in players and pair[1] in players]
        if inside != list(paired.pairs):
            score = field.scores[paired.bracket.residents[-1]]
            return _named(field, compare(field, paired, inside, rest), score)
        rest |= sum(1 << floater for floater in paired.floaters)
    return None


def _named(field: Field, verdict: CandidateVerdict, score: int | None) -> Reason:
    ranks = tuple(field.entrants[player].rank for player in verdict.players)
    return Reason(verdict.article, score, ranks, verdict.given, verdict.best)
