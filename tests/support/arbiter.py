"""An arbiter for tests: commands on an event in memory, all of them agreed to."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.journal import Confirmation, Decide, Done, Journal
from arpad.tournament.state import EventState

AT = dt.datetime(2026, 5, 1, 8, tzinfo=dt.UTC)
AGREED = Confirmation(True, "because", True)
PLAIN = Confirmation()


class Arbiter:
    """Runs one event. `does` agrees to everything; `tries` says nothing with a command."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.journal = Journal()
        self.does(Create({"name": "Prueba", "slug": "prueba", "start": "2026-05-01", "initial": "w", **rules}))

    @property
    def state(self) -> EventState:
        return self.journal.state

    def does(self, command: Decide) -> Done:
        return self.journal.act(command, "Clara Arbizo", AT, AGREED)

    def tries(self, command: Decide) -> Done:
        return self.journal.act(command, "Clara Arbizo", AT, PLAIN)

    def enters(self, count: int, **fields: Any) -> None:
        """Enter players whose strength falls with their number of entry."""
        for place in range(1, count + 1):
            self.does(Enter({"name": f"Player {place:03}", "rating": 2600 - place, **fields}))

    def closes(self, seed: int | None = None) -> None:
        self.does(CloseList(seed=seed))
