"""An office with an event whose names were chosen to do harm, and a walk through all its pages."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING

from arpad.office.events import submit
from arpad.office.list_tables import read_transaction
from arpad.office.periods import close, publish
from arpad.office.records import Submitted
from office_world import Person, report
from proofs import examples

if TYPE_CHECKING:
    from fastapi import FastAPI

    from visitor import TestClient

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "=1+cmd|' /C calc'!A0", "{{ 7919*7907 }}")
"""Names that would be markup, a formula or a template, if they were not kept names."""
START, PERIOD = dt.date(2023, 2, 5), dt.date(2023, 3, 1)
LINK = re.compile(r'(?:href|hx-get)="(/[^"#]*)')
NUMBER = re.compile(r"(?<=tie_breaks=)[^&]*|[0-9a-f]{8,}|\d+")
ALIKE = examples(1)
"""So many addresses of each kind are visited."""


def kinds(address: str) -> list[str]:
    """The kinds of an address, without its numbers and lists: its path, and its path with each part of its query."""
    path, _, query = NUMBER.sub("0", address).partition("?")
    return [path, *(f"{path}?{part}" for part in query.split("&") if part)]


def listed(app: "FastAPI", count: int) -> list[Person]:
    """So many rated players of the federation, as the newest list has them."""
    with read_transaction(app.state.site.desk()) as repository:
        last = repository.last()
        assert last is not None
        rated = [
            row for row in repository.ledger(last).all_rows() if row.federation == "ESP" and row.standings[0].rating
        ]
    return [
        Person(player.id, player.name, "f" if player.sex == "F" else "m", player.born, player.standings[0].rating)
        for player in rated[:count]
    ]


def hostile_report(app: "FastAPI") -> bytes:
    """The report of an event among players of the newest list and four newcomers with names of their own."""
    newcomers = [Person(str(97_000_001 + at), name, "m", 1990, None) for at, name in enumerate(HOSTILE)]
    everybody = [*listed(app, 8), *newcomers]
    return report(f"Open {HOSTILE[0]}", everybody, START, 1, len(everybody), 9)


def rate_hostile(app: "FastAPI") -> Submitted:
    """That report handed in, rated and published."""
    site = app.state.site
    at = dt.datetime.combine(PERIOD, dt.time(12), dt.UTC)
    desk = replace(site.desk(who="demo"), at=at, checked=False)
    facts = {"registered": "2023-01-01", "hybrid": False}
    handed_in = submit(desk, hostile_report(app), received=START + dt.timedelta(days=10), facts=facts)
    close(desk, PERIOD)
    publish(desk, PERIOD)
    return handed_in


def walk(visitor: "TestClient", *starts: str) -> Iterator[tuple[str, int, str, str]]:
    """Follow every link inside the site that is of a new kind, or one of a few: address, status, kind of content,
    text."""
    waiting, seen, alike = list(starts), set(starts), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        if all(alike[kind] >= ALIKE for kind in kinds(address)):
            continue
        alike.update(kinds(address))
        answer = visitor.get(address)
        content = answer.headers.get("content-type", "").partition(";")[0]
        text = answer.text if content.startswith("text/") or content == "application/json" else ""
        yield address, answer.status_code, content, text
        if content != "text/html":
            continue
        for found in map(unescape, LINK.findall(text)):
            if found not in seen and not found.startswith("//"):
                seen.add(found)
                waiting.append(found)
