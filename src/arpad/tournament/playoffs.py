"""Play-offs (C.05 Annex 3) for the first place, a title or a qualification: who plays, how many games, which colours.

Their games never change the points of the event: only the order of the players who were level.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arpad.tournament.knockout import TieStage
from arpad.tournament.results import is_final
from arpad.tournament.state import EventBoard, EventState

TIME_CONTROL = "3+2"
FIRST_GAMES = 2
BREAK_BEFORE, BREAK_BETWEEN = 30, 10
"""Minutes between the last game concerned and the first of the play-off, and between its stages."""
MOST_PLAYERS = 4
Form = Literal["match", "round-robin", "knockout", "cut"]
FORMS: dict[int, Form] = {2: "match", 3: "round-robin", 4: "knockout"}
GAMES: dict[Form, int] = {"match": FIRST_GAMES, "round-robin": 3, "knockout": 3 * FIRST_GAMES, "cut": 3 * FIRST_GAMES}


@dataclass(frozen=True, slots=True)
class PlayOffPlan:
    """What a play-off of a number of players looks like. `cut`: the next tie-break keeps four of them."""

    players: int
    form: Form
    games: int
    time_control: str = TIME_CONTROL
    minutes_before: int = BREAK_BEFORE
    minutes_between: int = BREAK_BETWEEN


@dataclass(frozen=True, slots=True)
class PlayOff:
    """The games of a play-off, in their order."""

    number: int
    games: tuple[EventBoard, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The players, in the order in which they first sit down."""
        return tuple(dict.fromkeys(entry for game in self.games for entry in (game.white, game.black)))

    def score(self, entry: int) -> Fraction:
        own = tuple(game for game in self.games if entry in (game.white, game.black))
        return TieStage("play-off", len(own), own).score(entry)

    @property
    def over(self) -> bool:
        """Whether every game has its result."""
        return all(is_final(game.result) for game in self.games)

    @property
    def winner(self) -> int | None:
        """The winner; None while the play-off is open or level."""
        if len(self.players) == FIRST_GAMES:
            return self._winner_of_two()
        best = sorted(self.players, key=self.score, reverse=True)
        return best[0] if self.over and self.score(best[0]) > self.score(best[1]) else None

    def _winner_of_two(self) -> int | None:
        """The better score of the first two games, then the first win."""
        first, second = self.players
        stage = TieStage("play-off", FIRST_GAMES, self.games[:FIRST_GAMES])
        later = [TieStage("play-off", 1, (game,)) for game in self.games[FIRST_GAMES:]]
        return next((won for one in (stage, *later) if (won := one.winner((first, second))) is not None), None)

    @property
    def order(self) -> tuple[tuple[int, ...], ...]:
        """The players from the first to the last; those who are level stand together."""
        if len(self.players) == FIRST_GAMES:
            won = self.winner
            return () if won is None else ((won,), tuple(entry for entry in self.players if entry != won))
        if not self.over:
            return ()
        scores = sorted({self.score(entry) for entry in self.players}, reverse=True)
        return tuple(tuple(entry for entry in self.players if self.score(entry) == one) for one in scores)


def plan(players: int) -> PlayOffPlan:
    """Return the play-off for a number of players who are level: two play two games, three a round robin, four two ties
    by lot and a final; of five or more the next tie-break keeps four."""
    form = FORMS.get(players, "cut")
    return PlayOffPlan(players, form, GAMES[form])


def later_white(game: int) -> int:
    """Return who has White in a game after the first two, 0 for the player drawn by lot: the colours alternate after
    each odd game (X Y Y X X Y), and the first win decides."""
    return (game // 2) % 2


def play_offs_of(state: EventState) -> dict[int, PlayOff]:
    """Return the play-offs of an event."""
    return {
        number: PlayOff(number, tuple(boards[game] for game in sorted(boards)))
        for number, boards in state.play_offs.items()
    }


def undecided(found: Iterable[PlayOff]) -> list[int]:
    """Return the play-offs that nobody has won yet, and that nothing later has settled."""
    known = list(found)
    later = {entry for one in known if one.winner is not None for entry in one.players}
    return [one.number for one in known if one.winner is None and not (one.over and later & set(one.players))]
