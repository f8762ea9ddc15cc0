"""There and back: files in their own version byte by byte, in the other without loss, events from memory."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.domain.event import Colour, Event, Player, ResultCode, RoundResult, Team
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_fields import points_text
from arpad.formats.trf_write import write_trf
from arpad.i18n import LANGUAGES, ArpadError, text
from places import FIXTURES
from proofs import law

SAMPLES = FIXTURES / "reports"
FILES = sorted(path for path in SAMPLES.rglob("*.t*") if path.suffix != ".txt")
PLAYER = "001    1 m GM Alba, Bruno                       2500 ESP     2200001 1980/01/02  2.0    1"


def without_lines(event: Event) -> Event:
    """The event without the lines it stood in."""
    return replace(
        event,
        players=tuple(player._replace(line=0) for player in event.players),
        teams=tuple(replace(team, line=0, number=None) for team in event.teams),
    )


def teams_of(report: Report) -> list[tuple[str, tuple[int, ...]]]:
    """The teams as both versions know them. TRF16 has no numbers, so their order stands for them."""
    return [(team.name, team.players) for team in sorted(report.event.teams, key=lambda team: team.number or 0)]


def own_version(report: Report) -> Literal["trf16", "trf26"]:
    return "trf26" if report.format == "trf26" else "trf16"


@pytest.mark.parametrize("path", FILES)
def test_a_report_comes_back_in_its_own_version(path: Path) -> None:
    data = path.read_bytes()
    report = read_report(data)
    written, findings = write_trf(report, own_version(report))
    if report.format == "trf06":
        assert read_report(written).event == report.event
    elif path.name != "line-ends-mixed.trf":
        assert written == data
    assert all(finding.code == "record-dropped" for finding in findings)


@pytest.mark.parametrize("path", FILES)
def test_a_report_keeps_its_event_in_the_other_version(path: Path) -> None:
    report = read_report(path.read_bytes())
    for version in ("trf16", "trf26"):
        written, findings = write_trf(report, "trf26" if version == "trf26" else "trf16")
        again = read_report(written)
        assert without_lines(again.event).players == without_lines(report.event).players
        assert teams_of(again) == teams_of(report)
        assert again.event.rounds == report.event.rounds
        if not any(finding.code == "scoring-simplified" for finding in findings):
            assert {"U": Fraction(1), **again.event.scoring} == {"U": Fraction(1), **report.event.scoring}
        assert all(
            text(f"finding.{finding.code}", spoken, **finding.values) for finding in findings for spoken in LANGUAGES
        )


def test_trf16_to_trf26_translates_the_records() -> None:
    report = read_report(
        "\n".join(["012 Open", "122 90+30", "XXR 9", "XXC white1", "XXS W=3 D=1", PLAYER, "XXZ 1",
                   "013 Soria".ljust(36) + "   1"]).encode()
    )  # fmt: skip
    written, findings = write_trf(report, "trf26")
    assert written.decode().splitlines() == [
        "012 Open", "122 90+30", "222 5400+30", "142 9", "152 W", "162  W 3.0    D 1.0    P 1.0", PLAYER,
        "XXZ 1",
        "310   1 Soria".ljust(73) + "   1",
    ]  # fmt: skip
    assert [(finding.code, finding.values["code"]) for finding in findings] == [("record-kept", "XXZ")]
    back, _ = write_trf(read_report(written), "trf16")
    assert back.decode().splitlines() == [
        "012 Open", "122 90+30", "XXR 9", "XXC white1", "XXS W=3.0 D=1.0 PAB=1.0", PLAYER, "XXZ 1",
        "013 Soria".ljust(36) + "   1",
    ]  # fmt: skip


def test_trf26_to_trf16_tells_what_it_cannot_say() -> None:
    report = read_report(
        "\n".join(["012 Open", "142 9", "182 Arpad", "192 FIDE_DUTCH", "222 900+10", "240 H 003    1", PLAYER,
                   "310   1 Soria".ljust(54) + "10.0".rjust(6)]).encode()
    )  # fmt: skip
    written, findings = write_trf(report, "trf16")
    assert written.decode().splitlines() == [
        "012 Open", "XXR 9", "182 Arpad", "192 FIDE_DUTCH", "122 15+10", "240 H 003    1", PLAYER,
        "013 Soria".ljust(36),
    ]  # fmt: skip
    assert [(finding.code, finding.values["code"]) for finding in findings] == [
        ("record-kept", "182"), ("record-kept", "192"), ("record-kept", "240"), ("team-details-dropped", "310"),
    ]  # fmt: skip


def test_trf06_becomes_trf16_by_its_titles_and_dates() -> None:
    old = PLAYER.replace(" GM ", "  g ").replace("1980/01/02", "1980.01.02")
    assert write_trf(read_report(old.encode()), "trf16")[0].decode() == PLAYER


def test_a_feda_report_becomes_a_trf_without_games() -> None:
    written, findings = write_trf(read_report((SAMPLES / "feda-1996.txt").read_bytes()), "trf26")
    assert [player.name for player in read_report(written).event.players][:1] == ["OLMEDO SANZ Pablo"]
    assert [finding.code for finding in findings] == ["feda-without-games"]


@pytest.mark.parametrize("points", [Fraction(1, 3), Fraction(10000)])
def test_points_that_do_not_fit_are_refused(points: Fraction) -> None:
    with pytest.raises(ArpadError):
        points_text(points)


def test_a_rank_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ArpadError):
        event_to_trf(Event(players=(Player(10_000),)), "trf16")


WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=12)
DAYS = st.dates(dt.date(1970, 1, 1), dt.date(2069, 12, 31))
BYES: st.SearchStrategy[ResultCode | None] = st.sampled_from(("H", "F", "U", "Z"))
COLOURS: st.SearchStrategy[Colour | None] = st.sampled_from(("w", "b", None))
RESULTS: st.SearchStrategy[ResultCode | None] = st.sampled_from(("1", "=", "0", "+", "-", "W", "D", "L"))


@st.composite
def players(draw: st.DrawFn, rank: int, of: int, rounds: int) -> Player:
    birthday = draw(st.none() | DAYS)
    cells = [
        RoundResult(number, draw(st.integers(1, of)), draw(COLOURS), draw(RESULTS), 82 + 10 * number)
        if draw(st.booleans())
        else RoundResult(number, None, None, draw(BYES), 82 + 10 * number)
        for number in range(1, rounds + 1)
    ]  # fmt: skip
    return Player(
        rank, f"{draw(WORDS)}, {draw(WORDS)}", draw(st.sampled_from(("m", "f", None))),
        draw(st.sampled_from(("", "GM", "WGM", "IM", "FM", "CM", "WCM"))), draw(st.none() | st.integers(1, 3999)),
        draw(st.sampled_from(("", "ESP", "FRA"))), str(draw(st.integers(1, 10**11 - 1))),
        birthday.year if birthday else draw(st.none() | st.integers(1900, 2020)), birthday,
        Fraction(draw(st.integers(0, 30)), 2), draw(st.none() | st.integers(1, 9999)), tuple(cells),
    )  # fmt: skip


@st.composite
def events(draw: st.DrawFn) -> Event:
    count, rounds = draw(st.integers(1, 6)), draw(st.integers(0, 5))
    teams = draw(st.lists(st.lists(st.integers(1, count), min_size=1, max_size=4), max_size=2))
    return Event(
        draw(WORDS), draw(WORDS), "ESP", draw(st.none() | DAYS), draw(st.none() | DAYS), draw(WORDS), "", draw(WORDS),
        tuple(draw(st.lists(WORDS, max_size=2))), draw(st.sampled_from(("", "90+30", "90/40+30:30", "as agreed"))),
        rounds, (draw(DAYS),) * rounds, tuple(draw(players(rank, count, rounds)) for rank in range(1, count + 1)),
        tuple(Team(draw(WORDS), tuple(ranks)) for ranks in teams),
    )  # fmt: skip


@law(75, long=150)
@given(events(), st.sampled_from(("trf16", "trf26")))
def test_an_event_from_memory_is_read_back_equal(event: Event, version: Literal["trf16", "trf26"]) -> None:
    report = read_report(event_to_trf(event, version))
    assert without_lines(report.event) == event
    assert {finding.code for finding in report.findings} <= {"final-rank-missing"}
