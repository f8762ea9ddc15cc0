"""A form that is sent twice is done once, and its button shows that something is under way."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect

from arpad.office.storage.database import Database, begin_form, end_form
from web_demo import OpenPage
from web_desk_office import NOW, Visitor, file, make_town, open_town
from web_visits import at_the_desk

FACTS = {"registered": "2024-06-01", "hybrid": "no"}
EVENT = {"name": "Open", "start": "2024-10-01"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


def _mark(visitor: Visitor, path: str) -> dict[str, str]:
    """The mark of the form of a page."""
    found = re.search(r'name="once" value="([^"]+)"', visitor.page(path))
    assert found is not None, path
    return {"once": found[1]}


def test_a_form_sent_twice_is_done_once(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    mark = _mark(officer, "/office/register")
    first, again = (officer.done("/office/register", EVENT | mark) for _ in range(2))
    assert first == again
    officer.refused("/office/register", EVENT | _mark(officer, "/office/register"))
    another = {"another_event": "true"} | _mark(officer, "/office/register")
    assert officer.done("/office/register", EVENT | another) != first
    mark = _mark(officer, "/office/submit")
    first, again = (officer.done("/office/submit", FACTS | mark, files=file("august.trf")) for _ in range(2))
    assert first == again
    for path, said in (("close", "closed"), ("publish", "published")):
        page = "/office/lists/2024-09" + ("/publishing" if path == "publish" else "")
        mark = _mark(officer, page)
        for _ in range(2):
            assert officer.done(f"/office/lists/2024-09/{path}", mark) == f"/office/lists/2024-09?done={said}"
    rating = {"id": "106", "period": "2024-09", "rating": "1950", "reason": "decided", "once": "one"}
    assert officer.done("/office/decide/rating", rating) == officer.done("/office/decide/rating", rating)
    assert len(officer.json("/office/decisions.json")) == 1
    mark = _mark(officer, "/office/tokens")
    assert officer.send("/office/tokens", {"label": "one"} | mark).status_code == 200
    assert officer.done("/office/tokens", {"label": "one"} | mark) == "/office/tokens"
    assert len(officer.json("/office/tokens.json")) == 1


def test_a_form_that_was_refused_can_be_sent_again(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    mark = _mark(officer, "/office/register")
    officer.refused("/office/register", EVENT | mark | {"federation": "España"})
    assert officer.done("/office/register", EVENT | mark)
    rating = {"step": "preview", "id": "106", "period": "2024-08", "rating": "1950", "reason": "decided"} | mark
    assert all(officer.send("/office/decide/rating", rating).status_code == 200 for _ in range(2))
    assert (
        Visitor(app, "arbiter")
        .done("/office/register", EVENT | mark | {"another_event": "true"})
        .startswith("/office/events/3")
    )


def test_two_that_come_at_once_have_one_answer(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    given = EVENT | {"csrf": officer.csrf("/office"), "once": "together"}
    with ThreadPoolExecutor(4) as together:
        sent = [together.submit(officer.client.post, "/office/register", data=given) for _ in range(4)]
        answers = {one.result().headers["location"] for one in sent}
    assert len(answers) == 1
    assert len(officer.json("/office/events.json")) == 2


def test_a_mark_is_kept_for_a_day(town: Path, tmp_path: Path) -> None:
    open_town(town, tmp_path).state.site.close()
    database = Database(f"sqlite:///{tmp_path / 'office.db'}")
    assert begin_form(database, "a", NOW) is None
    assert begin_form(database, "a", NOW) == ""
    end_form(database, "a", "/office")
    assert begin_form(database, "a", NOW) == "/office"
    assert begin_form(database, "a", NOW.replace(day=NOW.day + 2)) is None
    database.dispose()


def test_a_pressed_button_is_busy_and_pressed_once(open_page: OpenPage) -> None:
    page = at_the_desk(open_page)
    page.goto("/office/register")
    page.locator("#f-name").fill("Open")
    page.locator("#f-start").fill("2023-03-01")
    page.route("**/office/register", lambda route: route.fulfill(status=204))  # an answer that leads nowhere
    button = page.locator("main form button")
    size = button.evaluate("button => [button.offsetWidth, button.offsetHeight]")
    button.click(no_wait_after=True)
    expect(button).to_have_attribute("aria-busy", "true")
    assert button.evaluate("button => [button.offsetWidth, button.offsetHeight]") == size
    assert page.evaluate(
        "() => { const form = document.querySelector('main form'); let stopped = false;"
        " form.addEventListener('submit', (event) => setTimeout(() => { stopped = event.defaultPrevented; }));"
        " form.requestSubmit(); return new Promise((done) => setTimeout(() => done(stopped), 20)); }"
    )
