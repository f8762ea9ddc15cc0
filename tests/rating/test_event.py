"""A whole event: systems found out, ratings and K found, everybody rated, games not rated listed with their reason."""

from dataclasses import replace

import pytest

from answers import Arpad
from arpad.domain.event import Event, System, Team
from arpad.domain.findings import Finding
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.rating._events import rate_event
from arpad.rating.model import EventRating
from arpad.rating.participants import detect_system, participants
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_editions import edition
from events import event
from places import FIXTURES

SWISS = ["1: 1-2 1", "1: 3-4 =", "2: 4-1 0", "2: 2-3 +"]
LEAGUE_OF_FOUR = ["1: 1-4 1", "1: 2-3 1", "2: 4-3 0", "2: 1-2 =", "3: 2-4 1", "3: 3-1 0"]
THRICE = [f"{int(line[0]) + 3 * cycle}{line[1:]}" for cycle in range(3) for line in LEAGUE_OF_FOUR]


def rate(name: str, found: Event, system: System | None = None, ratings: RatingList | None = None) -> EventRating:
    rules = edition(name)
    time_class: TimeClass = "standard" if rules.covers("standard") else "rapid"
    taking_part, findings = participants(rules, found, time_class, ratings)
    rated = rate_event(rules, found, taking_part, system or detect_system(found))
    return replace(rated, findings=tuple(findings))


@pytest.mark.parametrize(
    ("games", "players", "system"),
    [
        (SWISS, 4, "swiss"),
        (LEAGUE_OF_FOUR, 4, "round-robin"),
        ([*LEAGUE_OF_FOUR, *(f"{int(line[0]) + 3}{line[1:]}" for line in LEAGUE_OF_FOUR)], 4, "double-round-robin"),
        (THRICE, 4, "double-round-robin"),
        (["1: 1-2 1", "2: 2-1 ="], 2, "match"),
        (["1: 1-3 1", "1: 2-4 1"], 4, "swiss"),
    ],
)
def test_the_system_is_read_off_the_pairings(games: list[str], players: int, system: str) -> None:
    assert detect_system(event([2000] * players, games)) == system


def test_a_round_robin_of_three_cycles_counts_each_of_them() -> None:
    """2005 6.32: everybody has nine games against three opponents, and the event is a round robin, not a Swiss."""
    found = rate("fide-2005", event([2000] * 4, THRICE))
    assert found.counted_as == "double-round-robin"
    assert {player.games for player in found.players} == {9}


def test_teams_and_scheveningen() -> None:
    """Two teams in which everybody meets everybody of the other: Scheveningen. Any other event with teams: teams."""
    from dataclasses import replace

    games = ["1: 1-3 1", "1: 2-4 1", "2: 1-4 1", "2: 2-3 1"]
    teams = (Team("A", (1, 2)), Team("B", (3, 4)))
    assert detect_system(replace(event([2000] * 4, games), teams=teams)) == "scheveningen"
    assert detect_system(replace(event([2000] * 4, games[:2]), teams=teams)) == "team"


def test_a_swiss_game_by_game() -> None:
    """1 (2000) beats 2 (1900) and 4 (1700); 3 is unrated; 2-3 was not played.

    1: .36 + .15 = +.51, K 20, +10.2. 2: −.36. 4: −.15, his draw with 3 is not rated.
    """
    found = rate("fide-2024", event([2000, 1900, None, 1700], SWISS))
    assert [(player.games, player.result, player.new_rating) for player in found.players if player.initial is None] == [
        (2, 51, 2010),
        (1, -36, 1893),
        (1, -15, 1697),
    ]
    assert [
        (omission.game.round, omission.game.white, omission.game.black, omission.code, omission.article)
        for omission in found.not_rated
    ] == [
        (1, 3, 4, "unrated", "8.3.1"),
        (2, 2, 3, "unplayed", "5.1"),
    ]


def test_a_double_forfeit_is_nobodys_win() -> None:
    """Both lines say `-`: no score, not played, not rated."""
    from dataclasses import replace

    little = event([2000, 1900], ["1: 1-2 -"])
    both = little.players[1]._replace(rounds=(little.players[1].rounds[0]._replace(result="-"),))
    (game,) = replace(little, players=(little.players[0], both)).games()
    assert (game.score, game.played, game.forfeit) == (None, False, True)


def test_an_unrated_player_gets_his_first_rating() -> None:
    """3 drew with 1700: (1700 + 3600) / 3 and 50% under fide-2024; one game is not enough to publish it."""
    found = rate("fide-2024", event([2000, 1900, None, 1700], SWISS)).player(3)
    assert found is not None
    assert found.initial is not None
    assert (found.initial.rating, found.initial.publishable) == (1767, False)


def test_a_round_robin_by_its_own_rules() -> None:
    """Under fide-2003 by the average; under fide-2024 like any event."""
    league = event([2000, 1900, 1800, 1700], LEAGUE_OF_FOUR)
    assert rate("fide-2003", league).counted_as == "round-robin"
    assert rate("fide-2024", league).counted_as == "swiss"


def test_a_round_robin_with_an_unplayed_game_is_counted_as_a_swiss() -> None:
    league = event([2000, 1900, 1800, 1700], [*LEAGUE_OF_FOUR[:-1], "3: 3-1 -"])
    found = rate("fide-2005", league)
    assert (found.system, found.counted_as) == ("round-robin", "swiss")
    assert [game.code for game in found.not_rated] == ["unplayed"]


def test_a_swiss_that_is_called_a_round_robin_is_counted_as_a_swiss() -> None:
    """Everybody played, but not everybody: named a round robin by the report or by the arbiter, it is none."""
    from dataclasses import replace

    swiss = event([2000, 1900, 1800, 1700], ["1: 1-2 1", "1: 3-4 =", "2: 1-3 1", "2: 2-4 ="])
    called = replace(swiss, type="Individual: Round robin")
    assert detect_system(called) == "round-robin"
    for name in ("feda-1996", "fide-2003", "fide-2005", "fide-2017"):
        assert rate(name, called).counted_as == "swiss"
        assert [player.games for player in rate(name, called).players] == [2, 2, 2, 2]


def test_the_round_robin_of_10_54() -> None:
    """The unrated get the ratings printed in 2005, the rated their changes against these."""
    scores = dict(enumerate([8, 7, 7, 6, 6, 4, 3, 2, 1, 1], start=1))
    ratings = [2600, 2500, None, 2400, None, 2150, 2300, None, None, 2300]
    games = []
    for white in range(1, 11):
        for black in range(white + 1, 11):
            upset = (white, black) in ((1, 5), (2, 10))
            games.append(f"{white + black}: {white}-{black} {0 if upset else 1}")
    found = rate("fide-2005", event(ratings, games, start="2005-09-05"))
    assert {player.participant.player.rank: player.score // 2 for player in found.players} == scores
    assert {player.participant.player.rank: player.initial.rating for player in found.players if player.initial} == {
        3: 2414,
        5: 2386,
        8: 2139,
        9: 1989,
    }
    assert {player.participant.player.rank: player.result for player in found.players if not player.initial} == {
        1: 72, 2: 53, 4: 60, 6: 138, 7: -124, 10: -324,
    }  # fmt: skip


def test_an_unrated_player_of_a_double_round_robin() -> None:
    """8.26: below 50%, dp × n/(n+1) with n the opponents, not the games: as his opponents are rated by."""
    twice = [*LEAGUE_OF_FOUR, *(f"{int(line[0]) + 3}{line[1:]}" for line in LEAGUE_OF_FOUR)]
    games = ["3: 2-4 0" if line == "3: 2-4 1" else line for line in twice]
    found = rate("fide-2017", event([2000, 1900, 1800, None], games, start="2018-05-04"))
    fourth = found.player(4)
    assert fourth is not None
    assert fourth.initial is not None
    assert found.counted_as == "double-round-robin"
    assert fourth.initial.rating == next(step.value for step in fourth.steps if step.what == "round-robin.new-ru")


def test_the_reasons_of_a_round_robin_end_at_the_new_rating() -> None:
    first = rate("fide-2005", event([2000, 1900, 1800, 1700], LEAGUE_OF_FOUR)).player(1)
    assert first is not None
    assert first.steps[-1].value == first.new_rating


def test_ratings_and_k_come_from_the_list() -> None:
    """The list says 2010 and K 40 for player 1; player 2 is not on it; player 3 has got a rating."""
    entries = [
        ListEntry("1001", rating=2010, k=40),
        ListEntry("1003", rating=1650, k=40),
        ListEntry("1004", rating=1700, k=20),
    ]
    listed = RatingList({entry.id: entry for entry in entries})
    found = rate("fide-2024", event([2000, 1900, None, 1700], SWISS), ratings=listed)
    first = found.player(1)
    assert first is not None
    assert (first.participant.rating, first.k) == (2010, 40)
    assert [(finding.code, finding.player) for finding in found.findings] == [
        ("rating-differs", 1),
        ("not-on-list-rated", 2),
        ("k-assumed", 2),
    ]


def test_the_standard_rating_stands_in_at_rapid() -> None:
    """7.2.1, 7.3.3: player 2 has no rapid rating, 1900 in standard: rated, with the K of the standard list. Where the
    list has none, it is assumed, and said so."""
    for listed_k, k, codes in ((40, 40, set()), (10, 10, set()), (None, 20, {"k-assumed"})):
        entries = [
            ListEntry("1001", rating=2000, rapid_rating=2000, rapid_k=20),
            ListEntry("1002", rating=1900, k=listed_k),
        ]
        listed = RatingList({entry.id: entry for entry in entries}, combined=True)
        found = rate("fide-2024-rapid-blitz", event([2000, 1900], ["1: 1-2 1"]), "swiss", listed)
        second = found.player(2)
        assert second is not None
        assert (second.participant.rating, second.participant.standing_in, second.k) == (1900, True, k)
        assert {finding.code for finding in found.findings} == codes


def test_a_list_of_one_class_has_its_ratings_as_they_are() -> None:
    """A rapid list given alone: its one rating is the rapid one, and no standard rating stands in."""
    listed = RatingList({"1001": ListEntry("1001", rating=1800, k=20), "1002": ListEntry("1002")})
    found = rate("fide-2024-rapid-blitz", event([1800, None], ["1: 1-2 1"]), "swiss", listed)
    assert [(player.participant.rating, player.k) for player in found.players] == [(1800, 20), (None, None)]


def test_k_of_a_junior_is_derived_and_said_so() -> None:
    found = rate("fide-2024", event([2000, 1900], ["1: 1-2 1"], born=2010), "swiss")
    assert [player.k for player in found.players] == [40, 40]
    assert {finding.code for finding in found.findings} == {"k-assumed"}


def test_a_game_that_the_checks_leave_out() -> None:
    rules = edition("fide-2024")
    little = event([2500, 2400, 2300], ["1: 1-2 1", "2: 1-3 1"])
    taking_part, _ = participants(rules, little, "standard", None)
    why = Finding("too-short", "error", "1.1")
    found = rate_event(rules, little, taking_part, "swiss", {(1, 1, 2): why})
    assert [(omission.game.round, omission.code, omission.article) for omission in found.not_rated] == [
        (1, "too-short", "1.1")
    ]
    assert [player.games for player in found.players] == [1, 0, 1]


def test_11_31_n_and_w_of_the_unrated_with_few_rated_opponents(arpad: Arpad) -> None:
    """Daza lost to Abad and drew with Boix: n = 2 and W = 0.5 are reported, Rar is 0, and nothing counts (6.42). Font
    lost three games to two of them. In 2022 there is no such minimum."""
    file = FIXTURES / "office" / "few-rated-2006.trf"
    players = arpad(f"rate {file} --format swiss --json").json["players"]
    daza = players[3]
    assert (daza["games"], daza["score"], daza["average"], daza["initial"]["games_counted"]) == (2, 0.5, 0, 0)
    assert next(finding["code"] for finding in daza["initial"]["reasons"]) == "too-few-opponents"
    assert "Daza, Delia" in arpad(f"rate {file} --format swiss").out
    later = arpad(f"rate {file} --format swiss --edition fide-2022 --json").json["players"][3]
    assert (later["games"], later["average"]) == (2, 1975)
