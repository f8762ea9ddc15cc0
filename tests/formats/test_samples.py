"""Real reports of 2005 to 2026, their names scrambled: what they hold, and exactly what is found in them."""

from collections import Counter
from datetime import date
from fractions import Fraction

import pytest

from arpad.domain.event import RoundResult
from arpad.formats.consistency import check_consistency
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import LANGUAGES, text
from places import FIXTURES

SAMPLES = FIXTURES / "reports"
HELD = {
    # name: format, players, rounds, teams, start, end, encoding, newline
    "24th_rochefort_chess_festival_Masters.trf":
        ("trf26", 128, 9, 0, date(2026, 2, 14), date(2026, 2, 20), "utf-8", "\r\n"),
    "friendship_cup_crete_2024_team.trf": ("trf26", 129, 7, 15, date(2024, 11, 23), date(2024, 11, 24), "utf-8", "\n"),
    "gros_open_2010_javafo_sample2.trfx": ("trf06", 52, 9, 0, date(2010, 9, 24), date(2010, 10, 2), "utf-8", "\n"),
    "icu_armstrong_2011.tab": ("trf16", 160, 11, 12, date(2010, 9, 13), date(2011, 3, 13), "utf-8", "\n"),
    "icu_bunratty_major_2011.tab": ("trf16", 56, 6, 0, date(2011, 2, 25), date(2011, 2, 27), "utf-8", "\r\n"),
    "icu_irish_junior_champs_2011.tab": ("trf16", 34, 5, 0, date(2011, 7, 2), date(2011, 7, 3), "cp1252", "\r\n"),
    "karl_mala_2005_example1_trf06.trf": ("trf06", 284, 7, 0, date(2005, 7, 28), date(2005, 7, 31), "utf-8", "\n"),
    "lichess_swiss_2020.trf": ("trf16", 13, 10, 0, date(2020, 5, 29), date(2020, 5, 29), "utf-8", "\n"),
    "p008_n12_r7_310.trf": ("trf16", 12, 7, 0, None, None, "utf-8", "\n"),
    "t002_n14_r8.trf": ("trf16", 14, 8, 0, None, None, "utf-8", "\n"),
    "a018_n20_r6_acc.trf": ("trf16", 20, 6, 0, None, None, "utf-8", "\n"),
    "feda-1996.txt": ("feda", 4, 0, 0, None, None, "utf-8", "\r\n"),
}  # fmt: skip
FOUND = {
    "24th_rochefort_chess_festival_Masters.trf": "final-rank-missing result-missing | rounds-fewer",
    "friendship_cup_crete_2024_team.trf": "count-form id-missing result-without-opponent*2 ruler-ignored | points-sum",
    "gros_open_2010_javafo_sample2.trfx":
        "birth-form date-doubtful date-form id-missing title-letter | rounds-fewer",
    "icu_armstrong_2011.tab":
        "date-doubtful*2 final-rank-missing id-missing result-without-opponent*2 round-date-form "
        "ruler-ignored | id-twice*2",
    "icu_bunratty_major_2011.tab":
        "bare-dash date-form*2 federation-form*5 federation-unknown*41 id-missing result-without-opponent "
        "round-date-form "
        "sex-form | points-sum*11",
    "icu_irish_junior_champs_2011.tab": "birth-form encoding-guessed | points-sum*5",
    "karl_mala_2005_example1_trf06.trf":
        "birth-form date-form*2 final-rank-missing id-missing result-without-opponent*2 title-letter | ",
    "lichess_swiss_2020.trf":
        "date-form*2 event-federation-form final-rank-missing id-missing result-without-opponent | ",
    "p008_n12_r7_310.trf": "id-missing | ",
    "t002_n14_r8.trf": "id-missing | ",
    "a018_n20_r6_acc.trf": "id-missing | ",
    "feda-1996.txt": "feda-heading | ",
}  # fmt: skip
"""The findings of reading, then those of the check of consistency, with their numbers."""


def report(name: str) -> Report:
    return read_report((SAMPLES / name).read_bytes())


def in_short(codes: list[str]) -> str:
    return " ".join(code if count == 1 else f"{code}*{count}" for code, count in sorted(Counter(codes).items()))


def test_every_sample_is_tested() -> None:
    assert {path.name for path in SAMPLES.iterdir() if path.is_file()} == set(HELD) == set(FOUND)


@pytest.mark.parametrize("name", HELD)
def test_a_sample_holds_what_it_holds(name: str) -> None:
    sample = report(name)
    held = (
        sample.format,
        len(sample.event.players),
        sample.event.rounds,
        len(sample.event.teams),
        sample.event.start,
        sample.event.end,
    )
    assert (*held, sample.encoding, sample.newline) == HELD[name]
    assert len(sample.records) == len(sample.lines)


@pytest.mark.parametrize("name", FOUND)
def test_a_sample_has_exactly_these_findings(name: str) -> None:
    sample = report(name)
    read, checked = (
        [finding.code for finding in sample.findings],
        [finding.code for finding in check_consistency(sample.event)],
    )
    assert f"{in_short(read)} | {in_short(checked)}" == FOUND[name]


@pytest.mark.parametrize("name", FOUND)
def test_every_finding_can_be_said(name: str) -> None:
    sample = report(name)
    for finding in (*sample.findings, *check_consistency(sample.event)):
        for language in LANGUAGES:
            assert text(f"finding.{finding.code}", language, **finding.values)


def test_rochefort_is_unfinished_and_its_women_are_women() -> None:
    event = report("24th_rochefort_chess_festival_Masters.trf").event
    first = event.players[0]
    assert (first.rank, first.sex, first.title, first.rating, first.federation) == (1, "m", "GM", 2549, "FRA")
    assert (first.id, first.born, first.birthday, first.final_rank) == ("202925", 1977, None, None)
    assert first.points == 5
    assert first.rounds[0] == RoundResult(1, 63, "b", "1", 92)
    assert first.rounds[6] == RoundResult(7, 2, "b", None, 152)
    champion = event.player(123)
    assert champion is not None
    assert (champion.sex, champion.title) == ("f", "WCM")
    assert event.type_code == "FIDE_DUTCH_2026"


def test_crete_has_its_teams_and_its_greek_name() -> None:
    event = report("friendship_cup_crete_2024_team.trf").event
    assert event.name == "ΔΙΑΣΥΛΛΟΓΙΚΟ ΚΥΠΕΛΛΟ ΚΡΗΤΙΚΗΣ ΦΙΛΙΑΣ 2024"
    assert event.teams[0].name == "ΓΑΖΙ 1"
    assert event.teams[0].players == (13, 14, 15, 16, 17, 18, 90, 129)
    assert event.round_dates[2:4] == (date(2024, 11, 23), date(2024, 11, 24))
    assert event.deputy_arbiters == ("Tevciepote Ondipuse", "Ncudet Mofcculgusal, Cepuureigat Facupiut")
    assert event.players[1].rating is None


def test_gros_writes_letters_for_titles_and_years_for_birthdays() -> None:
    event = report("gros_open_2010_javafo_sample2.trfx").event
    assert [player.title for player in event.players[:4]] == ["GM", "IM", "FM", ""]
    assert event.players[0].born == 1978
    fourteenth = event.player(14)
    assert fourteenth is not None
    assert fourteenth.rounds[2] == RoundResult(3, None, None, "H", 112)
    assert fourteenth.rounds[4] == RoundResult(5, None, None, "Z", 132)


def test_bunratty_writes_the_day_before_the_month() -> None:
    event = report("icu_bunratty_major_2011.tab").event
    assert event.round_dates == tuple(date(2011, 2, day) for day in (25, 26, 26, 26, 27, 27))
    assert event.players[0].sex == "m"
    assert event.players[0].rounds[:2] == (RoundResult(1, None, None, "+", 92), RoundResult(2, None, None, "Z", 102))


def test_the_irish_juniors_have_their_accents() -> None:
    assert report("icu_irish_junior_champs_2011.tab").event.players[26].name == "Ó Muelaecíug, Mort"


def test_karl_mala_has_forfeits_without_colour() -> None:
    event = report("karl_mala_2005_example1_trf06.trf").event
    assert event.players[0].birthday == date(1969, 12, 17)
    assert event.players[12].rounds[0] == RoundResult(1, 153, None, "-", 92)
    assert event.time_control == "40/120, 60"


def test_lichess_has_neither_ratings_nor_ranks() -> None:
    event = report("lichess_swiss_2020.trf").event
    assert (event.rounds, event.federation, event.players[0].rating) == (10, "Lichess", None)
    assert event.players[5].rounds[1] == RoundResult(2, None, None, "U", 102)


def test_three_points_for_a_win() -> None:
    """BBW 3.0, BBD 1.0: a pairing-allocated bye counts as a win."""
    scoring = report("p008_n12_r7_310.trf").event.scoring
    assert {code: scoring[code] for code in "1=U"} == {"1": Fraction(3), "=": Fraction(1), "U": Fraction(3)}


def test_feda_has_two_blocks() -> None:
    sample = report("feda-1996.txt")
    assert [(line.code, line.points, line.games, line.average) for line in sample.feda] == [
        ("731", Fraction(13, 2), 9, 2301), ("1408", 4, 8, 2087), ("00000000", Fraction(7, 2), 7, 2014),
        ("00000000", 4, 7, 1990),
    ]  # fmt: skip
    assert [(player.name, player.sex, player.id) for player in sample.event.players][2:] == [
        ("PRADO VEGA Luis", "m", ""), ("SERRA PONS Nuria", "f", ""),
    ]  # fmt: skip
    assert sample.event.players[0].birthday == date(1961, 2, 11)
