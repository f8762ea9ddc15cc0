"""The list of players is closed, and they get their numbers."""

import random
from collections.abc import Sequence

from arpad.domain.event import Colour
from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import need_closed_list, need_open_list, need_single_players, players_named
from arpad.tournament.checking.counts import check_round_count
from arpad.tournament.fold import after_changes
from arpad.tournament.folds.entries import RENUMBERING_ENDS
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.knockout import rounds_of_bracket
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.order import ordered
from arpad.tournament.schedules import rounds_given, table_numbers, table_rounds
from arpad.tournament.state import EventState
from arpad.tournament.team_play.drawing import team_order

COLOURS: tuple[Colour, Colour] = ("w", "b")
FEWEST = 2


@command
def close_list(state: EventState, hearing: Hearing, initial: Colour | None = None, seed: int | None = None) -> Changes:
    """Close the list: numbers by the order of the rules, and the colour of the first player of round 1 by lot or as
    said (C.04.3.E.5)."""
    need_open_list(state)
    rules = state.laws
    if rules.by_table:
        return closed_by_table(state, seed)
    players = state.accepted
    if len(players) < FEWEST:
        raise ArpadError("event-players-few", count=len(players))
    if not rules.team:
        check_round_count(rules, len(players), hearing)
    said: Colour | None = initial or ("w" if rules.initial == "w" else "b" if rules.initial == "b" else None)
    if rules.swiss and said is None and seed is None:
        raise ArpadError("event-lot")
    if rules.order_last == "lot" and seed is None:
        raise ArpadError("event-lot-order")
    lot = None if seed is None else random.Random(seed)
    teams = team_order(state) if rules.team else []
    if rules.team:
        numbers = [entry for team in teams for entry in state.teams[team].players]
        if left := [player.entry for player in players if player.entry not in numbers]:
            hearing.note("in-no-team", count=len(left), names=players_named(state, left))
    else:
        numbers = [player.entry for player in ordered(players, rules, seed)]
    colour: Colour | None = said or (None if lot is None else lot.choice(COLOURS))
    data: dict[str, object] = {"numbers": numbers, "initial": colour, "how": "lot" if said is None else "given"}
    if teams:
        data["teams"] = teams
    closed = LogChange("list.closed", data | ({} if seed is None else {"seed": seed}))
    if rules.system == "knockout":
        return [closed, *rounds_given(after_changes(state, [closed]), rounds_of_bracket(len(numbers)))]
    return [closed]


def closed_by_table(state: EventState, seed: int | None) -> list[LogChange]:
    """Close the list of a round robin, of a match or of teams by a table: all rounds are drawn at once."""
    rules = state.laws
    data: dict[str, object] = {"initial": None, "how": rules.system}
    if rules.team:
        teams = sorted(state.teams) if rules.order == "given" else team_order(state)
        data |= {"teams": teams, "numbers": [entry for team in teams for entry in state.teams[team].players]}
    else:
        data["numbers"] = table_numbers(state, seed)
    closed = LogChange("list.closed", data | ({} if seed is None else {"seed": seed}))
    return [closed, *table_rounds(after_changes(state, [closed]))]


@command
def give_numbers(state: EventState, hearing: Hearing, entries: Sequence[int] = ()) -> Changes:
    """Give the numbers again: by the order of the rules, or as said, if the rules leave the order to the arbiter."""
    need_closed_list(state)
    need_single_players(state)
    if state.laws.by_table:
        raise ArpadError("event-table-closed")
    if entries and state.laws.order != "given":
        raise ArpadError("event-numbers-order", order=state.laws.order)
    if entries and sorted(entries) != sorted(state.numbers):
        raise ArpadError("event-numbers-all", count=len(state.numbers))
    numbers = list(entries) or right_numbers(state)
    if numbers == list(state.numbers):
        return []
    told = {"by_hand": True} if state.last_drawn >= RENUMBERING_ENDS else {}
    if told:
        hearing.breach("numbers-late", round=RENUMBERING_ENDS)
    else:
        hearing.confirm("numbers-again", count=_moved(state, numbers), round=state.last_drawn + 1)
    return [LogChange("numbers.given", {"numbers": numbers, **told, **hearing.kept_reason})]


def renumbered(state: EventState, hearing: Hearing) -> list[LogChange]:
    """C.04.2.B.3: data were corrected. Before round 4 is drawn the numbers are given again, afterwards they stay."""
    if not state.closed or state.laws.team or state.laws.by_table:
        return []
    numbers = right_numbers(state)
    if numbers == list(state.numbers):
        return []
    if state.last_drawn >= RENUMBERING_ENDS:
        hearing.note("numbers-kept", round=RENUMBERING_ENDS)
        return []
    hearing.confirm("numbers-again", count=_moved(state, numbers), round=state.last_drawn + 1)
    return [LogChange("numbers.given", {"numbers": numbers, **hearing.kept_reason})]


def right_numbers(state: EventState) -> list[int]:
    """Return the entries with a number, in the order of the rules."""
    players = [state.entries[entry] for entry in state.numbers]
    return [player.entry for player in ordered(players, state.laws, state.seed)]


def _moved(state: EventState, numbers: Sequence[int]) -> int:
    return sum(old != new for old, new in zip(state.numbers, numbers, strict=True))
