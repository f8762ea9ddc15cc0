"""`arpad office correct`, `withdraw`, `identify`, `base`, `rating`, `undo`, `decisions`: the past, corrected openly.

Each replays every later period into new versions; the old ones stay.
"""

from typing import Annotated

import typer

from arpad.cli.arguments import All, ReportFile
from arpad.cli.office.app import ClassOption, EventArgument, PeriodArgument, PlayerArgument, Reason, office
from arpad.cli.office.documents import answer_replay
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.office.working import steps
from arpad.cli.output import line, print_json, table
from arpad.cli.report_file import report_bytes
from arpad.cli.shared import shared
from arpad.locale import text
from arpad.office.documents import decision_document
from arpad.office.wording import details_text, word
from arpad.typed import parse
from arpad.typed.people import identities

REPLAYING = "label.office-replaying"
RatingArgument = Annotated[str, typer.Argument(metavar="RATING", help="cli.help.office-rating")]
Identities = Annotated[list[str], typer.Option("--player", metavar="RANK=ID", help="cli.help.office-identity")]


@office.command("correct", cls=OfficeCommand, help="cli.command.office-correct")
def correct(
    context: typer.Context, event: EventArgument, file: ReportFile, reason: Reason, everything: All = False
) -> None:
    from arpad.office.corrections import correct as correct_event

    settings = shared(context)
    number, data = parse.number("EVENT", event), report_bytes(file)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = correct_event(place, number, data, reason, progress)
    answer_replay(settings, done, everything)


@office.command("withdraw", cls=OfficeCommand, help="cli.command.office-withdraw")
def withdraw(context: typer.Context, event: EventArgument, reason: Reason) -> None:
    from arpad.office.corrections import withdraw as withdraw_event

    settings = shared(context)
    number = parse.number("EVENT", event)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = withdraw_event(place, number, reason, progress)
    answer_replay(settings, done)


@office.command("identify", cls=OfficeCommand, help="cli.command.office-identify")
def identify(
    context: typer.Context, event: EventArgument, player: Identities, reason: Reason, everything: All = False
) -> None:
    from arpad.office.corrections import identify as identify_players

    settings = shared(context)
    number, ids = parse.number("EVENT", event), identities("--player", player)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = identify_players(place, number, ids, reason, progress)
    answer_replay(settings, done, everything)


@office.command("base", cls=OfficeCommand, help="cli.command.office-base")
def base(
    context: typer.Context, event: EventArgument, player: PlayerArgument, rating: RatingArgument, reason: Reason
) -> None:
    from arpad.office.corrections import base_rating

    settings = shared(context)
    number, value = parse.number("EVENT", event), parse.rating_or_none("RATING", rating)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = base_rating(place, number, player, value, reason, progress)
    answer_replay(settings, done)


@office.command("rating", cls=OfficeCommand, help="cli.command.office-rating")
def rating(
    context: typer.Context,
    player: PlayerArgument,
    period: PeriodArgument,
    value: RatingArgument,
    reason: Reason,
    time_class: ClassOption = "standard",
) -> None:
    from arpad.office.deciding import set_rating

    settings = shared(context)
    date, decided = parse.period("PERIOD", period), parse.rating_or_none("RATING", value) or 0
    chosen = parse.time_class("--time-class", time_class)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = set_rating(place, player, date, decided, reason, time_class=chosen, progress=progress)
    answer_replay(settings, done)


@office.command("undo", cls=OfficeCommand, help="cli.command.office-undo")
def undo(
    context: typer.Context,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="cli.help.office-decision")],
    reason: Reason,
) -> None:
    from arpad.office.deciding import undo as undo_decision

    settings = shared(context)
    number = parse.number("DECISION", decision)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = undo_decision(place, number, reason, progress)
    answer_replay(settings, done)


@office.command("decisions", cls=OfficeCommand, help="cli.command.office-decisions")
def decisions(context: typer.Context) -> None:
    from arpad.office.deciding import list_decisions

    settings = shared(context)
    spoken = settings.language
    with desk(context) as place:
        found = list_decisions(place)
    if settings.as_json:
        print_json([decision_document(it) for it in found])
    elif found:
        rows = [
            [
                str(it.id), it.period.isoformat(), word(f"decision.{it.kind}", spoken), details_text(it.data),
                it.reason, text("label.yes" if it.undone else "label.no", spoken),
            ]
            for it in found
        ]  # fmt: skip
        table(spoken, ["player-rank", "period", "decision", "what", "reason", "undone"], rows, left=range(1, 6))
    else:
        line(text("label.office-no-decisions", spoken))
