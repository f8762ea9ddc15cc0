"""Top lists, federation tables, and the news of a list: largest gains, first ratings and new titles."""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec.structs import asdict

from arpad.documents.document import Document, shows
from arpad.lists.ledger import Ledger, LedgerRow, column, day_number, places_of
from arpad.lists.published import Editions, ListSelection, classes_of, listed, table_of, years_of_birth
from arpad.lists.whole_list import Tables, months_before
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.regulations.articles import TimeClass

# The federations of a list: their players, their titles, and how strong their best are.

BEST = 10
"""The number of players whose average tells how strong a federation is."""


class FederationLine(Document, frozen=True):
    """A federation on a list, in one time class. `average` is of the ten best active players, in whole points (a half
    is rounded up); None if there are fewer."""

    code: str
    players: int
    active: int
    women: int
    titled: int
    highest: int | None
    average: int | None


FEDERATION_FIELDS = pa.schema(
    [("code", pa.string())]
    + [(name, pa.int32()) for name in ("players", "active", "women", "titled", "highest", "average")]
)


def lines_table(lines: Iterable[FederationLine]) -> pa.Table:
    """Return lines as a table, to be kept."""
    return pa.Table.from_pylist([asdict(line) for line in lines], FEDERATION_FIELDS)


def lines_of(table: pa.Table) -> tuple[FederationLine, ...]:
    """Return lines from a table."""
    return tuple(FederationLine(**row) for row in table.to_pylist())


def federation_lines(ledger: Ledger, time_class: TimeClass) -> tuple[FederationLine, ...]:
    """Return the federations with rated players on a list, the strongest first: by the average of the ten best, then
    by active players, then by code. Players who are not listed (16, 10.1) are not counted."""
    ratings = ledger.numbers(column(time_class, "rating"))
    listed = ledger.which("absent", "") & (ratings > 0)
    homes = ledger.players["federation"].combine_chunks().dictionary_encode()
    codes = np.asarray(homes.indices.to_numpy(zero_copy_only=False))
    active = ledger.numbers(column(time_class, "inactive")) == 0
    women = ledger.which("sex", "F")
    titled = ~ledger.which("title", "")
    height = len(homes.dictionary)
    counts = [
        np.bincount(codes[listed & mask], minlength=height).tolist()
        for mask in (np.ones(len(ledger), dtype=np.bool_), active, women, titled)
    ]
    best = _best_ratings(codes, ratings, listed & active, height)
    lines = [
        FederationLine(code, counts[0][at], counts[1][at], counts[2][at], counts[3][at], *best[at])
        for at, code in enumerate(homes.dictionary.to_pylist())
        if counts[0][at] and code
    ]
    return tuple(sorted(lines, key=lambda line: (-(line.average or 0), -line.active, line.code)))


def _best_ratings(codes: Numbers, ratings: Numbers, chosen: Mask, height: int) -> list[tuple[int | None, int | None]]:
    """Return the highest rating and the average of the ten best of every federation."""
    places = np.flatnonzero(chosen)
    places = places[np.lexsort((-ratings[places], codes[places]))]
    starts = np.searchsorted(codes[places], np.arange(height + 1)).tolist()
    found: list[tuple[int | None, int | None]] = []
    for first, end in pairwise(starts):
        ten = ratings[places[first : min(first + BEST, end)]].tolist()
        found.append((ten[0] if ten else None, (2 * sum(ten) + BEST) // (2 * BEST) if len(ten) == BEST else None))
    return found


# What a list brings: the ratings that rose most, the players who are rated for the first time, the new titles.


class NewsLine(Document, frozen=True):
    """A player in the news of a list. `change` is since the list before; None for a first rating."""

    shown = shows("id", "name", "title", "federation", "rating", "change")
    id: str
    name: str
    federation: str
    title: str
    rating: int | None
    change: int | None


class NewsKind(Document, frozen=True):
    """The first players of a kind of news, and how many there are."""

    count: int
    players: tuple[NewsLine, ...]


class ListNews(Document, frozen=True):
    """What a list brings: ratings that rose, first ratings, new titles."""

    risers: NewsKind
    newcomers: NewsKind
    new_titles: NewsKind

    def kinds(self) -> tuple[NewsKind, NewsKind, NewsKind]:
        return self.risers, self.newcomers, self.new_titles

    def first(self, count: int) -> "ListNews":
        """Return the same with fewer players of each kind."""
        return ListNews(*(NewsKind(kind.count, kind.players[:count]) for kind in self.kinds()))


NEWS_FIELDS = pa.schema([(name, pa.string()) for name in ("id", "name", "federation", "title")]
                   + [(name, pa.int32()) for name in ("rating", "change")])  # fmt: skip


def news_tables(news: ListNews) -> Tables:
    """Return news as tables, to be kept."""
    tables = {
        name: pa.Table.from_pylist([asdict(line) for line in kind.players], NEWS_FIELDS)
        for name, kind in zip(ListNews.__struct_fields__, news.kinds(), strict=True)
    }
    return tables | {"counts": pa.table({"count": pa.array([kind.count for kind in news.kinds()], pa.int32())})}


def news_of(tables: Tables) -> ListNews:
    """Return news from tables."""
    names, counts = ListNews.__struct_fields__, tables["counts"]["count"].to_pylist()
    players = [tuple(NewsLine(**row) for row in tables[name].to_pylist()) for name in names]
    return ListNews(*map(NewsKind, counts, players))


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
    return ListNews(
        *(
            NewsKind(int(chosen.sum()), _first(after, time_class, chosen, change, count, by_change=chosen is kinds[0]))
            for chosen in kinds
        )
    )


def _titled(before: Ledger, after: Ledger, places: Wide) -> Mask:
    """Return players who were on the list before without the title that they have now."""
    titles = after.players["title"].combine_chunks().to_numpy(zero_copy_only=False)
    known = before.players["title"].combine_chunks().take(pa.array(places, mask=places < 0))
    new: Mask = (places >= 0) & (titles != "") & (titles != known.to_numpy(zero_copy_only=False))
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


def _line(row: LedgerRow, time_class: TimeClass, change: int) -> NewsLine:
    rating = row.standing(time_class).rating
    return NewsLine(row.id, row.name, row.federation, row.title, rating or None, change or None)


# Top lists: the best of a list, of its women, of its juniors, of every federation.

JUNIOR_AGE = 20
"""FIDE's top juniors are those who turn 20 in the year of the list or are younger. No edition of the rating regulations
says it, so it is here; it has nothing to do with the juniors of K."""

ORDER = [("rating", "descending"), ("games", "descending"), ("name", "ascending"), ("id", "ascending")]


def top_list(
    ledger: Ledger,
    editions: Editions,
    time_class: TimeClass,
    count: int = 100,
    *,
    women: bool = False,
    juniors: bool = False,
) -> pa.Table:
    """2003 9.23d, 2017 7.23: the best of a list, without the inactive if the edition leaves them out; 2005 9.23d
    leaves them out once they have been inactive for more than twelve months.

    By rating; equal ratings by more games for this list, then by name and id. Equal ratings share a place, and all
    who share the last one are in, so there may be more players than `count`. A column `place` comes before the others.
    """
    mask = _ranked(ledger, editions, time_class)
    if women:
        mask &= ledger.which("sex", "F")
    if juniors:
        mask &= ledger.date.year - years_of_birth(ledger) <= JUNIOR_AGE
    return _placed(ledger, editions, time_class, _best_players(ledger, time_class, mask, count))


def top_of_federations(ledger: Ledger, editions: Editions, time_class: TimeClass, count: int) -> pa.Table:
    """Return the best of every federation, as `top_list` has them, one federation after the other. A column `home`
    tells the federation, also if the edition does not publish it."""
    chosen = np.flatnonzero(_ranked(ledger, editions, time_class) & ~ledger.which("federation", ""))
    federations = ledger.players["federation"].combine_chunks()
    homes = federations.dictionary_encode()
    codes = np.asarray(homes.indices.to_numpy(zero_copy_only=False))[chosen]
    ratings = ledger.numbers(column(time_class, "rating"))[chosen]
    order = np.lexsort((-ratings, codes))
    first, last = (np.searchsorted(codes[order], np.arange(len(homes.dictionary)), side) for side in ("left", "right"))
    least = np.zeros(len(first), dtype=np.int32)
    there = last > first
    least[there] = ratings[order][np.minimum(first + count, last)[there] - 1]
    mask = np.zeros(len(ledger), dtype=np.bool_)
    mask[chosen[ratings >= least[codes]]] = True
    table = table_of(ledger, editions, time_class, ListSelection(mask, {time_class: mask}))
    table = table.add_column(0, "home", federations.filter(pa.array(mask)))
    table = table.take(pc.sort_indices(table, sort_keys=[("home", "ascending"), *ORDER])).combine_chunks()
    begun = pc.index_in(table["home"], value_set=table["home"].combine_chunks()).to_numpy()
    below = np.where(np.diff(table["rating"].to_numpy(), prepend=0) != 0, np.arange(len(begun)), 0)
    equal = np.maximum(np.maximum.accumulate(below) if len(below) else below, begun)
    return table.add_column(0, "place", pa.array(equal - begun + 1, pa.int32()))


def _ranked(ledger: Ledger, editions: Editions, time_class: TimeClass) -> Mask:
    """Return everybody who may be on a top list."""
    mask = listed(ledger, editions, classes_of(editions, time_class)).shown[time_class]
    rules = editions[time_class].lists
    if rules.top_lists_active_only.value:
        since = day_number(months_before(ledger.date, rules.top_lists_inactive_months.value))
        inactive = ledger.numbers(column(time_class, "inactive"))
        mask = mask & ((inactive == 0) | ((inactive >= since) & (rules.top_lists_inactive_months.value > 0)))
    return mask


def _placed(ledger: Ledger, editions: Editions, time_class: TimeClass, mask: Mask) -> pa.Table:
    """Return some players in their order, each with a place."""
    table = table_of(ledger, editions, time_class, ListSelection(mask, {time_class: mask}))
    table = table.take(pc.sort_indices(table, sort_keys=ORDER))
    down = -table["rating"].to_numpy()
    places = pa.array(np.searchsorted(down, down, side="left") + 1, pa.int32())
    return table.add_column(0, "place", places)


def _best_players(ledger: Ledger, time_class: TimeClass, mask: Mask, count: int) -> Mask:
    """Return those at or above the rating of the last place."""
    ratings = ledger.numbers(column(time_class, "rating"))
    some = ratings[mask]
    if count < 1:
        return np.zeros(len(mask), dtype=np.bool_)
    if len(some) <= count:
        return mask
    last = len(some) - count
    return mask & (ratings >= int(np.partition(some, last)[last]))
