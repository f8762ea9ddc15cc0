"""Doors: what a room offers to the others, loaded when it is first used.

The `__init__` of a room imports its offers for the type checker only (`if TYPE_CHECKING`), and ends with
`__getattr__ = door(__name__)`. The door reads those imports as text and loads the module of a name when the name is
first used. So code that needs one function of a room does not load the rest of it.
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

OFFER = re.compile(r"^    from (arpad[\w.]+) import (?:\(([^)]*)\)|(.+))$", re.MULTILINE)


def offers(room: str) -> dict[str, str]:
    """Return the names that a room offers, each with its module."""
    source = Path(str(sys.modules[room].__file__)).read_text("utf-8")
    return {
        name.strip(): module
        for module, several, one in OFFER.findall(source)
        for name in (several or one).split(",")
        if name.strip()
    }


def door(room: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a room."""
    homes: dict[str, str] = {}

    def find(name: str) -> Any:
        if not homes:
            homes.update(offers(room))
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[room], name, value)
        return value

    return find
