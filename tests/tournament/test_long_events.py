"""Events over several rating periods: a league of five months, its parts and what is said of them (B.02 4.1)."""

import tomllib
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.domain.event import Event
from arpad.i18n import ArpadError
from arpad.tournament.acts.event import SetRule
from arpad.tournament.rules import read_rules
from arpad.tournament.rules_check import check_rules
from arpad.tournament.standings import event_document
from arpad.tournament.times import rating_periods
from places import FIXTURES

LEAGUE: dict[str, Any] = tomllib.loads((FIXTURES / "league" / "league.toml").read_text("utf-8"))
MONTHS = {"2026-01": (1, 2), "2026-02": (3,), "2026-03": (4, 5), "2026-04": (6,), "2026-05": (7,)}


def rounds_of(**changes: Any) -> dict[str, tuple[int, ...]]:
    return {period.name: period.rounds for period in rating_periods(read_rules({**LEAGUE, **changes}))}


def findings(**changes: Any) -> dict[str, str]:
    found = check_rules(read_rules({**LEAGUE, **changes}), Event(players=()))
    return {one.code: one.severity for one in found if one.code.startswith(("long-", "period-"))}


def test_vcl_210_a_long_event_is_marked_and_has_a_period_for_each_month() -> None:
    """B.02 4.1: more than 30 days, the first and the last too."""
    assert rounds_of() == MONTHS
    assert findings() == {"long-event": "info", "long-tie-breaks": "warning"}
    document = event_document(Arbiter(LEAGUE).state).document()
    assert document["long_event"] is True
    assert [(one["period"], one["state"]) for one in document["periods"]] == [(name, "waiting") for name in MONTHS]


@pytest.mark.parametrize(("end", "long"), [("2026-02-08", False), ("2026-02-09", True)])
def test_thirty_days_are_not_long(end: str, long: bool) -> None:
    assert bool(rounds_of(end=end)) is long
    assert ("long-event" in findings(end=end)) is long
    assert ("long_event" in event_document(Arbiter({**LEAGUE, "end": end}).state).document()) is long


def test_periods_of_its_own_or_none() -> None:
    own = [["2026-01-10", "2026-02-28"], ["2026-03-01", "2026-05-16"]]
    assert rounds_of(periods=own) == {"2026-01": (1, 2, 3), "2026-03": (4, 5, 6, 7)}
    assert rounds_of(periods="none") == {}
    assert findings(periods="none")["long-whole"] == "warning"
    with pytest.raises(ArpadError):
        read_rules({**LEAGUE, "periods": own[::-1]})
    with pytest.raises(ArpadError):
        Arbiter(LEAGUE).does(SetRule("periods", "weekly"))


def test_a_round_without_a_day_is_an_error() -> None:
    assert findings(schedule=LEAGUE["schedule"][:5])["period-rounds"] == "error"
    assert findings(periods=[["2026-01-10", "2026-04-30"]])["period-rounds"] == "error"


def test_vcl_211_tie_breaks_by_ratings_are_advised_against() -> None:
    assert "long-tie-breaks" not in findings(tie_breaks=["BH", "SB"])
    assert "long-tie-breaks" not in findings(end="2026-02-08")
