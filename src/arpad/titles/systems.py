"""1.4.1e, 1.4.2e: the format of an event in the sense of the title regulations."""

from collections import defaultdict

from arpad.domain.event import CYCLES, Event
from arpad.formats.codes import is_called
from arpad.rating.participants import detect_system
from arpad.titles.model import NormSystem

PREDETERMINED: frozenset[NormSystem] = frozenset(
    {"round-robin", "double-round-robin", "scheveningen", "schiller", "match"}
)
"""1.4.1e: formats in which everybody knows all opponents beforehand. Team events may be so or not."""


def system_of(event: Event) -> NormSystem:
    """Return the format that the report names, otherwise by the pairings. A round robin in which some meet more often
    than its name says is a double one (1.4.5f)."""
    if is_called(event, "schiller"):
        return "schiller"
    if is_called(event, "knock-out"):
        return "knock-out"
    system = detect_system(event)
    return "double-round-robin" if system == "swiss" and is_called(event, "round-robin") else system


def is_predetermined(event: Event, system: NormSystem) -> bool:
    """1.4.1e: whether the pairings were known beforehand; of a team event by its name, or because all teams meet."""
    if system == "team":
        return is_called(event, "round-robin") or _teams_all_meet(event)
    return system in PREDETERMINED


def _teams_all_meet(event: Event) -> bool:
    """Whether every team meets every other."""
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    met: dict[int, set[int]] = defaultdict(set)
    for game in event.games():
        one, two = team_of.get(game.white), team_of.get(game.black)
        if one is not None and two is not None and one != two:
            met[one].add(two)
            met[two].add(one)
    return len(event.teams) > 2 and all(len(met[place]) == len(event.teams) - 1 for place in range(len(event.teams)))


def scheduled_games(system: NormSystem, players: int, rounds: int) -> int:
    """How many games the schedule of a round robin gives each of its players; with an odd number of players everybody
    is free once a cycle."""
    a_cycle = players if players % 2 else players - 1
    cycles = 1 if CYCLES.get(system) == 1 else max(1, rounds // max(1, a_cycle))
    return cycles * (players - 1)
