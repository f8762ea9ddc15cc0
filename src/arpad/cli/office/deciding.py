"""`arpad office correct`, `withdraw`, `person`, `rating`, `merge` …: every decision as a command, and their list.

A command follows from the class of a decision: its fields are the arguments and options. Each replays every later
period into new versions; the old ones stay.
"""

from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

import typer

from arpad.cli.arguments import All
from arpad.cli.office.app import office
from arpad.cli.office.asking import parameter_of
from arpad.cli.office.documents import answer_list, answer_replay
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.office.working import steps
from arpad.cli.shared import shared
from arpad.library.files import report_bytes
from arpad.office.decisions.corrections import CORRECTIONS
from arpad.office.decisions.decision import Decision
from arpad.office.decisions.decisions import DECISIONS
from arpad.office.decisions.questions import made, questions
from arpad.office.documents import DECISION

REPLAYING = "label.office-replaying"


def _add(kind: type[Decision]) -> None:
    """Add the command of a decision to the group."""

    def command(context: typer.Context, everything: bool = False, **typed: Any) -> None:
        from arpad.office.decisions.decision import decide

        settings = shared(context)
        read = {name: report_bytes(value) if isinstance(value, Path) else value for name, value in typed.items()}
        decision = made(kind, read, lambda question: question.asked.flag)
        with desk(context) as place, steps(settings, REPLAYING) as progress:
            done = decide(place, decision, progress)
        answer_replay(settings, done, everything)

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)]
    parameters += [parameter_of(question) for question in questions(kind)]
    if kind.examines:
        parameters.append(Parameter("everything", Parameter.KEYWORD_ONLY, annotation=All, default=False))
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    office.command(kind.command, cls=OfficeCommand, help=f"cli.command.office-{kind.command}")(command)


for decision in (*CORRECTIONS, *DECISIONS):
    _add(decision)


@office.command("decisions", cls=OfficeCommand, help="cli.command.office-decisions")
def decisions(context: typer.Context) -> None:
    from arpad.office.decisions.decision import list_decisions

    with desk(context) as place:
        found = list_decisions(place)
    names = ("id", "period", "kind", "data", "reason", "undone")
    answer_list(shared(context), DECISION, found, names, range(1, 6), "label.office-no-decisions")
