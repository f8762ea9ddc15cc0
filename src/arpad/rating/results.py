"""What the engine returns for a rated player. Expectations and sums are whole hundredths, scores whole half points."""

from fractions import Fraction
from typing import NamedTuple

from arpad.documents.steps import Trail
from arpad.domain.games import PlayerGame
from arpad.regulations.articles import Article


class GameChange(NamedTuple):
    """One counted game: D, the D used, PD and score − PD."""

    game: PlayerGame
    difference: int
    used_difference: int
    expected: int
    change: int

    @property
    def capped(self) -> bool:
        return self.used_difference != self.difference


class EventChange(NamedTuple):
    """One event by its average: D = R − Rc, PD, We, and W − We."""

    event: str
    games: int
    score: int
    average: Fraction
    difference: int
    expected: int
    expected_score: int
    result: int


class NotCounted(NamedTuple):
    """A game that is not rated, and why (a message key)."""

    game: PlayerGame
    reason: str
    article: Article


class RatingChange(NamedTuple):
    """The change of a rated player over one event or one period. `listed_k` is K before the limit of K times n.

    `below_floor`: with the new rating the next list shows the player as not rated.
    """

    edition: str
    rating: int
    listed_k: int
    k: int
    games: tuple[GameChange, ...]
    events: tuple[EventChange, ...]
    not_counted: tuple[NotCounted, ...]
    games_counted: int
    sum: int
    change: int
    rounded_change: int
    new_rating: int
    below_floor: bool
    steps: Trail
