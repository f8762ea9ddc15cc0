"""What may be changed after a round is published, by the text in force on the event's first day."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from arpad.regulations.articles import read_toml
from arpad.tournament.results import FORFEITS
from arpad.tournament.state import EventState
from arpad.tournament.team_play.matches import matches_of

MET_ONCE = "C.04.1.b"
"""Two players do not meet more than once."""
BEFORE_ROUND_1 = "C.05 6.4"
"""Players leave or come between the draw and the start of round 1: the changes are as few as possible."""


@dataclass(frozen=True, slots=True)
class StandingRule:
    """`stands` is the article by which a published pairing stands; `permitted` are the articles by which the arbiter
    may change it for a reason, empty if there are none. What they permit is never computed."""

    stands: str
    permitted: str
    since: dt.date = dt.date.min


@cache
def _rules() -> tuple[StandingRule, ...]:
    return tuple(StandingRule(**row) for row in read_toml(files("arpad.tournament") / "publication.toml")["edition"])


def standing_rule(state: EventState) -> StandingRule:
    """Return the rule in force on the first day of an event, the newest if that is not known."""
    start = state.laws.start or dt.date.max
    return [rule for rule in _rules() if rule.since <= start][-1]


def had_met(state: EventState, number: int, pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether any two who were paired in a round had met before it (C.04.1.b)."""
    return any(met_in(state, number, *pair) is not None for pair in pairs)


def met_in(state: EventState, before: int, one: int, two: int) -> int | None:
    """Return the round before another in which two players, or two teams, met over the board, None if they did not. An
    adjourned game is one, a forfeit is not (C.04.2.D.6)."""
    pair = {one, two}
    return next((number for number in sorted(state.rounds) if number < before and pair in _met(state, number)), None)


def _met(state: EventState, number: int) -> list[set[int]]:
    """The pairs of a round that met over the board."""
    if state.laws.team:
        return [{match.white, match.black} for match in matches_of(state, number) if match.played]
    return [
        {board.white, board.black}
        for board in state.rounds[number].games
        if (played := board.played or board.result) is not None and played not in FORFEITS
    ]
