"""Articles of the regulations, the three time classes, and reading the regulations' TOML files."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, get_args

from arpad.i18n import ArpadError
from arpad.untrusted import problem_words, toml_tables

# Where a rule is printed.


@dataclass(frozen=True, slots=True)
class Article:
    """The place of a rule: the article's number and the document that prints it."""

    number: str
    source: str

    def __str__(self) -> str:
        return self.number


# The data files of the regulations.

HERE = files("arpad.regulations")
"""The folder of the data files."""


def read_toml(file: Traversable) -> dict[str, Any]:
    """A TOML file, its decimals exact."""
    try:
        return toml_tables(file.read_text("utf-8"))
    except ValueError as problem:
        raise ArpadError("edition.not-toml", file=file.name, problem=problem_words(problem)) from None


def refuse_unknown(file: str, keys: Iterable[str], known: Collection[str], place: str = "") -> None:
    """Refuse a key of a table that is not known. `place` names the table, if it is not the file itself."""
    for key in keys:
        if key not in known:
            named = f"{place}.{key}" if place else key
            raise ArpadError("edition.unknown-key", file=file, key=named, known=", ".join(sorted(known)))


# The three ratings that a player can have.

TimeClass = Literal["standard", "rapid", "blitz"]
TIME_CLASSES: tuple[TimeClass, ...] = get_args(TimeClass)
