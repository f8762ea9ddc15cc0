"""Events that are run here: the chain of every log, and that it begins where the office's log says, and ends where the
event says."""

import json
from typing import Any

from sqlalchemy import Connection

from arpad.office.proof.examination.findings import Findings, named
from arpad.office.proof.examination.reading import readable, rows_of
from arpad.office.proof.examination.the_log import ToldRows
from arpad.office.storage import tournament_log, tournaments
from arpad.tournament.log import FIRST, LogLine, hash_of


def examine_events(connection: Connection, told: ToldRows, findings: Findings) -> int:
    """Check the logs of all events, line by line, and that every one that was founded is there. Returns the lines."""
    count = 0
    ends: dict[Any, tuple[int, str]] = {}
    firsts: dict[Any, str] = {}
    there: dict[Any, str] = {}
    with readable(findings, tournament_log.name):
        for row in rows_of(connection, tournament_log):
            count += 1
            with readable(findings, tournament_log.name):
                firsts.setdefault(row[0], row[-1])
                ends[row[0]] = _examine_line(row, *ends.get(row[0], (0, FIRST)), findings)
    with readable(findings, tournaments.name):
        for id_, slug, lines, head in rows_of(connection, tournaments, ("id", "slug", "lines", "head")):
            there[id_] = slug
            found = ends.pop(id_, (0, ""))
            if found != (lines, head):
                where = f"{named(['tournament_id'], [id_])} ({slug})"
                findings.add("log-end", tournament_log.name, where, found=_end(*found), expected=_end(lines, head))
    for id_, end in ends.items():
        findings.add("missing", tournaments.name, named(["id"], [id_]), expected=_end(*end))
    _examine_founded(told, there, firsts, findings)
    return count


def _examine_founded(told: ToldRows, there: dict[Any, str], firsts: dict[Any, str], findings: Findings) -> None:
    """Compare the events with those that the log tells of."""
    for id_, (slug, first, at) in told.founded.items():
        where = f"{named(['id'], [id_])} ({slug})"
        if id_ not in there:
            findings.add("tournament-gone", tournaments.name, where, found=at)
        elif there[id_] != slug:
            findings.add("changed", tournaments.name, where, column="slug", found=there[id_], expected=slug)
        elif firsts.get(id_, first) != first:
            findings.add("log-begin", tournament_log.name, where, found=firsts[id_], expected=first)
    for id_ in there.keys() - told.founded.keys():
        findings.add("added", tournaments.name, named(["id"], [id_]), found=there[id_])


def _examine_line(row: tuple[Any, ...], last: int, head: str, findings: Findings) -> tuple[int, str]:
    event, n, at, who, kind, data, prev, sha256 = row
    where = named(["tournament_id", "n"], [event, n])
    if n != last + 1:
        missing = named(["tournament_id", "n"], [event, last + 1])
        findings.add("line-missing", tournament_log.name, missing, found=n, expected=last + 1)
    elif prev != head:
        findings.add("line-before", tournament_log.name, where, column="prev", found=prev, expected=head)
    try:
        own = hash_of(LogLine(n, at, who, kind, json.loads(data), prev, sha256))
        if own != sha256:
            findings.add("line-hash", tournament_log.name, where, column="sha256", found=sha256, expected=own)
    except (ValueError, TypeError, RecursionError) as problem:
        findings.add("unreadable", tournament_log.name, where, found=problem)
    return n, sha256


def _end(lines: Any, head: Any) -> str:
    return f"{lines} {str(head)[:16]}"
