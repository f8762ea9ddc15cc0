"""A round robin, a double one, a match and a knock-out in a real Chromium (J2, J4, J5): the first and the special
rounds with the pages, the others by the same commands without them."""

import datetime as dt
import json
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.acts.ties import OpenStage
from arpad.tournament.knockout import ties_of
from arpad.tournament.results import TypedResult
from places import FIXTURES
from web_journeys import PHONE, Desk, OpenHall

FOLDER = FIXTURES / "tournament"
ROBIN: dict[str, Any] = json.loads((FOLDER / "round-robin-10.json").read_text("utf-8"))["annulled"]
OTHERS: dict[str, Any] = json.loads((FOLDER / "double-and-match.json").read_text("utf-8"))
CUP: dict[str, Any] = json.loads((FOLDER / "knockout-16.json").read_text("utf-8"))
RULES = {
    "slug": "prueba", "name": "Torneo de Prueba", "federation": "ESP", "start": "2026-05-01", "end": "2026-05-08",
    "time_control": "90+30", "default_minutes": 15,
}  # fmt: skip
STAGES = ("standard", "rapid", "blitz", "sudden-death")
SPANISH: dict[str, Any] = {"locale": "es-ES", "color_scheme": "dark"}


def players(count: int) -> list[str]:
    return ["name,rating", *(f"Player {number},{2600 - number}" for number in range(1, count + 1))]


def numbered(boards: list[list[Any]]) -> list[tuple[int, str]]:
    """Results with the numbers of their boards."""
    return [(board, result) for board, (_, _, result) in enumerate(boards, 1)]


def plays(desk: Desk, number: int, boards: list[list[Any]]) -> None:
    """The results of a round without a page."""
    desk.hall.does(desk.slug, SetResults(number, [TypedResult(*one) for one in numbered(boards)]))


def met(desk: Desk, number: int) -> list[list[int]]:
    return [[board.white, board.black] for board in desk.state.rounds[number].games]


def test_j2_a_player_leaves_a_round_robin(halls: OpenHall) -> None:
    """J2 on a telephone, in English, dark, with scripts, on PostgreSQL."""
    hall = halls("postgresql")
    page = hall.opens("/t/new", "clara", PHONE, color_scheme="dark")
    desk = hall.founds(page, RULES | {"system": "berger"}, players(10), form=True)
    page = desk.goes("desk/rules?rule=order")
    page.locator("#r-order").select_option("given")
    page.locator("[id='r-tie_breaks.own']").check()
    for place, code in enumerate(("DE", "SB", "", ""), 1):
        page.locator(f"[id='r-tie_breaks.{place}']").select_option(code)
    page.locator(".save button").click()
    expect(page.get_by_role("status").first).to_contain_text("Saved: ")
    assert desk.state.data["tie_breaks"] == ["DE", "SB"]
    desk.acts("close-list")
    desk.goes("desk/round/1")
    page.get_by_role("button", name="Publish all rounds").click()
    expect(page.get_by_role("status")).to_contain_text("1–9")
    for told in ROBIN["rounds"]:
        number, boards = told["round"], told["boards"]
        assert met(desk, number) == [board[:2] for board in boards]
        if number == ROBIN["completed"] + 1:
            desk.goes(f"desk/entries/{ROBIN['leaver']}")
            page.get_by_role("link", name="Withdraw from the event").click()
            page.locator("main form.card button").click()
        if number in (1, 5):
            desk.enters(number, numbered(boards))
        else:
            plays(desk, number, boards)
    desk.goes("desk/hand-over")
    desk.sends("/finish")
    standings = hall.opens("/t/prueba/standings", width=PHONE)
    first = standings.locator("table tbody tr")
    expect(first).to_have_count(9)
    expect(first.nth(0)).to_contain_text("Player 5")
    expect(first.nth(0)).to_contain_text("6½")
    expect(first.nth(1)).to_contain_text("Player 4")
    expect(first.nth(1)).to_contain_text("4½")


def test_j4_a_double_round_robin(halls: OpenHall) -> None:
    """J4 at a desktop, in Spanish, dark, without scripts, on PostgreSQL."""
    told, hall = OTHERS["double_round_robin"], halls("postgresql")
    page = hall.opens("/t/new", "clara", java_script_enabled=False, **SPANISH)
    desk = hall.founds(page, RULES | {"system": "double-berger", "order": "given"}, players(6))
    desk.acts("close-list")
    desk.goes("desk/round/1")
    page.get_by_role("button", name="Publicar todas las rondas").click()
    for one in told["schedule"]:
        number, boards = one["round"], one["boards"]
        assert met(desk, number) == [board[:2] for board in boards]
        if number == 1:
            desk.enters(number, numbered(boards))
        else:
            plays(desk, number, boards)
    desk.goes("desk/hand-over")
    desk.sends("/finish")
    desk.goes("crosstable")
    expect(page.locator("table tbody tr").first).to_contain_text("Player 3")
    expect(page.locator("table tbody tr").first).to_contain_text("7½")


def test_j4_a_match_is_decided_early(halls: OpenHall) -> None:
    """J4 on a telephone, in English, light, with scripts, on SQLite: the desk says when a match is decided."""
    told, hall = OTHERS["match"], halls("sqlite")
    page = hall.opens("/t/new", "clara", PHONE)
    rules = RULES | {"system": "match", "rounds": told["games"], "order": "given"}
    desk = hall.founds(page, rules, players(2))
    desk.acts("close-list")
    desk.goes("desk/round/1")
    page.get_by_role("button", name="Publish all rounds").click()
    for number, result in enumerate([*told["results"][:4], "1-0", "1-0"], 1):
        desk.acts("result", f"round={number}&board=1", result=result)
        said = page.locator("main [role=status]")
        if number == told["decided_after"]:
            expect(said.last).to_contain_text("is decided by game 4")
        if number > told["decided_after"]:
            expect(said.last).to_contain_text("not rated")
    desk.goes("desk")
    expect(page.locator(".steps")).to_contain_text("Finish")
    desk.goes("desk/hand-over")
    desk.sends("/finish")
    desk.goes("standings")


def stage_results(desk: Desk, number: int, stage: str) -> list[tuple[int, str]]:
    """The results of a stage of all ties of a round, on the boards that it has now."""
    ties, found = ties_of(desk.state), []
    for told in CUP["ties"]:
        games = [game for game in told["games"] if game[0] == stage]
        if told["round"] == number and games:
            boards = next(one for one in ties[told["tie"]].stages if one.name == stage).boards
            for board, (_, _, white, black, result) in zip(boards, games, strict=False):
                assert [board.white, board.black] == [white, black]
                found.append((board.number, result))
    return found


def lots(number: int, stage: str) -> dict[int, int]:
    """Who has White first in a stage, by the ties of a round that come to it."""
    return {
        told["tie"]: next(game[2] for game in told["games"] if game[0] == stage)
        for told in CUP["ties"]
        if told["round"] == number and any(game[0] == stage for game in told["games"])
    }


def cup_round(desk: Desk, number: int, *, pages: bool) -> None:
    """A round of the knock-out, stage after stage."""
    for stage in STAGES:
        for tie, white in (lots(number, stage) if stage != "standard" else {}).items():
            if pages and tie == 1:
                desk.goes("desk/bracket")
                desk.page.locator(f"form[action$='/bracket/{tie}'] button[value='{white}']").click()
            else:
                desk.hall.does(desk.slug, OpenStage(tie, first_white=white))
        if results := stage_results(desk, number, stage):
            if pages and stage in ("standard", "sudden-death"):
                desk.enters(number, results)
            else:
                desk.hall.does(desk.slug, SetResults(number, [TypedResult(*one) for one in results]))


def test_j5_a_knock_out_of_sixteen(halls: OpenHall, tmp_path: Path) -> None:
    """J5 at a desktop, in English, light, without scripts, on SQLite; its bracket on a telephone in Spanish."""
    hall = halls("sqlite")
    rows = ["id,name,federation,sex,title,rating,games,k,born,flag"]
    rows += [f"991000{one:02},Player {one},ESP,M,,{2600 - 10 * one},40,20,1990," for one in range(1, 17)]
    listed = tmp_path / "list.csv"
    listed.write_text("\n".join(rows))
    hall.has_list(listed, dt.date(2026, 5, 1))
    page = hall.opens("/t/new", "clara", java_script_enabled=False)
    facts = {"system": "knockout", "third_place": True, "registered": "2026-03-01", "hybrid": False, "city": "Valdeoca"}
    desk = hall.founds(page, RULES | facts | {"chief_arbiter": "IA Arbizo, Clara"}, rows)
    desk.acts("close-list", seed="1")
    desk.goes("desk/round/1")
    desk.sends("/draw", "/publish")
    cup_round(desk, 1, pages=True)
    assert ties_of(desk.state)[1].winner == 16, "a draw with Black sends 16 on"
    for number in (2, 3, 4):
        hall.does(desk.slug, DrawNext(number), Publish(number))
        cup_round(desk, number, pages=False)
    decided = [[tie.winner, tie.decided_by] for tie in ties_of(desk.state).values()]
    assert decided == [[told["winner"], told["decided_by"]] for told in CUP["ties"]]
    assert Counter(how for _, how in decided) == CUP["decided_by"]
    desk.goes("desk/hand-over")
    desk.sends("/finish")
    told = desk.goes("desk/hand-over").locator("main section.card")
    for place, (time_class, games) in enumerate((("Standard", 32), ("Rapid", 14), ("Blitz", 6))):
        expect(told.nth(place)).to_contain_text(time_class)
        expect(told.nth(place)).to_contain_text(f"Games reported: {games}.")
        expect(told.nth(place)).to_contain_text("will be accepted")
    desk.sends("/desk/hand-over")
    assert len(desk.state.handed_over) == 3
    seen = hall.opens("/t/prueba/bracket", width=PHONE, java_script_enabled=False, **SPANISH)
    assert seen.evaluate("document.documentElement.scrollWidth") <= PHONE
    final = seen.locator(".bracket section").last
    expect(final.locator(".won")).to_contain_text("Player 6")
    expect(seen.locator(".third .won")).to_contain_text("Player 2")
