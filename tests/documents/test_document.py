"""A result is declared once: its JSON, its schema, its tables and the kinds of its columns follow from one class."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from msgspec import UNSET, UnsetType

from arpad.documents.document import (
    ArticleNumber,
    Document,
    InWords,
    OneDecimal,
    ShownAs,
    TableColumn,
    TextOrNone,
    TwoDecimals,
    column_kinds,
    csv_rows,
    document_of,
    extended,
    plain,
    replace,
    shows,
    word_rows,
)
from arpad.documents.schema import HalfPoints, Points, Schemas
from arpad.domain.games import points
from arpad.i18n import ArpadError, Words, text
from arpad.regulations.articles import Article


class Meeting(Document, frozen=True):
    """A game in brief."""

    round: int
    opponent: str


class Encounter(Meeting, frozen=True):
    """A game with its score."""

    score: HalfPoints
    title: TextOrNone = ""


class Entrant(Document, frozen=True):
    """A player.

    A second paragraph, for readers of the code."""

    shown = shows("name", "state", "score", "games", "first", "brief", "by_round", "pair", "rule", "greeting", "note")
    columns = (
        TableColumn("name", "player"),
        TableColumn("state", words="event-state."),
        TableColumn("score", cell=lambda entrant: str(entrant.score)),
        TableColumn("note", say=lambda entrant, language: f"{entrant.name} ({language})"),
    )
    name: str
    state: Literal["rated", "waiting"]
    half_points: int
    games: tuple[Encounter, ...]
    brief: Annotated[tuple[Encounter, ...], ShownAs(tuple[Meeting, ...])]
    rule: ArticleNumber
    greeting: Annotated[Words, InWords(str, Words.text)]
    note: str | UnsetType = UNSET
    born: dt.date | None = None
    active: bool = True

    @property
    def score(self) -> Points:
        return points(self.half_points)

    @property
    def first(self) -> Meeting | None:
        return self.games[0] if self.games else None

    @property
    def by_round(self) -> dict[str, Encounter | Meeting]:
        return {str(game.round): game for game in self.games}

    @property
    def pair(self) -> tuple[int, Meeting] | None:
        return (1, self.games[0]) if self.games else None

    @property
    def average(self) -> OneDecimal | None:
        return None

    @property
    def change(self) -> TwoDecimals:
        return Decimal("0.25")


GAME = Encounter(1, "Bo", 1, "GM")
ANA = Entrant("Ana", "rated", 3, (GAME,), (GAME,), Article("1.4", "b01"), Words("label.yes"))
BRIEF = {"round": 1, "opponent": "Bo"}
FULL = {**BRIEF, "score": points(1), "title": "GM"}


def test_json_has_the_shown_attributes_and_nested_results_as_they_are_declared() -> None:
    assert ANA.document() == {
        "name": "Ana", "state": "rated", "score": points(3), "games": [FULL], "first": BRIEF, "brief": [BRIEF],
        "by_round": {"1": FULL}, "pair": [1, BRIEF], "rule": "1.4", "greeting": "yes",
    }  # fmt: skip
    assert list(ANA.document()) == [name for name in Entrant.shown if name != "note"]
    assert replace(ANA, games=(), note="late").document()["note"] == "late"
    assert replace(ANA, games=()).document()["first"] is None
    assert Encounter(1, "Bo", 1).document()["title"] is None, "an empty text is null"


def test_words_are_in_the_language_of_the_reader() -> None:
    assert ANA.document("es")["greeting"] == text("label.yes", "es") != ANA.document("en")["greeting"]
    assert ANA.to_dict("es")["score"] == Decimal("1.5")
    assert '"score": 1.5' in ANA.to_json()
    with pytest.raises(ArpadError, match="language: “fr” is not known"):
        ANA.to_json("fr")


def test_documents_stand_in_lists_and_dictionaries() -> None:
    assert plain({"games": [GAME], "event": "open"}, "en") == {"games": [FULL], "event": "open"}


def test_another_thing_with_the_attributes_is_shown_as_a_document() -> None:
    @dataclass
    class Row:
        round: int
        opponent: str
        secret: str

    assert document_of(Meeting, Row(1, "Bo", "x")) == BRIEF


def test_a_document_becomes_one_of_its_subclass() -> None:
    assert extended(Encounter, Meeting(1, "Bo"), score=2) == Encounter(1, "Bo", 2)
    assert replace(GAME, round=2).round == 2


def test_the_schema_follows_from_the_types() -> None:
    schemas = Schemas()
    assert schemas.of(Entrant) == {"$ref": "#/components/schemas/Entrant"}
    entrant, properties = schemas.components["Entrant"], schemas.components["Entrant"]["properties"]
    assert entrant["description"] == "A player."
    assert list(properties) == list(Entrant.shown)
    assert entrant["required"] == [name for name in Entrant.shown if name != "note"]
    assert properties["score"] == {"type": "number"}
    assert properties["note"] == properties["rule"] == properties["greeting"] == {"type": "string"}
    assert properties["brief"] == {"type": "array", "items": {"$ref": "#/components/schemas/Meeting"}}
    assert properties["first"] == {"anyOf": [{"$ref": "#/components/schemas/Meeting"}, {"type": "null"}]}
    encounter = schemas.components["Encounter"]["properties"]
    assert encounter["score"] == {"type": "number"}
    assert encounter["title"] == {"type": ["string", "null"]}


def test_tables_have_raw_cells_for_programs_and_words_for_people() -> None:
    names = ("name", "state", "score", "active", "note", "born")
    assert csv_rows(Entrant, [ANA], names[:4]) == (list(names[:4]), [["Ana", "rated", "3/2", True]])
    assert word_rows(Entrant, [ANA], "es", names) == (
        ["player", "state", "score", "active", "note", "born"],
        [["Ana", "valorado", "3/2", "sí", "Ana (es)", ""]],
    )
    assert csv_rows(Meeting, [GAME]) == (["round", "opponent"], [[1, "Bo"]])


def test_columns_of_frames_follow_from_the_types() -> None:
    kinds: dict[str, Any] = {
        "name": "text", "state": "text", "half_points": "whole", "born": "day", "active": "yes", "average": "points",
        "change": "hundredths",
    }  # fmt: skip
    assert column_kinds(Entrant, kinds) == kinds
    with pytest.raises(TypeError, match="has no column"):
        column_kinds(Entrant, ["games"])
