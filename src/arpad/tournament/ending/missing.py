"""What an event still waits for before it can be finished."""

from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import boards_named
from arpad.tournament.knockout import ties_of
from arpad.tournament.match_play import not_expected
from arpad.tournament.playoffs import play_offs_of, undecided
from arpad.tournament.results import ADJOURNED
from arpad.tournament.state import EventState


def need_complete(state: EventState) -> None:
    """Refuse an event that has rounds to draw, boards without a result, adjourned games, ties or play-offs that nobody
    has won."""
    free = set(not_expected(state))
    drawn = [number for number, one in state.rounds.items() if one.published_n is not None or number in free]
    if not state.closed or len(drawn) < state.laws.rounds:
        raise ArpadError("event-rounds-missing", drawn=len(drawn), rounds=state.laws.rounds)
    need_results(state, free)
    if state.laws.system == "knockout":
        ties = [tie.number for tie in ties_of(state).values() if not tie.decided]
        if ties:
            raise ArpadError("event-ties-open", round=state.last_drawn, ties=", ".join(map(str, ties)))
    open_play_offs = undecided(play_offs_of(state).values())
    if open_play_offs:
        raise ArpadError("event-play-off-open", number=open_play_offs[0])


def need_results(state: EventState, free: set[int]) -> None:
    """Refuse boards without a result, and adjourned games."""
    decided = (
        {tie.number for tie in ties_of(state).values() if tie.decided} if state.laws.system == "knockout" else set()
    )
    for number, one in sorted(state.rounds.items()):
        games = [board for board in one.games if number not in free and board.tie not in decided]
        missing = [board.number for board in games if board.result is None]
        if missing or (number not in free and not games and not one.complete):
            raise ArpadError("event-results-missing", round=number, boards=boards_named(missing))
        adjourned = [board.number for board in games if board.result == ADJOURNED]
        if adjourned:
            raise ArpadError("event-adjourned-open", round=number, boards=boards_named(adjourned))
