"""The printed standings, read back: A4, everything on the page, the head on every page."""

import io
from pathlib import Path

import pypdf
import pytest

from answers import Arpad
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import Language
from arpad.papers.event_sheets import MOST_RESULTS, standings_reasons, standings_sheet
from arpad.standings.reasons import explain
from arpad.standings.table import StandingsTable, Wishes, standings
from arpad.standings.tables import (
    StandingsComparison,
    WordsTable,
    comparison_in_words,
    crosstable_in_words,
    crosstable_of,
    standings_in_words,
)
from papers import LONG_SIDE, SHORT_SIDE, starts
from pdf_pages import page_texts
from places import FIXTURES

DATA = FIXTURES / "standings"


def known(name: str, tie_breaks: str | None = None, edition: str = "c07-2026") -> tuple[Report, StandingsTable]:
    report = read_report((DATA / f"{name}.trf").read_bytes())
    return report, standings(report, Wishes(tie_breaks=tie_breaks, edition=edition))


def read(pdf: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(pdf))


def side(page: pypdf.PageObject) -> int:
    """The width of a page."""
    assert {round(page.mediabox.width), round(page.mediabox.height)} == {SHORT_SIDE, LONG_SIDE}
    width: int = round(page.mediabox.width)
    return width


def test_the_standings_stand_upright_and_repeat_their_head() -> None:
    report, table = known("moscow-2018", "BH/C1,BH,SB", "c07-2017")
    sheet = standings_sheet(standings_in_words(table, "en", report.event), report.event)
    assert [side(page) for page in read(sheet).pages] == [SHORT_SIDE] * 4
    pages = page_texts(sheet)
    assert all("BH/C1" in page for page in pages), "the head is repeated"
    printed = "".join(pages)
    assert all(row.name in printed for row in table.rows)
    assert "BH/C1: Buchholz, cut 1" in pages[-1]


@pytest.mark.parametrize(
    ("name", "language"), [("sw-53x13", "en"), ("team-50", "es"), ("rr-6x2", "es"), ("tec-swiss-5", "en")]
)
def test_a_crosstable_fits_the_page(name: str, language: Language) -> None:
    report, table = known(name)
    for by_rank in (True, False):
        told = crosstable_in_words(crosstable_of(table, by_rank), language, report.event)
        for page in read(standings_sheet(told, report.event, language)).pages:
            assert all(0 < x < side(page) - 30 for x in starts(page))
            assert side(page) == (LONG_SIDE if name in ("sw-53x13", "team-50") else SHORT_SIDE)


def with_more_rounds(told: WordsTable, times: int) -> WordsTable:
    """A crosstable with its rounds several times."""
    results = [place for place, column in enumerate(told.columns) if column.name == "result"]
    first, last = results[0], results[-1] + 1
    return told._replace(
        columns=(*told.columns[:first], *told.columns[first:last] * times, *told.columns[last:]),
        rows=tuple((*row[:first], *row[first:last] * times, *row[last:]) for row in told.rows),
    )


def test_many_rounds_are_set_smaller_and_still_fit() -> None:
    report, table = known("sw-53x13")
    told = with_more_rounds(crosstable_in_words(crosstable_of(table), "en", report.event), 3)
    assert sum(column.name == "result" for column in told.columns) <= MOST_RESULTS
    for page in read(standings_sheet(told, report.event)).pages:
        assert all(0 < x < LONG_SIDE - 30 for x in starts(page))
        assert {side(page)} == {LONG_SIDE}


def test_more_rounds_than_fit_are_several_tables() -> None:
    report, table = known("sw-53x13")
    told = with_more_rounds(crosstable_in_words(crosstable_of(table), "en", report.event), 4)
    printed = "".join(page_texts(standings_sheet(told, report.event)))
    assert printed.count(table.rows[0].name) == 2, "each part names the players again"


def test_editions_side_by_side_mark_who_changes_place() -> None:
    report, old = known("tec-swiss-5", "BH/C1,BH,SB", "c07-2023")
    _, new = known("tec-swiss-5", "BH/C1,BH,SB", "c07-2026")
    printed = page_texts(standings_sheet(comparison_in_words(StandingsComparison((old, new)), "en"), report.event))[0]
    assert "c07-2023" in printed
    assert "c07-2026" in printed
    assert "2 players change place (*)" in printed


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "round 2 is cut (2.5): a voluntary unplayed round"), ("es", "BH/C1 = 3 + 1,5 + 3,5 + 3,5 = 11,5")],
)
def test_the_reasons_are_printed_with_their_articles(language: Language, words: str) -> None:
    report, table = known("tec-swiss-5", "BH/C1")
    page = page_texts(standings_reasons(table, explain(table, 4), report.event, language))[0]
    assert words in page
    assert "16.4.2" in page


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("", "Final standings after 5 rounds"),
        ("--crosstable", "Opponents by their line"),
        ("--explain 4", "4 David: rank 3"),
        ("--explain 4,16", "4 David stands before 16 Stephan"),
        ("--edition c07-2024", "changes place (*)"),
        ("--group 'rating < 1700' --by-number", "Stephan"),
    ],
)
def test_the_command_prints_what_it_shows(arpad: Arpad, tmp_path: Path, options: str, words: str) -> None:
    out = tmp_path / "standings.pdf"
    answer = arpad(f"standings {DATA / 'tec-swiss-5.trf'} --edition c07-2026 --tie-breaks BH/C1 {options} --pdf {out}")
    assert answer.code == 0, answer.err
    assert words in page_texts(out.read_bytes())[0]


def test_the_same_input_gives_the_same_bytes() -> None:
    report, table = known("tec-round-robin-6", "DE,SB")
    told = standings_in_words(table, "en", report.event)
    assert standings_sheet(told, report.event) == standings_sheet(told, report.event)
