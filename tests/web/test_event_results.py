"""The results desk in a real Chromium: by keyboard alone, by thumb, without scripts; clashes, sectors, questions."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from arpad.i18n import ArpadError
from arpad.office.accounts.people import add_account
from arpad.tournament.acts.results import SetResult, SetResults
from arpad.tournament.acts.rounds import Start
from arpad.tournament.results import ADJOURNED, KNOWN, parse_line, parse_results
from office_rows import BY
from valdeoca import results_of
from web_demo import NOW, PASSWORD, MakeOffice
from web_event import SLUG, STAFF, TOWN, MakeEventOffice, OpenEvent, at_desk, with_event

if TYPE_CHECKING:
    from fastapi import FastAPI

ROUND_3_OUT = 72
KEY = {"1-0": "1", "1/2": "=", "0-1": "0", "+/-": "+", "-/+": "-", "-/-": "x", "*": "a"}


def results(app: "FastAPI", number: int) -> dict[int, str | None]:
    boards = app.state.site.events.open(SLUG).state.rounds[number].games
    return {board.number: board.result for board in boards}


def test_the_page_of_a_board_offers_everything_that_a_board_may_have() -> None:
    from arpad.web.tournaments.desk.results import MENU

    assert {code for codes in MENU.values() for code in codes} | {ADJOURNED} == set(KNOWN)


@pytest.fixture
def thirty_boards(office: MakeOffice) -> "FastAPI":
    """The event with the thirty boards of round 3 open."""
    app = office()
    with_event(app.state.site.events, ROUND_3_OUT)
    for name in STAFF:
        add_account(app.state.site.database, name, PASSWORD, "read-only", BY)
    return app


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_thirty_boards_by_keyboard_alone(thirty_boards: "FastAPI", open_event: OpenEvent, scripts: bool) -> None:
    """TV-TD-KEYS-1: two keys a board. Without scripts six boards are enough: each is a page of its own."""
    wanted = results_of(3)
    assert len(wanted) == 30
    boards = sorted(wanted) if scripts else sorted(wanted)[:6]
    page = open_event("desk/results/3", "arbiter", app=thirty_boards, java_script_enabled=scripts)
    expect(page.locator("#line")).to_be_focused()
    keys = 0
    for board in boards:
        for key in (KEY[wanted[board]], "Enter"):
            page.keyboard.press(key)
            keys += 1
        if not scripts:
            expect(page.get_by_role("status")).to_contain_text(f"{board}: {wanted[board]}")
    assert keys <= 2 * len(boards)
    expect(page.locator(".board.open")).to_have_count(30 - len(boards))
    assert results(thirty_boards, 3) == wanted | {board: None for board in wanted if board not in boards}


def test_a_board_and_a_key_and_a_run_of_keys(thirty_boards: "FastAPI", open_event: OpenEvent) -> None:
    page = open_event("desk/results/3", "scorer", app=thirty_boards)
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("12 1")
    expect(page.locator("#b12")).to_have_class(re.compile("current"))
    expect(page.locator("#aim")).to_have_text("12: 1–0")
    page.keyboard.press("Enter")
    expect(page.locator("#b12.entered")).to_be_visible()
    page.keyboard.type("1=0")
    expect(page.locator("#aim")).to_have_text("1: 1–0 · 2: ½–½ · 3: 0–1")
    page.keyboard.press("Enter")
    expect(page.locator(".board.open")).to_have_count(26)
    found = results(thirty_boards, 3)
    assert (found[1], found[2], found[3], found[12]) == ("1-0", "1/2", "0-1", "1-0")


def test_any_board_below_100_takes_four_keys(thirty_boards: "FastAPI", open_event: OpenEvent) -> None:
    """Board, key, full stop. A run of the same keys goes down the open boards as ever, and nothing is sent twice."""
    page = open_event("desk/results/3", "arbiter", app=thirty_boards)
    expect(page.locator("#line")).to_be_focused()
    wanted = results_of(3)
    for board in (29, 11, 10, 15, 2):
        keys = [*str(board), KEY[wanted[board]], "."]
        assert len(keys) <= 4
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(f"#b{board}.entered")).to_be_visible()
        expect(page.locator("#line")).to_have_value("")
    chosen = {board: wanted[board] for board in (29, 11, 10, 15, 2)}
    assert {board: result for board, result in results(thirty_boards, 3).items() if result} == chosen
    page.keyboard.type("101")
    expect(page.locator("#aim")).to_have_text("1: 1–0 · 3: 0–1 · 4: 1–0")
    page.keyboard.press("Enter")
    expect(page.locator(".board.open")).to_have_count(22)
    page.keyboard.type("991.")
    expect(page.locator("#aim.wrong")).to_contain_text("no board 99")
    expect(page.locator("#line")).to_have_value("991.")
    page.keyboard.type("121")
    page.keyboard.press("Enter")
    expect(page.locator("#aim.wrong")).to_contain_text("2 is not a result")
    assert {board: result for board, result in results(thirty_boards, 3).items() if result} == (
        chosen | {1: "1-0", 3: "0-1", 4: "1-0"}
    )


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("121.", [(12, "1-0")]),
        ("12=.3 0.", [(12, "1/2"), (3, "0-1")]),
        ("041.", [(4, "1-0")]),
        ("111., =", [(11, "1-0"), (7, "1/2")]),
        ("101", [(7, "1-0"), (8, "0-1"), (9, "1-0")]),
        ("12 1", [(12, "1-0")]),
    ],
)
def test_a_full_stop_ends_a_board_without_scripts_too(typed: str, expected: list[tuple[int, str]]) -> None:
    assert [(one.board, one.result) for one in parse_line(typed, (7, 8, 9))] == expected


@pytest.mark.parametrize("typed", ["1=0.", ".", "12.1", "121..", "1 2 1."])
def test_a_full_stop_anywhere_else_is_refused(typed: str) -> None:
    with pytest.raises(ArpadError):
        parse_line(typed, (7, 8, 9))


def test_a_wrong_board_keeps_the_line_with_what_was_typed(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    """The page stays, the sentence stands below the line, and the next keys replace what was wrong."""
    app = event_office()
    page = open_event("desk/results/5", app=app)
    expect(page.locator("#line")).to_be_focused()
    for typed, sentence in (("99 1", "no board 99"), ("12 z", "z is not a result"), ("3 1, 99 0", "no board 99")):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#aim.wrong")).to_contain_text(sentence)
        expect(page.locator("#line")).to_have_value(typed)
        expect(page.locator("#line")).to_be_focused()
    assert set(results(app, 5).values()) == {None}
    page.keyboard.type("9 1")
    expect(page.locator("#aim")).to_have_text("9: 1–0")
    page.keyboard.press("Enter")
    expect(page.locator("#b9.entered")).to_be_visible()
    assert results(app, 5)[9] == "1-0"


def test_a_wrong_board_without_scripts_comes_back_with_the_line(open_event: OpenEvent) -> None:
    page = open_event("desk/results/5", java_script_enabled=False)
    page.locator("#line").fill("99 1")
    page.locator("#line").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("no board 99")
    expect(page.get_by_label("Results by keyboard")).to_have_value("99 1")


def test_a_thumb_enters_and_sees_what_others_enter(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    app = event_office()
    phone = open_event("desk/results/5", "sector", width=390, app=app)
    expect(phone.locator("ol.boards").first.locator(".board")).to_have_count(10)
    draw = phone.get_by_role("button", name="Board 2: draw")
    box = draw.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 48
    draw.click()
    expect(phone.locator("#b2 .badge")).to_have_text("½–½")
    app.state.site.events.act(SLUG, SetResult(5, 1, "1"), "Clara Arbizo", NOW)
    expect(phone.locator("#b1 .by.other")).to_contain_text("Clara Arbizo")
    assert phone.locator(".board").count() == 10
    phone.get_by_role("link", name="Show them").click()
    expect(phone.locator("#b11 .badge")).to_have_text("–")
    expect(phone.locator("#b11 .keys")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_clash_shows_both_values_and_replaces(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    """I-16: nobody overwrites unseen."""
    app = event_office()
    page = open_event("desk/results/5", "arbiter", app=app)
    page.route("**/desk/results/5", lambda route: route.fallback() if route.request.method == "POST" else route.abort())
    app.state.site.events.act(SLUG, SetResult(5, 4, "1"), "Clara Arbizo", NOW)
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("4 0")
    page.keyboard.press("Enter")
    note = page.locator("#b4 .note")
    expect(note).to_contain_text("It has 1–0, entered by Clara Arbizo; you say 0–1.")
    page.unroute("**/desk/results/5")
    assert results(app, 5)[4] == "1-0"
    note.get_by_role("button", name="Replace it with mine").click()
    expect(page.locator("#b4 .badge")).to_have_text("0–1")
    assert results(app, 5)[4] == "0-1"


def test_a_clash_without_scripts(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    app = event_office()
    page = open_event("desk/results/5", "arbiter", app=app, java_script_enabled=False)
    app.state.site.events.act(SLUG, SetResult(5, 4, "1"), "Clara Arbizo", NOW)
    page.locator("#line").fill("4 0")
    page.locator("#line").press("Enter")
    expect(page.locator(".two-values")).to_contain_text("1–0")
    page.get_by_role("button", name="Replace it with mine").click()
    expect(page.locator("#b4 .badge")).to_have_text("0–1")


def test_an_unusual_score_asks_for_its_reason_and_keeps_what_was_typed(open_event: OpenEvent) -> None:
    page = open_event("desk/results/5/6", "chief")
    page.get_by_text("Each side its own score").click()
    page.get_by_role("button", name="½-0").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Reason").fill("Both phones rang")
    page.get_by_role("button", name="Do it with this reason").click()
    expect(page.locator("#b6 .badge")).to_have_text("1/2-0")
    page.goto(f"/t/{SLUG}/desk/results/5/6")
    expect(page.get_by_role("table")).to_contain_text("Both phones rang")


def test_players_who_did_not_come_lose_all_at_once(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    app = event_office()
    app.state.site.events.act(SLUG, Start(5, "2023-03-02T11:00:00+00:00"), "Clara", NOW)
    page = open_event("desk/results/5/absent", "arbiter", app=app, java_script_enabled=False)
    expect(page.get_by_text("The default time was over at 11:30")).to_be_visible()
    for board in (3, 7):
        page.locator(".board").filter(has=page.get_by_text(str(board), exact=True)).locator("label").last.click()
    page.get_by_role("button", name="They lose by forfeit").click()
    expect(page.get_by_role("status").first).to_contain_text("2 players lose by forfeit")
    assert (results(app, 5)[3], results(app, 5)[7]) == ("+/-", "+/-")


def test_the_last_entry_is_undone(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    app = event_office()
    page = open_event("desk/results/5", "arbiter", app=app, java_script_enabled=False)
    page.locator("#line").fill("8 1")
    page.locator("#line").press("Enter")
    page.get_by_role("button", name="Undo board 8").click()
    expect(page.get_by_role("status").first).to_contain_text("is undone")
    assert results(app, 5)[8] is None


def test_many_lines_are_pasted_all_or_nothing(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "arbiter")
    bad = arbiter.post("desk/results/5/many", results="1 1\n2 9-9\n3 0")
    assert bad.status_code == 400
    assert "2 9-9" in bad.text
    assert set(results(app, 5).values()) == {None}
    assert arbiter.post("desk/results/5/many", results="1 1\n2 =\n3 0").status_code == 303
    assert [results(app, 5)[board] for board in (1, 2, 3)] == ["1-0", "1/2", "0-1"]
    n = app.state.site.events.open(SLUG).state.n
    app.state.site.events.act(SLUG, SetResult(5, 2, "1"), "Clara", NOW)
    seen = arbiter.post("desk/results/5/many", json=True, results="2 0", version=n)
    assert (seen.status_code, seen.json()["now"]["result"]) == (409, "1-0")


def test_a_scorer_overwrites_nothing_by_many_lines_either(event_office: MakeEventOffice) -> None:
    app = event_office()
    app.state.site.events.act(SLUG, SetResult(5, 2, "1"), "Clara", NOW)
    for page, field in (("many", "results"), ("line", "keys")):
        answer = at_desk(app, "scorer").post(f"desk/results/5/{page}", json=True, **{field: "2 0"})
        assert (answer.status_code, answer.json()["key"]) == (403, "event-not-allowed")
    assert results(app, 5)[2] == "1-0"


@pytest.mark.parametrize("scripts", [True, False])
def test_an_expired_session_signs_in_and_goes_on_with_the_result(
    event_office: MakeEventOffice, open_event: OpenEvent, scripts: bool
) -> None:
    app = event_office()
    phone = open_event("desk/results/5", "arbiter", 390, app=app, java_script_enabled=scripts)
    phone.context.clear_cookies()
    phone.locator("#b3 button[value='1-0']").click()
    phone.locator("#name").fill("arbiter")
    phone.locator("#password").fill(PASSWORD)
    phone.locator("main button").click()
    phone.get_by_role("button", name="Send it now").click()
    expect(phone.locator("#b3 .badge")).to_have_text("1–0")
    assert results(app, 5)[3] == "1-0"


def test_from_the_last_result_to_the_first_of_the_next_round_in_two_clicks(
    event_office: MakeEventOffice, open_event: OpenEvent
) -> None:
    """Finish, draw, publish, start: at most three clicks; then the line waits for the first result. A result takes at
    most four keys."""
    app = event_office()
    app.state.site.events.act(SLUG, SetResults(5, parse_results("1\n" * 28)), TOWN, NOW)
    page = open_event("desk/results/5", app=app)
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#count-round")).to_contain_text("1")
    keys = clicks = 0
    for key in ("1", "Enter"):
        page.keyboard.press(key)
        keys += 1
    assert keys == 2
    expect(page.locator("#count-round")).to_be_empty()
    page.get_by_role("button", name="Finish round 5 and draw round 6").click()
    clicks += 1
    expect(page.get_by_role("heading", name="Unusual in this round")).to_be_visible()
    assert app.state.site.events.open(SLUG).state.rounds[6].published_n is None
    page.get_by_role("button", name="Publish and start").click()
    clicks += 1
    expect(page.get_by_role("heading", name="Results of round 6")).to_be_visible()
    expect(page.locator("#line")).to_be_focused()
    keys = 0
    for key in ("7", "Space", "1", "Enter"):
        page.keyboard.press(key)
        keys += 1
    expect(page.locator("#b7.entered")).to_be_visible()
    assert (clicks <= 3, keys <= 4) == (True, True)
    state = app.state.site.events.open(SLUG).state
    assert state.rounds[6].started_at
    assert (state.rounds[5].results_n is not None, state.rounds[6].boards[7].result) == (True, "1-0")


def test_a_no_show_means_the_same_by_key_and_by_button(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    """Both lose by forfeit, both are absent without a word, and both rows say what that means for the next round."""
    app = event_office()
    app.state.site.events.act(SLUG, Start(5, "2023-03-02T11:00:00+00:00"), "Clara", NOW)
    page = open_event("desk/results/5", "arbiter", app=app)
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("3 +")
    page.keyboard.press("Enter")
    expect(page.locator("#b3 .note")).to_contain_text("not paired in round 6 until excused")
    arbiter = at_desk(app, "arbiter")
    absent = app.state.site.events.open(SLUG).state.rounds[5].boards[7].black
    assert arbiter.post("desk/results/5/absent", entries=str(absent)).status_code == 303
    state = app.state.site.events.open(SLUG).state
    boards = state.rounds[5].boards
    assert (boards[3].result, boards[7].result) == ("+/-", "+/-")
    assert set(state.unexplained) == {boards[3].black, boards[7].black}
    page.reload()
    for board in (3, 7):
        expect(page.locator(f"#b{board} .silent")).to_contain_text("not paired in round 6 until excused")
