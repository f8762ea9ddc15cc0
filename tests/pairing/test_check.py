"""The checker: what differs, by which criterion; and what a report says of pairing beside the players' lines."""

from fractions import Fraction

import pytest

from arpad.documents.steps import walk
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.pairing.check import check_round, check_rounds
from arpad.pairing.engines import Impossible, Pairing, explain_pairing, pair_round
from arpad.pairing.files import report_tournament
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.state import state_before
from pairing_files import FOLDER, trf

ROUND_2 = ("2 w 1|3 b 1", "1 b 0|4 w =", "4 w 1|1 w 0", "3 b 0|2 b =")


def paired(data: bytes, number: int | None = None) -> Pairing:
    whole = report_tournament(read_report(data))
    found = pair_round(state_before(whole, number or whole.paired + 1))
    assert isinstance(found, Pairing)
    return found


def reason(data: bytes, number: int) -> tuple[str, bool] | None:
    checked = check_round(report_tournament(read_report(data)), number)
    return None if checked.reason is None else (checked.reason.article, checked.ok)


def test_a_round_as_it_should_be() -> None:
    assert [
        round_.ok
        for round_ in check_rounds(
            report_tournament(read_report(trf("3 w 1|2 b 1", "4 b 1|1 w 0", "1 b 0|4 w 1", "2 w 0|3 b 0")))
        )
    ] == [True, True]


@pytest.mark.parametrize(
    ("rounds", "number", "article"),
    [
        (("4 w 1|.", "3 b 1|.", "2 w 0|.", "1 b 0|."), 1, "D.1"),
        (("2 w 1|.", "1 b 0|.", "4 w 1|.", "3 b 0|."), 1, "D.2"),
        (("3 b 1|.", "4 b 1|.", "1 w 0|.", "2 w 0|."), 1, "E.5"),
        (("3 w 1|3 b 1", "4 b 1|4 w 1", "1 b 0|1 w 0", "2 w 0|2 b 0"), 2, "C.1"),
        (("3 w 1|4 b 1", "4 b 1|3 w 1", "1 b 0|2 b 0", "2 w 0|1 w 0"), 2, "C.5"),
        (("3 w 1|2 b 1", "4 b 1|1 w 0", "1 b 0|4 w 1", "2 w 0|3 b 0", "U|U"), 2, "C.2"),
    ],
)  # fmt: skip
def test_what_a_round_fails_on(rounds: tuple[str, ...], number: int, article: str) -> None:
    assert reason(trf(*rounds), number) == (article, False)


def test_a_swap_in_the_worked_tournament_is_found() -> None:
    """Round 4: 1-5 and 9 moved down instead of 9-1, and so on: worse in C.12."""
    text = (FOLDER / "worked-40.trf").read_text()
    lines = {int(line[4:8]): line for line in text.splitlines() if line.startswith("001")}
    at = 91 + 30

    def seat(rank: int, opponent: int, colour: str) -> None:
        lines[rank] = f"{lines[rank][:at]}{opponent:4} {colour} {lines[rank][at + 7 :]}"

    for rank, opponent, colour in ((1, 5, "b"), (5, 1, "w"), (9, 12, "b"), (12, 9, "w")):
        seat(rank, opponent, colour)
    head = [line for line in text.splitlines() if not line.startswith("001")]
    checked = check_round(report_tournament(read_report("\n".join([*head, *lines.values(), ""]).encode())), 4)
    assert not checked.ok
    assert {difference.player for difference in checked.differences} == {1, 5, 9, 12}
    assert checked.reason is not None
    assert (checked.reason.article, checked.reason.score, checked.reason.given, checked.reason.best) == (
        "C.12",
        6,
        1,
        0,
    )


def test_forbidden_pairs() -> None:
    rounds = (".", ".", ".", ".")
    assert [(board.white, board.black) for board in paired(trf(*rounds)).boards] == [(1, 3), (4, 2)]
    for record in ("XXP 1 3", "260   1   9    1    3"):
        assert {board.black for board in paired(trf(*rounds, more=(record,))).boards} >= {4}
    later = trf(*rounds, more=("260   2   9    1    3",))
    assert [(board.white, board.black) for board in paired(later).boards] == [(1, 3), (4, 2)]


@pytest.mark.parametrize("record", ["XXZ 2 3", "240 H   3    2    3", "240 Z   3    2    3"])
def test_players_announced_as_absent(record: str) -> None:
    found = paired(trf(*ROUND_2, more=(record,)))
    assert found.state.absent == (2, 3)
    assert {found.boards[0].white, found.boards[0].black} == {1, 4}


def test_a_bye_written_ahead() -> None:
    found = paired(trf("2 w 1|3 b 1|H", "1 b 0|4 w =", "4 w 1|1 w 0", "3 b 0|2 b =|Z"))
    assert found.state.absent == (1, 4)


@pytest.mark.parametrize("record", ["XXC black1", "152 B"])
def test_the_colour_of_the_lot(record: str) -> None:
    assert [(board.white, board.black) for board in paired(trf(".", ".", ".", ".", more=(record,))).boards] == [
        (3, 1),
        (2, 4),
    ]


@pytest.mark.parametrize("record", [("XXA    3  1.0", "XXA    4  1.0"), ("250       1.0   1   3    3    4",)])
def test_acceleration_by_record(record: tuple[str, ...]) -> None:
    found = paired(trf(".", ".", ".", ".", more=record))
    assert {frozenset((board.white, board.black)) for board in found.boards} == {frozenset((1, 2)), frozenset((3, 4))}


def test_scoring_by_record() -> None:
    whole = report_tournament(read_report(trf(*ROUND_2, more=("BBW  3.0", "BBD  1.0"))))
    assert {rank: Fraction(scores[-1], whole.unit) for rank, scores in whole.scores.items()} == {1: 6, 2: 1, 3: 3, 4: 1}


def test_a_finished_report_without_its_number_of_rounds_has_those_played() -> None:
    """TRF16 has no record for it: the last round is then the last one, topscorers and all; an open round is refused."""
    lines = ("3 w 1|2 b 1", "4 b 1|1 w 0", "1 b 0|4 w 1", "2 w 0|3 b 0")
    with_rounds = check_rounds(report_tournament(read_report(trf(*lines, head=("XXR 2",)))))
    without = check_rounds(report_tournament(read_report(trf(*lines, head=()))))
    assert [(event.ok, event.differences, event.state.last) for event in without] == [
        (round_.ok, round_.differences, round_.state.last) for round_ in with_rounds
    ]
    with pytest.raises(ArpadError, match="--rounds N"):
        check_rounds(report_tournament(read_report(trf("2 w ?", "1 b ?", head=()))))


def test_no_legal_pairing_names_who_is_stuck() -> None:
    whole = report_tournament(read_report(trf("2 w 1|3 b 1", "1 b 0|Z", "Z|1 w 0", "Z|Z", more=("XXP 1 4",))))
    found = pair_round(state_before(whole, 3))
    assert isinstance(found, Impossible)
    assert found.stuck == (1,)
    assert [step.what for _, step in walk(explain_pairing(found))] == ["pairing.stuck"]


def test_no_legal_pairing_names_who_is_too_many() -> None:
    """Three who have all met, and one for them all."""
    whole = report_tournament(read_report(trf("2 w 1|3 b 1|U", "1 b 0|U|3 w 1", "U|1 w 0|2 b 0", "Z|Z|Z")))
    found = pair_round(state_before(whole, 4))
    assert isinstance(found, Impossible)
    assert (found.stuck, found.rivals, found.wanted) == ((), (1, 2, 3), (4,))


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (trf("2 w 1", "1 b 0", head=()), "pairing-rounds-unknown"),
        (trf("2 w ?", "1 b ?"), "pairing-result-missing"),
        (trf("2 w 1", "1 b 0", head=("XXR 1",)), "pairing-finished"),
        (trf("2 w 1", "3 b 0", "."), "report-contradiction"),
        (trf("2 w 1", "1 b 1"), "report-contradiction"),
        (trf("2 w 1", "1 w 0"), "pairing-lines-disagree"),
        (trf("7 w 1", "."), "report-contradiction"),
        (trf("2 w 1", "1 b 0").replace(b"001    2", b"001    0").replace(b"2 w 1", b"0 w 1"), "report-without-rank"),
        (trf(".", ".").replace(b"001    2", b"001    1"), "pairing-rank-twice"),
        (trf(), "report-unknown"),
    ],
)
def test_reports_that_cannot_be_paired(data: bytes, key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        paired(data)
    assert problem.value.key == key


def test_every_refusal_in_an_explanation_fails_on_something() -> None:
    """No pair is refused for nothing: each step names a criterion or a bar."""
    data = generate(Wanted(30, 9, 6, 5, Chances(byes=Fraction(1, 20), forfeits=Fraction(1, 20))))
    found = paired(data)
    refused = [step for _, step in walk(explain_pairing(found, 1000)) if step.what.startswith("pairing.refused")]
    assert refused
    assert all(step.article.number.startswith("C.") for step in refused)


def test_generated_tournaments_are_paired_by_the_rules() -> None:
    chances = Chances(Fraction(1, 3), *[Fraction(1, 20)] * 4)
    wanted = Wanted(41, 9, 9, 11, chances, baku=True)
    data = generate(wanted)
    assert data == generate(wanted)
    assert all(round_.ok for round_ in check_rounds(report_tournament(read_report(data))))
    assert b"0000 - H" in data
    assert b" - Z" in data
    assert b" +" in data
