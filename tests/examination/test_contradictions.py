"""Two lines that contradict each other say the same at every entrance: nothing is rated, ranked or paired by them."""

from pathlib import Path

import pytest

import arpad as library
from answers import Arpad
from arpad.domain.event import OVER_THE_BOARD
from arpad.formats.consistency import BY_DECISION, MIRRORED
from arpad.formats.read import read_report
from arpad.office.events import submit
from arpad.pairing.files import PairingWishes, report_tournament
from arpad.pairing.state import met
from arpad.titles.norms import achieved_norms
from listless_office import desk_of, founded
from office_databases import NewDatabase
from places import FIXTURES
from visitor import TestClient

DATA = FIXTURES / "examination"
CONTRADICTING = {
    "both-won.trf": ("results-disagree", "the result 1 does not agree with the result 1 of opponent 2"),
    "played-on-one-line.trf": ("results-disagree", "the result 1 does not agree with the result - of opponent 3"),
    "other-opponents.trf": ("opponent-denies", "opponent 2 does not have this pairing but names 3"),
}
SYSTEMS = (
    "dutch-2026", "dutch-2017", "lim", "dubov", "burstein", "burstein-manual", "dubov-1997",
)  # fmt: skip
REFUSING = (
    "standings", "standings check", "pair", "pair check", "pair explain --round 1", "norm check", "event take-over",
    "prizes --rules examples/prizes.toml",
)  # fmt: skip


@pytest.mark.parametrize("name", CONTRADICTING)
def test_contradicting_lines_say_the_same_everywhere(arpad: Arpad, client: TestClient, name: str) -> None:
    """`rate` and `report check` name the finding, and nothing is ratable; all others refuse the file in its words."""
    file, (code, words) = DATA / name, CONTRADICTING[name]
    for command in ("rate", "report check"):
        answer = arpad(f"{command} {file} --json")
        assert answer.code == 1, command
        assert answer.json["ratable"] is False
        assert code in {finding["code"] for finding in answer.json["findings"] if finding["severity"] == "error"}
    for command in REFUSING:
        answer = arpad(f"{command} {file}")
        assert (answer.code, words in answer.err) == (2, True), (command, answer.err)
    for system in SYSTEMS:
        answer = arpad(f"pair {file} --system {system}")
        assert (answer.code, words in answer.err) == (2, True), (system, answer.err)
    report = library.read(file)
    for ask in (report.standings, report.pair, report.norms):
        with pytest.raises(library.ArpadError, match="line 1"):
            ask()
    page = client.post("/report.json", files={"file": file.read_bytes()}, data={"ratings": "report"}).json()
    assert (page["ratable"], page["standings"], page["norms"]) == (False, None, [])
    assert words in client.post("/pairings", files={"file": file.read_bytes()}).text
    assert achieved_norms(read_report(file.read_bytes()).event) == []


REFUSED = {
    **{name: code for name, (code, _) in CONTRADICTING.items()},
    "wrong-points.trf": "points-sum",
    "rank-zero.trf": "rank-unreadable",
}


@pytest.mark.parametrize(("name", "code"), REFUSED.items())
def test_an_office_refuses_a_report_that_contradicts_itself(new_database: NewDatabase, name: str, code: str) -> None:
    done = submit(desk_of(new_database("sqlite", prepare=founded)), (DATA / name).read_bytes())
    assert (code, "error") in {(finding.code, finding.severity) for finding in done.findings}
    assert not done.accepted


def test_a_starting_rank_0_is_refused(arpad: Arpad) -> None:
    file = DATA / "rank-zero.trf"
    assert arpad(f"rate {file}").code == 1
    for command in REFUSING:
        answer = arpad(f"{command} {file}")
        assert (answer.code, "line 11" in answer.err) == (2, True), command
    for system in SYSTEMS:
        assert arpad(f"pair {file} --system {system}").code == 2, system


def test_points_that_the_results_contradict_are_an_error(arpad: Arpad) -> None:
    """Printed 7 and 3, by the results 1 and 0, one round of five: `standings check` compares them before the last round
    too."""
    file = DATA / "wrong-points.trf"
    for command in ("rate", "report check"):
        answer = arpad(f"{command} {file} --json")
        found = [
            one["player"]
            for one in answer.json["findings"]
            if (one["code"], one["severity"]) == ("points-sum", "error")
        ]
        assert (answer.code, answer.json["ratable"], found) == (1, False, [1, 2])
    answer = arpad(f"standings check {file} --json")
    assert (answer.code, answer.json["equal"]) == (1, False)
    differences = [(one["field"], one["number"], one["given"], one["ours"]) for one in answer.json["differences"]]
    assert differences == [("points", 1, 7, 1), ("points", 2, 3, 0)]


@pytest.mark.parametrize(("points", "good"), [("1.5", True), ("1.0", True), ("2.0", False)])
def test_a_bye_for_a_round_to_come_may_be_counted_or_not(arpad: Arpad, tmp_path: Path, points: str, good: bool) -> None:
    """Player 1 has won and has a half-point bye for round 2, which nobody has played."""
    text = (DATA / "wrong-points.trf").read_text("utf-8").replace(" 3.0    2", " 0.0    2")
    first = next(line for line in text.splitlines() if line.startswith("001    1"))
    file = tmp_path / "bye.trf"
    file.write_text(text.replace(first, first.replace(" 7.0    1", f" {points}    1") + "  0000 - H"), "utf-8")
    assert arpad(f"report check {file}").code == (0 if good else 1)
    assert arpad(f"standings check {file}").code == (0 if good else 1)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_colour_that_one_line_has_is_known_for_both(system: str) -> None:
    """Both players of a game have met, whichever line has the colour."""
    report = read_report((DATA / "colour-on-one-line.trf").read_bytes())
    whole = report_tournament(report, PairingWishes(system=system))
    assert [met(whole.cell(rank, 1)) for rank in (1, 2, 3, 4)] == [True] * 4
    cell = whole.cell(3, 1)
    assert cell is not None
    assert cell.colour == "b"


def test_results_that_agree_are_played_on_both_lines_or_on_neither() -> None:
    for own, other in MIRRORED | BY_DECISION:
        assert (own in OVER_THE_BOARD) == (other in OVER_THE_BOARD)
