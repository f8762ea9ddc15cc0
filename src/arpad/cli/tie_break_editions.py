"""`arpad editions` for the tie-breaks: all of them listed, one shown, two compared, the one of a day."""

import datetime as dt

from arpad.cli.edition_tables import answer_editions, dated_head, rule_value, show_differences
from arpad.cli.output import tell
from arpad.cli.shared import Shared
from arpad.documents.editions import TIE_BREAK_WORDS, difference_fields, tie_break_label
from arpad.regulations.tiebreak_editions import compare_tie_breaks

SYSTEM = "tie-breaks"


def answer_tie_breaks(settings: Shared, name: str | None = None) -> None:
    """List the editions of the tie-breaks, or show the named one: its methods, its lists, its codes."""
    library = settings.tie_breaks
    answer_editions(settings, library.editions(), name, TIE_BREAK_WORDS, library.sources, SYSTEM)


def tell_tie_breaks(settings: Shared, day: dt.date) -> None:
    """Tell which edition of the tie-breaks was in force on a day."""
    library, spoken = settings.tie_breaks, settings.language
    found = library.edition_for(day)
    document = dated_head(library.sources, found, spoken, SYSTEM)
    tell(settings, document, f"{found.id} – {found.name[spoken]}", style="")


def diff_tie_breaks(settings: Shared, a: str, b: str, renumbered: bool) -> None:
    """Show what differs between two editions."""
    everything = compare_tie_breaks(settings.tie_breaks.edition(a), settings.tie_breaks.edition(b))
    fields = difference_fields(settings.language, tie_break_label, rule_value)
    show_differences(settings, (a, b), everything, renumbered, fields, TIE_BREAK_WORDS)
