"""The Swiss of Valdeoca (60 players, nine rounds) run by commands: everything that happens to an arbiter.

`the_script` yields each command with the words that go with it; the results are those of its log.
"""

import datetime as dt
import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from arpad.tournament.acts.absences import absent, excuse, withdraw
from arpad.tournament.acts.boards import substitute
from arpad.tournament.acts.event import create, finish
from arpad.tournament.acts.players import close_list, enter
from arpad.tournament.acts.results import absent_at, correct_for_rating, set_result, set_results, swap_colours
from arpad.tournament.acts.rounds import draw, publish, start
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
    return Said(set_results(number, told))


def before_round_1() -> Iterator[Said]:
    """From the rules to the closed list."""
    yield Said(create(rules()))
    for entry, fields in players().items():
        if entry <= ANNOUNCED:
            yield Said(enter(fields), Confirmation(yes=True))
    yield Said(absent(12, 1, "H"))
    yield Said(close_list("w"))


def late_entry() -> Said:
    """Entry 60 arrives before round 3 and becomes number 1."""
    return Said(enter(players()[60]), Confirmation(yes=True))


def put_up(number: int) -> Iterator[Said]:
    """A round drawn, published and started."""
    yield Said(draw(number))
    yield Said(publish(number))
    yield Said(start(number, AT.isoformat()))


def forfeits(number: int, *entries: int) -> Said:
    """Players who did not come, half an hour later."""
    return Said(absent_at(number, entries, at=(AT + dt.timedelta(minutes=30)).isoformat()))


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
    yield Said(excuse(45), Confirmation(reason="train"))
    yield Said(absent(40, 4, "Z"))
    yield from put_up(4)
    yield entered(4)
    yield Said(correct_for_rating(2, 2, "1-0"), Confirmation(reason="score sheet"))
    yield Said(absent(33, 5, "H"))
    yield from put_up(5)
    yield Said(set_result(4, 5, "1-0"), Confirmation(reason="adjourned game finished"))
    yield entered(5)
    yield Said(set_result(5, 3, "0-1"), Confirmation(reason="wrongly written, reported in time"))
    yield Said(withdraw(8))
    yield from put_up(6)
    yield entered(6)
    yield from put_up(7)
    yield Said(set_result(6, 10, "1/2"), Confirmation(reason="reported during round 7"))
    yield entered(7)
    yield Said(swap_colours(7, 4), Confirmation(reason="played with the wrong colours"))
    yield from put_up(8)
    yield entered(8, 20, 22)
    yield forfeits(8, 35, 48)
    yield Said(substitute(8, 20, 22))
    yield Said(set_result(8, 30, "1/2"))
    yield Said(excuse(35), Confirmation(reason="ill, told before round 9"))
    yield from put_up(9)
    yield entered(9)
    yield Said(finish())


def run() -> Journal:
    """The event after the script."""
    journal = Journal()
    for command, consent in the_script():
        journal.act(command, WHO, AT, consent)
    return journal
