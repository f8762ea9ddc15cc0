"""`arpad editions history PARAMETER`: one value through all editions, with its articles."""

from typing import Annotated

import typer

from arpad.cli.editions import editions
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Command, shared
from arpad.documents.editions import rule_document, rule_text
from arpad.i18n import ArpadError, text
from arpad.inputs.toml_tables import nearest
from arpad.regulations.rating_edition import parameter_names

Parameter = Annotated[
    str, typer.Argument(metavar="PARAMETER", help="cli.help.parameter", autocompletion=parameter_names)
]


@editions.command("history", cls=Command, help="cli.command.history")
def history(
    context: typer.Context,
    parameter: Parameter,
    system: Annotated[str | None, typer.Option("--system", help="cli.help.system")] = None,
) -> None:
    settings = shared(context)
    if parameter not in parameter_names():
        raise ArpadError("parameter-unknown", parameter=parameter, near=nearest(parameter, parameter_names()))
    found = [
        (edition, rule)
        for edition in settings.regulations.editions()
        if system in (None, edition.system)
        for name, rule in edition.parameters()
        if name == parameter
    ]
    if settings.as_json:
        print_json(
            [
                {"edition": edition.id, "effective": edition.effective, "time_class": edition.time_class}
                | rule_document(rule, parameter in edition.own, settings.language)
                for edition, rule in found
            ]
        )
        return
    spoken = settings.language
    line(text(f"parameter.{parameter}", spoken), style="bold")
    rows = [
        [edition.id, edition.effective.isoformat(), rule_text(parameter, rule, spoken), rule.article.number]
        for edition, rule in found
    ]
    table(spoken, ["id", "effective", "value", "article"], rows, left=range(4))
