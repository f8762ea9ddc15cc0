"""The shapes of the documents of public pages about events that are run here."""

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from arpad.documents.document import Document, shows
from arpad.documents.schema import Exact, ExactFraction, joined
from arpad.rating.model import PlayerRating
from arpad.titles.needs import Need
from arpad.tournament.documents import EventTeamDocument, MatchDocument, PlayOffDocument, SeenRoundDocument, TieDocument
from arpad.tournament.standings import CardDocument, EventPlayerDocument, EventStandings


class AtLineDocument(TypedDict):
    """The event, and the line of its log at which this is so."""

    event: str
    n: int


class WhenDocument(TypedDict):
    """Whether an event is running, to come or past."""

    when: str


class MoreOfHomeDocument(TypedDict):
    """Where an event stands."""

    system: str
    time_zone: str
    time_control: str | None
    time_class: str | None
    chief_arbiter: str | None
    rounds_published: list[int]
    open: int
    stage: str
    schedule: list[dict[str, str]]
    invitation: dict[str, str]
    open_for_applications: bool
    outside_rules: int | None


class LeaderDocument(Document, frozen=True):
    """One of the first in the standings: a player by the number of entry, or a team."""

    rank: int
    entry: int | None
    team: int | None
    name: str
    points: ExactFraction


class PrizeListDocument(Document, frozen=True):
    """Prizes that were announced, the first place first: of everybody, or of a category by its name."""

    name: str
    prizes: list[str]


class FrontDocument(Document, frozen=True):
    """What the front page shows beside where the event stands: the next round with its start (`next_shown` by the
    clocks of the event), the first places after a round, the rules in sentences, the organiser's text, where it is
    played, the prizes, and the addresses of the pictures."""

    next_round: int | None
    next_start: dt.datetime | None
    next_shown: str | None
    leaders: list[LeaderDocument]
    after_round: int
    rules: list[str]
    about: str | None
    venue: str | None
    map: str | None
    prizes: list[PrizeListDocument]
    pictures: Mapping[str, str]


class EventPlayersDocument(TypedDict):
    """The players whose names begin with what was asked for."""

    query: str
    count: int
    players: list[EventPlayerDocument]


class LiveChange(PlayerRating, frozen=True):
    """What a player's games so far mean for the rating."""

    shown = shows("edition", "time_class", *PlayerRating.shown)
    edition: str = ""
    time_class: str = ""


class MoreOfCardDocument(TypedDict):
    """A player: rounds, colours, opponents, points, and the change of the rating so far."""

    event: str
    rank: int | None
    provisional: bool
    listed: bool
    not_listed: list[int]
    ratings: list[Annotated[dict[str, Any], LiveChange]]


class ExplainedChange(LiveChange, frozen=True):
    """The same with its reasons."""

    shown = shows(*LiveChange.shown, "steps")


class ProvisionalRatingDocument(TypedDict):
    """Why a player's rating changes as it does."""

    event: str
    entry: int
    name: str
    provisional: bool
    ratings: list[Annotated[dict[str, Any], ExplainedChange]]


class PlayerNeeds(Document, frozen=True):
    """What a player still needs for a norm."""

    event: str
    entry: int
    edition: str | None
    needs: tuple[Need, ...]


class MoreOfRoundDocument(TypedDict):
    """A round on its page: in a league, its matches with their boards."""

    event: str
    bye_name: str | None
    matches: NotRequired[list[MatchDocument]]


class TablePlayerDocument(TypedDict):
    """A player at a table."""

    entry: int
    number: int | None
    name: str
    rating: int | None
    points: Exact | None


class TableDocument(TypedDict):
    """The board that is played at a table."""

    event: str
    round: int
    table: int
    board: int
    white: TablePlayerDocument
    black: TablePlayerDocument
    result: str | None
    claims: str


class TeamsDocument(TypedDict):
    """The teams of an event."""

    event: str
    teams: list[EventTeamDocument]


class MoreOfTeamDocument(TypedDict):
    """A team with its matches."""

    event: str
    rank: int | None
    matches: list[MatchDocument]


class OfEventDocument(TypedDict):
    """The event that something is of."""

    event: str


class BracketDocument(TypedDict):
    """The ties of a knock-out."""

    event: str
    ties: list[TieDocument]


class PlayOffsDocument(TypedDict):
    """The play-offs of an event."""

    event: str
    play_offs: list[PlayOffDocument]


class ApplicationDocument(TypedDict):
    """Whether somebody can ask to be entered."""

    event: str
    open: bool


class MoreOfFileDocument(TypedDict):
    """Everything that is public of an event."""

    n: int
    entries: list[EventPlayerDocument]
    played: list[SeenRoundDocument]
    standings: EventStandings | None
    teams: NotRequired[list[EventTeamDocument]]
    matches: NotRequired[dict[str, list[MatchDocument]]]
    ties: NotRequired[list[TieDocument]]


PLAYER_CARD = joined("PlayerCard", CardDocument, MoreOfCardDocument)
TEAM_PAGE = joined("Team", EventTeamDocument, MoreOfTeamDocument)
MATCH_PAGE = joined("MatchPage", MatchDocument, OfEventDocument)
ROUND_PAGE = joined("EventRoundPage", SeenRoundDocument, MoreOfRoundDocument)
