"""Little events for tests, written as an arbiter would write them down."""

import datetime as dt

from arpad.domain.event import Event, Player, RoundResult

MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}


def event(
    ratings: list[int | None],
    games: list[str],
    *,
    start: str = "2024-05-04",
    name: str = "Little open",
    born: int | None = None,
) -> Event:
    """An event from ratings by starting rank and games like `1: 1-2 1` (round: white-black result) or `2: 3 U`."""
    cells: dict[int, dict[int, RoundResult]] = {rank: {} for rank in range(1, len(ratings) + 1)}
    for game in games:
        number, _, rest = game.partition(":")
        pairing, result = rest.split()
        round_ = int(number)
        if "-" in pairing:
            white, black = (int(rank) for rank in pairing.split("-"))
            cells[white][round_] = RoundResult(round_, black, "w", result)  # type: ignore[arg-type]
            cells[black][round_] = RoundResult(round_, white, "b", MIRROR[result])  # type: ignore[arg-type]
        else:
            cells[int(pairing)][round_] = RoundResult(round_, None, None, result)  # type: ignore[arg-type]
    rounds = max((round_ for own in cells.values() for round_ in own), default=0)
    players = tuple(
        Player(
            rank,
            f"Player {rank}",
            rating=rating,
            id=str(1000 + rank),
            born=born,
            rounds=tuple(own[number] for number in sorted(own)),
        )
        for (rank, own), rating in zip(cells.items(), ratings, strict=True)
    )
    return Event(
        name=name, start=dt.date.fromisoformat(start), end=dt.date.fromisoformat(start), rounds=rounds, players=players
    )
