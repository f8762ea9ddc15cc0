"""The operations of the site on its page for programs: an example of each call, and what it does in each language."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from arpad.domain.values import fold
from arpad.i18n import Language


class ShownOperation(NamedTuple):
    """An operation with what it does, in the reader's language if that is written, and an example of its call."""

    row: Any
    about: str
    example: str

    @property
    def searched(self) -> str:
        """What a search looks at."""
        return fold(f"{self.row.path} {self.row.about} {self.about}")

    @property
    def is_english(self) -> bool:
        return bool(self.about == self.row.about)


VALUES = {
    "id": "98000017", "period": "2024-11", "slug": "my-open", "number": "6", "round": "3", "entry": "12",
    "board": "4", "code": "ESP", "group": "women", "team": "2", "match": "1", "table": "5", "player": "12",
    "name": "logo", "tie": "1", "line": "40", "with": "98000058", "q": "zar", "file": "@report.trf",
    "report": "@report.trf", "list": "@list.csv", "ranking": "@ranking.csv", "rules": "@prizes.toml",
    "date": "2024-11-01", "start": "2024-11-01", "end": "2024-11-09", "reason": "Scoresheet", "rating": "2012",
    "result": "1-0", "games": "2067:1 1926:0.5", "game": "2067:1", "k": "20", "born": "2001", "federation": "ESP",
    "system": "dutch", "keep": "98000017", "drop": "98000058", "first": "1", "time_control": "90+30", "players": "8",
    "rounds": "7", "role": "arbiter", "text": "Round 3 at 16:00", "amount": "10", "edition": "fide-2024",
    "player_id": "98000017", "title": "IM", "rank": "12", "month": "2024-11", "label": "club",
}  # fmt: skip
"""Values of examples, by the names of parameters and fields."""
OTHER = "…"


def example_of(description: Mapping[str, Any], row: Any, origin: str) -> str:
    """Return the call of an operation as a line of a shell: with everything that it must have."""
    operation = description["paths"][row.path][row.method.lower()]
    path = row.path
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", VALUES.get(parameter["name"], "1"))
    query = "&".join(
        f"{parameter['name']}={VALUES.get(parameter['name'], OTHER)}"
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query" and parameter.get("required")
    )
    address = f"{origin}{path}" + (f"?{query}" if query else "")
    shown = f'"{address}"' if "&" in address or "?" in address else address
    token = '-H "Authorization: Bearer TOKEN" ' if row.token else ""
    fields = "".join(f"-F {name}={_value(name)} " for name in _needed(operation, description))
    sends = f"{fields or '-X POST '}" if row.method == "POST" else ""
    return f"curl {token}{sends}{shown}"


def _value(name: str) -> str:
    value = VALUES.get(name, OTHER)
    return f'"{value}"' if " " in value else value


def _needed(operation: Mapping[str, Any], description: Mapping[str, Any]) -> Iterator[str]:
    """The fields that a form must have; a file in any case."""
    for media in operation.get("requestBody", {}).get("content", {}).values():
        schema = media.get("schema", {})
        form = description["components"]["schemas"].get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
        needed = form.get("required", ())
        for name, field in form.get("properties", {}).items():
            if name in needed or "contentMediaType" in str(field):
                yield name
        return


def in_language(about: str, language: Language) -> str:
    """Return what an operation does, in a language; in English where nobody has written it yet."""
    return about if language == "en" else _translated().get(" ".join(about.split()), about)


@cache
def _translated() -> dict[str, str]:
    text = files("arpad.web").joinpath("operations_es.toml").read_text("utf-8")
    return {one["en"]: one["es"] for one in tomllib.loads(text).get("operation", ())}
