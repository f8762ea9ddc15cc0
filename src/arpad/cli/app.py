"""The typer application: its commands, help in both languages, usage errors and default commands of groups."""

from collections.abc import Sequence
from copy import copy
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, Exit, TyperException

from arpad.cli.contents import GROUPS, SINGLE, needed
from arpad.cli.options import Group, Shared
from arpad.extras import missing_extra
from arpad.i18n import ArpadError, Language, has, text
from arpad.release import __version__

# The application that typer runs: its commands, its help in both languages, its usage errors in our words.

HELP = "--help"
COMPLETION = {
    "install_completion": "cli.help.install-completion",
    "show_completion": "cli.help.show-completion",
}


def _version(asked: bool) -> None:
    if asked:
        print(f"arpad {__version__}")
        raise typer.Exit


def app(arguments: Sequence[str] = ()) -> typer.Typer:
    """Return the application with the commands that a line names, or with all of them if it names none or asks for
    help. Only the modules that are needed are loaded."""
    made = typer.Typer(cls=Group, help="cli.app", no_args_is_help=True, pretty_exceptions_enable=False)
    made.callback()(arpad)
    named = next((word for word in arguments if word in GROUPS or word in SINGLE), None)
    for module in dict.fromkeys(SINGLE.values() if named is None else [SINGLE[named]] if named in SINGLE else []):
        import_module(module).register(made)
    for name in GROUPS:
        if named in (None, name):
            everything = named is None or HELP in arguments
            made.add_typer(_group(name, arguments, everything=everything, overview=named is None), name=name)
    return made


def _group(name: str, arguments: Sequence[str], *, everything: bool, overview: bool) -> typer.Typer:
    """Return a group with the commands that are needed, in the order of the contents. Typer takes milliseconds for
    each, so all others are left out, also if an earlier line has loaded them. An overview names the group also if an
    extra that its commands need is not installed."""
    commands = needed(name, arguments, everything=everything)
    for module in dict.fromkeys(GROUPS[name].commands[command] for command in commands):
        try:
            import_module(module)
        except ModuleNotFoundError as problem:
            if not overview or missing_extra(problem) is None:
                raise
    holder, _, variable = GROUPS[name].holder.partition(":")
    group: typer.Typer = copy(getattr(import_module(f"arpad.cli.{holder}"), variable))
    loaded = {command.name: command for command in group.registered_commands}
    group.registered_commands = [loaded[command] for command in commands if command in loaded]
    parts = {part.name: part for part in group.registered_groups}
    group.registered_groups = [parts[command] for command in commands if command in parts]
    return group


def arpad(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="cli.help.version")
    ] = False,
) -> None:
    pass


def call(arguments: Sequence[str], settings: Shared, *, words: bool = False) -> int:
    """Run one line and return its exit code; `words`: the line may ask for help or completion."""
    command = typer.main.get_command(app(arguments))
    if words or not arguments or HELP in arguments:
        _headings(settings.language)
        _translate(command, settings.language)
    try:
        answer = command.main(list(arguments), prog_name="arpad", standalone_mode=False, obj=settings)
    except Exit as stop:
        return stop.exit_code
    except TyperException as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            return 0
        raise _usage(problem) from None
    except Abort:
        raise KeyboardInterrupt from None
    return answer if isinstance(answer, int) else 0


def _usage(problem: TyperException) -> ArpadError:
    """Return a problem with the line itself, in our own words."""
    context = getattr(problem, "ctx", None)
    command = context.command_path if context is not None else "arpad"
    kind = type(problem).__name__
    parameter = getattr(problem, "param", None)
    option = "/".join([*getattr(parameter, "opts", ()), *getattr(parameter, "secondary_opts", ())])
    if parameter is not None and getattr(parameter, "param_type_name", "") == "argument":
        option = parameter.metavar or option.upper()
    if kind == "MissingParameter":
        return ArpadError("usage.missing-option", option=option, command=command)
    if kind == "NoSuchOption":
        return ArpadError("usage.no-such-option", option=getattr(problem, "option_name", "?"), command=command)
    message = problem.format_message()
    if kind == "BadOptionUsage":
        key = "usage.value-missing" if "requires" in message else "usage.value-not-taken"
        return ArpadError(key, option=getattr(problem, "option_name", "?"), command=command)
    if kind == "BadParameter" and option:
        return _bad_value(option, getattr(parameter, "type", None), message)
    return _bad_words(message, command)


def _bad_words(message: str, command: str) -> ArpadError:
    """Return the error for words that are no options: typer tells them apart by its message alone."""
    if message.startswith("No such command"):
        return ArpadError("usage.no-such-command", name=message.split("'")[1], command=command)
    if message.startswith("Got unexpected extra argument"):
        return ArpadError("usage.extra", words=message.partition("(s) (")[2].removesuffix(")"), command=command)
    return ArpadError("usage.other", problem=message.rstrip("."), command=command)


def _bad_value(option: str, wanted: object, message: str) -> ArpadError:
    """Return the error for a value of the wrong kind: it says what the option takes."""
    choices = getattr(wanted, "choices", None)
    if choices:
        return ArpadError("usage.choice", option=option, known=", ".join(map(str, choices)))
    least, most = getattr(wanted, "min", None), getattr(wanted, "max", None)
    if least is not None and most is not None:
        return ArpadError("usage.whole", option=option, least=least, most=most)
    return ArpadError("usage.bad-parameter", option=option, problem=message)


def _headings(language: Language) -> None:
    """Translate the headings of the help pages. Their module is slow to import, so this is done for help only."""
    from typer import rich_utils

    rich_utils.OPTIONS_PANEL_TITLE = text("cli.options", language)
    rich_utils.ARGUMENTS_PANEL_TITLE = text("cli.arguments", language)
    rich_utils.COMMANDS_PANEL_TITLE = text("cli.commands", language)
    rich_utils.REQUIRED_LONG_STRING = text("cli.required", language)
    rich_utils.DEFAULT_STRING = text("cli.default", language)


def _translate(command: Any, language: Language) -> None:
    """Put words in the place of help texts, which are written as message keys."""
    if command.help and has(command.help):
        command.help = text(command.help, language)
    help_option = command.get_help_option(typer.Context(command))
    if help_option is not None:
        help_option.help = text("cli.help.help", language)
    for parameter in command.params:
        key = COMPLETION.get(parameter.name, parameter.help)
        if key and has(key):
            parameter.help = text(key, language)
    for child in getattr(command, "commands", {}).values():
        _translate(child, language)


# A group with a default command: `arpad pair FILE` is `arpad pair next FILE`.


def group_with_default(command: str) -> type[Group]:
    """Return a group that runs its default command if a line names none of its commands."""

    class DefaultGroup(Group):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            if args and HELP not in args and not any(word in self.commands for word in args):
                args = [command, *args]
            return super().parse_args(ctx, args)

    return DefaultGroup
