"""Individual matches and Scheveningen: which games count, edition by edition."""

import pytest

from arpad.eligibility.checks import check_event, ratable
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_editions import edition
from eligibility_events import ALL, codes, event, excluded, said

MATCH = "1-2 1; 2-1 0; 1-2 1; 2-1 0; 1-2 =; 2-1 =; 1-2 1; 2-1 ="
"""Eight games: the first player has 4.5 after five."""

CLOSER = "1-2 1; 2-1 0; 1-2 1; 2-1 0; 1-2 0; 2-1 =; 1-2 1; 2-1 ="
"""Eight games: 4-1 after five, 4.5-1.5 after six."""


@pytest.mark.parametrize(
    ("name", "article"),
    [
        ("fide-2003", "6.5"),
        ("fide-2017", "6.5"),
        ("fide-2022", "6.2"),
        ("fide-2024", "6.2"),
        ("fide-2022-rapid-blitz", "5.2"),
    ],
)
def test_tv_rt_15(name: str, article: str) -> None:
    """4.5-0.5 after five of eight: games 6 to 8 are not rated; at 4-1 game 6 still is."""
    tournament = event("2500 2400", MATCH)
    found = [one for one in check_event(edition(name), tournament, Facts(system="match")) if one.severity == "error"]
    assert [(one.code, one.article, one.round) for one in found] == [("match-decided", article, n) for n in (6, 7, 8)]
    assert ratable(found)
    late = {(6, 2, 1): "match-decided", (7, 1, 2): "match-decided", (8, 2, 1): "match-decided"}
    assert excluded(name, tournament, system="match") == late
    assert list(excluded(name, event("2500 2400", CLOSER), system="match")) == [(7, 1, 2), (8, 2, 1)]
    assert excluded(name, tournament, system="swiss") == {}


@pytest.mark.parametrize("name", ["fide-2022", "fide-2024", "fide-2024-12-rapid-blitz"])
def test_all_games_of_a_match_where_it_was_asked(name: str) -> None:
    """Asked before the match: all are rated, and it is said."""
    tournament = event("2500 2400", MATCH)
    assert excluded(name, tournament, system="match", asked=True) == {}
    assert len(said(name, tournament, "match-decided-asked", system="match", asked=True)) == 1


def test_asking_does_not_help_in_2017() -> None:
    assert len(excluded("fide-2017", event("2500 2400", MATCH), system="match", asked=True)) == 3


def test_games_after_the_decision_in_2005_and_in_feda() -> None:
    """2005: they may be left unrated, so they are rated and it is said; FEDA says nothing."""
    tournament = event("2500 2400", MATCH)
    assert excluded("fide-2005", tournament, system="match") == {} == excluded("feda-1996", tournament, system="match")
    assert said("fide-2005", tournament, "match-decided-may", system="match") == ["6.5"]
    assert said("feda-1996", tournament, "match-decided-may", system="match") == []


def test_more_than_eight_scheduled_at_rapid_in_2017() -> None:
    """Eight games were scheduled: all are rated; of ten, decided after the sixth, the rest are not."""
    assert excluded("fide-2017-rapid-blitz", event("2500 2400", MATCH), system="match") == {}
    ten = event("2500 2400", "1-2 1; 2-1 0; 1-2 1; 2-1 0; 1-2 1; 2-1 0; 1-2 =; 2-1 =", rounds=10)
    assert list(excluded("fide-2017-rapid-blitz", ten, system="match")) == [(7, 1, 2), (8, 2, 1)]


def test_scheduled_by_the_facts() -> None:
    """A report of five rounds, 4.5-0.5, of a match over eight: decided with the fifth, nothing comes after it."""
    tournament = event("2500 2400", "1-2 1; 2-1 0; 1-2 1; 2-1 0; 1-2 =")
    assert excluded("fide-2022", tournament, system="match", scheduled=8) == {}
    assert list(excluded("fide-2022", tournament, system="match")) == [(4, 2, 1), (5, 1, 2)]


def test_a_forfeit_decides_too() -> None:
    """Match over four: 1, 1, a forfeit won: decided; the fourth game is not rated."""
    tournament = event("2500 2400", "1-2 1; 2-1 0; 1-2 +; 2-1 1")
    assert excluded("fide-2022", tournament, system="match") == {(4, 2, 1): "match-decided"}


@pytest.mark.parametrize(
    ("name", "article"),
    [
        ("feda-1996", None), ("fide-2003", None), ("fide-2005", None), ("fide-2017", "6.6"), ("fide-2022", "6.1"),
        ("fide-2024", "6.1"), ("fide-2017-rapid-blitz", "6.4"), ("fide-2022-rapid-blitz", "5.1"),
    ],
)  # fmt: skip
def test_both_rated_in_a_match(name: str, article: str | None) -> None:
    """A 2400 against an unrated player: not rated from 2017 on; two rated players: no objection."""
    tournament = event("2400 u", "1-2 1; 2-1 0")
    assert codes(name, tournament, system="match") == ([] if article is None else [("match-unrated", article)])
    assert len(excluded(name, tournament, system="match")) == (0 if article is None else 2)
    assert said(name, event("2400 2300", "1-2 1; 2-1 0"), "match-unrated", system="match") == []


def test_one_match_of_two_with_an_unrated_player() -> None:
    """1-2 both rated, 3-4 not: only the games of the second match are left out."""
    tournament = event("2400 2300 2200 u", "1-2 1, 3-4 1; 2-1 =, 4-3 0")
    found = check_event(edition("fide-2022"), tournament, Facts(system="match"))
    assert [(one.round, one.player) for one in found if one.code == "match-unrated"] == [(1, 4), (2, 4)]
    assert ratable(found)


@pytest.mark.parametrize("name", ALL)
def test_scheveningen(name: str) -> None:
    """Two teams of two: with one unrated player rated, with two not in 2003 and 2005."""
    games = "1-3 1, 2-4 =; 1-4 1, 2-3 0"
    assert said(name, event("2400 2300 2200 u", games), "scheveningen-unrated", system="scheveningen") == []
    two = event("2400 2300 u u", games)
    found = ["6.4"] if name in ("fide-2003", "fide-2005") else []
    assert said(name, two, "scheveningen-unrated", system="scheveningen") == found
    assert said(name, two, "scheveningen-unrated", system="team") == []
