"""`arpad standings check FILE`: the ranks and scores that a report prints, against our own."""

from dataclasses import replace

import typer

from arpad.cli.arguments import ReportFile, StandingsEdition
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json, table, trail
from arpad.cli.shared import declared, shared
from arpad.cli.standings.app import StandingsCommand, StandingsOptions, standings
from arpad.documents.findings import findings_json
from arpad.i18n import Language, number, text
from arpad.library.files import load_report
from arpad.standings.check import CheckedStandings, check_standings, checked_document
from arpad.standings.table import standings as standings_by

HEADINGS = ["player-rank", "player", "standings-field", "standings-record", "standings-given", "standings-ours", "note"]


@standings.command("check", cls=StandingsCommand, help="cli.command.standings-check")
def check(context: typer.Context, file: ReportFile, edition: StandingsEdition = None) -> None:
    settings = shared(context)
    report = load_report(file)
    wishes = replace(declared(context, StandingsOptions).wishes, edition=edition)
    checked = check_standings(standings_by(report, wishes, settings.tie_breaks), report)
    if settings.as_json:
        found = findings_json(checked.table.findings, settings.language)
        print_json(checked_document(checked, settings.language) | ({"findings": found} if found else {}))
    else:
        _print(checked, settings.language)
    if not checked.equal:
        raise typer.Exit(1)


def _print(checked: CheckedStandings, language: Language) -> None:
    values = {
        "edition": checked.table.edition.id,
        "count": checked.compared,
        "list": ", ".join(checked.table.tie_breaks),
    }
    key = "standings.check-equal" if checked.equal else "standings.check-differs"
    line(text(key, language, **values), style="bold")
    rows = [
        [
            str(difference.number),
            difference.name,
            text(f"standings.field.{difference.field}", language),
            difference.record,
            number(difference.given, language),
            number(difference.ours, language),
            text("standings.within-tie", language) if difference.within_tie else "",
        ]
        for difference in checked.differences
    ]
    if rows:
        table(language, HEADINGS, rows, left=(1, 2, 3, 6))
    if checked.steps:
        line()
        line(text("standings.first-difference", language), style="bold")
        trail(checked.steps, language, title=False)
    if checked.table.findings:
        line()
        show_findings(checked.table.findings, language)
