"""Every explanation ends in a verdict: listed or not, and why; a K that changes on the next list says why."""

import datetime as dt
from typing import Any

import pytest

from arpad.documents.steps import sentence
from arpad.domain.games import PlayerGame
from arpad.lists.closing import Explained, explained
from arpad.rating.change import rating_change
from arpad.rating.first_rating import initial_rating
from arpad.rating.newcomer import NewcomerEvent
from arpad.regulations.rating_editions import edition
from small_seasons import Season, first_list, plain_event, player

LANGUAGES = ("en", "es")


def games(rating: int, scores: str) -> tuple[PlayerGame, ...]:
    return tuple(PlayerGame(rating, {"1": 2, "=": 1, "0": 0}[score]) for score in scores)


@pytest.mark.parametrize(("name", "played", "article", "words"), [
    ("fide-2003", games(1700, "===0==0=="), "10.31", "not listed, because every first performance is ignored (10.31)"),
    ("fide-2024", games(1800, "=="), "7.1.4", "not listed, because too few games count (7.1.4)"),
    ("fide-2024", games(1800, "00000"), "8.2.1", "not listed, because the score is too low to count (8.2.1)"),
    ("fide-2022", games(1100, "=0000"), "7.1.4", "not listed, because the first rating is below the floor of the list"),
    ("fide-2005", games(2000, "===="), "9.14", "not listed, because too few games count (9.14)"),
    ("fide-2005", games(2000, "1=")[:2], "6.42", "not listed, because too few rated opponents were met"),
    ("fide-2024", games(1800, "====="), "7.1.4", "listed with 1800"),
])  # fmt: skip
def test_a_first_rating_ends_in_a_verdict(name: str, played: tuple[PlayerGame, ...], article: str, words: str) -> None:
    found = initial_rating(edition(name), [NewcomerEvent("Open", played)])
    assert found.explanation[-1] is found.verdict
    assert found.publishable == (found.verdict.what == "verdict.listed")
    assert found.verdict.article.number == article
    assert words in sentence(found.verdict, "en")
    assert sentence(found.verdict, "es").startswith("Veredicto: ")
    last: Any = found.document("en")["steps"][-1]
    assert last["key"] == found.verdict.what


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_change_ends_in_a_verdict(language: Any) -> None:
    """1410 with a loss against 1000 at K 40 falls below 1400."""
    listed = rating_change(edition("fide-2024"), 2000, 20, games(2000, "1"))
    fallen = rating_change(edition("fide-2024"), 1410, 40, games(1000, "0"))
    assert [change.steps[-1].what for change in (listed, fallen)] == [
        "verdict.listed-above-floor", "change.below-floor",
    ]  # fmt: skip
    assert "2010" in sentence(listed.steps[-1], language)


def on_the_list(row: Any, opponent: int, date: str, list_date: str) -> Explained:
    """Player x beats somebody, or plays nobody, and the list after it is explained."""
    season = Season(first_list(date, [row, player("p", opponent or 2000)]))
    events = [plain_event(f"{date[:8]}02", f"{date[:8]}03", ["x-p 1"])] if opponent else []
    period = season.period(list_date, *events)
    season.close(list_date, *events)
    return explained(period, "x", "standard", season.row("x"))


@pytest.mark.parametrize(("rating", "row", "opponent", "month", "key", "k"), [
    (2000, {"k": 40, "born": 2006, "total": 99}, 0, 12, "junior-year", (40, 20)),
    (2290, {"k": 40, "born": 2012, "total": 99}, 2300, 6, "junior-too-high", (40, 20)),
    (2000, {"k": 40, "born": 1980, "total": 29}, 2000, 6, "games-complete", (40, 20)),
    (2395, {"k": 20, "born": 1980, "total": 99}, 2400, 6, "reached-low", (20, 10)),
])  # fmt: skip
def test_8_3_3_a_k_that_changes_says_why(
    rating: int, row: dict[str, int], opponent: int, month: int, key: str, k: tuple[int, int]
) -> None:
    """K 40 becomes 20: the junior's K ended with the year of the 18th birthday; and the like."""
    date = dt.date(2024, month, 1)
    after = (date + dt.timedelta(days=32)).replace(day=1)
    found = on_the_list(player("x", rating, **row), opponent, date.isoformat(), after.isoformat())
    (step,) = (step for step in found.listed if step.what == "period.k-becomes")
    assert (step.inputs["before"], step.value) == k
    assert step.inputs["why"] == f"@k-because.{key}"
    assert sentence(step, "en").startswith(f"K {k[0]} becomes {k[1]}: ")
    assert sentence(step, "es").startswith(f"K {k[0]} pasa a {k[1]}: ")
    assert found.listed[-1].what == "verdict.listed"


def test_the_games_of_a_newcomer_end_in_no_verdict_before_that_of_the_list() -> None:
    """A win against 2000 is one game: its reasons come first, and the list itself says that x is not listed."""
    found = on_the_list(player("x"), 2000, "2024-06-01", "2024-07-01")
    assert found.period.steps
    assert [step.what for step in found.period.steps if step.what.startswith("verdict.")] == []
    assert [step.what for step in found.listed] == ["verdict.not-listed"]
