"""Staff pages for results of a round: entry, board history, corrections, penalties and absent players."""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import Query
from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, ShownAs, extended, shows
from arpad.tournament.acts.act import RoundNumber
from arpad.tournament.acts.checks import board_at, need_published
from arpad.tournament.acts.results import CorrectForRating, SetResult, last_claims
from arpad.tournament.amendments import REASONED, correction_window, default_time
from arpad.tournament.documents import (
    BoardDocument,
    MatchDocument,
    WarningDocument,
    board_document,
    match_documents,
)
from arpad.tournament.journal import ALL_AGREED, Confirmations, EventWarning, after_changes
from arpad.tournament.knockout import ties_of
from arpad.tournament.results import UNUSUAL, parse_result
from arpad.tournament.schedules import round_tables
from arpad.tournament.standings import MovedPlaceDocument, moved_by
from arpad.tournament.state import EventBoard, EventState, Told, round_stage
from arpad.web.cache import Answer
from arpad.web.tournaments.actions import Access
from arpad.web.tournaments.context import AsArbiter, AsScorer, BoardInPath, EventContext, RoundInPath, staff_pages
from arpad.web.tournaments.desk.event import UndoLine

# Undo: what a board had before.


class UndoResult(UndoLine, frozen=True):
    """Undo the entry of a result: what the board had before is there again."""

    name = "undo-result"
    path = "desk/results/{round}/undo/{line}"
    back = "desk/results/{round}"

    round: RoundNumber


# The boards of a round as the desk shows them: the own ones first, open ones on top, changes of others marked.

LATEST = 6
"""Entries that the page offers to undo."""


class ResultSeat(Document, frozen=True):
    """A player at a board of the desk."""

    shown = shows("entry", "number", "name")
    entry: int
    number: int | None
    name: str
    rating: int
    team: str = ""


class ResultRow(Document, frozen=True):
    """A board at the desk: `own`, in the sector of the seat; who touched it last; what its players say. `silent` are
    players who did not come and gave no notice."""

    shown = shows("board", "table", "white", "black", "result", "version", "own", "who", "at", "claims")
    board: int
    table: int
    white: ResultSeat
    black: ResultSeat
    result: str | None
    version: int
    own: bool
    other: bool
    last: Told | None
    claims: dict[str, str]
    match: int | None = None
    silent: tuple[int, ...] = ()

    @property
    def who(self) -> str | None:
        return self.last.who if self.last else None

    @property
    def at(self) -> str | None:
        return self.last.at if self.last else None


class RoundResultsDocument(Document, frozen=True):
    """A round at its desk."""

    round: int
    state: str
    open: list[int]
    own_open: list[int]
    started_at: str | None
    default_time: str | None
    results_published: bool
    time_zone: str
    boards: Sequence[ResultRow] = ()


class AbsentPlayersDocument(Document, frozen=True):
    """The open boards of a round, and whether the default time is over."""

    round: int
    default_time: str | None
    time_zone: str
    over: bool
    boards: list[ResultRow]


def board_rows(state: EventState, number: int, access: Access, *, own: bool = False) -> list[ResultRow]:
    """Return the boards of a round, in their order; only the own ones, if that is wanted."""
    tables = round_tables(state, number)
    numbers = {entry: place for place, entry in enumerate(state.numbers, 1)}
    return [
        _row(state, board, tables[board.number], numbers, access, number)
        for board in state.rounds[number].games
        if not own or access.has_board(board.number)
    ]


def _row(
    state: EventState, board: EventBoard, table: int, numbers: dict[int, int], access: Access, number: int
) -> ResultRow:
    last = board.history[-1] if board.history else None
    return ResultRow(
        board=board.number,
        table=table,
        white=_sitting(state, board.white, numbers),
        black=_sitting(state, board.black, numbers),
        result=board.result,
        version=board.version,
        own=access.has_board(board.number),
        other=last is not None and last.who != access.who,
        last=last,
        claims=last_claims(state, number, board.number),
        match=board.match,
        silent=tuple(entry for entry in board.seats if state.unexplained.get(entry) == number),
    )


def _sitting(state: EventState, entry: int, numbers: dict[int, int]) -> ResultSeat:
    player = state.entries.get(entry)
    if player is None:  # an empty board of a team
        return ResultSeat(entry, None, "–", 0)
    team = None if player.team is None else state.teams.get(player.team)
    return ResultSeat(entry, numbers.get(entry), player.name, player.rating, "" if team is None else team.name)


class ResultMatch(NamedTuple):
    """A match of teams at the desk, with its boards below it."""

    match: MatchDocument
    rows: list[ResultRow]


def by_match(state: EventState, number: int, rows: Sequence[ResultRow]) -> list[ResultMatch]:
    """Return the boards of a round of teams under their matches; those without boards of the seat are left out."""
    if not state.event_rules.team:
        return []
    found = [
        ResultMatch(match, [row for row in rows if row.match == match.match])
        for match in match_documents(state, number)
    ]
    return [match for match in found if match.rows]


def latest_entries(state: EventState, number: int) -> list[tuple[int, Told]]:
    """Return the last entries of a round that still hold, each with its board, the newest first."""
    entered = [(board.number, board.history[-1]) for board in state.rounds[number].games if board.history]
    held = [one for one in entered if one[1].result is not None]
    return sorted(held, key=lambda one: -one[1].n)[:LATEST]


# After the last result: what finishes the round and leads to the next one.


class AfterRound(NamedTuple):
    """What comes after a complete round: `draw` the next one, `show` that of a table, pair it by `hand`, look at its
    `draft`, open stages of level `ties`, or the `last` round. The words are `web.event-rounds.finish-STEP`."""

    step: str
    next: int
    ties: tuple[int, ...] = ()


def after_round(state: EventState, number: int) -> AfterRound | None:
    """Return what comes after a round; None while boards are open, and once the next round has begun."""
    event_round, rules = state.rounds[number], state.event_rules
    following = state.rounds.get(number + 1)
    gone_on = following is not None and (following.begun or (following.published_n is not None and not rules.by_table))
    if state.finished or gone_on or not event_round.complete:
        return None
    if level := level_ties(state, number):
        return AfterRound("ties", number + 1, level)
    if number >= rules.rounds:
        return AfterRound("last", number)
    if rules.by_table:
        return AfterRound("show", number + 1)
    if following is not None:
        return AfterRound("draft", number + 1)
    return AfterRound("hand" if rules.system == "manual" else "draw", number + 1)


def level_ties(state: EventState, number: int) -> tuple[int, ...]:
    """Return the ties of a round whose next stage can be opened."""
    if state.event_rules.system != "knockout":
        return ()
    return tuple(tie.number for tie in ties_of(state).values() if tie.round == number and tie.level)


# The results of a round: by keyboard, by thumb, pasted; a board with its history; players who did not come.

result_pages = staff_pages()
OtherResult = Annotated[str, Query(max_length=20, description="Another result: what a correction would change.")]
ShowOthers = Annotated[bool, Query(description="Whether the page shows the boards of others too.")]

MENU = {
    "played": ("1-0", "1/2", "0-1"),
    "forfeits": ("+/-", "-/+", "-/-"),
    "short": ("W-L", "D-D", "L-W"),
    "unusual": tuple(UNUSUAL),
}
"""What a board may have, as its page offers it."""


@result_pages.page("/t/{slug}/desk/results/{number}", "event_results.html", RoundResultsDocument)
def round_results(context: AsScorer, number: RoundInPath, others: ShowOthers = False) -> Answer:
    """The boards of a round with their results: the own ones first, open ones on top."""
    need_published(context.state, number)

    def page() -> dict[str, Any]:
        rows = board_rows(context.state, number, context.seat, own=not others)
        own = [row for row in rows if row.own]
        return {
            "data": results_document(context, number),
            "own": own,
            "others": [row for row in rows if not row.own],
            "other_boards": len(context.state.rounds[number].games) - len(own),
            "latest": latest_entries(context.state, number) if context.seat.may_be("arbiter") else [],
            "rounds": [
                one for one, event_round in sorted(context.state.rounds.items()) if event_round.published_n is not None
            ],
            "n": context.state.n,
            "after": after_round(context.state, number),
            "matches": by_match(context.state, number, own),
        }

    def document() -> RoundResultsDocument:
        return results_document(context, number, board_rows(context.state, number, context.seat))

    return context.answer(document, page)


def results_document(context: EventContext, number: int, boards: Sequence[ResultRow] = ()) -> RoundResultsDocument:
    """A round at its desk."""
    event_round = context.state.rounds[number]
    return RoundResultsDocument(
        round=number,
        state=round_stage(context.state, number),
        open=event_round.open_boards,
        own_open=[board for board in event_round.open_boards if context.seat.has_board(board)],
        started_at=event_round.started_at or None,
        default_time=default_time(context.state, number),
        results_published=event_round.results_n is not None,
        time_zone=context.frame.times.name,
        boards=boards,
    )


@result_pages.page("/t/{slug}/desk/results/{number}/absent", "event_absent.html", AbsentPlayersDocument)
def absent_players(context: AsArbiter, number: RoundInPath) -> Answer:
    """Laws 6.7: the open boards, to tick the players who have not come."""
    need_published(context.state, number)
    rows = [row for row in board_rows(context.state, number, context.seat) if row.result is None]
    lost_at = default_time(context.state, number)
    over = lost_at is not None and context.now.isoformat() >= lost_at

    def document() -> AbsentPlayersDocument:
        return AbsentPlayersDocument(number, lost_at, context.frame.times.name, over, rows)

    return context.answer(document, lambda: {"data": document(), "rows": rows})


class CorrectionPreviewDocument(Document, frozen=True):
    """What a correction would do: it is not done yet. `moved` are those whose places or points change."""

    result: str
    rating_only: bool
    warnings: Annotated[Sequence[EventWarning], ShownAs(list[WarningDocument])]
    moved: list[MovedPlaceDocument]


class DeskBoardDocument(BoardDocument, frozen=True):
    """A board, what its players claim, and whether it is one of the own; what a correction to another result would
    change, if the address names one."""

    shown = shows(*BoardDocument.shown, "claims", "own", "correction")
    claims: dict[str, str]
    own: bool
    correction: CorrectionPreviewDocument | UnsetType


@result_pages.page("/t/{slug}/desk/results/{number}/{board}", "event_board.html", DeskBoardDocument)
def one_board(
    context: AsScorer, number: RoundInPath, board: BoardInPath, result: OtherResult = "", played: OtherResult = ""
) -> Answer:
    """A board with everything that was entered for it, and everything that it may have. With another result, what a
    correction to it would change."""
    need_published(context.state, number)
    board_at(context.state, number, board)
    row = next(
        result_row for result_row in board_rows(context.state, number, context.seat) if result_row.board == board
    )
    window = correction_window(context.state, number, context.now.isoformat())
    preview = _preview(context, row, number, result, played) if result and row.result and _menu(context, row) else None

    def document() -> DeskBoardDocument:
        known, change = board_document(context.state, number, board), preview or UNSET
        return extended(DeskBoardDocument, known, claims=row.claims, own=row.own, correction=change)

    return context.answer(
        document,
        lambda: {
            "data": document().document(context.language),
            "row": row,
            "menu": _menu(context, row),
            "window": window,
            "correcting": row.result is not None and window in (*REASONED, "rating"),
            "played": played,
        },
    )


def _preview(
    context: EventContext, row: ResultRow, number: int, result: str, played: str
) -> CorrectionPreviewDocument | None:
    """What a correction would change: the warnings about it, and who moves in the standings. None if it is nothing."""
    state, at, confirmations = context.state, context.now.isoformat(), Confirmations(ALL_AGREED)
    rating_only = correction_window(state, number, at) == "rating"
    act = (
        CorrectForRating(number, row.board, result)
        if rating_only
        else SetResult(number, row.board, result, played or None, None, at)
    )
    changes = act(state, confirmations)
    if not changes:
        return None
    after = after_changes(state, changes)
    moved = [] if rating_only else moved_by(state, after)
    return CorrectionPreviewDocument(parse_result(result), rating_only, confirmations.settle(), moved)


def _menu(context: EventContext, row: ResultRow) -> dict[str, tuple[str, ...]]:
    """What this seat may enter here."""
    if context.seat.may_be("chief"):
        return MENU
    if context.seat.may_be("arbiter"):
        return {name: codes for name, codes in MENU.items() if name != "unusual"}
    return {"played": MENU["played"]} if row.own and row.result is None else {}
