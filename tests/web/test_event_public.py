"""Public pages: they answer 304 when nothing changed, and hold nothing that is secret (I-14)."""

import dataclasses
import datetime as dt
from dataclasses import replace

from arpad.tournament.acts.event import Create
from arpad.tournament.acts.rounds import DrawNext
from arpad.tournament.journal import Journal, state_document
from arpad.tournament.log import LogLine
from arpad.tournament.public import public_view
from arpad.tournament.state import Breach, EventState
from valdeoca import AT, WHO, the_log
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, TOWN, MakeEventOffice, at_desk

SECRET = "ZZSECRET"


def full_of_secrets() -> EventState:
    """The event with a draft of round 6, and something secret wherever there is a place for it."""
    journal = Journal(list(the_log()[:89]))
    journal.act(DrawNext(6), WHO, AT)
    state = journal.state
    entries = {
        number: replace(one, birthday=f"{SECRET}-01-01", family=SECRET, labels={"x": SECRET})
        for number, one in state.entries.items()
    }
    told = {"text": SECRET, "label": SECRET, "account": SECRET, "role": "arbiter", "findings": [SECRET]}
    return replace(
        state, entries=entries, incidents=(told,), appeals=(told,), staff={SECRET: told}, links={1: told},
        claims={5: {1: (told,)}}, breaches=(Breach(90, "differs", 6, SECRET, 6), Breach(64, "amended", 1, SECRET, 1)),
        imported=told,
    )  # fmt: skip


def test_the_public_view_holds_no_secret() -> None:
    state = full_of_secrets()
    view = public_view(state)
    fields = {one.name: getattr(view, one.name) for one in dataclasses.fields(view)}
    assert SECRET in str(state)
    assert SECRET not in str(fields)
    assert sorted(view.rounds) == [1, 2, 3, 4, 5]
    assert [one.round for one in view.breaches] == [1]
    told = [told for one in view.rounds.values() for board in one.boards.values() for told in board.history]
    assert {(told.who, told.at, told.reason) for told in told} == {("", "", "")}


def test_results_wait_for_their_publication_if_the_event_is_not_live() -> None:
    lines = list(the_log()[:87])
    quiet = {**lines[0].data, "live": False}
    state = Journal([LogLine(**{**lines[0]._asdict(), "data": quiet}), *lines[1:]]).state
    view = public_view(state)
    assert all(board.result is not None for board in state.rounds[5].games)
    assert all(board.result is None for board in view.rounds[5].games)


def test_every_state_of_the_event_has_a_public_view() -> None:
    journal = Journal()
    from arpad.tournament.journal import apply

    state = journal.state
    for line in the_log():
        state = apply(state, line)
        view = public_view(state)
        assert all(one.published_n is not None for one in view.rounds.values())
        state_document(view)


def test_an_unchanged_page_is_not_sent_again(event_office: MakeEventOffice) -> None:
    app = event_office()
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        for path in (f"/t/{SLUG}", f"/t/{SLUG}.json"):
            first = visitor.get(path)
            tag = first.headers["etag"]
            event = app.state.site.events.open(SLUG)
            assert tag == f'"{event.row.id}-{SLUG}-{event.state.n}-en"'
            assert first.headers["cache-control"] == "no-cache"
            again = visitor.get(path, headers={"if-none-match": tag})
            assert (again.status_code, again.content) == (304, b"")
            assert visitor.get(path, headers={"arpad-seen": tag.strip('"')}).status_code == 204
            spanish = visitor.get(path, headers={"if-none-match": tag, "accept-language": "es"})
            assert spanish.status_code == 200
        at_desk(app).post("desk/results/5", board=1, result="1")
        assert visitor.get(f"/t/{SLUG}", headers={"if-none-match": tag}).status_code == 200


def test_a_tournament_that_is_made_again_is_another_page(event_office: MakeEventOffice) -> None:
    app = event_office()
    events = app.state.site.events
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        tags = []
        for hours in (0, 1):
            at = NOW + dt.timedelta(hours=hours)
            rules = {"slug": "otra", "name": "Otra", "system": "dutch", "rounds": 3, "start": "2026-06-01"}
            events.create("otra", Create(rules), TOWN, at)
            tags.append(visitor.get("/t/otra").headers["etag"])
            assert visitor.get("/t/otra", headers={"if-none-match": tags[0]}).status_code == (200 if hours else 304)
            events.delete("otra", TOWN, at)
    assert len(set(tags)) == 2


def test_a_page_of_the_staff_is_kept_nowhere(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    for page in ("", "desk"):
        headers = chief.get(page.rstrip("/") or "../valdeoca-2026").headers
        assert headers["cache-control"] == "no-store"
        assert "etag" not in headers


def test_pages_of_a_tournament_are_shared_and_on_the_map(event_office: MakeEventOffice) -> None:
    site = "https://chess.example.org"
    with TestClient(event_office(address=site), headers={"accept-language": "en"}) as visitor:
        for path in (f"/t/{SLUG}", f"/t/{SLUG}/standings"):
            page = visitor.get(f"{path}?lang=es&me=3").text
            assert f'<link rel="canonical" href="{site}{path}?lang=es">' in page
            assert f'hreflang="en" href="{site}{path}"' in page
            assert f'<meta property="og:image" content="{site}/t/{SLUG}/card.png">' in page
            assert 'emparejamientos, resultados y clasificación.">' in page
        assert f"<loc>{site}/t/{SLUG}</loc>" in visitor.get("/sitemap-pages.xml").text
        assert visitor.get(f"/t/{SLUG}/card.png").headers["content-type"] == "image/png"
        assert visitor.get("/t/nowhere/card.png").status_code == 404
