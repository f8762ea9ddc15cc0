"""One name for one thing: the name of a public class exists once in the package."""

import ast
from collections import Counter
from pathlib import Path

import arpad

SOURCES = Path(arpad.__path__[0])


def test_a_public_class_has_a_name_of_its_own() -> None:
    names = Counter(
        node.name
        for path in SOURCES.rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert names["Edition"] == 1, "the sources are read"
    assert [name for name, count in names.items() if count > 1] == []
