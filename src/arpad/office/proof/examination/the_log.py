"""The log: its chain of hashes, its signatures, and the rows that it tells of, read out of it again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from arpad.office.proof.examination.findings import Findings, named
from arpad.office.proof.examination.reading import readable, rows_of
from arpad.office.storage import (
    ANSWERED,
    BEFORE_FIRST,
    FOUNDED,
    FOUNDED_BY,
    LINE_FIELDS,
    UPGRADED_BY,
    hash_of_line,
    metadata,
)

log = metadata.tables["log"]

COLUMNS = (*LINE_FIELDS, "sha256")
Key = tuple[Any, ...]


@dataclass(slots=True)
class ToldRows:
    """The rows of which the log tells, as its last line leaves them: by table, key and column. `lines` has the hash of
    every line, `founded` the tournaments by their number: slug, hash of the first line, and when it was told."""

    rows: dict[str, dict[Key, dict[str, Any]]] = field(default_factory=lambda: {name: {} for name in ANSWERED})
    lines: dict[int, str] = field(default_factory=dict)
    founded: dict[Any, tuple[Any, Any, Any]] = field(default_factory=dict)
    release: str = ""
    last: int = 0
    head: str = BEFORE_FIRST

    def apply(self, entries: Sequence[Sequence[Any]]) -> None:
        """Write, change and remove rows as a line tells it."""
        for table, row_keys, values in entries:
            own = self.rows[table]
            for key in map(tuple, row_keys):
                if values is None:
                    own.pop(key, None)
                else:
                    own.setdefault(key, {}).update(values)


def read_log(connection: Connection, findings: Findings) -> ToldRows:
    """Go through the log line by line."""
    told = ToldRows()
    with readable(findings, log.name):
        for row in rows_of(connection, log, COLUMNS):
            line = dict(zip(COLUMNS, row, strict=True))
            _examine_line(line, told, findings)
            told.last, told.head = line["id"], line["sha256"]
            told.lines[line["id"]] = line["sha256"]
    return told


def _examine_line(line: Mapping[str, Any], told: ToldRows, findings: Findings) -> None:
    where = named(["id"], [line["id"]])
    if line["id"] != told.last + 1:
        findings.add("line-missing", log.name, named(["id"], [told.last + 1]), found=line["id"], expected=told.last + 1)
    elif line["prev"] != told.head:
        findings.add("line-before", log.name, where, column="prev", found=line["prev"], expected=told.head)
    try:
        own = hash_of_line(line)
        entries = json.loads(line["rows"])
        if own != line["sha256"]:
            findings.add("line-hash", log.name, where, column="sha256", found=line["sha256"], expected=own)
        told.apply(entries)
        details = json.loads(line["details"])
        if line["action"] in (FOUNDED_BY, UPGRADED_BY):
            told.release = str(details.get("release", ""))
        if line["action"] == FOUNDED:
            told.founded[details["number"]] = line["subject"], details["sha256"], line["at"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        findings.add("unreadable", log.name, where, found=problem)
