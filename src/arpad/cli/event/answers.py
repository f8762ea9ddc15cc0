"""How commands on an event answer: what was written, the warnings, and what the command is about."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared, shared
from arpad.i18n import text

if TYPE_CHECKING:
    from arpad.tournament.journal import Done, EventWarning, NotAgreed


SHOWN = 5
"""Notes of one kind that are shown."""


def answer_done(context: typer.Context, done: "Done", said: str, values: Mapping[str, object], **more: Any) -> None:
    """Print what a command did: the warnings and one sentence with its values, or the document with `more` in it."""
    settings = shared(context)
    if settings.as_json:
        from arpad.tournament.documents import done_document

        print_json(done_document(done, settings.language, **more))
        return
    show_warnings(settings, done.warnings)
    line(text(f"tournament.said.{said}", settings.language, **values), style="bold")


def answer_board(context: typer.Context, done: "Done", said: str, number: int, board: int, **values: object) -> None:
    """Print what a command did to a board of a round."""
    from arpad.tournament.documents import board_document

    found = board_document(done.state, number, board)
    answer_done(context, done, said, {"round": number, "board": board, **values}, board=found)


def show_warnings(settings: Shared, warnings: "Sequence[EventWarning]", heading: str = "agreed") -> None:
    """Warnings for people, on standard error: of what is done (`agreed`), or of what was refused (`level`). Of many
    notes of one kind the first ones are shown."""
    seen: Counter[str] = Counter()
    for warning in warnings:
        seen[warning.code] += 1
        if warning.level != "note" or seen[warning.code] <= SHOWN:
            level = text(f"tournament.{heading}.{warning.level}", settings.language)
            print(f"{level}: {warning.message.text(settings.language)}", file=sys.stderr)
    notes = {warning.code for warning in warnings if warning.level == "note"}
    more = sum(count - SHOWN for code, count in seen.items() if code in notes and count > SHOWN)
    if more:
        print(text("tournament.more-notes", settings.language, count=more), file=sys.stderr)


def show_asked(settings: Shared, problem: "NotAgreed") -> None:
    """Show everything that a refused command asks for, if it is more than the one thing that the error names."""
    asked = [warning for warning in problem.warnings if warning.level != "note"]
    if len(asked) > 1:
        show_warnings(settings, asked, "level")
