"""Which tie-breaks apply: those told, those of the report (202, 212), or the edition's own list for the kind of event;
and what there is to say about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from arpad.domain.findings import Finding
from arpad.formats.report import Record, Report, tie_break_records
from arpad.i18n import ArpadError, Words
from arpad.regulations.rating_rules import Rule
from arpad.regulations.tiebreak_editions import EventKind, TieBreakCode, TieBreakEdition, TieBreakLibrary
from arpad.standings.codes import GROUP_CODES, RATING_CODES, SCORES, TieBreak, after_score, parse_list
from arpad.standings.model import Competition

Origin = Literal["told", "202", "212", "recommended", "score"]
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
    told: str | None = None,
) -> ChosenList:
    """The tie-breaks of an event, checked against its edition."""
    findings: list[Finding] = []
    codes, origin = _written(report, competition, edition, told, findings)
    kept, dropped = [], []
    without = unrated(competition)
    for tie_break in codes:
        if without and tie_break.name in RATING_CODES and tie_break.unrated is None:
            dropped.append(tie_break)
            article = edition.ratings.unrated.article.number
            values = {"code": tie_break.code, "count": without}
            findings.append(Finding("tie-break-unrated", "warning", article, values=values))
        else:
            findings += check_code(tie_break, competition.kind, edition, library)
            if tie_break in kept and tie_break.name not in GROUP_CODES:
                findings.append(Finding("tie-break-twice", "info", values={"code": tie_break.code}))
            kept.append(tie_break)
    return ChosenList(tuple(kept), origin, tuple(dropped), tuple(findings))


def score_alone(report: Report, competition: Competition) -> ChosenList:
    """The score without tie-breaks, for an event from before the first edition."""
    named = named_by_212(tie_break_records(report)) if competition.teams else ""
    return ChosenList((TieBreak("PTS", named),), "score")


def unrated(competition: Competition) -> int:
    """How many contestants have no rating."""
    return sum(not contestant.rating for contestant in competition.contestants.values())


def _written(
    report: Report | None,
    competition: Competition,
    edition: TieBreakEdition,
    told: str | None,
    findings: list[Finding],
) -> tuple[tuple[TieBreak, ...], Origin]:
    """The list as somebody wrote it, with the score in its place: 212 names it, all others come after it."""
    records = tie_break_records(report) if report is not None else {}
    named = named_by_212(records) if competition.teams else ""
    score = named or (SCORES[competition.primary] if competition.teams else "")

    def behind_it(text: str) -> tuple[TieBreak, ...]:
        return TieBreak("PTS", named), *after_score(_read(text), score)

    if told is not None:
        return behind_it(told), "told"
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
        raise ArpadError("standings.forbidden", **values)
    if unknown := [letter for letter in tie_break.modifiers if letter not in code.modifiers]:
        raise ArpadError("standings.no-modifier", modifier=f"/{unknown[0]}", **values)
    if tie_break.score and (kind not in TEAM_KINDS or tie_break.score not in code.scores):
        raise ArpadError("standings.no-modifier", modifier=f":{tie_break.score}", **values)
    found = []
    if kind in code.advised_against:
        found.append(Finding("tie-break-advised-against", "warning", article, values=values))
    if held is not edition:
        found.append(Finding("tie-break-not-of-edition", "warning", article, values=values | {"held": held.id}))
    return found
