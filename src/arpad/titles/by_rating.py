"""1.3: titles by a rating, published or interim, with the number of rated games behind it."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from arpad.domain.event import Sex
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.model import Check
from arpad.titles.verdict import all_hold

RatingTitle = Literal["FM", "CM", "WFM", "WCM"]
LADDERS: tuple[tuple[RatingTitle, RatingTitle], ...] = (("FM", "CM"), ("WFM", "WCM"))
"""The open titles and the women's, the higher one first."""


@dataclass(frozen=True, slots=True)
class ByRating:
    """One title and whether the rating gives it. `reached` None: it depends on a number that was not given."""

    title: RatingTitle
    reached: bool | None
    checks: tuple[Check, ...]


def titles_by_rating(
    edition: TitleEdition, sex: Sex, rating: int, games: int | None, date: dt.date
) -> tuple[ByRating, ...]:
    """1.3: each title that a rating can give to a man or a woman, with its checks.

    `games` are the rated games played by the `date` the rating was reached; None: not known.
    """
    ladders = LADDERS if sex == "f" else LADDERS[:1]
    return tuple(_title(edition, title, rating, games, date) for ladder in ladders for title in ladder)


def given(results: Iterable[ByRating]) -> tuple[RatingTitle, ...]:
    """What the player gets: the highest open title reached and, for a woman, the highest women's title too."""
    reached = {result.title for result in results if result.reached}
    highest = (next((title for title in ladder if title in reached), None) for ladder in LADDERS)
    return tuple(title for title in highest if title is not None)


def _title(edition: TitleEdition, title: RatingTitle, rating: int, games: int | None, date: dt.date) -> ByRating:
    rules = edition.by_rating
    least = {"FM": rules.fm, "CM": rules.cm, "WFM": rules.wfm, "WCM": rules.wcm}[title]
    checks = [Check(least.article, "rating", least.value, rating, rating >= least.value)]
    if date > dt.date.fromisoformat(rules.games_from.value):
        enough = None if games is None else games >= rules.games.value
        missing = ("games",) if games is None else ()
        checks.append(Check(rules.games.article, "rated-games", rules.games.value, games, enough, missing))
    return ByRating(title, all_hold(checks), tuple(checks))
