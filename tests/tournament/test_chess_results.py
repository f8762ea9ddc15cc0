"""An event as the upload file of chess-results: what it says, and what is refused with nothing written."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.formats.chess_results import Upload, check_upload, read_upload
from arpad.i18n import ArpadError
from arpad.standings.codes import parse_code
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResult, SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.acts.teams import AddTeam, SetLineUp, SetTeamAbsence
from arpad.tournament.chess_results import _number_of, export_chess_results
from arpad.tournament.results import TypedResult
from arpad.tournament.standings import standings_after
from arpad.tournament.teams import matches_of
from league_of_twelve import LEAGUE_ROUNDS, league, play_round
from typed_events import TypedEvent
from web_event import MakeEventOffice, at_desk

RULES: dict[str, Any] = {
    "rounds": 3, "system": "dutch-2017", "federation": "ESP", "end": "2026-05-03",
    "tie_breaks": ["BH/C1", "STD", "WIN"],
    "city": "Valdeoca", "rating_edition": "fide-2024", "chief_arbiter": "IA Arbizo, Clara",
    "schedule": [{"round": 1, "start": "2026-05-01T16:00"}],
}  # fmt: skip


def after_a_round(results: list[str], **rules: Any) -> Arbiter:
    """Five players after round 1: two boards and the bye."""
    arbiter = Arbiter({**RULES, **rules})
    arbiter.does(Enter({"name": "Rúiz & Co, Ana", "id": "99200011", "sex": "f", "rating": 2100, "born": 1990}))
    for place in range(2, 6):
        arbiter.does(Enter({"name": f"Player {place}", "rating": 2100 - place}))
    arbiter.closes(seed=1)
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    arbiter.does(SetResults(1, [TypedResult(board, result) for board, result in enumerate(results, 1)]))
    return arbiter


def pairs(data: bytes) -> list[tuple[str, ...]]:
    names = ("whiteno", "blackno", "reswhite", "resblack", "forfeit")
    return [tuple(map(one.text, names)) for one in read_upload(data).of("playerpairing")]


def test_a_swiss_is_written_and_passes_every_check() -> None:
    file = export_chess_results(after_a_round(["1-0", "1/2"]).state, key=77)
    upload = read_upload(file.data)
    assert check_upload(upload) == ()
    tournament = upload.tournament
    wanted = {
        "key": "77", "type": "0", "rounds": "3", "currentround": "1", "rankinground": "1", "from": "20260501",
        "to": "20260503", "federation": "ESP", "endstatus": "N", "ratedfide": "J", "tb1no": "84",
        "tb1_detail": "0,0,1,-,-", "tb2no": "5", "tb3no": "68", "tb3_detail": "0,-", "tb4no": "0",
    }  # fmt: skip
    assert {name: tournament.text(name) for name in wanted} == wanted
    assert [one.code for one in file.findings] == ["chess-results-by-hand"]
    assert upload.of("round")[0].attributes == {"round": "1", "date": "20260501", "time": "16:00"}
    first = upload.of("player")[0]
    assert [first.text(name) for name in ("lastname", "firstname", "fideid", "sex", "dob", "pts")] == [
        "Rúiz & Co", "Ana", "99200011", "w", "1990", "1,0",
    ]  # fmt: skip
    assert pairs(file.data)[0][2:] == ("1.0", "0.0", "")
    assert pairs(file.data)[1][2:] == ("0.5", "0.5", "")
    assert pairs(file.data)[2][1:] == ("-1", "1.0", "0.0", "K")


@pytest.mark.parametrize(
    ("result", "written"),
    [
        ("+/-", ("1.0", "0.0", "K")),
        ("-/-", ("0.0", "0.0", "K")),
        ("L-W", ("0.0", "1.0", "U")),
        ("D-D", ("0.5", "0.5", "U")),
        ("0-0", ("0.0", "0.0", "D")),
        ("1/2-0", ("0.5", "0.0", "D")),
    ],
)
def test_results_have_their_codes(result: str, written: tuple[str, str, str]) -> None:
    data = export_chess_results(after_a_round([result, "1-0"]).state).data
    assert pairs(data)[0][2:] == written


def test_before_the_first_result_everybody_has_nothing() -> None:
    upload = read_upload(export_chess_results(after_a_round([]).state).data)
    assert upload.tournament.text("rankinground") == "0"
    assert {one.text("pts") for one in upload.of("player")} == {"0,0"}
    assert pairs(export_chess_results(after_a_round([]).state).data)[0][2:] == ("", "", "")


def test_a_round_robin_says_who_is_active() -> None:
    arbiter = Arbiter({**RULES, "system": "berger", "tie_breaks": ["SB"]})
    arbiter.enters(4)
    arbiter.closes(seed=1)
    upload = read_upload(export_chess_results(arbiter.state).data)
    assert upload.tournament.text("type") == "1"
    assert {one.text("state") for one in upload.of("player")} == {"0"}


def test_long_texts_are_cut_and_told() -> None:
    arbiter = Arbiter(RULES)
    arbiter.does(Enter({"name": f"{'Long' * 10}, Ana", "rating": 2000}))
    arbiter.enters(4)
    arbiter.closes(seed=1)
    file = export_chess_results(arbiter.state)
    assert [(one.code, one.player) for one in file.findings] == [("chess-results-cut", 5)]
    assert len(read_upload(file.data).of("player")[4].text("lastname")) == 32


@pytest.mark.parametrize(
    ("rules", "key", "says"),
    [
        ({"federation": ""}, "chess-results-refused", "tournament@federation"),
        ({"end": None}, "chess-results-refused", "to="),
        ({"points": {"win": 3, "draw": 1}}, "chess-results-scoring", "½"),
    ],
)
def test_an_event_that_the_file_cannot_tell_is_refused(rules: dict[str, Any], key: str, says: str) -> None:
    given = {name: value for name, value in (RULES | rules).items() if value not in (None, "")}
    arbiter = Arbiter(given)
    arbiter.enters(4)
    arbiter.closes(seed=1)
    with pytest.raises(ArpadError) as refused:
        export_chess_results(arbiter.state)
    assert refused.value.key == key
    assert says in refused.value.text("en")
    assert says in refused.value.text("es")


def test_scores_above_one_are_refused_with_the_board() -> None:
    with pytest.raises(ArpadError, match=r"Round 1: .*do not add up"):
        export_chess_results(after_a_round(["1-1/2", "1-0"]).state)


def test_a_knock_out_is_refused() -> None:
    with pytest.raises(ArpadError) as refused:
        export_chess_results(Arbiter(RULES | {"system": "knockout", "rounds": 2, "tie_breaks": []}).state)
    assert refused.value.key == "chess-results-kind"


def test_a_league_is_written_with_teams_matches_and_boards() -> None:
    """Rounds 1 to 5 of the league: wrong boards in round 3, a team that does not come in round 5."""
    arbiter = league(federation="ESP", end="2026-06-07", tie_breaks=["GPTS", "DE"])
    for told in LEAGUE_ROUNDS[:5]:
        arbiter.does(DrawNext(told["round"]))
        arbiter.does(Publish(told["round"]))
        play_round(arbiter, told)
    file = export_chess_results(arbiter.state)
    upload = read_upload(file.data)
    assert check_upload(upload) == ()
    wanted = {"type": "3", "homecolor": "w", "samecolor": "N", "playerperteam": "4", "tb1no": "1", "tb2no": "6"}
    assert {name: upload.tournament.text(name) for name in wanted} == wanted
    table = standings_after(arbiter.state, 5).table
    assert {(one.whole("no"), one.text("teamname"), one.amount("points")) for one in upload.of("team")} == {
        (row.number, row.name, row.points) for row in table.rows
    }
    assert [one.whole("rank") for one in sorted(upload.of("team"), key=lambda one: one.whole("rank") or 0)] == [
        *range(1, 13)
    ]
    matches = [match for number in range(1, 6) for match in matches_of(arbiter.state, number)]
    written = {
        (one.whole("round"), one.whole("pairing")): (one.amount("res1"), one.amount("res2"))
        for one in upload.of("teampairing")
    }
    assert written == {(match.round, match.number): match.score for match in matches}
    seats = {(one.whole("teamno"), one.whole("board")) for one in upload.of("player")}
    assert seats == {(team, board) for team in range(1, 13) for board in range(1, 6)}
    left_out = {one.code: one.values for one in file.findings}
    assert left_out["chess-results-empty-seats"]["boards"] == "3.2.2, 3.2.3, 5.4"
    assert left_out["chess-results-by-hand"]["codes"] == "DE"
    boards = {(one.text("round"), one.text("pairing"), one.text("board")) for one in upload.of("playerpairing")}
    assert len(boards) == len(upload.of("playerpairing")) == 5 * 6 * 4 - 2 - 4
    assert ("3", "2", "2") not in boards


def matches_in(upload: Upload, number: int) -> list[tuple[str, ...]]:
    names = ("pairing", "no1", "no2", "res1", "res2")
    return [tuple(map(one.text, names)) for one in upload.of("teampairing") if one.whole("round") == number]


def test_the_bye_of_a_team_is_written_and_an_empty_seat_is_told() -> None:
    arbiter = Arbiter({**RULES, "kind": "team", "system": "team-2026", "boards": 2, "tie_breaks": []})
    for team in range(1, 4):
        entries = []
        for place in (1, 2):
            done = arbiter.does(Enter({"name": f"Player {team}{place}", "rating": 2100 - 10 * team - place}))
            entries.append(done.lines[-1].data["entry"])
        arbiter.does(AddTeam(f"Team {team}", entries))
    arbiter.closes()
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    _, first, second = arbiter.state.rounds[1].matches[0]
    arbiter.does(SetLineUp(first, 1, [arbiter.state.teams[first].players[0], 0]))
    arbiter.does(SetLineUp(second, 1, list(arbiter.state.teams[second].players)))
    arbiter.does(Start(1, "2026-05-01T16:00:00+00:00"))
    unplayed = read_upload(export_chess_results(arbiter.state).data)
    numbers, free = arbiter.state.side_numbers, arbiter.state.rounds[1].bye
    assert free is not None
    bye = ("2", str(numbers[free]), "-1", "1.0", "0.0")  # half of two boards (C.04.6)
    assert matches_in(unplayed, 1)[0][3] in ("", "0.0")
    assert matches_in(unplayed, 1)[1:] == [bye]
    arbiter.does(SetResult(1, 1, "1/2"))
    file = export_chess_results(arbiter.state)
    upload = read_upload(file.data)
    assert check_upload(upload) == ()
    assert matches_in(upload, 1) == [("1", str(numbers[first]), str(numbers[second]), "0.5", "1.5"), bye]
    assert len(upload.of("playerpairing")) == 1
    assert sorted(one.text("pts") for one in upload.of("player")) == ["0,0"] * 4 + ["0,5"] * 2
    found = {one.code: one for one in file.findings}
    assert found["chess-results-empty-seats"].values["boards"] == "1.1.2"
    arbiter.does(SetTeamAbsence(first, 2, "Z"))
    arbiter.does(DrawNext(2))
    arbiter.does(Publish(2))
    event_round = arbiter.state.rounds[2]
    asked = replace(event_round, absent={first: "H"})  # as a file has it: a draw on both boards
    for round_, points in ((event_round, ""), (asked, "1.0")):
        state = replace(arbiter.state, rounds={**arbiter.state.rounds, 2: round_})
        after = read_upload(export_chess_results(state).data)
        assert check_upload(after) == ()
        assert matches_in(after, 2)[1:] == [("2", str(numbers[first]), "-2", points, "")]


TEAM_SYSTEMS = {
    **dict.fromkeys(
        ("dutch-2017", "dutch-2026", "burstein-2018", "dubov-2018", "lim-2026", "double-2026", "team-2026"), "3"
    ),
    **dict.fromkeys(("berger", "double-berger"), "2"),
}  # fmt: skip


@pytest.mark.parametrize(("system", "kind"), TEAM_SYSTEMS.items())
@pytest.mark.parametrize("teams", [4, 3])
def test_every_system_of_teams_is_written(system: str, kind: str, teams: int) -> None:
    """Kind 2 is a round robin of teams, kind 3 a Swiss; the games of a match stand at its boards, colours in turn."""
    rounds = 6 if system == "double-berger" else 3
    arbiter = Arbiter(
        {**RULES, "kind": "team", "system": system, "rounds": rounds, "boards": 2, "tie_breaks": ["GPTS"]}
    )
    for team in range(1, teams + 1):
        entries = [
            arbiter.does(Enter({"name": f"Player {team}{place}", "rating": 2100 - 10 * team - place})).lines[-1]
            for place in (1, 2)
        ]
        arbiter.does(AddTeam(f"Team {team}", [line.data["entry"] for line in entries]))
    arbiter.closes(seed=1)
    for number in (1, 2):
        if number not in arbiter.state.rounds:
            arbiter.does(DrawNext(number))
        if arbiter.state.rounds[number].published_n is None:
            arbiter.does(Publish(number))
        for _, *two in arbiter.state.rounds[number].matches:
            for team in two:
                arbiter.does(SetLineUp(team, number, list(arbiter.state.teams[team].players)))
        arbiter.does(Start(number, "2026-05-01T16:00:00+00:00"))
        boards = arbiter.state.rounds[number].boards
        arbiter.does(SetResults(number, [TypedResult(board, "1-0" if board % 2 else "1/2") for board in boards]))
    file = export_chess_results(arbiter.state)
    upload = read_upload(file.data)
    assert check_upload(upload) == ()
    tournament = upload.tournament
    wanted = {"type": kind, "replay": "2" if system == "double-berger" else "1", "playerperteam": "2", "homecolor": "w"}
    assert {name: tournament.text(name) for name in wanted} == wanted
    games = {(one.whole("round"), one.whole("pairing"), one.whole("board")): one for one in upload.of("playerpairing")}
    assert len(games) == 2 * (teams // 2) * 2
    team_of = {one.whole("no"): one.whole("teamno") for one in upload.of("player")}
    met = [match for match in upload.of("teampairing") if (match.whole("no2") or 0) > 0]
    for match in met:
        for board, first in ((1, "whiteno"), (2, "blackno")):
            game = games[match.whole("round"), match.whole("pairing"), board]
            assert team_of[game.whole(first)] == match.whole("no1")
        assert [match.text("res1"), match.text("res2")] in (["1.5", "0.5"], ["0.5", "1.5"])
    free = [match for match in upload.of("teampairing") if match not in met]
    assert [match.whole("round") for match in free] == [1, 2] * (teams % 2)
    written = {tuple(map(match.text, ("no2", "res1", "res2"))) for match in free}
    assert written <= {("-2", "", "") if kind == "2" else ("-1", "1.0", "0.0")}, "a free round of a table gives nothing"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("BH/M1", (84, "0,1,1,-,-")), ("BH/C2/P", (84, "0,0,2,P,-")), ("FB", (84, "0,0,0,-,F")),
        ("SB", (85, "0,0,0,-,-")),
        ("DE", (81, "-")), ("BPG", (68, "3,-")), ("PS/C1", (86, "0,1")), ("KS", (87, "0,50")), ("TPR", (88, "0,0")),
        ("ARO", (80, "")), ("ARO/C1", (5, "")), ("RTNG", (5, "")), ("TPN", (5, "")),
    ],
)  # fmt: skip
def test_tie_breaks_have_their_numbers(code: str, number: tuple[int, str]) -> None:
    assert _number_of(parse_code(code)) == number


def test_the_command_writes_a_whole_file_or_none(arpad: Any, tmp_path: Path) -> None:
    rules = 'slug = "prueba"\nname = "Prueba"\nrounds = 3\nsystem = "dutch-2017"\nstart = 2026-05-01\n'
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", rules)
    players = event.file("entries.csv", "name,rating\nA,2000\nB,1990\nC,1980\nD,1970\n")
    event(f"enter --yes --csv {players}")
    out = tmp_path / "cr.xml"
    refused = event(f"export --to chess-results -o {out}")
    assert (refused.code, out.exists()) == (2, False)
    assert "close it first" in refused.err
    event("close-list --yes --seed 1")
    refused = event(f"export --to chess-results -o {out}")
    assert (refused.code, out.exists()) == (2, False)
    assert "2 things to correct" in refused.err
    assert event(f"export --key 7 -o {out}").code == 2
    assert event(f"export --to chess-result -o {out}").code == 2
    event("set federation ESP --yes --reason x")
    event("set end 2026-05-03 --yes --reason x")
    told = event.tells(f"export --to chess-results --key 7 -o {out}")
    assert (told["format"], told["output"]) == ("chess-results", str(out))
    assert read_upload(out.read_bytes()).tournament.text("key") == "7"
    again = event.tells(f"export --to chess-results -o {out}")
    assert (read_upload(out.read_bytes()).tournament.text("key"), again["n"]) == ("7", told["n"])
    assert event(f"export --to chess-results --key x -o {out}").code == 2
    event(f"export --to chess-results --key 0 -o {out}")
    event(f"export --to chess-results -o {out}")
    assert read_upload(out.read_bytes()).tournament.text("key") == "0"


def test_the_papers_of_the_desk_have_the_file(event_office: MakeEventOffice) -> None:
    desk = at_desk(event_office())
    page = desk.get("desk/papers").text
    assert "chess-results.xml" in page
    assert "has no number on chess-results yet" in page
    assert desk.get("desk/papers.json").json()["chess_results"] is None
    answer = desk.get("desk/papers/chess-results.xml")
    assert answer.status_code == 200
    assert "chess-results.xml" in answer.headers["content-disposition"]
    upload = read_upload(answer.content)
    assert check_upload(upload) == ()
    assert len(upload.of("player")) == 60
    assert desk.post("desk/rules", rule="chess_results", value="1234567").status_code in (200, 303)
    assert "on chess-results: 1234567." in desk.get("desk/papers").text
    assert read_upload(desk.get("desk/papers/chess-results.xml").content).tournament.text("key") == "1234567"
