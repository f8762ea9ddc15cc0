"""A round robin as a TOML file: an edition, the players in order, their scores or their results."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.domain import Entrant, RoundRobin, points
from arpad.domain.limits import LEAST_K, MOST_K
from arpad.locale import ArpadError
from arpad.typed import parse

HEAD = {"edition", "event", "cycles", "player"}
PLAYER = {"name", "rating", "score", "results", "k", "first_event"}
HIMSELF = "*"


def read_round_robin(file: Path) -> tuple[str, RoundRobin]:
    """The edition the file names and the round robin."""
    try:
        data = tomllib.loads(file.read_text("utf-8"), parse_float=Fraction)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise ArpadError("file-unreadable", file=str(file), problem=str(problem)) from None
    name = str(file)
    _known(name, "head", data, HEAD)
    for key in ("edition", "player"):
        if key not in data:
            raise ArpadError("round-robin.missing", file=name, where="head", key=key)
    cycles = data.get("cycles", 1)
    if cycles not in (1, 2):
        raise ArpadError("round-robin.value", file=name, where="head", key="cycles", value=cycles, expected="1 | 2")
    rows = data["player"]
    if not isinstance(rows, list) or len(rows) < 3:
        raise ArpadError("round-robin.players", file=name, count=len(rows) if isinstance(rows, list) else 0)
    event = RoundRobin(tuple(_entrant(name, place, row, len(rows), cycles) for place, row in enumerate(rows)), cycles)
    _consistent(name, event)
    return str(data["edition"]), event


def _known(file: str, where: str, data: Any, known: set[str]) -> None:
    if not isinstance(data, dict):
        raise ArpadError("round-robin.missing", file=file, where=where, key="name")
    for key in data:
        if key not in known:
            raise ArpadError("round-robin.key", file=file, where=where, key=key, known=", ".join(sorted(known)))


def _half_points(file: str, where: str, key: str, value: object) -> int:
    halves = (
        Fraction(value) * 2 if isinstance(value, int | Fraction) and not isinstance(value, bool) else Fraction(1, 3)
    )
    if halves.denominator != 1 or halves < 0:
        raise ArpadError("round-robin.value", file=file, where=where, key=key, value=str(value), expected="1 | 0.5 | 0")
    return int(halves)


def _entrant(file: str, place: int, row: dict[str, Any], players: int, cycles: int) -> Entrant:
    where = f"player {place + 1}"
    _known(file, where, row, PLAYER)
    if not row.get("name"):
        raise ArpadError("round-robin.missing", file=file, where=where, key="name")
    name = str(row["name"])
    results = _results(file, name, place, row["results"], players, cycles) if "results" in row else None
    if "score" in row:
        score = _half_points(file, name, "score", row["score"])
        if results is not None and sum(it or 0 for it in results) != score:
            total = points(sum(it or 0 for it in results))
            raise ArpadError("round-robin.results-sum", file=file, name=name, sum=total, score=points(score))
    elif results is not None:
        score = sum(it or 0 for it in results)
    else:
        raise ArpadError("round-robin.missing", file=file, where=name, key="score")
    rating = row.get("rating")
    return Entrant(
        name=name,
        rating=None if rating in (None, 0, "unrated") else parse.rating(f"{file}: {name}", str(rating)),
        score=score,
        results=results,
        k=parse.whole(f"{file}: {name}: k", str(row["k"]), LEAST_K, MOST_K) if "k" in row else None,
        first_event=bool(row.get("first_event", True)),
    )


def _results(
    file: str, name: str, place: int, typed: Sequence[object], players: int, cycles: int
) -> tuple[int | None, ...]:
    if not isinstance(typed, list) or len(typed) != players or typed[place] != HIMSELF:
        count = len(typed) if isinstance(typed, list) else 0
        raise ArpadError("round-robin.results-length", file=file, name=name, count=count, players=players)
    results = tuple(None if at == place else _half_points(file, name, "results", it) for at, it in enumerate(typed))
    for it in results:
        if it is not None and it > 2 * cycles:
            raise ArpadError(
                "round-robin.value",
                file=file,
                where=name,
                key="results",
                value=points(it),
                expected=f"0 ... {cycles}",
            )
    return results


def _consistent(file: str, event: RoundRobin) -> None:
    """Names are unique, results mirror each other, and the points are as many as the games."""
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
