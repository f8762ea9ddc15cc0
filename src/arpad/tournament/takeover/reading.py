"""A report as the state of an event, in memory only: for papers that an event run here has too."""

import datetime as dt

from arpad.tournament.changing import changed
from arpad.tournament.hearing import ALL_AGREED
from arpad.tournament.journal import decide
from arpad.tournament.state import EventState
from arpad.tournament.takeover.plan import take_over
from arpad.tournament.takeover.refusals import readable_report

NOBODY = "report"
BEGINNING = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
"""The instant of lines that nobody keeps."""


def state_of_report(data: bytes, file: str) -> EventState:
    """Return the event of a report as if it had been run here up to its last round; that it comes from a report is
    no remark. Nothing is kept."""
    report = readable_report(data, file)
    rounds = report.pairing.rounds or report.event.all_rounds or None
    taken = take_over(data, file=file, rounds=rounds, compared=False)
    state = decide(EventState(), taken.command(), NOBODY, BEGINNING, ALL_AGREED).state
    return changed(state, remarks=())
