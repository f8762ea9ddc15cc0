"""Options shared by all commands (--json, --lang, --regulations) and arguments shared by several."""

import os
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_params_convertors_ctx_param_name_from_function

from arpad.i18n import ArpadError, Language, language, text
from arpad.inputs import parse
from arpad.inputs.declared import Input, by_flag, inputs_of, read

if TYPE_CHECKING:
    from arpad.domain.event import Event
    from arpad.regulations.rating_edition import Edition
    from arpad.regulations.rating_editions import Regulations
    from arpad.regulations.tiebreak_editions import TieBreakLibrary


# Arguments and options that several commands take in the same words, and how they are read.

DEFAULT_DATABASE = "sqlite:///arpad.db"
ReportFile = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.report-file")]
All = Annotated[bool, typer.Option("--all", help="cli.help.all")]
StandingsEdition = Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.standings-edition")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="cli.help.output")]

MOST_SEED = 2**63 - 1
MOST_RANK = 9999


def seed_of(typed: str) -> int:
    """Return the number that a draw or an invented world is made from."""
    return parse.whole("--seed", typed, 0, MOST_SEED)


def decoded(data: bytes, file: Path) -> str:
    """Return the text of a file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ArpadError("file-text", file=str(file)) from None


def event_with_games(file: Path) -> "Event":
    """Return the event of a report; a file without games has no norms."""
    from arpad.library.files import load_report

    report = load_report(file)
    if report.format == "feda":
        raise ArpadError("norm.without-games", file=str(file))
    return report.event


def rank_typed(event: "Event", file: Path, typed: str) -> int:
    """Return the starting rank that was typed after `--player`, if the report has such a player."""
    rank = parse.whole("--player", typed, 1, MOST_RANK)
    if event.player(rank) is None:
        known = [player.rank for player in event.players]
        raise ArpadError(
            "no-such-player", rank=rank, file=str(file), first=min(known, default=0), last=max(known, default=0)
        )
    return rank


# The options of every command: --json, --lang and --regulations, anywhere on the line.

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


def parameter_of(given: Input) -> Parameter:
    """Return an argument or an option that takes an input."""
    several = given.several or given.players
    kind: Any = {"file": Path, "checkbox": bool}.get(given.kind, list[str] if several else str)
    kind = bool if "/" in given.flag else Path if given.flag == "FILE" else kind
    optional = not given.required
    if given.flag.startswith("-"):
        info = typer.Option(given.flag, metavar=given.metavar or None, help=given.help)
    else:
        info = typer.Argument(metavar=given.metavar or given.flag, help=given.help)
        optional = optional and given.metavar.startswith("[")
    if not optional:
        return Parameter(given.name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, info])
    default = None if given.default == () or not given.flag.startswith("-") else given.default
    kind = kind | None if default is None else kind
    default = default if default is None or isinstance(default, bool) else str(default)
    return Parameter(given.name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, info], default=default)


def from_inputs(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command of a function. The options of a parameter whose type declares inputs stand in its place: those of
    a class, which are read, or those of `Annotated[Mapping[str, Any], (Input(...), ...)]`, as they were typed."""
    declared = signature(command, eval_str=True).parameters
    inputs = {name: _inputs_declared(given.annotation) for name, given in declared.items()}

    @wraps(command)
    def run(**typed: Any) -> None:
        for name in declared:
            if inputs[name]:
                values = {given.name: typed.pop(given.name) for given in inputs[name]}
                kind = declared[name].annotation
                typed[name] = read(cast(Any, kind), values, by_flag) if is_dataclass(kind) else values
        command(**typed)

    parameters: list[Parameter] = []
    for name, given in declared.items():
        parameters += map(parameter_of, inputs[name])
        if not inputs[name]:
            parameters.append(given.replace(kind=Parameter.KEYWORD_ONLY))
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _inputs_declared(annotation: Any) -> tuple[Input, ...]:
    """Return the inputs of the type of a parameter."""
    if is_dataclass(annotation):
        return inputs_of(cast(Any, annotation))
    given: Any = next(iter(getattr(annotation, "__metadata__", ())), ())
    return given if isinstance(given, tuple) and all(isinstance(part, Input) for part in given) else ()


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
