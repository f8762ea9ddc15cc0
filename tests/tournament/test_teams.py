"""Teams (C.05 7): a league of twelve teams on four boards, line-ups and their rules, wrong boards, forfeits."""

import json
from fractions import Fraction
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.domain.event import wrong_boards
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.standings.table import standings
from arpad.standings.tables import standings_in_words
from arpad.tournament.acts.absences import ForbidPairs, SetAbsence
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import PublishResults, SetPenalty, SetResult, SwapColours
from arpad.tournament.acts.rounds import DrawNext, Publish, Recall, Start
from arpad.tournament.acts.teams import AddTeam, ChangeTeam, ForfeitMatch, SetLineUp, WithdrawTeam
from arpad.tournament.as_report import event_of
from arpad.tournament.documents import match_documents, team_document
from arpad.tournament.drawing import explain_round, numbers_at, steps_of_board
from arpad.tournament.export import export_trf
from arpad.tournament.standings import standings_after
from arpad.tournament.state import EventTeam
from arpad.tournament.teams import default_line_up, least_present, legal_order, matches_of, team_totals
from league_of_twelve import LEAGUE, SQUAD, entry_of, league, play_round
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
HANDLING: dict[str, Any] = json.loads((FOLDER / "handling.json").read_text("utf-8"))


def test_the_league_of_twelve() -> None:
    """J3: every draw, every match, match points and game points after every round."""
    arbiter = league()
    assert arbiter.state.team_numbers == tuple(range(1, 13))
    strengths = [team_document(arbiter.state, team).strength for team in range(1, 13)]
    assert strengths == [told["strength"] for told in LEAGUE["teams"]]
    for told in LEAGUE["rounds"]:
        number = told["round"]
        arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        found = arbiter.state.rounds[number]
        assert [list(match) for match in found.matches] == [
            [match["match"], match["white"], match["black"]] for match in told["matches"]
        ]
        assert found.bye == told["bye"]
        assert not found.complete
        play_round(arbiter, told)
        assert arbiter.state.rounds[number].complete
        for match, expected in zip(matches_of(arbiter.state, number), told["matches"], strict=True):
            assert [list(match.score), list(match.match_points)] == [expected["score"], expected["match_points"]]
            assert list(match.wrong[1]) == expected.get("wrong_boards", [])
            assert list(match.raw) == expected.get("raw", expected["score"])
        totals = team_totals(arbiter.state)
        assert {team: list(points) for team, points in totals.items()} == {
            team: [match, game] for team, match, game in told["after"]
        }
        if told.get("withdrawn"):
            arbiter.does(WithdrawTeam(told["withdrawn"][0], number + 1))
    assert [sum(points[place] for points in totals.values()) for place in (0, 1)] == [84, 164]
    event = event_of(arbiter.state)
    assert len(event.games()) == 156
    assert sum(game.played for game in event.games()) == 155


def test_the_line_up_of_round_two_was_by_default() -> None:
    arbiter = league()
    for told in LEAGUE["rounds"][:2]:
        arbiter.does(DrawNext())
        arbiter.does(Publish(told["round"]))
        play_round(arbiter, told)
    kinds = {team: arbiter.state.lineups[team, 2].by for team in (1, 6)}
    assert kinds == {1: "given", 6: "default"}


def squad(players: int = SQUAD) -> EventTeam:
    return EventTeam(1, "A", players=tuple(range(1, players + 1)))


def test_legal_line_ups_keep_the_order_of_the_list() -> None:
    told = HANDLING["TV-TD-LINEUP-1"]
    for players in told["legal"]:
        assert legal_order(squad(), players, "list", {}) is None
    for players in told["illegal"]:
        assert legal_order(squad(), players, "list", {}) == tuple(sorted(players))
    assert list(default_line_up(squad(), told["boards"])) == told["none_given"]
    assert default_line_up(squad(2), 4) == (1, 2, 0, 0)


@pytest.mark.parametrize("case", HANDLING["TV-TD-LINEUP-2"])
def test_wrong_boards(case: dict[str, Any]) -> None:
    assert list(wrong_boards(squad().players, case["played"])) == case["wrong_boards"]


@pytest.mark.parametrize("case", HANDLING["TV-TD-LINEUP-4"]["line_ups"])
def test_nobody_above_a_much_stronger_team_mate(case: dict[str, Any]) -> None:
    ratings = dict(enumerate(HANDLING["TV-TD-LINEUP-4"]["ratings"], 1))
    assert (legal_order(squad(), case["order"], "rating-100", ratings) is None) is case["ok"]


def test_more_than_half_must_be_there() -> None:
    told = HANDLING["TV-TD-PRESENT-1"]["boards_least"]
    assert {boards: least_present(int(boards)) for boards in told} == told
    arbiter = league()
    line_ups = ([1, 2, 3, 4], [1, 2, 3, 0], [1, 2, 0, 0], [1, 0, 0, 0])
    warned = [[one.code for one in arbiter.does(SetLineUp(1, 1, players)).warnings] for players in line_ups]
    assert warned == [[], [], ["lineup-few"], ["lineup-few"]]


def refused(arbiter: Arbiter, command: Any, *, plainly: bool = False) -> str:
    with pytest.raises(ArpadError) as problem:
        (arbiter.tries if plainly else arbiter.does)(command)
    return problem.value.key


def test_what_is_refused() -> None:
    arbiter = league()
    assert refused(arbiter, AddTeam("New", [1])) == "event-list-closed"
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    assert refused(arbiter, SetLineUp(1, 1, [1, 2, 4, 3])) == "event-lineup-order"
    assert refused(arbiter, SetLineUp(1, 1, [1, 2, 3])) == "event-lineup-boards"
    assert refused(arbiter, SetLineUp(1, 1, [1, 2, 3, 9])) == "event-lineup-player"
    assert refused(arbiter, SetLineUp(1, 1, [1, 2, 2, 3])) == "event-lineup-player"
    assert refused(arbiter, SetLineUp(99, 1, [1, 2, 3, 4])) == "event-team-unknown"
    assert refused(arbiter, ForfeitMatch(1, 1, "++")) == "event-match-forfeit"
    assert refused(arbiter, ForfeitMatch(1, 9, "+-")) == "event-match-unknown"
    assert refused(arbiter, ChangeTeam(1, list=[2, 1, 3, 4, 5])) == "event-team-list"
    assert refused(arbiter, WithdrawTeam(1, 1)) == "event-round-drawn"
    arbiter.does(Start(1, "2026-06-05T16:00:00+00:00"))
    assert refused(arbiter, SetLineUp(1, 1, [2, 3, 4, 5]), plainly=True) == "event-needs-reason"
    single = Arbiter({"rounds": 3})
    assert refused(single, AddTeam("A", [])) == "event-no-teams"


def test_an_empty_board_is_won_by_the_other_team() -> None:
    arbiter = league()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    arbiter.tries(SetLineUp(1, 1, [1, 2, 3, 0]))
    arbiter.tries(SetLineUp(7, 1, [31, 32, 33, 34]))
    first = match_documents(arbiter.state, 1)[0]
    assert [first.boards[3].result, first.score] == ["+/-", (0, 1)]
    cell = event_of(arbiter.state).players[33].rounds[0]
    assert [cell.opponent, cell.colour, cell.result] == [None, None, "+"]


def test_a_match_of_nobody_and_the_points_of_a_round() -> None:
    """I-17: match points of a round are two for every match, less two for each that both teams forfeit."""
    arbiter = league()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    for match in range(1, 7):
        arbiter.does(ForfeitMatch(1, match, "--" if match == 1 else "+-"))
    totals = team_totals(arbiter.state)
    assert sum(match for match, _ in totals.values()) == 2 * 6 - 2
    assert arbiter.state.rounds[1].complete


def test_a_round_robin_of_teams() -> None:
    arbiter = league(system="berger", rounds=11, order="given")
    assert len(arbiter.state.rounds) == 11
    meetings = [frozenset(match[1:]) for one in arbiter.state.rounds.values() for match in one.matches]
    assert len(set(meetings)) == len(meetings) == 66


def whole_league() -> Arbiter:
    arbiter = league()
    for told in LEAGUE["rounds"]:
        arbiter.does(DrawNext())
        arbiter.does(Publish(told["round"]))
        play_round(arbiter, told)
        if told.get("withdrawn"):
            arbiter.does(WithdrawTeam(told["withdrawn"][0], told["round"] + 1))
    return arbiter


def test_the_file_of_the_league() -> None:
    """310 with points, 300 for the wrong order, 320 for byes, 330 for the match without play, 299 for the wrong boards:
    read again, the teams have the points of the event."""
    arbiter = whole_league()
    data = export_trf(arbiter.state, "trf26").data
    lines = data.decode().splitlines()
    for line in (
        "192 CUSTOM_SWISS", "352 WBWB", "320  2.0  2.0 000 000 000 000 000 007 012",
        "300   3   4   5   17   19   18   20", "330 -+   5   4   9", "240 Z 006    4",
        "299     2.0   1.5  003    5", "299    -2.0  -1.5  003    4",
        "310   1 CA Candelas                              2293   10.0   16.5   3     1    2    3    4    5",
    ):  # fmt: skip
        assert line in lines
    report = read_report(data)
    table = standings(report)
    assert {row.number: row.points for row in table.rows} == {
        team: match for team, match, _ in LEAGUE["rounds"][-1]["after"]
    }
    places = [
        [(row.rank, row.number, row.points, row.values, row.decided) for row in found.rows]
        for found in (standings_after(arbiter.state)[0], table)
    ]
    assert places[0] == places[1]
    explained = explain_round(arbiter.state, arbiter.journal.lines, 3)
    _, white, black = arbiter.state.rounds[3].matches[1]
    assert numbers_at(arbiter.state, explained, 2) == (white, black), "teams are numbered as they are entered"
    assert steps_of_board(explained, white, black)
    shown = standings_in_words(table, "en")
    otero = next(row for row in shown.rows if "CA Otero" in row)
    assert otero[otero.index("CA Otero") + 5 :][:2] == ("9", "15½"), "the table has the points after the wrong boards"


def test_the_league_of_2026_is_paired_alike_from_its_file() -> None:
    """I-7 for teams: the Swiss Team system over the file draws the same round."""
    arbiter = league(system="team-2026", bye_points=[1, 2])
    for number in range(1, 4):
        arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        arbiter.does(Start(number, "2026-06-05T16:00:00+00:00"))
        for board in arbiter.state.rounds[number].games:
            arbiter.does(SetResult(number, board.number, ("1-0", "1/2", "0-1")[(board.number * number) % 3]))
    source = read_source(export_trf(arbiter.state, "trf26").data, None, None)
    answer = pair_round(source.state())
    assert isinstance(answer, Pairing)
    arbiter.does(DrawNext())
    teams = arbiter.state.team_numbers
    assert [(board.number, teams[board.white - 1], teams[board.black - 1]) for board in answer.boards] == list(
        arbiter.state.rounds[4].matches
    )


def started(**rules: Any) -> Arbiter:
    arbiter = league(**rules)
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    return arbiter


def test_the_next_round_waits_for_matches_without_boards() -> None:
    """A match whose line-ups nobody gave is not played: without them there is no next round."""
    arbiter = started()
    assert refused(arbiter, DrawNext()) == "event-matches-open"
    assert refused(arbiter, DrawNext(adjourn_open=True)) == "event-matches-open"
    assert refused(arbiter, PublishResults(1)) == "event-matches-open"


def test_line_ups_that_were_given_before_the_draw_make_boards() -> None:
    arbiter = league()
    for team in (1, 7):
        arbiter.tries(SetLineUp(team, 1, [entry_of(team, player) for player in (1, 2, 3, 5)]))
    arbiter.does(DrawNext())
    assert [board.white for board in arbiter.state.rounds[1].games] == [1, 32, 3, 35]


def test_an_empty_board_does_not_start_the_round() -> None:
    """Its result is known from the beginning; the line-ups of others are still in time."""
    arbiter = started()
    arbiter.tries(SetLineUp(1, 1, [1, 2, 3, 0]))
    arbiter.tries(SetLineUp(7, 1, [31, 32, 33, 34]))
    assert not arbiter.state.rounds[1].begun
    arbiter.tries(SetLineUp(2, 1, [6, 7, 8, 9]))
    arbiter.does(Recall(1))
    arbiter.does(Publish(1))
    assert arbiter.state.rounds[1].boards[4].result == "+/-"
    assert not arbiter.state.breaches


def test_a_board_with_the_wrong_colours_counts_for_the_right_team() -> None:
    """Each player keeps the score, and the corrected line-up of another board does not touch it."""
    arbiter = started()
    arbiter.does(Start(1, "2026-06-05T16:00:00+00:00"))
    for board, result in enumerate(("1-0", "1-0", "1/2", "0-1"), 1):
        arbiter.does(SetResult(1, board, result))
    before = matches_of(arbiter.state, 1)[0].score
    arbiter.does(SwapColours(1, 1))
    assert arbiter.state.rounds[1].boards[1].result == "0-1"
    assert matches_of(arbiter.state, 1)[0].score == before
    arbiter.does(SetLineUp(7, 1, [31, 32, 33, 35]))
    assert arbiter.state.rounds[1].boards[1].result == "0-1"


def test_a_match_in_which_nobody_sat_down_is_lost_by_both() -> None:
    """I-17: all boards lost by forfeit on both sides are a match that both forfeit."""
    arbiter = started()
    arbiter.does(Start(1, "2026-06-05T16:00:00+00:00"))
    for board in range(1, 25):
        arbiter.does(SetResult(1, board, "-/-" if board <= 4 else "1/2"))
    assert sum(points for points, _ in team_totals(arbiter.state).values()) == 2 * 6 - 2
    assert not matches_of(arbiter.state, 1)[0].played


def test_points_of_teams_are_taken_away() -> None:
    arbiter = started()
    arbiter.does(SetPenalty(1, 1, Fraction(-1, 2), Fraction(-1)))
    assert team_totals(arbiter.state)[1] == (Fraction(-1), Fraction(-1, 2))
    assert refused(arbiter, SetPenalty(13, 1, Fraction(-1))) == "event-team-unknown"
    assert "299    -1.0  -0.5  001    1" in export_trf(arbiter.state, "trf26").data.decode().splitlines()


def test_teams_that_may_not_meet() -> None:
    arbiter = league()
    arbiter.does(ForbidPairs([1, 7], first=1, last=1))
    arbiter.does(DrawNext())
    assert (1, 7) not in [match[1:] for match in arbiter.state.rounds[1].matches]
    assert "260 001 001    1    7" in export_trf(arbiter.state, "trf26").data.decode().splitlines()
    assert refused(arbiter, ForbidPairs(label="club")) == "event-of-teams"
    assert refused(arbiter, SetAbsence(1, 2, "Z")) == "event-of-teams"


def test_a_player_who_comes_late_to_a_team_has_the_last_number() -> None:
    arbiter = started()
    arbiter.does(Enter({"name": "Reserva", "rating": 2000, "from_round": 2}))
    assert arbiter.state.numbers[-1] == 61
    arbiter.does(ChangeTeam(1, list=[1, 2, 3, 4, 5, 61]))
    assert arbiter.state.entries[61].team == 1


def test_a_team_leaves_a_round_robin() -> None:
    """C.05 6.6: the matches it has not played go to the others; with fewer than half played, it counts for nobody."""
    arbiter = league(system="berger", rounds=11, order="given", match_points=[3, 1, 0])
    arbiter.does(Publish(1))
    arbiter.does(Start(1, "2026-06-05T16:00:00+00:00"))
    for board in arbiter.state.rounds[1].games:
        arbiter.does(SetResult(1, board.number, "1-0"))
    assert refused(arbiter, WithdrawTeam(1, 1)) == "event-team-over"
    arbiter.does(WithdrawTeam(1, 2))
    arbiter.does(WithdrawTeam(2, 2))
    signs = [
        one.forfeits.get(match) for one in arbiter.state.rounds.values() for match, *pair in one.matches if 1 in pair
    ]
    assert sorted(sign for sign in signs if sign) == ["+-"] * 5 + ["-+"] * 4 + ["--"]
    table, _ = standings_after(arbiter.state, 1)
    assert [row.number for row in table.rows if row.number in (1, 2)] == []
    assert "362 TW 3.0    TD 1.0    TL 0.0" in export_trf(arbiter.state, "trf26").data.decode().splitlines()
