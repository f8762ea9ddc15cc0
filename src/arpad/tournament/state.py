"""The immutable state of an event at one moment: entries, rounds, boards, teams and line-ups.

`entry` identifies a player and never changes; `number` is the pairing number, which may change.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_type_hints

from arpad.domain.event import Colour
from arpad.prizes.rules import GivenUp
from arpad.tournament.log import FIRST
from arpad.tournament.rules import TWO_STEPS_SINCE, EventRules

# What a field of the state is for others. An unmarked field is private, and part of the digest of the event.

Mark = Enum("Mark", ["PUBLIC", "NOT_HASHED", "HASHED_IF_SET"])
Field = TypeVar("Field")
Public = Annotated[Field, Mark.PUBLIC]
"""Everybody may see it. Of a field without this mark, public pages know its default, or what `public` makes of it."""
NotHashed = Annotated[Field, Mark.NOT_HASHED]
"""It says when, by whom or how something came about, and is not part of the digest."""
HashedIfSet = Annotated[Field, Mark.HASHED_IF_SET]
"""At its default it is not part of the digest. Every hashed field that is new has this mark: the digests of events that
were stored without it stay what they are."""


@cache
def markers(kind: type) -> Mapping[str, tuple[Mark, ...]]:
    """Return the fields of a class with the marks of each."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}


# A team and its line-ups, as the log keeps them.

LineUpBy = Literal["given", "default", "corrected"]
NOBODY = 0
"""An empty board in a line-up."""


@dataclass(frozen=True)
class EventTeam:
    """A team. `players` are its entries in the order of its list; `strength` is None if it follows from their ratings.
    `away` are rounds that it announced not to play, each with H, Z or F; `version` is the line of the log that last
    touched it."""

    team: Public[int]
    name: Public[str]
    nick: Public[str] = ""
    captain: Public[str] = ""
    players: Public[tuple[int, ...]] = ()
    strength: Public[int | None] = None
    withdrawn_from: Public[int | None] = None
    away: tuple[tuple[int, str], ...] = ()
    version: Public[NotHashed[int]] = 0

    @property
    def gone(self) -> bool:
        """Whether the team has left the event."""
        return self.withdrawn_from is not None

    def out_in(self, round_number: int) -> bool:
        """Whether the team had left the event by a round."""
        return self.withdrawn_from is not None and round_number >= self.withdrawn_from

    def absence_in(self, round_number: int) -> str | None:
        """Return H, Z or F for a round that the team does not play, None for one that it plays."""
        return "Z" if self.out_in(round_number) else dict(self.away).get(round_number)


def empty_seat_result(white: int, black: int) -> str | None:
    """Return the result of a board at which nobody sat on a side, None if both seats are taken."""
    if NOBODY not in (white, black):
        return None
    return "-/-" if white == black else "-/+" if white == NOBODY else "+/-"


@dataclass(frozen=True)
class TeamLineUp:
    """The players of a team in a round, board by board; 0 is nobody."""

    team: Public[int]
    round: Public[int]
    players: Public[tuple[int, ...]]
    by: Public[LineUpBy]
    at: Public[str] = ""


# An event at one moment: what its log has made of it. Frozen values; everything refers to entries, teams and boards.
# `entry` is the identity of a player, given in the order of entry and never again. `number` is the pairing number,
# which may change. Files and pages show numbers, the log keeps entries.

EntryState = Literal["applied", "accepted", "refused", "withdrawn", "expelled", "removed"]
RoundStage = Literal["drawn", "published", "playing", "complete", "locked"]


class Payment(NamedTuple):
    """A payment of a player, with the line of the log that keeps it; less than nothing was given back. `undoes` is the
    line of a payment that was entered by mistake."""

    n: int
    amount: Fraction
    at: str
    who: str
    how: str = ""
    undoes: int | None = None


TAKEN = "taken-"
"""How the sources of ratings that only order a player begin."""


@dataclass(frozen=True)
class Entry:
    """A player of the event. `rating` is the one that counts, `ratings` those of each list (fide, national, other);
    `rating_from` says where it comes from, `rating_list` the list with its date; `by_hand` are fields that somebody
    typed otherwise than the list has them; `labels` keep players apart as club
    and family do; `groups` are those of the rules that the player asks for; `fee` is what they are to pay, if it is not
    what the rules say; `version` is the line of the log that last touched it, by whom and when is in `touched`."""

    entry: Public[int]
    name: Public[str]
    id: Public[str] = ""
    federation: Public[str] = ""
    sex: Public[str] = ""
    title: Public[str] = ""
    rating: Public[int] = 0
    ratings: Public[Mapping[str, int]] = field(default_factory=dict)
    born: Public[int | None] = None
    birthday: str = ""
    club: Public[str] = ""
    family: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    groups: Public[tuple[str, ...]] = ()
    invited: bool = False
    table: Public[int | None] = None
    paid: Fraction = Fraction(0)
    from_round: Public[int] = 1
    state: Public[EntryState] = "accepted"
    withdrawn_from: Public[int | None] = None
    team: Public[int | None] = None
    fee: HashedIfSet[Fraction | None] = None
    fee_reason: NotHashed[str] = ""
    payments: NotHashed[tuple[Payment, ...]] = ()
    rating_from: NotHashed[str] = ""
    rating_list: NotHashed[str] = ""
    by_hand: NotHashed[tuple[str, ...]] = ()
    entered_at: NotHashed[str] = ""
    touched: NotHashed[tuple[str, str]] = ("", "")
    version: Public[NotHashed[int]] = 0

    @property
    def only_orders(self) -> bool:
        """Whether the rating was taken from a list that does not count: it orders the player, and is not rated by."""
        return self.rating_from.startswith(TAKEN)

    @property
    def playing(self) -> bool:
        """Whether the player is, or was, in the tournament."""
        return self.state == "accepted" or self.gone

    @property
    def gone(self) -> bool:
        """Whether the player has left the tournament, or was expelled."""
        return self.state in ("withdrawn", "expelled")

    def out_in(self, round_number: int) -> bool:
        """Whether the player had left the event by a round."""
        return self.withdrawn_from is not None and round_number >= self.withdrawn_from


class Told(NamedTuple):
    """A result that a board had, with the line of the log that gave it."""

    n: int
    result: str | None
    who: str
    at: str
    reason: str = ""


class GivenMoves(NamedTuple):
    """The moves of a game as they were given at a moment, as PGN has them."""

    at: str
    text: str


@dataclass(frozen=True)
class EventBoard:
    """A game of a round. `result` is the one of the event, `played` what happened on the board if that differs, `rated`
    a correction for rating alone. `version` is the line of the log that last touched it."""

    number: Public[int]
    white: Public[int]
    black: Public[int]
    result: Public[str | None] = None
    played: Public[str | None] = None
    rated: Public[str | None] = None
    version: Public[NotHashed[int]] = 0
    history: NotHashed[tuple[Told, ...]] = ()
    match: Public[int | None] = None
    tie: Public[int | None] = None
    stage: Public[str] = ""
    table: Public[int | None] = None
    substituted: Public[bool] = False
    moves: Public[NotHashed[tuple[GivenMoves, ...]]] = ()

    @property
    def seats(self) -> tuple[int, int]:
        """The entries of White and Black."""
        return self.white, self.black

    @property
    def last_moves(self) -> str:
        """The moves as they were last given; empty if there are none."""
        return self.moves[-1].text if self.moves else ""

    @property
    def as_rated(self) -> str | None:
        """The result that is reported for rating."""
        return self.rated or self.played or self.result

    @property
    def entered(self) -> bool:
        """Whether somebody has entered the result: at a board of a team with nobody on the other side it is known from
        the beginning."""
        return self.result is not None and bool(self.history)


Exchange = tuple[tuple[tuple[int, int | None], ...], tuple[tuple[int, int | None], ...]]
"""Pairs that were given by hand, and those of the engine in their place: White and Black, None is the bye."""


@dataclass(frozen=True)
class EventRound:
    """A round. `absent` are entries with H, Z or F; `missing` those who did not come to a board that was given up for a
    substitute game; `numbers` is the order by which it was drawn. Of teams, `matches` are (number, white, black), and
    `bye` and `absent` are teams; `forfeits` say who did not come to a match. `differs`: the engine gives other pairs,
    or other colours; which is in `exchanged`."""

    number: Public[int]
    boards: Mapping[int, EventBoard]
    bye: Public[int | None] = None
    absent: Public[Mapping[int, str]] = field(default_factory=dict)
    missing: Public[tuple[int, ...]] = ()
    numbers: Public[tuple[int, ...]] = ()
    engine: Public[str] = ""
    matches: Public[tuple[tuple[int, int, int], ...]] = ()
    drawn_n: Public[NotHashed[int]] = 0
    amended_n: Public[NotHashed[int | None]] = None
    published_n: Public[int | None] = None
    published_at: Public[NotHashed[str]] = ""
    started_at: Public[NotHashed[str]] = ""
    started_n: Public[NotHashed[int | None]] = None
    results_n: Public[NotHashed[int | None]] = None
    results_at: Public[NotHashed[str]] = ""
    differs: Public[bool] = False
    locked: Public[bool] = False
    unlocked: Public[bool] = False
    exchanged: NotHashed[Exchange] = ((), ())
    lifted: Public[tuple[int, ...]] = ()
    forfeits: Public[Mapping[int, str]] = field(default_factory=dict)

    @cached_property
    def games(self) -> tuple[EventBoard, ...]:
        """The boards that count, in their order."""
        in_order = [self.boards[number] for number in sorted(self.boards)]
        return tuple([board for board in in_order if not board.substituted])

    @cached_property
    def boards_of_entries(self) -> Mapping[int, tuple[EventBoard, ...]]:
        """The boards that count by the entries that sit at them."""
        boards: dict[int, tuple[EventBoard, ...]] = {}
        for board in self.games:
            for entry in board.seats:
                boards[entry] = (*boards.get(entry, ()), board)
        return boards

    @property
    def players(self) -> set[int]:
        """The entries that are paired."""
        return {entry for board in self.boards.values() for entry in board.seats}

    @cached_property
    def begun(self) -> bool:
        return bool(self.started_at) or any(board.entered for board in self.boards.values())

    @property
    def paired(self) -> tuple[EventBoard, ...]:
        """The boards that were paired; in an event of teams, the matches, as boards of two teams."""
        if self.matches:
            return tuple(EventBoard(*match) for match in self.matches)
        return tuple(self.boards.values())

    @property
    def open_boards(self) -> list[int]:
        """The boards without a result."""
        return [board.number for board in self.games if board.result is None]

    @property
    def open_matches(self) -> list[int]:
        """The matches of teams that have no boards yet, and are not forfeited."""
        seated = {board.match for board in self.boards.values()}
        return [match for match, _, _ in self.matches if match not in seated and match not in self.forfeits]

    @cached_property
    def complete(self) -> bool:
        """Whether every board has a result, or is adjourned; of teams, every match has its boards or is forfeited."""
        if self.matches and self.open_matches:
            return False
        something = self.boards or self.bye or self.absent or self.forfeits
        return bool(something) and all(board.result or board.substituted for board in self.boards.values())


class Restriction(NamedTuple):
    """Players who may not meet, named, or all of one label; hard ones always hold."""

    id: int
    entries: tuple[int, ...]
    group: str
    first: int
    last: int | None
    hard: bool


class Penalty(NamedTuple):
    """Points added or taken away (of a player, or of a team)."""

    entry: int | None
    team: int | None
    round: int
    points: Fraction
    match_points: Fraction
    reason: str


class Breach(NamedTuple):
    """Where the event left the rules. `left` is the first round that did not have all its results at that moment."""

    n: int
    kind: str
    round: int
    reason: str
    left: int


class OrderedTies(NamedTuple):
    """The order of those whom the tie-breaks leave tied after a round: groups, the best first. `by`: the digest that
    the lots come from, or who ordered them."""

    groups: tuple[tuple[int, ...], ...]
    by: str


class OwnList(NamedTuple):
    """A rating list that the event keeps: the digest of its file, its date if that is known, and ratings by id."""

    sha256: str
    date: dt.date | None
    ratings: Mapping[str, int]


class PeriodEntry(NamedTuple):
    """What the list of a rating period says of a player. `source` is where the rating comes from, as of an entry."""

    rating: int = 0
    k: int | None = None
    title: str = ""
    federation: str = ""
    source: str = ""

    @property
    def only_orders(self) -> bool:
        """Whether the rating is from a list that does not count: the player is not rated by it."""
        return self.source.startswith(TAKEN)


class PeriodList(NamedTuple):
    """The list that holds in a rating period: its name, its date if that is known, the digest of its file or of what it
    says of the players, and what it says of each entry."""

    name: str
    date: dt.date | None
    sha256: str
    players: Mapping[int, PeriodEntry]


class FileRemark(NamedTuple):
    """Something that later readers of a file must know: one comment line, `### KIND @ Round n: text`.

    `values` fill in the words of `key`; entries in them stand for the numbers they have when the file is written."""

    kind: str
    round: int
    key: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class EventState:
    """The whole event. `numbers` are the entries in the order of their pairing numbers, empty while the list is open;
    `seed` is the one of the lots; `absences` say H, Z or F by entry and round; `unexplained` are forfeits that nobody
    has explained yet; `posted` are the boards of rounds, of teams the matches, as they were last published, also after
    a recall; `claims` are those of players, by round and board; `given_up` are prizes that players renounced, and
    `prize_members` the players of categories of prizes for which only the staff knows enough; `notice` is the
    line for everybody on the screens; `ordered_ties` are the ties after a round that lots or the arbiter ordered;
    `own_lists` are rating lists of its own, by name; `periods` the lists of the rating periods that were opened."""

    rules: Public[NotHashed[EventRules | None]] = None
    data: Public[Mapping[str, Any]] = field(default_factory=dict)
    n: Public[NotHashed[int]] = 0
    head: Public[NotHashed[str]] = FIRST
    entries: Mapping[int, Entry] = field(default_factory=dict)
    numbers: Public[tuple[int, ...]] = ()
    closed: Public[bool] = False
    initial: Public[Colour | None] = None
    seed: Public[int | None] = None
    rounds: Mapping[int, EventRound] = field(default_factory=dict)
    posted: NotHashed[Mapping[int, tuple[EventBoard, ...]]] = field(default_factory=dict)
    absences: Mapping[tuple[int, int], str] = field(default_factory=dict)
    unexplained: Mapping[int, int] = field(default_factory=dict)
    restrictions: tuple[Restriction, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    presence: NotHashed[Mapping[int, frozenset[int]]] = field(default_factory=dict)
    presence_open: NotHashed[int | None] = None
    breaches: NotHashed[tuple[Breach, ...]] = ()
    remarks: NotHashed[tuple[FileRemark, ...]] = ()
    incidents: NotHashed[tuple[Mapping[str, Any], ...]] = ()
    appeals: NotHashed[tuple[Mapping[str, Any], ...]] = ()
    staff: NotHashed[Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    links: NotHashed[Mapping[int, Mapping[str, Any]]] = field(default_factory=dict)
    claims: NotHashed[Mapping[int, Mapping[int, tuple[Mapping[str, Any], ...]]]] = field(default_factory=dict)
    teams: Mapping[int, EventTeam] = field(default_factory=dict)
    team_numbers: Public[tuple[int, ...]] = ()
    lineups: Mapping[tuple[int, int], TeamLineUp] = field(default_factory=dict)
    play_offs: Mapping[int, Mapping[int, EventBoard]] = field(default_factory=dict)
    given_up: Public[HashedIfSet[Mapping[int, GivenUp]]] = field(default_factory=dict)
    prize_members: Public[NotHashed[Mapping[str, frozenset[int]]]] = field(default_factory=dict)
    own_lists: HashedIfSet[Mapping[str, OwnList]] = field(default_factory=dict)
    ordered_ties: Public[HashedIfSet[Mapping[int, OrderedTies]]] = field(default_factory=dict)
    periods: Public[HashedIfSet[Mapping[str, PeriodList]]] = field(default_factory=dict)
    imported: NotHashed[Mapping[str, Any] | None] = None
    finished: Public[bool] = False
    handed_over: NotHashed[tuple[Mapping[str, Any], ...]] = ()
    home: Public[NotHashed[str]] = ""
    notice: Public[NotHashed[str]] = ""

    @property
    def event_rules(self) -> EventRules:
        """The rules; an event has them from its first line on."""
        assert self.rules is not None
        return self.rules

    @property
    def accepted(self) -> list[Entry]:
        """The players who are in the tournament and have not left it, in the order of entry."""
        return [player for _, player in sorted(self.entries.items()) if player.state == "accepted"]

    @property
    def sides(self) -> tuple[int, ...]:
        """The entries, or the teams, that are paired, in the order of their numbers."""
        return self.team_numbers if self.event_rules.team else self.numbers

    @cached_property
    def pairing_numbers(self) -> Mapping[int, int]:
        """The pairing number of each entry."""
        return {entry: number for number, entry in enumerate(self.numbers, 1)}

    @cached_property
    def side_numbers(self) -> Mapping[int, int]:
        """The pairing number of each entry; in an event of teams, of each team."""
        return {side: number for number, side in enumerate(self.sides, 1)}

    def number_of(self, entry: int) -> int | None:
        """The pairing number of an entry, None if it has none yet."""
        return self.pairing_numbers.get(entry)

    def name_of(self, entry: int | None) -> str | None:
        """The name of an entry, None if nobody has it."""
        found = None if entry is None else self.entries.get(entry)
        return None if found is None else found.name

    @property
    def last_drawn(self) -> int:
        """The last round that is drawn, 0 if none is."""
        return max(self.rounds, default=0)

    @property
    def last_published(self) -> int:
        """The last round that is published, 0 if none is."""
        return max(
            (number for number, event_round in self.rounds.items() if event_round.published_n is not None), default=0
        )


def round_in_play(state: EventState) -> int:
    """Return the first round that does not have all its results; the last one once they are all played."""
    waiting = [number for number, event_round in state.rounds.items() if not event_round.complete]
    return min(waiting, default=min(state.last_drawn + 1, state.event_rules.rounds or state.last_drawn + 1))


def outside_since(state: EventState) -> int | None:
    """Return the round that was played when the event left the rules, None if it did not."""
    return state.breaches[0].left if state.breaches else None


def leaves_fide_mode(state: EventState) -> bool:
    """Whether a breach would leave FIDE mode, in an event whose mode is left in two steps (VCL 43)."""
    rules = state.event_rules
    return rules.fide_system and not state.breaches and (rules.start or TWO_STEPS_SINCE) >= TWO_STEPS_SINCE


def round_stage(state: EventState, number: int) -> RoundStage:
    """Return how far a round is. It is locked once the next one is complete, the last one when the arbiter says so."""
    event_round = state.rounds[number]
    if event_round.published_n is None:
        return "drawn"
    if not event_round.complete:
        return "playing" if event_round.begun else "published"
    after = state.rounds.get(number + 1)
    over = event_round.locked or (after is not None and after.published_n is not None and after.complete)
    return "locked" if (over or state.finished) and not event_round.unlocked else "complete"
