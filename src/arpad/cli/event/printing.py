"""`arpad event print`: a paper of an event as PDF."""

from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from arpad.cli.arguments import Out
from arpad.cli.event.app import Slug, event
from arpad.cli.event.options import RunningCommand, keeper
from arpad.cli.event.reading import round_typed
from arpad.cli.output import tell, write_bytes
from arpad.cli.shared import shared
from arpad.locale import LANGUAGES, ArpadError, text

if TYPE_CHECKING:
    from arpad.locale import Language

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
    from arpad.publication.event_papers import event_paper, paper_kind

    settings = shared(context)
    paper_kind(what)
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
        address=_address(address),
        library=settings.tie_breaks,
    )
    write_bytes(output, data)
    document = {"event": slug, "n": found.state.n, "paper": what, "round": wanted, "languages": languages}
    words = text("label.written", settings.language, file=str(output))
    tell(settings, document | {"output": str(output)}, words)


def _address(typed: str | None) -> str:
    """Return the address of a server, without anything behind it."""
    if typed is None:
        return ""
    parts = urlsplit(typed.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ArpadError("event-paper-address", value=typed)
    return typed.strip().rstrip("/")
