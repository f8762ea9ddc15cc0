"""1.4.2a, 1.4.3: federations, and the events in which they do not matter; what the report leaves open."""

import datetime as dt
from dataclasses import replace

import pytest

from arpad.domain.event import Player, RoundResult
from arpad.regulations.title_editions import title_edition
from arpad.titles.model import EventFacts
from arpad.titles.norms import find_norms
from title_events import (
    BEFORE_2022,
    EDITION,
    EXAM_10,
    check,
    event,
    foreigners,
    found,
    of_one_federation,
    opponents,
    without,
)


def test_a_swiss_with_many_foreigners_needs_no_federations() -> None:
    """1.4.3d: the norm holds, but not with the usual foreigners."""
    norm = found(event(of_one_federation(), host="HUN", others=foreigners(20)), "GM")
    assert norm.achieved
    assert norm.foreigners is False
    assert {str(check.article) for check in norm.checks if check.name.endswith(("federation", "federations"))} == {
        "1.4.3d",
        "1.4.4",
    }


@pytest.mark.parametrize(
    ("others", "exempt"),
    [
        (foreigners(20), True),
        (foreigners(19), False),
        (foreigners(20, absent=3), False),           # TV-NM-23: only 19 play in round 4
        (foreigners(21, absent=3), True),
        (foreigners(10) + [player._replace(rank=player.rank + 50) for player in foreigners(10, held="FM")], True),
        (foreigners(9) + [player._replace(rank=player.rank + 50) for player in foreigners(11, held="FM")], False),
        ([player._replace(federation="FRA") for player in foreigners(20)], False),
        ([player._replace(federation="FID") if player.rank == 100 else player for player in foreigners(20)], False),
        ([player._replace(rating=None) if player.rank == 100 else player for player in foreigners(20)], False),
    ],
)  # fmt: skip
def test_the_exemption_must_hold_in_every_round(others: list[Player], exempt: bool) -> None:
    assert found(event(of_one_federation(), host="HUN", others=others), "GM").achieved is exempt


def test_a_pairing_allocated_bye_is_not_a_round_missed() -> None:
    """1.4.3d: 21 foreigners; one has two byes and one absence, and still counts in the rounds they play."""
    players = foreigners(21)
    rounds = list(players[0].rounds)
    for number, result in ((2, "U"), (3, "U"), (5, "Z")):
        rounds[number - 1] = RoundResult(number, None, None, result)  # type: ignore[arg-type]
    at = event(of_one_federation(), host="HUN", others=[players[0]._replace(rounds=tuple(rounds)), *players[1:]])
    assert found(at, "GM").achieved
    twice = replace(at, players=tuple(player for player in at.players if player.rank != 101))
    assert not found(twice, "GM").achieved


def test_before_2022_nothing_was_said_of_missed_rounds() -> None:
    at = event(of_one_federation(), host="HUN", others=foreigners(20, absent=3))
    assert found(replace(at, start=dt.date(2019, 5, 1)), "GM", edition=BEFORE_2022).achieved


@pytest.mark.parametrize(
    ("kind", "host", "own", "achieved"),
    [
        ("national-championship", "HUN", "HUN", True),
        ("national-championship", "AUT", "HUN", False),
        ("national-team", "HUN", "HUN", True),
        ("zonal", "AUT", "HUN", True),
        ("ordinary", "HUN", "HUN", False),
    ],
)
def test_events_in_which_federations_do_not_matter(kind: str, host: str, own: str, achieved: bool) -> None:
    """1.4.3a to c: national championships for players of the federation that registers them."""
    facts = EventFacts(kind=kind, host=host)  # type: ignore[arg-type]
    norm = found(event(of_one_federation(), own=own), "GM", facts=facts)
    assert norm.achieved is achieved


def test_fid_players_are_opponents_but_no_foreigners() -> None:
    """TV-NM-29."""
    lines = [(title, "FID", rating, result) for title, _, rating, result in opponents(EXAM_10)]
    norm = found(event(lines), "GM")
    assert (norm.games, norm.average, check(norm, "alike")[1]) == (9, 2478, 5)
    assert check(norm, "other-federations") == (2, 0, False)
    assert [check.name for check in norm.failing] == ["other-federations"]


def test_players_outside_fide_do_not_count_at_all() -> None:
    """1.4.2a."""
    at = event(EXAM_10)
    norm = found(at, "GM", facts=EventFacts(outside=("GER",)))
    assert (norm.games, norm.achieved) == (8, False)
    assert [(game.federation, str(game.article)) for game in norm.left] == [("GER", "1.4.2a")]


def test_without_titles_the_rest_is_still_checked() -> None:
    candidate = find_norms(without(event(EXAM_10), title=""), 1, EDITION, EventFacts(), ["GM"])
    norm = candidate.norms[0]
    assert (norm.achieved, norm.undecided) == (False, True)
    assert {check.name for check in norm.checks if check.ok is None} == {"titled", "alike"}
    assert {check.missing for check in norm.checks if check.ok is None} == {("001: 11-13",)}
    assert "norm-titles-missing" in {finding.code for finding in candidate.findings}
    assert check(norm, "performance") == (2600, 2603, True)


def test_without_federations_the_rest_is_still_checked() -> None:
    candidate = find_norms(without(event(EXAM_10), federation=""), 1, EDITION, EventFacts(), ["GM"])
    norm = candidate.norms[0]
    assert norm.undecided
    assert {check.name for check in norm.checks if check.ok is None} == {
        "other-federations",
        "own-federation",
        "one-federation",
    }
    assert "norm-federations-missing" in {finding.code for finding in candidate.findings}


def test_one_unknown_federation_matters_only_where_it_decides() -> None:
    lines = opponents(EXAM_10)
    lines[0] = ("GM", "", 2700, "=")
    assert found(event(lines, own="AUS"), "GM").achieved
    germans = [
        (title, "GER" if place < 5 else federation, rating, result)
        for place, (title, federation, rating, result) in enumerate(lines)
    ]
    germans[8] = ("GM", "", 2559, "=")
    norm = found(event(germans), "GM")
    assert norm.undecided
    assert check(norm, "one-federation") == (6, 6, None)


def test_without_a_host_the_exemption_cannot_be_decided() -> None:
    at = event(of_one_federation(), host="", others=foreigners(20))
    candidate = find_norms(at, 1, EDITION, EventFacts(), ["GM"])
    assert candidate.norms[0].undecided
    assert "norm-host-missing" in {finding.code for finding in candidate.findings}
    assert find_norms(at, 1, EDITION, EventFacts(host="HUN"), ["GM"]).norms[0].achieved
    assert not found(event(of_one_federation(), host="", others=foreigners(18)), "GM").undecided


@pytest.mark.parametrize(
    ("fields", "facts", "name", "ok"),
    [
        ({"time_control": "90+30"}, EventFacts(), "minutes", True),
        ({"time_control": "90+20"}, EventFacts(), "minutes", False),
        ({"chief_arbiter": "NA Somebody"}, EventFacts(), "arbiter", False),
        ({"chief_arbiter": "FA Somebody"}, EventFacts(), "arbiter", True),
        ({}, EventFacts(registered=dt.date(2023, 4, 1)), "registered", True),
        ({}, EventFacts(registered=dt.date(2023, 4, 2)), "registered", False),
        ({"round_dates": (dt.date(2023, 5, 1),) * 3 + (dt.date(2023, 5, 2),) * 6}, EventFacts(), "rounds-a-day", False),
        ({"round_dates": (dt.date(2023, 5, 1),) * 2, "time_control": "180+10"}, EventFacts(), "hours-a-day", False),
    ],
)
def test_the_event_itself_must_be_fit_for_norms(
    fields: dict[str, object], facts: EventFacts, name: str, ok: bool
) -> None:
    """1.1: the time control, the arbiter, the registration, the rounds and hours a day."""
    norm = found(replace(event(EXAM_10), **fields), "GM", facts=facts)  # type: ignore[arg-type]
    assert check(norm, name)[2] is ok
    assert norm.achieved is ok


def test_what_the_report_does_not_tell_of_the_event_is_no_obstacle() -> None:
    at = replace(event(EXAM_10), time_control="", chief_arbiter="Somebody", round_dates=())
    candidate = find_norms(at, 1, EDITION, EventFacts(), ["GM"])
    assert candidate.norms[0].achieved
    codes = {finding.code for finding in candidate.findings}
    assert {
        "norm-time-unknown",
        "norm-arbiter-unknown",
        "norm-registration-unknown",
        "norm-rounds-a-day-unknown",
    } <= codes


def test_from_july_2021_to_2022_an_increment_is_required() -> None:
    edition = title_edition("b01-2021")
    for control, ok in (("120", False), ("90+30", True)):
        norm = found(replace(event(EXAM_10), time_control=control), "GM", edition=edition)
        assert check(norm, "increment")[2] is ok
