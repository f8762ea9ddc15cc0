"""Knock-outs: rounds drawn from the bracket, stages opened one after the other, colours by lot."""

import random

from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import boards_named
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.knockout import Tie, fed_by, free_in, next_stage, ties_of
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.state import EventBoard, EventState


def knockout_round(state: EventState, number: int) -> list[LogChange]:
    """Return the lines that draw a round of a knock-out: its ties with the games of their first stage. The colours of
    the first game are those of the bracket; every tie of the round before must be decided."""
    ties = ties_of(state)
    undecided = [tie for tie in ties.values() if tie.round == number - 1 and not tie.decided]
    waiting = [board for tie in undecided for stage in tie.stages for board in stage.boards]
    if missing := [board.number for board in waiting if board.result is None]:
        raise ArpadError("event-results-missing", round=number - 1, boards=boards_named(missing))
    if undecided:
        numbers = ", ".join(str(tie.number) for tie in undecided)
        raise ArpadError("event-ties-open", round=number - 1, ties=numbers)
    drawn = LogChange(
        "round.drawn",
        {
            "round": number,
            "boards": [],
            "bye": None,
            "absent": [[entry, "Z"] for entry in free_in(state, number)],
            "numbers": list(state.numbers),
            "engine": "knockout",
        },
    )
    name, games, _ = state.laws.stages[0]
    lines, board = [drawn], 0
    for tie in ties.values():
        if tie.round == number and tie.both is not None:
            lines.append(stage_line(tie, name, games, tie.both[0], board))
            board += games
    return lines


def stage_line(tie: Tie, name: str, games: int, white: int, taken: int) -> LogChange:
    """Return the line that opens a stage. White of the first game has Black in the second, and so on; `taken` is the
    last board of the round."""
    assert tie.both is not None
    first, second = (white, tie.both[1] if white == tie.both[0] else tie.both[0])
    boards = [[taken + game + 1, *((first, second) if game % 2 == 0 else (second, first))] for game in range(games)]
    return LogChange("tie.stage", {"tie": tie.number, "round": tie.round, "stage": name, "boards": boards})


@command
def open_stage(
    state: EventState, _hearing: Hearing, number: int, white: int | None = None, seed: int | None = None
) -> Changes:
    """Open the next stage of a tie that is level. The colours of its first game are drawn by lot, or said."""
    tie = tie_at(state, number)
    if tie.both is None:
        raise ArpadError("event-tie-seats", tie=number, seats=", ".join(tie.seats))
    if tie.decided:
        raise ArpadError("event-tie-decided", tie=number, winner=tie.winner or 0)
    if not tie.level:
        raise ArpadError("event-tie-playing", tie=number)
    stage = next_stage(state, tie)
    if stage is None:
        raise ArpadError("event-tie-stages", tie=number)
    first = drawn_white(tie.both, white, seed)
    name, games = stage
    lot: dict[str, object] = {"tie": number, "stage": name, "white": first}
    taken = max(state.rounds[tie.round].boards, default=0)
    return [
        LogChange("tie.lot", lot | ({} if seed is None else {"seed": seed})),
        stage_line(tie, name, games, first, taken),
    ]


def drawn_white(players: tuple[int, int], white: int | None, seed: int | None) -> int:
    """Return who has White in the first game: as said, or by lot."""
    if white is not None:
        if white not in players:
            raise ArpadError("event-tie-white", entry=white, known=", ".join(map(str, players)))
        return white
    if seed is None:
        raise ArpadError("event-tie-lot")
    return random.Random(seed).choice(players)


def tie_at(state: EventState, number: int) -> Tie:
    """Return a tie of the bracket; refuse one that is not there."""
    if state.laws.system != "knockout" or not state.closed:
        raise ArpadError("event-no-ties")
    ties = ties_of(state)
    if number not in ties:
        raise ArpadError("event-tie-unknown", tie=number, last=max(ties))
    return ties[number]


def check_tie(state: EventState, board: EventBoard) -> None:
    """Refuse a result of a decided tie whose winner has played on (Arbiters' Manual IV 6.2)."""
    if board.tie is None or board.result is None or state.laws.system != "knockout":
        return
    ties = ties_of(state)
    for tie in fed_by(ties, board.tie):
        if any(game.result is not None for stage in tie.stages for game in stage.boards):
            raise ArpadError("event-tie-fed", tie=board.tie, fed=tie.number)
