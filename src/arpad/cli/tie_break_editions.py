"""`arpad editions` for the tie-breaks: an edition shown, two compared, all of them listed."""

from typing import Any

from arpad.cli.edition_tables import EditionWords, dated_head, list_dated, show_dated, show_differences
from arpad.cli.output import print_json
from arpad.cli.shared import Shared
from arpad.locale import Language, has, text
from arpad.regulations import Rule, TieBreakCode, TieBreakEdition, TieBreakLibrary, tie_break_library
from arpad.regulations.tiebreak_rules import compare_tie_breaks
from arpad.trail.editions import difference_fields, plain_value, rule_document, value_text

SYSTEM = "tie-breaks"
CODES = "codes"


def library(settings: Shared) -> TieBreakLibrary:
    return tie_break_library(settings.folder)


def head(settings: Shared, edition: TieBreakEdition) -> dict[str, Any]:
    """The head of an edition as JSON."""
    named = {"id": edition.id, "system": SYSTEM}
    return named | dated_head(library(settings).sources, edition, settings.language)


def list_tie_breaks(settings: Shared) -> None:
    """All editions of the tie-breaks."""
    everything = library(settings).editions()
    if settings.as_json:
        print_json([head(settings, edition) for edition in everything])
    else:
        list_dated(everything, settings.language)


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


WORDS = EditionWords("tie-break-group", label, shown_value)


def _json(rule: Rule[Any] | None) -> object:
    if rule is None:
        return None
    return str(rule.value) if isinstance(rule.value, TieBreakCode) else plain_value(rule.value)


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
    show_dated(edition, library(settings).sources[edition.source][spoken], WORDS, spoken)


def diff_tie_breaks(settings: Shared, a: str, b: str, renumbered: bool) -> None:
    """What differs between two editions."""
    everything = compare_tie_breaks(library(settings).edition(a), library(settings).edition(b))
    fields = difference_fields(settings.language, label, _json)
    show_differences(settings, (a, b), everything, renumbered, fields, WORDS)
