"""The ratings that titles ask for: 1.5.3 for those with norms, 1.3 for those by a rating."""

import datetime as dt

from arpad.i18n import ArpadError
from arpad.lab.interim import Interim, Threshold
from arpad.regulations.title_editions import NORM_TITLES, title_edition_for

BY_RATING = ("FM", "CM", "WFM", "WCM")
INTERIM_TITLES = (*NORM_TITLES, *BY_RATING)


def title_threshold(title: str, day: dt.date) -> Threshold:
    """Return what a title asks for by the edition in force on a day."""
    edition = title_edition_for(day)
    if title in NORM_TITLES:
        rule = edition.application.rating
        return Threshold(rule.value[NORM_TITLES.index(title)], 0, title, rule.article.number)
    rules = edition.by_rating
    least = {"FM": rules.fm, "CM": rules.cm, "WFM": rules.wfm, "WCM": rules.wcm}[title]
    games = rules.games.value if day > dt.date.fromisoformat(rules.games_from.value) else 0
    return Threshold(least.value, games, title, least.article.number)


def checked(threshold: Threshold, base: int) -> Threshold:
    """Return a threshold that can still be reached in the period."""
    if threshold.rating <= base:
        raise ArpadError("lab-threshold", threshold=threshold.rating, rating=base)
    return threshold


def thresholds_ahead(found: Interim, time_class: str) -> list[Threshold]:
    """Return the ratings of titles above the rating before a standard period, each once, the lowest first."""
    if time_class != "standard" or not found.rows:
        return []
    asked = [title_threshold(title, found.rows[-1].game.date) for title in INTERIM_TITLES]
    ahead = {one.rating: one for one in asked if one.rating > found.base and one.title in ("GM", "IM", "FM", "CM")}
    return [ahead[rating] for rating in sorted(ahead)]
