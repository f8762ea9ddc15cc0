"""Where an event stands, and what comes next."""

from typing import Any

from arpad.i18n import Words
from arpad.tournament.documents import adjourned_games, open_boards, outside_since
from arpad.tournament.knockout import ties_of
from arpad.tournament.match_play import not_expected
from arpad.tournament.state import EventState, round_stage
from arpad.tournament.times import event_times


def stage_of(state: EventState) -> str:
    """How far an event is: its entries, its last round, or the end."""
    if state.finished:
        return "finished"
    if not state.closed:
        return "entries"
    return round_stage(state, current_round(state)) if state.rounds else "list-closed"


def current_round(state: EventState) -> int:
    """The round that the event is at: of rounds that are all drawn, the first that is not complete."""
    if state.laws.by_table:
        return next((number for number, one in sorted(state.rounds.items()) if not one.complete), state.last_drawn)
    return state.last_drawn


def next_step(state: EventState) -> Words:
    """What has to be done now."""
    if state.presence_open is not None:
        return Words("tournament.next.presence", slug=state.laws.slug, round=state.presence_open)
    if state.finished or not state.closed:
        step = _after_the_end(state) if state.finished else "close-list" if state.entries else "enter"
        return Words(f"tournament.next.{step}", slug=state.laws.slug)
    if level := _level_tie(state):
        return Words("tournament.next.stage", slug=state.laws.slug, tie=level)
    return _next_in_rounds(state)


def _after_the_end(state: EventState) -> str:
    """The step after the last round: the hand-over, again if the office refused a report, or none."""
    last = {one["time_class"]: one.get("accepted", True) for one in state.handed_over}
    if not last:
        return "hand-over"
    return "handed-over" if all(last.values()) else "hand-over-again"


def _level_tie(state: EventState) -> int | None:
    """The first tie of a knock-out that waits for its next stage."""
    ties = ties_of(state).values() if state.laws.system == "knockout" else ()
    return next((tie.number for tie in ties if tie.level), None)


def _next_in_rounds(state: EventState) -> Words:
    number = current_round(state)
    if number in not_expected(state):
        return Words("tournament.next.finish", slug=state.laws.slug)
    missing = open_boards(state, number) if number else []
    values = {"slug": state.laws.slug, "round": number, "open": len(missing)}
    if number and state.rounds[number].published_n is None:
        return Words("tournament.next.publish", **values)
    if missing:
        return Words("tournament.next.results", **values)
    if number < state.laws.rounds:
        return Words("tournament.next.draw", **{**values, "round": number + 1})
    if games := adjourned_games(state):
        return Words("tournament.next.adjourned", boards=", ".join(f"{one}.{board}" for one, board in games))
    return Words("tournament.next.finish", **values)


def event_document(state: EventState) -> dict[str, Any]:
    """An event as a whole, without its players."""
    rules, number = state.laws, current_round(state) if state.closed else 0
    return {
        "event": rules.slug,
        "name": rules.name,
        "n": state.n,
        "head": state.head,
        "time_zone": event_times(rules).name,
        "kind": rules.kind,
        "system": rules.system,
        "rounds": rules.rounds,
        "players": sum(player.playing for player in state.entries.values()),
        "state": stage_of(state),
        "round": number,
        "open": open_boards(state, number) if number else [],
        "adjourned": [{"round": one, "board": board} for one, board in adjourned_games(state)],
        "unexplained": sorted(state.unexplained),
        "outside_rules": outside_since(state),
        "breaches": [breach._asdict() for breach in state.breaches],
    }
