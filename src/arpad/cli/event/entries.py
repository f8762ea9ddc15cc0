"""`arpad event enter`: players come into an event."""

from typing import Annotated, Any

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.shared import shared
from arpad.locale import ArpadError, text
from arpad.typed import parse

MOST_RATING = 3999
YEARS = (1800, 2199)


@event.command("enter", cls=RunningCommand, help="cli.command.event-enter")
def enter(
    context: typer.Context,
    slug: Slug,
    id_: Annotated[str | None, typer.Argument(metavar="[ID]", help="cli.help.event-id")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="TEXT", help="cli.help.event-name")] = None,
    rating: Annotated[str | None, typer.Option("--rating", metavar="N", help="cli.help.event-rating")] = None,
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="cli.help.event-title")] = "",
    federation: Annotated[str, typer.Option("--federation", metavar="XYZ", help="cli.help.event-federation")] = "",
    born: Annotated[str | None, typer.Option("--born", metavar="YEAR", help="cli.help.event-born")] = None,
    sex: Annotated[str, typer.Option("--sex", metavar="m|f", help="cli.help.event-sex")] = "",
    club: Annotated[str, typer.Option("--club", metavar="TEXT", help="cli.help.event-club")] = "",
    from_round: Annotated[str | None, typer.Option("--from", metavar="R", help="cli.help.event-from")] = None,
) -> None:
    from arpad.tournament.acts.entries import enter as command

    settings = shared(context)
    fields: dict[str, Any] = {
        "name": " ".join((name or "").split()),
        "id": id_ or "",
        "rating": 0 if rating is None else parse.whole("--rating", rating, 0, MOST_RATING),
        "title": title,
        "federation": federation.upper(),
        "born": None if born is None else parse.whole("--born", born, *YEARS),
        "sex": sex,
        "club": club,
        "from_round": 1 if from_round is None else parse.whole("--from", from_round, 1, 99),
    }
    if not fields["name"]:
        raise ArpadError("event-name-missing")
    done = act(context, slug, command({key: value for key, value in fields.items() if value not in ("", None)}))
    entry = done.lines[-1].data["entry"]
    words = text("tournament.said.entered", settings.language, entry=entry, name=fields["name"])
    answer_done(settings, done, words, entry=entry, number=done.state.number_of(entry))
