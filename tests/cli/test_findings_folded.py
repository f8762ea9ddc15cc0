"""Findings for people: equal ones folded, names beside numbers, one cause told once. The JSON keeps each."""

from typing import Any

import pytest

from arpad.cli.options import Shared
from arpad.cli.report import report
from arpad.documents.findings import findings_json, folded
from arpad.domain.event import Event, Player, named
from arpad.domain.findings import Finding, gravest_first
from arpad.eligibility.checks import check_event
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_editions import edition
from eligibility_events import event, said
from places import PROJECT

EXAMPLE = PROJECT / "examples" / "open-2024.trf"
PEOPLE = Event(players=tuple(Player(rank, name=f"{name}, Ana") for rank, name in enumerate(("Abad", "Bru", "Coll"), 1)))


def rows(findings: list[Finding], language: Any = "en") -> list[str]:
    return [row.message for row in folded(findings_json(named(findings, PEOPLE), language), language)]


def test_equal_findings_are_one_row_with_all_names() -> None:
    told = [Finding("k-assumed", "info", player=rank, values={"k": k}) for rank, k in ((1, 20), (2, 20), (3, 40))]
    first, second = rows(told)
    assert first.startswith("K = 20 is assumed")
    assert first.endswith(" – 2 times: 1 Abad, 2 Bru")
    assert second.startswith("K = 40 is assumed")
    assert "times" not in second
    assert rows(told, "es")[0].endswith(" – 2 veces: 1 Abad, 2 Bru")


def test_of_many_wordings_the_first_is_told_and_who_else() -> None:
    told = [
        Finding("points-sum", "warning", line=rank + 10, player=rank, values={"points": rank, "sum": 0})
        for rank in (1, 2, 3, 9)
    ]
    words = "the player has 1 point, but the results give 0: correct the points or a result"
    assert rows(told) == [f"{words} – and 3 more of this kind: 2 Bru, 3 Coll, 9"]
    assert len(rows(told[:3])) == 3


def test_findings_about_lines_tell_the_lines() -> None:
    told = [Finding("list-federation", "warning", line=line, values={"text": "Esp"}) for line in (4, 7)]
    assert rows(told)[0].endswith(" – 2 times: lines 4, 7")


def test_names_stand_beside_numbers() -> None:
    told = Finding("opponent-denies", "error", player=1, values={"opponent": 3, "named": 2})
    message = findings_json(named([told], PEOPLE), "en")[0]
    assert message["who"] == "1 Abad"
    assert "opponent 3 Coll does not have this pairing but names 2 Bru" in message["message"]
    assert message["player"] == 1


def test_a_missing_id_is_told_once() -> None:
    """10.2 refuses the report for it; that the file has none need not be said as well."""
    told = [Finding("id-missing", "warning", player=2), Finding("player-id-missing", "error", "10.2", player=2)]
    assert [finding.code for finding in gravest_first(told)] == ["player-id-missing"]
    assert [finding.code for finding in gravest_first(told[:1])] == ["id-missing"]


@pytest.mark.parametrize(
    ("id_", "possible"),
    [("675", False), ("99999", False), ("100013", True), ("650000006", True), ("6500000061", False)],
)
def test_ids_that_cannot_be_fides(id_: str, possible: bool) -> None:
    """7.1.2: the IDs of FIDE's lists have six to nine digits."""
    tournament = event(ids={1: id_})
    assert said("fide-2024", tournament, "player-id-impossible") == ([] if possible else ["7.1.2"])
    found = [
        one for one in check_event(edition("fide-2024"), tournament, Facts()) if one.code == "player-id-impossible"
    ]
    assert {one.severity for one in found} <= {"warning"}


def show(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    report.main(list(arguments), prog_name="arpad report", standalone_mode=False, obj=Shared())
    return capsys.readouterr().out


def test_show_all_shows_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    short = show("show", str(EXAMPLE), capsys=capsys)
    long = show("show", str(EXAMPLE), "--all", capsys=capsys)
    assert "Games" not in short
    assert "Games" in long
    assert any(line.split() == ["1", "13", "Nieto", "1", "Abad", "0-1"] for line in long.splitlines())
