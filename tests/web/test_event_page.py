"""The page of an event: its summary, standings with results, changes and norms; a round robin with its diagonal."""

import re
from pathlib import Path

import pytest

from arpad.office.context import Desk
from arpad.office.events import submit
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from copied_office import copy_office
from places import FIXTURES
from visitor import TestClient
from web_demo import NAME, NOW, OpenPage, sign_in
from web_findings import NOTHING, look

SWISS, ROBIN = "/events/4", "/events/7"
"""A corrected open of the demo federation, and the round robin that the fixture adds, with a norm of IM."""
STRANGERS = {
    f"{'Berg, Bruno':<34}2600 ENG    99300074": f"{'Bettencora, Rui':<34}2600 POR    98003953",
    f"{'Dolci, Dario':<34}2592 USA    99300148": f"{'Dorfmann, Ulf':<34}2592 GER    98004035",
}
CERTIFICATE = "/office/events/7/norms/12/IM.pdf"


@pytest.fixture(scope="session")
def demo_file(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo federation with a round robin, in which two of its players take part."""
    path = tmp_path_factory.mktemp("events") / "demo.db"
    copy_office(demo_file, path)
    report = (FIXTURES / "titles" / "own-forfeit.trf").read_text("utf-8")
    for stranger, known in STRANGERS.items():
        assert stranger in report
        report = report.replace(stranger, known)
    database = Database(f"sqlite:///{path}")
    desk = Desk(database, regulations(), "fide", NAME, NOW)
    assert submit(desk, report.encode()).event.state == "accepted"
    database.dispose()
    return path


def test_standings_and_results_stand_in_one_table(client: TestClient) -> None:
    page = client.get(SWISS).text
    rows = re.findall(r'<tr id="n\d+">.*?</tr>', page, re.DOTALL)
    document = client.get(f"{SWISS}/standings/crosstable.json").json()["rows"]
    assert len(rows) == len(document) == 32
    assert all(row.count('class="r"') == 9 for row in rows)
    assert f'href="/players/98003953">{document[0]["name"]}</a>' in rows[0]
    assert f'<a href="#n{document[0]["cells"][0]["opponent"]}"' in rows[0]
    assert 'href="/events/4/standings?round=3"' in page, "a round leads to the standings after it"
    assert "2b1" not in page


def test_the_top_of_the_page_tells_what_matters(client: TestClient) -> None:
    page = client.get(SWISS, headers={"accept-language": "es"}).text
    top = page.partition('id="standings"')[0]
    for words in ("Rondas", "Valoración media", "Estándar", "1 feb 2023", "Primeros puestos", "+52,4"):
        assert words in top
    assert 'href="/lists/2023-02"' in top
    assert "It will be rated for the list of 1 March 2023" in client.get("/events/6").text


def test_a_change_has_its_colour_and_leads_to_its_reason(client: TestClient) -> None:
    changes = client.get(SWISS).text.partition('id="standings"')[2]
    assert '<span class="up">+6.3</span>' in changes
    assert '<span class="down">−2.7</span>' in changes
    assert 'href="/players/98003953/lists/2023-02?time_class=standard"' in changes


def test_a_round_robin_has_a_shaded_diagonal_and_a_card_for_its_norm(client: TestClient) -> None:
    page = client.get(ROBIN).text
    assert page.count('<td class="itself"></td>') == 12
    assert "IM norm" in page
    assert "Lang, Leo" in page.partition('id="norms"')[2]
    assert CERTIFICATE not in page, "a certificate holds a day of birth"
    assert client.get(CERTIFICATE, headers={"accept": "application/json"}).status_code == 401


def test_officers_print_the_certificate_of_a_norm(client: TestClient) -> None:
    sign_in(client)
    assert f'href="{CERTIFICATE}"' in client.get(ROBIN).text
    assert client.get("/office/events/7/reports/1").content.startswith(b"012 A round robin")
    assert 'href="/office/events/7/reports/1"' in client.get(ROBIN).text
    printed = client.get(CERTIFICATE)
    assert printed.content.startswith(b"%PDF")
    assert printed.headers["content-disposition"] == 'inline; filename="IT1 IM Lang, Leo.pdf"'
    assert client.get(CERTIFICATE.replace("IM", "GM")).status_code == 404
    assert client.get(CERTIFICATE.replace("/12/", "/99/")).status_code == 404


def test_the_pages_of_an_event_are_accessible_and_narrow(open_page: OpenPage) -> None:
    page = open_page("/", color_scheme="light")
    assert look(page, (SWISS, ROBIN, f"{ROBIN}/standings/crosstable")) == NOTHING


def test_a_crosstable_is_printed_whole(open_page: OpenPage) -> None:
    """Landscape pages, and nothing wider than the sheet."""
    page = open_page(SWISS)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1017, "height": 680})  # A4 landscape without its margins
    assert page.evaluate("Math.max(...[...document.querySelectorAll('table')].map(one => one.scrollWidth))") <= 1017
    sheets = page.pdf(prefer_css_page_size=True)
    sizes = {tuple(map(float, found.split())) for found in re.findall(rb"/MediaBox \[0 0 ([\d. ]+)\]", sheets)}
    assert sizes
    assert all(width > height for width, height in sizes), sizes
