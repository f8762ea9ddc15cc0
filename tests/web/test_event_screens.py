"""Screens in the hall: pages turn by the header alone, with no link and no script; the clock counts down."""

import datetime as dt
from dataclasses import replace
from typing import Any

from arpad.tournament.acts.absences import WithdrawEntry
from arpad.tournament.journal import Confirmation, Journal
from arpad.tournament.public import PublicState, public_view
from valdeoca import the_log
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, TOWN, MakeEventOffice

SCREEN = f"/t/{SLUG}/screen"


def test_pages_turn_by_themselves_and_begin_again(event_client: TestClient) -> None:
    first = event_client.get(f"{SCREEN}/pairings?columns=1&rows=15&seconds=8")
    assert first.headers["refresh"] == f"8; url={SCREEN}/pairings?columns=1&rows=15&seconds=8&page=2"
    assert first.headers["cache-control"] == "no-store"
    assert "1 / 2" in first.text
    last = event_client.get(f"{SCREEN}/pairings?columns=1&rows=15&page=2")
    assert last.headers["refresh"].endswith("page=1")
    beyond = event_client.get(f"{SCREEN}/pairings?columns=1&rows=15&page=3")
    assert "1 / 2" in beyond.text
    for what in ("names", "results", "standings", "clock"):
        page = event_client.get(f"{SCREEN}/{what}?lang=es")
        assert page.status_code == 200, what
        assert "<a " not in page.text
        assert "<script" not in page.text
    assert event_client.get(f"{SCREEN}/weather").status_code == 422
    assert event_client.get(f"{SCREEN}/names?size=500").status_code == 422


def test_rows_are_cut_into_columns() -> None:
    from arpad.web.tournaments.screens import ScreenAsked

    asked = ScreenAsked(seconds=20, columns=2, size=28, rows=2, page=2)
    assert asked.cut(list(range(7))) == [[4, 5], [6]]
    assert (asked.pages(7), asked.shown(3).page, asked.pages(0)) == (2, 1, 1)


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
