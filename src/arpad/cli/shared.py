"""The options of every command: --json, --lang and --regulations, anywhere on the line."""

import os
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from arpad.locale import Language, language, text

if TYPE_CHECKING:
    from arpad.regulations import Edition, Regulations

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
        from arpad.regulations import regulations

        return regulations(self.folder)

    def edition(self, name: str) -> "Edition":
        return self.regulations.edition(name)


def options_of(holder: Callable[[], typer.Typer]) -> list[Any]:
    """The options of the one command of an application, to be added to others: made once, a copy for each."""
    return [copy(option) for option in _made(holder)]


@cache
def _made(holder: Callable[[], typer.Typer]) -> list[Any]:
    return list(typer.main.get_command(holder()).params)


def _holder() -> typer.Typer:
    """The shared options, which typer makes from a signature."""
    holder = typer.Typer(add_completion=False)

    @holder.command()
    def options(
        as_json: Annotated[bool, typer.Option("--json", help="cli.help.json")] = False,
        lang: Annotated[str | None, typer.Option("--lang", metavar="en|es", help="cli.help.lang")] = None,
        folder: Annotated[str | None, typer.Option("--regulations", metavar="DIR", help="cli.help.regulations")] = None,
    ) -> None:
        pass

    return holder


def _usage(words: str, context: Any) -> str:
    """The line of usage in the language of the call."""
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


class _Shared:
    """What a command and a group have in common: the shared options, and usage in the language of the call."""

    params: list[Any]

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += options_of(_holder)

    def get_usage(self, ctx: Any) -> str:
        return _usage(super().get_usage(ctx), ctx)  # type: ignore[misc]

    def invoke(self, ctx: Any) -> Any:
        _settle(ctx)
        return super().invoke(ctx)  # type: ignore[misc]


class Command(_Shared, TyperCommand):
    """A command with the shared options."""


class HeldCommand(Command):
    """A command with the options of a holder too: `context.meta` keeps them under the name of the holder's module."""

    holder: Callable[[], typer.Typer]

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.held = options_of(type(self).holder)
        self.params += self.held

    def invoke(self, ctx: Any) -> Any:
        kept = {option.name: ctx.params.pop(option.name, None) for option in self.held}
        ctx.meta[type(self).holder.__module__] = kept
        return super().invoke(ctx)


class Group(_Shared, TyperGroup):
    """A group of commands with the shared options."""


def shared(context: typer.Context) -> Shared:
    """The settings of the call."""
    assert isinstance(context.obj, Shared)
    return context.obj


def complete_edition(incomplete: str) -> list[str]:
    """Shell completion of an edition's id."""
    from arpad.regulations import regulations

    folder = os.environ.get("ARPAD_REGULATIONS")
    return [name for name in regulations(Path(folder) if folder else None).ids if name.startswith(incomplete)]
