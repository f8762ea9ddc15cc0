"""What people type, declared once: read from any entrance, with the same limits, and all that is wrong at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from arpad.i18n import ArpadError
from arpad.inputs.declared import FieldErrors, Input, by_flag, checked, inputs_of, one_of, read, whole


@dataclass(frozen=True)
class Toy:
    round: Annotated[int, Input(whole(1, 9), "number", flag="ROUND")]
    note: Annotated[str, Input(max_length=5, flag="--note")] = "none"
    colour: Annotated[str, Input(one_of("w", "b"), "select", options=("w", "b"))] = "w"
    late: Annotated[bool, Input(checked, "checkbox")] = False
    more: Annotated[Mapping[str, Any], (Input(name="size", default=None), Input(name="place", default=None))] = field(
        default_factory=dict
    )


def test_inputs_have_the_names_and_defaults_of_their_attributes() -> None:
    declared = {one.name: one.required for one in inputs_of(Toy)}
    assert declared == {"round": True, "note": False, "colour": False, "late": False, "size": False, "place": False}


def test_what_is_not_given_has_its_default() -> None:
    assert read(Toy, {"round": " 3", "note": "", "colour": None}) == Toy(3)
    assert read(Toy, {"round": "3", "note": " ab ", "late": "1", "size": "L"}) == Toy(
        3, "ab", late=True, more={"size": "L"}
    )


def test_all_that_is_wrong_is_told_at_once_each_at_its_field() -> None:
    with pytest.raises(FieldErrors) as problem:
        read(Toy, {"round": "10", "note": "abcdef", "colour": "x"})
    assert {name: one.key for name, one in problem.value.at.items()} == {
        "round": "number-range", "note": "event-field-long", "colour": "format-form",
    }  # fmt: skip
    assert problem.value.key == "number-range"


@pytest.mark.parametrize("typed", [{}, {"round": ""}, {"round": "  "}, {"round": None}])
def test_what_is_required_is_missing_in_the_words_of_the_entrance(typed: dict[str, Any]) -> None:
    with pytest.raises(ArpadError, match="ROUND is missing"):
        read(Toy, typed, by_flag)
