"""Invented events for the load: entries one by one, then rounds with a line of the log for everything that happens."""

import datetime as dt
import random

from arpad.tournament.acts.absences import ClosePresence, MarkPresent, OpenPresence, SetAbsence, WithdrawEntry, expected
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Confirmation, Confirmations, Decide, Journal
from arpad.tournament.log import LogChange, LogLine
from arpad.tournament.state import EventState

AT = dt.datetime(2026, 5, 1, 9, tzinfo=dt.UTC)
SLUG, WHO = "valdeoca-2026", "Clara Arbizo"
AGREED = Confirmation(True, "score sheet", True)
ROUNDS, SEED = 9, 1
RESULTS = ("1-0", "1/2", "0-1")
SURNAMES = ("Alarga", "Bermil", "Cestona", "Durbán", "Erbina", "Falgueña", "Gorlaz", "Huarte", "Irbide", "Jostán")


def opened(players: int, system: str = "dutch") -> Journal:
    """An event whose list is closed. Titles, federations and clubs as in a large open."""
    journal, dice = Journal(), random.Random(SEED)
    rules = {
        "slug": SLUG, "name": "Open de Valdeoca", "rounds": ROUNDS, "system": system, "start": "2026-05-01",
        "end": "2026-05-09", "tie_breaks": ["BH/C1", "BH", "SB"], "half_point_byes": 1, "default_minutes": 30,
    }  # fmt: skip
    _do(journal, Create(rules))
    for number in range(1, players + 1):
        fields = {
            "name": f"{dice.choice(SURNAMES)}, Player {number:04}", "id": str(20_000_000 + number), "sex": "m",
            "rating": 2600 - number * 1400 // players, "federation": dice.choice(("ESP", "FRA", "GER", "NED")),
            "title": "GM" if number <= players // 40 else "", "born": dice.randint(1950, 2016),
            "club": f"Club {dice.randint(1, 80)}",
        }  # fmt: skip
        _do(journal, Enter(fields))
    _do(journal, CloseList(initial="w"))
    return journal


def play(journal: Journal, upto: int, *, busy: bool = False) -> Journal:
    """Draw, publish and play rounds to the end. A busy hall marks who is there and claims results at the tables."""
    for number in range(journal.state.last_drawn + 1, upto + 1):
        dice = random.Random(f"{SEED}-{number}")
        if busy:
            _presence(journal, number)
        up(journal, number)
        for board in journal.state.rounds[number].games:
            result = dice.choices(RESULTS, (4, 3, 3))[0]
            if busy:
                for side in "wb":
                    _do(journal, _claim(number, board.number, side, result))
            _do(journal, SetResult(number, board.number, result))
        _changes(journal, number + 1, dice)
    return journal


def up(journal: Journal, number: int) -> None:
    """Draw a round and publish it."""
    _do(journal, DrawNext(number))
    _do(journal, Publish(number))


def of_length(journal: Journal, count: int) -> list[LogLine]:
    """The first lines of an event, so many of them."""
    assert len(journal.lines) >= count
    return journal.lines[:count]


def _do(journal: Journal, command: Decide) -> None:
    journal.act(command, WHO, AT, AGREED)


def _presence(journal: Journal, number: int) -> None:
    _do(journal, OpenPresence())
    for entry in expected(journal.state, number):
        _do(journal, MarkPresent([entry]))
    _do(journal, ClosePresence("pair"))


def _changes(journal: Journal, number: int, dice: random.Random) -> None:
    """What is told between rounds: some ask for a bye, some stay away, some leave."""
    state = journal.state
    if number > state.event_rules.rounds:
        return
    there = [entry for entry in state.numbers if not state.entries[entry].out_in(number)]
    for place, entry in enumerate(dice.sample(there, max(3, len(there) // 100))):
        _do(journal, WithdrawEntry(entry, number) if place % 3 == 0 else SetAbsence(entry, number, "Z"))


def _claim(number: int, board: int, side: str, result: str) -> Decide:
    def decide(_state: EventState, _confirmations: Confirmations) -> list[LogChange]:
        return [LogChange("claim.made", {"round": number, "board": board, "side": side, "result": result})]

    return decide
