"""A Swiss of twelve teams in a real Chromium (J3): its first round and everything special with the pages, the rest by
the same commands without them."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import expect

from arpad.tournament.acts.players import CloseList
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.acts.teams import AddTeam, SetLineUp
from arpad.tournament.documents import match_documents, team_document
from arpad.tournament.journal import in_turn
from arpad.tournament.results import TypedResult
from league_of_twelve import LEAGUE, LEAGUE_ROUNDS, RULES, SQUAD, entry_of, league_results, line_ups
from web_journeys import NOW, PHONE, Desk, OpenHall, agree

SLUG = "liga"
CAPTAIN = 1
"""The team whose captain has a link."""


def given(desk: Desk, number: int, *without: int) -> None:
    """Line-ups without a page."""
    told = [one for one in line_ups(LEAGUE_ROUNDS[number - 1]) if one[0] not in without]
    desk.hall.does(SLUG, in_turn([SetLineUp(team, number, players) for team, players in told]))


def played(desk: Desk, number: int) -> None:
    """The results of a round without a page."""
    told = [TypedResult(*one) for one in league_results(LEAGUE_ROUNDS[number - 1])]
    desk.hall.does(SLUG, SetResults(number, told))


def up(desk: Desk, number: int) -> None:
    desk.hall.does(SLUG, DrawNext(number), Publish(number))


def sits(desk: Desk, number: int, team: int, players: Sequence[int | str]) -> None:
    """Choose the players of a team board by board, - for nobody, and give the line-up."""
    form = desk.goes(f"desk/lineups/{number}").locator(f"form:has(input[name=team][value='{team}'])")
    if not form.is_visible():
        form.locator("xpath=..").locator("summary").click()
    for board, entry in enumerate(players):
        form.locator("select").nth(board).select_option(str(entry))
    form.locator("button").click()


def as_told(desk: Desk, number: int) -> None:
    """Every match of a round has the score of the vector."""
    for found, match in zip(match_documents(desk.state, number), LEAGUE_ROUNDS[number - 1]["matches"], strict=True):
        assert [found.white, found.black] == [match["white"], match["black"]]
        assert [list(found.score), list(found.match_points)] == [match["score"], match["match_points"]]


def test_j3_a_league_of_twelve(halls: OpenHall) -> None:
    """J3 at a desktop, in Spanish, light, with scripts, on PostgreSQL; a captain on a telephone in English, dark,
    without scripts."""
    hall = halls("postgresql")
    page = hall.opens("/t/new", "clara", locale="es-ES")
    people = [
        f"{team['name']} {place},{rating}"
        for team in LEAGUE["teams"]
        for place, rating in enumerate(team["ratings"], 1)
    ]
    rules: dict[str, Any] = {"slug": SLUG, "name": "Liga de Prueba", "initial": "w", "time_control": "90+30"}
    desk = hall.founds(page, RULES | rules, ["name,rating", *people])
    for team in LEAGUE["teams"]:
        players = [entry_of(team["number"], place) for place in range(1, SQUAD + 1)]
        if team["number"] == CAPTAIN:
            desk.acts("team", team_name=team["name"], list=" ".join(map(str, players)))
        else:
            hall.does(SLUG, AddTeam(team["name"], players))
    desk.acts("close-list")
    first(desk)
    up(desk, 2)
    given(desk, 2)
    desk.goes("desk/round/2")
    desk.sends("/start")
    expect(desk.goes("desk/lineups/2").locator("main")).to_contain_text("por defecto")
    played(desk, 2)
    wrong_order(desk)
    up(desk, 4)
    given(desk, 4)
    hall.does(SLUG, Start(4, NOW.isoformat()))
    desk.enters(4, league_results(LEAGUE_ROUNDS[3]))
    nobody_came(desk)
    for number in (6, 7):
        up(desk, number)
        given(desk, number)
        hall.does(SLUG, Start(number, NOW.isoformat()))
        played(desk, number)
    for number in range(1, 8):
        as_told(desk, number)
    desk.goes("desk/hand-over")
    desk.sends("/finish")
    points = {team: team_document(desk.state, team) for team in desk.state.teams}
    found = {team: [one.match_points, one.game_points] for team, one in points.items()}
    assert found == {team: [match, game] for team, match, game in LEAGUE_ROUNDS[-1]["after"]}
    assert [sum(row) for row in zip(*found.values(), strict=True)] == [84, 164]
    rows = desk.goes("standings").locator("table tbody tr")
    for place, name in ((2, "CA Candelas"), (3, "CA Villarta")):
        expect(rows.nth(place)).to_contain_text(name)


def first(desk: Desk) -> None:
    """Round 1: a captain gives a line-up by a link, the arbiter that of the other team; all results at once."""
    desk.goes("desk/round/1")
    desk.sends("/draw", "/publish")
    desk.acts("link", label="Capitán de Candelas", role="captain", team=str(CAPTAIN))
    telephone = desk.hall.opens("/t", width=PHONE, color_scheme="dark", java_script_enabled=False)
    telephone.goto(str(desk.page.locator(".code a").get_attribute("href")))
    telephone.locator("#name").fill("Eva Roldán")
    telephone.locator("main button").click()
    captain = Desk(desk.hall, telephone, SLUG)
    match = LEAGUE_ROUNDS[0]["matches"][0]
    own, other = (dict(line_ups(LEAGUE_ROUNDS[0]))[match[side]] for side in ("white", "black"))
    sits(captain, 1, CAPTAIN, own)
    expect(telephone.locator("main")).to_contain_text("The line-up of CA Candelas is given.")
    expect(telephone.locator("main")).to_contain_text("secret until both are there")
    assert telephone.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert tuple(desk.state.lineups[CAPTAIN, 1].players) == tuple(own)
    sits(desk, 1, match["black"], other)
    telephone.reload()
    expect(telephone.locator("main")).not_to_contain_text("secret until both are there")
    given(desk, 1, match["white"], match["black"])
    desk.goes("desk/round/1")
    desk.sends("/start")
    desk.enters(1, league_results(LEAGUE_ROUNDS[0]))


def wrong_order(desk: Desk) -> None:
    """Round 3: a team sits down in another order, which is seen at the board; 1½–2½ becomes 3–1."""
    up(desk, 3)
    given(desk, 3)
    desk.hall.does(SLUG, Start(3, NOW.isoformat()))
    ((team, players),) = line_ups(LEAGUE_ROUNDS[2], late=True)
    sits(desk, 3, team, players)
    agree(desk.page, "visto en el tablero")
    played(desk, 3)
    match = desk.goes("desk/lineups/3").locator("section.card").nth(1)
    expect(match).to_contain_text("3–1")
    expect(match.locator(".message")).to_contain_text("2, 3")
    everybody = desk.hall.opens(f"/t/{SLUG}/round/3/match/2", width=PHONE)
    expect(everybody.locator("main")).to_contain_text("3 : 1")


def nobody_came(desk: Desk) -> None:
    """Round 5: a team does not come, and is taken out."""
    up(desk, 5)
    given(desk, 5)
    told = LEAGUE_ROUNDS[4]
    match = next(one for one in told["matches"] if "forfeit" in one)
    desk.acts("match-forfeit", f"round=5&match={match['match']}", forfeit=match["forfeit"], reason="no vino nadie")
    desk.hall.does(SLUG, Start(5, NOW.isoformat()))
    played(desk, 5)
    desk.goes("desk/teams")
    desk.acts("team-withdraw", f"team={told['withdrawn'][0]}", round="6")
    assert desk.state.teams[told["withdrawn"][0]].withdrawn_from == 6


def test_a_board_stays_empty(halls: OpenHall) -> None:
    """A team has nobody for its second board: seen by everybody, on a telephone in Spanish, and a win without play."""
    hall = halls("sqlite")
    page = hall.opens("/t/new", "clara", width=PHONE)
    rules: dict[str, Any] = {"slug": "copa", "name": "Copa", "kind": "team", "system": "team", "rounds": 1}
    more = {"boards": 2, "bye_points": [1, 1], "initial": "w", "time_control": "90+30"}
    people = ["name,rating", *(f"Player {number},{2400 - number}" for number in range(1, 5))]
    desk = hall.founds(page, rules | more, people)
    teams = in_turn([AddTeam("Alfa", [1, 2]), AddTeam("Beta", [3, 4])])
    hall.does("copa", teams, CloseList(), DrawNext(1), Publish(1))
    sits(desk, 1, 1, ["1", "-"])
    sits(desk, 1, 2, ["3", "4"])
    expect(page.locator("main")).to_contain_text("nobody, the board stays empty")
    assert tuple(desk.state.lineups[1, 1].players) == (1, 0)
    hall.does("copa", Start(1, NOW.isoformat()))
    desk.enters(1, [(1, "1-0")])
    (match,) = match_documents(desk.state, 1)
    assert match.score == (1, 1)
    everybody = hall.opens("/t/copa/round/1/match/1", width=PHONE, locale="es-ES")
    expect(everybody.locator("main")).to_contain_text("1 : 1")
    assert everybody.evaluate("document.documentElement.scrollWidth") <= PHONE
