"""Public pages of a round's pairings and results, and of one table in the hall (by QR code)."""

import dataclasses
import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Path, Query
from markupsafe import Markup
from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, csv_rows, extended, replace, shows
from arpad.documents.schema import Exact
from arpad.i18n import ArpadError, Language
from arpad.standings.reasons import points_text
from arpad.tournament.acts.checks import round_at
from arpad.tournament.broadcast import moves_seen, shown_moves
from arpad.tournament.documents import (
    BoardPairDocument,
    MatchDocument,
    SeenRoundDocument,
    match_documents,
    points_before,
    seen_round,
    side_name,
)
from arpad.tournament.public import PublicState
from arpad.tournament.schedules import plain_name, round_tables
from arpad.tournament.standings import current_round, own_board
from arpad.tournament.state import Entry, EventBoard, round_stage
from arpad.tournament.times import as_in_round
from arpad.web.cache import Answer
from arpad.web.routes import Pages
from arpad.web.tournaments.context import PublicEvent, RoundInPath, Seen
from arpad.web.tournaments.public.players import board_at_table
from arpad.web.tournaments.public.standings import points_at
from arpad.web.tournaments.public.teams import result_text, seen_matches, stage_text

# A round as everybody sees it: the boards by their order or by the players' names, and who does not play.

round_pages = Pages("event")

By = Literal["board", "name"]
BOARDS = (
    "board", "table", "white", "white_entry", "white_name", "white_points", "result", "black", "black_entry",
    "black_name", "black_points",
)  # fmt: skip


class SeatedPlayer(NamedTuple):
    """A player at a board, with the points before the round in words. Nobody: an empty board."""

    player: Entry | None
    points: str


EMPTY = SeatedPlayer(None, "")
NO_POINTS: Mapping[int, Fraction] = {}


class SeenBoard(NamedTuple):
    """A board on a page, with the result in words."""

    board: int
    table: int
    white: SeatedPlayer
    black: SeatedPlayer
    result: str
    stage: str = ""


class NamedSeat(NamedTuple):
    """A player in the list by names: at which table, with which colour, against whom."""

    own: SeatedPlayer
    colour: str
    other: SeatedPlayer
    board: SeenBoard


class EventRoundPageDocument(SeenRoundDocument, frozen=True, kw_only=True):
    """A round on its page: in a league, its matches with their boards."""

    shown = shows("event", "bye_name", *SeenRoundDocument.__struct_fields__)
    event: str
    bye_name: str | None
    matches: list[MatchDocument] | UnsetType = UNSET  # type: ignore[assignment]


@round_pages.page("/t/{slug}/round/{round}", "event_round.html", EventRoundPageDocument, table=True, xlsx=True)
def one_round(
    event: Seen,
    round: RoundInPath,  # noqa: A002
    by: Annotated[By, Query(description="The order of the page: by board or by name.")] = "board",
) -> Answer:
    """A round: tables, players, points before it and results."""
    view, number = event.view, round
    round_at(view, number)

    def document() -> EventRoundPageDocument:
        seen = seen_round(view, number, points_at(event, number))
        return extended(
            EventRoundPageDocument,
            seen,
            event=event.slug,
            bye_name=None if seen.bye_entry is None else side_name(view, seen.bye_entry),
            absent=[replace(absent, name=side_name(view, absent.entry)) for absent in seen.absent],
            matches=match_documents(view, number) if view.event_rules.team else UNSET,
        )

    now = event.site.settings.now()
    answer = event.answer(
        document,
        lambda: _page(event, number, by) | {"games": _games(view, number, now)},
        lambda: csv_rows(BoardPairDocument, document().pairs, BOARDS),
        xlsx=lambda: event.workbook(number).write("results"),
    )
    return with_moves(answer, moves_seen(view, now))


def with_moves(answer: Answer, seen: int) -> Answer:
    """An answer that also changes when moves may be seen that were withheld for a while."""
    return dataclasses.replace(answer, tag=f"{answer.tag}-m{seen}") if seen and answer.tag else answer


def _games(view: PublicState, number: int, now: dt.datetime) -> list[tuple[int, str, str, str]]:
    """The games of a round with the moves that may be seen: the board, the players, the moves, the result."""
    return [
        (
            board.number,
            " – ".join(view.entries[entry].name if entry in view.entries else "–" for entry in board.seats),
            moves,
            board.result or "*",
        )
        for board in view.rounds[number].games
        if (moves := shown_moves(view, number, board, now))
    ]


def _page(event: PublicEvent, number: int, by: By) -> dict[str, Any]:
    view = event.view
    event_round = view.rounds[number]
    own = None if event.frame.me is None or view.event_rules.team else own_board(view, event.frame.me, number)
    return {
        "number": number,
        "stage": round_stage(view, number),
        "published": sorted(view.rounds),
        "by": by,
        "planned": next((one for one in view.event_rules.schedule if one["round"] == str(number)), {}),
        "boards": len(event_round.games),
        "open": sum(board.result is None for board in event_round.games),
        "found": event_round,
        "mine": None if own is None else seen_board(event, number, own.number),
        "rows": round_fragment(event, number, by, None if own is None else own.number),
        "byes": byes_of(view, number),
    }


def round_fragment(event: PublicEvent, number: int, by: By, mine: int | None) -> Markup:
    """The boards of a round as a part of a page, the own one marked."""
    view = event.view
    points = points_at(event, number)
    parts = (
        view.rules,
        view.numbers,
        view.entries,
        view.periods,
        view.teams,
        view.lineups,
        view.rounds[number],
        points,
    )
    template = "event_matches.html" if view.event_rules.team else "event_boards.html"

    def values() -> dict[str, Any]:
        if view.event_rules.team:
            return {"matches": seen_matches(view, number, event.language), "number": number}
        boards = seen_boards(event, number)
        return {"by": by, "rows": by_name(boards) if by == "name" else boards}

    return event.fragment(template, (number, by), parts, values, "" if mine is None else f"b{mine}")


def seen_boards(event: PublicEvent, number: int) -> list[SeenBoard]:
    """The boards of a round with names, numbers and points."""
    view, event_round, language = event.view, event.view.rounds[number], event.language
    seats = _seats(event, number)

    def boards() -> list[SeenBoard]:
        tables = round_tables(view, number)
        return [_seen_board(board, tables[board.number], seats, language) for board in event_round.games]

    return event.kept(
        ("boards", number, language), (event_round, seats, view.entries, view.periods, view.rules), boards
    )


def _seen_board(board: EventBoard, table: int, seats: Mapping[int, SeatedPlayer], language: Language) -> SeenBoard:
    white, black = (seats.get(entry, EMPTY) for entry in (board.white, board.black))
    stage = stage_text(board.stage, language) if board.stage else ""
    return SeenBoard(board.number, table, white, black, result_text(board.result, language), stage)


def _seats(event: PublicEvent, number: int) -> Mapping[int, SeatedPlayer]:
    """All players with their points before a round, in words; a knock-out has none."""
    view, language = event.view, event.language
    points = NO_POINTS if view.event_rules.system == "knockout" else points_at(event, number)

    def seats() -> dict[int, SeatedPlayer]:
        there = as_in_round(view, number)
        words = {entry: points_text(own, language) for entry, own in points.items()}
        return {entry: SeatedPlayer(there.get(entry), words.get(entry, "")) for entry in (*there, *points)}

    return event.kept(("seats", number, language), (view.entries, view.periods, view.rules, points), seats)


def seen_board(event: PublicEvent, number: int, board: int) -> SeenBoard:
    """One board of a round."""
    return next(one for one in seen_boards(event, number) if one.board == board)


def by_name(boards: list[SeenBoard]) -> list[NamedSeat]:
    """Everybody who plays, by name."""
    seats = [
        NamedSeat(*seat, board)
        for board in boards
        for seat in ((board.white, "w", board.black), (board.black, "b", board.white))
    ]
    there = [seat for seat in seats if seat.own.player is not None]
    return sorted(there, key=lambda seat: (plain_name(seat.own.player.name), seat.board.board))  # type: ignore[union-attr]


def byes_of(view: PublicState, number: int) -> list[tuple[int, str, str]]:
    """Those who do not play: the bye, and everybody who is absent, with the kind."""
    event_round = view.rounds[number]
    left: Mapping[int, str] = ({} if event_round.bye is None else {event_round.bye: "bye"}) | dict(event_round.absent)
    return [(one, side_name(view, one), kind) for one, kind in left.items()]


# A table in the hall: the board of the round that is played at it, and what its players say. A QR code leads here.

tables = Pages("event")
TableInPath = Annotated[int, Path(ge=1, le=9999, description="The table.")]


class TablePlayerDocument(Document, frozen=True):
    """A player at a table."""

    entry: int
    number: int | None
    name: str
    rating: int | None
    points: Exact | None


class TableDocument(Document, frozen=True):
    """The board that is played at a table."""

    event: str
    round: int
    table: int
    board: int
    white: TablePlayerDocument
    black: TablePlayerDocument
    result: str | None
    claims: str


@tables.page("/t/{slug}/table/{table}", "event_table.html", TableDocument)
def one_table(event: Seen, table: TableInPath) -> Answer:
    """The board of the round that is played at a table."""
    return event.answer(lambda: table_document(event.view, table), form=event.view.event_rules.claims != "off")


def table_document(view: PublicState, table: int) -> TableDocument:
    """A table in the round of the moment."""
    number = current_round(view)
    if not number:
        raise ArpadError("event-round-unknown", round=1, known="–")
    board = board_at_table(view, number, table)
    points = points_before(view, number)
    white, black = (_player(view, entry, points) for entry in board.seats)
    rules = view.event_rules
    return TableDocument(rules.slug, number, table, board.number, white, black, board.result, rules.claims)


def _player(view: PublicState, entry: int, points: dict[int, Any]) -> TablePlayerDocument:
    player = as_in_round(view, current_round(view)).get(entry)
    name, rating = ("–", None) if player is None else (player.name, player.rating or None)
    return TablePlayerDocument(entry, view.number_of(entry), name, rating, points.get(entry))
