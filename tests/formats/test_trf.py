"""TRF, field by field: dates, time controls, results, scoring, teams, versions, encodings, line ends; and FEDA."""

from datetime import date
from fractions import Fraction

import pytest

from arpad.domain.event import RoundResult, Team
from arpad.formats.feda import feda_lines, write_feda
from arpad.formats.read import read_report
from arpad.formats.report import Bye, Report
from arpad.formats.trf_fields import as_222, minutes_of_222, read_date, read_day_first, read_round_dates
from places import FIXTURES

DEFECTS = FIXTURES / "reports" / "defects"
PLAYER = "001    1 m GM Alba, Bruno                       2500 ESP     2200001 1980/01/02  2.0    1"
OTHER = "001    2 w    Bosco, Clara                      2300 FRA     2200002 1990/03/04  0.0    2"


def read(*lines: str) -> Report:
    return read_report("\n".join(lines).encode())


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize(
    ("written", "day", "year", "standard"),
    [
        ("2026/02/14", date(2026, 2, 14), 2026, True),
        ("2014/00/00", None, 2014, True),
        ("2024-11-23", date(2024, 11, 23), 2024, False),
        ("1969.12.17", date(1969, 12, 17), 1969, False),
        ("20240131", date(2024, 1, 31), 2024, False),
        ("25.02.2011", date(2011, 2, 25), 2011, False),
        ("28. 07. 2005", date(2005, 7, 28), 2005, False),
        ("24/09/2010", date(2010, 9, 24), 2010, False),
        ("05/29/2020", date(2020, 5, 29), 2020, False),
        ("10.09.13", date(2010, 9, 13), 2010, False),
        ("11.25.02", date(2011, 2, 25), 2011, False),
        ("31.12.99", date(1999, 12, 31), 1999, False),
        ("May 29, 2020", date(2020, 5, 29), 2020, False),
        ("29 de mayo de 2020", date(2020, 5, 29), 2020, False),
        ("1978", None, 1978, False),
        ("2010.00.00", None, 2010, False),
        ("", None, None, True),
        ("    .  .  ", None, None, False),
        ("0000/00/00", None, None, False),
        ("1980/02/31", None, None, False),
        ("soon", None, None, False),
        ("٢٠٢٤/٠١/٠١", None, None, False),
    ],
)
def test_dates(written: str, day: date | None, year: int | None, standard: bool) -> None:
    found = read_date(written)
    assert (found.date, found.year, found.standard) == (day, year, standard)


@pytest.mark.parametrize(("written", "doubtful"), [("02/10/2010", True), ("24/09/2010", False), ("10.09.13", True)])
def test_a_date_that_may_be_another_is_doubtful(written: str, doubtful: bool) -> None:
    assert read_date(written).doubtful is doubtful


def test_the_dates_of_the_rounds_have_one_order() -> None:
    """11.05.02 alone would be 5 May 2011; beside 11.25.02 it is 5 February."""
    assert [day.date for day in read_round_dates(["11.05.02", "11.25.02"])] == [date(2011, 2, 5), date(2011, 2, 25)]
    assert [day.date for day in read_round_dates(["24/05/01", "", "24/05/02"])] == [
        date(2024, 5, 1),
        None,
        date(2024, 5, 2),
    ]


def test_feda_birthdays_are_of_the_twentieth_century() -> None:
    assert read_day_first("06-03-59") == date(1959, 3, 6)
    assert read_day_first("06-03-05") == date(1905, 3, 6)
    assert read_day_first("06-03-2005") == date(2005, 3, 6)


@pytest.mark.parametrize(
    ("encoded", "minutes"),
    [
        ("5400+30", "90+30"), ("900+10", "15+10"), ("300", "5+0"), ("90", "1.5+0"),
        ("40/5400+30:1800+30", "90/40+30:30"),
        ("40/7200:20/3600:1800", "120/40+60/20+30:0"),
    ],
)  # fmt: skip
def test_time_controls_go_both_ways(encoded: str, minutes: str) -> None:
    assert minutes_of_222(encoded) == minutes
    assert as_222(minutes) == encoded


@pytest.mark.parametrize("encoded", ["W300-B240", "40/7200:900+30", "100", "", "abc", "0+5", "5400+30:900+30"])
def test_a_222_that_minutes_cannot_tell(encoded: str) -> None:
    assert minutes_of_222(encoded) is None


@pytest.mark.parametrize(
    ("written", "encoded"),
    [
        ("15 minutes plus 10 sec per move", "900+10"),
        ("All moves in 90 minutes, plus 10 seconds per move", "5400+10"),
        ("90'+30\"", "5400+30"),
        ("120", "7200"),
        ("40/120, 60", "40/7200:3600"),
        ("1:30 + 10 from move 1", "5400+10"),
        ("40 moves in 90 minutes, then 30 minutes, 30 seconds per move from move 1", "40/5400+30:1800+30"),
        ("90 minutes for 40 moves, 30 minutes for the rest, 30 seconds from move 41", "40/5400:1800+30"),
        ("90 minutes + 30 seconds from move 21", None),
        ("2h/40 + 1h", "40/7200:3600"),
        ("40/7200:900+30", "40/7200:900+30"),
        ("W300-B240", "W300-B240"),
        ("G/60;d5", "3600+5"),
        ("moves/time, increment", None),
    ],
)
def test_time_controls_in_words(written: str, encoded: str | None) -> None:
    assert as_222(written) == encoded


def test_the_words_of_122_are_kept_if_222_says_the_same() -> None:
    """Both records come back as they were; a 222 that says something else counts."""
    words = "100'x40+15'+30\""
    assert read(f"122 {words}", "222 40/6000+30:900+30", PLAYER).event.time_control == words
    assert as_222(words) == "40/6000+30:900+30"
    assert read("122 60+30", "222 40/6000+30:900+30", PLAYER).event.time_control == "100/40+15:30"


def test_222_comes_before_122_and_is_told_in_minutes() -> None:
    assert read("122 ninety minutes", "222 40/5400+30:1800+30", PLAYER).event.time_control == "90/40+30:30"
    assert read("122 ninety minutes", PLAYER).event.time_control == "ninety minutes"
    assert read("222 W300-B240", PLAYER).event.time_control == "W300-B240"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("   2 w 1", (2, "w", "1")), ("   2 b =", (2, "b", "=")), ("   2 w 0", (2, "w", "0")),
        ("   2 w +", (2, "w", "+")),
        ("   2 - -", (2, None, "-")), ("   2 w w", (2, "w", "W")), ("   2 b d", (2, "b", "D")),
        ("   2 b l", (2, "b", "L")),
        ("0000 - h", (None, None, "H")), ("0000 - F", (None, None, "F")), ("     - U", (None, None, "U")),
        ("       u", (None, None, "U")), ("0000 - Z", (None, None, "Z")), ("0000 -  ", (None, None, "Z")),
        ("0002 w 1", (2, "w", "1")), ("2    w 1", (2, "w", "1")), ("   2 w  ", (2, "w", None)),
        ("   2    ", (2, None, None)),
    ],
)  # fmt: skip
def test_results(cell: str, expected: tuple[int | None, str | None, str | None]) -> None:
    found = read(f"{PLAYER}  {cell}").event.players[0].rounds[0]
    assert (found.opponent, found.colour, found.result) == expected
    assert (found.round, found.column) == (1, 92)


def test_round_nine_is_at_columns_172_to_179() -> None:
    line = PLAYER + "  0000 - Z" * 8 + "     2 w 1"
    assert read(line).event.players[0].rounds[8] == RoundResult(9, 2, "w", "1", 172)
    assert line[171:179] == "   2 w 1"


def test_a_blank_round_is_an_absence_up_to_the_last_round_of_the_event() -> None:
    """Player 1 has blanks in round 2 and behind round 3; player 2's line ends after round 1."""
    report = read(f"{PLAYER}     2 w 1               2 b 1" + " " * 20, f"{OTHER}     1 b 0")
    assert [round_.result for round_ in report.event.players[0].rounds] == ["1", "Z", "1"]
    assert [round_.result for round_ in report.event.players[1].rounds] == ["0", "Z", "Z"]
    assert report.event.rounds == 3


def test_players_keep_the_order_of_the_file() -> None:
    assert [player.rank for player in read(OTHER, PLAYER).event.players] == [2, 1]


@pytest.mark.parametrize(
    ("records", "points"),
    [
        (["162  W 3.0    D 1.0    L 0.5    A 0.0    P 2.0"],
         {"1": 3, "+": 3, "=": 1, "H": 1, "0": Fraction(1, 2), "Z": 0, "U": 2}),
        (["162  W 3.0"], {"1": 3, "F": 3, "U": 3}),
        (["162  W 1.0    D 0.5    Z 0.0"], {"1": 1, "Z": 0}),
        (["162  Z 0.5    A 0.0"], {"Z": Fraction(1, 2), "-": 0}),
        (["XXS W=3 D=1 PAB=2", "XXS FL=?"], {"1": 3, "=": 1, "U": 2}),
        (["BBW  3.0", "BBD  1.0", "BBU  0.5"], {"1": 3, "=": 1, "U": Fraction(1, 2)}),
    ],
)  # fmt: skip
def test_scoring(records: list[str], points: dict[str, Fraction]) -> None:
    scoring = read(*records, PLAYER).event.scoring
    assert {code: scoring[code] for code in points} == points


def test_rounds_are_announced_or_counted() -> None:
    assert read("142 9", PLAYER).event.rounds == 9
    assert read("XXR 7", PLAYER).event.rounds == 7
    assert read(f"{PLAYER}     2 w 1").event.rounds == 1


def test_teams_of_both_versions() -> None:
    """013: the eighth player at 72-75 (TV-TF-02); 310: the first at 74-77."""
    old = "013 Soria".ljust(36) + " ".join(f"{rank:4}" for rank in range(1, 9))
    assert old[71:75] == "   8"
    assert read(PLAYER, old).event.teams == (Team("Soria", tuple(range(1, 9)), None, 2),)
    new = "310   4 Soria".ljust(73) + "   1    2"
    assert read(PLAYER, new).event.teams == (Team("Soria", (1, 2), 4, 2),)
    assert read(PLAYER, old, new).event.teams == (Team("Soria", (1, 2), 4, 3),)


def test_byes_of_240() -> None:
    assert read("240 H 003   26   47", PLAYER).byes == (Bye("H", 3, (26, 47), 1),)


@pytest.mark.parametrize(
    ("lines", "version"),
    [
        ([PLAYER], "trf16"),
        (["142 9", PLAYER], "trf26"),
        (["802 whatever", PLAYER], "trf26"),
        (["XXR 9", PLAYER], "trf16"),
        ([PLAYER.replace(" GM ", "  g ")], "trf06"),
        ([PLAYER.replace("1980/01/02", "1980.01.02")], "trf06"),
        ([PLAYER.replace("1980/01/02", "1980-01-02")], "trf16"),
    ],
)
def test_the_version_is_told_by_the_records(lines: list[str], version: str) -> None:
    assert read(*lines).format == version


def test_a_byte_order_mark_and_lone_carriage_returns() -> None:
    marked = read_report((DEFECTS / "byte-order-mark.trf").read_bytes())
    assert (marked.bom, marked.event.name) == (True, "Little Open")
    returned = read_report((DEFECTS / "lone-cr.trf").read_bytes())
    assert (returned.newline, len(returned.event.players)) == ("\r", 4)


def test_encodings() -> None:
    greek = read_report((DEFECTS / "encoding-greek.trf").read_bytes())
    assert (greek.encoding, greek.event.players[0].name) == ("cp1253", "Αλβα, Ελενα")
    latin = read_report((DEFECTS / "encoding-windows-1252.trf").read_bytes())
    assert (latin.encoding, latin.event.players[0].name) == ("cp1252", "Albín,Bruno")


def test_a_line_without_oddity_is_read_the_same_with_care() -> None:
    """A tab at the end of the line makes the careful reader take it."""
    rounds = "     2 w 1  0000 - H     2 b -               2 w W"
    assert read(f"{PLAYER}{rounds}").event == read(f"{PLAYER}{rounds}".ljust(145) + "\t").event


def test_feda_lines_of_an_event_count_the_games_against_rated_opponents() -> None:
    """Player 1 beats player 2 (2300) and draws with player 3, who is unrated."""
    third = "001    3 m    Cano, Darío                            ESP             2001/02/03  0.5    3"
    event = read(f"{PLAYER}     2 w 1     3 b =", f"{OTHER}     1 b 0  0000 - Z", f"{third}  0000 - Z     1 w =").event
    lines = feda_lines(event)
    assert [(line.code, line.points, line.games, line.average) for line in lines] == [
        ("2200001", 1, 1, 2300), ("2200002", 0, 1, 2500), ("00000000", Fraction(1, 2), 1, 2500),
    ]  # fmt: skip
    data, findings = write_feda(lines)
    assert data.decode("ascii").splitlines() == [
        "2200001 ,Alba Bruno          ,m,ESP,02-01-80,1.0, 1,2300",
        "2200002 ,Bosco Clara         ,f,FRA,04-03-90,0.0, 1,2500",
        "00000000,Cano Dario          ,m,ESP,03-02-01,0.5, 1,2500",
    ]
    assert [finding.code for finding in findings] == ["feda-name-changed", "feda-birth-century"]


def test_feda_lines_are_written_as_they_were_read() -> None:
    report = read_report((DEFECTS.parent / "feda-1996.txt").read_bytes())
    data, findings = write_feda(report.feda)
    assert data.decode("ascii").splitlines() == [line for line in report.lines if "," in line]
    assert findings == ()
