"""FEDA 9.56 and 10.23: foreigners who are not affiliated count with their FIDE rating and get no FEDA rating."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.formats.report import FedaLine
from arpad.lists.closing import close_period
from arpad.lists.kernel import close_by_kernel
from arpad.lists.manifest import by_report_in, closed_manifest
from arpad.lists.period import Period
from cli_office_town import Office, caller
from places import FIXTURES
from small_seasons import Season, accept, first_list, plain_event, player

DATA = FIXTURES / "office"
EVENT = DATA / "feda-foreigners.trf"
PEOPLE: dict[str, dict[str, Any]] = {"luc": {"federation": "FRA", "rating": 2100}, "ana": {"federation": "ESP"}}


def a_period(**more: Any) -> Period:
    """Ana (2000, K 15) beats the Frenchman Luc, 2100 by the report; no list of FIDE is held."""
    season = Season(first_list("1997-01-01", [player("ana", 2000, k=15)]), "feda")
    return replace(
        season.period("1997-07-01", accept(plain_event("1997-01-11", "1997-01-12", ["ana-luc 1"]), PEOPLE)), **more
    )


def test_10_23_a_foreigner_counts_with_the_rating_of_the_report() -> None:
    """D = −100, .64 × 15 = 9.6: 2010. A finding says where the 2100 come from; Luc is on no list."""
    closed = close_period(a_period())
    assert closed.ledger.rows(["ana"])["ana"].standing("standard").rating == 2010
    assert not closed.ledger.rows(["luc"])
    assert [(finding.code, finding.article, finding.values["rating"]) for _, finding in closed.findings] == [
        ("foreigner-by-report", "10.23", 2100)
    ]
    assert close_by_kernel(a_period()) == closed


def test_9_56_the_list_of_fide_comes_before_the_report() -> None:
    fide = first_list("1997-01-01", [player("luc", 2200, federation="FRA")])
    closed = close_period(a_period(foreign=lambda _: fide))
    assert closed.ledger.rows(["ana"])["ana"].standing("standard").rating == 2010, ".76 × 15 = 11.4"
    assert [(finding.code, finding.values) for _, finding in closed.findings] == [
        ("rating-differs", {"report": 2100, "list": 2200})
    ]


def test_9_56_a_foreigner_without_a_rating_is_told_of() -> None:
    """Nothing to count by: neither a list nor the report has a rating."""
    season = Season(first_list("1997-01-01", [player("ana", 2000, k=15)]), "feda")
    event = accept(plain_event("1997-01-11", "1997-01-12", ["ana-luc 1"]), {"luc": {"federation": "FRA"}})
    closed = season.close("1997-07-01", event)
    assert (season.standing("ana").games, [finding.code for _, finding in closed.findings]) == (
        0,
        ["foreigner-unrated"],
    )


def test_10_31_the_regions_of_spain_are_not_abroad() -> None:
    """A report of sums has AND, CAT and so on: a newcomer from Andalusia gets results towards a first rating."""
    season = Season(first_list("1997-01-01", [player("ana", 2000, k=15)]), "feda", "ESP")
    event = accept(plain_event("1997-01-11", "1997-01-12", ["ana-new 0"]), {"new": {"federation": "AND"}})
    lines = tuple(
        FedaLine(code, player.name, None, "AND", None, Fraction(6), 9, 1950)
        for code, player in zip(("1", "0"), event.event.players, strict=True)
    )
    sums = replace(event, report=replace(event.report, format="feda", feda=lines))
    season.close("1997-07-01", sums)
    assert season.rating("new") == 1990, "1950 + 3 × 12.5 = 1987.5"


def test_lists_made_before_are_proved_as_they_were() -> None:
    """A manifest without the word: a foreigner whom FIDE's list does not have did not count."""
    for by_report, games in ((True, 1), (False, 0)):
        period = a_period(foreigners_by_report=by_report)
        closed = close_period(period)
        editions = dict.fromkeys(closed.editions, "hash")
        lists = dict.fromkeys(closed.lists, "digest")
        made = closed_manifest(period, closed, previous="p", lists=lists, foreign={}, editions=editions)
        assert (by_report_in(made), "foreigners" in json.dumps(made)) == (by_report, by_report)
        assert closed.ledger.rows(["ana"])["ana"].standing("standard").games == games


@pytest.fixture
def run(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    office = caller(arpad, tmp_path, monkeypatch)
    for line in (
        "init --system feda",
        "init --system fide",
        f"import-list {DATA / 'feda-foreigners.csv'} --date 1997-01 --system feda",
        f"import-list {DATA / 'feda-foreigners-fide.csv'} --date 1997-01 --system fide",
        f"submit {EVENT} --system feda --received 1997-02-12 --arbiter-ok --format swiss",
    ):
        assert office(line).code == 0, line
    return office


def test_9_56_in_the_office(run: Office) -> None:
    """Dumas counts with the 2210 of FIDE's list, Berg with the 2150 of the report: Alba against 2210, 2150 and 2050
    has Ra 2136⅔, D = −37, PD .45, +.65 × 15 = 9.75: 2110. The foreigners are not on the list."""
    closed = run("close 1997-07 --system feda --json").json
    told = {(finding["code"], finding["player"]) for finding in closed["findings"]}
    assert {("foreigner-by-report", 2), ("rating-differs", 4)} <= told
    rows = {one["id"]: one["rating"] for one in run("list 1997-07 --system feda --json").json["players"]}
    assert rows == {"11": 2110, "12": 2065}
    assert run("verify --system feda").code == 0


def test_9_56_rate_gives_a_foreigner_no_feda_rating(arpad: Arpad) -> None:
    found = arpad(f"rate {EVENT} --edition feda-1996 --format swiss --json").json["players"]
    assert [(player["guest"], player["new_rating"], player["initial"]) for player in found] == [
        (False, 2110, None), (True, None, None), (False, 2065, None), (True, None, None),
    ]  # fmt: skip
    assert "‡ a foreigner who is not affiliated" in arpad(f"rate {EVENT} --edition feda-1996 --format swiss").out
    sheet = arpad(f"explain {EVENT} --edition feda-1996 --format swiss --player 4 --lang es")
    assert "10.23  Un extranjero no afiliado cuenta con la valoración FIDE que da el informe: 2200" in sheet.out
    listed = arpad(f"rate {EVENT} --edition feda-1996 --format swiss --list {DATA / 'feda-foreigners-fide.csv'} --json")
    assert listed.json["players"][3]["guest"] is False, "on the list, so affiliated"
