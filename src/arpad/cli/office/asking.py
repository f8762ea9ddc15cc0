"""Arguments and options that take the fields of a decision."""

from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.office.decisions.questions import Question


def parameter_of(question: Question) -> Parameter:
    """Return an argument or an option that takes one field of a decision."""
    asked = question.asked
    kind: Any = {"file": Path, "checkbox": bool}.get(asked.kind, list[str] if asked.several else str)
    kind = bool if "/" in asked.flag else kind
    if asked.flag.startswith("-"):
        info = typer.Option(asked.flag, metavar=asked.metavar or None, help=asked.help)
    else:
        info = typer.Argument(metavar=asked.flag, help=asked.help)
    if question.required:
        return Parameter(question.name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, info])
    kind = kind | None if question.default is None else kind
    return Parameter(question.name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, info], default=question.default)
