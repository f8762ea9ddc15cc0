"""An interim rating from a TOML file: a rating, K, the games so far, an edition and the games."""

import datetime as dt
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arpad.domain.games import PlayerGame
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, DAY, WORDS, TomlKey, TomlTable
from arpad.lab.interim import Interim, InterimGame, InterimPart, interim
from arpad.lab.interim_titles import INTERIM_TITLES
from arpad.regulations.rating_editions import Regulations

LOWEST = 1000
MOST_K = 200
MOST_GAMES = 100_000
MOST_ROUNDS = 200
MOST_ROWS = 2000

HEAD = {
    "rating": TomlKey(f.whole(LOWEST, HIGHEST_RATING), "2385", needed=True),
    "k": TomlKey(f.whole(1, MOST_K), "20", needed=True),
    "games_so_far": TomlKey(f.whole(0, MOST_GAMES), "120"),
    "edition": replace(WORDS, example='"fide-2024"', needed=True),
    "name": WORDS,
    "id": TomlKey(f.identifier, "700001"),
    "title": TomlKey(f.one_of(INTERIM_TITLES), " | ".join(f'"{title}"' for title in INTERIM_TITLES)),
    "game": replace(ANYTHING, needed=True),
}
GAME = {
    "date": replace(DAY, needed=True),
    "event": replace(WORDS, needed=True),
    "round": TomlKey(f.whole(1, MOST_ROUNDS), "1"),
    "opponent": TomlKey(f.whole(LOWEST, HIGHEST_RATING), "2450", needed=True),
    "name": WORDS,
    "score": TomlKey(f.half_points, "0.5", needed=True),
}


@dataclass(frozen=True, slots=True)
class InterimFile:
    """What a file says: who, the title that is asked for, and the rating game by game."""

    id: str
    name: str
    title: str
    interim: Interim


def read_interim(file: Path, regulations: Regulations) -> InterimFile:
    """Read the games of a file and follow the rating through them."""
    head: dict[str, Any] = TomlTable("lab-interim", str(file)).read(f.load(file), HEAD)
    rows = head["game"]
    if not isinstance(rows, list) or not rows or len(rows) > MOST_ROWS:
        raise ArpadError("lab-interim-games", file=str(file), most=MOST_ROWS)
    games = [
        TomlTable("lab-interim", str(file), f"[[game]] {place}").read(row, GAME) for place, row in enumerate(rows, 1)
    ]
    for place, game in enumerate(games, 1):
        if game["score"] > 2:
            raise ArpadError("lab-interim-score", file=str(file), place=place)
    edition = regulations.edition(head["edition"])
    days: dict[str, list[dt.date]] = {}
    for game in games:
        days.setdefault(game["event"], []).append(game["date"])
    parts = {
        name: InterimPart(name, name, min(found), max(found), head["rating"], head["k"], edition)
        for name, found in days.items()
    }
    played = [
        InterimGame(
            parts[game["event"]],
            game.get("round", place),
            game["date"],
            game.get("name", ""),
            PlayerGame(game["opponent"], game["score"], game["event"]),
        )
        for place, game in enumerate(games, 1)
    ]
    found = interim(head["rating"], head.get("games_so_far", 0), played)
    return InterimFile(head.get("id", ""), head.get("name", ""), head.get("title", ""), found)
