"""The options of every command: --json, --lang and --regulations, anywhere on the line."""

import os
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_params_convertors_ctx_param_name_from_function

from arpad.i18n import Language, language, text

if TYPE_CHECKING:
    from arpad.regulations.rating_edition import Edition
    from arpad.regulations.rating_editions import Regulations
    from arpad.regulations.tiebreak_editions import TieBreakLibrary

T = TypeVar("T")
NAMES = ("as_json", "lang", "folder")
USAGE = ("Usage", "OPTIONS", "COMMAND", "ARGS")


@dataclass(frozen=True, slots=True)
class Shared:
    """The settings of one call."""

    as_json: bool = False
    language: Language = "en"
    folder: Path | None = None

    @property
    def regulations(self) -> "Regulations":
        from arpad.regulations.rating_editions import regulations

        return regulations(self.folder)

    @property
    def tie_breaks(self) -> "TieBreakLibrary":
        """Return the tie-break editions, with those of the folder of regulations."""
        from arpad.regulations.tiebreak_editions import tie_break_library

        return tie_break_library(self.folder)

    def edition(self, name: str) -> "Edition":
        return self.regulations.edition(name)


def options_of(declaration: Callable[..., object]) -> list[Any]:
    """Return the options that typer reads from the signature of a function or a class: made once, a copy for each
    command."""
    return [copy(option) for option in _made(declaration)[0]]


@cache
def _made(declaration: Callable[..., object]) -> tuple[list[Any], dict[str, Any]]:
    """Return the options of a signature, and what makes a path of a typed text."""
    options, convertors, _ = get_params_convertors_ctx_param_name_from_function(declaration)
    return options, convertors


def _shared_options(
    as_json: Annotated[bool, typer.Option("--json", help="cli.help.json")] = False,
    lang: Annotated[str | None, typer.Option("--lang", metavar="en|es", help="cli.help.lang")] = None,
    folder: Annotated[str | None, typer.Option("--regulations", metavar="DIR", help="cli.help.regulations")] = None,
) -> None:
    """Declare the options of every command."""


def _usage(words: str, context: Any) -> str:
    """Return the line of usage in the language of the call."""
    above = context.find_root().obj
    if isinstance(above, Shared):
        for word in USAGE:
            words = words.replace(word, text(f"cli.usage.{word.strip('[].:').lower()}", above.language), 1)
    return words


def _settle(context: typer.Context) -> None:
    """Take the shared options out of the call and lay them over those given further up the line."""
    as_json, lang, folder = (context.params.pop(name, None) for name in NAMES)
    above = context.obj if isinstance(context.obj, Shared) else Shared()
    context.obj = Shared(
        above.as_json or bool(as_json),
        language(lang) if lang else above.language,
        Path(folder) if folder else above.folder,
    )


def _taken(context: typer.Context, kind: type[Any]) -> object:
    """Take the options that a dataclass declares out of the call."""
    declaration: Callable[..., object] = kind
    _, convertors = _made(declaration)
    typed = {field.name: context.params.pop(field.name) for field in fields(kind)}
    return kind(**{name: convertors[name](value) if name in convertors else value for name, value in typed.items()})


class _Shared:
    """What a command and a group have in common: the options that the fields of dataclasses declare, the shared
    options, and usage in the language of the call."""

    params: list[Any]
    declares: tuple[type[Any], ...] = ()

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for kind in self.declares:
            self.params += options_of(kind)
        self.params += options_of(_shared_options)

    def get_usage(self, ctx: Any) -> str:
        return _usage(super().get_usage(ctx), ctx)  # type: ignore[misc]

    def invoke(self, ctx: Any) -> Any:
        for kind in self.declares:
            ctx.meta[kind.__qualname__] = _taken(ctx, kind)
        _settle(ctx)
        return super().invoke(ctx)  # type: ignore[misc]


class Command(_Shared, TyperCommand):
    """A command with the shared options."""


class Group(_Shared, TyperGroup):
    """A group of commands with the shared options."""


def shared(context: typer.Context) -> Shared:
    """Return the settings of the call."""
    assert isinstance(context.obj, Shared)
    return context.obj


def declared(context: typer.Context, kind: type[T]) -> T:
    """Return the options of the call that a dataclass declares."""
    options = context.meta[kind.__qualname__]
    assert isinstance(options, kind)
    return options


def complete_edition(incomplete: str) -> list[str]:
    """Complete the id of an edition in a shell."""
    from arpad.regulations.rating_editions import regulations

    folder = os.environ.get("ARPAD_REGULATIONS")
    return [name for name in regulations(Path(folder) if folder else None).ids if name.startswith(incomplete)]
