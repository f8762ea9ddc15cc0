"""What a report must tell (the bullets of TRF16), places that are not the standing, a Swiss that looks like none."""

from dataclasses import replace
from fractions import Fraction

import pytest

from answers import Arpad
from arpad.documents.findings import message
from arpad.domain.event import Event, Player
from arpad.formats.consistency import check_consistency, check_report
from arpad.formats.read import read_report
from arpad.i18n import LANGUAGES
from arpad.rating.participants import detect_system
from places import FIXTURES

REPORTS = FIXTURES / "reports"
WHOLE = (REPORTS / "defects" / "no-defect.trf").read_text("utf-8")
FOUR = REPORTS / "systems" / "swiss-of-four.trf"


def without(*codes: str) -> str:
    return "".join(f"{line}\n" for line in WHOLE.splitlines() if line[:3] not in codes)


def found(text: str) -> list[str]:
    return [finding.code for finding in check_report(read_report(text.encode()))]


@pytest.mark.parametrize("code", ["012", "022", "032", "042", "052", "102"])
def test_a_mandatory_record_that_is_missing_or_empty_is_found(code: str) -> None:
    assert found(WHOLE) == []
    line = next(line for line in WHOLE.splitlines() if line.startswith(code))
    assert found(without(code)) == found(WHOLE.replace(f"{line}\n", f"{code}  \n")) == [f"record-missing-{code}"]
    (finding,) = check_report(read_report(without(code).encode()))
    assert finding.severity == "warning"
    assert all(code in message(finding, language) for language in LANGUAGES)


def test_a_date_that_cannot_be_read_is_not_missing() -> None:
    assert found(WHOLE.replace("042 2024/05/01", "042 soon")) == []


def test_players_without_a_federation_are_one_finding() -> None:
    report = read_report(WHOLE.replace(" ESP    ", "        ").encode())
    (finding,) = check_report(report)
    assert (finding.code, finding.player, finding.line, finding.column, finding.values) == (
        "federation-missing", 1, 12, 54, {"count": 2},
    )  # fmt: skip


def test_the_rank_of_a_player_is_mandatory() -> None:
    report = read_report(WHOLE.replace("2.0    1", "2.0     ").encode())
    assert [(finding.code, finding.severity) for finding in report.findings] == [("final-rank-missing", "warning")]


def test_a_feda_report_has_no_such_records() -> None:
    assert not [
        finding.code
        for finding in check_report(read_report((REPORTS / "feda-1996.txt").read_bytes()))
        if "missing" in finding.code
    ]


def standing(*places: tuple[int, str], **fields: object) -> list[tuple[object, ...]]:
    """Places and points by starting rank, and what is found of them."""
    players = tuple(
        Player(rank, final_rank=place, points=Fraction(points)) for rank, (place, points) in enumerate(places, 1)
    )
    event = replace(Event(players=players), **fields)  # type: ignore[arg-type]
    return [(finding.player, finding.values["other"], finding.values["count"]) for finding in check_consistency(event)]


def test_a_place_that_is_not_the_standing_is_found() -> None:
    """Points first: equal points may stand in any order, and a place may be shared."""
    assert standing((1, "3"), (2, "2"), (3, "2"), (4, "1")) == []
    assert standing((1, "3"), (3, "2"), (2, "2"), (2, "2")) == []
    assert standing((1, "2"), (2, "3")) == [(1, 2, 1)]
    assert standing((4, "3"), (1, "2"), (2, "2.5"), (3, "0")) == [(2, 1, 3)]
    assert standing((1, "1"), (1, "2")) == []


@pytest.mark.parametrize(
    "fields", [{"type": "Team Swiss System"}, {"type_code": "FIDE_TEAM"}, {"type_code": "CUSTOM_KNOCKOUT"}]
)
def test_places_that_points_do_not_decide_are_left_alone(fields: dict[str, object]) -> None:
    assert standing((1, "2"), (2, "3"), **fields) == []


@pytest.mark.parametrize("called", ["092 Individual: Swiss-System", "092 Suizo", "192 FIDE_DUTCH"])
def test_a_swiss_in_which_everybody_met_everybody_is_a_swiss_and_said_so(called: str) -> None:
    report = read_report(FOUR.read_bytes().replace(b"092 Individual: Swiss-System", called.encode()))
    assert detect_system(report.event) == "swiss"
    assert [(finding.code, finding.values) for finding in check_report(report)] == [
        ("swiss-reads-round-robin", {"cycles": 1})
    ]


@pytest.mark.parametrize("called", ["092 Individual: Round-Robin", "092 Torneo", "192 FIDE_ROUNDROBIN"])
def test_what_is_not_called_a_swiss_is_read_off_its_pairings(called: str) -> None:
    report = read_report(FOUR.read_bytes().replace(b"092 Individual: Swiss-System", called.encode()))
    assert detect_system(report.event) == "round-robin"
    assert check_report(report) == []


def test_the_check_says_it(arpad: Arpad) -> None:
    told = arpad("report check tests/data/reports/systems/swiss-of-four.trf --json").json
    assert told["format"] == "swiss"
    assert "swiss-reads-round-robin" in {finding["code"] for finding in told["findings"]}
