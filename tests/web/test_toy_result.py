"""A result is one class: a toy result has its JSON, its schema, its tables, its columns, its page and its docs."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from tools.docs import library_pages

import arpad
from arpad.documents.document import Document, InWords, OneDecimal, TableColumn, csv_rows, shows, word_rows
from arpad.documents.schema import HalfPoints, Schemas
from arpad.i18n import Words
from arpad.library.results import LibraryResult, TableRows, table_columns
from arpad.web.cache import Answer
from arpad.web.routes import Pages
from web_demo import MakeOffice


class Applauded(Document, frozen=True):
    """A player who was applauded."""

    shown = shows("name", "score", "loud", "why")
    columns = (TableColumn("name", "player"), TableColumn("score", cell=lambda applauded: str(applauded.score / 2)))
    name: str
    score: HalfPoints
    times: int
    why: Annotated[Words, InWords(str, Words.text)] = Words("label.yes")

    @property
    def loud(self) -> bool:
        """More than three times."""
        return self.times > 3


class Applause(LibraryResult, frozen=True):
    """A player who was applauded, for programs."""

    name: str
    score: OneDecimal
    times: int


class AllApplause(TableRows[Applause]):
    """All who were applauded."""

    columns = table_columns(Applause)


COMPUTED = [Applauded("Abad, Ana", 15, 4), Applauded("Blanco, Borja", 2, 1)]


def test_its_json_and_its_schema() -> None:
    assert COMPUTED[0].document("es") == {"name": "Abad, Ana", "score": Decimal("7.5"), "loud": True, "why": "sí"}
    schemas = Schemas()
    (named,) = [schemas.of(Applauded)]
    assert named == {"$ref": "#/components/schemas/Applauded"}
    schema = schemas.components["Applauded"]
    assert list(schema["properties"]) == schema["required"] == ["name", "score", "loud", "why"]
    assert schema["description"] == "A player who was applauded."
    assert schema["properties"]["loud"] == {"type": "boolean"}


def test_its_tables() -> None:
    assert csv_rows(Applauded, COMPUTED, ("name", "score")).rows == [["Abad, Ana", "7.5"], ["Blanco, Borja", "1.0"]]
    words = word_rows(Applauded, COMPUTED, "en", ("name", "loud"))
    assert (words.headings, words.rows[0][1]) == (["player", "loud"], "yes")


def test_its_result_and_its_columns() -> None:
    found: Sequence[Applause] = [Applause.of(one) for one in COMPUTED]
    assert (found[0].score, found[0].to_dict()["loud"]) == (Decimal("7.5"), True)
    arrow = AllApplause(found).to_arrow()
    assert {field.name: str(field.type) for field in arrow.schema} == {
        "name": "string", "score": "decimal128(9, 1)", "times": "int64",
    }  # fmt: skip
    assert arrow.column("score").to_pylist() == [Decimal("7.5"), Decimal("1.0")]


def test_its_page_and_its_place_in_the_api(office: MakeOffice) -> None:
    app = office()
    pages = Pages("home")

    @pages.page("/applause", "home.html", list[Applauded], table=True)
    def applause(request: Request) -> Answer:  # noqa: ARG001
        """Who was applauded."""
        return Answer(lambda: COMPUTED, table=lambda: csv_rows(Applauded, COMPUTED))

    app.include_router(pages.router)
    client = TestClient(app)
    assert client.get("/applause.json").json()[1] == {
        "name": "Blanco, Borja", "score": 1.0, "loud": False, "why": "yes",
    }  # fmt: skip
    assert client.get("/applause.csv").text.splitlines()[0] == "name,score,loud,why"
    described: dict[str, Any] = type(app).openapi(app)
    answer = described["paths"]["/applause.json"]["get"]
    assert answer["summary"] == "Who was applauded."
    assert "Applauded" in described["components"]["schemas"]


def test_its_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arpad, "Applause", Applause, raising=False)
    monkeypatch.setattr(Applause, "__module__", "arpad.library.toy")
    page = "\n".join(library_pages._class("Applause"))
    assert "A player who was applauded, for programs." in page
    assert all(f"`{name}`" in page for name in ("name", "score", "times", "to_json(language)"))
