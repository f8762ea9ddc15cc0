"""A small invented world for an office: people on a list, and little events among them. All from a seed."""

import csv
import datetime as dt
import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, NamedTuple

from arpad.domain.event import Event, Player, ResultCode, RoundResult
from arpad.formats.trf_event_lines import event_to_trf

SYLLABLES = ("ba", "che", "dor", "fi", "gal", "hu", "jen", "ko", "lan", "mi", "nor", "pe", "ra", "sto", "tu", "vin")
RESULTS: tuple[tuple[ResultCode, ResultCode], ...] = (("1", "0"), ("0", "1"), ("=", "="))
HALF_POINTS = {"1": 2, "=": 1, "0": 0}
COLUMNS = ("id", "name", "federation", "sex", "title", "rating", "games", "k", "born", "flag")


class Person(NamedTuple):
    """An invented player; without a rating they are on no list."""

    id: str
    name: str
    sex: Literal["m", "f"]
    born: int
    rating: int | None


def people(count: int, seed: int, *, unrated: int = 0, middle: int = 1900) -> list[Person]:
    """So many people, some of them without a rating. Ratings lie within 300 points of the middle."""
    dice = random.Random(f"people-{seed}")
    found = []
    for number in range(count):
        name = ", ".join("".join(dice.choices(SYLLABLES, k=3)).title() for _ in range(2))
        rating = None if unrated and number % unrated == 0 else dice.randint(middle - 300, middle + 300)
        found.append(
            Person(str(2_000_000 + 7 * number), name, dice.choice(("m", "m", "f")), dice.randint(1950, 2012), rating)
        )
    return found


def write_list(persons: Iterable[Person], path: Path) -> Path:
    """Those who have a rating, as a list file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for person in persons:
            if person.rating is not None:
                writer.writerow(
                    [person.id, person.name, "ESP", person.sex.upper(), "", person.rating, 0, 20, person.born, ""]
                )
    return path


def open_event(name: str, entrants: Sequence[Person], start: dt.date, dice: random.Random, rounds: int = 5) -> Event:
    """An event of an even number of players, a round a day; nobody meets anybody twice."""
    played: dict[int, list[RoundResult]] = {rank: [] for rank in range(1, len(entrants) + 1)}
    for number, pairs in enumerate(dice.sample(_berger(len(entrants)), rounds), 1):
        for one, other in pairs:
            white, black = (one, other) if dice.random() < 0.5 else (other, one)
            for_white, for_black = dice.choice(RESULTS)
            played[white].append(RoundResult(number, black, "w", for_white, 0))
            played[black].append(RoundResult(number, white, "b", for_black, 0))
    players = tuple(_player(rank, entrant, played[rank]) for rank, entrant in enumerate(entrants, 1))
    standing = sorted(players, key=lambda player: (-(player.points or 0), player.rank))
    places = {player.rank: place for place, player in enumerate(standing, 1)}
    days = tuple(start + dt.timedelta(days=day) for day in range(rounds))
    return Event(
        name, "Soria", "ESP", start, days[-1], "Individual: Swiss-System", rounds=rounds, chief_arbiter="Arbiter, Ana",
        time_control="90 min + 30 sec increment from move one", round_dates=days,
        players=tuple(player._replace(final_rank=places[player.rank]) for player in players),
    )  # fmt: skip


def _berger(count: int) -> list[list[tuple[int, int]]]:
    """Every round of a round robin: one stays, the others go round."""
    others = list(range(2, count + 1))
    found = []
    for _ in range(count - 1):
        order = [1, *others]
        found.append([(order[at], order[-1 - at]) for at in range(count // 2)])
        others = [*others[1:], others[0]]
    return found


def _player(rank: int, person: Person, rounds: Sequence[RoundResult]) -> Player:
    points = Fraction(sum(HALF_POINTS[round_.result or "0"] for round_ in rounds), 2)
    return Player(
        rank, person.name, person.sex, "", person.rating, "ESP", person.id, person.born, points=points,
        rounds=tuple(rounds),
    )  # fmt: skip


def report(
    name: str, persons: Sequence[Person], start: dt.date, seed: object, size: int = 10, rounds: int = 5
) -> bytes:
    """The report of an event of some of the people, always the same for the same name and seed."""
    dice = random.Random(f"{name}-{seed}")
    entrants = sorted(dice.sample(persons, size), key=lambda player: -(player.rating or 0))
    return event_to_trf(open_event(name, entrants, start, dice, rounds), "trf16")
