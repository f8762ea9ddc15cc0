"""Worlds for the laboratory: the one of the vectors, and little seasons as files, rated again in plain Python."""

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.input_files import read_events
from arpad.bulk.replay import Line, by_date, calendar_of, only
from arpad.bulk.run import run
from arpad.bulk.world_files import generate
from arpad.domain.games import PlayerGame
from arpad.lab.bulk_source import BulkSource
from arpad.rating.change import rating_change
from arpad.regulations.rating_edition import Edition, list_in_force, rated_in
from arpad.regulations.rating_editions import edition, regulations
from drawn_seasons import HALF_POINTS, Builder
from places import PROJECT

DATA = PROJECT / "tests" / "data" / "lab"
LINE = by_date(regulations())
KINDS = {
    "fide-2017": ("2021-08-01", 7),
    "fide-2022": ("2022-11-01", 6),
    "fide-2024": ("2023-11-01", 7),
    "fide-2025": ("2025-08-01", 5),
}
"""Seasons to draw: the first list, and how many follow."""


def vectors(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def tiny_world(folder: Path) -> tuple[Path, Path]:
    """The world of the vectors and its lists by fide-2024."""
    world, out = folder / "tiny", folder / "tiny-out"
    if not world.exists():
        world.mkdir()
        generate(world, **made_from(vectors("tiny-world")["generate"]))
        run(world, out, only(edition("fide-2024")))
    return world, out


def made_from(arguments: dict[str, Any]) -> dict[str, Any]:
    return arguments | {"start": dt.date.fromisoformat(f"{arguments['start']}-01")}


def tiny_source(folder: Path) -> BulkSource:
    return BulkSource(*tiny_world(folder), only(edition("fide-2024")))


def drawn_world(folder: Path, builder: Builder) -> tuple[Path, Path]:
    """A drawn season as files, and its lists, each by its date."""
    world, out = folder / "world", folder / "out"
    world.mkdir()
    rows = builder.rows()
    standings = [row.standing("standard") for row in rows]
    players: dict[str, list[Any]] = {
        "id": list(range(len(rows))),
        "born": [row.born for row in rows],
        "sex": ["F" if number % 3 else "M" for number in range(len(rows))],
        "federation": ["ESP" if number % 2 else "FRA" for number in range(len(rows))],
        "rating": [standing.rating for standing in standings],
        "games_played": [standing.total for standing in standings],
        "highest": [max(standing.highest, standing.rating) for standing in standings],
    }
    events, games = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    for date in builder.lists()[1:]:
        for event in [builder.event(date) for _ in range(builder.draw.choice((0, 1, 2, 3)))]:
            number = len(events)
            events.append((number, event["start"], event["end"], "swiss"))
            for place, round_ in enumerate(event["rounds"], 1):
                for white, black, result in round_["games"]:
                    who = builder.ids.index(white), builder.ids.index(black)
                    games.append((number, place, *who, HALF_POINTS.get(result, 0), result in HALF_POINTS))
    if not events:
        events = [(0, builder.first, builder.first, "swiss")]
    _write(world / "players.parquet", players)
    _write(world / "events.parquet", _columns(("event", "start", "end", "format"), events))
    names = ("event", "round", "white", "black", "score", "played")
    kinds = pa.schema({name: pa.int32() for name in names[:-1]} | {"played": pa.bool_()})
    pq.write_table(pa.table(_columns(names, games), schema=kinds), world / "games.parquet")
    run(world, out, LINE)
    return world, out


def _columns(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, list[Any]]:
    found = list(rows)
    return {name: [row[place] for row in found] for place, name in enumerate(names)}


def _write(path: Path, columns: dict[str, list[Any]]) -> None:
    pq.write_table(pa.table(columns), path)


class PlainGame(NamedTuple):
    """A rated game in plain Python: K (0: nothing) and score − PD of both, and the difference if it counts for both."""

    white: int
    black: int
    score: int
    k: tuple[int, int]
    result: tuple[int, int]
    difference: int | None
    capped: bool


def plain_games(world: Path, out: Path, line: Line = LINE) -> dict[dt.date, list[PlainGame]]:
    """The games rated for each list, each from both sides by the reference engine."""
    lists = plain_lists(world, out)
    events = {row["event"]: row for row in pq.read_table(world / "events.parquet").to_pylist()}
    due: dict[dt.date, list[dict[str, Any]]] = {date: [] for date in lists}
    for game in pq.read_table(world / "games.parquet").to_pylist():
        event = events[game["event"]]
        rules = line.on(event["start"])
        if game["played"]:
            due[rated_in(rules, event["end"])].append(game | {"edition": rules, "start": event["start"]})
    days = sorted(lists)
    return {date: _rated(due[date], lists, days[place - 1], date) for place, date in enumerate(days) if place}


Lists = dict[dt.date, dict[int, dict[str, Any]]]


def plain_lists(world: Path, out: Path) -> Lists:
    """Every list, whole: the row of everybody."""
    nobody = {"rating": 0, "k": 0, "games": 0, "active": False}
    now = {row["id"]: nobody for row in pq.read_table(world / "players.parquet").to_pylist()}
    rows = pq.read_table(out / "lists.parquet").to_pylist()
    found: Lists = {}
    for date in calendar_of(read_events(world), LINE).lists:
        now = now | {row["id"]: row for row in rows if row["period"] == date}
        found[date] = now
    return found


def _rated(games: list[dict[str, Any]], lists: Lists, before: dt.date, after: dt.date) -> list[PlainGame]:
    """Rate each side of each game: a player's games of an edition and a list in force go through the engine at once."""
    sides: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    for player in sorted({who for game in games for who in (game["white"], game["black"])}):
        for rules, start, mine in _parts(games, player):
            at_start = {who: row["rating"] for who, row in lists[list_in_force(rules, start)].items()}
            listed = lists[before][player]
            own = at_start[player] or (listed["rating"] if rules.change.entered_list.value else 0)
            counted = [(place, game) for place, game in mine if at_start[_other(game, player)] and own]
            if not counted:
                continue
            played = [
                PlayerGame(at_start[_other(game, player)], _score(game, player), str(game["event"]))
                for _, game in counted
            ]
            k = listed["k"] or 1
            change = rating_change(rules, own, k, played, period_games=lists[after][player]["games"], explain=False)
            used = change.k if listed["rating"] else 0
            for (place, _), found in zip(counted, change.games, strict=True):
                sides[place, player] = (used, found.change, found.difference, int(found.capped))
            assert not change.not_counted
    return [_whole(game, place, sides, lists) for place, game in enumerate(games)]


Placed = list[tuple[int, dict[str, Any]]]


def _parts(games: list[dict[str, Any]], player: int) -> Iterable[tuple[Edition, dt.date, Placed]]:
    """The games of a player by edition and list in force."""
    found: dict[tuple[str, dt.date], tuple[Edition, dt.date, Placed]] = {}
    for place, game in enumerate(games):
        if player in (game["white"], game["black"]):
            rules = game["edition"]
            key = rules.id, list_in_force(rules, game["start"])
            found.setdefault(key, (rules, game["start"], []))[2].append((place, game))
    return found.values()


def _other(game: dict[str, Any], player: int) -> int:
    return int(game["black"] if player == game["white"] else game["white"])


def _score(game: dict[str, Any], player: int) -> int:
    return int(game["score"] if player == game["white"] else 2 - game["score"])


def _whole(
    game: dict[str, Any], place: int, sides: dict[tuple[int, int], tuple[int, int, int, int]], lists: Lists
) -> PlainGame:
    nothing = (0, 0, 0, 0)
    white, black = (sides.get((place, game[colour]), nothing) for colour in ("white", "black"))
    then = lists[list_in_force(game["edition"], game["start"])]
    ratings = [then[game[colour]]["rating"] for colour in ("white", "black")]
    mutual = all(ratings)
    favourite = white if ratings[0] > ratings[1] else black
    return PlainGame(
        game["white"],
        game["black"],
        game["score"],
        (white[0], black[0]),
        (white[1], black[1]),
        ratings[0] - ratings[1] if mutual else None,
        mutual and bool(favourite[3]),
    )
