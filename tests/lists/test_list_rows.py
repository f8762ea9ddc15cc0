"""A published list in pages, and what is kept of it, against the published table itself."""

import datetime as dt
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arpad.lists.ledger import Ledger, LedgerRow, Standing, players_table
from arpad.lists.published import (
    CHANGE,
    SORTED,
    ListFilter,
    ShownList,
    change_tables,
    published_table,
    row_tables,
)
from arpad.lists.published import TITLES as TITLE_ORDER
from arpad.lists.top_lists import (
    federation_lines,
    lines_of,
    lines_table,
    list_news,
    news_of,
    news_tables,
    top_list,
    top_of_federations,
)
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition
from proofs import law

DAY = dt.date(2024, 5, 1)
FIDE: dict[TimeClass, Edition] = {"standard": edition("fide-2024")}
FEDERATIONS, TITLES = ("", "ESP", "FRA"), ("", "GM", "WIM")
PLAYER = st.tuples(
    st.sampled_from((0, 1500, 1501, 2400)),
    st.integers(0, 2),
    st.sampled_from(FEDERATIONS),
    st.sampled_from(("", "F", "M")),
    st.sampled_from(TITLES),
    st.sampled_from((0, 1990, 2005)),
    st.sampled_from(("", "", "deceased")),
    st.sampled_from((0, 0, 20240301)),
)
WANTED = st.builds(
    ListFilter,
    st.sampled_from((*FEDERATIONS, "XXX")),
    st.sampled_from(("", "F", "M")),
    st.sampled_from((*TITLES, "FM")),
    st.sampled_from((None, 1800, 1990, 2004)),
    st.sampled_from((None, 1989, 1990, 2005)),
)


def _ledger(players: list[tuple[int, int, str, str, str, int, str, int]], date: dt.date = DAY) -> Ledger:
    rows = [
        LedgerRow(f"{at:02}", f"Player {at % 3}", federation, sex, title, absent, born).with_standing(
            "standard", Standing(rating, 20 if at % 2 else 0, games, 30, rating, inactive)
        )
        for at, (rating, games, federation, sex, title, born, absent, inactive) in enumerate(players)
    ]
    empty = Ledger.empty(date)
    return Ledger(date, date, players_table(rows), empty.played, empty.newcomers)


@law(80)
@given(st.lists(PLAYER, max_size=12), st.lists(PLAYER, max_size=12), WANTED)
def test_pages_of_a_list_show_what_is_published(
    before: list[tuple[int, int, str, str, str, int, str, int]],
    now: list[tuple[int, int, str, str, str, int, str, int]],
    wanted: ListFilter,
) -> None:
    table = published_table(_ledger(now), FIDE, "standard", before=_ledger(before))
    chosen = [
        row
        for row in table.to_pylist()
        if wanted.federation in ("", row["federation"])
        and wanted.sex in ("", row["sex"])
        and wanted.title in ("", row["title"])
        and (wanted.born_from is None or (row["born"] is not None and row["born"] >= wanted.born_from))
        and (wanted.born_to is None or (row["born"] is not None and row["born"] <= wanted.born_to))
    ]
    chosen.sort(key=lambda row: (row["rating"] is None, -(row["rating"] or 0), row["name"], row["id"]))
    rows = ShownList(row_tables(table))
    places = rows.places(wanted)
    assert len(rows) == table.num_rows
    assert list(rows.rows(places)) == [{name: row.get(name) for name in found} for row, found in zip(
        chosen, rows.rows(places), strict=True)]  # fmt: skip
    assert list(rows.rows(places[2:4])) == list(rows.rows(places))[2:4]


@law(60)
@given(
    st.lists(PLAYER, max_size=12), st.lists(PLAYER, max_size=12), WANTED, st.sampled_from((*SORTED, CHANGE)),
    st.booleans(),
)  # fmt: skip
def test_a_list_in_the_order_of_a_column(
    before: list[tuple[int, int, str, str, str, int, str, int]],
    now: list[tuple[int, int, str, str, str, int, str, int]],
    wanted: ListFilter,
    column: str,
    down: bool,
) -> None:
    """Those of whom nothing is known stand last; equals as on the list, but names are turned round whole."""
    tables = row_tables(published_table(_ledger(now), FIDE, "standard", before=_ledger(before)))
    content = ShownList(tables, change_tables(tables, _ledger(before, dt.date(2024, 4, 1)), "standard"))
    ratings = {f"{at:02}": player[0] for at, player in enumerate(before) if player[0]}
    natural = list(content.rows(content.places(wanted)))
    assert all(row["change"] == _gained(row, ratings) for row in natural)

    def key(row: dict[str, Any]) -> Any:
        value = row[column]
        return TITLE_ORDER.index(value) if column == "title" and value else value or None

    known = [row for row in natural if row[column] not in (None, "") and (column != "rating" or row[column])]
    unknown = [row for row in natural if row not in known]
    values = {row["id"]: key(row) or 0 if column not in ("name", "federation") else row[column] for row in known}
    expected = sorted(known, key=lambda row: values[row["id"]], reverse=down and column != "name")
    if down and column == "name":
        expected.reverse()
    places = content.places(wanted, f"{'-' * down}{column}")
    assert list(content.rows(places)) == expected + unknown
    assert list(content.rows(places[1:4])) == (expected + unknown)[1:4]


def _gained(row: dict[str, Any], before: dict[str, int]) -> int | None:
    return row["rating"] - before[row["id"]] if row["rating"] and before.get(row["id"]) else None


@law(60)
@given(st.lists(PLAYER, max_size=14), st.integers(1, 4))
def test_the_best_of_every_federation_are_its_own_top_list(
    players: list[tuple[int, int, str, str, str, int, str, int]], count: int
) -> None:
    ledger = _ledger(players)
    found = top_of_federations(ledger, FIDE, "standard", count).to_pylist()
    expected = []
    for code in sorted({row.federation for row in ledger.all_rows()} - {""}):
        own = Ledger.empty(DAY).with_rows(row for row in ledger.all_rows() if row.federation == code)
        expected += [{"home": code} | row for row in top_list(own, FIDE, "standard", count).to_pylist()]
    assert found == expected


@law(20)
@given(st.lists(PLAYER, max_size=12), st.lists(PLAYER, max_size=12))
def test_federations_and_news_are_kept_as_they_are(
    before: list[tuple[int, int, str, str, str, int, str, int]],
    now: list[tuple[int, int, str, str, str, int, str, int]],
) -> None:
    lines = federation_lines(_ledger(now), "standard")
    assert lines_of(lines_table(lines)) == lines
    news = list_news(_ledger(before, dt.date(2024, 4, 1)), _ledger(now), "standard", 3)
    assert news_of(news_tables(news)) == news
    assert news.first(1).risers.players == news.risers.players[:1]
