"""FEDA 8.14.c, 2003 and 2005 9.14c, 7.1.4: the events of a newcomer are pooled forward from the first, in every engine.

The cases are `data/pooling`: newcomer x draws with players of one rating in two events.
"""

import datetime as dt
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_office
import naive_rules
from arpad.bulk.replay import by_date, only
from arpad.bulk.run import run
from arpad.formats.trf_event_lines import event_to_trf
from arpad.office.context import Desk, found_system
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.storage.database import Database
from arpad.rating.first_rating import first_ratings, pooled_rating
from arpad.rating.newcomer import NewcomerEvent, Pool, SummaryResult
from arpad.regulations.rating_edition import list_in_force, lists_after, rated_in
from arpad.regulations.rating_editions import edition, regulations
from office_ledgers import ledger_of
from office_world import Person, write_list
from places import FIXTURES
from proofs import law
from small_seasons import Season, first_list, plain_event, player, report

CASES = {path.stem: tomllib.loads(path.read_text()) for path in sorted((FIXTURES / "pooling").glob("*.toml"))}
X = "1000"
RATED = [str(1001 + at) for at in range(9)]


def events_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a case: x draws with as many players as it says, one a day up to the date."""
    found = []
    for told in case["event"]:
        days = [told["date"] - dt.timedelta(days=back) for back in reversed(range(told["draws"]))]
        rounds, dates = [f"{X}-{id_} =" for id_ in RATED[: told["draws"]]], " ".join(day.isoformat() for day in days)
        found.append(plain_event(days[0].isoformat(), told["date"].isoformat(), rounds, name=told["name"], dates=dates))
    return found


def lists_of(case: dict[str, Any]) -> list[tuple[dt.date, list[dict[str, Any]]]]:
    """Every list from the one in force at the first event on, with the events that are due for it."""
    rules, events = edition(case["edition"]), events_of(case)
    date = list_in_force(rules, events[0]["start"])
    found: list[tuple[dt.date, list[dict[str, Any]]]] = [(date, [])]
    while date < case["list"]:
        date = next(lists_after(rules, date))
        found.append((date, [event for event in events if rated_in(rules, event["end"]) == date]))
    return found


@pytest.mark.parametrize("name", CASES)
def test_the_lists_publish_both_events(name: str) -> None:
    """The rating is published, with the games of both events, on the list of the case and on no list before it."""
    case = CASES[name]
    (first, _), *lists = lists_of(case)
    season = Season(
        first_list(first.isoformat(), [player(opponent, case["rated"]) for opponent in RATED]), case["system"]
    )
    for date, events in lists:
        assert not season.ledger.rows([X]) or season.rating(X) == 0
        season.close(date.isoformat(), *events)
    assert (season.rating(X), season.standing(X).total) == (case["rating"], case["games"])


@pytest.mark.parametrize("name", CASES)
def test_the_naive_office_agrees(name: str) -> None:
    case = CASES[name]
    (first, _), *lists = lists_of(case)
    own = naive_rules.standing() | {"rating": case["rated"], "k": 20, "total": 50}
    rows = {id_: naive_office.new_row(1980, standard=dict(own)) for id_ in RATED}
    naive = naive_office.new_office(case["system"], first, rows)
    for date, events in lists:
        found = naive_office.close(naive, date, events)
    assert (found[X]["standard"]["rating"], found[X]["standard"]["total"]) == (case["rating"], case["games"])


@pytest.mark.parametrize("name", ["fide-2005-9-14c", "fide-2022-7-1-4"])
def test_columns_publish_both_events(name: str, tmp_path: Path) -> None:
    """Editions that go by the average of the event are not rated over columns (FEDA; 2003, so 2005 stands for all)."""
    case = CASES[name]
    line = only(edition("fide-2005")) if name == "fide-2005-9-14c" else by_date(regulations())
    folder = tmp_path / "world"
    folder.mkdir()
    ids, ratings = [int(id_) for id_ in (X, *RATED)], [0] + [case["rated"]] * len(RATED)
    columns = {"born": [1980] * 10, "rating": ratings, "games_played": [0 if not rating else 50 for rating in ratings]}
    pq.write_table(pa.table({"id": ids, **columns, "highest": ratings}), folder / "players.parquet")
    dates = [told["date"] for told in case["event"]]
    swiss = {"event": [1, 2], "start": dates, "end": dates, "format": ["swiss"] * 2}
    pq.write_table(pa.table(swiss), folder / "events.parquet")
    games = [(at, int(id_)) for at, told in enumerate(case["event"], 1) for id_ in RATED[: told["draws"]]]
    event, black = (list(column) for column in zip(*games, strict=True))
    played = {"event": event, "white": [int(X)] * len(games), "black": black, "score": [1] * len(games)}
    more = {"round": [1] * len(games), "played": [True] * len(games)}
    pq.write_table(pa.table(played | more), folder / "games.parquet")
    run(folder, tmp_path / "out", line)
    rows = [row for row in pq.read_table(tmp_path / "out" / "lists.parquet").to_pylist() if row["id"] == int(X)]
    assert [(row["period"], row["rating"]) for row in rows if row["rating"]] == [(case["list"], case["rating"])]


@pytest.mark.parametrize("name", CASES)
def test_the_office_publishes_both_events(name: str, database: Database, tmp_path: Path) -> None:
    """Reports submitted, lists closed and published one after the other."""
    case = CASES[name]
    (first, _), *lists = lists_of(case)
    desk = Desk(database, regulations(), case["system"], "officer", dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    persons = [Person(id_, f"Player, {id_}", "m", 1980, case["rated"]) for id_ in RATED]
    import_list(desk, write_list(persons, tmp_path / "list.csv"), first)
    for date, events in lists:
        for event in events:
            told = replace(report(event).event, time_control="120/40+60/20", federation="ESP", city="Soria")
            players = tuple(one._replace(federation="ESP", born=1980) for one in told.players)
            facts = {"arbiter_titled": True, "arbiters_licensed": True, "equal_times": True}
            submitted = submit(
                desk, event_to_trf(replace(told, players=players), "trf16"), facts=facts, another_event=True
            )
            assert submitted.event.state == "accepted", submitted.findings
        close(desk, date)
        publish(desk, date)
    found = [ledger_of(desk, date).rows([X]) for date, _ in lists]
    ratings = [rows[X].standing("standard").rating if rows else 0 for rows in found]
    assert ratings == [0] * (len(lists) - 1) + [case["rating"]]


Draws = st.lists(
    st.tuples(st.integers(0, 80), st.integers(1, 4), st.integers(0, 8), st.integers(900, 2300)), min_size=1, max_size=7
)


@law(300)
@given(st.sampled_from(["fide-2005", "fide-2017", "fide-2022", "fide-2024"]), st.booleans(), Draws)
def test_three_ways_of_pooling_agree(name: str, first: bool, drawn: list[tuple[int, int, int, int]]) -> None:
    """Results over nearly seven years: the reference engine, the columns and the naive rules find the same rating from
    the same results."""
    rules = edition(name)
    results = sorted((2018 * 12 + month, games, min(half, 2 * games), rating) for month, games, half, rating in drawn)
    days = [dt.date(month // 12, month % 12 + 1, 10 + at) for at, (month, *_) in enumerate(results)]
    floor = None if rules.initial.first_performance_floor.value is None else rules.lists.floor.value
    events = [
        NewcomerEvent(str(at), (), SummaryResult(Fraction(rating), games, half), day, floor, first_event=first)
        for at, (day, (_, games, half, rating)) in enumerate(zip(days, results, strict=True))
    ]
    found = pooled_rating(rules, [(rules, event) for event in events], list_date=dt.date(2030, 1, 1))
    expected = (found.rating, [int(event.event.name) for event in found.events]) if found.publishable else (None, [])
    whole = np.array([(0, 0, games, half, games * rating) for _, games, half, rating in results], dtype=np.int32).T
    number, nothing, games_of, halves, totals = whole
    dates = np.array([day.toordinal() for day in days], dtype=np.int32)
    pool = Pool(
        nothing, dates, np.arange(len(days), dtype=np.int32), number, games_of, games_of, halves, totals,
        np.full(len(days), first, dtype=np.bool_),
    )  # fmt: skip
    columns = first_ratings(pool, np.ones(len(days), dtype=np.bool_), [rules], dt.date(2030, 1, 1))
    assert (columns.rating.tolist() or [None])[0] == expected[0]
    assert columns.counted.tolist() == expected[1]
    plain = {"fide-2005": naive_rules.FIDE_2005, "fide-2017": naive_rules.FIDE_2017, "fide-2022": naive_rules.FIDE_2022}
    known = plain.get(name, naive_rules.FIDE_2024)
    naive = [
        {
            "rules": known,
            "date": day,
            "first": first,
            "floor": known["floor"],
            "place": at,
            "event": at,
            "met": range(games),
        }
        | {"start": day, "day": day}
        | {"games": [(rating, min(2, max(0, half - 2 * place))) for place in range(games)]}
        for at, (day, (_, games, half, rating)) in enumerate(zip(days, results, strict=True))
    ]
    rating, counted, _ = naive_rules.first_rating(naive)
    assert (rating, [event["place"] for event in counted]) == expected
