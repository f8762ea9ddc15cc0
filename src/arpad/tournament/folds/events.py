"""Lines about the event as a whole: its rules, its staff, its beginning and its end."""

from collections.abc import Callable

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import breached, remarked, without
from arpad.tournament.log import LogLine
from arpad.tournament.rule_keys import KEYS
from arpad.tournament.rules import read_rules
from arpad.tournament.state import EventState


def _created(state: EventState, line: LogLine) -> EventState:
    return changed(state, rules=read_rules(line.data), data=dict(line.data))


def _changed(state: EventState, line: LogLine) -> EventState:
    changes = line.data
    data = {**state.data, **{key: new for key, (_, new) in changes.items()}}
    data = {key: value for key, value in data.items() if value is not None}
    found = changed(state, rules=read_rules(data), data=data)
    late = sorted(key for key in changes if is_late(state, key))
    if late:
        found = breached(found, line, "rules", state.last_published)
        for key in late:
            old, new = changes[key]
            found = remarked(found, "Configuration", state.last_published, "rule", rule=key, old=old, new=new)
    return found


def is_late(state: EventState, key: str) -> bool:
    """Whether a key of the rules is changed outside them, since round 1 is published. No file says the edition of its
    tie-breaks, so that it may be chosen at any time in an event of another program."""
    chosen_later = key == "tie_break_edition" and state.imported is not None
    return KEYS[key].frozen == "rules" and bool(state.last_published) and not chosen_later


def _imported(state: EventState, line: LogLine) -> EventState:
    """An event of another program. Its rounds cannot be proved as draws, and later files say so."""
    found = remarked(
        changed(state, imported=line.data), "Import", line.data["rounds"], "taken", form=line.data["format"]
    )
    for one in line.data.get("differences", ()):
        told = {"system": line.data["system"], "article": one["article"]}
        found = remarked(found, "Import", one["round"], "imported", **told)
    return found


def _staff_added(state: EventState, line: LogLine) -> EventState:
    return changed(state, staff={**state.staff, str(line.data["account"]): line.data})


def _staff_removed(state: EventState, line: LogLine) -> EventState:
    return changed(state, staff=without(state.staff, line.data["account"]))


def _link_made(state: EventState, line: LogLine) -> EventState:
    return changed(state, links={**state.links, int(line.data["link"]): line.data})


def _link_closed(state: EventState, line: LogLine) -> EventState:
    return changed(state, links=without(state.links, line.data["link"]))


def _noted_in(name: str) -> Callable[[EventState, LogLine], EventState]:
    """What a line does that is only noted, with its number, in a field of the state."""

    def noted(state: EventState, line: LogLine) -> EventState:
        return changed(state, **{name: (*getattr(state, name), {**line.data, "n": line.n})})

    return noted


def _finished(state: EventState, _line: LogLine) -> EventState:
    return changed(state, finished=True)


def _reopened(state: EventState, _line: LogLine) -> EventState:
    return changed(state, finished=False)


def _moved(state: EventState, line: LogLine) -> EventState:
    return changed(state, home=str(line.data["home"]))


FOLDS = {
    "event.created": _created,
    "event.changed": _changed,
    "event.imported": _imported,
    "event.finished": _finished,
    "event.reopened": _reopened,
    "event.moved": _moved,
    "event.handed-over": _noted_in("handed_over"),
    "staff.added": _staff_added,
    "staff.removed": _staff_removed,
    "link.made": _link_made,
    "link.closed": _link_closed,
    "incident.noted": _noted_in("incidents"),
    "appeal.noted": _noted_in("appeals"),
}
