"""The command `arpad`: its language and its exit codes.

Exit 0: done. Exit 1: done, and the answer is no. Exit 2: the input could not be used; one line says what, where and
what to do.
"""

import gc
import os
import sys
from collections.abc import Mapping, Sequence

from arpad.release import __version__

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from arpad.i18n import MessageError

INTERRUPTED = 130
YOUNG_OBJECTS = 20_000
"""How many new objects the collector waits for: a call makes most of its objects while it loads, and keeps them."""


def run() -> None:
    """Run the call. Looking for garbage while it loads and when it ends would take a quarter of its time."""
    gc.set_threshold(YOUNG_OBJECTS)
    code = main(sys.argv[1:], os.environ)
    gc.freeze()
    sys.exit(code)


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run one call and return its exit code. Only what the call needs is loaded."""
    if list(arguments) == ["--version"]:
        print(f"arpad {__version__}")
        return 0
    if list(arguments[:1]) == ["engine"] and "--help" not in arguments:
        from arpad.cli.engine import run_line

        return run_line(arguments[1:])
    from pathlib import Path

    from arpad.i18n import MessageError, language, text

    chosen_language = language("en")
    try:
        chosen_language = language(_language(arguments, environment))
        from arpad.cli.app import call
        from arpad.cli.options import Shared

        folder = environment.get("ARPAD_REGULATIONS")
        settings = Shared(language=chosen_language, folder=Path(folder) if folder else None)
        return call(arguments, settings)
    except (MessageError, ModuleNotFoundError, RecursionError, MemoryError) as problem:
        print(
            f"{text('cli.error', chosen_language)}: {_problem_message(problem, arguments).text(chosen_language)}",
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _problem_message(problem: Exception, arguments: Sequence[str]) -> "MessageError":
    """Return what went wrong in words: also input beyond all bounds, and an extra that is not installed."""
    from arpad.i18n import MessageError, beyond_bounds

    if isinstance(problem, MessageError):
        return problem
    if isinstance(problem, RecursionError | MemoryError):
        return beyond_bounds(problem)
    from arpad.cli.contents import extra_for
    from arpad.extras import missing_extra

    if not isinstance(problem, ModuleNotFoundError):
        raise problem
    missing = missing_extra(problem, extra_for(arguments))
    if missing is None:
        raise problem
    return missing


def _of_locale(environment: Mapping[str, str]) -> str:
    """Return the language of the user's locale, if it is one of ours."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "es" if next(filter(None, names), "").startswith("es") else "en"


def _language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of help and errors, before the line is parsed."""
    chosen = environment.get("ARPAD_LANG") or _of_locale(environment)
    for place, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            chosen = argument.removeprefix("--lang=")
        elif argument == "--lang" and place + 1 < len(arguments):
            chosen = arguments[place + 1]
    return chosen
