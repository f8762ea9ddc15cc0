"""A player's rounds are taken apart at their first use. Nobody can tell them from the tuple that they stand for."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arpad.domain import Player, RoundResult
from arpad.reports import event_to_trf, read_report, trf_block, trf_columns, trf_written_rounds
from arpad.reports.trf_written_rounds import REMEMBERED_ROUNDS, WrittenRounds, memory_of, results_of

EXAMPLE = next((Path(__file__).parent.parent / "examples").glob("*.trf"))
WRITTEN = b"  12 w 1  0003 b =  0000 - h  " + b" " * 10
"""A win with white against 12, a draw with black against 3, a half-point bye and a round that is left blank."""
ROUNDS = (
    RoundResult(1, 12, "w", "1", 92),
    RoundResult(2, 3, "b", "=", 102),
    RoundResult(3, None, None, "H", 112),
    RoundResult(4, None, None, "Z", 122),
)


@pytest.fixture
def written() -> WrittenRounds:
    return WrittenRounds(WRITTEN)


def test_they_are_indexed_and_walked_as_a_tuple(written: WrittenRounds) -> None:
    assert len(written) == 4
    assert written[0] == ROUNDS[0]
    assert written[-1].result == "Z"
    assert written[1:3] == ROUNDS[1:3]
    assert tuple(written) == ROUNDS
    assert tuple(reversed(written)) == ROUNDS[::-1]
    assert ROUNDS[2] in written
    assert (written.index(ROUNDS[3]), written.count(ROUNDS[0]), len(written)) == (3, 1, 4)
    with pytest.raises(IndexError):
        written[4]


def test_they_equal_the_tuple_and_have_its_hash(written: WrittenRounds) -> None:
    assert written == ROUNDS
    assert Player(1, rounds=ROUNDS) == Player(1, rounds=written)
    assert written == WrittenRounds(WRITTEN)
    assert written != WrittenRounds(WRITTEN[:20])
    assert written != list(ROUNDS)
    assert hash(written) == hash(ROUNDS)
    assert hash(Player(1, rounds=written)) == hash(Player(1, rounds=ROUNDS))
    assert Player(1, rounds=written) == Player(1, rounds=ROUNDS)
    assert repr(written) == repr(ROUNDS)


def test_they_are_ordered_and_joined_as_tuples(written: WrittenRounds) -> None:
    less = WrittenRounds(WRITTEN[:20])
    assert less < written <= ROUNDS
    assert ROUNDS[:1] < less < ROUNDS
    assert min(Player(1, rounds=written), Player(1, rounds=less)).rounds == less
    assert written + ROUNDS == ROUNDS + ROUNDS == ROUNDS + written


def test_they_are_copied_and_pickled_as_the_tuple(written: WrittenRounds) -> None:
    player = Player(1, rounds=written)
    for again in (pickle.loads(pickle.dumps(player)), copy.deepcopy(player), player._replace(rank=1)):
        assert again == Player(1, rounds=ROUNDS)
    assert type(pickle.loads(pickle.dumps(written))) is tuple


def test_a_report_keeps_its_rounds_through_a_pickle() -> None:
    report = read_report(EXAMPLE.read_bytes())
    assert pickle.loads(pickle.dumps(report)) == report
    assert event_to_trf(pickle.loads(pickle.dumps(report.event)), "trf16") == event_to_trf(report.event, "trf16")


def test_threads_see_the_same_rounds() -> None:
    shared = [WrittenRounds(f"{number:4} w 1  ".encode() * 4) for number in range(1, 500)]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: [tuple(it) for it in shared], range(8)))
    assert all(it == found[0] for it in found)
    assert [it[3].opponent for it in found[0]] == list(range(1, 500))


def test_rounds_beyond_those_remembered_are_read_too() -> None:
    count = REMEMBERED_ROUNDS + 5
    rounds = results_of(b"0007 b 0  " * count)
    assert rounds == tuple(RoundResult(number, 7, "b", "0", 82 + 10 * number) for number in range(1, count + 1))


def test_what_is_remembered_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream of files with ever new rounds, titles and birthdays."""
    monkeypatch.setattr(trf_written_rounds, "MOST_REMEMBERED", 50)
    monkeypatch.setattr(trf_block, "MOST_REMEMBERED", 50)
    monkeypatch.setattr(trf_columns, "MOST_BIRTHS", 50)
    for remembered in (memory_of(1), trf_columns.WHO, trf_columns.BIRTHS):
        remembered.clear()
    for number in range(1, 300):
        federation = f"{chr(65 + number // 26)}{chr(65 + number % 26)}X"
        birth = f"{1800 + number}/01/01"
        line = f"{'001    1 m    Ana':<48}2000 {federation}     1234567 {birth}  1.0    1  {number:4} w 1\n"
        player = read_report(line.encode()).event.players[0]
        assert (player.federation, player.born, player.rounds[0].opponent) == (federation, 1800 + number, number)
    assert 0 < len(memory_of(1)) <= 50
    assert 0 < len(trf_columns.WHO) <= 50
    assert 0 < len(trf_columns.BIRTHS) <= 51
