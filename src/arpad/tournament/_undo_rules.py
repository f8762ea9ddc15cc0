"""The inverse of each kind of log line, used to undo it.

A result can be undone until a round is drawn with it; later it is corrected instead (C.04.2.D.8).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from arpad.i18n import ArpadError, Words
from arpad.tournament.acts.results import may_be_corrected
from arpad.tournament.acts.rounds import publish, recall
from arpad.tournament.journal import Confirmations
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.rules import KEYS, Frozen
from arpad.tournament.state import EventBoard, EventState, Restriction

# A line that is to be undone, with all that its inverse may look at.


@dataclass(frozen=True, slots=True)
class Undoing:
    """A line with the state before it and the state now. `later` are the lines after it; `at` is the moment of now."""

    line: LogLine
    before: EventState
    now: EventState
    log: Sequence[LogLine]
    confirmations: Confirmations
    at: str = ""

    @property
    def data(self) -> Any:
        return self.line.data

    @property
    def later(self) -> Sequence[LogLine]:
        return self.log[self.line.n :]

    def change(self, kind: str, /, **data: Any) -> LogChange:
        """A line that undoes this one, and says so."""
        return LogChange(kind, {**self.confirmations.kept_reason, **data, "undoes": self.line.n})

    def again(self, changes: Iterable[LogChange | LogLine]) -> list[LogChange]:
        """Changes or earlier lines as lines that undo this one."""
        return [LogChange(one.kind, {**one.data, "undoes": self.line.n}) for one in changes]

    def values_back(self) -> dict[str, list[Any]]:
        """The changes of this line the other way round: each field from its new value to the old one."""
        return {name: [new, old] for name, (old, new) in self.data["changes"].items()}

    def depends(self, n: int) -> NoReturn:
        """Refuse: a later line depends on this one."""
        by = self.log[n - 1]
        raise ArpadError("event-undo-depends", n=self.line.n, kind=self.line.kind, by=by.n, by_kind=by.kind)

    def instead(self, key: str) -> NoReturn:
        """Refuse: this is not undone, but something else can be done."""
        raise ArpadError(
            "event-undo-instead", n=self.line.n, kind=self.line.kind, instead=Words(f"tournament.instead.{key}")
        )

    def free_of(self, found: Callable[[LogLine], bool]) -> None:
        """Refuse if a later line is in the way."""
        for line in self.later:
            if found(line):
                self.depends(line.n)

    def free_of_publication(self, number: int) -> None:
        """Refuse if a round is published."""
        found = self.now.rounds.get(number)
        if found is not None and found.published_n is not None:
            self.depends(found.published_n)

    def free_of_rounds(self, first: int, last: int | None = None) -> None:
        """Refuse if a round that used this line is drawn."""
        for number, one in sorted(self.now.rounds.items()):
            if number >= first and (last is None or number <= last) and one.drawn_n > self.line.n:
                self.depends(one.drawn_n)

    @property
    def is_last(self) -> bool:
        return self.line.n == len(self.log)


Inverse = Callable[[Undoing], Changes]


def never(key: str) -> Inverse:
    """The inverse of a kind that is not undone: it says what can be done instead."""

    def refused(undoing: Undoing) -> Changes:
        undoing.instead(key)

    return refused


# What undoes lines about players, absences, forbidden pairs and the list.


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


def _entry_changed_back(undoing: Undoing) -> Changes:
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


def _entries_reopened(undoing: Undoing) -> Changes:
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


UNDO_ENTRIES: dict[str, Inverse] = {
    "entry.applied": _removed,
    "entry.added": _removed,
    "entry.accepted": _state_back,
    "entry.refused": _state_back,
    "entry.removed": _state_back,
    "entry.changed": _entry_changed_back,
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
    "list.closed": _entries_reopened,
    "list.reopened": _closed,
    "numbers.given": _numbered,
    "penalty.set": _penalty,
}


# What undoes lines about the event as a whole, its staff and its teams.

FROZEN_BY: dict[Frozen, str] = {
    "drawn": "round.drawn",
    "published": "round.published",
    "rules": "round.published",
    "started": "round.started",
    "handed-over": "event.handed-over",
}
"""The kind of line after which a key of the rules is not changed back."""


def _event_changed_back(undoing: Undoing) -> Changes:
    """A key of the rules has its old value, as long as it may be changed. A table or a bracket says its own rounds."""
    rules = undoing.now.event_rules
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


def _event_reopened(undoing: Undoing) -> Changes:
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


UNDO_EVENTS: dict[str, Inverse] = {
    "event.created": never("event"),
    "event.changed": _event_changed_back,
    "event.imported": never("event"),
    "event.finished": _event_reopened,
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


# What undoes lines about boards. A result is undone until a round is drawn with it; then it is corrected instead, by
# the windows of C.04.2.D.8.


def _boards(undoing: Undoing) -> list[int]:
    """The boards of a line."""
    data = undoing.data
    return [board for board, _ in data["results"]] if "results" in data else [data["board"]]


def _result_back(undoing: Undoing) -> Changes:
    """Each board has the result that it had before."""
    if undoing.data.get("play_off"):
        return _play_off_back(undoing)
    number = undoing.data["round"]
    boards = _boards(undoing)
    _untouched(undoing, number, boards)
    now, before = undoing.now.rounds[number].boards, undoing.before.rounds[number].boards
    undoing.free_of_rounds(number + 1)
    may_be_corrected(undoing.now, undoing.confirmations, number, [now[board] for board in boards], undoing.at)
    return [change for board in boards for change in _as_before(undoing, number, before[board], now[board])]


def _one_board(undoing: Undoing) -> tuple[int, int]:
    """The round and the board of a line; refused if a later line has touched the board."""
    number, board = undoing.data["round"], undoing.data["board"]
    _untouched(undoing, number, [board])
    return number, board


def _untouched(undoing: Undoing, number: int, boards: Sequence[int]) -> None:
    """Refuse if a later line has touched one of the boards, or the round is no longer there."""
    found = undoing.now.rounds.get(number)
    if found is None or any(board not in found.boards for board in boards):
        undoing.free_of(lambda line: line.data.get("round") == number and line.kind.startswith(("round.", "board.")))
        undoing.instead("by-hand")
    last = max(found.boards[board].version for board in boards)
    if last > undoing.line.n:
        undoing.depends(last)


def _as_before(undoing: Undoing, number: int, before: EventBoard, now: EventBoard) -> list[LogChange]:
    board = before.number
    was = {} if now.result is None else {"was": now.result}
    if before.result is None:
        return [undoing.change("result.cleared", round=number, board=board, **was)]
    played = {} if before.played is None else {"played": before.played}
    found = [undoing.change("result.set", round=number, board=board, result=before.result, **played, **was)]
    if before.rated is not None:
        found.append(undoing.change("correction.rated", round=number, board=board, result=before.rated))
    return found


def _play_off_back(undoing: Undoing) -> Changes:
    tie, game = undoing.data["tie"], undoing.data["board"]
    before = undoing.before.play_offs[tie][game].result
    if before is None:
        undoing.instead("play-off")
    return [undoing.change("result.set", play_off=True, tie=tie, board=game, result=before)]


def _rated_back(undoing: Undoing) -> Changes:
    number, board = _one_board(undoing)
    before = undoing.before.rounds[number].boards[board]
    return [undoing.change("correction.rated", round=number, board=board, result=before.rated or before.result)]


def _swapped_back(undoing: Undoing) -> Changes:
    number, board = _one_board(undoing)
    undoing.free_of_rounds(number + 1)
    may_be_corrected(undoing.now, undoing.confirmations, number, [undoing.now.rounds[number].boards[board]], undoing.at)
    return [undoing.change("colours.swapped", round=number, board=board)]


def _not_substituted(undoing: Undoing) -> Changes:
    """Both boards are there again, and the new one is gone, as long as it has no result."""
    if "undoes" in undoing.data:
        undoing.instead("board")
    number = undoing.data["round"]
    new = max(undoing.before.rounds[number].boards) + 1
    _untouched(undoing, number, [*undoing.data["boards"], new])
    undoing.free_of_rounds(number + 1)
    data = {name: undoing.data[name] for name in ("boards", "absent", "white", "black")}
    return [undoing.change("board.substituted", round=number, board=new, **data)]


def _not_added(undoing: Undoing) -> Changes:
    if "undoes" in undoing.data:
        undoing.instead("board")
    number, board = _one_board(undoing)
    undoing.free_of_rounds(number + 1)
    before = undoing.before.rounds[number]
    absent = [[entry, kind] for entry, kind in before.absent.items()]
    data = {"white": undoing.data["white"], "black": undoing.data["black"], "bye": before.bye, "absent": absent}
    return [undoing.change("board.added", round=number, board=board, **data)]


def _table_back(undoing: Undoing) -> Changes:
    number, board = _one_board(undoing)
    table = undoing.before.rounds[number].boards[board].table
    return [undoing.change("table.set", round=number, board=board, table=table)]


UNDO_RESULTS: dict[str, Inverse] = {
    "result.set": _result_back,
    "results.set": _result_back,
    "result.cleared": _result_back,
    "correction.rated": _rated_back,
    "colours.swapped": _swapped_back,
    "board.substituted": _not_substituted,
    "board.added": _not_added,
    "table.set": _table_back,
    "claim.made": never("claim"),
    "tie.lot": never("tie"),
    "tie.stage": never("tie"),
}


# What undoes lines about rounds.


def _cleared(undoing: Undoing) -> Changes:
    number = undoing.data["round"]
    undoing.free_of(lambda line: line.kind == "round.cleared" and line.data["round"] == number)
    undoing.free_of_publication(number)
    return [undoing.change("round.cleared", round=number)]


def _drawn_before(undoing: Undoing) -> list[LogChange]:
    """The draft as it was before this line: the line that drew it, and those that amended it."""
    number = undoing.data["round"]
    drawn = undoing.before.rounds[number].drawn_n
    kinds = ("round.drawn", "round.amended", "tie.stage", "lineup.set")
    lines = undoing.log[drawn - 1 : undoing.line.n - 1]
    return undoing.again(line for line in lines if line.kind in kinds and line.data.get("round") == number)


def _drawn_again(undoing: Undoing) -> Changes:
    """A draft that was cleared last is there again; later on the state may be another one, so it is drawn again."""
    if not undoing.is_last:
        undoing.instead("draw")
    return _drawn_before(undoing)


def _amended_back(undoing: Undoing) -> Changes:
    """A draft is what it was. A published round stands: another pairing is amended, with its own reason."""
    number = undoing.data["round"]
    if undoing.before.rounds[number].published_n is not None:
        undoing.instead("amend")
    undoing.free_of_publication(number)
    return [undoing.change("round.cleared", round=number), *_drawn_before(undoing)]


def _recalled(undoing: Undoing) -> Changes:
    """A published round is recalled, which asks for a reason; results, and the next round, are in the way."""
    number = undoing.data["round"]
    found = undoing.now.rounds[number]
    after = undoing.now.rounds.get(number + 1)
    if undoing.now.event_rules.swiss and after is not None:
        undoing.depends(after.drawn_n)
    results = [board.version for board in found.boards.values() if board.result is not None]
    if results and max(results) > undoing.line.n:
        undoing.depends(max(results))
    return undoing.again(recall(number)(undoing.now, undoing.confirmations))


def _published(undoing: Undoing) -> Changes:
    if undoing.data.get("void_results"):
        undoing.instead("results")
    return undoing.again(publish(undoing.data["round"])(undoing.now, undoing.confirmations))


def _not_started(undoing: Undoing) -> Changes:
    number = undoing.data["round"]
    return [undoing.change("round.started", round=number, at=undoing.before.rounds[number].started_at)]


def _unlocked(undoing: Undoing) -> Changes:
    """Undone at once, it was a slip; later it is a breach, and has its own command."""
    if not undoing.is_last:
        undoing.instead("unlock")
    number = undoing.data["round"]
    return [undoing.change("round.unlocked", round=number, unlocked=undoing.before.rounds[number].unlocked)]


def _locked(undoing: Undoing) -> Changes:
    number = undoing.data["round"]
    return [undoing.change("round.locked", round=number, locked=undoing.before.rounds[number].locked)]


def _results_recalled(undoing: Undoing) -> Changes:
    return [undoing.change("results.published", round=undoing.data["round"], recalled=True)]


UNDO_ROUNDS: dict[str, Inverse] = {
    "round.drawn": _cleared,
    "round.cleared": _drawn_again,
    "round.amended": _amended_back,
    "round.published": _recalled,
    "round.recalled": _published,
    "round.started": _not_started,
    "round.locked": _unlocked,
    "round.unlocked": _locked,
    "results.published": _results_recalled,
}
