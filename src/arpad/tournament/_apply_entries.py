"""Apply log lines about players, teams and the event as a whole to the state of an event."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeVar

from arpad.tournament.log import LogLine
from arpad.tournament.rules import KEYS, read_rules
from arpad.tournament.state import (
    Breach,
    Entry,
    EventBoard,
    EventState,
    EventTeam,
    FileRemark,
    Penalty,
    Restriction,
    TeamLineUp,
    Told,
    changed,
    empty_seat_result,
)
from arpad.tournament.teams import board_number, colour_pattern

# Small changes to a state that several kinds of lines make.

Key = TypeVar("Key")
Value = TypeVar("Value")


def without(mapping: Mapping[Key, Value], key: object) -> dict[Key, Value]:
    """Return a mapping without a key."""
    return {known: value for known, value in mapping.items() if known != key}


def with_entry(state: EventState, entry: int, line: LogLine, /, **changes: Any) -> EventState:
    """Return the state with something changed about a player."""
    player = changed(state.entries[entry], version=line.n, **changes)
    return changed(state, entries={**state.entries, entry: player})


def with_round(state: EventState, number: int, **changes: Any) -> EventState:
    """Return the state with something changed about a round."""
    return changed(state, rounds={**state.rounds, number: changed(state.rounds[number], **changes)})


def without_round(state: EventState, number: int) -> EventState:
    """Return the state without a round that is no longer drawn, and without the breaches of its draft."""
    breaches = tuple(breach for breach in state.breaches if breach.round != number or breach.kind != "draw")
    return changed(state, rounds=without(state.rounds, number), breaches=breaches)


def with_board(state: EventState, number: int, board: EventBoard) -> EventState:
    """Return the state with a board as it is now."""
    return with_round(state, number, boards={**state.rounds[number].boards, board.number: board})


def with_result(board: EventBoard, line: LogLine, result: str | None, **changes: Any) -> EventBoard:
    """Return a board with another result, and with this one in its history."""
    history_line = Told(line.n, result, line.who, line.at, line.reason)
    return changed(board, result=result, version=line.n, history=(*board.history, history_line), **changes)


def made_boards(state: EventState, line: LogLine) -> dict[int, EventBoard]:
    """The boards of a line that draws or amends a round. Two players who were paired in this round before keep the
    history of their board."""
    known = {(old.white, old.black): old.history for old in state.posted.get(line.data["round"], ())}
    return {
        number: EventBoard(number, white, black, version=line.n, history=known.get((white, black), ()))
        for number, white, black in line.data.get("boards", ())
    }


def breached(state: EventState, line: LogLine, kind: str, number: int) -> EventState:
    """Return the state outside the rules."""
    return changed(state, breaches=(*state.breaches, Breach(line.n, kind, number, line.reason)))


def remarked(state: EventState, kind: str, number: int, key: str, **values: Any) -> EventState:
    """Return the state with one more comment for its files."""
    return changed(state, remarks=(*state.remarks, FileRemark(kind, number, key, values)))


# Lines about players: entries, withdrawals, absences, presence, forbidden pairs, the list and its numbers.

NAMES = frozenset(one.name for one in fields(Entry)) - {"version", "state", "withdrawn_from"}
RENUMBERING_ENDS = 4
"""C.04.2.B.4: once this round is drawn, corrected data no longer change the numbers."""


def _values(line: LogLine) -> dict[str, Any]:
    """The fields of a player that a line says."""
    return {name: kept(name, value) for name, value in line.data.items() if name in NAMES}


def kept(name: str, value: Any) -> Any:
    """A field of a player as the state keeps it."""
    if name == "paid":
        return Fraction(value)
    return tuple(value) if name == "groups" else value


def _applied(state: EventState, line: LogLine) -> EventState:
    entry = Entry(**_values(line), state="applied", version=line.n)
    return changed(state, entries={**state.entries, entry.entry: entry})


def _entry_added(state: EventState, line: LogLine) -> EventState:
    entry = Entry(**_values(line), version=line.n)
    found = changed(state, entries={**state.entries, entry.entry: entry})
    if state.closed and state.rounds:
        found = remarked(found, "Late entry", entry.from_round, "late", entry=entry.entry)
    return found


def _accepted(state: EventState, line: LogLine) -> EventState:
    return with_entry(state, line.data["entry"], line, state="accepted")


def _refused(state: EventState, line: LogLine) -> EventState:
    return with_entry(state, line.data["entry"], line, state="refused")


def _entry_changed(state: EventState, line: LogLine) -> EventState:
    changes = {name: kept(name, new) for name, (_, new) in line.data["changes"].items()}
    return with_entry(state, line.data["entry"], line, **changes)


def _removed(state: EventState, line: LogLine) -> EventState:
    found = with_entry(state, line.data["entry"], line, state="removed")
    return changed(found, numbers=tuple(entry for entry in state.numbers if entry != line.data["entry"]))


def _withdrawn(state: EventState, line: LogLine) -> EventState:
    entry, reason = line.data["entry"], line.data.get("reason")
    found = with_entry(
        state,
        entry,
        line,
        state="expelled" if reason == "expelled" else "withdrawn",
        withdrawn_from=line.data["from_round"],
    )
    return changed(found, unexplained=without(state.unexplained, entry))


def _returned(state: EventState, line: LogLine) -> EventState:
    """The player is in again; the rounds between are absences, so that they stay what they were."""
    entry = line.data["entry"]
    left, back = state.entries[entry].withdrawn_from or 1, line.data.get("from_round") or 1
    between = {(entry, number): "Z" for number in range(left, back)}
    found = with_entry(state, entry, line, state="accepted", withdrawn_from=None)
    return changed(found, absences={**between, **state.absences})


def _absence_set(state: EventState, line: LogLine) -> EventState:
    key = line.data["entry"], line.data["round"]
    return changed(state, absences={**state.absences, key: line.data["kind"]})


def _absence_cleared(state: EventState, line: LogLine) -> EventState:
    return changed(state, absences=without(state.absences, (line.data["entry"], line.data["round"])))


def _unexplained(state: EventState, line: LogLine) -> EventState:
    return changed(state, unexplained={**state.unexplained, line.data["entry"]: line.data["round"]})


def _excused(state: EventState, line: LogLine) -> EventState:
    return changed(state, unexplained=without(state.unexplained, line.data["entry"]))


def _presence_opened(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    return changed(state, presence_open=number, presence={**state.presence, number: frozenset()})


def _presence_marked(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    known = state.presence.get(number, frozenset())
    named = frozenset(line.data["entries"])
    now = known - named if line.data.get("absent") else known | named
    return changed(state, presence={**state.presence, number: now})


def _presence_closed(state: EventState, _line: LogLine) -> EventState:
    return changed(state, presence_open=None)


def _forbidden(state: EventState, line: LogLine) -> EventState:
    data = line.data
    new = Restriction(
        data["id"],
        tuple(data.get("entries", ())),
        data.get("group", ""),
        data.get("first", 1),
        data.get("last"),
        data.get("hard", True),
    )
    found = changed(state, restrictions=(*state.restrictions, new))
    return breached(found, line, "forbidden", state.last_published) if state.last_published else found


def _allowed(state: EventState, line: LogLine) -> EventState:
    found = changed(state, restrictions=tuple(one for one in state.restrictions if one.id != line.data["id"]))
    return breached(found, line, "forbidden", state.last_published) if state.last_published else found


def _closed(state: EventState, line: LogLine) -> EventState:
    return changed(
        state,
        closed=True,
        numbers=tuple(line.data["numbers"]),
        team_numbers=tuple(line.data.get("teams", ())),
        initial=line.data.get("initial"),
        seed=line.data.get("seed"),
    )


def _list_reopened(state: EventState, _line: LogLine) -> EventState:
    return changed(state, closed=False, numbers=(), team_numbers=(), initial=None, seed=None)


def _numbered(state: EventState, line: LogLine) -> EventState:
    """Numbers are given again. That a late entry moves others down is no renumbering (C.04.2.C)."""
    found = changed(state, numbers=tuple(line.data["numbers"]))
    if state.rounds and tuple(entry for entry in found.numbers if entry in state.numbers) != state.numbers:
        found = remarked(found, "Renumbering", state.last_drawn + 1, "numbers", reason=line.data.get("reason", ""))
    by_hand = line.data.get("by_hand") and state.last_drawn >= RENUMBERING_ENDS
    return breached(found, line, "numbers", state.last_drawn) if by_hand else found


def _penalty(state: EventState, line: LogLine) -> EventState:
    data = line.data
    new = Penalty(
        data.get("entry"),
        data.get("team"),
        data["round"],
        Fraction(data.get("points", 0)),
        Fraction(data.get("match_points", 0)),
        data.get("reason", ""),
    )
    if data.get("removed"):
        place = len(state.penalties) - 1 - state.penalties[::-1].index(new)
        return changed(state, penalties=(*state.penalties[:place], *state.penalties[place + 1 :]))
    return changed(state, penalties=(*state.penalties, new))


ENTRY_EFFECTS = {
    "entry.applied": _applied,
    "entry.added": _entry_added,
    "entry.accepted": _accepted,
    "entry.refused": _refused,
    "entry.changed": _entry_changed,
    "entry.removed": _removed,
    "entry.withdrawn": _withdrawn,
    "entry.returned": _returned,
    "absence.set": _absence_set,
    "absence.cleared": _absence_cleared,
    "absence.unexplained": _unexplained,
    "absence.excused": _excused,
    "presence.opened": _presence_opened,
    "presence.marked": _presence_marked,
    "presence.closed": _presence_closed,
    "pairs.forbidden": _forbidden,
    "pairs.allowed": _allowed,
    "list.closed": _closed,
    "list.reopened": _list_reopened,
    "numbers.given": _numbered,
    "penalty.set": _penalty,
}


# Lines about the event as a whole: its rules, its staff, its beginning and its end.


def _created(state: EventState, line: LogLine) -> EventState:
    return changed(state, rules=read_rules(line.data), data=dict(line.data))


def _event_changed(state: EventState, line: LogLine) -> EventState:
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
    event = remarked(
        changed(state, imported=line.data), "Import", line.data["rounds"], "taken", form=line.data["format"]
    )
    for difference in line.data.get("differences", ()):
        values = {"system": line.data["system"], "article": difference["article"]}
        event = remarked(event, "Import", difference["round"], "imported", **values)
    return event


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


EVENT_EFFECTS = {
    "event.created": _created,
    "event.changed": _event_changed,
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


# Lines about teams: lists, line-ups that become boards, matches that nobody came to.

TUPLES = frozenset({"players", "away"})


def _team_added(state: EventState, line: LogLine) -> EventState:
    values = {name: value for name, value in line.data.items() if name != "reason"}
    data: dict[str, Any] = {name: _kept(name, value) for name, value in values.items()}
    team = EventTeam(**data, version=line.n)
    return _in_team(changed(state, teams={**state.teams, team.team: team}), team)


def _team_changed(state: EventState, line: LogLine) -> EventState:
    news: dict[str, Any] = {name: _kept(name, new) for name, (_, new) in line.data["changes"].items()}
    team = changed(state.teams[line.data["team"]], version=line.n, **news)
    return _in_team(changed(state, teams={**state.teams, team.team: team}), team)


def _kept(name: str, value: Any) -> Any:
    """A field of a team as the state has it: lists are tuples."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in value) if name in TUPLES else value


def _in_team(state: EventState, team: EventTeam) -> EventState:
    """Every player of the list knows the team."""
    entries = {
        number: changed(entry, team=team.team) if number in team.players else entry
        for number, entry in state.entries.items()
    }
    return changed(state, entries=entries)


def _line_up(state: EventState, line: LogLine) -> EventState:
    data = line.data
    found = TeamLineUp(data["team"], data["round"], tuple(data["players"]), data["by"], line.at)
    state = changed(state, lineups={**state.lineups, (found.team, found.round): found})
    return seated(state, line, found.round, found.team)


def seated(state: EventState, line: LogLine, number: int, team: int | None = None) -> EventState:
    """Return the state with the boards of the matches of a round, or of a team's match: they are made when both
    line-ups stand. A board whose players stay keeps what it has."""
    round_ = state.rounds.get(number)
    for match in round_.matches if round_ is not None else ():
        if team is None or team in match[1:]:
            state = _match_seated(state, line, number, *match)
    return state


def _match_seated(state: EventState, line: LogLine, number: int, place: int, white: int, black: int) -> EventState:
    round_ = state.rounds[number]
    first, second = state.lineups.get((white, number)), state.lineups.get((black, number))
    if first is None or second is None or place in round_.forfeits:
        return state
    boards = {known: board for known, board in round_.boards.items() if board.match != place}
    pattern = colour_pattern(state)
    for board, (mine, other) in enumerate(zip(first.players, second.players, strict=True), 1):
        seats = (mine, other) if pattern[board - 1] == "W" else (other, mine)
        new = _board(board_number(state, place, board), seats, place, line)
        old = round_.boards.get(new.number)
        boards[new.number] = old if old is not None and {old.white, old.black} == set(seats) else new
    return with_round(state, number, boards=boards)


def _board(number: int, seats: tuple[int, int], match: int, line: LogLine) -> EventBoard:
    """A board; if a seat is empty, the other player has won without a game."""
    return EventBoard(number, *seats, empty_seat_result(*seats), version=line.n, match=match)


def _forfeited(state: EventState, line: LogLine) -> EventState:
    number, match = line.data["round"], line.data["match"]
    found = state.rounds[number]
    boards = {known: board for known, board in found.boards.items() if board.match != match}
    return with_round(state, number, boards=boards, forfeits={**found.forfeits, match: line.data["forfeit"]})


TEAM_EFFECTS = {
    "team.added": _team_added,
    "team.changed": _team_changed,
    "lineup.set": _line_up,
    "match.forfeited": _forfeited,
}
