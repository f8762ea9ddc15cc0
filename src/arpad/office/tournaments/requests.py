"""Commands with an id of their own: sent again, they are answered as the first time, and done once.

A telephone that lost its network may send again without knowing whether the first one arrived.
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError, Words
from arpad.office.storage import put_sealed, tournament_requests
from arpad.office.tournaments.rows import lines_from
from arpad.tournament.journal import Done, EventWarning, fold_log

LONGEST = 64


class EventRequest(NamedTuple):
    """The id that somebody gave to a command, and what the command was, in a few words that are the same each time."""

    id: str
    command: str

    @property
    def hash(self) -> str:
        return sha256_of(self.command)


class Answered(NamedTuple):
    """A request that was answered: the hash of its command, the last line then, how many were its own, its warnings."""

    hash: str
    last: int
    written: int
    warnings: tuple[EventWarning, ...]


def check_request(request: EventRequest) -> None:
    """Refuse an id that cannot be kept."""
    if not request.id or len(request.id) > LONGEST or not request.id.isprintable():
        raise ArpadError("event-request-id", most=LONGEST)


def check_same(request: EventRequest, hash_: str) -> None:
    """Refuse an id that was given to another command."""
    if request.hash != hash_:
        raise ArpadError("event-request-other", request=request.id)


def find_answered(connection: Connection, number: int, ids: Iterable[str]) -> dict[str, Answered]:
    """Return those requests that were answered before."""
    wanted = set(ids)
    if not wanted:
        return {}
    table = tournament_requests.c
    asked = select(table.request, table.command, table.lines, table.warnings)
    rows = connection.execute(asked.where(table.tournament_id == number, table.request.in_(wanted)))
    return {request: _answered(hash_, lines, warnings) for request, hash_, lines, warnings in rows}


def keep_answered(connection: Connection, number: int, done: Mapping[EventRequest, Done]) -> None:
    """Keep what requests were answered."""
    rows = [
        {
            "tournament_id": number,
            "request": request.id,
            "command": request.hash,
            "lines": canonical([answer.state.n, len(answer.lines)]),
            "warnings": canonical([_plain_warning(warning) for warning in answer.warnings]),
        }
        for request, answer in done.items()
    ]
    put_sealed(connection, tournament_requests, rows)


def answer_again(connection: Connection, number: int, answered: Answered) -> Done:
    """Return what a request was answered, with the event as it was then."""
    lines = lines_from(connection, number, 1, answered.last)
    return Done(tuple(lines[len(lines) - answered.written :]), answered.warnings, fold_log(lines))


def _answered(hash_: str, lines: str, warnings: str) -> Answered:
    last, count = json.loads(lines)
    return Answered(hash_, last, count, tuple(map(_read_warning, json.loads(warnings))))


def _plain_warning(warning: EventWarning) -> dict[str, Any]:
    return {"code": warning.code, "level": warning.level, "message": _plain(warning.message)}


def _read_warning(document: Mapping[str, Any]) -> EventWarning:
    return EventWarning(document["code"], document["level"], _read(document["message"]))


def _plain(value: object) -> Any:
    """A value of a message as JSON."""
    if isinstance(value, Words | ArpadError):
        key = value.key if isinstance(value, Words) else f"error.{value.key}"
        return {"words": key, "values": {name: _plain(one) for name, one in value.values.items()}}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Fraction) else value


def _read(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Words(value["words"], **{name: _read(one) for name, one in value["values"].items()})
    return [_read(one) for one in value] if isinstance(value, list) else value
