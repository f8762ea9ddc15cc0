"""One small report for each defect, and what is found in which line and column. Only no-defect.trf has none."""

from itertools import product

import pytest

from arpad.domain.findings import Finding
from arpad.formats.consistency import check_consistency
from arpad.formats.read import read_report
from arpad.i18n import LANGUAGES, ArpadError, keys, text
from places import FIXTURES

DEFECTS = FIXTURES / "reports" / "defects"
FOUND = (
    ("bare-dash.trf", "bare-dash 15 107; opponent-denies 14 102; points-sum 15 81"),
    ("bare-minus-result.trf", "result-without-opponent 15 109; opponent-denies 14 102; points-sum 15 81"),
    ("birth-dots.trf", "birth-form 12 70"),
    ("birth-impossible.trf", "birth-unreadable 12 70"),
    ("birth-year-only.trf", "birth-form 12 70"),
    ("bye-record-unreadable.trf", "bye-unreadable 12 5"),
    ("bye-with-opponent.trf", "bye-with-opponent 15 102; results-disagree 14 102; points-sum 15 81"),
    ("byte-order-mark.trf", ""),
    ("colour-capital.trf", "colour-form 12 97"),
    ("colour-missing.trf", "colour-missing 12 92"),
    ("colour-unknown.trf", "colour-unreadable 12 97; colour-missing 12 92"),
    ("colours-clash.trf", "colours-clash 12 92"),
    ("comment.trf", "comment-ignored 12 1"),
    ("count-of-players.trf", "count-062 6 5"),
    ("count-of-rated.trf", "count-072 7 5"),
    ("count-of-teams.trf", "count-082 12 5"),
    ("count-with-junk.trf", "count-form 6 5"),
    ("date-doubtful.trf", "date-doubtful 4 5"),
    ("date-of-days-first.trf", "date-form 4 5"),
    ("date-unreadable.trf", "date-unreadable 4 5"),
    ("dates-out-of-order.trf", "dates-order - -; round-date-outside - 92; round-date-outside - 102"),
    ("draw-without-opponent.trf", "result-without-opponent 15 109; opponent-denies 14 102"),
    ("encoding-greek.trf", "encoding-guessed 12 -"),
    ("encoding-windows-1252.trf", "encoding-guessed 12 -"),
    ("event-federation.trf", "event-federation-form 3 5"),
    ("event-federation-unknown.trf", "event-federation-unknown 3 5"),
    ("feda-average.txt", "feda-average 4 53"),
    ("feda-birth.txt", "feda-birth 4 37"),
    ("feda-code.txt", "feda-code 4 1"),
    ("feda-federation.txt", "feda-federation 4 33"),
    ("feda-fields.txt", "feda-fields 4 1"),
    ("feda-games.txt", "feda-games 4 50"),
    ("feda-joined-fields.txt", "feda-joined 8 50"),
    ("feda-name.txt", "feda-name 4 10"),
    ("feda-points.txt", "feda-points 4 46"),
    ("feda-sex.txt", "feda-sex 4 31"),
    ("feda-too-many-points.txt", "feda-too-many-points 4 46"),
    ("federation-malformed.trf", "federation-form 13 54"),
    ("federation-unknown.trf", "federation-unknown 13 54"),
    ("final-rank-missing.trf", "final-rank-missing 12 86"),
    ("final-rank-unreadable.trf", "final-rank-unreadable 12 86"),
    ("forfeit-without-opponent.trf", "result-without-opponent 15 109; opponent-denies 14 102; points-sum 15 81"),
    ("id-missing.trf", "id-missing 13 58"),
    ("id-twice.trf", "count-062 6 5; count-072 7 5; id-twice 16 58"),
    ("id-with-junk.trf", "id-unreadable 13 58"),
    ("initial-colour.trf", "initial-colour-unreadable 12 5"),
    ("line-ends-mixed.trf", "line-ends-mixed - -"),
    ("line-too-short.trf", "id-missing 13 58; line-short 13 61; "
     "final-rank-missing 13 86; opponent-denies 12 102; opponent-denies 15 92"),
    ("line-unknown.trf", "line-unknown 12 1"),
    ("lone-cr.trf", ""),
    ("name-too-long.trf", "field-overflow 12 48"),
    ("no-defect.trf", ""),
    ("opponent-does-not-reciprocate.trf", "opponent-denies 12 102"),
    ("opponent-himself.trf", "paired-with-himself 12 102"),
    ("opponent-not-a-number.trf", "opponent-unreadable 12 92; opponent-denies 14 92"),
    ("opponent-unknown.trf", "opponent-unknown 12 102"),
    ("paired-twice.trf", "count-062 6 5; count-072 7 5; opponent-denies 16 92; "
     "rank-not-standing 15 86"),
    ("pairing-record-unreadable.trf", "pairing-record-unreadable 12 7"),
    ("player-twice.trf", "count-062 6 5; count-072 7 5; player-twice 16 15"),
    ("points-comma.trf", "points-form 12 81"),
    ("points-missing.trf", "points-missing 12 81"),
    ("points-not-the-sum.trf", "points-sum 12 81"),
    ("points-unreadable.trf", "points-unreadable 12 81"),
    ("rank-missing.trf", "rank-missing 14 5; opponent-unknown 12 92; "
     "opponent-unknown 15 102"),
    ("rank-not-a-number.trf", "rank-unreadable 14 5; opponent-unknown 12 92; "
     "opponent-unknown 15 102"),
    ("rank-not-standing.trf", "rank-not-standing 14 86"),
    ("rank-twice.trf", "rank-twice 15 5; opponent-unknown 13 92; "
     "opponent-unknown 14 102; paired-with-himself 15 102"),
    ("rating-not-a-number.trf", "count-072 7 5; rating-unreadable 13 49"),
    ("record-of-a-federation.trf", "record-federation 12 1"),
    ("record-twice.trf", "record-twice 12 1"),
    ("record-unknown.trf", "record-unknown 12 1"),
    ("record-without-blank.trf", "record-column 2 4"),
    ("result-after-withdrawal.trf", "count-062 6 5; count-072 7 5; "
     "opponent-denies 16 112; result-after-withdrawal 16 112; rank-not-standing 15 86; round-dates-count - -"),
    ("result-both-lost.trf", "results-by-decision 12 92; points-sum 12 81"),
    ("result-missing.trf", "result-missing 12 109; results-disagree 12 102; points-sum 12 81"),
    ("result-small-letter.trf", "results-disagree 12 92"),
    ("result-unknown.trf", "result-unreadable 12 99; results-disagree 12 92; points-sum 12 81"),
    ("results-disagree.trf", "results-disagree 12 92; points-sum 14 81"),
    ("round-date-outside.trf", "round-date-outside - 102"),
    ("round-date-unreadable.trf", "round-date-unreadable 11 102; round-dates-count - -"),
    ("round-dates-day-before-month.trf", "round-date-form 11 92; round-date-outside - 92"),
    ("round-dates-out-of-columns.trf", "round-dates-columns 11 5"),
    ("round-dates-unordered.trf", "round-date-order - 102"),
    ("round-misaligned.trf", "round-misaligned 12 96"),
    ("round-without-results.trf", "points-sum 12 81; points-sum 13 81; round-empty - 92"),
    ("rounds-beyond.trf", "rounds-beyond 12 5; round-dates-count - -"),
    ("rounds-differ.trf", "rounds-differ 13 5"),
    ("rounds-fewer.trf", "rounds-fewer - -; round-dates-count - -"),
    ("rounds-unreadable.trf", "rounds-unreadable 12 5"),
    ("ruler.trf", "ruler-ignored 12 1"),
    ("scoring-162-zero-bye.trf", ""),
    ("scoring-162-unreadable.trf", "scoring-unreadable 12 6"),
    ("scoring-by-colour.trf", "scoring-by-colour 12 10; points-sum 13 81; points-sum 14 81"),
    ("scoring-unreadable.trf", "scoring-unreadable 12 5"),
    ("sex-capital.trf", "sex-form 12 10"),
    ("sex-unknown.trf", "sex-unreadable 12 10"),
    ("tab.trf", "tab 13 21"),
    ("team-number.trf", "team-number-unreadable 16 5"),
    ("team-out-of-columns.trf", "ranks-columns 16 37"),
    ("team-player-twice.trf", "team-player-twice 17 -"),
    ("team-player-unknown.trf", "team-player-unknown 16 -"),
    ("team-rank-unreadable.trf", "ranks-columns 16 37; rank-listed-unreadable 16 45"),
    ("text-beyond-the-rounds.trf", "text-beyond 12 113"),
    ("text-in-a-separator.trf", "field-overflow 12 90"),
    ("time-control-of-two-sides.trf", "time-control-kept 12 5"),
    ("title-letter.trf", "title-letter 12 11"),
    ("title-misplaced.trf", "title-misplaced 12 11"),
    ("title-small.trf", "title-form 12 11"),
    ("title-unknown.trf", "title-unknown 12 11"),
    ("two-byes-in-a-round.trf", "points-sum 14 81; points-sum 15 81; byes-many - 102"),
)  # fmt: skip
"""File, and its findings as code, line and column; those of reading before those of the check of consistency."""


def findings(name: str) -> list[Finding]:
    report = read_report((DEFECTS / name).read_bytes())
    found = [*report.findings, *check_consistency(report.event)]
    return [finding for finding in found if finding.code != "feda-heading"]


@pytest.mark.parametrize(("name", "expected"), FOUND)
def test_a_defect_is_found_where_it_is(name: str, expected: str) -> None:
    places = [f"{finding.code} {finding.line or '-'} {finding.column or '-'}" for finding in findings(name)]
    assert "; ".join(places) == expected


def test_every_file_is_tested() -> None:
    assert {path.name for path in DEFECTS.iterdir()} == {name for name, _ in FOUND}


def test_every_finding_has_words() -> None:
    for language, (name, _) in product(LANGUAGES, FOUND):
        for finding in findings(name):
            words = text(f"finding.{finding.code}", language, **finding.values)
            assert words, (name, language)
            assert "\n" not in words, (name, language)
            assert "{" not in words, (name, language)


def test_the_defects_show_nearly_every_finding_of_reading_and_consistency() -> None:
    """The others need a file that is too long, or come up in writing."""
    shown = {finding.code for name, _ in FOUND for finding in findings(name)}
    assert {"line-long", "findings-more"}.isdisjoint(shown)
    assert len(shown) >= 75
    assert {f"finding.{code}" for code in shown} <= keys("en")


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", "report-empty"),
        (b" \r\n\t\n", "report-empty"),
        (b"\xef\xbb\xbf", "report-empty"),
        (b"%PDF-1.7 ...", "report-kind"),
        (b"PK\x03\x04xl/workbook.xml", "report-kind"),
        (b"\x1f\x8b\x08", "report-kind"),
        (b"\xff\xfe0\x000\x001\x00", "report-kind"),
        (b"<?xml version='1.0'?><a/>", "report-kind"),
        (b"\n <html><body>001</body></html>", "report-kind"),
        (b"001 \x00\x00\x00", "report-binary"),
        (b"just some words\n", "report-unknown"),
        (b"012 An event without players\n", "report-unknown"),
        (b"001 " + b"x" * (1 << 20), "report-line-too-long"),
        (b"001    1\n" + b"\n" * 200_001, "report-too-many-lines"),
        (b"001    1\n" * 10_000, "report-too-many-players"),
    ],
)
def test_what_is_no_report_is_refused_in_one_line(data: bytes, error: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read_report(data)
    assert refused.value.key == error
    assert all("\n" not in refused.value.text(language) for language in LANGUAGES)


def test_too_large_a_file_is_refused() -> None:
    with pytest.raises(ArpadError) as refused:
        read_report(bytes(64 * 1024 * 1024 + 1))
    assert refused.value.key == "report-too-large"


def test_a_line_beyond_999_rounds_is_cut() -> None:
    line = (
        b"001    1 m    Alba, Bruno                       2500 ESP     2200001 1980/01/02  0.0    1"
        + b"  0000 - Z" * 1001
    )
    report = read_report(line)
    assert [finding.code for finding in report.findings] == ["line-long"]
    assert report.event.rounds == 999


def test_of_a_kind_that_fills_the_file_the_first_are_shown() -> None:
    """300 lines of nonsense: 200 findings, and one that counts the rest."""
    data = (
        b"001    1 m    Alba, Bruno                       2500 ESP     2200001 1980/01/02  0.0    1\n"
        + b"nonsense\n" * 300
    )
    found = read_report(data).findings
    assert len(found) == 201
    assert [dict(finding.values) for finding in found if finding.code == "findings-more"] == [
        {"code": "line-unknown", "count": 100}
    ]
