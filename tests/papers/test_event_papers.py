"""Papers of an event, read back: what they show, on how many pages, in which languages."""

import pytest

from arbiter import Arbiter
from arpad.i18n import LANGUAGES, ArpadError, has
from arpad.papers.event_papers import LISTINGS, PAPERS, event_listing, event_paper
from arpad.tournament.public import public_view
from papers import (
    LONG,
    LONG_SIDE,
    NAMES,
    SECRET,
    SHORT_SIDE,
    ReadPaper,
    cup,
    drafted,
    hall,
    league,
    published,
    refused,
    round_robin,
)
from places import PROJECT

UPRIGHT, ON_ITS_SIDE = {(SHORT_SIDE, LONG_SIDE)}, {(LONG_SIDE, SHORT_SIDE)}


def test_every_paper_has_words_and_stands_in_the_documentation() -> None:
    page = (PROJECT / "docs" / "manuals" / "tournaments" / "tournament-papers.md").read_text("utf-8")
    for what in PAPERS:
        assert has(f"paper.title.{what}")
        assert has(f"paper.about.{what}")
        assert f"`{what}`" in page
    assert set(LISTINGS) < set(PAPERS)


def test_pairings_by_board_in_two_languages_on_one_page() -> None:
    paper = ReadPaper(event_paper(published(), "pairings", 2, ("en", "es"), address="https://ajedrez.example"))
    assert len(paper.pages) == 1
    assert paper.sides() == UPRIGHT
    for word in ("Pairings of round 2", "Emparejamientos de la ronda 2", "White", "Blancas", "Table", "Mesa", "2/3"):
        assert word in paper.flat, word
    assert "2 May 2026, 16:30" in paper.flat
    assert LONG in paper.flat, "a long name takes two lines and is not cut"
    assert all(name in paper.flat for name in NAMES)
    assert "GM" in paper.flat
    assert "1½" not in paper.flat


@pytest.mark.parametrize(("language", "words"), [("en", "Black Rtg Pts"), ("es", "Negras Val. Pts")])
def test_pairings_in_one_language(language: str, words: str) -> None:
    told = event_listing(published(), "pairings", 2, "es" if language == "es" else "en")
    assert " ".join(" ".join(one.heading) for one in told.tables[0].columns).endswith(words)


def test_points_before_the_round_and_results_so_far() -> None:
    told = event_listing(published(), "pairings", 1).tables[0]
    results = [column.kind for column in told.columns].index("result")
    assert [row[results] for row in told.rows] == ["1–0", "½–½", "+ −"]
    assert {row[results - 1] for row in told.rows} == {"0"}


def test_pairings_by_name_follow_the_alphabet_without_marks() -> None:
    told = event_listing(published(), "pairings-by-name", 2)
    names = [row[0] for row in told.tables[0].rows]
    assert names == [
        "Ámbar, Bruno",
        "Beltrán, Gema",
        LONG,
        "Navajo, Carla",
        "Ñíguez, Diego",
        "Ordiela, Fabio",
        NAMES[0],
    ]
    (bye,) = [row for row in told.tables[0].rows if row[1] == "–"]
    assert bye[3] == "bye"
    assert told.notes == ("○ White · ● Black",)


def test_a_draft_says_so_and_is_not_for_everybody() -> None:
    state = drafted().state
    for language, word in (("en", "DRAFT"), ("es", "BORRADOR")):
        assert word in ReadPaper(event_paper(state, "pairings", 2, language)).flat  # type: ignore[arg-type]
    with refused("event-round-unknown"):
        event_paper(public_view(state), "pairings", 2)
    assert event_listing(public_view(state), "pairings").title == ("Pairings of round 1",)


def test_three_hundred_boards_have_their_head_on_every_page() -> None:
    state = hall(300, name=f"Campeonato {LONG}")
    boards = ReadPaper(event_paper(state, "pairings", 1, ("es", "en")))
    assert 5 <= len(boards.pages) <= 9
    assert all("Blancas" in page and "White" in page and "round 1" in page for page in boards.texts)
    assert all(f"Player {number:03}" in boards.text for number in range(1, 601))
    names = ReadPaper(event_paper(state, "pairings-by-name", 1))
    assert 5 <= len(names.pages) <= 8
    assert all(page.count("Opponent") == 2 for page in names.texts[:-1]), "two columns, a head above each"
    assert names.within()


def test_a_result_sheet_has_boxes_and_room_to_write() -> None:
    told = event_listing(published(), "results", 1).tables[0]
    assert [column.kind for column in told.columns].count("box") == 2
    assert told.tall
    assert told.rows[0][2:4] == ("1", "0")
    assert "Remarks" in ReadPaper(event_paper(published(), "results", 2)).flat


def test_the_table_of_a_round_robin() -> None:
    paper = ReadPaper(event_paper(round_robin(), "round-robin"))
    grid, *rounds = event_listing(round_robin(), "round-robin").tables
    assert [row[3 + place] for place, row in enumerate(grid.rows)] == ["***"] * 5
    assert [row[-1] for row in grid.rows].count("1") == 2
    assert len(rounds) == 5
    assert all("rests" in rows for rows in (row for one in rounds for row in one.rows if not row[0]))
    assert "Round 5" in paper.flat
    with refused("event-paper-table"):
        event_paper(published(), "round-robin")


def test_a_round_robin_of_teams() -> None:
    grid, *rounds = event_listing(league(), "round-robin", languages="es").tables
    assert [row[1] for row in grid.rows] == ["Alfil", "Gambito", "Peón Rey", "Torre"]
    assert sorted(row[-1] for row in grid.rows) == ["1", "1", "1", "1"], "two drawn matches"
    assert "1–1" in rounds[0].rows[0]
    assert "Equipos" in ReadPaper(event_paper(league(), "round-robin", languages="es")).flat


def test_pairings_of_teams_show_matches_and_then_boards() -> None:
    matches, *boards = event_listing(league(), "pairings", 1).tables
    assert [row[0] for row in matches.rows] == ["1", "2"]
    assert len(boards) == 2
    assert boards[0].heading[0].startswith("Match 1: ")
    first = boards[0].rows[0]
    assert (first[1], "1–0" in first) == ("○", True)
    assert boards[0].rows[1][1] == "●", "White on the second board is the other team"
    assert "0–1" in boards[0].rows[1]
    assert len(event_listing(league(), "pairings", 2).tables) == 1, "no line-ups yet"
    names = [row[0] for row in event_listing(league(), "pairings-by-name", 1).tables[0].rows]
    assert names == ["Alfil", "Gambito", "Peón Rey", "Torre"]
    assert len(event_listing(league(), "results", 2).tables) == 2


def test_a_protocol_for_each_match_with_its_line_ups_and_signatures() -> None:
    played = ReadPaper(event_paper(league(), "protocols", 1, "es"))
    assert len(played.pages) == 1
    assert played.flat.count("Acta del encuentro") == 3, "two protocols, and the foot of the page"
    for word in ("Alfil 1", "Torre 2", "Capitán · Capitán Alfil · Alfil", "Árbitro", "Total"):
        assert word in played.flat, word
    to_come = ReadPaper(event_paper(league(), "protocols", 2))
    assert "Alfil 1" not in to_come.flat, "the line-ups are not given yet"
    assert "Captain" in to_come.flat
    with refused("event-no-teams"):
        event_paper(published(), "protocols", 1)


def test_players_by_name_and_by_rating() -> None:
    by_name = event_listing(published(), "players").tables[0]
    names = [column.heading for column in by_name.columns].index(("Name",))
    assert [row[names] for row in by_name.rows][:2] == ["Ámbar, Bruno", "Beltrán, Gema"]
    by_rating = event_listing(published(), "players-by-rating").tables[0]
    assert [row[names] for row in by_rating.rows] == list(NAMES)
    paper = ReadPaper(event_paper(published(), "players", languages="es"))
    for word in ("Jugadores por nombre", "Club", "1990", "2360", "Valoración media", "Concepción Ana"):
        assert word in paper.flat, word


def test_the_presence_list_adds_up_the_fees() -> None:
    told = event_listing(published(), "presence", 3, "es")
    assert {"".join(one.name): one.value for one in told.facts}["Total de cuotas"] == "87,50"
    assert len(told.tables[0].rows) == 7
    assert "12.50" in ReadPaper(event_paper(published(), "presence", 3)).flat
    before = event_listing(drafted().state, "presence", 1)
    assert len(before.tables[0].rows) == 6, "one player had said that they would not come"
    assert before.notes == ("Paid by players who do not play this round: 12.50",)


def test_score_sheets_have_their_heads_filled_in() -> None:
    paper = ReadPaper(event_paper(published(), "score-sheets", 2, ("es", "en")))
    assert len(paper.pages) == 3
    assert paper.sides() == ON_ITS_SIDE
    for page in paper.texts:
        assert page.count("Open de Prueba") == 2, "one for each player"
        assert "60" in page
        assert "Firma / Signature" in " ".join(page.split())
    with refused("event-paper-no-boards"):
        event_paper(league(), "score-sheets", 2)


def test_the_clock_sheet_tells_what_the_clocks_should_add_up_to() -> None:
    told = event_listing(published(), "clocks", 2)
    facts = {" ".join(one.name): one.value for one in told.facts}
    assert [facts[f"After {minutes} min"] for minutes in (30, 60, 90)] == ["150", "120", "90"]
    assert any("until move 40" in note for note in told.notes)
    paper = ReadPaper(event_paper(published(), "clocks", 2, "es"))
    assert "jugadas × 1. Debe dar 2 × 90 − minutos transcurridos, 2 más o menos" in paper.flat
    with refused("event-paper-clock"):
        event_paper(round_robin(), "clocks", 1)
    assert "After" in ReadPaper(event_paper(cup(5, 1), "clocks", 1)).flat, "a knock-out has the clocks of its stage"


def test_standings_crosstable_and_reports_are_those_there_were() -> None:
    state, lines = published(), drafted().journal.lines
    for what, word in {
        "standings": "Standings", "crosstable": "Points", "invitation": "INVITATION", "chief-report": "chief arbiter",
        "checklist": "Before round 1",
    }.items():  # fmt: skip
        paper = ReadPaper(event_paper(state, what, 1, lines=lines))
        assert word in paper.flat, what
        with refused("event-paper-both"):
            event_paper(state, what, 1, LANGUAGES, lines=lines)
    assert "Alfil" in ReadPaper(event_paper(league(), "standings", 1)).flat


def test_an_event_without_players_prints_what_it_can() -> None:
    """What needs a round, a table or a game is refused with what is missing; the rest is an empty paper."""
    arbiter = Arbiter({"start": "2026-05-01"})
    made, why = [], {}
    for what in PAPERS:
        try:
            event_paper(arbiter.state, what, lines=arbiter.journal.lines, secret=SECRET)
            made.append(what)
        except ArpadError as problem:
            why[what] = problem.key
    assert all(key.startswith("event-") for key in why.values()), why
    assert made == [
        "corrections", "players", "players-by-rating", "players-by-club", "presence", "owing", "place-cards",
        "table-numbers", "badges", "labels", "invitation",
    ]  # fmt: skip


def test_an_unknown_paper_is_refused() -> None:
    with refused("event-paper-unknown"):
        event_paper(published(), "poster", secret=SECRET)
