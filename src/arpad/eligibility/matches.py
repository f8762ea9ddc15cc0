"""Individual matches: which games count once the match is decided (6.5; 2022 and 2024 6.2; rapid and blitz 5.2)."""

from collections.abc import Sequence

from arpad.regulations.rating_edition import Edition


def decided_by(scheduled: int, scores: Sequence[tuple[int, int]]) -> int | None:
    """Return after how many games one side has more than half of the scheduled points; None while it is open.

    `scores` are the half points of both sides, game by game: neither has any if neither came.
    """
    first = second = 0
    for number, (one, two) in enumerate(scores, start=1):
        first, second = first + one, second + two
        if max(first, second) > scheduled:
            return number
    return None


def leaves_out(edition: Edition, scheduled: int, *, asked: bool = False) -> bool:
    """Whether the games after the decision are not rated. `asked`: somebody asked beforehand to rate all games."""
    rules = edition.eligibility
    policy = rules.match_after_decision.value
    longer = rules.match_scheduled_over.value
    without = policy == "not-rated" or (policy == "not-rated-unless-asked" and not asked)
    return without and (longer is None or scheduled > longer)


def rated_games(edition: Edition, scheduled: int, scores: Sequence[int], *, asked: bool = False) -> int:
    """How many games of a match, from the first on, are rated. `scores` are the first player's half points."""
    if not leaves_out(edition, scheduled, asked=asked):
        return len(scores)
    return decided_by(scheduled, [(score, 2 - score) for score in scores]) or len(scores)
