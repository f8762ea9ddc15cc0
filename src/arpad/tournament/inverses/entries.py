"""What undoes lines about players, absences, forbidden pairs and the list."""

from typing import Any

from arpad.tournament.inverses.common import Inverse, Undoing
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.state import Restriction


def _removed(undoing: Undoing) -> Changes:
    """The entry is taken out again; the number of a late one goes with it, as long as no round was drawn with it."""
    entry = undoing.data["entry"]
    undoing.free_of(lambda line: entry in line.data.get("numbers", ()) and line.data.get("entry") != entry)
    return [undoing.change("entry.removed", entry=entry)]


def _state_back(undoing: Undoing) -> Changes:
    """Accepted or refused: it is what it was. A player who was removed has the pairing number again."""
    entry = undoing.data["entry"]
    old, new = undoing.before.entries[entry].state, undoing.now.entries[entry].state
    changes = [undoing.change("entry.changed", entry=entry, changes={"state": [new, old]})]
    if undoing.before.numbers != undoing.now.numbers and entry in undoing.before.numbers:
        changes.append(_numbers(undoing))
    return changes


def _changed_back(undoing: Undoing) -> Changes:
    return [undoing.change("entry.changed", entry=undoing.data["entry"], changes=undoing.values_back())]


def _returned(undoing: Undoing) -> Changes:
    entry, first = undoing.data["entry"], undoing.data["from_round"]
    undoing.free_of_rounds(first)
    undoing.free_of_publication(first)
    changes = [undoing.change("entry.returned", entry=entry, from_round=first)]
    if entry in undoing.before.unexplained:
        silent = undoing.before.unexplained[entry]
        changes.append(undoing.change("absence.unexplained", entry=entry, round=silent))
    return changes


def _withdrawn(undoing: Undoing) -> Changes:
    """A return: the player has left again, and the absences between are gone."""
    entry, was = undoing.data["entry"], undoing.before.entries[undoing.data["entry"]]
    undoing.free_of_rounds(undoing.data.get("from_round") or 1)
    new = sorted(key for key in undoing.now.absences if key[0] == entry and key not in undoing.before.absences)
    reason = "expelled" if was.state == "expelled" else "asked"
    return [
        *(undoing.change("absence.cleared", entry=entry, round=number) for _, number in new),
        undoing.change("entry.withdrawn", entry=entry, from_round=was.withdrawn_from, reason=reason),
    ]


def _absence(undoing: Undoing) -> Changes:
    """An absence that was set or cleared: it is what it was."""
    key = entry, number = undoing.data["entry"], undoing.data["round"]
    undoing.free_of_rounds(number)
    kind = undoing.before.absences.get(key)
    if kind is None:
        return [undoing.change("absence.cleared", entry=entry, round=number)]
    return [undoing.change("absence.set", entry=entry, round=number, kind=kind)]


def _unexplained(undoing: Undoing) -> Changes:
    """Absent without a word, or excused: it is what it was."""
    entry = undoing.data["entry"]
    undoing.free_of_rounds(undoing.data["round"] + 1)
    silent = undoing.before.unexplained.get(entry)
    if silent is None:
        return [undoing.change("absence.excused", entry=entry, round=undoing.data["round"])]
    return [undoing.change("absence.unexplained", entry=entry, round=silent)]


def _presence_opened(undoing: Undoing) -> Changes:
    return [undoing.change("presence.closed", round=undoing.data["round"])]


def _presence_marked(undoing: Undoing) -> Changes:
    """Those who were marked, or unmarked, and had not been before."""
    number, gone = undoing.data["round"], bool(undoing.data.get("absent"))
    before = undoing.before.presence.get(number, frozenset())
    entries = [entry for entry in undoing.data["entries"] if (entry in before) == gone]
    marked = {"absent": True} if not gone else {}
    return [undoing.change("presence.marked", round=number, entries=entries, **marked)] if entries else []


def _presence_closed(undoing: Undoing) -> Changes:
    number = undoing.before.presence_open
    if number is None:
        return []
    marked = sorted(undoing.before.presence.get(number, ()))
    return [
        undoing.change("presence.opened", round=number),
        undoing.change("presence.marked", round=number, entries=marked),
    ]


def _allowed(undoing: Undoing) -> Changes:
    undoing.free_of_rounds(undoing.data.get("first", 1), undoing.data.get("last"))
    return [undoing.change("pairs.allowed", id=undoing.data["id"])]


def _forbidden(undoing: Undoing) -> Changes:
    """The restriction holds again, in its old place: the order says which soft one gives way first."""
    if undoing.now.last_published:
        undoing.instead("forbid")
    before = undoing.before.restrictions
    place = next(at for at, one in enumerate(before) if one.id == undoing.data["id"])
    undoing.free_of_rounds(before[place].first, before[place].last)
    after = before[place + 1 :]
    return [
        *(undoing.change("pairs.allowed", id=one.id) for one in after),
        *(undoing.change("pairs.forbidden", **_plain(one)) for one in before[place:]),
    ]


def _plain(one: Restriction) -> dict[str, Any]:
    named: dict[str, Any] = {"entries": list(one.entries)} if one.entries else {"group": one.group}
    return {"id": one.id, **named, "first": one.first, "last": one.last, "hard": one.hard}


def _reopened(undoing: Undoing) -> Changes:
    undoing.free_of_rounds(1)
    return [undoing.change("list.reopened")]


def _closed(undoing: Undoing) -> Changes:
    before = undoing.before
    teams = {"teams": list(before.team_numbers)} if before.team_numbers else {}
    return [undoing.change("list.closed", numbers=list(before.numbers), initial=before.initial, how="given", **teams)]


def _numbers(undoing: Undoing) -> LogChange:
    return undoing.change("numbers.given", numbers=list(undoing.before.numbers), late=True)


def _numbered(undoing: Undoing) -> Changes:
    """The numbers are what they were. Those of a late entry go with the entry itself."""
    if "entry" in undoing.data:
        undoing.instead("late-entry")
    undoing.free_of_rounds(1)
    return [_numbers(undoing)]


def _penalty(undoing: Undoing) -> Changes:
    """A penalty is taken away; one that was taken away is there again."""
    data = {name: value for name, value in undoing.data.items() if name != "removed"}
    removed = {} if undoing.data.get("removed") else {"removed": True}
    return undoing.again([LogChange("penalty.set", data | removed)])


INVERSES: dict[str, Inverse] = {
    "entry.applied": _removed,
    "entry.added": _removed,
    "entry.accepted": _state_back,
    "entry.refused": _state_back,
    "entry.removed": _state_back,
    "entry.changed": _changed_back,
    "entry.withdrawn": _returned,
    "entry.returned": _withdrawn,
    "absence.set": _absence,
    "absence.cleared": _absence,
    "absence.unexplained": _unexplained,
    "absence.excused": _unexplained,
    "presence.opened": _presence_opened,
    "presence.marked": _presence_marked,
    "presence.closed": _presence_closed,
    "pairs.forbidden": _allowed,
    "pairs.allowed": _forbidden,
    "list.closed": _reopened,
    "list.reopened": _closed,
    "numbers.given": _numbered,
    "penalty.set": _penalty,
}
