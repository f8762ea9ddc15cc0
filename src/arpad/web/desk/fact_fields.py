"""The facts of an event as fields of a form, made from their declarations."""

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

from fastapi import Depends, Form

from arpad.eligibility.facts import FACTS, Fact, facts_document, facts_told
from arpad.web.desk.forms import NOT_KNOWN, FormField, FormKind
from arpad.web.later_routes import parameter

OFTEN = ("registered", "hybrid")
"""The facts that most events need; the others are folded."""
ASKED = tuple(fact for fact in FACTS if not fact.with_report)

Number = Annotated[str, Form(max_length=10, description="A whole number.")]
Text = Annotated[str, Form(max_length=200)]
Day = Annotated[str, Form(max_length=10, description="A day: 2024-05-17.")]
TYPES: dict[str, Any] = {
    "said": Annotated[Literal["", "yes", "no"], Form(description="Whether it is so; empty: not known.")],
    "flag": Annotated[bool, Form(description="Whether it is so.")],
    "number": Number,
    "day": Day,
}
KINDS: dict[str, FormKind] = {"said": "select", "flag": "checkbox", "number": "number", "day": "date"}


def _field(fact: Fact) -> FormField:
    kind, folded = KINDS.get(fact.kind, "text"), fact.name not in OFTEN
    if kind == "select":
        return FormField(fact.name, kind, options=NOT_KNOWN, words="web.said.", folded=folded)
    return FormField(fact.name, kind, folded=folded)


def _parameter(fact: Fact) -> Parameter:
    return parameter(fact.name, TYPES.get(fact.kind, Text), False if fact.kind == "flag" else "")


def _typed(**typed: str | bool) -> dict[str, str | bool]:
    return typed


_typed.__signature__ = Signature([_parameter(fact) for fact in ASKED])  # type: ignore[attr-defined]

FACT_FIELDS = tuple(_field(fact) for fact in ASKED)
TypedFacts = Annotated[dict[str, str | bool], Depends(_typed)]
"""The facts as they were typed into a form."""


def facts_in_form(typed: Mapping[str, str | bool]) -> dict[str, Any]:
    """Return the facts for the office; facts that were not given are left out."""
    return facts_document(
        facts_told({name: value for name, value in typed.items() if value != ""}, lambda fact: fact.name)
    )
