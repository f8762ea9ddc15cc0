"""Papers of an event to cut and to tick: result slips that stack, labels, lists by club and of who has to pay."""

from dataclasses import replace
from typing import Any

import pytest

from answers import Arpad
from arbiter import Arbiter
from arpad.i18n import Language
from arpad.papers._event_cards import LABEL_SHEETS, SLIPS, stacked
from arpad.papers.event_papers import GROUPS, PAPERS, event_listing, event_paper
from arpad.tournament.acts.players import Enter
from arpad.tournament.state import EventState
from papers import LONG, NAMES, ReadPaper, cup, hall, league, published, refused, swiss
from web_event import MakeEventOffice, at_desk

A4 = {(595, 842)}


def crowd(boards: int, **rules: Any) -> EventState:
    """Many players with accents, titles and one long name, in three clubs."""
    state = hall(boards, **rules)
    clubs = ("Peón Rey", "Ábaco", "")
    entries = {
        entry: replace(
            player, name=LONG if entry == 1 else f"Ñíguez, Saúl {entry:03}", title="WGM" if entry == 2 else "",
            club=clubs[entry % 3],
        )
        for entry, player in state.entries.items()
    }  # fmt: skip
    return replace(state, entries=entries)


@pytest.mark.parametrize("per_page", SLIPS)
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 61, 200])
def test_a_cut_stack_is_in_order(count: int, per_page: int) -> None:
    pages = stacked(list(range(count)), per_page)
    assert len(pages) == -(-count // per_page)
    assert {len(page) for page in pages} == {per_page}
    piles = [[page[place] for page in pages if page[place] is not None] for place in range(per_page)]
    assert [piece for pile in piles for piece in pile] == list(range(count))


@pytest.mark.parametrize("per_page", SLIPS)
@pytest.mark.parametrize("boards", [1, 200])
def test_slips_are_on_as_few_pages_as_they_need(boards: int, per_page: int) -> None:
    paper = ReadPaper(
        event_paper(crowd(boards, name="XXXVII Open de Añora"), "result-slips", 1, "es", per_page=per_page)
    )
    assert paper.sides() == A4
    assert len(paper.pages) == -(-boards // per_page)
    assert paper.within()
    assert LONG in paper.flat, "a long name takes two lines and is not cut"
    assert paper.flat.count("½–½") == boards
    assert paper.flat.count("Firma") == 2 * boards
    assert paper.flat.count("Ronda 1") == boards
    first = paper.texts[0]
    step = -(-boards // per_page)
    assert all(f"Saúl {number:03}" in first for number in range(1 + step, boards + 1, step)), "the tops of the piles"


def test_slips_in_two_languages_with_titles_and_ratings() -> None:
    paper = ReadPaper(event_paper(published(), "result-slips", 2, ("en", "es")))
    for words in ("Round / Ronda 2", "Table / Mesa", "Signature / Firma · Black / Negras", "GM Zubiela, Ana", "2390"):
        assert words in paper.flat, words
    assert all(name in paper.flat for name in NAMES if name != "Ñíguez, Diego"), "one player has a bye"
    teams = ReadPaper(event_paper(league(), "result-slips", 1)).flat
    assert "Alfil 1" in teams
    assert "Player 004" in ReadPaper(event_paper(cup(5, 1), "result-slips", 1)).flat
    with refused("event-paper-no-boards"):
        event_paper(league(), "result-slips", 2)
    with refused("event-paper-per-page"):
        event_paper(published(), "result-slips", 2, per_page=5)
    with refused("event-paper-per-page"):
        event_paper(published(), "pairings", 2, per_page=8)


@pytest.mark.parametrize(("per_page", "sheet"), LABEL_SHEETS.items())
def test_labels_fit_their_sheets(per_page: int, sheet: Any) -> None:
    assert sheet.columns * sheet.rows == per_page
    wide = 2 * float(sheet.left) + sheet.columns * float(sheet.width) + (sheet.columns - 1) * float(sheet.gap)
    high = 2 * float(sheet.top) + sheet.rows * float(sheet.height)
    assert (abs(wide - 210) < 0.2, abs(high - 297) < 0.2) == (True, True), (wide, high)
    paper = ReadPaper(event_paper(crowd(50), "labels", per_page=per_page))
    assert len(paper.pages) == -(-100 // per_page)
    assert LONG in paper.flat
    assert "WGM" in paper.flat
    assert all(f"Saúl {number:03}" in paper.flat for number in range(2, 101))
    assert paper.flat.count("unrated") == 0


def test_players_by_club() -> None:
    listed = event_listing(crowd(6), "players-by-club")
    assert [table.heading for table in listed.tables] == [("Ábaco (4)",), ("Peón Rey (4)",), ("Without a club (4)",)]
    assert [fact.value for fact in listed.facts] == ["12", "2"]
    teams = event_listing(league(), "players-by-club", languages="es")
    assert teams.tables[0].heading == ("Alfil (2)",)
    assert "Club" in ReadPaper(event_paper(crowd(6), "players-by-club", languages=("es", "en"))).flat


@pytest.mark.parametrize("language", ["en", "es"])
def test_who_has_to_pay(language: Language) -> None:
    fees = {"amount": "25", "currency": "EUR", "categories": [{"who": "u16", "amount": "12.50"}]}
    arbiter = Arbiter({"system": "dutch-2017", "rounds": 3, "groups": {"u16": "born >= 2010"}, "fees": fees})
    for name, born, paid in (("Zoco, Ana", 1980, "0"), ("Ábaco, Luis", 2012, "0"), ("Sol, Eva", 1990, "25"),
                             ("Mar, Gil", 1991, "10")):  # fmt: skip
        arbiter.does(Enter({"name": name, "born": born, "paid": paid}))
    listed = event_listing(arbiter.state, "owing", languages=language)
    rows = [tuple(cell for cell in row if cell) for row in listed.tables[0].rows]
    half = "12,50 EUR" if language == "es" else "12.50 EUR"
    assert rows == [
        ("Ábaco, Luis", half, half),
        ("Mar, Gil", "25 EUR", "10 EUR", "15 EUR"),
        ("Zoco, Ana", "25 EUR", "25 EUR"),
    ]
    assert [fact.value for fact in listed.facts] == ["4", "3", "52,50 EUR" if language == "es" else "52.50 EUR"]
    none = event_listing(swiss().state, "owing")
    assert (none.tables, none.notes) == ((), ("Everybody has paid.",))
    nothing_due = event_listing(hall(2), "owing")
    assert len(nothing_due.tables[0].rows) == 4, "without fees in the rules: who has paid nothing"


def test_standings_of_a_group_and_cards_of_players() -> None:
    state = swiss(groups={"women": "sex = f"}).state
    women = ReadPaper(event_paper(state, "standings", 1, "es", group="women")).flat
    assert "women" in women
    assert "Zubiela" in women
    assert "Bruno" not in women
    with refused("event-group-unknown"):
        event_paper(state, "standings", 1, group="kings")
    cards = ReadPaper(event_paper(state, "pairing-cards"))
    assert len(cards.pages) == 4
    assert all(name in cards.flat for name in NAMES)
    with refused("event-nothing-played"):
        event_paper(hall(2), "pairing-cards")


def test_the_page_groups_all_papers_with_their_choices(event_office: MakeEventOffice) -> None:
    arbiter = at_desk(event_office(), "arbiter")
    page, document = arbiter.get("desk/print"), arbiter.get("desk/print.json").json()
    assert {paper["group"] for paper in document["papers"]} == set(GROUPS)
    only_some = {"protocols", "bracket", "round-robin", "prizes"}
    assert {paper["paper"] for paper in document["papers"]} == set(PAPERS) - only_some
    for paper in document["papers"]:
        assert f"desk/print/{paper['paper']}.pdf" in page.text
    assert "Cut the whole stack at once" in page.text
    slips = arbiter.get("desk/print/result-slips.pdf?round=5&per_page=4&both=1")
    assert len(ReadPaper(slips.content).pages) == 8
    labels = arbiter.get("desk/print/labels.pdf?per_page=21")
    assert labels.headers["content-type"] == "application/pdf"
    wrong = arbiter.get("desk/print/labels.pdf?per_page=5")
    assert wrong.status_code == 400
    assert "24, 21, 14, 8" in wrong.text
    by_name = ReadPaper(arbiter.get("desk/print/place-cards.pdf?round=0").content).flat
    assert "Table 1 " not in by_name
    assert at_desk(event_office(), "").get("print/owing.pdf").status_code == 403


def test_a_command_prints_slips_and_labels(arpad: Arpad, tmp_path: Any) -> None:
    events = f"--events sqlite:///{tmp_path}/events.db --who me"
    rules, players = tmp_path / "e.toml", tmp_path / "p.csv"
    rules.write_text('slug = "e"\nname = "E"\nrounds = 3\n')
    players.write_text("name,rating\n" + "".join(f"Player {number},{2000 - number}\n" for number in range(12)))
    for command in (f"new {rules}", f"enter e --csv {players}", "close-list e --seed 1", "draw e", "publish e 1"):
        assert arpad(f"event {command} {events} --yes").code == 0, command
    out = tmp_path / "slips.pdf"
    assert arpad(f"event print e result-slips 1 --per-page 4 -o {out} {events}").code == 0
    assert len(ReadPaper(out.read_bytes()).pages) == 2
    assert arpad(f"event print e labels --per-page x -o {out} {events}").code == 2
