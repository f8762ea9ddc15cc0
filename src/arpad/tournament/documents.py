"""An event for programs: numbers, rounds and boards as JSON."""

from typing import Any

from arpad.tournament.drawing import swiss_system
from arpad.tournament.state import EventState, round_stage


def numbers_document(state: EventState) -> list[dict[str, Any]]:
    """The players by pairing number."""
    return [
        {"number": number, "entry": entry, "name": state.entries[entry].name, "rating": state.entries[entry].rating}
        for number, entry in enumerate(state.numbers, 1)
    ]


def seat_document(state: EventState, entry: int) -> dict[str, Any]:
    return {"entry": entry, "number": state.number_of(entry)}


def round_document(state: EventState, number: int) -> dict[str, Any]:
    """A round, as `arpad pair --json` has it, with the entries beside the pairing numbers."""
    found = state.rounds[number]
    rank = {entry: place for place, entry in enumerate(found.numbers or state.numbers, 1)}
    document: dict[str, Any] = {"round": number}
    if state.laws.swiss:
        system = swiss_system(state)
        document |= {"system": system.name} | ({"edition": system.edition} if system.edition else {})
    return document | {
        "state": round_stage(state, number),
        "pairs": [
            {
                "board": board.number,
                "table": board.table,
                "white": rank.get(board.white),
                "black": rank.get(board.black),
                "white_entry": board.white,
                "black_entry": board.black,
                "result": board.result,
                "version": board.version,
            }
            for board in found.games
        ],
        "bye": None if found.bye is None else rank.get(found.bye),
        "bye_entry": found.bye,
        "not_paired": [rank.get(entry) for entry in found.absent],
        "absent": [{"entry": entry, "kind": kind} for entry, kind in found.absent.items()],
    }


def board_document(state: EventState, number: int, board: int) -> dict[str, Any]:
    """A board with its history."""
    found = state.rounds[number].boards[board]
    return {
        "round": number,
        "board": board,
        "table": found.table,
        "white": seat_document(state, found.white),
        "black": seat_document(state, found.black),
        "result": found.result,
        "version": found.version,
        "history": [told._asdict() for told in found.history],
    }
