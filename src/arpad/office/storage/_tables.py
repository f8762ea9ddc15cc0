"""Store and load reports, decisions, arbiter records, editions and the keys of played games."""

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Row, bindparam, delete, func, select

from arpad.documents.document import extended
from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.eligibility.facts import facts_of
from arpad.formats.feda import pool_reports
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Words
from arpad.lists.period import Accepted, Decisions, PersonChange, RatingDecision
from arpad.office.records import KeptDecision
from arpad.office.storage._dialects import insert_rows
from arpad.office.storage._log import add_row, batches, canonical_bytes, next_number
from arpad.office.storage.schema import (
    arbiter_records,
    contents,
    decisions,
    editions,
    event_games,
    events,
    history,
    reports,
    revisions,
)
from arpad.rating.examine import report_system

# What is kept as it came: reports, the contents of versions, editions. Each is found again by its hash or version.


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def put_report(connection: Connection, data: bytes) -> str:
    """Keep a report as received. The same bytes are kept once. Returns their SHA-256."""
    key = sha256(data)
    if connection.execute(select(reports.c.sha256).where(reports.c.sha256 == key)).first() is None:
        add_row(connection, reports, {"sha256": key, "data": data, "size": len(data)})
    return key


def get_report(connection: Connection, key: str) -> bytes:
    """Return a report, byte for byte; refused if its bytes no longer have their hash."""
    data = connection.execute(select(reports.c.data).where(reports.c.sha256 == key)).scalar_one_or_none()
    if data is None:
        raise ArpadError("office-report-missing", sha256=key)
    if sha256(data) != key:
        raise ArpadError("office-report-damaged", sha256=key)
    return bytes(data)


def put_contents(connection: Connection, version_id: int, files: Mapping[str, bytes]) -> None:
    """Keep what a version holds, by name."""
    for name, data in sorted(files.items()):
        add_row(connection, contents, {"version_id": version_id, "name": name, "data": data})


def get_contents(connection: Connection, version_id: int, names: Collection[str]) -> dict[str, bytes]:
    """What a version holds under these names; all of them must be there."""
    asked = select(contents.c.name, contents.c.data).where(
        contents.c.version_id == version_id, contents.c.name.in_(sorted(names))
    )
    found = {name: bytes(data) for name, data in connection.execute(asked)}
    missing = sorted(set(names) - set(found))
    if missing:
        raise ArpadError("office-contents-missing", version=version_id, names=", ".join(missing))
    return {name: found[name] for name in names}


def put_edition(connection: Connection, edition_id: str, data: str) -> str:
    """Keep the data of an edition that a list was made by. The same data is kept once. Returns its SHA-256."""
    key = sha256(data.encode())
    if connection.execute(select(editions.c.sha256).where(editions.c.sha256 == key)).first() is None:
        add_row(connection, editions, {"sha256": key, "id": edition_id, "data": data})
    return key


def get_edition(connection: Connection, key: str) -> tuple[str, str]:
    """The id and the data of an edition by the SHA-256 of the data; refused if the data no longer have this hash."""
    row = connection.execute(select(editions.c.id, editions.c.data).where(editions.c.sha256 == key)).one_or_none()
    if row is None:
        raise ArpadError("office-edition-missing", sha256=key)
    if sha256(row.data.encode()) != key:
        raise ArpadError("office-edition-damaged", edition=row.id, sha256=key)
    return row.id, row.data


# Accepted reports: as stored, with their facts, ready to be rated.


def accepted_reports(connection: Connection, rows: Sequence[Row[Any]]) -> Iterable[Accepted]:
    """The reports of events as the closing takes them."""
    return (report_of_event(connection, row) for row in rows)


def report_of_event(connection: Connection, row: Row[Any]) -> Accepted:
    """Return the report that counts for an event."""
    wanted = select(revisions.c.sha256).where(revisions.c.event_id == row.id, revisions.c.number == row.revision)
    key = connection.execute(wanted).scalar_one()
    return accepted_report(key, partial(get_report, connection), row.time_class, json.loads(row.facts))


def accepted_report(
    key: str,
    kept: Callable[[str], bytes],
    time_class: Any,
    known: Mapping[str, Any],
    read: Mapping[str, Report] = MappingProxyType({}),
) -> Accepted:
    """Return a report with what else is known: `facts`, `system`, `edition`, `ids`, `ratings`, `start`, `end`, and the
    `stages` that are pooled with it (6.2, FEDA 7.2).

    `kept` gives the bytes of a report by its hash; `read` are reports that have been read before, which is done once.
    """
    stages = tuple(known.get("stages", ()))
    report = pool_reports([read[stage] if stage in read else read_report(kept(stage)) for stage in (key, *stages)])
    system: System = report_system(report, known.get("system"))
    start, end = (dt.date.fromisoformat(known[name]) if known.get(name) else None for name in ("start", "end"))
    return Accepted(
        key,
        report,
        facts_of(known.get("facts", {})),
        system,
        time_class,
        edition=known.get("edition"),
        ids={int(rank): id_ for rank, id_ in known.get("ids", {}).items()},
        ratings=known.get("ratings", {}),
        start=start,
        end=end,
        stages=stages,
    )


# What the office knows of arbiters, as it is kept: one row for each thing that somebody noted.


@dataclass(frozen=True, slots=True)
class KeptArbiterRecord:
    """Something that was noted about an arbiter. `data` has the keys of an application's file; `revoked`: a later
    record took it back."""

    id: int
    arbiter: str
    kind: str
    at: dt.datetime
    data: Mapping[str, Any]
    reason: str
    revoked: bool


def arbiter_records_kept(connection: Connection, arbiter: str | None = None) -> list[KeptArbiterRecord]:
    """Everything that was noted about one arbiter, or about all, in its order."""
    wanted = select(arbiter_records).order_by(arbiter_records.c.id)
    if arbiter is not None:
        wanted = wanted.where(arbiter_records.c.arbiter == arbiter)
    rows = list(connection.execute(wanted))
    revoked = {row.revokes for row in rows}
    return [
        KeptArbiterRecord(
            row.id,
            row.arbiter,
            row.kind,
            dt.datetime.fromisoformat(row.at),
            json.loads(row.data),
            row.reason,
            row.id in revoked,
        )
        for row in rows
    ]


def keep_arbiter_record(
    connection: Connection,
    arbiter: str,
    kind: str,
    at: dt.datetime,
    data: Mapping[str, Any],
    reason: str,
    revokes: int | None = None,
) -> int:
    """Keep a record. Returns its number."""
    number = next_number(connection, arbiter_records.c.id)
    values = {"id": number, "arbiter": arbiter, "kind": kind, "at": at.isoformat(), "data": canonical_bytes(data)}
    add_row(connection, arbiter_records, {**values, "reason": reason, "revokes": revokes})
    return number


# What was played in the events, by a key for each game, so that games that come a second time are found. A key is made
# of the two players, their colours and the result; nothing of the event, neither its name nor its days. The rows
# follow from the reports, and are made again from them if an office of an older release is brought up to date.


class PlayedGame(NamedTuple):
    """A game as it counts: the ids of the players, the result, and the day if the report has it. A report that has sums
    and no games (FEDA 10.31) has one of these for each player, with the sums in the place of the result."""

    white: str
    black: str
    result: str
    day: dt.date | None = None

    @property
    def undated(self) -> "PlayedGame":
        return self._replace(day=None)


def games_played(accepted: Accepted) -> list[PlayedGame]:
    """Return the games of a report that were played between players with an id."""
    event = accepted.event
    if accepted.report.feda:
        sums = zip(event.players, accepted.report.feda, strict=False)
        return [
            PlayedGame(player.id, "", f"{line.points}/{line.games}/{line.average}")
            for player, line in sums
            if player.id
        ]
    ids, days = {player.rank: player.id for player in event.players}, dict(enumerate(event.round_dates, 1))
    return [
        PlayedGame(ids[game.white], ids[game.black], str(game.score), days.get(game.round))
        for game in event.games()
        if game.played and ids.get(game.white) and ids.get(game.black)
    ]


def game_keys(games: Sequence[PlayedGame], identities: Mapping[str, Sequence[str]]) -> set[int]:
    """Return the keys of games; the second game of two players with the same colours and result has another one.
    `identities` are further ids under which a player may have played."""
    keys: set[int] = set()
    seen = Counter[PlayedGame]()
    for game in games:
        seen[game.undated] += 1
        for white in identities.get(game.white, (game.white,)):
            for black in identities.get(game.black, (game.black,)):
                game_text = "\n".join((white, black, game.result, str(seen[game.undated])))
                keys.add(int.from_bytes(hashlib.sha256(game_text.encode()).digest()[:8], "big", signed=True))
    return keys


def put_games(connection: Connection, event: int, accepted: Accepted) -> None:
    """Keep the games of the report that counts for an event, in the place of those before."""
    connection.execute(delete(event_games).where(event_games.c.event_id == event))
    keys = sorted(game_keys(games_played(accepted), {}))
    insert_rows(connection, event_games, ("event_id", "game"), ((event, key) for key in keys))


def events_with_games(connection: Connection, keys: Collection[int]) -> Counter[int]:
    """Return the events that have some of these games, and how many of them."""
    return _games(connection, event_games.c.game, keys)


def games_in(connection: Connection, numbers: Collection[int]) -> Counter[int]:
    """Return how many games are kept of some events."""
    return _games(connection, event_games.c.event_id, numbers)


def _games(connection: Connection, column: Column[int], wanted: Collection[int]) -> Counter[int]:
    found = Counter[int]()
    for some in batches(sorted(wanted)):
        by_event = select(event_games.c.event_id, func.count()).where(column.in_(some))
        rows = connection.execute(by_event.group_by(event_games.c.event_id))
        found.update({row.event_id: row[1] for row in rows})
    return found


def games_by_event(connection: Connection) -> Iterator[tuple[int, list[int]]]:
    """Return the keys that every event with an accepted report must have, in the order of the events."""
    current = (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision)
    wanted = select(events).join(revisions, current).where(revisions.c.accepted).order_by(events.c.id)
    for row in connection.execute(wanted).all():
        yield row.id, sorted(game_keys(games_played(report_of_event(connection, row)), {}))


def fill_games(connection: Connection) -> None:
    """Keep the games of all events of an office that has none yet."""
    rows = ((event, key) for event, keys in games_by_event(connection) for key in keys)
    insert_rows(connection, event_games, ("event_id", "game"), rows)


# The history of a player: the lists on which something changed for them.


class HistoryRow(NamedTuple):
    """A player's row of a list that differs from the list before."""

    version_id: int
    time_class: str
    rating: int
    k: int
    games: int
    change: int


HISTORY = select(*(history.c[name] for name in HistoryRow._fields)).where(history.c.player == bindparam("player"))


def history_of(connection: Connection, player: str) -> list[HistoryRow]:
    """Return the rows of a player, of all versions."""
    return [HistoryRow(*row) for row in connection.execute(HISTORY, {"player": player})]


# Findings as they are kept beside a report: plain values, which become again what they were, in any language.


def finding_to_document(finding: Finding) -> dict[str, Any]:
    """A finding as plain values; what it does not say is left out."""
    document = asdict(finding) | {"values": {name: _plain_value(value) for name, value in finding.values.items()}}
    return {name: value for name, value in document.items() if value not in (None, {})}


def finding_from_document(document: dict[str, Any]) -> Finding:
    """The finding that was kept."""
    return Finding(**document | {"values": {name: _value(value) for name, value in document.get("values", {}).items()}})


def _plain_value(value: object) -> Any:
    if isinstance(value, dt.date):
        return {"date": value.isoformat()}
    if isinstance(value, Fraction):
        return {"number": str(value)}
    if isinstance(value, ArpadError | Words):
        kind = "error" if isinstance(value, ArpadError) else "words"
        return {kind: value.key, "values": {name: _plain_value(inner) for name, inner in value.values.items()}}
    return value if isinstance(value, int | str) else str(value)


def _value(document: Any) -> object:
    if not isinstance(document, dict):
        return document
    if "date" in document:
        return dt.date.fromisoformat(document["date"])
    if "number" in document:
        return Fraction(document["number"])
    values = {name: _value(inner) for name, inner in document["values"].items()}
    return Words(document["words"], **values) if "words" in document else ArpadError(document["error"], **values)


DECISIONS = select(decisions).where(decisions.c.system_id == bindparam("system")).order_by(decisions.c.id)


def all_decisions(connection: Connection, system_id: int) -> list[KeptDecision]:
    """Every decision in the order in which it was taken."""
    rows = list(connection.execute(DECISIONS, {"system": system_id}))
    undone = {row.undoes for row in rows}
    return [extended(KeptDecision, row, data=json.loads(row.data), undone=row.id in undone) for row in rows]


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
