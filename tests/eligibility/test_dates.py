"""Length, registration, late reports: what the days of an event say, edition by edition."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from arpad.domain.event import Event
from arpad.eligibility.checks import check_event, ratable
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import closing_date, due_list, rated_in
from arpad.regulations.rating_editions import edition
from eligibility_events import ALL, RAPID_BLITZ, codes, day, event, said

FROM_2022 = [name for name in ALL if name not in ("feda-1996", "fide-2003", "fide-2005") and "2017" not in name]


def lasting(days: int) -> Event:
    """An event from 1 February 2023 of so many days, the first and the last included."""
    start = dt.date(2023, 2, 1)
    return replace(event(), start=start, end=start + dt.timedelta(days=days - 1))


# ---------------------------------------------------------------- length


@pytest.mark.parametrize(
    ("name", "longest", "article"),
    [
        ("feda-1996", 89, "5.1"),
        ("fide-2003", 90, "4.1"),
        ("fide-2005", 90, "4.1"),
        ("fide-2017", 90, "4.1"),
        ("fide-2017-rapid-blitz", 30, "4.1"),
    ],
)
def test_longest_event(name: str, longest: int, article: str) -> None:
    """Less than 90 days (FEDA), 90 days, 30 days (rapid 2017); a day more is refused."""
    assert codes(name, lasting(longest)) == []
    assert codes(name, lasting(longest + 1)) == [("duration", article)]


@pytest.mark.parametrize(
    ("name", "facts", "article"),
    [
        ("feda-1996", {"duration_approved": True}, "5.11"),
        ("feda-1996", {"league": True}, None),
        ("fide-2003", {"league": True}, "4.11"),
        ("fide-2003", {"duration_approved": True}, None),
        ("fide-2017", {"league": True}, "4.11"),
        ("fide-2017", {"duration_approved": True}, "4.12"),
        ("fide-2017-rapid-blitz", {"duration_approved": True}, "4.1"),
        ("fide-2017-rapid-blitz", {"league": True}, None),
    ],
)
def test_exceptions_from_the_length(name: str, facts: dict[str, bool], article: str | None) -> None:
    """120 days: FEDA where authorised, 2003 and 2005 leagues, 2017 both, rapid 2017 where approved."""
    found = codes(name, lasting(120), severity=None, **facts)
    refused = [code for code, _ in found if code == "duration"]
    allowed = [one for code, one in found if code in ("duration-league", "duration-approved")]
    assert (refused, allowed) == ((["duration"], []) if article is None else ([], [article]))


@pytest.mark.parametrize("name", FROM_2022)
def test_no_limit_from_2022(name: str) -> None:
    """200 days: no error."""
    assert codes(name, lasting(200)) == []


@pytest.mark.parametrize(
    ("name", "days", "code"),
    [
        ("fide-2022", 30, None),
        ("fide-2022", 31, "monthly-reports"),
        ("fide-2024", 31, "monthly-reports"),
        ("fide-2017", 91, "monthly-reports"),
        ("fide-2017", 90, None),
        ("fide-2003", 91, "list-at-each-game"),
        ("fide-2005", 90, None),
        ("fide-2022-rapid-blitz", 200, None),
        ("feda-1996", 100, None),
    ],
)
def test_what_a_long_event_must_do(name: str, days: int, code: str | None) -> None:
    """From 2022 on, over 30 days: monthly reports; 2017 over 90; before, the list at each game."""
    found = {one for one, _ in codes(name, lasting(days), severity=None, league=True)}
    assert found & {"monthly-reports", "list-at-each-game"} == ({code} if code else set())


def test_no_dates() -> None:
    """No end, or an end before the start: the length is not checked, and that is said."""
    for tournament in (event(start="2018-02-01"), event(start="2018-02-02", end="2018-02-01")):
        assert said("fide-2017", tournament, "cannot-check-duration") == ["4.1"]
        assert said("fide-2022", tournament, "cannot-check-duration") == []


# ---------------------------------------------------------------- registration


@pytest.mark.parametrize(
    ("name", "needed", "article"),
    [
        ("fide-2003", 0, "7.1"),
        ("fide-2005", 0, "7.1"),
        ("fide-2017", 7, "0.2"),
        ("fide-2022", 3, "0.2"),
        ("fide-2024", 3, "0.2.2"),
        ("fide-2025", 3, "0.2.2"),
        *((name, 3, "0.2") for name in RAPID_BLITZ),
    ],
)
def test_registered_in_time(name: str, needed: int, article: str) -> None:
    """A week in 2017, three days from 2022 on, before the start until 2005; a day later is too late."""
    tournament = event(start="2023-06-10", end="2023-06-18")
    in_time = day("2023-06-10") - dt.timedelta(days=needed)
    assert codes(name, tournament, registered=in_time) == []
    late = codes(name, tournament, registered=in_time + dt.timedelta(days=1))
    assert [one for _, one in late] == [article]
    assert late[0][0] == ("registration-after-start" if needed == 0 else "registration-late")


@pytest.mark.parametrize("name", ["fide-2017", "fide-2022", "fide-2024", "fide-2024-rapid-blitz"])
def test_late_registration_approved(name: str) -> None:
    """Registered the day before, and approved: rated, and said so."""
    tournament = event(start="2023-06-10")
    facts: dict[str, Any] = {"registered": day("2023-06-09")}
    assert [code for code, _ in codes(name, tournament, **facts)] == ["registration-late"]
    assert codes(name, tournament, late_approved=True, **facts) == []
    assert len(said(name, tournament, "registration-late-approved", late_approved=True, **facts)) == 1


def test_late_registration_before_2017_has_no_exception() -> None:
    """2005: registered after the start; nobody may allow it."""
    tournament = event(start="2006-06-10")
    assert codes("fide-2005", tournament, registered=day("2006-06-11"), late_approved=True) != []


@pytest.mark.parametrize("name", ["fide-2017", "fide-2017-rapid-blitz"])
def test_norms_in_2017(name: str) -> None:
    """With norms 30 days: 30 are enough, 29 are not; if nobody knows about norms, a finding says so."""
    tournament = event(start="2018-06-30")
    for before, found in ((30, []), (29, [("registration-late", "0.2")])):
        assert codes(name, tournament, registered=day("2018-06-30") - dt.timedelta(days=before), norms=True) == found
    assert said(name, tournament, "cannot-check-norms", registered=day("2018-06-20")) == ["0.2"]
    assert said(name, tournament, "cannot-check-norms", registered=day("2018-06-20"), norms=False) == []
    assert said(name, tournament, "cannot-check-norms", registered=day("2018-05-20")) == []


@pytest.mark.parametrize(
    ("players", "top"),
    [("2700 2000", False), ("2701 2000", True), ("2500f 2000", False), ("2501f 2000", True), ("2501m 2000", False)],
)
@pytest.mark.parametrize("name", ["fide-2024", "fide-2025"])
def test_top_players_from_2024(name: str, players: str, top: bool) -> None:
    """A player over 2700, or a woman over 2500: 30 days; 2700 and 2500 themselves: three."""
    tournament = event(players, start="2025-10-31")
    found = codes(name, tournament, registered=day("2025-10-02"))
    assert found == ([("registration-late", "0.2.1")] if top else [])
    assert codes(name, tournament, registered=day("2025-10-01")) == []
    assert said("fide-2022", tournament, "registration-late", registered=day("2025-10-02")) == []


@pytest.mark.parametrize("name", ALL)
def test_registration_not_known(name: str) -> None:
    """No date of registration: an info in every FIDE edition; FEDA asks for none."""
    found = codes(name, event(start="2023-06-10"), "info")
    wanted = {"feda-1996": [], "fide-2003": ["cannot-check-registered"], "fide-2005": ["cannot-check-registered"]}
    got = [code for code, _ in found if code.startswith("cannot-check-regist")]
    assert got == wanted.get(name, ["cannot-check-registration"])


# ---------------------------------------------------------------- late reports


@pytest.mark.parametrize(
    ("end", "received", "code"),
    [
        ("2023-05-10", "2023-05-29", None),
        ("2023-05-10", "2023-05-30", "report-missed-list"),
        ("2023-05-10", "2023-07-29", "report-missed-list"),
        ("2023-05-10", "2023-07-30", "report-after-last-list"),
        ("2023-05-25", "2023-05-30", "report-missed-list"),
        ("2023-05-26", "2023-06-28", None),
        ("2023-05-26", "2023-06-29", "report-missed-list"),
        ("2023-05-31", "2023-06-28", None),
        ("2022-12-15", "2023-02-26", "report-missed-list"),
        ("2022-12-15", "2023-02-27", "report-after-last-list"),
    ],
)
@pytest.mark.parametrize("name", ["fide-2022", "fide-2024", "fide-2022-rapid-blitz"])
def test_late_from_2022(name: str, end: str, received: str, code: str | None) -> None:
    """Due for the list after its month, or the next with five days or fewer left; after the third list never."""
    tournament = event(start=end, end=end)
    article = "8.1" if name.endswith("blitz") else "9.1"
    found = check_event(edition(name), tournament, Facts(received=day(received)))
    got = [(one.code, one.article) for one in found if one.code in ("report-missed-list", "report-after-last-list")]
    assert got == ([] if code is None else [(code, article)])
    assert ratable(found) == (code != "report-after-last-list")


DAYS = ("2026-01-10", "2026-01-24", "2026-02-14", "2026-03-07", "2026-05-16")


@pytest.mark.parametrize(
    ("received", "past"),
    [("2026-03-29", []), ("2026-05-17", ["2026-01-24", "2026-02-14"])],
)
def test_months_of_a_long_event_have_their_own_last_list(received: str, past: list[str]) -> None:
    """4.1, 9.1: a whole report in May is in time for its last month, and too late for January and February."""
    tournament = replace(event(start=DAYS[0], end=DAYS[-1]), round_dates=tuple(map(day, DAYS)))
    found = check_event(edition("fide-2024"), tournament, Facts(received=day(received)))
    late = [one for one in found if one.code == "report-part-late"]
    assert [(str(one.values["end"]), one.article, one.severity) for one in late] == [
        (end, "9.1", "warning") for end in past
    ]
    assert ratable(found)
    short = replace(tournament, end=day("2026-02-08"))
    assert not [
        one for one in check_event(edition("fide-2024"), short, Facts(received=day(received))) if "part" in one.code
    ]


def test_official_events_have_until_the_eve() -> None:
    """Received on 31 May for the list of 1 June: late, but not from an official FIDE event."""
    tournament, facts = event(start="2023-05-10", end="2023-05-20"), {"received": day("2023-05-31")}
    assert said("fide-2022", tournament, "report-missed-list", **facts) == ["9.1"]
    assert said("fide-2022", tournament, "report-missed-list", official=True, **facts) == []


@pytest.mark.parametrize(
    ("days", "code"), [(7, None), (8, "report-late"), (30, "report-late"), (31, "upload-late"), (400, "upload-late")]
)
@pytest.mark.parametrize("name", ["fide-2017", "fide-2017-rapid-blitz"])
def test_late_in_2017(name: str, days: int, code: str | None) -> None:
    """The report within 7 days, on the server within 30: late ones get a warning, the text refuses none."""
    control = "15+10" if name.endswith("rapid-blitz") else "90+30"
    tournament = event(start="2018-03-01", end="2018-03-09", time_control=control)
    found = codes(name, tournament, severity="warning", received=day("2018-03-09") + dt.timedelta(days=days))
    assert found == ([] if code is None else [(code, "9.1")])


@pytest.mark.parametrize(
    ("end", "received", "warnings", "errors"),
    [
        ("1997-03-01", "1997-03-15", [], []),
        ("1997-03-01", "1997-03-16", ["10.11"], []),
        ("1997-03-01", "1997-11-30", ["10.11"], []),
        ("1997-03-01", "1997-12-01", ["10.11"], ["10.14"]),
        ("1997-06-01", "1998-05-31", ["10.11"], []),
        ("1997-06-01", "1998-06-01", ["10.11"], ["10.14"]),
    ],
)
def test_late_in_feda(end: str, received: str, warnings: list[str], errors: list[str]) -> None:
    """Two weeks; not more than one period late: an event of March is of the July list, January is its last."""
    tournament, facts = event(start=end, end=end), {"received": day(received)}
    assert said("feda-1996", tournament, "report-late", **facts) == warnings
    assert said("feda-1996", tournament, "report-periods-late", **facts) == errors


@pytest.mark.parametrize("name", ALL)
def test_received_not_known(name: str) -> None:
    """No day of reception: an info if the edition has a limit."""
    found = said(name, event(start="2023-06-10", end="2023-06-12"), "cannot-check-report")
    assert len(found) == (0 if name in ("fide-2003", "fide-2005") else 1)


def test_five_days_of_the_month() -> None:
    """Ending on 25 May, six days remain: due for June; on the 26th, five remain: due for July."""
    rules = edition("fide-2024")
    assert [due_list(rules, day(end)) for end in ("2024-05-25", "2024-05-26")] == [day("2024-06-01"), day("2024-07-01")]


def test_tv_rt_14() -> None:
    """The list of 1 March 2023 closes on 26 February; an official FIDE event may end on the 28th."""
    rules = edition("fide-2022")
    assert closing_date(rules, day("2023-03-01")) == day("2023-02-26")
    assert [rated_in(rules, day(end)) for end in ("2023-02-26", "2023-02-27")] == [
        day("2023-03-01"),
        day("2023-04-01"),
    ]
    assert rated_in(rules, day("2023-02-28"), official=True) == day("2023-03-01")
