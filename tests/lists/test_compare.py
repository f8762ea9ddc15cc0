"""Two lists compared: every kind by an example, and over random lists against a plain loop."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from answers import Arpad
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.formats.rating_lists.files import convert, read_table
from arpad.lists.compare import ComparedList, Comparison, compare_lists
from arpad.lists.period import list_editions
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_editions import regulations
from list_tables import table_of
from places import PROJECT

LISTS = PROJECT / "examples" / "lists"
JANUARY, FEBRUARY = dt.date(2025, 1, 1), dt.date(2025, 2, 1)


def side(date: dt.date, *entries: ListEntry, combined: bool = False, single: TimeClass = "standard") -> ComparedList:
    return ComparedList(date, table_of(RatingList({entry.id: entry for entry in entries}, combined=combined)), single)


def compare(a: ComparedList, b: ComparedList) -> Comparison:
    return compare_lists(a, b, regulations(), list_editions(regulations(), "fide", b.date), "fide")


def found(comparison: Comparison) -> dict[str, list[str]]:
    """The ids of each kind that occurs; a kind of rapid or blitz with its class."""
    return {
        kind.name if kind.time_class in (None, "standard") else f"{kind.time_class} {kind.name}": kind.rows[
            "id"
        ].to_pylist()
        for kind in comparison.kinds
        if kind.count
    }


@pytest.mark.parametrize("format_", ["csv", "txt", "xml", "parquet"])
def test_a_month_of_every_kind(format_: str, tmp_path: Path) -> None:
    """The lists of examples/lists, read from any format. 8.3: 9001 moved by 10 without a game. 8.3.2d: 9002 by 25 with
    K 20 and one game. 8.3.3: 9003 by 700 in 30 games, for which K is 23 at most: 690; 9005 has K 40 instead of 20,
    9006 K 20 at 2405; 9013 is no longer new after 6 more games. 7.2.1: 9011 is unrated."""
    sides = []
    for name, date in (("2025-01", JANUARY), ("2025-02", FEBRUARY)):
        path = tmp_path / f"{name}.{format_}"
        convert(LISTS / f"{name}.csv", path)
        sides.append(ComparedList(date, read_table(path)))
    assert found(compare(*sides)) == {
        "moved-without-games": ["9001"],
        "above-k-times-n": ["9002"],
        "above-limit": ["9003"],
        "moved": ["9004", "9006", "9012", "9013"],
        "k": ["9005", "9006"],
        "below-floor": ["9012"],
        "unrated": ["9011"],
        "gone": ["9009"],
        "new": ["9010"],
        "activity": ["9007"],
        "person": ["9008", "9008"],
    }


def test_two_lists_of_one_day() -> None:
    """Who differs, whatever the reason: 1 has no games there, 2 has some here and not there, 3 another K and flag. Of
    2 nothing tells how far the games may have moved them."""
    ours = side(
        JANUARY,
        ListEntry("1", rating=1900, k=20, games=0),
        ListEntry("2", rating=1900, k=20, games=2),
        ListEntry("3", rating=1900, k=20, games=0),
    )
    theirs = side(
        JANUARY,
        ListEntry("1", rating=1901, k=20, games=0),
        ListEntry("2", rating=2000, k=20, games=1),
        ListEntry("3", rating=1900, k=40, games=0, flag="i"),
    )
    assert found(compare(ours, theirs)) == {
        "moved-without-games": ["1"],
        "moved": ["2"],
        "games": ["2"],
        "k": ["3"],
        "activity": ["3"],
    }
    assert found(compare(ours, ours)) == {}


def test_a_transition_moves_nobody() -> None:
    """1 March 2024: 1500 becomes 1700 without a game, and 1500 + 40 with one game at K 40 1724 at most."""
    before = side(
        dt.date(2024, 2, 1),
        ListEntry("1", rating=1500, k=20),
        ListEntry("2", rating=1500, k=40),
        ListEntry("3", rating=1500, k=40),
        ListEntry("4", rating=1500, k=20),
    )
    after = side(
        dt.date(2024, 3, 1),
        ListEntry("1", rating=1700, k=20),
        ListEntry("2", rating=1724, k=40, games=1),
        ListEntry("3", rating=1725, k=40, games=1),
        ListEntry("4", rating=1500, k=20),
    )
    kinds = found(compare(before, after))
    assert kinds == {"moved-without-games": ["4"], "above-k-times-n": ["3"], "moved": ["2"]}


def test_a_junior_grows_up_at_the_turn_of_the_year() -> None:
    """8.3.3: born in 2006, K 40 to the end of 2024 and 20 from January on; one born in 2007 has 40 for another year. At
    rapid K may follow that of standard (7.3.3)."""
    december = side(
        dt.date(2024, 12, 1),
        ListEntry("1", rating=1900, k=40, born=2006),
        ListEntry("2", rating=1900, k=40, born=2007),
        ListEntry("3", rating=1900, k=20, rapid_rating=1900, rapid_k=40, born=1990),
        combined=True,
    )
    january = side(
        JANUARY,
        ListEntry("1", rating=1900, k=20, born=2006),
        ListEntry("2", rating=1900, k=20, born=2007),
        ListEntry("3", rating=1900, k=20, rapid_rating=1900, rapid_k=20, born=1990),
        combined=True,
    )
    assert found(compare(december, january)) == {"k": ["2"]}


def test_of_an_id_that_stands_twice_the_first_row_counts() -> None:
    table = table_of(RatingList({entry.id: entry for entry in (ListEntry("1", rating=1900, k=20, games=0),)}))
    other = table_of(RatingList({entry.id: entry for entry in (ListEntry("1", rating=2000, k=20, games=0),)}))
    assert found(compare(ComparedList(JANUARY, table), ComparedList(FEBRUARY, pa.concat_tables([table, other])))) == {}


def naive(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[str]]:
    """The kinds of ratings by a loop over the players, from 8.3.2d, 8.3.3 and 7.1.4."""
    kinds: dict[str, list[str]] = {}
    for id_ in sorted(before.keys() | after.keys()):
        one, two = before.get(id_), after.get(id_)
        if one and not two:
            kinds.setdefault("gone", []).append(id_)
        elif two and not one:
            kinds.setdefault("new", []).append(id_)
        if not one or not two:
            continue
        by, n, k = abs(one.rating - two.rating), two.games, one.k
        if by:
            cut = k if k * n <= 700 else 700 // n
            name = "above-limit" if by > cut * n else "moved"
            name = "above-k-times-n" if by > k * n else name
            kinds.setdefault("moved-without-games" if not n else name, []).append(id_)
        if two.rating < 1400:
            kinds.setdefault("below-floor", []).append(id_)
    return kinds


@pytest.mark.parametrize("seed", range(20))
def test_over_columns_as_by_a_loop(seed: int) -> None:
    draw = random.Random(seed)

    def some() -> dict[str, ListEntry]:
        ids = draw.sample(range(40), 30)
        return {
            str(player_id): ListEntry(
                str(player_id),
                rating=draw.choice((1395, 1400, 1900, 1910, 1960)),
                k=20 if player_id % 2 else 40,
                born=2010,
                games=draw.choice((0, 0, 1, 3, 30)),
            )
            for player_id in ids
        }

    before, after = some(), some()
    kinds = found(compare(side(JANUARY, *before.values()), side(FEBRUARY, *after.values())))
    assert {name: ids for name, ids in kinds.items() if name not in ("k", "activity", "person")} == naive(before, after)


def test_the_command(arpad: Arpad) -> None:
    a, b = LISTS / "2025-01.csv", LISTS / "2025-02.csv"
    answer = arpad(f"list compare {a} {b} --date-a 2025-01 --date-b 2025-02 --kind moved-without-games --json")
    document = answer.json
    assert (document["mode"], [kind["count"] for kind in document["kinds"]]) == ("later", [1])
    assert document["kinds"][0]["players"][0] == {
        "id": "9001",
        "name": "Alba, Ana",
        "before_rating": 1900,
        "before_k": 20,
        "before_games": 0,
        "after_rating": 1910,
        "after_k": 20,
        "after_games": 0,
    }


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{a} {b}", "does not give its date"),
        ("{a} {b} --date-a 2025-02 --date-b 2025-01", "give the earlier one first"),
        ("{a} {b} --date-a 2025-01 --date-b 2025-02 --kind rating", "is not known"),
        ("{a} {b} --date-a 2025-01 --date-b 2025-02 --edition fide-1066", "fide-1066"),
    ],
)
def test_what_cannot_be_compared(line: str, words: str, arpad: Arpad) -> None:
    answer = arpad("list compare " + line.format(a=LISTS / "2025-01.csv", b=LISTS / "2025-02.csv"))
    assert answer.code == 2
    assert words in answer.err


def office_at(arpad: Arpad, folder: Path) -> Arpad:
    """The command line with an office of its own."""
    return lambda line: arpad(f"{line} --db sqlite:///{folder / 'office.db'}")


def test_a_list_against_ours(arpad: Arpad, tmp_path: Path) -> None:
    """The office takes January over and closes February without a report; the other list of February differs where
    there were games, and in every kind. Two versions of our own agree."""
    own = office_at(arpad, tmp_path)
    assert own("office init --federation ESP").code == 0
    assert own(f"office import-list {LISTS / '2025-01.csv'} --date 2025-01").code == 0
    february = LISTS / "2025-02.csv"
    later = own(f"office compare {february} --date 2025-02 --json").json
    assert (later["mode"], later["a"]["list"]) == ("later", "2025-01:1")
    assert own("office close 2025-02").code == 0
    same = own(f"office compare {february} --date 2025-02 --json").json
    assert (same["mode"], same["a"]["list"]) == ("same", "2025-02:1")
    kinds = {kind["kind"]: [one["id"] for one in kind["players"]] for kind in same["kinds"]}
    assert kinds["moved-without-games"] == ["9001"]
    assert kinds["above-k-times-n"] == ["9002"]
    assert kinds["k"] == ["9003", "9005", "9013"]
    versions = own("office compare 2025-02:1 --with 2025-01 --kind moved --kind moved-without-games --json").json
    assert [version["count"] for version in versions["kinds"]] == [0] * len(versions["kinds"])
    assert versions["mode"] == "later"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2025-01", "--with PERIOD"),
        ("nowhere.csv", "nowhere.csv"),
        ("{b} --date 2024-12", "2024-12"),
        ("{b} --date 2025-02 --version 1", "--with"),
    ],
)
def test_what_the_office_cannot_compare(line: str, words: str, arpad: Arpad, tmp_path: Path) -> None:
    own = office_at(arpad, tmp_path)
    own("office init --federation ESP")
    own(f"office import-list {LISTS / '2025-01.csv'} --date 2025-01")
    answer = own("office compare " + line.format(b=LISTS / "2025-02.csv"))
    assert answer.code == 2
    assert words in answer.err
