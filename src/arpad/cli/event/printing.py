"""`arpad event print`: a paper of an event as PDF."""

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.arguments import Out
from arpad.cli.event.app import Slug, event
from arpad.cli.event.options import RunningCommand, keeper, running_options
from arpad.cli.event.reading import round_typed
from arpad.cli.output import tell, write_bytes
from arpad.cli.shared import shared
from arpad.i18n import LANGUAGES, ArpadError, Words, text
from arpad.inputs.parse import server_address, unreachable

if TYPE_CHECKING:
    from arpad.i18n import Language

Address = Annotated[str | None, typer.Option("--address", metavar="URL", help="cli.help.event-paper-address")]


@event.command("print", cls=RunningCommand, help="cli.command.event-print")
def print_(
    context: typer.Context,
    slug: Slug,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="cli.help.event-paper")],
    output: Out,
    number: Annotated[str | None, typer.Argument(metavar="[ROUND]", help="cli.help.event-paper-round")] = None,
    both: Annotated[bool, typer.Option("--both", help="cli.help.event-paper-both")] = False,
    address: Address = None,
) -> None:
    from arpad.papers.event_papers import event_paper, paper_kind

    settings = shared(context)
    paper_kind(what)
    opens = _address(address, agreed=running_options(context).yes)
    wanted = None if number is None else round_typed(number)
    languages: list[Language] = [settings.language]
    languages += [other for other in LANGUAGES if both and other != settings.language]
    with keeper(context) as events:
        found, lines = events.open(slug), events.lines(slug)
    data = event_paper(
        found.state,
        what,
        wanted,
        languages,
        lines=lines,
        secret=found.row.secret,
        address=opens,
        library=settings.tie_breaks,
    )
    write_bytes(output, data)
    document = {"event": slug, "n": found.state.n, "paper": what, "round": wanted, "languages": languages}
    why = unreachable(opens) if opens else None
    if opens:
        document |= {"address": opens, "unreachable": why}
    warned = () if why is None else (_warning(opens, why, settings.language),)
    words = text("label.written", settings.language, file=str(output))
    tell(settings, document | {"output": str(output)}, words, *warned)


def _warning(address: str, why: str, language: "Language") -> str:
    return text("label.paper-unreachable", language, address=address, why=text(f"paper.unreachable.{why}", language))


def _address(typed: str | None, *, agreed: bool) -> str:
    """Return the address for QR codes. One that telephones cannot open is printed only if somebody agrees."""
    if typed is None:
        return ""
    found = server_address(typed)
    if (why := unreachable(found)) is not None and not agreed:
        raise ArpadError("event-paper-unreachable", address=found, why=Words(f"paper.unreachable.{why}"))
    return found
