"""The development coefficient K with its limit, and the rating floor of a list."""

import datetime as dt
from dataclasses import fields

from arpad.documents.document import ArticleNumber, Document, replace, shows
from arpad.documents.steps import Explanation, Reasons, Step
from arpad.domain.games import History
from arpad.domain.rating_list import LOWEST_RATING
from arpad.extras import numpy as np
from arpad.rating.columns import Mask, Numbers
from arpad.rating.inputs import check_history
from arpad.regulations.articles import Article
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Numbered

# K, the development coefficient: from a player's history, then cut if K times the games exceeds the limit.


class KFactor(Document, frozen=True):
    """K with the article that gives it and the reasons; `listed_k` is K before the limit of K times the games.
    `games_played`, if K depends on the number of the game."""

    shown = shows("edition", "k", "listed_k", "article", "steps")
    edition: str
    k: int
    listed_k: int
    article: ArticleNumber
    steps: Reasons
    games_played: int | None = None

    def limited(self, edition: Edition, games: int) -> "KFactor":
        """8.3.3: K as it counts for a number of games, cut if K times the games exceeds the limit."""
        k = within_limit(edition, self.k, games)
        if k == self.k:
            return self
        steps = (*self.steps, limit_step(edition, self.k, k, games))
        return replace(self, k=k, article=edition.k.product_limit.article, steps=steps)


def k_factor(edition: Edition, history: History) -> KFactor:
    """K by the list before the period. The texts give no order; ever published at the top level comes first, then the
    players who are new to this list but have a standard rating, then juniors, then newcomers, then everybody else."""
    check_history(history)
    rules = edition.k
    if rules.method.value != "by-history":
        return _by_number(edition, history)
    if _reached_low(edition, history):
        assert rules.low.value is not None
        top = {"highest": history.peak, "low_from": rules.low_from.value}
        return _because(edition, rules.low.value, rules.low.article, "k.low", **top)
    few = rules.new_games.value is not None and history.games_played < rules.new_games.value
    inputs = {"games": history.games_played, "limit": rules.new_games.value}
    if few and rules.standing_in.value is not None and history.standard_k is not None:
        return _because(edition, history.standard_k, rules.standing_in.article, "k.as-standard", **inputs)
    if _is_junior(edition, history):
        assert rules.junior.value is not None
        by_year = rules.junior_until.value == "birthday" and history.birthday is None
        how = "k.junior-by-year" if by_year else "k.junior"
        born = history.birthday.year if history.birthday else history.born
        inputs = {"born": born, "below": rules.junior_below.value}
        return _because(edition, rules.junior.value, rules.junior.article, how, **inputs)
    if few and rules.new.value is not None:
        what = "k.new-known" if history.at_least else "k.new"
        return _because(edition, rules.new.value, rules.new.article, what, **inputs)
    return _because(edition, rules.middle.value, rules.middle.article, "k.middle", low_from=rules.low_from.value)


def _by_number(edition: Edition, history: History) -> KFactor:
    """K of everybody, or of the player's next game (FRBE 10.f.2)."""
    rules = edition.numbered
    if rules is None:
        return _because(edition, edition.k.middle.value, edition.k.middle.article, "k.fixed")
    number = history.games_played + 1
    k = k_of_game(edition, rules, history.rating, number)
    last = next((last for last, _ in rules.by_games.value if number <= last), None)
    if last is not None:
        found = _because(edition, k, rules.by_games.article, "k.by-number", number=number, last=last)
        return replace(found, games_played=history.games_played)
    highest = next((highest for highest, _ in rules.by_rating.value if history.rating <= highest), None)
    inputs = {"number": number, "rating": history.rating, "highest": highest or rules.by_rating.value[-1][0]}
    what = "k.by-rating" if highest is not None else "k.by-rating-above"
    found = _because(edition, k, rules.by_rating.article, what, **inputs)
    return replace(found, games_played=history.games_played)


def k_of_game(edition: Edition, rules: Numbered, rating: int, number: int) -> int:
    """FRBE 10.f.2: K of a game by its number, counted from the player's first one; then by the rating."""
    for bands, own in ((rules.by_games.value, number), (rules.by_rating.value, rating)):
        for most, k in bands:
            if own <= most:
                return k
    return edition.k.middle.value


def given_k(edition: Edition, k: int) -> KFactor:
    """K as somebody gives it."""
    return _because(edition, k, edition.k.method.article, "k.given")


def _because(edition: Edition, k: int, article: Article, what: str, **inputs: object) -> KFactor:
    return KFactor(edition.id, k, k, article, (Step(article, what, inputs, k),))


def _reached_low(edition: Edition, history: History) -> bool:
    """Once a player is published at the threshold (with the games some editions require), K stays low for ever."""
    rules = edition.k
    if rules.low_from.value is None or history.peak < rules.low_from.value:
        return False
    return rules.low_games.value is None or history.games_played >= rules.low_games.value


def _is_junior(edition: Edition, history: History) -> bool:
    """Junior players as long as they have never been published at the junior limit. If only the year of birth is known,
    the birthday is taken to be at the end of the year, so both rules give the same."""
    rules = edition.k
    if rules.junior.value is None or rules.junior_below.value is None or rules.junior_age.value is None:
        return False
    if history.peak >= rules.junior_below.value:
        return False
    if history.birthday is not None and rules.junior_until.value == "birthday":
        return history.date < _anniversary(history.birthday, rules.junior_age.value)
    born = history.birthday.year if history.birthday else history.born
    return born is not None and history.date.year - born <= rules.junior_age.value


def _anniversary(birthday: dt.date, age: int) -> dt.date:
    try:
        return birthday.replace(year=birthday.year + age)
    except ValueError:  # born on 29 February
        return dt.date(birthday.year + age, 3, 1)


def within_limit(edition: Edition, k: int, games: int) -> int:
    """8.3.3: if K times the games of the period exceeds 700, K is the largest whole number that does not."""
    limit = edition.k.product_limit.value
    if limit is None or k * games <= limit:
        return k
    return limit // games


def limit_step(edition: Edition, listed: int, k: int, games: int) -> Step:
    """The reason for a K that was cut."""
    rule = edition.k.product_limit
    return Step(rule.article, "k.limit", {"listed": listed, "games": games, "limit": rule.value}, k)


def k_column(
    edition: Edition,
    year: int,
    born: Numbers,
    rating: Numbers,
    total: Numbers,
    highest: Numbers,
    standard_k: Numbers | None = None,
) -> Numbers:
    """`k_factor` over columns, for players with at most a known year of birth (0: not known)."""
    rules = edition.k
    k = np.full(len(rating), rules.middle.value, dtype=np.int32)
    if rules.method.value == "fixed":
        return k
    if edition.numbered is not None:
        for bands, own in ((edition.numbered.by_rating.value, rating), (edition.numbered.by_games.value, total + 1)):
            for most, value in reversed(bands):
                k[own <= most] = value
        return k
    if rules.new.value is not None and rules.new_games.value is not None:
        k[total < rules.new_games.value] = rules.new.value
    peak = np.maximum(rating, highest)
    if rules.junior.value is not None:
        k[_juniors(edition, year, born, peak)] = rules.junior.value
    if standard_k is not None and rules.standing_in.value is not None and rules.new_games.value is not None:
        k = np.where((total < rules.new_games.value) & (standard_k > 0), standard_k, k)
    if rules.low.value is not None and rules.low_from.value is not None:
        k[(peak >= rules.low_from.value) & (total >= (rules.low_games.value or 0))] = rules.low.value
    return k


def _juniors(edition: Edition, year: int, born: Numbers, peak: Numbers) -> Mask:
    """Juniors by the year of birth; the year 0 means not known."""
    rules = edition.k
    if rules.junior.value is None or rules.junior_below.value is None or rules.junior_age.value is None:
        return np.zeros(len(born), dtype=np.bool_)
    return (year - born <= rules.junior_age.value) & (peak < rules.junior_below.value)


def outgrown(edition: Edition, year: int, born: Numbers, rating: Numbers, k: Numbers) -> Mask:
    """8.3.3, 2017 8.56 and similar: which players have a junior's K and may be too old for it."""
    rules = edition.k
    if rules.junior.value is None or rules.junior_age.value is None:
        return np.zeros(len(rating), dtype=np.bool_)
    return np.asarray((rating > 0) & (k == rules.junior.value) & (year - born >= rules.junior_age.value))


def k_found_again(
    edition: Edition, before: Edition | None, year: int, born: Numbers, rating: Numbers, k: Numbers, games: Numbers
) -> Mask:
    """Return for which players a list finds K again: rated players who played, have none yet or may be too old for a
    junior's; all rated players if the rules of K are not those of the list before."""
    if before is None or k_rules(before) != k_rules(edition):
        return rating > 0
    changed: Mask = (rating > 0) & ((games > 0) | (k == 0))
    return changed | outgrown(edition, year, born, rating, k)


def k_rules(edition: Edition) -> list[object]:
    """Return the values of the rules of K."""
    own = [getattr(edition.k, field.name).value for field in fields(edition.k)]
    by_number = edition.numbered
    return own if by_number is None else [*own, by_number.by_games.value, by_number.by_rating.value]


def within_limit_column(edition: Edition, k: Numbers, games: Numbers) -> Numbers:
    """8.3.3 over columns: if K times the games exceeds 700, K is the largest whole number that does not."""
    limit = edition.k.product_limit.value
    if limit is None:
        return k
    return np.where(k * games > limit, limit // np.maximum(games, 1), k).astype(np.int32)


def used_k_column(edition: Edition, listed: Numbers, games: Numbers) -> Numbers:
    """Return the K that an edition uses for a period: as listed or the same for everybody, cut by the games."""
    k = np.full_like(listed, edition.k.middle.value) if edition.k.method.value == "fixed" else listed
    return within_limit_column(edition, k, games)


# The floor of the list: a player whose rating falls below it is not rated from the next list on.


def below_floor(edition: Edition, rating: int | None) -> bool:
    """Whether a rating is too low for the list (7.1.2, 6.1.2; 2003 and 2005 9.12; FEDA 8.12). None is, if a list raises
    the ratings below its floor (FRBE 10.f.3)."""
    return rating is not None and not raised(edition) and rating < edition.lists.floor.value


def raised(edition: Edition) -> bool:
    """FRBE 10.f.3: whether ratings below the floor are raised to it."""
    return edition.lists.below_floor.value == "raised"


def verdict_steps(edition: Edition, rating: int) -> Explanation:
    """Return the last step of a change: the player is listed with the new rating, or is not because of the floor."""
    floor = edition.lists.floor
    if raised(edition):
        return (Step(floor.article, "verdict.listed", {}, rating),)
    listed = Step(floor.article, "verdict.listed-above-floor", {"floor": floor.value}, rating)
    return floor_steps(edition, rating) or (listed,)


def floor_steps(edition: Edition, rating: int) -> Explanation:
    """7.2.1, 6.2.1, 2017 7.21, 2003 and 2005 9.21, FEDA 8.21: below the floor the next list shows the player as not
    rated, and they are then treated as unrated. Empty for a rating at or above the floor."""
    if not below_floor(edition, rating):
        return ()
    inputs = {"rating": rating, "floor": edition.lists.floor.value}
    return (Step(edition.lists.below_floor.article, "change.below-floor", inputs, None),)


def below_floor_column(edition: Edition, rating: Numbers) -> Mask:
    """7.1.2, 6.1.2, 2003 and 2005 9.12, FEDA 8.12: which ratings are too low for the list."""
    return np.asarray((rating < edition.lists.floor.value) & (not raised(edition)))


def with_floor_kept(
    edition: Edition, rating: Numbers, k: Numbers, highest: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """7.2.1, 6.2.1, 2017 7.21, 2003 and 2005 9.21, FEDA 8.21: below the floor a player has no rating and no K from
    this list on. Returns ratings and K, and the highest ratings published so far."""
    rated = ~below_floor_column(edition, rating) & (rating >= LOWEST_RATING)
    rating = rating * rated
    return rating, k * rated, np.maximum(highest, rating)
