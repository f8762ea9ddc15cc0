"""Why a round is paired as it is: the engine's reasons from the event as it was before the draw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arpad.documents.steps import Step, Trail
from arpad.i18n import ArpadError
from arpad.pairing.engines import Answer, Impossible, pair_round
from arpad.pairing.explain import explain_pairing
from arpad.pairing.state import PairingState
from arpad.tournament.acts.checks import board_at, round_at
from arpad.tournament.drawing import pairing_state
from arpad.tournament.fold import fold_log
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventState


@dataclass(frozen=True, slots=True)
class ExplainedRound:
    """A round as the engine pairs it from the state before the draw, with the reasons."""

    event: EventState
    answer: Answer
    steps: Trail


def event_before(state: EventState, lines: Sequence[LogLine], number: int) -> EventState:
    """Return the event as it was when a round was drawn; as it is now for a round that is still to be drawn."""
    drawn = state.rounds.get(number)
    if drawn is not None:
        return fold_log(lines[: drawn.drawn_n - 1])
    if number != state.last_drawn + 1 or number > state.laws.rounds:
        known = ", ".join(map(str, sorted(state.rounds))) or "–"
        raise ArpadError("event-round-unknown", round=number, known=known)
    return state


def state_of_round(state: EventState, lines: Sequence[LogLine], number: int) -> tuple[EventState, PairingState]:
    """Return the event before a round, and what the engine sees of it. Soft restrictions that had to give way are
    lifted here too."""
    before = event_before(state, lines, number)
    if not state.laws.swiss:
        raise ArpadError("event-not-swiss")
    drawn = state.rounds.get(number)
    return before, pairing_state(before, number, drawn.lifted if drawn is not None else ())


def explain_round(state: EventState, lines: Sequence[LogLine], number: int, limit: int = 12) -> ExplainedRound:
    """Explain a round that is drawn, or the next one."""
    before, seen = state_of_round(state, lines, number)
    answer = pair_round(seen)
    return ExplainedRound(before, answer, explain_pairing(answer, limit))


def numbers_at(state: EventState, explained: ExplainedRound, board: int) -> tuple[int, int]:
    """Return the numbers by which the two players of a board were paired; in a league, the two teams of a match."""
    number, numbers = explained.answer.state.round, explained.event.side_numbers
    if state.laws.team:
        matches = {match: (white, black) for match, white, black in round_at(state, number).matches}
        if board not in matches:
            raise ArpadError("event-board-unknown", round=number, board=board, last=max(matches, default=0))
        white, black = matches[board]
    else:
        white, black = board_at(state, number, board).seats
    return numbers[white], numbers[black]


def steps_of_board(explained: ExplainedRound, white: int, black: int) -> Trail:
    """Return the reasons why two players meet, by pairing numbers: their bracket, without the colours of other
    boards."""
    answer = explained.answer
    if isinstance(answer, Impossible):
        return explained.steps
    others = {f"{board.white}-{board.black}" for board in answer.boards} - {f"{white}-{black}", f"{black}-{white}"}
    return tuple(
        replace(step, steps=tuple(one for one in step.steps if one.value not in others))
        for step in explained.steps
        if _tells_of(step, {f"{white}-{black}", f"{black}-{white}"})
    )


def _tells_of(step: Step, names: set[str]) -> bool:
    return step.value in names or any(_tells_of(one, names) for one in step.steps)
