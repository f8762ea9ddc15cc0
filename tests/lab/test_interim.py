"""Interim ratings: the vectors, both readings of K, unknown orders, the office, the sheet, a title application."""

import datetime as dt
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from answers import Arpad
from arpad.domain.games import PlayerGame
from arpad.lab.interim import Interim, InterimGame, InterimPart, Threshold, interim, rating_on, title_threshold, verdict
from arpad.office.context import Desk
from arpad.office.lab_data import interim_on, interim_sheet
from arpad.office.list_tables import read_transaction
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import edition, regulations
from lab_worlds import vectors
from places import PROJECT

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
MAY = dt.date(2024, 5, 1)


def part(
    key: str = "x", *, own: int = 2385, k: int = 20, dated: bool = True, rules: str = "fide-2024", days: int = 30
) -> InterimPart:
    return InterimPart(key, key, MAY, MAY + dt.timedelta(days), own, k, edition(rules), dated)


def followed(name: str, before: int = 100) -> Interim:
    known = vectors("interim")[name]
    of = part(own=known["rating"], k=known["k"])
    games = [
        InterimGame(of, row[0], MAY + dt.timedelta(row[0]), "", PlayerGame(row[1], int(2 * row[2]), "x"))
        for row in known["rows"]
    ]
    return interim(known["rating"], before, reversed(games))


@pytest.mark.parametrize("name", ["a", "b"])
def test_games_of_the_vectors(name: str) -> None:
    """LV-IN-01 and 02: PD, score − PD, the sum and both running ratings, exact."""
    for row, known in zip(followed(name).rows, vectors("interim")[name]["rows"], strict=True):
        assert (row.number, row.game.game.opponent) == (known[0], known[1])
        assert [row.expected, row.result, row.sum] == known[3:6]
        assert (row.by_period, row.by_cut) == tuple(Fraction(str(value)) for value in known[6:])
    assert followed(name).final == {"a": 2396, "b": 2165}[name]


def test_when_a_rating_was_reached() -> None:
    """LV-IN-01 to 04: IM after game 3; FM after game 7 by both readings; 2310 at game 7 by one of them only."""
    assert _reached(followed("a"), 2400) == ("reached", 3)
    assert _reached(followed("b"), 2300) == ("reached", 7)
    assert _reached(followed("b").until(MAY + dt.timedelta(6)), 2300) == ("not-reached", None)
    found = verdict(followed("b").until(MAY + dt.timedelta(7)), Threshold(2310))
    assert (found.outcome, found.is_open) == ("cut-only", True)
    few = followed("b", before=22).until(MAY + dt.timedelta(7))
    assert verdict(few, Threshold(2300, 30)).outcome == "too-few-games"
    enough = verdict(followed("b", before=22), Threshold(2300, 30))
    assert (enough.outcome, enough.row.number if enough.row else 0) == ("reached", 8)


def _reached(found: Interim, rating: int) -> tuple[str, int | None]:
    answer = verdict(found, Threshold(rating))
    return answer.outcome, None if answer.row is None else answer.row.number


def test_half_a_point_below_is_open() -> None:
    """2396.8: 2397 is reached by rounding only."""
    found = verdict(followed("a").until(MAY + dt.timedelta(1)), Threshold(2397))
    assert (found.outcome, found.is_open) == ("rounding-only", True)


def test_titles_ask_for_ratings_and_games() -> None:
    """1.5.3 and 1.3; the 30 games are asked for from 1 July 2017 on."""
    day = dt.date(2024, 5, 1)
    asked = {title: title_threshold(title, day) for title in ("GM", "IM", "WGM", "WIM", "FM", "CM", "WFM", "WCM")}
    assert [one.rating for one in asked.values()] == [2500, 2400, 2300, 2200, 2300, 2200, 2100, 2000]
    assert [one.games for one in asked.values()] == [0, 0, 0, 0, 30, 30, 30, 30]


def test_the_cap_that_holds_once_looks_at_the_games_so_far() -> None:
    """2022 8.3.1: the game that profits most among those played up to then."""
    of = part(own=2400, rules="fide-2022")
    games = [InterimGame(of, at, MAY + dt.timedelta(at), "", PlayerGame(1900 - 100 * at, 2, "x")) for at in (0, 1)]
    rows = interim(2400, 50, games).rows
    alone = interim(2400, 50, games[:1]).rows
    assert rows[0].by_period == alone[0].by_period
    assert rows[1].by_period - 2400 < 2 * Fraction(20 * 8, 100)


def test_an_unknown_order_is_told_at_the_ends_of_events() -> None:
    """Two events overlap, and one has no days for its rounds."""
    one, two = part("a", dated=False, days=9), part("b", days=9)
    games = [
        InterimGame(of, at, one.end if of is one else MAY + dt.timedelta(at), "", PlayerGame(2300, 2, of.key))
        for of in (one, two)
        for at in (1, 2, 3)
    ]
    found = interim(2385, 50, games)
    assert [row.shown for row in found.rows] == [False, False, True, False, False, True]
    assert found.hidden
    assert not interim(2385, 50, [game for game in games if game.part is one]).hidden


@pytest.fixture(scope="module")
def demo(demo_file: Path) -> Desk:
    return Desk(Database(f"sqlite:///{demo_file}"), regulations(), "fide", "officer", NOW)


def test_the_office_ends_where_the_closing_ends(demo: Desk) -> None:
    """Every player of a list who played: the last running rating, rounded, is the one that the closing computed."""
    with read_transaction(demo) as repository:
        version = repository.last()
        assert version is not None
        period, players = version.period, repository.ledger(version).players.to_pylist()
    played = [row["id"] for row in players if row["games"] and row["total"] > row["games"]]
    assert len(played) > 10
    for id_ in played[:12]:
        sheet = interim_sheet(demo, id_, period)
        assert (sheet.state, sheet.digest) == ("confirmed", version.digest)
        rows = sheet.interim.rows
        assert abs(rows[-1].by_period - sheet.interim.final) <= Fraction(1, 2)
        assert rows[-1].by_period == rows[-1].by_cut
        assert interim_on(demo, id_, rows[-1].game.date).period == period
        assert rating_on(sheet.interim, rows[-1].game.date) is not None


FILE = """name = "Abad, Ana"
id = 700001
rating = 2385
k = 20
games_so_far = 120
edition = "fide-2024"
title = "IM"
"""


def games_file(folder: Path) -> Path:
    rows = vectors("interim")["a"]["rows"]
    games = (
        f'[[game]]\ndate = 2024-05-{row[0]:02}\nevent = "Open"\nround = {row[0]}\n'
        f"opponent = {row[1]}\nscore = {row[2]}\n"
        for row in rows
    )
    file = folder / "games.toml"
    file.write_text(FILE + "".join(games), "utf-8")
    return file


def test_a_file_and_its_sheet(arpad: Arpad, tmp_path: Path) -> None:
    file, pdf = games_file(tmp_path), tmp_path / "sheet.pdf"
    found = arpad(f"lab interim {file} --pdf {pdf} --json").json
    assert (found["rating"], found["final"], found["games_before"]) == (2385, 2396, 120)
    verdict_of = found["verdicts"][0]
    assert (verdict_of["reached"], verdict_of["game"], str(verdict_of["date"])) == (True, 3, "2024-05-03")
    assert found["games"][2]["running_period_exact"] == "2405/1"
    words = " ".join(PdfReader(io.BytesIO(pdf.read_bytes())).pages[0].extract_text().split())
    assert "IM 2400 was reached after game 3, on 3 May 2024." in words
    assert "2405.00" in words
    assert "Abad, Ana 700001" in words
    refused = arpad(f"lab interim {file} --reach GM")
    assert refused.code == 1
    assert "GM 2500 was not reached." in refused.out


@pytest.mark.parametrize(
    ("change", "typed", "words"),
    [
        ("", "--reach 2380", "2380 is not above the rating 2385"),
        ("", "--reach XX", "GM | IM"),
        ("", "2024-05", "a file has its own games"),
        ("edtion = 3\n", "", "did you mean edition?"),
        ("rating = 3\n", "", "rating = "),
        ("", "--until x", "x"),
    ],
)
def test_bad_input_is_one_line(arpad: Arpad, tmp_path: Path, change: str, typed: str, words: str) -> None:
    file = games_file(tmp_path)
    if change.startswith("rating"):
        file.write_text(file.read_text("utf-8").replace("rating = 2385\n", change), "utf-8")
    elif change:
        file.write_text(change + file.read_text("utf-8"), "utf-8")
    refused = arpad(f"lab interim {file} {typed}")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert len(refused.err.strip().splitlines()) == 1


def application(folder: Path, rating: str) -> Path:
    """The example of an application with another rating."""
    written = (PROJECT / "examples" / "title-application.toml").read_text("utf-8")
    before, _, after = written.partition("[rating]\n")
    rest = after[after.index("\n[") :] if "\n[" in after else ""
    file = folder / "application.toml"
    file.write_text(f"{before}[rating]\n{rating}\n{rest}", "utf-8")
    return file


def test_an_application_names_the_day_of_its_rating(arpad: Arpad, tmp_path: Path) -> None:
    """1.5.3a: value, day and state come from the games; a file of games is provisional."""
    games_file(tmp_path)
    asked = application(tmp_path, 'interim = 2024-05-03\ngames = "games.toml"')
    found: dict[str, Any] = arpad(f"titles application {asked} --json").json
    by_name = {check["name"]: check for check in found["checks"]}
    assert by_name["highest-rating"]["found"] == 2405
    later = application(tmp_path, 'interim = "2024-06-03"\ngames = "games.toml"')
    refused = arpad(f"titles application {later}")
    assert refused.code == 2
    assert "no rated game on 2024-06-03" in refused.err
