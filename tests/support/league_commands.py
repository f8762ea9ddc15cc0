"""Leagues by lot: teams with their lists, line-ups in every order, matches, forfeits, wrong boards, penalties."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from arpad.tournament.acts.absences import ForbidPairs
from arpad.tournament.acts.event import Create, Finish, Reopen
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetPenalty
from arpad.tournament.acts.rounds import ClearDraft, DrawNext, Publish, Recall, Start, Unlock
from arpad.tournament.acts.teams import AddTeam, ChangeTeam, ForfeitMatch, SetLineUp, WithdrawTeam
from arpad.tournament.journal import Decide
from arpad.tournament.state import NOBODY, EventState
from legal_commands import AT, COMMANDS, all_results, round_of
from swiss_made import POINTS, decided, person

SYSTEMS = ("team-2026", "team-2026", "team-2024", "dutch-2017", "dutch-2026", "dubov-2026")
WORTH = ([2, 1, 0], [2, 1, 0], [3, 1, 0])
FORFEITS = ("+-", "-+", "--")


def begin_league(lot: Random) -> list[Decide]:
    """A Swiss of teams."""
    teams = lot.randint(3, 7)
    more: dict[str, Any] = {"system": lot.choice(SYSTEMS), "rounds": min(lot.randint(2, 5), teams - 1 + teams % 2)}
    more["acceleration"] = lot.choice(["none", "none", "none", "baku"])
    more["colours"] = lot.choice(["A", "B", "none"])
    if lot.random() < 0.5:
        more["bye_points"] = lot.choice([[1, 1], [2, 2], [2, "3/2"]])
    return _league(lot, teams, more)


def begin_league_table(lot: Random) -> list[Decide]:
    """A round robin of teams."""
    more = {"system": lot.choice(["berger", "berger", "double-berger"]), "order": "given"}
    return _league(lot, lot.randint(3, 5), more)


def _league(lot: Random, teams: int, more: dict[str, Any]) -> list[Decide]:
    boards = lot.randint(1, 4)
    rules: dict[str, Any] = {
        "slug": "lot", "name": "Made by lot", "federation": "ESP", "start": "2026-05-01", "kind": "team",
        "time_control": "90+30", "boards": boards, "match_points": lot.choice(WORTH), "initial": lot.choice("wb"),
        "line_up": lot.choice(["list", "list", "list", "free", "rating-100"]), **more,
    }  # fmt: skip
    if lot.random() < 0.4:
        rules["pattern"] = "W" + "".join(lot.choice("WB") for _ in range(boards - 1))
    if points := lot.choice(POINTS[:3]):
        rules["points"] = points
    least = 1200 if str(rules["system"]).startswith("dubov") else 0
    commands: list[Decide] = [Create(rules)]
    taken = 0
    for team in range(1, teams + 1):
        size = lot.randint(max(1, boards - 1), boards + 2)
        commands += [Enter(person(lot, taken + place, least) | {"from_round": 1}) for place in range(1, size + 1)]
        commands.append(AddTeam(f"Team {team}", list(range(taken + 1, taken + size + 1)), nick=f"T{team}"))
        taken += size
    return [*commands, CloseList(seed=lot.randrange(100))]


def _publish(state: EventState, _one: int, _two: int) -> Decide:
    return Publish(next((number for number, one in sorted(state.rounds.items()) if one.published_n is None), 1))


def _current(state: EventState) -> int:
    """The first published round that is not complete, else the last one."""
    waiting = [number for number, one in state.rounds.items() if one.published_n is not None and not one.complete]
    return min(waiting, default=state.last_published or 1)


def _results(state: EventState, one: int, two: int) -> Decide:
    return all_results(state, one, two, _current(state))


def _line_up(state: EventState, one: int, two: int) -> Decide:
    """A line-up: in the order of the list without somebody, in another order, or with an empty board."""
    team = state.teams[one % len(state.teams) + 1]
    lot = Random(f"{one} {two}")
    number = _current(state) + (1 if two % 7 == 0 else 0)
    players = list(team.players)
    if len(players) > state.event_rules.boards:
        players.remove(lot.choice(players))
    players = players[: state.event_rules.boards]
    players += [NOBODY] * (state.event_rules.boards - len(players))
    if two % 4 == 0:
        lot.shuffle(players)
    if two % 5 == 0:
        players[lot.randrange(len(players))] = NOBODY
    return SetLineUp(team.team, number, players)


def _forfeited(state: EventState, one: int, two: int) -> Decide:
    return ForfeitMatch(_current(state), 1 + one % 3, FORFEITS[two % 3])


def _team(state: EventState, one: int) -> int:
    return one % len(state.teams) + 1


def _penalty(state: EventState, one: int, two: int) -> Decide:
    return SetPenalty(_team(state, one), round_of(state, two), Fraction(one % 5 - 2, 2), Fraction(two % 3 - 1))


def _late(state: EventState, one: int, _two: int) -> Decide:
    return Enter(
        {"name": f"Late {one}", "rating": 1500 + one, "from_round": min(state.event_rules.rounds, state.last_drawn + 1)}
    )


def _longer(state: EventState, one: int, _two: int) -> Decide:
    """Somebody without a team goes to the end of a list."""
    team = state.teams[_team(state, one)]
    free = [entry.entry for entry in state.entries.values() if entry.team is None]
    return ChangeTeam(team.team, list=[*team.players, *free[:1]])


def _apart(state: EventState, one: int, two: int) -> Decide:
    return ForbidPairs(sorted({_team(state, one), _team(state, two)}), soft=not one % 2)


league_commands: tuple[Callable[[EventState, int, int], Decide], ...] = (
    lambda _state, _one, _two: DrawNext(adjourn_open=True),
    _publish,
    lambda state, _one, _two: Start(_current(state), AT),
    _results,
    _line_up,
    _line_up,
    _line_up,
    _forfeited,
    _penalty,
    _late,
    _longer,
    _apart,
    decided,
    *COMMANDS[3:5],
    COMMANDS[7],
    COMMANDS[8],
    COMMANDS[11],
    COMMANDS[12],
    lambda state, one, _two: WithdrawTeam(_team(state, one), state.last_published + 1),
    lambda state, _one, _two: Recall(state.last_published or 1, void_results=True),
    lambda state, one, _two: ClearDraft(round_of(state, one)),
    lambda state, one, _two: Unlock(round_of(state, one)),
    lambda _state, _one, _two: Finish(),
    lambda _state, _one, _two: Reopen(),
)
