"""A league from January to May for tests: its lists month by month, and its rounds as they are played."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from arbiter import Arbiter
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.periods import OpenPeriod
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from places import FIXTURES

MONTHS = {"2026-01": (1, 2), "2026-02": (3,), "2026-03": (4, 5), "2026-04": (6,), "2026-05": (7,)}


@cache
def read(name: str) -> Mapping[str, Any]:
    return tomllib.loads((FIXTURES / "league" / f"{name}.toml").read_text("utf-8"))


def listed(month: str) -> list[dict[str, Any]]:
    """The players as the list of a month has them: that of February is January's, that of April March's."""
    season = read("season")
    known = max(name for name in season["lists"] if name <= month)
    rows = zip(season["players"], season["lists"][known], strict=True)
    return [{**player, "rating": rating, "k": k, "title": title} for player, (rating, k, title) in rows]


def rating_list(month: str) -> RatingList:
    entries = {
        row["id"]: ListEntry(
            row["id"], row["name"], row["federation"], row["sex"], row["title"], row["rating"], k=row["k"]
        )
        for row in listed(month)
    }
    return RatingList(entries, name=f"{month}.csv")


def list_csv(month: str) -> str:
    """The list of a month as a file."""
    names = ("id", "name", "federation", "sex", "title", "rating", "games", "k", "born")
    rows = [{**row, "name": f'"{row["name"]}"', "sex": row["sex"].upper(), "games": 0} for row in listed(month)]
    return "\n".join([",".join(names), *(",".join(str(row[name]) for name in names) for row in rows), ""])


def results_of(number: int) -> dict[frozenset[int], str]:
    """The results of a round by the players of each game, who are entered in the order of their numbers."""
    rows = [row.split() for row in read("season")["rounds"][number - 1]]
    return {frozenset((int(white), int(black))): result for white, black, result in rows}


def league(last: int = 0, *opened: str, **rules: Any) -> Arbiter:
    """The league after a round, with the lists of these months."""
    arbiter = Arbiter({**read("league"), **rules})
    for row in listed("2026-01"):
        fields = {name: row[name] for name in ("id", "name", "federation", "sex", "born", "rating", "title")}
        arbiter.does(Enter(fields))
    arbiter.closes()
    for month in opened:
        arbiter.does(OpenPeriod(month, rating_list(month)))
    for number in range(1, last + 1):
        play(arbiter, number)
    return arbiter


def play(arbiter: Arbiter, number: int) -> None:
    """Draw a round and enter its results. Player 9 is absent in the fifth."""
    if number == 5:
        arbiter.does(SetAbsence(9, 5, "Z"))
    arbiter.does(DrawNext(number))
    arbiter.does(Publish(number))
    results = results_of(number)
    for board in arbiter.state.rounds[number].games:
        arbiter.does(SetResult(number, board.number, results[frozenset(board.seats)]))
