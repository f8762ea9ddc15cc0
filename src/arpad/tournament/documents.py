"""An event for programs: numbers, rounds and boards as JSON."""

from collections.abc import Mapping
from typing import Any

from arpad.formats.scores import Scores
from arpad.i18n import Language
from arpad.tournament.cells import event_of
from arpad.tournament.drawing import swiss_system
from arpad.tournament.hearing import EventWarning
from arpad.tournament.journal import Done
from arpad.tournament.results import ADJOURNED
from arpad.tournament.shapes import (
    BoardDocument,
    EventRoundDocument,
    EventSeatDocument,
    NumberedPlayerDocument,
    SeenRoundDocument,
    WarningDocument,
)
from arpad.tournament.state import EventState, round_stage
from arpad.tournament.tables import round_tables
from arpad.tournament.times import event_times


def numbers_document(state: EventState) -> list[NumberedPlayerDocument]:
    """The players by pairing number."""
    return [
        {"number": number, "entry": entry, "name": state.entries[entry].name, "rating": state.entries[entry].rating}
        for number, entry in enumerate(state.numbers, 1)
    ]


def seat_document(state: EventState, entry: int) -> EventSeatDocument:
    return {"entry": entry, "number": state.number_of(entry)}


def round_document(state: EventState, number: int) -> EventRoundDocument:
    """A round, as `arpad pair --json` has it, with the entries beside the pairing numbers."""
    found = state.rounds[number]
    tables = round_tables(state, number)
    rank = {entry: place for place, entry in enumerate(found.numbers or state.numbers, 1)}
    left = state.side_numbers if state.laws.team else rank
    document: EventRoundDocument = {
        "round": number,
        "state": round_stage(state, number),
        "pairs": [
            {
                "board": board.number,
                "table": tables[board.number],
                "white": rank.get(board.white),
                "black": rank.get(board.black),
                "white_entry": board.white,
                "black_entry": board.black,
                "result": board.result,
                "version": board.version,
            }
            for board in found.games
        ],
        "bye": None if found.bye is None else left.get(found.bye),
        "bye_entry": found.bye,
        "not_paired": [left.get(entry) for entry in found.absent],
        "absent": [{"entry": entry, "kind": kind} for entry, kind in found.absent.items()],
        "differs": found.differs,
        "outside_rules": outside_since(state),
    }
    if state.laws.swiss:
        system = swiss_system(state)
        document["system"] = system.name
        if system.edition:
            document["edition"] = system.edition
    if state.laws.team:
        document["matches"] = [
            {
                "match": match,
                "white": left.get(white),
                "black": left.get(black),
                "white_team": white,
                "black_team": black,
                "white_name": side_name(state, white),
                "black_name": side_name(state, black),
            }
            for match, white, black in found.matches
        ]
    return document


def outside_since(state: EventState) -> int | None:
    """The first round in which the event left the rules, None if it did not."""
    return min((breach.round for breach in state.breaches), default=None)


def points_before(state: EventState, number: int) -> dict[int, Any]:
    """The points of each entry before a round."""
    past = event_of(state, number - 1)
    scores = Scores(past)
    return {state.numbers[player.rank - 1]: scores.total(player) for player in past.players}


def side_name(state: EventState, number: int) -> str:
    """The name of a player; in a league, of a team."""
    return str(state.teams[number].name) if state.laws.team else state.entries[number].name


def seen_round(state: EventState, number: int, before: Mapping[int, Any] | None = None) -> SeenRoundDocument:
    """A round as people look at it: with names, and with the points before it, if they are not given."""
    document = round_document(state, number)
    points = points_before(state, number) if before is None else before
    for pair in document["pairs"]:
        white, black = pair["white_entry"], pair["black_entry"]
        pair["white_name"], pair["white_points"] = state.name_of(white), points.get(white)
        pair["black_name"], pair["black_points"] = state.name_of(black), points.get(black)
    started = state.rounds[number].started_at or None
    return {**document, "started_at": started, "time_zone": event_times(state.laws).name}


def board_document(state: EventState, number: int, board: int) -> BoardDocument:
    """A board with its history."""
    found = state.rounds[number].boards[board]
    document: BoardDocument = {
        "round": number,
        "board": board,
        "table": round_tables(state, number).get(board, found.table),
        "white": seat_document(state, found.white),
        "black": seat_document(state, found.black),
        "result": found.result,
        "version": found.version,
        "history": [told._asdict() for told in found.history],
    }
    if found.played is not None:
        document["played"] = found.played
    if found.rated is not None:
        document["rated"] = found.rated
    return document


def open_boards(state: EventState, number: int) -> list[int]:
    """The boards of a round without a result."""
    return state.rounds[number].open_boards


def adjourned_games(state: EventState) -> list[tuple[int, int]]:
    """Every adjourned game: its round and its board."""
    return [
        (number, board.number)
        for number in sorted(state.rounds)
        for board in state.rounds[number].games
        if board.result == ADJOURNED
    ]


def done_document(done: Done, language: Language, **more: Any) -> dict[str, Any]:
    """The answer of everything that writes, as the contract has it."""
    return {
        "event": done.state.laws.slug,
        "n": done.state.n,
        "entries": [line.n for line in done.lines],
        "warnings": [warning_document(warning, language) for warning in done.warnings],
        **more,
    }


def warning_document(warning: EventWarning, language: Language) -> WarningDocument:
    return {"code": warning.code, "level": warning.level, "message": warning.message.text(language)}
