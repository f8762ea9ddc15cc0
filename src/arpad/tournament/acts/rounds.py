"""Rounds: drawn, cleared, published, started."""

from collections.abc import Sequence
from typing import Any

from arpad import __version__
from arpad.locale import ArpadError
from arpad.pairing.rounds import Impossible
from arpad.tournament.acts.checks import boards_named, need_closed_list, need_unfinished, round_at
from arpad.tournament.acts.teams import default_line_ups
from arpad.tournament.acts.ties import knockout_round
from arpad.tournament.digest import state_digest
from arpad.tournament.drawing import DrawnRound, draw_swiss, swiss_system
from arpad.tournament.fold import after_changes
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.state import EventState


class NoPairing(ArpadError):
    """A round that cannot be paired, and who stands in the way."""

    def __init__(self, answer: Impossible) -> None:
        super().__init__("event-impossible", round=answer.state.round)
        self.answer = answer


def draw(number: int | None = None, *, adjourn_open: bool = False) -> Decide:
    """Draw the next round of a Swiss. Boards of the last round without a result stop it, unless they are adjourned."""

    def decide(state: EventState, hearing: Hearing) -> Sequence[LogChange]:
        wanted = number or state.last_drawn + 1
        _may_be_drawn(state, wanted)
        first = _adjourned(state, wanted - 1, adjourn_open, hearing)
        before = after_changes(state, first)
        if state.laws.system == "knockout":
            return knockout_round(state, wanted)
        answer = draw_swiss(before, wanted)
        if isinstance(answer, Impossible):
            raise NoPairing(answer)
        return [*first, LogChange("round.drawn", drawn_document(before, answer))]

    return decide


def _may_be_drawn(state: EventState, number: int) -> None:
    need_closed_list(state)
    need_unfinished(state)
    rules = state.laws
    if number > rules.rounds:
        raise ArpadError("event-rounds-over", rounds=rules.rounds)
    if number in state.rounds:
        raise ArpadError("event-round-there", round=number)
    if number != state.last_drawn + 1:
        raise ArpadError("event-round-order", round=number, next=state.last_drawn + 1)
    if number > 1 and state.rounds[number - 1].published_n is None:
        raise ArpadError("event-round-draft", round=number - 1)


def _adjourned(state: EventState, number: int, adjourn_open: bool, hearing: Hearing) -> list[LogChange]:
    """The boards of the round before that have no result: they are adjourned, if that was said, or stop the draw."""
    if number < 1:
        return []
    missing = [board.number for board in state.rounds[number].games if board.result is None]
    if not missing:
        return []
    if not adjourn_open:
        raise ArpadError("event-results-missing", round=number, boards=boards_named(missing))
    hearing.confirm("adjourn-open", round=number, boards=boards_named(missing))
    return [LogChange("results.set", {"round": number, "results": [[board, ADJOURNED] for board in missing]})]


def drawn_document(state: EventState, drawn: DrawnRound) -> dict[str, Any]:
    """A draw as the log keeps it."""
    found: dict[str, Any] = {
        "round": drawn.round,
        "boards": [list(board) for board in drawn.boards],
        "bye": drawn.bye,
        "absent": [list(absent) for absent in drawn.absent],
        "numbers": list(state.numbers),
        "engine": f"arpad {__version__} {swiss_system(state).id}",
    }
    if drawn.matches:
        found["matches"] = [list(match) for match in drawn.matches]
    return found | ({"lifted": list(drawn.lifted)} if drawn.lifted else {})


def clear(number: int) -> Decide:
    """Throw a draft away."""

    def decide(state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        found = round_at(state, number)
        if found.published_n is not None:
            raise ArpadError("event-published", round=number)
        return [LogChange("round.cleared", {"round": number})]

    return decide


def publish(number: int) -> Decide:
    """Publish a round: from now on it stands (C.04.2.D.10). Players who were absent without a word are withdrawn."""

    def decide(state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        found = round_at(state, number)
        if found.published_n is not None:
            raise ArpadError("event-published-already", round=number)
        gone = [
            LogChange("entry.withdrawn", {"entry": entry, "from_round": number, "reason": "absent"})
            for entry in sorted(state.unexplained)
        ]
        digest = state_digest(after_changes(state, gone))
        return [*gone, LogChange("round.published", {"round": number, "digest": digest})]

    return decide


def start(number: int, at: str) -> Decide:
    """Start a round: the default time runs from here (Laws 6.7)."""

    def decide(state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        found = round_at(state, number)
        if found.published_n is None:
            raise ArpadError("event-round-draft", round=number)
        if found.started_at:
            raise ArpadError("event-started", round=number, at=found.started_at)
        first = default_line_ups(state, number) if state.laws.team else []
        return [*first, LogChange("round.started", {"round": number, "at": at})]

    return decide
