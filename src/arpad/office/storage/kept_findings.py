"""Findings as they are kept beside a report: plain values, which become again what they were, in any language."""

import datetime as dt
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from arpad.domain.findings import Finding
from arpad.i18n import ArpadError, Words


def finding_to_document(finding: Finding) -> dict[str, Any]:
    """A finding as plain values; what it does not say is left out."""
    document = asdict(finding) | {"values": {name: _plain(value) for name, value in finding.values.items()}}
    return {name: value for name, value in document.items() if value not in (None, {})}


def finding_from_document(document: dict[str, Any]) -> Finding:
    """The finding that was kept."""
    return Finding(**document | {"values": {name: _value(value) for name, value in document.get("values", {}).items()}})


def _plain(value: object) -> Any:
    if isinstance(value, dt.date):
        return {"date": value.isoformat()}
    if isinstance(value, Fraction):
        return {"number": str(value)}
    if isinstance(value, ArpadError | Words):
        kind = "error" if isinstance(value, ArpadError) else "words"
        return {kind: value.key, "values": {name: _plain(inner) for name, inner in value.values.items()}}
    return value if isinstance(value, int | str) else str(value)


def _value(document: Any) -> object:
    if not isinstance(document, dict):
        return document
    if "date" in document:
        return dt.date.fromisoformat(document["date"])
    if "number" in document:
        return Fraction(document["number"])
    values = {name: _value(inner) for name, inner in document["values"].items()}
    return Words(document["words"], **values) if "words" in document else ArpadError(document["error"], **values)
