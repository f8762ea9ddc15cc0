"""Periods of an office closed twice, by the reference engine and by the kernel: the lists agree in every cell."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.report import FedaLine
from arpad.i18n import ArpadError
from arpad.lists import kernel
from arpad.lists.closing import close_period
from arpad.lists.kernel import KernelPart, close_by_kernel
from arpad.lists.period import Accepted
from arpad.lists.period_detail import spot_check
from arpad.lists.rated_parts import RatedPart
from arpad.regulations.rating_editions import Regulations
from kernel_parts import rated_by
from office_seasons import KINDS, Builder, answer
from proofs import law
from small_seasons import Season, accept, first_list, plain_event, player


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@law(6, long=25)
def test_both_engines_close_alike(kind: str, seed: int) -> None:
    """Swiss events, teams, matches and round robins, complete or not; unrated players, newcomers from list to list,
    rated only at standard, entered since; forfeits, disputed games, games excluded; sums of FEDA, foreigners; events
    over a list; decided ratings, changed people, merged identities. Ledger, editions, lists, findings and games."""
    builder = Builder(kind, seed)
    season = builder.season()
    for _ in range(4):
        period = builder.period(season)
        while isinstance(closed := answer(close_period, period), str):
            assert answer(close_by_kernel, period) == closed, (kind, period.date)
            period = replace(period, reports=tuple(report for report in period.reports if report.event.name != closed))
        assert answer(close_by_kernel, period) == closed, (kind, period.date)
        assert not spot_check(period, closed.ledger, f"{seed}")
        season.ledger = season.lists[closed.ledger.date] = closed.ledger


OPEN = plain_event("2024-05-11", "2024-05-12", ["ana-bob 1, cid-eva =", "ana-cid 0, bob-eva +"])
LEAGUE = plain_event("2021-05-11", "2021-05-12", ["ana-bob 1", "bob-cid =", "cid-ana 0"])


def season(date: str = "2024-05-01", system: str = "fide") -> Season:
    rows = [player("ana", 2000, federation="ESP"), player("bob", 1900), player("cid", 1800), player("dan", 1700)]
    return Season(first_list(date, rows), system)


@pytest.mark.parametrize(
    ("start", "date", "report", "by"),
    [
        pytest.param("2024-05-01", "2024-06-01", accept(OPEN), KernelPart, id="game by game"),
        pytest.param("2024-05-01", "2024-06-01", accept(OPEN, system="round-robin"), KernelPart, id="as a Swiss"),
        pytest.param("2021-05-01", "2021-06-01", accept(LEAGUE), KernelPart, id="Swiss of 2021"),
        pytest.param("2021-05-01", "2021-06-01", accept(LEAGUE, system="round-robin"), RatedPart, id="round robin"),
        pytest.param("2024-05-01", "2024-06-01", accept(OPEN, ratings={"ana": 4500}), RatedPart, id="beyond tables"),
    ],
)
def test_the_kernel_rates_what_goes_game_by_game(start: str, date: str, report: Accepted, by: type) -> None:
    assert rated_by(season(start).period(date, report)) == [by]


def test_the_average_of_an_event_is_for_the_reference_engine() -> None:
    event = plain_event("1997-01-11", "1997-01-12", ["ana-bob 1"])
    assert rated_by(season("1997-01-01", "feda").period("1997-07-01", event)) == [RatedPart]


def test_a_game_with_somebody_who_is_not_in_the_report() -> None:
    """Nobody knows what to do with it but the reference engine, which leaves it out."""
    accepted = accept(OPEN)
    event = accepted.report.event
    without = replace(accepted.report, event=replace(event, players=event.players[:3]))
    period = season().period("2024-06-01", replace(accepted, report=without))
    assert rated_by(period) == [RatedPart]
    assert close_by_kernel(period) == close_period(period)


CLUB = """
id = "club-2024"
system = "club"
time_class = "standard"
effective = 2024-03-01
extends = "fide-2024"
source = { id = "club-rules", en = "Club rules", es = "Normas" }
[name]
en = "Club rules"
es = "Normas"
[lists]
foreigners_by_fide = { value = true, article = "1" }
"""


def test_foreigners_who_count_by_their_fide_rating(tmp_path: Path) -> None:
    """Eva is on FIDE's list alone, with 2100: a draw is worth something to Cid (1800), and she gets no rating."""
    (tmp_path / "club-2024.toml").write_text(CLUB, encoding="utf-8")
    clubs = replace(season(system="club"), federation="ESP", foreign=first_list("2024-05-01", [player("eva", 2100)]))
    clubs.rules = Regulations(tmp_path)
    period = clubs.period("2024-06-01", accept(OPEN, {"eva": {"federation": "FRA"}}))
    assert rated_by(period) == [KernelPart]
    closed = close_by_kernel(period)
    assert closed == close_period(period)
    assert (closed.games, closed.ledger.rows(["eva"])) == (3, {})


def test_many_parts_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts for either engine side by side, more of them than are rated at once; every part is told when it is done."""
    monkeypatch.setattr(kernel, "TOGETHER", 2)
    events = [
        accept(plain_event(f"2021-05-{day}", f"2021-05-{day}", ["ana-bob 1", "bob-cid =", "cid-ana 0"]),
               system="round-robin" if day % 3 else "swiss")
        for day in range(11, 18)
    ]  # fmt: skip
    period = season("2021-05-01").period("2021-06-01", *events)
    by = rated_by(period)
    assert [kind is RatedPart for kind in by] == [bool(day % 3) for day in range(11, 18)]
    done: list[int] = []
    assert close_by_kernel(period, done.append) == close_period(period)
    assert done == [1, 2, 3, 4, 5, 6, 7]


def test_a_report_that_cannot_be_computed_is_named() -> None:
    """A report of sums under an edition that goes game by game."""
    accepted = accept(OPEN)
    lines = tuple(FedaLine(one.id, one.name, None, "", None, Fraction(1), 2, 1900) for one in accepted.event.players)
    sums = replace(accepted, report=replace(accepted.report, format="feda", feda=lines))
    for close in (close_period, close_by_kernel):
        with pytest.raises(ArpadError) as problem:
            close(season().period("2024-06-01", sums))
        assert (problem.value.key, problem.value.values["event"]) == ("close-report", "Open")
