"""What several commands look up and refuse."""

from collections.abc import Sequence

from arpad.i18n import ArpadError, Words
from arpad.tournament.state import Entry, EntryState, EventBoard, EventRound, EventState, EventTeam

SHOWN = 10
"""How many boards an error names."""


def entry_at(state: EventState, entry: int) -> Entry:
    """Return a player by entry; refuse one that is not there."""
    found = state.entries.get(entry)
    if found is None or found.state == "removed":
        raise ArpadError("event-entry-unknown", entry=entry, last=max(state.entries, default=0))
    return found


def need_state(player: Entry, *states: EntryState) -> None:
    """Refuse what is not done to a player in another state."""
    if player.state not in states:
        state = Words(f"tournament.entry-state.{player.state}")
        raise ArpadError("event-entry-state", entry=player.entry, name=player.name, state=state)


def team_at(state: EventState, number: int) -> EventTeam:
    """Return a team; refuse one that is not there."""
    need_teams(state)
    if number not in state.teams:
        raise ArpadError("event-team-unknown", team=number, last=max(state.teams, default=0))
    return state.teams[number]


def round_at(state: EventState, number: int) -> EventRound:
    """Return a round that is drawn; refuse any other."""
    if number not in state.rounds:
        known = ", ".join(map(str, sorted(state.rounds))) or "–"
        raise ArpadError("event-round-unknown", round=number, known=known)
    return state.rounds[number]


def board_at(state: EventState, number: int, board: int) -> EventBoard:
    """Return a board of a round; refuse one that is not there."""
    event_round = round_at(state, number)
    if state.event_rules.team and not event_round.boards:
        raise ArpadError("event-no-boards", round=number)
    if board not in event_round.boards or event_round.boards[board].substituted:
        raise ArpadError("event-board-unknown", round=number, board=board, last=max(event_round.boards, default=0))
    return event_round.boards[board]


def need_open_list(state: EventState) -> None:
    """Refuse what may only be done before the list is closed."""
    if state.closed:
        raise ArpadError("event-list-closed")


def need_closed_list(state: EventState) -> None:
    """Refuse what needs pairing numbers."""
    if not state.closed:
        raise ArpadError("event-list-open")


def need_unfinished(state: EventState) -> None:
    """Refuse what an event that is over does not take."""
    if state.finished:
        raise ArpadError("event-is-finished")


def need_results(event_round: EventRound) -> None:
    """Refuse what needs a complete round: boards without a result are named, or matches of teams without boards."""
    if event_round.open_matches:
        raise ArpadError("event-matches-open", round=event_round.number, matches=boards_named(event_round.open_matches))
    if event_round.open_boards:
        raise ArpadError(
            "event-results-missing", round=event_round.number, boards=boards_named(event_round.open_boards)
        )


def boards_named(boards: list[int]) -> object:
    """The first boards of a list, and how many there are."""
    first = ", ".join(map(str, boards[:SHOWN]))
    if len(boards) <= SHOWN:
        return first
    return Words("tournament.boards-more", boards=first, count=len(boards))


def players_named(state: EventState, entries: Sequence[int]) -> object:
    """The first names of a list of players."""
    first = "; ".join(state.entries[entry].name for entry in entries[:SHOWN])
    return first if len(entries) <= SHOWN else Words("tournament.names-more", names=first)


def seen(version: int, given: int | None, *, untouched: bool = False) -> bool:
    """Whether somebody who changes a thing has seen it as it is now; without a version nothing is asked. Version 0 is
    that of a thing that nobody has touched since it was made."""
    return given is None or given == version or (given == 0 and untouched)


def need_round_to_come(state: EventState, number: int) -> None:
    """Refuse a round that the event does not have, or that is drawn."""
    rules = state.event_rules
    if rules.rounds and number > rules.rounds:
        raise ArpadError("event-round-none", round=number, rounds=rules.rounds)
    if number <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=number)


def need_single_players(state: EventState) -> None:
    """Refuse what is done to the boards of players, if the event is one of teams."""
    if state.event_rules.team:
        raise ArpadError("event-of-teams")


def need_teams(state: EventState) -> None:
    """Refuse what is done to teams, if the event has none."""
    if not state.event_rules.team:
        raise ArpadError("event-no-teams")


def need_published(state: EventState, number: int) -> EventRound:
    """Return a round that is published; refuse a draft."""
    event_round = round_at(state, number)
    if event_round.published_n is None:
        raise ArpadError("event-round-draft", round=number)
    return event_round
