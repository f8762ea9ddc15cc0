"""A second opinion on round robins with unrated players, 1996 to 2017: plain loops, written from the articles, with
nothing of ours but the two conversion tables. It knows one cycle and whole events only.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from arpad.regulations.rating_rules import dp, pd

# Points up to which an unrated player is ignored, in half points, and when: FEDA 7.1; 2003, 2005, 2017 6.1; rapid 6.31.
IGNORED = {
    "feda-1996": (0, "any"), "fide-2003": (1, "any"), "fide-2005": (1, "first"), "fide-2017": (0, "first"),
    "fide-2017-rapid-blitz": (1, "first"),
}  # fmt: skip
# FEDA 9.23, 2003 and 2005 10.23, 2017 8.2.3, rapid 8.24: for each half point above 50%.
BONUS = {
    "feda-1996": Fraction(25, 2), "fide-2003": Fraction(25, 2), "fide-2005": Fraction(25, 2), "fide-2017": Fraction(20),
    "fide-2017-rapid-blitz": Fraction(10),
}  # fmt: skip
CAP = {"fide-2005": 350, "fide-2017": 400, "fide-2017-rapid-blitz": 735}
ALL_OR_NOTHING = {"fide-2017": 800, "fide-2017-rapid-blitz": 800}


class RefusedError(Exception):
    """A rated player has 0% or 100% among unrated ones: dp is indeterminate (10.1), and there is no average."""


def whole(value: Fraction) -> int:
    """To the nearest whole number, a half upwards, as the example of 2005 10.54 prints it."""
    return math.floor(value + Fraction(1, 2))


def hundredths(score: int, games: int) -> int:
    return whole(Fraction(50 * score, games))


def ignored_players(name: str, ratings: Sequence[int | None], results: Any, first: Sequence[bool]) -> set[int]:
    """The unrated players who are ignored, found one at a time until there is nobody else."""
    limit, when = IGNORED[name]
    out: set[int] = set()
    while True:
        for one, rating in enumerate(ratings):
            if rating is not None or one in out:
                continue
            points = sum(results[one][other] for other in range(len(ratings)) if other != one and other not in out)
            if points <= limit and (when == "any" or first[one]):
                break
            if points == 0 and name not in ALL_OR_NOTHING:  # 10.1: no dp, so no Ru for anybody to count with
                break
        else:
            return out
        out.add(one)


def ru_of(name: str, average: int, score: int, n: int) -> int:
    """FEDA 9.22 to 9.25; 10.22, 10.23, 10.25; 8.2.3, 8.23 to 8.26."""
    if score == n:
        return average
    if score > n:
        return whole(average + (score - n) * BONUS[name])
    difference = dp(hundredths(score, n), ALL_OR_NOTHING.get(name))
    assert difference is not None
    return whole(average + Fraction(difference * n, n + 1))


def rated(name: str, ratings: Sequence[int | None], results: Any, first: Sequence[bool]) -> dict[int, Any]:
    """What everybody who is not ignored gets: W − We in hundredths, or for an unrated player Rc, n, W and Ru."""
    out = ignored_players(name, ratings, results, first)
    players = [one for one in range(len(ratings)) if one not in out]
    n = len(players) - 1
    score = {one: sum(results[one][other] for other in players if other != one) for one in players}
    known = {one: rating for one in players if (rating := ratings[one]) is not None}
    rar = Fraction(sum(known.values()), len(known))
    ra = rar
    if len(known) < len(players):
        differences = [dp(hundredths(score[one], n), ALL_OR_NOTHING.get(name)) for one in known]
        if None in differences:
            raise RefusedError
        dpa = Fraction(sum(one or 0 for one in differences), len(known))
        ra = Fraction(whole(rar - dpa * n / (n + 1)))
    newcomers = [one for one in players if one not in known]
    rc = dict.fromkeys(newcomers, whole(ra))
    ru = {one: ru_of(name, rc[one], score[one], n) for one in newcomers}
    if name in CAP:  # 2005 10.54, 2017 8.58: once more, with the opponents brought within the cap
        cap, before = CAP[name], known | ru
        for one in newcomers:
            shifts = 0
            for other in players:
                if other != one:
                    away = before[other] - before[one]
                    shifts += max(-cap, min(cap, away)) - away
            rc[one] = whole(ra + Fraction(shifts, n))
        ru = {one: ru_of(name, rc[one], score[one], n) for one in newcomers}
    found: dict[int, Any] = {one: (rc[one], n, score[one], ru[one]) for one in newcomers}
    for one, rating in known.items():
        found[one] = 50 * score[one] - expected(name, rating, ra, known | ru, one) if n else 0
    return found


def away_from_zero(value: Fraction) -> int:
    return whole(value) if value > 0 else -whole(-value)


def expected(name: str, rating: int, ra: Fraction, everybody: dict[int, int], own: int) -> int:
    """We in hundredths: FEDA 9.53; 2003 10.51 to 10.54; game by game 10.51, 8.5."""
    n = len(everybody) - 1
    if name == "feda-1996":
        return pd(away_from_zero(rating - ra)) * (n + 1) - 50
    if name == "fide-2003":
        rc = (ra * (n + 1) - rating) / n
        return pd(away_from_zero(rating - rc)) * n
    cap = CAP[name]
    return sum(pd(max(-cap, min(cap, rating - other))) for one, other in everybody.items() if one != own)
