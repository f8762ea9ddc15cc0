"""What every command on a report takes: the edition, a list, the system, and the facts that a report lacks."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.shared import Command, complete_edition, options_of
from arpad.domain import SYSTEMS, System
from arpad.typed import parse

META = "arpad.event"


@dataclass(frozen=True, slots=True)
class EventOptions:
    """The options of a command on a report, as they were typed."""

    edition: str | None = None
    ratings: Path | None = None
    stages: tuple[Path, ...] = ()
    system: System | None = None
    rating_system: str = "fide"
    registered: dt.date | None = None
    received: dt.date | None = None
    returned: dt.date | None = None
    hybrid: bool | None = None
    official: bool = False
    championship: bool = False
    regional_championship: bool = False
    provincial_championship: bool = False
    team_championship: bool = False
    members: tuple[str, ...] = ()
    women: bool | None = None
    norms: bool | None = None
    late_approved: bool = False
    asked: bool = False
    league: bool = False
    rounds_per_day: int | None = None
    equal_times: bool | None = None
    arbiter: bool | None = None
    hybrid_approved: bool | None = None
    pgn: bool | None = None
    duration_approved: bool = False
    scheduled: int | None = None


def _holder() -> typer.Typer:
    holder = typer.Typer(add_completion=False)

    @holder.command()
    def options(
        list_: Annotated[str | None, typer.Option("--list", metavar="LIST", help="cli.help.list")] = None,
        stage: Annotated[list[str] | None, typer.Option("--stage", metavar="FILE", help="cli.help.stage")] = None,
        format_: Annotated[str | None, typer.Option("--format", metavar="SYSTEM", help="cli.help.event-format")] = None,
        rating_system: Annotated[str, typer.Option("--system", metavar="SYSTEM", help="cli.help.system")] = "fide",
        registered: Annotated[
            str | None, typer.Option("--registered", metavar="DATE", help="cli.help.registered")
        ] = None,
        received: Annotated[str | None, typer.Option("--received", metavar="DATE", help="cli.help.received")] = None,
        returned: Annotated[str | None, typer.Option("--returned", metavar="DATE", help="cli.help.returned")] = None,
        hybrid: Annotated[bool | None, typer.Option("--hybrid/--no-hybrid", help="cli.help.hybrid")] = None,
        hybrid_approved: Annotated[
            bool | None, typer.Option("--hybrid-approved/--no-hybrid-approved", help="cli.help.hybrid-approved")
        ] = None,
        pgn: Annotated[bool | None, typer.Option("--pgn/--no-pgn", help="cli.help.pgn")] = None,
        duration_approved: Annotated[
            bool, typer.Option("--duration-approved", help="cli.help.duration-approved")
        ] = False,
        scheduled: Annotated[str | None, typer.Option("--scheduled", metavar="N", help="cli.help.scheduled")] = None,
        official: Annotated[bool, typer.Option("--official", help="cli.help.official")] = False,
        championship: Annotated[bool, typer.Option("--championship", help="cli.help.is-championship")] = False,
        regional_championship: Annotated[
            bool, typer.Option("--regional-championship", help="cli.help.regional-championship")
        ] = False,
        provincial_championship: Annotated[
            bool, typer.Option("--provincial-championship", help="cli.help.provincial-championship")
        ] = False,
        team_championship: Annotated[
            bool, typer.Option("--team-championship", help="cli.help.team-championship")
        ] = False,
        member: Annotated[list[str] | None, typer.Option("--member", metavar="ID", help="cli.help.member")] = None,
        women: Annotated[bool | None, typer.Option("--women/--no-women", help="cli.help.women")] = None,
        norms: Annotated[bool | None, typer.Option("--norms/--no-norms", help="cli.help.norms")] = None,
        late_approved: Annotated[bool, typer.Option("--late-approved", help="cli.help.late-approved")] = False,
        asked: Annotated[bool, typer.Option("--asked", help="cli.help.asked")] = False,
        league: Annotated[bool, typer.Option("--league", help="cli.help.league")] = False,
        rounds_per_day: Annotated[
            str | None, typer.Option("--rounds-per-day", metavar="N", help="cli.help.rounds-per-day")
        ] = None,
        equal_times: Annotated[
            bool | None, typer.Option("--equal-times/--unequal", help="cli.help.equal-times")
        ] = None,
        arbiter: Annotated[bool | None, typer.Option("--arbiter-ok/--no-arbiter", help="cli.help.arbiter")] = None,
    ) -> None:
        pass

    return holder


def _edition_holder() -> typer.Typer:
    holder = typer.Typer(add_completion=False)

    @holder.command()
    def options(
        edition: Annotated[
            str | None,
            typer.Option("--edition", metavar="ID", help="cli.help.edition-or-date", autocompletion=complete_edition),
        ] = None,
    ) -> None:
        pass

    return holder


FLAGS = (
    "hybrid", "official", "championship", "regional_championship", "provincial_championship", "team_championship",
    "women", "norms",
    "late_approved", "asked", "league", "equal_times", "arbiter", "hybrid_approved", "pgn", "duration_approved",
)  # fmt: skip
NAMES = (
    "list_", "stage", "member", "format_", "rating_system", "registered", "received", "returned", "rounds_per_day",
    "scheduled",
    *FLAGS,
)  # fmt: skip


class EventsCommand(Command):
    """A command on a report that names its editions itself."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += options_of(_holder)

    def invoke(self, ctx: Any) -> Any:
        typed = {name: ctx.params.pop(name, None) for name in NAMES}
        ctx.meta[META] = _settled(typed, ctx.params.pop("edition", None) if self.takes_edition else None)
        return super().invoke(ctx)

    takes_edition = False


class EventCommand(EventsCommand):
    """A command on a report under one edition: the one named, or the one in force when the event started."""

    takes_edition = True

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += options_of(_edition_holder)


def _settled(typed: dict[str, Any], edition: str | None) -> EventOptions:
    system = typed["format_"]
    rounds = typed["rounds_per_day"]
    return EventOptions(
        edition=edition,
        ratings=Path(typed["list_"]) if typed["list_"] else None,
        stages=tuple(Path(one) for one in typed["stage"] or ()),
        members=tuple(typed["member"] or ()),
        system=None if system is None else parse.choice("--format", system, SYSTEMS),
        rating_system=typed["rating_system"],
        registered=parse.date("--registered", typed["registered"]) if typed["registered"] else None,
        received=parse.date("--received", typed["received"]) if typed["received"] else None,
        returned=parse.date("--returned", typed["returned"]) if typed["returned"] else None,
        rounds_per_day=None if rounds is None else parse.whole("--rounds-per-day", rounds, 1, 100),
        scheduled=None if typed["scheduled"] is None else parse.whole("--scheduled", typed["scheduled"], 1, 1000),
        **{name: typed[name] for name in FLAGS},
    )


def event_options(context: typer.Context) -> EventOptions:
    """The options of this call."""
    options = context.meta[META]
    assert isinstance(options, EventOptions)
    return options
