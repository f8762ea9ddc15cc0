"""Copies of an event's log in other databases or on another server, and moving the event between them.

An event lives in one database, its home; copies take no commands and are continued with the lines they lack.
"""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from arpad.i18n import ArpadError, Language
from arpad.office.accounts.people import Account
from arpad.office.storage._seals import tell_of_tournament
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries, write_log
from arpad.office.tournaments._secrets import new_secret
from arpad.office.tournaments.event_rows import (
    StoredEvent,
    add_event,
    add_lines,
    event_row,
    find_row,
    lines_from,
    set_secret,
)
from arpad.office.tournaments.store import EventStore
from arpad.tournament.journal import Confirmation, Confirmations, Done, fold_log
from arpad.tournament.log import FIRST, LogChange, LogLine, write_lines
from arpad.tournament.state import EventState
from arpad.tournament.verification import sound_state

# Events in more than one database: logs taken in, copies that are kept up, and the one home of an event. An event
# lives in one database, its home, which has its secret; copies have none, take no commands, and are continued by lines
# that follow their own. Where the event lives is in its log, so that every copy can say it.


@dataclass(frozen=True, slots=True)
class KeptCopies:
    """The copies in another database."""

    event_store: EventStore

    @property
    def shown(self) -> str:
        """What people call the place."""
        return self.event_store.database.address.shown

    def check(self, slug: str, lines: Sequence[LogLine]) -> None:
        """Refuse a log that does not continue the copy, before anything is written at home."""
        self.event_store.make_database()
        if slug not in self.event_store.slugs():
            return
        with self.event_store.database.reading() as connection:
            row = event_row(connection, slug)
            if row.secret:
                raise ArpadError("event-lives-here", slug=slug, database=self.shown)
            _common(slug, lines_from(connection, row.id), lines)

    def take(self, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
        """Take the lines of a log that the copy lacks, and return how many they are. With the secret of the event, it
        moves in."""
        return continue_log(self.event_store, slug, lines, secret)


@dataclass(frozen=True, slots=True)
class Pushed:
    """What was sent to a copy: how many lines, and the event as it is on both sides now."""

    sent: int
    state: EventState


def restore_log(event_store: EventStore, lines: Sequence[LogLine], *, copy: bool = False) -> StoredEvent:
    """Make an event of its log. It lives here from now on, unless it is taken in as a copy. The log of the office tells
    of it under the time of its last line."""
    state = sound_state(lines, EventState(), FIRST)
    if state.rules is None:
        raise ArpadError("event-log-empty")
    slug = state.event_rules.slug
    event_store.make_database()
    with event_store.database.writing() as connection:
        if find_row(connection, slug) is not None:
            raise ArpadError("event-slug-taken", slug=slug)
        row = add_event(connection, slug, "" if copy else new_secret())
        add_lines(connection, row.id, lines)
        logged_at = dt.datetime.fromisoformat(lines[-1].at).astimezone(dt.UTC)
        tell_of_tournament(connection, row.id, slug, lines[0].sha256, lines[-1].who, logged_at)
    return StoredEvent(row, state)


def continue_log(event_store: EventStore, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
    """Take lines into a copy if they continue its log, and return how many were new. With the secret of the event it
    moves in: from now on it lives here. A copy is made if there is none."""
    event_store.make_database()
    made = slug not in event_store.slugs()
    if made:
        if lines and lines[0].data.get("slug") != slug:
            raise ArpadError("event-log-other", slug=slug)
        restore_log(event_store, lines, copy=True)
    number = event_store.open(slug).row.id
    with event_store.database.writing(number) as connection:
        row = event_row(connection, slug)
        if row.secret:
            raise ArpadError("event-lives-here", slug=slug, database=event_store.database.address.shown)
        known = lines_from(connection, row.id)
        new = lines[_common(slug, known, lines) :]
        sound_state(new, fold_log(known), known[-1].sha256)
        add_lines(connection, row.id, new)
        if secret:
            set_secret(connection, row.id, secret)
    return len(lines) if made else len(new)


def _common(slug: str, known: Sequence[LogLine], lines: Sequence[LogLine]) -> int:
    """How many of the lines are there already. All lines that are there must be among them, or before the first."""
    first = lines[0].n if lines else len(known) + 1
    if first > len(known) + 1:
        raise ArpadError("event-chain", slug=slug, n=len(known))
    count = 0
    for log_line, line in zip(known[first - 1 :], lines, strict=False):
        if log_line.sha256 != line.sha256:
            raise ArpadError("event-chain", slug=slug, n=log_line.n - 1)
        count += 1
    if first - 1 + count < len(known):
        raise ArpadError("event-chain", slug=slug, n=first - 1 + count)
    return count


def push(
    event_store: EventStore, slug: str, target: "EventCopies", who: str, at: dt.datetime, home: str | None = None
) -> Pushed:
    """Send the lines that a copy lacks. The first time the log says where the event lives, so that the copy knows."""
    if event_store.database.address.shown == target.shown:
        raise ArpadError("event-push-here", database=target.shown)
    event = event_store.open(slug)
    target.check(slug, event_store.lines(slug))
    if event.at_home and (not event.state.home or (home and home != event.state.home)):
        here = home or event_store.database.address.shown
        event_store.act(slug, lambda _state, _confirmations: [LogChange("event.moved", {"home": here})], who, at)
    lines = event_store.lines(slug)
    return Pushed(target.take(slug, lines), fold_log(lines))


def move(
    event_store: EventStore, slug: str, target: "EventCopies", who: str, at: dt.datetime, home: str | None = None
) -> Done:
    """Move an event to another place: it lives there from now on, and is a copy here."""
    push(event_store, slug, target, who, at)
    there = home or target.shown
    secret = event_store.open(slug).row.secret

    def leave(state: EventState, _confirmations: Confirmations) -> Sequence[LogChange]:
        if not secret:
            raise ArpadError("event-home", slug=slug, home=state.home or "–")
        return [LogChange("event.moved", {"home": there})]

    done = event_store.act(
        slug, leave, who, at, beside=lambda connection, row, _done: set_secret(connection, row.id, "")
    )
    target.take(slug, event_store.lines(slug), secret)
    return done


def take_home(
    event_store: EventStore,
    slug: str,
    who: str,
    at: dt.datetime,
    consent: Confirmation | None = None,
    home: str | None = None,
) -> Done:
    """Let an event live where it was a copy: its home is lost, or a move was cut off before it was done."""
    here = home or event_store.database.address.shown
    if event_store.open(slug).at_home:
        raise ArpadError("event-lives-here", slug=slug, database=event_store.database.address.shown)

    def settle(state: EventState, confirmations: Confirmations) -> Sequence[LogChange]:
        confirmations.confirm("take-home", slug=slug, home=state.home or "–")
        return [LogChange("event.moved", {"home": here})]

    secret = new_secret()
    return event_store.act(
        slug,
        settle,
        who,
        at,
        consent,
        beside=lambda connection, row, _done: set_secret(connection, row.id, secret),
        on_copy=True,
    )


# Logs that come from another office: an arbiter keeps a copy of an event here, which everybody can look at.

COPIED = "copied"
"""What the log of the office says of a copy that somebody brought."""


def receive_log(
    event_store: EventStore,
    office: Database,
    slug: str,
    lines: Sequence[LogLine],
    account: Account,
    at: dt.datetime,
    secret: str = "",
) -> int:
    """Take the lines that a copy lacks from an account of the office, and return how many they were. The account that
    brought the first ones brings the others too; an officer may do it for them."""
    new = slug not in event_store.slugs()
    if not new and not account.is_officer:
        with office.reading() as connection:
            if not any(log_entries(connection, action=COPIED, subject=slug, who=account.name, limit=1)):
                raise ArpadError("event-copy-other", slug=slug)
    taken = continue_log(event_store, slug, lines, secret)
    if new:
        with office.writing() as connection:
            write_log(connection, at=at, who=account.name, action=COPIED, subject=slug)
    return taken


# Copies in another office, over the web: only the lines that it lacks are sent, in requests of moderate size.

SECRET = "arpad-event-secret"
"""The header with the secret of an event that moves in."""
SECONDS = 60
"""How long the other office may take for an answer."""
MOST = 1_000_000
"""Letters of a request, or one line if it is longer."""
ANSWER = 1_000_000
"""Bytes of an answer that are read."""


@dataclass(frozen=True, slots=True)
class WebCopies:
    """The copies in an office on the web, for somebody with a token of an account there."""

    address: str
    token: str
    language: Language = "en"

    @property
    def shown(self) -> str:
        return self.address

    def check(self, slug: str, lines: Sequence[LogLine]) -> None:
        if self._known(slug, lines) is None:  # it does not continue: the other office tells the last common line
            self._send(slug, lines)

    def take(self, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
        known = self._known(slug, lines)
        sent = 0
        for part in _parts(lines[known or 0 :]):
            sent += self._send(slug, part, secret if part[-1] is lines[-1] else "")
        return sent

    def _known(self, slug: str, lines: Sequence[LogLine]) -> int | None:
        """How many of the lines are there already, None if they do not continue those that are."""
        reply = self._ask(slug)
        if not isinstance(reply.get("n", 0), int) or reply.get("n", 0) > len(lines):
            return None
        n: int = reply.get("n", 0)
        return n if n == 0 or lines[n - 1].sha256 == reply["sha256"] else None

    def _send(self, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
        more = {SECRET: secret} if secret else {}
        return int(self._ask(slug, write_lines(lines).encode(), more)["taken"])

    def _ask(self, slug: str, body: bytes | None = None, more: dict[str, str] | None = None) -> dict[str, Any]:
        """Ask about an event, or send lines of it."""
        headers = {
            "authorization": f"Bearer {self.token}",
            "accept": "application/json",
            "accept-language": self.language,
            "content-type": "text/plain; charset=utf-8",
        }
        request = Request(f"{self.address}/t/{slug}/log", body, headers | (more or {}))
        try:
            with opener().open(request, timeout=SECONDS) as answer:
                return self._read(answer.read(ANSWER))
        except HTTPError as refused:
            return self._refused(slug, refused.code, body_of(refused))
        except (URLError, HTTPException, OSError, ValueError) as problem:
            why = getattr(problem, "reason", None) or problem
            raise ArpadError("event-push-unreachable", url=self.address, why=str(why)) from None

    def _read(self, body: bytes) -> dict[str, Any]:
        try:
            reply = json.loads(body)
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            raise ArpadError("event-push-no-office", url=self.address)
        return reply

    def _refused(self, slug: str, status: int, body: bytes) -> dict[str, Any]:
        """Raise what a refusal means. An event that is not there yet is no reason to refuse: it is made."""
        if status == 401:
            raise ArpadError("event-push-token", url=self.address)
        reply = self._read(body)
        key = reply.get("key", "")
        if key == "event-unknown":
            return {}
        if key == "event-chain":
            raise ArpadError("event-chain", slug=slug, n=reply.get("n", "?"))
        if "error" not in reply or (status == 404 and not key):
            raise ArpadError("event-push-no-office", url=self.address)
        raise ArpadError("event-push-refused", url=self.address, said=str(reply["error"]))


EventCopies = KeptCopies | WebCopies
"""A place that keeps copies of events: another database, or another office on the web."""


def body_of(refused: HTTPError) -> bytes:
    """What comes with a refusal, as far as it comes."""
    try:
        return refused.read(ANSWER)
    except (HTTPException, OSError):
        return b""


class _NoOtherPlace(HTTPRedirectHandler):
    """Does not follow to another address: the token is for this one."""

    def redirect_request(self, *_: object) -> None:
        return None


def opener() -> OpenerDirector:
    """Return what asks an address and no other one to which it leads."""
    return build_opener(_NoOtherPlace)


def _parts(lines: Sequence[LogLine]) -> Iterator[list[LogLine]]:
    """Lines in parts, each small enough for a request."""
    part: list[LogLine] = []
    size = 0
    for line in lines:
        length = len(write_lines([line]))
        if part and size + length > MOST:
            yield part
            part, size = [], 0
        part.append(line)
        size += length
    if part:
        yield part
