"""Notices by mail to people who asked for them: subscriptions, a queue in the database, and what sends it.

Nobody gets a notice before confirming the address by a link. A mail waits in the database until the server of the
office has taken it, and is handed over at most once: one whose fate is not known is not sent again.
"""

import datetime as dt
import hashlib
import hmac
import logging
import re
import smtplib
import ssl
from collections.abc import Callable, Collection
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from threading import Event, Thread
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote, urlsplit

from sqlalchemy import Connection, func, select

from arpad.documents.document import Document
from arpad.i18n import ArpadError, Language, StorageFault, text
from arpad.inputs.parse import is_loopback
from arpad.office.storage._seals import change_sealed, put_sealed, remove_sealed
from arpad.office.storage.schema import tournament_mails, tournament_subscriptions, tournaments
from arpad.office.tournaments._secrets import new_number
from arpad.office.tournaments.event_rows import EventRow, event_row
from arpad.office.tournaments.store import EventStore
from arpad.standings.reasons import points_text
from arpad.tournament.public import PublicState, public_view
from arpad.tournament.standings import CardRoundDocument, card_rounds
from arpad.tournament.state import EventState
from arpad.tournament.times import event_times, scheduled_hour

log = logging.getLogger(__name__)

# The mail server of the office: `smtps://user:password@host:465` is encrypted from the first byte, `smtp://host:587`
# by STARTTLS. Only a server on this machine may do without.

PORTS = {"smtp": 587, "smtps": 465}
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LONGEST_ADDRESS = 254
SITE = re.compile(r"[!-;=?-~]+")
"""The signs of an address of pages: it stands in a header of every mail."""
SECONDS = 20
"""How long the mail server may take to answer."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mails are handed over, who sends them, and the address of the pages to which they lead."""

    host: str
    port: int
    encrypted: bool
    user: str
    password: str
    sender: str
    site: str


def site_address(site: str) -> str:
    """Return the address under which everybody reaches the pages, as an administrator has set it; refuse one that is
    none."""
    try:
        parts = urlsplit(site)
        known = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        known = False
    if not known or not SITE.fullmatch(site):
        raise ArpadError("mail-site", site=site)
    return site.rstrip("/")


def read_mail_server(url: str, password: str, sender: str, site: str) -> MailServer:
    """Return the mail server that an administrator has set; refuse settings that cannot work."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        host, port = "", 0
    if not host or not port:
        raise ArpadError("mail-server")
    if not ADDRESS.fullmatch(sender):
        raise ArpadError("mail-sender", sender=sender)
    address = site_address(site)
    given = password or unquote(parts.password or "")
    encrypted = parts.scheme == "smtps"
    return MailServer(host, port, encrypted, unquote(parts.username or ""), given, sender, address)


# Subscriptions: an address, what it wants to know, perhaps of which player. The link of its mails has a code that only
# the office can make, so nobody stops the mails of somebody else.

Topic = Literal["pairings", "results"]
TOPICS: tuple[Topic, ...] = ("pairings", "results")
MOST_SUBSCRIPTIONS = 5000
"""Addresses of one event."""
UNCONFIRMED, AFTERWARDS = dt.timedelta(days=7), dt.timedelta(days=30)
"""How long an address is kept that nobody confirms, and how long after the last day of the event."""


class Subscription(NamedTuple):
    """Somebody who asked for notices. `entry` is the player they follow, 0 if none; `since` is the last line of the log
    of which they were told."""

    number: int
    mail: str
    topics: str
    language: Language
    asked: str
    confirmed: str
    entry: int
    since: int

    @property
    def wants(self) -> list[str]:
        return self.topics.split()


_S, _M = tournament_subscriptions.c, tournament_mails.c
_SUBSCRIPTIONS = select(*(_S[name] for name in Subscription._fields))


def read_address(where: str, typed: str) -> str:
    """Return an address of mail; refuse what cannot be one."""
    if len(typed) > LONGEST_ADDRESS or not ADDRESS.fullmatch(typed.strip()):
        raise ArpadError("event-contact", field=where, value=typed)
    return typed.strip()


def subscribe(
    event_store: EventStore,
    server: MailServer,
    slug: str,
    mail: str,
    topics: Collection[Topic],
    entry: int | None,
    language: Language,
    at: dt.datetime,
) -> None:
    """Keep a wish for notices, and queue the mail that asks for its confirmation."""
    event = event_store.open(slug)
    row, name = event.row, event.state.event_rules.name
    wish = Subscription(
        new_number(), mail, " ".join(topic for topic in TOPICS if topic in topics), language, at.isoformat(), "",
        entry or 0, event.state.n,
    )  # fmt: skip
    with event_store.database.writing(row.id) as connection:
        count = select(func.count()).select_from(tournament_subscriptions).where(_S.tournament_id == row.id)
        if connection.execute(count).scalar_one() >= MOST_SUBSCRIPTIONS:
            raise ArpadError("notices-many")
        put_sealed(connection, tournament_subscriptions, [{"tournament_id": row.id, **wish._asdict()}])
        subject = text("notices.confirm-subject", language, event=name)
        body = text(
            "notices.confirm-body", language, event=name, link=link_of(server, row, wish), days=UNCONFIRMED.days
        )
        _queue(connection, row.id, wish.number, "confirm", subject, body, at)


def code_of(row: EventRow, number: int, asked: str) -> str:
    """Return the code of a subscription, as it stands in the links of its mails."""
    return hmac.new(row.secret.encode(), f"notices {number} {asked}".encode(), hashlib.sha256).hexdigest()[:32]


def link_of(server: MailServer, row: EventRow, wish: Subscription) -> str:
    """Return the link by which a subscription is confirmed and stopped."""
    return f"{server.site}/t/{row.slug}/notices/{wish.number}/{code_of(row, wish.number, wish.asked)}"


def find_subscription(event_store: EventStore, slug: str, number: int, code: str) -> Subscription | None:
    """Return the subscription of a link; None if there is none any more."""
    with event_store.database.reading() as connection:
        row = event_row(connection, slug)
        found = connection.execute(_SUBSCRIPTIONS.where(*_own(row.id, number))).one_or_none()
    if found is None or not hmac.compare_digest(code_of(row, number, found.asked), code):
        return None
    return Subscription(*found)


def confirm(event_store: EventStore, slug: str, wish: Subscription, at: dt.datetime) -> None:
    """Note that somebody wants the notices. An older wish of the same address about the same player ends."""
    event = event_store.open(slug)
    with event_store.database.writing(event.row.id) as connection:
        older = _SUBSCRIPTIONS.where(_S.tournament_id == event.row.id, _S.mail == wish.mail, _S.entry == wish.entry)
        for other in connection.execute(older).all():
            if other.number != wish.number:
                _remove(connection, event.row.id, other.number)
        if not wish.confirmed:
            values = {"confirmed": at.isoformat(), "since": event.state.n}
            change_sealed(connection, tournament_subscriptions, [event.row.id, wish.number], values)


def stop(event_store: EventStore, slug: str, wish: Subscription) -> None:
    """Erase a subscription, with its address and its mails."""
    row = event_store.open(slug).row
    with event_store.database.writing(row.id) as connection:
        _remove(connection, row.id, wish.number)


def erase_subscriptions(connection: Connection, event: int, entry: int | None = None) -> int:
    """Erase the subscriptions of an event, or those that follow a player. Return how many there were."""
    which = [_S.tournament_id == event, *([] if entry is None else [_S.entry == entry])]
    numbers = connection.execute(select(_S.number).where(*which)).scalars().all()
    for number in numbers:
        _remove(connection, event, number)
    return len(numbers)


def notices_to(connection: Connection, event: int, mail: str) -> list[dict[str, Any]]:
    """Return what an address gets of an event, for the person whose it is."""
    found = connection.execute(_SUBSCRIPTIONS.where(_S.tournament_id == event, _S.mail == mail).order_by(_S.asked))
    return [{"topics": wish.topics.split(), "asked": wish.asked, "confirmed": wish.confirmed or None} for wish in found]


def _own(event: int, number: int) -> tuple[Any, ...]:
    return _S.tournament_id == event, _S.number == number


def _remove(connection: Connection, event: int, number: int) -> None:
    remove_sealed(connection, tournament_subscriptions, *_own(event, number))
    remove_sealed(connection, tournament_mails, _M.tournament_id == event, _M.subscription == number)


class NoticesDocument(Document, frozen=True):
    """Notices of an event in numbers, for its staff. Addresses are shown to nobody."""

    confirmed: int
    unconfirmed: int
    waiting: int
    sent: int
    failed: int
    problem: str


def notices_document(event_store: EventStore, slug: str) -> NoticesDocument:
    """Return how many people get notices, what became of the mails, and the last problem."""
    with event_store.database.reading() as connection:
        event = event_row(connection, slug).id
        confirmed = connection.execute(select(_S.confirmed).where(_S.tournament_id == event)).scalars().all()
        of_people = _M.tournament_id == event, _M.subscription != 0
        mails = connection.execute(select(_M.state, _M.problem).where(*of_people).order_by(_M.at)).all()
    states = [mail.state for mail in mails]
    return NoticesDocument(
        sum(map(bool, confirmed)),
        len(confirmed) - sum(map(bool, confirmed)),
        states.count("waiting") + states.count("sending"),
        states.count("sent"),
        states.count("failed") + states.count("unknown"),
        next((mail.problem for mail in reversed(mails) if mail.problem and mail.state != "sent"), ""),
    )


# What is worth a mail: a round is paired, its results are complete. Each mail has a topic, of which there is one.


class Notice(NamedTuple):
    """Something that happened: its kind, the round, and the topic of its mails."""

    kind: Topic
    round: int
    topic: str


def due_notices(state: EventState, view: PublicState, since: int) -> list[Notice]:
    """Return what everybody can see since a line of the log: rounds that were published or amended, and the results of
    the last complete round. The rounds of a table are published together: the first tells of all."""
    found: list[Notice] = []
    for number in sorted(view.rounds):
        drawn = max(state.rounds[number].published_n or 0, state.rounds[number].amended_n or 0)
        if drawn > since:
            found.append(Notice("pairings", number, f"pairings {number} {drawn}"))
    if state.event_rules.by_table:
        del found[1:]
    complete = [number for number, event_round in view.rounds.items() if event_round.complete]
    if complete and ended_with(state, max(complete)) > since:
        found.append(Notice("results", max(complete), f"results {max(complete)}"))
    return found


def ended_with(state: EventState, number: int) -> int:
    """The line of the log with which all results of a round could be seen."""
    event_round, after = state.rounds[number], state.rounds.get(number + 1)
    lines = [board.version for board in event_round.boards.values()]
    if not state.event_rules.live:
        lines += [event_round.results_n or 0, (after.published_n if after is not None else 0) or 0]
    return max(lines, default=0)


def notice_mail(
    server: MailServer, row: EventRow, view: PublicState, notice: Notice, wish: Subscription
) -> tuple[str, str]:
    """Return the subject and the text of a notice."""
    rules, language = view.event_rules, wish.language
    values = {"event": rules.name, "round": notice.round}
    lines = [text(f"notices.{notice.kind}", language, **values)]
    rounds = card_rounds(view, wish.entry) if wish.entry in view.entries else []
    own = next((card for card in rounds if card.round == notice.round), None)
    if own is not None:
        lines.append(_own_line(own, view.entries[wish.entry].name, notice.kind, language))
    start = scheduled_hour(rules, notice.round, "start")
    if notice.kind == "pairings" and start:
        times = event_times(rules)
        when = f"{times.when(start, language)} ({times.name})"
        lines.append(text("notices.starts", language, when=when))
    page = f"{server.site}/t/{row.slug}"
    me = f"?me={wish.entry}" if wish.entry else ""
    shown = f"round/{notice.round}" if notice.kind == "pairings" or rules.system == "knockout" else "standings"
    lines.append(text(f"notices.{notice.kind}-page", language, link=f"{page}/{shown}{me}"))
    lines.append(text("notices.why", language, page=page, link=link_of(server, row, wish)))
    return text(f"notices.{notice.kind}-subject", language, **values), "\n\n".join(lines)


def _own_line(own: CardRoundDocument, name: str, kind: Topic, language: Language) -> str:
    """What a round brings to the player whom somebody follows."""
    values: dict[str, object] = {"name": name, "points": points_text(own.points, language)}
    if own.opponent is None or own.colour is None:
        return text(f"notices.{kind}-none", language, **values)
    values |= {
        "table": own.table or own.board or "–",
        "colour": text(f"web.event-page.colour-{own.colour}", language),
        "opponent": own.opponent.name,
        "result": {"=": "½", "D": "½", "W": "1", "L": "0"}.get(own.result or "", own.result or "–"),
    }
    return text(f"notices.{kind}-own", language, **values)


def queue_notices(event_store: EventStore, server: MailServer, now: dt.datetime) -> int:
    """Queue the mails about everything that happened since each subscriber was last told, and erase subscriptions that
    have ended. Return how many were queued."""
    with event_store.database.reading() as connection:
        joined = tournament_subscriptions.join(tournaments, tournaments.c.id == _S.tournament_id)
        slugs = connection.execute(select(tournaments.c.slug).select_from(joined).distinct()).scalars().all()
    return sum(_queue_event(event_store, server, slug, now) for slug in slugs)


def _queue_event(event_store: EventStore, server: MailServer, slug: str, now: dt.datetime) -> int:
    event = event_store.open(slug)
    state, row, view, count = event.state, event.row, public_view(event.state), 0
    end = state.event_rules.end
    over = end is not None and end + AFTERWARDS < now.date()
    with event_store.database.reading() as connection:
        found = connection.execute(_SUBSCRIPTIONS.where(_S.tournament_id == row.id)).all()
    if not any(_is_over(Subscription(*wish), now, over=over) or wish.since < state.n for wish in found):
        return 0
    with event_store.database.writing(row.id) as connection:
        for values in connection.execute(_SUBSCRIPTIONS.where(_S.tournament_id == row.id)).all():
            wish = Subscription(*values)
            if _is_over(wish, now, over=over):
                _remove(connection, row.id, wish.number)
            elif wish.confirmed and wish.since < state.n:
                asked = select(_M.topic).where(_M.tournament_id == row.id, _M.subscription == wish.number)
                known = set(connection.execute(asked).scalars())
                for notice in due_notices(state, view, wish.since):
                    if notice.kind in wish.wants and notice.topic not in known:
                        subject, body = notice_mail(server, row, view, notice, wish)
                        _queue(connection, row.id, wish.number, notice.topic, subject, body, now)
                        count += 1
                change_sealed(connection, tournament_subscriptions, [row.id, wish.number], {"since": state.n})
    return count


def _is_over(wish: Subscription, now: dt.datetime, *, over: bool) -> bool:
    """Whether a subscription ends: the event is long over, or nobody confirmed it."""
    return over or (not wish.confirmed and dt.datetime.fromisoformat(wish.asked) + UNCONFIRMED < now)


# The queue. A mail is `waiting` until it is due, `sending` while the server takes it, then `sent`; `failed` if it was
# refused or tried too often; `unknown` if the line or this process broke down while the server was taking it.

PAUSES = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
"""How long a mail waits after each attempt that failed; after the last one it is given up."""
INTERRUPTED = dt.timedelta(minutes=15)
PERMANENT = 500
AT_ONCE = 200
"""Mails of one run."""


class SentMails(Document, frozen=True):
    """What a run has done: mails that were queued and sent, that wait for another attempt, that were given up."""

    queued: int
    sent: int
    waiting: int
    failed: int


class QueuedMail(NamedTuple):
    """A mail that waits, with the address of its subscription."""

    row: EventRow
    wish: Subscription
    topic: str
    subject: str
    body: str
    tries: int


def _queue(
    connection: Connection, event: int, number: int, topic: str, subject: str, body: str, now: dt.datetime
) -> None:
    values = {"subject": subject, "body": body, "state": "waiting", "due": now.isoformat(), "at": now.isoformat()}
    row = {"tournament_id": event, "subscription": number, "topic": topic, "problem": "", "tries": 0, **values}
    put_sealed(connection, tournament_mails, [row])


def _due_mails(event_store: EventStore, now: dt.datetime) -> list[QueuedMail]:
    wanted = (_M.topic, _M.subject, _M.body, _M.tries)
    event = (tournaments.c.id, tournaments.c.slug, tournaments.c.secret)
    wish = [_S[name] for name in Subscription._fields]
    together = tournament_mails.join(tournaments, tournaments.c.id == _M.tournament_id).join(
        tournament_subscriptions, (_S.tournament_id == _M.tournament_id) & (_S.number == _M.subscription)
    )
    asked = (
        select(*event, *wish, *wanted)
        .select_from(together)
        .where(_M.state == "waiting", _M.due <= now.isoformat())
        .order_by(_M.due, _M.tournament_id, _M.subscription)
        .limit(AT_ONCE)
    )
    with event_store.database.reading() as connection:
        return [
            QueuedMail(EventRow(*row[:3]), Subscription(*row[3 : 3 + len(wish)]), *row[3 + len(wish) :])
            for row in connection.execute(asked)
        ]


def _change(event_store: EventStore, mail: QueuedMail, before: str, now: dt.datetime, **values: Any) -> bool:
    """Change a mail that is still as it was. Return whether it was."""
    key = (mail.row.id, mail.wish.number, mail.topic)
    own = (_M.tournament_id == key[0], _M.subscription == key[1], _M.topic == key[2], _M.state == before)
    with event_store.database.writing(mail.row.id) as connection:
        if connection.execute(select(_M.state).where(*own)).first() is None:
            return False
        return change_sealed(connection, tournament_mails, key, {"at": now.isoformat(), **values})


def _give_up_interrupted(event_store: EventStore, now: dt.datetime) -> None:
    """Give up mails that a process was handing over when it ended: perhaps the server has them."""
    asked = select(_M.tournament_id, _M.subscription, _M.topic).where(
        _M.state == "sending", _M.at <= (now - INTERRUPTED).isoformat()
    )
    with event_store.database.reading() as connection:
        left = connection.execute(asked).all()
    for key in left:
        with event_store.database.writing(key[0]) as connection:
            change_sealed(
                connection, tournament_mails, key, {"state": "unknown", "problem": "interrupted", "at": now.isoformat()}
            )


def send_mails(event_store: EventStore, server: MailServer, now: Callable[[], dt.datetime]) -> SentMails:
    """Queue what is due, and hand over what waits."""
    queued = queue_notices(event_store, server, now())
    _give_up_interrupted(event_store, now())
    due, outcomes = _due_mails(event_store, now()), []
    if due:
        try:
            with _connected(server) as smtp:
                for mail in due:
                    outcomes.append(_send(event_store, server, smtp, mail, now))
                    if outcomes[-1] == "lost":
                        break
        except OSError as problem:
            outcomes += [_failed(event_store, mail, "waiting", problem, now()) for mail in due[len(outcomes) :]]
    waiting = outcomes.count("waiting") + len(due) - len(outcomes)
    return SentMails(queued, outcomes.count("sent"), waiting, outcomes.count("failed") + outcomes.count("lost"))


def _connected(server: MailServer) -> smtplib.SMTP:
    """Open a line to the mail server; refuse one that would carry addresses openly through a network."""
    checked = ssl.create_default_context()
    if server.encrypted:
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=checked)
    else:
        smtp = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        smtp.ehlo_or_helo_if_needed()
        if smtp.has_extn("starttls"):
            smtp.starttls(context=checked)
        elif not is_loopback(server.host):
            smtp.close()
            raise smtplib.SMTPNotSupportedError("STARTTLS")
    if server.user:
        smtp.login(server.user, server.password)
    return smtp


def _send(
    event_store: EventStore, server: MailServer, smtp: smtplib.SMTP, mail: QueuedMail, now: Callable[[], dt.datetime]
) -> str:
    """Hand over one mail. It is marked just before the server takes its content, so that nobody sends it again."""
    marked = False
    try:
        smtp.ehlo_or_helo_if_needed()
        _expect(smtp.mail(server.sender))
        _expect(smtp.rcpt(mail.wish.mail))
        marked = _change(event_store, mail, "waiting", now(), state="sending", tries=mail.tries + 1)
        if not marked:
            smtp.rset()
            return "waiting"
        _expect(smtp.data(mail_bytes(server, mail, now())))
    except smtplib.SMTPResponseException as problem:
        smtp.rset()
        return _failed(event_store, mail, "sending" if marked else "waiting", problem, now())
    except OSError as problem:  # the line broke down, as smtplib tells it too
        if not marked:
            raise
        _change(event_store, mail, "sending", now(), state="unknown", problem=_problem_words(problem))
        return "lost"
    _change(event_store, mail, "sending", now(), state="sent", body="", problem="")
    return "sent"


def _expect(answer: tuple[int, bytes]) -> None:
    code, words = answer
    if not 200 <= code < 300:
        raise smtplib.SMTPResponseException(code, words)


def _failed(event_store: EventStore, mail: QueuedMail, before: str, problem: OSError, now: dt.datetime) -> str:
    """Let a mail wait for another attempt, or give it up: it was refused for good, or tried too often."""
    refused = isinstance(problem, smtplib.SMTPResponseException) and problem.smtp_code >= PERMANENT
    refused &= not isinstance(problem, smtplib.SMTPAuthenticationError | smtplib.SMTPConnectError)
    tries = mail.tries + 1
    over = refused or tries > len(PAUSES)
    due = now if over else now + PAUSES[tries - 1]
    words = _problem_words(problem)
    state = "failed" if over else "waiting"
    _change(event_store, mail, before, now, state=state, tries=tries, problem=words, due=due.isoformat())
    log.warning("mail: %s", words)
    return state


def _problem_words(problem: OSError) -> str:
    """What went wrong, in one line without an address of mail."""
    words = str(problem) or type(problem).__name__
    if isinstance(problem, smtplib.SMTPResponseException):
        reply = problem.smtp_error
        words = f"{problem.smtp_code} {reply.decode('utf-8', 'replace') if isinstance(reply, bytes) else reply}"
    return re.sub(r"\S+@\S+", "…", " ".join(words.split()))[:200]


def mail_bytes(server: MailServer, mail: QueuedMail, now: dt.datetime) -> bytes:
    """Return a mail as it is handed over. Its id is always the same, and every program can stop the next ones."""
    message = EmailMessage(policy=SMTP)
    user, _, domain = server.sender.rpartition("@")
    link = link_of(server, mail.row, mail.wish)
    id_ = code_of(mail.row, mail.wish.number, f"{mail.wish.asked} {mail.topic}")
    message["Subject"] = mail.subject
    message["From"] = Address("Arpad", user, domain)
    message["To"] = Address(addr_spec=mail.wish.mail)
    message["Date"] = format_datetime(now)
    message["Message-ID"] = f"<{id_}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.body + "\n", cte="quoted-printable")
    message["Content-Language"] = mail.wish.language
    stopping = f"List-Unsubscribe: <{link}/stop>\r\n"  # written here: the library would encode a line of this length
    return stopping.encode("ascii") + message.as_bytes()


# The server sends in the background: every worker looks, and the database decides which of them sends a mail.

PAUSE = 5
"""Seconds between two looks at the queue."""


class BackgroundWork:
    """A thread that does something again and again until it is stopped."""

    def __init__(self, name: str, work: Callable[[], object], pause: float = PAUSE) -> None:
        self._name, self._work, self._pause = name, work, pause
        self._stopped = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End after what is being done."""
        self._stopped.set()
        self._thread.join(SECONDS)

    def _run(self) -> None:
        while not self._stopped.wait(self._pause):
            try:
                self._work()
            except (ArpadError, StorageFault) as problem:
                log.warning("%s: %s", self._name, problem.text("en"))
            except Exception:
                log.exception(self._name)


class MailSender(BackgroundWork):
    """A thread that sends mails until it is stopped."""

    def __init__(
        self, event_store: EventStore, server: MailServer, now: Callable[[], dt.datetime], pause: float = PAUSE
    ) -> None:
        super().__init__("mail", lambda: send_mails(event_store, server, now), pause)
