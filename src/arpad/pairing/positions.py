"""A position as JSON, so that other programs can ask: a report in `trf`, the round to pair, and the answer to judge.

`docs/pairing-json.md` describes the form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.pairing import matches
from arpad.pairing.json_fields import MOST_ROUNDS, JsonFields
from arpad.pairing.rounds import Seat
from arpad.pairing.state import PairingState, state_before
from arpad.pairing.systems import SwissSystem, by_id, systems, with_readings
from arpad.pairing.tournaments import PairingWishes, report_tournament


@dataclass(frozen=True, slots=True)
class Position:
    """A round to be paired, and the pairing that the document gives, if it gives one."""

    state: PairingState
    given: Mapping[int, Seat] | None
    report: Report | None = None


def read_position(document: Mapping[str, Any], wishes: PairingWishes) -> Position:
    """Return the position of a JSON object with a report in it, or with the state side by side."""
    fields = JsonFields(document)
    if "state" in fields:
        state = matches.match_state(document, match_system(document, wishes), wishes.rounds, wishes.colours)
        return Position(state, given_seats(fields, state))
    if not isinstance(document.get("trf"), str):
        raise fields.wrong("trf")
    report = read_report(document["trf"].encode())
    known = wishes.rounds or fields.whole("rounds", MOST_ROUNDS)
    system = agreed_system(document, wishes)
    whole = report_tournament(report, replace(wishes, rounds=known, system=system, adjourn_open=False))
    number = fields.whole("round", MOST_ROUNDS) or whole.paired + 1
    state = state_before(whole, number)
    return Position(state, given_seats(fields, state), report)


def match_system(document: Mapping[str, Any], wishes: PairingWishes) -> SwissSystem:
    """Return the system of a document that tells matches: the one that is given, or that it names."""
    if wishes.edition is not None:
        return wishes.edition
    found = by_id(agreed_system(document, wishes) or "", None)
    if found.engine != "matches":
        raise ArpadError("pairing-json-players", system=found.id)
    return with_readings(found, wishes.readings)


def agreed_system(document: Mapping[str, Any], wishes: PairingWishes) -> str | None:
    """Return the system that is given, or that a document names. They may not contradict each other, unless the
    document is not `binding`."""
    given, told = wishes.system, named_system(document)
    if given is None or told is None or not wishes.binding:
        return given or told
    wanted, said = by_id(given, None), by_id(told, None)
    if wanted.name == said.name and given == wanted.name:
        return told
    if wanted.name != said.name or (told == said.id and wanted.id != said.id):
        raise ArpadError("pairing-json-contradicts", text=told, value=wanted.id)
    return given


def named_system(document: Mapping[str, Any]) -> str | None:
    """Return the system that a document names: `system` with `edition` if it has several, or the beginning of its
    `id`."""
    name, edition = document.get("system"), document.get("edition")
    if isinstance(name, str) and edition is not None and name not in systems():
        return f"{name}-{edition}"
    id_ = document.get("id")
    if isinstance(id_, str) and "/" in id_:
        return id_.partition("/")[0]
    return name if isinstance(name, str) else None


def given_seats(fields: JsonFields, state: PairingState) -> dict[int, Seat] | None:
    """Return the opponents and colours that a document gives, None if it gives no pairs."""
    if "pairs" not in fields:
        return None
    given: dict[int, Seat] = {member.rank: (None, None) for member in state.entrants}
    for white, black in fields.pairs("pairs"):
        if any(given.get(rank) != (None, None) for rank in (white, black)):
            raise fields.wrong("pairs")
        given[white], given[black] = (black, "w"), (white, "b")
    bye = fields.whole("bye")
    if bye is not None and given.get(bye) != (None, None):
        raise fields.wrong("bye")
    return given
