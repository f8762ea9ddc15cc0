"""`arpad event` commands to create, configure, export, import and copy events, and to manage staff."""

import datetime as dt
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.event.options import (
    MOST,
    RunningCommand,
    Slug,
    act,
    add_act,
    answer_done,
    event,
    event_now,
    event_store,
    requested,
    running_options,
)
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.options import Argument, Group, Option, shared
from arpad.cli.output import line, print_json, show_findings, table, tell, write_bytes
from arpad.cli.serve import DEFAULT_PORT, hall_address
from arpad.documents.findings import findings_json
from arpad.i18n import ArpadError, Language, StorageFault, text
from arpad.inputs import parse
from arpad.library.files import report_bytes
from arpad.tournament.acts.event import LINK_ROLES, AddStaff, CloseLink, Create, LinkWanted, RemoveStaff, SetRule
from arpad.tournament.results import is_final
from arpad.tournament.rules import MOST_KEY, MOST_ROUNDS, EventRules

if TYPE_CHECKING:
    from arpad.domain.event import Event
    from arpad.formats.trf_pairing import TrfVersion
    from arpad.office.tournaments.copies import EventCopies
    from arpad.rating.examine import RatedReport
    from arpad.regulations.tiebreak_editions import TieBreakLibrary
    from arpad.tournament.export import ExportedFile
    from arpad.tournament.state import EventState
    from arpad.tournament.takeover import Kind


# `arpad event new`, `list`: events are made, and listed.

RulesFile = Annotated[Path, Argument(metavar="FILE.toml", help="cli.help.event-rules")]


@event.command("new", cls=RunningCommand, help="cli.command.event-new")
def new(context: click.Context, file: RulesFile) -> None:
    from arpad.inputs.toml_tables import load
    from arpad.tournament.rules import read_rules
    from arpad.tournament.rules_check import check_state

    settings, options = shared(context), running_options(context)
    data = load(file)
    rules = read_rules(data, str(file))
    with event_store(context) as events:
        who, at = who_typed(options.who), at_typed(options.at)
        done = events.create(rules.slug, Create(data, str(file)), who, at, options.consent, request=requested(context))
    findings = check_state(done.state, settings.regulations)
    documents = [finding.document(settings.language) for finding in findings]
    answer_done(context, done, "new", {"slug": rules.slug, "name": rules.name}, slug=rules.slug, findings=documents)
    missing = sum(finding.severity == "error" for finding in findings)
    if missing and not settings.as_json:
        line(text("tournament.said.new-lacks", settings.language, count=missing, slug=rules.slug))


@event.command("list", cls=RunningCommand, help="cli.command.event-list")
def list_(context: click.Context) -> None:
    settings = shared(context)
    try:
        with event_store(context) as events:
            states = [events.open(slug).state for slug in events.slugs()]
    except StorageFault as problem:
        if problem.key != "event-none":
            raise
        states = []
    rows = [
        {
            "slug": state.event_rules.slug,
            "name": state.event_rules.name,
            "start": state.event_rules.start.isoformat() if state.event_rules.start else None,
            "players": len([entry for entry in state.entries.values() if entry.playing]),
            "rounds": state.event_rules.rounds,
            "round": state.last_published,
            "finished": state.finished,
        }
        for state in states
    ]
    if settings.as_json:
        print_json(rows)
    elif rows:
        shown = [[str(value if value is not None else "") for value in list(row.values())[:6]] for row in rows]
        table(settings.language, ["event-slug", "name", "start", "players", "rounds", "round"], shown, left=(0, 1, 2))
    else:
        line(text("tournament.said.none", settings.language))


# `arpad event export`, `take-over`: an event as a file for other programs, and theirs as an event.

KINDS: "tuple[Kind, ...]" = ("individual", "team")
TARGETS = ("chess-results",)
VERSIONS: "dict[str, TrfVersion]" = {"16": "trf16", "26": "trf26"}


@event.command("export", cls=RunningCommand, help="cli.command.event-export")
def export(
    context: click.Context,
    slug: Slug,
    trf: Annotated[str, Option("--trf", metavar="16|26", help="cli.help.event-trf")] = "26",
    number: Annotated[str | None, Option("--round", metavar="R", help="cli.help.event-export-round")] = None,
    rated: Annotated[bool, Option("--rated", help="cli.help.event-rated")] = False,
    log: Annotated[bool, Option("--log", help="cli.help.event-export-log")] = False,
    to: Annotated[str | None, Option("--to", metavar="chess-results", help="cli.help.event-to")] = None,
    key: Annotated[str | None, Option("--key", metavar="N", help="cli.help.event-to-key")] = None,
    xlsx: Annotated[str | None, Option("--xlsx", metavar="SHEETS", help="cli.help.event-xlsx")] = None,
    pgn: Annotated[bool, Option("--pgn", help="cli.help.event-pgn")] = False,
    period: Annotated[str, Option("--period", metavar="YYYY-MM", help="cli.help.event-part")] = "",
    output: Annotated[Path | None, Option("-o", "--output", metavar="OUT", help="cli.help.event-out")] = None,
) -> None:
    if xlsx is not None:
        _export_workbook(context, slug, xlsx, number, output)
        return
    if pgn:
        _export_games(context, slug, number, output)
        return
    from arpad.tournament.ending import need_all_results
    from arpad.tournament.export import ExportedFile, state_after_round
    from arpad.tournament.journal import fold_log
    from arpad.tournament.log import write_lines

    settings = shared(context)
    target = None if to is None else parse.choice("--to", to, TARGETS)
    if key is not None and target is None:
        raise ArpadError("chess-results-key")
    version = VERSIONS[parse.choice("--trf", trf, tuple(VERSIONS))]
    wanted = None if number is None else parse.whole("--round", number, 0, MOST)
    with event_store(context) as events:
        lines = events.lines(slug)
    n = len(lines)
    if log:
        file = ExportedFile(write_lines(lines).encode(), ())
    else:
        state = fold_log(lines) if wanted is None else state_after_round(lines, wanted)
        if rated:
            need_all_results(state)
        if target:
            file, n = _uploaded(context, state, key, len(lines))
        else:
            file = _trf(state, period, version, wanted, rated=rated, library=settings.tie_breaks)
    if output is not None:
        write_bytes(output, file.data)
    if settings.as_json:
        form = "log" if log else target or version
        place = {"text": file.data.decode()} if output is None else {"output": str(output)}
        findings = findings_json(file.findings, settings.language)
        print_json({"event": slug, "n": n, "format": form, **place, "findings": findings})
    elif output is None:
        sys.stdout.write(file.data.decode())
    else:
        line(text("label.written", settings.language, file=str(output)))
        show_findings(file.findings, settings.language)


def _trf(
    state: "EventState",
    period: str,
    version: "TrfVersion",
    upto: int | None,
    *,
    rated: bool,
    library: "TieBreakLibrary",
) -> "ExportedFile":
    """The file of an event, or the report of a part of a long one."""
    from arpad.tournament.ending import complete_part
    from arpad.tournament.export import ExportedFile, export_trf

    if period:
        return ExportedFile(complete_part(state, period).data, ())
    return export_trf(state, version, rated=rated, upto=upto, library=library)


def _uploaded(context: click.Context, state: "EventState", key: str | None, n: int) -> "tuple[ExportedFile, int]":
    """The upload file of chess-results, and the last line of the event, which keeps a number that is new."""
    from arpad.tournament.chess_results import export_chess_results

    number = None if key is None else parse.whole("--key", key, 0, MOST_KEY)
    file = export_chess_results(state, key=number, library=shared(context).tie_breaks)
    if number is not None and number != (state.event_rules.chess_results or 0):
        n = act(context, state.event_rules.slug, SetRule("chess_results", key if number else None)).state.n
    return file, n


def _export_workbook(context: click.Context, slug: str, sheets: str, number: str | None, output: Path | None) -> None:
    """Write sheets of an event to a workbook: those named, or all that there are."""
    from arpad.cli.event.ending import rate_of_office
    from arpad.tournament.ending import FIDE, by_ratings, rate_so_far
    from arpad.tournament.workbook import SHEET_NAMES, EventWorkbook

    settings = shared(context)
    if output is None:
        raise ArpadError("event-xlsx-output")
    wanted = None if number is None else parse.whole("--round", number, 1, MOST)
    made = at_typed(running_options(context).at)
    with event_store(context) as events:
        state = events.open(slug).state

        def rated() -> "list[RatedReport]":
            with rate_of_office(context, events.database, FIDE, state.event_rules) as office:
                return rate_so_far(state, office or by_ratings(state, settings.regulations))

        book = EventWorkbook(state, settings.language, made, number=wanted, library=settings.tie_breaks, rated=rated)
        typed = sheets.replace(",", " ").split()
        names = book.possible() if typed == ["all"] else [parse.choice("--xlsx", name, SHEET_NAMES) for name in typed]
        data = book.write(*names)
    write_bytes(output, data)
    written = {"event": slug, "format": "xlsx", "output": str(output), "sheets": list(names)}
    tell(settings, written, text("label.written", settings.language, file=str(output)), style="")


def _export_games(context: click.Context, slug: str, number: str | None, output: Path | None) -> None:
    """Write the games of an event, or of a round, as everybody may see them."""
    from arpad.tournament.broadcast import games_pgn
    from arpad.tournament.public import public_view

    settings, state = shared(context), event_now(context, slug)
    at = at_typed(running_options(context).at)
    games = games_pgn(public_view(state), at, None if number is None else parse.whole("--round", number, 1, MOST))
    if output is not None:
        write_bytes(output, games.encode())
    if settings.as_json:
        place = {"text": games} if output is None else {"output": str(output)}
        print_json({"event": slug, "n": state.n, "format": "pgn", **place, "findings": []})
    elif output is None:
        sys.stdout.write(games)
    else:
        line(text("label.written", settings.language, file=str(output)))


@event.command("broadcast", cls=RunningCommand, help="cli.command.event-broadcast")
def broadcast(
    context: click.Context,
    slug: Slug,
    on: Annotated[bool | None, Option("--on/--off", help="cli.help.event-broadcast-on")] = None,
    forget: Annotated[bool, Option("--forget", help="cli.help.event-broadcast-forget")] = False,
    send: Annotated[bool, Option("--send", help="cli.help.event-broadcast-send")] = False,
) -> None:
    from arpad.cli.office.options import push_place
    from arpad.office.tournaments.pushes import forget_pushes, pushes_document, send_games, switch_pushes

    settings, at = shared(context), at_typed(running_options(context).at)
    place = push_place()
    if place is None and (on or send):
        raise ArpadError("push-off")
    with event_store(context) as events:
        state = events.open(slug).state
        if forget:
            forget_pushes(events, slug)
        if on is not None:
            switch_pushes(events, slug, at, on=on)
        sent = None if not send or place is None else send_games(events, place, lambda: at)
        pushes = pushes_document(events, slug)
    if settings.as_json:
        document = {"event": slug, "n": state.n} | pushes.document(settings.language)
        print_json(document | ({} if sent is None else {"run": sent.document()}))
        return
    language = settings.language
    line(text(f"push.{'on' if pushes.on else 'off'}", language), style="bold")
    if pushes.broadcast and place is not None:
        line(text("push.broadcast", language, address=f"{place.address}/broadcast/-/{pushes.broadcast}"))
    rows = [[one.part, text(f"push.state-{one.state}", language), one.at, one.problem] for one in pushes.rounds]
    if rows:
        table(language, ["push-part", "push-state", "push-at", "push-problem"], rows, left=(0, 1, 2, 3))
    if sent is not None:
        line(text("push.run", language, **sent.document()))


@event.command("take-over", cls=RunningCommand, help="cli.command.event-take-over")
def take_over(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="FILE", help="cli.help.event-take-over-file")],
    rounds: Annotated[str | None, Option("--rounds", metavar="N", help="cli.help.event-take-over-rounds")] = None,
    slug: Annotated[str | None, Option("--slug", metavar="SLUG", help="cli.help.event-take-over-slug")] = None,
    system: Annotated[str | None, Option("--system", metavar="ID", help="cli.help.event-take-over-system")] = None,
    kind: Annotated[
        str | None, Option("--kind", metavar="individual|team", help="cli.help.event-take-over-kind")
    ] = None,
    tie_break_edition: Annotated[
        str | None, Option("--tie-break-edition", metavar="ID", help="cli.help.event-take-over-tie-break-edition")
    ] = None,
    rating_edition: Annotated[
        str | None, Option("--rating-edition", metavar="ID", help="cli.help.event-take-over-rating-edition")
    ] = None,
) -> None:
    from arpad.office.tournaments.players import keep_taken_over
    from arpad.pairing.check import checked_document
    from arpad.tournament.takeover import take_over as read_event

    settings, options = shared(context), running_options(context)
    data = report_bytes(file)
    many = None if rounds is None else parse.whole("--rounds", rounds, 1, MOST_ROUNDS)
    event_kind = None if kind is None else parse.choice("--kind", kind, KINDS)
    editions = {"tie_break_edition": tie_break_edition or None, "rating_edition": rating_edition or None}
    taken = read_event(data, file=str(file), rounds=many, slug=slug, system=system, kind=event_kind, rules=editions)
    with event_store(context) as events:
        who, at = who_typed(options.who), at_typed(options.at)
        done = keep_taken_over(events, taken, data, who, at, options.consent, requested(context))
    open_games = {
        str(number): [board.number for board in event_round.games if not is_final(board.result)]
        for number, event_round in sorted(done.state.rounds.items())
        if any(not is_final(board.result) for board in event_round.games)
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


# `arpad event restore`, `push`, `move`: an event from its log, copies of it, and where it lives.

Home = Annotated[str | None, Option("--home", metavar="TEXT", help="cli.help.event-home")]
Token = Annotated[
    str | None,
    Option("--token", metavar="TOKEN", envvar="ARPAD_TOKEN", help="cli.help.event-token"),
]


@event.command("restore", cls=RunningCommand, help="cli.command.event-restore")
def restore(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="FILE", help="cli.help.event-log-file")],
    copy: Annotated[bool, Option("--copy", help="cli.help.event-copy")] = False,
) -> None:
    from arpad.office.tournaments.copies import restore_log
    from arpad.tournament.journal import state_digest
    from arpad.tournament.log import read_lines

    settings = shared(context)
    try:
        written = report_bytes(file).decode()
    except UnicodeDecodeError:
        raise ArpadError("event-log-line", line=1) from None
    with event_store(context) as events:
        stored_event = restore_log(events, list(read_lines(written)), copy=copy)
    state = stored_event.state
    written_here = {"n": state.n, "entries": list(range(1, state.n + 1)), "warnings": []}
    document = {
        "event": state.event_rules.slug,
        **written_here,
        "digest": state_digest(state),
        "at_home": stored_event.at_home,
    }
    tell(
        settings, document, text("tournament.said.restored", settings.language, slug=state.event_rules.slug, n=state.n)
    )


@event.command("push", cls=RunningCommand, help="cli.command.event-push")
def push(
    context: click.Context,
    slug: Slug,
    url: Annotated[str, Argument(metavar="URL", help="cli.help.event-push-url")],
    home: Home = None,
    token: Token = None,
) -> None:
    from arpad.office.tournaments.copies import push as send
    from arpad.tournament.journal import state_digest

    settings, options = shared(context), running_options(context)
    with event_store(context) as events, _target(url, token, settings.language) as target:
        lives = home or (_here() if is_on_web(url) and not events.open(slug).state.home else None)
        sent = send(events, slug, target, who_typed(options.who), at_typed(options.at), lives)
        shown = target.shown
    n = sent.state.n
    document = {"n": n, "entries": list(range(n - sent.sent + 1, n + 1)), "warnings": []}
    document |= {"sent": sent.sent, "to": shown, "home": sent.state.home}
    words = text("tournament.said.pushed", settings.language, count=sent.sent, to=shown, n=n)
    tell(settings, {"event": slug, **document, "digest": state_digest(sent.state)}, words)


@event.command("move", cls=RunningCommand, help="cli.command.event-move")
def move(
    context: click.Context,
    slug: Slug,
    url: Annotated[str | None, Argument(metavar="[URL]", help="cli.help.event-move-url")] = None,
    home: Home = None,
    token: Token = None,
) -> None:
    from arpad.office.tournaments.copies import move as move_to
    from arpad.office.tournaments.copies import take_home

    settings, options = shared(context), running_options(context)
    who, at = who_typed(options.who), at_typed(options.at)
    with event_store(context) as events:
        if url is None:
            done = take_home(events, slug, who, at, options.consent, home)
        else:
            with _target(url, token, settings.language) as target:
                done = move_to(events, slug, target, who, at, home)
    where = done.state.home
    answer_done(context, done, "moved", {"slug": slug, "home": where}, home=where)


@contextmanager
def _target(url: str, token: str | None, language: Language) -> Iterator["EventCopies"]:
    """Open the place of the copies: another office on the web, or another database."""
    from arpad.office.storage.database import Database
    from arpad.office.tournaments.copies import KeptCopies, WebCopies
    from arpad.office.tournaments.store import EventStore

    if is_on_web(url):
        if not token:
            raise ArpadError("event-push-no-token", url=url)
        yield WebCopies(url.rstrip("/").removesuffix("/t"), token, language)
    else:
        with closing(EventStore(Database(url))) as copies:
            yield KeptCopies(copies)


def is_on_web(url: str) -> bool:
    """Whether an address is one of the web, not of a database."""
    return url.lower().startswith(("http://", "https://"))


def _here() -> str:
    """Return the address at which telephones find this machine, if `arpad serve` runs without options."""
    return f"http://{hall_address() or socket.gethostname()}:{DEFAULT_PORT}"


# `arpad event set`, `check`, `invitation`: the rules of an event, and what players learn of them.

FOUND_AGAINST = 1
SlugOrFile = Annotated[str, Argument(metavar="SLUG|FILE.toml", help="cli.help.event-slug-or-file")]


@event.command("set", cls=RunningCommand, help="cli.command.event-set")
def set_(
    context: click.Context,
    slug: Slug,
    key: Annotated[str, Argument(metavar="KEY", help="cli.help.event-key")],
    value: Annotated[str | None, Argument(metavar="[VALUE]", help="cli.help.event-value")] = None,
) -> None:
    from arpad.tournament.rules_check import check_state

    settings = shared(context)
    done = act(context, slug, SetRule(key, value))
    name = key.partition(".")[0]
    new = done.state.data.get(name)
    message_key = "set" if done.lines else "set-already"
    findings = check_state(done.state, settings.regulations)
    documents = [finding.document(settings.language) for finding in findings]
    answer_done(context, done, message_key, {"rule": name}, slug=slug, key=name, value=new, findings=documents)


@event.command("check", cls=RunningCommand, help="cli.command.event-check")
def check(
    context: click.Context,
    place: SlugOrFile,
    players: Annotated[str | None, Option("--players", metavar="N", help="cli.help.event-players")] = None,
) -> None:
    from arpad.tournament.rules_check import check_rules, editions_asked

    settings = shared(context)
    rules, found, entered = _rules_at(context, place)
    count = entered if players is None else parse.whole("--players", players, 2, MOST)
    findings = check_rules(rules, found, editions_asked(settings.regulations, rules), count or None)
    against = any(finding.severity == "error" for finding in findings)
    documents = [finding.document(settings.language) for finding in findings]
    if settings.as_json:
        print_json({"event": rules.slug, "slug": rules.slug, "findings": documents})
    else:
        rows = [
            [
                text(f"severity.{document['severity']}", settings.language),
                document["key"],
                document["article"],
                document["message"],
            ]
            for document in documents
        ]
        table(settings.language, ["severity", "rule-key", "article", "finding"], rows, left=(0, 1, 2, 3))
        key = "tournament.said.check-against" if against else "tournament.said.check-passed"
        line(text(key, settings.language, name=rules.name), style="bold")
    if against:
        raise Exit(FOUND_AGAINST)


def _rules_at(context: click.Context, place: str) -> tuple["EventRules", "Event", int]:
    """Return the rules of an event or of a file, with the players who are entered."""
    from arpad.domain.event import Event
    from arpad.inputs.toml_tables import load
    from arpad.tournament.documents import players_entered
    from arpad.tournament.rules import read_rules

    if place.endswith(".toml"):
        rules = read_rules(load(Path(place)), place)
        return rules, Event(name=rules.name, start=rules.start, players=()), 0
    state = event_now(context, place)
    there = players_entered(state)
    return (
        state.event_rules,
        Event(name=state.event_rules.name, start=state.event_rules.start, players=there),
        len(there),
    )


@event.command("invitation", cls=RunningCommand, help="cli.command.event-invitation")
def invitation(
    context: click.Context,
    place: SlugOrFile,
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.event-invitation-pdf")] = None,
) -> None:
    from arpad.tournament.rules_check import invitation as items_of

    settings = shared(context)
    rules, _, _ = _rules_at(context, place)
    items = items_of(rules, settings.language)
    if not items:
        raise ArpadError("event-invitation-empty", slug=rules.slug)
    if pdf is not None:
        from arpad.papers.event_sheets import invitation_sheet

        write_bytes(pdf, invitation_sheet(rules.name, items, settings.language))
    shown = [
        {"item": item, "title": text(f"tournament.item.{item}", settings.language), "text": words}
        for item, words in items.items()
    ]
    if settings.as_json:
        print_json({"event": rules.slug, "name": rules.name, "items": shown} | ({"pdf": str(pdf)} if pdf else {}))
    elif pdf is not None:
        line(text("label.written", settings.language, file=str(pdf)), style="bold")
    else:
        line(rules.name, style="bold")
        for one in shown:
            line()
            line(f"{int(one['item'])}. {one['title']}", style="bold")
            line(one["text"])


# `arpad event staff`, `link`: who works in an event, and links for people without an account.

staff = Group(help="cli.command.event-staff", no_args_is_help=True)
link = Group(help="cli.command.event-link", no_args_is_help=True)
event.add_command(staff, "staff")
event.add_command(link, "link")

Boards = Annotated[str | None, Option("--boards", metavar="FROM-TO", help="cli.help.event-boards")]
Team = Annotated[str | None, Option("--team", metavar="N", help="cli.help.event-captain-team")]
HOURS = 12


add_act(AddStaff, "add", staff, "staff-add")
add_act(RemoveStaff, "remove", staff, "staff-remove")


@staff.command("list", cls=RunningCommand, help="cli.command.event-staff-list")
def list_staff(context: click.Context, slug: Slug) -> None:
    from arpad.tournament.times import event_times

    settings = shared(context)
    state = event_now(context, slug)
    times = event_times(state.event_rules)
    people, links = list(state.staff.values()), list(state.links.values())
    if settings.as_json:
        print_json({"event": slug, "time_zone": times.name, "staff": people, "links": links})
        return
    rows = [[str(person["account"]), str(person["role"]), _sector(person), ""] for person in people]
    rows += [
        [f"{one['label']} ({one['link']})", str(one["role"]), _sector(one), times.day_and_clock(one["ends"])]
        for one in links
    ]
    table(settings.language, ["name", "event-role", "event-sector", "event-ends"], rows, left=(0, 1, 2, 3))


def _sector(one: Any) -> str:
    return "-".join(map(str, one["boards"])) if "boards" in one else str(one.get("team", ""))


@link.command("make", cls=RunningCommand, help="cli.command.event-link-make")
def make(
    context: click.Context,
    slug: Slug,
    label: Annotated[str, Argument(metavar="LABEL", help="cli.help.event-link-label")],
    role: Annotated[str, Option("--role", metavar="ROLE", help="cli.help.event-link-role")] = "scorer",
    boards: Boards = None,
    team: Team = None,
    hours: Annotated[str | None, Option("--hours", metavar="N", help="cli.help.event-hours")] = None,
    ends: Annotated[str | None, Option("--ends", metavar="TIME", help="cli.help.event-ends")] = None,
) -> None:
    from arpad.office.tournaments.store import add_link
    from arpad.tournament.times import event_times

    settings, options = shared(context), running_options(context)
    who, at = who_typed(options.who), at_typed(options.at)
    if hours is not None and ends is not None:
        raise ArpadError("event-link-end-twice")
    given = HOURS if hours is None else parse.whole("--hours", hours, 1, MOST)
    times = event_times(event_now(context, slug).event_rules)
    end = at + dt.timedelta(hours=given) if ends is None else at_typed(ends, times.zone)
    chosen = parse.choice("--role", role, LINK_ROLES)
    wanted = LinkWanted(label, chosen, end, _boards(boards), _team(team))
    with event_store(context) as events:
        made_link = add_link(events, slug, wanted, who, at, options.consent, requested(context))
    key = "link-made" if made_link.secret else "link-made-before"
    named = {"link": made_link.link, "ends": times.day_and_clock(end)}
    document = {"link": made_link.link, "secret": made_link.secret, "ends": end.isoformat(), "time_zone": times.name}
    answer_done(context, made_link.done, key, named, **document)
    if made_link.secret and not settings.as_json:
        line(made_link.secret)


add_act(CloseLink, "close", link, "link-close")


def _boards(typed: str | None) -> tuple[int, int] | None:
    """Read the boards of a scorer: 1-20, or a single one."""
    if typed is None:
        return None
    first, _, last = typed.partition("-")
    return parse.whole("--boards", first, 1, MOST), parse.whole("--boards", last or first, 1, MOST)


def _team(typed: str | None) -> int | None:
    return None if typed is None else parse.whole("--team", typed, 1, MOST)
