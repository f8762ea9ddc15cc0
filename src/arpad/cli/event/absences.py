"""`arpad event absent`, `withdraw`, `return`, `excuse`, `forbid`, `allow`: who plays, and who may not meet."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, EntryNumber, RoundNumber, Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import entries_typed, entry_typed, round_typed, rounds_typed
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.tournament.journal import Done

FromRound = Annotated[str | None, typer.Option("--from", metavar="R", help="cli.help.event-out-from")]
KINDS = ("H", "Z", "F", "none")


@event.command("absent", cls=RunningCommand, help="cli.command.event-absent")
def absent(
    context: typer.Context,
    slug: Slug,
    entry: EntryNumber,
    number: RoundNumber,
    kind: Annotated[str, typer.Argument(metavar="H|Z|F|none", help="cli.help.event-absence")],
) -> None:
    from arpad.tournament.acts.absences import absent as of_player
    from arpad.tournament.acts.teams import absent_team, of_side

    player, wanted = entry_typed(entry), round_typed(number)
    said: Any = parse.choice("KIND", kind if kind == "none" else kind.upper(), KINDS)
    place = (player, wanted, None if said == "none" else said)
    done = act(context, slug, of_side(of_player(*place), absent_team(*place)))
    _answer(context, done, player, f"absent-{said}", round=wanted)


@event.command("withdraw", cls=RunningCommand, help="cli.command.event-withdraw")
def withdraw(
    context: typer.Context,
    slug: Slug,
    entry: EntryNumber,
    from_round: FromRound = None,
    expelled: Annotated[bool, typer.Option("--expelled", help="cli.help.event-expelled")] = False,
) -> None:
    from arpad.tournament.acts.absences import withdraw as command

    player = entry_typed(entry)
    done = act(context, slug, command(player, _from(from_round), expelled=expelled))
    first = done.state.entries[player].withdrawn_from
    _answer(context, done, player, "expelled" if expelled else "withdrawn", round=first)


@event.command("return", cls=RunningCommand, help="cli.command.event-return")
def return_(context: typer.Context, slug: Slug, entry: EntryNumber, from_round: FromRound = None) -> None:
    from arpad.tournament.acts.absences import return_entry
    from arpad.tournament.acts.teams import of_side, return_team

    player, first = entry_typed(entry), _from(from_round)
    done = act(context, slug, of_side(return_entry(player, first), return_team(player, first)))
    _answer(context, done, player, "returned", round=_first_round_back(done))


@event.command("excuse", cls=RunningCommand, help="cli.command.event-excuse")
def excuse(context: typer.Context, slug: Slug, entry: EntryNumber) -> None:
    from arpad.tournament.acts.absences import excuse as command

    player = entry_typed(entry)
    done = act(context, slug, command(player))
    _answer(context, done, player, "excused", round=done.lines[0].data["round"])


@event.command("forbid", cls=RunningCommand, help="cli.command.event-forbid")
def forbid(
    context: typer.Context,
    slug: Slug,
    entries: Annotated[list[str] | None, typer.Argument(metavar="[ENTRY]…", help="cli.help.event-apart")] = None,
    group: Annotated[str, typer.Option("--group", metavar="LABEL", help="cli.help.event-label")] = "",
    rounds: Annotated[str | None, typer.Option("--rounds", metavar="R-R", help="cli.help.event-span")] = None,
    soft: Annotated[bool, typer.Option("--soft", help="cli.help.event-soft")] = False,
) -> None:
    from arpad.tournament.acts.absences import forbid as command

    players = entries_typed(entries)
    first, last = (1, None) if rounds is None else rounds_typed("--rounds", rounds)
    done = act(context, slug, command(players, group=group, first=first, last=last, hard=not soft))
    number = done.lines[0].data["id"]
    answer_done(context, done, "forbidden", {"id": number}, id=number)


@event.command("allow", cls=RunningCommand, help="cli.command.event-allow")
def allow(
    context: typer.Context,
    slug: Slug,
    restriction: Annotated[str, typer.Argument(metavar="ID", help="cli.help.event-restriction")],
) -> None:
    from arpad.tournament.acts.absences import allow as command

    number = parse.whole("ID", restriction, 1, MOST)
    done = act(context, slug, command(number))
    answer_done(context, done, "allowed", {"id": number}, id=number)


def _from(typed: str | None) -> int | None:
    return None if typed is None else parse.whole("--from", typed, 1, MOST)


def _first_round_back(done: "Done") -> int:
    """The first round that a player, or a team, plays again."""
    data = done.lines[0].data
    if "team" in data:
        away = done.state.teams[data["team"]]
        return next(one for one in range(done.state.last_drawn + 1, MOST) if away.absence_in(one) is None)
    first: int = data.get("from_round", data.get("round"))
    return first


def _answer(context: typer.Context, done: "Done", entry: int, said: str, **values: object) -> None:
    """Tell what became of a player, or of a team."""
    team = done.state.laws.team
    name = done.state.teams[entry].name if team else done.state.entries[entry].name
    answer_done(
        context, done, said, {"entry": entry, "name": name, **values}, **{"team" if team else "entry": entry}, **values
    )
