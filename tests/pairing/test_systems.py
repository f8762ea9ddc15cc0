"""Record 192 is obeyed or refused, and what a report says of points counts: C.04.3, TRF26 192 and 299."""

from fractions import Fraction
from typing import get_args

import pytest

from arpad.formats.codes import TypeSystem, tournament_type, type_of_code
from arpad.formats.consistency import check_consistency
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import PairingWishes, pairing_findings, report_tournament
from arpad.pairing.state import state_before
from pairing_files import FOLDER

EIGHT = (FOLDER / "eight-192.trf").read_text("utf-8")
TEAMS = "\n".join(f"310 {number:3} {f'Club {number}':<64} {2 * number - 1:4} {2 * number:4}" for number in range(1, 5))


def eight(code: str = "192 FIDE_DUTCH_2017", *more: str, **changed: str) -> Report:
    """Eight players after round 1, with another record 192 and further records."""
    text = EIGHT.replace("192 FIDE_DUTCH_2017\n", f"{code}\n" if code else "")
    for old, new in changed.items():
        text = text.replace(old, new)
    return read_report((text + "".join(f"{line}\n" for line in more)).encode())


def pairs(report: Report, system: str | None = None) -> list[tuple[int, int]]:
    whole = report_tournament(report, PairingWishes(system=system))
    answer = pair_round(state_before(whole, whole.paired + 1))
    assert isinstance(answer, Pairing)
    return [(board.white, board.black) for board in answer.boards]


@pytest.mark.parametrize("code", ["192 FIDE_DUTCH_2017", "192 FIDE_DUTCH", "192 fide_dutch", ""])
def test_the_dutch_system_of_2017_is_paired(code: str) -> None:
    assert pairs(eight(code)) == [(2, 1), (4, 3), (7, 6), (5, 8)]
    assert pairs(eight(code)) == pairs(eight(code), "dutch")


REFUSED = {
    "FIDE_DUTCH_2031": "the Dutch system of 2031",
    "FIDE_DUBOV_2031": "the Dubov system",
    "BERGER_ROUNDROBIN_G2": "a round robin",
    "FIDE_ROUNDROBIN": "a round robin", "FIDE_DOUBLEROUNDROBIN": "a round robin",
    "FIDE_SCHEVENINGEN_G2": "a Scheveningen tournament", "FIDE_SCHILLER_4x3": "a Schiller tournament",
    "CUSTOM_KNOCKOUT": "a knock-out", "BERGER_TEAM_ROUNDROBIN": "a team event",
    "SOMETHING_ELSE": "a system that is not known",
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSED)
def test_record_192_of_another_system_is_refused_by_its_name(code: str) -> None:
    with pytest.raises(ArpadError) as problem:
        pairs(eight(f"192 {code}"))
    assert problem.value.key == "pairing-other-system"
    assert f"Record 192 says {code}: this is {REFUSED[code]}" in problem.value.text("en")
    assert problem.value.text("es").startswith(f"El registro 192 dice {code}: es ")


@pytest.mark.parametrize(
    ("code", "system"),
    [("FIDE_DUBOV", "dutch"), ("FIDE_DUTCH_2017", "dutch-2026"), ("FIDE_DUTCH_2026_BAKU", "dutch-2017"),
     ("FIDE_DUTCH_2025", "dutch-2017"), ("FIDE_TEAM_MP", "dutch"), ("FIDE_DOUBLESWISS", "dutch")],
)  # fmt: skip
def test_a_system_that_contradicts_record_192_is_refused(code: str, system: str) -> None:
    """The code is binding."""
    with pytest.raises(ArpadError) as problem:
        pairs(eight(f"192 {code}"), system)
    assert problem.value.key == "pairing-system-contradicts"
    for language in LANGUAGES:
        assert code in problem.value.text(language)
        assert system in problem.value.text(language)


@pytest.mark.parametrize(
    ("code", "start", "given", "expected"),
    [
        ("", "2025/03/01", None, "dutch-2017"),
        ("", "2026/01/31", None, "dutch-2017"),
        ("", "2026/02/01", None, "dutch-2026"),
        ("", "2026/02/01", "dutch-2017", "dutch-2017"),
        ("", "2025/03/01", "dutch-2026", "dutch-2026"),
        ("", "2026/02/01", "dutch", "dutch-2026"),
        ("192 FIDE_DUTCH", "2026/02/01", None, "dutch-2026"),
        ("192 FIDE_DUTCH", "2026/02/01", "dutch-2017", "dutch-2017"),
        ("192 FIDE_DUTCH_2017", "2026/02/01", None, "dutch-2017"),
        ("192 FIDE_DUTCH_2026_BAKU", "2025/03/01", None, "dutch-2026"),
        ("192 FIDE_DUTCH_2025", "2025/03/01", None, "dutch-2026"),
        ("092 FIDE_DUTCH_2025", "2025/03/01", None, "dutch-2026"),
        ("092 Individual: Swiss system (Dutch)", "2026/05/01", None, "dutch-2026"),
    ],
)
def test_the_edition_is_told_or_that_of_the_first_day(code: str, start: str, given: str | None, expected: str) -> None:
    report = eight(code, **{"042 2025/03/01": f"042 {start}"})
    assert report_tournament(report, PairingWishes(system=given)).system.id == expected


def test_a_system_that_does_not_exist_is_refused() -> None:
    for typed in ("dubov-1996", "swiss"):
        with pytest.raises(ArpadError) as problem:
            pairs(eight(""), typed)
        assert problem.value.key == "pairing-system"
        assert all(
            typed in problem.value.text(language) and "dutch-2026" in problem.value.text(language)
            for language in LANGUAGES
        )


def test_every_system_that_a_record_can_name_has_words() -> None:
    """A custom Swiss and the words of 092 leave the system open: the arbiter may say that it is the Dutch one."""
    named = {"CUSTOM_SWISS": "custom-swiss", "FIDE_DUTCH": "dutch", "FIDE_DUBOV": "dubov"}
    assert {code: type_of_code(code).system for code in named} == named
    assert {
        type_of_code(code).system
        for code in [*REFUSED, "CUSTOM_SWISS", "LIM", "FIDE_DOUBLESWISS", "FIDE_BURSTEIN_BAKU"]
    } == set(get_args(TypeSystem))


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("192 CUSTOM_SWISS", ()),
        ("092 Individual: Round-Robin", ()),
        ("092 Swiss Dubov", ()),
        ("092 Eliminatorias", ()),
        ("092 Team Swiss System", ()),
        ("", TEAMS.splitlines()),
    ],
)
def test_what_leaves_the_system_open_is_refused_until_somebody_says_it(code: str, more: tuple[str, ...]) -> None:
    report = eight(code, *more)
    with pytest.raises(ArpadError) as problem:
        pairs(report)
    assert problem.value.key == "pairing-other-system-open"
    assert all("--system dutch" in problem.value.text(language) for language in LANGUAGES)
    assert pairs(report, "dutch") == pairs(eight())


def test_a_team_event_with_its_own_rules_is_not_paired_as_one_of_players() -> None:
    with pytest.raises(ArpadError) as problem:
        pairs(eight("092 Team: Swiss\n192 CUSTOM_SWISS", *TEAMS.splitlines()), "dutch")
    assert problem.value.key == "pairing-other-system"


def test_clubs_beside_an_individual_event_do_not_make_it_one_of_teams() -> None:
    assert pairs(eight("092 Individual: Swiss system (Dutch)", *TEAMS.splitlines())) == pairs(eight())
    report = eight("192 FIDE_DUTCH", *TEAMS.splitlines())
    assert (said := tournament_type(report.event)) is not None
    assert said.system == "dutch"


def test_299_extra_points_count_in_points_and_pairing() -> None:
    """Player 5 gets a point with round 1, player 2 loses half a point."""
    bonus, penalty = "299           1.0  001    5", "299          -0.5  001    2"
    report = eight("192 FIDE_DUTCH", bonus, penalty)
    whole = report_tournament(report)
    assert {rank: Fraction(scores[-1], whole.unit) for rank, scores in whole.scores.items()} == {
        1: 1, 2: Fraction(1, 2), 3: Fraction(1, 2), 4: 1, 5: 1, 6: 0, 7: Fraction(1, 2), 8: 0,
    }  # fmt: skip
    assert pairs(report) != pairs(eight("192 FIDE_DUTCH"))
    assert [finding.player for finding in check_consistency(report.event) if finding.code == "points-sum"] == [2, 5]
    told = {finding.player: finding.values for finding in pairing_findings(report, whole)}
    assert told == {2: {"points": 1, "sum": Fraction(1, 2)}, 5: {"points": 0, "sum": 1}}


def test_299_may_give_a_result_another_value() -> None:
    """A win in round 1 is worth 3 for player 1 alone; without a round and a player, for everybody and always."""
    one = report_tournament(eight("192 FIDE_DUTCH", "299 W         3.0  001    1"))
    assert (one.scores[1][-1], one.scores[2][-1]) == (3 * one.unit, one.unit)
    everybody = report_tournament(eight("192 FIDE_DUTCH", "299 W         3.0"))
    assert {scores[-1] for rank, scores in everybody.scores.items() if rank in (1, 2, 4)} == {3 * everybody.unit}


def test_299_of_a_team_event_is_not_its_players_points() -> None:
    report = eight("192 FIDE_TEAM", "299     2.0   1.5  001    1", *TEAMS.splitlines())
    assert not [finding for finding in check_consistency(report.event) if finding.code == "points-sum"]


def test_a_points_column_that_contradicts_the_results_is_told() -> None:
    report = eight("192 FIDE_DUTCH", **{"1990/00/00  0.5    4": "1990/00/00  1.5    4"})
    found = pairing_findings(report, report_tournament(report))
    assert [(finding.code, finding.player, finding.column) for finding in found] == [("points-sum", 3, 81)]


@pytest.mark.parametrize(
    ("record", "column"),
    [("XXP 3 2x", 7), ("260   1   x    3    2", 9), ("XXA    1  1.0  one", 15), ("250  1.0 none   1   3    1    4", 10),
     ("299 Q         1.0  001    5", 5), ("240 Q 002    5", 5), ("XXZ five", 5)],
)  # fmt: skip
def test_a_record_that_cannot_be_read_is_refused(record: str, column: int) -> None:
    """A pair that may be forbidden must not be made."""
    with pytest.raises(ArpadError) as problem:
        report_tournament(eight("192 FIDE_DUTCH", record))
    assert problem.value.key == "pairing-record"
    assert (problem.value.values["code"], problem.value.values["column"]) == (record[:3], column)
    assert all(str(column) in problem.value.text(language) for language in LANGUAGES)
