"""A list from elsewhere as a ledger: its K and games are kept, and the history behind them gives them again."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arpad.documents.steps import sentence, walk
from arpad.domain.games import History
from arpad.formats.rating_lists.columns import Found
from arpad.formats.rating_lists.files import convert
from arpad.i18n import ArpadError, text
from arpad.lists.closing import explained
from arpad.lists.imports import ledger_from_list, standings
from arpad.lists.ledger import PLAYED, PLAYERS, LedgerRow, Standing
from arpad.rating.coefficient import k_column, k_factor
from arpad.rating.columns import Numbers
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition, regulations
from places import FIXTURES
from proofs import law
from small_seasons import Season, plain_event

LISTS = FIXTURES / "lists"
DAY = dt.date(2024, 5, 1)
FIDE: dict[TimeClass, Edition] = {
    "standard": edition("fide-2024"),
    "rapid": edition("fide-2024-rapid-blitz"),
    "blitz": edition("fide-2024-rapid-blitz"),
}
LAW = law(300)


def listed(folder: Path, *lines: str) -> Path:
    """A list of one class with these rows."""
    path = folder / "list.csv"
    path.write_text("\n".join(["id,name,sex,born,rating,games,k,flag", *lines, ""]), encoding="utf-8")
    return path


def one(edition_id: str, rating: int, k: int, games: int, born: int, date: dt.date = DAY) -> Standing:
    """The standing that a row of a list becomes."""
    cells = (np.array([value], np.int32) for value in (born, rating, k, games))
    found = standings(edition(edition_id), date, *cells)
    return Standing(**{name: int(values[0]) for name, values in found.items()})


@pytest.mark.parametrize("format_", ["txt", "xml", "csv", "parquet"])
def test_a_combined_list_in_any_format(format_: str, tmp_path: Path) -> None:
    """Three standings a player; what is in the list stays, and all is 0 for a player without a rating."""
    path = tmp_path / f"list.{format_}"
    convert(LISTS / "combined.txt", path)
    ledger = ledger_from_list(path, DAY, FIDE)
    assert (ledger.date, ledger.since, len(ledger), ledger.newcomers.num_rows) == (DAY, DAY, 6, 0)
    rows = {row.id: row for row in ledger.all_rows()}
    assert rows["10100001"] == LedgerRow(
        "10100001", "Quill, Ambrose", "ENG", "M", "GM", "", 1988, 0,
        (Standing(2612, 10, 9, 30, 2612), Standing(2588, 10, 0, 30, 2588), Standing(2601, 10, 12, 30, 2601)),
    )  # fmt: skip
    assert rows["10100002"].standings == (
        Standing(2431, 10, 0, 30, 2431), Standing(2390, 20, 5, 30, 2390), Standing(),
    )  # fmt: skip
    assert [standing.inactive for standing in rows["10100004"].standings] == [20240501, 0, 0], "of standard alone"
    assert rows["10100005"].standings == (Standing(), Standing(), Standing()), "flagged i, but rated nowhere"


def test_the_games_of_the_list_are_the_first_played() -> None:
    ledger = ledger_from_list(LISTS / "combined.txt", DAY, FIDE)
    assert [tuple(row.values()) for row in ledger.played.to_pylist()] == [
        ("10100001", "blitz", 20240501, 12),
        ("10100001", "standard", 20240501, 9),
        ("10100002", "rapid", 20240501, 5),
        ("10100003", "blitz", 20240501, 7),
        ("10100003", "standard", 20240501, 4),
        ("650000006", "standard", 20240501, 1),
    ]


def test_the_ledger_has_its_columns_and_is_kept_as_it_is() -> None:
    ledger = ledger_from_list(LISTS / "combined.txt", DAY, FIDE)
    assert ledger.players.schema.equals(PLAYERS)
    assert ledger.played.schema.equals(PLAYED)
    again = ledger.from_parquet(ledger.to_parquet())
    assert again.hashes() == ledger.hashes()
    assert all(column.null_count == 0 for column in ledger.players.columns)


def test_ids_in_order_and_each_once(tmp_path: Path) -> None:
    """9 before 10 in the file, after it in the ledger; of the two rows of 10 the first counts, the row without an id
    does not, and both are told."""
    found = Found()
    path = listed(tmp_path, "9,I,,,1900,0,20,", "10,J,,,2000,1,20,", ",nobody,,,2100,0,20,", "10,K,,,2200,2,20,")
    ledger = ledger_from_list(path, DAY, FIDE, found=found)
    assert [(row.id, row.name, row.standings[0].rating) for row in ledger.all_rows()] == [
        ("10", "J", 2000), ("9", "I", 1900),
    ]  # fmt: skip
    assert [(finding.code, finding.line) for finding in found.in_order()] == [("list-id", 4), ("list-id-twice", 5)]


def test_an_id_in_many_batches_counts_once(tmp_path: Path) -> None:
    """The rows of a Parquet list come in batches of 20,000; the first row of all is the one that counts."""
    ids = [str(number) for number in range(45_000)] + ["7"]
    path = tmp_path / "list.parquet"
    table = pa.table({"id": ids, "name": [*ids[:-1], "late"], "rating": pa.array([2000] * len(ids), pa.int32())})
    pa.parquet.write_table(table, path)
    ledger = ledger_from_list(path, DAY, FIDE)
    assert ledger.players["id"].to_pylist() == sorted(ids[:-1])
    assert ledger.rows(["7"])["7"].name == "7"


def test_a_list_of_one_class_is_of_the_class_named(tmp_path: Path) -> None:
    """A: 2000, K 20, 3 games, inactive, at rapid."""
    ledger = ledger_from_list(listed(tmp_path, "1,A,M,1980,2000,3,20,i"), DAY, FIDE, time_class="rapid")
    (row,) = ledger.all_rows()
    assert row.standings == (Standing(), Standing(2000, 20, 3, 30, 2000, 20240501), Standing())
    assert ledger.played.to_pylist() == [{"id": "1", "time_class": "rapid", "period": 20240501, "games": 3}]


def test_classes_without_an_edition_are_left_out() -> None:
    """A federation that has a standard list alone takes only that of a combined one."""
    ledger = ledger_from_list(LISTS / "combined.txt", DAY, {"standard": FIDE["standard"]})
    quill = ledger.rows(["10100001"])["10100001"]
    assert quill.standings == (Standing(2612, 10, 9, 30, 2612), Standing(), Standing())


def test_a_class_that_is_not_kept_is_refused(tmp_path: Path) -> None:
    path = listed(tmp_path, "1,A,,,2000,0,20,")
    with pytest.raises(ArpadError, match="no blitz list here; choose one of: standard"):
        ledger_from_list(path, DAY, {"standard": FIDE["standard"]}, time_class="blitz")


def test_sex_as_the_list_has_it(tmp_path: Path) -> None:
    """f and m are F and M; if the list has no sex, w among the flags is a woman."""
    path = listed(tmp_path, "1,A,f,,2000,0,20,", "2,B,M,,2000,0,20,w", "3,C,,,2000,0,20,WI", "4,D,,,2000,0,20,")
    rows = list(ledger_from_list(path, DAY, FIDE).all_rows())
    assert [row.sex for row in rows] == ["F", "M", "F", ""]
    assert [row.standings[0].inactive for row in rows] == [0, 0, 20240501, 0]


def test_a_list_of_another_day_is_told() -> None:
    """The heading OCT26 says which list it is."""
    found = Found()
    assert ledger_from_list(LISTS / "single.txt", DAY, FIDE, found=found).date == DAY
    (finding,) = found.findings
    assert (finding.code, finding.severity) == ("list-other-date", "warning")
    assert "2026" in text("finding.list-other-date", "en", **finding.values)
    assert "2024" in text("finding.list-other-date", "es", **finding.values)
    again = Found()
    ledger_from_list(LISTS / "single.txt", dt.date(2026, 10, 1), FIDE, found=again)
    assert again.count == 0


def test_a_list_of_nobody(tmp_path: Path) -> None:
    ledger = ledger_from_list(listed(tmp_path), DAY, FIDE)
    assert (len(ledger), ledger.played.num_rows) == (0, 0)


def test_progress_is_told(tmp_path: Path) -> None:
    path = listed(tmp_path, "1,A,,,2000,0,20,")
    told: list[int] = []
    ledger_from_list(path, DAY, FIDE, progress=told.append)
    assert told == [path.stat().st_size]


@pytest.mark.parametrize(
    ("edition_id", "rating", "k", "games", "born", "expected"),
    [
        pytest.param("fide-2024", 2350, 10, 2, 1990, Standing(2350, 10, 2, 30, 2400), id="once at 2400"),
        pytest.param("fide-2003", 2350, 10, 2, 1990, Standing(2350, 10, 2, 30, 2400), id="once at 2400 with 30 games"),
        pytest.param("feda-1996", 2100, 10, 40, 1960, Standing(2100, 10, 40, 40, 2200), id="FEDA: once at 2200"),
        pytest.param("fide-2024", 1900, 20, 2, 1990, Standing(1900, 20, 2, 30, 1900), id="no longer new"),
        pytest.param("fide-2024", 2250, 20, 45, 2010, Standing(2250, 20, 45, 45, 2300), id="a junior once at 2300"),
        pytest.param("fide-2024", 2310, 20, 0, 2010, Standing(2310, 20, 0, 30, 2310), id="a junior now at 2310"),
        pytest.param("fide-2024", 1900, 40, 4, 1990, Standing(1900, 40, 4, 4, 1900), id="new"),
        pytest.param("fide-2024", 1900, 40, 33, 1990, Standing(1900, 40, 33, 29, 1900), id="new in spite of 33 games"),
        pytest.param("fide-2024", 1900, 40, 33, 2010, Standing(1900, 40, 33, 33, 1900), id="a junior"),
        pytest.param("fide-2024", 1900, 40, 4, 2010, Standing(1900, 40, 4, 30, 1900), id="a junior with 4 games"),
        pytest.param("fide-2024", 2310, 40, 33, 2010, Standing(2310, 40, 33, 29, 2310), id="new at 2310"),
        pytest.param("fide-2003", 2450, 25, 9, 1990, Standing(2450, 25, 9, 9, 2450), id="2003: new at 2450"),
        pytest.param("fide-2024", 1900, 0, 2, 1990, Standing(1900, 20, 2, 30, 1900), id="no K listed"),
        pytest.param("fide-2024", 1900, 0, 2, 2010, Standing(1900, 40, 2, 30, 1900), id="no K listed, a junior"),
        pytest.param("fide-2024", 2450, 0, 2, 0, Standing(2450, 10, 2, 30, 2450), id="no K listed, at the top"),
        pytest.param("fide-2024", 1900, 15, 2, 1990, Standing(1900, 15, 2, 30, 1900), id="a K of older lists"),
        pytest.param("fide-2024", 1900, 30, 50, 2010, Standing(1900, 30, 50, 50, 1900), id="a K that never was"),
        pytest.param("fide-2024", 2450, 20, 1, 1990, Standing(2450, 20, 1, 30, 2450), id="a K too high for 2450"),
        pytest.param("fide-2022-rapid-blitz", 1900, 40, 2, 2010, Standing(1900, 20, 2, 1000, 1900), id="a fixed K"),
        pytest.param("fide-2024", 0, 40, 3, 2010, Standing(), id="unrated"),
    ],
)
def test_the_history_behind_a_k(
    edition_id: str, rating: int, k: int, games: int, born: int, expected: Standing
) -> None:
    """Games so far and the highest rating, as far as the list of 1 May 2024 lets them be seen."""
    assert one(edition_id, rating, k, games, born) == expected


def test_an_edition_whose_juniors_are_not_as_the_new() -> None:
    """With K 30 for the new and 40 for juniors, a boy of 1900 with K 30 is new and was once at 2300."""
    fide = edition("fide-2024")
    own = replace(fide, k=replace(fide.k, new=replace(fide.k.new, value=30)))
    born, rating, k, games = (np.array([value], np.int32) for value in (2010, 1900, 30, 4))
    found = standings(own, DAY, born, rating, k, games)
    assert (found["total"].tolist(), found["highest"].tolist()) == ([4], [2300])
    assert k_factor(own, History(1900, 4, 2300, DAY, 2010)).k == 30


def give(edition_id: str, standing: Standing, born: int, date: dt.date) -> int:
    """K by the reference engine."""
    history = History(standing.rating, standing.total, standing.highest, date, born or None)
    return k_factor(edition(edition_id), history).k


editions = st.sampled_from(regulations().ids)
ratings = st.one_of(st.integers(1000, 2900), st.sampled_from([2199, 2200, 2299, 2300, 2399, 2400]))
many = st.one_of(st.integers(0, 60), st.sampled_from([29, 30]))
years = st.one_of(st.just(0), st.integers(1940, 2018), st.sampled_from([2005, 2006, 2007]))
days = st.sampled_from([DAY, dt.date(2024, 1, 1), dt.date(2005, 7, 1)])


@LAW
@given(editions, ratings, many, ratings, many, years, days)
@example("fide-2024", 2250, 45, 2320, 0, 2010, DAY)
def test_a_k_that_an_edition_gave_is_given_again(
    edition_id: str, rating: int, total: int, highest: int, games: int, born: int, date: dt.date
) -> None:
    """Whatever a player's history: from the rating, K and year of birth a history is found that gives the same K."""
    true = Standing(rating, total=total, highest=highest)
    k = give(edition_id, true, born, date)
    found = one(edition_id, rating, k, games, born, date)
    assert (found.rating, found.k, found.games) == (rating, k, games)
    assert give(edition_id, found, born, date) == k
    assert found.highest >= rating


@LAW
@given(editions, ratings, st.integers(1, 50), many, years, days)
def test_a_k_is_kept_whatever_it_is(edition_id: str, rating: int, k: int, games: int, born: int, date: dt.date) -> None:
    """Where K is not fixed, that of the list stands; and nobody is settled upon fewer games than he has listed, unless
    his K says that he is new."""
    found = one(edition_id, rating, k, games, born, date)
    rules = edition(edition_id).k
    assert found.k == (rules.middle.value if rules.method.value == "fixed" else k)
    if k != rules.new.value:
        assert found.total >= games


@LAW
@given(editions, st.lists(st.tuples(years, ratings, many, ratings), max_size=20), days)
def test_k_over_columns_is_k(edition_id: str, players: list[tuple[int, int, int, int]], date: dt.date) -> None:
    """The columns against the reference engine, player by player."""
    born, rating, total, highest = np.array(players, np.int32).reshape(-1, 4).T
    found: Numbers = k_column(edition(edition_id), date.year, born, rating, total, highest)
    assert found.tolist() == [
        give(edition_id, Standing(rating, total=total, highest=highest), born, date)
        for born, rating, total, highest in players
    ]


K40 = FIXTURES / "office" / "imported-k.csv"


def test_8_3_3_a_junior_is_no_newcomer_by_the_games_of_one_period() -> None:
    """Alarcón, born in 2006, has K = 40 as a junior up to 2024; in 2025 it is 20, though 11 games are listed."""
    season = Season(ledger_from_list(K40, dt.date(2024, 12, 1), {"standard": edition("fide-2024")}))
    assert (season.standing("401").k, season.standing("402").k) == (40, 40)
    season.close("2025-01-01")
    assert (season.standing("401").k, season.standing("402").k) == (20, 40)


def test_8_3_3_games_that_nobody_knows_are_not_told_as_known() -> None:
    """Bueno is new by her K; the list has the 11 games of its period, and how many there were before is not known."""
    season = Season(ledger_from_list(K40, dt.date(2024, 7, 1), {"standard": edition("fide-2024")}))
    period = season.period("2024-08-01", plain_event("2024-07-06", "2024-07-07", ["402-403 1", "402-404 0"]))
    after = season.close("2024-08-01", *period.reports).ledger.rows(["402"])["402"]
    told = " ".join(sentence(step, "en") for _, step in walk(explained(period, "402", "standard", after).listed))
    assert "New to the list, fewer than 30 games; 13 are known here: K = 40" in told
