"""The system of an event: given by the caller, otherwise found from the pairings."""

from collections import Counter

from arpad.domain.event import Event, System
from arpad.formats.codes import everybody_met, is_called, is_called_swiss


def detect_system(event: Event) -> System:
    """Return the system by the pairings, including forfeits; if they leave it open, as the report calls it.

    A Swiss in which everybody met everybody stays a Swiss, as the report says; a finding says so. A round
    robin of more than two cycles follows the rules of the double one.
    """
    pairs = Counter(tuple(sorted((game.white, game.black))) for game in event.games())
    players = {player.rank for player in event.players}
    if len(players) == 2:
        return "match"
    if len(event.teams) == 2 and _everybody_meets_the_other_team(event, pairs):
        return "scheveningen"
    if is_called(event, "scheveningen"):
        return "scheveningen"
    if event.teams or is_called(event, "team"):
        return "team"
    if is_called_swiss(event):
        return "swiss"
    cycles = everybody_met(event)
    if not cycles and is_called(event, "round-robin"):
        cycles = 2 if is_called(event, "double") else 1
        if max(pairs.values(), default=0) > cycles:
            cycles = 0
    return "swiss" if not cycles else "round-robin" if cycles == 1 else "double-round-robin"


def _everybody_meets_the_other_team(event: Event, pairs: Counter[tuple[int, ...]]) -> bool:
    one, two = (set(team.players) for team in event.teams)
    wanted = {tuple(sorted((a, b))) for a in one for b in two}
    return bool(wanted) and wanted == set(pairs)
