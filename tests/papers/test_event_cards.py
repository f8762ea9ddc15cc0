"""Cards of an event: table numbers with QR codes, place cards, badges with the code on the back; the bracket."""

from fractions import Fraction
from itertools import pairwise

import pytest

from arpad.papers._event_cards import badges, event_tables, place_cards, table_numbers
from arpad.papers._event_model import PaperWords, round_of
from arpad.papers._event_teams import bracket_pages
from arpad.papers.event_papers import event_paper
from arpad.tournament.roles import badge_code
from papers import LONG, NAMES, SECRET, ReadPaper, cup, league, published, refused

ADDRESS = "https://ajedrez.example"
ENGLISH = PaperWords(("en",))


def test_table_numbers_open_the_page_of_their_table() -> None:
    cards = table_numbers(published(), ENGLISH, ADDRESS)
    assert [card.front.address for card in cards] == [f"{ADDRESS}/t/prueba/table/{table}" for table in (1, 2, 3)]
    assert all(card.front == card.back for card in cards)
    paper = ReadPaper(event_paper(published(), "table-numbers", languages="es", address=f"{ADDRESS}/"))
    assert len(paper.pages) == 1
    assert paper.text.count("Su tablero en su móvil") == 6
    assert event_tables(league()) == [1, 2, 3, 4]
    assert "phone" not in ReadPaper(event_paper(published(), "table-numbers")).text, "no address, no QR code"


def test_place_cards_by_name_or_as_players_sit() -> None:
    by_name = place_cards(published(), ENGLISH, None, ADDRESS)
    assert [card.front.main for card in by_name][:2] == ["Ámbar, Bruno", "Beltrán, Gema"]
    assert not by_name[0].front.address
    seated = place_cards(published(), ENGLISH, round_of(published(), 2), ADDRESS)
    assert [card.front.corner for card in seated][:2] == ["Table 1 ○", "Table 1 ●"]
    assert seated[1].front.address == f"{ADDRESS}/t/prueba/table/1"
    paper = ReadPaper(event_paper(published(), "place-cards"))
    assert len(paper.pages) == 2
    assert all(paper.flat.count(name) == 2 for name in NAMES if name != LONG)


def test_badges_have_the_code_on_the_back() -> None:
    cards = badges(published(), ENGLISH, SECRET)
    codes = {card.front.main: card.back.main.replace(" ", "") for card in cards}
    assert codes == {one.name: badge_code(SECRET, one.entry) for one in published().entries.values()}
    paper = ReadPaper(event_paper(published(), "badges", languages=("en", "es"), secret=SECRET, address=ADDRESS))
    assert len(paper.pages) == 2
    assert badge_code(SECRET, 1)[:3] in paper.text
    assert "No se lo enseñe a nadie" in paper.flat
    with refused("event-paper-secret"):
        event_paper(published(), "badges")


def test_a_bracket_on_one_page() -> None:
    (page,) = bracket_pages(cup(5, 3), ENGLISH)
    assert page.columns == (("Quarterfinals",), ("Semifinals",), ("Final",))
    assert page.champion == "Player 001"
    assert [tie.number for tie in page.ties] == [1, 2, 3, 4]
    assert page.third is not None
    final = page.ties[-1]
    assert [side.won for side in final.sides] == [True, False]
    assert final.sides[0].scores == ("2",)
    paper = ReadPaper(event_paper(cup(5, 3), "bracket", languages=("es", "en")))
    for word in ("Cuadro de eliminatorias", "Bracket", "Semifinales", "Third place", "1 Player 001"):
        assert word in paper.flat, word


@pytest.mark.parametrize("players", [2, 3, 5, 16, 33, 64, 75])
def test_ties_stand_between_those_that_feed_them(players: int) -> None:
    pages = bracket_pages(cup(players), ENGLISH)
    numbers = [tie.number for page in pages for tie in page.ties]
    assert set(numbers) == set(range(1, players)), "every tie"
    assert len(numbers) - (players - 1) == {33: 6, 64: 6, 75: 4}.get(players, 0), (
        "the last page has three rounds at least"
    )
    for page in pages:
        assert page.size <= 16, "a page has room for 32 players"
        for column in range(len(page.columns)):
            heights = sorted(tie.height for tie in page.ties if tie.column == column)
            assert all(0 <= height < page.size for height in heights)
            assert all(after - before >= 1 for before, after in pairwise(heights))
        for tie in page.ties:
            feeding = [one.height for one in page.ties if one.feeds == tie.height and one.column == tie.column - 1]
            assert not feeding or sum(feeding, Fraction(0)) / len(feeding) == tie.height


def test_seats_to_come_name_their_tie_and_large_brackets_take_several_pages() -> None:
    paper = ReadPaper(event_paper(cup(75), "bracket"))
    assert len(paper.pages) == 5
    assert "Winner of tie 60" in paper.flat
    assert "Quarterfinals" in paper.texts[-1]
    assert "Loser of tie" in paper.flat
    with refused("event-no-ties"):
        event_paper(published(), "bracket")
