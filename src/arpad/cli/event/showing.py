"""`arpad event show`, `round`, `explain`, `checklist`, `standings`, `crosstable`: an event as it stands."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.arguments import StandingsEdition
from arpad.cli.event.app import OptionalRound, RoundNumber, Slug, event
from arpad.cli.event.options import RunningCommand
from arpad.cli.event.reading import board_typed, event_and_log, event_now, round_typed
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json, table, trail
from arpad.cli.shared import Shared, shared
from arpad.i18n import number as figures
from arpad.i18n import text

if TYPE_CHECKING:
    from arpad.standings.table import StandingsTable
    from arpad.tournament.state import EventState

OneBoard = Annotated[str | None, typer.Option("--board", metavar="N", help="cli.help.event-explain-board")]
FEW = 12


def _outside(settings: Shared, state: "EventState") -> None:
    """Say on every page that the event has left the rules."""
    from arpad.tournament.documents import outside_since

    if (since := outside_since(state)) is not None:
        line(text("tournament.said.outside-rules", settings.language, round=since), style="bold")


@event.command("show", cls=RunningCommand, help="cli.command.event-show")
def show(context: typer.Context, slug: Slug) -> None:
    from arpad.tournament.standings import event_document, next_step

    settings = shared(context)
    state = event_now(context, slug)
    document, after = event_document(state), next_step(state).text(settings.language)
    if settings.as_json:
        print_json(document | {"next": after})
        return
    stage = text(f"tournament.stage.{document['state']}", settings.language)
    values = {"name": document["name"], "round": document["round"], "rounds": document["rounds"], "stage": stage}
    line(text("tournament.said.state", settings.language, **values), style="bold")
    _outside(settings, state)
    line(after)


@event.command("round", cls=RunningCommand, help="cli.command.event-round")
def round_(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.checks import round_at
    from arpad.tournament.documents import seen_round, side_name

    settings = shared(context)
    state, wanted = event_now(context, slug), round_typed(number)
    found = round_at(state, wanted)
    document: dict[str, Any] = {"event": slug, "n": state.n, **seen_round(state, wanted)}
    if settings.as_json:
        print_json(document)
        return
    spoken = settings.language
    rounds, boards = state.laws.rounds, len(document["pairs"])
    said, count = ("round-matches", len(document["matches"])) if state.laws.team else ("round", boards)
    line(text(f"tournament.said.{said}", spoken, round=wanted, rounds=rounds, boards=count), style="bold")
    _outside(settings, state)
    if state.laws.team:
        matches = [[str(one["match"]), one["white_name"], one["black_name"]] for one in document["matches"]]
        table(spoken, ["event-match", "white", "black"], matches, left=(1, 2))
        line(text("tournament.said.no-boards", spoken) if not boards else "")
    rows = [
        [
            str(pair["board"]), str(pair["table"]), pair["white_name"] or "–", _points(pair["white_points"], settings),
            pair["result"] or "", pair["black_name"] or "–", _points(pair["black_points"], settings),
        ]
        for pair in document["pairs"]
    ]  # fmt: skip
    headings = ["event-board", "event-table", "white", "points", "event-result", "black", "points"]
    if rows or not state.laws.team:
        table(spoken, headings, rows, left=(2, 5))
    if found.bye is not None:
        line(text("tournament.said.bye", spoken, name=side_name(state, found.bye)))
    if found.absent:
        names = "; ".join(f"{side_name(state, entry)} ({kind})" for entry, kind in found.absent.items())
        line(text("tournament.said.absent", spoken, names=names))


def _without_edition(settings: Shared, found: "StandingsTable") -> None:
    """Say that no edition ranks the event, and what to do about it."""
    if found.edition_id is None:
        show_findings([one for one in found.findings if one.code == "tie-break-edition-none"], settings.language)


def _points(value: Any, settings: Shared) -> str:
    return "" if value is None else figures(value, settings.language)


@event.command("explain", cls=RunningCommand, help="cli.command.event-explain")
def explain(context: typer.Context, slug: Slug, number: RoundNumber, board: OneBoard = None) -> None:
    from arpad.documents.steps import as_json
    from arpad.pairing.documents import round_document, system_document
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
        raise typer.Exit(1)


@event.command("checklist", cls=RunningCommand, help="cli.command.event-checklist")
def checklist(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.cli.checklist_rows import checklist_document, show_checklist
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
    ratings = {} if state.laws.team else {place: before.entries[entry].rating for entry, place in numbers.items()}
    show_checklist(settings.language, wanted, rows, names, ratings)


@event.command("standings", cls=RunningCommand, help="cli.command.event-standings")
def standings(
    context: typer.Context,
    slug: Slug,
    number: OptionalRound = None,
    group: Annotated[str | None, typer.Option("--group", metavar="GROUP", help="cli.help.event-group")] = None,
    edition: StandingsEdition = None,
) -> None:
    from arpad.cli.standings.tables import show_table
    from arpad.standings.tables import told_standings
    from arpad.tournament.standings import ranked_document, standings_after, table_of_group

    settings = shared(context)
    state = event_now(context, slug)
    wanted = None if number is None else round_typed(number)
    found, whole = standings_after(state, wanted, settings.tie_breaks, edition)
    if group:
        found = table_of_group(state, found, whole, group)
    if settings.as_json:
        print_json(ranked_document(state, found, found.rows, settings.language))
        return
    _outside(settings, state)
    show_table(told_standings(found, found.rows, settings.language, whole))
    _without_edition(settings, found)


@event.command("crosstable", cls=RunningCommand, help="cli.command.event-crosstable")
def crosstable(
    context: typer.Context, slug: Slug, number: OptionalRound = None, edition: StandingsEdition = None
) -> None:
    from arpad.cli.standings.tables import show_table
    from arpad.standings.crosstable import crosstable_document, crosstable_of
    from arpad.standings.tables import told_crosstable
    from arpad.tournament.standings import ranked_document, standings_after

    settings = shared(context)
    state = event_now(context, slug)
    wanted = None if number is None else round_typed(number)
    found, _ = standings_after(state, wanted, settings.tie_breaks, edition)
    cross = crosstable_of(found)
    if settings.as_json:
        document = ranked_document(state, found, found.rows, settings.language)
        print_json(document | {"crosstable": crosstable_document(cross)})
        return
    _outside(settings, state)
    show_table(told_crosstable(found, cross, settings.language))
    _without_edition(settings, found)
