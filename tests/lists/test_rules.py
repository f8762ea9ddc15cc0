"""Closing a period, rule by rule: which list counts, one K and one rounding, floors, activity."""

import datetime as dt

import pytest

from arpad.eligibility.check_events import check_third_list
from arpad.eligibility.facts import Facts
from arpad.lists.period import list_editions, parts
from arpad.lists.published import published_table
from arpad.regulations.rating_edition import rated_in
from arpad.regulations.rating_editions import edition, regulations
from small_seasons import Season, accept, day, first_list, plain_event, player, report


def wins(id_: str, *opponents: str) -> list[str]:
    """One win a round."""
    return [f"{id_}-{other} 1" for other in opponents]


@pytest.mark.parametrize(
    ("rules", "end", "received", "official", "list_date"),
    [
        ("fide-2024", "2024-05-29", None, False, "2024-06-01"),
        ("fide-2024", "2024-05-30", None, False, "2024-07-01"),
        ("fide-2024", "2024-05-31", None, True, "2024-06-01"),
        ("fide-2024", "2024-05-10", "2024-05-29", False, "2024-06-01"),
        ("fide-2024", "2024-05-10", "2024-05-30", False, "2024-07-01"),
        ("fide-2005", "2005-09-01", None, False, "2005-10-01"),
        ("fide-2005", "2005-09-02", None, False, "2006-01-01"),
        ("fide-2003", "2003-12-01", "2003-12-15", False, "2004-04-01"),
        ("feda-1996", "1996-11-30", None, False, "1997-01-01"),
        ("feda-1996", "1996-12-01", None, False, "1997-07-01"),
    ],
)
def test_the_list_an_event_is_due_for(
    rules: str, end: str, received: str | None, official: bool, list_date: str
) -> None:
    """7.1.3: 3 days before the list, official FIDE events to the eve; 9.13: a month before; FEDA 8.13: 31 May and 30
    November. A report that comes later waits for the next list."""
    came = None if received is None else day(received)
    assert rated_in(edition(rules), day(end), came, official=official) == day(list_date)


@pytest.mark.parametrize(("received", "refused"), [("2024-07-29", False), ("2024-07-30", True)])
def test_by_the_third_list_or_never(received: str, refused: bool) -> None:
    """9.1: an event ends on 10 May 2024; the third list is that of 1 August and closes on 29 July."""
    told = report(plain_event("2024-05-04", "2024-05-10", ["ana-bob 1"])).event
    found = list(check_third_list(edition("fide-2024"), told, Facts(received=day(received))))
    assert [finding.code for finding in found] == (["report-after-last-list"] if refused else [])


@pytest.mark.parametrize(
    ("rules", "start", "list_date"),
    [
        ("fide-2024", "2024-05-31", "2024-05-01"),
        ("fide-2024", "2024-06-01", "2024-06-01"),
        ("fide-2005", "2005-09-30", "2005-07-01"),
        ("fide-2005", "2006-01-01", "2006-01-01"),
        ("feda-1996", "1997-06-30", "1997-01-01"),
        ("feda-1996", "1997-07-01", "1997-07-01"),
    ],
)
def test_the_list_whose_ratings_count(rules: str, start: str, list_date: str) -> None:
    """Monthly, quarterly (9.11) and half-yearly (FEDA 8.11): the list in force on the first day, to its last day."""
    (part,) = parts(edition(rules), accept(plain_event(start, start, ["ana-bob 1"])))
    assert part.list_date == day(list_date)


FOUR = [
    player("ana", 2000, k=40, total=3),
    player("bob", 1900),
    *(player(name, 2000) for name in ("cid", "dan", "eve")),
]


def test_the_list_at_the_start_counts_even_when_rated_later() -> None:
    """Ana (2000, K 40) beats three of 2000 in May: +60. Her win over Bob (1900), played in May too, comes a list late:
    by the list of May D = 100, .36 × 40 = 14.4; by that of June it would be 160 and 11.6."""
    season = Season(first_list("2024-05-01", FOUR))
    season.close("2024-06-01", plain_event("2024-05-04", "2024-05-05", wins("ana", "cid", "dan", "eve")))
    assert season.rating("ana") == 2060
    season.close("2024-07-01", plain_event("2024-05-11", "2024-05-12", ["ana-bob 1"]))
    assert season.rating("ana") == 2074


@pytest.mark.parametrize(
    ("first", "second", "third", "days", "rules"),
    [
        ("2023-01-01", "2023-02-01", "2023-03-01", "2023-01-05 2023-02-10", "fide-2022"),
        ("2024-04-01", "2024-05-01", "2024-06-01", "2024-04-10 2024-05-14", "fide-2024"),
        ("2020-01-01", "2020-02-01", "2020-05-01", "2020-01-05 2020-04-10", "fide-2017"),
    ],
)
def test_a_long_event_goes_month_by_month(first: str, second: str, third: str, days: str, rules: str) -> None:
    """4.1: over 30 days (2017 4.13: over 90). Ana beats Bob (1900) in both rounds, with 2000 in the first month and
    2060 in the next: D = 100 and 160, (.36 + .29) × 40 = +26."""
    season = Season(first_list(first, FOUR))
    assert list_editions(regulations(), "fide", day(first))["standard"].id == rules
    start, end = days.split()
    season.close(second, plain_event(first, first, wins("ana", "cid", "dan", "eve")))
    season.close(third, plain_event(start, end, ["ana-bob 1", "ana-bob 1"], dates=days))
    assert season.rating("ana") == 2060 + 26


def test_thirty_days_are_not_long() -> None:
    """4.1: 5 January to 3 February is 30 days: all by the list of January, .36 × 2 × 40 = 28.8."""
    season = Season(first_list("2023-01-01", FOUR))
    season.close("2023-02-01", plain_event("2023-01-01", "2023-01-01", wins("ana", "cid", "dan", "eve")))
    start, end = "2023-01-05", "2023-02-03"
    season.close("2023-03-01", plain_event(start, end, ["ana-bob 1", "ana-bob 1"], dates=f"{start} {end}"))
    assert season.rating("ana") == 2060 + 29


@pytest.mark.parametrize("year", [2003, 2005])
def test_a_league_goes_by_the_list_of_each_game(year: int) -> None:
    """2003 4.11, 2005 as 2003: over 90 days. Ana (2000, K 25) wins three at once, +37.5, and is 2038 in October; she
    beats Bob (1900) in September and in December: D = 100 and 138, (.36 + .31) × 25 = +16.75."""
    ana = player("ana", 2000, k=25, total=3)
    season = Season(first_list(f"{year}-07-01", [ana, *FOUR[1:]]))
    season.close(f"{year}-10-01", plain_event(f"{year}-07-04", f"{year}-07-08", wins("ana", "cid", "dan", "eve")))
    assert season.rating("ana") == 2038
    start, end = f"{year}-09-10", f"{year}-12-20"
    season.close(f"{year + 1}-04-01", plain_event(start, end, ["ana-bob 1", "ana-bob 1"], dates=f"{start} {end}"))
    assert season.rating("ana") == 2038 + 17


def test_one_rounding_for_the_period() -> None:
    """8.3.4: two draws of Ana (2000, K 20) against 1905 in two events, −.13 × 20 = −2.6 each: together −5.2, not −6."""
    season = Season(first_list("2024-05-01", [player("ana", 2000), player("bob", 1905)]))
    games = [plain_event(f"2024-05-{day}", f"2024-05-{day}", ["ana-bob ="], name=day) for day in ("11", "18")]
    season.close("2024-06-01", *games)
    assert season.rating("ana") == 1995


def test_the_limit_of_700_is_of_the_whole_period() -> None:
    """8.3.3: K 40 and two events of ten games: 20 × 40 = 800, so K is 35. Ten wins and ten draws among equals: +5."""
    others = [f"p{number}" for number in range(10)]
    rows = [player("ana", 2000, k=40, total=3), *(player(other, 2000) for other in others)]
    season = Season(first_list("2024-05-01", rows))
    drawn = plain_event("2024-05-18", "2024-05-19", [f"ana-{other} =" for other in others], name="Second")
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", wins("ana", *others)), drawn)
    assert season.standing("ana")[:4] == (2175, 40, 20, 23)


def test_new_until_thirty_games() -> None:
    """8.3.3: Ana has 28 games and K 40. Two more count with 40, and the list they lead to has 20."""
    season = Season(first_list("2024-05-01", [player("ana", 2000, k=40, total=28), player("bob", 2000)]))
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", ["ana-bob 1", "bob-ana ="]))
    assert season.standing("ana")[:4] == (2020, 20, 2, 30)


def test_a_junior_to_the_end_of_the_year() -> None:
    """8.3.3: born in 2006, 18 in 2024: K 40 to the list of December, 20 from January on without a game."""
    season = Season(first_list("2024-11-01", [player("ana", 2000, k=40, born=2006)]))
    season.idle("2024-12-01")
    assert season.standing("ana").k == 40
    season.idle("2025-01-01")
    assert season.standing("ana").k == 20


def test_a_junior_to_his_birthday() -> None:
    """2017 8.56: born on 15 May 2001, 18 in May 2019: 40 on the list of May, 20 on that of June."""
    season = Season(first_list("2019-04-01", [player("ana", 2000, k=40, born=2001, birthday=20010515)]))
    season.idle("2019-05-01")
    assert season.standing("ana").k == 40
    season.idle("2019-06-01")
    assert season.standing("ana").k == 20


@pytest.mark.parametrize(("born", "before", "after", "limit"), [(2010, 40, 20, 2300), (1980, 20, 10, 2400)])
def test_what_was_once_published_stays(born: int, before: int, after: int, limit: int) -> None:
    """8.3.3: a junior published at 2300 has no junior K any more, and players once published at 2400 have 10 for
    ever."""
    rows = [player("ana", limit - 5, k=before, born=born), player("bob", limit - 5)]
    season = Season(first_list("2024-05-01", rows))
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", ["ana-bob 1"]))
    assert season.standing("ana")[:2] == (limit - 5 + before // 2, after)
    season.close("2024-07-01", plain_event("2024-06-11", "2024-06-12", ["ana-bob 0", "bob-ana 1", "bob-ana 1"]))
    assert season.rating("ana") < limit
    assert season.standing("ana").k == after
    assert season.standing("ana").highest >= limit


def test_below_the_floor_and_back_as_a_newcomer() -> None:
    """7.1.4, 7.2.1: Ana (1405, K 40) loses to an equal: 1385, so she is unrated. Later five lost games make her a
    newcomer again: her zero is not ignored, as it is not her first event (8.2.1). (5 × 1900 + 2 × 1800) / 7 = 1871.4,
    14%: −309, 1562. She is new to the list again: her games so far are those of the return."""
    others = [player(f"p{number}", 1900) for number in range(5)]
    season = Season(first_list("2024-05-01", [player("ana", 1405, k=40, total=3), player("bob", 1405), *others]))
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", ["ana-bob 0"]))
    assert season.standing("ana") == (0, 0, 1, 4, 1405, 0)
    season.close("2024-07-01", plain_event("2024-06-11", "2024-06-12", [f"ana-p{number} 0" for number in range(5)]))
    assert season.standing("ana") == (1562, 40, 5, 5, 1562, 0)


def test_who_fell_off_the_list_has_nothing_to_be_changed() -> None:
    """7.2.1: Ana was 1405 when a late event began and is unrated when it is rated: for Bob she counts, she herself
    stays unrated."""
    season = Season(first_list("2024-05-01", [player("ana", 1405, k=40, total=3), player("bob", 1405)]))
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", ["ana-bob 0"]))
    season.close("2024-07-01", plain_event("2024-05-18", "2024-05-19", ["ana-bob 1"]))
    assert season.rating("ana") == 0
    assert season.rating("bob") == 1415 - 10


def test_inactive_after_a_year_and_active_again() -> None:
    """7.2.2: Ana's last game was rated for the list of May 2023. On that of May 2024 she is inactive, and active again
    with one game; her rating stays."""
    rows = [player("ana", 2000), player("bob", 2000)]
    games = [("ana", "standard", "2023-05-01", 7), ("bob", "standard", "2024-03-01", 1)]
    season = Season(first_list("2024-03-01", rows, known_since="2020-01-01", games=games))
    season.idle("2024-04-01")
    assert season.standing("ana").inactive == 0
    season.idle("2024-05-01")
    assert season.standing("ana").inactive == 20240501
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", ["ana-bob ="]))
    assert season.standing("ana")[:1] + season.standing("ana")[5:] == (2000, 0)


def test_nobody_is_inactive_before_a_year_is_known() -> None:
    """An office that began in May 2023 cannot know in April 2024 who has not played for a year."""
    season = Season(first_list("2023-05-01", [player("ana", 2000)]))
    season.idle("2024-04-01")
    assert season.standing("ana").inactive == 0
    season.idle("2024-05-01")
    assert season.standing("ana").inactive == 20240501


def shown(season: Season, which: str = "listed") -> list[tuple[str, str]]:
    editions = list_editions(regulations(), season.system, season.ledger.date)
    table = published_table(season.ledger, editions, "standard", which)  # type: ignore[arg-type]
    return list(zip(table["id"].to_pylist(), table["flag"].to_pylist(), strict=True))


def quarters(first: str, count: int, months: int = 3) -> list[str]:
    start = day(first)
    numbers = [start.year * 12 + start.month - 1 + months * place for place in range(count)]
    return [dt.date(number // 12, number % 12 + 1, 1).isoformat() for number in numbers]


@pytest.mark.parametrize("first", ["2003-10-01", "2005-10-01"])
def test_fewer_than_four_games_in_a_year(first: str) -> None:
    """9.23: three games in a year are too few; four are enough. The inactive are flagged for the next seven lists, then
    dropped, and come back with four games in a year."""
    past = quarters(first, 2, -3)[1]
    rows = [player("ana", 2000, k=15), player("bob", 2000, k=15)]
    games = [("ana", "standard", past, 3), ("bob", "standard", past, 3)]
    season = Season(first_list(past, rows, known_since="1999-01-01", games=games))
    season.close(first, plain_event(past, past, ["bob-cid 1, ana-dan 1"]))  # against unrated players: not rated
    assert shown(season) == [("ana", "i"), ("bob", "i")]
    seven = quarters(first, 9)
    for date in seven[1:8]:
        season.idle(date)
        assert shown(season) == [("ana", "i"), ("bob", "i")]
    season.idle(seven[8])
    assert shown(season) == []
    start = seven[8]
    season.close(quarters(start, 2)[1], plain_event(start, start, ["ana-bob ="] * 4))
    assert shown(season) == [("ana", ""), ("bob", "")]


def test_feda_lists_the_inactive_apart() -> None:
    """FEDA 8.22: flagged for three lists after the one that began it, then beside the list."""
    season = Season(first_list("1999-01-01", [player("ana", 2000, k=15)], known_since="1996-01-01"), "feda")
    for date in quarters("1999-07-01", 4, 6):
        season.idle(date)
        assert shown(season) == [("ana", "i")]
        assert shown(season, "inactive") == []
    season.idle("2001-07-01")
    assert shown(season) == []
    assert shown(season, "inactive") == [("ana", "i")]
