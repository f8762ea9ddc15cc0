"""Notices by mail: nothing without a confirmation, nothing twice, nothing lost by a restart."""

import datetime as dt
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select, update

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.office.storage.schema import tournament_mails, tournament_subscriptions
from arpad.office.tournaments.notices import (
    INTERRUPTED,
    PAUSES,
    MailServer,
    Subscription,
    confirm,
    find_subscription,
    notices_document,
    queue_notices,
    read_address,
    read_mail_server,
    send_mails,
    stop,
    subscribe,
)
from arpad.office.tournaments.players import Contact, erase_contacts, keep_contact, of_entry
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.rounds import Publish, Recall
from arpad.tournament.journal import Confirmation
from kept_events import SLUG, keeper_of, opened, played
from mail_box import Mailbox
from office_databases import BOTH, NewDatabase, url_of

NOW = dt.datetime(2026, 5, 1, 9, 0, tzinfo=dt.UTC)
ANA, LUIS = "ana@example.org", "luis@example.org"
SITE = "https://chess.example.org"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as box:
        yield box


def server_of(mailbox: Mailbox) -> MailServer:
    return read_mail_server(f"smtp://127.0.0.1:{mailbox.port}", "", "office@example.org", SITE)


@pytest.fixture(params=BOTH)
def store(request: pytest.FixtureRequest, new_database: NewDatabase) -> Iterator[EventStore]:
    event_store = EventStore(new_database(request.param))
    opened(event_store, 8)
    yield event_store
    event_store.close()


def asked(store: EventStore, mailbox: Mailbox, mail: str = ANA, **more: object) -> Subscription:
    """Somebody who asked for notices, and has the mail with the link."""
    given: dict[str, object] = {"topics": ["pairings", "results"], "entry": None, "language": "en"} | more
    subscribe(store, server_of(mailbox), SLUG, mail, given["topics"], given["entry"], given["language"], NOW)  # type: ignore[arg-type]
    send_mails(store, server_of(mailbox), lambda: NOW)
    text = mailbox.mails.pop().get_content()
    link = re.search(rf"{SITE}/t/{SLUG}/notices/(\d+)/([0-9a-f]+)\s", text)
    assert link is not None, text
    wish = find_subscription(store, SLUG, int(link[1]), link[2])
    assert wish is not None
    return wish


def confirmed(store: EventStore, mailbox: Mailbox, mail: str = ANA, **more: object) -> Subscription:
    wish = asked(store, mailbox, mail, **more)
    confirm(store, SLUG, wish, NOW)
    return wish


def sent(store: EventStore, mailbox: Mailbox, at: dt.datetime = NOW) -> list[tuple[str, str]]:
    send_mails(store, server_of(mailbox), lambda: at)
    return sorted(mailbox.taken())


def states(store: EventStore) -> list[str]:
    with store.database.reading() as connection:
        return sorted(connection.execute(select(tournament_mails.c.state)).scalars())


def own_board(store: EventStore, number: int) -> tuple[int, str]:
    """The board of player 1 in a round, and the name of the opponent."""
    state = store.open(SLUG).state
    (board,) = state.rounds[number].boards_of_entries[1]
    return board.number, state.entries[board.black if board.white == 1 else board.white].name


def raw(mail: EmailMessage) -> str:
    """The header by which mails are stopped, as it came: programs do not decode it."""
    return next(str(value) for name, value in mail.raw_items() if name == "List-Unsubscribe").strip()


def test_notices_come_after_the_confirmation_alone_and_each_once(store: EventStore, mailbox: Mailbox) -> None:
    wish = asked(store, mailbox, entry=1)
    played(store, 1)
    assert sent(store, mailbox) == []
    confirm(store, SLUG, wish, NOW)
    assert sent(store, mailbox) == []
    played(store, 2)
    send_mails(store, server_of(mailbox), lambda: NOW)
    pairings, results = sorted(mailbox.mails, key=lambda mail: "results" in mail["Subject"])
    assert pairings["Subject"].endswith("round 3 is paired")
    assert results["Subject"].endswith("the results of round 2")
    link = f"{SITE}/t/{SLUG}/notices/{wish.number}/"
    for mail in (pairings, results):
        assert mail["From"] == "Arpad <office@example.org>"
        assert raw(mail).startswith(f"<{link}")
        assert raw(mail).endswith("/stop>")
        assert (mail["Auto-Submitted"], mail["Content-Language"]) == ("auto-generated", "en")
        assert link in mail.get_content()
        assert mail.get_content_type() == "text/plain"
    assert f"Player 0001: table {own_board(store, 3)[0]}, " in pairings.get_content()
    assert f"against {own_board(store, 3)[1]}. Points so far:" in pairings.get_content()
    assert f"against {own_board(store, 2)[1]}. Points:" in results.get_content()
    assert f"{SITE}/t/{SLUG}/round/3?me=1" in pairings.get_content()
    mailbox.taken()
    assert (sent(store, mailbox), sent(store, mailbox)) == ([], [])
    assert states(store) == ["sent"] * 3


def test_everybody_gets_what_they_asked_for_in_their_language(store: EventStore, mailbox: Mailbox) -> None:
    confirmed(store, mailbox, topics=["results"])
    confirmed(store, mailbox, LUIS, topics=["pairings"], language="es")
    name = played(store, 1).event_rules.name
    assert sent(store, mailbox) == [
        (ANA, f"{name}: the results of round 1"), (LUIS, f"{name}: emparejamientos de la ronda 2"),
    ]  # fmt: skip


def test_another_pairing_is_told_and_the_old_one_not_again(store: EventStore, mailbox: Mailbox) -> None:
    confirmed(store, mailbox, topics=["pairings"])
    played(store, 1)
    assert len(sent(store, mailbox)) == 1
    agreed = Confirmation(True, "two had met", True)
    store.act(SLUG, Recall(2), "Clara", NOW, agreed)
    assert sent(store, mailbox) == []
    store.act(SLUG, Publish(2), "Clara", NOW, agreed)
    ((to, subject),) = sent(store, mailbox)
    assert (to, subject.endswith("round 2 is paired")) == (ANA, True)


def test_who_stops_is_erased(store: EventStore, mailbox: Mailbox) -> None:
    wish = confirmed(store, mailbox)
    played(store, 1)
    stop(store, SLUG, wish)
    assert sent(store, mailbox) == []
    with store.database.reading() as connection:
        assert connection.execute(select(tournament_subscriptions)).all() == []
        assert connection.execute(select(tournament_mails)).all() == []
    assert ANA not in str(store.lines(SLUG))


def test_asking_again_replaces_the_wish(store: EventStore, mailbox: Mailbox) -> None:
    confirmed(store, mailbox)
    confirmed(store, mailbox, topics=["results"])
    played(store, 1)
    assert [subject.endswith("results of round 1") for _, subject in sent(store, mailbox)] == [True]


def test_a_code_that_is_not_right_opens_nothing(store: EventStore, mailbox: Mailbox) -> None:
    wish = asked(store, mailbox)
    assert find_subscription(store, SLUG, wish.number, "0" * 32) is None
    assert find_subscription(store, SLUG, wish.number + 1, "0" * 32) is None


def test_addresses_go_with_the_contacts(store: EventStore, mailbox: Mailbox) -> None:
    confirmed(store, mailbox, entry=3)
    confirmed(store, mailbox, LUIS)
    keep_contact(store, SLUG, of_entry(3), Contact(ANA, ""))
    erase_contacts(store, SLUG, of_entry(3))
    assert notices_document(store, SLUG).confirmed == 1
    erase_contacts(store, SLUG)
    assert notices_document(store, SLUG).confirmed == 0


def test_wishes_end_by_themselves(store: EventStore, mailbox: Mailbox) -> None:
    asked(store, mailbox)
    sent(store, mailbox, NOW + dt.timedelta(days=6))
    assert notices_document(store, SLUG).unconfirmed == 1
    sent(store, mailbox, NOW + dt.timedelta(days=8))
    assert notices_document(store, SLUG).unconfirmed == 0


# ------------------------------------------------------------------ a server that refuses, is away, or hangs up


def test_a_refused_mail_is_given_up_with_a_record(store: EventStore, mailbox: Mailbox) -> None:
    confirmed(store, mailbox)
    confirmed(store, mailbox, LUIS)
    mailbox.refuse[ANA] = f"550 no {ANA} here"
    played(store, 1)
    assert {to for to, _ in sent(store, mailbox)} == {LUIS}
    mailbox.refuse.clear()
    assert sent(store, mailbox, NOW + dt.timedelta(days=1)) == []
    record = notices_document(store, SLUG)
    assert (record.failed, record.sent, record.problem) == (2, 4, "550 no … here")


def test_a_mail_that_cannot_be_taken_now_is_tried_later_and_at_last_given_up(
    store: EventStore, mailbox: Mailbox
) -> None:
    confirmed(store, mailbox, topics=["results"])
    mailbox.refuse[ANA] = "451 later"
    played(store, 1)
    at = NOW
    for pause in PAUSES:
        assert sent(store, mailbox, at) == []
        assert notices_document(store, SLUG).waiting == 1
        assert send_mails(store, server_of(mailbox), lambda at=at, pause=pause: at + pause / 2).waiting == 0  # type: ignore[misc]
        at += pause
    assert sent(store, mailbox, at) == []
    assert (notices_document(store, SLUG).waiting, notices_document(store, SLUG).failed) == (0, 1)


@pytest.mark.parametrize("kind", BOTH)
def test_mails_wait_for_a_server_that_is_away_also_through_a_restart(kind: str, new_database: NewDatabase) -> None:
    database = new_database(kind)
    url, box = url_of(database), Mailbox()
    first = EventStore(database)
    opened(first, 8)
    with box.open():
        confirmed(first, box)
    played(first, 1)
    assert send_mails(first, server_of(box), lambda: NOW).waiting == 2
    first.close()
    again = keeper_of(url)
    assert notices_document(again, SLUG).waiting == 2
    with box.open():
        assert sent(again, box) == []
        assert len(sent(again, box, NOW + PAUSES[0])) == 2
        assert sent(again, box, NOW + dt.timedelta(days=1)) == []
    again.close()


def test_a_mail_whose_fate_is_not_known_is_not_sent_again(store: EventStore, mailbox: Mailbox) -> None:
    confirmed(store, mailbox, topics=["results"])
    played(store, 1)
    mailbox.hang_up = True
    assert send_mails(store, server_of(mailbox), lambda: NOW).failed == 1
    mailbox.hang_up = False
    assert sent(store, mailbox, NOW + dt.timedelta(days=1)) == []
    assert states(store) == ["sent", "unknown"]


def test_a_mail_that_was_being_sent_when_the_process_ended_is_not_sent_again(
    store: EventStore, mailbox: Mailbox
) -> None:
    confirmed(store, mailbox, topics=["results"])
    played(store, 1)
    assert queue_notices(store, server_of(mailbox), NOW) == 1
    with store.database.writing(store.open(SLUG).row.id) as connection:
        connection.execute(update(tournament_mails).values(state="sending", at=NOW.isoformat()))
    assert sent(store, mailbox) == []
    sent(store, mailbox, NOW + INTERRUPTED)
    assert sent(store, mailbox, NOW + dt.timedelta(days=1)) == []


def test_several_workers_send_a_mail_once(store: EventStore, mailbox: Mailbox) -> None:
    for number in range(6):
        confirmed(store, mailbox, f"player{number}@example.org")
    played(store, 1)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: send_mails(store, server_of(mailbox), lambda: NOW), range(4)))
    sent(store, mailbox)
    assert states(store) == ["sent"] * 18


# ------------------------------------------------------------------ settings, and the command


@pytest.mark.parametrize(
    ("url", "sender", "site", "key"),
    [
        ("mail.example.org", "a@example.org", SITE, "mail-server"),
        ("http://mail.example.org", "a@example.org", SITE, "mail-server"),
        ("smtp://mail.example.org:port", "a@example.org", SITE, "mail-server"),
        ("smtps://mail.example.org", "nobody", SITE, "mail-sender"),
        ("smtps://mail.example.org", "a@example.org", "", "mail-site"),
        ("smtps://mail.example.org", "a@example.org", f"{SITE}\r\nBcc: x", "mail-site"),
    ],
)
def test_settings_that_cannot_work_are_refused(url: str, sender: str, site: str, key: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read_mail_server(url, "", sender, site)
    assert refused.value.key == key


def test_settings_are_read_from_an_address() -> None:
    found = read_mail_server("smtps://office%40club:a%20b@mail.example.org", "", "a@example.org", f"{SITE}/")
    assert found == MailServer("mail.example.org", 465, True, "office@club", "a b", "a@example.org", SITE)
    assert read_mail_server("smtp://x@host", "secret", "a@example.org", SITE).password == "secret"


@pytest.mark.parametrize("typed", ["ana", "ana@", "a b@example.org", "ana@example.org,x@example.org", "á@example.org",
                                   "ana@example.org\nBcc: x@example.org", f"{'a' * 260}@example.org"])  # fmt: skip
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ArpadError):
        read_address("mail", typed)


def test_the_command_sends_what_waits(arpad: Arpad, tmp_path: Path, mailbox: Mailbox) -> None:
    url = f"sqlite:///{tmp_path / 'events.db'}"
    store = keeper_of(url)
    opened(store, 4)
    confirmed(store, mailbox)
    played(store, 1)
    store.close()
    settings = f"--db {url} --smtp smtp://127.0.0.1:{mailbox.port} --mail-from office@example.org --site {SITE}"
    done = arpad(f"office send-mail {settings}")
    assert (done.out.strip(), done.code) == ("2 mails sent, 0 waiting, 0 given up.", 0)
    assert arpad(f"office send-mail {settings} --json").json == {"queued": 0, "sent": 0, "waiting": 0, "failed": 0}
    off = arpad(f"office send-mail --db {url}")
    assert off.code != 0
    assert "no mail server is set" in off.err
