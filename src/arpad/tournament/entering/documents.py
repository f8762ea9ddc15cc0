"""Entries for programs."""

from fractions import Fraction

from arpad.domain.event import Player
from arpad.tournament.cells import player_of
from arpad.tournament.rules import plain
from arpad.tournament.shapes import EntryDocument
from arpad.tournament.state import EventState


def entry_document(state: EventState, entry: int) -> EntryDocument:
    """An entry with its number and its absences."""
    found = state.entries[entry]
    return {
        "entry": entry,
        "number": state.number_of(entry),
        "name": found.name,
        "id": found.id or None,
        "federation": found.federation or None,
        "sex": found.sex or None,
        "title": found.title or None,
        "rating": found.rating,
        "ratings": dict(found.ratings),
        "born": found.born,
        "club": found.club or None,
        "family": found.family or None,
        "labels": dict(found.labels),
        "groups": list(found.groups),
        "invited": found.invited,
        "table": found.table,
        "paid": plain(found.paid),
        "from_round": found.from_round,
        "state": found.state,
        "withdrawn_from": found.withdrawn_from,
        "absences": {str(number): kind for (one, number), kind in sorted(state.absences.items()) if one == entry},
        "unexplained": state.unexplained.get(entry),
        "version": found.version,
    }


def entry_documents(state: EventState) -> list[EntryDocument]:
    """All entries but those removed, by number, then in the order of entry."""
    order = state.pairing_numbers
    there = [entry for entry, one in state.entries.items() if one.state != "removed"]
    there.sort(key=lambda entry: (order.get(entry, len(order) + 1), entry))
    return [entry_document(state, entry) for entry in there]


def players_entered(state: EventState) -> tuple[Player, ...]:
    """Return the players entered so far, as a report has them before the first round."""
    return tuple(player_of(one, place, []) for place, one in enumerate(state.accepted, 1))


def paid_in_all(state: EventState) -> Fraction:
    """Return the fees that were paid."""
    return sum((player.paid for player in state.entries.values() if player.state != "removed"), Fraction(0))
