"""Individual matches: which games count once the match is decided (6.5; 2022 and 2024 6.2; rapid and blitz 5.2)."""

from collections.abc import Sequence

from arpad.regulations import Edition


def decided_after(scheduled: int, scores: Sequence[int]) -> int | None:
    """After how many games one side has more than half of the scheduled points; None while it is open.

    `scores` are the first player's half points, game by game.
    """
    first = second = 0
    for number, score in enumerate(scores, start=1):
        first, second = first + score, second + 2 - score
        if max(first, second) > scheduled:
            return number
    return None


def rated_games(edition: Edition, scheduled: int, scores: Sequence[int], *, asked: bool = False) -> int:
    """How many games of a match, from the first on, are rated. `asked`: it was asked before that all be rated."""
    rules = edition.eligibility
    policy = rules.match_after_decision.value
    longer = rules.match_scheduled_over.value
    leaves_out = policy == "not-rated" or (policy == "not-rated-unless-asked" and not asked)
    if not leaves_out or (longer is not None and scheduled <= longer):
        return len(scores)
    return decided_after(scheduled, scores) or len(scores)
