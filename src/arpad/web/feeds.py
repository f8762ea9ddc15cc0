"""Feeds (Atom, RFC 4287) and calendars (iCalendar, RFC 5545) as texts."""

import datetime as dt
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

NAMESPACE = uuid.UUID("6c8f2f0e-5d0b-4b0c-9b53-0a7f8a7d9c11")
"""Ids are made of what a thing is: they stay the same for ever, at whatever address it is read."""
ATOM = "http://www.w3.org/2005/Atom"
ATOM_TYPE = "application/atom+xml"
CALENDAR_TYPE = "text/calendar"
FOLD = 75


class FeedEntry(NamedTuple):
    """Something new: its lasting id, when it was, its title, its page, and perhaps a sentence."""

    id: uuid.UUID
    at: dt.datetime
    title: str
    page: str
    summary: str = ""


def lasting_id(*parts: object) -> uuid.UUID:
    """Return an id that follows from what a thing is."""
    return uuid.uuid5(NAMESPACE, " ".join(map(str, parts)))


def atom_feed(head: FeedEntry, own: str, author: str, language: str, entries: Sequence[FeedEntry]) -> str:
    """Return a feed. `own` is its address."""
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(feed, head)
    SubElement(feed, "link", {"rel": "self", "type": ATOM_TYPE, "href": own})
    SubElement(SubElement(feed, "author"), "name").text = author or "Arpad"
    for one in entries:
        _add(SubElement(feed, "entry"), one)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(feed, encoding="unicode") + "\n"


def _add(parent: Element, one: FeedEntry) -> None:
    SubElement(parent, "id").text = one.id.urn
    SubElement(parent, "title").text = _printable(one.title)
    SubElement(parent, "updated").text = one.at.astimezone(dt.UTC).isoformat()
    SubElement(parent, "link", {"rel": "alternate", "type": "text/html", "href": one.page})
    if one.summary:
        SubElement(parent, "summary").text = _printable(one.summary)


def _printable(words: str) -> str:
    return "".join(letter for letter in words if letter.isprintable())


class WholeDay(NamedTuple):
    """A day of a calendar: its lasting id, when it was last changed, the day, its title and its page."""

    id: uuid.UUID
    changed: dt.datetime
    day: dt.date
    title: str
    page: str = ""
    place: str = ""


def calendar_of_days(name: str, days: Iterable[WholeDay]) -> str:
    """Return a calendar of whole days."""
    lines: list[str] = []
    for one in days:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.id}",
            f"DTSTAMP:{utc(one.changed)}",
            f"DTSTART;VALUE=DATE:{one.day:%Y%m%d}",
            f"SUMMARY:{escaped(one.title)}",
            *([f"LOCATION:{escaped(one.place)}"] if one.place else []),
            *([f"URL:{one.page}"] if one.page else []),
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return calendar_text(name, lines)


def calendar_text(name: str, lines: Iterable[str]) -> str:
    """Return a calendar with the lines of its events."""
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Arpad//Tournament//EN", "CALSCALE:GREGORIAN"]
    whole = [*head, f"X-WR-CALNAME:{escaped(name)}", *lines, "END:VCALENDAR"]
    return "".join(f"{folded}\r\n" for line in whole for folded in _folded(line))


def utc(instant: dt.datetime) -> str:
    return f"{instant.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}"


def escaped(words: str) -> str:
    """Return a text as a calendar has it (RFC 5545 3.3.11)."""
    for sign in ("\\", ";", ","):
        words = words.replace(sign, f"\\{sign}")
    return "".join(letter for letter in words.replace("\n", "\\n") if letter.isprintable())


def _folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 bytes, the next ones after a blank (RFC 5545 3.1). No letter is cut."""
    part, size = "", 0
    for letter in line:
        length = len(letter.encode())
        if size + length > FOLD:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + length
    yield part
