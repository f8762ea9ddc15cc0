"""An address has up to three forms; only the one that is asked for is made."""

from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import Request

from arpad.documents.fields import Table, by_key
from arpad.web.cache import Answer
from arpad.web.routes import Pages
from visitor import TestClient

ROWS: list[dict[str, Any]] = [{"id": "7", "rating": 1500}, {"id": "9"}]
PLAYER = by_key("id", "rating")


@pytest.fixture
def made() -> list[str]:
    return []


@pytest.fixture
def browser(made: list[str]) -> TestClient:
    pages = Pages("little")

    @pages.page("/little", "little.html", list[dict[str, Any]], table=True)
    def little(request: Request) -> Answer:  # noqa: ARG001
        def document() -> list[dict[str, Any]]:
            made.append("document")
            return [PLAYER.document(row) for row in ROWS]

        def page() -> dict[str, object]:
            made.append("page")
            return {"data": ROWS}

        def table() -> Table:
            made.append("table")
            return PLAYER.table(ROWS)

        return Answer(document, page, table)

    application = FastAPI()
    application.include_router(pages.router)
    application.state.site = SimpleNamespace(render=lambda _request, template, values: f"{template} {values['data']}")
    return TestClient(application)


def test_a_page_makes_neither_json_nor_csv(browser: TestClient, made: list[str]) -> None:
    assert browser.get("/little").text.startswith("little.html")
    assert made == ["page"]


def test_json_makes_neither_the_page_nor_csv(browser: TestClient, made: list[str]) -> None:
    assert browser.get("/little.json").json() == [{"id": "7", "rating": 1500}, {"id": "9", "rating": None}]
    assert made == ["document"]


def test_csv_makes_neither_the_page_nor_json(browser: TestClient, made: list[str]) -> None:
    assert browser.get("/little.csv").text == "id,rating\r\n7,1500\r\n9,\r\n"
    assert made == ["table"]
