"""Entries: players come into the event."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.locale import ArpadError
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.state import EventState


def enter(fields: Mapping[str, Any]) -> Decide:
    """Enter a player: `fields` are those of an entry, without its number of entry."""

    def decide(state: EventState, hearing: Hearing) -> Sequence[LogChange]:
        taken = next(
            (one for one in state.entries.values() if fields.get("id") and one.id == fields["id"] and one.playing), None
        )
        if taken is not None:
            raise ArpadError("event-entry-twice", id=taken.id, entry=taken.entry, name=taken.name)
        alike = [
            one
            for one in state.entries.values()
            if one.playing and one.name == fields["name"] and one.born == fields.get("born")
        ]
        if alike:
            hearing.confirm("same-name", name=alike[0].name, entry=alike[0].entry)
        number = max(state.entries, default=0) + 1
        return [LogChange("entry.added", {"entry": number, **fields})]

    return decide
