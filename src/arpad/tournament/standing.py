"""The standings of an event: after any round, by the tie-breaks of its rules, of all players or of a group."""

from arpad.domain import Event
from arpad.locale import ArpadError
from arpad.regulations import TieBreakLibrary
from arpad.reports import PairingRecords, Report
from arpad.standings.groups import group_rows
from arpad.standings.table import StandingsRow, StandingsTable, Wishes
from arpad.standings.table import standings as standings_by
from arpad.tournament.cells import event_of
from arpad.tournament.state import EventState

SYSTEMS = {"berger": "round-robin", "varma": "round-robin", "double-berger": "double-round-robin"}
"""What the standings call the systems by table; the others show themselves."""


def last_counted(state: EventState) -> int:
    """The last published round that is complete; the first one if none is."""
    rounds = [number for number, one in state.rounds.items() if one.published_n is not None]
    if not rounds:
        raise ArpadError("event-no-standings")
    return max((number for number in rounds if state.rounds[number].complete), default=min(rounds))


def standings_after(
    state: EventState, number: int | None = None, library: TieBreakLibrary | None = None
) -> tuple[StandingsTable, Event]:
    """Return the standings after a round (the last complete one without it), and the event that they were made from.
    Adjourned games are open."""
    counted = number or last_counted(state)
    if counted not in state.rounds or state.rounds[counted].published_n is None:
        known = ", ".join(str(one) for one, found in sorted(state.rounds.items()) if found.published_n is not None)
        raise ArpadError("event-round-unknown", round=counted, known=known or "–")
    rules = state.laws
    event = event_of(state, counted)
    report = Report("trf26", event, (), (), pairing=PairingRecords(initial=state.initial, rounds=rules.rounds))
    gone = [
        place
        for place, entry in enumerate(state.numbers, 1)
        if rules.by_table and state.entries[entry].state in ("withdrawn", "expelled")
    ]
    wishes = Wishes(
        counted,
        ", ".join(rules.tie_breaks) or None,
        None,
        "swiss" if rules.swiss else SYSTEMS.get(rules.system),
        tuple(gone),
    )
    return standings_by(report, wishes, library), event


def rows_of_group(state: EventState, table: StandingsTable, event: Event, group: str) -> tuple[StandingsRow, ...]:
    """Return the rows of a group of the rules, or of a condition."""
    named = state.laws.groups
    condition = named.get(group, group)
    if group not in named and len(group.split()) == 1:
        raise ArpadError("event-group-unknown", group=group, known=", ".join(named) or "–")
    return group_rows(table, event, condition)
