"""The last value that counts one way and the first that counts the other, article by article (C.07, C.05)."""

import datetime as dt
from fractions import Fraction

import pytest

from arpad.domain.event import RoundResult
from arpad.i18n import ArpadError
from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import column_of, normaliser
from arpad.standings.codes import parse_code
from arpad.standings.competition import counted_rounds
from arpad.standings.conditions import Profile, parse_condition
from arpad.standings.model import Competition, Contestant, RoundRecord, Scale, without_withdrawn
from made_standings import PLAYERS, UNIT, one_player, tie_break_edition


@pytest.mark.parametrize(("played", "taken_out"), [(1, True), (2, False)])
def test_c05_6_6_half_of_an_even_number_of_games_is_not_fewer(played: int, taken_out: bool) -> None:
    """Five players, four games each: number 5 withdraws after one game, or after two."""
    contestants = {}
    for own in range(1, 6):
        records = []
        for place, other in enumerate((number for number in range(1, 6) if number != own), 1):
            meets = other if own == 5 else own
            if 5 not in (own, other) or meets <= played:
                records.append(RoundRecord(place, "played", other, None, (1,), 1))
            elif own == 5:
                records.append(RoundRecord(place, "forfeit-loss", other, None, (0,), 0))
            else:
                records.append(RoundRecord(place, "forfeit-win", other, None, (2,), 2))
        contestants[own] = Contestant(own, f"P{own}", 2000, tuple(records))
    whole = Competition(contestants, "round-robin", 4, 4, UNIT, PLAYERS, 1)
    left, _ = without_withdrawn(whole, [5], tie_break_edition("c07-2026"))
    assert (left.taken_out == (5,)) is taken_out


@pytest.mark.parametrize(("missed", "behind"), [(1, False), (2, False), (3, True)])
def test_annex_iii_of_2017_players_who_missed_more_than_two_rounds_come_last(missed: int, behind: bool) -> None:
    """ARO: the average of those who played enough comes before any other."""
    most = tie_break_edition("c07-2017").ratings.most_missed.value
    assert most == 2
    record = [("played", "1", "1")] * (9 - missed) + [("half-point-bye", "0.5", "0")] * missed
    calculation = Calculation(one_player(record, 9), tie_break_edition("c07-2017"))  # type: ignore[arg-type]
    keys = column_of(calculation, parse_code("ARO")).keys
    assert keys is not None
    key = keys[1]
    assert isinstance(key, tuple)
    assert key[0] is not behind


@pytest.mark.parametrize(
    ("born", "on", "age"),
    [
        ((2008, 2, 29), (2100, 2, 27), 91),
        ((2008, 2, 29), (2100, 2, 28), 92),
        ((2008, 2, 29), (2000 + 24, 2, 28), 15),
        ((2008, 2, 29), (2000 + 24, 2, 29), 16),
        ((1996, 2, 29), (2000, 2, 28), 3),
        ((1996, 2, 29), (2000, 2, 29), 4),
        ((2008, 5, 7), (2024, 5, 6), 15),
        ((2008, 5, 7), (2024, 5, 7), 16),
    ],
)
def test_ages_on_the_eve_and_on_the_day(born: tuple[int, int, int], on: tuple[int, int, int], age: int) -> None:
    """Born on 29 February, the birthday of other years is the 28th; 2000 was a leap year, 2100 is none."""
    profile = Profile(born=born[0], birthday=dt.date(*born), on=dt.date(*on))
    assert parse_condition(f"age = {age}").answer(profile) is True
    assert parse_condition(f"age > {age}").answer(profile) is False


@pytest.mark.parametrize(("age", "answer"), [(14, False), (15, None), (16, None), (17, False)])
def test_of_a_year_of_birth_alone_two_ages_are_possible(age: int, answer: bool | None) -> None:
    profile = Profile(born=2008, on=dt.date(2024, 5, 7))
    assert parse_condition(f"age = {age}").answer(profile) is answer


def test_99_is_the_last_number_of_a_modifier() -> None:
    assert parse_code("BH/C99").low == 99
    assert parse_code("BH/C9").low == 9
    with pytest.raises(ArpadError):
        parse_code("BH/C100")


def _line(*results: str | None) -> list[RoundResult]:
    return [RoundResult(number, 2, "w", result) for number, result in enumerate(results, 1)]  # type: ignore[arg-type]


def test_rounds_that_can_be_asked_for() -> None:
    lines = [_line("1", "1", None)]
    assert counted_rounds(lines, None) == (2, False)
    assert counted_rounds(lines, 1) == (1, False)
    assert counted_rounds(lines, 2) == (2, False)
    assert counted_rounds(lines, 3) == (3, True), "its results are missing"
    for asked in (0, 4):
        with pytest.raises(ArpadError):
            counted_rounds(lines, asked)
    assert counted_rounds([_line("1", None, "1")], None) == (3, True), "an adjourned game of an earlier round"


@pytest.mark.parametrize(("rounds", "value"), [(1, 1), (3, 1), (4, 2), (9, 4)])
def test_13_4_the_normaliser_is_rounded_down_and_at_least_one(rounds: int, value: int) -> None:
    """Two match points a round over four game points of a match."""
    scales = (Scale(2 * UNIT, UNIT), Scale(4 * UNIT, 2 * UNIT))
    whole = Competition({}, "team-swiss", rounds, rounds, UNIT, scales, boards=4)
    calculation = Calculation(whole, tie_break_edition("c07-2026"))
    assert normaliser(calculation, parse_code("SSSC")) == Fraction(value)
