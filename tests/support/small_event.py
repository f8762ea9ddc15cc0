"""A small Swiss that is run in memory: players in a few lines, commands with what is said beside them."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from arpad.tournament.acts.absences import Excuse
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Confirmation, Decide, Done, Journal
from arpad.tournament.results import parse_results
from arpad.tournament.rules_check import round_bounds

AT = dt.datetime(2026, 5, 1, 15, 0, tzinfo=dt.UTC)
SAID = Confirmation(True, "the arbiter says so", True)
RULES: Mapping[str, Any] = {
    "slug": "prueba", "name": "Open de Prueba", "start": "2017-05-01", "system": "dutch-2017", "rounds": 5,
    "default_minutes": 30,
}  # fmt: skip


class SmallEvent(Journal):
    """An event of a few players, numbered as they are entered."""

    def __init__(self, players: int = 6, **rules: Any) -> None:
        super().__init__()
        rounds = min(RULES["rounds"], round_bounds(players).most)
        self.do(Create({**RULES, "rounds": rounds, **rules}))
        for number in range(players):
            self.do(Enter({"name": f"Player {chr(65 + number)}", "rating": 2400 - 10 * number}))
        self.do(CloseList(initial="w"))

    def do(self, command: Decide, consent: Confirmation | None = None, minutes: int = 0) -> Done:
        """Give a command; nothing is said beside it if nothing is named."""
        return self.act(command, "Ana", AT + dt.timedelta(minutes=minutes), consent)

    def up(self, number: int) -> None:
        """Draw a round and publish it."""
        self.do(DrawNext(number))
        self.do(Publish(number))

    def results(self, number: int, typed: str, consent: Confirmation | None = None) -> None:
        self.do(SetResults(number, parse_results(typed)), consent)

    def excuses(self) -> None:
        """Let everybody explain who did not come."""
        for entry in sorted(self.state.unexplained):
            self.do(Excuse(entry), SAID)

    def pairs(self, number: int) -> list[tuple[int, int]]:
        return [(board.white, board.black) for board in self.state.rounds[number].games]
