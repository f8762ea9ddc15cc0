"""The published rating list of a ledger, as list-file columns and as rows in display order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.formats.rating_lists.columns import schema
from arpad.i18n import ArpadError
from arpad.lists.imports import flagged_classes
from arpad.lists.ledger import (
    Ledger,
    TextCells,
    coded,
    column,
    day_number,
    day_of,
    narrow,
    number_cells,
    numbers,
    places_of,
)
from arpad.lists.whole_list import Tables, fallen
from arpad.rating.columns import Mask, Numbers
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition

# A published list in the order in which it is shown, as columns that can be mapped from a file. The highest rated come
# first, equals by name and id. To filter a list is to look at a few bytes of every player; only the players of one
# page are read.

TEXTS, CODED, NUMBERS = ("id", "name"), ("federation", "sex", "title", "flag"), ("born", "rating", "games", "k")
NOTHING = -1
"""Stands for a number that is not known or not published."""
CHANGE = "change"
NO_CHANGE = -32_768
"""Stands for the change of somebody who is not rated on both lists."""
SORTED = ("name", "federation", "title", "rating", "games", "k", "born")
"""The columns by which a list can be sorted; with the list before it, by the change since then too."""
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
Keys = np.ndarray[Any, np.dtype[np.int16]]
LAST_OF_ALL = 32_767
"""The place of those of whom nothing is known in a column: behind all others, up or down."""
ORDER = [("rating", "descending"), ("name", "ascending"), ("id", "ascending")]


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which players of a list are asked for; what is empty asks for nothing."""

    federation: str = ""
    sex: str = ""
    title: str = ""
    born_from: int | None = None
    born_to: int | None = None


def row_tables(published: pa.Table) -> Tables:
    """Return the tables of the list of one time class."""
    whole = published.take(pc.sort_indices(published, sort_keys=ORDER)).combine_chunks()
    codes, texts = coded(whole, CODED)
    columns: dict[str, Any] = {name: whole[name] for name in TEXTS} | codes
    for name in NUMBERS:
        columns[name] = narrow(whole[name].fill_null(NOTHING).to_numpy())
    tables = {"rows": pa.table(columns), **texts}
    return {**tables, **_orders(tables)}


def change_tables(rows: Tables, before: Ledger, time_class: TimeClass) -> Tables:
    """Return what every player of a list gained or lost since another one, in the order of the list."""
    table = rows["rows"]
    old = before.numbers_at(column(time_class, "rating"), places_of(table["id"], before.players["id"]))
    new = np.asarray(numbers(table["rating"]), np.int32)
    both = (old > 0) & (new > 0)
    changes = np.where(both, new - old, NO_CHANGE).astype(np.int16)
    keys = np.where(both, changes, LAST_OF_ALL).astype(np.int16)
    return {"changes": pa.table({CHANGE: changes}), **_order(CHANGE, keys)}


def _orders(tables: Tables) -> Tables:
    """The places of the players in the order of each column: computed once, so that a page in any order is a slice."""
    names = pc.utf8_lower(pc.replace_substring_regex(pc.utf8_normalize(tables["rows"]["name"], "NFD"), r"\p{Mn}", ""))
    found: dict[str, pa.Table] = {"order-name": pa.table({"place": pc.sort_indices(names).cast(pa.int32())})}
    for name in SORTED[1:]:
        found |= _order(name, _keys(tables, name))
    return found


def _keys(tables: Tables, name: str) -> Keys:
    """Small numbers in the order of a column; those of equal players are equal."""
    values = numbers(tables["rows"][name])
    if name not in CODED:
        return np.where(values > 0 if name == "rating" else values != NOTHING, values, LAST_OF_ALL).astype(np.int16)
    texts = tables[f"texts-{name}"]["text"].to_pylist()
    ordered = sorted(
        filter(None, texts), key=lambda text: (TITLES.index(text) if text in TITLES else len(TITLES), text)
    )
    places = {text: place for place, text in enumerate(ordered)}
    keys: Keys = np.array([places.get(text, LAST_OF_ALL) for text in texts], np.int16)
    found: Keys = keys[values]
    return found


def _order(name: str, keys: Keys) -> Tables:
    order = np.argsort(keys, kind="stable").astype(np.int32)
    starts = np.flatnonzero(np.diff(keys[order], prepend=np.int16(-1) - keys[order][:1])).astype(np.int32)
    known = pa.array([int(np.count_nonzero(keys != LAST_OF_ALL))], pa.int32())
    return {
        f"order-{name}": pa.table({"place": order}),
        f"groups-{name}": pa.table({"start": starts}),
        f"known-{name}": pa.table({"count": known}),
    }


class _Downwards(Sequence[int]):
    """The players from the greatest value of a column to the smallest, equals in the order of the list, and at the end
    those of whom nothing is known. Of a page only its own players are looked up."""

    def __init__(self, order: Numbers, starts: Numbers, known: int) -> None:
        self._order = order
        starts = starts[starts < known]
        ends = np.append(starts[1:], known)[: len(starts)]
        self._groups = [*zip(starts[::-1].tolist(), ends[::-1].tolist(), strict=True), (known, len(order))]

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice):
            return self[at : at + 1][0]
        first, last, _ = at.indices(len(self))
        parts, begun = [], 0
        for start, end in self._groups:
            if begun >= last:
                break
            parts.append(self._order[start + max(first - begun, 0) : min(end, start + last - begun)])
            begun += end - start
        return np.concatenate(parts) if parts else self._order[:0]

    def __iter__(self) -> Iterator[int]:
        return iter(self[:])


class ShownList:
    """The players of a published list, in the order in which they are shown. `changes` are those since the list before
    (`change_tables`), none for a first list; `made_of` is the name of both lists."""

    def __init__(self, tables: Tables, changes: Tables | None = None, made_of: str = "") -> None:
        self.made_of = made_of
        self._tables = {**tables, **(changes or {})}
        self._rows = tables["rows"]
        self._texts = {name: tables[f"texts-{name}"]["text"].to_pylist() for name in CODED}

    def __len__(self) -> int:
        return int(self._rows.num_rows)

    @property
    def has_changes(self) -> bool:
        """Whether there is a list before it."""
        return "changes" in self._tables

    def texts(self, name: str) -> list[str]:
        """Return the federations or the titles that players of the list have."""
        return sorted(filter(None, self._texts[name]))

    def places(self, wanted: ListFilter, sort: str = "") -> Sequence[int]:
        """Return where the players asked for stand, in the order of a column: `name`, or `-name` from its end. Without
        one the highest rated come first."""
        mask = self._mask(wanted)
        name, down = sort.removeprefix("-"), sort.startswith("-")
        if f"order-{name}" not in self._tables or sort == "-rating":
            return range(len(self)) if mask is None else np.flatnonzero(mask)  # type: ignore[return-value]
        order = numbers(self._tables[f"order-{name}"]["place"])
        if name == "name":
            chosen = order if mask is None else order[mask[order]]
            return chosen[::-1] if down else chosen  # type: ignore[return-value]
        if mask is None:
            starts, known = self._tables[f"groups-{name}"]["start"], self._tables[f"known-{name}"]["count"]
            return _Downwards(order, numbers(starts), known[0].as_py()) if down else order  # type: ignore[return-value]
        found = np.flatnonzero(mask)
        keys = self._key_numbers(name)[found]
        keys = np.where(keys == LAST_OF_ALL, keys, -keys) if down else keys
        return found[np.argsort(keys, kind="stable")]  # type: ignore[return-value]

    def _key_numbers(self, name: str) -> Keys:
        if name != CHANGE:
            return _keys(self._tables, name)
        values = numbers(self._tables["changes"][CHANGE])
        return np.where(values == NO_CHANGE, np.int16(LAST_OF_ALL), values)

    def _mask(self, wanted: ListFilter) -> Mask | None:
        """Which players are asked for; None for all of them."""
        mask: Mask | None = None
        for name in ("federation", "sex", "title"):
            text = getattr(wanted, name)
            if text:
                mask = _both(mask, self._equal(name, text))
        if wanted.born_from is not None:
            mask = _both(mask, numbers(self._rows["born"]) >= max(wanted.born_from, 0))
        if wanted.born_to is not None:
            born = numbers(self._rows["born"])
            mask = _both(mask, (born <= wanted.born_to) & (born != NOTHING))
        return mask

    def rows(self, places: Sequence[int]) -> Iterator[dict[str, Any]]:
        """Return the players at some places: a missing number is None."""
        texts = [TextCells(self._rows[name]) for name in TEXTS]
        codes = [(self._texts[name], number_cells(self._rows[name])) for name in CODED]
        values = [number_cells(self._rows[name]) for name in NUMBERS]
        changes = number_cells(self._tables["changes"][CHANGE]) if self.has_changes else None
        for place in map(int, places):
            found: dict[str, Any] = {name: cells[place] for name, cells in zip(TEXTS, texts, strict=True)}
            found |= {name: known[cells[place]] for name, (known, cells) in zip(CODED, codes, strict=True)}
            for name, cells in zip(NUMBERS, values, strict=True):
                found[name] = None if cells[place] == NOTHING else cells[place]
            gained = NO_CHANGE if changes is None else changes[place]
            found[CHANGE] = None if gained == NO_CHANGE else gained
            yield found

    def _equal(self, name: str, text: str) -> Mask:
        known = self._texts[name]
        code = known.index(text) if text in known else NOTHING
        equal: Mask = numbers(self._rows[name]) == code
        return equal


def _both(mask: Mask | None, other: Mask) -> Mask:
    return other if mask is None else mask & other


# The published part of a ledger: the listed players, the players listed separately, and the columns of an edition. A
# list comes out in the columns of the list files, in the order of the ids. What is not known or not published is
# empty. A rating of 0 says that the player had one on the list before and is not rated any more.

Which = Literal["listed", "inactive", "titled-unrated"]
Editions = Mapping[TimeClass, Edition]

FLAGS = ("", "i", "w", "wi")
"""As FIDE writes them: i inactive, w woman."""

FIELDS = {"born": ("born", "birthday")}
"""Columns that an edition's list of published fields knows by other names too."""

ALWAYS = ("id", "name", "rating")
"""Without these there is no list, though some texts do not name them all."""

BATCH = 10_000


@dataclass(frozen=True, slots=True)
class ListSelection:
    """The players of a list: in which classes with a rating, and in which as not rated any more."""

    rows: Mask
    shown: Mapping[TimeClass, Mask]
    fallen: Mapping[TimeClass, Mask] = field(default_factory=dict)


def published_table(
    ledger: Ledger,
    editions: Editions,
    time_class: TimeClass | None,
    which: Which = "listed",
    before: Ledger | None = None,
) -> pa.Table:
    """Return the list of one time class; without one the combined list of all classes that have an edition.

    `before` is the list that it was made from: players who were rated there and are not any more are on this one too.
    """
    classes = classes_of(editions, time_class)
    chosen = SELECTIONS[which](ledger, editions, classes)
    if which == "listed":
        gone = fallen(before, ledger, classes)
        chosen = replace(chosen, rows=chosen.rows | _anywhere(gone, len(ledger)), fallen=gone)
    return table_of(ledger, editions, time_class, chosen)


def classes_of(editions: Editions, time_class: TimeClass | None) -> tuple[TimeClass, ...]:
    if time_class is None:
        return tuple(one for one in TIME_CLASSES if one in editions)
    if time_class not in editions:
        raise ArpadError("list-of-class", time_class=time_class, known=", ".join(editions))
    return (time_class,)


def list_numbers(edition: Edition, days: Numbers) -> Numbers:
    """Return the lists up to days (YYYYMMDD), counted through the years."""
    months = np.array(edition.lists.months.value, np.int32)
    so_far = np.searchsorted(months, days // 100 % 100, side="right").astype(np.int32)
    return days // 10_000 * np.int32(len(months)) + so_far


def long_inactive(ledger: Ledger, edition: Edition, time_class: TimeClass) -> Mask:
    """2003 and 2005 9.23b, FEDA 8.22.b: inactive and flagged for some lists after the one that began it, and no longer.

    2017 and later name no such number: nobody is inactive too long.
    """
    inactive = ledger.numbers(column(time_class, "inactive"))
    lists = edition.lists.inactive_lists.value
    if lists is None or edition.lists.inactive_then.value == "kept":
        return np.zeros(len(ledger), dtype=np.bool_)
    now = np.array([day_number(ledger.date)], np.int32)
    return (inactive > 0) & (list_numbers(edition, now) - list_numbers(edition, inactive) > lists)


def _rated(ledger: Ledger, time_class: TimeClass) -> Mask:
    """2003 and 2005 16, 2022 and 2024 10: rated players who are neither excluded nor deceased."""
    return ledger.which("absent", "") & (ledger.numbers(column(time_class, "rating")) > 0)


def _anywhere(shown: Mapping[TimeClass, Mask], height: int) -> Mask:
    anywhere = np.zeros(height, dtype=np.bool_)
    for mask in shown.values():
        anywhere |= mask
    return anywhere


def listed(ledger: Ledger, editions: Editions, classes: Sequence[TimeClass]) -> ListSelection:
    """Return everybody rated who may be listed and is not inactive too long."""
    shown = {
        time_class: _rated(ledger, time_class) & ~long_inactive(ledger, editions[time_class], time_class)
        for time_class in classes
    }
    return ListSelection(_anywhere(shown, len(ledger)), shown)


def inactive_apart(ledger: Ledger, editions: Editions, classes: Sequence[TimeClass]) -> ListSelection:
    """FEDA 8.22.b: those inactive too long for the list are published beside it."""
    apart = [time_class for time_class in classes if editions[time_class].lists.inactive_then.value == "listed-apart"]
    if not apart:
        raise ArpadError("list-none-inactive", editions=_named(editions, classes))
    shown = {
        time_class: _rated(ledger, time_class) & long_inactive(ledger, editions[time_class], time_class)
        for time_class in apart
    }
    return ListSelection(_anywhere(shown, len(ledger)), shown)


def titled_unrated(ledger: Ledger, editions: Editions, classes: Sequence[TimeClass]) -> ListSelection:
    """2003 and 2005 9.22, 2017 7.22: players with a title and no rating, in a list of their own."""
    having = [time_class for time_class in classes if editions[time_class].lists.titled_unrated_apart.value]
    if not having:
        raise ArpadError("list-none-titled", editions=_named(editions, classes))
    rated = _anywhere({time_class: _rated(ledger, time_class) for time_class in having}, len(ledger))
    return ListSelection(ledger.which("absent", "") & ~ledger.which("title", "") & ~rated, {})


SELECTIONS: Mapping[Which, Callable[[Ledger, Editions, Sequence[TimeClass]], ListSelection]] = {
    "listed": listed,
    "inactive": inactive_apart,
    "titled-unrated": titled_unrated,
}


def _named(editions: Editions, classes: Sequence[TimeClass]) -> str:
    return ", ".join(dict.fromkeys(editions[time_class].id for time_class in classes))


def table_of(ledger: Ledger, editions: Editions, time_class: TimeClass | None, chosen: ListSelection) -> pa.Table:
    """Return the players chosen, in the columns of a list file. What an edition does not publish stays empty."""
    places = np.flatnonzero(chosen.rows)
    classes = classes_of(editions, time_class)
    made: dict[str, Any] = {name: _texts(ledger, name, places) for name in ("id", "name")}
    for name in ("federation", "sex", "title"):
        if _publishes(editions, classes, name):
            made[name] = _texts(ledger, name, places)
    if _publishes(editions, classes, "born"):
        made["born"] = _or_nothing(years_of_birth(ledger)[places])
    made["flag"] = _flags(ledger, chosen, places, women=_publishes(editions, classes, "sex"))
    for other in classes:
        for name, values in _standing(ledger, editions[other], other, chosen, places).items():
            made[name if time_class is not None else column(other, name)] = values
    more = {} if time_class is None else _printed_too(ledger, editions[time_class], time_class, chosen, places)
    made |= more
    columns = schema(time_class is None, ledger.date, tuple(more))
    return filled(made, columns, len(places))


def _printed_too(
    ledger: Ledger, edition: Edition, time_class: TimeClass, chosen: ListSelection, places: Any
) -> dict[str, pa.Array]:
    """2003 and 2005 9.12, FEDA 8.12.a: the day of birth if it is known, and the games so far of those who have the K
    of a newcomer."""
    found, fields = {}, edition.lists.fields.value
    if "birthday" in fields:
        days = ledger.numbers("birthday")[places].tolist()
        found["birthday"] = pa.array([str(day_of(day) or "") for day in days], pa.string())
    if "games_so_far" in fields:
        total, k = (ledger.numbers(column(time_class, name))[places] for name in ("total", "k"))
        shown = chosen.shown.get(time_class, np.zeros(len(ledger), dtype=np.bool_))[places]
        new = shown & (k == (edition.k.new.value or -1))
        found["games_so_far"] = pa.array(total, pa.int32(), mask=~new)
    return found


def years_of_birth(ledger: Ledger) -> Numbers:
    born = ledger.numbers("born")
    return np.where(born > 0, born, ledger.numbers("birthday") // 10_000)


def _publishes(editions: Editions, classes: Sequence[TimeClass], name: str) -> bool:
    if name in ALWAYS:
        return True
    return any(
        other in editions[time_class].lists.fields.value
        for time_class in classes
        for other in FIELDS.get(name, (name,))
    )


def filled(made: Mapping[str, pa.Array], columns: pa.Schema, height: int) -> pa.Table:
    """Return a table of a list file; what is not made stays empty."""
    cells = [
        made[one.name]
        if one.name in made
        else (pa.repeat("", height) if pa.types.is_string(one.type) else pa.nulls(height, one.type))
        for one in columns
    ]
    return pa.table(cells, schema=columns)


def _texts(ledger: Ledger, name: str, places: Any) -> pa.Array:
    return ledger.players[name].combine_chunks().take(pa.array(places))


def _or_nothing(values: Numbers, zero: Mask | None = None) -> pa.Array:
    """Return the numbers, 0 as nothing, except for the players of `zero`, whose 0 is published."""
    return pa.array(values, pa.int32(), mask=(values == 0) if zero is None else (values == 0) & ~zero)


def _standing(
    ledger: Ledger, edition: Edition, time_class: TimeClass, chosen: ListSelection, places: Any
) -> dict[str, pa.Array]:
    """Rating, K and games in a class. Without a rating there the games are 0, as in FIDE's lists."""
    nobody = np.zeros(len(ledger), dtype=np.bool_)
    here, gone = (masks.get(time_class, nobody)[places] for masks in (chosen.shown, chosen.fallen))
    found = {}
    for name in ("rating", "k", "games"):
        if _publishes({time_class: edition}, (time_class,), name):
            values = np.where(here, ledger.numbers(column(time_class, name))[places], np.int32(0))
            zero = {"games": np.ones_like(gone), "rating": gone}.get(name)
            found[name] = _or_nothing(values, zero)
    return found


def _flags(ledger: Ledger, chosen: ListSelection, places: Any, *, women: bool) -> pa.Array:
    """w for a woman if the sex is published; i for the inactive, in a combined list for those of standard alone, as in
    FIDE's: one flag cannot tell it of three classes."""
    woman = ledger.which("sex", "F")[places]
    inactive = np.zeros(len(ledger), dtype=np.bool_)
    for time_class in flagged_classes(tuple(chosen.shown)):
        inactive |= chosen.shown[time_class] & (ledger.numbers(column(time_class, "inactive")) > 0)
    return pa.array(FLAGS, pa.string()).take(pa.array(2 * (woman & women) + 1 * inactive[places]))


def rows_json(table: pa.Table) -> Iterator[dict[str, Any]]:
    """Return the players one by one, a missing number as None."""
    for batch in table.to_batches(max_chunksize=BATCH):
        yield from batch.to_pylist()
