"""The reasons: a tree of steps, each with its article, inputs and value.

In: steps that the engines build while they compute. Out: text, JSON or HTML, in English or Spanish.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.trail.exact_json import dumps
    from arpad.trail.render import as_html, as_json, as_rows, as_text, json_value, sentence
    from arpad.trail.step import LaterTrail, Step, Trail, walk

__getattr__ = door(__name__)

__all__ = [
    "LaterTrail",
    "Step",
    "Trail",
    "as_html",
    "as_json",
    "as_rows",
    "as_text",
    "dumps",
    "json_value",
    "sentence",
    "walk",
]
