"""`arpad event contact`: mail and telephone of players and captains. They are not in the log, and may be erased."""

from typing import Annotated

import typer

from arpad.cli.event.app import MOST, Slug, event
from arpad.cli.event.options import RunningCommand, keeper, running_options
from arpad.cli.output import print_json, table, tell
from arpad.cli.shared import Group, shared
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.tournament.journal import Hearing
from arpad.tournament.state import EventState

contact = typer.Typer(cls=Group, help="cli.command.event-contact", no_args_is_help=True)
event.add_typer(contact, name="contact")

OfEntry = Annotated[str | None, typer.Option("--entry", metavar="ENTRY", help="cli.help.event-contact-entry")]
OfTeam = Annotated[str | None, typer.Option("--team", metavar="N", help="cli.help.event-contact-team")]


@contact.command("list", cls=RunningCommand, help="cli.command.event-contact-list")
def list_contacts(context: typer.Context, slug: Slug) -> None:
    from arpad.office.tournaments.players import contacts_of

    settings = shared(context)
    with keeper(context) as events:
        state, found = events.open(slug).state, contacts_of(events, slug)
    if settings.as_json:
        kept = [{"subject": subject, **one._asdict()} for subject, one in found.items()]
        print_json({"event": slug, "contacts": kept})
        return
    rows = [[_whose(state, subject, settings.language), one.mail, one.telephone] for subject, one in found.items()]
    table(settings.language, ["event-whose", "event-mail", "event-telephone"], rows, left=(0, 1, 2))


@contact.command("keep", cls=RunningCommand, help="cli.command.event-contact-keep")
def keep(
    context: typer.Context,
    slug: Slug,
    entry: OfEntry = None,
    team: OfTeam = None,
    mail: Annotated[str | None, typer.Option("--mail", metavar="MAIL", help="cli.help.event-mail")] = None,
    telephone: Annotated[
        str | None, typer.Option("--telephone", metavar="NUMBER", help="cli.help.event-telephone")
    ] = None,
) -> None:
    from arpad.office.tournaments.players import Contact, keep_contact, read_mail, read_telephone

    settings = shared(context)
    given = Contact(
        "" if mail is None else read_mail("--mail", mail),
        "" if telephone is None else read_telephone("--telephone", telephone),
    )
    with keeper(context) as events:
        state = events.open(slug).state
        subject = _subject(state, entry, team)
        if subject is None:
            raise ArpadError("event-contact-whose")
        keep_contact(events, slug, subject, given)
    words = text("tournament.said.contact-kept", settings.language, subject=_whose(state, subject, settings.language))
    tell(settings, {"event": slug, "subject": subject, **given._asdict()}, words, style="")


@contact.command("erase", cls=RunningCommand, help="cli.command.event-contact-erase")
def erase(
    context: typer.Context,
    slug: Slug,
    entry: OfEntry = None,
    team: OfTeam = None,
    everything: Annotated[bool, typer.Option("--all", help="cli.help.event-contact-all")] = False,
) -> None:
    from arpad.office.tournaments.players import contacts_of, erase_contacts

    settings = shared(context)
    with keeper(context) as events:
        subject = _subject(events.open(slug).state, entry, team)
        if (subject is None) != everything:
            raise ArpadError("event-contact-which")
        hearing = Hearing(running_options(context).consent)
        if everything:
            hearing.confirm("contacts-erase", count=len(contacts_of(events, slug)))
        hearing.settle()
        count = erase_contacts(events, slug, subject)
    words = text("tournament.said.contacts-erased", settings.language, count=count)
    tell(settings, {"event": slug, "erased": count}, words, style="")


def _subject(state: EventState, entry: str | None, team: str | None) -> str | None:
    from arpad.office.tournaments.players import contact_subject

    number = None if entry is None else parse.whole("--entry", entry, 1, MOST)
    captain = None if team is None else parse.whole("--team", team, 1, MOST)
    return contact_subject(state, number, captain)


def _whose(state: EventState, subject: str, language: Language) -> str:
    """Return the name of a player, or the captain of a team."""
    kind, _, number = subject.partition(" ")
    if kind == "entry":
        return state.entries[int(number)].name
    return text("tournament.said.contact-captain", language, name=state.teams[int(number)].name)
