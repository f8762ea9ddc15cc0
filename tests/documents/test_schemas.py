"""The schema of a document follows from its shape: types, dataclasses, declared fields, documents put together."""

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

import pytest

from arpad.documents.fields import ShownField, ShownFields, by_key
from arpad.documents.schema import Anything, Bag, Exact, Points, Schemas, StepDocument, joined


@dataclass(frozen=True)
class Game:
    round: int
    colour: Literal["w", "b"] | None

    @property
    def odd(self) -> bool:
        return self.round % 2 == 1


class Place(NamedTuple):
    city: str


class SheetDocument(TypedDict):
    """A sheet.

    Its second paragraph is for readers of the code."""

    games: list[Annotated[dict[str, Any], Game]]
    note: NotRequired[str]


@pytest.mark.parametrize(
    ("shape", "schema"),
    [
        (int, {"type": "integer"}),
        (int | None, {"type": ["integer", "null"]}),
        (Points | None, {"type": ["number", "null"]}),
        (Fraction, {"type": ["number", "string"]}),
        (Exact | None, {"type": ["number", "string", "null"]}),
        (Anything, {}),
        (str | Anything, {}),
        (Bag, {"type": "object"}),
        (dt.date | None, {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}),
        (Literal["w", "b"], {"type": "string", "enum": ["w", "b"]}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (tuple[int, str], {"type": "array", "items": {"type": ["integer", "string"]}, "minItems": 2, "maxItems": 2}),
        (Annotated[int, "How many."], {"type": "integer", "description": "How many."}),
    ],
)
def test_plain_types(shape: Any, schema: dict[str, Any]) -> None:
    assert Schemas().of(shape) == schema


def test_a_document_is_a_component_to_which_others_refer() -> None:
    schemas = Schemas(lambda name: "The number of the round." if name == "round" else "")
    assert schemas.of(list[SheetDocument]) == {"type": "array", "items": {"$ref": "#/components/schemas/Sheet"}}
    sheet, game = schemas.components["Sheet"], schemas.components["Game"]
    assert sheet["description"] == "A sheet."
    assert sheet["required"] == ["games"]
    assert sheet["properties"]["games"]["items"] == {"$ref": "#/components/schemas/Game"}
    assert game["properties"]["round"] == {"type": "integer", "description": "The number of the round."}
    assert list(game["properties"]) == ["round", "colour"]


def test_declared_fields_have_the_types_of_the_attributes_unless_they_say_otherwise() -> None:
    fields = ShownFields[Game](
        ShownField("round"), ShownField("odd"), ShownField("white", lambda game: game.colour == "w", of=bool), named="G"
    )
    assert fields.types() == {"round": int, "odd": bool, "white": bool}
    assert fields.only("Short", "odd").types() == {"odd": bool}
    assert fields.only("Short", "odd").document(Game(1, "w")) == {"odd": True}


def test_documents_put_together_have_all_fields_the_last_one_wins() -> None:
    schemas = Schemas()
    rows = by_key(named="Row", city=int, rank=int)
    assert schemas.of(joined("Both", rows, Place, SheetDocument)) == {"$ref": "#/components/schemas/Both"}
    both = schemas.components["Both"]
    assert list(both["properties"]) == ["city", "rank", "games", "note"]
    assert both["properties"]["city"] == {"type": "string"}
    assert both["required"] == ["city", "rank", "games"]


def test_a_document_may_hold_itself() -> None:
    schemas = Schemas()
    schemas.of(StepDocument)
    steps = schemas.components["Step"]["properties"]["steps"]
    assert steps == {"type": "array", "items": {"$ref": "#/components/schemas/Step"}}


def test_two_documents_of_one_name_and_strange_types_are_refused() -> None:
    schemas = Schemas()
    schemas.of(SheetDocument)
    with pytest.raises(TypeError, match="two shapes are named Sheet"):
        schemas.of(by_key(named="Sheet", x=int))
    with pytest.raises(TypeError, match="has no place in a schema"):
        schemas.of(bytes)
