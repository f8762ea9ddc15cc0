"""The articles of `data/articles.toml`: for every article that can be cited, its document and its first words."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from places import FIXTURES

TABLES: dict[str, dict[str, Any]] = tomllib.loads((FIXTURES / "articles.toml").read_text(encoding="utf-8"))
HEAD = ("document", "time_class", "not_held", "not_printed")


def words_of(table: dict[str, Any]) -> dict[str, str]:
    """The articles of one table, those among them that its document does not print."""
    others: dict[str, str] = table.get("not_printed", {})
    return {number: words for number, words in table.items() if number not in HEAD} | others


def printed(source: str, time_class: str | None = None) -> dict[str, str]:
    """The articles of a document. The two halves of the rating regulations are told apart by their time class."""
    found: dict[str, str] = {}
    for table in TABLES.values():
        if table["document"] == source and table.get("time_class", time_class) in (time_class, "all"):
            found |= words_of(table)
    return found


def literals(folder: Path, name: str, place: int) -> Iterator[tuple[str, str]]:
    """Every article that code writes out itself: the texts at a place of the calls of a name, with their file."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                given = node.args[place] if len(node.args) > place else None
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield file.name, given.value
