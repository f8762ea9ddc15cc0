"""The tournament of 40 players that the arbiters' manual works through, round by round and bracket by bracket."""

from fractions import Fraction

import pytest

from arpad.pairing.checklist import checklist
from arpad.pairing.dutch._candidates import compare
from arpad.pairing.dutch._engine import BracketFacts, DutchPairing, facts
from arpad.pairing.engines import pair_round
from arpad.pairing.state import state_before
from pairing_files import FOLDER, lines_of, tournament_of
from pairing_states import score_differences

WHOLE = tournament_of(FOLDER / "worked-40.trf")
ROUNDS = range(1, 8)


def paired(number: int) -> DutchPairing:
    found = pair_round(state_before(WHOLE, number))
    assert isinstance(found, DutchPairing)
    return found


def ranks(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(",") if word)


@pytest.mark.parametrize("line", lines_of("worked-40-boards.txt"))
def test_boards_as_published(line: str) -> None:
    """Pairs, colours and the order of the boards (C.04.2.D.9)."""
    number, _, boards = line.partition(": ")
    found = paired(int(number))
    assert " ".join(f"{board.white}-{board.black}" for board in found.boards) == boards
    assert [board.number for board in found.boards] == list(range(1, len(found.boards) + 1))


@pytest.mark.parametrize(("number", "bye"), [(4, None), (5, 38), (6, 30), (7, None)])
def test_byes(number: int, bye: int | None) -> None:
    assert paired(number).bye == bye


def test_who_is_not_paired() -> None:
    assert paired(5).state.absent == (32,)
    assert paired(7).state.absent == (1, 32)


@pytest.mark.parametrize("number", range(2, 8))
def test_state_before_each_round(number: int) -> None:
    """The pre-pairing lists: score, colours, preference, floats, bye, opponents."""
    rows = {str(row.player): row for row in checklist(state_before(WHOLE, number))}
    expected = [line.split("|") for line in lines_of("worked-40-states.txt") if line.startswith(f"{number}|")]
    assert len(expected) == len(rows)
    for _, rank, score, colours, preference, last, before, barred, opponents in expected:
        row = rows[rank]
        assert (row.score, row.colours, row.preference) == (Fraction(score), colours, preference), rank
        assert (row.float, row.float_before, row.bye_allowed) == (last, before, barred != "X"), rank
        assert row.opponents == ranks(opponents), rank


@pytest.mark.parametrize("number", range(2, 8))
def test_bracket_facts(number: int) -> None:
    """Seekers, MaxPairs, M1, x, realised C.10, pairs, downfloaters and pairing score difference of every bracket."""
    found = paired(number)
    field = found.field
    boards = {frozenset((board.white, board.black)): f"{board.white}-{board.black}" for board in found.boards}
    shown = []
    for bracket in found.groups:
        numbers: BracketFacts = facts(found.rules, field, bracket)
        rank = [entrant.rank for entrant in field.entrants]
        pairs = {boards[frozenset((rank[one], rank[two]))] for one, two in bracket.pairs}
        shown.append(
            [
                Fraction(field.scores[bracket.bracket.residents[0]], found.state.unit),
                tuple(rank[one] for one in bracket.bracket.moved),
                tuple(rank[one] for one in bracket.bracket.residents),
                f"{numbers.white}/{numbers.black}",
                numbers.max_pairs,
                numbers.m1,
                numbers.x,
                dict(numbers.costs).get("C.10", 0),
                pairs,
                tuple(rank[one] for one in bracket.floaters),
                tuple(Fraction(gap, found.state.unit) for gap in score_differences(field, bracket)),
            ]
        )
    expected = []
    for line in lines_of("worked-40-brackets.txt"):
        of, score, moved, residents, seekers, most, m1, x, denied, pairs_, floaters, psd = line.split("|")
        if int(of) == number:
            expected.append(
                [
                    Fraction(score), ranks(moved), ranks(residents), seekers, int(most), int(m1), int(x), int(denied),
                    set(pairs_.split()), ranks(floaters), tuple(Fraction(gap) for gap in psd.split(",")),
                ]
            )  # fmt: skip
    assert shown == expected


@pytest.mark.parametrize("line", lines_of("worked-40-colours.txt"))
def test_colour_decisions(line: str) -> None:
    number, white, black, rule = line.split("|")
    board = next(one for one in paired(int(number)).boards if one.white == int(white))
    assert (board.black, board.rule) == (int(black), rule)


@pytest.mark.parametrize(
    ("number", "score", "candidate", "criterion"),
    [
        (4, "3", "1-5", "C.12"),
        (4, "0", "36-30 34-38", "C.13"),
        (5, "2.5", "20-2 8-13 10-17", "C.15"),
        (6, "3.5", "6-3 16-9", "C.12"),
        (6, "1.5", "40-34 14-38", "C.15"),
        (7, "2", "23-27", "C.14"),
        (7, "1.5", "27-30 37-38", "C.13"),
    ],
)
def test_rejected_candidates(number: int, score: str, candidate: str, criterion: str) -> None:
    """Candidates that the manual rejects, and on what."""
    found = paired(number)
    field = found.field
    place = {player.rank: at for at, player in enumerate(field.entrants)}
    bracket = next(
        one
        for one in found.groups
        if Fraction(field.scores[one.bracket.residents[0]], found.state.unit) == Fraction(score)
    )
    pairs = sorted(tuple(sorted(place[int(rank)] for rank in pair.split("-"))) for pair in candidate.split())
    verdict = compare(found.rules, field, bracket, [(one, two) for one, two in pairs])
    assert verdict.article == criterion
