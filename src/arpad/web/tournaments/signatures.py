"""What an address that takes an action asks for, as FastAPI and the OpenAPI read it: the fields of the action, and what
may be said with every command."""

from collections.abc import Mapping, Sequence
from inspect import Parameter
from typing import Annotated, Any

from fastapi import Form, Path

from arpad.web.later_routes import parameter
from arpad.web.tournaments.actions import EventAction
from arpad.web.tournaments.fields import AskedValue, asked_values

LONGEST_REASON = 2000
InPath = Annotated[int, Path(ge=1, le=999_999)]


def _said(about: str, longest: int = 10) -> Any:
    """A field of a form. How long it may be is told to programs, and looked at later, so that the form comes back."""
    return Annotated[str, Form(description=about, json_schema_extra={"maxLength": longest})]


def _file(about: str) -> Any:
    """A file, as a browser sends it, or its text, as programs may."""
    return Annotated[Any, Form(description=about, json_schema_extra={"type": "string"})]


SAID: Mapping[str, Any] = {
    "yes": _said("1: what has to be confirmed is right."),
    "reason": _said("The reason, which is kept in the log.", LONGEST_REASON),
    "outside_rules": _said("1: do it although it leaves the rules; a reason is needed too."),
    "request_id": Annotated[
        str, Form(alias="request", max_length=64, description="An id of your own: sent again, it is answered the same.")
    ],
    "replace": _said("1: the version is the one that is to be replaced."),
    "csrf": _said("The token of the form; a program with a bearer token needs none.", 200),
}
"""What may be said with every command."""


def form_parameters(kind: type[EventAction], in_path: Sequence[str] = ()) -> list[Parameter]:
    """Return the parameters of an action: its fields, those of the address apart, and what is said with it."""
    own = [parameter(one.name, InPath) if one.name in in_path else _field(one) for one in asked_values(kind)]
    return own + [parameter(name, said, "") for name, said in SAID.items()]


def _field(one: AskedValue) -> Parameter:
    if one.field.kind == "file":
        return parameter(one.name, _file(one.field.about), "")
    if one.field.several:
        return parameter(one.name, Annotated[list[str], Form(description=one.field.about)], [])
    return parameter(one.name, _said(one.field.about, one.field.longest), "")
