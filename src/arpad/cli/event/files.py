"""`arpad event export`, `take-over`: an event as a file for other programs, and theirs as an event."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, Slug, event
from arpad.cli.event.options import RunningCommand, keeper, requested, running_options
from arpad.cli.findings import show_findings
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.output import line, print_json, write_bytes
from arpad.cli.shared import shared
from arpad.documents.findings import findings_json
from arpad.i18n import text
from arpad.inputs import parse
from arpad.library.files import report_bytes
from arpad.tournament.results import is_final
from arpad.tournament.rules import MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.formats.trf_pairing import TrfVersion
    from arpad.tournament.takeover import Kind

KINDS: "tuple[Kind, ...]" = ("individual", "team")
VERSIONS: "dict[str, TrfVersion]" = {"16": "trf16", "26": "trf26"}


@event.command("export", cls=RunningCommand, help="cli.command.event-export")
def export(
    context: typer.Context,
    slug: Slug,
    trf: Annotated[str, typer.Option("--trf", metavar="16|26", help="cli.help.event-trf")] = "26",
    number: Annotated[str | None, typer.Option("--round", metavar="R", help="cli.help.event-export-round")] = None,
    rated: Annotated[bool, typer.Option("--rated", help="cli.help.event-rated")] = False,
    log: Annotated[bool, typer.Option("--log", help="cli.help.event-export-log")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="cli.help.event-out")] = None,
) -> None:
    from arpad.tournament.export import ExportedFile, export_trf, state_after_round
    from arpad.tournament.journal import fold_log
    from arpad.tournament.log import write_lines

    settings = shared(context)
    version = VERSIONS[parse.choice("--trf", trf, tuple(VERSIONS))]
    wanted = None if number is None else parse.whole("--round", number, 0, MOST)
    with keeper(context) as events:
        lines = events.lines(slug)
    if log:
        file = ExportedFile(write_lines(lines).encode(), ())
    else:
        state = fold_log(lines) if wanted is None else state_after_round(lines, wanted)
        file = export_trf(state, version, rated=rated, upto=wanted, library=settings.tie_breaks)
    if output is not None:
        write_bytes(output, file.data)
    if settings.as_json:
        form = "log" if log else version
        place = {"text": file.data.decode()} if output is None else {"output": str(output)}
        findings = findings_json(file.findings, settings.language)
        print_json({"event": slug, "n": len(lines), "format": form, **place, "findings": findings})
    elif output is None:
        sys.stdout.write(file.data.decode())
    else:
        line(text("label.written", settings.language, file=str(output)))
        show_findings(file.findings, settings.language)


@event.command("take-over", cls=RunningCommand, help="cli.command.event-take-over")
def take_over(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.event-take-over-file")],
    rounds: Annotated[str | None, typer.Option("--rounds", metavar="N", help="cli.help.event-take-over-rounds")] = None,
    slug: Annotated[str | None, typer.Option("--slug", metavar="SLUG", help="cli.help.event-take-over-slug")] = None,
    system: Annotated[
        str | None, typer.Option("--system", metavar="ID", help="cli.help.event-take-over-system")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="individual|team", help="cli.help.event-take-over-kind")
    ] = None,
    tie_break_edition: Annotated[
        str | None, typer.Option("--tie-break-edition", metavar="ID", help="cli.help.event-take-over-tie-break-edition")
    ] = None,
    rating_edition: Annotated[
        str | None, typer.Option("--rating-edition", metavar="ID", help="cli.help.event-take-over-rating-edition")
    ] = None,
) -> None:
    from arpad.office.tournaments.players import keep_taken_over
    from arpad.pairing.check import checked_document
    from arpad.tournament.takeover import take_over as read_event

    settings, options = shared(context), running_options(context)
    data = report_bytes(file)
    many = None if rounds is None else parse.whole("--rounds", rounds, 1, MOST_ROUNDS)
    told = None if kind is None else parse.choice("--kind", kind, KINDS)
    editions = {"tie_break_edition": tie_break_edition or "", "rating_edition": rating_edition or ""}
    taken = read_event(data, file=str(file), rounds=many, slug=slug, system=system, kind=told, editions=editions)
    with keeper(context) as events:
        who, at = who_typed(options.who), at_typed(options.at)
        done = keep_taken_over(events, taken, data, who, at, options.consent, requested(context))
    open_games = {
        str(number): [board.number for board in one.games if not is_final(board.result)]
        for number, one in sorted(done.state.rounds.items())
        if any(not is_final(board.result) for board in one.games)
    }
    if not settings.as_json:
        show_findings(taken.findings, settings.language)
    counts = {"players": len(done.state.numbers), "open": sum(map(len, open_games.values()))}
    answer_done(
        context,
        done,
        "taken-over",
        {"slug": taken.slug, "rounds": taken.paired, **counts},
        slug=taken.slug,
        rounds=taken.paired,
        open_boards=open_games,
        findings=findings_json(taken.findings, settings.language),
        differences=[checked_document(checked, settings.language) for checked in taken.differing],
    )
