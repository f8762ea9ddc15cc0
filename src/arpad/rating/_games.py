"""The change of one rating game by game, with the caps of each edition (7.3.1)."""

from collections.abc import Callable, Mapping, Sequence

from arpad.documents.steps import Explanation, Step
from arpad.domain.games import PlayerGame, points
from arpad.i18n import hundredths
from arpad.rating.results import GameChange
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import CapPolicy, pd

# The games to which the cap applies: one function per policy, over the differences of one event. A difference is the
# player's rating minus the opponent's: positive if the player is the favourite.


def always(differences: Sequence[int], cap: int) -> list[int]:
    """Every difference beyond the cap counts as the cap (10.51, 8.54, and 8.3.1 from 2024)."""
    return [d if -cap <= d <= cap else cap if d > 0 else -cap for d in differences]


def _one(differences: Sequence[int], cap: int, candidates: Sequence[int]) -> list[int]:
    """Only the largest of the candidates is brought to the cap; of equals the first."""
    used = list(differences)
    beyond = [index for index in candidates if abs(used[index]) > cap]
    if beyond:
        largest = max(beyond, key=lambda index: abs(used[index]))
        used[largest] = cap if used[largest] > 0 else -cap
    return used


def once(differences: Sequence[int], cap: int) -> list[int]:
    """8.3.1 to the letter: one game of the event, the one with the largest difference, for favourite and outsider
    alike."""
    return _one(differences, cap, range(len(differences)))


def once_as_favourite(differences: Sequence[int], cap: int) -> list[int]:
    """8.3.1 of 2022: the favourite profits in one game of the event; for the lower rated player the cap always
    applies."""
    used = [max(-cap, difference) for difference in differences]
    return _one(used, cap, [index for index, difference in enumerate(differences) if difference > 0])


CAPS: Mapping[CapPolicy, Callable[[Sequence[int], int], list[int]]] = {
    "always": always,
    "once": once,
    "once-as-favourite": once_as_favourite,
}


USED_UP: Mapping[CapPolicy, Callable[[Sequence[int], int], list[int]]] = {
    "always": always,
    "once": lambda differences, cap: list(differences),  # noqa: ARG005  (a policy's signature)
    "once-as-favourite": lambda differences, cap: [max(-cap, difference) for difference in differences],
}
"""The same if the player has already profited in another part of the event."""


def used_differences(
    edition: Edition, rating: int, differences: Sequence[int], *, cap_used: bool = False
) -> Sequence[int]:
    """The differences of one event as they count. From 2025 a player of 2650 or more uses the full ones.

    `cap_used`: the one game that profits (8.3.1 of 2022) is in another part of the event."""
    rules = edition.change
    exempt = rules.cap_exempt_from.value
    if exempt is not None and rating >= exempt:
        return differences
    policies = USED_UP if cap_used else CAPS
    return policies[rules.cap_policy.value](differences, rules.cap.value)


# Game by game (2005 10.51, 2017 8.5, 2022 and 2024 8.3): score − PD for each game against a rated opponent.


def game_changes(
    edition: Edition, rating: int, games: Sequence[PlayerGame], *, cap_used: bool = False
) -> list[GameChange]:
    """Score − PD for each counted game, the cap applied event by event; in the order of the games."""
    differences = [rating - (game.opponent or 0) for game in games]
    used = _used(edition, rating, games, differences, cap_used)
    expected = [pd(difference) for difference in used]
    changes = [game.score * 50 - probability for game, probability in zip(games, expected, strict=True)]
    return list(map(GameChange, games, differences, used, expected, changes))


def _used(
    edition: Edition, rating: int, games: Sequence[PlayerGame], differences: Sequence[int], cap_used: bool
) -> Sequence[int]:
    """The differences as they count, game by game, the cap applied to each event apart."""
    if len({game.event for game in games}) <= 1:
        return used_differences(edition, rating, differences, cap_used=cap_used)
    places: dict[str, list[int]] = {}
    for place, game in enumerate(games):
        places.setdefault(game.event, []).append(place)
    used = list(differences)
    for event in places.values():
        capped = used_differences(edition, rating, [used[at] for at in event], cap_used=cap_used)
        for place, value in zip(event, capped, strict=True):
            used[place] = value
    return used


def game_step(edition: Edition, rating: int, change: GameChange) -> Step:
    """The reasons for one game: its difference, the cap, the expectation, the result."""
    rules = edition.change
    game = change.game
    expected, delta = hundredths(change.expected), hundredths(change.change)
    steps = [_difference(edition, rating, game.opponent or 0)]
    if game.standing_in:
        steps.insert(0, Step(rules.standing_in.article, "change.opponent-standing-in", {}, game.opponent))
    steps += _about_the_cap(edition, rating, change.difference, change.used_difference)
    steps.append(expected_step(edition, change.used_difference, change.expected))
    steps.append(Step(rules.result.article, "change.delta", {"score": points(game.score), "expected": expected}, delta))
    return Step(
        rules.method.article,
        "change.game",
        {"opponent": game.opponent, "score": points(game.score)},
        delta,
        tuple(steps),
    )


def expected_step(edition: Edition, difference: int, expected: int) -> Step:
    """8.1, FEDA 9.1: PD, for the higher (H) or the lower rated player (L)."""
    inputs = {"difference": difference, "side": "H" if difference >= 0 else "L"}
    return Step(edition.conversion.pd.article, "change.expected", inputs, hundredths(expected))


def cap_steps(edition: Edition, rating: int, opponent: int, used: int) -> Explanation:
    """Return the step on D for a game beyond the cap; nothing for other games."""
    about = _about_the_cap(edition, rating, rating - opponent, used)
    return (_difference(edition, rating, opponent), *about) if about else ()


def _difference(edition: Edition, rating: int, opponent: int) -> Step:
    inputs = {"rating": rating, "opponent": opponent}
    return Step(edition.change.difference.article, "change.difference", inputs, rating - opponent)


def _about_the_cap(edition: Edition, rating: int, difference: int, used: int) -> Explanation:
    """The cap, or why a difference beyond it counts in full."""
    rule = edition.change.cap
    if used != difference:
        return (Step(rule.article, "change.capped", {"cap": rule.value}, used),)
    return (_not_capped(edition, rating, difference),) if abs(difference) > rule.value else ()


def _not_capped(edition: Edition, rating: int, difference: int) -> Step:
    """Why a difference beyond the cap counts in full."""
    rules = edition.change
    exempt = rules.cap_exempt_from
    if exempt.value is not None and rating >= exempt.value:
        return Step(exempt.article, "change.exempt", {"rating": rating, "exempt": exempt.value}, difference)
    return Step(rules.cap_policy.article, "change.cap-used-up", {"cap": rules.cap.value}, difference)
