"""The shapes of the documents about events that are run here. A player is an `entry`, and has a pairing `number` once
the list is closed."""

from typing import Annotated, Any, NotRequired, TypedDict

from arpad.documents.schema import Exact
from arpad.tournament.state import Told


class WarningDocument(TypedDict):
    """Something that was said about a command."""

    code: str
    level: str
    message: str


class DoneDocument(TypedDict):
    """What a command wrote: the lines of the log."""

    event: str
    n: int
    entries: list[int]
    warnings: list[WarningDocument]


class NumberedPlayerDocument(TypedDict):
    """A player by pairing number."""

    number: int
    entry: int
    name: str
    rating: int


class EventSeatDocument(TypedDict):
    """A player at a board."""

    entry: int
    number: int | None


class BoardDocument(TypedDict):
    """A board with its history."""

    round: int
    board: int
    table: int | None
    white: EventSeatDocument
    black: EventSeatDocument
    result: str | None
    played: NotRequired[str]
    rated: NotRequired[str]
    version: int
    history: list[Annotated[dict[str, Any], Told]]


class MatchHeadDocument(TypedDict):
    """A match of a round: two teams."""

    match: int
    white: int | None
    black: int | None
    white_team: int
    black_team: int
    white_name: str
    black_name: str


class BoardPairDocument(TypedDict):
    """A board of a round. Names and points before the round are there if people look at it."""

    board: int
    table: int
    white: int | None
    black: int | None
    white_entry: int
    black_entry: int
    result: str | None
    version: int
    white_name: NotRequired[str | None]
    white_points: NotRequired[Exact | None]
    black_name: NotRequired[str | None]
    black_points: NotRequired[Exact | None]


class AbsentDocument(TypedDict):
    """Somebody who does not play in a round."""

    entry: int
    kind: str
    name: NotRequired[str]


class EventRoundDocument(TypedDict):
    """A round of an event."""

    round: int
    system: NotRequired[str]
    edition: NotRequired[str]
    matches: NotRequired[list[MatchHeadDocument]]
    state: str
    pairs: list[BoardPairDocument]
    bye: int | None
    bye_entry: int | None
    not_paired: list[int | None]
    absent: list[AbsentDocument]
    differs: bool
    outside_rules: int | None


class SeenRoundDocument(EventRoundDocument):
    """A round as people look at it. Instants are in UTC; `time_zone` is the one in which pages show them."""

    started_at: str | None
    time_zone: str


class TeamPlayerDocument(TypedDict):
    """A player on the list of a team."""

    entry: int
    name: str


class EventTeamDocument(TypedDict):
    """A team with its list and its points so far."""

    team: int
    number: int | None
    name: str
    nick: str | None
    captain: str | None
    strength: Exact | None
    players: list[TeamPlayerDocument]
    withdrawn_from: int | None
    absences: dict[str, str]
    match_points: Exact
    game_points: Exact
    version: int


class LineUpDocument(TypedDict):
    """The line-up of a team in a round."""

    team: int
    round: int
    players: list[int | None]
    by: str


class MatchBoardDocument(TypedDict):
    """A board of a match."""

    board: int
    number: int
    white: int | None
    white_name: str | None
    black: int | None
    black_name: str | None
    result: str | None


class MatchDocument(TypedDict):
    """A match with its boards: the score that counts, the raw one, and the boards that were wrong."""

    round: int
    match: int
    white: int
    white_name: str
    black: int
    black_name: str
    line_ups: list[LineUpDocument | None]
    boards: list[MatchBoardDocument]
    forfeit: str | None
    raw: list[Exact]
    score: list[Exact]
    wrong_boards: list[int]
    match_points: list[Exact | None]
    complete: bool


class TieGameDocument(TypedDict):
    """A game of a tie."""

    board: int
    white: int
    black: int
    result: str | None


class TieStageDocument(TypedDict):
    """A stage of a tie."""

    stage: str
    score: list[Exact]
    games: list[TieGameDocument]


class TieDocument(TypedDict):
    """A tie of a knock-out."""

    tie: int
    round: int
    seats: list[str]
    players: list[int | None]
    names: list[str | None]
    stages: list[TieStageDocument]
    score: str
    winner: int | None
    winner_name: str | None
    decided_by: str | None
    level: bool


class PlayOffGameDocument(TypedDict):
    """A game of a play-off."""

    game: int
    white: int
    white_name: str | None
    black: int
    black_name: str | None
    result: str | None


class PlayOffDocument(TypedDict):
    """A play-off of players who are level."""

    play_off: int
    players: list[int]
    games: list[PlayOffGameDocument]
    order: list[list[int]]
    winner: int | None
    winner_name: str | None


class EventPlayerDocument(TypedDict):
    """A player as lists have them."""

    entry: int
    number: int | None
    title: str | None
    name: str
    federation: str | None
    rating: int | None
    born: int | None
    club: str | None
    team: int | None
    state: str
    from_round: int
    withdrawn_from: int | None


class OpponentDocument(TypedDict):
    """An opponent in an event."""

    entry: int
    number: int | None
    title: str | None
    name: str
    rating: int | None
    id: str | None


class CardRoundDocument(TypedDict):
    """A round of a player."""

    round: int
    kind: str
    colour: str | None
    opponent: OpponentDocument | None
    result: str | None
    points: Exact
    board: int | None
    table: int | None


class CardDocument(EventPlayerDocument):
    """A player with every published round."""

    id: str | None
    points: Exact | None
    rounds: list[CardRoundDocument]


class EntryDocument(TypedDict):
    """An entry as the staff sees it."""

    entry: int
    number: int | None
    name: str
    id: str | None
    federation: str | None
    sex: str | None
    title: str | None
    rating: int
    ratings: dict[str, int]
    born: int | None
    club: str | None
    family: str | None
    labels: dict[str, str]
    groups: list[str]
    invited: bool
    table: int | None
    paid: int | str
    from_round: int
    state: str
    withdrawn_from: int | None
    absences: dict[str, str]
    unexplained: int | None
    version: int
