"""`arpad standings`: compute, check and explain the standings of a report by any tie-break edition."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from arpad.cli.options import Command, Group, Option, ReportFile, Shared, StandingsEdition, declared, shared
from arpad.cli.output import line, print_json, print_table, show_findings, table, trail, write_bytes
from arpad.documents.document import plain
from arpad.documents.fields import csv_table
from arpad.documents.steps import Explanation, as_json
from arpad.domain.event import Event
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse, toml_tables
from arpad.inputs.toml_tables import TomlKey, TomlTable, load
from arpad.library.files import load_report
from arpad.standings.check import CheckedStandings, check_standings
from arpad.standings.competition import SYSTEM_NAMES
from arpad.standings.order import GivenOrder
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import StandingsTable, Wishes, group_table, ranked_report, standings_rows
from arpad.standings.table import standings as standings_by
from arpad.standings.tables import (
    Crosstable,
    StandingsComparison,
    WordsTable,
    comparison_in_words,
    crosstable_in_words,
    crosstable_of,
    crosstable_table,
    standings_in_words,
)

# The group `arpad standings`, and the options its commands share. `arpad standings FILE` is `arpad standings show`.

MOST_ROUNDS = 999
HIGHEST_NUMBER = 9999

standings = Group(default="show", help="cli.command.standings", no_args_is_help=True)

TieBreaks = Annotated[str | None, Option("--tie-breaks", metavar="LIST", help="cli.help.standings-tie-breaks")]


@dataclass(frozen=True, slots=True)
class StandingsOptions:
    """What the standings are to be, as it was typed."""

    round_number: Annotated[str | None, Option("--round", metavar="N", help="cli.help.standings-round")] = None
    tie_breaks: TieBreaks = None
    system: Annotated[
        str | None, Option("--system", metavar="|".join(SYSTEM_NAMES), help="cli.help.standings-system")
    ] = None

    @property
    def wishes(self) -> Wishes:
        """Read and check what was typed."""
        number, system = self.round_number, self.system
        return Wishes(
            round=None if number is None else parse.whole("--round", number, 1, MOST_ROUNDS),
            tie_breaks=self.tie_breaks,
            system=None if system is None else parse.choice("--system", system, SYSTEM_NAMES),
        )


class StandingsCommand(Command):
    """A command on the standings of a report."""

    declares = (StandingsOptions,)


# `arpad standings check FILE`: the ranks and scores that a report prints, against our own.

HEADINGS = ["player-rank", "player", "standings-field", "standings-record", "standings-given", "standings-ours", "note"]


@standings.command("check", cls=StandingsCommand, help="cli.command.standings-check")
def check(context: click.Context, file: ReportFile, edition: StandingsEdition = None) -> None:
    settings = shared(context)
    report = load_report(file)
    wishes = replace(declared(context, StandingsOptions).wishes, edition=edition)
    checked = check_standings(standings_by(report, wishes, settings.tie_breaks), report)
    if settings.as_json:
        print_json(checked.document(settings.language))
    else:
        _print(checked, settings.language)
    if not checked.equal:
        raise Exit(1)


def _print(checked: CheckedStandings, language: Language) -> None:
    values = {"edition": checked.edition, "count": checked.compared, "list": ", ".join(checked.tie_breaks)}
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
    if checked.findings:
        line()
        show_findings(checked.findings, language)


# Orders that no report says, from a file: lots that were drawn (`--lots`), the result of a play-off (`--play-off`). by
# = "Chief arbiter, 12 May" order = [[4, 1, 16], [7, [8, 9]]] One list for each tied group, best first; contestants in
# a list of their own stay tied (the losers of a semi-final).

Places = tuple[tuple[int, ...], ...]


def _group(value: object) -> Places:
    """Read one tied group in its order."""
    if not isinstance(value, list) or not value:
        raise ValueError
    places = tuple(tuple(place) if isinstance(place, list) else (place,) for place in value)
    numbers = [number for place in places for number in place]
    if not all(isinstance(number, int) and not isinstance(number, bool) and number > 0 for number in numbers):
        raise ValueError
    if len(set(numbers)) < len(numbers):
        raise ValueError
    return places


def _groups(value: object) -> tuple[Places, ...]:
    if not isinstance(value, list):
        raise ValueError
    return tuple(_group(group) for group in value)


KEYS: Mapping[str, TomlKey] = {
    "by": TomlKey(toml_tables.text, '"Chief arbiter, 12 May"', needed=True),
    "order": TomlKey(_groups, "[[4, 1, 16], [7, [8, 9]]]", needed=True),
}


def read_order(file: Path) -> GivenOrder:
    """Read the order of a file."""
    data = TomlTable("given-order", str(file)).read(load(file), KEYS)
    return GivenOrder(data["order"], data["by"])


# The standings, the crosstable and several editions side by side on the screen.


def show_table(shown: WordsTable) -> None:
    """Print a table with its title and its legend."""
    line(shown.title, style="bold")
    print_table([(column.heading, column.left) for column in shown.columns], shown.rows)
    line()
    for words in shown.legend:
        line(words, style="dim")


# `arpad standings FILE`: the standings, the reasons of a value, why one stands before another, the crosstable.

Explain = Annotated[str | None, Option("--explain", metavar="N|A,B", help="cli.help.standings-explain")]
Withdrawn = Annotated[list[str] | None, Option("--withdrawn", metavar="N", help="cli.help.standings-withdrawn")]
PlayOff = Annotated[Path | None, Option("--play-off", metavar="FILE", help="cli.help.standings-play-off")]


@standings.command("show", cls=StandingsCommand, help="cli.command.standings-show")
def show(
    context: click.Context,
    file: ReportFile,
    edition: Annotated[list[str] | None, Option("--edition", metavar="ID", help="cli.help.standings-edition")] = None,
    group: Annotated[str | None, Option("--group", metavar="WHERE", help="cli.help.standings-group")] = None,
    by_number: Annotated[bool, Option("--by-number", help="cli.help.standings-by-number")] = False,
    explained: Explain = None,
    crosstable: Annotated[bool, Option("--crosstable", help="cli.help.standings-crosstable")] = False,
    withdrawn: Withdrawn = None,
    lots: Annotated[Path | None, Option("--lots", metavar="FILE", help="cli.help.standings-lots")] = None,
    play_off: PlayOff = None,
    csv: Annotated[Path | None, Option("--csv", metavar="OUT", help="cli.help.standings-csv")] = None,
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.standings-pdf")] = None,
    trf: Annotated[Path | None, Option("--trf", metavar="OUT", help="cli.help.standings-trf")] = None,
) -> None:
    settings = shared(context)
    report = load_report(file)
    numbers = tuple(parse.whole("--withdrawn", one, 1, HIGHEST_NUMBER) for one in withdrawn or ())
    given = {name: read_order(path) for name, path in (("PLAYOFF", play_off), ("LOT", lots)) if path is not None}
    wishes = replace(declared(context, StandingsOptions).wishes, withdrawn=numbers, given=given)
    editions: list[str | None] = [*edition] if edition else [None]
    alone = {
        "--group": group, "--by-number": by_number, "--explain": explained, "--crosstable": crosstable, "--csv": csv,
        "--trf": trf,
    }  # fmt: skip
    if len(editions) > 1 and (asked := [option for option, value in alone.items() if value]):
        raise ArpadError("standings.one-edition", option=asked[0])
    tables = [standings_by(report, replace(wishes, edition=one), settings.tie_breaks) for one in editions]
    if len(tables) > 1:
        _compare(settings, StandingsComparison(tuple(tables)), report.event, pdf)
        return
    table = tables[0]
    shown = group_table(table, report.event, group) if group else table
    shown = shown.by_number if by_number else shown
    cross = crosstable_of(table, not by_number) if crosstable else None
    if csv is not None:
        cells = standings_rows(shown) if cross is None else crosstable_table(cross, settings.language)
        write_bytes(csv, csv_table(*cells).encode())
    if trf is not None:
        write_bytes(trf, ranked_report(report, table)[0])
    steps = reasons(table, explained) if explained else ()
    if pdf is not None:
        write_bytes(pdf, _printed(shown, cross, steps, report.event, settings.language))
    if settings.as_json:
        document = shown.document(settings.language)
        document |= {} if cross is None else {"crosstable": plain(cross.rows, settings.language)}
        print_json(document | ({"steps": as_json(steps, settings.language)} if steps else {}))
        return
    if steps:
        trail(steps, settings.language, title=False)
    elif cross is not None:
        show_table(crosstable_in_words(cross, settings.language))
    else:
        show_table(standings_in_words(shown, settings.language))
    _findings(settings, table)


def _printed(
    table: StandingsTable, cross: Crosstable | None, steps: Explanation, event: Event, language: Language
) -> bytes:
    """Return the PDF of what is shown: the reasons, the crosstable or the standings."""
    from arpad.papers.event_sheets import standings_reasons, standings_sheet

    if steps:
        return standings_reasons(table, steps, event, language)
    if cross is not None:
        return standings_sheet(crosstable_in_words(cross, language, event), event, language)
    return standings_sheet(standings_in_words(table, language, event), event, language)


def _compare(settings: Shared, compared: StandingsComparison, event: Event, pdf: Path | None) -> None:
    """Show several editions side by side."""
    if pdf is not None:
        from arpad.papers.event_sheets import standings_sheet

        write_bytes(pdf, standings_sheet(comparison_in_words(compared, settings.language), event, settings.language))
    if settings.as_json:
        print_json(compared.document(settings.language))
        return
    show_table(comparison_in_words(compared, settings.language))


def _findings(settings: Shared, table: StandingsTable) -> None:
    if table.findings:
        line()
        show_findings(table.findings, settings.language)


def reasons(table: StandingsTable, typed: str) -> Explanation:
    """Explain all values of number 4 (`--explain 4`), or why one stands before the other (`--explain 4,7`)."""
    words = typed.split(",")
    if len(words) > 2:
        raise ArpadError("standings.explain", value=typed)
    numbers = [parse.whole("--explain", word.strip(), 1, HIGHEST_NUMBER) for word in words]
    return explain(table, numbers[0]) if len(numbers) == 1 else explain_pair(table, *numbers)
