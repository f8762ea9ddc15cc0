"""8.2.1: which event was a newcomer's first, where two end on one day. The cases are `data/newcomers`."""

import datetime as dt
import tomllib
from itertools import permutations
from typing import Any

import pytest

import naive_office
import naive_rules
from arpad.lists.closing import close_period
from arpad.lists.kernel import close_by_kernel
from arpad.lists.manifest import edition_text, edition_then
from arpad.lists.participants import first_in_doubt, from_json, in_order, results_of, to_json
from arpad.regulations.rating_editions import edition, regulations
from places import FIXTURES
from small_seasons import Season, first_list, plain_event, player

CASES = {path.stem: tomllib.loads(path.read_text()) for path in sorted((FIXTURES / "newcomers").glob("8-2-1*.toml"))}
RATED = [f"p{at}" for at in range(3)]


def events_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for told in case["event"]:
        rounds = [f"x-{id_} {score}" for id_, score in zip(RATED, told["scores"].split(), strict=False)]
        dates = " ".join(day.isoformat() for day in told["rounds"])
        found.append(
            plain_event(told["start"].isoformat(), told["end"].isoformat(), rounds, name=told["name"], dates=dates)
        )
    return found


def season() -> Season:
    return Season(first_list("2024-05-01", [player(opponent, 1800) for opponent in RATED]))


@pytest.mark.parametrize("name", CASES)
def test_the_first_event_of_those_that_end_on_one_day(name: str) -> None:
    """Whatever order the reports come in, by both engines, in one list or in two."""
    case = CASES[name]
    for order in permutations(events_of(case)):
        for close in (close_period, close_by_kernel):
            closed = close(season().period("2024-06-01", *order))
            assert closed.ledger.rows(["x"])["x"].standing("standard").rating == case["rating"]
            found = [finding.code for _, finding in closed.findings]
            assert found == ([] if case["first"] else ["first-event-unknown"])
        one_by_one = season()
        one_by_one.close("2024-06-01", order[0])
        one_by_one.close("2024-07-01", order[1])
        assert one_by_one.rating("x") == case["rating"]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["first"]])
def test_the_naive_office_takes_the_same_event(name: str) -> None:
    own = naive_rules.standing() | {"rating": 1800, "k": 20, "total": 50}
    rows = {id_: naive_office.new_row(1980, standard=dict(own)) for id_ in RATED}
    for order in permutations(events_of(CASES[name])):
        naive = naive_office.new_office("fide", dt.date(2024, 5, 1), rows)
        found = naive_office.close(naive, dt.date(2024, 6, 1), list(order))
        assert found["x"]["standard"]["rating"] == CASES[name]["rating"]


def test_what_a_list_keeps_tells_the_order() -> None:
    """The League and the Weekend a game short: the next list still knows which came first."""
    case = CASES["8-2-1-same-day"]
    closed = close_period(
        season().period("2024-06-01", *(event | {"rounds": event["rounds"][:2]} for event in events_of(case)))
    )
    ((kept),) = results_of(closed.ledger).values()
    assert [result.event.name for result in in_order(kept)] == [case["first"], "Weekend"]
    assert all(from_json(to_json(result)) == result for result in kept)
    assert first_in_doubt(regulations(), kept) is None


def test_a_list_of_before_is_proved_as_it_was() -> None:
    """A list made before the start of an event was kept writes its results as it did."""
    text = "\n".join(line for line in edition_text(edition("fide-2024")).splitlines() if "same_day" not in line)
    then = regulations().with_editions([edition_then(text, edition("fide-2024"))])
    (event, _) = events_of(CASES["8-2-1-same-day"])
    before = season()
    before.rules = then
    (kept,) = results_of(before.close("2024-06-01", event).ledger).values()
    assert "start" not in to_json(kept[0])
    (kept,) = results_of(season().close("2024-06-01", event).ledger).values()
    assert '"start":"2024-05-04"' in to_json(kept[0])


def test_a_list_of_before_is_pooled_back() -> None:
    """FEDA 8.14.c as lists were made before it was counted from the first event: September 1996 lay too far back."""
    rules = edition("feda-1996")
    text = "\n".join(line for line in edition_text(rules).splitlines() if "pooled_from" not in line)
    for held, rating in ((rules, 2000), (edition_then(text, rules), 0)):
        rated = [player(f"p{at}", 2000) for at in range(5)]
        lists = Season(first_list("1996-07-01", rated), "feda", rules=regulations().with_editions([held]))
        games = [f"x-p{at} =" for at in range(5)]
        lists.close("1997-01-01", plain_event("1996-09-10", "1996-09-10", games))
        lists.close("1999-01-01", plain_event("1998-06-20", "1998-06-20", games[:4], name="June"))
        assert lists.rating("x") == rating
