"""`arpad event restore`, `push`, `move`: an event from its log, copies of it, and where it lives."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import Slug, event
from arpad.cli.event.options import RunningCommand, keeper, running_options
from arpad.cli.hall import DEFAULT_PORT, hall_address
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.output import tell
from arpad.cli.shared import shared
from arpad.i18n import ArpadError, Language, text
from arpad.library.files import report_bytes

if TYPE_CHECKING:
    from arpad.office.tournaments.copies import EventCopies

Home = Annotated[str | None, typer.Option("--home", metavar="TEXT", help="cli.help.event-home")]
Token = Annotated[
    str | None,
    typer.Option("--token", metavar="TOKEN", envvar="ARPAD_TOKEN", show_envvar=False, help="cli.help.event-token"),
]


@event.command("restore", cls=RunningCommand, help="cli.command.event-restore")
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.event-log-file")],
    copy: Annotated[bool, typer.Option("--copy", help="cli.help.event-copy")] = False,
) -> None:
    from arpad.office.tournaments.copies import restore_log
    from arpad.tournament.journal import state_digest
    from arpad.tournament.log import read_lines

    settings = shared(context)
    try:
        written = report_bytes(file).decode()
    except UnicodeDecodeError:
        raise ArpadError("event-log-line", line=1) from None
    with keeper(context) as events:
        found = restore_log(events, list(read_lines(written)), copy=copy)
    state = found.state
    written_here = {"n": state.n, "entries": list(range(1, state.n + 1)), "warnings": []}
    document = {"event": state.laws.slug, **written_here, "digest": state_digest(state), "at_home": found.at_home}
    tell(settings, document, text("tournament.said.restored", settings.language, slug=state.laws.slug, n=state.n))


@event.command("push", cls=RunningCommand, help="cli.command.event-push")
def push(
    context: typer.Context,
    slug: Slug,
    url: Annotated[str, typer.Argument(metavar="URL", help="cli.help.event-push-url")],
    home: Home = None,
    token: Token = None,
) -> None:
    from arpad.office.tournaments.copies import push as send
    from arpad.tournament.journal import state_digest

    settings, options = shared(context), running_options(context)
    with keeper(context) as events, _target(url, token, settings.language) as target:
        lives = home or (_here() if is_on_web(url) and not events.open(slug).state.home else None)
        sent = send(events, slug, target, who_typed(options.who), at_typed(options.at), lives)
        shown = target.shown
    n = sent.state.n
    document = {"n": n, "entries": list(range(n - sent.sent + 1, n + 1)), "warnings": []}
    document |= {"sent": sent.sent, "to": shown, "home": sent.state.home}
    words = text("tournament.said.pushed", settings.language, count=sent.sent, to=shown, n=n)
    tell(settings, {"event": slug, **document, "digest": state_digest(sent.state)}, words)


@event.command("move", cls=RunningCommand, help="cli.command.event-move")
def move(
    context: typer.Context,
    slug: Slug,
    url: Annotated[str | None, typer.Argument(metavar="[URL]", help="cli.help.event-move-url")] = None,
    home: Home = None,
    token: Token = None,
) -> None:
    from arpad.office.tournaments.copies import move as move_to
    from arpad.office.tournaments.copies import take_home

    settings, options = shared(context), running_options(context)
    who, at = who_typed(options.who), at_typed(options.at)
    with keeper(context) as events:
        if url is None:
            done = take_home(events, slug, who, at, options.consent, home)
        else:
            with _target(url, token, settings.language) as target:
                done = move_to(events, slug, target, who, at, home)
    where = done.state.home
    answer_done(context, done, "moved", {"slug": slug, "home": where}, home=where)


@contextmanager
def _target(url: str, token: str | None, language: Language) -> Iterator["EventCopies"]:
    """Open the place of the copies: another office on the web, or another database."""
    from arpad.office.storage.database import Database
    from arpad.office.tournaments.copies import KeptCopies, WebCopies
    from arpad.office.tournaments.store import EventKeeper

    if is_on_web(url):
        if not token:
            raise ArpadError("event-push-no-token", url=url)
        yield WebCopies(url.rstrip("/").removesuffix("/t"), token, language)
    else:
        with closing(EventKeeper(Database(url))) as copies:
            yield KeptCopies(copies)


def is_on_web(url: str) -> bool:
    """Whether an address is one of the web, not of a database."""
    return url.lower().startswith(("http://", "https://"))


def _here() -> str:
    """Return the address at which telephones find this machine, if `arpad serve` runs without options."""
    return f"http://{hall_address() or socket.gethostname()}:{DEFAULT_PORT}"
