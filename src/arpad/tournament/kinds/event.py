"""Kinds of log lines about the event as a whole: its rules, its staff, its beginning and its end."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from arpad.tournament.kinds.kind import LineKind, Undoing, breached, remarked, without
from arpad.tournament.kinds.rounds import RoundDrawn, RoundPublished, RoundStarted
from arpad.tournament.log import Changes, LogLine
from arpad.tournament.rules import KEYS, Frozen, read_rules
from arpad.tournament.state import Breach, EventState, OrderedTies, OwnList, PeriodEntry, PeriodList, round_in_play


class EventCreated(LineKind):
    key, role, instead = "event.created", "chief", "event"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, rules=read_rules(line.data), data=dict(line.data))


def rules_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of the rules that a line changes, without what it says about them."""
    return {key: change for key, change in data.items() if key in KEYS}


def is_late(state: EventState, key: str) -> bool:
    """Whether a key of the rules is changed outside them, since round 1 is published. No file says the edition of its
    tie-breaks, so that it may be chosen at any time in an event of another program."""
    chosen_later = key == "tie_break_edition" and state.imported is not None
    return KEYS[key].frozen == "rules" and bool(state.last_published) and not chosen_later


class EventChanged(LineKind):
    key, role = "event.changed", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        changes = rules_in(line.data)
        data = {**state.data, **{key: new for key, (_, new) in changes.items()}}
        data = {key: value for key, value in data.items() if value is not None}
        event = replace(state, rules=read_rules(data), data=data)
        late = sorted(key for key in changes if is_late(state, key))
        if late:
            number = round_in_play(state)
            event = breached(event, line, "rules", number)
            for key in late:
                values = dict(zip(("old", "new"), changes[key], strict=True))
                event = remarked(event, "Configuration", number, "rule", rule=key, reason=line.reason, **values)
            if last := line.data.get("last_round"):
                key = "last-round" if last["given"] else "last-round-right"
                event = remarked(event, "Configuration", number, key, **last)
        return event

    def undo(self, undoing: Undoing) -> Changes:
        """A key of the rules has its old value, as long as it may be changed. A table or a bracket says its own
        rounds."""
        rules = undoing.now.event_rules
        rules_now = rules_in(undoing.data)
        if "rounds" in rules_now and undoing.now.closed and (rules.by_table or rules.system == "knockout"):
            undoing.instead("table-rounds")
        by = {FROZEN_BY[frozen].key for key in rules_now if (frozen := KEYS[key].frozen) in FROZEN_BY}
        undoing.free_of(
            lambda line: (
                (line.kind in by and not was_refused(line))
                or (line.kind == self.key and bool(line.data.keys() & rules_now.keys()))
            )
        )
        return [EventChanged.change({key: [new, old] for key, (old, new) in rules_now.items()})]


LEFT_BEFORE = re.compile(r"### FIDE mode left @ Round ([0-9]{1,2}):")
"""The comment of a file whose event had left FIDE mode: it never comes back (VCL 45)."""


class EventImported(LineKind):
    key, role, instead = "event.imported", "chief", "event"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """An event of another program. Its rounds cannot be proved as draws, and later files say so."""
        data = line.data
        event = remarked(replace(state, imported=data), "Import", data["rounds"], "taken", form=data["format"])
        if left := [int(found[1]) for one in data.get("records", ()) if (found := LEFT_BEFORE.match(one))]:
            event = replace(event, breaches=(Breach(line.n, "imported", left[0], "", left[0]),))
        for difference in data.get("differences", ()):
            values = {"system": data["system"], "article": difference["article"]}
            event = remarked(event, "Import", difference["round"], "imported", **values)
        return event


class EventFinished(LineKind):
    key, role = "event.finished", "chief"

    def apply(self, state: EventState, _line: LogLine) -> EventState:
        return replace(state, finished=True)

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of(lambda line: line.kind == EventHandedOver.key and not was_refused(line))
        return [undoing.change(EventReopened)]


class EventReopened(LineKind):
    key, role = "event.reopened", "chief"

    def apply(self, state: EventState, _line: LogLine) -> EventState:
        return replace(state, finished=False)

    def undo(self, undoing: Undoing) -> Changes:
        if not undoing.is_last:
            undoing.instead("finish")
        return [undoing.change(EventFinished)]


class EventMoved(LineKind):
    key, role, instead = "event.moved", "chief", "move"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, home=str(line.data["home"]))


class PrizeGivenUp(LineKind):
    """A player who renounces prizes, or takes them after all."""

    key, role = "prize.given-up", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        others = without(state.given_up, line.data["entry"])
        what = line.data["what"]
        return replace(state, given_up=others | ({int(line.data["entry"]): what} if what else {}))

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(PrizeGivenUp, same="entry")
        entry = undoing.data["entry"]
        return [undoing.change(PrizeGivenUp, entry=entry, what=undoing.before.given_up.get(entry, ""))]


class TiesOrdered(LineKind):
    """Ties that stay after a round, ordered by lots or by hand; without groups they are ties again."""

    key, role = "ties.ordered", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data, number = line.data, int(line.data["round"])
        groups = tuple(tuple(group) for group in data["groups"])
        others = without(state.ordered_ties, number)
        event = replace(state, ordered_ties=others | ({number: OrderedTies(groups, data["by"])} if groups else {}))
        for group in groups:
            if group not in state.ordered_ties.get(number, OrderedTies((), "")).groups:
                values = {"order": list(group), "by": data["by"] or "hand", "reason": line.reason}
                event = remarked(event, "Tie", number, "tie", **values)
        return event

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(TiesOrdered, same="round")
        number = undoing.data["round"]
        before = undoing.before.ordered_ties.get(number, OrderedTies((), ""))
        groups = [list(group) for group in before.groups]
        return [undoing.change(TiesOrdered, round=number, groups=groups, by=before.by)]


class OwnListKept(LineKind):
    """A rating list of the event's own is kept, or goes (no ratings)."""

    key, role = "own-list.kept", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data, others = line.data, without(state.own_lists, line.data["list"])
        if not data["ratings"]:
            return replace(state, own_lists=others)
        day = dt.date.fromisoformat(data["day"]) if data.get("day") else None
        return replace(state, own_lists=others | {data["list"]: OwnList(data["sha256"], day, data["ratings"])})

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(OwnListKept, same="list")
        name = undoing.data["list"]
        before = undoing.before.own_lists.get(name, OwnList("", None, {}))
        day = {"day": before.date.isoformat()} if before.date else {}
        ratings = dict(before.ratings)
        return [undoing.change(OwnListKept, list=name, sha256=before.sha256, ratings=ratings, **day)]


class PeriodOpened(LineKind):
    """The list of a rating period of a long event: what it says of each player; without any it goes."""

    key, role = "period.opened", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data, others = line.data, without(state.periods, line.data["period"])
        if not data["players"]:
            return replace(state, periods=others)
        day = dt.date.fromisoformat(data["day"]) if data.get("day") else None
        players = {int(row["entry"]): PeriodEntry(**without(row, "entry")) for row in data["players"]}
        return replace(state, periods=others | {data["period"]: PeriodList(data["list"], day, data["sha256"], players)})

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(PeriodOpened, PeriodChanged, EventHandedOver, same="period")
        name = undoing.data["period"]
        before = undoing.before.periods.get(name, PeriodList("", None, "", {}))
        return [undoing.change(PeriodOpened, **period_data(name, before))]


def period_data(period: str, kept: PeriodList) -> dict[str, Any]:
    """Return the list of a period as its line has it."""
    rows = [{"entry": entry, **row._asdict()} for entry, row in sorted(kept.players.items())]
    players = [{name: value for name, value in row.items() if value not in (None, "")} for row in rows]
    day = {"day": kept.date.isoformat()} if kept.date else {}
    return {"period": period, "list": kept.name, "sha256": kept.sha256, **day, "players": players}


class PeriodChanged(LineKind):
    """What counts of a player in one period is corrected by hand."""

    key, role = "period.changed", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        kept, entry = state.periods[line.data["period"]], line.data["entry"]
        changes = {name: new for name, (_, new) in line.data["changes"].items()}
        players = {**kept.players, entry: kept.players[entry]._replace(**changes)}
        return replace(state, periods={**state.periods, line.data["period"]: kept._replace(players=players)})

    def undo(self, undoing: Undoing) -> Changes:
        data = undoing.data
        return [
            undoing.change(PeriodChanged, period=data["period"], entry=data["entry"], changes=undoing.values_back())
        ]


class Noted(LineKind):
    """A line that is only noted, with its number, in a field of the state."""

    noted_in: ClassVar[str]

    def apply(self, state: EventState, line: LogLine) -> EventState:
        changes: dict[str, Any] = {self.noted_in: (*getattr(state, self.noted_in), {**line.data, "n": line.n})}
        return replace(state, **changes)


class EventHandedOver(Noted):
    key, role, instead, noted_in = "event.handed-over", "chief", "hand-over", "handed_over"


class IncidentNoted(Noted):
    key, role, instead, noted_in = "incident.noted", "arbiter", "incident", "incidents"


class AppealNoted(Noted):
    key, role, instead, noted_in = "appeal.noted", "arbiter", "incident", "appeals"


class NoticeSet(LineKind):
    """The line for everybody on the screens; an empty one takes it away."""

    key, role = "notice.set", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, notice=str(line.data["text"]))

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of(lambda line: line.kind == self.key)
        return [undoing.change(NoticeSet, text=undoing.before.notice)]


FROZEN_BY: dict[Frozen, type[LineKind]] = {
    "drawn": RoundDrawn,
    "published": RoundPublished,
    "rules": RoundPublished,
    "started": RoundStarted,
    "handed-over": EventHandedOver,
}
"""The kind of line after which a key of the rules is not changed back."""


def was_refused(line: LogLine) -> bool:
    """Whether a line is of a report that the office refused: nothing depends on it."""
    return line.kind == EventHandedOver.key and not line.data.get("accepted", True)


# The staff, and links for people without an account.


class Staff(LineKind):
    """Somebody of the staff, who comes or goes."""

    role = "chief"

    def undo(self, undoing: Undoing) -> Changes:
        """They have the role again that they had before, or none."""
        account = undoing.data["account"]
        undoing.free_of_kinds(StaffAdded, StaffRemoved, same="account")
        before = undoing.before.staff.get(account)
        if before is None:
            return [undoing.change(StaffRemoved, account=account)]
        return [undoing.change(StaffAdded, **before)]


class StaffAdded(Staff):
    key = "staff.added"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, staff={**state.staff, str(line.data["account"]): line.data})


class StaffRemoved(Staff):
    key = "staff.removed"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, staff=without(state.staff, line.data["account"]))


class LinkMade(LineKind):
    key, role = "link.made", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, links={**state.links, int(line.data["link"]): line.data})

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(LinkMade, LinkClosed, same="link")
        return [undoing.change(LinkClosed, link=undoing.data["link"])]


class LinkClosed(LineKind):
    key, role, instead = "link.closed", "chief", "link"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, links=without(state.links, line.data["link"]))
