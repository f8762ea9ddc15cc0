"""The games of a player as an event has them, and what they add up to: opponents, colours, best wins."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arpad.domain.event import HALF_POINTS_OF, Colour, Event, Player, RoundResult


class PlayedEncounter(NamedTuple):
    """A game that a player played: against whom, as the report has them, and the player's half points."""

    round: int
    colour: Colour | None
    opponent: str
    name: str
    title: str
    rating: int | None
    score: int

    @property
    def points(self) -> Fraction:
        return Fraction(self.score, 2)


@dataclass(frozen=True, slots=True)
class ScoreSum:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> int:
        """The half points."""
        return 2 * self.won + self.drawn

    @property
    def points(self) -> Fraction:
        return Fraction(self.score, 2)


def rounds_played(event: Event) -> Iterator[tuple[Player, list[tuple[RoundResult, Player, int]]]]:
    """Each player with the rounds in which they played: the round, the opponent, and the player's half points. Forfeits
    and byes are no games; players without an id are met, and have no games of their own."""
    by_rank = {player.rank: player for player in event.players}
    for player in event.players:
        found = []
        for one in sorted(player.rounds, key=lambda one: one.round) if player.id else ():
            other = None if one.opponent is None else by_rank.get(one.opponent)
            if other is not None and one.played and one.result is not None:
                found.append((one, other, HALF_POINTS_OF[one.result]))
        yield player, found


def encounters(event: Event) -> Mapping[str, tuple[PlayedEncounter, ...]]:
    """The games played in an event, by the ids of its players."""
    return {
        player.id: tuple(
            PlayedEncounter(one.round, one.colour, other.id, other.name, other.title, other.rating or None, score)
            for one, other, score in played
        )
        for player, played in rounds_played(event)
        if player.id
    }


def score_sum(games: Iterable[PlayedEncounter]) -> ScoreSum:
    """Count games by their results."""
    scores = [game.score for game in games]
    return ScoreSum(scores.count(2), scores.count(1), scores.count(0))


def best_wins(games: Iterable[PlayedEncounter], most: int) -> list[int]:
    """The places of the wins against the highest rated opponents, the highest first, of equal ones the latest."""
    won = [(game.rating, place) for place, game in enumerate(games) if game.score == 2 and game.rating is not None]
    return [place for _, place in sorted(won, reverse=True)[:most]]


def opponents_met(games: Iterable[PlayedEncounter]) -> dict[str, list[int]]:
    """The places of the games against each opponent with an id, those met most often first, then the latest."""
    met: dict[str, list[int]] = {}
    for place, game in enumerate(games):
        if game.opponent:
            met.setdefault(game.opponent, []).append(place)
    return dict(sorted(met.items(), key=lambda entry: (-len(entry[1]), -entry[1][-1])))
