"""Decisions, as they are kept and as they hold for a list."""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, select

from arpad.lists.period import Decisions, PersonChange, RatingDecision
from arpad.office.records import KeptDecision
from arpad.office.storage._log import add_row, next_number
from arpad.office.storage._tables import canonical_bytes
from arpad.office.storage.schema import decisions

DECISIONS = select(decisions).where(decisions.c.system_id == bindparam("system")).order_by(decisions.c.id)


def all_decisions(connection: Connection, system_id: int) -> list[KeptDecision]:
    """Every decision in the order in which it was taken."""
    rows = list(connection.execute(DECISIONS, {"system": system_id}))
    undone = {row.undoes for row in rows}
    return [
        KeptDecision(row.id, row.period, row.kind, json.loads(row.data), row.reason, row.id in undone) for row in rows
    ]


def keep_decision(
    connection: Connection,
    system_id: int,
    period: dt.date,
    kind: str,
    data: Mapping[str, Any],
    reason: str,
    undoes: int | None = None,
) -> int:
    """Keep a decision. Returns its number."""
    number = next_number(connection, decisions.c.id)
    values = {"id": number, "system_id": system_id, "period": period, "kind": kind, "data": canonical_bytes(data)}
    add_row(connection, decisions, {**values, "reason": reason, "undoes": undoes})
    return number


def decisions_for(connection: Connection, system_id: int, previous: dt.date, date: dt.date) -> Decisions:
    """Return the decisions that hold for the list of a day; `previous` is the day of the list before it."""
    standing = [
        decision for decision in all_decisions(connection, system_id) if not decision.undone and decision.period <= date
    ]
    persons = [
        PersonChange(decision.data["id"], name, value)
        for decision in standing
        if decision.kind in ("person", "erase") and decision.period > previous
        for name, value in sorted(decision.data["changes"].items())
    ]
    ratings = {
        (decision.data["id"], decision.data["time_class"]): RatingDecision(
            decision.data["id"], decision.data["time_class"], decision.data["rating"]
        )
        for decision in standing
        if decision.kind == "rating" and decision.period == date
    }
    return Decisions(tuple(persons), tuple(ratings.values()), _excluded(standing), merged(standing))


def _excluded(standing: list[KeptDecision]) -> frozenset[str]:
    """Return the federations that are excluded after all decisions, taken in the order of their lists."""
    out: set[str] = set()
    for decision in sorted(standing, key=lambda decision: (decision.period, decision.id)):
        if decision.kind == "exclude":
            out.add(decision.data["federation"])
        elif decision.kind == "readmit":
            out.discard(decision.data["federation"])
    return frozenset(out)


def merged(standing: list[KeptDecision]) -> dict[str, str]:
    """Return every dropped identity with the one that is kept, following chains to their end."""
    direct = {
        decision.data["drop"]: decision.data["keep"]
        for decision in standing
        if decision.kind == "merge" and not decision.undone
    }
    found = {}
    for drop, kept in direct.items():
        keep = kept
        while keep in direct:
            keep = direct[keep]
        found[drop] = keep
    return found
