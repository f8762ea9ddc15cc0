"""Little seasons closed twice: by the reference, report by report, and over columns. The lists agree in every cell."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.bulk.replay import by_date, only
from arpad.regulations.rating_editions import regulations
from drawn_seasons import Builder, cells, close_over_columns, columns_of, with_k
from proofs import law
from small_seasons import Season, first_list

KINDS = {
    "fide-2005": ("2006-01-01", 6),
    "fide-2017": ("2021-08-01", 7),
    "fide-2022": ("2022-11-01", 6),
    "fide-2024": ("2023-11-01", 7),
    "fide-2025": ("2025-08-01", 5),
    "a long time": ("2022-11-01", 30),
}
LINE = by_date(regulations())


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@law(5, long=25)
def test_both_ways_give_the_same_lists(kind: str, seed: int) -> None:
    builder = Builder(LINE, *KINDS[kind], f"{kind} {seed}")
    rows = with_k(builder.rows(), builder.edition, builder.first)
    season = Season(first_list(builder.first.isoformat(), rows))
    state = columns_of(rows, builder.first, builder.edition)
    for date in builder.lists()[1:]:
        events = builder.events(date)
        season.close(date.isoformat(), *events)
        state = close_over_columns(LINE, state, date, events, builder.ids)
        expected = [tuple(season.standing(id_)) for id_ in builder.ids]
        assert cells(state) == expected, (date, builder.ids)


@given(seed=st.integers(0, 10**6))
@law(6, long=25)
def test_numbered_games_give_the_lists_of_the_office(seed: int) -> None:
    """FRBE 10.e to 10.g: K by the number of each game, provisional ratings, recomputed ones, kept results."""
    line = only(regulations().edition("frbe-2008"))
    builder = Builder(line, "2009-01-01", 7, f"numbered {seed}", totals=(5, 92, 97, 290, 299, 400), counts=(0, 1, 6))
    rows = with_k(builder.rows(), builder.edition, builder.first)
    season = Season(first_list(builder.first.isoformat(), rows), "frbe")
    state = columns_of(rows, builder.first, builder.edition)
    for date in builder.lists()[1:]:
        events = builder.events(date)
        season.close(date.isoformat(), *events)
        state = close_over_columns(line, state, date, events, builder.ids)
        expected = [tuple(season.standing(id_)) for id_ in builder.ids]
        assert cells(state) == expected, (date, builder.ids)
        kept = {builder.ids[player]: len(results) for player, results in state.kept.items()}
        assert kept == Counter(season.ledger.newcomers["id"].to_pylist())
