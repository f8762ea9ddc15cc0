"""`arpad office` commands that prove and explain: diff, verify, export, log, sheet and personal-data."""

import contextlib
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from arpad.cli.office.options import (
    ClassOption,
    Force,
    OfficeCommand,
    PeriodArgument,
    PlayerArgument,
    Version,
    desk,
    events_beside,
    office,
    office_options,
    opened,
    steps,
    who_typed,
    whole,
)
from arpad.cli.options import Argument, Option, Out, Shared, shared
from arpad.cli.output import cell, fields_table, line, print_json, table, tell, trail, write_bytes
from arpad.clock import instant
from arpad.documents.document import replace
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.lists.list_versions import SHORT
from arpad.office.records import Proof, problem_text
from arpad.progress import StepsDone
from arpad.untrusted import json_value

if TYPE_CHECKING:
    from arpad.office.proof.audit_findings import Examination
    from arpad.office.proof.sheets import PeriodSheet
    from arpad.office.storage.database import Database
    from arpad.papers.period_sheet import EventPart


# `arpad office personal-data`: everything about one player, as one JSON document.


@office.command("personal-data", cls=OfficeCommand, help="cli.command.office-personal-data")
def personal_data(
    context: click.Context,
    id_: PlayerArgument,
    events: Annotated[
        str | None,
        Option("--events", metavar="URL", envvar="ARPAD_EVENTS", help="cli.help.event-events"),
    ] = None,
) -> None:
    from arpad.office.tournaments.players import person_data

    with events_beside(context, events) as other, desk(context) as place:
        print_json(person_data(place, id_, other))


# What `arpad office verify` and `arpad verify` answer: the examination of an office, and its lists recomputed.

NOT_PROVED = 1
LARGEST_WITNESS = 64 << 20
LISTS = "proof.unproved.lists"


def verify_office(
    context: click.Context,
    database: "Database",
    progress: StepsDone | None,
    *,
    quick: bool,
    witness: Path | None,
    pinned: str,
    states: Sequence[Path],
) -> "tuple[Examination, Proof]":
    """Examine an office, and recompute the lists of its systems unless it is to be quick."""
    from arpad.office.context import Desk, systems_of
    from arpad.office.proof.audit import examine, kept_heads
    from arpad.office.proof.audit_findings import WrongRow
    from arpad.office.proof.verification import verify

    typed = office_options(context)
    heads = {} if witness is None else read_witness(witness)
    seen = examine(database, quick=quick, witness=heads, kept=kept_heads(*states), pinned=pinned, progress=progress)
    if quick:
        return seen, Proof(())
    known = [system.name for system in systems_of(database)]
    names = [typed.system] if typed.system else known
    who, regulations = who_typed(typed.who), shared(context).regulations
    desks = [Desk(database, regulations, name, who, instant()) for name in names]
    proof = Proof(tuple(version for desk in desks for version in verify(desk, None, progress).versions))
    left = {"imported": proof.imported > 0, "other-lists": bool({*known} - {*names})}
    unproved = [key for key in seen.unproved if key != LISTS]
    unproved += [f"proof.unproved.{name}" for name, there in left.items() if there]
    wrong = [
        WrongRow("list", "versions", f"{one.period} ({one.version})", found=one.found or "–", expected=one.digest)
        for one in proof.versions
        if not one.sound
    ]
    return replace(seen, unproved=tuple(unproved), wrong=(*seen.wrong, *wrong)), proof


def read_witness(path: Path) -> dict[int, str]:
    """Return the heads of a log that somebody has kept: the JSON of the public page of the proof."""
    try:
        if path.stat().st_size > LARGEST_WITNESS:
            raise ValueError(f"> {LARGEST_WITNESS}")
        return {int(head["line"]): str(head["sha256"]) for head in json_value(path.read_bytes())["heads"]}
    except OSError as problem:
        raise ArpadError("list-unreadable", file=str(path), problem=problem.strerror or str(problem)) from None
    except (ValueError, TypeError, KeyError) as problem:
        raise ArpadError("witness-file", file=str(path), problem=str(problem)[:100]) from None


def keep_head(seen: "Examination", own: Path, chosen: Path | None) -> tuple[dict[str, bool], str]:
    """Keep the end of the log for the next time. Returns the files, whether each was written, and what is in the way
    beside the key."""
    from arpad.office.proof.audit import KeptHead

    data = KeptHead(seen.line, seen.head, seen.first, seen.keys).data()
    if chosen is not None:
        write_bytes(chosen, data)
    done = {} if chosen is None else {str(chosen): True}
    try:
        with contextlib.suppress(OSError):
            own.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_bytes(own, data)
    except ArpadError as problem:
        return done | {str(own): False}, str(problem.values["problem"])
    return done | {str(own): True}, ""


def answer_office(settings: Shared, seen: "Examination", proof: Proof, own: Path, chosen: Path | None) -> None:
    """Exit 1: something is wrong. Otherwise the head of the log is kept."""
    language = settings.language
    kept, problem = keep_head(seen, own, chosen) if seen.sound and proof.proved else ({}, "")
    if settings.as_json:
        state = [{"file": file, "written": written} for file, written in kept.items()]
        print_json({**seen.document(language), **proof.document(language), "state": state})
    else:
        if proof.versions:
            _show_verified(settings, proof)
        for wrong in seen.wrong:
            line(wrong.text(language))
        not_proved = [
            examined_table.table
            for examined_table in seen.tables
            if examined_table.proved_by == "not" and examined_table.rows
        ]
        if not_proved:
            line(text("label.office-not-proved", language, tables=", ".join(not_proved)))
        if seen.release:
            line(text("label.office-release", language, release=seen.release), style="dim")
        if problem:
            line(text("label.office-head-not-kept", language, file=str(own), problem=problem))
        line(seen.summary(language), style="bold")
    if not seen.sound or not proof.proved:
        raise Exit(NOT_PROVED)


def answer_versions(settings: Shared, proof: Proof) -> None:
    """Exit 1: a version could not be proved."""
    if settings.as_json:
        print_json(proof.document(settings.language))
    elif proof.versions:
        _show_verified(settings, proof)
    else:
        line(text("label.office-no-lists", settings.language))
    if not proof.proved:
        raise Exit(NOT_PROVED)


@contextlib.contextmanager
def refusing(settings: Shared) -> Iterator[None]:
    """Exit 1 if what is to be verified is refused: the answer is no. Say why, and where."""
    try:
        yield
    except ArpadError as refused:
        from arpad.library.lists import NO_ANSWER

        if refused.key in NO_ANSWER:
            raise
        problem = refused.text(settings.language)
        if settings.as_json:
            print_json({"sound": False, "problem": problem} | Proof(()).document())
        else:
            line(problem)
        raise Exit(NOT_PROVED) from None


def _show_verified(settings: Shared, proof: Proof) -> None:
    language = settings.language
    rows = [
        [
            version.period.isoformat(), str(version.version), version.digest[:SHORT], version.found[:SHORT],
            text(f"proof.state.{version.state}", language),
        ]
        for version in proof.versions
    ]  # fmt: skip
    table(language, ["period", "version", "digest", "computed", "proved"], rows, left=(0, 2, 3, 4))
    for version in proof.versions:
        for problem in [] if version.sound else version.problems or ("proof.differs",):
            line(f"{version.period} ({version.version}): {problem_text(problem, language)}")
    counts = {"proved": proof.verified, "imported": proof.imported, "count": len(proof)}
    line(text("label.office-verified", language, **counts), style="bold")


# `arpad office diff`, `verify`, `export`, `log`: what changed, that every number is right, and who did what.

MOST_LINES = 10_000_000


@office.command("diff", cls=OfficeCommand, help="cli.command.office-diff")
def diff(
    context: click.Context,
    period: PeriodArgument,
    before: Annotated[str, Argument(metavar="V1", help="cli.help.office-v1")],
    after: Annotated[str, Argument(metavar="V2", help="cli.help.office-v2")],
    time_class: ClassOption = "standard",
) -> None:
    from arpad.office.lists import diff as differences

    settings = shared(context)
    date, chosen = parse.period("PERIOD", period), parse.time_class("--time-class", time_class)
    one, two = parse.number("V1", before), parse.number("V2", after)
    with desk(context) as place:
        found = differences(place, date, one, two, chosen)
    if settings.as_json:
        names = ("id", "name", "before", "after")
        print_json([{name: getattr(player, name) for name in names} for player in found])
    elif found:
        rows = [
            [
                player.id,
                player.name,
                cell(player.before),
                cell(player.after),
                "" if player.change is None else number(player.change, settings.language, sign=True),
            ]
            for player in found
        ]
        table(settings.language, ["fide-id", "player", "before", "after", "change"], rows, left=(0, 1))
    else:
        line(text("label.office-no-difference", settings.language))


@office.command("verify", cls=OfficeCommand, help="cli.command.office-verify")
def verify(
    context: click.Context,
    period: Annotated[str | None, Argument(metavar="PERIOD", help="cli.help.office-verify-period")] = None,
    quick: Annotated[bool, Option("--quick", help="cli.help.office-quick")] = False,
    witness: Annotated[Path | None, Option("--witness", metavar="FILE", help="cli.help.office-witness")] = None,
    state: Annotated[Path | None, Option("--state", metavar="FILE", help="cli.help.office-kept-head")] = None,
    key: Annotated[str | None, Option("--key", metavar="KEY", help="cli.help.office-pinned")] = None,
    bundle: Annotated[Path | None, Option("--bundle", metavar="FILE", help="cli.help.office-bundle")] = None,
) -> None:
    settings = shared(context)
    date = None if period is None else parse.period("PERIOD", period)
    alone = {"PERIOD": date, "--bundle": bundle}
    whole_office = {"--quick": quick or None, "--witness": witness, "--state": state, "--key": key}
    given = [name for name, value in (alone | whole_office).items() if value is not None]
    if len(given) > 1 and given[0] in alone:
        raise ArpadError("office-not-with", option=given[1], other=given[0])
    if bundle is not None:
        from arpad.office.proof.bundle import verify_bundle

        with whole(settings), refusing(settings):
            answer_versions(settings, verify_bundle(bundle, settings.regulations))
        return
    if date is not None:
        from arpad.office.proof.verification import verify as verify_lists

        with desk(context) as place, steps(settings, "label.office-verifying") as progress:
            lists = verify_lists(place, date, progress)
        answer_versions(settings, lists)
        return
    from arpad.library.lists import key_given
    from arpad.office.proof.audit import own_head

    pinned = "" if key is None else key_given(key)
    with opened(context) as database, steps(settings, "label.office-verifying") as progress:
        own = own_head(database)
        states = [own] if state is None else [own, state]
        seen, proof = verify_office(
            context, database, progress, quick=quick, witness=witness, pinned=pinned, states=states
        )
    answer_office(settings, seen, proof, own, state)


@office.command("export", cls=OfficeCommand, help="cli.command.office-export")
def export(
    context: click.Context, period: PeriodArgument, output: Out, version: Version = None, force: Force = False
) -> None:
    from arpad.office.proof.bundle import export_bundle

    settings = shared(context)
    date, wanted = parse.period("PERIOD", period), parse.version(version)
    with desk(context) as place, whole(settings):
        done = export_bundle(place, date, wanted, output, overwrite=force)
    words = text("label.written", settings.language, file=str(output))
    digest = text("label.office-digest", settings.language, digest=done.digest)
    tell(settings, done.document() | {"output": str(output)}, words, digest)


@office.command("log", cls=OfficeCommand, help="cli.command.office-log")
def log(
    context: click.Context,
    limit: Annotated[str | None, Option("--limit", metavar="N", help="cli.help.office-limit")] = None,
) -> None:
    from arpad.office.storage.log_table import LogEntry, log_entries

    settings = shared(context)
    last = None if limit is None else parse.whole("--limit", limit, 1, MOST_LINES)
    system = office_options(context).system
    with opened(context) as database:
        database.check()
        with database.reading() as connection:
            entries = list(deque(log_entries(connection, system=system), maxlen=last))
    if settings.as_json:
        print_json([entry.document() for entry in entries])
        return
    names = ("id", "at", "who", "system", "action", "subject", "details")
    fields_table(settings.language, LogEntry, entries, names, left=range(1, 7))


# `arpad office sheet`: a player's claim sheet for a list, on the screen, as PDF or as JSON.


@office.command("sheet", cls=OfficeCommand, help="cli.command.office-sheet")
def sheet(
    context: click.Context,
    id_: PlayerArgument,
    period: PeriodArgument,
    version: Version = None,
    time_class: ClassOption = "standard",
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.pdf")] = None,
) -> None:
    from arpad.office.proof.sheets import sheet as sheet_of

    settings = shared(context)
    date, number, of_class = (
        parse.period("PERIOD", period),
        parse.version(version),
        parse.time_class("--time-class", time_class),
    )
    with desk(context) as place:
        found = sheet_of(place, id_, date, number, of_class)
    if pdf is not None:
        from arpad.papers.period_sheet import period_sheet

        write_bytes(pdf, period_sheet(found, found.version, settings.regulations.sources, settings.language))
    if settings.as_json:
        from arpad.office.proof.sheets import sheet_document

        print_json(sheet_document(found, settings.language).document(settings.language))
    else:
        _show_sheet(settings, found)


def _show_sheet(settings: Shared, found: "PeriodSheet") -> None:
    from arpad.papers.period_sheet import (
        POOL,
        event_parts,
        notes,
        period_columns,
        period_reasons,
        period_rows,
        pool_rows,
        sums,
        verdicts,
    )

    language = settings.language
    _show_head(found, language)
    parts = event_parts(found, language)
    for part in parts:
        _show_event(part, language)
    line()
    line(text("period-sheet.period", language), style="bold")
    if parts:
        _table(period_columns(found), period_rows(parts, language), language, left=3)
    pool = pool_rows(found, language)
    if pool:
        line()
        line(text("period-sheet.pool", language), style="bold")
        _table(POOL, pool, language, left=2)
    line()
    names, values = zip(*sums(found, language), strict=True)
    table(language, names, [values], left=())
    for verdict in verdicts(found, language):
        line(verdict)
    reasons = period_reasons(found)
    if reasons:
        trail(reasons, language)
    for note in notes(found, language):
        line(note, style="dim")


def _table(names: tuple[str, ...], rows: list[list[str]], language: Language, left: int) -> None:
    from arpad.papers.period_sheet import columns

    table(language, columns(names, language), rows, left=range(left))


def _show_head(found: "PeriodSheet", language: Language) -> None:
    from arpad.papers.period_sheet import rating_text

    version, row = found.version, found.after
    line(" ".join(value for value in (row.id, row.title, row.name) if value), style="bold")
    title = text(
        "period-sheet.title",
        language,
        period=version.period,
        version=version.number,
        state=text(f"version-state.{version.state}", language),
        time_class=text(f"time-class.{found.time_class}", language),
    )
    line(title)
    if version.reason:
        line(text("period-sheet.reason", language, reason=version.reason))
    line(text("label.office-digest", language, digest=version.digest), style="dim")
    line(f"{rating_text(found.rating_before, language)} → {rating_text(found.standing.rating, language)}", style="bold")


def _show_event(part: "EventPart", language: Language) -> None:
    from arpad.papers.period_sheet import event_line
    from arpad.papers.player_sheet import (
        OPENING,
        columns_of,
        event_sums,
        mark_legend,
        more_cells,
        opening_cells,
        reason_text,
    )

    line()
    line(part.name or "–", style="bold")
    line(event_line(part.outcome, language))
    rounds = list(part.lines)
    names = columns_of(rounds)
    shown = [name for name in names if name]
    if rounds:
        headings = [text(f"sheet.column.{name}", language) for name in (*OPENING, *shown)]
        rows = [
            [
                *opening_cells(round_, language),
                *more_cells(round_, part.k, names, language)[: len(shown)],
                reason_text(round_),
            ]
            for round_ in rounds
        ]
        unrated = any(not round_.rated for round_ in rounds)
        last = len(headings)
        shortened = [row if unrated else row[:last] for row in rows]
        table(language, [*headings, "why"] if unrated else headings, shortened, left=(2, last))
    for legend in mark_legend(rounds, part.outcome.edition, language):
        line(legend, style="dim")
    if part.k is not None:
        names_of_sums, values = zip(*event_sums(part.outcome.line, part.k, language), strict=True)
        line()
        table(language, names_of_sums, [values], left=())
    trail(part.steps, language)
