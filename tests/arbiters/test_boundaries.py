"""The last value that is allowed and the first that is not, article by article (B.06, clocks, complaints, papers)."""

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arbiter_cases import applications, norm
from arpad.arbiters.application_files import application_of, read_complaint, read_upgrade
from arpad.arbiters.applications import of_event, of_person, of_seminar
from arpad.arbiters.categories import (
    ActivityFacts,
    LeastMost,
    UpgradeApplication,
    UpgradeEvent,
    active_on,
    arbiters_needed,
    judge_upgrade,
    status_on,
)
from arpad.arbiters.events import CategoryFacts, category_by_numbers, chief_of
from arpad.arbiters.fair_play import check_complaint
from arpad.arbiters.model import ArbiterPerson, NormEvent, SeminarNorm
from arpad.arbiters.needs import ApplicationAnswer, judge_application, needs_of
from arpad.arbiters.norms import event_norms, norm_possible
from arpad.arbiters.sheets import (
    ClockPlan,
    ClockRow,
    check_clocks,
    clock_time,
    minutes_between,
    read_clock_rows,
    read_sealed_move,
    time_of_day,
)
from arpad.documents.document import replace
from arpad.domain.event import Event
from arpad.i18n import ArpadError
from places import PROJECT
from title_events import event, foreigners

VECTORS = {vector.name: vector.application for vector in applications()}
EXAMPLES = PROJECT / "examples" / "arbiter"
DAY = dt.timedelta(days=1)


def day(typed: str) -> dt.date:
    return dt.date.fromisoformat(typed)


def judged(name: str, **changes: object) -> ApplicationAnswer:
    return judge_application(replace(VECTORS[name], **changes))


def articles(answer: ApplicationAnswer) -> set[str]:
    return {check.article.number for _, check in answer.against}


def named(answer: ApplicationAnswer, name: str) -> list[tuple[object, object, bool | None]]:
    return [(check.article.number, check.found, check.ok) for _, check in answer.checks if check.name == name]


# ---------------------------------------------------------------- applications (B.06.1)


@pytest.mark.parametrize(("award", "held"), [("2023-01-14", True), ("2023-01-15", True), ("2023-01-16", False)])
def test_4_11_a_title_of_the_day_of_the_application_is_held(award: str, held: bool) -> None:
    vector = replace(VECTORS["ia-2023"], date=day("2023-01-15"))
    answer = judge_application(replace(vector, person=replace(vector.person, fa=day(award))))
    assert named(answer, "fide-arbiter") == [("4.11", held, held)]


@pytest.mark.parametrize(("days", "begun"), [(-1, True), (0, True), (1, False)])
def test_4_12_an_event_that_begins_on_the_day_of_the_award_counts(days: int, begun: bool) -> None:
    vector = VECTORS["ia-2023"]
    first = min(one.event.start for one in vector.norms if one.event.start)
    answer = judge_application(replace(vector, person=replace(vector.person, fa=first + days * DAY)))
    assert [ok for _, _, ok in named(answer, "after-award")] == [begun]


@pytest.mark.parametrize(("exam", "passed"), [(Fraction(0), False), (Fraction(1, 100), True), (None, None)])
def test_4_7_a_seminar_for_ia_without_marks_is_not_passed(exam: Fraction | None, passed: bool | None) -> None:
    vector = replace(VECTORS["ia-2023"], date=day("2024-01-01"))
    answer = judge_application(replace(vector, seminars=(SeminarNorm("IA", day("2023-12-01"), exam),)))
    assert [ok for _, _, ok in named(answer, "seminar-passed")] == [passed]


@pytest.mark.parametrize(("exam", "passed"), [("79/100", False), ("80/100", True), ("81/100", True)])
def test_3_7_eighty_per_cent_of_the_marks(exam: str, passed: bool) -> None:
    answer = judged("short-one", seminars=(SeminarNorm("FA", day("2022-02-12"), Fraction(exam)),))
    assert [ok for _, _, ok in named(answer, "exam")] == [passed]
    for said in (True, False):
        found = of_seminar(SeminarNorm("FA", day("2022-02-12"), Fraction(exam), said))
        assert bool(list(found)) is (said != passed), "what the marks say is not contradicted"


@pytest.mark.parametrize(("times", "said"), [(0, []), (1, [("3.9", 1, True)]), (2, [("3.9", 2, False)])])
def test_3_9_each_of_its_articles_once(times: int, said: list[object]) -> None:
    vector = VECTORS["team"]
    (team,) = [one for one in vector.norms if one.article == "3.9.1"]
    others = [one for one in vector.norms if one.article != "3.9.1"]
    answer = judge_application(replace(vector, norms=(*others, *[team] * times)))
    assert named(answer, "uses") == said


@pytest.mark.parametrize(("days", "earliest"), [(0, "2023-09-10"), (1, None)])
def test_5_3_3_the_nineteenth_birthday_on_the_last_day_to_apply(days: int, earliest: str | None) -> None:
    """Three events on the eighteenth birthday: the papers pass on one day, a year later. A day more and on none."""
    end, born = day("2022-09-10"), day("2004-09-10") + days * DAY
    norms = tuple(replace(one, event=replace(one.event, start=end, end=end)) for one in VECTORS["short-one"].norms)
    answer = judged("short-one", norms=norms, person=ArbiterPerson(born=born), date=end)
    assert answer.latest == day("2023-09-10")
    assert answer.earliest == (None if earliest is None else day(earliest))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_5_4_3_every_norm_that_can_be_used_is_chosen(count: int) -> None:
    answer = judged("short-one", norms=VECTORS["short-one"].norms[:count])
    assert len(answer.chosen) == count


@pytest.mark.parametrize(("count", "asked"), [(0, True), (1, True), (2, False)])
def test_2_4_two_systems_need_two_norms_that_are_still_to_come(count: int, asked: bool) -> None:
    """Norms whose system nobody said: only if two are missing, both systems can come from them."""
    unsaid = [replace(one, event=replace(one.event, system=None)) for one in VECTORS["exam24-two-only"].norms]
    needs = [need.kind for need in needs_of(judged("exam24-two-only", norms=tuple(unsaid[:count])))]
    assert ("two-systems" in needs) is asked


@pytest.mark.parametrize(("line", "enough"), [
    ("swiss 7 100/30 3", True), ("swiss 6 100/30 3", False), ("swiss 7 99/30 3", False), ("swiss 7 100/29 3", False),
    ("swiss 7 100/30 2", False),
])  # fmt: skip
def test_4_9_1_a_large_swiss(line: str, enough: bool) -> None:
    played = norm(f"4.9.1 {line} 2022-07-01 2022-07-09 A").event
    assert ("4.9.1" in event_norms(played, "IA").articles) is enough


# ---------------------------------------------------------------- facts of a file


def _read(**tables: Any) -> str | None:
    """The code of the error with which an application of 15 January 2023 is refused, if it is."""
    try:
        application_of({"title": "FA", "date": day("2023-01-15"), **tables})
    except ArpadError as refused:
        return refused.key
    return None


@pytest.mark.parametrize(("days", "refused"), [(-1, False), (0, False), (1, True)])
def test_nothing_of_an_application_is_later_than_its_day(days: int, refused: bool) -> None:
    then = day("2023-01-15") + days * DAY
    assert _read(person={"born": then}) == ("arbiter-born" if refused else None)
    assert _read(norm=[{"start": then, "end": then}]) == ("arbiter-norm-later" if refused else None)
    assert _read(norm=[{"start": then}]) == ("arbiter-norm-later" if refused else None)
    assert _read(seminar=[{"kind": "FA", "end": then}]) == ("arbiter-seminar-later" if refused else None)


@pytest.mark.parametrize(("days", "refused"), [(-1, False), (0, False), (1, True)])
def test_an_event_ends_on_its_first_day_or_later(days: int, refused: bool, tmp_path: Path) -> None:
    end = day("2022-07-05")
    assert _read(norm=[{"start": end + days * DAY, "end": end}]) == ("arbiter-norm-dates" if refused else None)
    assert bool(list(of_seminar(SeminarNorm("FA", end, start=end + days * DAY)))) is refused
    file = tmp_path / "upgrade.toml"
    file.write_text(
        'to = "B"\ndate = 2024-06-01\n[person]\nname = "Ejemplo, Ana"\n[[event]]\ncategory = "B"\nrole = "chief"\n'
        f"start = {end + days * DAY}\nend = {end}\n", "utf-8",
    )  # fmt: skip
    if refused:
        with pytest.raises(ArpadError, match="2022-07-06"):
            read_upgrade(file)
    else:
        assert read_upgrade(file).events[0].end == end


@pytest.mark.parametrize(("exam", "possible"), [("-1/100", False), ("0", True), ("1", True), ("101/100", False)])
def test_marks_are_between_nothing_and_all(exam: str, possible: bool) -> None:
    assert (_read(seminar=[{"kind": "FA", "end": day("2022-02-12"), "exam": exam}]) is None) is possible


@pytest.mark.parametrize(("players", "possible"), [(100_000, True), (100_001, False)])
def test_a_hundred_thousand_players_are_the_most_of_an_event(players: int, possible: bool) -> None:
    assert (_read(norm=[{"players": players}]) is None) is possible


@pytest.mark.parametrize(("federations", "contradicts"), [(None, False), (1, False), (2, True)])
def test_2_6_a_national_event_is_of_one_federation(federations: int | None, contradicts: bool) -> None:
    assert bool(list(of_event(NormEvent(level="national", federations=federations)))) is contradicts


@pytest.mark.parametrize(
    ("part", "whole"), [("teams", "players"), ("boards", "players"), ("players", "festival_players")]
)
def test_a_part_is_no_more_than_the_whole(part: str, whole: str) -> None:
    told = [list(of_event(NormEvent(**{part: number, whole: 10}))) for number in (10, 11)]  # type: ignore[arg-type]
    assert [bool(one) for one in told] == [False, True]


@pytest.mark.parametrize(("days", "contradicts"), [(0, False), (1, True)])
def test_4_11_the_titles_and_the_birth_of_one_day(days: int, contradicts: bool) -> None:
    award = day("2010-01-01")
    for person in (
        ArbiterPerson(fa=award + days * DAY, ia=award),
        ArbiterPerson(born=award + days * DAY, fa=award),
        ArbiterPerson(fa=award + days * DAY, active_until=award),
    ):
        assert bool(list(of_person(person, ()))) is contradicts


@pytest.mark.parametrize(("until", "contradicts"), [("2025-12-31", True), ("2026-01-01", False)])
def test_2_2_1_active_until_the_day_four_years_after_the_award(until: str, contradicts: bool) -> None:
    person = ArbiterPerson(fa=day("2022-01-01"), active_until=day(until))
    assert bool(list(of_person(person, ()))) is contradicts


# ---------------------------------------------------------------- activity and categories (B.06.3)


def test_2_2_2_active_from_the_day_of_a_course_to_that_day_four_years_later() -> None:
    facts = ActivityFacts(fa=day("2005-01-01"), courses=(day("2023-05-10"),))
    days = ("2023-05-09", "2023-05-10", "2027-05-10", "2027-05-11")
    assert [active_on(day(one), facts) for one in days] == [None, True, True, None]
    told = replace(facts, courses=(), active_until=day("2027-05-10"))
    assert [active_on(day(one), told) for one in days] == [None, True, True, False]


@pytest.mark.parametrize(("ia", "ends"), [("2021-06-30", "2021-12-31"), ("2021-07-01", "2022-12-31")])
def test_2_6_2_the_row_of_the_title_that_was_held_before_the_regulations(ia: str, ends: str) -> None:
    """Last event in 2017: a FIDE Arbiter a year longer than an International Arbiter."""
    assert status_on(day("2021-08-01"), ActivityFacts(day("2005-01-01"), day(ia), last_event=2017)).ends == day(ends)


@pytest.mark.parametrize(("award", "missing"), [("2021-06-30", ("last_event",)), ("2021-07-01", ())])
def test_2_6_the_year_of_the_last_event_is_asked_of_titles_before_the_regulations(
    award: str, missing: tuple[str, ...]
) -> None:
    assert status_on(day("2021-08-01"), ActivityFacts(ia=day(award))).missing == missing


@pytest.mark.parametrize(("end", "counts"), [
    ("2019-05-31", False), ("2019-06-01", True), ("2024-06-01", True), ("2024-06-02", False),
])  # fmt: skip
def test_3_5_events_of_the_last_five_years(end: str, counts: bool) -> None:
    worked = UpgradeEvent("A", "chief", day(end), day(end))
    answer = judge_upgrade(UpgradeApplication("A", day("2024-06-01"), events=(worked,)))
    assert bool(answer.counted) is counts


@pytest.mark.parametrize(("to", "years", "category_years"), [("A", 5, 2), ("B", 3, 2), ("C", 1, None)])
def test_3_1_to_5_4_the_years_and_events_of_each_category(to: Any, years: int, category_years: int | None) -> None:
    """Enough years to the day, and a day too few; two events of the category, or one and three of the one below, ended
    five years before at the earliest."""
    date = day("2024-06-01")

    def back(count: int, days: int = 0) -> dt.date:
        return date.replace(year=date.year - count) + days * DAY

    def holds(name: str, **told: Any) -> bool | None:
        checks = judge_upgrade(UpgradeApplication(to, date, **told)).checks
        return next((check.ok for check in checks if check.name == name), None)

    assert [holds("ia-years", ia=back(years, days)) for days in (0, 1)] == [True, False]
    if category_years is None:
        assert holds("category-years", since=date) is None
    else:
        assert [holds("category-years", since=back(category_years, days)) for days in (0, 1)] == [True, False]
    below = UpgradeApplication(to, date).present

    def worked(category: Any, days: int = 0) -> UpgradeEvent:
        end = back(5, days)
        return UpgradeEvent(category, "chief", end, end, positive=True)

    enough = [(worked(to),) * 2, (worked(to), *[worked(below)] * 3)]
    few = [(worked(to),), (worked(to), *[worked(below)] * 2), (worked(to), worked(to, -1)), (worked(below),) * 5]
    assert [holds("events", events=events) for events in enough] == [True] * 2
    assert [holds("events", events=events) for events in few] == [False] * 4


@pytest.mark.parametrize(("women", "average", "category"), [
    (False, 2601, "B"), (False, 2600, "C"), (False, 2501, "C"), (False, 2500, None),
    (True, 2401, "B"), (True, 2400, "C"), (True, 2301, "C"), (True, 2300, None),
])  # fmt: skip
def test_1_3_2_3_and_1_3_3_2_the_average_of_a_round_robin(women: bool, average: int, category: str | None) -> None:
    for system, players in (("round-robin", 10), ("double", 6)):
        facts = CategoryFacts(
            system, players, players, 9, Fraction(average), women, standard=True, international_norm=False  # type: ignore[arg-type]
        )  # fmt: skip
        assert category_by_numbers(facts).category == category
        assert category_by_numbers(replace(facts, players=players - 1)).category is None


@pytest.mark.parametrize(("players", "rated", "rounds", "titled", "federations", "large"), [
    (152, 114, 9, 20, 3, True), (151, 114, 9, 20, 3, True), (150, 114, 9, 20, 3, False), (152, 113, 9, 20, 3, False),
    (152, 114, 8, 20, 3, False), (152, 114, 9, 19, 3, False), (152, 114, 9, 20, 2, False),
])  # fmt: skip
def test_1_3_3_2c_a_large_open(
    players: int, rated: int, rounds: int, titled: int, federations: int, large: bool
) -> None:
    """More than 150 players, three quarters of them rated, nine rounds, twenty with titles of three federations."""
    facts = CategoryFacts(
        "swiss", players, rated, rounds, titled=titled, titled_federations=federations, standard=True,
        international_norm=False,
    )  # fmt: skip
    assert (category_by_numbers(facts).category == "C") is large


@pytest.mark.parametrize(("players", "least", "most", "school", "deputies"), [
    (20, 1, 1, 1, 1), (21, 1, 2, 1, 2), (25, 1, 2, 1, 2), (26, 2, 2, 1, 2), (30, 2, 2, 1, 2), (31, 2, 2, 2, 2),
    (70, 3, 4, 3, 2), (71, 3, 4, 3, 3), (120, 5, 6, 4, 3), (121, 5, 7, 5, 4), (170, 7, 9, 6, 4), (171, 7, 9, 6, 5),
    (220, 9, 11, 8, 5), (221, 9, 12, 8, 6),
])  # fmt: skip
def test_how_many_arbiters_an_event_needs(players: int, least: int, most: int, school: int, deputies: int) -> None:
    """One chief, one deputy, one arbiter for 20 to 25 players, one for 30 in schools; the lines of form IT3."""
    needed = arbiters_needed(players)
    assert (needed.chief, needed.deputy, needed.arbiters) == (1, 1, LeastMost(least, most))
    assert (needed.school, needed.report_deputies) == (school, deputies)


# ---------------------------------------------------------------- 4.8.3: whether a player could make a norm

TITLES = "GM GM GM IM IM IM IM IM IM"
FEDERATIONS = "AUT AUT AUT GER GER GER ITA ITA ITA"


def _open(titles: str, federations: str, start: str = "2023-05-01") -> Event:
    """A Hungarian candidate of 1400 against nine opponents of 2240, in an open in Austria. Nine of them are strong
    enough for a norm of IM (1.4.8a: 2230), eight and the candidate are not: nobody else could make a norm."""
    both = zip(titles.split(), federations.split(), strict=True)
    played = event([("" if title == "-" else title, federation, 2240, "1") for title, federation in both])
    dates = tuple(day(start) + place * DAY for place in range(9))
    players = (played.players[0]._replace(rating=1400), *played.players[1:])
    return replace(played, start=dates[0], end=dates[-1], round_dates=dates, players=players)


@pytest.mark.parametrize(("titles", "possible"), [
    ("GM GM GM IM IM - - - -", True), ("GM GM GM IM - - - - -", False), ("GM GM IM IM IM - - - -", True),
    ("IM IM IM FM FM - - - -", True), ("IM IM FM FM FM - - - -", False), ("GM IM FM FM FM - - - -", False),
])  # fmt: skip
def test_4_8_3_three_of_the_title_and_five_with_titles(titles: str, possible: bool) -> None:
    """B.01, 1.4.5: a third of nine games, and a half, have titles; a Grandmaster counts for a norm of IM too."""
    assert norm_possible(_open(titles, FEDERATIONS)) is possible


@pytest.mark.parametrize(("federations", "possible"), [
    ("HUN HUN HUN HUN HUN AUT AUT GER GER", True), ("HUN HUN HUN HUN HUN HUN AUT GER GER", None),
    ("AUT AUT AUT AUT AUT AUT GER GER ITA", True), ("AUT AUT AUT AUT AUT AUT AUT GER ITA", None),
    ("HUN HUN HUN AUT AUT AUT AUT AUT GER", True), ("HUN HUN HUN AUT AUT AUT AUT AUT AUT", None),
])  # fmt: skip
def test_4_8_3_federations_of_the_opponents(federations: str, possible: bool | None) -> None:
    """B.01, 1.4.3 and 1.4.4: of nine at most five of the own federation, six of one, and two foreign ones."""
    assert norm_possible(_open(TITLES, federations)) is possible


@pytest.mark.parametrize(("others", "possible"), [(19, None), (20, True)])
def test_4_8_3_federations_do_not_matter_with_twenty_foreigners(others: int, possible: bool | None) -> None:
    """B.01, 1.4.3d: opponents who play only once do not count. But for two all are French: without the exemption there
    are eight opponents for anybody."""
    found = [one._replace(federation="FRA") for one in foreigners(others)]
    found[:2] = [one._replace(federation=code) for one, code in zip(found, ("ITA", "ESP"), strict=False)]
    played = event([("GM", "FRA", 2600, "1")] * 9, own="AUT", host="AUT", others=found)
    assert norm_possible(played) is possible


@pytest.mark.parametrize(("start", "possible"), [("2017-06-30", None), ("2017-07-01", True)])
def test_4_8_3_from_the_first_edition_of_the_titles_on(start: str, possible: bool | None) -> None:
    assert norm_possible(_open(TITLES, FEDERATIONS, start)) is possible


# ---------------------------------------------------------------- papers


@pytest.mark.parametrize(("written", "title", "name"), [
    ("IA", "", "IA"), ("IA Somebody", "IA", "Somebody"), ("Somebody", "", "Somebody"), ("IA A. B", "IA", "A B"),
])  # fmt: skip
def test_2_8_a_title_is_read_before_a_name(written: str, title: str, name: str) -> None:
    chief = chief_of(Event(chief_arbiter=written))
    assert (chief.title, chief.name) == (title, name)


@pytest.mark.parametrize(("date", "late"), [("2032-05-09", False), ("2032-05-10", True)])
def test_vi_1_a_complaint_on_the_last_day_of_eight_years(date: str, late: bool) -> None:
    found = check_complaint(replace(read_complaint(EXAMPLES / "complaint.toml"), date=day(date)))
    assert [one.code for one in found] == (["complaint-too-late"] if late else [])


@pytest.mark.parametrize(("date", "late"), [("2025-05-09", False), ("2025-05-10", True)])
def test_vi_1_a_complaint_about_an_online_event_within_a_year(date: str, late: bool) -> None:
    found = check_complaint(replace(read_complaint(EXAMPLES / "complaint.toml"), date=day(date), online=True))
    assert [one.code for one in found] == (["complaint-too-late"] if late else [])


@pytest.mark.parametrize(("fen", "refused"), [
    ("8/8/4k3/8/8/4K3/4P3/8", None), ("8/8/4k3/8/8/4K3/4P3/8 w", None), ("8/8/4k3/8/8/4K3/4P3/8 b", "envelope-side"),
    ("8/8/4k3/8/8/4K3/4P3/8 w - - 0", None), ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 61", None),
    ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 60", "envelope-move"), ("8/7K/6QR/5BNP/4kq1r/3b2n1/8/ppppp3 w", None),
])  # fmt: skip
def test_i_2_an_envelope_with_a_part_of_a_position(tmp_path: Path, fen: str, refused: str | None) -> None:
    """Only the men, with the side to move, without the number of the move; the last has every sign there is."""
    text = (EXAMPLES / "envelope.toml").read_text("utf-8")
    file = tmp_path / "envelope.toml"
    file.write_text(text.replace("8/5pk1/4p1p1/3pP2p/3P3P/5PP1/4K3/8 w - - 0 61", fen), "utf-8")
    if refused is None:
        assert read_sealed_move(file).fen == fen
        return
    with pytest.raises(ArpadError) as told:
        read_sealed_move(file)
    assert told.value.key == refused


@pytest.mark.parametrize(("score", "code"), [("10", 0), ("10.01", 2)])
def test_the_greatest_score_of_a_table(arpad: Arpad, score: str, code: int) -> None:
    assert arpad(f"arbiter z {score}").code == code


# ---------------------------------------------------------------- clocks


@pytest.mark.parametrize(("typed", "minutes"), [
    ("0", 0), ("0:00", 0), ("1:59", 119), ("1:60", None), ("59:59", Fraction(3599, 60)), ("59:60", None), ("-1", None),
    ("1:59:59", Fraction(7199, 60)), ("1:60:00", None), ("1:00:60", None), ("-0.01", None),
])  # fmt: skip
def test_the_last_time_that_a_clock_shows(typed: str, minutes: Fraction | int | None) -> None:
    if minutes is None:
        with pytest.raises(ArpadError, match="board 1"):
            clock_time("board 1", typed)
    else:
        assert clock_time("board 1", typed) == minutes


@pytest.mark.parametrize(("typed", "minutes"), [
    ("00:00", 0), ("23:59", 1439), ("24:00", None), ("18:59", 1139), ("18:60", None),
])  # fmt: skip
def test_the_last_minute_of_a_day(typed: str, minutes: int | None) -> None:
    if minutes is None:
        with pytest.raises(ArpadError, match=typed):
            time_of_day("--start", typed)
    else:
        assert time_of_day("--start", typed) == minutes


def test_clocks_are_checked_from_the_start_of_the_round_on() -> None:
    assert [minutes_between("18:00", check) for check in ("18:00", "18:01")] == [0, 1]
    with pytest.raises(ArpadError, match="17:59"):
        minutes_between("18:00", "17:59")


def test_a_clock_shows_no_more_than_it_was_given() -> None:
    """After ten moves 90 minutes and eleven increments of 30 seconds."""
    plan = ClockPlan(Fraction(90), Fraction(30))
    most, black = Fraction(191, 2), Fraction(84)
    (checked,) = check_clocks(plan, [ClockRow(1, most, black, 10)], 10)
    assert checked.found == most + black - 10
    for white, other in ((most + Fraction(1, 60), black), (black, most + Fraction(1, 60))):
        with pytest.raises(ArpadError, match="board 1"):
            check_clocks(plan, [ClockRow(1, white, other, 10)], 10)


def test_a_row_without_its_last_cell_is_refused_with_its_line() -> None:
    head = "board,white,black,moves\n"
    assert [row.moves for row in read_clock_rows(head + "1,80,85,15\n", "sheet.csv")] == [15]
    with pytest.raises(ArpadError, match="line 2, moves"):
        read_clock_rows(head + "1,80,85\n", "sheet.csv")
