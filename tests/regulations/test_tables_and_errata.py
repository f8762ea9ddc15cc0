"""The two conversion tables as printed, and the misprints of the sources.

Table A: p in hundredths to dp. Table B: the difference D to the expectation PD of the higher rated player.
"""

from collections import Counter

import pytest

from arpad.regulations.rating_editions import Erratum, regulations
from arpad.regulations.rating_rules import dp, pd
from places import PROJECT

BANDS = """
0-3 50, 4-10 51, 11-17 52, 18-25 53, 26-32 54, 33-39 55, 40-46 56, 47-53 57, 54-61 58, 62-68 59, 69-76 60, 77-83 61,
84-91 62, 92-98 63, 99-106 64, 107-113 65, 114-121 66, 122-129 67, 130-137 68, 138-145 69, 146-153 70, 154-162 71,
163-170 72, 171-179 73, 180-188 74, 189-197 75, 198-206 76, 207-215 77, 216-225 78, 226-235 79, 236-245 80, 246-256 81,
257-267 82, 268-278 83, 279-290 84, 291-302 85, 303-315 86, 316-328 87, 329-344 88, 345-357 89, 358-374 90, 375-391 91,
392-411 92, 412-432 93, 433-456 94, 457-484 95, 485-517 96, 518-559 97, 560-619 98, 620-735 99
"""

ROWS = """
99 677, 98 589, 97 538, 96 501, 95 470, 92 401, 90 366, 89 351, 88 336, 85 296, 84 284, 83 273, 80 240, 78 220, 77 211,
76 202, 75 193, 74 184, 73 175, 72 166, 70 149, 67 125, 66 117, 63 95, 62 87, 60 72, 58 57, 57 50, 56 43, 51 7, 50 0
"""

FEDA_VALUES = {76: (193, 202), 75: (184, 193), 74: (175, 184), 73: (166, 175), 57: (40, 50), 38: (-97, -87)}
"""The values of FEDA's table A (9.1.b) that are misprinted: p in hundredths, printed, correct."""

FEDA_ROWS = {501: (97, 96), 284: (85, 84)}
"""The rows of FEDA's table A whose p is misprinted: dp, printed p, correct p."""


def band(line: str) -> tuple[int, int, int]:
    """`4-10 51`: from, to, the expectation in hundredths."""
    span, expected = line.split()
    low, high = span.split("-")
    return int(low), int(high), int(expected)


PRINTED_BANDS = [band(line) for line in BANDS.split(",")]
PRINTED_ROWS = [(int(p), int(value)) for p, value in (line.split() for line in ROWS.split(","))]
ERRATA = regulations().errata()


def erratum(where: str) -> Erratum:
    """The one erratum of FEDA's table A at a place."""
    (found,) = [
        omission
        for omission in ERRATA
        if (omission.source, omission.article, omission.where["en"]) == ("feda-elo-1996", "9.1.b", where)
    ]
    return found


# ---------------------------------------------------------------- the tables


def test_table_a_has_101_entries() -> None:
    """0.00 to 1.00 in hundredths, each with a different value; the two ends only if an edition gives them one."""
    assert len({dp(p, 800) for p in range(101)} - {None}) == 101
    assert [p for p in range(101) if dp(p, None) is None] == [0, 100]


@pytest.mark.parametrize(("p", "value"), PRINTED_ROWS)
def test_row_of_table_a(p: int, value: int) -> None:
    """A row as printed, and its mirror."""
    assert (dp(p, None), dp(100 - p, None)) == (value, -value)


def test_table_b_has_51_rows() -> None:
    """.50 to 1.00, one band each."""
    assert [pd(difference) for difference in (0, 5000)] == [50, 100]
    assert {pd(difference) for difference in range(1000)} == set(range(50, 101))
    assert len(PRINTED_BANDS) == 50


@pytest.mark.parametrize(("low", "high", "expected"), PRINTED_BANDS)
def test_band_of_table_b(low: int, high: int, expected: int) -> None:
    """Both edges of a band as printed, and the step to the next: 3 .50, 4 .51; 10 .51, 11 .52; 735 .99, 736 1.00."""
    assert (pd(low), pd(high), pd(high + 1)) == (expected, expected, expected + 1)
    assert (pd(-low), pd(-high), pd(-high - 1)) == (100 - expected, 100 - expected, 99 - expected)


def test_bands_of_table_b_leave_no_gap() -> None:
    """Each difference from 0 to 735 lies in one printed band, and has its value."""
    for low, high, expected in PRINTED_BANDS:
        assert {pd(difference) for difference in range(low, high + 1)} == {expected}
    assert [low for low, _, _ in PRINTED_BANDS] == [0, *(high + 1 for _, high, _ in PRINTED_BANDS[:-1])]


# ---------------------------------------------------------------- the misprints of FEDA's table A


@pytest.mark.parametrize("p", FEDA_VALUES)
def test_misprinted_value_of_feda(p: int) -> None:
    """p = 0.76 is printed 193 and is 202: ours is the correct one, as its mirror and table B show."""
    printed, correct = FEDA_VALUES[p]
    found = erratum(f"p = 0.{p}")
    assert (found.printed, found.correct["en"], found.correct["es"]) == (str(printed), str(correct), str(correct))
    assert dp(p, None) == correct != printed
    assert dp(100 - p, None) == -correct
    assert pd(correct) == p


@pytest.mark.parametrize("value", FEDA_ROWS)
def test_misprinted_row_of_feda(value: int) -> None:
    """0.97 is printed twice, with 538 and with 501; the second is 0.96. So with 0.85, whose 284 belongs to 0.84."""
    printed, correct = FEDA_ROWS[value]
    found = erratum(f"row of dp {value}")
    assert (found.printed, found.correct["en"], found.correct["es"]) == (
        f"0.{printed}",
        f"0.{correct}",
        f"0.{correct}",
    )
    assert dp(correct, None) == value != dp(printed, None)
    assert dp(100 - correct, None) == -value
    assert pd(value) == correct


def test_misprints_of_fedas_tables_are_all_there() -> None:
    """Six values, two rows, the row of 0.00 that is missing; in table B the first band."""
    places = Counter(
        omission.article
        for omission in ERRATA
        if omission.source == "feda-elo-1996" and omission.article.startswith("9.1.")
    )
    assert places == {"9.1.b": 9, "9.1.c": 1}
    missing = erratum("p = 0.00")
    assert missing.correct == {"en": "indeterminate", "es": "indeterminado"}
    (first,) = [omission for omission in ERRATA if (omission.source, omission.article) == ("feda-elo-1996", "9.1.c")]
    assert (first.printed, first.correct["en"], pd(3)) == ("050", "0.50", 50)


def test_misprint_of_table_a_in_2024() -> None:
    """000 prints .10 for the row of 800; it is 1.0, and .10 has −366."""
    (found,) = [misprint for misprint in ERRATA if misprint.source == "fide-b02-2024"]
    assert (found.printed, found.correct["en"]) == (".10", "1.0")
    assert (dp(100, 800), dp(10, 800)) == (800, -366)


# ---------------------------------------------------------------- all misprints


@pytest.mark.parametrize("found", ERRATA, ids=lambda found: f"{found.source} {found.article}")
def test_erratum(found: Erratum) -> None:
    """A misprint names its source and article, says what is printed and what is right, and why, in both languages."""
    assert found.source in regulations().sources
    assert found.article
    assert found.printed
    for words in (found.where, found.correct, found.why):
        assert set(words) == {"en", "es"}
        assert all(words.values())
    assert found.printed not in found.correct.values()


def test_no_erratum_twice() -> None:
    """One entry for each place."""
    places = Counter((omission.source, omission.article, omission.where["en"]) for omission in ERRATA)
    assert places
    assert max(places.values()) == 1


ON_THE_READINGS = (
    "manual-2023-b06", "manual-2023-forms", "manual-2023-exam", "manual-2023-arbiters", "laws-2023",
    "laws-2023-notation", "manual-2023-fair-play", "manual-2023-organisers", "manual-2023-c04",
    "manual-2023-tie-breaks", "manual-2023-swiss-example", "manual-2023-trf", "c04-2018", "c04-2026",
)  # fmt: skip
"""Documents whose misprints no page of an edition lists."""

TABLES = ("Berger", "Hilton", "12 teams", "Skalitzka", "remark on double rounds")
"""Misprints of the tables of draws: they are on the page of draws."""


def test_misprints_of_documents_without_an_edition_are_on_the_page_of_readings() -> None:
    page = (PROJECT / "docs" / "explanation" / "readings.md").read_text("utf-8")
    found = [one for one in ERRATA if one.source in ON_THE_READINGS]
    assert len(found) >= 70
    rules = [one for one in ERRATA if one.source == "manual-2023-tournaments"]
    found += [one for one in rules if not any(table in one.where["en"] for table in TABLES)]
    for one in found:
        cells = (one.source, one.article, one.where["en"], one.printed, one.correct["en"], one.why["en"])
        assert f"| {' | '.join(cells)} |" in page, one


READ = (
    "4.9.3", "second Congress", "English is compulsory", "FL1", "German", "while in that category",
    "Two of tournaments and the seminar", "any other system of 2.3.1", "A.4 or A.5, B.2 or B.3", "A.6, B.4",
    "Online one year", "anti-doping", "Cdxf3", "8. Dd4e3", "II.3.2.6", "By the order of Buchholz",
    "exactly 2 is still well",
)  # fmt: skip


@pytest.mark.parametrize("words", READ)
def test_the_readings_of_arbiters_fair_play_notation_and_forms(words: str) -> None:
    """One row for each place where the manual is unclear, stale or misprinted."""
    page = (PROJECT / "docs" / "explanation" / "readings.md").read_text("utf-8")
    start, end = page.index("## Arbiters"), page.index("## Tie-breaks")
    assert [line for line in page[start:end].splitlines() if line.startswith("| ") and words in line]
