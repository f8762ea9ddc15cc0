"""Players who fall below the floor: on the next list once, as not rated (7.2.1, 9.21, FEDA 8.21); and all say so."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from answers import Arpad
from arpad.bulk.run import RESULT, whole_list
from arpad.formats.rating_lists.files import read_list
from arpad.lists.period import list_editions
from arpad.lists.published import published_table, rows_json
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_editions import edition, regulations
from cli_office_town import FACTS, Office, caller
from places import FIXTURES
from small_seasons import Season, day, first_list, plain_event, player

if TYPE_CHECKING:
    from visitor import TestClient

DATA = FIXTURES / "office"
FALL = f"{DATA / 'below-the-floor.trf'} --list {DATA / 'below-the-floor.csv'}"

LISTS = [
    ("feda", "feda-1996", "1997-01-01", "1997-07-01", "1998-01-01"),
    ("fide", "fide-2003", "2004-01-01", "2004-04-01", "2004-07-01"),
    ("fide", "fide-2005", "2006-01-01", "2006-04-01", "2006-07-01"),
    ("fide", "fide-2017", "2018-01-01", "2018-02-01", "2018-03-01"),
    ("fide", "fide-2022", "2023-01-01", "2023-02-01", "2023-03-01"),
    ("fide", "fide-2024", "2024-06-01", "2024-07-01", "2024-08-01"),
    ("fide", "fide-2025", "2025-11-01", "2025-12-01", "2026-01-01"),
]


@pytest.mark.parametrize(("system", "name", "first", "second", "third"), LISTS)
def test_7_2_1_below_the_floor_a_player_is_on_the_next_list_once(
    system: str, name: str, first: str, second: str, third: str
) -> None:
    """low stands at the floor and loses: 0 on the next list, and then on no list."""
    floor = edition(name).lists.floor.value
    low = player("low", floor, k=40)
    season = Season(
        first_list(first, [low, *(player(f"p{number}", floor + 200) for number in range(4))]), system=system
    )
    before = season.ledger
    season.close(second, plain_event(first, first, [f"low-p{number} 0" for number in range(4)]))
    editions = list_editions(regulations(), system, day(second))
    assert editions["standard"].id == name
    shown = {row["id"]: row for row in rows_json(published_table(season.ledger, editions, "standard", before=before))}
    assert sorted(shown) == ["low", "p0", "p1", "p2", "p3"]
    assert (shown["low"]["rating"], shown["low"]["games"], shown["low"]["k"], shown["low"]["flag"]) == (0, 0, None, "")
    before = season.ledger
    season.close(third)
    table = published_table(season.ledger, editions, "standard", before=before)
    assert "low" not in table["id"].to_pylist()


def test_a_floor_that_rises_is_a_fall_too() -> None:
    """low had 1399 on a list with another floor and has not played since."""
    season = Season(first_list("2024-06-01", [player("low", 1399), player("top", 1400)]))
    before = season.ledger
    season.close("2024-07-01")
    editions = list_editions(regulations(), "fide", day("2024-07-01"))
    table = published_table(season.ledger, editions, "standard", before=before)
    assert [(row["id"], row["rating"]) for row in rows_json(table)] == [("low", 0), ("top", 1400)]


@pytest.mark.parametrize("absent", ["deceased", "excluded"])
def test_10_1_who_may_not_be_listed_is_not_shown_as_fallen(absent: str) -> None:
    season = Season(first_list("2024-06-01", [player("low", 1399), player("top", 1400)]))
    before = season.ledger
    season.close("2024-07-01")
    gone = season.ledger.with_rows([season.row("low")._replace(absent=absent)])
    editions = list_editions(regulations(), "fide", day("2024-07-01"))
    assert published_table(gone, editions, "standard", before=before)["id"].to_pylist() == ["top"]


def test_6_2_1_in_rapid_alone() -> None:
    """low keeps the standard rating and loses the rapid one: 0 there, and the combined list has both."""
    rows = [player("low", 1500, rapid=1400), *(player(f"p{number}", 1600, rapid=1600) for number in range(4))]
    season = Season(first_list("2024-06-01", rows))
    before = season.ledger
    season.close(
        "2024-07-01",
        plain_event("2024-06-08", "2024-06-09", [f"low-p{number} 0" for number in range(4)], time_class="rapid"),
    )
    editions = list_editions(regulations(), "fide", day("2024-07-01"))
    found: dict[TimeClass | None, object] = {}
    for time_class in ("standard", "rapid", "blitz", None):
        table = published_table(season.ledger, editions, time_class, before=before)
        row = next((one for one in rows_json(table) if one["id"] == "low"), {})
        found[time_class] = (row.get("rating"), row.get("rapid_rating"))
    assert found == {"standard": (1500, None), "rapid": (0, None), "blitz": (None, None), None: (1500, 0)}


@pytest.fixture
def run(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office with the lists of July, August and September 2024; Duero fell below 1400 in July."""
    office = caller(arpad, tmp_path, monkeypatch)
    for line in (
        "init --federation ESP",
        f"import-list {DATA / 'below-the-floor.csv'} --date 2024-07",
        f"submit {DATA / 'below-the-floor.trf'} --received 2024-07-09 {FACTS}",
        *(f"{verb} {period}" for period in ("2024-08", "2024-09") for verb in ("close", "publish")),
    ):
        assert office(line).code == 0, line
    return office


def test_7_2_1_in_json_csv_text_and_xml(run: Office) -> None:
    """Rated 1405 in July, not rated in August, gone in September: in all four formats."""
    for period, rating in (("2024-07", 1405), ("2024-08", 0), ("2024-09", None)):
        rows = {one["id"]: one["rating"] for one in run(f"list {period} --json").json["players"]}
        assert rows.get("204") == rating
        for suffix in ("csv", "txt", "xml"):
            assert run(f"list {period} -o {period}.{suffix}").code == 0
            entry = read_list(Path(f"{period}.{suffix}")).get("204")
            assert (entry is not None) == (rating is not None)
            assert entry is None or entry.rating == (rating or None)
    assert '"204","Duero, Dino","ESP","M","",0,0,,1986,""' in Path("2024-08.csv").read_text("utf-8")
    assert "<fideid>204</fideid>\n<name>Duero, Dino</name>" in Path("2024-08.xml").read_text("utf-8")
    line = next(one for one in Path("2024-08.txt").read_text("utf-8").splitlines() if one.startswith("204"))
    assert line[113:119].strip() == "0"
    assert "204  Duero, Dino  ESP  M           1986        unrated" in run("list 2024-08").out
    assert run("list 2024-08 --top 10 --json").json["players"][-1]["id"] == "203"
    assert run("verify").code == 0


def test_7_2_1_rate_and_explain_say_it(arpad: Arpad) -> None:
    said = "below the floor of 1400: the next list shows the player as not rated (7.2.1)"
    assert said in arpad(f"rate {FALL}").out
    document = arpad(f"rate {FALL} --json").json
    assert [(player["new_rating"], player["below_floor"]) for player in document["players"][2:]] == [
        (1450, False),
        (1379, True),
    ]
    explained = arpad(f"explain {FALL} --player 4 --json").json
    assert (explained["below_floor"], explained["steps"][-1]["key"]) == (True, "change.below-floor")
    assert explained["steps"][-1]["article"] == "7.2.1"
    assert "por debajo del mínimo de la lista, 1400" in arpad(f"explain {FALL} --player 4 --lang es").out
    assert "†" not in arpad(f"explain {FALL} --player 3").out
    compared = arpad(f"compare {FALL} --edition fide-2022 --edition fide-2024 --json").json["players"][3]["editions"]
    assert {name: row["below_floor"] for name, row in compared.items()} == {"fide-2022": False, "fide-2024": True}


def test_9_21_calc_change_says_it(arpad: Arpad) -> None:
    """1601 and a loss under 2005 (9.21); the same under 2022, whose floor is 1000, is no fall."""
    lost = "--rating 1601 --k 10 --game 1601:0"
    assert "1596 is below the floor of the list, 1601" in arpad(f"calc change --edition fide-2005 {lost}").out
    for name, below in (("fide-2005", True), ("fide-2022", False)):
        assert arpad(f"calc change --edition {name} {lost} --json").json["below_floor"] is below


def test_bulk_shows_a_fallen_player_once(tmp_path: Path) -> None:
    """2 falls in July and has another row without a rating in August; 3 has never been rated."""
    columns = {
        "period": [dt.date(2024, month, 1) for month in (6, 6, 6, 7, 8, 8)],
        "id": [1, 2, 3, 2, 1, 2],
        "rating": [1500, 1400, 0, 0, 1510, 0],
        "k": [20, 20, 0, 0, 20, 0],
        "games": [3, 0, 0, 5, 2, 0],
        "active": [True] * 6,
    }
    pq.write_table(pa.table(columns), tmp_path / RESULT)
    shown = {
        month: [
            (one["id"], one["rating"], one["k"]) for one in whole_list(tmp_path, dt.date(2024, month, 1)).to_pylist()
        ]
        for month in (6, 7, 8)
    }
    assert shown == {
        6: [("1", 1500, 20), ("2", 1400, 20)], 7: [("1", 1500, 20), ("2", 0, None)], 8: [("1", 1510, 20)],
    }  # fmt: skip


def test_7_2_1_the_web_says_it(client: "TestClient") -> None:
    """Of a dropped report, by the ratings that it gives, and of a single change."""
    report = {"file": ("report.trf", (DATA / "below-the-floor.trf").read_bytes())}
    page = client.post("/report", files=report).text
    assert "1379†" in page
    assert "below the floor of 1400: the next list shows the player as not rated (7.2.1)" in page
    answer = client.post("/report.json", files=report).json()
    assert [player["below_floor"] for player in answer["players"]] == [False, False, False, True]
    asked = {"rating": "1400", "k": "20", "games": "1400:0", "edition": "fide-2024"}
    assert "1390 is below the floor of the list, 1400" in client.get("/calculators/change", params=asked).text
