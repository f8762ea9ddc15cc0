"""Tie-break codes such as `BH/C1`, and which tie-breaks apply to an event (records 202, 212)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from fractions import Fraction
from itertools import dropwhile
from typing import Any, Literal

from arpad.domain.findings import Finding
from arpad.formats.report import Record, Report, tie_break_records
from arpad.formats.trf_fields import decimal
from arpad.i18n import ArpadError, Words, number
from arpad.regulations.rating_rules import Rule
from arpad.regulations.tiebreak_editions import EventKind, TieBreakCode, TieBreakEdition, TieBreakLibrary
from arpad.standings.model import Competition

# The codes of tie-breaks: `Name[:MP|:GP][/Cn][/Mn][/L±n][/Kx][/F][/P][/R]`, in upper or lower case.

NAMES = (
    "PTS", "DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "TPN", "BH", "AOB", "FB", "SB", "KS", "ARO", "TPR",
    "PTP", "APRO", "APPO", "RTNG", "BC", "TBR", "BBE", "MPvGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "EDEBT",
    "EDEBB", "EDET", "EDEB", "SSSC", "ABH", "AFB", "OTHER_SOB", "LOT", "PLAYOFF",
)  # fmt: skip
"""All tie-breaks of all editions; ABH and AFB show the score as opponents see it, LOT and PLAYOFF take what was drawn
or played."""
ALIASES = {
    "GE": "REP", "SNO": "TPN", "MPTS": "PTS:MP", "GPTS": "PTS:GP", "ESB:MM": "EMMSB", "ESB:MG": "EMGSB",
    "ESB:GM": "EGMSB", "ESB:GG": "EGGSB", "ESB": "EMGSB", "OTHER_BH": "BH", "OTHER_SB": "SB",
}  # fmt: skip
"""Other spellings that are read; OTHER_BH and OTHER_SB are those of older rules, computed as the edition has them."""
BY_CAPITALS = {name.upper(): name for name in NAMES}
SCORES = ("MP", "GP")
GROUP_CODES = frozenset({"DE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "LOT", "PLAYOFF"})
"""Type A: computed for each group that is still tied."""
RATING_CODES = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})
FORE_CODES = frozenset({"FB", "AFB"})
TWO_DECIMALS = frozenset({"AOB", "SSSC"})
"""Sorted exactly and printed with two decimals."""
SEPARATOR = re.compile(r"[/#!]|-(?=[A-Z])")
MODIFIER = re.compile(r"([CMKU])(\d+(?:\.\d+)?)|(L)([+-]?\d+)|([PFR])")
MODIFIERS = {
    "C": "low", "M": "median", "L": "limit", "K": "normaliser", "F": "fore", "P": "as_games", "R": "reverse",
    "U": "unrated",
}  # fmt: skip
"""What each letter sets, in the order in which they are written."""
FLAGS = "FPR"
"""Modifiers without a number."""
MOST = 99


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break with its modifiers: n values cut below, m on both sides, a limit in half points, and so on."""

    name: str
    score: str = ""
    low: int = 0
    median: int = 0
    limit: int = 0
    normaliser: Fraction | None = None
    fore: bool = False
    as_games: bool = False
    reverse: bool = False
    unrated: int | None = None

    @property
    def code(self) -> str:
        """The code as it is written."""
        score = f":{self.score}" if self.score else ""
        return self.name + score + "".join(f"/{letter}{self._amount(letter)}" for letter in self.modifiers)

    def _amount(self, letter: str) -> str:
        value = getattr(self, MODIFIERS[letter])
        if letter in FLAGS:
            return ""
        return f"{value:+}" if letter == "L" else number(value) if letter == "K" else str(value)

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The letters of its modifiers."""
        defaults = {field.name: field.default for field in fields(self)}
        return tuple(letter for letter, name in MODIFIERS.items() if getattr(self, name) != defaults[name])

    @property
    def by_group(self) -> bool:
        return self.name in GROUP_CODES

    def __str__(self) -> str:
        return self.code


def parse_code(text: str) -> TieBreak:
    """One code. An unknown name is refused with the nearest that there is."""
    written = text.strip().upper()
    head, *marks = SEPARATOR.split(written)
    if head.startswith("OTHER_") and head not in ALIASES:
        head, marks = written, []
    head = ALIASES.get(head, head)
    name, _, score = head.partition(":")
    if name not in BY_CAPITALS or (score and score not in SCORES):
        raise _unknown(text.strip(), name)
    settings: dict[str, object] = {}
    for mark in marks:
        settings.update(_modifier(text.strip(), mark))
    return TieBreak(BY_CAPITALS[name], score, **settings)  # type: ignore[arg-type]


def _unknown(text: str, name: str) -> ArpadError:
    near = get_close_matches(name, [*BY_CAPITALS, *ALIASES], 1, 0)
    nearest = BY_CAPITALS.get(near[0], near[0]) if near else NAMES[0]
    return ArpadError("standings.unknown-code", code=text, nearest=nearest)


def _modifier(code: str, mark: str) -> dict[str, object]:
    modifier = MODIFIER.fullmatch(mark)
    if modifier is None:
        raise ArpadError("standings.unknown-modifier", code=code, modifier=mark)
    letter = modifier[1] or modifier[3] or modifier[5]
    digits = modifier[2] or modifier[4]
    if letter in FLAGS:
        return {MODIFIERS[letter]: True}
    amount: Any = decimal(digits) if letter == "K" else None if "." in digits else int(digits)
    if amount is None or (letter == "K" and not amount) or (letter in "CML" and abs(amount) > MOST):
        raise ArpadError("standings.unknown-modifier", code=code, modifier=mark)
    return {MODIFIERS[letter]: amount}


def after_score(codes: tuple[TieBreak, ...], score: str) -> tuple[TieBreak, ...]:
    """The tie-breaks of a list, without the score that it may begin with: PTS, or the `score` of a team event, which
    record 192 names. The other score of teams is a tie-break like others."""
    return tuple(dropwhile(lambda code: code.name == "PTS" and code.score in ("", score), codes))


def parse_list(text: str) -> tuple[TieBreak, ...]:
    """A list of codes, between commas or blanks."""
    return tuple(parse_code(word) for word in re.split(r"[,\s]+", text.strip()) if word)


# Which tie-breaks apply: those given, those of the report (202, 212), or the edition's own list for the kind of event;
# and findings about them.

Origin = Literal["told", "rules", "202", "212", "recommended", "score"]
"""Who chose the list. score: nobody, there is no edition to rank by."""
TEAM_KINDS: tuple[EventKind, ...] = ("team-swiss", "team-round-robin")
OUTSIDE = frozenset({"LOT", "PLAYOFF"})
"""Orders that come from outside: no edition rules them."""


@dataclass(frozen=True, slots=True)
class ChosenList:
    """The whole list, beginning with the score if it counts; who chose it, what was dropped, what was found."""

    codes: tuple[TieBreak, ...]
    origin: Origin
    dropped: tuple[TieBreak, ...] = ()
    findings: tuple[Finding, ...] = ()


def chosen_list(
    report: Report | None,
    competition: Competition,
    edition: TieBreakEdition,
    library: TieBreakLibrary,
    typed: str | None = None,
) -> ChosenList:
    """The tie-breaks of an event, checked against its edition."""
    findings: list[Finding] = []
    codes, origin = _written(report, competition, edition, typed, findings)
    tie_breaks, dropped = [], []
    without = unrated(competition)
    for tie_break in codes:
        if without and tie_break.name in RATING_CODES and tie_break.unrated is None:
            dropped.append(tie_break)
            article = edition.ratings.unrated.article.number
            values = {"code": tie_break.code, "count": without}
            findings.append(Finding("tie-break-unrated", "warning", article, values=values))
        else:
            findings += check_code(tie_break, competition.kind, edition, library)
            if tie_break in tie_breaks and tie_break.name not in GROUP_CODES:
                findings.append(Finding("tie-break-twice", "info", values={"code": tie_break.code}))
            tie_breaks.append(tie_break)
    return ChosenList(tuple(tie_breaks), origin, tuple(dropped), tuple(findings))


def score_alone(report: Report, competition: Competition) -> ChosenList:
    """The score without tie-breaks, for an event from before the first edition."""
    named = named_by_212(tie_break_records(report)) if competition.teams else ""
    return ChosenList((TieBreak("PTS", named),), "score")


def unrated(competition: Competition) -> int:
    """How many contestants have no rating, or had none in a round."""
    rounds = sorted(competition.ratings) or (0,)
    return sum(any(not competition.rating_in(number, one) for one in rounds) for number in competition.contestants)


def _written(
    report: Report | None,
    competition: Competition,
    edition: TieBreakEdition,
    typed: str | None,
    findings: list[Finding],
) -> tuple[tuple[TieBreak, ...], Origin]:
    """The list as somebody wrote it, with the score in its place: 212 names it, all others come after it."""
    records = tie_break_records(report) if report is not None else {}
    named = named_by_212(records) if competition.teams else ""
    score = named or (SCORES[competition.primary] if competition.teams else "")

    def behind_it(text: str) -> tuple[TieBreak, ...]:
        return TieBreak("PTS", named), *after_score(_read(text), score)

    if typed is not None:
        return behind_it(typed), "told"
    if "212" in records:
        whole = _read(records["212"].text)
        if "202" in records and behind_it(records["202"].text)[1:] != after_score(whole, score):
            findings.append(Finding("tie-breaks-differ", "warning", line=records["202"].line))
        if not any(tie_break.name == "PTS" for tie_break in whole):
            findings.append(Finding("tie-breaks-without-score", "warning", line=records["212"].line))
        return whole, "212"
    if "202" in records:
        return behind_it(records["202"].text), "202"
    findings.append(Finding("tie-breaks-recommended", "info", recommended(competition, edition).article.number))
    return behind_it(",".join(recommended(competition, edition).value)), "recommended"


def named_by_212(records: Mapping[str, Record]) -> str:
    """The score of teams that 212 begins with, empty if it names none."""
    try:
        first = parse_list(records["212"].text)[:1] if "212" in records else ()
    except ArpadError:
        return ""
    return first[0].score if first and first[0].name == "PTS" else ""


def _read(text: str) -> tuple[TieBreak, ...]:
    codes = parse_list(text)
    if not codes:
        raise ArpadError("standings.empty-list")
    return codes


def recommended(competition: Competition, edition: TieBreakEdition) -> Rule[tuple[str, ...]]:
    """The edition's own list for the kind of event."""
    lists = edition.lists
    if competition.kind == "swiss":
        return lists.swiss_unrated if unrated(competition) else lists.swiss_rated
    return {
        "round-robin": lists.round_robin,
        "team-swiss": lists.team_swiss,
        "team-round-robin": lists.team_round_robin,
    }[competition.kind]


def code_rule(
    name: str, edition: TieBreakEdition, library: TieBreakLibrary
) -> tuple[Rule[TieBreakCode], TieBreakEdition]:
    """Return the rule of a code in an edition; if the edition has none, that of the newest edition that has it."""
    for held in (edition, *reversed(library.editions())):
        if name in held.codes:
            return held.codes[name], held
    raise ArpadError("standings.code-nowhere", code=name)


def check_code(
    tie_break: TieBreak, kind: EventKind, edition: TieBreakEdition, library: TieBreakLibrary
) -> Sequence[Finding]:
    """Refuse a code that the edition forbids for this kind of event, or a modifier that it does not have; tell what is
    odd about others."""
    if tie_break.name in OUTSIDE:
        return ()
    rule, held = code_rule(tie_break.name, edition, library)
    code, article = rule.value, rule.article.number
    values: dict[str, object] = {"code": tie_break.code, "article": article, "edition": edition.id}
    values["kind"] = Words(f"event-kind.{kind}")
    if kind not in code.events and kind not in code.advised_against:
        known = ", ".join(name for name in NAMES if name in edition.codes and kind in edition.codes[name].value.events)
        raise ArpadError("standings.forbidden", known=known, **values)
    if unknown := [letter for letter in tie_break.modifiers if letter not in code.modifiers]:
        raise ArpadError("standings.no-modifier", modifier=f"/{unknown[0]}", **values)
    if tie_break.score and (kind not in TEAM_KINDS or tie_break.score not in code.scores):
        raise ArpadError("standings.no-modifier", modifier=f":{tie_break.score}", **values)
    findings = []
    if kind in code.advised_against:
        findings.append(Finding("tie-break-advised-against", "warning", article, values=values))
    if held is not edition:
        findings.append(Finding("tie-break-not-of-edition", "warning", article, values=values | {"held": held.id}))
    return findings
