"""The results of rating a whole event."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.documents.steps import Explanation
from arpad.domain.event import CYCLES, Event, Game, System
from arpad.domain.findings import Finding
from arpad.domain.games import PlayerGame
from arpad.eligibility.facts import Facts
from arpad.formats.codes import cycles_of
from arpad.rating.change import new_rating, rounding_steps
from arpad.rating.coefficient import below_floor, within_limit
from arpad.rating.first_rating import InitialRating, initial_rating, verdict_step
from arpad.rating.newcomer import NewcomerEvent, ReducedBy, SummaryResult
from arpad.rating.participants import Participant
from arpad.rating.results import RatingChange
from arpad.regulations.rating_edition import Edition


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """One player's line of the table. Rated: Rc, W, n, We, change. Unrated: the first rating.

    `average` is the mean of the counted opponents; `expected`, `result` and `change` are whole hundredths.
    `newcomer` is the event as it counts, now or later, towards an unrated player's first rating. `below_floor`: with
    the new rating the next list shows the player as not rated.
    """

    participant: Participant
    games: int
    score: int
    average: Fraction | None
    steps: Explanation
    expected: int | None = None
    result: int | None = None
    k: int | None = None
    change: int | None = None
    rounded_change: int | None = None
    new_rating: int | None = None
    initial: InitialRating | None = None
    detail: RatingChange | None = None
    newcomer: NewcomerEvent | None = None
    below_floor: bool = False


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
        found = replace(found, reasons=reasons, verdict=verdict_step(edition, found.rating, against[0]))
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


def _too_few_opponents(event: NewcomerEvent | None, found: InitialRating) -> tuple[int, int] | None:
    """2003 and 2005 11.31: an unrated player who met too few rated opponents is still in the report with n and W,
    and with 0 for Rar. Return the games and half points against rated opponents; None if they count."""
    if event is None or not any(reason.what == "initial.too-few-opponents" for reason in found.reasons):
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


@dataclass(frozen=True, slots=True)
class NotRated:
    """A game that is not rated, with the reason (a message key under `step.left-out`, or a finding) and the article."""

    game: Game
    reason: str
    article: str
    finding: Finding | None = None


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
        return next((player for player in self.players if player.participant.player.rank == rank), None)


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
