"""1.3: titles by a rating."""

import datetime as dt
from typing import get_args

import pytest

from arpad.domain.event import Sex
from arpad.regulations.title_editions import TitleEdition, title_edition, title_editions
from arpad.titles.direct import RatingTitle, titles_by_rating

AFTER = dt.date(2017, 8, 1)
FIRST_DAY = dt.date(2017, 7, 1)
EDITION = title_edition("b01-2023")


def titles(sex: Sex, rating: int, games: int | None, date: dt.date = AFTER, edition: TitleEdition = EDITION) -> str:
    return " ".join(titles_by_rating(edition, sex, rating, games, date).titles)


@pytest.mark.parametrize("edition", title_editions(), ids=lambda one: one.id)
def test_vector_nm_24(edition: TitleEdition) -> None:
    """TV-NM-24: 2300 with 30 games is FM, with 29 nothing yet; a woman with 2200 is CM and WFM."""
    assert titles("m", 2300, 30, edition=edition) == "FM"
    assert titles("m", 2300, 29, edition=edition) == ""
    assert titles("f", 2200, 30, edition=edition) == "CM WFM"


@pytest.mark.parametrize(
    ("rating", "man", "woman"),
    [
        (2300, "FM", "FM WFM"),
        (2299, "CM", "CM WFM"),
        (2200, "CM", "CM WFM"),
        (2199, "", "WFM"),
        (2100, "", "WFM"),
        (2099, "", "WCM"),
        (2000, "", "WCM"),
        (1999, "", ""),
    ],
)
def test_each_limit(rating: int, man: str, woman: str) -> None:
    assert titles("m", rating, 30) == man
    assert titles("f", rating, 30) == woman


def test_thirty_games_are_asked_for_ratings_reached_after_1_july_2017() -> None:
    assert titles("m", 2300, 1, FIRST_DAY) == "FM"
    assert titles("m", 2300, 1, FIRST_DAY + dt.timedelta(1)) == ""
    assert titles("m", 2300, None, dt.date(1999, 1, 1)) == "FM"


def test_where_the_games_are_not_known_it_cannot_be_decided() -> None:
    answer = titles_by_rating(EDITION, "m", 2250, None, AFTER)
    results = answer.results
    assert [(result.title, result.reached) for result in results] == [("FM", False), ("CM", None)]
    assert [check.missing for check in results[1].checks] == [(), ("games",)]
    assert answer.titles == ()


def test_each_title_shows_its_article() -> None:
    answer = titles_by_rating(EDITION, "f", 2300, 30, AFTER)
    results = answer.results
    assert tuple(result.title for result in results) == get_args(RatingTitle)
    assert [result.checks[0].article.number for result in results] == ["1.31", "1.32", "1.33", "1.34"]
    assert {result.checks[1].article.number for result in results} == {"1.3"}
