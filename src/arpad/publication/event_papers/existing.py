"""Papers that are made of what an event has beside its rounds: standings, check-list, invitation, final report."""

from collections.abc import Sequence

from arpad.domain.event import Event, Player
from arpad.formats.read import read_report
from arpad.i18n import ArpadError, Language
from arpad.pairing.checklist import checklist
from arpad.publication.checklist import checklist_sheet
from arpad.publication.chief_report import chief_report
from arpad.publication.invitation_sheet import invitation_sheet
from arpad.publication.standings_sheet import standings_sheet
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.crosstable import crosstable_of
from arpad.standings.tables import told_crosstable, told_standings
from arpad.tournament.as_report import event_of
from arpad.tournament.drawing import state_of_round
from arpad.tournament.ending import norms_of, rated_files
from arpad.tournament.log import LogLine
from arpad.tournament.rules_check import invitation
from arpad.tournament.standings import final_standings, standings_after
from arpad.tournament.state import EventState


def standings_paper(
    state: EventState, number: int | None, language: Language, library: TieBreakLibrary | None = None
) -> bytes:
    """Return the standings after a round, or after the last complete one."""
    table, event = standings_after(state, number, library)
    return standings_sheet(told_standings(table, table.rows, language, event), event, language)


def crosstable_paper(
    state: EventState, number: int | None, language: Language, library: TieBreakLibrary | None = None
) -> bytes:
    """Return the crosstable after a round, or after the last complete one."""
    table, event = standings_after(state, number, library)
    return standings_sheet(told_crosstable(table, crosstable_of(table), language, event), event, language)


def checklist_paper(state: EventState, lines: Sequence[LogLine], number: int, language: Language) -> bytes:
    """Return the check-list of a round as it was before the draw."""
    before, seen = state_of_round(state, lines, number)
    event = _teams(before) if state.laws.team else event_of(before, number - 1)
    return checklist_sheet(event, number, checklist(seen), language)


def _teams(state: EventState) -> Event:
    """Return the teams of a league in the place of players: the check-list shows their names."""
    named = tuple(
        Player(place, state.teams[team].name, None, "", None, "", "", None)
        for place, team in enumerate(state.team_numbers, 1)
    )
    return Event(name=state.laws.name, start=state.laws.start, players=named)


def invitation_paper(state: EventState, language: Language) -> bytes:
    """Return the invitation: the items that are filled in."""
    items = invitation(state.laws, language)
    if not items:
        raise ArpadError("event-invitation-empty", slug=state.laws.slug)
    return invitation_sheet(state.laws.name, items, language)


def chief_paper(state: EventState, language: Language) -> bytes:
    """Return the chief arbiter's report, as far as the log fills it."""
    if not state.last_published:
        raise ArpadError("event-nothing-played")
    file = rated_files(state)[0]
    return chief_report(state, read_report(file.data).event, final_standings(state), norms_of(state, file), language)
