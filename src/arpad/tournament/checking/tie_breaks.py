"""Tie-breaks by which an event cannot be ranked: codes that nobody knows, or that its kind of event forbids."""

from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.i18n import ArpadError
from arpad.regulations.tiebreak_editions import EventKind, TieBreakEdition, TieBreakLibrary, tie_break_library
from arpad.standings.codes import check_code, parse_code
from arpad.standings.competition import kind_of
from arpad.tournament.files.type_records import with_type
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState


def refuse_tie_breaks(state: EventState) -> None:
    """C.07: refuse tie-breaks that the standings of the event would fail with."""
    for problem in tie_break_problems(state.laws, event_kind(state)):
        raise problem


def tie_break_problems(rules: EventRules, kind: EventKind) -> Iterator[ArpadError]:
    """Yield what is wrong with each code of the rules: unknown, forbidden for the kind of event, or with a modifier
    that it does not take. Nothing is forbidden before the first edition of C.07."""
    if rules.system == "knockout":
        return
    library = tie_break_library()
    edition = _edition(rules, library)
    for code in rules.tie_breaks:
        try:
            tie_break = parse_code(code)
            if edition is not None:
                check_code(tie_break, kind, edition, library)
        except ArpadError as problem:
            yield problem


def event_kind(state: EventState) -> EventKind:
    """Return the kind of event that the standings take it for."""
    rules = state.laws
    if rules.team:
        return "team-swiss" if rules.swiss else "team-round-robin"
    if rules.swiss:
        return "swiss"
    return "round-robin" if rules.system == "match" else kind_of(with_type(state, Event()))


def _edition(rules: EventRules, library: TieBreakLibrary) -> TieBreakEdition | None:
    """The edition of the rules, or that of the first day, of rules without one the newest; None before the first
    edition."""
    try:
        if rules.tie_break_edition:
            return library.edition(rules.tie_break_edition)
        return library.editions()[-1] if rules.start is None else library.edition_for(rules.start)
    except ArpadError:
        return None
