"""Norms that were made in an event."""

from arpad.domain.event import Event
from arpad.formats.read import read_report
from arpad.titles.model import Candidate
from arpad.titles.norms import find_all
from arpad.tournament.ending.forecast import norm_edition, norm_facts
from arpad.tournament.ending.rated_files import RatedFile
from arpad.tournament.state import EventState


def norms_of(state: EventState, file: RatedFile) -> list[Candidate]:
    """Return the players of a report with a norm, or with one that is undecided."""
    return norms_in(state, read_report(file.data).event)


def norms_in(state: EventState, event: Event) -> list[Candidate]:
    """Return the players of an event with a norm, or with one that is undecided; nobody before the first edition of
    the title regulations."""
    edition = None if state.laws.start is None else norm_edition(state)
    if edition is None:
        return []
    found = find_all(event, edition, norm_facts(state))
    return [one for one in found if any(norm.achieved or norm.undecided for norm in one.norms)]
