"""1.2: direct titles and norms, conditional titles, and who must have taken part."""

import re
from fractions import Fraction

import pytest

from arpad.regulations.title_editions import Result, Table, direct_title_table, title_edition
from arpad.titles.direct import Achieved, DirectAnswer, Participation, direct_titles
from places import FIXTURES

EDITION = title_edition("b01-2023")
BEFORE = title_edition("b01-2017")
PLACES = FIXTURES / "titles" / "direct-places.txt"
ENOUGH = Participation(participants=40, federations=12, members=54, rounds=9)


def ask(
    event: str, achieved: Achieved, highest: int | None = 2700, table: Table = "open", who: Participation = ENOUGH
) -> DirectAnswer:
    return direct_titles(EDITION, direct_title_table().event(event), table, achieved, highest, who)


def gives(event: str, achieved: Achieved, table: Table = "open", who: Participation = ENOUGH) -> str:
    awards = ask(event, achieved, table=table, who=who).awards
    return ", ".join(f"{award.achievement.title} {award.achievement.gives}" for award in awards)


def place(number: int, *, tied: bool = False) -> Achieved:
    return Achieved(place=number, tied=tied, score=14, games=9)


def result(name: Result) -> Achieved:
    return Achieved(result=name, score=14, games=9)


def score(half_points: int, games: int) -> Achieved:
    return Achieved(score=half_points, games=games)


def test_vector_dt_01() -> None:
    """World U18: of three level at the top the first has a GM norm and the IM title, the others the IM title; a fourth
    has nothing."""
    assert gives("world-u18", place(1, tied=True)) == "GM norm, IM title"
    assert gives("world-u18", place(2, tied=True)) == "IM title"
    assert gives("world-u18", place(3, tied=True)) == "IM title"
    assert gives("world-u18", place(4, tied=True)) == ""


def test_vector_dt_02() -> None:
    """World U16 girls, the winner's best rating 1990: WIM on condition, WFM at once."""
    (award,) = ask("world-u16", result("gold"), 1990, "women").awards
    assert (award.achievement.title, award.final, award.meanwhile) == ("WIM", False, "WFM")
    assert award.rating is not None
    assert (award.rating.required, award.rating.found, award.rating.article.number) == (2000, 1990, "0.6.2")
    (award,) = ask("world-u16", result("gold"), 1899, "women").awards
    assert (award.final, award.meanwhile) == (False, "WCM")
    (award,) = ask("world-u16", result("gold"), 2000, "women").awards
    assert (award.final, award.meanwhile) == (True, None)


@pytest.mark.parametrize(
    ("half_points", "games", "expected"),
    [(12, 9, "FM title"), (11, 9, "CM title"), (8, 8, "CM title"), (10, 6, ""), (7, 8, ""), (13, 10, "FM title")],
)
def test_vector_dt_03(half_points: int, games: int, expected: str) -> None:
    """Olympiad: 65% in 9 games, 50% in 7."""
    assert gives("olympiad", score(half_points, games)) == expected


def test_vector_dt_04() -> None:
    """Sub-continental: both percentages over nine games."""
    assert gives("sub-continental", score(12, 9)) == "FM title"
    assert gives("sub-continental", score(9, 9)) == "CM title"
    assert gives("sub-continental", score(10, 8)) == ""
    assert gives("sub-continental", score(12, 9), "women") == "WFM title"


def test_vector_dt_05() -> None:
    """1.2.3: ten players, nine rounds, a third of the federations or five."""
    gold = result("gold")
    assert gives("continental", gold, who=Participation(10, 5, 50, 9)) == "GM title"
    assert gives("continental", gold, who=Participation(9, 5, 50, 9)) == ""
    assert gives("continental", gold, who=Participation(10, 5, 50, 8)) == ""
    assert gives("continental", gold, who=Participation(10, 4, 50, 9)) == ""
    assert gives("continental", gold, who=Participation(10, 4, 12, 9)) == "GM title"
    assert gives("continental", gold, who=Participation(10, 3, 12, 9)) == ""
    assert gives("continental", gold, who=Participation(10, 4, 13, 9)) == ""


def test_vector_nm_25() -> None:
    """Direct FM with a best rating of 2050: on condition, CM at once; with 2100 FM."""
    (award,) = ask("olympiad", score(12, 9), 2050).awards
    assert (award.achievement.title, award.final, award.meanwhile) == ("FM", False, "CM")
    (award,) = ask("olympiad", score(12, 9), 2100).awards
    assert (award.achievement.title, award.final, award.meanwhile) == ("FM", True, None)
    (award,) = ask("olympiad", score(12, 9), 1999).awards
    assert (award.final, award.meanwhile) == (False, None)
    (award,) = ask("olympiad", score(12, 9), None).awards
    assert (award.final, award.meanwhile) == (None, None)


@pytest.mark.parametrize(
    ("event", "name", "expected"),
    [
        ("world-cup", "last-16", "GM title"),
        ("world-cup", "qualified", "IM title"),
        ("world-u20", "gold", "GM title"),
        ("world-u20", "first-equal", "GM norm, IM title"),
        ("world-u20", "silver", "IM title"),
        ("world-u18", "silver", "IM norm, FM title"),
        ("world-u16", "first-equal", "IM norm, FM title"),
        ("world-u14", "gold", "IM norm, FM title"),
        ("world-u12", "gold", "FM title"),
        ("world-u12", "bronze", "CM title"),
        ("continental-u14", "first-equal", "CM title"),
        ("world-blind-u20", "first-equal", "FM title"),
        ("olympiad", "gold", ""),
    ],
)
def test_a_row_of_the_open_table(event: str, name: Result, expected: str) -> None:
    without_points_for_a_percentage = Achieved(result=name, score=4, games=5)
    assert gives(event, without_points_for_a_percentage) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("champion", "GM title, WGM title"),
        ("finalist", "GM norm, IM title, WGM title"),
        ("last-8", "WGM title"),
        ("qualified", "WIM title"),
    ],
)
def test_the_womens_world_championship_gives_titles_of_both_tables(name: Result, expected: str) -> None:
    assert gives("womens-world", result(name), "women") == expected


def _rows() -> list[tuple[str, ...]]:
    lines = [line for line in PLACES.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [tuple(re.split(r"  +", line.strip())) for line in lines]


@pytest.mark.parametrize(("event", "name", "in_open", "for_women"), _rows())
def test_places_of_1_2_4(event: str, name: str, in_open: str, for_women: str) -> None:
    achieved = place(int(name)) if name.isdigit() else result(name)  # type: ignore[arg-type]
    assert gives(event, achieved, "open") == in_open.removeprefix("-")
    expected = in_open if for_women == "=" else for_women
    assert gives(event, achieved, "women") == expected.removeprefix("-")


def test_35_percent_unrounded() -> None:
    """1.2.2."""
    assert ask("world-u18", Achieved(result="gold", score=7, games=10)).holds is True
    too_little = ask("world-u18", Achieved(result="gold", score=9, games=13))
    assert (too_little.holds, too_little.awards) == (False, ())
    assert too_little.checks[0].found == Fraction(9, 26)


def test_what_is_not_said_leaves_it_open() -> None:
    answer = ask("continental", Achieved(result="gold"), who=Participation())
    assert answer.holds is None
    assert [check.missing for check in answer.checks] == [("score",), ("federations",), ("participants",), ("rounds",)]
    assert len(answer.awards) == 1
    few = ask("continental", result("gold"), who=Participation(10, 3, None, 9))
    assert [check.missing for check in few.checks if check.ok is None] == [("members",)]


@pytest.mark.parametrize(
    ("players", "federations", "half_points", "expected"),
    [(6, 3, 9, "FM title"), (5, 3, 9, ""), (6, 2, 9, ""), (6, 3, 8, "")],
)
def test_merged_groups(players: int, federations: int, half_points: int, expected: str) -> None:
    """1.2.3a: six players of three federations in the subgroup, and half the points over all rounds."""
    who = Participation(12, 6, 50, 9, merged=True, subgroup_participants=players, subgroup_federations=federations)
    achieved = Achieved(result="gold", score=half_points, games=8)
    assert gives("continental-u12", achieved, who=who) == expected


def test_a_merged_group_of_a_world_event_must_be_large_enough_too() -> None:
    who = Participation(9, 6, 50, 9, merged=True, subgroup_participants=6, subgroup_federations=3)
    assert gives("world-u12", result("gold"), who=who) == ""


def test_before_2022_fewer_players_were_enough_and_no_rounds_were_asked() -> None:
    event = direct_title_table().event("continental")
    answer = direct_titles(BEFORE, event, "open", result("gold"), 2500, Participation(8, 5, 50, 7))
    assert answer.holds is True
    assert [check.name for check in answer.checks] == ["least-score", "direct-federations", "direct-participants"]


def test_every_event_gives_something_for_its_best_result() -> None:
    everything: tuple[Result, ...] = ("champion", "last-16", "gold")
    for event in direct_title_table().events:
        for table in event.tables:
            best = [gives(event.id, Achieved(result=result, score=9, games=9), table) for result in everything]
            assert any(best), (event.id, table)
