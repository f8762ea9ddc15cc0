"""The door of every public function: errors in the words of a program, and the extra that is missing by its name."""

import re
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from arpad.extras import missing_extra
from arpad.i18n import ToldError

P = ParamSpec("P")
R = TypeVar("R")

OPTION = re.compile(r"--(?:no-)?([a-z][a-z-]*)(?: (?:or|o|u) --[a-z-]+)?(?: [A-ZÑ][A-ZÑ:|]*(?![\w:]))?")
"""An option of the command line, with its opposite (`--hybrid or --no-hybrid`) and what it takes (`--rounds N`)."""
ARGUMENTS = {"list": "ratings", "format": "format", "stage": "stages", "lang": "language", "date": "on", "db": "url"}
"""Options whose argument is not called like them."""


COMMAND = re.compile(
    r"(`)?arpad office (close|publish|discard|player|submit|correct|events|import-list|verify)((?: [\w-]+)*)(?(1)`|$)"
)
"""A command of the office that is also a method, with its values: in backquotes, or at the end of a message."""


def in_python(message: str) -> str:
    """Return a message with arguments instead of options and methods instead of commands: `--rounds N` is `rounds=`,
    `arpad office close 2024-10` is `office.close("2024-10")`."""
    if "arpad office" in message:
        message = COMMAND.sub(_method, message)
    return OPTION.sub(lambda found: f"{_argument(found[1])}=", message) if "--" in message else message


def _method(found: re.Match[str]) -> str:
    given = ", ".join(word if word.isdigit() else f'"{word}"' for word in found[3].split())
    return f"`office.{found[2].replace('-', '_')}({given})`"


def _argument(option: str) -> str:
    from arpad.eligibility.facts import FACTS

    facts = {fact.spelling: fact.name for fact in FACTS}
    return facts.get(f"--{option}") or ARGUMENTS.get(option) or option.replace("-", "_")


def public(extra: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function public: its errors name arguments, not options; `extra` is what it needs beyond a plain
    install."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except ToldError as problem:
                problem.wording = in_python
                raise
            except ModuleNotFoundError as problem:
                missing = missing_extra(problem, extra)
                if missing is None:
                    raise
                raise missing from None

        return call

    return decorate
