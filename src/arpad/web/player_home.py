"""What a player's home is made of: tournaments, results by strength, titles ahead, who they were, ratings in time."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, get_args

from arpad.documents.document import Document, TableColumn, shows
from arpad.documents.schema import HalfPoints, Hundredths
from arpad.domain.games import points
from arpad.domain.rating_list import OPEN_TITLES, TITLES, WOMENS_TITLES
from arpad.lists.changes import PersonField
from arpad.lists.player_index import PlayedEvent
from arpad.office.proof.sheets import HeldGames, PlayerView
from arpad.office.records import HistoryEntry
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.title_editions import NORM_TITLES, TitleEdition, title_edition_for
from arpad.titles.model import HELD
from arpad.web.player_parts import CareerGame, ScoreSum

# The tournaments that a player played, each with its games.


class PlayedTournament(Document, frozen=True):
    """An event that a player played: points (with byes, forfeits) and place as in its report, performance (B.01 1.4.7),
    the list it was rated for and the change there, if the player had a rating; and the titles of norms made."""

    columns = (TableColumn("norms", cell=lambda played: " ".join(played.norms)),)
    event: int
    name: str
    day: dt.date | None
    time_class: TimeClass
    period: dt.date | None
    rating: int | None
    games: int
    points: HalfPoints | None
    place: int | None
    players: int
    performance: int | None
    change: Hundredths | None
    k: int | None
    norms: tuple[str, ...]

    @property
    def score(self) -> Fraction | None:
        """The points."""
        return None if self.points is None else points(self.points)


def tournaments(view: PlayerView, time_class: TimeClass | None = None) -> list[PlayedTournament]:
    """Return the tournaments of a player, the latest first."""
    return [tournament(held) for held in reversed(view.held) if time_class in (None, held.played.time_class)]


def tournament(held: HeldGames) -> PlayedTournament:
    """Return an event that a player played, as its row."""
    played, change = held.played, held.change
    return PlayedTournament(
        played.id,
        played.name,
        played.day,
        played.time_class,
        held.period,
        played.rating,
        len(played.games),
        played.points,
        played.place,
        played.players,
        played.performance,
        None if change is None else change.change,
        None if change is None else change.k,
        played.norms,
    )


def games_in(played: PlayedEvent) -> list[CareerGame]:
    """Return the games of a player in an event."""
    return [CareerGame(*played[:4], **game._asdict()) for game in played.games]


# Results by the strength of opponents.

BAND, LOWEST, HIGHEST = 200, 1400, 2600
"""Bands of so many points; one below the lowest bound, and one from the highest on."""


class StrengthResults(ScoreSum, frozen=True):
    """The results against opponents from a rating to another, without the second; None is no bound. Unrated opponents
    have neither."""

    shown = shows("least", "below", "unrated", *ScoreSum.shown)
    least: int | None
    below: int | None
    unrated: bool


def by_strength(games: Sequence[CareerGame]) -> list[StrengthResults]:
    """Return the results by the ratings of the opponents, the strongest first, those without one last."""
    bands: dict[int, list[int]] = {}
    for game in games:
        bands.setdefault(_band(game.rating), []).append(game.score)
    return [
        StrengthResults(scores.count(2), scores.count(1), scores.count(0), *_bounds(band))
        for band, scores in sorted(bands.items(), reverse=True)
    ]


def _band(rating: int | None) -> int:
    """Return where a band begins; 0 is the lowest one, -1 no rating."""
    if rating is None:
        return -1
    return 0 if rating < LOWEST else min(rating // BAND * BAND, HIGHEST)


def _bounds(band: int) -> tuple[int | None, int | None, bool]:
    if band < 0:
        return None, None, True
    return band or None, None if band == HIGHEST else band + BAND if band else LOWEST, False


# What the next title needs: a rating reached once, and norms (1.5), or the rating alone (1.3).

NEAR = 200
"""A title is shown to those who have this many points to go at most, or a norm for it."""
Ladder = tuple[str, ...]
LADDERS: tuple[Ladder, ...] = (tuple(reversed(OPEN_TITLES)), tuple(reversed(WOMENS_TITLES)))


class TitleAhead(Document, frozen=True):
    """What a title needs by the regulations in force: a highest standard rating, and norms over a number of games; None
    if it needs none. `found` are the norms in events that the office holds, with their games; whether they satisfy the
    other conditions is judged when the title is applied for (1.5)."""

    title: str
    edition: str
    article: str
    rating: int
    highest: int
    norms: int | None
    games: int | None
    found: int
    found_games: int

    @property
    def lacking(self) -> int:
        """How many points the highest rating lacks."""
        return max(0, self.rating - self.highest)


def titles_ahead(view: PlayerView, day: dt.date) -> list[TitleAhead]:
    """Return what the next titles need: the next open one, and for a woman the next women's one."""
    record = view.record
    highest = max((entry.rating or 0 for entry in record.history), default=0)
    ladders = LADDERS if record.sex.lower() == "f" else LADDERS[:1]
    edition = title_edition_for(day)
    held = record.title if record.title in TITLES else ""
    found = (_ahead(view, _next_of(ladder, held, edition), highest, edition) for ladder in ladders)
    return [ahead for ahead in found if ahead is not None]


def _next_of(ladder: Ladder, held: str, edition: TitleEdition) -> str:
    """Return the lowest title of a ladder above all that somebody holds; empty if there is none. Above an open title is
    the women's title that asks for no lower rating."""
    have = {held, *HELD.get(held, ())} if held in NORM_TITLES else {held}
    places = [place for place, title in enumerate(ladder) if title in have]
    least = _rating_of(edition, held)[0] if held and not places else 0
    above = (title for title in ladder[max(places, default=-1) + 1 :] if _rating_of(edition, title)[0] >= least)
    return next(above, "")


def _rating_of(edition: TitleEdition, title: str) -> tuple[int, str]:
    """Return the rating that a title asks for, and the article."""
    if title in NORM_TITLES:
        rules = edition.application.rating
        return rules.value[NORM_TITLES.index(title)], rules.article.number
    by_rating = edition.by_rating
    rule = {"FM": by_rating.fm, "CM": by_rating.cm, "WFM": by_rating.wfm, "WCM": by_rating.wcm}[title]
    return rule.value, rule.article.number


def _ahead(view: PlayerView, title: str, highest: int, edition: TitleEdition) -> TitleAhead | None:
    if not title or not highest:
        return None
    rating, article = _rating_of(edition, title)
    norms, games, made = None, None, list[PlayedEvent]()
    if title in NORM_TITLES:
        norms, games = edition.application.norms.value, edition.application.games.value
        events = [held.played for held in view.held]
        made = [played for played in events if any(title in (norm, *HELD.get(norm, ())) for norm in played.norms)]
    played = sum(len(event.games) for event in made)
    ahead = TitleAhead(title, edition.id, article, rating, highest, norms, games, len(made), played)
    return ahead if ahead.found or ahead.lacking <= NEAR else None


# Who a player was: other ids, and names, federations and titles of earlier lists.


class EarlierPerson(Document, frozen=True):
    """What a list changed about a player."""

    list: dt.date
    field: PersonField
    before: str
    after: str


class PlayerHome(Document, frozen=True):
    """What a player's home says beside the lists and the sums of games."""

    tournaments: list[PlayedTournament]
    strengths: list[StrengthResults]
    titles_ahead: list[TitleAhead]
    other_ids: tuple[str, ...]
    earlier: list[EarlierPerson]


def home_of(view: PlayerView, games: Sequence[CareerGame], time_class: TimeClass | None, *, titles: bool) -> PlayerHome:
    """Return a player's home; `titles`: the ratings of this system count for titles."""
    last = max((entry.period for entries in view.record.histories.values() for entry in entries), default=None)
    return PlayerHome(
        tournaments(view, time_class),
        by_strength(games),
        titles_ahead(view, last) if titles and last is not None and view.record.merged_into is None else [],
        view.other_ids,
        [EarlierPerson(*change) for change in view.past],
    )


# Ratings through time, to be drawn and read.

Span = Literal["1", "5", "all"]
SPANS: tuple[Span, ...] = get_args(Span)


class ListedEvent(Document, frozen=True):
    """An event that counted for a list."""

    event: int
    name: str


class RatingInTime(Document, frozen=True):
    """A rating on a list, with the change from the list before and the events that counted."""

    columns = (TableColumn("events", cell=lambda row: "; ".join(event.name for event in row.events)),)
    time_class: TimeClass
    period: dt.date
    rating: int | None
    change: int | None
    games: int
    k: int | None
    events: tuple[ListedEvent, ...]


def ratings_in_time(
    newest: Mapping[TimeClass, Sequence[HistoryEntry]], view: PlayerView, span: Span, only: TimeClass | None
) -> list[RatingInTime]:
    """Return the ratings of a span of years until the newest list, the earliest first."""
    counted: dict[tuple[TimeClass, dt.date | None], list[ListedEvent]] = {}
    for held in view.held:
        event = ListedEvent(held.played.id, held.played.name)
        counted.setdefault((held.played.time_class, held.period), []).append(event)
    return [
        RatingInTime(
            name, entry.period, entry.rating, entry.change, entry.games, entry.k,
            tuple(counted.get((name, entry.period), ()) if entry.games else ()),
        )
        for name in TIME_CLASSES
        if only in (None, name)
        for entry in reversed(in_span(newest.get(name, ()), span, since(newest, span)))
    ]  # fmt: skip


def since(newest: Mapping[TimeClass, Sequence[HistoryEntry]], span: Span) -> dt.date:
    """Return the first day of a span: so many years before the last list that has the player."""
    last = max((entry.period for entries in newest.values() for entry in entries), default=dt.date.max)
    return dt.date.min if span == "all" else dt.date(last.year - int(span), last.month, 1)


def in_span(entries: Iterable[HistoryEntry], span: Span, first: dt.date) -> list[HistoryEntry]:
    """Return the entries of a span."""
    return [entry for entry in entries if span == "all" or entry.period >= first]
