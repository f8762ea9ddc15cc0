"""Rating lists of one's own: a file that an event keeps under a name, with its digest (`lists = ["custom:liga"]`)."""

import hashlib
from collections.abc import Collection
from dataclasses import replace

from arpad.domain.rating_list import ListEntry, RatingList
from arpad.formats.entry_sheets import read_entry_sheet
from arpad.formats.sheets import read_book
from arpad.i18n import ArpadError
from arpad.tournament.entries import CUSTOM, lists_asked, rating
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState, OwnList

MOST_PLAYERS = 5000
"""An event keeps a list of its own in its log, so it is that of a club or a league, not of a country."""
DIGITS = 12
"""So many digits of the digest are shown beside the name."""
IDS = ("id", "fide_id", "national_id")
RATINGS = ("rating", "rating_fide", "rating_national", "rating_other")


def read_own_list(data: bytes, file: str) -> tuple[str, dict[str, int]]:
    """Return the digest of a file, and its ratings by id. A row needs both, and nobody is in it twice."""
    sheet = read_entry_sheet(read_book(data, file).sheet())
    found: dict[str, int] = {}
    if twice := next((one.row for one in sheet.findings if one.kind == "duplicate"), None):
        raise ArpadError("event-own-list-twice", file=file, row=twice)
    for entry in sheet.entries:
        id_ = next((str(entry.values[name]) for name in IDS if entry.values.get(name)), "")
        typed = next((str(entry.values[name]) for name in RATINGS if entry.values.get(name)), "")
        if not id_ or not typed:
            raise ArpadError("event-own-list-row", file=file, row=entry.row)
        found[id_] = rating(f"{file}, {entry.row}", typed)
    if not 0 < len(found) <= MOST_PLAYERS:
        raise ArpadError("event-own-list-players", file=file, count=len(found), most=MOST_PLAYERS)
    return hashlib.sha256(data).hexdigest(), found


def own_list(state: EventState, asked: str) -> OwnList:
    """Return a list that the rules name, `custom:liga`; refuse one that the event does not keep."""
    name = asked.removeprefix(CUSTOM)
    if name not in state.own_lists:
        raise ArpadError("event-own-list-missing", name=name, known=", ".join(sorted(state.own_lists)) or "–")
    return state.own_lists[name]


def own_ratings(state: EventState, asked: str, ids: Collection[str]) -> RatingList:
    """Return the players of a list of the event's own with these ids."""
    kept = own_list(state, asked)
    entries = {id_: ListEntry(id_, rating=kept.ratings[id_]) for id_ in ids if id_ in kept.ratings}
    return RatingList(entries, name=f"{asked.removeprefix(CUSTOM)} sha256 {kept.sha256[:DIGITS]}", date=kept.date)


def is_own_first(rules: EventRules) -> bool:
    """Whether a list of the event's own gives the ratings."""
    return lists_asked(rules)[0].startswith(CUSTOM)


def with_own_first(state: EventState, ids: Collection[str], usual: RatingList | None) -> RatingList | None:
    """Return the list that gives the ratings of an event. If that is one of its own, names and titles are those of the
    usual list, and players whom its own list lacks have no rating."""
    if not is_own_first(state.event_rules):
        return usual
    own = own_ratings(state, lists_asked(state.event_rules)[0], ids)
    known = {} if usual is None else usual.entries
    entries = {
        id_: replace(
            known.get(id_) or ListEntry(id_), rating=own.entries[id_].rating if id_ in own.entries else None
        )
        for id_ in ids
        if id_ in known or id_ in own.entries
    }  # fmt: skip
    return replace(own, entries=entries)


def own_elsewhere(state: EventState, ids: Collection[str]) -> dict[str, RatingList]:
    """Return the lists of the event's own that are asked after the first one, by the names of the rules."""
    return {
        name: own_ratings(state, name, ids) for name in lists_asked(state.event_rules)[1:] if name.startswith(CUSTOM)
    }
