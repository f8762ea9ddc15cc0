"""A league and a knock-out at the desk: teams, secret line-ups, matches, ties that go into their next stage."""

from typing import Any

from arpad.tournament.acts.event import AddStaff, Create
from arpad.tournament.ending import rated_files
from arpad.tournament.knockout import stages_of
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
    page = officer.get("desk/bracket").text
    assert "White: Player" in page
    assert "winner of 1 – winner of 2" in page
    assert "Open the next stage of level ties: 2" in officer.get("desk").text, "while tie 1 is played"


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


def test_results_of_teams_stand_under_their_match(event_office: MakeEventOffice) -> None:
    """Each board below its match with the names of both teams; a missing line-up is named before the round starts."""
    app = event_office()
    rules: dict[str, Any] = {"slug": "liga", "name": "Liga", "kind": "team", "system": "team", "rounds": 2, "boards": 2}
    officer = made(app, **rules, bye_points=[1, 1])
    entered(officer, 8)
    for team in range(4):
        squad = f"{2 * team + 1} {2 * team + 2}"
        assert officer.post("desk/teams", team_name=f"Club {team + 1}", list=squad).status_code == 303
    officer.post("desk/entries/close", initial="w", yes="1")
    assert officer.post("desk/round/1/next").status_code == 303
    draft = officer.get("desk/round/1")
    assert sorted(officer.get("desk/round/1.json").json()["line_ups_missing"]) == [f"Club {n}" for n in range(1, 5)]
    assert "publish-start" not in draft.text
    assert officer.post("desk/round/1/publish").status_code == 303
    waiting = officer.get("desk/round/1").text
    assert "4 teams have given no line-up" in waiting
    started = officer.post("desk/round/1/start", back="desk/results/1")
    assert started.headers["location"] == "/t/liga/desk/results/1"
    page = officer.get("desk/results/1").text
    matches = page.split('class="match-of"')[1:]
    assert len(matches) == 2
    assert all(one.count('class="board open"') == 2 for one in matches)
    assert "<small>Club 1</small>" in page


def test_a_knock_out_is_played_with_the_time_control_of_the_event(event_office: MakeEventOffice) -> None:
    """Level ties lead to their next stage, which says its time control; a rapid knock-out is reported as rapid."""
    app = event_office()
    rules = {"slug": "copa", "name": "Copa", "system": "knockout", "time_control": "15+10"}
    officer = made(app, **rules)
    entered(officer, 2)
    officer.post("desk/entries/close", yes="1", seed="7", initial="w")
    assert officer.post("desk/round/1/next").status_code == 303
    assert officer.post("desk/round/1/publish-start").status_code == 303
    assert officer.post("desk/results/1/many", results="=\n=").status_code == 303
    assert "Open the next stage" in officer.get("desk/results/1").text
    level = officer.get("desk/bracket").text
    assert "2 × 25+10" in level
    assert officer.post("desk/bracket/1", seed="3").status_code == 303
    assert "/desk/results/1" in officer.get("desk/bracket").text.split("<h1>")[1]
    boards = officer.get("desk/results/1.json").json()["open"]
    assert officer.post("desk/results/1/many", results=f"{boards[0]} 1\n{boards[1]} =").status_code == 303
    state = app.state.site.events.open("copa").state
    assert [stage.time_control for stage in stages_of(state)] == ["15+10", "25+10", "5+3", "5-4"]
    files = rated_files(state)
    assert [(file.time_class, b"15+10" in file.data) for file in files] == [("rapid", True)]
    assert "2 × 15+10" in officer.visitor.get("/t/copa/bracket").text
