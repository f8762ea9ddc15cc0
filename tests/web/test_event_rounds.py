"""Rounds at the desk: the draft is drawn, looked at, explained, amended and published in a browser without scripts."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.i18n import text
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult, SetResults
from arpad.tournament.acts.rounds import DrawNext, NextRound, Publish, PublishAndStart
from arpad.tournament.acts.ties import OpenStage
from arpad.tournament.amendments import parse_given
from arpad.tournament.journal import Confirmation
from arpad.tournament.knockout import ties_of
from arpad.tournament.results import parse_results
from arpad.tournament.standings import standings_after
from arpad.tournament.unusual import unusual_of
from arpad.web.tournaments.context import DESK_GROUPS, DESK_MENU
from arpad.web.tournaments.desk.results import AfterRound, after_round
from web_demo import NOW
from web_event import SLUG, TOWN, AtDesk, MakeEventOffice, at_desk


def with_round_5_over(event_office: MakeEventOffice) -> AtDesk:
    """The chief, with all results of round 5 entered."""
    app = event_office()
    app.state.site.events.act(SLUG, SetResults(5, parse_results("1\n" * 29)), TOWN, NOW)
    return at_desk(app)


def test_a_round_from_the_draw_to_its_start(event_office: MakeEventOffice) -> None:
    chief = with_round_5_over(event_office)
    step = chief.get("desk.json").json()["next"][-1]
    assert (step["step"], step["page"]) == ("next", "desk/results/5")
    assert "Finish round 5, and go on to round 6" in chief.get("desk").text
    before = chief.get("desk/round/6")
    assert "Draw the round" in before.text
    assert chief.get("desk/round/7").status_code == 404
    drawn = chief.post("desk/round/6/draw")
    assert (drawn.status_code, drawn.headers["location"]) == (303, f"/t/{SLUG}/desk/round/6")
    draft = chief.get("desk/round/6")
    assert "Only the staff sees this draft" in draft.text
    assert chief.get("desk/round/6.json").json()["state"] == "drawn"
    assert f"/t/{SLUG}/desk/round/6/why?board=1" in draft.text
    assert chief.post("desk/round/6/publish").status_code == 303
    assert chief.post("desk/round/6/start", json=True).json()["state"] == "playing"
    assert "Started:" in chief.get("desk/round/6").text


def test_why_two_players_meet(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    page = chief.get("desk/round/5/why?board=1")
    assert text("web.event-rounds.why-two", "en") in page.text
    assert chief.get("desk/round/5/why.json?board=1").json()["steps"]
    assert chief.get("desk/round/5/why").status_code == 200
    assert chief.get("desk/round/5/why?board=99").status_code == 404


def test_boards_change_places_and_every_change_is_answered(event_office: MakeEventOffice) -> None:
    chief = with_round_5_over(event_office)
    chief.post("desk/round/6/draw")
    plain = chief.get("desk/round/6/amend.json").json()
    assert plain["findings"] == []
    pressed = chief.get("desk/round/6/amend.json", params={"boards": plain["lines"], "seat": ["1b", "2b"]}).json()
    assert pressed["pairs"][0]["black"] == plain["pairs"][1]["black"]
    assert any(one["level"] == "reason" for one in pressed["findings"])
    assert chief.get("desk/round/6.json").json()["pairs"][0]["black"] == plain["pairs"][0]["black"]
    asked = chief.post("desk/round/6/amend", boards=pressed["lines"])
    assert (asked.status_code, 'name="reason"' in asked.text) == (400, True)
    kept = chief.post("desk/round/6/amend", boards=pressed["lines"], reason="a family", yes="1")
    assert kept.status_code == 303
    assert "These pairs are not those of the engine." in chief.get("desk/round/6").text
    twice = chief.get("desk/round/6/amend.json", params={"boards": "1 1 1"}).json()["findings"]
    assert [one["level"] for one in twice] == ["refused"]


def test_two_seats_change_places_the_bye_too() -> None:
    from arpad.web.tournaments.desk.rounds import as_lines, swapped

    given = parse_given("1 4 5\n2 6 7\nbye 3", by_number=True)
    assert as_lines(swapped(given, "1w", "2b")) == "1 7 5\n2 6 4\nbye 3"
    assert as_lines(swapped(given, "bye", "2w")) == "1 4 5\n2 3 7\nbye 6"


def test_players_are_kept_apart_and_a_round_without_a_pairing_says_why(event_office: MakeEventOffice) -> None:
    chief = with_round_5_over(event_office)
    everybody = " ".join(str(entry) for entry in range(1, 60))
    breach: dict[str, Any] = {"yes": "1", "reason": "a test", "outside_rules": "1"}
    assert chief.post("desk/pairs", players=everybody, **breach).status_code == 303
    assert "always" in chief.get("desk/pairs").text
    refused = chief.post("desk/round/6/draw")
    assert refused.status_code == 200
    assert "Round 6 cannot be paired" in refused.text
    assert "/do/allow?restriction=1" in refused.text
    assert chief.post("desk/round/6/draw", json=True).json()["possible"] is False
    assert chief.post("desk/pairs/allow", restriction=1, **breach).status_code == 303
    assert chief.post("desk/round/6/draw").status_code == 303


@pytest.mark.parametrize(
    ("language", "mark"), [("en", "FIDE mode left in round 6"), ("es", "Fuera del modo FIDE desde la ronda 6")]
)
def test_vcl_46_every_page_says_that_fide_mode_was_left(
    event_office: MakeEventOffice, language: str, mark: str
) -> None:
    """At the desk and for everybody; it is left in two steps, the second of which says what follows."""
    chief = with_round_5_over(event_office)
    chief.visitor.headers["accept-language"] = language
    pages = ("desk", "desk/round/5", "desk/entries", "desk/rules", "desk/log", "", "round/5", "standings", "players")
    assert not [page for page in pages if mark in chief.get(page).text]
    assert ("· FIDE mode" if language == "en" else "· modo FIDE") in chief.get("desk").text
    first = chief.post("desk/pairs", players="1 2")
    assert 'name="outside_rules"' not in first.text
    assert 'id="w-reason"' not in first.text
    unsaid = chief.post("desk/pairs", players="1 2", yes="1", asked_for="reason").text
    assert 'id="w-reason"' in unsaid
    second = chief.post("desk/pairs", players="1 2", reason="a test")
    assert 'name="outside_rules"' in second.text
    assert 'id="w-outside_rules"' not in second.text
    both = chief.post("desk/pairs", players="1 2", yes="1", asked_for="reason tick").text
    assert ('id="w-reason"' in both, 'id="w-outside_rules"' in both) == (True, True), "all that is missing at once"
    assert ("It leaves FIDE mode" if language == "en" else "sale del modo FIDE") in second.text
    assert chief.post("desk/pairs", players="1 2", reason="a test", yes="1", outside_rules="1").status_code == 303
    for page in pages:
        assert mark in chief.get(page).text, page
    assert chief.get("desk.json").json()["fide_mode"] == "left in round 6"


def test_results_are_published_at_the_time_of_the_schedule(event_office: MakeEventOffice) -> None:
    """Once, when the round is complete; results that an arbiter recalls are not published again by themselves."""
    app = event_office()
    event_store = app.state.site.events
    schedule = [{"round": 1, "results": "2023-03-02T11:00:00+00:00"}, {"round": 2, "results": "2023-03-03T11:00+01:00"}]
    rules = {"slug": "hora", "name": "A su hora", "rounds": 3, "start": "2023-03-01", "live": False, "initial": "w"}
    players = [Enter({"name": f"Player {number}", "rating": 2000 - number}) for number in range(1, 5)]
    event_store.create("hora", Create(rules | {"system": "dutch", "schedule": schedule}), TOWN, NOW)
    for command in (*players, CloseList(), DrawNext(), Publish(1), SetResult(1, 1, "1-0")):
        event_store.act("hora", command, TOWN, NOW, Confirmation(yes=True))
    everybody = at_desk(app, "", "hora")
    assert "1–0" not in everybody.get("round/1").text
    event_store.act("hora", SetResult(1, 2, "1-0"), TOWN, NOW)
    assert "1–0" in everybody.get("round/1").text
    line = event_store.lines("hora")[-1]
    assert (line.kind, line.who, line.data) == ("results.published", "schedule", {"round": 1})
    event_store.undo("hora", line.n, TOWN, NOW, Confirmation(yes=True, reason="too early"))
    assert "1–0" not in everybody.get("round/1").text


def test_the_menu_has_four_groups_and_says_what_waits(event_office: MakeEventOffice) -> None:
    """Every page of the desk is in a group, the group of the page is opened, and what waits is counted."""
    assert {page.group for page in DESK_MENU} == set(DESK_GROUPS)
    chief = at_desk(event_office())
    page = chief.get("desk/log")
    groups = re.findall(r'<ul class="groups">(.*?)</ul>', page.text, re.DOTALL)[0]
    assert re.findall(r'href="([^"]+)"', groups) == [
        f"/t/{SLUG}/{name}" for name in ("desk", "desk/results/5", "desk/entries", "desk/print", "desk/rules")
    ]
    assert ">29</span>" in groups
    assert text("web.event-desk.count-results", "en", count=29) in groups
    inside = re.findall(r'<ul class="tabs pages-of">(.*?)</ul>', page.text, re.DOTALL)[0]
    own = [page for page in DESK_MENU if page.group == "tournament"]
    assert re.findall(r"/(desk/[a-z-]+)", inside) == [page.address for page in own if page.needs in ("", "round")]
    assert {"rules", "staff", "incidents", "log", "hand-over"} <= {page.name for page in own}
    assert 'desk/log" aria-current="page"' in inside
    home = chief.get("desk").text
    wanted = [page for page in DESK_MENU if page.needs in ("", "round")]
    assert all(f'href="/t/{SLUG}/{page.address.format(5)}"' in home for page in wanted)


def test_the_form_of_an_act_stays_in_the_group_it_leads_back_to(event_office: MakeEventOffice) -> None:
    form = at_desk(event_office()).get("do/incident").text
    assert re.search(r'desk/rules" aria-current="true"', form)


def test_the_draft_shows_what_is_unusual_and_who_is_left_out(event_office: MakeEventOffice) -> None:
    """Somebody who did not come is excused or withdrawn beside the draft; the draft that no longer fits is drawn
    again, and withdrawing somebody leaves it as it is."""
    app = event_office()
    store = app.state.site.events
    store.act(SLUG, SetResults(5, parse_results("+\n+\n" + "1\n" * 27)), TOWN, NOW, Confirmation(yes=True))
    first, second = sorted(store.open(SLUG).state.unexplained)
    chief = at_desk(app)
    rows = chief.get("desk/results/5").text
    assert rows.count("not paired in round 6 until excused") == 2
    assert chief.post("desk/round/6/next").headers["location"] == f"/t/{SLUG}/desk/round/6"
    draft = chief.get("desk/round/6.json").json()
    assert {one["entry"] for one in draft["absent"] if one["unexplained"]} == {first, second}
    assert {"bye", "no-third-colour"} & {one["code"] for one in draft["unusual"]}
    assert draft["misfit"] is None
    gone = chief.post(f"desk/entries/{second}/withdraw", back="desk/round/6")
    assert gone.headers["location"] == f"/t/{SLUG}/desk/round/6"
    assert store.open(SLUG).state.entries[second].withdrawn_from == 6
    assert chief.get("desk/round/6.json").json()["misfit"] is None
    asked = chief.post(f"desk/entries/{first}/excuse", back="desk/round/6")
    assert (asked.status_code, 'name="back" value="desk/round/6"' in asked.text) == (400, True)
    excused = chief.post(f"desk/entries/{first}/excuse", back="desk/round/6", reason="the bus", yes="1")
    assert excused.headers["location"] == f"/t/{SLUG}/desk/round/6"
    stale = chief.get("desk/round/6")
    assert "This draft no longer fits" in stale.text
    assert "publish-start" not in stale.text
    assert chief.post("desk/round/6/publish-start").status_code == 400
    assert chief.post("desk/round/6/next").status_code == 303
    again = chief.get("desk/round/6.json").json()
    assert again["misfit"] is None
    assert not any(one["unexplained"] for one in again["absent"])
    started = chief.post("desk/round/6/publish-start")
    assert started.headers["location"] == f"/t/{SLUG}/desk/results/6"
    assert chief.get("desk/round/6.json").json()["state"] == "playing"


def test_a_form_is_led_back_to_pages_of_the_desk_only(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    for back in ("//evil.example", "https://evil.example", "../../login", "desk/../x", "desk//x"):
        answer = chief.post("desk/incidents", text="A phone rang.", back=back)
        assert answer.headers["location"] == f"/t/{SLUG}/desk/incidents"


def test_what_is_unusual_about_a_pair() -> None:
    """Colours, floats and a rematch, from the rounds that were played."""
    arbiter = Arbiter({"system": "dutch", "rounds": 5})
    arbiter.enters(12)
    arbiter.closes()
    for number in (1, 2, 3):
        arbiter.does(DrawNext(number))
        arbiter.does(Publish(number))
        arbiter.does(SetResults(number, parse_results("1\n" * 6)))
    arbiter.does(DrawNext(4))
    assert [thing.code for thing in unusual_of(arbiter.state, 4)][-1] == "no-third-colour"
    drawn, before = arbiter.state.rounds[4], arbiter.state.rounds[3]
    turned = {number: replace(board, white=board.black, black=board.white) for number, board in before.boards.items()}
    wrong = replace(arbiter.state, rounds={**arbiter.state.rounds, 3: replace(before, boards=turned)})
    assert "colour-third" in {thing.code for thing in unusual_of(wrong, 4)}
    again = replace(arbiter.state, rounds={**arbiter.state.rounds, 4: replace(drawn, boards=before.boards)})
    codes = [thing.code for thing in unusual_of(again, 4)]
    assert codes.count("rematch") == 6
    for thing in unusual_of(again, 4):
        assert "{" not in thing.message.text("en") + thing.message.text("es")


def test_every_system_has_its_way_to_the_next_round() -> None:
    robin = Arbiter({"system": "berger", "order": "given"})
    robin.enters(4)
    robin.closes()
    robin.does(Publish(1))
    assert after_round(robin.state, 1) is None
    robin.does(SetResults(1, parse_results("1\n1")))
    assert after_round(robin.state, 1) == AfterRound("show", 2)
    robin.does(NextRound(2))
    assert robin.state.rounds[1].results_n is not None
    robin.does(PublishAndStart(2, "2026-06-01T10:00:00+00:00"))
    assert robin.state.rounds[2].started_at
    assert after_round(robin.state, 1) is None
    robin.does(SetResults(2, parse_results("1\n1")))
    robin.does(Publish(3))
    robin.does(SetResults(3, parse_results("1\n1")))
    assert after_round(robin.state, 3) == AfterRound("last", 3)

    cup = Arbiter({"system": "knockout"})
    cup.enters(4)
    cup.closes()
    cup.does(DrawNext(1))
    cup.does(PublishAndStart(1, "2026-06-01T10:00:00+00:00"))
    cup.does(SetResults(1, parse_results("=\n=\n1\n0")))
    left = after_round(cup.state, 1)
    assert left is not None
    assert (left.step, left.ties) == ("ties", tuple(t.number for t in ties_of(cup.state).values() if t.level))
    for tie in left.ties:
        cup.does(OpenStage(tie, seed=1))
    assert after_round(cup.state, 1) is None
    opened = cup.state.rounds[1].open_boards
    typed = [f"{board} {'10'[place % 2]}" for place, board in enumerate(opened)]
    cup.does(SetResults(1, parse_results("\n".join(typed))))
    assert after_round(cup.state, 1) == AfterRound("draw", 2)
    cup.does(NextRound(2))
    assert after_round(cup.state, 1) == AfterRound("draft", 2)


def test_a_correction_shows_what_it_changes_before_it_is_done(event_office: MakeEventOffice) -> None:
    """After the next round is out: pairings stand, standings move, one reason, one button."""
    app = event_office()
    store = app.state.site.events
    chief = at_desk(app)
    board = next(board for board in store.open(SLUG).state.rounds[4].games if board.result == "1-0")
    asked = chief.get(f"desk/results/4/{board.number}")
    assert f'method="get" action="/t/{SLUG}/desk/results/4/{board.number}"' in asked.text
    head = store.open(SLUG).state.head
    page = chief.get(f"desk/results/4/{board.number}?result=0-1")
    assert store.open(SLUG).state.head == head
    assert "Correct 1–0 to 0–1?" in page.text
    assert "The pairings of round 5 stand" in page.text
    told = chief.get(f"desk/results/4/{board.number}.json?result=0-1").json()["correction"]
    before = {row.number: row for row in standings_after(store.open(SLUG).state).table.rows}
    white = store.open(SLUG).state.number_of(board.white)
    moved = {row["number"]: row for row in told["moved"]}
    assert Fraction(str(moved[white]["points"])) == before[white].points - 1
    assert (moved[white]["was_rank"], moved[white]["rank"] > before[white].rank) == (before[white].rank, True)
    fields = {"board": board.number, "result": "0-1", "version": board.version, "yes": "1"}
    done = chief.post("desk/results/4", **fields, reason="the score sheet")
    assert done.status_code == 303
    state = store.open(SLUG).state
    now = {row.number: row.rank for row in standings_after(state).table.rows}
    assert all(now[row["number"]] == row["rank"] for row in told["moved"])
    rating = chief.get("desk/results/2/1.json?result=1/2").json()["correction"]
    assert (rating["rating_only"], rating["moved"]) == (True, [])
    assert f'action="/t/{SLUG}/desk/corrections"' in chief.get("desk/results/2/1?result=1/2").text
    assert chief.get(f"desk/results/4/{board.number}?result=zz").status_code == 422
