"""C.05 7: players at wrong boards. The games count for rating, the boards are lost, and everybody who reads the match
has the corrected one."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from arbiter import Arbiter
from arpad.formats.read import read_report
from arpad.pairing.matches_files import team_tournament
from arpad.pairing.systems import systems
from arpad.standings.table import StandingsTable, Wishes, standings
from arpad.standings.tables import crosstable_of
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetPenalty, SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.acts.teams import AddTeam, ForfeitMatch, SetLineUp
from arpad.tournament.export import export_trf
from arpad.tournament.journal import after_changes
from arpad.tournament.log import LogChange
from arpad.tournament.standings import standings_after
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from arpad.tournament.teams import matches_of, team_totals
from places import FIXTURES
from proofs import seeds

FILE = FIXTURES / "tournament" / "wrong-boards.trf"
"""The example of the manual: 1A 1-0 2B, 2A 0-1 4B, 3A ½ 3B, 4A 0-1 5B. Board 2 and 3 of B are wrong: 3-1, not 1½-2½."""
SQUAD = 5


def league(teams: int, rounds: int, **rules: object) -> Arbiter:
    """A league with five players in a team for four boards."""
    arbiter = Arbiter({"kind": "team", "system": "team", "rounds": rounds, "boards": 4, **rules})
    for team in range(1, teams + 1):
        entries = [
            arbiter.does(Enter({"name": f"{team} {place}", "rating": 2500 - 20 * team - place})).lines[-1].data["entry"]
            for place in range(1, SQUAD + 1)
        ]
        arbiter.does(AddTeam(f"Team {team}", entries))
    arbiter.closes()
    return arbiter


def example() -> Arbiter:
    """The match of the manual in the first round of a league of four teams."""
    arbiter = league(4, 3)
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    match, white, black = arbiter.state.rounds[1].matches[0]
    arbiter.does(Start(1, "2026-05-01T16:00:00+00:00"))
    squad = arbiter.state.teams[black].players
    arbiter.does(SetLineUp(black, 1, [squad[place - 1] for place in (2, 4, 3, 5)]))
    for board in arbiter.state.rounds[1].games:
        if board.match == match:
            place = (board.number - 1) % 4
            first_is_white = arbiter.state.entries[board.white].team == white
            result = ("1-0", "0-1", "1/2", "0-1")[place]
            arbiter.does(
                SetResult(1, board.number, result if first_is_white else result[::-1] if place != 2 else "1/2")
            )
        else:
            arbiter.does(SetResult(1, board.number, "1/2"))
    return arbiter


def _records(table: StandingsTable) -> Mapping[tuple[int, int], tuple[Fraction, Fraction]]:
    """Match points and game points of each team in each round, as the tie-breaks see them."""
    whole = table.competition
    return {
        (number, record.round): (whole.points(record.points[0]), whole.points(record.points[1]))
        for number, contestant in whole.contestants.items()
        for record in contestant.records
    }


def test_the_example_of_the_manual_is_3_1_for_every_reader() -> None:
    arbiter = example()
    match = matches_of(arbiter.state, 1)[0]
    assert [match.raw, match.score] == [(Fraction(3, 2), Fraction(5, 2)), (3, 1)]
    assert export_trf(arbiter.state, "trf26").data == FILE.read_bytes()
    table = standings(read_report(FILE.read_bytes()), Wishes(tie_breaks="WIN,EGMSB,EGGSB,BH,EDE"))
    first, last = match.white, match.black
    assert [list(_records(table)[team, 1]) for team in (first, last)] == [[2, 3], [0, 1]]
    assert [tuple(table.row(team).values.values())[:3] for team in (first, last)] == [("1", "2", "3"), ("0", "0", "3")]
    assert table.row(first).rank == 1
    cells = {row.number: row.cells[0].points for row in crosstable_of(table).rows}
    assert [cells[first], cells[last]] == [3, 1]


def test_boards_that_cancel_out_are_lost_too() -> None:
    """Both teams sat in a wrong order on another board; the score is the same, the boards are not."""
    arbiter = league(4, 3)
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    match, white, black = arbiter.state.rounds[1].matches[0]
    arbiter.does(Start(1, "2026-05-01T16:00:00+00:00"))
    for team, places in ((white, (2, 1, 3, 4)), (black, (1, 2, 4, 3))):
        squad = arbiter.state.teams[team].players
        arbiter.does(SetLineUp(team, 1, [squad[place - 1] for place in places]))
    for board in arbiter.state.rounds[1].games:
        arbiter.does(SetResult(1, board.number, "1/2"))
    assert list(matches_of(arbiter.state, 1)[match - 1].score) == [2, 2]
    contestant = standings_after(arbiter.state)[0].competition.contestants[white]
    unit = standings_after(arbiter.state)[0].competition.unit
    assert [Fraction(points, unit) for points in contestant.records[0].boards] == [0, 0, 1, 1]


@seeds(25)
def test_match_points_and_wins_never_contradict(seed: int) -> None:
    """Line-ups in any order, forfeits and penalties by lot: table, file, pairing and take-over have the event's own
    matches."""
    lot = Random(seed)
    by_table = seed % 5 == 0
    arbiter = league(6, 5, system="berger") if by_table else league(6, 3)
    for number in (1, 2, 3):
        if number not in arbiter.state.rounds:
            arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        forfeited = [match for match, *_ in arbiter.state.rounds[number].matches if lot.random() < 0.1]
        for match in forfeited:
            arbiter.does(ForfeitMatch(number, match, lot.choice(("+-", "-+", "--"))))
        arbiter.does(Start(number, "2026-05-01T16:00:00+00:00"))
        for match, *teams in arbiter.state.rounds[number].matches:
            for team in teams:
                if match not in forfeited and lot.random() < 0.5:
                    arbiter.does(SetLineUp(team, number, lot.sample(arbiter.state.teams[team].players, 4)))
        for board in arbiter.state.rounds[number].games:
            arbiter.does(SetResult(number, board.number, lot.choice(("1-0", "0-1", "1/2", "+/-", "-/-"))))
    if seed % 3 == 0:
        arbiter.does(SetPenalty(1, 2, Fraction(-1, 2), Fraction(-1)))
    state = arbiter.state
    numbers = state.side_numbers
    own = {
        (numbers[team], number): match.of(team)
        for number in (1, 2, 3)
        for match in matches_of(state, number)
        for team in (match.white, match.black)
    }
    table = standings_after(state)[0]
    found = _records(table)
    assert {key: found[key] for key in own} == own
    totals = team_totals(state)
    assert {team: table.totals(number) for team, number in numbers.items()} == totals
    win, draw_, loss = state.event_rules.match_points
    for number, contestant in table.competition.contestants.items():
        for record in contestant.records:
            if record.kind == "played":
                assert own[number, record.round][0] == (loss, draw_, win)[record.half]
                assert sum(record.boards) == record.points[1]
    data = export_trf(state, "trf26").data
    again = standings(read_report(data))
    assert _records(again) == found
    assert [(row.rank, row.number, row.points) for row in again.rows] == [
        (row.rank, row.number, row.points) for row in table.rows
    ]
    plan = take_over(data, file="wrong-boards.trf")
    back = after_changes(EventState(), [LogChange("event.created", plan.rules), *plan.changes])
    assert team_totals(back) == totals
    assert {match.white: match.score for match in matches_of(back, 3)} == {
        match.white: match.score for match in matches_of(state, 3)
    }
    if by_table:
        return
    whole = team_tournament(read_report(data), systems()["team-2026"], 5, None)
    assert {number: Fraction(scores[-1], whole.unit) for number, scores in whole.scores.items()} == {
        numbers[team]: points[0] for team, points in totals.items()
    }
