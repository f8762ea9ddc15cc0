"""The worked examples of the source documents: data files an arbiter could read, run through the library.

A file has a title, its source and article, what is given, and what must come out under one edition or several.
A game is written `1926 1`, `2067 =`, `2318 0`: the opponent's rating and the result; `1980 +` is a forfeit.
"""

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arpad.documents.steps import walk
from arpad.domain.games import Entrant, PlayerGame, RoundRobin, points
from arpad.eligibility.time_controls import check_time, time_class
from arpad.inputs.times import parse_time_control
from arpad.rating.change import rating_change
from arpad.rating.first_rating import initial_rating
from arpad.rating.newcomer import KnownResult, NewcomerEvent
from arpad.rating.results import half_up
from arpad.rating.round_robin import rate_round_robin
from arpad.regulations.rating_edition import list_in_force
from arpad.regulations.rating_editions import edition, regulations
from places import FIXTURES

FOLDER = FIXTURES / "examples"
FILES = sorted(FOLDER.iterdir())
HALF_POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}


def read(path: Path) -> dict[str, Any]:
    """An example, its decimals exact."""
    return tomllib.loads(path.read_text("utf-8"), parse_float=Fraction)


def player_games(lines: list[str]) -> tuple[PlayerGame, ...]:
    """`1926 1` is a win against 1926, `1980 +` a forfeit."""
    pairs = (line.split() for line in lines)
    return tuple(
        PlayerGame(int(rating), HALF_POINTS[result], played=result not in ("+", "-")) for rating, result in pairs
    )


def change(given: Mapping[str, Any], name: str) -> dict[str, object]:
    """The change of a rated player."""
    played = given.get("games_played")
    found = rating_change(edition(name), given["rating"], given["k"], player_games(given["games"]), games_played=played)
    return {
        "capped": [game.game.opponent for game in found.games if game.capped],
        "changes": [Fraction(game.change, 100) for game in found.games],
        "sum": Fraction(found.sum, 100),
        "change": Fraction(found.change, 100),
        "new_rating": found.new_rating,
    }


def newcomer_events(given: Mapping[str, Any]) -> list[NewcomerEvent]:
    """The games of one event, or results such as `2280 over 5`."""
    if "games" in given:
        return [NewcomerEvent("1", player_games(given["games"]))]
    results = [line.split(" over ") for line in given["results"]]
    return [NewcomerEvent(ru, result=KnownResult(int(ru), int(games))) for ru, games in results]


def initial(given: Mapping[str, Any], name: str) -> dict[str, object]:
    """The first rating of an unrated player; the average as a whole number, as it is printed."""
    found = initial_rating(edition(name), newcomer_events(given))
    average = found.average
    return {
        "games_counted": found.games_counted,
        "score": None if found.score is None else points(found.score),
        "percentage": found.percentage,
        "average": None if average is None else half_up(average.numerator, average.denominator),
        "dp": found.dp,
        "rating": found.rating,
        "publishable": found.publishable,
    }


def round_robin(given: Mapping[str, Any], name: str) -> dict[str, object]:
    """A round robin from its totals."""
    rows = [line.split() for line in given["players"]]
    entrants = (Entrant(who, None if rating == "u" else int(rating), 2 * int(score)) for who, rating, score in rows)
    found = rate_round_robin(edition(name), RoundRobin(tuple(entrants)))
    rated = [entrant for entrant in found.players if entrant.entrant.rating is not None]
    unrated = [entrant for entrant in found.players if entrant.entrant.rating is None]
    shifts = [
        f"{result.entrant.name} {step.inputs['name']} {step.value}"
        for result in unrated
        for _, step in walk(result.steps)
        if step.what == "round-robin.shift"
    ]
    return {
        "rar": found.rar,
        "dpa": found.dpa,
        "ra": found.ra,
        "rated": [f"{result.entrant.name} {result.percentage} {result.dp}" for result in rated],
        "unrated": [
            f"{result.entrant.name} {result.rc} {result.ru} {result.new_rc} {result.new_ru}" for result in unrated
        ],
        "seen": shifts,
    }


def time_control(given: Mapping[str, Any], name: str) -> dict[str, object]:
    """A time control: its minutes for 60 moves, its class, and the articles that stand against rating it."""
    control, rounds = parse_time_control(given["time_control"]), given.get("games_per_day", 1)
    found: dict[str, object] = {
        "minutes": control.minutes_for(),
        "time_class": time_class(control),
        "day_minutes": 2 * rounds * control.minutes_for(),
    }
    if name:
        equal = given.get("equal_times", True)
        steps = check_time(edition(name), control, highest=given.get("highest", 0), rounds_per_day=rounds, equal=equal)
        found["against"] = [step.article.number for step in steps]
    return found


def rating_list(given: Mapping[str, Any], name: str) -> dict[str, object]:
    """The list whose ratings count for an event."""
    return {"list": list_in_force(edition(name), given["start"])}


KINDS: Mapping[str, Callable[[Mapping[str, Any], str], dict[str, object]]] = {
    "change": change,
    "initial": initial,
    "round-robin": round_robin,
    "time-control": time_control,
    "list": rating_list,
}


def squeezed(value: object) -> object:
    """Lines without the spaces that align their columns; everything else as it is."""
    if not isinstance(value, list):
        return value
    return [" ".join(line.split()) if isinstance(line, str) else line for line in value]


@pytest.mark.parametrize("path", FILES)
def test_example(path: Path) -> None:
    """What the document prints is what comes out."""
    example = read(path)
    assert example["title"]
    assert example["article"]
    assert example["source"] in regulations().sources
    assert example["expected"]
    for expected in example["expected"]:
        found = KINDS[example["kind"]](example["given"], expected.pop("edition", ""))
        assert expected
        assert {name: found[name] for name in expected} == {name: squeezed(value) for name, value in expected.items()}


def test_every_kind_of_example_is_there() -> None:
    """No folder that has been emptied, no file that is not an example."""
    assert {read(path)["kind"] for path in FILES} == set(KINDS)
    assert all(path.suffix == ".toml" for path in FILES)
    assert {path.stem for path in FILES} >= {"change-appendix-2212", "change-exam-12", "initial-exam-13"}
