"""The sheet for clock checks (Arbiters' Manual): both clocks, the moves made, and what they should add up to."""

from fractions import Fraction

from arpad.arbiters.sheets import TOLERANCE, ClockPlan, clock_plan
from arpad.i18n import ArpadError, number
from arpad.inputs.times import try_time_control
from arpad.publication.event_papers.model import Paper, PaperColumn, PaperFact, PaperTable
from arpad.publication.event_papers.names import (
    BLACK,
    WHITE,
    by_table,
    column,
    fact,
    player_name,
    round_facts,
    time_control_of,
)
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.state import EventRound, EventState

CHECKS = 4
"""How many checks the strip tells the sum for."""
LONG = 15
"""From this many minutes on the checks are five minutes apart, or more."""


def clock_sheet(state: EventState, found: EventRound, words: PaperWords) -> Paper:
    """Return the sheet of a round: t1 + t2 − moves × 2 × increment / 60 = 2 × base − minutes gone, ± 2."""
    control = time_control_of(state, next((board.stage for board in found.games if board.stage), ""))
    known = try_time_control(control) if control else None
    if known is None:
        raise ArpadError("event-paper-clock", control=control or "–")
    plan = clock_plan(known)
    per_move = number(plan.per_move, words.first)
    columns = (
        column(words, "table", "strong"), column(words, "white", "name"), column(words, "black", "name"),
        PaperColumn((f"{WHITE} min",), "write"), PaperColumn((f"{BLACK} min",), "write"),
        PaperColumn((f"{WHITE} + {BLACK}",), "write"), column(words, "moves", "write"),
        column(words, "clock-check", "write"),
    )  # fmt: skip
    rows = tuple(
        (str(table), player_name(state, board.white), player_name(state, board.black), *[""] * 5)
        for table, board in by_table(state, found)
    )
    facts = [one for one in round_facts(state, found, words) if one.name != words.told("paper.fact.default-time")]
    return Paper(
        words.told("paper.round-title.clocks", round=found.number),
        (*facts, *_sums(plan, words), fact(words, "checked-at", "")),
        (PaperTable(columns, rows, tall=True),),
        (
            *words.told("paper.clock.law", base=number(plan.base, words.first), minutes=per_move, tolerance=TOLERANCE),
            *(words.told("paper.clock.first-period", moves=known.periods[0].moves) if known.periods[0].moves else ()),
            *words.told("paper.clock.why"),
        ),
    )


def _sums(plan: ClockPlan, words: PaperWords) -> list[PaperFact]:
    """Return what the sums should be at some moments after the start."""
    base = plan.base.__floor__()
    step = base // LONG * 5 if base >= LONG else max(1, base // CHECKS)
    times = [step * at for at in range(1, CHECKS + 1) if plan.expected(step * at) > 0]
    return [
        PaperFact(words.told("paper.clock.after", minutes=gone), number(Fraction(plan.expected(gone)), words.first))
        for gone in times
    ]
