"""The standings of an event: after any round, by the tie-breaks of its rules, of all players or of a group."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from arpad.domain.event import Event
from arpad.formats.pairing_records import PairingRecords
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.crosstable import standings_document
from arpad.standings.table import Departure, StandingsBefore, StandingsRow, StandingsTable, Wishes, group_table
from arpad.standings.table import standings as standings_by
from arpad.tournament.cells import event_of, event_since
from arpad.tournament.documents import outside_since
from arpad.tournament.files.content import file_content
from arpad.tournament.files.type_records import with_type
from arpad.tournament.shapes import RankedDocument
from arpad.tournament.state import Entry, EventState
from arpad.tournament.team_play.teams import EventTeam


def last_counted(state: EventState, upto: int | None = None) -> int:
    """The last published round that is complete, or the last up to one; the first one if none is."""
    rounds = [
        number
        for number, one in state.rounds.items()
        if one.published_n is not None and (upto is None or number <= upto)
    ]
    if not rounds:
        raise ArpadError("event-no-standings")
    return max((number for number in rounds if state.rounds[number].complete), default=min(rounds))


class Ranked(NamedTuple):
    """The standings of an event after a round, with the state and the event they were made from."""

    state: EventState
    table: StandingsTable
    event: Event


def standings_after(
    state: EventState,
    number: int | None = None,
    library: TieBreakLibrary | None = None,
    edition: str | None = None,
    before: Ranked | None = None,
) -> tuple[StandingsTable, Event]:
    """Return the standings after a round (the last complete one without it), and the event that they were made from.
    Adjourned games are open. The edition of the tie-breaks is the one named, or that of the rules, or the one in force
    on the first day; if there is none, the score alone counts. With those of an earlier state after the same round,
    only what has changed since is computed."""
    counted = number or last_counted(state)
    if counted not in state.rounds or state.rounds[counted].published_n is None:
        known = ", ".join(str(one) for one, found in sorted(state.rounds.items()) if found.published_n is not None)
        raise ArpadError("event-round-unknown", round=counted, known=known or "–")
    rules = state.laws
    if rules.system == "knockout":
        raise ArpadError("event-no-table", slug=rules.slug)
    report = _report(state, counted, before)
    wishes = Wishes(
        counted,
        ",".join(rules.tie_breaks) or None,
        edition or rules.tie_break_edition or None,
        withdrawn=_left_the_table(state),
        left=who_left(state, counted),
        by_points=True,
    )
    earlier = None if before is None else StandingsBefore(before.table, before.event)
    return standings_by(report, wishes, library, earlier), report.event


def final_standings(state: EventState) -> StandingsTable | None:
    """Return the standings after the last complete round; None for a knock-out, which has none."""
    return None if state.laws.system == "knockout" else standings_after(state)[0]


def _report(state: EventState, counted: int, before: Ranked | None) -> Report:
    """The event as a report. Matches of teams are read off its file, as anybody else would read them."""
    if state.laws.team:
        return read_report(file_content(state, "trf26", upto=counted, settled=True).written({}))
    found = event_of(state, counted) if before is None else event_since(state, counted, before.state, before.event)
    said = PairingRecords(initial=state.initial, rounds=state.laws.rounds)
    return Report("trf26", with_type(state, found), (), (), pairing=said)


def _left_the_table(state: EventState) -> tuple[int, ...]:
    """The numbers of players who withdrew from a round robin, or were expelled, and of teams that withdrew: too early,
    and they count for nobody (C.05 6.6)."""
    if not state.laws.by_table:
        return ()
    sides: Mapping[int, EventTeam | Entry] = state.teams if state.laws.team else state.entries
    return tuple(number for side, number in state.side_numbers.items() if sides[side].gone)


def who_left(state: EventState, counted: int) -> dict[int, Departure]:
    """Return the players, or the teams, who have left by the round after some, by their numbers."""
    sides: Mapping[int, EventTeam | Entry] = state.teams if state.laws.team else state.entries
    found = {}
    for side, number in state.side_numbers.items():
        one = sides[side]
        if one.gone and (one.withdrawn_from is None or one.withdrawn_from <= counted + 1 or state.laws.by_table):
            kind: Literal["withdrawn", "expelled"] = "expelled" if _expelled(one) else "withdrawn"
            found[number] = Departure(kind, one.withdrawn_from)
    return found


def _expelled(one: EventTeam | Entry) -> bool:
    return isinstance(one, Entry) and one.state == "expelled"


def table_of_group(state: EventState, table: StandingsTable, event: Event, group: str) -> StandingsTable:
    """Return the standings of a group of the rules, or of a condition."""
    named = state.laws.groups
    condition = named.get(group, group)
    if group not in named and len(group.split()) == 1:
        raise ArpadError("event-group-unknown", group=group, known=", ".join(named) or "–")
    return group_table(table, event, condition)


def ranked_document(
    state: EventState, table: StandingsTable, rows: Sequence[StandingsRow], language: Language
) -> RankedDocument:
    """The standings for programs: with the entries of the players, or the teams."""
    document = standings_document(table, language, rows)
    teams = table.competition.teams
    for row in (*document["rows"], *document.get("not_ranked", ())):
        if teams:
            row["team"] = state.team_numbers[row["number"] - 1]
        else:
            row["entry"] = state.numbers[row["number"] - 1]
    return {
        "event": state.laws.slug,
        "n": state.n,
        **document,
        "provisional": table.competition.provisional,
        "outside_rules": outside_since(state),
    }
