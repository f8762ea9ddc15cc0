"""Games pushed to a broadcast on lichess: what waits is kept in the database, and sent again with growing pauses.

Nothing is sent unless the installation has a token and somebody has turned the pushing of an event on. The token is
written nowhere. Games that were sent twice do no harm, so whatever may have been lost is sent again.
"""

import datetime as dt
import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Literal
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request

from sqlalchemy import Connection, Row, select

from arpad.documents.document import Document
from arpad.i18n import ArpadError
from arpad.inputs.parse import is_loopback
from arpad.office.storage._seals import change_sealed, put_sealed, remove_sealed
from arpad.office.storage.schema import tournament_mails, tournaments
from arpad.office.tournaments.copies import ANSWER, body_of, opener
from arpad.office.tournaments.event_rows import StoredEvent, event_row
from arpad.office.tournaments.notices import BackgroundWork
from arpad.office.tournaments.store import EventStore
from arpad.tournament.broadcast import Form, round_form, round_parts, tournament_form
from arpad.tournament.public import PublicState, public_view

log = logging.getLogger(__name__)

# The place that games are pushed to. Only this address is asked, and no other one to which it may lead.

LICHESS = "https://lichess.org"
SECONDS = 20
"""How long the place may take to answer."""


@dataclass(frozen=True, slots=True)
class PushPlace:
    """Where games are pushed, and the token of the account that may do it."""

    address: str
    token: str = field(repr=False)


def read_push_place(address: str, token: str) -> PushPlace | None:
    """Return the place that an administrator has set, None without a token; refuse settings that cannot work."""
    if not token:
        return None
    parts = urlsplit(address)
    secure = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
    if not secure or not parts.hostname or parts.path.strip("/") or parts.query or parts.username:
        raise ArpadError("push-address")
    if not token.isascii() or not token.isprintable() or " " in token:
        raise ArpadError("push-token")
    return PushPlace(address.rstrip("/"), token)


class PushProblem(Exception):
    """Why games were not taken: for good, or until another attempt, perhaps not before a while."""

    def __init__(self, words: str, *, over: bool = False, least: dt.timedelta = dt.timedelta()) -> None:
        super().__init__(words)
        self.words, self.over, self.least = words, over, least


A_MINUTE = dt.timedelta(minutes=1)
REFUSED, TOO_OFTEN, FIRST_OF_SERVER = (401, 403), 429, 500
LONGEST = 200


def _ask(place: PushPlace, path: str, body: bytes, media: str) -> dict[str, Any]:
    """Send something to the place, and return what it answers."""
    headers = {"authorization": f"Bearer {place.token}", "accept": "application/json", "content-type": media}
    try:
        with opener().open(Request(f"{place.address}{path}", body, headers), timeout=SECONDS) as answer:
            reply = json.loads(answer.read(ANSWER))
    except HTTPError as refused:
        words = _words(place, refused.code, body_of(refused))
        if refused.code == TOO_OFTEN:
            raise PushProblem(words, least=A_MINUTE) from None
        raise PushProblem(words, over=refused.code < FIRST_OF_SERVER) from None
    except (URLError, HTTPException, OSError) as problem:
        why = getattr(problem, "reason", None) or problem
        raise PushProblem(_clean(place, str(why) or type(why).__name__)) from None
    except ValueError:
        raise PushProblem("no JSON") from None
    if not isinstance(reply, dict):
        raise PushProblem("no JSON object")
    return reply


def _words(place: PushPlace, code: int, body: bytes) -> str:
    """What a refusal says, in a line."""
    try:
        reply = json.loads(body)
        said = reply["error"] if isinstance(reply, dict) and "error" in reply else reply
    except ValueError:
        said = ""
    return _clean(place, f"{code} {said}")


def _clean(place: PushPlace, words: str) -> str:
    """A line of what somebody else wrote, without the token."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split()).replace(
        place.token, "…"
    )[:LONGEST]


def _made(place: PushPlace, path: str, form: Form, kind: Literal["tour", "round"]) -> str:
    """Make a broadcast, or a round of one, and return its id."""
    reply = _ask(place, path, urlencode(form).encode(), "application/x-www-form-urlencoded")
    thing = reply.get(kind)
    id_ = thing.get("id") if isinstance(thing, dict) else None
    if not isinstance(id_, str) or not id_.isascii() or not id_.isalnum():
        raise PushProblem("no id")
    return id_


def _pushed(place: PushPlace, id_: str, games: str) -> tuple[int, tuple[str, ...]]:
    """Push the games of a round; return how many were taken, and what is wrong with the others."""
    reply = _ask(place, f"/api/broadcast/round/{quote(id_)}/push", games.encode(), "text/plain; charset=utf-8")
    answers = [one for one in reply.get("games", ()) if isinstance(one, dict)]
    wrong = [one for one in answers if "error" in one]
    return len(answers) - len(wrong), tuple(_clean(place, _game_words(one)) for one in wrong)


def _game_words(answer: dict[str, Any]) -> str:
    tags = answer.get("tags")
    names = [str(tags.get(side, "?")) for side in ("White", "Black")] if isinstance(tags, dict) else ["?", "?"]
    return f"{' – '.join(names)}: {answer['error']}"


# The queue, in the table of what is sent: number 0 is no subscription. The row of the event says whether its games are
# pushed, has the id of its broadcast, and the answers so far; a row of each part of a round has its id, the digest of
# the games that were taken last, and when it is tried again.

NOBODY = 0
EVENT = "broadcast"
PAUSES = tuple(dt.timedelta(seconds=seconds) for seconds in (10, 30, 60, 300, 900, 1800))
"""How long games wait after each attempt that failed; after the last one they are given up, until they change."""
OF_ONE_RUN = dt.timedelta(minutes=2)
"""How long the games of an event are left to the process that began to push them."""
MOST_ANSWERS = 50
"""Answers that are kept, the newest first."""

_M = tournament_mails.c


class PushAnswer(Document, frozen=True):
    """An answer of the place: when, to what, how many games were taken, and what went wrong."""

    at: str
    what: str
    games: int
    problems: tuple[str, ...]


class PushedPart(Document, frozen=True):
    """A round at the place, or a part of one: `waiting`, `sent` or `failed`."""

    part: str
    id: str
    state: str
    at: str
    due: str
    tries: int
    problem: str


class PushesDocument(Document, frozen=True):
    """What is pushed of an event: whether, to which broadcast, its rounds, and the answers, the newest first."""

    on: bool
    broadcast: str
    rounds: tuple[PushedPart, ...]
    answers: tuple[PushAnswer, ...]


class SentGames(Document, frozen=True):
    """What a run has done with the parts of rounds: sent, waiting for another attempt, given up."""

    sent: int
    waiting: int
    failed: int


def _rows(connection: Connection, event: int) -> dict[str, Row[Any]]:
    asked = select(tournament_mails).where(_M.tournament_id == event, _M.subscription == NOBODY)
    return {row.topic: row for row in connection.execute(asked)}


def pushes_document(event_store: EventStore, slug: str) -> PushesDocument:
    """Return what is pushed of an event, and what was answered."""
    with event_store.database.reading() as connection:
        rows = _rows(connection, event_row(connection, slug).id)
    own = rows.pop(EVENT, None)
    if own is None:
        return PushesDocument(False, "", (), ())
    parts = sorted(rows.values(), key=lambda row: [int(number) for number in row.topic.split(".")])
    rounds = (PushedPart(row.topic, row.subject, row.state, row.at, row.due, row.tries, row.problem) for row in parts)
    return PushesDocument(own.state == "on", own.subject, tuple(rounds), tuple(_answers(own.body)))


def _answers(body: str) -> Iterator[PushAnswer]:
    for one in json.loads(body):
        yield PushAnswer(one["at"], one["what"], one["games"], tuple(one["problems"]))


def switch_pushes(event_store: EventStore, slug: str, now: dt.datetime, *, on: bool) -> None:
    """Turn the pushing of the games of an event on or off. What was given up is tried again when it is turned on."""
    row = event_store.open(slug).row
    with event_store.database.writing(row.id) as connection:
        rows = _rows(connection, row.id)
        state = "on" if on else "off"
        if EVENT in rows:
            _change(connection, row.id, EVENT, state=state)
        else:
            _add(connection, row.id, EVENT, now, state=state, body="[]")
        for topic, part in rows.items():
            if on and topic != EVENT and part.state == "failed":
                _change(connection, row.id, topic, state="waiting", due=now.isoformat(), tries=0)


def forget_pushes(event_store: EventStore, slug: str) -> None:
    """Forget the broadcast of an event with all answers; nothing is pushed any more."""
    row = event_store.open(slug).row
    with event_store.database.writing(row.id) as connection:
        remove_sealed(connection, tournament_mails, _M.tournament_id == row.id, _M.subscription == NOBODY)


def _add(connection: Connection, event: int, topic: str, now: dt.datetime, **values: Any) -> None:
    usual = {"subject": "", "body": "", "state": "waiting", "due": now.isoformat(), "at": "", "problem": "", "tries": 0}
    row = {"tournament_id": event, "subscription": NOBODY, "topic": topic, **usual, **values}
    put_sealed(connection, tournament_mails, [row])


def _change(connection: Connection, event: int, topic: str, **values: Any) -> None:
    change_sealed(connection, tournament_mails, (event, NOBODY, topic), values)


# One run: the games of every round that have changed since they were taken, and those that wait.


def send_games(event_store: EventStore, place: PushPlace, now: Callable[[], dt.datetime]) -> SentGames:
    """Push what is due, of all events whose pushing is turned on."""
    joined = tournament_mails.join(tournaments, tournaments.c.id == _M.tournament_id)
    asked = select(tournaments.c.slug).select_from(joined)
    with event_store.database.reading() as connection:
        on = asked.where(_M.subscription == NOBODY, _M.topic == EVENT, _M.state == "on")
        slugs = connection.execute(on.order_by(tournaments.c.slug)).scalars().all()
    states = [state for slug in slugs for state in _send_event(event_store, place, slug, now)]
    return SentGames(states.count("sent"), states.count("waiting"), states.count("failed"))


def _send_event(event_store: EventStore, place: PushPlace, slug: str, now: Callable[[], dt.datetime]) -> Iterator[str]:
    """Push the rounds of an event one after the other, until the place cannot be reached."""
    event = event_store.open(slug)
    if not _taken(event_store, event, now()):
        return
    view = public_view(event.state)
    rounds = {number: round_parts(view, number, now()) for number in sorted(view.rounds)}
    for number, part in ((number, part) for number, parts in rounds.items() for part in range(len(parts))):
        sent = _Part(event_store, place, event, view, number, part + 1, len(rounds[number]))
        state = _send_part(sent, rounds[number][part], now)
        if state is not None:
            yield state
        if state == "waiting":
            break
    with event_store.database.writing(event.row.id) as connection:
        _change(connection, event.row.id, EVENT, due=now().isoformat())


def _taken(event_store: EventStore, event: StoredEvent, at: dt.datetime) -> bool:
    """Whether this run is the one that pushes the event: several processes look at the queue. One that ends in the
    middle keeps others away for a moment only."""
    with event_store.database.writing(event.row.id) as connection:
        own = _rows(connection, event.row.id)[EVENT]
        if dt.datetime.fromisoformat(own.due) > at:
            return False
        _change(connection, event.row.id, EVENT, due=(at + OF_ONE_RUN).isoformat())
        return True


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a round that is pushed."""

    event_store: EventStore
    place: PushPlace
    event: StoredEvent
    view: PublicState
    number: int
    part: int
    parts: int

    @property
    def topic(self) -> str:
        return f"{self.number}.{self.part}"


def _send_part(part: _Part, games: str, now: Callable[[], dt.datetime]) -> str | None:
    """Push a part of a round if it has changed and is due. Return what became of it, None if there was nothing to
    do."""
    digest, at = hashlib.sha256(games.encode()).hexdigest(), now()
    database, event = part.event_store.database, part.event.row.id
    with database.reading() as connection:
        rows = _rows(connection, event)
    own = rows.get(part.topic)
    if own is not None and own.body == digest and own.state != "waiting":
        return None
    if own is not None and own.state == "waiting" and dt.datetime.fromisoformat(own.due) > at:
        return "waiting"
    if own is None:
        with database.writing(event) as connection:
            _add(connection, event, part.topic, at)
    tries = 0 if own is None or own.state != "waiting" else own.tries
    try:
        id_ = _round_id(part, rows[EVENT].subject, "" if own is None else own.subject)
        taken, problems = _pushed(part.place, id_, games)
    except PushProblem as problem:
        return _failed(part, problem, digest, tries + 1, at)
    with database.writing(event) as connection:
        values = {"state": "sent", "body": digest, "tries": 0, "problem": "; ".join(problems)[:LONGEST]}
        _change(connection, event, part.topic, at=at.isoformat(), **values)
        _note(connection, event, PushAnswer(at.isoformat(), part.topic, taken, problems))
    return "sent"


def _round_id(part: _Part, broadcast: str, round_: str) -> str:
    """The id of a round at the place. The broadcast and the round are made there if there are none, and each id is kept
    before anything else is sent."""
    if not broadcast:
        broadcast = _made(part.place, "/broadcast/new", tournament_form(part.view), "tour")
        _keep_id(part, EVENT, broadcast)
    if not round_:
        form = round_form(part.view, part.number, part.part, part.parts)
        round_ = _made(part.place, f"/broadcast/{quote(broadcast)}/new", form, "round")
        _keep_id(part, part.topic, round_)
    return round_


def _keep_id(part: _Part, topic: str, id_: str) -> None:
    with part.event_store.database.writing(part.event.row.id) as connection:
        _change(connection, part.event.row.id, topic, subject=id_)


def _failed(part: _Part, problem: PushProblem, digest: str, tries: int, at: dt.datetime) -> str:
    """Let games wait for another attempt, or give them up until they change."""
    over = problem.over or tries > len(PAUSES)
    due = at if over else at + max(PAUSES[tries - 1], problem.least)
    state = "failed" if over else "waiting"
    values = {"state": state, "tries": tries, "problem": problem.words, "due": due.isoformat(), "at": at.isoformat()}
    with part.event_store.database.writing(part.event.row.id) as connection:
        _change(connection, part.event.row.id, part.topic, **values, **({"body": digest} if over else {}))
        _note(connection, part.event.row.id, PushAnswer(at.isoformat(), part.topic, 0, (problem.words,)))
    log.warning("push: %s", problem.words)
    return state


def _note(connection: Connection, event: int, answer: PushAnswer) -> None:
    """Keep an answer with those before it."""
    before: Sequence[PushAnswer] = tuple(_answers(_rows(connection, event)[EVENT].body))
    kept = [one.document() for one in (answer, *before)][:MOST_ANSWERS]
    _change(connection, event, EVENT, body=json.dumps(kept))


def game_sender(event_store: EventStore, place: PushPlace, now: Callable[[], dt.datetime]) -> BackgroundWork:
    """Return the thread that pushes games while the office is served."""
    return BackgroundWork("push", lambda: send_games(event_store, place, now))
