"""Leagues of teams and Double-Swisses made by lot: results by strength, forfeited matches, absences, and the report."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.formats.read import read_report
from arpad.formats.trf_teams import match_records
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.systems import systems
from places import FIXTURES
from proofs import seeds

FORFEITED = FIXTURES / "swiss" / "team" / "forfeited-4.trf"
TROUBLES = ["--forfeits", "15%", "--withdrawals", "3%", "--late", "10%"]


def made(tmp_path: Path, system: str, *more: str, players: int = 12, seed: int = 3) -> Path:
    file = tmp_path / "made"
    asked = ["--system", system, "--players", str(players), "--rounds", "7", "--seed", str(seed), *more]
    assert main(["pair", "generate", *asked, "-o", str(file)], {}) == 0
    return file


@seeds(3)
@pytest.mark.parametrize("system", ["team-2026", "team-2024", "double-2026"])
def test_rounds_with_forfeits_and_absences_are_paired_by_the_rules(system: str, seed: int, tmp_path: Path) -> None:
    source = read_source(made(tmp_path, system, *TROUBLES, players=13, seed=seed).read_bytes())
    assert [one.number for one in source.checked() if not one.ok] == []


@pytest.mark.parametrize("system", ["team-2026", "double-2026"])
def test_they_may_be_accelerated_and_have_byes_that_were_asked_for(system: str, tmp_path: Path) -> None:
    file = made(tmp_path, system, *TROUBLES, "--byes", "0.2", "--baku", players=13, seed=4)
    source = read_source(file.read_bytes())
    assert [one.number for one in source.checked() if not one.ok] == []
    first = source.state(1)
    assert {(one.score - one.points) // first.unit for one in first.entrants} == {0, 2}
    assert source.whole is not None
    assert any(cell.result == "H" for own in source.whole.cells.values() for cell in own)


def test_a_league_has_squads_lineups_byes_and_forfeited_matches(tmp_path: Path) -> None:
    report = read_report(made(tmp_path, "team-2026", *TROUBLES, players=13).read_bytes())
    assert report.format == "trf26"
    records = match_records(report)
    squads = {team.number: set(team.players) for team in report.event.teams}
    strengths = [team.strength or 0 for team in report.event.teams]
    assert strengths == sorted(strengths, reverse=True)
    assert all(len(squad) == 5 for squad in squads.values())
    assert records.forfeited
    assert report.byes
    assert report.event.team_byes is not None
    assert all(len(ranks) == 4 and set(ranks) <= squads[team] for (_, team), ranks in records.lineups.items())
    reserves = {team: max(squad) for team, squad in squads.items() if team}
    assert any(reserves[team] in ranks for (_, team), ranks in records.lineups.items())


def test_the_boards_of_a_forfeited_match_are_won_and_lost_in_the_lines_of_the_players() -> None:
    """A league of 11 teams with six boards: team 4 has 8 match points and 22.5 game points."""
    told = (FIXTURES / "swiss" / "team" / "league-forfeits.trf").read_bytes()
    chances = Chances(Fraction(3, 10), Fraction(3, 20), Fraction(3, 20), Fraction(1, 20))
    assert generate(Wanted(11, 8, 8, 301, chances, system=systems()["team-2026"]), 6, "A") == told
    fourth = next(team for team in read_report(told).event.teams if team.number == 4)
    assert [fourth.match_points, fourth.game_points] == [8, Fraction(45, 2)]


@seeds(20)
def test_the_lines_of_the_players_add_up_to_the_game_points_of_their_team(seed: int) -> None:
    """330: nobody sat down, but every board of the winner counts; a team without a match has no boards to count."""
    chances = Chances(Fraction(3, 10), Fraction(1, 5), Fraction(1, 10), Fraction(0), Fraction(1, 10))
    report = read_report(generate(Wanted(10, 4, 4, seed, chances, system=systems()["team-2026"]), 4, "A"))
    points = {player.rank: player.points or Fraction(0) for player in report.event.players}
    rounds = {player.rank: player.rounds for player in report.event.players}
    byes = report.event.team_byes
    without = [team for bye in report.byes if bye.kind == "H" for team in bye.players]
    without += [team for team in (byes.teams if byes is not None else ()) if team]
    for team in report.event.teams:
        boards = sum((points[rank] for rank in team.players), Fraction(0))
        assert boards + 2 * without.count(team.number or 0) == team.game_points, (seed, team.number)
    for match in match_records(report).forfeited:
        for side, number in enumerate(match.teams):
            squad = next(team.players for team in report.event.teams if team.number == number)
            seen = [cell.result for rank in squad for cell in rounds[rank] if cell.round == match.round]
            assert Counter(seen) == {("-", "+")[match.won[side]]: 4, "Z": 1}, (seed, number)


def test_the_ranks_of_a_league_are_those_of_its_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = made(tmp_path, "team")
    capsys.readouterr()
    assert main(["standings", "check", str(file), "--json"], {}) == 0
    assert main(["standings", str(file), "--json"], {}) == 0
    told = capsys.readouterr().out
    assert '"MPvGP"' in told
    for team in read_report(file.read_bytes()).event.teams:
        assert team.rank
        assert None not in (team.match_points, team.game_points)


def test_stronger_sides_win_more_often() -> None:
    """The numbers of sides run from the strongest to the weakest."""
    for id_ in ("team-2026", "double-2026"):
        wanted = Wanted(40, 7, 7, 1, Chances(), system=systems()[id_])
        source = read_source(generate(wanted, 4, "A"))
        assert source.whole is not None
        finals = [source.whole.scores[rank][-1] for rank in range(1, 41)]
        assert sum(finals[:10]) > sum(finals[-10:]) * Fraction(3, 2)


def test_a_league_before_its_first_round(tmp_path: Path) -> None:
    file = made(tmp_path, "team-2026", "--played", "0")
    assert read_source(file.read_bytes()).state().round == 1


def test_1_6_a_forfeited_match_keeps_its_colours_but_gives_none() -> None:
    """330 names the team with White first: the round is as the rules have it, and the match does not count."""
    source = read_source(FORFEITED.read_bytes())
    assert all(one.ok for one in source.checked())
    white, black = match_records(read_report(FORFEITED.read_bytes())).forfeited[0].teams
    before = {side.rank: side for side in source.state(2).entrants}
    assert (before[white].colours, before[black].colours) == ("", "")
    assert black not in before[white].opponents


def test_a_double_swiss_has_two_games_a_match(tmp_path: Path) -> None:
    document = json.loads(made(tmp_path, "double", *TROUBLES).read_text("utf-8"))
    pairs = [pair for told in document["rounds"] for pair in told["pairs"]]
    assert {pair["kind"] for pair in pairs} == {"played", "forfeit"}
    for pair in pairs:
        if pair["kind"] == "played":
            assert sum(pair["games"]) == pair["score"][0] == 2 - pair["score"][1]
