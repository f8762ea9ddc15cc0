"""Lines about the event as a whole: its rules, its staff, its beginning and its end."""

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import breached, remarked
from arpad.tournament.log import LogLine
from arpad.tournament.rules import read_rules
from arpad.tournament.state import EventState


def _created(state: EventState, line: LogLine) -> EventState:
    return changed(state, rules=read_rules(line.data), data=dict(line.data))


def _changed(state: EventState, line: LogLine) -> EventState:
    changes = line.data
    data = {**state.data, **{key: new for key, (_, new) in changes.items()}}
    data = {key: value for key, value in data.items() if value is not None}
    found = changed(state, rules=read_rules(data), data=data)
    late = sorted({"rounds", "tie_breaks"} & set(changes)) if state.last_published else []
    if late:
        found = breached(found, line, "rules", state.last_published)
        for key in late:
            old, new = changes[key]
            found = remarked(found, "Configuration", state.last_published, "rule", rule=key, old=old, new=new)
    return found


def _imported(state: EventState, line: LogLine) -> EventState:
    """An event of another program. What its file had is not proved as a draw, and said so in later files."""
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
    gone = line.data["account"]
    return changed(state, staff={name: one for name, one in state.staff.items() if name != gone})


def _link_made(state: EventState, line: LogLine) -> EventState:
    return changed(state, links={**state.links, int(line.data["link"]): line.data})


def _link_closed(state: EventState, line: LogLine) -> EventState:
    gone = line.data["link"]
    return changed(state, links={number: one for number, one in state.links.items() if number != gone})


def _incident(state: EventState, line: LogLine) -> EventState:
    return changed(state, incidents=(*state.incidents, {**line.data, "n": line.n}))


def _appeal(state: EventState, line: LogLine) -> EventState:
    return changed(state, appeals=(*state.appeals, {**line.data, "n": line.n}))


def _finished(state: EventState, _line: LogLine) -> EventState:
    return changed(state, finished=True)


def _reopened(state: EventState, _line: LogLine) -> EventState:
    return changed(state, finished=False)


def _moved(state: EventState, line: LogLine) -> EventState:
    return changed(state, home=str(line.data["home"]))


def _handed_over(state: EventState, line: LogLine) -> EventState:
    return changed(state, handed_over=(*state.handed_over, {**line.data, "n": line.n}))


FOLDS = {
    "event.created": _created,
    "event.changed": _changed,
    "event.imported": _imported,
    "event.finished": _finished,
    "event.reopened": _reopened,
    "event.moved": _moved,
    "event.handed-over": _handed_over,
    "staff.added": _staff_added,
    "staff.removed": _staff_removed,
    "link.made": _link_made,
    "link.closed": _link_closed,
    "incident.noted": _incident,
    "appeal.noted": _appeal,
}
