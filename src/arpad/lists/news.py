"""What a list brings: the ratings that rose most, the players who are rated for the first time, the new titles."""

from dataclasses import asdict, dataclass

import numpy as np
import pyarrow as pa

from arpad.lists.ledger import Ledger, Row, column, places_of
from arpad.lists.ranks import Tables
from arpad.rating.columns import Mask, Wide
from arpad.regulations.articles import TimeClass


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A player in the news of a list. `change` is since the list before; None for a first rating."""

    id: str
    name: str
    federation: str
    title: str
    rating: int | None
    change: int | None


@dataclass(frozen=True, slots=True)
class ListNews:
    """The first few of each kind, and how many there are: ratings that rose, first ratings, new titles."""

    risers: tuple[NewsLine, ...]
    newcomers: tuple[NewsLine, ...]
    new_titles: tuple[NewsLine, ...]
    counts: tuple[int, int, int]

    def first(self, count: int) -> "ListNews":
        """Return the same with fewer players of each kind."""
        return ListNews(self.risers[:count], self.newcomers[:count], self.new_titles[:count], self.counts)


KINDS = ("risers", "newcomers", "new_titles")
FIELDS = pa.schema([(name, pa.string()) for name in ("id", "name", "federation", "title")]
                   + [(name, pa.int32()) for name in ("rating", "change")])  # fmt: skip


def news_tables(news: ListNews) -> Tables:
    """Return news as tables, to be kept."""
    tables = {kind: pa.Table.from_pylist([asdict(line) for line in getattr(news, kind)], FIELDS) for kind in KINDS}
    return tables | {"counts": pa.table({"count": pa.array(news.counts, pa.int32())})}


def news_of(tables: Tables) -> ListNews:
    """Return news from tables."""
    risers, newcomers, titles = (tuple(NewsLine(**row) for row in tables[kind].to_pylist()) for kind in KINDS)
    return ListNews(risers, newcomers, titles, tuple(tables["counts"]["count"].to_pylist()))


def list_news(before: Ledger, after: Ledger, time_class: TimeClass, count: int) -> ListNews:
    """Return what a list brings in a time class, against the list before it.

    Nobody who is not listed is news. Ratings that rose most come first, then the highest; first ratings and new titles
    by rating; equals by name and id. A title is new if the player was on the list before with another or none.
    """
    places = places_of(after.players["id"], before.players["id"])
    field = column(time_class, "rating")
    new, old = after.numbers(field), before.numbers_at(field, places)
    listed = after.which("absent", "")
    change = np.where((new > 0) & (old > 0), new - old, 0)
    first = (new > 0) & (before.numbers_at(column(time_class, "highest"), places) == 0) & (old == 0)
    kinds = (listed & (change > 0), listed & first, listed & _titled(before, after, places))
    risers = _first(after, time_class, kinds[0], change, count, by_change=True)
    newcomers, titles = (_first(after, time_class, chosen, change, count) for chosen in kinds[1:])
    return ListNews(risers, newcomers, titles, tuple(int(chosen.sum()) for chosen in kinds))  # type: ignore[arg-type]


def _titled(before: Ledger, after: Ledger, places: Wide) -> Mask:
    """Return players who were on the list before without the title that they have now."""
    told = after.players["title"].combine_chunks().to_numpy(zero_copy_only=False)
    known = before.players["title"].combine_chunks().take(pa.array(places, mask=places < 0))
    new: Mask = (places >= 0) & (told != "") & (told != known.to_numpy(zero_copy_only=False))
    return new


def _first(
    ledger: Ledger, time_class: TimeClass, chosen: Mask, change: Wide, count: int, *, by_change: bool = False
) -> tuple[NewsLine, ...]:
    """Return the first few of some players: by what they gained if that is asked, by rating, by name and id."""
    found, ratings = np.flatnonzero(chosen), ledger.numbers(column(time_class, "rating"))
    weight = change.astype(np.int64) * 10_000 + ratings if by_change else ratings
    if len(found) > count:  # names are compared only among those who may be first
        found = found[weight[found] >= np.partition(weight[found], -count)[-count]]
    rows = ledger.players["id"].take(pa.array(found)).to_pylist()
    known = ledger.rows(rows)
    ordered = sorted(
        zip(rows, found.tolist(), strict=True), key=lambda pair: (-weight[pair[1]], known[pair[0]].name, pair[0])
    )
    return tuple(_line(known[id_], time_class, int(change[at])) for id_, at in ordered[:count])


def _line(row: Row, time_class: TimeClass, change: int) -> NewsLine:
    rating = row.standing(time_class).rating
    return NewsLine(row.id, row.name, row.federation, row.title, rating or None, change or None)
