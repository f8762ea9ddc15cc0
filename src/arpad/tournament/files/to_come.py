"""What a file says about the rounds to come: who is away, who may not meet, who has virtual points."""

from arpad.formats.pairing_records import Forbidden
from arpad.formats.report import Bye
from arpad.formats.trf_pairing import TrfVersion
from arpad.tournament.changing import changed
from arpad.tournament.drawing import DrawnRound, absentees, draw_swiss, members
from arpad.tournament.fold import after_changes
from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.state import EventState

KINDS = ("F", "H", "Z")


def byes_to_come(state: EventState, after: int) -> tuple[Bye, ...]:
    """Return the byes and absences of every round after one. A forfeit that nobody has explained is about the next
    round alone."""
    known = state.pairing_numbers
    explained = changed(state, unexplained={})
    found = []
    for number in range(after + 1, state.laws.rounds + 1):
        away = absentees(state if number == after + 1 else explained, number)
        for kind in KINDS:
            if ranks := sorted(known[entry] for entry, told in away if told == kind):
                found.append(Bye(kind, number, tuple(ranks)))
    return tuple(found)


def forbidden_pairs(state: EventState, after: int, version: TrfVersion) -> tuple[Forbidden, ...]:
    """Return the players who may not meet, with their rounds. TRF16 has no rounds: it gets those of the next round.

    A file knows no soft restrictions: those that the next round keeps are written as hard ones, and those that it has
    to drop hold from the round after it."""
    known = state.side_numbers
    lifted = _lifted(state, after + 1)
    found = []
    for one in state.restrictions:
        first = max(one.first, after + 2) if one.id in lifted else one.first
        if version == "trf16" and not first <= after + 1 <= (one.last or state.laws.rounds):
            continue
        for group in members(state, one):
            ranks = tuple(known[entry] for entry in group if entry in known)
            if len(ranks) > 1 and (one.last is None or first <= one.last):
                found.append(Forbidden(ranks, first, one.last))
    return tuple(found)


def _lifted(state: EventState, number: int) -> tuple[int, ...]:
    """The soft restrictions that the draw of a round drops."""
    rules = state.laws
    if all(one.hard for one in state.restrictions) or not rules.swiss or number > rules.rounds or len(state.sides) < 2:
        return ()
    drawn = draw_swiss(with_open_adjourned(state, number - 1), number)
    return drawn.lifted if isinstance(drawn, DrawnRound) else ()


def with_open_adjourned(state: EventState, number: int) -> EventState:
    """Return an event with the open games of a round adjourned."""
    found = state.rounds.get(number)
    missing = found.open_boards if found is not None else []
    if not missing:
        return state
    told = {"round": number, "results": [[board, ADJOURNED] for board in missing]}
    return after_changes(state, [LogChange("results.set", told)])
