"""A second closing of periods, to compare the real one with: dictionaries and loops (see `naive_rules`).

An event is a dictionary: name, class, start, end, players (ids), rounds, each with its date and its games as (white,
black, result of white), black None for a bye. A list has a row for every player: born, birthday, and a standing for
each class. An office has its lists by date, the games of the year and the results of those who are not yet rated.
"""

import copy
import datetime as dt
from fractions import Fraction
from typing import Any

from naive_rules import (
    CLASSES,
    POINTS,
    Plain,
    change,
    compressed,
    due,
    edition,
    editions,
    first_rating,
    half_away,
    in_force,
    in_order,
    k_of,
    parts,
    standing,
)

TRANSITION_2024 = dt.date(2024, 3, 1)


def new_office(system: str, date: dt.date, rows: dict[str, Plain]) -> Plain:
    """An office that knows all games since long ago: there were none."""
    return {"system": system, "lists": {date: rows}, "played": {}, "pool": {}}


def new_row(born: int = 0, birthday: dt.date | None = None, **classes: Plain) -> Plain:
    return {"born": born, "birthday": birthday} | {
        time_class: classes.get(time_class, standing()) for time_class in CLASSES
    }


def taking_part(rules: Plain, time_class: str, at: Plain, now: Plain) -> tuple[int, int, bool]:
    """A player's own rating, the rating for the opponents (0: none), and whether it is the standard one."""
    if at[time_class]["rating"]:
        return at[time_class]["rating"], at[time_class]["rating"], False
    if rules["stands_in"] and at["standard"]["rating"]:
        return at["standard"]["rating"], at["standard"]["rating"], True
    if rules["entered"] and now[time_class]["rating"]:
        return now[time_class]["rating"], 0, False
    return 0, 0, False


def rate(office: Plain, event: Plain, now: Plain) -> list[Plain]:
    """What an event gave each player: one outcome, of a long event one for each part."""
    time_class, found = event["class"], []
    rules = edition(office["system"], time_class, event["start"])
    assert rules is not None
    for day, last, games in parts(rules, event):
        then = office["lists"][in_force(office["lists"], day)]
        rated = {
            id_: taking_part(rules, time_class, then.get(id_, new_row()), now.get(id_, new_row()))
            for id_ in event["players"]
        }
        for id_, (own, _, stands_in) in rated.items():
            scores, met = [], set()
            for white, black, result in games:
                if id_ not in (white, black) or result not in POINTS or black is None:
                    continue
                other = black if id_ == white else white
                opponent = rated[other]
                if rules["too_far"] and own and opponent[0]:
                    distance, above = rules["too_far"]
                    if abs(own - opponent[0]) >= distance and max(own, opponent[0]) > above:
                        continue
                if opponent[1]:
                    met.add(other)
                    scores.append((opponent[1], POINTS[result] if id_ == white else 2 - POINTS[result]))
            found.append(
                {"id": id_, "event": event["name"], "rules": rules, "date": last, "own": own, "stands_in": stands_in}
                | {"games": scores, "met": met, "floor": rules["floor"], "start": event["start"]}
                | {
                    "day": min(
                        (round_["date"] for round_ in event["rounds"] if plays(id_, round_["games"])), default=last
                    )
                }
            )
    return found


def plays(id_: str, games: list[Any]) -> bool:
    return any(id_ in game[:2] for game in games)


def same_event(outcome: Plain, outcomes: list[Plain]) -> list[Plain]:
    """The parts of one event, however many lists its games went by (4.1)."""
    return [other for other in outcomes if other["event"] == outcome["event"]]


def lowest_opponent(outcome: Plain) -> int:
    """How far the lowest opponent is below a player."""
    return max((outcome["own"] - opponent for opponent, _ in outcome["games"]), default=-9999)


def one_league(outcomes: list[Plain]) -> list[Plain]:
    """A newcomer's league, of which each game went by the list of its day, is one event (2003, 2005 4.11)."""
    found: list[Plain] = []
    for outcome in outcomes:
        league = outcome["rules"]["long"] is not None and outcome["rules"]["long"][1] == "list"
        if league and found and found[-1]["event"] == outcome["event"]:
            found[-1] = outcome | {
                "games": found[-1]["games"] + outcome["games"],
                "met": found[-1]["met"] | outcome["met"],
            }
        else:
            found.append(outcome)
    return found


def close(office: Plain, date: dt.date, events: list[Plain]) -> Plain:
    """The next list of an office, which it keeps."""
    system = office["system"]
    previous = max(office["lists"])
    now = office["lists"][previous]
    rows: dict[str, Plain] = copy.deepcopy(now)
    outcomes: dict[tuple[str, str], list[Plain]] = {}
    for event in events:
        for outcome in rate(office, event, now):
            outcomes.setdefault((outcome["id"], event["class"]), []).append(outcome)
    for row in rows.values():
        for time_class in CLASSES:
            if edition(system, time_class, date) is not None:
                row[time_class]["games"] = 0
    for (id_, time_class), found in outcomes.items():
        rules = edition(system, time_class, date)
        assert rules is not None
        before = now.get(id_, new_row())
        row = rows.setdefault(id_, new_row())
        one_player(office, previous, rules, id_, time_class, found, before, row[time_class])
    whole_list(office, date, previous, rows)
    office["lists"][date] = rows
    return rows


def one_player(
    office: Plain, previous: dt.date, rules: Plain, id_: str, time_class: str, found: Any, before: Plain,
    own: Plain,
) -> None:  # fmt: skip
    """A player's period: one change of the rating of the list before, or a first rating."""
    rated = [event for event in found if event["own"]]
    base = own["rating"]
    if not base and any(event["stands_in"] and event["games"] for event in rated):
        base = before["standard"]["rating"]
    if base:
        games, total = sum(len(event["games"]) for event in rated), 0
        profiting = [max(same_event(event, rated), key=lowest_opponent) for event in rated]
        for event in rated:
            k = own["k"]
            if event["rules"].get("fixed") or not k:
                k = k_of(event["rules"], before[time_class], before, previous, time_class)
            if event["rules"]["limit"] and k * games > event["rules"]["limit"]:
                k = event["rules"]["limit"] // games
            total += k * change(event["rules"], event["own"], event["games"], event in profiting)
        own["rating"] = rounded(rules, base, total)
        own["games"], own["total"] = games, (own["total"] if before[time_class]["rating"] else 0) + games
        office["pool"].pop((id_, time_class), None)
        return
    fresh = one_league([event | {"first": not own["total"]} for event in found if not event["own"]])
    fresh = [event for event in fresh if event["games"]]
    if not fresh:
        return
    pool = sorted(office["pool"].get((id_, time_class), []) + fresh, key=in_order)
    rating, counted, last = first_rating(pool)
    office["pool"][id_, time_class] = pool
    if rating is None:
        return
    del office["pool"][id_, time_class]
    if last["start"] < TRANSITION_2024 <= previous and office["system"] == "fide":
        rating = compressed(rating)
    own["rating"] = rating
    own["total"] = sum(len(event["games"]) for event in counted)
    own["games"] = sum(len(event["games"]) for event in counted if event in fresh)
    for event in counted:
        if event not in fresh:
            played = office["played"].setdefault((id_, time_class), {})
            played[due(rules, event["date"])] = played.get(due(rules, event["date"]), 0) + len(event["games"])


def rounded(rules: Plain, base: int, total: int) -> int:
    """One rounding: of the new rating to the unit; a tie away from the old rating."""
    unit = rules["unit"]
    exact = (base + Fraction(total, 100)) / unit
    low = exact.numerator // exact.denominator
    if exact - low == Fraction(1, 2):
        return int((low + 1) * unit if total >= 0 else low * unit)
    return half_away(exact) * int(unit)


def whole_list(office: Plain, date: dt.date, previous: dt.date, rows: dict[str, Plain]) -> None:
    """What is done to everybody: transitions, floors, K, activity; standard first."""
    for time_class in CLASSES:
        rules = edition(office["system"], time_class, date)
        if rules is None:
            continue
        made = [
            edition["transition"] for day, edition in editions(office["system"], time_class) if previous < day <= date
        ]
        for id_, row in rows.items():
            own = row[time_class]
            if own["rating"] and "compress" in made:
                own["rating"] = compressed(own["rating"])
            if own["rating"] and "raise" in made and row["standard"]["rating"]:
                own["rating"] = max(own["rating"], row["standard"]["rating"] - 100)
            if own["rating"] < rules["floor"]:
                own["rating"] = own["k"] = 0
            own["highest"] = max(own["highest"], own["rating"])
            if own["rating"]:
                own["k"] = k_of(rules, own, row, date, time_class)
            active(office, rules, date, (id_, time_class), own)


def active(office: Plain, rules: Plain, date: dt.date, who: tuple[str, str], own: Plain) -> None:
    """Enough games in the lists of a year, or of the period, to be active or to be so again."""
    played = office["played"].setdefault(who, {})
    if not own["rating"]:
        own["inactive"] = 0
        return
    if own["games"]:
        played[date] = played.get(date, 0) + own["games"]
    year_ago = date.replace(year=date.year - 1)
    in_year = sum(games for day, games in played.items() if day > year_ago)
    if own["inactive"]:
        if (in_year if rules["active_by_year"] else own["games"]) >= rules["active"]:
            own["inactive"] = 0
    elif in_year < rules["active"]:
        own["inactive"] = date.year * 10_000 + date.month * 100 + date.day
