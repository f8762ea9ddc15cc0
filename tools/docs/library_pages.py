"""The reference of `import arpad`: every name with its signature, its docstring and a program that uses it."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arpad

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "reference" / "library-reference.md"
PROGRAMS = PROJECT / "examples"
LEAD = """# Every name of the library

Written from the code: what `import arpad` gives, function by function and class by class.
[The library](library.md) introduces it.
"""
TYPES = """`GameLike` is `(opponent, score)`, `(opponent, score, event)` or a text such as `"1926:1"`; a score is 1,
0.5, 0, `"1-0"`, `"="` or `"½"`. `Day` is a date or a text such as `"2024-05-01"`. `Source` is a path, bytes or an open
file, `Folder` a path, `Frame` a frame of pandas, polars or Arrow.
"""
ERRORS = (
    "ArpadError", "UnusableValue", "UnknownKey", "MissingFile", "MissingPackage", "NotConfirmed", "NoPairing",
    "StorageFault",
)  # fmt: skip
WIDE = 80
DEFAULT = re.compile(r"(?<=[\w\]])=(?!=)")
UNTOLD = {"columns", "document", "of", "shown"}
"""Public for the modules of the library itself."""


def pages() -> dict[Path, str]:
    """The page by its path."""
    functions = [name for name in arpad.__all__ if inspect.isfunction(getattr(arpad, name))]
    classes = [name for name in arpad.__all__ if name not in functions and name not in ERRORS]
    parts = [LEAD, "## Functions\n", TYPES]
    parts += [part for name in functions for part in _function(name)]
    parts.append("## Results\n")
    parts += [part for name in classes for part in _class(name)]
    parts.append("## Errors\n")
    parts += [part for name in ERRORS for part in _class(name)]
    return {PAGE: "\n".join(parts)}


def _function(name: str) -> Iterator[str]:
    function = getattr(arpad, name)
    yield f"### arpad.{name}\n"
    yield f"```python\narpad.{name}{_signature(function)}\n```\n"
    yield f"{_said(function)}\n"
    program = _program(name)
    if program is not None:
        yield f"```python\n{program}```\n"


def _class(name: str) -> Iterator[str]:
    kind = getattr(arpad, name)
    yield f"### {name}\n"
    yield f"{_said(kind)}\n"
    members = dict(_members(kind))
    plain = [member for member, value in members.items() if not callable(value) and not _told(value)]
    if plain:
        yield f"{', '.join(f'`{member}`' for member in plain)}\n"
    rows = [f"| `{_called(member, value)}` | {_told(value)} |" for member, value in members.items() if _told(value)]
    if rows:
        yield "\n".join(["| | |", "|---|---|", *rows, ""])


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public members of a class and of those that it is made of, each with its value."""
    seen: set[str] = set()
    declared = list(getattr(kind, "__struct_fields__", ()))
    for part in kind.__mro__:
        if not part.__module__.startswith("arpad"):
            continue
        for member, value in sorted(
            vars(part).items(), key=lambda pair: declared.index(pair[0]) if pair[0] in declared else -1
        ):
            if member.startswith("_") or member in seen or member in UNTOLD:
                continue
            seen.add(member)
            yield member, getattr(value, "__func__", value)


def _called(member: str, value: Any) -> str:
    """A member as a program writes it: the arguments of a method without their types."""
    if not callable(value):
        return member
    parameters = [one for one in inspect.signature(value).parameters.values() if one.name not in ("self", "cls")]
    words = [f"**{one.name}" if one.kind is one.VAR_KEYWORD else one.name for one in parameters]
    return f"{member}({', '.join(words)})"


def _signature(function: Any) -> str:
    """A signature as it is written in the code, a parameter a line if there are several."""
    (written,) = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body
    assert isinstance(written, ast.FunctionDef)
    assert written.returns is not None
    words, result = DEFAULT.sub(" = ", ast.unparse(written.args)), ast.unparse(written.returns).strip("'")
    parts = re.split(r", (?=[\w*]+(?::| =|,|$)|\*,)", words)
    several = ",\n    ".join(parts)
    lines = f"\n    {several},\n" if len(words) > WIDE else words
    return f"({lines}) -> {result}".replace("'", '"')


def _told(value: Any) -> str:
    """The docstring of a member in one line; nothing for a plain field."""
    if not callable(value) and not isinstance(value, property):
        return ""
    words = inspect.getdoc(value) or ""
    return " ".join(words.split()).replace("|", "\\|")


def _said(value: Any) -> str:
    return inspect.cleandoc(value.__doc__ or "")


def _program(name: str) -> str | None:
    """The shortest program of the examples that uses a function."""
    found = [file.read_text("utf-8") for file in PROGRAMS.glob("p*/*.py")]
    using = [code for code in found if re.search(rf"\barpad\.{name}\(", code)]
    return min(using, key=lambda code: (len(code), code), default=None)
