"""Keys and signatures: every key handed on by the one before, every line and every published list signed."""

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from arpad.office.proof.examination.findings import Findings, named
from arpad.office.proof.examination.reading import readable, rows_of
from arpad.office.proof.examination.the_log import ToldRows
from arpad.office.proof.public_keys import handed_on
from arpad.office.storage import (
    HEAD,
    LIST,
    head_statement,
    is_signed,
    keys,
    list_statement,
    metadata,
    signatures,
    systems,
    versions,
)

log = metadata.tables["log"]


def examine_keys(
    connection: Connection, is_here: Callable[[str], bool], findings: Findings
) -> dict[int, tuple[str, int]]:
    """Check that every key hands on to the next. A key that was begun after a loss is believed if its secret is
    here.
    Returns the public keys, and the line since which each is used."""
    found: dict[int, tuple[str, int]] = {}
    with readable(findings, keys.name):
        for number, public, since, proof in rows_of(connection, keys):
            found[number] = public, since
            before = found.get(number - 1, ("", 0))[0]
            where = named(["number"], [number])
            if not before:
                continue
            handed, taken = handed_on(number, public, before, str(proof))
            if not handed and not is_here(public):
                findings.add("key-not-handed-on", keys.name, where, found=public)
            if not taken:
                findings.add("key-forged", keys.name, where, column="proof", found=public)
    return found


def examine_signatures(
    connection: Connection, told: ToldRows, public: dict[int, tuple[str, int]], findings: Findings
) -> int:
    """Check every signature, and that everything which must have one has it. Returns how many there are."""
    wanted = _wanted(connection, told, public, findings)
    seen, count = set(), 0
    with readable(findings, signatures.name):
        for kind, number, key, statement, signature in rows_of(connection, signatures):
            count += 1
            where = named(["kind", "number"], [kind, number])
            seen.add((kind, number))
            expected = wanted.get((kind, number))
            if expected is None:
                findings.add("signed-nothing", _table(kind), named(["id"], [number]), expected=statement)
                continue
            if statement != expected:
                found, signed = _differing(expected, statement)
                findings.add("signed-other", _table(kind), named(["id"], [number]), found=found, expected=signed)
            if key not in public or not is_signed(public[key][0], statement, signature):
                findings.add("not-by-key", signatures.name, where, column="signature", found=signature)
    for kind, number in sorted(wanted.keys() - seen, key=repr):
        findings.add("unsigned", _table(kind), named(["id"], [number]), expected=wanted[kind, number])
    return count


def _wanted(
    connection: Connection, told: ToldRows, public: dict[int, tuple[str, int]], findings: Findings
) -> dict[tuple[str, Any], str]:
    """What must be signed: every line since the first key, every published list."""
    if not public:
        return {}
    since = min(begin for _, begin in public.values())
    heads = {(HEAD, line): head_statement(line, head) for line, head in told.lines.items() if line >= since}
    names: dict[Any, str] = {}
    with readable(findings, systems.name):
        names = {row[0]: row[1] for row in rows_of(connection, systems, ("id", "name"))}
    lists: dict[tuple[str, Any], str] = {}
    columns = ("id", "system_id", "state", "period", "number", "digest", "players", "reason", "release")
    with readable(findings, versions.name):
        for id_, system, state, *more in rows_of(connection, versions, columns):
            if state == "published":
                lists[LIST, id_] = list_statement(names.get(system, "–"), *more)
    return {**heads, **lists}


def _differing(found: str, signed: str) -> tuple[Any, Any]:
    """What differs between what is there and what was signed."""
    try:
        one, other = json.loads(found), json.loads(signed)
        names = [name for name in one | other if one.get(name) != other.get(name)]
        return {name: one.get(name) for name in names}, {name: other.get(name) for name in names}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return found, signed


def _table(kind: str) -> str:
    return log.name if kind == HEAD else versions.name
