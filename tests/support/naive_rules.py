"""The rules of a second closing of periods, plain and slow: dictionaries and loops, written from the regulations and
from nothing else of ours but the two conversion tables. It knows Swiss events alone and gives no reasons.
"""

import datetime as dt
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from arpad.regulations.rating_rules import dp, pd

CLASSES = ("standard", "rapid", "blitz")
POINTS = {"1": 2, "=": 1, "0": 0}
MONTHLY = tuple(range(1, 13))
Plain = dict[str, Any]

FEDA: Plain = {
    "months": (1, 7), "closing": "two-months-end", "method": "average", "cap": 350, "cap_once": False, "exempt": None,
    "too_far": None, "unit": 5, "k": (25, 15, 10), "k_low": 2200, "k_low_games": 30, "junior": None, "limit": None,
    "floor": 1805, "entered": False, "stands_in": False, "ignored": 0, "ignored_when": "any", "minimum": 4, "needed": 9,
    "span": 4, "span_in": "lists", "weighted": True, "bonus": Fraction(25, 2), "extremes": None, "two_draws": False,
    "maximum": None, "active": 4, "active_by_year": True, "long": None, "transition": None,
}  # fmt: skip
FIDE_2003 = FEDA | {
    "months": (1, 4, 7, 10), "closing": "month", "unit": 1, "k_low": 2400, "floor": 1801, "entered": True, "ignored": 1,
    "minimum": 3, "span": 8, "long": (90, "list"),
}  # fmt: skip
FIDE_2005 = FIDE_2003 | {"method": "games", "floor": 1601, "ignored_when": "first"}
FIDE_2017 = FIDE_2005 | {
    "months": MONTHLY, "closing": "three-days", "cap": 400, "k": (40, 20, 10), "k_low_games": 0, "junior": "birthday",
    "limit": 700, "floor": 1000, "ignored": 0, "ignored_when": "first-alone", "minimum": 1, "needed": 5, "span": 26,
    "span_in": "months", "weighted": False, "bonus": 20, "extremes": 800, "active": 1, "active_by_year": False,
    "long": (90, "month"),
}  # fmt: skip
FIDE_2022 = FIDE_2017 | {"cap_once": True, "junior": "year", "ignored_when": "first", "long": (30, "month")}
FIDE_2024 = FIDE_2022 | {
    "cap_once": False, "two_draws": True, "maximum": 2200, "floor": 1400, "transition": "compress",
}  # fmt: skip
FIDE_2025 = FIDE_2024 | {"exempt": 2650, "transition": None}
RAPID_2017 = FIDE_2017 | {
    "cap": 735, "k": (20, 20, 20), "junior": None, "fixed": True, "stands_in": True, "bonus": 10, "ignored": 1,
    "long": None,
}  # fmt: skip
RAPID_2022 = RAPID_2017 | {"cap": 400, "cap_once": True, "ignored": 0, "ignored_when": "first"}
RAPID_OCTOBER = RAPID_2022 | {
    "k": (40, 20, 10), "junior": "year", "fixed": False, "bonus": 20, "transition": "raise",
}  # fmt: skip
RAPID_2024 = RAPID_OCTOBER | {
    "cap_once": False, "two_draws": True, "maximum": 2200, "floor": 1400, "transition": "compress",
}  # fmt: skip
RAPID_DECEMBER = RAPID_2024 | {"too_far": (600, 2600), "transition": None}

EDITIONS: dict[tuple[str, bool], list[tuple[str, Plain]]] = {
    ("feda", True): [("1996-01-01", FEDA)],
    ("fide", True): [
        ("2003-07-01", FIDE_2003), ("2005-07-01", FIDE_2005), ("2017-07-01", FIDE_2017), ("2022-01-01", FIDE_2022),
        ("2024-03-01", FIDE_2024), ("2025-10-01", FIDE_2025),
    ],
    ("fide", False): [
        ("2017-07-01", RAPID_2017), ("2022-01-01", RAPID_2022), ("2022-10-01", RAPID_OCTOBER),
        ("2024-03-01", RAPID_2024), ("2024-12-01", RAPID_DECEMBER),
    ],
}  # fmt: skip


def editions(system: str, time_class: str) -> list[tuple[dt.date, Plain]]:
    line = EDITIONS.get((system, time_class == "standard"), [])
    return [(dt.date.fromisoformat(day), rules) for day, rules in line]


def edition(system: str, time_class: str, day: dt.date) -> Plain | None:
    found = [rules for since, rules in editions(system, time_class) if since <= day]
    return found[-1] if found else None


def standing() -> Plain:
    return {"rating": 0, "k": 0, "games": 0, "total": 0, "highest": 0, "inactive": 0}


def following(rules: Plain, day: dt.date) -> dt.date:
    """The first list after a day."""
    day = day.replace(day=1)
    while True:
        day = (day + dt.timedelta(days=32)).replace(day=1)
        if day.month in rules["months"]:
            return day


def closes(rules: Plain, list_date: dt.date) -> dt.date:
    eve = list_date - dt.timedelta(days=1)
    if rules["closing"] == "three-days":
        return list_date - dt.timedelta(days=3)
    if rules["closing"] == "month":
        return eve.replace(day=1)
    return eve.replace(day=1) - dt.timedelta(days=1)


def due(rules: Plain, end: dt.date) -> dt.date:
    """The first list that an event can enter."""
    date = following(rules, end)
    while end > closes(rules, date):
        date = following(rules, date)
    return date


def in_force(dates: Iterable[dt.date], day: dt.date) -> dt.date:
    before = [one for one in dates if one <= day]
    return max(before) if before else min(dates)


def half_away(value: Fraction) -> int:
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def parts(rules: Plain, event: Plain) -> list[tuple[dt.date, dt.date, list[Any]]]:
    """(day whose list counts, last day, games): one part; of a long event one for each month or list."""
    games = [game for round_ in event["rounds"] for game in round_["games"]]
    whole = [(event["start"], event["end"], games)]
    if rules["long"] is None or (event["end"] - event["start"]).days + 1 <= rules["long"][0]:
        return whole
    found: dict[dt.date, Any] = {}
    for round_ in event["rounds"]:
        month = round_["date"].replace(day=1)
        while month.month not in rules["months"]:
            month = (month - dt.timedelta(days=1)).replace(day=1)
        last, some = found.get(month, (round_["date"], []))
        found[month] = (max(last, round_["date"]), some + round_["games"])
    if len(found) < 2:
        return whole
    return [(day, last, some) for day, (last, some) in sorted(found.items())]


def k_of(rules: Plain, own: Plain, row: Plain, day: dt.date, time_class: str = "standard") -> int:
    """K, of a player who is not on the list for his return to it."""
    new, middle, low = rules["k"]
    if rules.get("fixed"):
        return int(middle)
    peak = max(own["rating"], own["highest"])
    total = own["total"] if own["rating"] else 0
    if peak >= rules["k_low"] and total >= rules["k_low_games"]:
        return int(low)
    if time_class != "standard" and total < 30 and row["standard"]["rating"]:
        return int(row["standard"]["k"])
    if rules["junior"] and peak < 2300:
        birthday = row["birthday"]
        if rules["junior"] == "birthday" and birthday:
            if day < birthday.replace(year=birthday.year + 18):
                return 40
        elif row["born"] and day.year - row["born"] <= 18:
            return 40
    return int(new if total < 30 else middle)


def change(rules: Plain, rating: int, games: list[tuple[int, int]], profits: bool = True) -> int:
    """W − We of one event in hundredths. If the cap helps once, `profits` says whether it does in this part."""
    cap, differences = rules["cap"], [rating - opponent for opponent, _ in games]
    if rules["exempt"] is None or rating < rules["exempt"]:
        if rules["cap_once"]:
            differences = [max(-cap, difference) for difference in differences]
            if profits and differences and max(differences) > cap:
                differences[differences.index(max(differences))] = cap
        else:
            differences = [max(-cap, min(cap, difference)) for difference in differences]
    score = 50 * sum(points for _, points in games)
    if rules["method"] == "games":
        return score - sum(pd(difference) for difference in differences)
    return score - len(games) * pd(half_away(Fraction(sum(differences), len(games)))) if games else 0


def performance(rules: Plain, games: list[tuple[int, int]]) -> Fraction | None:
    """What a newcomer's games against rated opponents are worth; None where dp is indeterminate."""
    if rules["two_draws"]:
        games = [*games, (1800, 1), (1800, 1)]
    n, score = len(games), sum(points for _, points in games)
    average = Fraction(sum(opponent for opponent, _ in games), n)
    if score == n:
        return average
    if score > n and not rules["two_draws"]:
        return average + (score - n) * Fraction(rules["bonus"])
    added = dp(int(Fraction(50 * score, n) + Fraction(1, 2)), rules["extremes"])
    return None if added is None else average + added


def periods_later(rules: Plain, day: dt.date, other: dt.date) -> int:
    """How many periods lie between two days: months, or the lists that came out after the one and by the other."""
    if rules["span_in"] == "months":
        return (other.year - day.year) * 12 + other.month - day.month
    lists = 0
    while (day := following(rules, day)) <= other:
        lists += 1
    return lists


def in_order(result: Plain) -> tuple[dt.date, dt.date, dt.date]:
    """By the last day, then the first day, then the day of the first round."""
    return result["date"], result["start"], result["day"]


def one_span(results: list[Plain], first: Plain) -> list[Plain]:
    """The results of the same period as the first and of those that follow it, as many as its rules say."""
    span = int(first["rules"]["span"])
    return [result for result in results if 0 <= periods_later(first["rules"], first["date"], result["date"]) < span]


def first_rating(pool: list[Plain]) -> tuple[int | None, list[Plain], Plain]:
    """The first rating if it can be published, the results that count, and the last one it was looked for in."""
    results, tried = sorted(pool, key=in_order), dt.date.min
    for first in results:
        span = one_span([result for result in results if result["date"] >= first["date"]], first)
        last = span[-1]
        if last["date"] <= tried:
            continue
        tried = last["date"]
        rating, counted = worth(last["rules"], results, span)
        if last is results[-1]:
            break
        if rating is not None and one_span(results, counted[0])[-1]["date"] <= tried:
            break
    return rating, counted, last


def worth(rules: Plain, all_results: list[Plain], span: list[Plain]) -> tuple[int | None, list[Plain]]:
    """What the results of one span give, and which of them count. Which was the first of all is told by all."""
    results = [one for one in all_results if len(one["met"]) >= rules["minimum"]]
    scores: dict[str, int] = {}
    for result in results:
        scores[result["event"]] = scores.get(result["event"], 0) + sum(points for _, points in result["games"])
    low = [scores[one["event"]] <= rules["ignored"] for one in results]
    when = rules["ignored_when"]
    if when == "any":
        results = [result for result, ignored in zip(results, low, strict=True) if not ignored]
    elif results and low[0] and results[0]["first"]:
        first = [one for one in results if one["event"] == results[0]["event"]]
        if when == "first" or [one for one in results if one in span] == first:
            results = [one for one in results if one not in first]
    if rules["weighted"]:
        results = [one for one in results if performance(rules, one["games"]) is not None]
        while results and (performance(rules, results[0]["games"]) or 0) < results[0]["floor"]:
            results = results[1:]
    results = [one for one in results if one in span]
    games = [game for one in results for game in one["games"]]
    if len(games) < rules["needed"]:
        return None, []
    if rules["weighted"]:
        value = sum((performance(rules, one["games"]) or 0) * len(one["games"]) for one in results) / Fraction(
            len(games)
        )
    else:
        value = performance(rules, games) or Fraction(0)
    rating = half_away(value / rules["unit"]) * rules["unit"]
    rating = min(rating, rules["maximum"] or rating)
    return (None, []) if rating < rules["floor"] else (rating, results)


def compressed(rating: int) -> int:
    return half_away(rating + Fraction(2, 5) * (2000 - rating)) if rating < 2000 else rating
