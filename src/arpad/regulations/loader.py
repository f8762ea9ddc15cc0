"""Edition files: read, checked against the schema, and joined to what they extend."""

import datetime as dt
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from importlib.resources.abc import Traversable
from typing import Any

from arpad.locale import ArpadError
from arpad.regulations.edition import COVERS, GROUPS, Edition
from arpad.regulations.rules import Article, Rule
from arpad.regulations.schema import group_schema, rule

HEADER = {"id", "system", "time_class", "effective", "until", "extends", "source", "restates", "name"}
REQUIRED = ("id", "system", "time_class", "effective", "source", "name")
NOT_INHERITED = "transition"


def read_toml(file: Traversable) -> dict[str, Any]:
    """A TOML file, its decimals exact."""
    try:
        return tomllib.loads(file.read_text("utf-8"), parse_float=Fraction)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ArpadError("edition.not-toml", file=file.name, problem=str(problem)) from None


def _header(file: str, data: Mapping[str, Any]) -> None:
    """The head of an edition file has all it needs, and nothing else."""
    known = HEADER | set(GROUPS)
    for key in data:
        if key not in known:
            raise ArpadError("edition.unknown-key", file=file, key=key, known=", ".join(sorted(known)))
    for key in REQUIRED:
        if key not in data:
            raise ArpadError("edition.missing-key", file=file, key=key)
    if file != f"{data['id']}.toml":
        raise ArpadError("edition.file-name", file=file, id=data["id"])
    if data["time_class"] not in COVERS:
        raise ArpadError(
            "edition.bad-value",
            file=file,
            key="time_class",
            value=str(data["time_class"]),
            expected=" | ".join(COVERS),
        )
    for key in ("effective", "until"):
        if key in data and type(data[key]) is not dt.date:
            raise ArpadError("edition.bad-value", file=file, key=key, value=str(data[key]), expected="2024-03-01")
    if not isinstance(data["name"], dict) or set(data["name"]) != {"en", "es"}:
        raise ArpadError("edition.note", file=file, key="name")


def _stated(file: str, data: Mapping[str, Any], source: str) -> dict[str, Rule[Any]]:
    """The parameters the file states itself."""
    stated = {}
    for group in GROUPS:
        schema = group_schema(group)
        for field, raw in data.get(group, {}).items():
            if field not in schema:
                raise ArpadError("edition.unknown-key", file=file, key=f"{group}.{field}", known=", ".join(schema))
            stated[f"{group}.{field}"] = rule(file, f"{group}.{field}", raw, source)
    return stated


def _inherited(parent: Edition | None, source: str, restates: bool) -> dict[str, Rule[Any]]:
    """The parameters of the edition extended. Where the new document restates the whole text, it is the one to cite."""
    if parent is None:
        return {}
    rules = {name: value for name, value in parent.parameters() if not name.startswith(f"{NOT_INHERITED}.")}
    if not restates:
        return rules
    return {name: replace(value, article=Article(value.article.number, source)) for name, value in rules.items()}


def build(file: str, data: Mapping[str, Any], parent: Edition | None) -> Edition:
    """An edition from its file and the edition it extends."""
    _header(file, data)
    source = data["source"]
    stated = _stated(file, data, source)
    rules = _inherited(parent, source, data.get("restates", False)) | stated
    groups: dict[str, Any] = {}
    for group, kind in GROUPS.items():
        if group == NOT_INHERITED and group not in data:
            groups[group] = None
            continue
        missing = [field for field in group_schema(group) if f"{group}.{field}" not in rules]
        if missing:
            raise ArpadError("edition.missing-key", file=file, key=f"{group}.{missing[0]}")
        groups[group] = kind(**{field: rules[f"{group}.{field}"] for field in group_schema(group)})
    return Edition(
        id=data["id"],
        system=data["system"],
        time_class=data["time_class"],
        effective=data["effective"],
        until=data.get("until"),
        extends=data.get("extends"),
        source=source,
        name=data["name"],
        own=frozenset(stated),
        **groups,
    )
