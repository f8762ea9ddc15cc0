"""Every page for everybody in a real Chromium: axe-core finds nothing in light and dark, a phone shows it
without moving sideways, nothing moves after it was shown, and nothing on it is blocked or failing."""

from pathlib import Path

import pytest

from arpad.office.context import Desk
from arpad.office.demo import found_running_event
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from copied_office import copy_office
from web_demo import NAME, NOW, OpenPage
from web_findings import MOVED, NOTHING, REMEMBER, findings, look
from web_visits import PAGES, REPORT, send

PARTS = 4
"""So that all workers of the tests can look at pages."""


@pytest.fixture(scope="session")
def demo_file(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo federation with its tournament in the fifth round."""
    path = tmp_path_factory.mktemp("running") / "demo.db"
    copy_office(demo_file, path)
    database = Database(f"sqlite:///{path}")
    found_running_event(database, Desk(database, regulations(), "fide", NAME, NOW))
    database.dispose()
    return path


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_pages_are_accessible_narrow_and_without_complaints(open_page: OpenPage, part: int) -> None:
    page = open_page("/", color_scheme="light")
    assert look(page, PAGES[part::PARTS]) == NOTHING


def test_a_dropped_report_is_accessible(open_page: OpenPage) -> None:
    page = open_page("/report", color_scheme="light")
    send(page, REPORT)
    page.locator("#changes").wait_for()
    assert findings(page) == []


def test_what_moves_after_it_was_shown_is_noticed(open_page: OpenPage) -> None:
    page = open_page("/style")
    page.add_init_script(REMEMBER)
    page.goto("/lists")
    assert page.evaluate(MOVED) == []
    page.evaluate("document.querySelector('main').style.paddingTop = '90px'")
    assert page.evaluate(MOVED) != []


def test_what_is_wrong_in_one_of_many_rows_is_found(open_page: OpenPage) -> None:
    """A pale title, a link that only a similar colour tells from its text, and a picture without words in a row like
    many before it."""
    page = open_page("/lists/2023-02/top", color_scheme="light")
    assert findings(page) == []
    page.evaluate("""() => {
      const title = document.querySelector("h1");
      title.style.color = "#bbb";
      title.insertAdjacentHTML("afterend", "<p>Read <a href='/'>this</a> first.</p>");
      title.nextElementSibling.firstElementChild.style.cssText = "text-decoration: none; color: #345";
      [...document.querySelectorAll("tbody > tr")].at(-1).lastElementChild.append(new Image());
    }""")
    assert {rule for _, rule, _ in findings(page)} == {"color-contrast", "link-in-text-block", "image-alt"}
