"""What no report says: withdrawals from a round robin (C.05 6.6), lots, play-offs."""

from pathlib import Path

import pytest

from answers import Arpad
from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import column_of
from arpad.standings.codes import parse_code
from arpad.standings.model import Competition, Contestant, RoundRecord, without_withdrawn
from made_standings import PLAYERS, UNIT, tie_break_edition
from places import FIXTURES

SWISS = FIXTURES / "standings" / "tec-swiss-5.trf"


def league(played: int) -> Competition:
    """Six players; number 6 loses the first games and forfeits the others, everybody else draws."""
    contestants = {}
    for own in range(1, 7):
        records = []
        for place, other in enumerate((number for number in range(1, 7) if number != own), 1):
            met = other if own == 6 else own
            if 6 not in (own, other):
                records.append(RoundRecord(place, "played", other, None, (1,), 1))
            elif own == 6:
                kind = "played" if met <= played else "forfeit-loss"
                records.append(RoundRecord(place, kind, other, None, (0,), 0))  # type: ignore[arg-type]
            else:
                kind = "played" if met <= played else "forfeit-win"
                records.append(RoundRecord(place, kind, other, None, (2,), 2))  # type: ignore[arg-type]
        contestants[own] = Contestant(own, f"P{own}", 2000, tuple(records))
    return Competition(contestants, "round-robin", 5, 5, UNIT, PLAYERS)


@pytest.mark.parametrize("edition", ["c07-2017", "c07-2026"])
def test_fewer_than_half_of_the_games_played_takes_a_player_out(edition: str) -> None:
    whole, findings = without_withdrawn(league(2), [6], tie_break_edition(edition))
    assert whole.taken_out == (6,)
    assert [finding.code for finding in findings] == ["withdrawn-taken-out"]
    calculation = Calculation(whole, tie_break_edition(edition))
    assert set(calculation.scores(0).values()) == {4}, "four draws each: nobody gains by the games against 6"
    assert column_of(calculation, parse_code("SB")).values[1] == 4 * 4
    assert column_of(calculation, parse_code("KS")).values[1] == 4, "four games to play: two points are half of them"


def test_half_of_the_games_played_leaves_everything_as_it_is() -> None:
    whole, findings = without_withdrawn(league(3), [6], tie_break_edition("c07-2026"))
    assert whole.taken_out == ()
    assert [finding.code for finding in findings] == ["withdrawn-stays"]


def test_forfeits_to_the_end_are_proposed_as_a_withdrawal() -> None:
    _, findings = without_withdrawn(league(3), [], tie_break_edition("c07-2026"))
    assert [finding.code for finding in findings] == ["withdrawn-proposed"]


def test_a_swiss_keeps_players_who_withdraw(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --edition c07-2026 --withdrawn 12 --tie-breaks BH --json").json
    assert [finding["code"] for finding in answer["findings"]] == ["withdrawn-swiss"]
    assert len(answer["rows"]) == 16


def given(folder: Path, order: str) -> Path:
    file = folder / "order.toml"
    file.write_text(f'by = "Chief arbiter"\norder = {order}\n', "utf-8")
    return file


def test_lots_order_what_the_tie_breaks_leave(arpad: Arpad, tmp_path: Path) -> None:
    file = given(tmp_path, "[[16, 1], [3, 4]]")
    line = f"standings {SWISS} --edition c07-2026 --tie-breaks BH/C1,BH --lots {file}"
    answer = arpad(f"{line} --json").json
    assert answer["tie_breaks"] == ["BH/C1", "BH", "LOT"]
    assert [row["number"] for row in answer["rows"][:5]] == [2, 3, 4, 16, 1], "3 and 4 were not tied any more"
    assert "by the lots drawn (Chief arbiter)" in arpad(f"{line} --explain 16").out


def test_a_play_off_stands_after_the_score_and_losers_may_share(arpad: Arpad, tmp_path: Path) -> None:
    file = given(tmp_path, "[[16, 4, [1, 3]]]")
    answer = arpad(f"standings {SWISS} --edition c07-2026 --tie-breaks PTS --play-off {file} --json").json
    assert answer["tie_breaks"] == ["PLAYOFF"]
    assert [(row["rank"], row["number"]) for row in answer["rows"][:5]] == [(1, 2), (2, 16), (3, 4), (4, 1), (4, 3)]


def test_an_order_that_names_only_some_of_the_tied_is_not_taken(arpad: Arpad, tmp_path: Path) -> None:
    file = given(tmp_path, "[[16, 4]]")
    answer = arpad(f"standings {SWISS} --edition c07-2026 --tie-breaks PTS --lots {file} --json").json
    assert 2 in answer["shared"]


@pytest.mark.parametrize("order", ['"16"', "[[16, 16]]", "[[0]]", "[4]"])
def test_an_order_that_cannot_be_read(arpad: Arpad, tmp_path: Path, order: str) -> None:
    answer = arpad(f"standings {SWISS} --lots {given(tmp_path, order)}")
    assert answer.code == 2
    assert "order cannot be" in answer.err
