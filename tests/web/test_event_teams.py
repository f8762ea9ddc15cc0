"""A league and a knock-out at the desk: teams, secret line-ups, matches, ties that go into their next stage."""

from typing import Any

from arpad.tournament.acts.event import AddStaff, Create
from web_demo import NOW
from web_event import TOWN, AtDesk, MakeEventOffice, at_desk

RULES: dict[str, Any] = {"federation": "ESP", "start": "2026-06-01", "end": "2026-06-03", "default_minutes": 30}


def made(app: Any, **rules: Any) -> AtDesk:
    """Somebody at the desk of a new event."""
    app.state.site.events.create(rules["slug"], Create(RULES | rules), TOWN, NOW)
    return at_desk(app, "demo", rules["slug"])


def entered(officer: AtDesk, count: int) -> None:
    rows = "".join(f"Player {number},{2400 - number}\n" for number in range(1, count + 1))
    assert officer.post("desk/entries/file", csv="name,rating\n" + rows).status_code == 303


def test_a_league_with_secret_line_ups(event_office: MakeEventOffice) -> None:
    app = event_office()
    rules: dict[str, Any] = {"slug": "liga", "name": "Liga", "kind": "team", "system": "team", "rounds": 2, "boards": 2}
    officer = made(app, **rules, bye_points=[1, 1])
    entered(officer, 12)
    for team in range(4):
        squad = " ".join(str(3 * team + place) for place in (1, 2, 3))
        assert officer.post("desk/teams", team_name=f"Club {team + 1}", list=squad).status_code == 303
    assert "Club 4" in officer.get("desk/teams").text
    assert officer.post("desk/entries/close", initial="w", yes="1").status_code == 303
    for step in ("draw", "publish"):
        assert officer.post(f"desk/round/1/{step}", yes="1").status_code == 303
    match = officer.get("desk/lineups/1.json").json()["matches"][0]
    home, guest = match["white"], match["black"]
    app.state.site.events.act("liga", AddStaff("stranger", "captain", team=home), TOWN, NOW)
    captain = at_desk(app, "stranger", "liga")
    squad = officer.get("desk/lineups/1.json").json()["lists"]
    wrong = captain.post("desk/lineups/1", team=guest, seats=" ".join(map(str, squad[str(guest)][:2])))
    assert wrong.status_code == 403
    own = [*squad[str(home)][:2]]
    assert captain.post("desk/lineups/1", team=home, seats=" ".join(map(str, own))).status_code == 303
    backwards = captain.post("desk/lineups/1", team=home, seats=" ".join(map(str, reversed(own))))
    assert backwards.status_code in (400, 409)
    assert (
        officer.post("desk/lineups/1", team=guest, seats=" ".join(map(str, squad[str(guest)][:2]))).status_code == 303
    )
    seen = captain.get("desk/lineups/1.json").json()["matches"]
    assert [len(one["boards"]) for one in seen] == [2]
    assert captain.get("desk/lineups/1").status_code == 200
    assert captain.get("desk/entries").status_code == 403
    assert (
        officer.post("desk/lineups/1/forfeit", match=2, forfeit="+-", reason="nobody came", yes="1").status_code == 303
    )
    assert "only the first team came" in officer.get("desk/lineups/1").text
    assert "Why?" in officer.get("desk/round/1").text


def test_a_captain_does_not_see_the_other_line_up_before_the_own_one(event_office: MakeEventOffice) -> None:
    app = event_office()
    rules: dict[str, Any] = {"slug": "copa", "name": "Copa", "kind": "team", "system": "team", "rounds": 1, "boards": 2}
    officer = made(app, **rules, bye_points=[1, 1])
    entered(officer, 4)
    for team in range(2):
        officer.post("desk/teams", team_name=f"Club {team + 1}", list=f"{2 * team + 1} {2 * team + 2}")
    officer.post("desk/entries/close", initial="w", yes="1")
    for step in ("draw", "publish"):
        officer.post(f"desk/round/1/{step}", yes="1")
    officer.post("desk/lineups/1", team=2, seats="3 4")
    app.state.site.events.act("copa", AddStaff("stranger", "captain", team=1), TOWN, NOW)
    captain = at_desk(app, "stranger", "copa")
    match = captain.get("desk/lineups/1.json").json()["matches"][0]
    assert match["line_ups"].count(None) == 2
    assert "secret until both are there" in captain.get("desk/lineups/1").text


def test_a_knock_out_goes_into_its_next_stage(event_office: MakeEventOffice) -> None:
    rules: dict[str, Any] = {"slug": "ko", "name": "KO", "system": "knockout", "level": "L3"}
    stages = [["standard", 2, "90+30"], ["rapid", 2, "25+10"], ["sudden-death", 1, "5-4"]]
    officer = made(event_office(), **rules, stages=stages)
    entered(officer, 4)
    assert officer.post("desk/entries/close", seed=7, yes="1").status_code == 303
    for step in ("draw", "publish"):
        assert officer.post(f"desk/round/1/{step}", yes="1").status_code == 303
    boards = officer.get("desk/round/1.json").json()["pairs"]
    for board in boards:
        assert officer.post("desk/results/1", board=board["board"], result="1/2").status_code == 303
    level = [one["tie"] for one in officer.get("desk/bracket.json").json()["ties"] if one["level"]]
    assert level == [1, 2]
    assert officer.post("desk/bracket/1").status_code == 400
    assert officer.post("desk/bracket/1", seed=5).status_code == 303
    assert "White: Player" in officer.get("desk/bracket").text


def test_a_play_off(event_office: MakeEventOffice) -> None:
    """Two players who are level play two games; everybody sees them once they are there."""
    app = event_office()
    officer = made(app, slug="final", name="Final", system="berger", order="given", play_off="C.11")
    entered(officer, 2)
    assert officer.post("desk/entries/close", yes="1").status_code == 303
    assert officer.post("desk/round/1/publish", yes="1").status_code == 303
    assert officer.post("desk/results/1", board=1, result="1/2").status_code == 303
    assert "There is no play-off." in officer.get("desk/play-offs").text
    everybody = at_desk(app, "", "final")
    assert "/t/final/play-offs" not in everybody.get("standings").text
    assert "/t/final/desk/play-offs" in officer.get("desk").text
    opened = officer.post("desk/play-offs", players="1 2", seed=3, yes="1", reason="planned")
    assert opened.status_code == 303, opened.text
    for game, result in ((1, "1/2"), (2, "1-0")):
        assert officer.post("desk/play-offs/result", play_off=1, game=game, result=result).status_code == 303
    assert "/t/final/play-offs" in everybody.get("standings").text
    (told,) = everybody.get("play-offs.json").json()["play_offs"]
    assert [len(told["games"]), told["winner"]] == [2, told["games"][1]["white"]]
    assert told["winner_name"] in everybody.get("play-offs").text
