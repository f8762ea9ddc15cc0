"""What is published of a ledger: lists, lists apart, top lists; and what differs between two ledgers."""

import datetime as dt
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.rating_lists.columns import schema
from arpad.formats.rating_lists.files import read_table, write_list
from arpad.i18n import ArpadError
from arpad.lists.compare import differences, history_rows
from arpad.lists.imports import ledger_from_list
from arpad.lists.ledger import Ledger, LedgerRow, Standing, day_number, players_table
from arpad.lists.list_versions import RatingDifference
from arpad.lists.published import Which, list_numbers, published_table, rows_json
from arpad.lists.top_lists import top_list
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, lists_after
from arpad.regulations.rating_editions import edition, regulations
from places import FIXTURES
from proofs import law

LISTS = FIXTURES / "lists"
DAY = dt.date(2024, 5, 1)
LAW = law(200)
NONE = Standing()


def editions(standard: str, rapid: str | None = None, blitz: str | None = None) -> dict[TimeClass, Edition]:
    named: dict[TimeClass, str | None] = {"standard": standard, "rapid": rapid, "blitz": blitz}
    return {time_class: edition(name) for time_class, name in named.items() if name is not None}


FIDE = editions("fide-2024", "fide-2024-rapid-blitz", "fide-2024-rapid-blitz")
OLD = editions("fide-2005")
FEDA = editions("feda-1996")


def ledger_of(*rows: LedgerRow, date: dt.date = DAY) -> Ledger:
    empty = Ledger.empty(date)
    return Ledger(date, date, players_table(rows), empty.played, empty.newcomers)


def player(id_: str, rating: int = 2000, *, inactive: int = 0, games: int = 0, **person: Any) -> LedgerRow:
    """A player of a standard list."""
    standing = Standing(rating, 20, games, 30, rating, inactive) if rating else NONE
    return LedgerRow(id_, standings=(standing, NONE, NONE), **person)


def ids(ledger: Ledger, of: dict[TimeClass, Edition], which: Which = "listed") -> list[str]:
    found: list[str] = published_table(ledger, of, "standard", which)["id"].to_pylist()
    return found


@pytest.mark.parametrize("format_", ["txt", "xml", "csv", "parquet"])
def test_a_list_comes_out_as_it_came_in(format_: str, tmp_path: Path) -> None:
    """FIDE's combined list, imported, published and read again; only who has no rating at all is not listed."""
    table = published_table(ledger_from_list(LISTS / "combined.txt", DAY, FIDE), FIDE, None)
    path = tmp_path / f"list.{format_}"
    assert write_list(table, path).count == 0
    given = [row for row in read_table(LISTS / "combined.txt").to_pylist() if row["id"] != "10100005"]
    assert read_table(path).to_pylist() == given == list(rows_json(table))


def test_a_list_of_one_class() -> None:
    """Its columns have no class in their names, and its date goes with it."""
    ledger = ledger_from_list(LISTS / "combined.txt", DAY, FIDE)
    table = published_table(ledger, FIDE, "blitz")
    assert table.schema.equals(schema(False, DAY), check_metadata=True)
    assert [(row["id"], row["rating"], row["games"], row["k"]) for row in rows_json(table)] == [
        ("10100001", 2601, 12, 10), ("10100003", 2190, 7, 20), ("10100004", 1777, 0, 20),
    ]  # fmt: skip


def test_the_combined_list_has_its_columns_and_date() -> None:
    table = published_table(Ledger.empty(DAY), FIDE, None)
    assert table.schema.equals(schema(True, DAY), check_metadata=True)
    assert list(rows_json(table)) == []


def test_who_may_not_be_listed() -> None:
    """B's federation is excluded, C has died, D has no rating."""
    ledger = ledger_of(player("A"), player("B", absent="excluded"), player("C", absent="deceased"), player("D", 0))
    assert ids(ledger, FIDE) == ["A"]


def test_what_is_not_published_stays_empty() -> None:
    """A woman of 2200 with K 10: 2024 publishes sex and K; 2005 no sex; FEDA neither. The flag tells no sex either."""
    woman = LedgerRow(
        "1", "A", "ESP", "F", "WIM", born=1980, standings=(Standing(2200, 10, 3, 50, 2400, 20240501), NONE, NONE)
    )
    for of, sex, k, flag in ((FIDE, "F", 10, "wi"), (OLD, "", 10, "i"), (FEDA, "", None, "i")):
        (row,) = rows_json(published_table(ledger_of(woman), of, "standard"))
        printed_too = [name for name in ("birthday", "games_so_far") if row.pop(name, None) is not None]
        assert printed_too == ["birthday"] * (of is not FIDE), "the games so far are those of a newcomer"
        assert row == {
            "id": "1", "name": "A", "federation": "ESP", "sex": sex, "title": "WIM", "rating": 2200, "games": 3, "k": k,
            "born": 1980, "flag": flag,
        }  # fmt: skip


def test_a_class_that_is_not_kept_is_empty_in_the_combined_list() -> None:
    (row,) = rows_json(published_table(ledger_of(player("1")), {"standard": FIDE["standard"]}, None))
    assert (row["rating"], row["games"], row["rapid_rating"], row["rapid_games"], row["blitz_k"]) == (
        2000, 0, None, None, None,
    )  # fmt: skip


def test_the_year_of_a_birthday_is_published() -> None:
    (row,) = rows_json(published_table(ledger_of(player("1", birthday=19990131)), FIDE, "standard"))
    assert row["born"] == 1999


@pytest.mark.parametrize(
    ("standings", "flag"),
    [
        ((Standing(2000, 20, inactive=20240101), Standing(2000, 20), NONE), "i"),
        ((Standing(2000, 20), Standing(2000, 20, inactive=20240101), NONE), ""),
        ((NONE, Standing(2000, 20, inactive=20240101), Standing(2000, 20)), ""),
        ((NONE, NONE, Standing(2000, 20)), ""),
    ],
)
def test_the_flag_of_a_combined_list(standings: tuple[Standing, Standing, Standing], flag: str) -> None:
    """One column for three classes: it is that of standard, as in FIDE's list."""
    (row,) = rows_json(published_table(ledger_of(LedgerRow("1", standings=standings)), FIDE, None))
    assert row["flag"] == flag


@pytest.mark.parametrize(
    ("date", "shown"), [(dt.date(2006, 1, 1), True), (dt.date(2007, 10, 1), True), (dt.date(2008, 1, 1), False)]
)
def test_2005_the_inactive_are_dropped_after_seven_lists(date: dt.date, shown: bool) -> None:
    """9.23b: inactive on the list of January 2006; shown, flagged, on it and the next seven, to October 2007."""
    ledger = ledger_of(player("1", inactive=20060101), player("2"), date=date)
    table = published_table(ledger, OLD, "standard")
    assert [(row["id"], row["flag"]) for row in rows_json(table)] == [("1", "i")] * shown + [("2", "")]
    with pytest.raises(ArpadError, match="fide-2005: this edition has no separate list of inactive players"):
        published_table(ledger, OLD, "standard", "inactive")


@pytest.mark.parametrize(("date", "apart"), [(dt.date(1998, 7, 1), False), (dt.date(1999, 1, 1), True)])
def test_feda_the_inactive_are_apart_after_three_lists(date: dt.date, apart: bool) -> None:
    """8.22.b: inactive on the list of January 1997; on the next three, to July 1998; then beside the active."""
    ledger = ledger_of(player("1", inactive=19970101), player("2"), player("3", absent="deceased"), date=date)
    assert ids(ledger, FEDA) == (["2"] if apart else ["1", "2"])
    assert ids(ledger, FEDA, "inactive") == (["1"] if apart else [])


def test_2024_the_inactive_stay() -> None:
    assert ids(ledger_of(player("1", inactive=20100101)), FIDE) == ["1"]


def test_dropped_from_one_class_and_shown_in_another() -> None:
    """Inactive too long at standard, rated at rapid: the combined list has the rapid rating alone."""
    standings = (Standing(2000, 15, 0, 30, 2000, 20000101), Standing(2100, 15, 2), NONE)
    of = editions("fide-2005", "fide-2024-rapid-blitz")
    (row,) = rows_json(published_table(ledger_of(LedgerRow("1", standings=standings)), of, None))
    assert (row["rating"], row["k"], row["games"], row["rapid_rating"], row["flag"]) == (None, None, 0, 2100, "")


def test_titled_players_without_a_rating() -> None:
    """2017 7.22: B has a title and no rating. 2024 has no such list."""
    ledger = ledger_of(player("A", title="FM"), player("B", 0, title="WFM", sex="F"), player("C", 0),
                       player("D", 0, title="CM", absent="deceased"))  # fmt: skip
    (row,) = rows_json(published_table(ledger, editions("fide-2017"), "standard", "titled-unrated"))
    assert (row["id"], row["title"], row["rating"], row["k"], row["flag"]) == ("B", "WFM", None, None, "w")
    with pytest.raises(ArpadError, match="fide-2024: this edition has no separate list of titled"):
        published_table(ledger, FIDE, "standard", "titled-unrated")


def test_a_list_of_a_class_that_is_not_kept() -> None:
    with pytest.raises(ArpadError, match="no rapid list here; choose one of: standard"):
        published_table(ledger_of(), FEDA, "rapid")
    with pytest.raises(ArpadError, match="no rapid list here"):
        top_list(ledger_of(), FEDA, "rapid")


@LAW
@given(st.sampled_from(regulations().ids), st.dates(dt.date(1995, 1, 1), dt.date(2030, 1, 1)), st.integers(0, 40))
def test_lists_are_counted_as_the_calendar_has_them(name: str, since: dt.date, count: int) -> None:
    """The nth list after a day is n lists away, and the day before it one fewer."""

    def lists_until(day: dt.date) -> int:
        before, until = list_numbers(edition(name), np.array([day_number(since), day_number(day)], np.int32))
        return int(until - before)

    if count:
        last = next(islice(lists_after(edition(name), since), count - 1, None))
        assert lists_until(last) == count
        assert lists_until(last - dt.timedelta(days=1)) == count - 1
    assert lists_until(since) == 0


TOP = ledger_of(
    player("1", 2500, name="Dee", sex="F", born=2004),
    player("2", 2700, name="Ash", sex="M", born=1990),
    player("3", 2600, name="Cox", sex="M", born=2003, games=2),
    player("4", 2600, name="Bee", sex="M", born=2003),
    player("5", 2600, name="Ann", sex="F", born=1985),
    player("6", 2650, name="Eve", sex="F", born=2003, inactive=20240401),
    player("7", 2400, name="Fay", sex="F", birthday=20050615),
    player("8", 2900, name="Gus", absent="deceased"),
)


def shown(table: Any) -> list[tuple[int, str]]:
    return [(row["place"], row["name"]) for row in rows_json(table)]


def test_a_top_list() -> None:
    """2600 three times: they share a place; Cox played, Ann is before Bee. All who share the last place are in."""
    everybody = shown(top_list(TOP, FIDE, "standard"))
    assert everybody == [(1, "Ash"), (2, "Eve"), (3, "Cox"), (3, "Ann"), (3, "Bee"), (6, "Dee"), (7, "Fay")]
    assert shown(top_list(TOP, FIDE, "standard", 3)) == everybody[:5]
    assert shown(top_list(TOP, FIDE, "standard", 6)) == everybody[:6]
    assert shown(top_list(TOP, FIDE, "standard", 0)) == []
    assert shown(top_list(ledger_of(), FIDE, "standard")) == []


def test_top_lists_without_the_inactive() -> None:
    """2017 7.23: Eve, who has not played for a year, is left out; 2022 and 2024 no longer say so."""
    assert (2, "Cox") in shown(top_list(TOP, editions("fide-2017"), "standard"))
    assert "Eve" not in top_list(TOP, editions("fide-2017"), "standard")["name"].to_pylist()
    assert (2, "Eve") in shown(top_list(TOP, editions("fide-2022"), "standard"))


@pytest.mark.parametrize(
    ("name", "since", "there"),
    [
        ("fide-2003", 20040401, False),
        ("fide-2005", 20080101, True),
        ("fide-2005", 20070401, True),
        ("fide-2005", 20070101, False),
    ],
)
def test_top_lists_of_2005_wait_for_more_than_twelve_months(name: str, since: int, there: bool) -> None:
    """9.23d: a year after the list on which he became inactive he is still in, on the list after that no more; the text
    of 2003 leaves him out at once."""
    date = dt.date(2004, 4, 1) if name == "fide-2003" else dt.date(2008, 4, 1)
    ledger = ledger_of(player("1", 2500, name="Dee", inactive=since), date=date)
    assert (shown(top_list(ledger, editions(name), "standard")) == [(1, "Dee")]) is there


def test_top_women_and_top_juniors() -> None:
    """In 2024 the juniors are those born in 2004 or later."""
    assert shown(top_list(TOP, FIDE, "standard", women=True)) == [(1, "Eve"), (2, "Ann"), (3, "Dee"), (4, "Fay")]
    assert shown(top_list(TOP, FIDE, "standard", juniors=True)) == [(1, "Dee"), (2, "Fay")]
    assert shown(top_list(TOP, FIDE, "standard", 1, women=True, juniors=True)) == [(1, "Dee")]


def test_a_top_list_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "top.txt"
    assert write_list(top_list(TOP, FIDE, "standard", 2), path).count == 0
    assert read_table(path)["name"].to_pylist() == ["Ash", "Eve"]


def test_what_differs_between_two_versions() -> None:
    """1 gains, 2 stays, 3 is new, 4 loses the rating, 5 is gone, 6 is no longer to be listed, 7 differs at rapid."""
    rapid = LedgerRow("7", standings=(Standing(2000), Standing(1900), NONE))
    before = ledger_of(
        player("1", 2000, name="old"), player("2"), player("4"), player("5", name="E"), player("6"), rapid
    )
    after = ledger_of(player("1", 2010, name="A"), player("2", games=4), player("3"), player("4", 0),
                      player("6", absent="deceased"), rapid.with_standing("rapid", Standing(1910)))  # fmt: skip
    assert differences(before, after, "standard") == [
        RatingDifference("standard", "1", "A", 2000, 2010),
        RatingDifference("standard", "3", "", None, 2000),
        RatingDifference("standard", "4", "", 2000, None),
        RatingDifference("standard", "5", "E", 2000, None),
        RatingDifference("standard", "6", "", 2000, None),
    ]
    assert differences(before, after, "rapid") == [RatingDifference("rapid", "7", "", 1900, 1910)]
    assert differences(before, after, "blitz") == differences(after, after, "standard") == []


def test_what_differs_among_the_same_players() -> None:
    before, after = ledger_of(player("1", 2000), player("2", 1900)), ledger_of(player("1", 2000), player("2", 1910))
    assert differences(before, after, "standard") == [RatingDifference("standard", "2", "", 1900, 1910)]
    assert list(history_rows(before, after)) == [("standard", "2", 1910, 20, 0, 10)]


def test_a_line_of_history_for_every_change() -> None:
    """1 gains 10, 2 played in vain, 3 became inactive, 4 enters, 5 leaves, 6 is gone, 7 stays the same."""
    before = ledger_of(player("1"), player("2"), player("3"), player("4", 0), player("5"), player("6"), player("7"))
    after = ledger_of(player("1", 2010), player("2", games=3), player("3", inactive=20240501), player("4", 1800),
                      player("5", 0), player("7"))  # fmt: skip
    assert list(history_rows(before, after)) == [
        ("standard", "1", 2010, 20, 0, 10),
        ("standard", "2", 2000, 20, 3, 0),
        ("standard", "3", 2000, 20, 0, 0),
        ("standard", "4", 1800, 20, 0, 0),
        ("standard", "5", 0, 0, 0, 0),
        ("standard", "6", 0, 0, 0, 0),
    ]
    assert list(history_rows(after, after)) == []


def test_the_first_list_is_history_whole() -> None:
    """By class, then by id; who has no rating has no line."""
    both = LedgerRow("2", standings=(Standing(2000, 20), NONE, Standing(1900, 40, 5)))
    assert list(history_rows(None, ledger_of(both, player("1"), player("3", 0)))) == [
        ("standard", "1", 2000, 20, 0, 0),
        ("standard", "2", 2000, 20, 0, 0),
        ("blitz", "2", 1900, 40, 5, 0),
    ]


some_ledger = st.dictionaries(st.integers(0, 30).map(str), st.sampled_from([0, 1900, 2000, 2100]), max_size=12)


@LAW
@given(some_ledger, some_ledger)
def test_differences_are_those_of_the_players_one_by_one(old: dict[str, int], new: dict[str, int]) -> None:
    before, after = (ledger_of(*(player(id_, rating) for id_, rating in value.items())) for value in (old, new))
    expected = [
        (id_, old.get(id_) or None, new.get(id_) or None)
        for id_ in sorted(old.keys() | new.keys())
        if old.get(id_, 0) != new.get(id_, 0)
    ]
    assert [
        (difference.id, difference.before, difference.after) for difference in differences(before, after, "standard")
    ] == expected
    assert [(row[1], row[2] or None) for row in history_rows(before, after)] == [(row[0], row[2]) for row in expected]


@pytest.mark.parametrize("format_", ["txt", "xml", "csv", "parquet"])
@pytest.mark.parametrize(("of", "so_far"), [(OLD, 12), (editions("fide-2003"), 12), (FEDA, None)])
def test_9_12_days_of_birth_and_games_so_far(
    of: dict[TimeClass, Edition], so_far: int | None, format_: str, tmp_path: Path
) -> None:
    """9.12c, 8.12.a: 1 is new with 12 games so far and was born on 17 January 1969; of 2 the year is known. FEDA prints
    neither K nor the games so far."""
    new = LedgerRow("1", "A", birthday=19690117, standings=(Standing(2000, 25, 5, 12, 2000), NONE, NONE))
    old = LedgerRow("2", "B", born=1970, standings=(Standing(2000, 15, 5, 90, 2000), NONE, NONE))
    table = published_table(ledger_of(new, old), of, "standard")
    rows = list(rows_json(table))
    assert [(row["birthday"], row.get("games_so_far")) for row in rows] == [("1969-01-17", so_far), ("", None)]
    path = tmp_path / f"list.{format_}"
    assert write_list(table, path).count == 0
    if format_ != "parquet":
        assert "1969-01-17" in path.read_text("utf-8")
    assert [(one["born"], one["rating"], one["flag"]) for one in read_table(path).to_pylist()] == [
        (1969, 2000, ""), (1970, 2000, ""),
    ]  # fmt: skip
