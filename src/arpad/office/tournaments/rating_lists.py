"""Players of an event in the lists of the office."""

import datetime as dt
from collections.abc import Collection

from arpad.domain.rating_list import ListEntry, RatingList
from arpad.eligibility.facts import Facts
from arpad.formats.report import Report
from arpad.lists.accepted_report import Accepted
from arpad.lists.ledger import LedgerRow
from arpad.office.desk import Desk, Shelf, SystemRecord, systems_of
from arpad.office.events import rate_by_lists
from arpad.office.storage import Database, LedgerCache
from arpad.rating.examine import RatedReport
from arpad.regulations.articles import TimeClass
from arpad.tournament.ending import Rate, named_edition
from arpad.tournament.rules import EventRules

PREFERRED = "fide"


def office_ratings(
    database: Database, ids: Collection[str], on: dt.date | None, ledgers: LedgerCache | None = None
) -> RatingList | None:
    """Return the players with these ids from the published list in force on a day, the newest if no day is known.

    FIDE's lists, if the office has them, else those of its first system. None if it has no list. `ledgers` are those
    that somebody keeps in memory.
    """
    known = systems_of(database)
    system = next((one for one in known if one.name == PREFERRED), known[0] if known else None)
    return None if system is None else _listed(database, system, ids, on, ledgers or LedgerCache())


def office_rate(desk: Desk, shelf: Shelf, rules: EventRules) -> Rate | None:
    """Return what rates a report of a running event with these rules as the office would rate it once it is handed
    over, by the lists that a transaction sees; None if there is no list."""
    if not shelf.newest:
        return None

    def rate(report: Report, facts: Facts, time_class: TimeClass) -> list[RatedReport]:
        named = named_edition(rules, desk.regulations, desk.system, time_class)
        edition = None if named is None else named.id
        return rate_by_lists(desk, shelf, Accepted("", report, facts, facts.system, time_class, edition))

    return rate


def _listed(
    database: Database, system: SystemRecord, ids: Collection[str], on: dt.date | None, ledgers: LedgerCache
) -> RatingList | None:
    with database.reading() as connection:
        shelf = Shelf(connection, system, ledgers, published=True)
        if not shelf.versions:
            return None
        version = shelf.last() if on is None else shelf.in_force(on)
        assert version is not None
        rows = shelf.ledger(version).rows(ids)
        return RatingList({id_: _entry(row) for id_, row in rows.items()}, combined=True, date=version.period)


def _entry(row: LedgerRow) -> ListEntry:
    """A player of a list of the office, as any list has them."""
    standard, rapid, blitz = row.standings
    return ListEntry(
        row.id,
        row.name,
        row.federation,
        row.sex,
        row.title,
        standard.rating or None,
        k=standard.k or None,
        rapid_rating=rapid.rating or None,
        rapid_k=rapid.k or None,
        blitz_rating=blitz.rating or None,
        blitz_k=blitz.k or None,
        born=row.born or None,
    )
