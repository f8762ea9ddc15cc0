"""What people ask of a calculator: the commands `arpad calc ...` and the calculators of the web are made from it."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from arpad.documents import document
from arpad.documents.steps import Explanation, Step
from arpad.domain.event import TimeControl
from arpad.domain.games import History, PlayerGame
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.eligibility.time_controls import check_time
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs.declared import Input, checked, whole
from arpad.inputs.times import parse_time_control
from arpad.rating.change import apply_transition, rating_change
from arpad.rating.coefficient import KFactor, given_k, k_factor
from arpad.rating.inputs import by_event, rated_as
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.results import RatingChange
from arpad.regulations.rating_edition import Edition, closing_date, last_list, list_in_force, rated_in

MOST_GAMES = 100_000
"""The most games of a player's life."""
MOST_SCHEDULED = 1000
"""The most games of a match."""
NO_DATE = dt.date.min
Birth = tuple[int, dt.date | None]
EventFormat = Literal["swiss", "round-robin", "match", "team"]
FORMATS = ("swiss", "round-robin", "match", "team")


def _games(_where: str, typed: str | list[str]) -> tuple[PlayerGame, ...]:
    return tuple(parse.games_in(typed) if isinstance(typed, str) else parse.games(typed))


def _rating(where: str, typed: str) -> int:
    return parse.rating(where, typed.strip())


def _highest(where: str, typed: str | list[str]) -> int:
    """The highest of one rating or several."""
    return max(_rating(where, rating) for rating in ([typed] if isinstance(typed, str) else typed))


def _born(_where: str, typed: str) -> Birth:
    return parse.birth(typed.strip())


def _date(where: str, typed: str) -> dt.date:
    return parse.date(where, typed.strip())


def _scores(where: str, typed: str | list[str]) -> tuple[int, ...]:
    return tuple(parse.score(where, score) for score in (typed.split() if isinstance(typed, str) else typed))


def _control(_where: str, typed: str) -> TimeControl:
    return parse_time_control(typed)


def _format(where: str, typed: str) -> str:
    if typed not in FORMATS:
        raise ArpadError("usage.choice", option=where, known=", ".join(FORMATS))
    return typed


RATING = Input(_rating, max_length=20, flag="--rating", metavar="R", help="cli.help.rating")
GAMES = Input(
    _games, "area", max_length=20_000, several=True,
    flag="--game", metavar="OPPONENT:SCORE[:EVENT]", help="cli.help.game",
)  # fmt: skip
PERIOD_GAMES = Input(
    whole(0, MOST_GAMES), max_length=20, flag="--period-games", metavar="N", help="cli.help.period-games"
)

FURTHER_GAMES = replace(PERIOD_GAMES, folded=True)


@dataclass(frozen=True, slots=True)
class GamesAsked:
    """The games of a player."""

    games: Annotated[tuple[PlayerGame, ...], GAMES] = ()

    @property
    def given(self) -> tuple[PlayerGame, ...]:
        """The games; none at all is a mistake."""
        if not self.games:
            raise ArpadError("no-games")
        return self.games

    def events(self) -> list[NewcomerEvent]:
        """Return the games of a player without a rating, event by event."""
        return [NewcomerEvent(name, tuple(games)) for name, games in by_event(self.given).items()]


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """What K follows from. None: not known."""

    games_played: Annotated[int | None, Input(
        whole(0, MOST_GAMES), max_length=20, flag="--games-played", metavar="N", help="cli.help.games-played"
    )] = None  # fmt: skip
    born: Annotated[Birth | None, Input(
        _born, max_length=20, flag="--born", metavar="YEAR", help="cli.help.born"
    )] = None  # fmt: skip
    highest: Annotated[int | None, Input(
        _rating, max_length=20, flag="--highest", metavar="H", help="cli.help.highest"
    )] = None  # fmt: skip
    date: Annotated[dt.date | None, Input(
        _date, "date", max_length=20, flag="--date", metavar="DATE", help="cli.help.date"
    )] = None  # fmt: skip

    def k(self, edition: Edition, rating: int, k: int | None = None) -> KFactor:
        """Return K as it was given, or from the history; never from both."""
        if k is not None:
            used = [name for name in self.__slots__ if getattr(self, name) is not None]
            if used:
                raise ArpadError("k-twice", k=k, other=f"--{used[0].replace('_', '-')}")
            return given_k(edition, k)
        if self.games_played is None and edition.k.method.value != "fixed":
            raise ArpadError("k-missing")
        return k_factor(edition, self._history(edition, rating))

    def _history(self, edition: Edition, rating: int) -> History:
        """Return the history; a date is needed if K of juniors depends on it."""
        if self.date is None and edition.k.junior.value is not None:
            raise ArpadError("k-date")
        year, birthday = self.born or (None, None)
        if self.date is not None:
            parse.check_birth(year, birthday or year, self.date)
        return History(
            rating=rating,
            games_played=self.games_played or 0,
            highest=rating if self.highest is None else self.highest,
            date=self.date or NO_DATE,
            born=year,
            birthday=birthday,
        )


@dataclass(frozen=True, slots=True)
class ChangeAsked(GamesAsked):
    """The games of a rated player, and how they are rated."""

    rating: Annotated[int | None, RATING] = None
    k: Annotated[int | None, Input(
        whole(LEAST_K, MOST_K), max_length=20, flag="--k", metavar="K", help="cli.help.k"
    )] = None  # fmt: skip
    period_games: Annotated[int | None, FURTHER_GAMES] = None
    standard: Annotated[int | None, Input(
        _rating, max_length=20, flag="--standard", metavar="R", help="cli.help.standard", folded=True
    )] = None  # fmt: skip
    entered_list: Annotated[bool, Input(
        checked, "checkbox", flag="--entered-list", help="cli.help.entered-list", folded=True
    )] = False  # fmt: skip
    format: Annotated[EventFormat, Input(
        _format, "select", options=FORMATS, words="format.", max_length=20,
        flag="--format", metavar=f"<{'|'.join(FORMATS)}>", help="cli.help.format", folded=True,
    )] = "swiss"  # fmt: skip

    def change(self, edition: Edition, history: PlayerHistory) -> RatingChange:
        """Return the change, with the reasons of the rating and of K before its own."""
        own, why = self._own(edition)
        games = self.given
        factor = history.k(edition, own, self.k)
        change = rating_change(
            edition,
            own,
            factor.k,
            games,
            period_games=self.period_games,
            round_robins={game.event for game in games} if self.format == "round-robin" else (),
            games_played=factor.games_played,
        )
        return document.replace(change, steps=(*why, *factor.steps, *change.steps))

    def _own(self, edition: Edition) -> tuple[int, Explanation]:
        """Return the rating to use: the player's own, the standard rating instead, or the one received since."""
        if self.standard is not None:
            if self.rating is not None:
                raise ArpadError("standing-in-and-rating")
            if not edition.change.standing_in.value:
                raise ArpadError("no-standing-in", edition=edition.id)
            rated = rated_as(edition, None, standard=self.standard)
        elif self.rating is None:
            raise ArpadError("rating-missing")
        elif self.entered_list:
            if not edition.change.entered_list.value:
                raise ArpadError("no-entered-list", edition=edition.id)
            rated = rated_as(edition, None, now=self.rating)
        else:
            rated = rated_as(edition, self.rating)
        assert rated.own is not None
        return rated.own, rated.steps


@dataclass(frozen=True, slots=True)
class KAsked:
    """Whose K, and for how many games."""

    rating: Annotated[int | None, RATING] = None
    period_games: Annotated[int | None, PERIOD_GAMES] = None

    def k(self, edition: Edition, history: PlayerHistory) -> KFactor:
        """Return K as it counts for the games of the period."""
        if self.rating is None:
            raise ArpadError("rating-missing")
        return history.k(edition, self.rating).limited(edition, self.period_games or 0)


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """A time control, and the highest rating of those who play with it."""

    control: Annotated[TimeControl, Input(_control, flag="CONTROL", help="cli.help.control")]
    rating: Annotated[int | None, Input(
        _highest, max_length=2_000, several=True, flag="--rating", metavar="R", help="cli.help.player-rating"
    )] = None  # fmt: skip
    rounds_per_day: Annotated[int, Input(
        whole(1, 100), max_length=20, flag="--rounds-per-day", metavar="N", help="fact.rounds_per_day", folded=True
    )] = 1  # fmt: skip
    unequal: Annotated[bool, Input(
        checked, "checkbox", flag="--unequal", help="cli.help.unequal", folded=True
    )] = False  # fmt: skip

    def against(self, edition: Edition) -> Explanation:
        """Return why games with it may not be rated; nothing if they may."""
        rating, rounds = self.rating or 0, self.rounds_per_day
        return check_time(edition, self.control, highest=rating, rounds_per_day=rounds, equal=not self.unequal)


@dataclass(frozen=True, slots=True)
class DatesAsked:
    """When an event is played, and whether it is official; without a last day it is played on one."""

    start: Annotated[
        dt.date, Input(_date, "date", max_length=20, flag="--start", metavar="DATE", help="cli.help.start")
    ]
    end: Annotated[dt.date | None, Input(
        _date, "date", max_length=20, flag="--end", metavar="DATE", help="cli.help.end"
    )] = None  # fmt: skip
    official: Annotated[bool, Input(checked, "checkbox", flag="--official", help="fact.official")] = False

    def lists(self, edition: Edition) -> tuple[Step, ...]:
        """Return the list in force, the list that rates the event, when that closes, and the last list if there is
        one."""
        last = self.end or self.start
        if last < self.start:
            raise ArpadError("dates-order", start=self.start.isoformat(), end=last.isoformat())
        enters = rated_in(edition, last, official=self.official)
        lists, final = edition.lists, last_list(edition, last)
        closing = closing_date(edition, enters, official=self.official)
        return (
            Step(lists.months.article, "dates.in-force", {}, list_in_force(edition, self.start)),
            Step(lists.closing.article, "dates.rated-in", {}, enters),
            Step(lists.closing.article, "dates.closing", {}, closing),
            *([] if final is None else [Step(lists.late_lists.article, "dates.last-list", {}, final)]),
        )


@dataclass(frozen=True, slots=True)
class MatchAsked:
    """The games of a match as one player scored them, and whether the players asked for all to be rated."""

    scheduled: Annotated[int, Input(
        whole(1, MOST_SCHEDULED), max_length=20, flag="--scheduled", metavar="N", help="fact.scheduled"
    )]  # fmt: skip
    result: Annotated[tuple[int, ...], Input(
        _scores, max_length=20_000, several=True, flag="--result", metavar="SCORE", help="cli.help.result"
    )] = ()  # fmt: skip
    asked: Annotated[bool, Input(checked, "checkbox", flag="--asked", help="fact.asked")] = False

    def rated(self, edition: Edition) -> Step:
        """Return how many of the games are rated."""
        from arpad.eligibility.check_events import asking_helps, rated_games  # noqa: PLC0415  (only a match needs it)

        played = len(self.result)
        if not played:
            raise ArpadError("match-empty")
        if self.asked and not asking_helps(edition):
            raise ArpadError("asked-edition", edition=edition.id)
        if played > self.scheduled:
            raise ArpadError("match-long", played=played, scheduled=self.scheduled)
        rated = rated_games(edition, self.scheduled, self.result, asked=self.asked)
        what, article = (
            "match.all" if rated == played else "match.rated",
            edition.eligibility.match_after_decision.article,
        )
        return Step(article, what, {"played": played, "scheduled": self.scheduled}, rated)


@dataclass(frozen=True, slots=True)
class TransitionAsked:
    """A rating of the last list before an edition, and the standard rating beside it where that counts."""

    rating: Annotated[int | None, RATING] = None
    standard: Annotated[int | None, Input(
        _rating, max_length=20, flag="--standard", metavar="R", help="cli.help.transition-standard"
    )] = None  # fmt: skip

    def apply(self, edition: Edition) -> tuple[int, int, Explanation]:
        """Return the rating, as the edition takes it over, and why."""
        if self.rating is None:
            raise ArpadError("rating-missing")
        needed = edition.transition is not None and edition.transition.method.value == "raise-to-standard"
        if needed != (self.standard is not None):
            raise ArpadError("transition-standard" if needed else "transition-no-standard", edition=edition.id)
        return self.rating, *apply_transition(edition, self.rating, self.standard)


@dataclass(frozen=True, slots=True)
class ExpectedAsked:
    """Two ratings: the score that the first is expected to make against the second."""

    rating: Annotated[int | None, RATING] = None
    opponent: Annotated[int | None, Input(
        _rating, max_length=20, flag="--opponent", metavar="R", help="cli.help.opponent"
    )] = None  # fmt: skip

    def change(self, edition: Edition) -> RatingChange:
        """Return a game of the two, lost with K 1: what it says of the expected score."""
        if self.rating is None or self.opponent is None:
            raise ArpadError("expected-ratings")
        return rating_change(edition, self.rating, 1, [PlayerGame(self.opponent, 0)])
