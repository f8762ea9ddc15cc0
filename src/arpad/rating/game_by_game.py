"""Game by game (2005 10.51, 2017 8.5, 2022 and 2024 8.3): score − PD for each game against a rated opponent."""

from collections.abc import Sequence

from arpad.domain import PlayerGame, points
from arpad.locale import hundredths
from arpad.rating.caps import used_differences
from arpad.rating.results import GameChange
from arpad.regulations import Edition
from arpad.regulations.tables import pd
from arpad.trail import Step


def game_changes(edition: Edition, rating: int, games: Sequence[PlayerGame]) -> list[GameChange]:
    """Score − PD for each counted game, the cap applied event by event; in the order of the games."""
    differences = [rating - (game.opponent or 0) for game in games]
    changes = []
    for game, difference, used in zip(games, differences, _used(edition, rating, games, differences), strict=True):
        expected = pd(used)
        changes.append(GameChange(game, difference, used, expected, game.score * 50 - expected))
    return changes


def _used(edition: Edition, rating: int, games: Sequence[PlayerGame], differences: Sequence[int]) -> Sequence[int]:
    """The differences as they count, game by game, the cap applied to each event apart."""
    if len({game.event for game in games}) <= 1:
        return used_differences(edition, rating, differences)
    places: dict[str, list[int]] = {}
    for place, game in enumerate(games):
        places.setdefault(game.event, []).append(place)
    used = list(differences)
    for event in places.values():
        for place, value in zip(event, used_differences(edition, rating, [used[at] for at in event]), strict=True):
            used[place] = value
    return used


def game_step(edition: Edition, rating: int, change: GameChange) -> Step:
    """The reasons for one game: its difference, the cap, the expectation, the result."""
    rules = edition.change
    game = change.game
    expected, delta = hundredths(change.expected), hundredths(change.change)
    steps = [
        Step(
            rules.difference.article,
            "change.difference",
            {"rating": rating, "opponent": game.opponent},
            change.difference,
        )
    ]
    if game.standing_in:
        steps.insert(0, Step(rules.standing_in.article, "change.opponent-standing-in", {}, game.opponent))
    if change.capped:
        steps.append(Step(rules.cap.article, "change.capped", {"cap": rules.cap.value}, change.used_difference))
    elif abs(change.difference) > rules.cap.value:
        steps.append(_not_capped(edition, rating, change))
    side = "H" if change.used_difference >= 0 else "L"
    steps.append(
        Step(
            edition.conversion.pd.article,
            "change.expected",
            {"difference": change.used_difference, "side": side},
            expected,
        )
    )
    steps.append(Step(rules.result.article, "change.delta", {"score": points(game.score), "expected": expected}, delta))
    return Step(
        rules.method.article,
        "change.game",
        {"opponent": game.opponent, "score": points(game.score)},
        delta,
        tuple(steps),
    )


def _not_capped(edition: Edition, rating: int, change: GameChange) -> Step:
    """Why a difference beyond the cap counts in full."""
    rules = edition.change
    exempt = rules.cap_exempt_from
    if exempt.value is not None and rating >= exempt.value:
        return Step(exempt.article, "change.exempt", {"rating": rating, "exempt": exempt.value}, change.difference)
    return Step(rules.cap_policy.article, "change.cap-used-up", {"cap": rules.cap.value}, change.difference)
