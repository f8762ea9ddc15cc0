"""How commands on an event answer: what was written, the warnings, and what the command is about."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared
from arpad.locale import Language, text

if TYPE_CHECKING:
    from arpad.tournament.hearing import EventWarning, NotAgreed
    from arpad.tournament.journal import Done


def done_document(done: "Done", language: Language, **more: Any) -> dict[str, Any]:
    """The answer of everything that writes, as the contract has it."""
    return {
        "event": done.state.laws.slug,
        "n": done.state.n,
        "entries": [one.n for one in done.lines],
        "warnings": [warning_document(warning, language) for warning in done.warnings],
        **more,
    }


def warning_document(warning: "EventWarning", language: Language) -> dict[str, str]:
    return {"code": warning.code, "level": warning.level, "message": warning.message.text(language)}


def answer_done(settings: Shared, done: "Done", words: str, **more: Any) -> None:
    """Print what a command did: one line and the warnings, or the document."""
    if settings.as_json:
        print_json(done_document(done, settings.language, **more))
        return
    show_warnings(settings, done.warnings)
    line(words, style="bold")


def show_warnings(settings: Shared, warnings: "Sequence[EventWarning]", heading: str = "agreed") -> None:
    """Warnings for people, on standard error: of what is done (`agreed`), or of what was refused (`level`)."""
    for warning in warnings:
        level = text(f"tournament.{heading}.{warning.level}", settings.language)
        print(f"{level}: {warning.message.text(settings.language)}", file=sys.stderr)


def show_asked(settings: Shared, problem: "NotAgreed") -> None:
    """Everything that a refused command asks for, if it is more than the one thing that the error names."""
    asked = [warning for warning in problem.warnings if warning.level != "note"]
    if len(asked) > 1:
        show_warnings(settings, asked, "level")
