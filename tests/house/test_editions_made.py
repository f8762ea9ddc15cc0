"""Editions that nobody has written: the reference engine, the columns and the office agree on them in every cell.

`ARPAD_EDITIONS=500 ARPAD_EDITIONS_SEED=7 pytest tests/house/test_editions_made.py` makes so many, from another seed.
"""

import os
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from arpad.bulk.replay import by_date
from arpad.i18n import ArpadError
from arpad.lists.closing import close_period
from arpad.lists.kernel import close_by_kernel
from arpad.regulations.rating_edition import GROUPS, group_schema
from drawn_seasons import Builder, cells, close_over_columns, columns_of, with_k
from made_editions import NUMBERS, TOGETHER, WITHOUT, editions, loaded, policies
from small_seasons import Season, first_list

COUNT = int(os.environ.get("ARPAD_EDITIONS", "15"))
SEED = int(os.environ.get("ARPAD_EDITIONS_SEED", "1"))
FIRST, LATER, PERIODS = "2019-01-01", "2019-09-10", 8
DRAWN = settings(
    deadline=None, max_examples=COUNT, database=None, suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)  # fmt: skip
"""What fails is shown as it was found: making it smaller would take longer than reading it."""


def test_every_parameter_is_drawn_or_has_no_bearing() -> None:
    """A new parameter of these groups is drawn, or it is said why it need not be."""
    everything = {f"{group}.{name}" for group in NUMBERS for name in group_schema(GROUPS[group])}
    drawn = {f"{group}.{name}" for group, kinds in NUMBERS.items() for name in kinds} | TOGETHER | set(policies())
    assert drawn & WITHOUT == set()
    assert drawn | WITHOUT == everything


@seed(SEED)
@given(files=editions(FIRST, LATER), number=st.integers(0, 10**6))
@DRAWN
def test_all_engines_agree_in_every_cell(files: Mapping[str, str], number: int) -> None:
    rules = loaded(files)
    line = by_date(rules, "own")
    builder = Builder(line, FIRST, PERIODS, f"made {number}")
    rows = with_k(builder.rows(), builder.edition, builder.first)
    season = Season(first_list(FIRST, rows), "own", rules=rules)
    state = columns_of(rows, builder.first, builder.edition)
    for date in builder.lists()[1:]:
        events = [builder.event(date) for _ in range(builder.draw.choice((0, 1, 1, 2, 3)))]
        by_the_office = close_by_kernel(season.period(date.isoformat(), *events))
        assert by_the_office == season.close(date.isoformat(), *events)
        state = close_over_columns(line, state, date, events, builder.ids)
        assert cells(state) == [tuple(season.standing(id_)) for id_ in builder.ids], (date, builder.ids)


@seed(SEED)
@given(files=editions(FIRST, LATER, by_average=True), number=st.integers(0, 10**6))
@settings(DRAWN, max_examples=max(COUNT // 8, 3))
def test_by_the_average_of_an_event(files: Mapping[str, str], number: int) -> None:
    """Columns refuse it by its name, before anything is rated; the office takes the reference engine."""
    rules = loaded(files)
    line = by_date(rules, "own")
    builder = Builder(line, FIRST, PERIODS, f"made {number}")
    with pytest.raises(ArpadError, match=r"own-1 \(change\.method = event-average\)"):
        line.checked(builder.first)
    rows = with_k(builder.rows(), builder.edition, builder.first)
    period = Season(first_list(FIRST, rows), "own", rules=rules).period
    date = builder.lists()[1]
    events = [builder.event(date) for _ in range(2)]
    assert close_by_kernel(period(date.isoformat(), *events)) == close_period(period(date.isoformat(), *events))
