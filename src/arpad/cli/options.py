"""The command line over click: commands made of functions, whose typed arguments are their arguments and options; the
options of all commands (--json, --lang, --regulations); and arguments that several commands share.

    @group.command("show", help="cli.command.show")
    def show(context: click.Context, file: Annotated[Path, Argument(metavar="FILE", help="cli.help.file")]) -> None: ...

Help texts are keys of messages, which are put into words when help is printed. The module of a command is loaded when
somebody looks for the command.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from textwrap import shorten
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, cast, get_args, get_origin

import click
from click.shell_completion import CompletionItem

from arpad.i18n import ArpadError, Language, has, language, text
from arpad.inputs import parse
from arpad.inputs.declared import Input, by_flag, inputs_of, read

if TYPE_CHECKING:
    from arpad.domain.event import Event
    from arpad.regulations.rating_edition import Edition
    from arpad.regulations.rating_editions import Regulations
    from arpad.regulations.tiebreak_editions import TieBreakLibrary

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


# What a parameter of a function is on the command line: `Annotated[str, Option("--name", help=...)]`.


class Argument:
    """An argument of a command."""

    def __init__(
        self,
        *flags: str,
        metavar: str | None = None,
        help: str = "",  # noqa: A002  (as click calls it)
        envvar: str | Sequence[str] | None = None,
        complete: Callable[[str], Sequence[str]] | None = None,
        limits: tuple[int, int] | None = None,
    ) -> None:
        self.flags, self.metavar, self.help, self.envvar = flags, metavar, help, envvar
        self.complete, self.limits = complete, limits

    def made(self, name: str, annotation: Any, default: Any) -> click.Parameter:
        """Return click's parameter for a parameter of a function."""
        several, kind = _several(annotation)
        required = default is Parameter.empty
        settings: dict[str, Any] = {"metavar": self.metavar, "help": self.help, "envvar": self.envvar}
        settings |= {"required": required, "type": self._type(kind)}
        if self.complete is not None:
            offered = self.complete
            settings["shell_complete"] = lambda _context, _one, typed: [CompletionItem(word) for word in offered(typed)]
        if several:
            settings["callback"] = lambda _context, _one, given: [*given] if given or required else default
        elif not required:
            settings["default"] = default
        return self._parameter(name, settings, kind, several)

    def _type(self, kind: Any) -> Any:
        if kind is Path:
            return click.Path(path_type=Path)
        if get_origin(kind) is tuple:
            return tuple(map(self._type, get_args(kind)))
        return click.IntRange(*self.limits) if self.limits else kind

    def _parameter(self, name: str, settings: dict[str, Any], _kind: Any, several: bool) -> click.Parameter:
        return _ArgumentOfLine([name], nargs=-1 if several else 1, **settings)


class Option(Argument):
    """An option of a command."""

    def _parameter(self, name: str, settings: dict[str, Any], kind: Any, several: bool) -> click.Parameter:
        flags = self.flags or (f"--{name.replace('_', '-')}",)
        if kind is bool:
            settings["is_flag"] = True
        return click.Option([name, *flags], multiple=several, **settings)


class _ArgumentOfLine(click.Argument):
    """An argument that has a help text, and is shown in brackets if it may be left out."""

    def __init__(self, names: Sequence[str], help: str = "", **settings: Any) -> None:  # noqa: A002
        super().__init__(names, **settings)
        self.help = help

    def make_metavar(self, *_: Any) -> str:
        shown = self.metavar or (self.name or "").upper()
        return shown if self.required or shown.startswith("[") else f"[{shown}]"


def _several(annotation: Any) -> tuple[bool, Any]:
    """Return whether a parameter takes a list, and what it takes, apart from None."""
    if get_origin(annotation) in (UnionType, Union):
        (annotation,) = (kind for kind in get_args(annotation) if kind is not NoneType)
    if get_origin(annotation) is list:
        return True, get_args(annotation)[0]
    return False, annotation if get_origin(annotation) is tuple or annotation in (bool, int, Path) else str


def parameters_of(declaration: Callable[..., object]) -> list[click.Parameter]:
    """Return the arguments and options that a function or a class declares."""
    found = []
    for name, given in signature(declaration, eval_str=True).parameters.items():
        info = next(
            (part for part in getattr(given.annotation, "__metadata__", ()) if isinstance(part, Argument)), None
        )
        if info is not None:
            found.append(info.made(name, given.annotation.__origin__, given.default))
    return found


# The settings of every command, anywhere on the line.

NAMES = ("as_json", "lang", "folder")
HELP = ("-h", "--help")
SHORTEST, LONGEST = 12, 60
"""How many letters a command has in the help of its group."""


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


def _shared_options(
    as_json: Annotated[bool, Option("--json", help="cli.help.json")] = False,
    lang: Annotated[str | None, Option("--lang", metavar="en|es", help="cli.help.lang")] = None,
    folder: Annotated[str | None, Option("--regulations", metavar="DIR", help="cli.help.regulations")] = None,
) -> None:
    """Declare the options of every command."""


def _settle(context: click.Context) -> None:
    """Take the shared options out of the call and lay them over those given further up the line."""
    as_json, lang, folder = (context.params.pop(name, None) for name in NAMES)
    above = context.obj if isinstance(context.obj, Shared) else Shared()
    context.obj = Shared(
        above.as_json or bool(as_json),
        language(lang) if lang else above.language,
        Path(folder) if folder else above.folder,
    )


def shared(context: click.Context) -> Shared:
    """Return the settings of the call."""
    assert isinstance(context.obj, Shared)
    return context.obj


def declared(context: click.Context, kind: type[T]) -> T:
    """Return the options of the call that a dataclass declares."""
    options = context.meta[kind.__qualname__]
    assert isinstance(options, kind)
    return options


# Commands and groups.


class Command(click.Command):
    """A command: the arguments and options of its function, those that the dataclasses of `declares` have as fields,
    and the shared options."""

    declares: tuple[type[Any], ...] = ()

    def __init__(self, name: str | None = None, callback: Callable[..., Any] | None = None, **settings: Any) -> None:
        settings["context_settings"] = {"help_option_names": HELP} | (settings.get("context_settings") or {})
        super().__init__(name, callback=callback, **settings)
        declarations: list[Any] = [*([callback] if callback else []), *self.declares, _shared_options]
        for declaration in declarations:
            self.params += parameters_of(declaration)

    def invoke(self, ctx: click.Context) -> Any:
        for kind in self.declares:
            ctx.meta[kind.__qualname__] = kind(**{field.name: ctx.params.pop(field.name) for field in fields(kind)})
        _settle(ctx)
        if self.callback is not None:
            given = signature(self.callback, eval_str=True).parameters.items()
            ctx.params |= {name: ctx for name, parameter in given if parameter.annotation is click.Context}
        return super().invoke(ctx)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = " ".join(self.collect_usage_pieces(ctx))
        for word in ("OPTIONS", "COMMAND", "ARGS"):
            words = words.replace(word, text(f"cli.usage.{word.lower()}", _language_of(ctx)), 1)
        formatter.write_usage(ctx.command_path, words, f"{text('cli.usage.usage', _language_of(ctx))}: ")

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, what the command is for, its arguments, options and commands."""
        chosen = _language_of(ctx)
        self.format_usage(ctx, formatter)
        with formatter.indentation():
            formatter.write_paragraph()
            formatter.write_text(_words(self.help, chosen))
        params = self.get_params(ctx)
        for heading, kind in (("arguments", "argument"), ("options", "option")):
            rows = [_row(param, ctx, chosen) for param in params if param.param_type_name == kind]
            if rows:
                with formatter.section(text(f"cli.{heading}", chosen)):
                    formatter.write_dl(rows)
        if isinstance(self, Group):
            names = self.list_commands(ctx)
            panels = {f"cli.panel.{panel}": listed.split() for panel, listed in self.panels.items()}
            for heading, listed in (panels or {"cli.commands": names}).items():
                with formatter.section(text(heading, chosen)):
                    formatter.write_dl([(name, self.summary(name, ctx, chosen)) for name in listed])


class Group(Command, click.Group):
    """A group of commands. Those of its `contents` are in modules that are loaded when a command is asked for;
    `default` is run if a line names no command; `panels` are the headings of its help."""

    def __init__(self, default: str = "", **settings: Any) -> None:
        super().__init__(**settings)
        self.default = default
        self.contents: Mapping[str, str] = {}
        self.panels: Mapping[str, str] = {}

    def command(self, name: str, cls: type[Command] = Command, **settings: Any) -> Callable[[F], F]:  # type: ignore[override]
        """Make a command of a function."""

        def add(function: F) -> F:
            self.add_command(cls(name, callback=function, **settings))
            return function

        return add

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*(self.contents or self.commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name in self.contents and cmd_name not in self.commands:
            self.load(cmd_name)
        return self.commands.get(cmd_name)

    def load(self, name: str) -> None:
        """Load the module of a command, which adds it."""
        import_module(self.contents[name])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if self.default and args and not {*HELP} & {*args} and not {*args} & {*self.list_commands(ctx)}:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = get_close_matches(name, self.list_commands(ctx), 3)
            key = "usage.no-such-command-near" if near else "usage.no-such-command"
            raise ArpadError(key, name=name, command=ctx.command_path, near=" | ".join(near))
        return super().resolve_command(ctx, args)

    def summary(self, name: str, ctx: click.Context, chosen: Language) -> str:
        """Return the first words on a command, which are known without loading its module."""
        key = "-".join(["cli.command", *ctx.command_path.split()[1:], name]).replace("command-", "command.", 1)
        if not has(key):
            command = self.get_command(ctx, name)
            key = (command.help if command else None) or ""
        sentence = _words(key, chosen).partition(". ")[0].removesuffix(".")
        if len(sentence) <= LONGEST:
            return sentence
        clause = re.split("[:;] ", sentence)[0]
        return clause if SHORTEST <= len(clause) <= LONGEST else shorten(sentence, LONGEST, placeholder=" …")


# Help, in the language of the call.


def _language_of(context: click.Context) -> Language:
    settings = context.find_root().obj
    return settings.language if isinstance(settings, Shared) else "en"


def _words(key: str | None, chosen: Language) -> str:
    return text(key, chosen) if key and has(key) else key or ""


def _row(param: click.Parameter, context: click.Context, chosen: Language) -> tuple[str, str]:
    """Return what is typed for an argument or an option, and its help with its default."""
    key = "cli.help.help" if "--help" in param.opts else getattr(param, "help", None)
    words = [_words(key, chosen)]
    if param.required:
        words.append(text("cli.required", chosen))
    elif isinstance(param.default, str | int) and not isinstance(param.default, bool):
        words.append(text("cli.default", chosen).format(param.default))
    record = param.get_help_record(context) if isinstance(param, click.Option) else None
    return (record[0] if record else param.make_metavar(context)), " ".join(words)


# What inputs declare.


def parameter_of(given: Input) -> Parameter:
    """Return an argument or an option that takes an input."""
    several = given.several or given.players
    kind: Any = {"file": Path, "checkbox": bool}.get(given.kind, list[str] if several else str)
    kind = bool if "/" in given.flag else Path if given.flag == "FILE" else kind
    optional = not given.required
    if given.flag.startswith("-"):
        info: Argument = Option(given.flag, metavar=given.metavar or None, help=given.help)
    else:
        info = Argument(metavar=given.metavar or given.flag, help=given.help)
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


# Arguments and options that several commands take in the same words, and how they are read.

DEFAULT_DATABASE = "sqlite:///arpad.db"
ReportFile = Annotated[Path, Argument(metavar="FILE", help="cli.help.report-file")]
All = Annotated[bool, Option("--all", help="cli.help.all")]
StandingsEdition = Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.standings-edition")]
Out = Annotated[Path, Option("-o", "--output", metavar="OUT", help="cli.help.output")]

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


def complete_edition(incomplete: str) -> list[str]:
    """Complete the id of an edition in a shell."""
    from arpad.regulations.rating_editions import regulations

    folder = os.environ.get("ARPAD_REGULATIONS")
    return [name for name in regulations(Path(folder) if folder else None).ids if name.startswith(incomplete)]
