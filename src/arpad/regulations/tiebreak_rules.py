"""What an edition of the tie-break regulations says: the methods as named policies, the codes with their articles."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

from arpad.regulations.rating_edition import Difference, differences
from arpad.regulations.rules import DatedEdition, Rule, grouped_parameters

OwnUnplayed = Literal["virtual-opponent", "dummy", "dummy-capped"]
OpponentsUnplayed = Literal["draw", "draw-at-the-end"]
DirectEncounter = Literal["all-met", "partial"]
RoundRobinForfeits = Literal["games-but-own-count", "games", "games-but-ratings-and-losses"]

EventKind = Literal["swiss", "round-robin", "team-swiss", "team-round-robin"]
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)
Modifier = Literal["C", "M", "P", "F", "L", "K", "R", "U"]
MODIFIERS: tuple[Modifier, ...] = get_args(Modifier)
TEAM_SCORES = ("MP", "GP")

Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnplayedRounds:
    """What a round without a game counts for the player and for their opponents."""

    own: Rule[OwnUnplayed]
    opponents: Rule[OpponentsUnplayed]


@dataclass(frozen=True, slots=True)
class TieBreakCuts:
    """Which value a cut takes, and whether a voluntary unplayed round goes first."""

    lowest: Rule[Literal["lowest-score"]]
    voluntary_first: Rule[bool]


@dataclass(frozen=True, slots=True)
class RatingTieBreaks:
    """Averages of ratings: what a cut takes, how many rounds a player may miss, and what unrated participants do."""

    cut: Rule[Literal["unplayed-first", "played"]]
    most_missed: Rule[int | None]
    unrated: Rule[Literal["dropped"]]


@dataclass(frozen=True, slots=True)
class EncounterRules:
    """Direct encounter: of players, of players who met several times, and of teams."""

    direct: Rule[DirectEncounter]
    repeated: Rule[Literal["sum", "mean"]]
    teams: Rule[Literal["deciding-score", "primary-then-secondary"]]


@dataclass(frozen=True, slots=True)
class RoundRobinTieBreaks:
    """What a forfeit is in a round robin, and the share of games below which a withdrawn player is taken out."""

    forfeits: Rule[RoundRobinForfeits]
    withdrawn_below: Rule[Fraction]


@dataclass(frozen=True, slots=True)
class LeavingRules:
    """Whether somebody who was expelled from a Swiss stays in the ranking."""

    expelled: Rule[Literal["ranked", "not-ranked"]]


@dataclass(frozen=True, slots=True)
class TieBreakLists:
    """The tie-breaks taken if neither the report nor the user names any, and what decides ties that stay."""

    round_robin: Rule[Codes]
    team_round_robin: Rule[Codes]
    swiss_unrated: Rule[Codes]
    swiss_rated: Rule[Codes]
    team_swiss: Rule[Codes]
    last_resort: Rule[Literal["lots"]]


@dataclass(frozen=True, slots=True)
class TieBreakCode:
    """A code of an edition: the events it is for, those it is advised against, its modifiers, its team scores."""

    events: tuple[EventKind, ...]
    advised_against: tuple[EventKind, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    scores: tuple[str, ...] = ()

    def __str__(self) -> str:
        marks = [f":{score}" for score in self.scores] + [f"/{modifier}" for modifier in self.modifiers]
        return " ".join([", ".join(self.events), *marks])


@dataclass(frozen=True, slots=True)
class TieBreakEdition(DatedEdition):
    """One edition. `first_use` is the day from which FIDE's own events used it, if that was before `effective`."""

    first_use: dt.date | None
    unplayed: UnplayedRounds
    cuts: TieBreakCuts
    ratings: RatingTieBreaks
    encounter: EncounterRules
    leaving: LeavingRules
    round_robin: RoundRobinTieBreaks
    lists: TieBreakLists
    codes: Mapping[str, Rule[TieBreakCode]]

    def parameters(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Every parameter by its full name, the codes at the end."""
        yield from grouped_parameters(self)
        for name, rule in self.codes.items():
            yield f"codes.{name}", rule


def compare_tie_breaks(a: TieBreakEdition, b: TieBreakEdition) -> list[Difference]:
    """All parameters and codes whose value or article differs between two editions."""
    return differences(a.parameters(), b.parameters())
