"""The articles of `data/articles.toml`: for every article that can be cited, its document and its first words."""

import tomllib
from functools import cache
from typing import Any

from places import FIXTURES

TABLES: dict[str, dict[str, Any]] = tomllib.loads((FIXTURES / "articles.toml").read_text(encoding="utf-8"))
HEAD = ("document", "time_class", "system", "not_held", "not_printed")


def words_of(table: dict[str, Any]) -> dict[str, str]:
    """The articles of one table, those among them that its document does not print."""
    others: dict[str, str] = table.get("not_printed", {})
    return {number: words for number, words in table.items() if number not in HEAD} | others


def documents_of(table: dict[str, Any]) -> list[str]:
    """The documents of a table: texts of several years may have an article in common. A pairing system is a chapter of
    its own in C.04 ("c04-2026/dutch")."""
    named: str | list[str] = table["document"]
    chapter = f"/{table['system']}" if "system" in table else ""
    return [f"{one}{chapter}" for one in ([named] if isinstance(named, str) else named)]


def printed(source: str, time_class: str | None = None) -> dict[str, str]:
    """The articles of a document. The two halves of the rating regulations are told apart by their time class."""
    found: dict[str, str] = {}
    for table in TABLES.values():
        if source in documents_of(table) and table.get("time_class", time_class) in (time_class, "all"):
            found |= words_of(table)
    return found


@cache
def held(source: str) -> dict[str, str]:
    """The articles of a document, of both halves."""
    tables = (table for table in TABLES.values() if source in documents_of(table))
    return {number: words for table in tables for number, words in words_of(table).items()}
