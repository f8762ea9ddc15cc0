"""Compare two rating lists or ledgers, and classify the differences that the rules do not explain."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.formats.rating_lists.columns import is_combined
from arpad.i18n import ArpadError
from arpad.lists.ledger import Ledger, column, places_of
from arpad.lists.list_versions import KINDS, DifferenceKind, RatingDifference
from arpad.rating.change import transition_column
from arpad.rating.coefficient import below_floor_column, k_rules, within_limit_column
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.regulations.articles import TIME_CLASSES, Article, TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.regulations.rating_rules import Rule

# Two lists side by side: who moved, and what the rules do not explain, kind by kind. A list is a table in the columns
# of the list files, from a file or of our own. `b` is either later than `a` (the changes between them must follow from
# the games that `b` lists) or of the same day (two lists of one period that should agree). Everything is done over
# columns: lists of a million players take seconds.

KindName = Literal[
    "moved-without-games", "above-k-times-n", "above-limit", "moved", "games", "k", "below-floor", "unrated", "gone",
    "new", "activity", "person",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ComparedList:
    """A list to be compared: each id once. `single` is the time class of a list of one class."""

    date: dt.date
    table: pa.Table
    single: TimeClass = "standard"

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", each_once(self.table))

    @property
    def classes(self) -> tuple[TimeClass, ...]:
        return TIME_CLASSES if is_combined(self.table.schema) else (self.single,)

    def of_class(self, time_class: TimeClass, field: str) -> Numbers:
        """Rating, K or games of a class; 0 for none."""
        return self.numbers(column(time_class, field) if is_combined(self.table.schema) else field)

    def numbers(self, name: str) -> Numbers:
        return np.asarray(self.table[name].fill_null(0).to_numpy(), dtype=np.int32)

    def inactive(self) -> Mask:
        flagged = pc.match_substring(self.table["flag"], "i", ignore_case=True)
        return np.asarray(flagged.to_numpy(), dtype=np.bool_)


def each_once(table: pa.Table) -> pa.Table:
    """Return the table with each id once: the first row of an id counts."""
    ids = table["id"].combine_chunks()
    known = pc.unique(ids)
    if len(known) == len(ids):
        return table
    places = pc.index_in(ids, value_set=known).to_numpy()
    _, first = np.unique(places, return_index=True)
    return table.take(pa.array(np.sort(first)))


@dataclass(frozen=True, slots=True)
class Pairs:
    """The players of both lists by their places, and the players of only one list."""

    a: Wide
    b: Wide
    only_a: Wide
    only_b: Wide

    @classmethod
    def of(cls, a: ComparedList, b: ComparedList) -> "Pairs":
        places = places_of(b.table["id"], a.table["id"])
        both = np.flatnonzero(places >= 0)
        gone = np.delete(np.arange(a.table.num_rows), places[both])
        return cls(places[both], both, gone, np.flatnonzero(places < 0))


@dataclass(frozen=True, slots=True)
class ChangeKind:
    """Players of one kind: the article that it is about, and a row for each player."""

    name: KindName
    time_class: TimeClass | None
    edition: str
    article: Article
    rows: pa.Table

    @property
    def count(self) -> int:
        return int(self.rows.num_rows)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lists compared. `later`: b is the later list; else both are of one day."""

    a: ComparedList
    b: ComparedList
    later: bool
    kinds: tuple[ChangeKind, ...]


def compared_classes(a: ComparedList, b: ComparedList, editions: Mapping[TimeClass, Edition]) -> Sequence[TimeClass]:
    """Return the time classes that both lists have and the editions know."""
    found = [
        time_class
        for time_class in TIME_CLASSES
        if time_class in a.classes and time_class in b.classes and time_class in editions
    ]
    if not found:
        raise ArpadError("compare-classes", a=", ".join(a.classes), b=", ".join(b.classes))
    return found


def comparison_document(comparison: Comparison, names: tuple[str, str], most: int | None = None) -> dict[str, Any]:
    """Return a comparison as plain values; of each kind the first players, or all."""
    sides = {
        label: {"list": name, "date": side.date.isoformat(), "players": side.table.num_rows}
        for label, name, side in zip("ab", names, (comparison.a, comparison.b), strict=True)
    }
    kinds = [
        {
            "kind": kind.name,
            "time_class": kind.time_class,
            "edition": kind.edition,
            "article": kind.article.number,
            "count": kind.count,
            "players": kind.rows.slice(0, most).to_pylist(),
        }
        for kind in comparison.kinds
    ]
    return {**sides, "mode": "later" if comparison.later else "same", "kinds": kinds}


# The kinds in which two lists may differ, each with its article.

PERSON = ("name", "federation", "sex", "title", "born")


def compare_lists(
    a: ComparedList, b: ComparedList, regulations: Regulations, editions: Mapping[TimeClass, Edition], system: str
) -> Comparison:
    """Return all kinds, by time class first. `editions` are those in force on the day of `b`."""
    if b.date < a.date:
        raise ArpadError("compare-order", a=a.date.isoformat(), b=b.date.isoformat())
    pairs, later = Pairs.of(a, b), b.date > a.date
    kinds: list[ChangeKind] = []
    classes = compared_classes(a, b, editions)
    for time_class in classes:
        edition = editions[time_class]
        between = [
            one
            for one in regulations.editions()
            if one.system == system and one.covers(time_class) and one.transition is not None
            if a.date < one.effective <= b.date
        ]
        same_rules = k_rules(_edition_of(regulations, system, time_class, a, edition)) == k_rules(edition)
        kinds += _ClassKinds(a, b, pairs, later, time_class, edition, between, same_rules).kinds()
    kinds += _of_list(a, b, pairs, later, editions[classes[0]], classes)
    return Comparison(a, b, later, tuple(kinds))


def _edition_of(
    regulations: Regulations, system: str, time_class: TimeClass, a: ComparedList, other: Edition
) -> Edition:
    """Return the edition in force on the day of the first list; if there is none, the other one."""
    try:
        return regulations.edition_for(system, time_class, a.date)
    except ArpadError:
        return other


@dataclass(frozen=True, slots=True)
class _ClassKinds:
    """One time class of two lists."""

    a: ComparedList
    b: ComparedList
    pairs: Pairs
    later: bool
    time_class: TimeClass
    edition: Edition
    transitions: Sequence[Edition]
    same_rules: bool

    def kinds(self) -> Iterator[ChangeKind]:
        rules = self.edition
        before, after = self._a("rating"), self._b("rating")
        both = (before > 0) & (after > 0)
        yield from self._moves(both, before, after)
        if not self.later:
            yield self._kind("games", rules.lists.fields, both & (self._a("games") != self._b("games")))
        yield self._kind("k", rules.k.middle, both & self._other_k(after))
        yield self._kind("below-floor", rules.lists.floor, (after > 0) & below_floor_column(rules, after))
        lost = (before > 0) & (after == 0)
        fell = lost & self._may_have_fallen(before, after)
        yield self._kind("unrated", rules.lists.below_floor, fell)
        gone = self.pairs.only_a[self.a.of_class(self.time_class, "rating")[self.pairs.only_a] > 0]
        left = np.flatnonzero(lost & ~fell)
        one = np.concatenate([self.pairs.a[left], gone])
        two = np.concatenate([self.pairs.b[left], np.full(len(gone), -1, dtype=np.int64)])
        yield self._named("gone", rules.lists.members_only, one, two)
        rated = np.flatnonzero((before == 0) & (after > 0))
        new = self.pairs.only_b[self.b.of_class(self.time_class, "rating")[self.pairs.only_b] > 0]
        one = np.concatenate([self.pairs.a[rated], np.full(len(new), -1, dtype=np.int64)])
        yield self._named("new", rules.initial.games, one, np.concatenate([self.pairs.b[rated], new]))

    def _may_have_fallen(self, before: Numbers, after: Numbers) -> Mask:
        """7.2.1: whether a rating that is no more can have fallen below the floor, as far as games of one list carry.
        If nobody has a rating any more, the class is missing, and nobody fell."""
        floor, limit = self.edition.lists.floor.value, self.edition.k.product_limit.value
        if not (after > 0).any():
            return np.zeros_like(before, dtype=np.bool_)
        if limit is None:
            return np.ones_like(before, dtype=np.bool_)
        return np.asarray(before - limit < floor)

    def _a(self, field: str) -> Numbers:
        return self.a.of_class(self.time_class, field)[self.pairs.a]

    def _b(self, field: str) -> Numbers:
        return self.b.of_class(self.time_class, field)[self.pairs.b]

    def _moves(self, both: Mask, before: Numbers, after: Numbers) -> Iterator[ChangeKind]:
        """Return ratings that differ. If the games of the later list limit the change, K times n and its
        limit are checked; for two lists of one day if the first has no games yet."""
        rules, games = self.edition, self._b("games")
        k = np.where(self._a("k") > 0, self._a("k"), self._b("k"))
        tells = both if self.later else both & (self._a("games") == 0)
        moved = both & (after != self._taken_over(before))
        idle = tells & moved & (games == 0)
        yield self._kind("moved-without-games", rules.change.method, idle)
        known = tells & moved & (games > 0) & (k > 0)
        beyond = known & self._outside(before, after, k * games)
        yield self._kind("above-k-times-n", rules.change.total, beyond)
        above = np.zeros_like(known)
        if rules.k.product_limit.value is not None:
            above = known & ~beyond & self._outside(before, after, within_limit_column(rules, k, games) * games)
            yield self._kind("above-limit", rules.k.product_limit, above)
        yield self._kind("moved", rules.change.total, moved & ~idle & ~beyond & ~above)

    def _outside(self, before: Numbers, after: Numbers, most: Numbers) -> Mask:
        """Return whether a rating moved by more than this many points."""
        low, high = (self._taken_over(np.maximum(column, 1)) for column in (before - most, before + most))
        return np.asarray((after < low) | (after > high))

    def _taken_over(self, rating: Numbers) -> Numbers:
        """Return the ratings over every transition between the two lists."""
        standard = self.b.of_class("standard", "rating")[self.pairs.b] if "standard" in self.b.classes else rating * 0
        for edition in self.transitions:
            rating = transition_column(edition, rating, standard)
        return rating

    def _other_k(self, after: Numbers) -> Mask:
        """Return K that differs; for a later list only if no rule explains it."""
        old, new, rules = self._a("k"), self._b("k"), self.edition.k
        differs = (old > 0) & (new > 0) & (old != new)
        if not self.later:
            return np.asarray(differs)
        if not self.same_rules or rules.method.value == "fixed":
            return np.zeros_like(differs)
        explained = np.zeros_like(differs)
        at_top = np.zeros_like(differs)
        if rules.low_from.value is not None and rules.low_games.value is None:
            at_top = after >= rules.low_from.value
        if rules.low_from.value is not None:
            explained |= (new == rules.low.value) & (after >= rules.low_from.value)
        # The games of this list may complete the thirty; a junior may have become too old or reached the limit.
        settles = self._b("games") > 0
        if rules.junior_age.value is not None and rules.junior_below.value is not None:
            born = self.b.numbers("born")[self.pairs.b]
            grown = (self.b.date.year - born > rules.junior_age.value) & (self.a.date.year < self.b.date.year)
            settles = settles | grown | (after >= rules.junior_below.value)
        explained |= (new == rules.middle.value) & (old != rules.low.value) & settles
        if rules.standing_in.value is not None and "standard" in self.b.classes:
            explained |= new == self.b.of_class("standard", "k")[self.pairs.b]
        return np.asarray((differs & ~explained) | ((new > 0) & at_top & (new != rules.low.value)))

    def _kind(self, name: KindName, rule: Rule[object], mask: Mask) -> ChangeKind:
        places = np.flatnonzero(mask)
        return self._named(name, rule, self.pairs.a[places], self.pairs.b[places])

    def _named(self, name: KindName, rule: Rule[object], one: Wide, two: Wide) -> ChangeKind:
        """Return the players of a kind by id, with their values on both lists."""
        columns = {
            "id": _compared_texts(self.a, self.b, "id", one, two),
            "name": _compared_texts(self.a, self.b, "name", one, two),
        }
        for side, places, label in ((self.a, one, "before"), (self.b, two, "after")):
            for field in ("rating", "k", "games"):
                values = np.append(side.of_class(self.time_class, field), np.int32(0))[places]
                missing = (places < 0) | ((values == 0) & (field != "games"))
                columns[f"{label}_{field}"] = pa.array(values, pa.int32(), mask=missing)
        return _made(name, self.time_class, self.edition, rule.article, columns)


def _of_list(
    a: ComparedList, b: ComparedList, pairs: Pairs, later: bool, edition: Edition, classes: Sequence[TimeClass]
) -> Iterator[ChangeKind]:
    """Compare what a list has once for a player: activity and who the player is."""
    yield _activity(a, b, pairs, later, edition, classes)
    made: dict[str, list[pa.Array]] = {name: [] for name in ("id", "name", "field", "before", "after")}
    for field in PERSON:
        one, two = (side.table[field].combine_chunks().take(pa.array(places)) for side, places in
                    ((a, pairs.a), (b, pairs.b)))  # fmt: skip
        if field == "born":
            one, two = (value.fill_null(0) for value in (one, two))
        places = np.flatnonzero(pc.not_equal(one, two).to_numpy(zero_copy_only=False))
        some = pa.array(places)
        for name in ("id", "name"):
            made[name].append(_compared_texts(a, b, name, pairs.a[places], pairs.b[places]))
        made["field"].append(pa.repeat(field, len(places)))
        for label, values in (("before", one), ("after", two)):
            made[label].append(pc.replace_substring_regex(values.take(some).cast(pa.string()), "^0$", ""))
    columns = {name: pa.concat_arrays(parts) for name, parts in made.items()}
    yield _made("person", None, edition, edition.lists.fields.article, columns)


def _activity(
    a: ComparedList, b: ComparedList, pairs: Pairs, later: bool, edition: Edition, classes: Sequence[TimeClass]
) -> ChangeKind:
    """Of one day: active here and not there. Later: inactive in spite of games enough, or active again without one."""
    was, now = a.inactive()[pairs.a], b.inactive()[pairs.b]
    flagged = classes[0]  # the one flag of a combined list is that of standard
    rated = b.of_class(flagged, "rating")[pairs.b] > 0
    played, games = (
        np.where(rated, side.of_class(flagged, "games")[places], 0) for side, places in ((a, pairs.a), (b, pairs.b))
    )
    odd = was != now
    if later:
        enough = games >= edition.lists.active_games.value
        becomes = ~was & now & (played + games >= edition.lists.inactive_games.value)
        odd = becomes | (was & ~now & (games == 0)) | (now & enough)
    places = np.flatnonzero(odd)
    flags = pa.array(["", "i"], pa.string())
    columns = {name: _compared_texts(a, b, name, pairs.a[places], pairs.b[places]) for name in ("id", "name")}
    columns |= {
        "before": flags.take(pa.array(was[places].astype(np.int8))),
        "after": flags.take(pa.array(now[places].astype(np.int8))),
        "before_games": pa.array(played[places], pa.int32()),
        "after_games": pa.array(games[places], pa.int32()),
    }
    return _made("activity", None, edition, edition.lists.inactive_games.article, columns)


def _compared_texts(a: ComparedList, b: ComparedList, name: str, one: Wide, two: Wide) -> pa.Array:
    """Return a text of the second list, or of the first if the second does not have the player."""
    later, earlier = (
        side.table[name].combine_chunks().take(pa.array(places, mask=places < 0))
        for side, places in ((b, two), (a, one))
    )
    return pc.coalesce(later, earlier)


def _made(
    name: KindName, time_class: TimeClass | None, edition: Edition, article: Article, columns: Mapping[str, pa.Array]
) -> ChangeKind:
    table = pa.table(dict(columns))
    order = [("id", "ascending"), *([("field", "ascending")] if "field" in columns else [])]
    return ChangeKind(name, time_class, edition.id, article, table.sort_by(order))


# What differs between two ledgers: two versions of a list, or a list and the one before it.

HistoryRow = tuple[TimeClass, str, int, int, int, int]
"""Time class, id, rating, K, games, change."""

KEPT = ("rating", "k", "games", "inactive")
"""What makes a new line in a player's history."""


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The players of two ledgers side by side, in the order of their ids: their places, -1 if a ledger lacks one."""

    before: Wide
    after: Wide


def _pairs(before: Ledger, after: Ledger) -> _Pairs:
    old, new = before.players["id"].combine_chunks(), after.players["id"].combine_chunks()
    if old.equals(new):
        same = np.arange(len(new))
        return _Pairs(same, same)
    places = places_of(new, before.players["id"])
    left = np.delete(np.arange(len(old)), places[places >= 0])
    if not len(left):
        return _Pairs(places, np.arange(len(new)))
    order = pc.sort_indices(pa.concat_arrays([new, old.take(pa.array(left))])).to_numpy()
    missing = np.full(len(left), -1)
    return _Pairs(np.concatenate([places, left])[order], np.concatenate([np.arange(len(new)), missing])[order])


def differences(before: Ledger, after: Ledger, time_class: TimeClass) -> list[RatingDifference]:
    """Return the players whose published rating differs, by id. Players not to be listed (`absent`) have none."""
    pairs = _pairs(before, after)
    old, new = _published(before, time_class, pairs.before), _published(after, time_class, pairs.after)
    found = np.flatnonzero(old != new)
    ids, names = (_difference_texts(before, after, pairs, found, name) for name in ("id", "name"))
    rows = zip(ids, names, old[found].tolist(), new[found].tolist(), strict=True)
    return [RatingDifference(time_class, id_, name, was or None, now or None) for id_, name, was, now in rows]


def by_kind(found: Iterable[RatingDifference]) -> dict[DifferenceKind, list[RatingDifference]]:
    """Return the players whose rating changed, who are new, and who are gone: the largest changes first, the highest
    ratings first."""
    kinds: dict[DifferenceKind, list[RatingDifference]] = {kind: [] for kind in KINDS}
    for player in found:
        kinds["first" if not player.before else "changed" if player.after else "gone"].append(player)
    for players in kinds.values():
        players.sort(key=lambda player: (-abs((player.after or 0) - (player.before or 0)), player.name, player.id))
    return kinds


def _published(ledger: Ledger, time_class: TimeClass, places: Wide) -> Numbers:
    rating = ledger.numbers_at(column(time_class, "rating"), places)
    return np.where(np.append(ledger.which("absent", ""), False)[places], rating, np.int32(0))


def _difference_texts(before: Ledger, after: Ledger, pairs: _Pairs, wide: Wide, name: str) -> list[str]:
    """Return a text of some pairs: from the later ledger if the player is on it."""
    some: list[list[str | None]] = [
        ledger.players[name].combine_chunks().take(pa.array(places, mask=places < 0)).to_pylist()
        for ledger, places in ((after, pairs.after[wide]), (before, pairs.before[wide]))
    ]
    return [one if one is not None else other or "" for one, other in zip(*some, strict=True)]


def history_rows(previous: Ledger | None, ledger: Ledger) -> Iterator[HistoryRow]:
    """Return a line for every player whose rating, K, games or activity are not those of the list before, by class and
    id.

    A player who is gone from the ledger gets a line of zeros. The change is 0 if they were or are unrated.
    """
    before = previous if previous is not None else Ledger.empty(ledger.date)
    pairs = _pairs(before, ledger)
    for time_class in TIME_CLASSES:
        old = {name: before.numbers_at(column(time_class, name), pairs.before) for name in KEPT}
        new = {name: ledger.numbers_at(column(time_class, name), pairs.after) for name in KEPT}
        found = np.flatnonzero(np.logical_or.reduce([old[name] != new[name] for name in KEPT]))
        ids = _difference_texts(before, ledger, pairs, found, "id")
        changes = _changes(old, new)[found].tolist()
        shown = (new[name][found].tolist() for name in ("rating", "k", "games"))
        for values in zip(ids, *shown, changes, strict=True):
            yield (time_class, *values)


def _changes(old: Mapping[str, Numbers], new: Mapping[str, Numbers]) -> Numbers:
    both = (old["rating"] > 0) & (new["rating"] > 0)
    return np.where(both, new["rating"] - old["rating"], np.int32(0))
