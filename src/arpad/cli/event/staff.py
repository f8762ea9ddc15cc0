"""`arpad event staff`, `link`: who works in an event, and links for people without an account."""

import datetime as dt
from typing import Annotated, Any

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, Slug, event
from arpad.cli.event.options import RunningCommand, act, keeper, requested, running_options
from arpad.cli.event.reading import event_now
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Group, shared
from arpad.i18n import ArpadError
from arpad.inputs import parse

staff = typer.Typer(cls=Group, help="cli.command.event-staff", no_args_is_help=True)
link = typer.Typer(cls=Group, help="cli.command.event-link", no_args_is_help=True)
event.add_typer(staff, name="staff")
event.add_typer(link, name="link")

Account = Annotated[str, typer.Argument(metavar="NAME", help="cli.help.event-account")]
Boards = Annotated[str | None, typer.Option("--boards", metavar="FROM-TO", help="cli.help.event-boards")]
Team = Annotated[str | None, typer.Option("--team", metavar="N", help="cli.help.event-captain-team")]
HOURS = 12


@staff.command("add", cls=RunningCommand, help="cli.command.event-staff-add")
def add(
    context: typer.Context,
    slug: Slug,
    account: Account,
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help="cli.help.event-role")],
    boards: Boards = None,
    team: Team = None,
) -> None:
    from arpad.tournament.acts.event import STAFF_ROLES, add_staff

    chosen = parse.choice("--role", role, STAFF_ROLES)
    done = act(context, slug, add_staff(account, chosen, _boards(boards), _team(team)))
    answer_done(context, done, "staff-added", {"account": account, "role": chosen}, staff=done.state.staff[account])


@staff.command("remove", cls=RunningCommand, help="cli.command.event-staff-remove")
def remove(context: typer.Context, slug: Slug, account: Account) -> None:
    from arpad.tournament.acts.event import remove_staff

    done = act(context, slug, remove_staff(account))
    answer_done(context, done, "staff-removed", {"account": account})


@staff.command("list", cls=RunningCommand, help="cli.command.event-staff-list")
def list_staff(context: typer.Context, slug: Slug) -> None:
    from arpad.tournament.times import event_times

    settings = shared(context)
    state = event_now(context, slug)
    times = event_times(state.laws)
    people, links = list(state.staff.values()), list(state.links.values())
    if settings.as_json:
        print_json({"event": slug, "time_zone": times.name, "staff": people, "links": links})
        return
    rows = [[str(one["account"]), str(one["role"]), _sector(one), ""] for one in people]
    rows += [
        [f"{one['label']} ({one['link']})", str(one["role"]), _sector(one), times.day_and_clock(one["ends"])]
        for one in links
    ]
    table(settings.language, ["name", "event-role", "event-sector", "event-ends"], rows, left=(0, 1, 2, 3))


def _sector(one: Any) -> str:
    return "-".join(map(str, one["boards"])) if "boards" in one else str(one.get("team", ""))


@link.command("make", cls=RunningCommand, help="cli.command.event-link-make")
def make(
    context: typer.Context,
    slug: Slug,
    label: Annotated[str, typer.Argument(metavar="LABEL", help="cli.help.event-link-label")],
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help="cli.help.event-link-role")] = "scorer",
    boards: Boards = None,
    team: Team = None,
    hours: Annotated[str | None, typer.Option("--hours", metavar="N", help="cli.help.event-hours")] = None,
    ends: Annotated[str | None, typer.Option("--ends", metavar="TIME", help="cli.help.event-ends")] = None,
) -> None:
    from arpad.office.tournaments.store import add_link
    from arpad.tournament.acts.event import LINK_ROLES, LinkWanted
    from arpad.tournament.times import event_times

    settings, options = shared(context), running_options(context)
    who, at = who_typed(options.who), at_typed(options.at)
    if hours is not None and ends is not None:
        raise ArpadError("event-link-end-twice")
    given = HOURS if hours is None else parse.whole("--hours", hours, 1, MOST)
    times = event_times(event_now(context, slug).laws)
    end = at + dt.timedelta(hours=given) if ends is None else at_typed(ends, times.zone)
    chosen = parse.choice("--role", role, LINK_ROLES)
    wanted = LinkWanted(label, chosen, end, _boards(boards), _team(team))
    with keeper(context) as events:
        made = add_link(events, slug, wanted, who, at, options.consent, requested(context))
    key = "link-made" if made.secret else "link-made-before"
    named = {"link": made.link, "ends": times.day_and_clock(end)}
    told = {"link": made.link, "secret": made.secret, "ends": end.isoformat(), "time_zone": times.name}
    answer_done(context, made.done, key, named, **told)
    if made.secret and not settings.as_json:
        line(made.secret)


@link.command("close", cls=RunningCommand, help="cli.command.event-link-close")
def close(
    context: typer.Context,
    slug: Slug,
    number: Annotated[str, typer.Argument(metavar="LINK", help="cli.help.event-link-number")],
) -> None:
    from arpad.tournament.acts.event import close_link

    wanted = parse.whole("LINK", number, 1, 2**31)
    done = act(context, slug, close_link(wanted))
    answer_done(context, done, "link-closed", {"link": wanted}, link=wanted)


def _boards(typed: str | None) -> tuple[int, int] | None:
    """Read the boards of a scorer: 1-20, or a single one."""
    if typed is None:
        return None
    first, _, last = typed.partition("-")
    return parse.whole("--boards", first, 1, MOST), parse.whole("--boards", last or first, 1, MOST)


def _team(typed: str | None) -> int | None:
    return None if typed is None else parse.whole("--team", typed, 1, MOST)
