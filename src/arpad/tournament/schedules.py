"""Round robins, team tables and matches: all rounds are known when the list is closed (chapter IV of the manual)."""

import random
from collections.abc import Callable, Mapping

from arpad.locale import ArpadError
from arpad.pairing.draws import (
    Draw,
    VarmaEntrant,
    berger,
    draw_lots,
    hilton,
    match,
    scheveningen,
    schiller,
    skalitzka,
    varma,
)
from arpad.tournament.log import LogChange
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry, EventState

BY_SIDES = ("scheveningen", "schiller", "skalitzka", "hilton")
"""Systems in which the players of a club are a side, and meet those of the others."""
PLAYERS_OF_A_MATCH = 2


def table_numbers(state: EventState, seed: int | None) -> list[int]:
    """Return the entries in the order of the table: as given, side by side, or by lot; by federations if Varma's tables
    keep compatriots apart."""
    rules = state.laws
    players = sorted((one for one in state.entries.values() if one.state == "accepted"), key=lambda one: one.entry)
    if rules.system in BY_SIDES:
        return [player.entry for side in sides(players) for player in side]
    if rules.order == "given":
        return [player.entry for player in players]
    if seed is None:
        raise ArpadError("event-lot-numbers")
    if rules.system == "varma":
        lots = draw_lots([VarmaEntrant(one.federation, str(one.entry)) for one in players], seed)
        return [int(lot.entrant.name) for lot in lots]
    numbers = [player.entry for player in players]
    random.Random(seed).shuffle(numbers)
    return numbers


def sides(players: list[Entry]) -> list[list[Entry]]:
    """Return the players club by club, in the order of entry. All clubs have as many players."""
    found: dict[str, list[Entry]] = {}
    for player in players:
        found.setdefault(player.club, []).append(player)
    if len({len(side) for side in found.values()}) != 1:
        raise ArpadError("event-sides", sides=", ".join(f"{club or '–'} {len(side)}" for club, side in found.items()))
    return list(found.values())


def schedule(state: EventState) -> Draw:
    """Return the whole table of an event whose list is closed."""
    rules = state.laws
    players = len(state.numbers)
    size = 0
    if rules.system in BY_SIDES:
        size = len(sides([state.entries[entry] for entry in state.numbers])[0])
    return TABLES[rules.system](rules, players, size)


def _berger(_rules: EventRules, players: int, _size: int) -> Draw:
    return berger(players)


def _double_berger(rules: EventRules, players: int, _size: int) -> Draw:
    return berger(players, double=True, swap=rules.swap)  # type: ignore[arg-type]


def _varma(_rules: EventRules, players: int, _size: int) -> Draw:
    return varma(players)


def _match(rules: EventRules, players: int, _size: int) -> Draw:
    if players != PLAYERS_OF_A_MATCH:
        raise ArpadError("event-match-players", count=players)
    return match(rules.rounds)


def _scheveningen(_rules: EventRules, players: int, size: int) -> Draw:
    _need_sides(players, size, 2)
    return scheveningen(size)


def _schiller(_rules: EventRules, players: int, size: int) -> Draw:
    return schiller(players // size, size)


def _skalitzka(_rules: EventRules, players: int, size: int) -> Draw:
    _need_sides(players, size, 3)
    return skalitzka(size)


def _hilton(_rules: EventRules, players: int, size: int) -> Draw:
    _need_sides(players, size, size + 1)
    return hilton(size + 1)


def _need_sides(players: int, size: int, wanted: int) -> None:
    if players != wanted * size:
        raise ArpadError("event-sides-count", found=players // size, wanted=wanted)


TABLES: Mapping[str, Callable[[EventRules, int, int], Draw]] = {
    "berger": _berger,
    "double-berger": _double_berger,
    "varma": _varma,
    "match": _match,
    "scheveningen": _scheveningen,
    "schiller": _schiller,
    "skalitzka": _skalitzka,
    "hilton": _hilton,
}


def table_rounds(state: EventState) -> list[LogChange]:
    """Return the lines that draw all rounds of a table. Its number of rounds goes into the rules if they leave it open,
    and may not contradict them."""
    if state.laws.team:
        return _team_rounds(state)
    table = schedule(state)
    entry_of = dict(zip(table.players, state.numbers, strict=True))
    drawn = [
        LogChange(
            "round.drawn",
            {
                "round": number,
                "boards": [
                    [board, entry_of[pairing.white], entry_of[pairing.black]]
                    for board, pairing in enumerate(one.pairings, 1)
                ],
                "bye": None,
                "absent": [[entry_of[player], "Z"] for player in one.byes],
                "numbers": list(state.numbers),
                "engine": state.laws.system,
            },
        )
        for number, one in enumerate(table.rounds, 1)
    ]
    return [*_rounds_said(state, len(table.rounds)), *drawn]


def _rounds_said(state: EventState, rounds: int) -> list[LogChange]:
    """The line that gives the rules the number of rounds of the table, if they leave it open."""
    said = state.laws.rounds
    if said not in (0, rounds):
        raise ArpadError("event-table-rounds", said=said, rounds=rounds)
    return [] if said else [LogChange("event.changed", {"rounds": [None, rounds]})]


def _team_rounds(state: EventState) -> list[LogChange]:
    """A round robin of teams: matches instead of boards."""
    if state.laws.system not in ("berger", "double-berger"):
        raise ArpadError("event-team-table", system=state.laws.system)
    table = TABLES[state.laws.system](state.laws, len(state.team_numbers), 0)
    team_of = dict(zip(table.players, state.team_numbers, strict=True))
    drawn = [
        LogChange(
            "round.drawn",
            {
                "round": number,
                "boards": [],
                "matches": [
                    [match, team_of[pairing.white], team_of[pairing.black]]
                    for match, pairing in enumerate(one.pairings, 1)
                ],
                "bye": None,
                "absent": [[team_of[team], "Z"] for team in one.byes],
                "numbers": list(state.numbers),
                "engine": state.laws.system,
            },
        )
        for number, one in enumerate(table.rounds, 1)
    ]
    return [*_rounds_said(state, len(table.rounds)), *drawn]
