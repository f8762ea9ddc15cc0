"""Names of modules, functions and classes in pages and docstrings are those of the code."""

import ast
import re
from functools import cache
from pathlib import Path

import arpad
from places import PROJECT

SOURCES = Path(arpad.__path__[0])
ARCHITECTURE = PROJECT / "docs" / "developers" / "architecture.md"
PAGES = [
    PROJECT / "README.md",
    PROJECT / "CONTRIBUTING.md",
    *sorted((PROJECT / "docs").rglob("*.md")),
]
CODE = sorted(SOURCES.rglob("*.py"))
FULL_NAME = re.compile(r"(?<![\w/.@-])arpad((?:\.[A-Za-z_]\w*)+)(?![\w/(-]*@)")
"""`arpad.rating.change`, with or without a function at its end."""
IN_CODE = re.compile(r"`((?:\w+\.)+\w+)(?:\([^`]*\))?`")
"""`rating.change.rating_change(edition, ...)`, with or without arguments."""
OTHERWISE = {"css", "db", "event", "event.typed", "Office.memory", "svg", "web.requests"}
"""Files whose name is `arpad`, keys of the command line, a method made by a decorator, a logger."""
FILE_IN_CODE = re.compile(r"`((?:[\w-]+/)+[\w-]+\.(?:py|sh|toml|tsv))`")
"""`tools/import_contracts.py`, `web/security.py`"""
ROW = re.compile(r"^\| `(\w+)` \|.*\| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
"""A room of the table, with its modules and lines."""


def known() -> dict[str, Path]:
    """Every module by its name below `arpad`."""
    names = {}
    for path in CODE:
        parts = path.relative_to(SOURCES).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


MODULES = known()
ROOMS = {name.partition(".")[0] for name in MODULES if name}


@cache
def names_in(module: str) -> dict[str, frozenset[str]]:
    """What a module has at its top, and what each class of it has."""
    found: dict[str, frozenset[str]] = {}
    for node in ast.walk(ast.parse(MODULES[module].read_text("utf-8"))):
        match node:
            case ast.ClassDef(name=name):
                found[name] = frozenset().union(*map(_bound, node.body))
            case ast.Module(body=body):
                found |= {name: frozenset() for one in body for name in _bound(one)}
    return found


def _bound(node: ast.stmt) -> frozenset[str]:
    """The names that a statement gives to something."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return frozenset({name})
        case ast.Assign(targets=targets):
            return frozenset(one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            return frozenset({name})
        case ast.ImportFrom(names=names) | ast.Import(names=names):
            return frozenset(one.asname or one.name for one in names)
        case ast.If(body=body):
            return frozenset().union(*map(_bound, body))
    return frozenset()


def exists(name: str) -> bool:
    """Whether `rating.change.rating_change` is a module, or something in one."""
    parts = name.split(".")
    if len(parts) == 2 and parts[0] in arpad.__all__:
        return hasattr(getattr(arpad, parts[0]), parts[1])
    for end in range(len(parts), -1, -1):
        module, rest = ".".join(parts[:end]), parts[end:]
        if module in MODULES:
            own = names_in(module)
            return not rest or (rest[0] in own and (len(rest) == 1 or rest[1] in own[rest[0]]))
    return False


def test_names_are_found() -> None:
    assert exists("rating.change.rating_change")
    assert exists("domain.event.Event.games")
    assert exists("rate"), "a name of `import arpad`"
    assert exists("Tournament.load")
    assert not exists("Tournament.no_such_method")
    assert not exists("rating.no_such_module")
    assert not exists("domain.event.Event.no_such_method")


DIFF = re.compile(r"^```diff\n.*?^```$", re.MULTILINE | re.DOTALL)
"""Something that a recipe adds."""


def test_a_full_name_is_one_of_the_code() -> None:
    """In every page, docstring and comment."""
    unknown: dict[str, Path] = {}
    for path in [*PAGES, *CODE]:
        full = {name.removeprefix(".") for name in FULL_NAME.findall(DIFF.sub("", path.read_text("utf-8")))}
        unknown |= {f"{path.name}: arpad.{name}": path for name in full - OTHERWISE if not exists(name)}
    assert unknown == {}, "a page or a comment names something that is gone: correct it there"


def test_a_file_that_a_page_names_is_there() -> None:
    places = (PROJECT, SOURCES, SOURCES / "web" / "tournaments")
    gone = {
        file: path
        for path in PAGES
        for file in FILE_IN_CODE.findall(path.read_text("utf-8"))
        if not any((place / file).exists() for place in places)
    }
    assert gone == {}, "a page names a file that is gone: correct the page"


def test_the_page_on_the_architecture_names_what_there_is() -> None:
    """Every `room.module.function` of it is in the code; so are the rooms themselves."""
    names = {name.removeprefix("arpad.") for name in IN_CODE.findall(ARCHITECTURE.read_text("utf-8"))}
    ours = {name for name in names if name.partition(".")[0] in ROOMS}
    assert len(ours) > 100
    assert [name for name in sorted(ours) if not exists(name)] == [], f"correct the names in {ARCHITECTURE}"


def test_the_table_of_rooms_is_about_right() -> None:
    """All rooms, each with its modules and lines as they were counted not long ago."""
    counted = ROW.findall(ARCHITECTURE.read_text("utf-8"))
    rows = {room: (int(modules), int(lines.replace(",", ""))) for room, modules, lines in counted}
    beside = {"__main__", "clock", "extras", "package_files", "progress", "release", "untrusted"}
    assert set(rows) == ROOMS - beside, f"one row for each room in {ARCHITECTURE}"
    for room, (modules, lines) in rows.items():
        files = [path for name, path in MODULES.items() if name.partition(".")[0] == room]
        count = len([path for path in files if path.name != "__init__.py"]) or 1
        assert abs(modules - count) <= max(2, count // 4), (
            f"{room} has {count} modules: correct the table in {ARCHITECTURE}"
        )
        written = sum(len(path.read_text("utf-8").splitlines()) for path in files)
        assert abs(lines - written) <= max(100, written // 4), (
            f"{room} has {written} lines: correct the table in {ARCHITECTURE}"
        )
