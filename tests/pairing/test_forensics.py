"""Which edition made each round: the verdicts known of real events, and of tournaments that were changed on purpose."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from answers import Arpad
from arpad.domain.event import Event
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import LANGUAGES
from arpad.pairing.forensics import examine_rounds, forensic_lines
from arpad.pairing.generate import Wanted, generate
from arpad.pairing.systems import systems
from places import FIXTURES

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


def test_a_result_changed_after_the_next_round_was_made_is_found() -> None:
    """At least one of a few tournaments departs by the change; whenever one is named, it is the one that was made."""
    named = 0
    for seed in range(6):
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
    assert "a14-swiss" in answer.out
    assert "not a tournament report" in answer.out.replace("\n", " ").replace("  ", " ") or "tournament" in answer.out
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
