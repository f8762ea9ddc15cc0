"""The command `arpad`: its language, its commands, its exit codes.

Exit 0: done. Exit 1: done, and the answer is no. Exit 2: the input could not be used; one line says what, where and
what to do.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, Exit, TyperException

from arpad import __version__
from arpad.cli.bulk import bulk
from arpad.cli.calc import calc
from arpad.cli.editions import editions
from arpad.cli.lists import lists
from arpad.cli.office import office
from arpad.cli.rate import register
from arpad.cli.report import report
from arpad.cli.shared import Group, Shared, language
from arpad.locale import ArpadError, Language, has, text

app = typer.Typer(cls=Group, help="cli.app", no_args_is_help=True, pretty_exceptions_enable=False)
app.add_typer(editions, name="editions")
app.add_typer(calc, name="calc")
app.add_typer(report, name="report")
app.add_typer(lists, name="list")
app.add_typer(office, name="office")
app.add_typer(bulk, name="bulk")
register(app)

INTERRUPTED = 130
HELP = "--help"
COMPLETION = {
    "install_completion": "cli.help.install-completion",
    "show_completion": "cli.help.show-completion",
}


def _version(asked: bool) -> None:
    if asked:
        print(f"arpad {__version__}")
        raise typer.Exit


@app.callback()
def arpad(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="cli.help.version")
    ] = False,
) -> None:
    pass


def run() -> None:
    """The entry point."""
    sys.exit(main(sys.argv[1:], os.environ))


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run one call and return its exit code."""
    spoken: Language = "en"
    try:
        spoken = _language(arguments, environment)
        folder = environment.get("ARPAD_REGULATIONS")
        command = typer.main.get_command(app)
        if not arguments or HELP in arguments:
            _headings(spoken)
        _translate(command, spoken)
        settings = Shared(language=spoken, folder=Path(folder) if folder else None)
        answer = command.main(list(arguments), prog_name="arpad", standalone_mode=False, obj=settings)
    except ArpadError as problem:
        return _refuse(problem, spoken)
    except Exit as stop:
        return stop.exit_code
    except TyperException as problem:
        return 0 if type(problem).__name__ == "NoArgsIsHelpError" else _refuse(_usage(problem), spoken)
    except (Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return answer if isinstance(answer, int) else 0


def _language(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language of help and errors, known before the line is parsed."""
    chosen = environment.get("ARPAD_LANG") or "en"
    for place, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            chosen = argument.removeprefix("--lang=")
        elif argument == "--lang" and place + 1 < len(arguments):
            chosen = arguments[place + 1]
    return language(chosen)


def _refuse(problem: ArpadError, spoken: Language) -> int:
    print(f"{text('cli.error', spoken)}: {problem.text(spoken)}", file=sys.stderr)
    return 2


def _usage(problem: TyperException) -> ArpadError:
    """A problem with the line itself, in our own words."""
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
    if kind == "UsageError" and message.startswith("No such command"):
        return ArpadError("usage.no-such-command", name=message.split("'")[1], command=command)
    if kind == "BadParameter" and option:
        return ArpadError("usage.bad-parameter", option=option, problem=message)
    return ArpadError("usage.other", problem=message.rstrip("."), command=command)


def _headings(spoken: Language) -> None:
    """The headings of the help pages. They live in a module that is slow to import, so only where help is asked for."""
    from typer import rich_utils

    rich_utils.OPTIONS_PANEL_TITLE = text("cli.options", spoken)
    rich_utils.ARGUMENTS_PANEL_TITLE = text("cli.arguments", spoken)
    rich_utils.COMMANDS_PANEL_TITLE = text("cli.commands", spoken)
    rich_utils.REQUIRED_LONG_STRING = text("cli.required", spoken)
    rich_utils.DEFAULT_STRING = text("cli.default", spoken)


def _translate(command: Any, spoken: Language) -> None:
    """Help texts are written as message keys; here they become words."""
    if command.help and has(command.help):
        command.help = text(command.help, spoken)
    help_option = command.get_help_option(typer.Context(command))
    if help_option is not None:
        help_option.help = text("cli.help.help", spoken)
    for parameter in command.params:
        key = COMPLETION.get(parameter.name, parameter.help)
        if key and has(key):
            parameter.help = text(key, spoken)
    for child in getattr(command, "commands", {}).values():
        _translate(child, spoken)
