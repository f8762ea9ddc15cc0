"""The account of an office balances on every list: of the demo, of a year with corrections, of random seasons."""

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.i18n import ArpadError
from arpad.lab.monitor import WatchWishes, watch
from arpad.lab.rating_account import PARTS, PointsAccount, points_account
from arpad.lab.source import LabPeople
from arpad.lists.closing import explain_player
from arpad.lists.ledger import Ledger
from arpad.lists.period import Period
from arpad.office.context import Desk, found_system
from arpad.office.lab_data import (
    ListStep,
    following,
    list_columns,
    list_table,
    merged_places,
    office_source,
    step_tables,
)
from arpad.office.storage.database import Database
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_editions import regulations
from office_seasons import KINDS, Builder, closed_by_reference
from proofs import law

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def step_of(period: Period, after: Ledger, time_class: TimeClass, ids: Any) -> ListStep:
    tables = step_tables(period, after, time_class)
    before = list_columns(period.previous.date, list_table(period.previous, time_class), ids)
    then = following(before, merged_places(tables, ids))
    return ListStep(then, list_columns(after.date, list_table(after, time_class), ids), then.rating, tables, ids)


def nobody(ids: Any) -> LabPeople:
    none = np.zeros(len(ids), dtype=np.int32)
    return LabPeople(ids, none, none > 0, none, ("",), none > 0, {}, none)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@law(2, long=25)
def test_every_list_of_a_random_season_balances(kind: str, seed: int) -> None:
    """Every kind of report and decision; across October 2022 and March 2024 for rapid and blitz too. The change of
    every player is the one that the reference engine explains; 1 March 2024 adds 0.4 × (2000 − R)."""
    builder = Builder(kind, seed)
    season = builder.season()
    for _ in range(4):
        period, closed = closed_by_reference(builder.period(season))
        for time_class in period.editions():
            lists = [period.previous.players["id"], closed.ledger.players["id"]]
            ids = pc.unique(pa.chunked_array([chunk for column in lists for chunk in column.chunks])).sort()
            step = step_of(period, closed.ledger, time_class, ids)
            points = step.points()
            assert points is not None
            account = account_of(step)
            assert account.balances, (kind, seed, period.date, time_class)
            explained = {id_: explain_player(period, id_, time_class) for id_ in ids.to_pylist()}
            for place, id_ in enumerate(ids.to_pylist()):
                own = explained[id_]
                if step.before.rating[place] and own.base == step.parent[place] and own.outcomes:
                    assert points.change[place] + points.late[place] == own.change, (id_, seed)
            if period.date == dt.date(2024, 3, 1):
                rated = (step.before.rating > 0) & (step.after.rating > 0)
                raised = points.computed + np.maximum(0, (4 * (2000 - points.computed) + 5) // 10)
                assert points.taken[rated].tolist() == raised[rated].tolist()
            if not points.late.any():
                assert account.terms.created == 2 * points.change.sum()
        season.ledger = season.lists[closed.ledger.date] = closed.ledger


@pytest.fixture(scope="module")
def demo(demo_file: Path) -> Desk:
    return Desk(Database(f"sqlite:///{demo_file}"), regulations(), "fide", "officer", NOW)


@pytest.mark.parametrize("time_class", TIME_CLASSES)
def test_every_list_of_the_demo_balances(demo: Desk, time_class: TimeClass) -> None:
    """The newest versions, and the first ones as the public saw them."""
    for first in (False, True):
        with office_source(demo, time_class, first_versions=first) as source:
            scale = watch(source, WatchWishes(by=("age", "federation", "sex")))
        assert all(step.account.explained and step.account.balances for step in scale.steps)


def test_what_was_corrected_since_is_late(demo: Desk) -> None:
    """The list as the public saw it had another rating than the version that the next list was made from."""
    with office_source(demo) as source:
        step = next(source.steps())
    place = int(np.argmax((step.before.rating > 0) & (step.after.rating > 0)))
    seen = step.before.rating.copy()
    seen[place] -= 7
    shown = ListStep(replace(step.before, rating=seen), step.after, step.parent, step.tables, step.ids)
    account = account_of(shown)
    assert account.balances
    assert (account.late, account_of(step).late) == (7 * PARTS, 0)


def account_of(step: ListStep) -> PointsAccount:
    return points_account(nobody(step.ids), step.before, step.after, step.after.rating < 0, step.points())


def test_one_list_is_too_few(tmp_path: Path) -> None:
    desk = Desk(Database(f"sqlite:///{tmp_path}/new.db"), regulations(), "fide", "officer", NOW)
    found_system(desk, "ESP")
    with pytest.raises(ArpadError) as problem, office_source(desk):
        pass
    assert (problem.value.key, problem.value.values) == ("lab-one-list", {"count": 0})


def test_the_scale_needs_no_games_of_an_imported_list(demo: Desk) -> None:
    with office_source(demo) as source:
        steps = list(source.steps())
    bare = ListStep(steps[0].before, steps[0].after, steps[0].parent, {"list": steps[0].tables["list"]}, steps[0].ids)
    assert bare.points() is None
    assert list(bare.blocks()) == []
    account = account_of(bare)
    assert account.balances
    assert account.not_explained == 200 * account.stayers_change
