"""B.06.3, 8: who may be appointed to which role."""

from dataclasses import dataclass

from arpad.inputs import parse
from arpad.regulations.arbiter_editions import (
    ARBITER_CATEGORIES,
    ArbiterCategory,
    CountBounds,
    EventLevel,
    arbiter_bounds,
    arbiter_classification,
    arbiter_numbers,
    report_deputies,
    school_arbiters,
)
from arpad.regulations.articles import Article

NATIONAL = "NA"


@dataclass(frozen=True, slots=True)
class AppointmentAnswer:
    """Whether an arbiter may have a role. `allowed` None: only with approval beforehand. `by_reading`: the cell of the
    table is blank in the print."""

    role: str
    event: ArbiterCategory
    allowed: bool | None
    categories: tuple[ArbiterCategory, ...]
    article: Article
    by_reading: bool


def may_be_appointed(role: str, event: str, category: str, level: EventLevel | None = None) -> AppointmentAnswer:
    """8.1 to 8.3: look a role up in the table. `event` is a category of events or a kind of FIDE's calendar; `category`
    that of the arbiter, NA for a national arbiter."""
    rules = arbiter_classification()
    found = rules.role(role)
    if event.upper() in ARBITER_CATEGORIES:
        column = parse.choice("CATEGORY", event.upper(), ARBITER_CATEGORIES)
    else:
        kind = rules.kind(event)
        column, level = kind.category, level or kind.level
    row = found.allowed[column]
    if category == NATIONAL:
        return AppointmentAnswer(role, column, None, row, rules.procedure.national_arbiters.article, by_reading=False)
    own = parse.choice("--category", category, ARBITER_CATEGORIES)
    if role == "chief" and level == "world":
        wanted = tuple(one for one in row if one in rules.procedure.world_chief.value)
        if wanted != row or own not in wanted:
            return AppointmentAnswer(role, column, own in wanted, wanted, rules.procedure.world_chief.article, False)
    blank = column in found.blank
    return AppointmentAnswer(role, column, own in row, row, rules.procedure.appointments.article, blank)


@dataclass(frozen=True, slots=True)
class ArbitersNeeded:
    """How many arbiters an event needs: beside the chief and the deputy, from the least to the most."""

    players: int
    chiefs: int
    deputies: int
    arbiters: CountBounds
    school: int
    report_deputies: int


def arbiters_needed(players: int) -> ArbitersNeeded:
    """Return how many arbiters a number of players needs."""
    rules = arbiter_numbers()
    return ArbitersNeeded(
        players,
        rules.chiefs.value,
        rules.deputies.value,
        arbiter_bounds(players),
        school_arbiters(players),
        report_deputies(players),
    )
