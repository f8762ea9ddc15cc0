"""Events over several rating periods: the list of each, whose ratings count where, and the part that is handed over."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pytest

from arbiter import AT, Arbiter
from arpad.domain.event import Event
from arpad.domain.rating_list import RatingList
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.regulations.rating_editions import regulations
from arpad.tournament.acts.event import ChangeRules, HandedOver
from arpad.tournament.acts.periods import OpenPeriod
from arpad.tournament.acts.players import ChangeEntry, Enter, Refresh
from arpad.tournament.acts.results import CorrectForRating, SetResult
from arpad.tournament.acts.rounds import Recall
from arpad.tournament.as_report import event_of
from arpad.tournament.ending import by_ratings, complete_part, event_so_far, norms_of, rate_player_so_far, rate_so_far
from arpad.tournament.export import export_trf
from arpad.tournament.journal import NotConfirmed, fold_log, state_digest
from arpad.tournament.standings import event_document, next_step, standings_after
from arpad.tournament.times import by_round, current_period, list_day, listed_in, player_periods, rating_periods
from arpad.tournament.undo import TakeBack
from league_of_months import MONTHS, league, play, rating_list, read

MARCH = """\
012 Liga de Valdeoca, 2026-03
022 Valdeoca
032 ESP
042 2026/03/07
052 2026/03/28
062 10
072 10
092 Individual: Swiss system (Dutch)
102 IA Arbizo, Clara
122 90+30
132                                                                                        26/03/07  26/03/28
001    1 w IM Arana, Sol                        2404 ESP     9100001 1988/00/00  0.0          7 b 0     5 w 0
001    2 m FM Bravo, Leo                        2338 ESP     9100002 1979/00/00  1.0          6 w 0     8 w 1
001    3 w FM Crespo, Iris                      2311 ESP     9100003 2001/00/00  0.0          4 b 0     7 w 0
001    4 w    Duarte, Noa                       2190 POR     9100004 1995/00/00  2.0          3 w 1     6 b 1
001    5 m    Espino, Raul                      2114 ESP     9100005 1970/00/00  1.5          9 b =     1 b 1
001    6 w    Ferrer, Alba                      2077 AND     9100006 1999/00/00  1.0          2 b 1     4 w 0
001    7 m    Garay, Unai                       2001 ESP     9100007 2009/00/00  2.0          1 w 1     3 b 1
001    8 w    Hoyos, Mar                        1840 ESP     9100008 1985/00/00  1.0         10 w 1     2 b 0
001    9 m    Ibarra, Teo                       1752 ESP     9100009 1966/00/00  0.5          5 w =  0000 - Z
001   10 m    Juste, Pau                        1530 ESP     9100010 1960/00/00  1.0          8 b 0  0000 - U
### Period 3 of 5: rounds 4-5 of 7, list 2026-03
"""


@pytest.fixture(scope="module")
def whole() -> Arbiter:
    return league(7, *MONTHS)


def handed(arbiter: Arbiter, period: str, revision: int = 1, *, accepted: bool = True) -> None:
    """Keep that the office has a part."""
    sha256 = f"{revision:064}"
    arbiter.does(HandedOver("standard", 1, revision, sha256, accepted, period, MONTHS[period], period))


def values(arbiter: Arbiter, code: str) -> list[int]:
    """What everybody has in a tie-break, by numbers."""
    rows = sorted(standings_after(arbiter.state).table.rows, key=lambda row: row.number)
    return [int(str(row.values[code])) for row in rows]


# Which ratings count.


@pytest.mark.parametrize("asked", ["first", "round"])
def test_vcl_214_tie_breaks_use_the_first_ratings_or_those_of_each_round(asked: str) -> None:
    """C.07 10; the first ones, unless the rules say otherwise."""
    arbiter = league(7, *MONTHS, ratings_for_tie_breaks=asked)
    expected = read("season")["tie_breaks"][asked]
    assert [row.number for row in standings_after(arbiter.state).table.rows] == expected["order"]
    assert (values(arbiter, "ARO"), values(arbiter, "TPR")) == (expected["ARO"], expected["TPR"])


def test_vcl_216_tie_breaks_may_use_one_list_for_all() -> None:
    last = league(7, *MONTHS, ratings_for_tie_breaks="list 2026-05")
    assert values(last, "ARO")[:3] == [1998, 1945, 2047]
    assert (
        values(league(7, *MONTHS, ratings_for_tie_breaks="list 2026-02"), "ARO")
        == read("season")["tie_breaks"]["first"]["ARO"]
    )
    with pytest.raises(ArpadError):
        league(ratings_for_tie_breaks="list march")


def test_a_file_names_no_tie_breaks_whose_ratings_it_does_not_have() -> None:
    """It has the first ratings: with these its ranks follow from it, with others a comment says so."""
    first = export_trf(league(7, *MONTHS).state, "trf26").data.decode()
    other = export_trf(league(7, *MONTHS, ratings_for_tie_breaks="round").state, "trf26").data.decode()
    assert "\n202 ARO,TPR,BH\n" in first
    assert "###" not in first
    assert "\n202 " not in other
    assert "### Configuration @ Round 1: tie-breaks ARO, TPR, BH by the ratings of: round\n" in other


def test_standings_after_a_round_do_not_change_with_later_lists() -> None:
    """Each round keeps its ratings: lists that come later change nothing of it."""
    early = league(4, "2026-01", "2026-02", "2026-03", ratings_for_tie_breaks="round")
    late = league(7, *MONTHS, ratings_for_tie_breaks="round")
    assert standings_after(early.state, 4).table.rows == standings_after(late.state, 4).table.rows


def test_vcl_212_a_player_has_a_rating_for_each_period(whole: Arbiter) -> None:
    """Numbers stay those of the first ratings; K and titles are those of the list (B.01 1.1.4)."""
    rows = player_periods(whole.state)
    assert [row.entry for row in rows] == list(range(1, 11))
    listed = [(one.rating, one.k) for one in rows[7].periods]
    assert listed == [(1862, 40), (1862, 40), (1840, 40), (1840, 40), (1855, 20)]
    assert [one.title for one in rows[2].periods] == ["", "", "FM", "FM", "FM"]
    assert current_period(whole.state) == "2026-05"


def test_vcl_213_ratings_and_titles_of_opponents_in_norms_are_those_of_the_round(whole: Arbiter) -> None:
    event = by_round(whole.state, event_of(whole.state))
    met = {cell.round: event.listed[cell.round][cell.opponent] for cell in event.players[0].rounds if cell.opponent}
    assert met == {
        1: (2043, ""), 2: (1862, ""), 3: (2207, ""), 4: (2001, ""), 5: (2114, ""), 6: (1530, ""), 7: (2306, "FM")
    }  # fmt: skip
    assert norms_of(whole.state, complete_part(whole.state, "2026-01")) == []
    assert event_so_far(league(6, *MONTHS).state).listed[5][3] == (2311, "FM")


def test_live_ratings_are_those_of_each_part(whole: Arbiter) -> None:
    """With the ratings and the K of its list."""
    rate = by_ratings(whole.state, regulations())
    sums = {
        one.report.event.name.rpartition(" ")[2]: [line.change for line in one.rating.players]
        for one in rate_so_far(whole.state, rate)
    }
    assert sums == read("season")["k_sums"]
    live = rate_player_so_far(whole.state, 1, rate)
    assert [one.rated.rating.players[0].change for one in live] == [-620, -480, -1760, 80, 370]


# The lists: taken once for all players, after everything that changes was shown.


def test_opening_a_period_shows_what_changes_and_asks() -> None:
    arbiter = league(3, "2026-01")
    with pytest.raises(NotConfirmed) as asked:
        arbiter.tries(OpenPeriod("2026-03", rating_list("2026-03")))
    shown = [warning.message.text() for warning in asked.value.warnings]
    assert "Arana, Sol: rating 2392 until now, 2404 from 2026-03 on." in shown
    assert "Arana, Sol: K 20 until now, 10 from 2026-03 on." in shown
    assert "Crespo, Iris: title – until now, FM from 2026-03 on." in shown
    done = arbiter.does(OpenPeriod("2026-03", rating_list("2026-03")))
    assert [line.kind for line in done.lines] == ["period.opened"]
    assert arbiter.state.numbers == league().state.numbers
    assert not arbiter.does(OpenPeriod("2026-03", rating_list("2026-03"))).lines
    assert arbiter.state.periods["2026-03"].name == "2026-03.csv"
    assert len(arbiter.state.periods["2026-03"].sha256) == 64


def test_vcl_137_players_are_compared_with_the_list_of_the_period_at_hand() -> None:
    """The list in force at the start counts until the next one was taken; late entries are of the period they join."""
    arbiter = league(3, "2026-01")
    assert list_day(arbiter.state) == dt.date(2026, 3, 1)
    assert list_day(arbiter.state, "2026-01") == dt.date(2026, 1, 10)
    arbiter.does(OpenPeriod("2026-03", rating_list("2026-01")))
    done = arbiter.does(Refresh(rating_list("2026-03")))
    assert [line.data["period"] for line in done.lines] == ["2026-03"]
    assert "Garay, Unai: rating 1935 until now, 2001 from 2026-03 on." in [
        warning.message.text() for warning in done.warnings
    ]
    assert arbiter.state.entries[7].rating == 1935


def test_a_list_without_a_player_keeps_what_was_known() -> None:
    arbiter = league(3)
    most = {id_: entry for id_, entry in rating_list("2026-03").entries.items() if id_ != "9100004"}
    done = arbiter.does(OpenPeriod("2026-03", RatingList(most, name="most.csv")))
    assert "Duarte, Noa is not on the list of 2026-03: what was known stays." in [
        warning.message.text() for warning in done.warnings
    ]
    assert listed_in(arbiter.state, arbiter.state.entries[4], "2026-03").rating == 2207


def test_periods_that_are_none_are_refused() -> None:
    with pytest.raises(ArpadError) as unknown:
        league().does(OpenPeriod("2026-06", rating_list("2026-05")))
    assert unknown.value.key == "event-period-unknown"
    with pytest.raises(ArpadError) as none:
        league(periods="none").does(OpenPeriod("2026-03", rating_list("2026-03")))
    assert none.value.key == "event-period-none"


def test_a_rating_by_hand_holds_in_one_period() -> None:
    """The one at hand, if no other is named; the first one is that of the entry."""
    arbiter = league(4, "2026-01", "2026-03")
    arbiter.does(ChangeEntry(8, "rating", "1844"))
    arbiter.does(ChangeEntry(8, "title", "CM", period="2026-03"))
    arbiter.does(ChangeEntry(8, "rating", "1870", period="2026-01"))
    row = player_periods(arbiter.state)[7]
    assert [one.rating for one in row.periods] == [1870, 1870, 1844]
    assert [one.title for one in row.periods] == ["", "", "CM"]
    assert arbiter.journal.lines[-1].kind == "entry.changed"
    done = arbiter.does(Refresh(rating_list("2026-03")))
    assert "1844 was typed by hand" in " ".join(warning.message.text() for warning in done.warnings)
    assert listed_in(arbiter.state, arbiter.state.entries[8], "2026-03").rating == 1840
    with pytest.raises(ArpadError) as missing:
        arbiter.does(ChangeEntry(8, "rating", "1844", period="2026-05"))
    assert missing.value.key == "event-period-list"


def test_a_late_entry_has_the_rating_of_its_first_period() -> None:
    """It is put among the first ratings of the others, and has no part of an earlier period."""
    arbiter = league(3, "2026-01", "2026-03")
    arbiter.does(Enter({"name": "Late, Kim", "id": "9100011", "rating": 2300, "from_round": 4}))
    assert arbiter.state.number_of(11) == 3
    assert listed_in(arbiter.state, arbiter.state.entries[11], "2026-03").rating == 2300
    january = read_report(complete_part(arbiter.state, "2026-01").data).event
    assert [player.rank for player in january.players] == [1, 2, *range(4, 12)]


# The part of a period: its own games, then frozen.


def test_the_report_of_a_part(whole: Arbiter) -> None:
    """B.02 4.1, 7.1.1: its games alone, with the ratings and titles of its list."""
    assert complete_part(whole.state, "2026-03").data.decode() == MARCH
    games = {name: len(read_report(complete_part(whole.state, name).data).event.games()) for name in MONTHS}
    assert games == {"2026-01": 10, "2026-02": 5, "2026-03": 9, "2026-04": 5, "2026-05": 5}


@pytest.mark.parametrize(
    ("last", "opened", "period", "key"),
    [
        (4, ["2026-03"], "2026-03", "event-period-open"),
        (5, [], "2026-03", "event-period-list"),
        (5, ["2026-03"], "2026-07", "event-period-unknown"),
    ],
    ids=["rounds", "list", "unknown"],
)
def test_a_part_that_is_not_over_is_refused(last: int, opened: Sequence[str], period: str, key: str) -> None:
    with pytest.raises(ArpadError) as refused:
        complete_part(league(last, *opened).state, period)
    assert refused.value.key == key


def test_a_part_with_an_adjourned_game_is_refused() -> None:
    arbiter = league(1)
    arbiter.does(SetResult(1, 2, "*"))
    play(arbiter, 2)
    with pytest.raises(ArpadError) as refused:
        complete_part(arbiter.state, "2026-01")
    assert refused.value.key == "event-adjourned-open"


@pytest.fixture
def reported() -> Arbiter:
    """The league after round 2, whose first part is in the office."""
    arbiter = league(2, "2026-01", "2026-02", "2026-03")
    handed(arbiter, "2026-01")
    return arbiter


@pytest.mark.parametrize(
    "command",
    [
        SetResult(2, 1, "1/2"),
        Recall(2, void_results=True),
        ChangeEntry(1, "rating", "2500", period="2026-01"),
        OpenPeriod("2026-01", rating_list("2026-03")),
        ChangeRules({"schedule": list(read("league")["schedule"][1:])}),
    ],
    ids=["result", "recall", "rating", "list", "schedule"],
)
def test_what_was_handed_over_stays(reported: Arbiter, command: Any) -> None:
    before = reported.state
    with pytest.raises(ArpadError) as refused:
        reported.does(command)
    assert refused.value.key == "event-period-closed"
    assert reported.state is before


def test_what_was_handed_over_is_not_undone(reported: Arbiter) -> None:
    """Neither results of its rounds nor its list; later periods are free."""
    for line in reported.journal.lines:
        of_list = line.kind == "period.opened" and line.data["period"] == "2026-01"
        if of_list or (line.kind == "result.set" and line.data["round"] == 2):
            with pytest.raises(ArpadError):
                reported.does(TakeBack(line.n, tuple(reported.journal.lines), AT.isoformat()))
    opened = next(line.n for line in reported.journal.lines if line.data.get("period") == "2026-03")
    reported.does(TakeBack(opened, tuple(reported.journal.lines), AT.isoformat()))
    assert "2026-03" not in reported.state.periods


def test_a_late_correction_is_for_rating_alone(reported: Arbiter) -> None:
    """It changes one part, and names it; points and places stay."""
    for number in (3, 4):
        play(reported, number)
    before, other = standings_after(reported.state).table.rows, complete_part(reported.state, "2026-02").data
    reported.does(CorrectForRating(2, 1, "1/2"))
    after = complete_part(reported.state, "2026-01").data.decode()
    assert "### Rating only @ Round 2: 8-1 is = for rating, 0-1 in the event\n" in after
    assert complete_part(reported.state, "2026-02").data == other
    assert standings_after(reported.state).table.rows == before
    rated = rate_so_far(reported.state, by_ratings(reported.state, regulations()))[0].rating
    sums = [line.change for line in rated.players]
    was = read("season")["k_sums"]["2026-01"]
    assert sums == [was[0] - 1000, *was[1:7], was[7] + 2000, *was[8:]]


def test_a_part_that_was_refused_is_free() -> None:
    arbiter = league(2)
    handed(arbiter, "2026-01", accepted=False)
    arbiter.does(SetResult(2, 1, "1/2"))
    assert arbiter.state.rounds[2].boards[1].result == "1/2"


def test_what_is_due_is_shown(reported: Arbiter) -> None:
    periods = event_document(reported.state).document()["periods"]
    assert [(one["state"], one["list"], one["revision"]) for one in periods[:3]] == [
        ("handed-over", "2026-01.csv", 1), ("waiting", "2026-02.csv", None), ("waiting", "2026-03.csv", None)
    ]  # fmt: skip
    assert "draw" in next_step(reported.state).key


def test_an_event_without_periods_is_what_it_was() -> None:
    """Fields that are new count in no digest as long as they are empty."""
    arbiter = league(1)
    assert '"periods"' not in str(state_digest(arbiter.state))
    assert not rating_periods(league(end="2026-02-08").state.event_rules)
    assert state_digest(fold_log(arbiter.journal.lines)) == state_digest(arbiter.state)
    assert by_round(arbiter.state, Event()) == Event()
