"""Little events for norms: one candidate, rank 1, and their opponents, written as in the manual."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from arpad.domain.event import Event, Player, RoundResult
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition
from arpad.titles.model import Candidate, EventFacts, Norm
from arpad.titles.norms import find_norms

MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}
EDITION = title_edition("b01-2023")
BEFORE_2022, OF_2024 = title_edition("b01-2017"), title_edition("b01-2024")


def opponents(lines: str) -> list[tuple[str, str, int | None, str]]:
    """Title (or -), federation (or ???), rating (or u) and result of each line; `+ U` and the like for a bye."""
    found = []
    for line in lines.strip().splitlines():
        title, federation, rating, result = line.split()
        found.append(
            (
                "" if title == "-" else title,
                "" if federation == "???" else federation,
                None if rating == "u" else int(rating),
                result,
            )
        )
    return found


def event(
    lines: str | Sequence[tuple[str, str, int | None, str]],
    *,
    own: str = "HUN",
    sex: str | None = "m",
    host: str = "AUT",
    rounds: int | None = None,
    others: Sequence[Player] = (),
) -> Event:
    """An event of one candidate against these opponents, one a round. A result H, F, U or Z is a round without one; a
    result ? is a pairing without a result yet."""
    met = opponents(lines) if isinstance(lines, str) else list(lines)
    count = rounds or len(met)
    own_rounds: list[RoundResult] = []
    players: list[Player] = []
    for number, (title, federation, rating, result) in enumerate(met, 1):
        if result in "HFUZ":
            own_rounds.append(RoundResult(number, None, None, result))  # type: ignore[arg-type]
            continue
        rank = len(players) + 2
        told = None if result == "?" else result
        own_rounds.append(RoundResult(number, rank, "w", told))  # type: ignore[arg-type]
        his = RoundResult(number, 1, "b", None if told is None else MIRROR[told])  # type: ignore[arg-type]
        players.append(Player(rank, f"Opponent {number}", "m", title, rating, federation, str(rank), rounds=(his,)))
    hero = Player(1, "Candidate", sex, "", 2400, own, "1", rounds=tuple(own_rounds))  # type: ignore[arg-type]
    return Event(
        name="Little open",
        federation=host,
        start=dt.date(2023, 5, 1),
        end=dt.date(2023, 5, count),
        chief_arbiter="IA Somebody",
        time_control="90/40+30:30",
        type="Individual: Swiss-System",
        rounds=count,
        round_dates=tuple(dt.date(2023, 5, day) for day in range(1, count + 1)),
        players=(hero, *players, *others),
    )


def found(
    at: Event,
    title: NormTitle,
    *,
    edition: TitleEdition = EDITION,
    facts: EventFacts | None = None,
) -> Norm:
    """The answer for one title of the candidate."""
    return find_norms(at, 1, edition, facts or EventFacts(), [title]).norms[0]


def everything(at: Event, edition: TitleEdition = EDITION, facts: EventFacts | None = None) -> Candidate:
    return find_norms(at, 1, edition, facts or EventFacts(), NORM_TITLES)


def check(norm: Norm, name: str) -> tuple[object, object, bool | None]:
    """What a check asks, what it found and what it says."""
    (found,) = [one for one in norm.checks if one.name == name]
    return found.required, found.found, found.ok


def without(at: Event, **fields: object) -> Event:
    """An event with all players lacking something."""
    return replace(at, players=tuple(player._replace(**fields) for player in at.players))  # type: ignore[arg-type]


EXAM_10 = """
GM ENG 2700 =
IM NZL 2393 =
GM USA 2592 =
- NED 2345 1
FM AUS 2380 1
GM NZL 2450 =
GM GER 2685 =
- NED 2149 1
GM ESP 2559 =
"""
EXAM_11 = """
IM IND 2416 =
- USA 2201 1
- FRA 1900 1
- GER 2256 =
IM RUS 2495 =
FM GER 2302 1
FM AUT 2316 1
GM GER 2634 0
IM ESP 2426 ?
"""
THIRTEEN = """
GM GER 2383 1
GM ENG 2508 =
- GER 2573 0
- AUT 2180 1
GM RUS 2598 1
GM GER 2568 0
- GER 2070 1
IM GER 2483 1
- RUS 2497 1
- GER 2561 =
FM GER 2440 1
IM GER 2479 =
GM GER 2492 =
"""
EXAMPLE_1 = """
GM GER 2480 1
GM FRA 2470 =
- ITA 2140 1
GM ESP 2460 1
FM GER 2400 1
- FRA 2160 =
- NED 2390 1
GM POL 2500 =
FM GER 2420 1
- SUI 2350 1
- AUT 2366 =
"""
EXAMPLE_2 = """
WGM GER 2290 1
WGM GER 2280 =
WIM GER 2200 1
WFM GER 2130 1
WFM GER 2120 =
- GER 2100 1
- ENG 2105 1
- ENG 2095 0
"""
EXAMPLE_3 = """
GM NOR 2470 0
- GEO 2150 1
- GER 2410 1
IM ARM 2570 0
- GEO 2340 1
FM GEO 2380 1
GM ARM 2675 =
IM ENG 2540 1
GM USA 2695 ?
"""

GM_FIELD = (("GM", "GER"), ("GM", "FRA"), ("GM", "ITA"), ("IM", "ESP"), ("IM", "NED"))


def nine(ratings: list[int | None], results: str, titles: str = "GM GM GM IM IM - - - -") -> Event:
    """Nine games of a player against opponents of nine federations."""
    federations = ["GER", "FRA", "ITA", "ESP", "NED", "POL", "SUI", "CZE", "DEN", "NOR", "SWE", "FIN", "BEL"]
    held = [*titles.split(), *["-"] * len(ratings)]
    lines = [
        ("" if title == "-" else title, federation, rating, result)
        for title, federation, rating, result in zip(held, federations, ratings, results, strict=False)
    ]
    return event(lines, sex="f")


def evenly(total: int, games: int) -> list[int | None]:
    """Ratings that sum up to a total."""
    low, more = divmod(total, games)
    return [low + (place < more) for place in range(games)]


def results_of(games: int, half_points: int) -> str:
    """Results that sum up to half points, the wins first."""
    wins = max(0, half_points - games)
    draws = half_points - 2 * wins
    return "1" * wins + "=" * draws + "0" * (games - wins - draws)


def foreigners(count: int, absent: int | None = None, held: str = "GM") -> list[Player]:
    """Rated foreigners who play every round of nine, one of them not in round 4."""
    found = []
    for place in range(count):
        rounds = tuple(
            RoundResult(number, None, None, "Z")
            if absent == place and number == 4
            else RoundResult(number, 100 + (place ^ 1), "w", "=")
            for number in range(1, 10)
        )
        found.append(
            Player(100 + place, title=held, rating=2400, federation=("FRA", "ITA", "ESP")[place % 3], rounds=rounds)
        )
    return found


def of_one_federation() -> list[tuple[str, str, int | None, str]]:
    """A norm but for the federations: all opponents are the candidate's own."""
    return [(title, "HUN", rating, result) for title, _, rating, result in opponents(EXAM_10)]
