"""Events in more than one database: logs taken in, copies that are kept up, and the one home of an event.

An event lives in one database, its home, which has its secret; copies have none, take no commands, and are continued by
lines that follow their own. Where the event lives is in its log, so that every copy can say it.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from arpad.i18n import ArpadError
from arpad.office.storage import tell_of_tournament
from arpad.office.tournaments.keeping import EventKeeper
from arpad.office.tournaments.known import KeptEvent
from arpad.office.tournaments.rows import add_event, add_lines, event_row, find_row, lines_from, set_secret
from arpad.office.tournaments.secrecy import new_secret
from arpad.tournament.journal import Consent, Done, Hearing, fold_log
from arpad.tournament.log import FIRST, LogChange, LogLine, broken_line
from arpad.tournament.state import EventState
from arpad.tournament.verification import UNFOLDABLE


class EventCopies(Protocol):
    """A place that keeps copies of events: another database, or another office on the web."""

    @property
    def shown(self) -> str:
        """What people call it."""
        ...

    def check(self, slug: str, lines: Sequence[LogLine]) -> None:
        """Refuse a log that does not continue the copy, before anything is written at home."""
        ...

    def take(self, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
        """Take the lines of a log that the copy lacks, and return how many they are. With the secret of the event, it
        moves in."""
        ...


@dataclass(frozen=True, slots=True)
class KeptCopies:
    """The copies in another database."""

    keeper: EventKeeper

    @property
    def shown(self) -> str:
        return self.keeper.database.address.shown

    def check(self, slug: str, lines: Sequence[LogLine]) -> None:
        self.keeper.make_database()
        if slug not in self.keeper.slugs():
            return
        with self.keeper.database.reading() as connection:
            row = event_row(connection, slug)
            if row.secret:
                raise ArpadError("event-lives-here", slug=slug, database=self.shown)
            _common(slug, lines_from(connection, row.id), lines)

    def take(self, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
        return continue_log(self.keeper, slug, lines, secret)


@dataclass(frozen=True, slots=True)
class Pushed:
    """What was sent to a copy: how many lines, and the event as it is on both sides now."""

    sent: int
    state: EventState


def restore_log(keeper: EventKeeper, lines: Sequence[LogLine], *, copy: bool = False) -> KeptEvent:
    """Make an event of its log. It lives here from now on, unless it is taken in as a copy. The log of the office tells
    of it under the time of its last line."""
    state = _sound(lines, EventState(), FIRST)
    if state.rules is None:
        raise ArpadError("event-log-empty")
    slug = state.laws.slug
    keeper.make_database()
    with keeper.database.writing() as connection:
        if find_row(connection, slug) is not None:
            raise ArpadError("event-slug-taken", slug=slug)
        row = add_event(connection, slug, "" if copy else new_secret())
        add_lines(connection, row.id, lines)
        told = dt.datetime.fromisoformat(lines[-1].at).astimezone(dt.UTC)
        tell_of_tournament(connection, row.id, slug, lines[0].sha256, lines[-1].who, told)
    return KeptEvent(row, state)


def continue_log(keeper: EventKeeper, slug: str, lines: Sequence[LogLine], secret: str = "") -> int:
    """Take lines into a copy if they continue its log, and return how many were new. With the secret of the event it
    moves in: from now on it lives here. A copy is made if there is none."""
    keeper.make_database()
    made = slug not in keeper.slugs()
    if made:
        if lines and lines[0].data.get("slug") != slug:
            raise ArpadError("event-log-other", slug=slug)
        restore_log(keeper, lines, copy=True)
    number = keeper.open(slug).row.id
    with keeper.database.writing(number) as connection:
        row = event_row(connection, slug)
        if row.secret:
            raise ArpadError("event-lives-here", slug=slug, database=keeper.database.address.shown)
        known = lines_from(connection, row.id)
        new = lines[_common(slug, known, lines) :]
        _sound(new, fold_log(known), known[-1].sha256)
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
    for kept, line in zip(known[first - 1 :], lines, strict=False):
        if kept.sha256 != line.sha256:
            raise ArpadError("event-chain", slug=slug, n=kept.n - 1)
        count += 1
    if first - 1 + count < len(known):
        raise ArpadError("event-chain", slug=slug, n=first - 1 + count)
    return count


def _sound(lines: Sequence[LogLine], state: EventState, head: str) -> EventState:
    """The state after lines whose chain holds, and which fit each other; refuse any others."""
    slug = state.rules.slug if state.rules is not None else next((str(line.data.get("slug")) for line in lines), "–")
    try:
        broken = broken_line(lines, state.n, head)
        after = None if broken else fold_log(lines, state)
    except UNFOLDABLE:
        raise ArpadError("event-log-unfit", slug=slug) from None
    if broken or after is None:
        raise ArpadError("event-chain", slug=slug, n=(broken or 1) - 1)
    return after


def push(
    keeper: EventKeeper, slug: str, target: EventCopies, who: str, at: dt.datetime, home: str | None = None
) -> Pushed:
    """Send the lines that a copy lacks. The first time the log says where the event lives, so that the copy knows."""
    if keeper.database.address.shown == target.shown:
        raise ArpadError("event-push-here", database=target.shown)
    found = keeper.open(slug)
    target.check(slug, keeper.lines(slug))
    if found.at_home and (not found.state.home or (home and home != found.state.home)):
        here = home or keeper.database.address.shown
        keeper.act(slug, lambda _state, _hearing: [LogChange("event.moved", {"home": here})], who, at)
    lines = keeper.lines(slug)
    return Pushed(target.take(slug, lines), fold_log(lines))


def move(
    keeper: EventKeeper, slug: str, target: EventCopies, who: str, at: dt.datetime, home: str | None = None
) -> Done:
    """Move an event to another place: it lives there from now on, and is a copy here."""
    push(keeper, slug, target, who, at)
    there = home or target.shown
    secret = keeper.open(slug).row.secret

    def leave(state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        if not secret:
            raise ArpadError("event-home", slug=slug, home=state.home or "–")
        return [LogChange("event.moved", {"home": there})]

    done = keeper.act(slug, leave, who, at, beside=lambda connection, row, _done: set_secret(connection, row.id, ""))
    target.take(slug, keeper.lines(slug), secret)
    return done


def take_home(
    keeper: EventKeeper, slug: str, who: str, at: dt.datetime, consent: Consent | None = None, home: str | None = None
) -> Done:
    """Let an event live where it was a copy: its home is lost, or a move was cut off before it was done."""
    here = home or keeper.database.address.shown
    if keeper.open(slug).at_home:
        raise ArpadError("event-lives-here", slug=slug, database=keeper.database.address.shown)

    def settle(state: EventState, hearing: Hearing) -> Sequence[LogChange]:
        hearing.confirm("take-home", slug=slug, home=state.home or "–")
        return [LogChange("event.moved", {"home": here})]

    secret = new_secret()
    return keeper.act(
        slug,
        settle,
        who,
        at,
        consent,
        beside=lambda connection, row, _done: set_secret(connection, row.id, secret),
        on_copy=True,
    )
