"""Little events for the tests of eligibility, and what the checks say of them."""

import datetime as dt
from typing import Any, cast

from arpad.domain.event import Event, Player, ResultCode, RoundResult
from arpad.eligibility.checks import check_event, game_exclusions
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_editions import edition

OTHER_SIDE: dict[str, ResultCode] = {"1": "0", "=": "=", "0": "1", "+": "-", "-": "+"}
STANDARD = ("fide-2003", "fide-2005", "fide-2017", "fide-2022", "fide-2024", "fide-2025")
RAPID_BLITZ = (
    "fide-2017-rapid-blitz",
    "fide-2022-rapid-blitz",
    "fide-2022-10-rapid-blitz",
    "fide-2024-rapid-blitz",
    "fide-2024-12-rapid-blitz",
)
ALL = ("feda-1996", *STANDARD, *RAPID_BLITZ)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def event(players: str = "2000 1900", games: str = "1-2 1", **head: Any) -> Event:
    """`2400 1500f u`: the players' ratings (u: unrated; f, m: sex), and `1-2 1, 3-4 =; 1-3 +`: rounds, white first.

    `start`, `end` and `days` (the dates of the rounds, by commas) are written as text.
    """
    rounds: dict[int, list[RoundResult]] = {}
    for number, line in enumerate(games.split(";"), start=1):
        for game in filter(str.strip, line.split(",")):
            pair, result = game.split()
            white, black = map(int, pair.split("-"))
            rounds.setdefault(white, []).append(RoundResult(number, black, "w", cast(ResultCode, result)))
            rounds.setdefault(black, []).append(RoundResult(number, white, "b", OTHER_SIDE[result]))
    entered = tuple(
        Player(
            rank,
            name=f"Player {rank}",
            sex=cast(Any, word[-1] if word[-1] in "fm" else None),
            rating=None if word.startswith("u") else int(word.rstrip("fm")),
            id=head.get("ids", {}).get(rank, f"22{rank:05}"),
            rounds=tuple(rounds.get(rank, ())),
            line=rank + 10,
        )
        for rank, word in enumerate(players.split(), start=1)
    )
    dates: dict[str, Any] = {name: day(head[name]) for name in ("start", "end") if name in head}
    by_round = (
        tuple(day(part) if part else None for part in head.get("days", "").split(",")) if head.get("days") else ()
    )
    kept = {name: value for name, value in head.items() if name not in ("start", "end", "days", "ids")}
    count = kept.pop("rounds", games.count(";") + 1)
    return Event(players=entered, rounds=count, round_dates=by_round, **dates, **kept)


def round_robin(players: str, cycles: int = 1, without: int = 0) -> Event:
    """Everybody against everybody, all games drawn; the last few games are not played."""
    count = len(players.split())
    pairs = [f"{one}-{two}" for one in range(1, count + 1) for two in range(one + 1, count + 1)] * cycles
    results = ["="] * (len(pairs) - without) + ["+"] * without
    return event(players, ";".join(f"{pair} {result}" for pair, result in zip(pairs, results, strict=True)))


def codes(name: str, tournament: Event, severity: str | None = "error", **facts: Any) -> list[tuple[str, str | None]]:
    """The findings under an edition as (code, article); only errors unless another severity, or None for all."""
    found = check_event(edition(name), tournament, Facts(**facts))
    return [(one.code, one.article) for one in found if severity is None or one.severity == severity]


def said(name: str, tournament: Event, code: str, **facts: Any) -> list[str | None]:
    """The articles of the findings with this code, of any severity."""
    return [article for found, article in codes(name, tournament, severity=None, **facts) if found == code]


def excluded(name: str, tournament: Event, **facts: Any) -> dict[tuple[int, int, int], str]:
    """The games left out, each with the code of its reason."""
    return {game: found.code for game, found in game_exclusions(edition(name), tournament, Facts(**facts)).items()}
