"""Taking over an event from another program's file, in the middle of a round (J6, I-8)."""

import datetime as dt
import json
from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter import Arbiter
from arpad.formats.read import read_report
from arpad.formats.report import Bye
from arpad.formats.scores import Scores
from arpad.formats.trf_pairing import TrfVersion
from arpad.i18n import ArpadError
from arpad.standings.table import standings
from arpad.tournament._file_content import byes_to_come
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.acts.teams import WithdrawTeam
from arpad.tournament.as_report import event_of, lines_of, scores_of
from arpad.tournament.drawing import restricted, swiss_system
from arpad.tournament.export import export_trf, state_after_round
from arpad.tournament.journal import Confirmation, Journal, NotConfirmed
from arpad.tournament.log import LogChange, read_lines
from arpad.tournament.public import public_view
from arpad.tournament.results import TypedResult
from arpad.tournament.standings import event_document, standings_after
from arpad.tournament.state import EventState, round_stage
from arpad.tournament.takeover import TakeOver, take_over
from arpad.tournament.teams import matches_of, team_totals
from arpad.tournament.verification import prove
from league_of_twelve import LEAGUE_ROUNDS, league, play_round
from made_tournaments import MadeTournament, without_places
from places import FIXTURES
from proofs import law

FOLDER = FIXTURES / "tournament"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "takeover.expected.json").read_text("utf-8"))
VERDICTS: dict[str, Any] = json.loads((FIXTURES / "forensics" / "expected.json").read_text("utf-8"))
AT = dt.datetime(2026, 5, 5, 20, tzinfo=dt.UTC)
VERSIONS: tuple[TrfVersion, ...] = ("trf16", "trf26")
FILES = ("takeover-16.trf", "takeover-26.trf")


def taken(name: str) -> TakeOver:
    return take_over((FOLDER / name).read_bytes(), file=name, system="dutch-2017")


@pytest.mark.long
@pytest.mark.parametrize("name", VERDICTS)
def test_the_verdict_of_every_round_that_was_taken_over_is_kept(name: str) -> None:
    """In the log, so in words as long as the event is there. What everybody sees does not have it."""
    data = (FIXTURES / "swiss_manager" / f"{name}.TUNX").read_bytes()
    journal = begun(take_over(data, file=f"{name}.TUNX", slug="kept"), yes=True)
    rounds = event_document(journal.state).document()["imported_rounds"]
    wanted = VERDICTS[name]["rounds"]
    assert [(one["round"], one["verdict"]) for one in rounds] == [(one["round"], one["verdict"]) for one in wanted]
    assert [one["fits"] for one in rounds] == [
        [edition for edition in ("dutch-2017", "dutch-2026") if one[edition]] for one in wanted
    ]
    spanish = event_document(journal.state).document("es")["imported_rounds"]
    assert not {one["verdict"] for one in spanish} & {"both editions", "neither", "by hand"}
    assert "verdicts" not in (public_view(journal.state).imported or {})
    assert prove(journal.lines).proved


def test_a_round_robin_that_was_taken_over_has_no_verdicts() -> None:
    name = "a03-roundrobin-six.TURX"
    state = begun(take_over((FIXTURES / "swiss_manager" / name).read_bytes(), file=name), yes=True).state
    assert "imported_rounds" not in event_document(state).document()


def begun(plan: TakeOver, yes: bool = False) -> Journal:
    journal = Journal()
    journal.act(plan.command(), "Clara Arbizo", AT, Confirmation(yes=yes))
    return journal


@pytest.mark.parametrize("name", FILES)
def test_j6_an_event_in_the_middle_of_a_round(name: str) -> None:
    """Round 5 is published with 29 open boards, round 4 has one adjourned game, and two players are not paired."""
    plan = taken(name)
    state = begun(plan).state
    assert plan.differing == ()
    assert [round_stage(state, number) for number in sorted(state.rounds)] == [
        "locked", "locked", "locked", "complete", "published",
    ]  # fmt: skip
    assert state.event_rules.rounds == EXPECTED["rounds"]
    adjourned = [board for board in state.rounds[4].games if board.result == "*"]
    assert [[state.number_of(board.white), state.number_of(board.black)] for board in adjourned] == [[3, 20]]
    assert [board.result for board in state.rounds[5].games] == [None] * EXPECTED["open_boards"]["5"]
    assert state.rounds[5].bye is EXPECTED["bye_5"]
    absent = sorted([state.number_of(entry), kind] for entry, kind in state.rounds[5].absent.items())
    assert absent == EXPECTED["not_paired_5"]
    scores, past = scores_of(state, 4), lines_of(state, 4, for_pairing=True)
    points = {str(rank): float(scores.sum(rank, cells)) for rank, cells in past.items()}
    assert points == EXPECTED["pairing_points_after_4"]


@pytest.mark.parametrize("name", FILES)
def test_j6_the_next_round_waits_for_the_results(name: str) -> None:
    journal = begun(taken(name))
    with pytest.raises(ArpadError) as problem:
        journal.act(DrawNext(), "Clara Arbizo", AT)
    assert problem.value.key == "event-results-missing"
    assert "29 in all" in str(problem.value)


def test_j6_trf16_asks_whether_an_absent_player_has_left() -> None:
    """TRF26 says by 240 that 56 is away in rounds 6 to 9; TRF16 cannot."""
    asked = {name: [one.player for one in taken(name).findings if one.code == "import-has-left"] for name in FILES}
    assert asked == {"takeover-16.trf": [56], "takeover-26.trf": []}
    assert byes_to_come(begun(taken("takeover-16.trf")).state, 5) == ()
    later = byes_to_come(begun(taken("takeover-26.trf")).state, 5)
    assert [(bye.kind, bye.round, bye.players) for bye in later] == [("Z", number, (56,)) for number in range(6, 10)]


@pytest.mark.parametrize("name", FILES)
def test_j6_it_is_continued_to_the_same_round_6(name: str) -> None:
    """With the results of the event itself, the adjourned game ended 1-0, and 55 and 56 withdrawn."""
    journal = begun(taken(name))
    log = list(read_lines((FOLDER / "swiss-60.log.jsonl").read_text("utf-8")))
    order = log[83].data["numbers"]
    drawn = {board: (order.index(white) + 1, order.index(black) + 1) for board, white, black in log[83].data["boards"]}
    results = {drawn[board]: result for board, result in log[86].data["results"]} | {drawn[3]: "0-1"}
    state = journal.state
    told = [
        [board.number, results[state.number_of(board.white) or 0, state.number_of(board.black) or 0]]
        for board in state.rounds[5].games
    ]
    adjourned = next(board.number for board in state.rounds[4].games if board.result == "*")
    gone = [state.numbers[number - 1] for number in (55, 56)]
    lines = [
        LogChange("results.set", {"round": 5, "results": told}),
        LogChange("result.set", {"round": 4, "board": adjourned, "result": "1-0"}),
        *(LogChange("entry.withdrawn", {"entry": entry, "from_round": 6, "reason": "asked"}) for entry in gone),
    ]
    journal.act(lambda _state, _confirmations: lines, "Clara Arbizo", AT)
    journal.act(DrawNext(), "Clara Arbizo", AT)
    found = journal.state.rounds[6]
    seats = [
        [board.number, journal.state.number_of(board.white), journal.state.number_of(board.black)]
        for board in found.games
    ]
    assert seats == [
        [board, order.index(white) + 1, order.index(black) + 1] for board, white, black in log[89].data["boards"]
    ]


@pytest.mark.parametrize("name", FILES)
def test_j6_a_round_trip_keeps_every_cell(name: str) -> None:
    version: TrfVersion = "trf16" if "16" in name else "trf26"
    back = read_report(export_trf(begun(taken(name)).state, version).data)
    given = read_report((FOLDER / name).read_bytes())
    assert [_bare(player) for player in back.event.players] == [_bare(player) for player in given.event.players]


def _bare(player: Any) -> Any:
    return player._replace(line=0, final_rank=None)


def test_rounds_that_differ_are_confirmed_once_and_said_in_later_files() -> None:
    """Rounds 5, 7 and 8 were right when they were drawn; the finished file cannot show it."""
    plan = taken("swiss-60.final.trf")
    assert [checked.number for checked in plan.differing] == [5, 7, 8]
    with pytest.raises(NotConfirmed) as problem:
        begun(plan)
    assert "5 (" in str(problem.value)
    assert [warning.code for warning in problem.value.warnings] == ["import-round"] * 3 + ["import-differs"]
    state = begun(plan, yes=True).state
    comments = [line for line in export_trf(state, "trf16").data.decode().splitlines() if line.startswith("###")]
    given = (FOLDER / "swiss-60.final.trf").read_text("utf-8").splitlines()
    said = [line for line in given if line.startswith("###")]
    added = [comment.partition(":")[0] for comment in comments if comment not in said]
    assert added == [f"### Import @ Round {number}" for number in (5, 7, 8, 9)]
    assert {*said} <= {*comments}, "the comments of the file are kept"
    assert (len(said), len(comments)) == (7, 11), "each once"


def test_a_finished_event_comes_back_with_its_points() -> None:
    state = begun(taken("swiss-60.final.trf"), yes=True).state
    given = (FOLDER / "swiss-60.final.trf").read_bytes()
    kept = [without_places(data).decode().splitlines() for data in (export_trf(state, "trf16").data, given)]
    assert [line for line in kept[0] if line[:3] == "001"] == [line for line in kept[1] if line[:3] == "001"]


@law(20, long=40)
@given(st.integers(0, 10**9), st.sampled_from(VERSIONS))
def test_what_is_exported_comes_back(seed: int, version: TrfVersion) -> None:
    """I-8: import(export(E)) has the same cells, points, byes, open games, numbers and forbidden pairs."""
    made = MadeTournament(Random(seed))
    for number in made.before_each_round():
        state = made.state
        data = export_trf(state, version).data
        system = swiss_system(state).id if version == "trf16" else None
        back = begun(take_over(data, file="made.trf", system=system), yes=True).state
        assert dict(_known(back, number)) == dict(_known(state, number))
        later = byes_to_come(state, number - 1)
        gone = {state.number_of(entry) for entry in state.numbers if state.entries[entry].gone}
        past = event_of(state, number - 1).players
        never = {one.rank for one in past if number > 1 and not any(cell.opponent for cell in one.rounds)}
        found = {told for told in _each_bye(byes_to_come(back, number - 1), gone) if told[2] not in never}
        assert found == {
            (kind, one, player)
            for kind, one, player in _each_bye(later, gone)
            if player not in never and (version == "trf26" or one == number or player in gone)
        }, "a TRF16 has the next round, and who left; those who have never played stay out"
        rounds = range(number, made.rounds + 1) if version == "trf26" else [number]
        if all(one.hard for one in state.restrictions):
            assert [_pairs(back, one) for one in rounds] == [_pairs(state, one) for one in rounds]


def _each_bye(byes: Iterable[Bye], gone: Collection[int | None]) -> set[tuple[str, int, int]]:
    """Every bye: kind, round, player. Of players who left, a half-point bye that they had asked for is an absence."""
    return {("Z" if player in gone else bye.kind, bye.round, player) for bye in byes for player in bye.players}


def _known(state: EventState, number: int) -> Iterator[tuple[str, object]]:
    """What a file says about the rounds before one."""
    event = event_of(state, number - 1)
    scores = Scores(event)
    yield "cells", [[cell[:4] for cell in player.rounds] for player in event.players]
    yield "points", [scores.total(player) for player in event.players]
    yield "names", [player.name for player in event.players]
    yield "initial", state.initial
    yield "rounds", state.event_rules.rounds


def _pairs(state: EventState, number: int) -> set[tuple[int, int]]:
    return {
        (one, other)
        for said in restricted(state, number)
        for one in said.players
        for other in said.players
        if one < other
    }


def round_robin(system: str, players: int, played: int) -> Journal:
    """A round robin after some of its rounds, all drawn by White."""
    journal = Journal()
    rules = {"slug": "rr", "name": "Round robin", "federation": "ESP", "start": "2026-05-01", "system": system}
    journal.act(Create(rules), "lot", AT)
    for number in range(1, players + 1):
        journal.act(Enter({"name": f"Player {number}", "rating": 2400 - number}), "lot", AT)
    journal.act(CloseList(1, "w"), "lot", AT)
    for number in range(1, played + 1):
        boards = journal.state.rounds[number].boards
        lines = [
            LogChange("round.published", {"round": number}),
            LogChange("results.set", {"round": number, "results": [[board, "1/2"] for board in boards]}),
        ]
        journal.act(lambda _state, _confirmations, lines=lines: lines, "lot", AT)  # type: ignore[misc]
    return journal


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("system", "players"), [("berger", 6), ("berger", 5), ("double-berger", 4)])
def test_a_round_robin_goes_on_by_its_table(system: str, players: int, version: TrfVersion) -> None:
    """The rounds to come are drawn as the table has them, and boards have its order."""
    state = round_robin(system, players, 2).state
    plan = take_over(export_trf(state, version).data, file="rr.trf")
    back = begun(plan).state
    assert (plan.system, back.last_published, set(back.rounds)) == (system, 2, set(state.rounds))
    assert [_seats(back, number) for number in back.rounds] == [_seats(state, number) for number in state.rounds]


def _seats(state: EventState, number: int) -> list[tuple[int, int | None, int | None]]:
    games = state.rounds[number].games
    return [(board.number, state.number_of(board.white), state.number_of(board.black)) for board in games]


def test_a_round_robin_that_is_not_played_by_its_table_goes_on_by_hand() -> None:
    data = export_trf(round_robin("berger", 6, 2).state, "trf26").data
    plan = take_over(data.replace(b"142 5", b"142 7"), file="rr.trf")
    assert (plan.system, "import-by-hand" in [finding.code for finding in plan.findings]) == ("manual", True)
    assert begun(plan).state.last_published == 2


def test_the_file_of_a_round_of_a_table_has_no_later_round() -> None:
    journal = round_robin("berger", 6, 3)
    state = state_after_round(journal.lines, 1)
    players = read_report(export_trf(state, "trf26", upto=1).data).event.players
    assert {len(player.rounds) for player in players} == {1}


def test_what_a_file_says_about_its_event_becomes_its_rules() -> None:
    given = (FOLDER / "swiss-60.final.trf").read_text("utf-8")
    told = given.replace("XXR 9\n", "XXR 9\nXXS W=3.0 D=1.0\n172 ESP NIDOF\n212 PTS,BH/C1,BH\n112 Ana Sol\n")
    national = "ESP   60 m    Ribanca, Lucas                    1711\n"
    plan = take_over((told + national).encode(), file="given.trf", system="dutch-2017")
    state = begun(plan, yes=True).state
    rules = state.event_rules
    assert (rules.slug, rules.order, rules.tie_breaks) == ("open-de-valdeoca-2026", "nidof", ("BH/C1", "BH"))
    assert [str(rules.worth[name]) for name in ("win", "draw", "bye")] == ["3", "1", "1"]
    assert (rules.chief_arbiter, rules.arbiters) == ("FA Arbizo, Clara", ("Ana Sol",))
    assert [row["start"] for row in rules.schedule] == [f"2026-05-{day:02}" for day in range(1, 10)]
    assert state.entries[60].ratings == {"national": 1711}
    assert "172 ESP NIDOF" in export_trf(state, "trf26").data.decode()
    assert f"\n{national.rstrip()} POR" in export_trf(state, "trf26").data.decode()


def test_numbers_with_gaps_keep_their_order() -> None:
    data = (FOLDER / "takeover-26.trf").read_text("utf-8")
    lines = [line.replace("001   60", "001   61") for line in data.splitlines() if not line.startswith("240")]
    lines = [line.replace("  60 w ", "  61 w ").replace("  60 b ", "  61 b ") for line in lines]
    plan = take_over("\n".join([*lines, ""]).encode(), file="gaps.trf")
    assert "import-numbers" in [finding.code for finding in plan.findings]
    state = begun(plan).state
    assert (len(state.numbers), state.entries[state.numbers[59]].name) == (60, "Ribanca, Lucas")


def test_rounds_of_a_file_are_proved_as_given_and_later_ones_as_drawn() -> None:
    """What another program drew is not proved as a draw of this one."""
    journal = begun(taken("takeover-26.trf"))
    journal.act(DrawNext(adjourn_open=True), "Clara Arbizo", AT, Confirmation(yes=True))
    assert [proof.outcome for proof in prove(journal.lines).rounds] == ["given"] * 5 + ["proved"]


LEAGUE = (FOLDER / "team-12.trf").read_bytes()


def test_j3_the_league_comes_back_with_its_matches_and_its_points() -> None:
    """310 for the lists, 300 for the wrong order, 330 for the match without play, 320 for the byes, 299 for the wrong
    boards, 240 for the team that left: the points are those of the event, and nothing is a penalty."""
    plan = take_over(LEAGUE, file="team-12.trf", system="dutch-2017")
    assert plan.differing == ()
    state = begun(plan).state
    told = json.loads((FOLDER / "team-12.json").read_text("utf-8"))
    assert {team: list(points) for team, points in team_totals(state).items()} == {
        team: [match, game] for team, match, game in told["rounds"][-1]["after"]
    }
    for one in told["rounds"]:
        found = matches_of(state, one["round"])
        assert [[match.white, match.black, list(match.score)] for match in found] == [
            [match["white"], match["black"], match["score"]] for match in one["matches"]
        ]
        assert state.rounds[one["round"]].bye == one["bye"]
    assert (state.penalties, state.teams[4].withdrawn_from, state.event_rules.line_up) == ((), 6, "list")
    written, given = (without_places(data).decode() for data in (export_trf(state, "trf26").data, LEAGUE))
    records = {line for line in given.splitlines() if line[:3] in ("310", "320", "300", "330", "299")}
    assert records <= set(written.splitlines())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("number", [3, 5])
def test_j3_the_league_is_taken_over_in_the_middle_and_continued_to_the_same_end(
    number: int, version: TrfVersion
) -> None:
    """After round 3, with a wrong order in it, and after round 5, in which a team did not come: the draws that follow
    are those of the league, and so are the points at the end."""
    arbiter = league()
    for told in LEAGUE_ROUNDS[:number]:
        arbiter.does(DrawNext())
        arbiter.does(Publish(told["round"]))
        play_round(arbiter, told)
        _withdraw(arbiter, told)
    data = export_trf(arbiter.state, version).data
    arbiter.journal = begun(take_over(data, file="league.trf", system="dutch-2017"), yes=True)
    assert prove(arbiter.journal.lines).proved
    for told in LEAGUE_ROUNDS[number:]:
        arbiter.does(DrawNext())
        arbiter.does(Publish(told["round"]))
        found = arbiter.state.rounds[told["round"]]
        assert [list(match) for match in found.matches] == [
            [match["match"], match["white"], match["black"]] for match in told["matches"]
        ]
        play_round(arbiter, told)
        _withdraw(arbiter, told)
    assert {team: list(points) for team, points in team_totals(arbiter.state).items()} == {
        team: [match, game] for team, match, game in LEAGUE_ROUNDS[-1]["after"]
    }


def _withdraw(arbiter: Arbiter, told: dict[str, Any]) -> None:
    if told.get("withdrawn"):
        arbiter.does(WithdrawTeam(told["withdrawn"][0], told["round"] + 1))


def test_matches_that_nobody_has_sat_down_to_are_known_by_802() -> None:
    """The round is published and no line-up is in: the next program still knows who meets whom, with which colour."""
    arbiter = league()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    back = begun(take_over(export_trf(arbiter.state, "trf26").data, file="league.trf", system="dutch-2017")).state
    assert back.rounds[1].matches == arbiter.state.rounds[1].matches
    assert not back.rounds[1].boards


def _league_with(old: str, new: str) -> bytes:
    assert old in LEAGUE.decode(), old
    return LEAGUE.decode().replace(old, new, 1).encode()


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("330 -+   5   4   9", "330 -+   5   4   8", "CA Castrejo, CA Valdeoca, CA Penilla"),
        ("   31   32   33   34   35", "   31   32   33   34   36", "CA Candelas, CA Penilla"),
        ("310   1 CA Candelas                              2293   10.0   16.5   3     1    2    3    4    5\n", "", ""),
    ],
)
def test_boards_that_do_not_form_matches_are_refused_with_the_names(old: str, new: str, names: str) -> None:
    with pytest.raises(ArpadError) as problem:
        take_over(_league_with(old, new), file="league.trf", system="dutch-2017")
    assert problem.value.key == "event-import-teams"
    assert names in problem.value.text()
    assert "\n" not in problem.value.text("es")


def test_an_event_of_players_with_teams_beside_it_is_taken_over_as_such() -> None:
    """013 for the prizes of clubs: the boards form no matches, and the arbiter says that players are paired."""
    text = (FOLDER / "takeover-16.trf").read_text("utf-8").replace("092 Individual: ", "092 ")
    clubs = "013 Club A                             1    2    3\n013 Club B                             4    5    6\n"
    with pytest.raises(ArpadError) as problem:
        take_over((text + clubs).encode(), file="clubs.trf", system="dutch-2017")
    assert problem.value.key == "event-import-teams"
    plan = take_over((text + clubs).encode(), file="clubs.trf", system="dutch-2017", kind="individual")
    assert len(begun(plan).state.numbers) == 60
    with pytest.raises(ArpadError) as problem:
        take_over(text.encode(), file="open.trf", system="dutch-2017", kind="team")
    assert problem.value.key == "event-import-no-teams"


@pytest.mark.parametrize("name", ["rr-6x2", "rr-7", "tec-round-robin-6"])
def test_a_round_robin_paired_by_hand_is_ranked_as_a_round_robin(name: str) -> None:
    """Its table is not one of ours, so it goes on by hand; it was exported, and ranked, as a Swiss."""
    data = (FIXTURES / "standings" / f"{name}.trf").read_bytes()
    given = read_report(data)
    state = begun(take_over(data, file=name, rounds=given.event.all_rounds), yes=True).state
    back = read_report(export_trf(state, "trf26").data)
    assert (back.event.type, back.event.type_code) == (given.event.type, given.event.type_code)
    theirs, ours = standings(given), standings(back)
    assert (ours.competition.kind, ours.tie_breaks) == ("round-robin", theirs.tie_breaks)
    assert [(row.rank, row.number, row.values) for row in ours.rows] == [
        (row.rank, row.number, row.values) for row in theirs.rows
    ]
    assert standings_after(state)[0].rows == ours.rows


def test_half_point_byes_of_teams_stay_what_they_are() -> None:
    """240 H: neither an absence nor extra points (299), and no tie-break changes."""
    data = (FOLDER / "team-half-point-byes.trf").read_bytes()
    written = export_trf(begun(take_over(data, file="league", compared=False), yes=True).state, "trf26").data.decode()
    assert "\n299" not in written
    byes = [line.split() for line in written.splitlines() if line.startswith("240")]
    assert byes == [
        ["240", "H", "001", "2"],
        ["240", "H", "003", "4"],
        ["240", "H", "004", "6"],
        ["240", "H", "005", "2"],
    ]
    given, back = standings(read_report(data)), standings(read_report(written.encode()))
    assert [(row.rank, row.number, row.values) for row in back.rows] == [
        (row.rank, row.number, row.values) for row in given.rows
    ]


def test_a_team_that_is_away_in_a_round_to_come_is_not_drawn_in_it() -> None:
    """240 for one of the rounds that are left: the team was drawn all the same."""
    data = (FOLDER / "team-half-point-byes.trf").read_text("utf-8").replace("142 6", "142 8")
    plan = take_over(f"{data}240 H   7    3\n".encode(), file="league", compared=False)
    journal = begun(plan, yes=True)
    journal.act(DrawNext(), "Clara Arbizo", AT, Confirmation(True, "a reason", True))
    found = journal.state.rounds[7]
    assert found.absent == {3: "H"}
    assert 3 not in {team for _, *pair in found.matches for team in pair}


def test_players_who_never_played_stay_out_of_the_draw() -> None:
    """Absent in all five rounds, and no word of the sixth; XXZ keeps another player out of it alone."""
    lines = (FOLDER / "export-ranks.trf").read_text("utf-8").replace("142 5", "142 7").splitlines()
    away = "".join("  0000 - Z" for _ in range(5))
    head = "001   13 m    Nobody, Ever                      1900 ESP    70000013 1972/00/00  0.0   13"
    data = "\n".join([*lines, f"{head}{away}", "240 Z 006   12", "240 H 006   11", ""])
    plan = take_over(data.encode(), file="away.trf", compared=False)
    assert [one.player for one in plan.findings if one.code == "import-never-played"] == [13]
    journal = begun(plan, yes=True)
    assert {key: kind for key, kind in journal.state.absences.items() if key[1] > 5} == {
        (13, 6): "Z", (13, 7): "Z", (12, 6): "Z", (11, 6): "H",
    }  # fmt: skip
    journal.act(DrawNext(), "Clara Arbizo", AT, Confirmation(True, "a reason", True))
    assert not {11, 12, 13} & journal.state.rounds[6].players
    assert (journal.state.event_rules.half_point_byes, journal.state.event_rules.half_byes_until) == (1, 6)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_late_entry_who_was_then_absent_is_no_player_who_never_came(version: TrfVersion) -> None:
    """6 plays from round 2 on, and was absent in it: nobody took the player for one who never came, until the file was
    taken over. The file says it once, also when it is written again."""
    journal = Journal()
    rules = {"slug": "late", "name": "Late", "federation": "ESP", "start": "2026-05-01", "system": "dutch", "rounds": 5}
    yes = Confirmation(True, "a reason", True)
    journal.act(Create(rules), "lot", AT)
    for number in range(1, 7):
        more = {"from_round": 2} if number == 6 else {}
        journal.act(Enter({"name": f"Player {number}", "rating": 2400 - number, **more}), "lot", AT, yes)
    journal.act(CloseList(1, "w"), "lot", AT)
    journal.act(SetAbsence(6, 2, "Z"), "lot", AT)
    for number in (1, 2):
        for command in (DrawNext(), Publish(number)):
            journal.act(command, "lot", AT, yes)
        boards = journal.state.rounds[number].boards
        journal.act(SetResults(number, [TypedResult(board, "1/2") for board in boards]), "lot", AT, yes)
    data = export_trf(journal.state, version).data
    assert data.decode().count("### Late entry @ Round 2: 6\n") == 1
    plan = take_over(data, file="late.trf", rounds=5)
    assert [one.code for one in plan.findings if one.code in ("import-never-played", "import-has-left")] == []
    back = begun(plan, yes=True)
    assert export_trf(back.state, version).data.decode().count("### Late entry @ Round 2: 6\n") == 1
    back.act(DrawNext(), "lot", AT, yes)
    assert 6 in back.state.rounds[3].players


def test_a_report_for_rating_is_told_from_a_file_of_the_event() -> None:
    """3-18 of round 2 is 1-0 for rating and was drawn: its 299 looks like a penalty, which a finding says."""
    for name, count in (("swiss-60.rating.trf", 1), ("swiss-60.final.trf", 0)):
        found = [one for one in taken(name).findings if one.code == "import-rated"]
        assert [(one.severity, one.values["count"]) for one in found] == [("warning", 1)] * count
