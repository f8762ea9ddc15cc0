"""Forms FA1, IA1, FA2, IA2, IA3, APR and FL2: filled with what is known, the rest left blank to write in."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.i18n import Language, text
from arpad.publication.typesetting import typeset, words
from arpad.regulations.event_rules import FormBlock, FormCell, FormNumber, arbiter_form

SHARED = ("form_parts",)
Values = Mapping[str, Any]
"""What fills a form, by the names that its fields have as `from`; several events are a list of such values."""


def arbiter_form_pdf(
    number: FormNumber, values: Values | None = None, language: Language = "en", *, incomplete: bool = False
) -> bytes:
    """Return a form as PDF. What is not known stays an empty line; `incomplete` is said across the page."""
    data = arbiter_form_data(number, values or {}, language, incomplete=incomplete)
    return typeset("arbiter_form", data, language, shared=SHARED)


def arbiter_form_data(
    number: FormNumber, known: Values, language: Language, *, incomplete: bool = False
) -> dict[str, object]:
    """Return the texts of a form for its template."""
    form = arbiter_form(number)
    return {
        "words": words("form", language),
        "page": text("form.page", language),
        "number": form.number,
        "title": form.title[language],
        "english": form.title["en"],
        "about": _about(known),
        "across": text("arbiter.incomplete-form", language) if incomplete else "",
        "blocks": [_block(block, known, language) for block in form.blocks],
    }


def _about(values: Values) -> str:
    return ", ".join(part for part in (values.get("person.last_name"), values.get("person.first_name")) if part)


def _block(block: FormBlock, values: Values, language: Language) -> dict[str, object]:
    shared = {"kind": block.kind, "heading": _said(block.heading, language), "room": block.room}
    if block.kind == "events":
        known: Sequence[Values] = values.get(block.source, ())
        filled = [known[at] if at < len(known) else {} for at in range(max(block.count, len(known)))]
        return shared | {"events": [_rows(block, event, language) for event in filled]}
    if block.kind == "blank":
        after = _said(block.after, language)
        return shared | {"before": _said(block.words, language), "after": after, "value": values.get(block.source, "")}
    return shared | {
        "rows": _rows(block, values, language),
        "words": _said(block.words, language),
        "cell": _said(block.words, language),
        "columns": [_said(one, language) for one in block.columns],
        "lines": [_said(one, language) for one in block.lines],
    }


def _said(both: Mapping[str, str] | None, language: Language) -> str:
    return "" if both is None else both[language]


def _rows(block: FormBlock, values: Values, language: Language) -> list[list[dict[str, object]]]:
    return [[_cell(cell, values, language) for cell in row] for row in block.rows]


def _cell(cell: FormCell, values: Values, language: Language) -> dict[str, object]:
    value = values.get(cell.source, "") if cell.source else ""
    chosen = set(value) if isinstance(value, list | tuple) else {value}
    boxes = [{"label": box.label[language], "on": box.value in chosen} for box in cell.boxes]
    signed = cell.id.endswith("signature")
    shown = "" if boxes else "\n".join(value) if isinstance(value, list | tuple) else str(value)
    return {
        "label": cell.label[language],
        "value": shown.split("\n"),
        "boxes": boxes,
        "tall": signed,
        "lines": cell.lines,
    }
