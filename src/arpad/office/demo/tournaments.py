"""Invented tournaments: players meet others of about their score, and results follow their true strength."""

import datetime as dt
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.domain.event import HALF_POINTS_OF, Event, Player, ResultCode, RoundResult
from arpad.formats.read import read_report
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import TrfRecords
from arpad.office.demo.people import HERO, HOME, Person
from arpad.regulations.rating_rules import pd
from arpad.standings.table import standings

TIMES = {"standard": "90 min + 30 sec/move", "rapid": "15 min + 10 sec/move", "blitz": "3 min + 2 sec/move"}
DRAWS = 30  # of a hundred games between equals
HERO_SCORES = "1==1=1==1"
SWISS_TIE_BREAKS, ROUND_ROBIN_TIE_BREAKS = ("BH/C1", "BH", "SB", "WIN"), ("DE", "SB", "WIN")
OTHER: Mapping[str, ResultCode] = {"1": "0", "0": "1", "=": "="}


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be played."""

    name: str
    city: str
    start: dt.date
    rounds: int
    time_class: str = "standard"
    masters: bool = False

    @property
    def end(self) -> dt.date:
        return self.start if self.time_class != "standard" else self.start + dt.timedelta(days=self.rounds - 1)


def play(draw: random.Random, plan: Plan, players: Sequence[Person], ratings: Mapping[str, int]) -> bytes:
    """The report of a tournament as TRF. `ratings` are those of the list in force."""
    ordered = sorted(players, key=lambda player: (-ratings.get(player.id, 0), player.name))
    lines: list[list[RoundResult]] = [[] for _ in ordered]
    pairing = _everybody(len(ordered)) if plan.masters else None
    met: set[frozenset[int]] = set()
    for number in range(1, plan.rounds + 1):
        pairs, bye = pairing[number - 1] if pairing else _by_score(draw, lines, met)
        for white, black in pairs:
            met.add(frozenset((white, black)))
            result = _result(draw, ordered[white], ordered[black], number if plan.masters else 0)
            lines[white].append(RoundResult(number, black + 1, "w", result))
            lines[black].append(RoundResult(number, white + 1, "b", OTHER[result]))
        if bye is not None:
            lines[bye].append(RoundResult(number, None, None, "U"))
    return _report(plan, ordered, lines, ratings)


def _report(
    plan: Plan, ordered: Sequence[Person], lines: Sequence[list[RoundResult]], ratings: Mapping[str, int]
) -> bytes:
    points = [Fraction(_half_points(line), 2) for line in lines]
    players = tuple(
        Player(
            at + 1, entrant.name, "f" if entrant.sex == "F" else "m", entrant.title, ratings.get(entrant.id) or None,
            entrant.federation, entrant.id, entrant.born, None, points[at], None, tuple(lines[at]),
        )
        for at, entrant in enumerate(ordered)
    )  # fmt: skip
    step = dt.timedelta(days=1 if plan.time_class == "standard" else 0)
    event = Event(
        plan.name, plan.city, HOME, plan.start, plan.end, "Individual: Round-Robin" if plan.masters else
        "Individual: Swiss-System", "", "IA Arbizo, Clara", ("FA Berlanza, Tomás",), TIMES[plan.time_class],
        plan.rounds, tuple(plan.start + step * number for number in range(plan.rounds)), players,
    )  # fmt: skip
    return _ranked(event, ROUND_ROBIN_TIE_BREAKS if plan.masters else SWISS_TIE_BREAKS)


def _ranked(event: Event, tie_breaks: tuple[str, ...]) -> bytes:
    """The report of an event that names its tie-breaks, with the places that they give."""
    records = TrfRecords(tie_breaks=tie_breaks)
    table = standings(read_report(event_to_trf(event, "trf16", records)))
    places = {row.number: row.rank for row in table.rows}
    players = tuple(player._replace(final_rank=places.get(player.rank)) for player in event.players)
    return event_to_trf(replace(event, players=players), "trf16", records)


def _half_points(line: Sequence[RoundResult]) -> int:
    return sum(HALF_POINTS_OF[cell.result] for cell in line if cell.result is not None)


def _by_score(
    draw: random.Random, lines: Sequence[Sequence[RoundResult]], met: set[frozenset[int]]
) -> tuple[list[tuple[int, int]], int | None]:
    """Neighbours in the standings who have not met yet, as far as it goes; the last one without a bye sits out."""
    order = sorted(range(len(lines)), key=lambda at: (-_half_points(lines[at]), at))
    bye = None
    if len(order) % 2:
        bye = next(at for at in reversed(order) if all(line.result != "U" for line in lines[at]))
        order.remove(bye)
    pairs = []
    while order:
        one = order.pop(0)
        other = next((other for other in order if frozenset((one, other)) not in met), order[0])
        order.remove(other)
        whites = [sum(line.colour == "w" for line in lines[at]) for at in (one, other)]
        first = whites[0] < whites[1] or (whites[0] == whites[1] and draw.randrange(2) == 0)
        pairs.append((one, other) if first else (other, one))
    return pairs, bye


def _everybody(count: int) -> list[tuple[list[tuple[int, int]], int | None]]:
    """Everybody meets everybody: the last one stays, the others go round (count is even)."""
    rounds: list[tuple[list[tuple[int, int]], int | None]] = []
    for number in range(count - 1):
        ring = [(number + place) % (count - 1) for place in range(count - 1)]
        pairs = [(ring[0], count - 1) if number % 2 == 0 else (count - 1, ring[0])]
        pairs += [(ring[place], ring[-place]) for place in range(1, count // 2)]
        rounds.append((pairs, None))
    return rounds


def _result(draw: random.Random, white: Person, black: Person, number: int) -> ResultCode:
    """White's result. In the masters' tournament the home player has the tournament of her life."""
    if number and HERO in (white.name, black.name):
        own: ResultCode = HERO_SCORES[number - 1]  # type: ignore[assignment]
        return own if white.name == HERO else OTHER[own]
    expected = pd(white.strength - black.strength)
    draws = DRAWS * min(expected, 100 - expected) // 50
    cast = draw.randrange(100)
    if cast < draws:
        return "="
    return "1" if cast < draws + expected - draws // 2 else "0"


def with_result(data: bytes, round_: int, white: int, black: int, result: ResultCode) -> bytes:
    """The same report with one game's result otherwise."""
    report = read_report(data)
    event, tie_breaks = report.event, standings(report).tie_breaks
    changed = {(white, round_): result, (black, round_): OTHER[result]}
    players = []
    for player in event.players:
        rounds = tuple(
            one._replace(result=changed[player.rank, one.round]) if (player.rank, one.round) in changed else one
            for one in player.rounds
        )
        players.append(player._replace(rounds=rounds, points=Fraction(_half_points(rounds), 2)))
    return _ranked(replace(event, players=tuple(players)), tie_breaks)
