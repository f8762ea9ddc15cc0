"""Export an event as TRF16 or TRF26 at any moment, and report what the file cannot express."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.formats.report import Bye
from arpad.formats.trf_pairing import TrfVersion
from arpad.i18n import ArpadError
from arpad.pairing.systems import by_id
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.table import StandingsTable
from arpad.tournament._file_content import CUSTOM, FileContent, Places, file_content, starting_places
from arpad.tournament.acts.checks import need_published, need_results
from arpad.tournament.drawing import swiss_system
from arpad.tournament.journal import apply, fold_log
from arpad.tournament.log import LogLine
from arpad.tournament.results import is_final
from arpad.tournament.standings import last_counted, standings_after
from arpad.tournament.state import EventState

# What a file cannot say: texts that are cut, and what TRF16 has no record for.

NAME_WIDTH = 33


def file_findings(
    state: EventState, event: Event, byes: tuple[Bye, ...], after: int, version: TrfVersion
) -> Iterator[Finding]:
    """Yield everything about an event that its file does not have, or has in another way."""
    if not state.closed:
        yield Finding("export-list-open", "warning")
    for player in event.players:
        if len(player.name) > NAME_WIDTH:
            values = {"name": player.name, "written": player.name[:NAME_WIDTH].rstrip()}
            yield Finding("export-name-cut", "warning", player=player.rank, values=values)
    soft = [restriction.id for restriction in state.restrictions if not restriction.hard]
    if soft:
        yield Finding("export-soft-pairs", "info", values={"count": len(soft)})
    if version == "trf16":
        yield from _losses_16(state, event, byes, after)
    elif state.event_rules.swiss and event.type_code == CUSTOM:
        yield Finding("trf26-system", "info", values={"system": swiss_system(state).id})


def _losses_16(state: EventState, event: Event, byes: tuple[Bye, ...], after: int) -> Iterator[Finding]:
    rules = state.event_rules
    if rules.swiss and (system := swiss_system(state)) != by_id("dutch", rules.start):
        yield Finding("trf16-system", "info", values={"system": system.id})
    if rules.tie_breaks:
        yield Finding("trf16-tie-breaks", "info", values={"codes": ", ".join(rules.tie_breaks)})
    if rules.order != "fide":
        yield Finding("trf16-order", "info", values={"order": rules.order})
    if any("national" in state.entries[entry].ratings for entry in state.numbers):
        yield Finding("trf16-national", "info")
    later = sorted({rank for bye in byes if bye.round > after + 1 for rank in bye.players})
    if later and not rules.team:
        yield Finding("trf16-absences", "info", values={"players": ", ".join(map(str, later))})
    if not rules.team and any(
        restriction.first > 1 or (restriction.last or rules.rounds) < rules.rounds for restriction in state.restrictions
    ):
        yield Finding("trf16-forbidden", "info")
    if event.extra_points:
        yield Finding("trf16-points", "info")


# An event as TRF16 or TRF26: as it stands, or as it stood when a round was complete.


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file, and what it does not say as the event has it."""

    data: bytes
    findings: tuple[Finding, ...]


def export_trf(
    state: EventState,
    version: TrfVersion,
    *,
    rated: bool = False,
    upto: int | None = None,
    library: TieBreakLibrary | None = None,
) -> ExportedFile:
    """Return the event as a file with its published rounds, or those up to one. `rated` takes the results as they are
    reported for rating; points and places stay those of the event."""
    if state.event_rules.system == "knockout":
        raise ArpadError("event-export-knockout", slug=state.event_rules.slug)
    content = file_content(state, version, rated=rated, upto=upto)
    findings = tuple(file_findings(content.state, content.event, content.byes, content.last, version))
    return ExportedFile(content.written(_places(content, library)), findings)


def _places(content: FileContent, library: TieBreakLibrary | None) -> Places:
    """The places of the event's own standings after the last of the rounds that is complete; players who have left a
    round robin too early have none (C.05 6.6). Nobody has one if the standings cannot be computed."""
    if not content.last:
        return starting_places(content.event)
    try:
        table = file_table(content.state, content.last, library)
    except ArpadError:
        return {}
    return {row.number: row.rank for row in table.rows}


def file_table(state: EventState, last: int | None = None, library: TieBreakLibrary | None = None) -> StandingsTable:
    """Return the standings whose places a file with the published rounds has, or with those up to `last`."""
    return standings_after(state, _counted(state, state.last_published if last is None else last), library)[0]


def _counted(state: EventState, last: int) -> int:
    """The last round that a reader of the file takes for complete: adjourned games of the last round, and of any round
    of a table, look like games that are being played."""
    counted = last_counted(state, last)
    while counted > 1 and (counted == last or state.event_rules.by_table):
        if all(is_final(board.result) for board in state.rounds[counted].games):
            break
        counted -= 1
    return counted


def state_after_round(lines: Sequence[LogLine], number: int) -> EventState:
    """Return the event as it stood when a round was complete: with everything that was entered before the next one was
    drawn, of a table before the next one began. Round 0 is the time before round 1."""
    now = fold_log(lines)
    if number:
        need_results(need_published(now, number))
    after = now.rounds.get(number + 1)
    if after is None or now.event_rules.by_table:
        return now if after is None else _before_it_began(lines, number)
    return fold_log(lines[: after.drawn_n - 1])


def _before_it_began(lines: Sequence[LogLine], number: int) -> EventState:
    """A table is drawn whole: the last moment at which the next round had no result, and this one all of them."""
    state = event_state = EventState()
    for line in lines:
        state = apply(state, line)
        this, after = state.rounds.get(number), state.rounds.get(number + 1)
        complete = this.complete if this is not None else not number
        if complete and (not event_state.n or after is None or not after.begun):
            event_state = state
    return event_state
