"""The Swiss of Valdeoca (60 players, nine rounds) run by commands: everything that happens to an arbiter.

`the_script` yields each command with the words that go with it; the results are those of its log.
"""

import datetime as dt
import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from arpad.tournament.acts.absences import Excuse, SetAbsence, WithdrawEntry
from arpad.tournament.acts.boards import Substitute
from arpad.tournament.acts.event import Create, Finish
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import AbsentAt, CorrectForRating, SetResult, SetResults, SwapColours
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.journal import Confirmation, Decide, Journal
from arpad.tournament.log import LogLine, read_lines
from arpad.tournament.results import TypedResult
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "swiss-60.expected.json").read_text("utf-8"))
WHO = "Clara Arbizo"
AT = dt.datetime(2026, 5, 1, 8, 0, tzinfo=dt.UTC)
ANNOUNCED = 59
"""Entries before the list is closed."""


class Said(NamedTuple):
    """A command and what is said with it."""

    command: Decide
    consent: Confirmation = Confirmation()


@cache
def the_log() -> tuple[LogLine, ...]:
    """The log of the event as another program wrote it."""
    return tuple(read_lines((FOLDER / "swiss-60.log.jsonl").read_text("utf-8")))


def rules() -> dict[str, Any]:
    """The rules of the event."""
    return dict(the_log()[0].data)


def players() -> dict[int, dict[str, Any]]:
    """The fields of every entry, the late one too."""
    found = {}
    for line in the_log():
        if line.kind == "entry.added":
            fields = {name: value for name, value in line.data.items() if name != "entry"}
            found[line.data["entry"]] = fields
    return found


def results_of(number: int) -> dict[int, str]:
    """The results of a round as they were first entered."""
    line = next(one for one in the_log() if one.kind == "results.set" and one.data["round"] == number)
    return dict(line.data["results"])


def entered(number: int, *without: int) -> Said:
    """All results of a round, but for some boards."""
    told = [TypedResult(board, result) for board, result in results_of(number).items() if board not in without]
    return Said(SetResults(number, told))


def before_round_1() -> Iterator[Said]:
    """From the rules to the closed list."""
    yield Said(Create(rules()))
    for entry, fields in players().items():
        if entry <= ANNOUNCED:
            yield Said(Enter(fields), Confirmation(yes=True))
    yield Said(SetAbsence(12, 1, "H"))
    yield Said(CloseList(initial="w"))


def late_entry() -> Said:
    """Entry 60 arrives before round 3 and becomes number 1."""
    return Said(Enter(players()[60]), Confirmation(yes=True))


def put_up(number: int) -> Iterator[Said]:
    """A round drawn, published and started."""
    yield Said(DrawNext(number))
    yield Said(Publish(number))
    yield Said(Start(number, AT.isoformat()))


def forfeits(number: int, *entries: int) -> Said:
    """Players who did not come, half an hour later."""
    return Said(AbsentAt(number, entries, at=(AT + dt.timedelta(minutes=30)).isoformat()))


def the_script() -> Iterator[Said]:
    """The whole event."""
    yield from before_round_1()
    yield from put_up(1)
    yield entered(1)
    yield from put_up(2)
    yield entered(2)
    yield late_entry()
    yield from put_up(3)
    yield entered(3, *(board for board, result in results_of(3).items() if result in ("+/-", "-/+")))
    yield forfeits(3, 21, 45)
    yield Said(Excuse(45), Confirmation(reason="train"))
    yield Said(SetAbsence(40, 4, "Z"))
    yield from put_up(4)
    yield entered(4)
    yield Said(CorrectForRating(2, 2, "1-0"), Confirmation(reason="score sheet"))
    yield Said(SetAbsence(33, 5, "H"))
    yield from put_up(5)
    yield Said(SetResult(4, 5, "1-0"), Confirmation(yes=True, reason="adjourned game finished"))
    yield entered(5)
    yield Said(SetResult(5, 3, "0-1"), Confirmation(reason="wrongly written, reported in time"))
    yield Said(WithdrawEntry(8))
    yield from put_up(6)
    yield entered(6)
    yield from put_up(7)
    yield Said(SetResult(6, 10, "1/2"), Confirmation(reason="reported during round 7"))
    yield entered(7)
    yield Said(SwapColours(7, 4), Confirmation(reason="played with the wrong colours"))
    yield from put_up(8)
    yield entered(8, 20, 22)
    yield forfeits(8, 35, 48)
    yield Said(Substitute(8, 20, 22))
    yield Said(SetResult(8, 30, "1/2"))
    yield Said(Excuse(35), Confirmation(reason="ill, told before round 9"))
    yield from put_up(9)
    yield entered(9)
    yield Said(Finish())


def run() -> Journal:
    """The event after the script."""
    journal = Journal()
    for command, consent in the_script():
        journal.act(command, WHO, AT, consent)
    return journal
