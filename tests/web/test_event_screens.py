"""Screens in the hall: they fill the wall, pages turn by the header alone, with no link and no script; the clock counts
down; everybody sees the line that the arbiter writes."""

import datetime as dt
import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from arbiter import Arbiter
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.pushes import read_push_place, send_games
from arpad.tournament.acts.absences import WithdrawEntry
from arpad.tournament.acts.event import SetNotice, SetRule
from arpad.tournament.acts.players import ChangeEntry
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Confirmation, Journal, state_digest
from arpad.tournament.public import PublicState, public_view
from arpad.tournament.undo import TakeBack
from papers import LONG, cup_arbiter, league_arbiter
from valdeoca import the_log
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, TOWN, MakeEventOffice, OpenEvent, at_desk

SCREEN = f"/t/{SLUG}/screen"
WALLS = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920))
AGREED = Confirmation(True, "why", True)


def test_pages_turn_by_themselves_and_begin_again(event_client: TestClient) -> None:
    first = event_client.get(f"{SCREEN}/pairings?columns=1&rows=15&seconds=8")
    assert first.headers["refresh"] == f"8; url={SCREEN}/pairings?columns=1&rows=15&seconds=8&page=2"
    assert first.headers["cache-control"] == "no-store"
    assert "1 / 2" in first.text
    last = event_client.get(f"{SCREEN}/pairings?columns=1&rows=15&page=2")
    assert last.headers["refresh"].endswith("page=1")
    beyond = event_client.get(f"{SCREEN}/pairings?columns=1&rows=15&page=3")
    assert "1 / 2" in beyond.text
    for what in ("names", "results", "standings", "clock", "all"):
        page = event_client.get(f"{SCREEN}/{what}?lang=es")
        assert page.status_code == 200, what
        assert "<a " not in page.text
        assert "<script" not in page.text
        assert "set-cookie" not in page.headers, "the address says the language, and nobody else's changes"
    assert event_client.get(f"{SCREEN}/weather").status_code == 422
    assert event_client.get(f"{SCREEN}/names?size=500").status_code == 422


def test_several_screens_take_turns(event_client: TestClient) -> None:
    seen, address = [], f"{SCREEN}/all?show=pairings&show=clock&rows=15&columns=1&seconds=9"
    for _ in range(4):
        page = event_client.get(address)
        seen.append("clock" if 'class="clock"' in page.text else page.text.count("<li><p>"))
        wait, _, address = page.headers["refresh"].partition("; url=")
        assert wait == "9"
    assert seen == [15, 14, "clock", 15], "all pages of a screen, then the next screen, then the first again"
    chosen = event_client.get(f"{SCREEN}/all").text
    assert 'class="names"' in chosen or 'class="pairings"' in chosen, "the round is open"


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("screen", ["pairings", "names", "standings"])
def test_rows_are_spread_evenly_over_as_few_pages_as_can_be_read(screen: Any, shape: Any) -> None:
    from arpad.web.tournaments.screens import LETTERS, LINE, ROOM, SMALLEST, ScreenAsked

    width, height = ROOM[shape]
    for count in (0, 1, 2, 6, 7, 23, 40, 41, 150, 400):
        layout = ScreenAsked(shape=shape).layout(screen, count)
        pages = layout.pages(count)
        size = min(width // (layout.columns * LETTERS[screen]), height * 100 // (layout.rows * LINE))
        assert size >= SMALLEST
        assert layout.rows * layout.columns * pages - count < max(7 * layout.columns, pages * layout.columns)
        if pages > 1:
            fewer = [ScreenAsked(shape=shape, columns=columns, rows=-(-count // ((pages - 1) * columns)))
                     for columns in range(1, 7)]  # fmt: skip
            sizes = [min(width // (one.columns * LETTERS[screen]), height * 100 // (one.rows * LINE)) for one in fewer]
            assert max(sizes) < SMALLEST


def test_rows_are_cut_into_columns_of_one_length() -> None:
    from arpad.web.tournaments.screens import Cell, ScreenAsked, ScreenLayout, columns_of

    rows = [(Cell("name", str(at)),) for at in range(7)]
    assert columns_of(rows, ScreenLayout(2, 2), 2) == [rows[4:6], [rows[6], ()]]
    assert columns_of(rows[:2], ScreenLayout(3, 4), 1) == [[*rows[:2], (), ()]], (
        "a column that nothing fills is left out"
    )
    asked = ScreenAsked(columns=2, size=28)
    assert asked.layout("names", 500) == (2, 93000 // (28 * 162)), "as many as fit letters of this size"
    assert ScreenAsked(rows=15).layout("names", 500).rows == 15
    assert ScreenAsked(columns=4).layout("names", 500).columns == 4


FILLED = """() => {
  const box = element => element.getBoundingClientRect()
  const shown = [...document.querySelectorAll('body *')].filter(element => !element.closest('.unseen'))
  const rows = [...document.querySelectorAll('li')], names = [...document.querySelectorAll('.name')]
  const heights = rows.map(row => box(row).height)
  return {
    outside: shown.filter(one => box(one).right > innerWidth + 1 || box(one).bottom > innerHeight + 1).length,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    spilled: rows.filter(row => row.firstChild && row.firstChild.scrollWidth > row.clientWidth + 1).length,
    uneven: Math.max(...heights) - Math.min(...heights),
    filled: (Math.max(...rows.map(row => box(row).bottom)) - box(document.querySelector('header')).top) / innerHeight,
    lines: Math.max(...names.map(name => box(name).height / parseFloat(getComputedStyle(name).fontSize))),
    cut: names.filter(name => name.scrollWidth > name.clientWidth).every(
      name => getComputedStyle(name).textOverflow === 'ellipsis'),
    letters: Math.min(...names.map(name => parseFloat(getComputedStyle(name).fontSize))) / innerHeight,
  }
}"""


@pytest.mark.long
def test_screens_fill_walls_of_every_size(open_event: OpenEvent, event_office: MakeEventOffice) -> None:
    app = event_office()
    for entry in (1, 4, 7, 30):
        app.state.site.events.act(SLUG, ChangeEntry(entry, "name", f"{LONG} {entry}"), TOWN, NOW, AGREED)
    page = open_event("screen/pairings", "", app=app)
    addresses = ("pairings", "names", "standings", "results?round=4", "pairings?size=30&columns=3", "names?size=40",
                 "names?shape=tall", "all?show=standings", "standings?rows=12&columns=2&lang=es")  # fmt: skip
    for address in addresses:
        page.goto(f"{SCREEN}/{address}")
        for width, height in WALLS:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(FILLED)
            where = f"{address} at {width} x {height}: {found}"
            assert (found["outside"], found["scrolls"], found["spilled"]) == (0, False, 0), where
            assert found["uneven"] < 1, where
            assert found["filled"] > 0.9, where
            assert found["lines"] < 1.6, where
            assert found["cut"], where
            assert found["letters"] > 0.008, where
    page.goto(f"{SCREEN}/pairings")
    app.state.site.events.act(SLUG, SetNotice("La ronda empieza más tarde. " * 6), TOWN, NOW)
    for address in ("pairings", "clock"):
        page.goto(f"{SCREEN}/{address}")
        for width, height in WALLS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (address, width)
            bottom = page.locator("footer").bounding_box()
            assert bottom is not None
            assert bottom["y"] + bottom["height"] <= height


def test_everybody_sees_the_line_of_the_arbiter_until_it_is_emptied(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "arbiter")
    told = "Round 5 begins ten minutes later."
    assert told not in arbiter.get("screen/names").text
    assert "/desk/screens" in arbiter.post("desk/notice", text=f"  {told}\n ").headers["location"]
    for page in ("screen/names", "screen/clock", "round/5", "table/1", "standings"):
        assert told in at_desk(app, "").get(page).text, page
    assert f'value="{told}"' in arbiter.get("desk/screens").text
    assert arbiter.get("desk/screens.json").json()["notice"] == told
    arbiter.post("desk/notice", text="")
    assert told not in arbiter.get("round/5").text
    assert at_desk(app, "scorer").post("desk/notice", text="no").status_code == 403


def test_the_line_of_the_arbiter_is_undone_and_counts_in_no_digest() -> None:
    arbiter = Arbiter({"system": "dutch-2017", "rounds": 3})
    before = state_digest(arbiter.state)
    arbiter.does(SetNotice("First"))
    arbiter.does(SetNotice("Second"))
    n = arbiter.state.n
    assert state_digest(arbiter.state) == before
    assert arbiter.does(SetNotice(" Second ")).lines == (), "nothing is written twice"
    arbiter.does(TakeBack(n, tuple(arbiter.journal.lines)))
    assert arbiter.state.notice == "First"


def test_the_desk_makes_the_addresses_of_screens(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "arbiter")
    page = arbiter.get("desk/screens?screen=all&show=names&show=clock&shape=tall&seconds=30&language=es&size=26")
    address = arbiter.get(
        "desk/screens.json?screen=all&show=names&show=clock&shape=tall&seconds=30&language=es&size=26"
    ).json()["address"]
    assert address.endswith("/screen/all?show=names&show=clock&shape=tall&seconds=30&lang=es&size=26")
    path = address[address.index("/t/") :]
    assert f'<iframe src="{path.replace("&", "&amp;")}"' in page.text
    assert "--" not in re.sub(r"<!--.*?-->", "", page.text)
    screen = arbiter.visitor.get(path)
    assert screen.status_code == 200
    assert "frame-ancestors 'self'" in screen.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    given = arbiter.get("desk/screens?address=http://192.168.1.20:8000").text
    assert "http://192.168.1.20:8000/t/" in given
    assert "<svg" in given, "the code of an address that other machines can open"
    assert at_desk(app, "scorer").get("desk/screens").status_code == 403


def test_an_arbiter_makes_an_address_with_the_form(open_event: OpenEvent) -> None:
    """Three clicks from the desk to a screen: Papers, Screens, Open; more only for another choice."""
    page = open_event("desk", "arbiter", width=390)
    page.get_by_role("link", name="Papers", exact=True).click()
    page.get_by_role("link", name="Screens").click()
    page.locator("#screen").select_option("names")
    page.locator("#shape").select_option("tall")
    page.get_by_role("button", name="Show this address").first.click()
    frame = page.frame_locator("iframe")
    expect(frame.locator("ol.names").first).to_be_visible()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open the screen").click()
    assert "/screen/names?shape=tall" in opened.value.url
    page.locator("#text").fill("Cafetería abierta")
    page.get_by_role("button", name="Show the line").click()
    page.wait_for_url("**/desk/screens*")
    opened.value.reload()
    expect(opened.value.locator("footer")).to_have_text("Cafetería abierta")
    page.get_by_role("button", name="Take the line away").click()
    expect(page.get_by_role("button", name="Take the line away")).to_have_count(0)


def test_prizes_are_announced_and_then_given(event_office: MakeEventOffice) -> None:
    app = event_office()
    prizes = {
        "prizes": ["100 + Cup", "50"],
        "category": [{"name": "Under 2200", "where": "rating < 2200", "prizes": ["20"]}],
    }
    arbiter = Arbiter({"name": "Premios", "slug": "premios", "system": "dutch-2017", "rounds": 1, "prizes": prizes})
    arbiter.enters(4)
    arbiter.closes()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    before = list(arbiter.journal.lines)
    for board in arbiter.state.rounds[1].games:
        arbiter.does(SetResult(1, board.number, "1-0" if board.white < board.black else "0-1"))
    restore_log(app.state.site.events, before)
    with TestClient(app, headers={"accept-language": "es"}) as visitor:
        announced = visitor.get("/t/premios/screen/prizes").text
        assert "Premios anunciados" in announced
        assert "100,00 EUR + Cup" in announced
        for board in arbiter.state.rounds[1].games:
            app.state.site.events.act("premios", SetResult(1, board.number, board.result or ""), TOWN, NOW)
        given = visitor.get("/t/premios/screen/prizes").text
        assert "provisionales" in given
        first, second = re.findall(r"<li><p>(.*?)</p></li>", given)
        assert ("+ Cup" in first, "Player 00" in first, "EUR" in second) == (True, True, True)
        assert "prizes" in visitor.get("/t/premios/screen/all?turn=2").text, "after the last round they take their turn"
        assert "Todavía no hay premios anunciados." in visitor.get(f"{SCREEN}/prizes").text, "this event has none"


def test_teams_and_ties_on_screens(event_office: MakeEventOffice) -> None:
    app = event_office()
    for arbiter in (league_arbiter(), cup_arbiter(5, 2)):
        restore_log(app.state.site.events, arbiter.journal.lines)
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        matches = visitor.get("/t/liga/screen/pairings?round=1").text
        assert "Alfil" in matches
        assert "1 : 1" in matches
        rows = [re.sub(r"<[^>]*>|\\s+", " ", row).split() for row in re.findall(r"<li><p>(.*?)</p></li>", matches)]
        assert [" ".join(row) for row in rows[:3]] == [
            "1 Alfil 1 : 1 Torre", "1 Alfil 1 2001 1–0 Torre 1 2001", "2 Alfil 2 2002 0–1 Torre 2 2002",
        ]  # fmt: skip
        assert "Alfil 2" not in visitor.get("/t/liga/screen/results?round=1").text, "the scores alone"
        names = visitor.get("/t/liga/screen/names?round=1").text
        assert names.index("Alfil 1") < names.index("Gambito 2") < names.index("Torre 1")
        assert "1.2" in names, "match and board"
        assert "Peón Rey" in visitor.get("/t/liga/screen/names").text, "before the line-ups the matches"
        assert "Alfil" in visitor.get("/t/liga/screen/standings").text
        ties = visitor.get("/t/copa/screen/standings").text
        assert "Player 001" in ties
        for screen in ("pairings", "names", "results", "all"):
            assert "Player" in visitor.get(f"/t/copa/screen/{screen}").text, screen


def view_with(**rules: Any) -> PublicState:
    view = public_view(Journal(list(the_log()[:86])).state)
    return PublicState(replace(view, rules=replace(view.event_rules, **rules)))


def test_the_clock_counts_to_the_start_and_then_to_the_end_of_the_default_time() -> None:
    from arpad.web.tournaments.screens import clock_face

    schedule = ({"round": "5", "start": "2026-05-03T16:00+02:00"},)
    view = view_with(schedule=schedule, default_minutes=30)
    before = PublicState(replace(view, rounds={**view.rounds, 5: replace(view.rounds[5], started_at="")}))
    face = clock_face(before)
    assert (face.until, face.left(dt.datetime(2026, 5, 3, 13, 48, 30, tzinfo=dt.UTC))) == ("start", 12)
    begun = replace(view.rounds[5], started_at="2026-05-03T14:05:00+00:00")
    playing = clock_face(PublicState(replace(view, rounds={**view.rounds, 5: begun})))
    assert (playing.until, playing.left(dt.datetime(2026, 5, 3, 14, 30, tzinfo=dt.UTC))) == ("default", 5)
    assert playing.left(dt.datetime(2026, 5, 3, 14, 35, tzinfo=dt.UTC)) is None
    assert clock_face(view_with(schedule=({"round": "5", "start": "2026-05-03T16:00"},))).at is None


def test_pages_and_screens_mark_players_who_left(event_office: MakeEventOffice) -> None:
    app = event_office()
    app.state.site.events.act(SLUG, WithdrawEntry(1, expelled=True), TOWN, NOW, Confirmation(True, "fair play", True))
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        for page in ("standings", "crosstable", "screen/standings?rows=100"):
            shown = visitor.get(f"/t/{SLUG}/{page}").text
            assert "[W4]" in shown, page
        document = visitor.get(f"/t/{SLUG}/standings.json").json()
    assert [row["left"]["kind"] for row in document["rows"] if "left" in row].count("withdrawn") == 1


# ------------------------------------------------------------------ broadcasts


def test_the_page_for_broadcasts_has_addresses_names_and_a_switch(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "arbiter")
    page = arbiter.get("desk/broadcast").text
    document = arbiter.get("desk/broadcast.json").json()
    assert document["rounds"][0].endswith(f"/t/{SLUG}/round/1.pgn")
    assert document["rounds"][0] in page
    assert document["replacements"][0] in page
    assert "This office has no token of lichess" in page
    assert at_desk(app).post("desk/broadcast", push="on", json=True).json()["key"] == "push-not-offered"
    assert at_desk(app, "scorer").post("desk/broadcast", push="off").status_code == 403


@pytest.mark.parametrize("language", ["en", "es"])
def test_pushing_is_turned_on_at_the_desk(event_office: MakeEventOffice, language: str) -> None:
    app = event_office(push=read_push_place("http://127.0.0.1:9", "lip_hidden"))
    chief = at_desk(app)
    assert "lip_hidden" not in chief.get(f"desk/broadcast?lang={language}").text
    assert chief.get("desk/broadcast.json").json()["pushes"]["on"] is False
    assert chief.post("desk/broadcast", push="on").status_code == 303
    switch_off = {"en": "Push no games any more", "es": "No enviar más partidas"}
    assert switch_off[language] in chief.get(f"desk/broadcast?lang={language}").text
    assert send_games(app.state.site.events, app.state.site.settings.push, lambda: NOW).waiting == 1
    page = chief.get(f"desk/broadcast?lang={language}").text
    waits = {"en": "waits", "es": "espera"}
    assert f"<td>1</td><td>{waits[language]}</td>" in page
    assert "lip_hidden" not in page + chief.get("desk/broadcast.json").text


def test_moves_are_given_at_the_desk_and_shown_when_the_rules_say_so(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter, visitor = at_desk(app, "arbiter"), at_desk(app, "")
    board = visitor.get("round/5.json").json()["pairs"][0]
    pgn = f'[White "{board["white_name"]}"]\n[Black "{board["black_name"]}"]\n[Round "5"]\n\n1. e4 e5 2. Ke3 *\n'
    before = visitor.get("round/5.pgn")
    done = arbiter.post("desk/moves", pgn=pgn)
    assert (done.status_code, "desk/broadcast" in done.headers["location"]) == (303, True)
    assert "Ke3" in arbiter.get(done.headers["location"].split(f"/t/{SLUG}/")[1]).text, "what is wrong is said"
    game = visitor.get("round/5.pgn")
    assert "\n1. e4 e5 {not legal: Ke3}" in game.text
    assert before.headers["etag"] != game.headers["etag"]
    assert "1. e4 e5" in visitor.get("round/5").text
    app.state.site.events.act(SLUG, SetRule("moves", "after-round"), TOWN, NOW, AGREED)
    assert "1. e4 e5" not in visitor.get("round/5.pgn").text + visitor.get("round/5").text
    app.state.site.events.act(SLUG, SetRule("moves", "15-minutes"), TOWN, NOW, AGREED)
    assert "1. e4 e5" not in visitor.get("round/5.pgn").text + visitor.get("round/5").text
    assert arbiter.post("desk/moves", pgn="", json=True).status_code == 400
