"""Titles by rating (1.3), and titles and norms given directly by a championship result (1.2)."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from arpad.domain.event import Sex
from arpad.domain.rating_list import OPEN_TITLES, TITLES, WOMENS_TITLES
from arpad.regulations.title_editions import Achievement, DirectEvent, Result, Table, TitleEdition
from arpad.titles.model import Check, all_hold, at_least

# 1.3: titles by a rating, published or interim, with the number of rated games behind it.

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
    return tuple(_title_by_rating(edition, title, rating, games, date) for ladder in ladders for title in ladder)


def given(results: Iterable[ByRating]) -> tuple[RatingTitle, ...]:
    """What the player gets: the highest open title reached and, for a woman, the highest women's title too."""
    reached = {result.title for result in results if result.reached}
    highest = (next((title for title in ladder if title in reached), None) for ladder in LADDERS)
    return tuple(title for title in highest if title is not None)


def _title_by_rating(
    edition: TitleEdition, title: RatingTitle, rating: int, games: int | None, date: dt.date
) -> ByRating:
    rules = edition.by_rating
    least = {"FM": rules.fm, "CM": rules.cm, "WFM": rules.wfm, "WCM": rules.wcm}[title]
    checks = [Check(least.article, "rating", least.value, rating, rating >= least.value)]
    if date > dt.date.fromisoformat(rules.games_from.value):
        enough = None if games is None else games >= rules.games.value
        missing = ("games",) if games is None else ()
        checks.append(Check(rules.games.article, "rated-games", rules.games.value, games, enough, missing))
    return ByRating(title, all_hold(checks), tuple(checks))


# 1.2: titles and norms that a result in a championship gives directly, at once or once a rating is reached (0.6.2).

FOR_WOMEN_ALONE = {"womens-world"}
"""Women's events in which titles of the open table can be won too."""

MEDALS: dict[Result, int] = {"gold": 1, "silver": 2, "bronze": 3}
"""1.2.4: places after the tie-break."""
KNOCK_OUT: dict[Result, int] = {"champion": 1, "finalist": 2, "last-8": 8, "last-16": 16}
"""How many players a result of a knock-out leaves. All placed so high have it: the champion is among the last 16."""
IMPLIED: dict[Result, frozenset[Result]] = {
    "gold": frozenset({"first-equal"}),
    "first-equal": frozenset({"silver", "bronze"}),
}
"""What a medal includes. Players level with the first, but not first after the tie-break, have silver or bronze."""


@dataclass(frozen=True, slots=True)
class Achieved:
    """A player's result: by name or as the place after the tie-break, with `tied` if they are level on points
    with the first; and the score in half points over the games played. None: not given."""

    result: Result | None = None
    place: int | None = None
    tied: bool = False
    score: int | None = None
    games: int | None = None


@dataclass(frozen=True, slots=True)
class Participation:
    """1.2.3: the participants; `members` are the federations that could take part. 1.2.3a: if groups were merged, the
    players and federations of the subgroup. None: not given, or no subgroup."""

    participants: int | None = None
    federations: int | None = None
    members: int | None = None
    rounds: int | None = None
    merged: bool = False
    subgroup_participants: int | None = None
    subgroup_federations: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """A title or a norm, and the row of the table that gives it.

    A title is `final` if the least rating was reached, conditional if not (False), and None if the rating is
    not given; a norm is final. `meanwhile` is the highest lower title that can be taken at once.
    """

    achievement: Achievement
    final: bool | None
    rating: Check | None = None
    meanwhile: str | None = None


@dataclass(frozen=True, slots=True)
class DirectAnswer:
    """What a result gives: nothing if a condition fails; None if one is not decided."""

    event: DirectEvent
    edition: str
    holds: bool | None
    checks: tuple[Check, ...]
    awards: tuple[Award, ...]


def direct_titles(
    edition: TitleEdition,
    event: DirectEvent,
    table: Table,
    achieved: Achieved,
    highest: int | None = None,
    participation: Participation | None = None,
) -> DirectAnswer:
    """1.2: the titles and norms of a result in an event; `highest` is the highest rating the player ever had."""
    checks = tuple(_conditions(edition, event, achieved, participation or Participation()))
    holds = all_hold(checks)
    tables: tuple[Table, ...] = ("open", "women") if event.id in FOR_WOMEN_ALONE else (table,)
    found = (award for one in tables for award in _awards(edition, event, one, achieved, highest))
    awards = () if holds is False else tuple(found)
    return DirectAnswer(event, edition.id, holds, checks, awards)


def results_of(edition: TitleEdition, achieved: Achieved) -> frozenset[Result]:
    """1.2.4: every result of the tables that a player has. Gold is first after the tie-break, and so is a champion;
    first-equal are those level with the first, the best three after the tie-break."""
    place = _place(achieved)
    named: set[Result] = set() if achieved.result is None else {achieved.result}
    if place is not None:
        named.update(result for result, last in KNOCK_OUT.items() if place <= last)
        named.update(medal for medal, own in MEDALS.items() if place == own)
        if achieved.tied and place <= edition.direct.first_equal_most.value:
            named.add("first-equal")
    if named & KNOCK_OUT.keys():
        named.add("qualified")
    return frozenset(named).union(*(IMPLIED.get(title, frozenset()) for title in named))


def _place(achieved: Achieved) -> int | None:
    """Return the place, given as a number or by name; for players knocked out together, the last of their places."""
    if achieved.place is not None or achieved.result is None:
        return achieved.place
    return (MEDALS | KNOCK_OUT).get(achieved.result)


def _awards(
    edition: TitleEdition, event: DirectEvent, table: Table, achieved: Achieved, highest: int | None
) -> Iterator[Award]:
    """The highest title of the table, and the norms for titles above it."""
    ladder = OPEN_TITLES if table == "open" else WOMENS_TITLES
    results = results_of(edition, achieved)
    reached = [
        achievement
        for achievement in event.achievements
        if achievement.table == table and _is_reached(achievement, results, achieved)
    ]
    reached.sort(key=lambda award: ladder.index(award.title))
    title = next((award for award in reached if award.gives == "title"), None)
    best = len(ladder) if title is None else ladder.index(title.title)
    norms = {award.title: award for award in reached if award.gives == "norm" and ladder.index(award.title) < best}
    yield from (Award(norm, final=True) for norm in norms.values())
    if title is not None:
        yield _direct_title(edition, title, ladder, highest)


def _is_reached(achievement: Achievement, results: frozenset[Result], achieved: Achieved) -> bool:
    if achievement.score is None or achievement.games is None:
        return achievement.result in results
    if achieved.score is None or not achieved.games or achieved.games < achievement.games:
        return False
    return Fraction(achieved.score, 2 * achieved.games) >= achievement.score


def _direct_title(
    edition: TitleEdition, achievement: Achievement, ladder: tuple[str, ...], highest: int | None
) -> Award:
    """0.6.2: final with the least rating, else conditional; a lower title whose least rating is reached at once."""
    rule = edition.by_rating.direct_least
    least = rule.value[TITLES.index(achievement.title)]
    if highest is None:
        return Award(achievement, None, Check(rule.article, "direct-rating", least, None, None, ("highest",)))
    check = Check(rule.article, "direct-rating", least, highest, highest >= least)
    if check.ok:
        return Award(achievement, final=True, rating=check)
    lower = ladder[ladder.index(achievement.title) + 1 :]
    meanwhile = next((title for title in lower if highest >= rule.value[TITLES.index(title)]), None)
    return Award(achievement, final=False, rating=check, meanwhile=meanwhile)


def _conditions(
    edition: TitleEdition, event: DirectEvent, achieved: Achieved, participation: Participation
) -> Iterator[Check]:
    """1.2.2, 1.2.3, 1.2.3a."""
    rule = edition.direct.score
    share = None if achieved.score is None or not achieved.games else Fraction(achieved.score, 2 * achieved.games)
    yield at_least(edition.direct.score.article, "least-score", rule.value, share, "score")
    if event.participation or participation.merged:
        yield from _participation(edition, participation)
    if participation.merged:
        yield from _subgroup(edition, achieved, participation)


def _participation(edition: TitleEdition, event: Participation) -> Iterator[Check]:
    """1.2.3: a third of the federations or five, whichever is less; a number of players and of rounds."""
    rules = edition.direct
    federations = rules.federations.value
    if event.members is not None:
        federations = min(federations, ceil(rules.federations_share.value * event.members))
    enough = None if event.federations is None else event.federations >= federations
    if enough is False and event.members is None:
        missing: tuple[str, ...] = ("members",)
        enough = None
    else:
        missing = ("federations",) if enough is None else ()
    yield Check(rules.federations.article, "direct-federations", federations, event.federations, enough, missing)
    least = rules.participants
    yield at_least(least.article, "direct-participants", least.value, event.participants, "participants")
    if rules.rounds.value:
        yield at_least(rules.rounds.article, "direct-rounds", rules.rounds.value, event.rounds, "rounds")


def _subgroup(edition: TitleEdition, achieved: Achieved, event: Participation) -> Iterator[Check]:
    """1.2.3a: a subgroup of a merged group must be large enough, and its best must score half over all rounds."""
    rules = edition.direct
    least = rules.merged_subgroup_participants
    yield at_least(least.article, "subgroup-participants", least.value, event.subgroup_participants, "subgroup")
    least = rules.merged_subgroup_federations
    yield at_least(least.article, "subgroup-federations", least.value, event.subgroup_federations, "subgroup")
    score = rules.merged_subgroup_score
    over = event.rounds or achieved.games
    share = None if achieved.score is None or not over else Fraction(achieved.score, 2 * over)
    yield at_least(score.article, "subgroup-score", score.value, share, "score")
