"""Staff pages for results of a round: entry, board history, corrections, penalties and absent players."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from fastapi import Query

from arpad.i18n import ArpadError
from arpad.inputs.declared import Input, as_typed, whole, whole_numbers
from arpad.tournament.acts.boards import substitute
from arpad.tournament.acts.checks import board_at, need_published
from arpad.tournament.acts.event import note_appeal, note_incident
from arpad.tournament.acts.results import (
    absent_at,
    clear_result,
    correct_for_rating,
    last_claims,
    publish_results,
    set_penalty,
    set_result,
    set_results,
    swap_colours,
)
from arpad.tournament.amendments import correction_window, default_time
from arpad.tournament.documents import board_document, open_boards
from arpad.tournament.journal import Decide, Done
from arpad.tournament.results import UNUSUAL, TypedResult, parse_line, parse_result, parse_results
from arpad.tournament.rules import half_points as halves
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import EventBoard, EventState, Told, round_stage
from arpad.web.cache import Answer
from arpad.web.tournaments.action_shapes import OpenBoardsDocument
from arpad.web.tournaments.actions import (
    Access,
    AtBoard,
    EntryNumber,
    EventAction,
    Flag,
    PerhapsRound,
    RoundNumber,
    Version,
)
from arpad.web.tournaments.context import AsArbiter, AsScorer, BoardInPath, EventContext, RoundInPath, staff_pages
from arpad.web.tournaments.desk.event import UndoLine
from arpad.web.tournaments.desk.shapes import DESK_BOARD, AbsentPlayersDocument, RoundResultsDocument

# Results: one, many at once, and none again.

ABOUT = "1-0, 1/2, 0-1; +/-, -/+, -/- without a game; * adjourned; or the keys 1, =, 0, +, -, x, a."
RESULT = Input(lambda _where, typed: parse_result(typed), about=ABOUT, max_length=20)
ResultText = Annotated[str, RESULT]
PerhapsResult = Annotated[str | None, RESULT]
ManyResults = Annotated[
    list[TypedResult],
    Input(
        lambda _where, typed: parse_results(typed), "area", "Lines `board result`, or results alone.", max_length=20_000
    ),
]

KeyLine = Annotated[str, Input(as_typed, about="`12 1, 13 =`; or keys alone: `1`, `1=0`.", max_length=400)]
ShownBoards = Annotated[
    tuple[int, ...],
    Input(whole_numbers, "hidden", "The open boards, in the order in which keys go down them.", max_length=6000),
]
Entries = Annotated[
    tuple[int, ...],
    Input(whole_numbers, about="Players, by their numbers of entry.", max_length=6000, several=True, players=True),
]


@dataclass(frozen=True, slots=True)
class EnterResult(AtBoard):
    """Enter the result of a board. The same result again writes nothing."""

    name = "result"
    path = "desk/results/{round}"
    least = "scorer"
    back = "desk/results/{round}"
    at: ClassVar[Mapping[str, str]] = {**AtBoard.at, "event-not-your-board": "board"}

    result: ResultText
    played: PerhapsResult = None
    version: Version = None

    def command_at(self, now: dt.datetime) -> Decide:
        return set_result(
            self.round, self.board, self.result, version=self.version, played=self.played, at=now.isoformat()
        )

    def words(self, done: Done) -> dict[str, object]:
        return {"board": self.board, "result": done.state.rounds[self.round].boards[self.board].result}


@dataclass(frozen=True, slots=True)
class OfOpenBoards(EventAction):
    """Results for boards of a round, after which some are still open."""

    answers: ClassVar[tuple[Any, ...]] = (OpenBoardsDocument,)
    back = "desk/results/{round}"

    round: RoundNumber

    def document(self, state: EventState) -> dict[str, Any]:
        return {"round": self.round, "state": round_stage(state, self.round), "open": open_boards(state, self.round)}


@dataclass(frozen=True, slots=True)
class EnterResults(OfOpenBoards):
    """Enter many results, all or nothing: lines with a board and a result, or results for the open boards in order."""

    name = "results"
    path = "desk/results/{round}/many"
    least = "scorer"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("event-board-unknown", "event-not-your-board", "event-results-many", "event-results-twice"), "results"
    )

    results: ManyResults
    version: Version = None

    def command_at(self, now: dt.datetime) -> Decide:
        return set_results(self.round, self.results, version=self.version, at=now.isoformat())

    def words(self, done: Done) -> dict[str, object]:
        new = sum(len(line.data["results"]) for line in done.lines if line.kind == "results.set")
        return {"count": new, "open": len(open_boards(done.state, self.round))}


@dataclass(frozen=True, slots=True)
class EnterLine(OfOpenBoards):
    """Enter a line of keys: a board and a key, or keys alone, which go down the boards that are named."""

    name = "line"
    path = "desk/results/{round}/line"
    least = "scorer"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys((*EnterResults.at, "event-results-item"), "keys")

    keys: KeyLine
    boards: ShownBoards = ()
    version: Version = None

    def command_at(self, now: dt.datetime) -> Decide:
        told = parse_line(self.keys, self.boards)
        return set_results(self.round, told, version=self.version, at=now.isoformat())

    def words(self, done: Done) -> dict[str, object]:
        told = [f"{board}: {result}" for line in done.lines for board, result in line.data.get("results", ())]
        return {"results": ", ".join(told) or "–", "open": len(open_boards(done.state, self.round))}


@dataclass(frozen=True, slots=True)
class EnterAbsent(EventAction):
    """Laws 6.7: players who did not come lose by forfeit, all in one line of the log."""

    name = "absent-at"
    path = "desk/results/{round}/absent"
    least = "arbiter"
    back = "desk/results/{round}"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(("event-no-board", "event-board-done"), "entries")

    round: RoundNumber
    entries: Entries
    told: Flag = False

    def command_at(self, now: dt.datetime) -> Decide:
        return absent_at(self.round, self.entries, announced=self.told, at=now.isoformat())

    def words(self, done: Done) -> dict[str, object]:  # noqa: ARG002
        return {"count": len(self.entries)}


@dataclass(frozen=True, slots=True)
class PublishResults(EventAction):
    """Publish the results of a round: the time for corrections begins."""

    name = "publish-results"
    path = "desk/results/{round}/publish"
    least = "arbiter"
    back = "desk/results/{round}"
    said = ("round",)

    round: RoundNumber

    def command(self) -> Decide:
        return publish_results(self.round)


@dataclass(frozen=True, slots=True)
class UndoResult(UndoLine):
    """Undo the entry of a result: what the board had before is there again."""

    name = "undo-result"
    path = "desk/results/{round}/undo/{line}"
    back = "desk/results/{round}"

    round: RoundNumber


@dataclass(frozen=True, slots=True)
class ClearResult(AtBoard):
    """Take the result of a board away."""

    name = "clear-result"
    path = "desk/results/{round}/clear"
    least = "arbiter"
    back = "desk/results/{round}"

    def command_at(self, now: dt.datetime) -> Decide:
        return clear_result(self.round, self.board, at=now.isoformat())


RESULT_ACTIONS = (EnterResult, EnterResults, EnterLine, EnterAbsent, ClearResult, PublishResults, UndoResult)


# Corrections, penalties, substitute games, incidents and appeals.

LONG = 4000
PerhapsBoard = Annotated[int | None, Input(whole(1, 9999), "number", "The board.", max_length=10)]
Words = Annotated[str, Input(kind="area", about="What happened.", max_length=LONG)]
Decision = Annotated[str, Input(kind="area", about="What was decided.", max_length=LONG)]
OtherBoard = Annotated[int, Input(whole(1, 9999), "number", "The other board.", max_length=10)]
Absent = Annotated[tuple[int, ...], Input(whole_numbers, about="Players who did not come, by entry.", players=True)]


def points(_where: str, typed: str) -> Fraction:
    """Points, also taken away: -1/2, 1, -0.5."""
    try:
        return halves(typed.strip().replace("−", "-").replace("½", "1/2").replace(",", "."))
    except ValueError:
        raise ArpadError("event-penalty", points=typed) from None


Points = Annotated[Fraction, Input(points, about="Halves of a point: -1/2, 1.", max_length=10)]


@dataclass(frozen=True, slots=True)
class OfBoard(AtBoard):
    """A correction of one board."""

    back = "desk/corrections"
    at: ClassVar[Mapping[str, str]] = {**AtBoard.at, "event-round-unknown": "round"}
    said = ("round", "board")


@dataclass(frozen=True, slots=True)
class CorrectForRating(OfBoard):
    """Correct a result in the report for rating alone."""

    name = "correct"
    path = "desk/corrections"
    least = "chief"

    result: ResultText

    def command(self) -> Decide:
        return correct_for_rating(self.round, self.board, self.result)


@dataclass(frozen=True, slots=True)
class SwapColours(OfBoard):
    """Swap the colours of a game that was played with the wrong ones."""

    name = "colours"
    path = "desk/corrections/colours"
    least = "arbiter"

    def command_at(self, now: dt.datetime) -> Decide:
        return swap_colours(self.round, self.board, at=now.isoformat())


@dataclass(frozen=True, slots=True)
class Substitute(OfBoard):
    """Let two players meet whose opponents did not come."""

    name = "substitute"
    path = "desk/corrections/substitute"
    least = "chief"

    other: OtherBoard
    missing: Absent = ()

    def command(self) -> Decide:
        return substitute(self.round, self.board, self.other, absent=self.missing)


@dataclass(frozen=True, slots=True)
class SetPenalty(EventAction):
    """Take points away from a player, or add some; in a league, a team."""

    name = "penalty"
    path = "desk/corrections/penalty"
    least = "chief"
    back = "desk/corrections"
    at: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "entry", "event-team-unknown": "entry"}

    entry: EntryNumber
    round: RoundNumber
    points: Points

    def command(self) -> Decide:
        return set_penalty(self.entry, self.round, self.points)


@dataclass(frozen=True, slots=True)
class NoteIncident(EventAction):
    """Note an incident for the chief arbiter's report. It is never public."""

    name = "incident"
    path = "desk/incidents"
    least = "arbiter"
    back = "desk/incidents"

    text: Words
    round: PerhapsRound = None
    board: PerhapsBoard = None

    def command(self) -> Decide:
        return note_incident(self.text.strip(), self.round, self.board)


@dataclass(frozen=True, slots=True)
class NoteAppeal(EventAction):
    """Note an appeal with its decision. It is never public."""

    name = "appeal"
    path = "desk/incidents/appeal"
    least = "arbiter"
    back = "desk/incidents"

    text: Words
    decision: Decision = ""
    round: PerhapsRound = None
    board: PerhapsBoard = None

    def command(self) -> Decide:
        return note_appeal(self.text.strip(), self.decision.strip(), self.round, self.board)


CORRECTING_ACTIONS = (CorrectForRating, SwapColours, Substitute, SetPenalty, NoteIncident, NoteAppeal)


# The boards of a round as the desk shows them: the own ones first, open ones on top, changes of others marked.

LATEST = 6
"""Entries that the page offers to undo."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at a board."""

    entry: int
    number: int | None
    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board. `own`: it is in the sector of the seat; `other`: somebody else has touched it last; `claims` are what
    the players say, by side."""

    board: int
    table: int
    white: Sitting
    black: Sitting
    result: str | None
    version: int
    own: bool
    other: bool
    last: Told | None
    claims: dict[str, str]
    match: int | None = None

    def document(self) -> dict[str, Any]:
        """The board for programs."""
        return {
            "board": self.board,
            "table": self.table,
            **{
                side: {"entry": one.entry, "number": one.number, "name": one.name}
                for side, one in (("white", self.white), ("black", self.black))
            },
            "result": self.result,
            "version": self.version,
            "own": self.own,
            "who": self.last.who if self.last else None,
            "at": self.last.at if self.last else None,
            "claims": self.claims,
        }


def board_rows(state: EventState, number: int, seat: Access, *, own: bool = False) -> list[BoardRow]:
    """Return the boards of a round, in their order; only the own ones, if that is wanted."""
    tables = round_tables(state, number)
    numbers = {entry: place for place, entry in enumerate(state.numbers, 1)}
    return [
        _row(state, board, tables[board.number], numbers, seat, number)
        for board in state.rounds[number].games
        if not own or seat.has_board(board.number)
    ]


def _row(
    state: EventState, board: EventBoard, table: int, numbers: dict[int, int], seat: Access, number: int
) -> BoardRow:
    last = board.history[-1] if board.history else None
    return BoardRow(
        board=board.number,
        table=table,
        white=_sitting(state, board.white, numbers),
        black=_sitting(state, board.black, numbers),
        result=board.result,
        version=board.version,
        own=seat.has_board(board.number),
        other=last is not None and last.who != seat.who,
        last=last,
        claims=last_claims(state, number, board.number),
        match=board.match,
    )


def _sitting(state: EventState, entry: int, numbers: dict[int, int]) -> Sitting:
    player = state.entries.get(entry)
    if player is None:  # an empty board of a team
        return Sitting(entry, None, "–", 0)
    return Sitting(entry, numbers.get(entry), player.name, player.rating)


def latest_entries(state: EventState, number: int) -> list[tuple[int, Told]]:
    """Return the last entries of a round that still hold, each with its board, the newest first."""
    told = [(board.number, board.history[-1]) for board in state.rounds[number].games if board.history]
    held = [one for one in told if one[1].result is not None]
    return sorted(held, key=lambda one: -one[1].n)[:LATEST]


# The results of a round: by keyboard, by thumb, pasted; a board with its history; players who did not come.

result_pages = staff_pages()
ShowOthers = Annotated[bool, Query(description="Whether the page shows the boards of others too.")]

MENU = {
    "played": ("1-0", "1/2", "0-1"),
    "forfeits": ("+/-", "-/+", "-/-"),
    "short": ("W-L", "D-D", "L-W"),
    "unusual": tuple(UNUSUAL),
}
"""What a board may have, as its page offers it."""


@result_pages.page("/t/{slug}/desk/results/{number}", "event_results.html", RoundResultsDocument)
def round_results(place: AsScorer, number: RoundInPath, others: ShowOthers = False) -> Answer:
    """The boards of a round with their results: the own ones first, open ones on top."""
    need_published(place.state, number)

    def page() -> dict[str, Any]:
        rows = board_rows(place.state, number, place.seat, own=not others)
        own = [row for row in rows if row.own]
        return {
            "data": results_document(place, number),
            "own": own,
            "others": [row for row in rows if not row.own],
            "other_boards": len(place.state.rounds[number].games) - len(own),
            "latest": latest_entries(place.state, number) if place.seat.may_be("arbiter") else [],
            "rounds": [one for one, found in sorted(place.state.rounds.items()) if found.published_n is not None],
            "n": place.state.n,
        }

    def document() -> dict[str, Any]:
        boards = board_rows(place.state, number, place.seat)
        return results_document(place, number) | {"boards": [row.document() for row in boards]}

    return place.answer(document, page)


def results_document(place: EventContext, number: int) -> dict[str, Any]:
    """A round at its desk."""
    found = place.state.rounds[number]
    open_ = open_boards(place.state, number)
    return {
        "round": number,
        "state": round_stage(place.state, number),
        "open": open_,
        "own_open": [board for board in open_ if place.seat.has_board(board)],
        "started_at": found.started_at or None,
        "default_time": default_time(place.state, number),
        "results_published": found.results_n is not None,
        "time_zone": place.frame.times.name,
    }


@result_pages.page("/t/{slug}/desk/results/{number}/absent", "event_absent.html", AbsentPlayersDocument)
def absent_players(place: AsArbiter, number: RoundInPath) -> Answer:
    """Laws 6.7: the open boards, to tick the players who have not come."""
    need_published(place.state, number)
    rows = [row for row in board_rows(place.state, number, place.seat) if row.result is None]
    lost_at = default_time(place.state, number)
    over = lost_at is not None and place.now.isoformat() >= lost_at

    def document() -> dict[str, Any]:
        boards = [row.document() for row in rows]
        zone = place.frame.times.name
        return {"round": number, "default_time": lost_at, "time_zone": zone, "over": over, "boards": boards}

    return place.answer(document, lambda: {"data": document(), "rows": rows})


@result_pages.page("/t/{slug}/desk/results/{number}/{board}", "event_board.html", DESK_BOARD)
def one_board(place: AsScorer, number: RoundInPath, board: BoardInPath) -> Answer:
    """A board with everything that was entered for it, and everything that it may have."""
    need_published(place.state, number)
    board_at(place.state, number, board)
    row = next(one for one in board_rows(place.state, number, place.seat) if one.board == board)

    def document() -> dict[str, Any]:
        return board_document(place.state, number, board).document() | {"claims": row.claims, "own": row.own}

    return place.answer(
        document,
        lambda: {
            "data": document(),
            "row": row,
            "menu": _menu(place, row),
            "window": correction_window(place.state, number, place.now.isoformat()),
        },
    )


def _menu(place: EventContext, row: BoardRow) -> dict[str, tuple[str, ...]]:
    """What this seat may enter here."""
    if place.seat.may_be("chief"):
        return MENU
    if place.seat.may_be("arbiter"):
        return {name: codes for name, codes in MENU.items() if name != "unusual"}
    return {"played": MENU["played"]} if row.own and row.result is None else {}
