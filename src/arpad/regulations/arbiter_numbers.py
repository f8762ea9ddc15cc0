"""How many arbiters an event needs, by the number of its players."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, NamedTuple

from arpad.regulations.data_files import HERE, read_toml
from arpad.regulations.loader import rule_groups
from arpad.regulations.rules import Ascending, Rule

FILE = "arbiter_numbers.toml"


class CountBounds(NamedTuple):
    """From least to most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ArbiterNumbers:
    """The numbers by which arbiters are counted."""

    players_most: Rule[int]
    players_least: Rule[int]
    players_school: Rule[int]
    chiefs: Rule[int]
    deputies: Rule[int]
    more_deputies_over: Rule[Annotated[tuple[int, ...], Ascending()]]


@cache
def arbiter_numbers() -> ArbiterNumbers:
    """The numbers, each with its article."""
    found: ArbiterNumbers = rule_groups(FILE, read_toml(HERE / FILE), {"needed": ArbiterNumbers})["needed"]
    return found


def arbiter_bounds(players: int) -> CountBounds:
    """Return how many arbiters a number of players needs: about one for every 20 to 25."""
    rules = arbiter_numbers()
    return CountBounds(-(-players // rules.players_most.value), -(-players // rules.players_least.value))


def school_arbiters(players: int) -> int:
    """Return how many arbiters a school event needs: one for every 30 players."""
    return -(-players // arbiter_numbers().players_school.value)


def report_deputies(players: int) -> int:
    """Return how many deputies form IT3 has a line for: one always, and one more above each of its limits."""
    rules = arbiter_numbers()
    return rules.deputies.value + sum(players > limit for limit in rules.more_deputies_over.value)
