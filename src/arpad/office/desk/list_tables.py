"""The tables of a list that pages need: the list as it is published, its best players, its federations, its news.

What a page shows of the newest list is made when the list is published, and kept in files; of other lists, when it is
first asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import Row

from arpad.lists.ledger import Ledger, Standing
from arpad.lists.published import ShownList, Which, classes_of, published_table, row_tables
from arpad.lists.top_lists import (
    FederationLine,
    ListNews,
    federation_lines,
    lines_of,
    lines_table,
    list_news,
    news_of,
    news_tables,
    top_list,
    top_of_federations,
)
from arpad.lists.whole_list import Tables
from arpad.office.desk.desk import Desk
from arpad.office.desk.list_rules import editions_of
from arpad.office.desk.shelf import Shelf
from arpad.regulations.articles import TimeClass

BEST, AT_HOME, NEWS = 100, 10, 20
"""The players that are kept of a top list, of a federation, of each kind of news."""
NEWS_CLASS: TimeClass = "standard"


def list_table(
    desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass | None = None, which: Which = "listed"
) -> pa.Table:
    """A version as it is published, beside the list that it was made from; the combined list if no time class is
    given."""
    return published_table(shelf.ledger(row), editions_of(desk, shelf, row), time_class, which, _before(shelf, row))


def _before(shelf: Shelf, row: Row[Any]) -> Ledger | None:
    """Return the list that a version was made from, without the ratings that a decision took away. Players who lost
    theirs in this way have not fallen below the floor, and the list does not show them."""
    parent = shelf.parent(row)
    return None if parent is None else before_decided(shelf.ledger(parent), shelf.manifest(row))


def before_decided(ledger: Ledger, manifest: Mapping[str, Any]) -> Ledger:
    """A list without the ratings that the decisions of the next one took away."""
    decided = manifest["decisions"]["ratings"]
    rows = ledger.rows(id_ for id_, _, rating in decided if not rating)
    for id_, time_class, rating in decided:
        if id_ in rows and not rating:
            rows[id_] = rows[id_].with_standing(time_class, Standing())
    return ledger.with_rows(rows.values()) if rows else ledger


def list_rows(desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass) -> ShownList:
    """The list of one time class in the order in which it is shown."""
    return ShownList(shelf.made(row, f"rows-{time_class}", lambda: _row_tables(desk, shelf, row, time_class)))


def top_table(
    desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass, count: int, *, women: bool, juniors: bool
) -> pa.Table:
    """The best of a version, of its women, of its juniors. What pages of published lists show is kept."""
    if shelf.ledgers.folder is None or row.state != "published" or count > BEST:
        editions = editions_of(desk, shelf, row)
        return top_list(shelf.ledger(row), editions, time_class, count, women=women, juniors=juniors)
    kept = _summary(desk, shelf, row, time_class)[_top_name(women, juniors)]
    return kept.filter(pc.less_equal(kept["place"], count))


def best_of_federation(
    desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass, federation: str
) -> list[dict[str, Any]]:
    """The best ten of a federation, and all who share the last place."""
    table = _summary(desk, shelf, row, time_class)["homes"]
    return [found for found in table.to_pylist() if found["home"] == federation]


def federations_of(desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass) -> tuple[FederationLine, ...]:
    """The federations on a version, the strongest first."""
    return lines_of(_summary(desk, shelf, row, time_class)["federations"])


def news_between(shelf: Shelf, before: Row[Any], newest: Row[Any]) -> ListNews:
    """What a list brings against the list before it."""
    return news_of(shelf.ledgers.made(_of_both(before, newest), "news", lambda: _news_tables(shelf, before, newest)))


def open_tables(desk: Desk, shelf: Shelf) -> None:
    """Make the tables of the newest published list, if they are missing."""
    folder = shelf.ledgers.folder
    published = {row.period: row for row in shelf.versions if row.state == "published"}
    if folder is None or not published:
        return
    newest = published.pop(max(published))
    for kind, make in _kinds(desk, shelf, newest):
        if not folder.has(newest.digest, kind):
            folder.tables(newest.digest, kind, make)
    if published:
        before = published[max(published)]
        if not folder.has(_of_both(before, newest), "news"):
            news_between(shelf, before, newest)


def _kinds(desk: Desk, shelf: Shelf, row: Row[Any]) -> Iterator[tuple[str, Callable[[], Tables]]]:
    for time_class in classes_of(editions_of(desk, shelf, row), None):
        yield f"rows-{time_class}", lambda name=time_class: _row_tables(desk, shelf, row, name)  # type: ignore[misc]
        yield f"best-{time_class}", lambda name=time_class: _summary_tables(desk, shelf, row, name)  # type: ignore[misc]


def _row_tables(desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass) -> Tables:
    return row_tables(list_table(desk, shelf, row, time_class))


def _summary(desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass) -> Tables:
    return shelf.made(row, f"best-{time_class}", lambda: _summary_tables(desk, shelf, row, time_class))


def _summary_tables(desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass) -> Tables:
    ledger, editions = shelf.ledger(row), editions_of(desk, shelf, row)
    tops = {
        _top_name(women, juniors): top_list(ledger, editions, time_class, BEST, women=women, juniors=juniors)
        for women in (False, True)
        for juniors in (False, True)
    }
    return tops | {
        "homes": top_of_federations(ledger, editions, time_class, AT_HOME),
        "federations": lines_table(federation_lines(ledger, time_class)),
    }


def _top_name(women: bool, juniors: bool) -> str:
    return f"top{'-women' * women}{'-juniors' * juniors}"


def _news_tables(shelf: Shelf, before: Row[Any], newest: Row[Any]) -> Tables:
    return news_tables(list_news(shelf.ledger(before), shelf.ledger(newest), NEWS_CLASS, NEWS))


def _of_both(before: Row[Any], newest: Row[Any]) -> str:
    return f"{newest.digest}-{before.digest}"
