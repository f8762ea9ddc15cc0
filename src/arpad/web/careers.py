"""What the games that the office holds say about a player: opponents, colours, best wins, norms, waiting changes."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypedDict

from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.schema import Number, Points
from arpad.domain.event import PlayedEncounter, ScoreSum, best_wins, opponents_met, score_sum
from arpad.domain.games import points
from arpad.office.context import Desk
from arpad.office.proof.sheets import PlayerView, WaitingChange, waiting_changes
from arpad.rating.documents import hundredths_json
from arpad.regulations.articles import TimeClass
from arpad.web.remembering import Remembered

BEST = 5
COLOURS = ("w", "b", "")
"""White, black, and all games."""


@dataclass(frozen=True, slots=True)
class CareerGame:
    """A game of a player, with its event."""

    game: PlayedEncounter
    event: int
    event_name: str
    day: dt.date | None
    time_class: TimeClass


@dataclass(frozen=True, slots=True)
class CareerNorm:
    """A norm of a player, found in the report of an event."""

    title: str
    event: int
    event_name: str


@dataclass(frozen=True, slots=True)
class MetOpponent:
    """An opponent with the last game against them, and all results."""

    last: CareerGame
    result: ScoreSum


@dataclass(frozen=True, slots=True)
class Career:
    """The games of a player that the office holds, the earliest first, and what waits for the next list."""

    games: tuple[CareerGame, ...]
    norms: tuple[CareerNorm, ...]
    waiting: tuple[WaitingChange, ...]

    def of(self, time_class: TimeClass | None) -> tuple[CareerGame, ...]:
        """The games of a time class, or all of them."""
        return tuple(one for one in self.games if time_class in (None, one.time_class))

    def against(self, id_: str) -> tuple[CareerGame, ...]:
        """The games against one opponent, the latest first."""
        return tuple(one for one in reversed(self.games) if one.game.opponent == id_)


GAME = ShownFields[CareerGame](
    ShownField("event"),
    ShownField("event_name"),
    ShownField("day"),
    ShownField("time_class"),
    ShownField("round", lambda one: one.game.round, of=int),
    ShownField("colour", lambda one: one.game.colour, of=str),
    ShownField("opponent", lambda one: one.game.opponent or None, of=str | None),
    ShownField("name", lambda one: one.game.name, of=str),
    ShownField("title", lambda one: one.game.title, of=str),
    ShownField("rating", lambda one: one.game.rating, of=int | None),
    ShownField("score", lambda one: points(one.game.score), of=Points),
    named="CareerGame",
)
SUM = ShownFields[ScoreSum](
    *map(ShownField, ("games", "won", "drawn", "lost")),
    ShownField("score", lambda own: points(own.score), of=Points),
    named="ScoreSum",
)
MET = ShownFields[MetOpponent](
    ShownField("id", lambda one: one.last.game.opponent, of=str),
    ShownField("name", lambda one: one.last.game.name, of=str),
    ShownField("title", lambda one: one.last.game.title, of=str),
    ShownField("rating", lambda one: one.last.game.rating, of=int | None),
    *(
        ShownField(name, lambda one, name=name: getattr(one.result, name), of=int)  # type: ignore[misc]
        for name in ("games", "won", "drawn", "lost")
    ),
    ShownField("score", lambda one: points(one.result.score), of=Points),
    named="MetOpponent",
)
NORM = ShownFields[CareerNorm](*map(ShownField, ("title", "event", "event_name")), named="CareerNorm")
WAITING = ShownFields[WaitingChange](
    *map(ShownField, ("event", "name", "time_class", "games")),
    ShownField("score", lambda one: points(one.score), of=Points),
    ShownField("change", lambda one: hundredths_json(one.change), of=Number),
    named="WaitingChange",
)
CareerGameShape: TypeAlias = Annotated[dict[str, Any], GAME]
SumShape: TypeAlias = Annotated[dict[str, Any], SUM]


class ColourResultsDocument(TypedDict):
    """The results with white, with black, and of all games."""

    white: SumShape
    black: SumShape
    all: SumShape


class CareerDocument(TypedDict):
    """What the games that the office holds tell about a player."""

    waiting: list[Annotated[dict[str, Any], WAITING]]
    norms: list[Annotated[dict[str, Any], NORM]]
    results: ColourResultsDocument
    best_wins: list[CareerGameShape]
    opponents: list[Annotated[dict[str, Any], MET]]


def career_of(view: PlayerView, desk: Desk, remembered: Remembered) -> Career:
    """Return the games of a player."""
    games = [CareerGame(game, *held.played[:4]) for held in view.held for game in held.played.games]
    norms = [CareerNorm(title, held.played.id, held.played.name) for held in view.held for title in held.played.norms]
    return Career(tuple(games), tuple(norms), _waiting(view, desk, remembered))


def _waiting(view: PlayerView, desk: Desk, remembered: Remembered) -> tuple[WaitingChange, ...]:
    """What the waiting events would change, found once for the newest list and these games."""
    waits = [held.played for held in view.held if held.waiting]
    if not waits:
        return ()
    id_, numbers = view.record.id, [played.id for played in waits]
    return remembered.of(("waiting", id_, view.digest, *waits), (), lambda: waiting_changes(desk, id_, numbers))


def by_colour(games: Sequence[CareerGame]) -> dict[str, ScoreSum]:
    """The results with white, with black, and of all games."""
    return {
        colour: score_sum(one.game for one in games if not colour or one.game.colour == colour) for colour in COLOURS
    }


def wins(games: Sequence[CareerGame]) -> list[CareerGame]:
    """The wins against the highest rated opponents."""
    return [games[place] for place in best_wins([one.game for one in games], BEST)]


def opponents(games: Sequence[CareerGame]) -> list[MetOpponent]:
    """Everybody met, those met most often first."""
    met = opponents_met([one.game for one in games])
    return [MetOpponent(games[places[-1]], score_sum(games[place].game for place in places)) for places in met.values()]


def career_document(career: Career, time_class: TimeClass | None) -> CareerDocument:
    """The same for programs."""
    games = career.of(time_class)
    sums = {colour: SUM.document(own) for colour, own in by_colour(games).items()}
    return {
        "waiting": [WAITING.document(one) for one in career.waiting],
        "norms": [NORM.document(one) for one in career.norms],
        "results": {"white": sums["w"], "black": sums["b"], "all": sums[""]},
        "best_wins": [GAME.document(one) for one in wins(games)],
        "opponents": [MET.document(one) for one in opponents(games)],
    }
