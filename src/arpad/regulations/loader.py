"""Edition files: read, checked against the schema, and joined to what they extend."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from arpad.i18n import ArpadError
from arpad.regulations.article import Article
from arpad.regulations.data_files import refuse_unknown
from arpad.regulations.rating_edition import COVERS, GROUPS, Edition
from arpad.regulations.rules import DatedEdition, EditionHead, Rule, groups_of
from arpad.regulations.schema import group_schema, rule

REQUIRED = ("id", "system", "time_class", "effective", "source", "name")
HEADER = {*REQUIRED, "until", "extends", "restates"}
NOT_INHERITED = "transition"
DATED = ("id", "effective", "source", "name")
DATED_HEADER = {*DATED, "until", "extends", "restates", "beyond_seeds"}
"""What the head of an edition without a rating system has: of titles, of tie-breaks, of arbiters."""


def head(file: str, data: Mapping[str, Any], known: set[str], required: Iterable[str]) -> None:
    """The head of an edition file has all it needs, and nothing else."""
    refuse_unknown(file, data, known)
    for key in required:
        if key not in data:
            raise ArpadError("edition.missing-key", file=file, key=key)
    if file != f"{data['id']}.toml":
        raise ArpadError("edition.file-name", file=file, id=data["id"])
    for key in ("effective", "until"):
        if key in data and type(data[key]) is not dt.date:
            raise ArpadError("edition.bad-value", file=file, key=key, value=str(data[key]), expected="2024-03-01")
    if not isinstance(data["name"], dict) or set(data["name"]) != {"en", "es"}:
        raise ArpadError("edition.note", file=file, key="name")


def _time_class(file: str, data: Mapping[str, Any]) -> None:
    """An edition of the rating regulations says what it covers."""
    if data["time_class"] not in COVERS:
        raise ArpadError(
            "edition.bad-value",
            file=file,
            key="time_class",
            value=str(data["time_class"]),
            expected=" | ".join(COVERS),
        )


def stated(file: str, data: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Rule[Any]]:
    """The parameters the file states itself."""
    found = {}
    for group, kind in kinds.items():
        schema = group_schema(kind)
        for field, raw in data.get(group, {}).items():
            name = f"{group}.{field}"
            if field not in schema:
                raise ArpadError("edition.unknown-key", file=file, key=name, known=", ".join(schema))
            found[name] = rule(file, name, schema[field], raw, data["source"])
    return found


def inherited(parent: EditionHead | None, source: str, restates: bool) -> dict[str, Rule[Any]]:
    """Return the parameters of the extended edition. If the new document restates the whole text, it is cited."""
    if parent is None:
        return {}
    rules = {name: value for name, value in parent.parameters() if not name.startswith(f"{NOT_INHERITED}.")}
    if not restates:
        return rules
    return {
        name: replace(
            value,
            article=Article(value.article.number, source),
            unrated=Article(value.unrated.number, source) if value.unrated else None,
        )
        for name, value in rules.items()
    }


def grouped(file: str, rules: Mapping[str, Rule[Any]], kinds: Mapping[str, type]) -> dict[str, Any]:
    """The parameters in their groups, none missing."""
    groups: dict[str, Any] = {}
    for group, kind in kinds.items():
        missing = [field for field in group_schema(kind) if f"{group}.{field}" not in rules]
        if missing:
            raise ArpadError("edition.missing-key", file=file, key=f"{group}.{missing[0]}")
        groups[group] = kind(**{field: rules[f"{group}.{field}"] for field in group_schema(kind)})
    return groups


def rule_groups(file: str, data: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the groups of a file that no other extends; it may hold other tables too."""
    return grouped(file, stated(file, data, kinds), kinds)


DatedT = TypeVar("DatedT", bound=DatedEdition)


def dated_edition(kind: type[DatedT], file: str, data: Mapping[str, Any], parent: DatedT | None) -> DatedT:
    """Make an edition of titles, of players or of arbiters, of its file and of the edition that it extends."""
    return kind(**dated_parts(kind, file, data, parent))


def dated_parts(
    kind: type[DatedT], file: str, data: Mapping[str, Any], parent: DatedT | None, more: Collection[str] = ()
) -> dict[str, Any]:
    """Return all that an edition without a rating system is made of. `more` are further keys that its file may have."""
    head(file, data, DATED_HEADER.union(groups_of(kind), more), DATED)
    return _parts(file, data, groups_of(kind), parent) | {"beyond_seeds": data.get("beyond_seeds", False)}


def _parts(file: str, data: Mapping[str, Any], kinds: Mapping[str, type], parent: EditionHead | None) -> dict[str, Any]:
    own = stated(file, data, kinds)
    rules = inherited(parent, data["source"], data.get("restates", False)) | own
    return {
        "id": data["id"],
        "effective": data["effective"],
        "until": data.get("until"),
        "extends": data.get("extends"),
        "source": data["source"],
        "name": data["name"],
        "own": frozenset(own),
        **grouped(file, rules, kinds),
    }


def build(file: str, data: Mapping[str, Any], parent: Edition | None) -> Edition:
    """An edition from its file and the edition it extends."""
    head(file, data, HEADER | set(GROUPS), REQUIRED)
    _time_class(file, data)
    present = {group: kind for group, kind in GROUPS.items() if group != NOT_INHERITED or group in data}
    parts = {NOT_INHERITED: None} | _parts(file, data, present, parent)
    return Edition(**parts, system=data["system"], time_class=data["time_class"])
