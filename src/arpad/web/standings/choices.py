"""Tie-breaks to choose from by clicking: those that an edition allows for a kind of event."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from arpad.i18n import Language, text
from arpad.regulations.tiebreak_editions import TieBreakCode
from arpad.standings.codes import GROUP_CODES, NAMES, OUTSIDE, RATING_CODES, TieBreak, parse_code
from arpad.standings.reasons import tie_break_name
from arpad.standings.table import StandingsTable, leading

OFFERED = {
    "C": ("/C1", "/C2"), "M": ("/M1", "/M2"), "P": ("/P",), "F": ("/F",), "L": ("/L+1", "/L-1"), "R": ("/R",),
}  # fmt: skip
"""The modifiers that can be clicked; all others can be typed."""


class TieBreakChoice(NamedTuple):
    """A tie-break that can be clicked; `adds` is the list with it, empty if it stands there already."""

    code: str
    name: str
    adds: str


class TieBreakFamily(NamedTuple):
    """A tie-break with its variants."""

    name: str
    article: str
    choices: tuple[TieBreakChoice, ...]


class ListPlace(NamedTuple):
    """A tie-break of the list, with the lists that come of moving it up or down or of taking it out."""

    code: str
    name: str
    up: str
    down: str
    out: str


def families(table: StandingsTable, language: Language) -> list[TieBreakFamily]:
    """The tie-breaks that the edition has for this kind of event, with their variants."""
    kind, chosen = table.competition.kind, _chosen(table)
    found = []
    for name in sorted(table.edition.codes, key=NAMES.index):
        rule = table.edition.codes[name]
        if name != "PTS" and name not in OUTSIDE and kind in rule.value.events and not _dropped(table, name):
            choices = [_choice(code, chosen, language) for code in _variants(name, rule.value, table.competition.teams)]
            found.append(TieBreakFamily(text(f"tie-break.{name}", language), rule.article.number, tuple(choices)))
    return found


def _dropped(table: StandingsTable, name: str) -> bool:
    """Whether a tie-break by ratings cannot be used, as somebody has none."""
    return name in RATING_CODES and any(not contestant.rating for contestant in table.competition.contestants.values())


def _variants(name: str, code: TieBreakCode, teams: bool) -> Iterator[str]:
    scores = ("", *(f":{score}" for score in code.scores)) if teams else ("",)
    marks = ["", *(mark for letter in code.modifiers for mark in OFFERED.get(letter, ()))]
    yield from (f"{name}{score}{mark}" for score, mark in product(scores, marks))


def _choice(code: str, chosen: list[TieBreak], language: Language) -> TieBreakChoice:
    tie_break = parse_code(code)
    there = tie_break in chosen and tie_break.name not in GROUP_CODES
    return TieBreakChoice(code, tie_break_name(tie_break, language), "" if there else _written([*chosen, tie_break]))


def places(table: StandingsTable, language: Language) -> list[ListPlace]:
    """The list of the table, each with the ways to change it."""
    chosen = _chosen(table)
    return [
        ListPlace(
            tie_break.code,
            tie_break_name(tie_break, language),
            _swapped(chosen, at - 1),
            _swapped(chosen, at),
            _written(chosen[:at] + chosen[at + 1 :]),
        )
        for at, tie_break in enumerate(chosen)
    ]


def list_text(table: StandingsTable) -> str:
    """The list as it is typed."""
    return _written(_chosen(table))


def _chosen(table: StandingsTable) -> list[TieBreak]:
    return list(table.codes[leading(table.codes) :])


def _swapped(chosen: list[TieBreak], at: int) -> str:
    """The list with two neighbours swapped; empty if there are none."""
    if not 0 <= at < len(chosen) - 1:
        return ""
    return _written([*chosen[:at], chosen[at + 1], chosen[at], *chosen[at + 2 :]])


def _written(chosen: list[TieBreak]) -> str:
    """A list for an address; the score alone, if nothing is left."""
    return ",".join(tie_break.code for tie_break in chosen) or "PTS"
