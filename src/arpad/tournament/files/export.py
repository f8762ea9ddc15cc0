"""An event as TRF16 or TRF26: as it stands, or as it stood when a round was complete."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.domain import Event, ExtraPoints, Finding, Player, RoundResult
from arpad.domain.event import ResultCode
from arpad.locale import ArpadError
from arpad.reports import Bye, Report, Scores, TrfRecords, TrfVersion, event_to_trf
from arpad.standings import Wishes, standings
from arpad.tournament.acts.checks import need_published, need_results
from arpad.tournament.cells import event_of, extra_points
from arpad.tournament.changing import changed
from arpad.tournament.drawing import swiss_system, virtual_points
from arpad.tournament.files.comments import comments
from arpad.tournament.files.losses import file_findings
from arpad.tournament.files.teams import team_absences, team_records, with_teams
from arpad.tournament.files.to_come import byes_to_come, forbidden_pairs
from arpad.tournament.files.type_records import ORDER_CODES, with_type
from arpad.tournament.fold import apply, fold_log
from arpad.tournament.log import LogLine
from arpad.tournament.order import ordered
from arpad.tournament.state import EventState
from arpad.tournament.times import event_times

PROGRAM = "Arpad"
BYE_CODES: dict[str, ResultCode] = {"F": "F", "H": "H", "Z": "Z"}


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file, and what it does not say as the event has it."""

    data: bytes
    findings: tuple[Finding, ...]


def export_trf(
    state: EventState, version: TrfVersion, *, rated: bool = False, upto: int | None = None, settled: bool = False
) -> ExportedFile:
    """Return the event as a file with its published rounds, or those up to one. `rated` takes the results as they are
    reported for rating; points and ranks stay those of the event. `settled` leaves out extra points of matches of teams
    that are not over."""
    if state.laws.system == "knockout":
        raise ArpadError("event-export-knockout", slug=state.laws.slug)
    known = state if state.closed else _numbered(state)
    last = known.last_published if upto is None else min(upto, known.last_published)
    team = known.laws.team
    byes = team_absences(known, last) if team else byes_to_come(known, last)
    event = with_teams(known, _event(known, last, rated), last, rated=rated, settled=settled)
    records = TrfRecords(
        initial=known.initial,
        order=ORDER_CODES[known.laws.order],
        program=PROGRAM,
        tie_breaks=known.laws.tie_breaks,
        byes=byes,
        forbidden=forbidden_pairs(known, last, "trf26" if team else version),
        virtual=virtual_points(known, swiss_system(known)) if known.laws.swiss else {},
        national=_national(known),
        comments=tuple(comments(known, last, rated=rated)),
        teams=team_records(known, last),
    )
    findings = tuple(file_findings(known, event, byes, last, version))
    written = _in_version(known, event, byes, last, version)
    return ExportedFile(event_to_trf(written, version, records), findings)


def state_after_round(lines: Sequence[LogLine], number: int) -> EventState:
    """Return the event as it stood when a round was complete: with everything that was said before the next one was
    drawn, of a table before the next one began. Round 0 is the time before round 1."""
    now = fold_log(lines)
    if number:
        need_results(need_published(now, number))
    after = now.rounds.get(number + 1)
    if after is None or now.laws.by_table:
        return now if after is None else _before_it_began(lines, number)
    return fold_log(lines[: after.drawn_n - 1])


def _before_it_began(lines: Sequence[LogLine], number: int) -> EventState:
    """A table is drawn whole: the last moment at which the next round had no result, and this one all of them."""
    state = found = EventState()
    for line in lines:
        state = apply(state, line)
        this, after = state.rounds.get(number), state.rounds.get(number + 1)
        complete = this.complete if this is not None else not number
        if complete and (not found.n or after is None or not after.begun):
            found = state
    return found


def _numbered(state: EventState) -> EventState:
    """The numbers that players would have if the list were closed now."""
    return changed(state, numbers=tuple(player.entry for player in ordered(state.accepted, state.laws)))


def _event(state: EventState, last: int, rated: bool) -> Event:
    """The event with its type, its dates, and the points and ranks of its players."""
    event = replace(with_type(state, event_of(state, last, rated=rated)), round_dates=_round_dates(state))
    scores = Scores(event)
    told = {player.rank: scores.total(player) for player in event.players}
    ranks = _ranks(state, last, told)
    players = (player._replace(points=told[player.rank], final_rank=ranks.get(player.rank)) for player in event.players)
    return replace(event, players=tuple(players))


def _round_dates(state: EventState) -> tuple[dt.date | None, ...]:
    times, dates = event_times(state.laws), dict[int, dt.date]()
    for row in state.laws.schedule:
        told = row.get("start") or row.get("pairings") or ""
        try:
            dates[int(row.get("round", "0"))] = times.local(told).date()
        except ValueError:
            continue
    return tuple(dates.get(number) for number in range(1, state.laws.rounds + 1)) if dates else ()


def _ranks(state: EventState, last: int, points: dict[int, Fraction]) -> dict[int, int]:
    """The places by the tie-breaks of the rules; without any, by points and pairing number. A file has no places if
    its tie-breaks cannot be computed."""
    by_points = sorted(points, key=lambda rank: (-points[rank], rank))
    if not state.laws.tie_breaks or not last or state.laws.team:
        return {rank: place for place, rank in enumerate(by_points, 1)}
    event = with_type(state, event_of(state, last))
    wishes = Wishes(round=last, tie_breaks=",".join(state.laws.tie_breaks))
    try:
        table = standings(Report("trf26", event, (), ()), wishes)
    except ArpadError:
        return {}
    return {row.number: place for place, row in enumerate(table.rows, 1)}


def _national(state: EventState) -> dict[int, int]:
    """The national ratings, if the file can name their federation."""
    told = {number: state.entries[entry].ratings.get("national", 0) for number, entry in enumerate(state.numbers, 1)}
    return {number: rating for number, rating in told.items() if rating} if state.laws.federation else {}


def _in_version(state: EventState, event: Event, byes: Sequence[Bye], last: int, version: TrfVersion) -> Event:
    """The event with what one version says in its own way: TRF16 has the byes of the next round in the players' lines,
    and corrections for rating only in a comment; TRF26 has points that 162 has no symbol for in 299."""
    if state.laws.team:
        return event
    if version == "trf26":
        return replace(event, extra_points=(*_other_points(event), *event.extra_points))
    kinds = {rank: bye.kind for bye in byes if bye.round == last + 1 for rank in bye.players}
    players = tuple(_with_bye(player, last + 1, kinds.get(player.rank)) for player in event.players)
    return replace(event, players=players, extra_points=tuple(extra_points(state, last)))


def _other_points(event: Event) -> list[ExtraPoints]:
    """A forfeit win that is not worth a win."""
    win = event.scoring.get("1")
    told = event.scoring.get("+")
    return [ExtraPoints("+", told)] if told is not None and told != win else []


def _with_bye(player: Player, number: int, kind: str | None) -> Player:
    if kind is None:
        return player
    return player._replace(rounds=(*player.rounds, RoundResult(number, None, None, BYE_CODES[kind])))
