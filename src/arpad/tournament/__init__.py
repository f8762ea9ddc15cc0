"""Tournaments as they are run: one log from the first entry to the rated report.

In: commands on the state of an event. Out: new lines of its log; the state is their fold and nothing else. Nothing here
reads the clock, a database or a random source.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.tournament.cells import event_of
    from arpad.tournament.fold import fold_log
    from arpad.tournament.hearing import Consent, EventWarning, Hearing, NotAgreed
    from arpad.tournament.journal import Decide, Done, Journal
    from arpad.tournament.log import LogChange, LogLine, broken_line, read_lines, write_lines
    from arpad.tournament.rules import EventRules, read_rules
    from arpad.tournament.state import EventState, round_stage

__getattr__ = door(__name__)

__all__ = [
    "Consent",
    "Decide",
    "Done",
    "EventRules",
    "EventState",
    "EventWarning",
    "Hearing",
    "Journal",
    "LogChange",
    "LogLine",
    "NotAgreed",
    "broken_line",
    "event_of",
    "fold_log",
    "read_lines",
    "read_rules",
    "round_stage",
    "write_lines",
]
