"""Invented people of the demo federation. Names are made of syllables; nobody is meant."""

import random
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

HERO = "Zarlanga, Vera"
LOWEST, HIGHEST = 1050, 2440
FIRST_ID, GAP = 98_000_017, 41
HOME = "ESP"


@cache
def names() -> dict[str, Any]:
    """The invented names."""
    return tomllib.loads((files("arpad.office") / "demo_names.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody invented. `strength` is how well they really play; `rating` is 0 if they have none yet."""

    id: str
    name: str
    federation: str
    sex: str
    title: str
    born: int
    rating: int
    strength: int

    @property
    def k(self) -> int:
        if self.rating >= 2400:
            return 10
        return 40 if self.born > 2006 else 20


def people(draw: random.Random, count: int) -> list[Person]:
    """Invent some players of the federation, and the guests."""
    known = names()
    first_names = [*known["women"], *known["men"]]
    free = sorted({f"{surname}, {first}" for surname in known["surnames"] for first in first_names} - {HERO})
    chosen = [HERO, *draw.sample(free, count - 1)]
    found = [_person(draw, place, name) for place, name in enumerate(chosen)]
    for place, guest in enumerate(known["guests"], len(found)):
        id_, born, strength = str(FIRST_ID + GAP * place), 1985 + place % 12, guest["rating"] + 10
        found.append(Person(id_, sex="M", born=born, strength=strength, **guest))
    return found


def _person(draw: random.Random, place: int, name: str) -> Person:
    hero = name == HERO
    strength = 2455 if hero else min(HIGHEST, max(LOWEST, 1750 + sum(draw.randrange(-160, 161) for _ in range(9))))
    unrated = not hero and draw.randrange(8) == 0
    rating = 0 if unrated else min(2429, max(1000, strength + draw.randrange(-90, 91)))
    rating = 2408 if hero else rating
    woman = name.split(", ")[1] in names()["women"]
    born = 2001 if hero else draw.randrange(1955, 2013)
    title = "FM" if hero else _title(rating)
    sex = "F" if woman else "M"
    return Person(str(FIRST_ID + GAP * place), name, HOME, sex, title, born, rating, strength)


def _title(rating: int) -> str:
    """The title that a rating would have brought."""
    if rating >= 2300:
        return "FM"
    return "CM" if rating >= 2200 else ""
