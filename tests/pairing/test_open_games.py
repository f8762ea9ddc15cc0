"""C.04.2.D.1: games without a result, in files of events that are going on."""

import pytest

from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.pairing.files import read_source
from arpad.pairing.state import points
from pairing_files import trf


def opened(*rounds: str, mark: str = "?") -> bytes:
    """A small report in which Q is the sign of an open game."""
    return trf(*rounds).replace(b" Q", f" {mark}".encode())


def score(data: bytes, rank: int, **settings: bool) -> object:
    state = read_source(data, **settings).state()  # type: ignore[arg-type]
    return next(points(state, member.points) for member in state.entrants if member.rank == rank)


def test_a_question_mark_is_an_open_game() -> None:
    """TRF26: the result is not known yet. It is no result, and no error."""
    report = read_report(opened("2 w Q", "1 b Q"))
    assert [(cell.opponent, cell.colour, cell.result) for cell in report.event.players[0].rounds] == [(2, "w", None)]
    assert [finding.code for finding in report.findings if finding.severity == "error"] == []
    assert [finding.values["count"] for finding in report.findings if finding.code == "result-missing"] == [2]


def test_a_question_mark_without_an_opponent_is_not_read() -> None:
    report = read_report(trf("2 w 1", "1 b 0").replace(b"   2 w 1", b"0000 - ?"))
    assert "result-unreadable" in [finding.code for finding in report.findings]


@pytest.mark.parametrize("mark", ["?", " "])
def test_an_open_game_of_an_earlier_round_is_a_draw(mark: str) -> None:
    data = opened("2 w Q|3 b 1", "1 b Q|4 w 1", "4 b 1|1 w 0", "3 w 0|2 b 0", mark=mark)
    assert [score(data, rank) for rank in (1, 2, 3, 4)] == [1.5, 1.5, 1, 0]
    found = read_source(data).findings
    assert [(finding.code, finding.round, finding.values["games"]) for finding in found if finding.round == 1] == [
        ("open-as-draw", 1, "1-2")
    ]


def test_open_games_of_the_last_round_are_draws_only_if_somebody_says_so() -> None:
    data = opened("2 w Q", "1 b Q", "4 b 1", "3 w 0")
    with pytest.raises(ArpadError) as problem:
        read_source(data).state()
    assert problem.value.key == "pairing-result-missing"
    assert score(data, 1, adjourn_open=True) == 0.5


def test_a_game_that_one_line_has_finished_is_not_adjourned() -> None:
    data = opened("2 w Q|3 b 1", "1 b 0|4 w 1", "4 b 1|1 w 0", "3 w 0|2 b 0")
    with pytest.raises(ArpadError) as problem:
        read_source(data).state()
    assert problem.value.key == "report-contradiction"
