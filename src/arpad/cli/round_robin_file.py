"""A round robin as a TOML file: an edition, the players in order, their scores or their results."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from arpad.domain.games import Entrant, RoundRobin, points
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, half_points, load

CYCLES = (1, 2)
NEEDED = replace(ANYTHING, needed=True)
SCORE = TomlKey(half_points, "1 | 0.5 | 0")


def _cycles(value: object) -> object:
    if value not in CYCLES:
        raise ValueError
    return value


def _named(value: object) -> str:
    if not value:
        raise ValueError
    return str(value)


HEAD = {"edition": NEEDED, "event": ANYTHING, "cycles": TomlKey(_cycles, "1 | 2"), "player": NEEDED}
PLAYER = {
    "name": TomlKey(_named, '"…"', needed=True),
    "rating": ANYTHING,
    "score": SCORE,
    "results": ANYTHING,
    "k": ANYTHING,
    "first_event": ANYTHING,
}
HIMSELF = "*"


def read_round_robin(file: Path) -> tuple[str, RoundRobin]:
    """Return the edition that the file names, and the round robin."""
    name = str(file)
    data = TomlTable("round-robin", name).read(load(file), HEAD)
    cycles, rows = data.get("cycles", 1), data["player"]
    if not isinstance(rows, list) or len(rows) < 3:
        raise ArpadError("round-robin.players", file=name, count=len(rows) if isinstance(rows, list) else 0)
    event = RoundRobin(tuple(_entrant(name, place, row, len(rows), cycles) for place, row in enumerate(rows)), cycles)
    _consistent(name, event)
    return str(data["edition"]), event


def _entrant(file: str, place: int, written: object, players: int, cycles: int) -> Entrant:
    row = TomlTable("round-robin", file, f"player {place + 1}").read(written, PLAYER)
    name = row["name"]
    table = TomlTable("round-robin", file, name)
    results = _results(table, place, row["results"], players, cycles) if "results" in row else None
    total = sum(result or 0 for result in results or ())
    score = row.get("score", total)
    if results is not None and total != score:
        raise ArpadError("round-robin.results-sum", file=file, name=name, sum=points(total), score=points(score))
    if results is None and "score" not in row:
        raise table.missing("score", "4.5")
    rating = row.get("rating")
    return Entrant(
        name=name,
        rating=None if rating in (None, 0, "unrated") else parse.rating(f"{file}: {name}", str(rating)),
        score=score,
        results=results,
        k=parse.whole(f"{file}: {name}: k", str(row["k"]), LEAST_K, MOST_K) if "k" in row else None,
        first_event=bool(row.get("first_event", True)),
    )


def _results(table: TomlTable, place: int, typed: Any, players: int, cycles: int) -> tuple[int | None, ...]:
    if not isinstance(typed, list) or len(typed) != players or typed[place] != HIMSELF:
        count = len(typed) if isinstance(typed, list) else 0
        raise ArpadError("round-robin.results-length", file=table.file, name=table.where, count=count, players=players)
    results = tuple(None if at == place else table.value("results", result, SCORE) for at, result in enumerate(typed))
    for result in results:
        if result is not None and result > 2 * cycles:
            raise table.refusal("value", key="results", plain=points(result), example=f"0 ... {cycles}")
    return results


def _consistent(file: str, event: RoundRobin) -> None:
    """Check that names are unique, that results mirror each other, and that there are as many points as games."""
    names: set[str] = set()
    for entrant in event.entrants:
        if entrant.name in names:
            raise ArpadError("round-robin.name-twice", file=file, name=entrant.name)
        names.add(entrant.name)
    players = len(event.entrants)
    total = sum(entrant.score for entrant in event.entrants)
    if total != players * event.games:
        raise ArpadError(
            "round-robin.score-sum",
            file=file,
            sum=points(total),
            players=players,
            games=event.games,
            expected=points(players * event.games),
        )
    for a, one in enumerate(event.entrants):
        for b, two in enumerate(event.entrants[:a]):
            if one.results is None or two.results is None:
                continue
            both = (one.results[b] or 0) + (two.results[a] or 0)
            if both != 2 * event.cycles:
                raise ArpadError(
                    "round-robin.results-mirror",
                    file=file,
                    name=one.name,
                    other=two.name,
                    sum=points(both),
                    expected=event.cycles,
                )
