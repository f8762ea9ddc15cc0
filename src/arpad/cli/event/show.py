"""`arpad event` commands that show an event: boards, standings, papers, the log, undo and verify."""

from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.event.options import (
    MOST,
    OptionalRound,
    RoundNumber,
    RunningCommand,
    Slug,
    answer_done,
    board_typed,
    event,
    event_and_log,
    event_now,
    event_store,
    requested,
    round_typed,
    running_options,
)
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.options import Argument, Option, Out, Shared, StandingsEdition, shared
from arpad.cli.output import line, print_json, show_findings, table, tell, trail, write_bytes
from arpad.i18n import LANGUAGES, ArpadError, Words, text
from arpad.i18n import number as figures
from arpad.inputs import parse
from arpad.inputs.parse import server_address, unreachable

if TYPE_CHECKING:
    from arpad.i18n import Language
    from arpad.standings.table import StandingsTable
    from arpad.tournament.log import LogLine
    from arpad.tournament.state import EventState
    from arpad.tournament.verification import EventProof


# `arpad event log`, `undo`, `verify`: what was done, taking it back, and the proof of it.

NOT_PROVED = 1
LONG = 120
"""Characters of a line of the log that are shown."""


@event.command("log", cls=RunningCommand, help="cli.command.event-log")
def log(
    context: click.Context,
    slug: Slug,
    kind: Annotated[str | None, Option("--kind", metavar="KIND", help="cli.help.event-kind")] = None,
    board: Annotated[str | None, Option("--board", metavar="R/B", help="cli.help.event-log-board")] = None,
    everything: Annotated[bool, Option("--all", help="cli.help.event-log-all")] = False,
) -> None:
    from arpad.tournament.sentences import line_words
    from arpad.tournament.times import event_times

    settings = shared(context)
    wanted = None if board is None else _board(board)
    with event_store(context) as events:
        lines, state = events.lines(slug), events.open(slug).state
    times = event_times(state.event_rules)
    found = [
        log_line
        for log_line in lines
        if (kind is None or log_line.kind == kind or log_line.kind.split(".")[0] == kind)
        and (wanted is None or _about(log_line, *wanted))
    ]
    if settings.as_json:
        shown = [log_line.document() for log_line in found]
        print_json({"event": slug, "n": len(lines), "time_zone": times.name, "lines": shown})
        return
    rows = []
    for log_line in found:
        sentence = line_words(log_line, state).text(settings.language)
        cut = sentence if everything or len(sentence) <= LONG else f"{sentence[:LONG]}…"
        rows.append([str(log_line.n), times.day_and_clock(log_line.at), log_line.who, log_line.kind, cut])
    table(settings.language, ["event-line", "event-when", "who", "event-kind", "event-done"], rows, left=(1, 2, 3, 4))


@event.command("undo", cls=RunningCommand, help="cli.command.event-undo")
def undo(
    context: click.Context,
    slug: Slug,
    number: Annotated[str, Argument(metavar="N", help="cli.help.event-undo-line")],
) -> None:
    options = running_options(context)
    n = parse.whole("N", number, 1, 2**31)
    who, at = who_typed(options.who), at_typed(options.at)
    with event_store(context) as events:
        done = events.undo(slug, n, who, at, options.consent, request=requested(context))
    kinds = ", ".join(dict.fromkeys(log_line.kind for log_line in done.lines))
    answer_done(context, done, "undone", {"n": n, "kinds": kinds}, undone=n)


def _board(typed: str) -> tuple[int, int]:
    """Read a board of a round: 5/3."""
    parts = typed.split("/")
    if len(parts) != len(("round", "board")):
        raise ArpadError("event-log-board", value=typed)
    number, board = (parse.whole("--board", part, 1, MOST) for part in parts)
    return number, board


def _about(one: "LogLine", number: int, board: int) -> bool:
    """Whether a line is about a board: it draws it, or changes something about it."""
    data = one.data
    if data.get("round") != number:
        return False
    several = [*data.get("boards", ()), *data.get("results", ())]
    named = {row[0] if isinstance(row, list) else row for row in several}
    return data.get("board") == board or board in named


@event.command("verify", cls=RunningCommand, help="cli.command.event-verify")
def verify(context: click.Context, slug: Slug) -> None:
    from arpad.tournament.verification import prove

    settings = shared(context)
    with event_store(context) as events:
        proof = prove(events.lines(slug))
    document = proof_document(proof, settings)
    if settings.as_json:
        print_json({"event": slug, **document})
    else:
        _show(proof, document, settings)
    if not proof.proved:
        raise Exit(NOT_PROVED)


def proof_document(proof: "EventProof", settings: Shared) -> dict[str, Any]:
    """Return a proof for programs."""
    from arpad.tournament.journal import state_digest

    return {
        "proved": proof.proved,
        "n": proof.lines,
        "chain": {"holds": proof.broken is None, "broken": proof.broken, "head": proof.state.head},
        "digest": state_digest(proof.state),
        "rounds_proved": sum(round_proof.outcome == "proved" for round_proof in proof.rounds),
        "rounds": [
            {
                "round": round_proof.round,
                "n": round_proof.n,
                "engine": round_proof.engine,
                "outcome": round_proof.outcome,
                "problems": [problem.text(settings.language) for problem in round_proof.problems],
            }
            for round_proof in proof.rounds
        ],
        "problems": [problem.text(settings.language) for problem in proof.problems],
    }


def _show(proof: "EventProof", document: dict[str, Any], settings: Shared) -> None:
    language = settings.language
    if proof.broken is None:
        line(text("tournament.proof.chain", language, count=proof.lines, head=proof.state.head))
    else:
        line(text("tournament.proof.broken", language, n=proof.broken, count=proof.lines))
    for one in document["rounds"]:
        line(
            text(f"tournament.proof.round-{one['outcome']}", language, round=one["round"], engine=one["engine"] or "–")
        )
        for problem in one["problems"]:
            line(f"  {problem}")
    for problem in document["problems"]:
        line(problem)
    line(text("tournament.proof.digest-now", language, digest=document["digest"]))
    line(text(f"tournament.proof.{'proved' if proof.proved else 'not-proved'}", language), style="bold")


# `arpad event print`: a paper of an event as PDF.

MOST_ON_A_PAGE = 99
Address = Annotated[str | None, Option("--address", metavar="URL", help="cli.help.event-paper-address")]


@event.command("print", cls=RunningCommand, help="cli.command.event-print")
def print_(
    context: click.Context,
    slug: Slug,
    what: Annotated[str, Argument(metavar="WHAT", help="cli.help.event-paper")],
    output: Out,
    number: Annotated[str | None, Argument(metavar="[ROUND]", help="cli.help.event-paper-round")] = None,
    both: Annotated[bool, Option("--both", help="cli.help.event-paper-both")] = False,
    address: Address = None,
    per_page: Annotated[str | None, Option("--per-page", metavar="N", help="cli.help.event-paper-per-page")] = None,
    group: Annotated[str, Option("--group", metavar="GROUP", help="cli.help.event-paper-group")] = "",
) -> None:
    from arpad.papers.event_papers import event_paper, paper_kind

    settings = shared(context)
    paper_kind(what)
    opens = _address(address, agreed=running_options(context).yes)
    wanted = None if number is None else round_typed(number)
    languages: list[Language] = [settings.language]
    languages += [other for other in LANGUAGES if both and other != settings.language]
    with event_store(context) as events:
        stored_event, lines = events.open(slug), events.lines(slug)
    data = event_paper(
        stored_event.state,
        what,
        wanted,
        languages,
        lines=lines,
        secret=stored_event.row.secret,
        address=opens,
        library=settings.tie_breaks,
        per_page=None if per_page is None else parse.whole("--per-page", per_page, 1, MOST_ON_A_PAGE),
        group=group,
    )
    write_bytes(output, data)
    document = {"event": slug, "n": stored_event.state.n, "paper": what, "round": wanted, "languages": languages}
    why = unreachable(opens) if opens else None
    if opens:
        document |= {"address": opens, "unreachable": why}
    warned = () if why is None else (_warning(opens, why, settings.language),)
    words = text("label.written", settings.language, file=str(output))
    tell(settings, document | {"output": str(output)}, words, *warned)


def _warning(address: str, why: str, language: "Language") -> str:
    return text("label.paper-unreachable", language, address=address, why=text(f"paper.unreachable.{why}", language))


def _address(typed: str | None, *, agreed: bool) -> str:
    """Return the address for QR codes. One that telephones cannot open is printed only if somebody agrees."""
    if typed is None:
        return ""
    found = server_address(typed)
    if (why := unreachable(found)) is not None and not agreed:
        raise ArpadError("event-paper-unreachable", address=found, why=Words(f"paper.unreachable.{why}"))
    return found


# `arpad event show`, `round`, `explain`, `checklist`, `standings`, `crosstable`: an event as it stands.

OneBoard = Annotated[str | None, Option("--board", metavar="N", help="cli.help.event-explain-board")]
FEW = 12


def _outside(settings: Shared, state: "EventState") -> None:
    """Say on every page that the event has left the rules."""
    from arpad.tournament.documents import outside_words

    if (words := outside_words(state)) is not None:
        line(words.text(settings.language), style="bold")


@event.command("show", cls=RunningCommand, help="cli.command.event-show")
def show(context: click.Context, slug: Slug) -> None:
    from arpad.tournament.standings import event_document, next_step

    settings = shared(context)
    state = event_now(context, slug)
    document, after = event_document(state), next_step(state).text(settings.language)
    if settings.as_json:
        print_json(document.document(settings.language) | {"next": after})
        return
    stage = text(f"tournament.stage.{document.state}", settings.language)
    values = {"name": document.name, "round": document.round, "rounds": document.rounds, "stage": stage}
    line(text("tournament.said.state", settings.language, **values), style="bold")
    _outside(settings, state)
    line(after)
    if document.long_event is True:
        line(text("tournament.said.long-event", settings.language))
    if document.periods:
        rows = [
            [
                period.period, f"{period.first} – {period.last}", ", ".join(map(str, period.rounds)),
                period.list or "", text(f"tournament.period.{period.state}", settings.language),
                period.last.isoformat(),
            ]
            for period in document.periods
        ]  # fmt: skip
        headings = ["event-period", "event-days", "event-rounds", "event-period-list", "event-period-state"]
        table(settings.language, [*headings, "event-report-due"], rows, left=(0, 1, 2, 3, 4, 5))


@event.command("round", cls=RunningCommand, help="cli.command.event-round")
def round_(context: click.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.checks import round_at
    from arpad.tournament.documents import seen_round, side_name

    settings = shared(context)
    state, wanted = event_now(context, slug), round_typed(number)
    event_round = round_at(state, wanted)
    document: dict[str, Any] = {"event": slug, "n": state.n, **seen_round(state, wanted).document()}
    if settings.as_json:
        print_json(document)
        return
    language = settings.language
    rounds, boards = state.event_rules.rounds, len(document["pairs"])
    message_key, count = ("round-matches", len(document["matches"])) if state.event_rules.team else ("round", boards)
    line(text(f"tournament.said.{message_key}", language, round=wanted, rounds=rounds, boards=count), style="bold")
    _outside(settings, state)
    if state.event_rules.team:
        matches = [[str(one["match"]), one["white_name"], one["black_name"]] for one in document["matches"]]
        table(language, ["event-match", "white", "black"], matches, left=(1, 2))
        line(text("tournament.said.no-boards", language) if not boards else "")
    rows = [
        [
            str(pair["board"]), str(pair["table"]), pair["white_name"] or "–", _points(pair["white_points"], settings),
            pair["result"] or "", pair["black_name"] or "–", _points(pair["black_points"], settings),
        ]
        for pair in document["pairs"]
    ]  # fmt: skip
    headings = ["event-board", "event-table", "white", "points", "event-result", "black", "points"]
    if rows or not state.event_rules.team:
        table(language, headings, rows, left=(2, 5))
    if event_round.bye is not None:
        line(text("tournament.said.bye", language, name=side_name(state, event_round.bye)))
    if event_round.absent:
        names = "; ".join(f"{side_name(state, entry)} ({kind})" for entry, kind in event_round.absent.items())
        line(text("tournament.said.absent", language, names=names))


def _without_edition(settings: Shared, found: "StandingsTable") -> None:
    """Say that no edition ranks the event, and what to do about it."""
    if found.edition is None:
        show_findings(
            [finding for finding in found.findings if finding.code == "tie-break-edition-none"], settings.language
        )


def _points(value: Any, settings: Shared) -> str:
    return "" if value is None else figures(value, settings.language)


@event.command("explain", cls=RunningCommand, help="cli.command.event-explain")
def explain(context: click.Context, slug: Slug, number: RoundNumber, board: OneBoard = None) -> None:
    from arpad.documents.steps import as_json
    from arpad.pairing.check import round_document, system_document
    from arpad.pairing.engines import Impossible
    from arpad.tournament.drawing import explain_round, numbers_at, steps_of_board

    settings, wanted = shared(context), round_typed(number)
    state, lines = event_and_log(context, slug)
    explained = explain_round(state, lines, wanted, FEW)
    answer, steps = explained.answer, explained.steps
    if board is not None:
        steps = steps_of_board(explained, *numbers_at(state, explained, board_typed(board)))
    differs = wanted in state.rounds and state.rounds[wanted].differs
    if settings.as_json:
        head: dict[str, Any] = {} if isinstance(answer, Impossible) else {**round_document(answer)}
        document = {"event": slug, "round": wanted, **system_document(answer.state.system), **head}
        print_json(document | {"differs": differs, "steps": as_json(steps, settings.language)})
    else:
        if differs:
            line(text("tournament.said.by-hand", settings.language), style="bold")
        trail(steps, settings.language, title=False)
    if isinstance(answer, Impossible):
        raise Exit(1)


@event.command("checklist", cls=RunningCommand, help="cli.command.event-checklist")
def checklist(context: click.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.cli.pair import checklist_document, show_checklist
    from arpad.pairing.checklist import checklist as rows_of
    from arpad.tournament.documents import side_name
    from arpad.tournament.drawing import state_of_round

    settings, wanted = shared(context), round_typed(number)
    state, lines = event_and_log(context, slug)
    before, seen = state_of_round(state, lines, wanted)
    rows = rows_of(seen)
    if settings.as_json:
        print_json({"event": slug, **checklist_document(seen, rows)})
        return
    numbers = before.side_numbers
    names = {place: f"{place} {side_name(before, one)}" for one, place in numbers.items()}
    ratings = (
        {} if state.event_rules.team else {place: before.entries[entry].rating for entry, place in numbers.items()}
    )
    show_checklist(settings.language, wanted, rows, names, ratings)


@event.command("standings", cls=RunningCommand, help="cli.command.event-standings")
def standings(
    context: click.Context,
    slug: Slug,
    number: OptionalRound = None,
    group: Annotated[str | None, Option("--group", metavar="GROUP", help="cli.help.event-group")] = None,
    edition: StandingsEdition = None,
) -> None:
    from arpad.cli.standings import show_table
    from arpad.standings.tables import standings_in_words
    from arpad.tournament.standings import event_standings, standings_after, table_of_group

    settings = shared(context)
    state = event_now(context, slug)
    wanted = None if number is None else round_typed(number)
    standings_table, whole = standings_after(state, wanted, settings.tie_breaks, edition)
    if group:
        standings_table = table_of_group(state, standings_table, whole, group)
    if settings.as_json:
        print_json(event_standings(state, standings_table).document(settings.language))
        return
    _outside(settings, state)
    show_table(standings_in_words(standings_table, settings.language, whole))
    _without_edition(settings, standings_table)


@event.command("crosstable", cls=RunningCommand, help="cli.command.event-crosstable")
def crosstable(
    context: click.Context, slug: Slug, number: OptionalRound = None, edition: StandingsEdition = None
) -> None:
    from arpad.cli.standings import show_table
    from arpad.documents.document import extended
    from arpad.standings.tables import crosstable_in_words, crosstable_of
    from arpad.tournament.standings import EventCrosstable, event_standings, standings_after

    settings = shared(context)
    state = event_now(context, slug)
    wanted = None if number is None else round_typed(number)
    standings_table, _ = standings_after(state, wanted, settings.tie_breaks, edition)
    cross = crosstable_of(standings_table)
    if settings.as_json:
        document = extended(EventCrosstable, event_standings(state, standings_table), crosstable=cross.rows)
        print_json(document.document(settings.language))
        return
    _outside(settings, state)
    show_table(crosstable_in_words(cross, settings.language))
    _without_edition(settings, standings_table)
