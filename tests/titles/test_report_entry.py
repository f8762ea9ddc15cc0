"""A norm of an application taken from a report: every number of form IT2 computed."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

import pytest

from arpad.domain.event import Event, Player, RoundResult
from arpad.i18n import ArpadError
from arpad.regulations.title_editions import NormTitle, title_edition
from arpad.titles.applications import judge, participation, report_entry
from arpad.titles.model import Applicant, Application, EventFacts, NormEntry, Opponents, Reached
from title_events import EXAM_10, THIRTEEN, event

APPLIED = dt.date(2023, 12, 1)


def entry(at: Event, title: NormTitle = "GM", facts: EventFacts | None = None) -> NormEntry:
    return report_entry(at, 1, facts or EventFacts(), title, APPLIED)


def test_exam_question_10() -> None:
    """Nine games, 6 points, 2149 raised to 2200: Ra 2478; 7 titled, 5 grandmasters, 8 not from Australia."""
    found = entry(event(EXAM_10, own="AUS", host="NED"))
    assert (found.games, found.score, found.required, found.average, found.credit) == (9, 12, 12, 2478, 9)
    assert (found.counted, found.counted_score, found.counted_required) == (None, None, None)
    assert found.opponents == Opponents(
        host=2, foreign=8, one_federation=2, federations=6, titled=7, gm=5, im=1, fm=1, wgm=0, wim=0, wfm=0, rated=9,
        unrated=0,
    )  # fmt: skip
    assert found.titles == ("GM", "IM")
    assert (found.start, found.end, found.one_round_days) == (dt.date(2023, 5, 1), dt.date(2023, 5, 9), 9)


def test_the_13_rounds_of_the_manual() -> None:
    """Nine opponents of one federation are one too many: without the win against 2070 it is a norm of 12 games."""
    found = entry(event(THIRTEEN, host="GER"))
    assert (found.games, found.score, found.required) == (13, 18, 18)
    assert (found.counted, found.counted_score, found.counted_required) == (12, 16, 16)
    assert (found.average, found.credit, found.opponents.one_federation) == (2482, 12, 8)


def test_a_norm_that_does_not_hold_says_why() -> None:
    at = event(EXAM_10.replace("- NED 2149 1", "- NED 2149 ="), own="AUS")
    found = entry(at)
    assert (found.credit, found.titles) == (0, ("IM",))
    person = Applicant("Minta", "Pál", "1", "AUS", "m")
    verdict = judge(Application("AUS", "GM", person, Reached(2500, APPLIED), (found,), APPLIED))
    assert (verdict.norms[0].holds, verdict.games) == (False, 0)
    assert "performance" in [check.name for check in verdict.norms[0].checks if check.ok is False]


def test_where_federations_are_not_told_they_are_not_counted() -> None:
    at = event(EXAM_10.replace("ENG", "???"), own="AUS")
    found = entry(at)
    assert (found.opponents.foreign, found.opponents.federations, found.opponents.one_federation) == (None, None, None)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8, 9), 9),
        ((1, 1, 2, 2, 3, 3, 4, 4, 5), 1),
        ((1, 2, 2, 3, 4, 4, 5, 5, 6), 3),
        ((1, 2, 3, 4, 5, 6, 7, 8, None), None),
        ((), None),
    ],
)
def test_days_with_one_round(days: tuple[int | None, ...], expected: int | None) -> None:
    """1.1.3a."""
    dates = tuple(None if day is None else dt.date(2023, 5, day) for day in days)
    assert entry(replace(event(EXAM_10, own="AUS"), round_dates=dates)).one_round_days == expected


def crowd(ratings: Sequence[int | None], absent: int = 0, byes: int = 0) -> Event:
    """Two rounds in which everybody plays, except the last `absent` in the second and `byes` who have the bye."""
    players = []
    for rank, rating in enumerate(ratings, 1):
        second = RoundResult(2, rank % len(ratings) + 1, "w", "=")
        if rank > len(ratings) - absent:
            second = RoundResult(2, None, None, "Z")
        elif rank <= byes:
            second = RoundResult(2, None, None, "U")
        players.append(Player(rank, rating=rating, rounds=(RoundResult(1, rank % len(ratings) + 1, "w", "="), second)))
    return Event(rounds=2, players=tuple(players))


def test_participants_of_a_large_swiss() -> None:
    """1.5.6a: the fewest of any round, and the least average of the best forty."""
    edition = title_edition("b01-2023")
    assert participation(crowd([2000] * 40), edition) == (40, 2000)
    assert participation(crowd([2100] * 40 + [1500] * 30), edition) == (70, 2100)
    assert participation(crowd([2100] * 41, absent=2), edition) == (39, 2100)
    assert participation(crowd([2100] * 41, byes=1), edition) == (40, 2100)
    assert participation(crowd([2100] * 20 + [None] * 20), edition) == (40, 1550)
    assert participation(Event(), edition) == (0, None)


def test_a_report_without_a_date_is_refused() -> None:
    with pytest.raises(ArpadError, match="042"):
        entry(replace(event(EXAM_10), start=None))
