"""Norms by trying everything: all cut-offs and all sets of beaten opponents, the rules written out once more."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations

from arpad.regulations.rating_rules import dp
from arpad.regulations.title_editions import NormTitle
from arpad.titles.model import NormGame

LIMITS = {
    "GM": (2600, 2380, 2200, {"GM"}),
    "IM": (2450, 2230, 2050, {"GM", "IM"}),
    "WGM": (2400, 2180, 2000, {"GM", "IM", "WGM"}),
    "WIM": (2250, 2030, 1850, {"GM", "IM", "WGM", "WIM"}),
}
TITLE_HOLDERS = {"GM", "IM", "FM", "WGM", "WIM", "WFM"}
Key = tuple[int, int, bool, int]


def nearest(value: Fraction) -> int:
    return (value + Fraction(1, 2)).__floor__()


def selections(games: Sequence[NormGame], least: int) -> Iterator[tuple[tuple[NormGame, ...], bool]]:
    """All that may count: the first so many games without any set of opponents beaten in every game."""
    for length in range(least, len(games) + 1):
        first = games[:length]
        beaten = [
            rank
            for rank in sorted({game.opponent for game in first})
            if all(game.score == 2 for game in first if game.opponent == rank)
        ]
        for out in chain.from_iterable(combinations(beaten, count) for count in range(len(beaten) + 1)):
            kept = tuple(game for game in first if game.opponent not in out)
            if len(kept) >= least:
                yield kept, length == len(games)


def average_of(games: Sequence[NormGame], floor: int, unrated: int) -> int:
    values = {game.opponent: unrated if game.rating is None else game.rating for game in games}
    met = Counter(game.opponent for game in games)
    lowest = min(values, key=lambda rank: (values[rank], -met[rank]))
    values[lowest] = max(values[lowest], floor)
    return nearest(Fraction(sum(values[game.opponent] for game in games), len(games)))


def key_of(
    games: Sequence[NormGame],
    uncut: bool,
    title: NormTitle,
    own: str,
    *,
    unrated: int = 1000,
    few_unrated: bool = False,
) -> Key | None:
    """How good a selection is, for comparing; None if it is not a norm."""
    performance, average, floor, wanted = LIMITS[title]
    n, points = len(games), Fraction(sum(game.score for game in games), 2)
    people = {game.opponent: game for game in games}.values()
    m = len(people)
    federations = Counter(game.federation for game in people)
    foreign = {name for name in federations if name not in (own, "FID", "")}
    unknown = federations[""]
    most = max((federations[name] for name in foreign), default=0)
    ra = average_of(games, floor, unrated)
    rp = ra + (dp(nearest(100 * points / n), 800) or 0)
    good = [
        len(foreign) >= 2,
        5 * (federations[own] + unknown) <= 3 * m,
        3 * (most + unknown) <= 2 * m,
        2 * sum(game.title in TITLE_HOLDERS for game in people) >= m,
        sum(game.title in wanted for game in people) >= max(3, -(-m // 3)),
        not few_unrated or 5 * sum(game.rating is None for game in people) <= m + 1,
        ra >= average,
        points / n >= Fraction(35, 100),
        rp >= performance,
    ]
    if not all(good):
        return None
    least = next(
        half
        for half in range(2 * n + 1)
        if Fraction(half, 2 * n) >= Fraction(35, 100)
        and ra + (dp(nearest(Fraction(50 * half, n)), 800) or 0) >= performance
    )
    return min(13, n + (points - Fraction(least, 2)).__floor__()), n, uncut, rp


def best_key(
    games: Sequence[NormGame], title: NormTitle, own: str, least: int = 9, *, few_unrated: bool = False
) -> Key | None:
    """The best of all selections."""
    keys = (key_of(kept, uncut, title, own, few_unrated=few_unrated) for kept, uncut in selections(games, least))
    return max((key for key in keys if key is not None), default=None)
