"""One name for one thing: the name of a public class exists once in the package."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import arpad

SOURCES = Path(arpad.__path__[0])
SURFACE = SOURCES / "library"


@cache
def classes(path: Path) -> tuple[str, ...]:
    """The public classes of a module."""
    body = ast.parse(path.read_text("utf-8")).body
    return tuple(node.name for node in body if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))


def test_a_public_class_has_a_name_of_its_own() -> None:
    names = Counter(name for path in SOURCES.rglob("*.py") if SURFACE not in path.parents for name in classes(path))
    assert names["Edition"] == 1, "the sources are read"
    assert [name for name, count in names.items() if count > 1] == [], "rename all but one of these classes"


def test_only_what_users_see_has_the_name_of_something_inside() -> None:
    """`arpad.Report` is a report for a program, and wraps the report of the rooms: one word for users."""
    inside = {name for path in SOURCES.rglob("*.py") if SURFACE not in path.parents for name in classes(path)}
    outside = Counter(name for path in SURFACE.glob("*.py") for name in classes(path))
    assert [name for name, count in outside.items() if count > 1] == [], "rename all but one of these classes"
    both = inside & set(outside) - set(arpad.__all__)
    assert both == set(), "rename these classes in src/arpad/library"
