"""Players as a rating list has them: entered from it, and compared with it later."""

from collections.abc import Mapping
from typing import Any

from arpad.domain.rating_list import ListEntry, RatingList
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry

COMPARED = ("name", "federation", "sex", "title", "rating", "born")
"""What a list says of a player."""


def listed_rating(found: ListEntry, combined: bool, rules: EventRules) -> int:
    """Return the rating of a list for the time class of the event. In rapid and blitz, players without one are ordered
    by their standard rating."""
    if not combined or rules.time_class == "standard":
        return found.rating or 0
    own = found.rapid_rating if rules.time_class == "rapid" else found.blitz_rating
    return own or found.rating or 0


def listed_fields(found: ListEntry, combined: bool, rules: EventRules) -> dict[str, Any]:
    """Return the fields of an entry, as a list has them; what it does not say is left out."""
    told = {
        "id": found.id,
        "name": found.name,
        "federation": found.federation,
        "sex": {"m": "m", "f": "f", "w": "f"}.get(found.sex.lower(), ""),
        "title": found.title,
        "rating": listed_rating(found, combined, rules),
        "born": found.born,
    }
    return {name: value for name, value in told.items() if value not in ("", None)}


def differing(entry: Entry, ratings: RatingList, rules: EventRules) -> dict[str, list[Any]]:
    """Return what a list says otherwise of a player: the field, with the value now and the one of the list."""
    found = ratings.get(entry.id) if entry.id else None
    if found is None:
        return {}
    told: Mapping[str, Any] = listed_fields(found, ratings.combined, rules)
    if not found.title and entry.title:
        told = {**told, "title": ""}
    changes = {
        name: [getattr(entry, name), told[name]]
        for name in COMPARED
        if name in told and told[name] != getattr(entry, name)
    }
    if "rating" in changes and entry.ratings.get("fide") == entry.rating:
        changes["ratings"] = [dict(entry.ratings), {**entry.ratings, "fide": told["rating"]}]
    return changes
