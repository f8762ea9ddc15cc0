"""A selection of a candidate's games and its figures: the raised opponent, Ra, p, dp, Rp, the score required."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arpad.rating.results import half_up
from arpad.regulations.rating_rules import dp, performance_rules
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition
from arpad.titles.annex import required_score
from arpad.titles.model import NormGame, Raised, Special


@dataclass(frozen=True, slots=True)
class NormSelection:
    """Games that are to count: `dropped` wins are left out (1.4.1f), and all games after `cut_after` (1.4.1e)."""

    games: tuple[NormGame, ...]
    dropped: tuple[NormGame, ...] = ()
    cut_after: int | None = None
    special: Special = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """1.4.6 to 1.4.9 over a selection; scores in half points."""

    games: int
    score: int
    average: int
    percentage: int
    dp: int
    performance: int
    raised: Raised | None
    required: int | None


def value_of(edition: TitleEdition, game: NormGame) -> int:
    """1.4.6d: the rating of an opponent; an unrated one counts as 1000."""
    return edition.norm.unrated_as.value if game.rating is None else game.rating


def alike(title: NormTitle) -> tuple[str, ...]:
    """1.4.5b-e: the titles of MO: the title of the norm and all higher ones."""
    return NORM_TITLES[: NORM_TITLES.index(title) + 1]


def raised_opponent(edition: TitleEdition, title: NormTitle, games: Sequence[NormGame]) -> Raised | None:
    """1.4.6b, c: the lowest opponent, if below the floor. Of several equally low, the one met most often."""
    floor = edition.norm.floor.value[NORM_TITLES.index(title)]
    met = Counter(game.opponent for game in games)
    lowest = min(games, key=lambda game: (value_of(edition, game), -met[game.opponent], game.round), default=None)
    return None if lowest is None or value_of(edition, lowest) >= floor else Raised(lowest, floor)


def ratings_sum(edition: TitleEdition, games: Iterable[NormGame], raised: Raised | None) -> int:
    """1.4.7a: the sum of the opponents' ratings, with the raised rating in each game of the raised opponent."""
    return sum(
        raised.to if raised is not None and game.opponent == raised.game.opponent else value_of(edition, game)
        for game in games
    )


def figures(edition: TitleEdition, title: NormTitle, games: Sequence[NormGame]) -> Figures | None:
    """1.4.7 to 1.4.9: Ra rounded, p rounded, dp, Rp and the score that Ra requires; None without a game."""
    if not games:
        return None
    raised = raised_opponent(edition, title, games)
    n, score = len(games), sum(game.score for game in games)
    average = half_up(ratings_sum(edition, games, raised), n)
    percentage = half_up(50 * score, n)
    difference = dp(percentage, performance_rules().dp_at_extremes.value)
    assert difference is not None
    required = required_score(edition, title, n, average)
    return Figures(n, score, average, percentage, difference, average + difference, raised, required)
