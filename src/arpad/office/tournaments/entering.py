"""Players come into an event: what a rating list says of them, and the events in which they may not play too."""

from collections.abc import Mapping
from typing import Any

from arpad.domain.rating_list import RatingList
from arpad.i18n import ArpadError
from arpad.office.tournaments.keeping import EventKeeper
from arpad.tournament.acts.players import enter, enter_file
from arpad.tournament.entries import EntryFile, EntryRow, joined, listed_fields
from arpad.tournament.journal import Decide
from arpad.tournament.rules import EventRules


def enter_listed(told: Mapping[str, Any], rules: EventRules, ratings: RatingList | None, events: EventKeeper) -> Decide:
    """Enter a player, with what the list says if nothing was typed."""
    id_ = told.get("id", "")
    found = ratings.get(id_) if ratings is not None and id_ else None
    if found is None and not told.get("name"):
        raise ArpadError("event-not-listed", id=id_) if id_ else ArpadError("event-name-missing")
    listed = {} if found is None or ratings is None else listed_fields(found, ratings.combined, rules)
    fields = joined({**listed, **{name: value for name, value in told.items() if value not in ("", None)}})
    return enter(fields, ratings=ratings, others=players_elsewhere(events, rules))


def enter_listed_file(read: EntryFile, rules: EventRules, ratings: RatingList | None, events: EventKeeper) -> Decide:
    """Enter the players of a file, with what the list says if a cell is empty."""
    rows = []
    for row in read.rows:
        found = None if ratings is None else ratings.get(str(row.fields.get("id", "")))
        listed = {} if found is None or ratings is None else listed_fields(found, ratings.combined, rules)
        rows.append(EntryRow(row.line, joined({**listed, **row.fields}) if listed else row.fields))
    file = read._replace(rows=tuple(rows))
    return enter_file(file, ratings=ratings, others=players_elsewhere(events, rules))


def players_elsewhere(events: EventKeeper, rules: EventRules) -> dict[str, frozenset[str]]:
    """Return the ids of the players of the events that this one excludes."""
    known = set(events.slugs()) & set(rules.exclusive_with)
    return {
        slug: frozenset(one.id for one in events.open(slug).state.entries.values() if one.id and one.playing)
        for slug in sorted(known)
    }
