"""Small Swiss tournaments by lot, as their logs keep them: byes, absences, late entries, forbidden pairs, acceleration,
adjourned games, scores by decision, swapped colours, substitute games, penalties, other points."""

import datetime as dt
from collections.abc import Iterator
from random import Random
from typing import Any

from arpad.pairing.engines import Impossible
from arpad.tournament.acts.rounds import drawn_document
from arpad.tournament.drawing import draw_swiss
from arpad.tournament.journal import Journal
from arpad.tournament.log import LogChange
from arpad.tournament.schedules import ordered
from arpad.tournament.state import EventState

AT = dt.datetime(2026, 5, 1, 8, tzinfo=dt.UTC)
SYSTEMS = ("dutch-2017", "dutch-2026", "dutch-2026", "dubov-2026", "burstein-2026")
POINTS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"win": 3, "draw": 1, "loss": 0},
    {"win": 3, "draw": 1, "loss": 0, "bye": 1, "forfeit-win": 2},
    {"win": 2, "draw": "3/2", "loss": 1, "forfeit-loss": 0},
    {"bye": "1/2"},
)
RESULTS = ("1-0", "1-0", "0-1", "0-1", "1/2", "1/2", "+/-", "-/+", "-/-", "W-L", "D-D", "*", "1/2-0", "0-0")


def without_places(data: bytes) -> bytes:
    """A file without the places of its players (001) and teams (310)."""
    columns = {"001": (85, 89), "310": (68, 71)}
    lines = []
    for line in data.decode().splitlines():
        first, last = columns.get(line[:3], (0, 0))
        lines.append(line[:first] + " " * (last - first) + line[last:])
    return "".join(f"{line}\n" for line in lines).encode()


class MadeTournament:
    """A tournament that goes on round by round."""

    def __init__(self, lot: Random) -> None:
        self.lot, self.journal = lot, Journal()
        self.rounds = lot.randint(3, 6)
        points = lot.choice(POINTS)
        rules: dict[str, Any] = {
            "slug": "made", "name": "Made by lot", "federation": "ESP", "start": "2026-05-01",
            "system": lot.choice(SYSTEMS), "rounds": self.rounds, "time_control": "90+30",
            "acceleration": lot.choice(["none", "none", "baku", [1, "1/2"]]), "late_points": lot.choice([0, "1/2"]),
        }  # fmt: skip
        self.add("event.created", **rules, **({"points": points} if points else {}))
        for _ in range(lot.randint(4, 13)):
            self._entered(lot.choice([1, 1, 1, 1, 2, 3]))
        for _ in range(lot.randint(0, 2)):
            self._forbidden()
        self._away(1)
        self.add("list.closed", numbers=self._order(), initial=lot.choice("wb"), how="lot")

    @property
    def state(self) -> EventState:
        return self.journal.state

    def add(self, kind: str, /, **data: Any) -> None:
        """One more line."""
        self.journal.act(lambda _state, _confirmations: [LogChange(kind, data)], "lot", AT)

    def before_each_round(self) -> Iterator[int]:
        """Play on, and stop before each round that can be drawn."""
        for number in range(1, self.rounds + 1):
            if number > 1:
                self._between(number)
            yield number
            drawn = draw_swiss(self.state, number)
            if isinstance(drawn, Impossible) or not drawn.boards:
                return
            self.add("round.drawn", **drawn_document(self.state, drawn))
            self.add("round.published", round=number)
            self._played(number)

    def _order(self) -> list[int]:
        return [player.entry for player in ordered(self.state.entries.values(), self.state.event_rules)]

    def _entered(self, from_round: int) -> None:
        entry, lot = len(self.state.entries) + 1, self.lot
        person = {"name": f"Player {entry}", "rating": lot.randint(1400, 2500)}
        labels = {"club": lot.choice(["", "A", "B"]), "federation": "ESP", "from_round": from_round}
        self.add("entry.added", entry=entry, **person, **labels)

    def _forbidden(self) -> None:
        lot, entries = self.lot, list(self.state.entries)
        first = lot.randint(1, self.rounds)
        rounds = lot.choice([{}, {"first": first, "last": lot.choice([None, lot.randint(first, self.rounds)])}])
        number = len(self.state.restrictions) + 1
        if lot.random() < 0.3:
            self.add("pairs.forbidden", id=number, group="club", hard=False, **rounds)
        else:
            self.add("pairs.forbidden", id=number, entries=sorted(lot.sample(entries, 2)), hard=True, **rounds)

    def _away(self, first: int) -> None:
        for entry in self.state.entries:
            if self.lot.random() < 0.12:
                number = self.lot.randint(first, self.rounds)
                self.add("absence.set", entry=entry, round=number, kind=self.lot.choice("HZF"))

    def _played(self, number: int) -> None:
        boards = self.state.rounds[number].games
        results = [[board.number, self.lot.choice(RESULTS)] for board in boards]
        if results:
            self.add("results.set", round=number, results=results)
            self._told_later(number)

    def _told_later(self, number: int) -> None:
        """What is found out about a round when it is over."""
        lot, boards = self.lot, self.state.rounds[number].games
        board = lot.choice(boards)
        if lot.random() < 0.3:
            self.add("result.set", round=number, board=board.number, result="1/2-0", played=lot.choice(RESULTS[:6]))
        if lot.random() < 0.2:
            self.add("colours.swapped", round=number, board=lot.choice(boards).number)
        if lot.random() < 0.2:
            self.add("correction.rated", round=number, board=board.number, result="0-1")
        if len(boards) > 1 and lot.random() < 0.15:
            one, two = lot.sample(boards, 2)
            given_up = {"boards": [one.number, two.number], "absent": [one.black, two.black]}
            self.add("board.substituted", round=number, white=one.white, black=two.white, **given_up)
            self.add("result.set", round=number, board=max(self.state.rounds[number].boards), result="1-0")

    def _between(self, number: int) -> None:
        """What may happen between two rounds."""
        lot, state = self.lot, self.state
        if lot.random() < 0.3:
            gone = lot.choice([one.entry for one in state.entries.values() if one.withdrawn_from is None])
            self.add("entry.withdrawn", entry=gone, from_round=number, reason="asked")
        if lot.random() < 0.25:
            self._entered(number)
            self.add("numbers.given", numbers=self._order(), reason="late entry")
        if lot.random() < 0.25:
            value = lot.choice(["-1", "-1/2", "1/2"])
            self.add("penalty.set", entry=lot.choice(list(state.entries)), round=number - 1, points=value, reason="")
        if lot.random() < 0.25:
            self.add("absence.unexplained", entry=lot.choice(list(state.entries)), round=number - 1)
        adjourned = [board for board in state.rounds[number - 1].games if board.result == "*"]
        if adjourned and lot.random() < 0.5:
            self.add("result.set", round=number - 1, board=adjourned[0].number, result="1-0")
        self._away(number)
