"""The index of games against the reports: in memory, from a file, and made of pieces that were taken over."""

import datetime as dt
import tempfile
from pathlib import Path
from random import Random

from arpad.domain.event import Event, Player, ResultCode, RoundResult
from arpad.lists.player_index import GamesIndex, IndexedEvent, event_piece, games_tables, pieces_of
from arpad.titles.norms import achieved_norms
from certificate_events import SAMPLE, meeting
from mapped_tables import mapped
from played_encounters import encounters
from proofs import over

IDS = ("", "1", "2", "12", "é3", "7")
PAIRS: tuple[tuple[ResultCode, ResultCode], ...] = (("1", "0"), ("=", "="), ("+", "-"), ("0", "1"))


def _event(dice: Random) -> Event:
    """A few players, some without an id, some under one id; rounds in any order, forfeits, byes."""
    count = dice.randint(0, 6)
    rounds: list[list[RoundResult]] = [[] for _ in range(count)]
    for number in dice.sample(range(1, 9), dice.randint(0, 4)):
        order = dice.sample(range(count), count)
        for white, black in zip(order[::2], order[1::2], strict=False):
            one, other = dice.choice(PAIRS)
            rounds[white].append(RoundResult(number, black + 1, "w", one))
            rounds[black].append(RoundResult(number, white + 1, dice.choice(("b", None)), other))
        if count % 2:
            rounds[order[-1]].append(RoundResult(number, None, None, "U"))
    players = tuple(
        Player(rank, f"Player {rank}", title=dice.choice(("", "FM")), rating=dice.choice((None, 2105, 40_000)),
               id=dice.choice(IDS), rounds=tuple(own))
        for rank, own in enumerate(rounds, 1)
    )  # fmt: skip
    return Event(players=players)


def _indexed(number: int, dice: Random) -> IndexedEvent:
    day = dice.choice((None, dt.date(2024, 5, dice.randint(1, 28))))
    return IndexedEvent(f"key {number}", number, f"Open {number}", day, dice.choice(("standard", "rapid", "blitz")))


def _check(index: GamesIndex, events: list[tuple[IndexedEvent, Event]]) -> None:
    for id_ in ("1", "2", "12", "é3", "7", "nobody"):
        expected = [
            (one.id, one.name, one.day, one.time_class, games[id_])
            for one, event in events
            for games in [encounters(event)]
            if id_ in games
        ]
        assert [tuple(played[:5]) for played in index.of(id_)] == expected


@over(40, lambda dice: dice.random())
def test_an_index_has_the_games_of_every_report(seed: float) -> None:
    dice = Random(seed)
    events = [(_indexed(number, dice), _event(dice)) for number in range(1, dice.randint(1, 5))]
    tables = games_tables([one for one, _ in events], [event_piece(event) for _, event in events])
    _check(GamesIndex(tables), events)
    with tempfile.TemporaryDirectory() as folder:
        _check(GamesIndex(mapped(Path(folder) / "games", tables)), events)
    kept = [pair for pair in events if dice.random() < 0.7]
    dice.shuffle(kept)
    pieces = pieces_of(tables, {one.key for one, _ in kept})
    added = [(_indexed(99, dice), _event(dice))]
    next_ = games_tables(
        [one for one, _ in kept + added], [*(pieces[one.key] for one, _ in kept), event_piece(added[0][1])]
    )
    _check(GamesIndex(next_), kept + added)


def test_norms_are_those_of_the_report() -> None:
    event = meeting(SAMPLE)
    expected = tuple(norm.title for norm in achieved_norms(event) if norm.player == 1)
    assert expected
    index = GamesIndex(games_tables([IndexedEvent("", 1, "", event.end, "standard")], [event_piece(event)]))
    (played,) = index.of("400000")
    assert played.norms == expected
    assert [one.norms for one in index.of("2200015")] == [()]
