"""What undoes lines about the event as a whole, its staff and its teams."""

from arpad.tournament.inverses.common import Inverse, Undoing, never
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.rule_keys import KEYS, Frozen

FROZEN_BY: dict[Frozen, str] = {
    "drawn": "round.drawn",
    "published": "round.published",
    "rules": "round.published",
    "started": "round.started",
    "handed-over": "event.handed-over",
}
"""The kind of line after which a key of the rules is not changed back."""


def _changed_back(undoing: Undoing) -> Changes:
    """A key of the rules has its old value, as long as it may be changed. A table or a bracket says its own rounds."""
    rules = undoing.now.laws
    if "rounds" in undoing.data and undoing.now.closed and (rules.by_table or rules.system == "knockout"):
        undoing.instead("table-rounds")
    by = {FROZEN_BY.get(KEYS[key].frozen) for key in undoing.data}
    undoing.free_of(
        lambda line: (
            (line.kind in by and not _was_refused(line))
            or (line.kind == "event.changed" and bool(line.data.keys() & undoing.data.keys()))
        )
    )
    return [LogChange("event.changed", {key: [new, old] for key, (old, new) in undoing.data.items()})]


def _was_refused(line: LogLine) -> bool:
    """Whether a line is of a report that the office refused: nothing depends on it."""
    return line.kind == "event.handed-over" and not line.data.get("accepted", True)


def _staff_back(undoing: Undoing) -> Changes:
    """Somebody of the staff has the role again that they had before, or none."""
    account = undoing.data["account"]
    undoing.free_of(lambda line: line.kind.startswith("staff.") and line.data["account"] == account)
    before = undoing.before.staff.get(account)
    if before is None:
        return [undoing.change("staff.removed", account=account)]
    return [undoing.change("staff.added", **before)]


def _link_closed(undoing: Undoing) -> Changes:
    link = undoing.data["link"]
    undoing.free_of(lambda line: line.kind == "link.closed" and line.data["link"] == link)
    return [undoing.change("link.closed", link=link)]


def _reopened(undoing: Undoing) -> Changes:
    undoing.free_of(lambda line: line.kind == "event.handed-over" and not _was_refused(line))
    return [undoing.change("event.reopened")]


def _finished(undoing: Undoing) -> Changes:
    if not undoing.is_last:
        undoing.instead("finish")
    return [undoing.change("event.finished")]


def _team_back(undoing: Undoing) -> Changes:
    return [undoing.change("team.changed", team=undoing.data["team"], changes=undoing.values_back())]


def _line_up_back(undoing: Undoing) -> Changes:
    """The line-up before, if there was one: a round that has begun needs one."""
    team, number = undoing.data["team"], undoing.data["round"]
    before = undoing.before.lineups.get((team, number))
    if before is None:
        undoing.instead("line-up")
    return [undoing.change("lineup.set", team=team, round=number, players=list(before.players), by=before.by)]


INVERSES: dict[str, Inverse] = {
    "event.created": never("event"),
    "event.changed": _changed_back,
    "event.imported": never("event"),
    "event.finished": _reopened,
    "event.reopened": _finished,
    "event.moved": never("move"),
    "event.handed-over": never("hand-over"),
    "staff.added": _staff_back,
    "staff.removed": _staff_back,
    "link.made": _link_closed,
    "link.closed": never("link"),
    "incident.noted": never("incident"),
    "appeal.noted": never("incident"),
    "team.added": never("team"),
    "team.changed": _team_back,
    "lineup.set": _line_up_back,
    "match.forfeited": never("match"),
}
