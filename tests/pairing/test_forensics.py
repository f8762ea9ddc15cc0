"""Which edition made each round: the verdicts known of real events, and of tournaments that were changed on purpose."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.domain.event import Event, Player
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import LANGUAGES
from arpad.pairing.forensic_words import forensic_lines
from arpad.pairing.forensics import MOST_TRIALS, MOST_WORK, examine_rounds
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.systems import systems
from places import FIXTURES
from proofs import examples

FOLDER = FIXTURES / "swiss_manager"
EXPECTED = json.loads((FIXTURES / "forensics" / "expected.json").read_text("utf-8"))
EDITIONS = ("dutch-2017", "dutch-2026")


@pytest.mark.long
@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdicts_are_those_that_are_known(name: str) -> None:
    found = examine_rounds(read_report((FOLDER / f"{name}.TUNX").read_bytes()))
    assert found.in_force == EXPECTED[name]["in_force"]
    for round_, wanted in zip(found.rounds, EXPECTED[name]["rounds"], strict=True):
        assert round_.verdict.text("en") == wanted["verdict"], round_.round
        assert list(round_.fits) == [edition for edition in EDITIONS if wanted[edition]]
    made_by = "dutch-2017" if "paired by dutch-2017" in EXPECTED[name]["summary"] else None
    assert found.made_by == made_by
    for language in LANGUAGES:
        lines = list(forensic_lines(found, language))
        assert len(lines) > len(found.rounds)
        assert not [line for line in lines if "{" in line or "forensics." in line]


def test_a_change_of_number_and_of_a_result_are_named() -> None:
    found = examine_rounds(read_report((FOLDER / "a10-swiss-hand-and-corrections.TUNX").read_bytes()))
    words = {round_.round: " ".join(part.text("en") for part in round_.why) for round_ in found.rounds}
    assert "28-43" in words[1]
    assert "player 17 stood between 26 and 27" in words[2]
    assert "13-33 of round 7 stood as 0-1; it now stands as 1-0" in words[8]
    assert found.rounds[7].explained_by == "result-changed"


def made(seed: int, system: str = "dutch-2017") -> Report:
    report = read_report(generate(Wanted(18, 6, 6, seed, system=systems()[system])))
    return replace(report, event=replace(report.event, type="", type_code=""))


def test_a_tournament_fits_the_edition_that_made_it() -> None:
    for seed, system in ((1, "dutch-2017"), (2, "dutch-2026"), (3, "dutch-2026")):
        found = examine_rounds(made(seed, system))
        assert system in found.fits
        assert all(system in round_.fits for round_ in found.rounds)


def test_other_systems_are_tried_if_asked_for() -> None:
    found = examine_rounds(made(5, "dubov-2018"), all_systems=True)
    assert "dubov-2018" in found.fits
    assert "dutch-2017" not in found.fits


def changed(event: Event, number: int, results: dict[str, str]) -> Event:
    """The event with another result of the first game of a round that was won by White."""
    game = next(game for game in event.games() if game.round == number and game.score == 2 and game.played)
    players = []
    for player in event.players:
        if player.rank in (game.white, game.black):
            sign = results["white" if player.rank == game.white else "black"]
            rounds = [cell._replace(result=sign) if cell.round == number else cell for cell in player.rounds]  # type: ignore[arg-type]
            player = player._replace(rounds=tuple(rounds), points=None)  # noqa: PLW2901
        players.append(player._replace(points=None))
    return replace(event, players=tuple(players))


@pytest.mark.proof
def test_a_result_changed_after_the_next_round_was_made_is_found() -> None:
    """At least one of a few tournaments departs by the change; whenever one is named, it is the one that was made."""
    named = 0
    for seed in range(examples(1, long=6)):
        report = made(seed)
        later = replace(report, event=changed(report.event, 4, {"white": "0", "black": "1"}))
        for round_ in examine_rounds(later).rounds:
            if round_.explained_by == "result-changed" and round_.round == 5:
                game = next(
                    game for game in report.event.games() if game.round == 4 and game.score == 2 and game.played
                )
                assert f"{game.white}-{game.black} of round 4 stood as 1-0" in round_.why[0].text("en")
                named += 1
    assert named


def test_the_command_and_its_json_say_the_same(arpad: Arpad) -> None:
    file = FOLDER / "a08-swiss-half-point-byes.TUNX"
    told = arpad(f"pair forensics {file}")
    assert told.code == 0
    assert "Round 4: dutch-2017." in told.out
    document = arpad(f"pair forensics {file} --json").json
    assert document["made_by"] == "dutch-2017"
    assert document["telling"] == [4]
    assert [row["criterion"] for row in document["rounds"][3]["departs"]] == ["C9"]
    assert document["summary"] in told.out.replace("\n", " ")


def test_a_folder_gives_a_table(arpad: Arpad, tmp_path: Path) -> None:
    for name in ("a07-swiss-unrated-games-cyrillic", "a14-swiss-colours-by-hand"):
        (tmp_path / f"{name}.TUNX").write_bytes((FOLDER / f"{name}.TUNX").read_bytes())
    (tmp_path / "notes.txt").write_text("nothing")
    answer = arpad(f"pair forensics {tmp_path}")
    assert answer.code == 1, "one file is no report"
    rows = [line.split() for line in answer.out.splitlines()]
    assert rows[1] == ["a07-swiss-unrated-games-cyrillic.TUNX", "8", "dutch-2017", "–", "–"]
    assert rows[2] == ["a14-swiss-colours-by-hand.TUNX", "6", "dutch-2017,", "dutch-2026", "–", "6"]
    assert rows[3][0] == "notes.txt:"
    files = arpad(f"pair forensics {tmp_path} --json").json["files"]
    assert [("error" in file) for file in files] == [False, False, True]


def test_a_round_robin_is_refused_and_teams_are_examined(arpad: Arpad) -> None:
    answer = arpad(f"pair forensics {FOLDER / 'a03-roundrobin-six.TURX'}")
    assert answer.code == 2
    assert "not a Swiss system" in answer.err
    teams = arpad(f"pair forensics {FOLDER / 'a04-team-swiss.TUMX'} --json").json
    assert teams["in_force"] == "team-2024"


def test_a_file_that_is_not_there_and_an_empty_folder_are_refused(arpad: Arpad, tmp_path: Path) -> None:
    for named in (tmp_path / "none.trf", tmp_path):
        answer = arpad(f"pair forensics {named}")
        assert (answer.code, answer.out) == (2, "")
        assert str(named) in answer.err
    several = arpad(f"pair forensics {tmp_path / 'none.trf'} {FOLDER / 'a06-swiss-forbidden-pairs.TUNX'} --lang es")
    assert several.code == 1
    assert several.out.startswith("Fichero")
    assert "none.trf" in several.out


def with_cell(report: Report, rank: int, number: int, **values: Any) -> Report:
    """The report with another cell of a player's line."""

    def line(player: Player) -> Player:
        rounds = [
            cell._replace(**values) if (player.rank, cell.round) == (rank, number) else cell for cell in player.rounds
        ]
        return player._replace(rounds=tuple(rounds), points=None)

    return replace(report, event=replace(report.event, players=tuple(map(line, report.event.players))))


def test_an_acceleration_that_the_file_does_not_name_is_found() -> None:
    made_so = read_report(generate(Wanted(24, 7, 7, 2, baku=True, system=systems()["dutch-2026"])))
    pairing = replace(made_so.pairing, accelerations=())
    unnamed = replace(made_so, pairing=pairing, event=replace(made_so.event, type="", type_code=""))
    found = examine_rounds(unnamed)
    assert found.acceleration == "baku"
    assert "dutch-2026" in found.fits
    assert "Baku" in list(forensic_lines(found, "en"))[-2]
    plain = made(1, "dutch-2026")
    named = replace(plain, event=replace(plain.event, type_code="FIDE_DUTCH_2026_BAKU"))
    assert examine_rounds(named).acceleration == "none"
    assert examine_rounds(plain).acceleration is None


@pytest.mark.proof
def test_a_player_who_was_taken_out_after_the_pairing_is_found() -> None:
    """The opponent is left alone, with the bye: nobody else moves. At least one of a few tournaments departs by it;
    whoever is named is the one who was taken out."""
    named = 0
    for seed in range(examples(1, long=8)):
        report = made(seed)
        player = next(one for one in report.event.players if one.rounds[4].opponent)
        opponent = player.rounds[4].opponent
        assert opponent is not None
        out = with_cell(report, player.rank, 5, opponent=None, colour=None, result="Z")
        out = with_cell(out, opponent, 5, opponent=None, colour=None, result="U")
        round_ = examine_rounds(out).rounds[4]
        if round_.explained_by == "absent" and round_.trial is not None:
            assert (round_.trial.change, round_.trial.players) == ("taken-out", (player.rank,))
            named += 1
    assert named


@pytest.mark.proof
def test_a_bye_that_was_changed_later_is_found() -> None:
    """A half-point bye that became one of no points: it is named whenever the next rounds show it."""
    named = 0
    for seed in range(2, 2 + examples(2, long=12)):
        report = read_report(
            generate(Wanted(15, 6, 6, seed, chances=Chances(byes=Fraction(1, 6)), system=systems()["dutch-2017"]))
        )
        report = replace(report, event=replace(report.event, type="", type_code=""))
        byes = [
            (one.rank, cell.round)
            for one in report.event.players
            for cell in one.rounds
            if cell.result == "H" and cell.round in (2, 3, 4)
        ]
        if not byes:
            continue
        rank, number = byes[0]
        for round_ in examine_rounds(with_cell(report, rank, number, result="Z")).rounds:
            trial = round_.trial
            if round_.explained_by == "result-changed" and trial is not None and len(trial.players) == 1:
                assert (trial.players, trial.round, trial.results) == ((rank,), number, ("H", "Z"))
                named += 1
    assert named


def test_teams_are_tried_with_every_kind_of_colour_preferences() -> None:
    document = examine_rounds(read_report((FOLDER / "a04-team-swiss.TUMX").read_bytes()))
    assert document.rounds[2].fits == ("team-2024 (B)", "team-2026 (B)")
    assert document.rounds[0].verdict.text("en") == "all 6 that were tried"
    stated = read_report(generate(Wanted(8, 4, 4, 1, system=systems()["team-2026"]), 4, "B"))
    assert "team-2026" in examine_rounds(stated).fits


def test_a_search_that_ends_says_so_and_never_takes_more_trials() -> None:
    report = read_report((FOLDER / "a10-swiss-hand-and-corrections.trf").read_bytes())
    found = examine_rounds(report, most_trials=30)
    assert (found.cut_short, found.trials) == (True, 30)
    assert list(forensic_lines(found, "en"))[-1] == "The search for changes ended after 30 trials."
    assert examine_rounds(report, most_trials=0).cut_short is False, "nobody asked for a search"


def test_large_reports_have_fewer_trials() -> None:
    report = read_report(generate(Wanted(229, 10, 10, 1, system=systems()["dutch-2017"])))
    report = replace(report, event=replace(report.event, type="", type_code=""))
    found = examine_rounds(report)
    assert found.trials == 0, "every round fits, so nothing is tried"
    assert all("dutch-2017" in round_.fits for round_ in found.rounds)
    assert MOST_WORK // 229 < MOST_TRIALS


def test_the_sheet_and_the_json_have_the_reasons(arpad: Arpad, tmp_path: Path) -> None:
    file, sheet = FOLDER / "a10-swiss-hand-and-corrections.TUNX", tmp_path / "rounds.pdf"
    document = arpad(f"pair forensics {file} --json --pdf {sheet}").json
    assert sheet.read_bytes().startswith(b"%PDF")
    rounds = {row["round"]: row for row in document["rounds"]}
    assert rounds[1]["trial"]["players"] == [28, 43]
    assert rounds[2]["trial"] | {"players": [17, 26, 27]} == rounds[2]["trial"]
    assert rounds[8]["trial"]["results"] == ["0-1", "1-0"]
    assert (rounds[2]["criterion"], rounds[2]["sure"]) == ("D.1", "explained")
    assert document["checks"]["norms"] == []
    assert document["checks"]["edition"].startswith("fide-2024")
    refused = arpad(f"pair forensics {FOLDER} --pdf {sheet}")
    assert (refused.code, refused.out) == (2, "")


def test_reports_that_are_asked_something_else_have_a_note(arpad: Arpad, tmp_path: Path) -> None:
    """`report check`, `office submit` and a take-over name the edition in the same words."""
    file, words = FOLDER / "a08-swiss-half-point-byes.TUNX", "Paired by dutch-2017, which was in force until"
    checked = arpad(f"report check {file}")
    assert words in checked.out.replace("\n", " ")
    assert arpad(f"report check {file} --json").json["rounds"]["made_by"] == "dutch-2017"
    office = f"--db sqlite:///{tmp_path / 'office.db'}"
    assert arpad(f"office init {office}").code == 0
    submitted = arpad(f"office submit {file} {office}")
    assert words in submitted.out.replace("\n", " ")
    taken = arpad(f"event take-over {file} --events sqlite:///{tmp_path / 'event.db'} --who me --yes --json").json
    assert [words in one["message"] for one in taken["findings"] if one["code"] == "rounds-of-another-edition"] == [
        True
    ]
    foreign = "examples/open-2024.trf"
    assert "rounds" not in arpad(f"report check {foreign} --json").json, "another system paired it"
    assert "rounds" not in arpad(f"report check {FOLDER / 'a06-swiss-forbidden-pairs.TUNX'} --json").json


def test_the_check_of_a_round_points_to_the_examination(arpad: Arpad) -> None:
    pointer = "arpad pair forensics FILE"
    assert pointer in arpad(f"pair check {FOLDER / 'a10-swiss-hand-and-corrections.trf'}").out
    assert pointer not in arpad(f"pair check {FOLDER / 'a06-swiss-forbidden-pairs.trf'}").out
