"""A trail that is written when it is first read: nobody can tell it from the tuple of its steps."""

import pickle
from decimal import Decimal
from operator import eq
from typing import cast

from arpad.documents.steps import LazyExplanation, Step
from arpad.domain.games import PlayerGame
from arpad.rating.change import rating_change
from arpad.regulations.articles import Article
from arpad.regulations.rating_editions import edition

STEPS = tuple(Step(Article("8.3", "fide-b02-2024"), "change.sum", {"n": number}, number) for number in range(3))


def test_it_is_written_once_and_only_when_it_is_read() -> None:
    written = []

    def write() -> tuple[Step, ...]:
        written.append(1)
        return STEPS

    trail = LazyExplanation(write)
    assert not written
    assert (len(trail), trail[0], trail[1:], list(trail)) == (3, STEPS[0], STEPS[1:], list(STEPS))
    assert len(written) == 1


def test_it_is_compared_joined_and_pickled_as_the_tuple() -> None:
    trail = LazyExplanation(lambda: STEPS)
    assert trail == STEPS
    assert eq(STEPS, trail)
    assert trail == LazyExplanation(lambda: list(STEPS))
    assert trail != STEPS[:2]
    assert trail != list(STEPS)
    assert (*trail, *STEPS) == STEPS + STEPS
    assert repr(trail) == repr(STEPS)
    assert pickle.loads(pickle.dumps(trail)) == STEPS


def test_the_reasons_of_a_change_tell_its_games_whenever_they_are_read() -> None:
    """The steps of the games add up to the sum, even if the caller's list of games has changed since."""
    games = [PlayerGame(2000 + 30 * number, number % 3) for number in range(9)]
    change = rating_change(edition("fide-2024"), 2100, 20, games)
    games.clear()
    told = [cast(Decimal, step.value) for step in change.steps if step.what == "change.game"]
    assert len(told) == change.games_counted == 9
    assert sum(told) * 100 == change.sum
    assert not rating_change(edition("fide-2024"), 2100, 20, games, explain=False).steps
