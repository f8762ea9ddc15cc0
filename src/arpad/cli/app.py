"""The application: all commands, found by the table of contents, and usage errors in our own words."""

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from arpad.cli.contents import GROUPS, PANELS, SINGLE
from arpad.cli.options import Group, Shared
from arpad.i18n import ArpadError, text
from arpad.release import __version__

COMPLETE = "_ARPAD_COMPLETE"
"""What a shell sets when it asks for completions."""
COMPLETIONS = {
    "bash": ".local/share/bash-completion/completions/arpad",
    "zsh": ".zfunc/_arpad",
    "fish": ".config/fish/completions/arpad.fish",
}
"""Where each shell looks for the completion of a command, from the home folder."""


class _Contents(Group):
    """All commands, each found in the module that the table of contents names."""

    def load(self, name: str) -> None:
        if name in SINGLE:
            import_module(SINGLE[name]).register(self)
            return
        holder, _, variable = GROUPS[name].holder.partition(":")
        group: Group = getattr(import_module(f"arpad.cli.{holder}"), variable)
        group.contents, group.panels = GROUPS[name].commands, PANELS.get(name, {})
        self.add_command(group, name)


def app() -> Group:
    """Return the application."""
    made = _Contents(name="arpad", help="cli.app", no_args_is_help=True)
    made.panels = PANELS["arpad"]
    made.contents = {**SINGLE, **{name: group.holder for name, group in GROUPS.items()}}
    made.params += [
        _flag("--version", _version, "cli.help.version"),
        _flag("--install-completion", _install, "cli.help.install-completion"),
        _flag("--show-completion", _show, "cli.help.show-completion"),
    ]
    return made


def whole() -> Group:
    """Return the application with every command loaded."""
    made = app()
    for group in (made, *(made.get_command(click.Context(made), name) for name in GROUPS)):
        if isinstance(group, Group):
            for name in group.contents:
                group.get_command(click.Context(group), name)
    return made


def _flag(flag: str, answer: Callable[[click.Context], None], words: str) -> click.Option:
    """Return an option that is answered at once, and ends the call."""

    def answered(context: click.Context, _: click.Parameter, asked: bool) -> None:
        if asked and not context.resilient_parsing:
            answer(context)
            context.exit()

    return click.Option([flag], is_flag=True, is_eager=True, expose_value=False, callback=answered, help=words)


def _version(_: click.Context) -> None:
    print(f"arpad {__version__}")


def _completion(context: click.Context) -> tuple[str, str]:
    """Return the shell in use, and its completion."""
    shell = Path(os.environ.get("SHELL", "")).name
    found = get_completion_class(shell)
    if found is None or shell not in COMPLETIONS:
        raise ArpadError("usage.shell", shell=shell or "–", known=" | ".join(COMPLETIONS))
    return shell, found(context.command, {}, "arpad", COMPLETE).source()


def _show(context: click.Context) -> None:
    print(_completion(context)[1])


def _install(context: click.Context) -> None:
    shell, script = _completion(context)
    file = Path.home() / COMPLETIONS[shell]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(script, "utf-8")
    words = {"bash": "cli.completion.bash", "zsh": "cli.completion.zsh", "fish": "cli.completion.fish"}[shell]
    print(text(words, context.obj.language, file=str(file)))


def call(arguments: Sequence[str], settings: Shared) -> int:
    """Run one line and return its exit code."""
    try:
        answer = app().main(
            list(arguments), prog_name="arpad", complete_var=COMPLETE, standalone_mode=False, obj=settings
        )
    except click.ClickException as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            print(problem.message)
            return 0
        raise _usage(problem) from None
    except click.Abort:
        raise KeyboardInterrupt from None
    return answer if isinstance(answer, int) else 0


def _usage(problem: click.ClickException) -> ArpadError:
    """Return a problem with the line itself, in our own words."""
    context: click.Context | None = getattr(problem, "ctx", None)
    command = context.command_path if context is not None else "arpad"
    parameter = getattr(problem, "param", None)
    option = "/".join([*getattr(parameter, "opts", ()), *getattr(parameter, "secondary_opts", ())])
    if isinstance(parameter, click.Argument):
        option = parameter.metavar or option.upper()
    match problem:
        case click.MissingParameter():
            return ArpadError("usage.missing-option", option=option, command=command)
        case click.NoSuchOption():
            near = " | ".join(problem.possibilities or ())
            key = "usage.no-such-option-near" if near else "usage.no-such-option"
            return ArpadError(key, option=problem.option_name, command=command, near=near)
        case click.BadOptionUsage():
            key = "usage.value-missing" if "requires" in problem.message else "usage.value-not-taken"
            return ArpadError(key, option=problem.option_name, command=command)
        case click.BadParameter() if option:
            return _bad_value(option, getattr(parameter, "type", None), problem.format_message())
    return _bad_words(problem.format_message(), command)


def _bad_words(message: str, command: str) -> ArpadError:
    """Return the error for words that are no options: click tells them apart by its message alone."""
    if message.startswith("Got unexpected extra argument"):
        return ArpadError(
            "usage.extra", words=message.partition("(")[2].removeprefix("s) (").removesuffix(")"), command=command
        )
    return ArpadError("usage.other", problem=message.rstrip("."), command=command)


def _bad_value(option: str, wanted: object, message: str) -> ArpadError:
    """Return the error for a value of the wrong kind: it says what the option takes."""
    least, most = getattr(wanted, "min", None), getattr(wanted, "max", None)
    if least is not None and most is not None:
        return ArpadError("usage.whole", option=option, least=least, most=most)
    return ArpadError("usage.bad-parameter", option=option, problem=message)
