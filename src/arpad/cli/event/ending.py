"""The end of an event, and of its parts: `ratings`, `norms`, `period`, `finish`, `incident`, `report`, `hand-over`.

Also `appeal` and `notice`.
"""

import contextlib
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.event.options import (
    MOST,
    RunningCommand,
    Slug,
    add_acts,
    event,
    event_now,
    event_store,
    perform,
    running_options,
)
from arpad.cli.office.options import at_typed, database_at, who_typed
from arpad.cli.options import All, Argument, Group, Option, Out, Shared, shared
from arpad.cli.output import line, print_json, show_findings, table, tell, write_bytes
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.prizes.tables import column_names
from arpad.tournament.acts.event import Finish, NoteAppeal, NoteIncident, RenouncePrize, Reopen, SetNotice
from arpad.tournament.acts.ties import OrderTies

if TYPE_CHECKING:
    from arpad.domain.rating_list import RatingList
    from arpad.office.storage.database import Database
    from arpad.office.tournaments.hand_over import HandOver
    from arpad.titles.model import Candidate
    from arpad.tournament.ending import Rate
    from arpad.tournament.rules import EventRules
    from arpad.tournament.state import EventState

ListFile = Annotated[Path | None, Option("--list", metavar="FILE", help="cli.help.event-rating-list")]
PeriodList = Annotated[Path | None, Option("--list", metavar="FILE", help="cli.help.event-period-list")]
SystemName = Annotated[str, Option("--rating-system", metavar="SYSTEM", help="cli.help.event-rating-system")]


def _ratings(file: Path | None, state: "EventState") -> "RatingList | None":
    if file is None:
        return None
    from arpad.formats.rating_lists.files import read_list

    return read_list(file, {entry.id for entry in state.entries.values() if entry.id})


@contextlib.contextmanager
def rate_of_office(
    context: click.Context, database: "Database", system: str, rules: "EventRules"
) -> "Iterator[Rate | None]":
    """What rates as the office in the same database does; None if there is none of this system, or it has no list."""
    from arpad.office.context import Desk, systems_of
    from arpad.office.list_tables import read_transaction
    from arpad.office.tournaments.players import office_rate

    if system not in {record.name for record in systems_of(database)}:
        yield None
        return
    options = running_options(context)
    desk = Desk(database, shared(context).regulations, system, who_typed(options.who), at_typed(options.at))
    with read_transaction(desk, published=True) as repository:
        yield office_rate(desk, repository, rules)


@event.command("ratings", cls=RunningCommand, help="cli.command.event-ratings")
def ratings(context: click.Context, slug: Slug, file: ListFile = None, system: SystemName = "fide") -> None:
    from arpad.cli.rate import show_rating
    from arpad.tournament.ending import by_ratings, rate_so_far

    settings = shared(context)
    with event_store(context) as events:
        state = events.open(slug).state
        given = by_ratings(state, settings.regulations, system, _ratings(file, state))
        with rate_of_office(context, events.database, system, state.event_rules) as office:
            listed = file is None and office is not None
            reports = rate_so_far(state, office if listed and office is not None else given)
    if settings.as_json:
        documents = [report.document(settings.language) for report in reports]
        print_json({"event": slug, "provisional": not state.finished, "listed": listed, "reports": documents})
        return
    if not state.finished:
        line(text("tournament.said.provisional", settings.language), style="dim")
    if file is None and not listed:
        line(text("tournament.said.by-entries", settings.language), style="dim")
    for rated_report in reports:
        show_rating(settings, rated_report, False, False)


@event.command("norms", cls=RunningCommand, help="cli.command.event-norms")
def norms(
    context: click.Context,
    slug: Slug,
    player: Annotated[str | None, Option("--player", metavar="ENTRY", help="cli.help.event-entry")] = None,
    everything: All = False,
) -> None:
    from arpad.cli.norm import show_need
    from arpad.tournament.acts.checks import entry_at
    from arpad.tournament.ending import forecasts, norm_edition

    settings, state = shared(context), event_now(context, slug)
    wanted = None if player is None else [entry_at(state, parse.whole("--player", player, 1, MOST)).entry]
    edition = norm_edition(state)
    known = None if edition is None else edition.id
    documents, shown = [], 0
    for entry, need in forecasts(state, wanted):
        if not need.possible and wanted is None and not everything:
            continue
        shown += 1
        if settings.as_json:
            documents.append({"entry": entry} | need.document(settings.language))
            continue
        line(f"{state.entries[entry].name} · {need.title}", style="bold")
        show_need(need, settings.language)
    if settings.as_json:
        print_json({"event": slug, "edition": known, "players": documents})
    elif not shown:
        line(text("norm.nobody" if known else "norm.no-edition", settings.language))


# `arpad event period`: the lists of a long event, one for each rating period.

period_group = Group(help="cli.command.event-period", no_args_is_help=True)
event.add_command(period_group, "period")
Period = Annotated[str, Argument(metavar="YYYY-MM", help="cli.help.event-period")]
PartOf = Annotated[str, Option("--period", metavar="YYYY-MM", help="cli.help.event-part")]


@period_group.command("open", cls=RunningCommand, help="cli.command.event-period-open")
def open_period(context: click.Context, slug: Slug, period: Period, file: PeriodList = None) -> None:
    from arpad.formats.rating_lists.files import read_list
    from arpad.library.files import report_bytes
    from arpad.office.tournaments.players import event_ratings
    from arpad.tournament.acts.periods import OpenPeriod
    from arpad.tournament.own_lists import with_own_first

    with event_store(context) as events:
        state = events.open(slug).state
        ids = {entry.id for entry in state.entries.values() if entry.id and entry.playing}
        listed = event_ratings(events.database, ids, state, period) if file is None else None
    digest = ""
    if file is not None:
        digest = hashlib.sha256(report_bytes(file)).hexdigest()
        listed = with_own_first(state, ids, replace(read_list(file, ids), name=file.name))
    if listed is None:
        raise ArpadError("event-no-list")
    perform(context, slug, OpenPeriod(period, listed, digest))


@period_group.command("show", cls=RunningCommand, help="cli.command.event-period-show")
def show_periods(context: click.Context, slug: Slug) -> None:
    from arpad.tournament.times import current_period, player_periods, rating_periods

    settings, state = shared(context), event_now(context, slug)
    now, players = current_period(state), player_periods(state)
    names = [period.name for period in rating_periods(state.event_rules) if period.name <= now]
    if settings.as_json:
        rows = [one._asdict() | {"periods": [listed._asdict() for listed in one.periods]} for one in players]
        print_json({"event": slug, "periods": names, "players": rows})
        return
    shown = [
        [str(one.number or ""), one.name, *(f"{listed.title} {listed.rating or '–'}".strip() for listed in one.periods)]
        for one in players
    ]
    table(settings.language, ["event-number", "name", *names], shown, left=(1,))


add_acts(OrderTies, Finish, Reopen, NoteIncident, NoteAppeal, RenouncePrize, SetNotice)


@event.command("prizes", cls=RunningCommand, help="cli.command.event-prizes")
def prizes(context: click.Context, slug: Slug) -> None:
    from arpad.tournament.prizes import prize_table

    settings, state = shared(context), event_now(context, slug)
    prize_list = prize_table(state, settings.tie_breaks)
    if prize_list is None:
        raise ArpadError("event-no-prizes")
    if settings.as_json:
        print_json(prize_list.document(settings.language))
        return
    if prize_list.provisional:
        line(text("event-prizes.provisional", settings.language, round=prize_list.round), style="dim")
    rows = [[str(prize.rank), prize.name, prize.written(settings.language)] for prize in prize_list.prizes]
    table(settings.language, column_names(("rank", "name", "total"), settings.language), rows, left=(1, 2))
    for prize in prize_list.prizes:
        line(f"{prize.name}: {' '.join(reason.text(settings.language) for reason in prize.reasons)}", style="dim")
    show_findings(prize_list.findings, settings.language)


@event.command("report", cls=RunningCommand, help="cli.command.event-report")
def report(context: click.Context, slug: Slug, output: Out) -> None:
    from arpad.office.tournaments.hand_over import papers
    from arpad.tournament.ending import rated_files

    settings, state = shared(context), event_now(context, slug)
    files = rated_files(state)
    write_bytes(output, papers(state, files, settings.language))
    document = {"event": slug, "output": str(output), "reports": [file.time_class for file in files]}
    tell(settings, document, text("label.written", settings.language, file=str(output)), style="")


@event.command("hand-over", cls=RunningCommand, help="cli.command.event-hand-over")
def hand_over(
    context: click.Context,
    slug: Slug,
    check: Annotated[bool, Option("--check", help="cli.help.event-check-only")] = False,
    db: Annotated[
        str | None,
        Option("--db", metavar="URL", envvar="ARPAD_DB", help="cli.help.office-db"),
    ] = None,
    system: Annotated[str | None, Option("--system", metavar="SYSTEM", help="cli.help.office-system")] = None,
    output: Annotated[Path | None, Option("-o", "--output", metavar="ZIP", help="cli.help.event-papers")] = None,
    everything: All = False,
    period: PartOf = "",
) -> None:
    from arpad.office.context import Desk, system_named
    from arpad.office.tournaments.hand_over import hand_over as hand
    from arpad.office.tournaments.hand_over import papers

    settings, options = shared(context), running_options(context)
    with database_at(db or options.events) as office:
        who, at = who_typed(options.who), at_typed(options.at)
        desk = Desk(office, settings.regulations, system_named(office, system), who, at)
        with event_store(context) as events:
            done = hand(events, desk, slug, at, options.consent.reason, yes=options.yes, check=check, period=period)
    if output is not None:
        write_bytes(
            output, papers(done.state, [handed_report.file for handed_report in done.reports], settings.language)
        )
    _answer(settings, done, check, everything, output)
    if not done.accepted:
        raise Exit(1)


def _answer(settings: Shared, done: "HandOver", check: bool, everything: bool, output: Path | None) -> None:
    from arpad.cli.norm import verdict
    from arpad.cli.titles import show_checks
    from arpad.formats.read import read_report
    from arpad.office.records import due_text
    from arpad.tournament.ending import norms_of

    language = settings.language
    norms = norms_of(done.state, done.reports[0].file)
    if settings.as_json:
        print_json(_document(settings, done, norms, check, output))
        return
    for handed_report in done.reports:
        answer = "accepted" if handed_report.accepted else "refused"
        key = "handed-known" if handed_report.submitted is None else f"tried-{answer}" if check else f"handed-{answer}"
        time_class, of = handed_report.file.time_class, handed_report.file.period
        values = {"time_class": f"{time_class} {of}".strip(), "event": handed_report.event}
        line(text(f"tournament.said.{key}", language, **values), style="bold")
        if handed_report.accepted and (when := due_text(handed_report.record, language)):
            line(when)
        show_findings(list(handed_report.findings), language, everything)
        if not handed_report.accepted:
            line(text("tournament.said.handed-mend", language, slug=done.state.event_rules.slug))
            if not check:
                line(text("tournament.said.handed-identify", language, event=handed_report.event))
    names = {player.rank: player.name for player in read_report(done.reports[0].file.data).event.players}
    for candidate in norms:
        for norm in candidate.norms:
            if norm.achieved or norm.undecided:
                line(f"{names[candidate.player]}: {verdict(norm, language)}", style="bold")
                show_checks(norm.checks, language)
    if output is not None:
        line(text("label.written", language, file=str(output)))
    if check:
        print(text("tournament.said.checked-only", language), file=sys.stderr)


def _document(
    settings: Shared, done: "HandOver", norms: "list[Candidate]", check: bool, output: Path | None
) -> dict[str, Any]:
    from arpad.tournament.documents import done_document

    return done_document(
        done,
        settings.language,
        check=check,
        accepted=done.accepted,
        reports=[handed_report.document(settings.language) for handed_report in done.reports],
        norms=[candidate.document() for candidate in norms],
        output=None if output is None else str(output),
    )
