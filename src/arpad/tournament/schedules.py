"""Round robins, team tables and matches: all rounds are known when the list is closed (chapter IV of the manual)."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from arpad.i18n import ArpadError
from arpad.pairing.draws import Draw
from arpad.pairing.round_robin_tables import VarmaEntrant, berger, draw_lots, varma
from arpad.pairing.team_tables import hilton, match, scheveningen, schiller, skalitzka
from arpad.tournament.log import LogChange
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry, EventState

BY_SIDES = ("scheveningen", "schiller", "skalitzka", "hilton")
"""Systems in which the players of a club are a side, and meet those of the others."""
PLAYERS_OF_A_MATCH = 2
TEAM_TABLES = ("berger", "double-berger")
"""Tables that teams may be paired by."""


def table_numbers(state: EventState, seed: int | None) -> list[int]:
    """Return the entries in the order of the table: as given, side by side, or by lot; by federations if Varma's tables
    keep compatriots apart."""
    rules = state.laws
    players = state.accepted
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
    """Return the whole table of an event whose list is closed: of its players, or of its teams."""
    rules = state.laws
    if rules.team and rules.system not in TEAM_TABLES:
        raise ArpadError("event-team-table", system=rules.system)
    size = 0
    if rules.system in BY_SIDES:
        size = len(sides([state.entries[entry] for entry in state.numbers])[0])
    _check_count(rules.system, len(state.sides), size)
    return _table(rules, len(state.sides), size)


def _check_count(system: str, players: int, size: int) -> None:
    """Refuse a number of players, or of sides of a size, for which a system has no table."""
    if system == "match" and players != PLAYERS_OF_A_MATCH:
        raise ArpadError("event-match-players", count=players)
    wanted = {"scheveningen": 2, "skalitzka": 3, "hilton": size + 1}.get(system)
    if wanted is not None and players != wanted * size:
        raise ArpadError("event-sides-count", found=players // size, wanted=wanted)


def _table(rules: EventRules, players: int, size: int) -> Draw:
    tables: dict[str, Callable[[], Draw]] = {
        "berger": lambda: berger(players),
        "double-berger": lambda: berger(players, double=True, swap=rules.swap),  # type: ignore[arg-type]
        "varma": lambda: varma(players),
        "match": lambda: match(rules.rounds),
        "scheveningen": lambda: scheveningen(size),
        "schiller": lambda: schiller(players // size, size),
        "skalitzka": lambda: skalitzka(size),
        "hilton": lambda: hilton(size + 1),
    }
    return tables[rules.system]()


def table_rounds(state: EventState) -> list[LogChange]:
    """Return the lines that draw all rounds of a table: boards of players, or matches of teams."""
    table = schedule(state)
    side_of = dict(zip(table.players, state.sides, strict=True))
    lines = rounds_given(state, len(table.rounds))
    for number, one in enumerate(table.rounds, 1):
        pairs = [
            [place, side_of[pairing.white], side_of[pairing.black]] for place, pairing in enumerate(one.pairings, 1)
        ]
        drawn = {
            "round": number,
            **({"boards": [], "matches": pairs} if state.laws.team else {"boards": pairs}),
            "bye": None,
            "absent": [[side_of[side], "Z"] for side in one.byes],
            "numbers": list(state.numbers),
            "engine": state.laws.system,
        }
        lines.append(LogChange("round.drawn", drawn))
    return lines


def drawn_table(state: EventState) -> dict[int, Mapping[str, Any]]:
    """Return all rounds of a table as they are drawn, by their numbers."""
    return {line.data["round"]: line.data for line in table_rounds(state) if line.kind == "round.drawn"}


def rounds_given(state: EventState, rounds: int) -> list[LogChange]:
    """Return the line that gives the rules the number of rounds of a table or a bracket, if they leave it open; refuse
    another number."""
    said = state.laws.rounds
    if said not in (0, rounds):
        raise ArpadError("event-table-rounds", said=said, rounds=rounds)
    return [] if said else [LogChange("event.changed", {"rounds": [None, rounds]})]
