"""Ties and play-offs for programs and tables."""

from arpad.tournament.knockout import Tie, TieStage, ties_of
from arpad.tournament.playoffs import play_offs_of
from arpad.tournament.shapes import PlayOffDocument, TieDocument, TieStageDocument
from arpad.tournament.state import EventState


def tie_document(state: EventState, tie: Tie) -> TieDocument:
    """A tie with its stages and games."""
    return {
        "tie": tie.number,
        "round": tie.round,
        "seats": list(tie.seats),
        "players": list(tie.players),
        "names": [
            seat if entry is None else state.name_of(entry) for entry, seat in zip(tie.players, tie.seats, strict=True)
        ],
        "stages": [_stage(tie, stage) for stage in tie.stages],
        "score": " · ".join(_score(tie, stage) for stage in tie.stages),
        "winner": tie.winner,
        "winner_name": state.name_of(tie.winner),
        "decided_by": tie.decided_by,
        "level": tie.level,
    }


def _stage(tie: Tie, stage: TieStage) -> TieStageDocument:
    return {
        "stage": stage.name,
        "score": [stage.score(entry) for entry in tie.both or ()],
        "games": [
            {"board": board.number, "white": board.white, "black": board.black, "result": board.result}
            for board in stage.boards
        ],
    }


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
    return [
        {
            "play_off": number,
            "players": list(found.players),
            "games": [
                {
                    "game": game.number,
                    "white": game.white,
                    "white_name": state.name_of(game.white),
                    "black": game.black,
                    "black_name": state.name_of(game.black),
                    "result": game.result,
                }
                for game in found.games
            ],
            "order": [list(level) for level in found.order],
            "winner": found.winner,
            "winner_name": state.name_of(found.winner),
        }
        for number, found in play_offs_of(state).items()
    ]
