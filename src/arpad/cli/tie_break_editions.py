"""`arpad editions` for the tie-breaks: an edition shown, two compared, all of them listed."""

from typing import Any

from arpad.cli.edition_tables import dated_head, list_dated, show_dated, show_differences
from arpad.cli.output import print_json
from arpad.cli.shared import Shared
from arpad.regulations import Rule, TieBreakCode, TieBreakEdition, TieBreakLibrary, tie_break_library
from arpad.regulations.tiebreak_rules import compare_tie_breaks
from arpad.trail.edition_words import TIE_BREAK_WORDS, tie_break_label
from arpad.trail.editions import difference_fields, plain_value, rule_document

SYSTEM = "tie-breaks"


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
    show_dated(edition, library(settings).sources[edition.source][spoken], TIE_BREAK_WORDS, spoken)


def diff_tie_breaks(settings: Shared, a: str, b: str, renumbered: bool) -> None:
    """What differs between two editions."""
    everything = compare_tie_breaks(library(settings).edition(a), library(settings).edition(b))
    fields = difference_fields(settings.language, tie_break_label, _json)
    show_differences(settings, (a, b), everything, renumbered, fields, TIE_BREAK_WORDS)
