"""Queries about the office's lists: published tables, player histories, comparisons and pending work."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import Row

from arpad.documents.document import Document, extended, replace, shows
from arpad.domain.event import Player
from arpad.domain.values import fold
from arpad.formats.rating_lists.columns import date_of, is_combined
from arpad.formats.rating_lists.files import read_table
from arpad.i18n import ArpadError
from arpad.lists.compare import ComparedList, Comparison, by_kind, compare_lists, differences
from arpad.lists.ledger import LedgerRow, Standing
from arpad.lists.list_versions import ListVersion, RatingDifference
from arpad.lists.period import list_editions
from arpad.lists.player_index import FoundPlayer, ListedPerson, NameIndex
from arpad.lists.published import ShownList, Which, published_table
from arpad.lists.top_lists import FederationLine, ListNews, lines_of, top_list
from arpad.lists.whole_list import PlayerRank
from arpad.office._list_repository import ListRepository, editions_of, next_list, version_record
from arpad.office.context import Desk
from arpad.office.events import event_record
from arpad.office.list_tables import (
    BEST,
    changes_since,
    list_table,
    news_between,
    read_transaction,
    row_tables_of,
    summary,
    top_name,
)
from arpad.office.records import HistoryEntry, ListChanges, OfficeEvent, PlayerRecord
from arpad.office.storage._tables import HistoryRow
from arpad.office.storage.log_table import LogEntry, log_entries
from arpad.office.storage.schema import events
from arpad.progress import CountDone
from arpad.regulations.articles import TIME_CLASSES, TimeClass

# Another list against one of the office's own, or two of its own against each other.

Named = tuple[dt.date, int | None]
"""A list of the office: its period, and its version if not the newest is meant."""


def compare_file(
    desk: Desk,
    path: Path,
    date: dt.date | None = None,
    time_class: TimeClass = "standard",
    ours: Named | None = None,
    progress: CountDone | None = None,
) -> tuple[Comparison, tuple[str, str]]:
    """Compare a list file with ours: the one named, otherwise the list of its day or the last before it."""
    table = read_table(path, progress=progress)
    day = date or date_of(table.schema)
    if day is None:
        raise ArpadError("list-no-date", file=str(path), option="--date")
    with read_transaction(desk) as repository:
        combined = is_combined(table.schema)
        last = max((period for period in repository.newest if period <= day), default=day)
        own, name = _own(desk, repository, ours or (last, None), None if combined else time_class)
    theirs = (ComparedList(day, table, time_class), str(path))
    return _compared(desk, (own, name), theirs)


def compare_versions(desk: Desk, one: Named, two: Named) -> tuple[Comparison, tuple[str, str]]:
    """Two lists of the office, all time classes."""
    with read_transaction(desk) as repository:
        return _compared(desk, _own(desk, repository, one, None), _own(desk, repository, two, None))


def _compared(
    desk: Desk, one: tuple[ComparedList, str], two: tuple[ComparedList, str]
) -> tuple[Comparison, tuple[str, str]]:
    """The earlier list first; of one day the first named."""
    (a, name_a), (b, name_b) = sorted((one, two), key=lambda pair: pair[0].date)
    editions = list_editions(desk.regulations, desk.system, b.date)
    return compare_lists(a, b, desk.regulations, editions, desk.system), (name_a, name_b)


def _own(
    desk: Desk, repository: ListRepository, wanted: Named, time_class: TimeClass | None
) -> tuple[ComparedList, str]:
    row = repository.find(*wanted)
    editions = list_editions(desk.regulations, desk.system, row.period)
    table = published_table(repository.ledger(row), editions, time_class)
    return ComparedList(row.period, table, time_class or "standard"), f"{row.period:%Y-%m}:{row.number}"


# A list of the office as it is published: whole, apart, its top, its federations; and what the newest one brings.


def published_list(
    desk: Desk,
    period: dt.date,
    number: int | None = None,
    time_class: TimeClass | None = None,
    which: Which = "listed",
    *,
    published: bool = False,
) -> tuple[ListVersion, pa.Table]:
    """A version of a list, the newest if no number is given, with its table; with `published` of the published
    ones alone."""
    with read_transaction(desk, published=published) as repository:
        row = repository.find(period, number)
        return version_record(row), list_table(desk, repository, row, time_class, which)


def published_rows(
    desk: Desk, period: dt.date, number: int | None, time_class: TimeClass
) -> tuple[ListVersion, ShownList]:
    """A published version of a list in the order in which it is shown, to be filtered, sorted and leafed through, with
    the changes since the published list before it."""
    with read_transaction(desk, published=True) as repository:
        row = repository.find(period, number)
        before = repository.last(row.period)
        changes = None if before is None else changes_since(desk, repository, before, row, time_class)
        made_of = f"{row.digest}-{time_class}" + ("" if before is None else f"-{before.digest}")
        return version_record(row), ShownList(row_tables_of(desk, repository, row, time_class), changes, made_of)


def published_top(
    desk: Desk,
    period: dt.date,
    number: int | None,
    time_class: TimeClass,
    count: int,
    *,
    women: bool = False,
    juniors: bool = False,
    published: bool = False,
) -> tuple[ListVersion, pa.Table]:
    """The best of a version of a list, of its women, of its juniors. What pages of published lists show is kept."""
    with read_transaction(desk, published=published) as repository:
        row = repository.find(period, number)
        if repository.ledgers.folder is None or row.state != "published" or count > BEST:
            editions = editions_of(desk, repository, row)
            top = top_list(repository.ledger(row), editions, time_class, count, women=women, juniors=juniors)
        else:
            kept = summary(desk, repository, row, time_class)[top_name(women, juniors)]
            top = kept.filter(pc.less_equal(kept["place"], count))
        return version_record(row), top


def published_news(desk: Desk, count: int) -> ListNews | None:
    """Return what the newest published list brings against the published list before it, in the standard class; None
    if there are not two."""
    with read_transaction(desk, published=True) as repository:
        newest = repository.last()
        before = None if newest is None else repository.last(before=newest.period)
        if newest is None or before is None:
            return None
        return news_between(repository, before, newest).first(count)


def published_federations(
    desk: Desk, period: dt.date, number: int | None, time_class: TimeClass
) -> tuple[ListVersion, tuple[FederationLine, ...]]:
    """Return a published list and the federations on it, the strongest first."""
    with read_transaction(desk, published=True) as repository:
        row = repository.find(period, number)
        return version_record(row), lines_of(summary(desk, repository, row, time_class)["federations"])


def best_at_home(
    desk: Desk, period: dt.date, number: int | None, time_class: TimeClass, federation: str, count: int
) -> list[dict[str, Any]]:
    """Return the first few players of a federation on a published list."""
    with read_transaction(desk, published=True) as repository:
        table = summary(desk, repository, repository.find(period, number), time_class)["homes"]
        return [found for found in table.to_pylist() if found["home"] == federation][:count]


# Looking things up: versions, lists, a player's history, the differences between two versions.


def newest_index(desk: Desk) -> NameIndex | None:
    """Return the index of the newest published list, to find players by name; None if there is none yet."""
    with read_transaction(desk, published=True) as repository:
        last = repository.last()
        return None if last is None else repository.index(last) or NameIndex.of(repository.ledger(last))


def versions(desk: Desk, *, published: bool = False) -> list[ListVersion]:
    """Every version of every list, by period and number."""
    with read_transaction(desk, published=published) as repository:
        return [version_record(row) for row in repository.versions]


def version(desk: Desk, period: dt.date, number: int | None = None, *, published: bool = False) -> ListVersion:
    """Return a version of a list; without a number, the newest."""
    with read_transaction(desk, published=published) as repository:
        return version_record(repository.find(period, number))


def diff(desk: Desk, period: dt.date, one: int, two: int, time_class: TimeClass = "standard") -> list[RatingDifference]:
    """The players whose rating differs between two versions of a list."""
    with read_transaction(desk) as repository:
        return differences(
            repository.ledger(repository.find(period, one)), repository.ledger(repository.find(period, two)), time_class
        )


def list_changes(
    desk: Desk, period: dt.date, number: int | None = None, classes: Iterable[TimeClass] = TIME_CLASSES
) -> ListChanges:
    """Return what a version of a list changes against the list before, or against the version in whose place it was
    imported."""
    with read_transaction(desk) as repository:
        row = repository.find(period, number)
        base = _compared_with(repository, row)
        if base is None:
            return ListChanges(None, {time_class: by_kind(()) for time_class in classes})
        before, after = repository.ledger(base), repository.ledger(row)
        players = {time_class: by_kind(differences(before, after, time_class)) for time_class in classes}
        return ListChanges(version_record(base), players)


def _compared_with(repository: ListRepository, version: Row[Any]) -> Row[Any] | None:
    """Return the version that a list is compared with: the one that it was made from; for an imported list the version
    of its day in whose place it came, or else the list before that it continues."""
    if version.kind != "import":
        return repository.parent(version)
    replaced = [row for row in repository.versions if row.period == version.period and row.number < version.number]
    if replaced:
        return max(replaced, key=lambda row: row.number)
    continues = repository.manifest(version).get("continues")
    known = next((row for row in repository.versions if row.digest == continues), None)
    return known if known is not None else repository.last(version.period)


def show_player(desk: Desk, id_: str, *, published: bool = False) -> PlayerRecord:
    """Return a player with their history, list after list, every version of it."""
    with read_transaction(desk, published=published) as repository:
        return player_on(repository, id_)


def player_on(repository: ListRepository, id_: str) -> PlayerRecord:
    """Return a player with their history on the lists of a repository."""
    gone = repository.merged()
    last = repository.last()
    row = None if last is None else repository.person(last, id_)
    changed = {(history_row.time_class, history_row.version_id): history_row for history_row in repository.history(id_)}
    lists = repository.imported_standings(id_)
    if row is None and id_ not in gone and not changed and not any(lists.values()):
        raise ArpadError("player-unknown", id=id_)
    found = {time_class: tuple(_history(repository, time_class, changed, lists)) for time_class in TIME_CLASSES}
    left = None if row is not None or id_ in gone else _last_list(repository, found.values())
    row = row or _as_last_listed(repository, id_, changed.values(), lists)
    histories = {time_class: entries for time_class, entries in found.items() if entries}
    return extended(
        PlayerRecord, row, born=row.born or None, merged_into=gone.get(id_), histories=histories, last_list=left
    )


def _last_list(repository: ListRepository, found: Iterable[tuple[HistoryEntry, ...]]) -> dt.date | None:
    """Return the day of the last list that has a player who is not on the newest one; a version that another one
    replaced counts only if there is no other."""
    rated = [entry for entries in found for entry in entries if entry.rating]
    standing = [entry for entry in rated if entry.version == repository.newest[entry.period].number]
    return max((entry.period for entry in standing or rated), default=None)


def ranks_on(repository: ListRepository, id_: str) -> Mapping[TimeClass, PlayerRank]:
    """Return the ranks of a player on the newest list, by time class; none in a class in which they are not active."""
    last = repository.last()
    return {} if last is None else repository.ranks(last, id_)


def _as_last_listed(
    repository: ListRepository,
    id_: str,
    changed: Iterable[HistoryRow],
    lists: Mapping[int, tuple[Standing, ...] | None],
) -> ListedPerson:
    """Return somebody who is not on the newest list, merged away or gone from it, as on the last list that had them."""
    closed = max((history_row.version_id for history_row in changed if history_row.rating), default=None)
    imported = next((number for number, own in reversed(list(lists.items())) if own is not None), None)
    number = max((one for one in (closed, imported) if one is not None), default=None)
    known = next((row for row in repository.versions if row.id == number), None)
    row = None if known is None else repository.ledger(known).rows([id_]).get(id_)
    return ListedPerson.of(row or LedgerRow(id_))


def _history(
    repository: ListRepository,
    time_class: TimeClass,
    changed: Mapping[tuple[str, int], HistoryRow],
    lists: Mapping[int, tuple[Standing, ...] | None],
) -> Iterator[HistoryEntry]:
    """Return every version of every list on which the player is, or was until then, rated. `changed` are the rows that
    differ from the list before, `lists` the standings on imported lists."""
    known: dict[int, HistoryEntry] = {}
    for row in sorted(repository.versions, key=lambda row: row.id):
        if row.kind == "import":
            entry = _imported(row, lists[row.id], time_class)
        elif (time_class, row.id) in changed:
            new = changed[time_class, row.id]
            change = new.change if new.rating else None
            entry = HistoryEntry(row.period, row.number, new.rating or None, new.k or None, new.games, change)
        elif row.parent_id in known and known[row.parent_id].rating is not None:
            entry = replace(known[row.parent_id], period=row.period, version=row.number, change=0)
        else:
            entry = None
        if entry is not None:
            known[row.id] = entry
    yield from sorted(known.values(), key=lambda entry: (entry.period, entry.version))


def _imported(version: Row[Any], standings: tuple[Standing, ...] | None, time_class: TimeClass) -> HistoryEntry | None:
    own = Standing() if standings is None else standings[TIME_CLASSES.index(time_class)]
    if not own.rating:
        return None
    return HistoryEntry(version.period, version.number, own.rating, own.k or None, own.games, None)


# Players of a list who may be somebody in a report: by name, year of birth and federation.

LOOKED_AT = 60
"""How many players whose names are alike are looked at."""
LIKE = 650
"""How much alike two names are, of a thousand, that may be one of which both words are misspelt."""

SAME_NAME, SAME_WORD, SAME_BEGINNING = 6, 3, 1
SAME_YEAR, OTHER_YEAR, NO_YEAR = 4, -5, -2
SAME_FEDERATION, ENOUGH = 2, 2
"""How much speaks for somebody, and how much has to: a misspelt name is enough with the same year and federation, the
very same name with another year only in the same federation."""


def alike(index: NameIndex, player: Player, count: int) -> list[FoundPlayer]:
    """Return at most a number of players, the most likely first."""
    surname = player.name.partition(",")[0]
    found = {one.player: one.likeness for one in index.similar(surname, LOOKED_AT, player.federation)}
    found |= {one.player: one.likeness for one in index.similar(player.name, LOOKED_AT)}
    found |= {one.player: one.likeness for one in index.similar(player.name, LOOKED_AT, player.federation)}
    weights = {one: (_weight(one, player, likeness), likeness) for one, likeness in found.items()}
    likely = [one for one, (weight, _) in weights.items() if weight >= ENOUGH]
    return sorted(likely, key=lambda one: weights[one], reverse=True)[:count]


def _weight(one: FoundPlayer, player: Player, likeness: int) -> int:
    words, own = set(fold(player.name).split()), set(fold(one.name).split())
    if not words & own and likeness < LIKE:
        return 0
    weight = SAME_NAME if words == own else SAME_WORD if words & own else SAME_BEGINNING
    if player.born and one.born:
        weight += SAME_YEAR if player.born == one.born else OTHER_YEAR
    elif words != own:
        weight += NO_YEAR
    return weight + SAME_FEDERATION * (player.federation == one.federation)


# What is waiting in an office: events without a report, refused reports, reports due for a list, the next list.

HANDED_IN = ("registered", "accepted", "refused")
"""What an arbiter does, as the log names it."""


class Overview(Document, frozen=True):
    """What is waiting in the office. `following` is the list to be closed next, or closed or imported and not yet
    published (`provisional`); `published` the newest official one."""

    shown = shows("following", "provisional", "published", "registered", "refused", "due", "accepted")
    following: dt.date | None
    provisional: ListVersion | None
    published: ListVersion | None
    registered: tuple[OfficeEvent, ...]
    refused: tuple[OfficeEvent, ...]
    accepted: tuple[OfficeEvent, ...]

    @property
    def due(self) -> tuple[OfficeEvent, ...]:
        """The accepted events that go into the next list."""
        return tuple(
            event
            for event in self.accepted
            if event.due is not None and self.following is not None and event.due <= self.following
        )

    @property
    def late(self) -> tuple[OfficeEvent, ...]:
        """The accepted events that came in since the provisional list was closed. No event goes into an imported
        list: they wait for the one after it."""
        return self.due if self.provisional is not None and self.provisional.made == "closed" else ()


def overview(desk: Desk) -> Overview:
    """Return what is waiting now."""
    with read_transaction(desk) as repository:
        records = [event_record(desk, repository, row) for row in repository.events(events.c.state.in_(HANDED_IN))]
        last = repository.last()
        published = [row for row in repository.versions if row.state == "published"]
        return Overview(
            next_list(desk, repository),
            version_record(last) if last is not None and last.state == "provisional" else None,
            version_record(published[-1]) if published else None,
            *(
                tuple(event for event in records if event.state == state)
                for state in ("registered", "refused", "accepted")
            ),
        )


def log_lines(desk: Desk, *, before: int | None = None, limit: int = 100) -> list[LogEntry]:
    """The last lines of the log, the newest first; or those before a line."""
    with read_transaction(desk) as repository:
        return list(
            log_entries(repository.connection, system=desk.system, before=before, limit=limit, newest_first=True)
        )


def handed_in_by(desk: Desk, who: str) -> list[OfficeEvent]:
    """The events that somebody registered or handed in, the newest first."""
    with read_transaction(desk) as repository:
        lines = log_entries(repository.connection, system=desk.system, who=who)
        numbers = {int(line.subject) for line in lines if line.action in HANDED_IN}
        return [event_record(desk, repository, row) for row in reversed(repository.events(events.c.id.in_(numbers)))]
