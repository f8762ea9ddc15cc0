"""The rooms are closed, and imports run in no circle, also those that wait until a function is called."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.import_contracts import is_private, room

import arpad

SOURCES = Path(arpad.__path__[0])


def modules() -> dict[str, Path]:
    """Every module by its name."""
    names = {}
    for path in sorted(SOURCES.rglob("*.py")):
        parts = ["arpad", *path.relative_to(SOURCES).with_suffix("").parts]
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


MODULES = modules()


def imports(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports anywhere, but those that only a type checker sees."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    unseen = {
        id(statement)
        for node in nodes
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
    }
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and id(node) not in unseen and (node.module or "").startswith("arpad"):
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in MODULES else str(node.module)


@cache
def all_imports() -> dict[str, set[str]]:
    """What every module imports."""
    return {name: set(imports(path)) for name, path in MODULES.items()}


def test_there_are_sources() -> None:
    assert len(MODULES) > 300
    assert sum(map(len, all_imports().values())) > 2000


def test_no_module_over_700_lines() -> None:
    """A module is one subject; split one that has grown into two."""
    lines = {name: len(path.read_text("utf-8").splitlines()) for name, path in MODULES.items()}
    assert {name: count for name, count in lines.items() if count > 700} == {}, "split these modules"


def test_private_modules_are_used_in_their_own_room() -> None:
    """import-linter asks the same of imports at the top of a module and below."""
    private = [name for name in MODULES if is_private(name)]
    assert private
    outside = {
        (user, name)
        for user, used in all_imports().items()
        for name in used
        if is_private(name) and room(user) != room(name)
    }
    assert outside == set(), "use a public module of that room, or rename the module without its underscore"


def test_imports_run_in_no_circle() -> None:
    """An import inside a function may wait for something slow; it may not hide a circle."""
    done: set[str] = set()
    for start in all_imports():
        _walk(start, [], done)


def _walk(name: str, way: list[str], done: set[str]) -> None:
    assert name not in way, " -> ".join([*way[way.index(name) :], name])
    if name not in done:
        for used in sorted(all_imports().get(name, ())):
            _walk(used, [*way, name], done)
        done.add(name)


def test_only_the_package_itself_loads_names_late() -> None:
    late = [
        name
        for name, path in MODULES.items()
        if re.search(r"^\s*def __getattr__\(name", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert late == ["arpad"], "import names where they are defined; only arpad/__init__.py is lazy"


def test_the_table_of_public_names_agrees_with_the_imports_for_type_checkers() -> None:
    tree = ast.parse(MODULES["arpad"].read_text("utf-8"))
    seen = {
        name.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module not in ("arpad.release", "importlib")
        for name in node.names
    }
    assert vars(arpad)["_MODULES"] == seen, "src/arpad/__init__.py: _MODULES and the imports for type checkers differ"
    assert set(seen) == set(arpad.__all__), "src/arpad/__init__.py: name it in __all__ too"
