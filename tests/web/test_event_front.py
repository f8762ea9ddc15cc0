"""The front page of an event: what it shows, its pictures, calendar and feed, and notices by mail on the web."""

import datetime as dt
import re
import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import fromstring

import pytest

from arbiter import Arbiter
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.notices import read_mail_server, send_mails
from arpad.office.tournaments.pictures import read_picture
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.results import TypedResult
from arpad.tournament.rules import read_rules
from mail_box import Mailbox
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, AtDesk, MakeEventOffice, OpenEvent, at_desk

if TYPE_CHECKING:
    from fastapi import FastAPI

ATOM = "{http://www.w3.org/2005/Atom}"


# ------------------------------------------------------------------ pictures of nothing, made by hand


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width: int = 2, height: int = 1, *more: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    row = zlib.compress(b"\0" + b"\xff\0\0" * 2)
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", row) + chunk(b"IEND", b"")


def segment(marker: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def jpeg(*more: bytes, after: bytes = b"") -> bytes:
    """A JPEG of 640 x 480 by its header; its scan has a stuffed byte and a restart marker."""
    frame = segment(0xC0, struct.pack(">BHHB", 8, 480, 640, 1) + b"\x01\x11\0")
    scan = segment(0xDA, b"\x01\x01\0\0\x3f\0") + b"\x12\xff\x00\x34\xff\xd0\x56"
    return b"\xff\xd8" + b"".join(more) + frame + scan + b"\xff\xd9" + after


def exif(orientation: int, order: str = "<") -> bytes:
    """The metadata of a telephone: which way is up, and a place."""
    mark = b"II" if order == "<" else b"MM"
    tiff = mark + struct.pack(order + "HIHHHIHHHHIII", 42, 8, 2, 0x0112, 3, 1, orientation, 0, 0x8825, 4, 1, 38, 0)
    return segment(0xE1, b"Exif\0\0" + tiff + b"GPS 40.4168 -3.7038")


def webp() -> bytes:
    parts = [(b"VP8X", b"\x0c\0\0\0" + struct.pack("<I", 99)[:3] + struct.pack("<I", 49)[:3]), (b"VP8 ", b"x" * 3),
             (b"EXIF", b"GPS 40.4168"), (b"XMP ", b"GPS!")]  # fmt: skip
    body = b"WEBP" + b"".join(
        kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2) for kind, content in parts
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def test_a_place_is_not_published_with_a_picture() -> None:
    camera = [segment(0xE0, b"JFIF\0"), exif(6), segment(0xED, b"GPS iptc"), segment(0xFE, b"GPS words")]
    photo = read_picture(jpeg(*camera, after=b"GPS film"))
    assert (photo.media, photo.width, photo.height) == ("image/jpeg", 480, 640)
    assert b"GPS" not in photo.data
    assert b"JFIF" in photo.data
    assert photo.data.endswith(b"\x12\xff\x00\x34\xff\xd0\x56\xff\xd9")
    again = read_picture(photo.data)
    assert (again.data, again.width, again.height) == (photo.data, 480, 640)
    logo = read_picture(png(2, 1, chunk(b"tEXt", b"Author\0GPS"), chunk(b"eXIf", b"GPS")))
    assert (logo.media, logo.width, logo.height) == ("image/png", 2, 1)
    assert logo.data == png()
    small = read_picture(webp())
    assert (small.media, small.width, small.height, b"GPS" in small.data) == ("image/webp", 100, 50, False)
    assert read_picture(small.data).data == small.data


@pytest.mark.parametrize("turned", range(1, 9))
@pytest.mark.parametrize("order", ["<", ">"])
def test_a_photo_keeps_which_way_is_up(turned: int, order: str) -> None:
    size = (480, 640) if turned >= 5 else (640, 480)
    photo = read_picture(jpeg(exif(turned, order)))
    assert (photo.width, photo.height) == size
    assert ((b"Exif" in photo.data), b"GPS" in photo.data) == (turned > 1, False)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "event-picture-kind"),
        (b"%PDF-1.7", "event-picture-kind"),
        (b"<svg onload='alert(1)'/>", "event-picture-kind"),
        (b"GIF89a", "event-picture-kind"),
        (png()[:30], "event-picture-damaged"),
        (jpeg()[:12], "event-picture-damaged"),
        (webp()[:-4], "event-picture-damaged"),
        (png(0, 1), "event-picture-damaged"),
        (png(20_000, 1), "event-picture-pixels"),
        (png(9_000, 9_000), "event-picture-pixels"),
        (png() + b"\0" * 5_000_000, "event-picture-bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_no_picture_is_refused(data: bytes, key: str) -> None:
    from arpad.i18n import ArpadError

    with pytest.raises(ArpadError) as refused:
        read_picture(data)
    assert refused.value.key == key


# ------------------------------------------------------------------ the page


def send(desk: AtDesk, name: str, data: bytes, accept: str = "text/html", **fields: str) -> Any:
    return desk.visitor.post(
        f"/t/{SLUG}/desk/front/picture",
        data={"csrf": desk.csrf, "name": name, **fields},
        files={"file": ("picture", data)},
        headers={"accept": accept},
        follow_redirects=False,
    )


def visitor_of(app: "FastAPI", language: str = "en") -> TestClient:
    return TestClient(app, raise_server_exceptions=False, headers={"accept-language": language})


def test_the_page_shows_what_a_player_wants_to_know(event_client: TestClient) -> None:
    page = event_client.get(f"/t/{SLUG}").text
    data = event_client.get(f"/t/{SLUG}.json").json()
    assert [leader["rank"] for leader in data["leaders"]][:2] == [1, 2]
    assert data["after_round"] == 4
    assert f'href="/t/{SLUG}/players/{data["leaders"][0]["entry"]}"' in page
    assert data["next_round"] in (5, 6)
    for sentence in data["rules"]:
        assert sentence.replace("'", "&#39;") in page
    assert not re.search(r"\bBH\b|dutch", page)
    assert f'href="/t/{SLUG}/feed.atom"' in page
    spanish = event_client.get(f"/t/{SLUG}", headers={"accept-language": "es"}).text
    assert "Cómo se juega" in spanish


def test_rules_are_said_in_sentences() -> None:
    from arpad.web.tournaments.public.home import rules_in_sentences

    rules = read_rules({
        "slug": "open", "name": "Open", "system": "dutch", "rounds": 7, "time_control": "90+30", "default_minutes": 0,
        "half_point_byes": 2, "tie_breaks": ["BH-C1", "SB"], "points": {"win": 3, "draw": 1, "loss": 0},
        "acceleration": "baku",
    })  # fmt: skip
    assert rules_in_sentences(rules, "en") == [
        "Swiss, Dutch system, 7 rounds.",
        "The first rounds are accelerated: strong players meet each other early.",
        "Time for each player: 90 minutes, and 30 seconds for each move (standard).",
        "Players who are not at the board when the round starts lose the game.",
        "Half-point byes on request: 2, up to round 5.",
        "A win counts 3, a draw 1, a loss 0.",
        "Players who are level are ranked by: Buchholz, cut 1; Sonneborn-Berger.",
    ]
    assert "más 30 segundos por jugada" in rules_in_sentences(rules, "es")[2]


def test_prizes_are_shown_with_their_money_and_things(event_office: MakeEventOffice) -> None:
    app = event_office()
    prizes = {"system": "hort", "prizes": ["300", "200 + cup"],
              "category": [{"name": "U16", "group": "u16", "prizes": ["50", "+ book"]}]}  # fmt: skip
    changed_rules(app, groups={"u16": "born >= 2010"}, prizes=prizes)
    visitor = visitor_of(app)
    everybody, juniors = visitor.get(f"/t/{SLUG}.json").json()["prizes"]
    assert (everybody["name"], juniors["name"]) == ("", "U16")
    assert everybody["prizes"][1].endswith(" + cup")
    assert f"<li>{juniors['prizes'][1]}</li>" in visitor.get(f"/t/{SLUG}").text


def test_what_the_organiser_writes_is_text() -> None:
    from arpad.web.tournaments.public.home import paragraphs

    written = "Welcome <script>alert(1)</script>\nsecond\n\n- bar\n- hall, see https://example.org/a?b=1&c=2.\n\njavascript:alert(1)"
    assert [str(part) for part in paragraphs(written)] == [
        "<p>Welcome &lt;script&gt;alert(1)&lt;/script&gt;<br>second</p>",
        '<ul><li>bar</li><li>hall, see <a href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener">'
        "example.org/a?b=1&amp;c=2</a>.</li></ul>",
        "<p>javascript:alert(1)</p>",
    ]


@pytest.mark.parametrize(
    ("venue", "address"),
    [
        ("", None),
        ("40.4168, -3.7038", "https://www.openstreetmap.org/?mlat=40.4168&mlon=-3.7038#map=17/40.4168/-3.7038"),
        ("Plaza Mayor 1", "https://www.openstreetmap.org/search?query=Plaza%20Mayor%201%2C%20Valdeoca"),
        ("Plaza Mayor 1, Valdeoca", "https://www.openstreetmap.org/search?query=Plaza%20Mayor%201%2C%20Valdeoca"),
    ],
)
def test_a_map_is_a_link(venue: str, address: str | None) -> None:
    from arpad.web.tournaments.public.home import map_address

    assert map_address(read_rules({"slug": "o", "name": "O", "city": "Valdeoca", "venue": venue})) == address


def test_the_chief_changes_the_front_page(event_office: MakeEventOffice) -> None:
    app = event_office()
    desk, visitor = at_desk(app), visitor_of(app)
    assert desk.post("desk/front", about="Welcome.\r\n\r\nAll of you.", venue="Plaza Mayor 1").status_code == 303
    page = visitor.get(f"/t/{SLUG}").text
    assert "<p>Welcome.</p><p>All of you.</p>" in page
    assert "Plaza Mayor 1 · <a href=" in page
    tag = visitor.get(f"/t/{SLUG}").headers["etag"]
    assert send(desk, "photo", jpeg(exif(1)), about="The hall").status_code == 303
    changed = visitor.get(f"/t/{SLUG}", headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert 'alt="The hall" width="640" height="480"' in changed.text
    picture = visitor.get(f"/t/{SLUG}/picture/photo")
    assert (picture.headers["content-type"], picture.headers["x-content-type-options"]) == ("image/jpeg", "nosniff")
    assert picture.content == jpeg()
    known = {"if-none-match": picture.headers["etag"]}
    assert visitor.get(f"/t/{SLUG}/picture/photo", headers=known).status_code == 304
    assert visitor.get(f"/t/{SLUG}/picture/logo").status_code == 404
    assert app.state.site.events.open(SLUG).state.n == app.state.site.events.lines(SLUG)[-1].n
    assert send(desk, "photo", b"", remove="1").status_code == 303
    assert visitor.get(f"/t/{SLUG}/picture/photo").status_code == 404
    assert visitor.get(f"/t/{SLUG}").headers["etag"] == tag
    assert desk.post("desk/front").status_code == 303
    assert "about" not in app.state.site.events.open(SLUG).state.data


def test_a_refused_picture_is_explained_at_its_field(event_office: MakeEventOffice) -> None:
    app = event_office()
    desk = at_desk(app)
    refused = send(desk, "logo", b"%PDF-1.7", about="Our knight")
    assert refused.status_code == 400
    assert 'id="w-logo" role="alert">This is not a picture that pages can show' in refused.text
    assert 'value="Our knight"' in refused.text
    large = send(desk, "photo", png() + b"\0" * 6_000_000)
    assert (large.status_code, "at most 5 MB" in large.text) == (413, True)
    huge = send(desk, "photo", b"\0" * 50_000_000)
    assert (huge.status_code, "at most 5 MB" in huge.text) == (413, True)
    assert send(desk, "logo", b"x", "application/json").json()["key"] == "event-picture-kind"
    assert send(desk, "hat", png()).status_code == 404
    for name in ("arbiter", "stranger"):
        assert send(at_desk(app, name), "logo", png()).status_code == 403
    desk.csrf = "x"
    assert send(desk, "logo", png()).status_code == 403


# ------------------------------------------------------------------ calendar and feed


def unfolded(calendar: str) -> list[tuple[str, str]]:
    """The lines of a calendar as names and values (RFC 5545 3.1)."""
    assert all(len(line.encode()) <= 75 for line in calendar.split("\r\n"))
    assert "\n" not in calendar.replace("\r\n", "")
    lines = calendar.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")
    return [(name, value) for name, _, value in (line.partition(":") for line in lines)]


def calendar_of(visitor: TestClient) -> list[dict[str, str]]:
    answer = visitor.get(f"/t/{SLUG}/rounds.ics")
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    lines = unfolded(answer.text)
    assert lines[:3] == [("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("PRODID", "-//Arpad//Tournament//EN")]
    assert lines[-1] == ("END", "VCALENDAR")
    events: list[dict[str, str]] = []
    for name, value in lines:
        if (name, value) == ("BEGIN", "VEVENT"):
            events.append({})
        elif events:
            events[-1][name] = value
    assert all({"UID", "DTSTAMP", "SUMMARY"} <= event.keys() for event in events)
    assert len({event["UID"] for event in events}) == len(events)
    return events


def changed_rules(app: "FastAPI", **rules: Any) -> None:
    from arpad.tournament.kinds.event import EventChanged

    def change(state: Any, _confirmations: Any) -> Any:
        return [EventChanged.change({name: [state.data.get(name), value] for name, value in rules.items()})]

    app.state.site.events.act(SLUG, change, "Clara", NOW)


def test_the_calendar_has_the_rounds(event_office: MakeEventOffice) -> None:
    app = event_office()
    visitor = visitor_of(app, "es")
    long = "Salón de actos «Señor Ñandú», planta 2; junto a la sala de análisis de la federación, entrada por el patio"
    schedule = [
        {"round": "1", "start": "2026-05-01T16:00"},
        {"round": "2", "start": "2026-05-02"},
        {"round": "3", "pairings": "2026-05-02"},
    ]
    changed_rules(
        app, time_zone="Europe/Madrid", schedule=schedule, time_control="90+30", venue=long, name="Open; de, Ñu"
    )
    first, second = calendar_of(visitor)
    assert (first["DTSTART"], first["DURATION"]) == ("20260501T140000Z", "PT240M")
    assert second["DTSTART;VALUE=DATE"] == "20260502"
    assert first["SUMMARY"] == "Open\\; de\\, Ñu: ronda 1"
    assert first["LOCATION"].startswith("Salón de actos «Señor Ñandú»\\, planta 2\\; junto")
    changed_rules(app, schedule=[{"round": "1", "start": "2026-05-01T17:00"}])
    (later,) = calendar_of(visitor)
    assert (later["UID"], later["DTSTART"]) == (first["UID"], "20260501T150000Z")
    assert int(later["SEQUENCE"]) > int(first["SEQUENCE"])


def test_hours_float_if_nobody_knows_the_zone(event_office: MakeEventOffice) -> None:
    app = event_office()
    changed_rules(app, time_zone=None, schedule=[{"round": "1", "start": "2026-05-01T16:00"}], time_control="soon")
    (only,) = calendar_of(visitor_of(app))
    assert only["DTSTART"] == "20260501T160000"
    assert "DURATION" not in only


def feed_of(visitor: TestClient) -> dict[str, tuple[str, dt.datetime, str]]:
    """The entries of the feed by their ids: title, time, page."""
    answer = visitor.get(f"/t/{SLUG}/feed.atom")
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    feed = fromstring(answer.text)
    assert feed.tag == f"{ATOM}feed"
    found = {}
    for parent in (feed, *feed.findall(f"{ATOM}entry")):
        id_, title, updated = (parent.findtext(f"{ATOM}{name}") or "" for name in ("id", "title", "updated"))
        link = parent.find(f"{ATOM}link[@rel='alternate']")
        assert id_.startswith("urn:uuid:")
        assert link is not None
        assert visitor.get(link.attrib["href"]).status_code == 200
        found[id_] = (title, dt.datetime.fromisoformat(updated), link.attrib["href"])
    times = [updated for _, updated, _ in list(found.values())[1:]]
    assert times == sorted(times, reverse=True)
    assert next(iter(found.values()))[1] == max(times)
    return found


def test_the_feed_has_the_news_and_lasting_ids(event_office: MakeEventOffice) -> None:
    app = event_office()
    visitor, desk = visitor_of(app), at_desk(app)
    before = feed_of(visitor)
    titles = [title for title, _, _ in before.values()]
    assert titles[1:3] == ["Round 5: the pairings", "Round 4: all results, and the standings"] or len(titles) == 10
    assert "Round 5: all results, and the standings" not in titles
    boards = app.state.site.events.open(SLUG).state.rounds[5].games
    desk.post("desk/results/5/many", results="\n".join(f"{board.number} 1" for board in boards))
    desk.post("desk/notice", text="Round 6 begins at 17:00")
    after = feed_of(visitor)
    new = {title for id_, (title, _, _) in after.items() if id_ not in before}
    assert new == {"Round 5: all results, and the standings", "Round 6 begins at 17:00"}
    assert before.keys() < after.keys()
    tag = visitor.get(f"/t/{SLUG}/feed.atom").headers["etag"]
    assert visitor.get(f"/t/{SLUG}/feed.atom", headers={"if-none-match": tag}).status_code == 304


# ------------------------------------------------------------------ notices by mail


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as box:
        yield box


def with_mail(event_office: MakeEventOffice, mailbox: Mailbox) -> "FastAPI":
    return event_office(
        mail=read_mail_server(f"smtp://127.0.0.1:{mailbox.port}", "", "office@example.org", "http://testserver")
    )


def deliver(app: "FastAPI") -> None:
    send_mails(app.state.site.events, app.state.site.settings.mail, lambda: NOW)


def ask(visitor: TestClient, **fields: str) -> Any:
    page = visitor.get(f"/t/{SLUG}/notices").text
    token = re.search(r'name="csrf" value="([^"]+)"', page)
    assert token is not None, page
    return visitor.post(f"/t/{SLUG}/notices", data={"csrf": token[1], **fields}, follow_redirects=False)


def test_nothing_is_offered_without_a_mail_server(event_office: MakeEventOffice) -> None:
    app = event_office()
    visitor, desk = visitor_of(app), at_desk(app)
    assert "/notices" not in visitor.get(f"/t/{SLUG}").text
    assert "This site sends no mail." in visitor.get(f"/t/{SLUG}/notices").text
    assert desk.post("notices", mail="ana@example.org", pairings="1", json=True).json()["key"] == "notices-off"
    assert "This site sends no mail." in desk.get("desk/front").text


def test_somebody_asks_confirms_and_stops(event_office: MakeEventOffice, mailbox: Mailbox) -> None:
    app = with_mail(event_office, mailbox)
    visitor = visitor_of(app, "es")
    assert f"/t/{SLUG}/notices" in visitor.get(f"/t/{SLUG}").text
    asked = ask(visitor, mail="ana@example.org", results="1", entry="3")
    assert asked.status_code == 303
    assert "Mire su correo" in visitor.get(asked.headers["location"]).text
    deliver(app)
    (mail,) = mailbox.mails
    link = re.search(r"http://testserver(/t/\S+/notices/\S+)", mail.get_content())
    assert link is not None
    page = visitor.get(link[1])
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert app.state.site.events.open(SLUG).state.entries[3].name in page.text
    assert visitor.post(f"{link[1]}/confirm").status_code == 200
    desk = at_desk(app)
    counts = desk.get("desk/front.json").json()["notices"]
    assert (counts["confirmed"], counts["sent"]) == (1, 1)
    assert "ana@example.org" not in desk.get("desk/front").text
    boards = app.state.site.events.open(SLUG).state.rounds[5].games
    desk.post("desk/results/5/many", results="\n".join(f"{board.number} 1" for board in boards))
    deliver(app)
    assert [mail["Subject"].endswith("resultados de la ronda 5") for mail in mailbox.mails[1:]] == [True]
    stop = mailbox.mails[1]["List-Unsubscribe"].strip("<>").removeprefix("http://testserver")
    one_click = visitor_of(app).post(stop, data={"List-Unsubscribe": "One-Click"}, follow_redirects=False)
    assert one_click.status_code == 303
    assert visitor.get(link[1]).status_code == 404
    assert desk.get("desk/front.json").json()["notices"]["confirmed"] == 0
    assert "ana@example.org" not in str(app.state.site.events.lines(SLUG))


def test_a_wish_that_cannot_be_kept_comes_back_with_what_was_typed(
    event_office: MakeEventOffice, mailbox: Mailbox
) -> None:
    app = with_mail(event_office, mailbox)
    visitor = visitor_of(app)
    wrong = ask(visitor, mail="ana at home", entry="999")
    assert wrong.status_code == 400
    assert 'value="ana at home"' in wrong.text
    assert "aria-invalid" in wrong.text
    assert wrong.text.count('class="wrong"') == 3
    assert "Choose at least one kind" in wrong.text
    for _ in range(3):
        assert ask(visitor, mail="ana@example.org", results="1").status_code == 303
    assert ask(visitor, mail="ana@example.org", results="1").status_code == 400
    for path in ("notices/1/" + "0" * 32, "notices/1/x"):
        assert visitor.get(f"/t/{SLUG}/{path}").status_code in (404, 422)


def test_the_server_sends_in_the_background(event_office: MakeEventOffice, mailbox: Mailbox) -> None:
    import time

    from arpad.office.tournaments.notices import MailSender

    app = with_mail(event_office, mailbox)
    assert ask(visitor_of(app), mail="ana@example.org", results="1").status_code == 303
    sender = MailSender(app.state.site.events, app.state.site.settings.mail, lambda: NOW, pause=0.01)
    sender.start()
    for _ in range(1000):
        if mailbox.mails:
            break
        time.sleep(0.01)
    sender.stop()
    assert mailbox.taken()[0][0] == "ana@example.org"


# ------------------------------------------------------------------ in a browser


def test_the_countdown_runs_on_a_telephone(open_event: OpenEvent, event_office: MakeEventOffice) -> None:
    app = event_office()
    start = dt.datetime.now(dt.UTC) + dt.timedelta(hours=3, seconds=30)
    changed_rules(
        app, schedule=[{"round": "5", "start": start.isoformat()}, {"round": "6", "start": start.isoformat()}]
    )
    page = open_event("", "", width=390, app=app)
    assert page.locator(".countdown").inner_text() == "in 3 h 00 min"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_standings_fit_a_telephone(open_event: OpenEvent, event_office: MakeEventOffice) -> None:
    """Nothing of a usual tournament has to be moved sideways, and every name is on one line."""
    app = event_office()
    rules = {"slug": "club", "name": "Club", "system": "dutch", "rounds": 5, "tie_breaks": ["BH/C1", "BH", "SB", "DE"]}
    club = Arbiter(rules)
    club.enters(9, title="WFM")
    club.closes()
    club.does(DrawNext(1))
    club.does(Publish(1))
    club.does(SetResults(1, [TypedResult(1, "1/2"), *(TypedResult(board, "1-0") for board in (2, 3, 4))]))
    restore_log(app.state.site.events, club.journal.lines)
    page = open_event("standings", "", 390, app=app)
    for language in ("en", "es"):
        page.goto(f"/t/club/standings?lang={language}")
        table = page.locator(".scroll:has(.standings)")
        assert table.evaluate("it => it.scrollWidth <= it.clientWidth")
        assert table.locator("tbody tr").evaluate_all("rows => new Set(rows.map((row) => row.offsetHeight)).size") == 1


def test_the_games_of_a_round_are_a_file_for_everybody(event_client: TestClient) -> None:
    answer = event_client.get(f"/t/{SLUG}/round/1.pgn")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-chess-pgn; charset=utf-8")
    assert '[Round "1.1"]' in answer.text
    known = {"if-none-match": answer.headers["etag"]}
    assert event_client.get(f"/t/{SLUG}/round/1.pgn", headers=known).status_code == 304
    assert event_client.get(f"/t/{SLUG}/games.pgn").text.startswith(answer.text)
    assert f'href="/t/{SLUG}/round/1.pgn"' in event_client.get(f"/t/{SLUG}/round/1").text
    assert event_client.get(f"/t/{SLUG}/round/99.pgn").status_code in (400, 404)
    assert " / " in event_client.get(f"/t/{SLUG}/replacements.txt").text
    assert event_client.get(f"/t/{SLUG}/team-replacements.txt").text == ""
