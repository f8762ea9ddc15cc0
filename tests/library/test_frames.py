"""Frames of games: rated as an office rates them, game by game and list by list, whatever kind they are of."""

import datetime as dt
import random
from decimal import Decimal
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad
from arpad.bulk.replay import by_date
from arpad.regulations.rating_editions import regulations
from drawn_seasons import Builder, with_k
from places import PROJECT
from proofs import law
from small_seasons import Season, first_list

KINDS = {
    "fide-2017": ("2021-08-01", 5), "fide-2022": ("2022-11-01", 5), "fide-2024": ("2023-11-01", 7),
    "fide-2025": ("2025-08-01", 4),
}  # fmt: skip
LINE = by_date(regulations())
WORDS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "-": "-"}


class FrameSeason:
    """A season drawn from a seed, closed by the reference, and its games as a frame."""

    def __init__(self, kind: str, seed: int) -> None:
        self.builder = Builder(LINE, *KINDS[kind], f"{kind} {seed}")
        first = self.builder.first
        self.rows = with_k(self.builder.rows(), self.builder.edition, first)
        self.season = Season(first_list(first.isoformat(), self.rows))
        self.games: list[dict[str, Any]] = []
        self.expected: dict[dt.date, dict[str, tuple[int, ...]]] = {}
        draw = random.Random(seed)
        for date in self.builder.lists()[1:]:
            events = [self._event(date) for _ in range(1 if not self.expected else draw.choice((0, 1, 2)))]
            self.season.close(date.isoformat(), *events)
            self.expected[date] = {id_: self.season.standing(id_)[:3] for id_ in self.builder.ids}

    def _event(self, date: dt.date) -> dict[str, Any]:
        """An event whose first round is on its first day and whose last round is on its last."""
        event = self.builder.event(date)
        rounds = event["rounds"]
        rounds[0]["date"] = event["start"] = event["start"] if len(rounds) > 1 else event["end"]
        for round_ in rounds:
            for white, black, result in round_["games"]:
                game = {"white": white, "black": black, "result": WORDS[result], "date": round_["date"]}
                self.games.append(game | {"event": event["name"]})
        return event

    @property
    def start(self) -> pl.DataFrame:
        standings = [(row, row.standing("standard")) for row in self.rows]
        columns = ("id", "rating", "k", "born", "games_played", "highest")
        cells = [(row.id, one.rating, one.k, row.born, one.total, one.highest) for row, one in standings]
        return pl.DataFrame(cells, schema=columns, orient="row")


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@law(4, long=25)
def test_lists_of_a_frame_are_those_of_the_office(kind: str, seed: int) -> None:
    drawn = FrameSeason(kind, seed)
    rated = arpad.rate_frame(pl.DataFrame(drawn.games), event="event", start=drawn.start)
    now = {row.id: row.standing("standard")[:2] for row in drawn.rows}
    last = max([*rated["period"], drawn.builder.first])
    for date, expected in drawn.expected.items():
        if date > last:
            break
        listed = rated.filter(pl.col("period") == date)
        for row in listed.iter_rows(named=True):
            now[row["player"]] = (row["rating"] or 0, row["k"] or 0)
            assert row["games"] == expected[row["player"]][2], (date, row)
        assert now == {id_: standing[:2] for id_, standing in expected.items()}, date


FOLDER = PROJECT / "examples" / "federation"
NAMED: dict[str, Any] = {"white": "w", "black": "b", "result": "r", "date": "day", "event": "event"}


@pytest.fixture(scope="module")
def federation() -> pl.DataFrame:
    """The games of the example federation."""
    games = []
    for file in sorted(set(FOLDER.glob("*.trf")) - set(FOLDER.glob("*-corrected.trf"))):
        report = arpad.read(file)
        ids = {player.number: player.id for player in report.players}
        days = report.to_dict()["event"]["round_dates"]
        if report.time_class != "standard":
            continue
        for game in report.games:
            told = {"w": ids[game.white], "b": ids[game.black], "r": game.result if game.played else "*"}
            games.append(told | {"day": days[game.round - 1], "event": file.stem, "round": game.round})
    return pl.DataFrame(games)


def test_a_year_of_an_office_game_by_game(federation: pl.DataFrame) -> None:
    """Every list, and every game of every sheet of four lists."""
    start = arpad.read_list(FOLDER / "list-2023-09.csv")
    rated = arpad.rate_frame(federation, start=start, **NAMED)
    counted = arpad.rate_frame(federation, start=start, by="game", **NAMED)
    changes = {
        (row["event"], row["round"], row[side]): row[f"{colour}_change"]
        for row in counted.iter_rows(named=True)
        for side, colour in (("w", "white"), ("b", "black"))
    }
    periods = [dt.date(2023 + month // 12, month % 12 + 1, 1) for month in range(9, 9 + 11)]
    assert periods[-1] == rated["period"].max()
    with arpad.Office.memory(federation="ESP") as office:
        office.import_list(FOLDER / "list-2023-09.csv", "2023-09")
        names = {}
        for stem in dict.fromkeys(federation["event"]):
            names[office.submit(FOLDER / f"{stem}.trf").event.id] = stem
        for period in periods:
            office.close(period).publish()
            listed = {row.id: row.rating for row in office.list(period)}
            for row in rated.filter(pl.col("period") == period).iter_rows(named=True):
                assert listed.get(row["player"]) == row["rating"], (period, row)
        compared = 0
        for period in periods[:4]:
            for player in set(rated.filter(pl.col("period") == period)["player"]):
                for event in office.sheet(player, period).to_dict()["events"]:
                    for game in event["opponents"]:
                        found = changes.get((names[event["event"]], game["round"], player))
                        assert found == game.get("change"), (period, player, game)
                        compared += found is not None
    assert compared > 300


def test_all_kinds_of_frames_say_the_same(federation: pl.DataFrame) -> None:
    start = arpad.read_list(FOLDER / "list-2023-09.csv")
    wanted = arpad.rate_frame(federation, start=start, **NAMED)
    frames: dict[str, Any] = {
        "pandas": federation.to_pandas(),
        "Arrow": federation.to_arrow(),
        "categories": federation.with_columns(pl.col("w", "b", "r").cast(pl.Categorical)),
        "numbers": federation.with_columns(pl.col("w", "b").cast(pl.Int64), pl.col("day").str.to_date()),
        "far numbers": federation.with_columns(pl.col("w", "b").cast(pl.Int64) * 10**9),
        "backwards": federation.reverse(),
    }
    starts: dict[str, Any] = {
        "pandas": start.to_pandas(),
        "Arrow": start.to_arrow(),
        "far numbers": start.to_polars().with_columns(pl.col("id").cast(pl.Int64) * 10**9),
    }
    for name, frame in frames.items():
        found = arpad.rate_frame(frame, start=starts.get(name, start), **NAMED)
        assert type(found) is type(frame), name
        again = pl.DataFrame(found) if name in ("pandas", "Arrow") else found
        if name == "far numbers":
            again = again.with_columns(pl.col("player") // 10**9)
        columns = [pl.col("player").cast(pl.String), pl.col("period").cast(pl.Date)]
        assert again.with_columns(columns).equals(wanted), name
    games = arpad.rate_frame(frames["pandas"], start=start, by="game", **NAMED)
    assert list(games.columns[:6]) == list(federation.columns)
    back = arpad.rate_frame(frames["backwards"], start=start, by="game", **NAMED).reverse()
    assert games["white_change"].to_list() == back["white_change"].to_list()


GAMES = {"white": ["Ana", "Bo"], "black": ["Bo", "Cid"], "result": [1.0, 0.5], "date": ["2024-05-03", "2024-05-10"]}


def test_a_frame_of_numbered_games() -> None:
    """FRBE 10.f.2, as the sheet of `tests/office/test_frbe.py`: the 99th and 100th game with K 32, the next with 24;
    Dubois has no rating."""
    games = {
        "white": ["Claes", "Adam", "Claes", "Claes"], "black": ["Vries", "Claes", "Dubois", "Bosman"],
        "result": [0.0, 0.0, 0.5, 0.5], "date": ["2009-03-07", "2009-03-09", "2009-03-14", "2009-03-15"],
        "event": [1] * 4,
    }  # fmt: skip
    start = pl.DataFrame(
        {
            "id": ["Adam", "Bosman", "Claes", "Vries"], "rating": [2015, 1990, 1500, 1900],
            "games_played": [400, 400, 98, 400],
        }
    )  # fmt: skip
    rated = arpad.rate_frame(pl.DataFrame(games), start=start, edition="frbe-2008")
    assert {row["player"]: row["rating"] for row in rated.rows(named=True)}["Claes"] == 1534
    for turn in (1, -1):
        counted = arpad.rate_frame(pl.DataFrame(games)[::turn], start=start, edition="frbe-2008", by="game")[::turn]
        assert counted["white_change"].to_list() == [Decimal("-3.52"), Decimal("-10.68"), None, Decimal("9.36")]
        assert counted["black_change"][1] == Decimal("28.48")


def test_a_small_frame() -> None:
    frame = pl.DataFrame(GAMES)
    rated = arpad.rate_frame(frame, start={"Ana": 2000, "Bo": 1900, "Cid": 1850})
    assert rated.rows() == [
        (dt.date(2024, 6, 1), "Ana", 2007, 20, 1, 7),
        (dt.date(2024, 6, 1), "Bo", 1891, 20, 2, -9),
        (dt.date(2024, 6, 1), "Cid", 1851, 20, 1, 1),
    ]
    by_game = arpad.rate_frame(frame, start={"Ana": 2000, "Bo": 1900}, by="game")
    assert by_game["white_change"].to_list() == [Decimal("7.20"), None]
    assert arpad.rate_frame(frame).is_empty()
    assert arpad.rate_frame(frame.clear()).columns == rated.columns
    assert arpad.rate_frame(pa.table(GAMES).slice(0, 0), by="game").num_rows == 0
    rules = arpad.edition("fide-2024").with_(k_middle=10)
    assert arpad.rate_frame(frame, start={"Ana": 2000, "Bo": 1900}, edition=rules)["change"].to_list() == [4, -4]


BAD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "frame-column": ({}, {"white": "weiss"}),
    "frame-result": ({"result": ["1-0", "2-0"]}, {}),
    "frame-date": ({"date": ["2024-05-03", "May"]}, {}),
    "frame-gap": ({"black": ["Bo", None]}, {}),
    "frame-himself": ({"black": ["Bo", "Bo"]}, {}),
    "frame-ids": ({"black": [1, 2]}, {}),
    "frame-kind": ({"white": [1.5, 2.5], "black": [1.5, 2.5]}, {}),
    "frame-range": ({}, {"start": {"Ana": 99999}}),
    "frame-twice": ({}, {"start": pl.DataFrame({"id": ["Ana", "Ana"], "rating": [2000, 2100]})}),
    "frame-mixed": ({"white": [1, 2], "black": [2, 3]}, {"start": {"Ana": 2000}}),
    "choice": ({}, {"by": "year"}),
}


def test_what_a_frame_cannot_be_is_refused_with_its_row() -> None:
    for key, (columns, asked) in BAD.items():
        with pytest.raises(arpad.ArpadError) as problem:
            arpad.rate_frame(pl.DataFrame(GAMES | columns, strict=False), **asked)
        assert problem.value.key == f"surface.{key}"
        assert str(problem.value) != problem.value.text("es")
    assert "row 2" in str(_problem(pl.DataFrame(GAMES | {"result": ["1-0", "2-0"]})))
    assert _problem([GAMES]).key == "surface.frame"
    assert _problem(pd.DataFrame(GAMES | {"white": ["Ana", 7]})).key == "surface.frame-mixed"
    assert _problem(pl.DataFrame(GAMES | {"date": ["2012-05-03", "2012-05-10"]})).key == "bulk-no-edition"


def _problem(frame: Any) -> arpad.ArpadError:
    with pytest.raises(arpad.ArpadError) as problem:
        arpad.rate_frame(frame)
    return problem.value
