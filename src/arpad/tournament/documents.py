"""JSON documents of an event: entries, rounds, boards, teams, matches, ties and play-offs.

A player is an `entry`, and has a pairing `number` once the list is closed.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from arpad.documents.document import (
    Document,
    InWords,
    ShownAs,
    TextOrNone,
    document_of,
    extended,
    plain,
    replace,
    shows,
)
from arpad.documents.schema import Exact
from arpad.domain.event import Player
from arpad.i18n import Language, Words, text
from arpad.pairing.check import impossible_document
from arpad.tournament.as_report import lines_of, player_of, scores_of
from arpad.tournament.drawing import NoPairing, swiss_system
from arpad.tournament.entries import shown_source
from arpad.tournament.fees import Money, due, owed
from arpad.tournament.journal import Done, EventWarning
from arpad.tournament.knockout import Tie, TieStage, play_offs_of, ties_of
from arpad.tournament.results import ADJOURNED
from arpad.tournament.rules import plain as plain_number
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import EventState, TeamLineUp, Told, outside_since, round_stage
from arpad.tournament.teams import MatchScore, matches_of, strength_of, team_totals
from arpad.tournament.times import event_times

# What a command wrote, with the warnings that were confirmed.


class WarningDocument(Document, frozen=True):
    """Something that was said about a command."""

    code: str
    level: str
    message: Annotated[Words, InWords(str, Words.text)]


class DoneDocument(Document, frozen=True):
    """What a command wrote: the lines of the log."""

    event: str
    n: int
    entries: list[int]
    warnings: Annotated[Sequence[EventWarning], ShownAs(list[WarningDocument])]


def done_document(done: Done, language: Language, **more: Any) -> dict[str, Any]:
    """The answer of everything that writes, as the contract has it."""
    lines = [line.n for line in done.lines]
    document = DoneDocument(done.state.event_rules.slug, done.state.n, lines, done.warnings)
    return {**document.document(language), **plain(more, language)}


def warning_document(warning: EventWarning, language: Language) -> dict[str, Any]:
    return document_of(WarningDocument, warning, language)


# Rounds and boards.


class NumberedPlayerDocument(Document, frozen=True):
    """A player by pairing number."""

    number: int
    entry: int
    name: str
    rating: int


class EventSeatDocument(Document, frozen=True):
    """A player at a board."""

    entry: int
    number: int | None


class BoardDocument(Document, frozen=True):
    """A board with its history."""

    shown = shows("round", "board", "table", "white", "black", "result", "version", "history", "played", "rated")
    round: int
    board: int
    table: int | None
    white: EventSeatDocument
    black: EventSeatDocument
    result: str | None
    played: str | UnsetType
    rated: str | UnsetType
    version: int
    history: Sequence[Told]


class MatchHeadDocument(Document, frozen=True):
    """A match of a round: two teams."""

    match: int
    white: int | None
    black: int | None
    white_team: int
    black_team: int
    white_name: str
    black_name: str


class BoardPairDocument(Document, frozen=True):
    """A board of a round. Names and points before the round are there if people look at it."""

    board: int
    table: int
    white: int | None
    black: int | None
    white_entry: int
    black_entry: int
    result: str | None
    version: int
    white_name: str | UnsetType | None = UNSET
    white_points: Exact | UnsetType | None = UNSET
    black_name: str | UnsetType | None = UNSET
    black_points: Exact | UnsetType | None = UNSET


FideMode = bool | str | None
"""Whether an event is in FIDE mode; as text, in which round it left it; None if its system is none of FIDE's."""


class AbsentDocument(Document, frozen=True):
    """Somebody who does not play in a round."""

    entry: int
    kind: str
    name: str | UnsetType = UNSET


class EventRoundDocument(Document, frozen=True):
    """A round of an event."""

    round: int
    state: str
    pairs: list[BoardPairDocument]
    bye: int | None
    bye_entry: int | None
    not_paired: list[int | None]
    absent: list[AbsentDocument]
    differs: bool
    outside_rules: int | None
    fide_mode: FideMode
    system: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    matches: list[MatchHeadDocument] | UnsetType = UNSET


class SeenRoundDocument(EventRoundDocument, frozen=True, kw_only=True):
    """A round as people look at it. Instants are in UTC; `time_zone` is the one in which pages show them."""

    started_at: str | None
    time_zone: str


def numbers_document(state: EventState) -> list[NumberedPlayerDocument]:
    """The players by pairing number."""
    return [
        extended(NumberedPlayerDocument, state.entries[entry], number=number)
        for number, entry in enumerate(state.numbers, 1)
    ]


def round_document(state: EventState, number: int) -> EventRoundDocument:
    """A round, as `arpad pair --json` has it, with the entries beside the pairing numbers."""
    event_round = state.rounds[number]
    tables = round_tables(state, number)
    rank = {entry: place for place, entry in enumerate(event_round.numbers or state.numbers, 1)}
    left = state.side_numbers if state.event_rules.team else rank
    system = swiss_system(state) if state.event_rules.swiss else None
    pairs = [
        extended(
            BoardPairDocument,
            board,
            board=board.number,
            table=tables[board.number],
            white=rank.get(board.white),
            black=rank.get(board.black),
            white_entry=board.white,
            black_entry=board.black,
        )
        for board in event_round.games
    ]
    names = {team: state.teams[team].name for _, *teams in event_round.matches for team in teams}
    matches = [
        MatchHeadDocument(match, left.get(white), left.get(black), white, black, names[white], names[black])
        for match, white, black in event_round.matches
    ]
    return EventRoundDocument(
        number,
        round_stage(state, number),
        pairs,
        None if event_round.bye is None else left.get(event_round.bye),
        event_round.bye,
        [left.get(entry) for entry in event_round.absent],
        [AbsentDocument(entry, kind) for entry, kind in event_round.absent.items()],
        event_round.differs,
        outside_since(state),
        fide_mode(state),
        UNSET if system is None else system.name,
        UNSET if system is None else system.edition or UNSET,
        matches if state.event_rules.team else UNSET,
    )


def outside_words(state: EventState) -> Words | None:
    """Say in which round an event left FIDE mode, or by another system the rules; None if it did not."""
    key = "fide-mode-left" if state.event_rules.fide_system else "outside-rules"
    since = outside_since(state)
    return None if since is None else Words(f"tournament.said.{key}", round=since)


def fide_mode(state: EventState) -> FideMode:
    """Whether an event is in FIDE mode, or in which round it left it; None for a system that is none of FIDE's."""
    if not state.event_rules.fide_system:
        return None
    left = outside_since(state)
    return True if left is None else f"left in round {left}"


def points_before(state: EventState, number: int) -> dict[int, Any]:
    """The points of each entry before a round."""
    lines, scores = lines_of(state, number - 1), scores_of(state, number - 1)
    return {state.numbers[rank - 1]: scores.sum(rank, rounds) for rank, rounds in lines.items()}


def side_name(state: EventState, number: int) -> str:
    """The name of a player; in a league, of a team."""
    return str(state.teams[number].name) if state.event_rules.team else state.entries[number].name


def seen_round(state: EventState, number: int, before: Mapping[int, Any] | None = None) -> SeenRoundDocument:
    """A round as people look at it: with names, and with the points before it, if they are not given."""
    document = round_document(state, number)
    points = points_before(state, number) if before is None else before
    pairs = [
        replace(
            pair,
            white_name=state.name_of(pair.white_entry),
            white_points=points.get(pair.white_entry),
            black_name=state.name_of(pair.black_entry),
            black_points=points.get(pair.black_entry),
        )
        for pair in document.pairs
    ]
    started, zone = state.rounds[number].started_at or None, event_times(state.event_rules).name
    return extended(SeenRoundDocument, document, pairs=pairs, started_at=started, time_zone=zone)


def board_document(state: EventState, number: int, board: int) -> BoardDocument:
    """A board with its history."""
    event_board = state.rounds[number].boards[board]
    white, black = (EventSeatDocument(entry, state.number_of(entry)) for entry in event_board.seats)
    return extended(
        BoardDocument,
        event_board,
        round=number,
        board=board,
        table=round_tables(state, number).get(board, event_board.table),
        white=white,
        black=black,
        played=UNSET if event_board.played is None else event_board.played,
        rated=UNSET if event_board.rated is None else event_board.rated,
    )


def adjourned_games(state: EventState) -> list[tuple[int, int]]:
    """Every adjourned game: its round and its board."""
    return [
        (number, board.number)
        for number in sorted(state.rounds)
        for board in state.rounds[number].games
        if board.result == ADJOURNED
    ]


# Entries.


class PaymentDocument(Document, frozen=True):
    """A payment of a player; less than nothing was given back."""

    line: int
    amount: Money
    at: str
    who: str
    how: TextOrNone
    undoes: int | None


class EntryDocument(Document, frozen=True):
    """An entry as the staff sees it."""

    entry: int
    number: int | None
    name: str
    id: TextOrNone
    federation: TextOrNone
    sex: TextOrNone
    title: TextOrNone
    rating: int
    ratings: Mapping[str, int]
    born: int | None
    club: TextOrNone
    family: TextOrNone
    labels: Mapping[str, str]
    groups: Sequence[str]
    invited: bool
    table: int | None
    paid: Annotated[Fraction, ShownAs(int | str, plain_number)]
    from_round: int
    state: str
    withdrawn_from: int | None
    absences: dict[str, str]
    unexplained: int | None
    version: int
    rating_from: TextOrNone
    rating_list: TextOrNone
    due: Money
    owed: Money
    fee: Annotated[Fraction | None, ShownAs(int | str | None, plain_number)]
    fee_reason: TextOrNone
    payments: list[PaymentDocument]


def entry_document(state: EventState, entry: int) -> EntryDocument:
    """An entry with its number and its absences."""
    absences = {str(number): kind for (one, number), kind in sorted(state.absences.items()) if one == entry}
    player = state.entries[entry]
    return extended(
        EntryDocument,
        player,
        number=state.number_of(entry),
        absences=absences,
        unexplained=state.unexplained.get(entry),
        rating_from=shown_source(player),
        due=due(player, state.event_rules),
        owed=owed(player, state.event_rules),
        payments=[PaymentDocument(*payment) for payment in player.payments],
    )


def entry_documents(state: EventState) -> list[EntryDocument]:
    """All entries but those removed, by number, then in the order of entry."""
    order = state.pairing_numbers
    there = [entry for entry, one in state.entries.items() if one.state != "removed"]
    there.sort(key=lambda entry: (order.get(entry, len(order) + 1), entry))
    return [entry_document(state, entry) for entry in there]


def players_entered(state: EventState) -> tuple[Player, ...]:
    """Return the players entered so far, as a report has them before the first round."""
    return tuple(player_of(entry, place, []) for place, entry in enumerate(state.accepted, 1))


def paid_in_all(state: EventState) -> Fraction:
    """Return the fees that were paid."""
    return sum((player.paid for player in state.entries.values() if player.state != "removed"), Fraction(0))


# A round that cannot be paired, for people and programs: who stands in the way, and what may be lifted.


def no_pairing_document(problem: NoPairing, language: Language) -> dict[str, Any]:
    """The answer of a draw that is not possible."""
    offers, state = problem.offers, problem.state
    found = impossible_document(problem.answer, language)
    entries = [state.sides[number - 1] for number in found["unpairable"]]
    head = {"event": state.event_rules.slug, "n": state.n}
    return {**head, **found, "unpairable_entries": entries, "lift": offers.document()}


def ways_out(problem: NoPairing, language: Language) -> list[str]:
    """What may be lifted, in the order in which it is offered. Pairing by hand is always left."""
    offers, state = problem.offers, problem.state
    found = []
    if offers.restrictions:
        key = "offer-lift-all" if offers.together else "offer-lift"
        found.append(text(f"tournament.said.{key}", language, ids=", ".join(map(str, offers.restrictions))))
    if offers.bye is not None:
        name = state.entries[offers.bye].name
        found.append(text("tournament.said.offer-bye", language, entry=offers.bye, name=name))
    return found


# Teams, line-ups and matches.


class TeamPlayerDocument(Document, frozen=True):
    """A player on the list of a team."""

    entry: int
    name: str


class EventTeamDocument(Document, frozen=True):
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


class LineUpDocument(Document, frozen=True):
    """The line-up of a team in a round."""

    team: int
    round: int
    players: list[int | None]
    by: str


class MatchBoardDocument(Document, frozen=True):
    """A board of a match."""

    board: int
    number: int
    white: int | None
    white_name: str | None
    black: int | None
    black_name: str | None
    result: str | None


class MatchDocument(Document, frozen=True):
    """A match with its boards: the score that counts, the raw one, and the boards that were wrong."""

    round: int
    match: int
    white: int
    white_name: str
    black: int
    black_name: str
    line_ups: Annotated[Sequence[TeamLineUp | None], ShownAs(list[LineUpDocument | None])]
    boards: list[MatchBoardDocument]
    forfeit: TextOrNone
    raw: Sequence[Exact]
    score: Sequence[Exact]
    wrong_boards: list[int]
    match_points: Sequence[Exact | None]
    complete: bool


def team_document(state: EventState, team: int) -> EventTeamDocument:
    """A team with its list and its points so far."""
    event_team = state.teams[team]
    match_points, game_points = team_totals(state)[team]
    return extended(
        EventTeamDocument,
        event_team,
        number=state.side_numbers.get(team),
        strength=strength_of(state, event_team),
        players=[TeamPlayerDocument(entry, state.entries[entry].name) for entry in event_team.players],
        absences={str(number): kind for number, kind in event_team.away},
        match_points=match_points,
        game_points=game_points,
    )


def line_up_document(state: EventState, team: int, number: int) -> dict[str, Any] | None:
    """The line-up of a team in a round, None if there is none yet."""
    lineup = state.lineups.get((team, number))
    return None if lineup is None else document_of(LineUpDocument, lineup)


def match_document(state: EventState, match: MatchScore) -> MatchDocument:
    """A match with its boards: the score that counts, the raw one, and the boards that were wrong."""
    name = state.name_of
    boards = [
        MatchBoardDocument(
            *(place, board.number, board.white or None, name(board.white)),
            *(board.black or None, name(board.black), board.result),
        )
        for place, board in enumerate(match.boards, 1)
    ]
    return extended(
        MatchDocument,
        match,
        match=match.number,
        white_name=state.teams[match.white].name,
        black_name=state.teams[match.black].name,
        line_ups=[state.lineups.get((team, match.round)) for team in (match.white, match.black)],
        boards=boards,
        wrong_boards=sorted({*match.wrong[0], *match.wrong[1]}),
    )


def match_documents(state: EventState, number: int) -> list[MatchDocument]:
    """All matches of a round."""
    return [match_document(state, match) for match in matches_of(state, number)]


# Ties and play-offs.


class TieGameDocument(Document, frozen=True):
    """A game of a tie."""

    board: int
    white: int
    black: int
    result: str | None


class TieStageDocument(Document, frozen=True):
    """A stage of a tie."""

    stage: str
    score: list[Exact]
    games: list[TieGameDocument]


class TieDocument(Document, frozen=True):
    """A tie of a knock-out."""

    tie: int
    round: int
    seats: Sequence[str]
    players: Sequence[int | None]
    names: list[str | None]
    stages: list[TieStageDocument]
    score: str
    winner: int | None
    winner_name: str | None
    decided_by: str | None
    level: bool


class PlayOffGameDocument(Document, frozen=True):
    """A game of a play-off."""

    game: int
    white: int
    white_name: str | None
    black: int
    black_name: str | None
    result: str | None


class PlayOffDocument(Document, frozen=True):
    """A play-off of players who are level."""

    play_off: int
    players: Sequence[int]
    games: list[PlayOffGameDocument]
    order: Sequence[Sequence[int]]
    winner: int | None
    winner_name: str | None


def tie_document(state: EventState, tie: Tie) -> TieDocument:
    """A tie with its stages and games."""
    seats = zip(tie.players, tie.seats, strict=True)
    stages = [
        TieStageDocument(
            stage.name,
            [stage.score(entry) for entry in tie.both or ()],
            [TieGameDocument(board.number, board.white, board.black, board.result) for board in stage.boards],
        )
        for stage in tie.stages
    ]
    return extended(
        TieDocument,
        tie,
        tie=tie.number,
        names=[seat if entry is None else state.name_of(entry) for entry, seat in seats],
        stages=stages,
        score=" · ".join(_score(tie, stage) for stage in tie.stages),
        winner_name=state.name_of(tie.winner),
    )


def _score(tie: Tie, stage: TieStage) -> str:
    return "–".join(_halves(int(2 * stage.score(entry))) for entry in tie.both or ())


def _halves(count: int) -> str:
    whole, half = divmod(count, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def bracket_document(state: EventState) -> list[TieDocument]:
    """All ties of a knock-out."""
    return [tie_document(state, tie) for tie in ties_of(state).values()]


def play_offs_document(state: EventState) -> list[PlayOffDocument]:
    """All play-offs of an event."""
    name = state.name_of
    return [
        extended(
            PlayOffDocument,
            off,
            play_off=number,
            games=[
                PlayOffGameDocument(
                    game.number, game.white, name(game.white), game.black, name(game.black), game.result
                )
                for game in off.games
            ],
            winner_name=name(off.winner),
        )
        for number, off in play_offs_of(state).items()
    ]
