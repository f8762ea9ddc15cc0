"""`arpad report`: show, check and convert a tournament report, and fill FIDE's forms from it; `arpad check`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from arpad.cli.options import (
    All,
    Argument,
    Command,
    Group,
    Option,
    Out,
    ReportFile,
    Shared,
    StandingsEdition,
    rank_typed,
    shared,
)
from arpad.cli.output import fields_table, line, print_json, show_findings, table, tell, write_bytes
from arpad.cli.report_options import EventCommand, event_options, examine_call, load_event, read_ratings
from arpad.documents.findings import findings_json
from arpad.domain.event import Event, Game, short_names
from arpad.examination import ordered, own_findings
from arpad.formats.documents import PLAYER, report_document, result_of
from arpad.formats.feda import feda_lines, write_feda
from arpad.formats.trf_teams import TeamMatch, team_matches
from arpad.formats.trf_write import write_trf
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.library.files import load_report
from arpad.regulations.event_rules import FORM_NUMBERS, FormNumber

if TYPE_CHECKING:
    from arpad.library.checked_files import CheckedFile
    from arpad.papers.old_forms import FormTables
    from arpad.papers.title_forms import ReportExtra


# `arpad report form`: the forms of FIDE, filled from a report.

OF_EVENTS = ("1", "2", "3", "4", "5", "6", "it3")
FORMS = (*OF_EVENTS, *FORM_NUMBERS)
"""The forms of events, which a report fills, and those of arbiters, which may stay blank."""


def form(
    context: click.Context,
    output: Out,
    file: Annotated[Path | None, Argument(metavar="[FILE]", help="cli.help.form-report")] = None,
    number: Annotated[str, Option("--number", metavar="|".join(FORMS), help="cli.help.form-number")] = "1",
    player: Annotated[list[str] | None, Option("--player", metavar="RANK", help="cli.help.form-player")] = None,
    host: Annotated[str, Option("--host", metavar="XYZ", help="cli.help.form-host")] = "",
    fill: Annotated[list[str] | None, Option("--fill", metavar="NAME=TEXT", help="cli.help.form-fill")] = None,
) -> None:
    settings = shared(context)
    which = parse.choice("--number", number.lower(), FORMS)
    if which in FORM_NUMBERS:
        write_bytes(output, _of_arbiters(parse.choice("--number", which, FORM_NUMBERS), file, settings.language))
    elif file is None:
        raise ArpadError("form-report", number=which)
    else:
        from arpad.papers.old_forms import form_tables

        extra = _extra(fill or [], host)
        report = load_report(file)
        event = report.event
        tables = form_tables(report, by_round=which == "2") if which in ("1", "2") else None
        write_bytes(output, _made(which, event, _ranks(event, file, player), extra, settings.language, tables))
    document = {"form": int(which) if which.isdecimal() else which, "output": str(output)}
    tell(settings, document, text("label.written", settings.language, file=str(output)), style="")


def _of_arbiters(number: FormNumber, file: Path | None, language: Language) -> bytes:
    """Return a form of arbiters; its event is filled from the report, if there is one."""
    from arpad.arbiters.events import report_facts
    from arpad.arbiters.forms import event_values
    from arpad.papers.arbiter_forms import arbiter_form_pdf

    if file is None:
        return arbiter_form_pdf(number, {}, language)
    event = load_report(file).event
    return arbiter_form_pdf(number, event_values(event, report_facts(event), language), language)


def _made(
    which: str,
    event: Event,
    ranks: list[int] | None,
    extra: "ReportExtra",
    language: Language,
    tables: "FormTables | None",
) -> bytes:
    from arpad.papers import old_forms, title_forms

    ratings = {player.rank: player.rating for player in event.players}
    if which == "1":
        return old_forms.form_1(event, ratings, language, tables)
    if which == "3":
        return old_forms.form_3(event, ratings, language)
    if which == "2":
        return old_forms.form_2(event, ranks, ratings, language, tables)
    if which == "4":
        return title_forms.form_4(event, ranks, ratings, language)
    if which == "6":
        return title_forms.form_6(event, ranks, ratings, language, extra.host)
    whole = title_forms.form_5 if which == "5" else title_forms.it3
    return whole(event, extra, language, ratings)


def _ranks(event: Event, file: Path, typed: list[str] | None) -> list[int] | None:
    """Return the players who are named; None: everybody."""
    return None if typed is None else [rank_typed(event, file, rank) for rank in typed]


def _extra(typed: list[str], host: str) -> "ReportExtra":
    """Read fields that the report does not have: `--fill organiser="Chess Club"`."""
    from arpad.papers.title_forms import ReportExtra

    names = [field.name for field in fields(ReportExtra) if field.name != "host"]
    found = {}
    for one in typed:
        name, sign, value = one.partition("=")
        if name not in names or not sign:
            raise ArpadError("fill", value=one, names=", ".join(names))
        found[name] = value
    return ReportExtra(**found, host=host)


# The teams of a report and their matches, for `arpad report show`.


def show_teams(event: Event, language: Language) -> None:
    """Print the teams, then every match with its boards."""
    line()
    headings = ["team-number", "team", "match-points", "game-points", "final-rank", "team-players"]
    rows = [
        [
            "" if team.number is None else str(team.number), team.name,
            "" if team.match_points is None else number(team.match_points, language),
            "" if team.game_points is None else number(team.game_points, language),
            "" if team.rank is None else str(team.rank), " ".join(map(str, team.players)),
        ]
        for team in event.teams
    ]  # fmt: skip
    table(language, headings, rows, left=(1, 5))
    if matches := team_matches(event):
        line()
        headings = ["round", "team", "team", "match-result", "match-boards"]
        table(language, headings, [_row(match_, language) for match_ in matches], left=(1, 2, 4))


def _row(match: TeamMatch, language: Language) -> list[str]:
    points = number(match.first_points, language)
    if match.second is None:
        return [str(match.round), match.first.name, text("pairing.nobody", language), points, ""]
    boards = ", ".join(f"{board.white}–{board.black} {result_of(board) or '*'}" for board in match.boards)
    return [
        str(match.round),
        match.first.name,
        match.second.name,
        f"{points} : {number(match.second_points, language)}",
        boards,
    ]


# `arpad report`: read a tournament file, check it, convert it, print its forms.

report = Group(help="cli.command.report", no_args_is_help=True)
report.command("form", cls=Command, help="cli.command.report-form")(form)


@report.command("show", cls=Command, help="cli.command.report-show")
def show(context: click.Context, file: ReportFile, everything: All = False) -> None:
    settings = shared(context)
    read = load_report(file)
    event = read.event
    findings = ordered(own_findings(read), event)
    if settings.as_json:
        print_json(report_document(read, findings, settings.language))
        return
    language = settings.language
    line(event.name or "–", style="bold")
    where = ", ".join(part for part in (event.city, event.federation) if part)
    when = " – ".join(day.isoformat() for day in (event.start, event.end) if day)
    line(" · ".join(part for part in (read.format.upper(), where, when, event.type, event.time_control) if part))
    names = ("rank", "name", "title", "rating", "federation", "id", "born", "points", "final_rank")
    fields_table(language, PLAYER, event.players, names, left=(1, 2, 4))
    if event.teams:
        show_teams(event, language)
    if everything:
        _show_games(event, settings)
    if findings:
        line()
        show_findings(findings, language, everything)


def _show_games(event: Event, settings: Shared) -> None:
    """Print every game, round by round, with the names of both players."""
    language, names = settings.language, short_names(event)
    rows = [
        [
            str(game.round),
            names.get(game.white, str(game.white)),
            names.get(game.black, str(game.black)),
            _result_text(game, language),
        ]
        for game in event.games()
    ]
    if rows:
        line()
        line(text("label.games", language), style="bold")
        table(language, ["round", "white", "black", "match-result"], rows, left=(1, 2, 3))


def _result_text(game: Game, language: Language) -> str:
    """Return the result, with a word for a forfeit; * if there is none yet."""
    return (result_of(game) or "*") + (f" ({text('label.forfeit', language)})" if game.forfeit else "")


@report.command("check", cls=EventCommand, help="cli.command.report-check")
def check(context: click.Context, file: ReportFile, everything: All = False) -> None:
    from arpad.pairing.forensics import rounds_note

    settings, options = shared(context), event_options(context)
    read = load_event(file, options)
    examined = examine_call(settings, read, options, options.edition, read_ratings(options, read.event))
    edition, findings, good = examined.edition, examined.findings, examined.ratable
    note = rounds_note(read)
    if settings.as_json:
        rounds = {} if note is None else {"rounds": note.document(settings.language)}
        print_json(examined.document(settings.language) | rounds)
    else:
        language = settings.language
        line(read.event.name or "–", style="bold")
        title = "–" if edition is None else edition.title(language)
        line(f"{title} · {text(f'format.{examined.format}', language)}")
        name = None if edition is None else edition.id
        verdict = "not-ratable-now" if name is None else "ratable" if good else "not-ratable"
        line(text(f"label.{verdict}", language, edition=name), style="bold")
        show_findings(findings, language, everything)
        if note is not None:
            line(text("forensics.note", language, summary=note.summary.text(language)))
    if not good:
        raise Exit(1)


@report.command("convert", cls=Command, help="cli.command.report-convert")
def convert(
    context: click.Context,
    file: ReportFile,
    output: Out,
    to: Annotated[str, Option("--to", metavar="trf16|trf26|feda", help="cli.help.to")] = "trf26",
    everything: All = False,
) -> None:
    settings = shared(context)
    read = load_report(file)
    if to == "feda":
        data, findings = write_feda(read.feda or feda_lines(read.event))
    elif to in ("trf16", "trf26"):
        data, findings = write_trf(read, "trf16" if to == "trf16" else "trf26")
    else:
        raise ArpadError("format-form", option="--to", value=to, example="trf16 | trf26 | feda")
    write_bytes(output, data)
    found = ordered([*read.findings, *findings], read.event)
    if settings.as_json:
        print_json({"format": to, "output": str(output), "findings": findings_json(found, settings.language)})
        return
    line(text("label.written", settings.language, file=str(output)))
    show_findings(found, settings.language, everything)


# `arpad check FILE...`: pairings, standings and everything else of files, in one answer for each.

MOST_ROUNDS = 999
VERDICTS = ("right", "differs", "unreadable")
"""What a file may be; the place is the exit code, and the worst of several files counts."""


def register(app: Group) -> None:
    """Add the command to the application."""
    app.command("check", cls=Command, help="cli.command.check")(check_files)


def check_files(
    context: click.Context,
    files: Annotated[list[Path], Argument(metavar="FILE...", help="cli.help.check-files")],
    system: Annotated[str | None, Option("--system", metavar="ID", help="cli.help.check-system")] = None,
    tie_breaks: Annotated[
        str | None, Option("--tie-breaks", metavar="LIST", help="cli.help.standings-tie-breaks")
    ] = None,
    edition: StandingsEdition = None,
    rounds: Annotated[str | None, Option("--rounds", metavar="N", help="cli.help.pair-rounds")] = None,
    reading: Annotated[list[str] | None, Option("--reading", metavar="NAME", help="cli.help.pair-reading")] = None,
    plain: Annotated[bool, Option("--plain", help="cli.help.check-plain")] = False,
    pdf: Annotated[Path | None, Option("-o", "--pdf", metavar="OUT", help="cli.help.check-pdf")] = None,
) -> None:
    from arpad.cli.pair_check import reports_in
    from arpad.library.checked_files import CheckedFile, CheckWishes, check_file

    settings, language = shared(context), shared(context).language
    many = parse.whole("--rounds", rounds, 1, MOST_ROUNDS) if rounds else None
    wishes = CheckWishes(
        system, tie_breaks, edition, many, tuple(reading or ()), settings.regulations, settings.tie_breaks
    )
    single = len(files) == 1 and not files[0].is_dir()
    checked: list[CheckedFile] = []
    for path in reports_in(files):
        try:
            checked.append(check_file(path, wishes))
        except ArpadError as problem:
            if single:
                raise
            checked.append(CheckedFile(str(path), "", problem=problem))
    if pdf is not None:
        write_bytes(pdf, _checked_sheet(checked, language))
    if settings.as_json:
        documents = [one.document(language) for one in checked]
        counts: Counter[str] = Counter(one.verdict for one in checked)
        sums = {verdict: counts[verdict] for verdict in VERDICTS}
        print_json(documents[0] if single else {"files": documents, **sums})
    elif plain:
        for one in checked:
            _print_pairs(one, language, named=not single)
    elif single:
        _print_checked(checked[0], language)
    else:
        _print_table(checked, language)
    if code := max(VERDICTS.index(one.verdict) for one in checked):
        raise Exit(code)


CHECKED = ["check-file", "check-pairings", "check-standings", "check-records", "check-verdict"]


def _print_table(checked: "Sequence[CheckedFile]", language: Language) -> None:
    """Print a row for each file, those that could not be read below with the reason."""
    unread: dict[str, list[str]] = {}
    for one in checked:
        if one.problem is not None:
            why = one.problem.text(language).removeprefix(f"{one.file}: ")
            unread.setdefault(why, []).append(Path(one.file).name)
    rows = [_checked_row(one, language) for one in checked if one.problem is None]
    table(language, CHECKED, rows, left=range(len(CHECKED)))
    for why, names in unread.items():
        line(f"{', '.join(names)}: {why}")
    line(_sums(checked, language), style="bold")


def _sums(checked: "Sequence[CheckedFile]", language: Language) -> str:
    counts: Counter[str] = Counter(one.verdict for one in checked)
    return text("check.sums", language, count=len(checked), **{verdict: counts[verdict] for verdict in VERDICTS})


def _checked_row(one: "CheckedFile", language: Language) -> list[str]:
    """Return a file of several: what differs in its pairings, its standings and its records."""
    wrong = [str(round_.number) for round_ in one.rounds if not round_.right]
    differs = text("check.differs", language)
    rounds = text("check.rounds", language, rounds=", ".join(wrong), count=len(wrong)) if wrong else ""
    why = one.problem.text(language) if one.problem else ""
    standings = "" if one.standings_right else differs
    verdict = text(f"check.{one.verdict}", language)
    return [Path(one.file).name, rounds or why, standings, "" if one.file_right else differs, verdict]


def _print_pairs(one: "CheckedFile", language: Language, *, named: bool) -> None:
    """Print the pairs of each round: those of the rules, then those of the file."""
    if named:
        line(one.file)
    for key, expected in (("program", True), ("own", False)):
        line(text(f"check.{key}", language))
        for round_ in one.rounds:
            line(str(round_.number))
            for white, black in round_.pairs(expected=expected):
                line(f"{white} {black}")


def _print_checked(one: "CheckedFile", language: Language) -> None:
    from arpad.cli.output import print_table

    shown = one.in_words(language)
    line(shown.title, style="bold")
    print_table([(column.heading, True) for column in shown.columns], shown.rows)
    for words in shown.legend:
        line(words)
    if grave := [finding for finding in one.file_findings if finding.severity != "info"]:
        line()
        show_findings(grave, language)


def _checked_sheet(checked: "Sequence[CheckedFile]", language: Language) -> bytes:
    """Return the answer for a file as PDF, or the table of several."""
    from arpad.papers.event_sheets import standings_sheet
    from arpad.standings.tables import WordsColumn, WordsTable

    if len(checked) == 1:
        return standings_sheet(checked[0].in_words(language), checked[0].event, language)
    rows = tuple(tuple(_checked_row(one, language)) for one in checked)
    kinds = ("details", "details", "title", "title", "title")
    columns = tuple(
        WordsColumn(text(f"table.{name}", language), kind) for name, kind in zip(CHECKED, kinds, strict=True)
    )
    title = _sums(checked, language)
    return standings_sheet(WordsTable(title, columns, rows, tuple(range(1, len(rows) + 1)), ()), Event(), language)
