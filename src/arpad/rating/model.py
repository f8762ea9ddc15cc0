"""The results of rating a whole event."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from arpad.documents.document import Document, InWords, TextOrNone, replace, shows
from arpad.documents.findings import message
from arpad.documents.schema import ExactFraction, HalfPoints, Hundredths
from arpad.documents.steps import Explanation, Reasons
from arpad.domain.event import CYCLES, Event, Game, System
from arpad.domain.findings import Finding
from arpad.domain.games import PlayerGame
from arpad.eligibility.facts import Facts
from arpad.formats.codes import cycles_of
from arpad.i18n import Language, text
from arpad.rating.change import new_rating, rounding_steps
from arpad.rating.coefficient import below_floor, within_limit
from arpad.rating.first_rating import InitialRating, initial_rating, verdict_step
from arpad.rating.newcomer import NewcomerEvent, ReducedBy, SummaryResult
from arpad.rating.participants import Participant
from arpad.rating.results import RatingChange
from arpad.regulations.rating_edition import Edition


class PlayerRating(Document, frozen=True):
    """One player's line of the table. Rated: Rc, W, n, We, change. Unrated: the first rating.

    `average` is the mean of the counted opponents; `expected`, `result` and `change` are whole hundredths.
    `newcomer` is the event as it counts, now or later, towards an unrated player's first rating. `below_floor`: with
    the new rating the next list shows the player as not rated.
    """

    shown = shows(
        "rank", "number", "name", "id", "rating", "guest", "k", "games", "score", "average", "expected", "result",
        "change", "rounded_change", "new_rating", "below_floor", "capped", "initial",
    )  # fmt: skip
    participant: Participant
    games: int
    score: HalfPoints
    average: ExactFraction | None
    steps: Reasons
    expected: Hundredths | None = None
    result: Hundredths | None = None
    k: int | None = None
    change: Hundredths | None = None
    rounded_change: int | None = None
    new_rating: int | None = None
    initial: InitialRating | None = None
    detail: RatingChange | None = None
    newcomer: NewcomerEvent | None = None
    below_floor: bool = False

    @property
    def rank(self) -> int:
        return self.number

    @property
    def number(self) -> int:
        """The starting number."""
        return self.participant.player.rank

    @property
    def name(self) -> str:
        return self.participant.player.name

    @property
    def id(self) -> TextOrNone:
        return self.participant.player.id

    @property
    def rating(self) -> int | None:
        return self.participant.rating

    @property
    def guest(self) -> bool:
        return self.participant.guest

    def times_k(self, k: int | None) -> int | None:
        """K times the result; game by game if the games have K of their own."""
        if k is None or self.result is None:
            return None
        games = () if self.detail is None else self.detail.games
        own = games and games[0].own_k is not None
        return sum(game.times_k(k) for game in games) if own else k * self.result

    @property
    def capped(self) -> int:
        """How many games count with the cap."""
        return 0 if self.detail is None else sum(game.capped for game in self.detail.games)


class ExplainedRating(PlayerRating, frozen=True):
    """A player's line with its edition, its event and its reasons."""

    shown = shows(*PlayerRating.shown, "edition", "event", "steps")
    edition: str = ""
    event: str = ""


def newcomer_event(
    own: Participant,
    event: Event,
    *,
    games: tuple[PlayerGame, ...] = (),
    result: SummaryResult | None = None,
    championship: bool = False,
    facts: Facts | None = None,
) -> NewcomerEvent:
    """Return an event of an unrated player, by the games or by their sums. `championship`: a national one of which
    they have played every round (FEDA 9.4)."""
    days = [
        event.round_dates[round_.round - 1]
        for round_ in own.player.rounds
        if round_.opponent is not None and round_.round <= len(event.round_dates)
    ]
    return NewcomerEvent(
        event.name,
        games,
        result,
        date=event.end,
        championship=championship,
        first_event=own.first_event,
        start=event.start,
        first_round=None if None in days else min((day for day in days if day is not None), default=None),
        reduced_by="" if facts is None else _reduced_by(own, facts),
    )


def _reduced_by(own: Participant, facts: Facts) -> ReducedBy:
    """2005 9.14d, 9.14e: whether fewer games are enough because of the event or the player."""
    if own.player.id and own.player.id in facts.members:
        return "player"
    return "event" if facts.team_championship else ""


def every_round(event: Event, system: System, games: Sequence[PlayerGame]) -> bool:
    """FEDA 9.4: whether a player has a game in every round; in a round robin, against everybody. A bye or a
    forfeit is a round not played."""
    due = (len(event.players) - 1) * cycles_of(event, system) if system in CYCLES else event.all_rounds
    return sum(game.played for game in games) >= due


def newcomer_line(
    edition: Edition, own: Participant, event: NewcomerEvent | None, before: Explanation = (), against: Explanation = ()
) -> PlayerRating:
    """Return the line of an unrated player: the first rating, with its reasons and the reasons against publishing.

    `against` says why nothing of the event counts, if that is already decided."""
    found = initial_rating(edition, [] if event is None else [event])
    if against and not found.publishable:
        reasons = (*against, *found.reasons)
        steps = (*found.steps[:-1], verdict_step(edition, found.rating, against[0]))
        found = replace(found, reasons=reasons, steps=steps)
    few = _too_few_opponents(event, found)
    return PlayerRating(
        participant=own,
        games=found.games_counted if few is None else few[0],
        score=(found.score or 0) if few is None else few[1],
        average=found.average if few is None else Fraction(0),
        steps=(*before, *found.explanation),
        initial=found,
        newcomer=event,
    )


def _too_few_opponents(event: NewcomerEvent | None, rating: InitialRating) -> tuple[int, int] | None:
    """2003 and 2005 11.31: an unrated player who met too few rated opponents is still in the report with n and W,
    and with 0 for Rar. Return the games and half points against rated opponents; None if they count."""
    if event is None or not any(reason.what == "initial.too-few-opponents" for reason in rating.reasons):
        return None
    played = [game for game in event.games if game.played and game.opponent is not None]
    return len(played), sum(game.score for game in played)


def rated_line(
    edition: Edition,
    own: Participant,
    games: int,
    score: int,
    average: Fraction | None,
    expected: int,
    steps: Explanation,
) -> PlayerRating:
    """Return the line of a rated player from games, half points and We: K, the change, the new rating, the last
    reasons.

    `steps` end with W − We; K times it, the rounding and the new rating follow here.
    """
    assert own.rating is not None
    assert own.k is not None
    result = score * 50 - expected
    k = within_limit(edition, own.k, games)
    after = new_rating(edition, own.rating, k * result)
    return PlayerRating(
        participant=own,
        games=games,
        score=score,
        average=average,
        steps=(*own.steps, *steps, *rounding_steps(edition, own.rating, k * result, after)),
        expected=expected,
        result=result,
        k=k,
        change=k * result,
        rounded_change=after - own.rating,
        new_rating=after,
        below_floor=below_floor(edition, after),
    )


def not_rated_text(game: "NotRated", language: Language) -> str:
    """Return why a game is not rated."""
    if game.finding is not None:
        return message(game.finding, language)
    return text(f"not-rated.{game.code}", language)


class NotRated(Document, frozen=True):
    """A game that is not rated, and why: a code, or a finding, and the article. Players by starting rank."""

    shown = shows("round", "white", "black", "code", "reason", "article")
    game: Game
    code: str
    article: str
    finding: Finding | None = None

    @property
    def round(self) -> int:
        return self.game.round

    @property
    def white(self) -> int:
        return self.game.white

    @property
    def black(self) -> int:
        return self.game.black

    @property
    def reason(self) -> Annotated["NotRated", InWords(str, not_rated_text)]:
        return self


@dataclass(frozen=True, slots=True)
class EventRating:
    """An event rated under an edition. `findings` say what was assumed about its players."""

    edition: str
    event: Event
    system: System
    counted_as: System
    players: tuple[PlayerRating, ...]
    not_rated: tuple[NotRated, ...]
    steps: Explanation = ()
    findings: tuple[Finding, ...] = ()

    def player(self, rank: int) -> PlayerRating | None:
        return next((player for player in self.players if player.rank == rank), None)


def without_guests(rating: EventRating) -> EventRating:
    """FEDA 9.56: the games of foreigners who are not affiliated count only for the others; they are not
    rated."""
    players = tuple(
        PlayerRating(line.participant, line.games, line.score, line.average, line.participant.steps)
        if line.participant.guest
        else line
        for line in rating.players
    )
    return replace(rating, players=players)
