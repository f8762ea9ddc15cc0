"""`arpad editions` for the tie-breaks: an edition shown, two compared, all of them listed."""

from itertools import groupby
from typing import Any

from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared
from arpad.locale import Language, has, text
from arpad.regulations import Rule, TieBreakCode, TieBreakEdition, TieBreakLibrary, tie_break_library
from arpad.regulations.tiebreak_rules import compare_tie_breaks
from arpad.trail.editions import plain_value, rule_document, value_text

SYSTEM = "tie-breaks"
CODES = "codes"


def library(settings: Shared) -> TieBreakLibrary:
    return tie_break_library(settings.folder)


def head(settings: Shared, edition: TieBreakEdition) -> dict[str, Any]:
    """The head of an edition as JSON."""
    return {
        "id": edition.id,
        "system": SYSTEM,
        "effective": edition.effective,
        "until": edition.until,
        "extends": edition.extends,
        "name": edition.name[settings.language],
        "source": library(settings).sources[edition.source][settings.language],
        "beyond_documents": edition.beyond_seeds,
    }


def list_tie_breaks(settings: Shared) -> None:
    """All editions of the tie-breaks."""
    everything = library(settings).editions()
    if settings.as_json:
        print_json([head(settings, edition) for edition in everything])
        return
    spoken = settings.language
    rows = [
        [edition.id, edition.effective.isoformat(), edition.name[spoken], _known(edition, spoken)]
        for edition in everything
    ]
    table(spoken, ["id", "effective", "name", "note"], rows, left=range(4))


def _known(edition: TieBreakEdition, spoken: Language) -> str:
    return text("titles-rules.beyond", spoken) if edition.beyond_seeds else ""


def label(name: str, spoken: Language) -> str:
    """A parameter or a code in words."""
    group, _, field = name.partition(".")
    if group != CODES:
        return text(f"tie-break-parameter.{name}", spoken)
    return f"{field}: {text(f'tie-break.{field}', spoken)}"


def shown_value(name: str, rule: Rule[Any] | None, spoken: Language) -> str:
    """A value in words; of a code, the events it is for and its modifiers."""
    if rule is None:
        return text("label.none", spoken)
    if isinstance(rule.value, TieBreakCode):
        return _code(rule.value, spoken)
    key = f"tie-break-policy.{name}.{rule.value}"
    return text(key, spoken) if has(key) else value_text(name, rule.value, spoken)


def _code(code: TieBreakCode, spoken: Language) -> str:
    parts = [", ".join(text(f"event-kind.{kind}", spoken) for kind in code.events)]
    if code.advised_against:
        kinds = ", ".join(text(f"event-kind.{kind}", spoken) for kind in code.advised_against)
        parts.append(text("standings.advised-against", spoken, kinds=kinds))
    if marks := [*(f":{score}" for score in code.scores), *(f"/{modifier}" for modifier in code.modifiers)]:
        parts.append(" ".join(marks))
    return "; ".join(parts)


def _json(rule: Rule[Any] | None) -> object:
    return (
        None if rule is None else str(rule.value) if isinstance(rule.value, TieBreakCode) else plain_value(rule.value)
    )


def show_tie_breaks(settings: Shared, edition: TieBreakEdition) -> None:
    """An edition: its methods, its lists, its codes."""
    spoken = settings.language
    if settings.as_json:
        parameters = {
            name: rule_document(rule, name in edition.own, spoken) | {"value": _json(rule)}
            for name, rule in edition.parameters()
        }
        print_json(head(settings, edition) | {"parameters": parameters})
        return
    line(f"{edition.id} – {edition.name[spoken]}", style="bold")
    line(library(settings).sources[edition.source][spoken])
    line(text("label.in-force", spoken, date=edition.effective))
    if edition.extends:
        line(text("label.extends", spoken, parent=edition.extends))
    for group, rules in groupby(edition.parameters(), key=lambda parameter: parameter[0].partition(".")[0]):
        rows: list[list[str]] = []
        for name, rule in rules:
            mark = " •" if edition.extends and name in edition.own else ""
            rows.append([label(name, spoken) + mark, shown_value(name, rule, spoken), rule.article.number])
            if rule.note:
                rows.append([f"  {text('label.reading', spoken)}", rule.note[spoken], ""])
        line()
        line(text(f"tie-break-group.{group}", spoken), style="bold")
        table(spoken, ["parameter", "value", "article"], rows, left=range(3))


def diff_tie_breaks(settings: Shared, a: str, b: str, renumbered: bool) -> None:
    """What differs between two editions."""
    spoken = settings.language
    everything = compare_tie_breaks(library(settings).edition(a), library(settings).edition(b))
    found = [difference for difference in everything if renumbered or not difference.renumbered_only]
    if settings.as_json:
        print_json(
            [
                {
                    "parameter": difference.parameter,
                    "a": _json(difference.a),
                    "b": _json(difference.b),
                    "article_a": difference.a.article.number if difference.a else None,
                    "article_b": difference.b.article.number if difference.b else None,
                    "what": label(difference.parameter, spoken),
                }
                for difference in found
            ]
        )
        return
    article = text("table.article", spoken)
    rows = [
        [
            label(difference.parameter, spoken),
            shown_value(difference.parameter, difference.a, spoken),
            difference.a.article.number if difference.a else "",
            shown_value(difference.parameter, difference.b, spoken),
            difference.b.article.number if difference.b else "",
        ]
        for difference in found
    ]
    if rows:
        table(spoken, ["parameter", a, article, b, article], rows, left=range(5))
    else:
        line(text("label.no-difference", spoken))
    if len(found) < len(everything):
        line(text("label.renumbered", spoken, count=len(everything) - len(found)), style="dim")
