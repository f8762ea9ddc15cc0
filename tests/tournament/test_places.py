"""One order everywhere: the standings of an event, the places of its file, and what `standings check` says of that."""

import datetime as dt
from fractions import Fraction
from random import Random

import pytest

from arpad.formats.read import read_report
from arpad.formats.trf_pairing import TrfVersion
from arpad.i18n import ArpadError
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.systems import systems
from arpad.standings.check import check_standings
from arpad.standings.codes import NAMES
from arpad.standings.table import StandingsTable, Wishes, standings
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, Journal, after_changes, fold_log
from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.rules_check import event_kind, tie_break_problems
from arpad.tournament.standings import standings_after
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from places import FIXTURES
from proofs import seeds
from random_logs import LEAGUES, lines_of

AT = dt.datetime(2026, 5, 5, 20, tzinfo=dt.UTC)
VERSIONS: tuple[TrfVersion, ...] = ("trf16", "trf26")
MOMENTS = 3
each_version = pytest.mark.parametrize("version", VERSIONS)


def taken() -> EventState:
    """Twelve players after five rounds; the rules name no tie-breaks."""
    data = (FIXTURES / "tournament" / "export-ranks.trf").read_bytes()
    journal = Journal()
    journal.act(take_over(data, file="export-ranks.trf").command(), "lot", AT, Confirmation(yes=True))
    return journal.state


def rows(table: StandingsTable) -> dict[int, object]:
    return {row.number: (row.rank, row.points, row.values) for row in table.rows}


@each_version
@pytest.mark.parametrize("codes", [(), ("BH",), ("SB", "WIN"), ("TPN",)])
def test_the_places_of_a_file_are_those_of_the_standings(version: TrfVersion, codes: tuple[str, ...]) -> None:
    """Without tie-breaks in the rules both go by the list of the edition, and no longer by points and number. A TRF16
    names tie-breaks in a comment."""
    state = taken()
    if codes:
        state = after_changes(state, [LogChange("event.changed", {"tie_breaks": [None, list(codes)]})])
    own, _ = standings_after(state)
    report = read_report(export_trf(state, version).data)
    assert {player.rank: player.final_rank for player in report.event.players} == {
        row.number: row.rank for row in own.rows
    }
    theirs = standings(report)
    assert (theirs.tie_breaks, rows(theirs)) == (own.tie_breaks, rows(own))
    assert check_standings(theirs, report).differences == ()


def test_without_tie_breaks_number_4_is_seventh() -> None:
    """4 and 8 have two and a half points; by number 4 would be sixth, by the list of the edition 8 is."""
    players = read_report(export_trf(taken(), "trf26").data).event.players
    assert {player.rank: player.final_rank for player in players if player.rank in (4, 8)} == {4: 7, 8: 6}


@pytest.mark.parametrize("kind", ["swiss", "table", "match", *LEAGUES])
@each_version
@seeds(8, long=12)
def test_table_export_and_check_agree(version: TrfVersion, kind: str, seed: int) -> None:
    """The law, over logs made of random legal commands, also in the middle of a round: places, points, tie-breaks and
    their values are the same in the event and in its file, and `standings check` finds nothing."""
    lines, lot = lines_of(kind, seed), Random(seed)
    for n in [*sorted(lot.sample(range(len(lines)), min(MOMENTS, len(lines)))), len(lines)]:
        state = fold_log(lines[:n])
        if state.closed and state.last_published:
            agree(state, version, n)


def agree(state: EventState, version: TrfVersion, n: int) -> None:
    left = gone(state)
    report = read_report(export_trf(state, version).data)
    try:
        theirs = standings(report, Wishes(withdrawn=left))
    except ArpadError as problem:
        if problem.key not in ("standings.too-early", "standings.no-results"):
            raise
        return
    last = theirs.competition.counted
    own, _ = standings_after(state, last)
    assert (theirs.tie_breaks, rows(theirs)) == (own.tie_breaks, rows(own)), n
    if not any(board.result == ADJOURNED for one in state.rounds.values() for board in one.games):
        assert last == standings_after(state)[0].competition.counted, n
    if theirs.rows:
        wrong = [one for one in check_standings(theirs, report).differences if not left or one.field == "rank"]
        assert wrong == [], n


def gone(state: EventState) -> tuple[int, ...]:
    """The players, or the teams, that have left a round robin."""
    sides = state.teams if state.event_rules.team else state.entries
    return tuple(
        number for side, number in state.side_numbers.items() if state.event_rules.by_table and sides[side].gone
    )


@pytest.mark.parametrize(
    "system", ["dutch-2017", "dutch-2026", "dubov-2026", "burstein-2026", "burstein-manual", "lim"]
)
@seeds(3)
def test_a_generated_tournament_is_ranked_by_its_own_standings(system: str, seed: int) -> None:
    """`pair generate`: nobody can refute the ranks of the file that it writes."""
    chances = Chances(byes=Fraction(1, 20), forfeits=Fraction(1, 20), withdrawals=Fraction(1, 20))
    report = read_report(generate(Wanted(14, 6, 5, seed, chances, system=systems()[system])))
    checked = check_standings(standings(report), report)
    assert (checked.differences, len(report.event.players)) == ((), 14)
    assert all(player.final_rank for player in report.event.players)


@pytest.mark.parametrize("kind", ["swiss", "table", "match", *LEAGUES])
@seeds(4, long=8)
def test_c07_the_rules_take_a_code_exactly_if_the_standings_do(kind: str, seed: int) -> None:
    """No code passes when the rules are made and fails after round 1, in any system and in the edition of any day."""
    state = fold_log(lines_of(kind, seed))
    if not (state.closed and state.last_published):
        return
    start = (
        state.event_rules.start
        if state.event_rules.start and state.event_rules.start.year > 2017
        else dt.date(2018, 5, 1)
    )
    for code in NAMES:
        now = after_changes(
            state, [LogChange("event.changed", {"tie_breaks": [None, [code]], "start": [None, start.isoformat()]})]
        )
        refused = next(tie_break_problems(now.event_rules, event_kind(now)), None)
        assert ranking(now) in (None if refused is None else refused.key, "dropped", "standings.no-results"), code


def ranking(state: EventState) -> str | None:
    """What the standings of an event fail with; or that they drop its tie-break, as somebody has no rating."""
    try:
        table, _ = standings_after(state)
    except ArpadError as problem:
        return problem.key
    return "dropped" if table.chosen.dropped else None
