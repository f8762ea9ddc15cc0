"""Titles by rating (1.3), and titles and norms given directly by a championship result (1.2)."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated, Any, Literal

from arpad.documents.checks import Check, all_hold, by_rule, compared
from arpad.documents.document import ArticleNumber, Document, InWords, replace, shows
from arpad.domain.event import Sex
from arpad.domain.rating_list import OPEN_TITLES, TITLES, WOMENS_TITLES
from arpad.regulations.title_editions import Achievement, DirectEvent, Gives, Result, Table, TitleEdition

# 1.3: titles by a rating, published or interim, with the number of rated games behind it.

RatingTitle = Literal["FM", "CM", "WFM", "WCM"]
LADDERS: tuple[tuple[RatingTitle, RatingTitle], ...] = (("FM", "CM"), ("WFM", "WCM"))
"""The open titles and the women's, the higher one first."""


class ByRating(Document, frozen=True):
    """One title and whether the rating gives it. `reached` None: it depends on a number that was not given."""

    title: RatingTitle
    reached: bool | None
    checks: tuple[Check, ...]


class TitlesByRating(Document, frozen=True):
    """The titles that a rating can give to a man or a woman, each with its checks."""

    shown = shows("edition", "sex", "rating", "games", "date", "titles", "results")
    edition: str
    sex: Sex
    rating: int
    games: int | None
    date: dt.date
    results: tuple[ByRating, ...]

    @property
    def titles(self) -> tuple[RatingTitle, ...]:
        """What the player gets: the highest open title reached and, for a woman, the highest women's title too."""
        reached = {result.title for result in self.results if result.reached}
        highest = (next((title for title in ladder if title in reached), None) for ladder in LADDERS)
        return tuple(title for title in highest if title is not None)


def titles_by_rating(edition: TitleEdition, sex: Sex, rating: int, games: int | None, date: dt.date) -> TitlesByRating:
    """1.3: each title that a rating can give to a man or a woman, with its checks.

    `games` are the rated games played by the `date` the rating was reached; None: not known.
    """
    titles = [title for ladder in (LADDERS if sex == "f" else LADDERS[:1]) for title in ladder]
    results = tuple(_title_by_rating(edition, title, rating, games, date) for title in titles)
    return TitlesByRating(edition.id, sex, rating, games, date, results)


def _title_by_rating(
    edition: TitleEdition, title: RatingTitle, rating: int, games: int | None, date: dt.date
) -> ByRating:
    rules = edition.by_rating
    least = {"FM": rules.fm, "CM": rules.cm, "WFM": rules.wfm, "WCM": rules.wcm}[title]
    checks = [by_rule(least, "rating", rating)]
    if date > dt.date.fromisoformat(rules.games_from.value):
        checks.append(by_rule(rules.games, "rated-games", games, "games"))
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

    def share(self, games: int | None) -> Fraction | None:
        """Return the share of the points in some games; None if a number is missing."""
        return None if self.score is None or not games else Fraction(self.score, 2 * games)


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


class Award(Document, frozen=True):
    """A title or a norm, and the row of the table that gives it.

    A title is `final` if the least rating was reached, conditional if not (False), and None if the rating is
    not given; a norm is final. `meanwhile` is the highest lower title that can be taken at once."""

    shown = shows("title", "gives", "final", "article", "result", "rating", "meanwhile")
    achievement: Achievement
    title: str
    gives: Gives
    article: ArticleNumber
    result: Result
    final: bool | None = True
    rating: Check | None = None
    meanwhile: str | None = None


def _award(row: Achievement, **more: Any) -> Award:
    return Award(row, row.title, row.gives, row.article, row.result, **more)


class DirectAnswer(Document, frozen=True):
    """What a result gives: nothing if a condition fails; None if one is not decided."""

    edition: str
    event: str
    name: Annotated[Mapping[str, str], InWords(str, lambda name, language: name[language])]
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
    return DirectAnswer(edition.id, event.id, event.name, holds, checks, awards)


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
    yield from (_award(norm) for norm in norms.values())
    if title is not None:
        yield _direct_title(edition, title, ladder, highest)


def _is_reached(achievement: Achievement, results: frozenset[Result], achieved: Achieved) -> bool:
    if achievement.score is None or achievement.games is None:
        return achievement.result in results
    share = achieved.share(achieved.games)
    return share is not None and (achieved.games or 0) >= achievement.games and share >= achievement.score


def _direct_title(
    edition: TitleEdition, achievement: Achievement, ladder: tuple[str, ...], highest: int | None
) -> Award:
    """0.6.2: final with the least rating, else conditional; a lower title whose least rating is reached at once."""
    rule = edition.by_rating.direct_least
    check = compared(rule.article, "direct-rating", rule.value[TITLES.index(achievement.title)], highest, "highest")
    lower = ladder[ladder.index(achievement.title) + 1 :] if check.ok is False else ()
    meanwhile = next((title for title in lower if (highest or 0) >= rule.value[TITLES.index(title)]), None)
    return _award(achievement, final=check.ok, rating=check, meanwhile=meanwhile)


def _conditions(
    edition: TitleEdition, event: DirectEvent, achieved: Achieved, participation: Participation
) -> Iterator[Check]:
    """1.2.2, 1.2.3, 1.2.3a."""
    yield by_rule(edition.direct.score, "least-score", achieved.share(achieved.games), "score")
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
    check = compared(rules.federations.article, "direct-federations", federations, event.federations, "federations")
    yield replace(check, ok=None, missing=("members",)) if check.ok is False and event.members is None else check
    yield by_rule(rules.participants, "direct-participants", event.participants, "participants")
    if rules.rounds.value:
        yield by_rule(rules.rounds, "direct-rounds", event.rounds, "rounds")


def _subgroup(edition: TitleEdition, achieved: Achieved, event: Participation) -> Iterator[Check]:
    """1.2.3a: a subgroup of a merged group must be large enough, and its best must score half over all rounds."""
    rules, share = edition.direct, achieved.share(event.rounds or achieved.games)
    players, federations = event.subgroup_participants, event.subgroup_federations
    yield by_rule(rules.merged_subgroup_participants, "subgroup-participants", players, "subgroup")
    yield by_rule(rules.merged_subgroup_federations, "subgroup-federations", federations, "subgroup")
    yield by_rule(rules.merged_subgroup_score, "subgroup-score", share, "score")
