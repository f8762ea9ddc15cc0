"""Rounds at the desk: the draft is drawn, looked at, explained, amended and published in a browser without scripts."""

from typing import Any

from arpad.i18n import text
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult, SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.amendments import parse_given
from arpad.tournament.journal import Confirmation
from arpad.tournament.results import parse_results
from web_demo import NOW
from web_event import SLUG, TOWN, AtDesk, MakeEventOffice, at_desk


def with_round_5_over(event_office: MakeEventOffice) -> AtDesk:
    """The chief, with all results of round 5 entered."""
    app = event_office()
    app.state.site.events.act(SLUG, SetResults(5, parse_results("1\n" * 29)), TOWN, NOW)
    return at_desk(app)


def test_a_round_from_the_draw_to_its_start(event_office: MakeEventOffice) -> None:
    chief = with_round_5_over(event_office)
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
