"""Editions of the tie-break regulations: methods as named policies, codes and articles."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from arpad.i18n import ArpadError
from arpad.regulations.articles import HERE, Article, refuse_unknown
from arpad.regulations.rating_edition import Difference, differences
from arpad.regulations.rating_editions import DatedFiles, dated_parts, inherited
from arpad.regulations.rating_rules import DatedEdition, Rule, grouped_parameters

# What an edition of the tie-break regulations says: the methods as named policies, the codes with their articles.

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


# The library of the tie-break regulations: those that come with Arpad, and those of the folder `tiebreaks` in a folder
# the user names.

FOLDER = "tiebreaks"
CODES = "codes"
GONE = "gone"
CODE_KEYS: Mapping[str, tuple[str, ...]] = {
    "for": EVENT_KINDS,
    "advised_against": EVENT_KINDS,
    "modifiers": MODIFIERS,
    "scores": TEAM_SCORES,
}


class TieBreakLibrary(DatedFiles[TieBreakEdition]):
    """All tie-break editions known, read when they are asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(HERE / FOLDER, build_tie_breaks)
        if folder is not None:
            for file in sorted((folder / FOLDER).glob("*.toml")):
                self._add(file)

    def has(self, name: str) -> bool:
        return name in self._files

    def edition_for(self, date: dt.date) -> TieBreakEdition:
        """The edition in force on the day an event starts. Own editions are only taken by their name."""
        return self.in_force(date, "standings.too-early")

    def also_used(self, date: dt.date) -> list[TieBreakEdition]:
        """The editions not yet in force on a day that FIDE's own events already used."""
        return [
            edition
            for edition in self.editions()
            if edition.first_use is not None and edition.first_use <= date < edition.effective
        ]


def build_tie_breaks(file: str, data: Mapping[str, Any], parent: TieBreakEdition | None) -> TieBreakEdition:
    """An edition of the tie-break regulations from its file and the edition it extends."""
    parts = dated_parts(TieBreakEdition, file, data, parent, (CODES, "first_use"))
    rules = inherited(parent, data["source"], data.get("restates", False))
    codes = {name.removeprefix(f"{CODES}."): rule for name, rule in rules.items() if name.startswith(f"{CODES}.")}
    own_codes = {name: _code(file, name, raw, data["source"]) for name, raw in data.get(CODES, {}).items()}
    codes |= {name: rule for name, rule in own_codes.items() if rule is not None}
    parts["own"] |= {f"{CODES}.{name}" for name in own_codes}
    codes = {name: rule for name, rule in codes.items() if own_codes.get(name, rule) is not None}
    return TieBreakEdition(**parts, first_use=data.get("first_use"), codes=codes)


def _code(file: str, name: str, raw: Any, source: str) -> Rule[TieBreakCode] | None:
    """A code of a file; None for one that the edition no longer has."""
    if raw == GONE:
        return None
    if not isinstance(raw, dict) or not isinstance(raw.get("article"), str) or not raw["article"]:
        raise ArpadError("edition.no-article", file=file, key=f"{CODES}.{name}")
    refuse_unknown(file, raw, {"article", "source", *CODE_KEYS}, f"{CODES}.{name}")
    for key, allowed in CODE_KEYS.items():
        listed = raw.get(key, [])
        if not isinstance(listed, list) or not set(listed) <= set(allowed) or (key == "for" and not listed):
            raise ArpadError(
                "edition.bad-value",
                file=file,
                key=f"{CODES}.{name}.{key}",
                value=str(listed),
                expected=" | ".join(allowed),
            )
    parts = (tuple(raw.get(key, ())) for key in CODE_KEYS)
    return Rule(TieBreakCode(*parts), Article(raw["article"], raw.get("source", source)))


@cache
def tie_break_library(folder: Path | None = None) -> TieBreakLibrary:
    """The editions that come with Arpad, and with them those of a folder."""
    return TieBreakLibrary(folder)
