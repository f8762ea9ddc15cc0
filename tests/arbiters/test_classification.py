"""B.06.3: activity, categories of events and of arbiters, appointments; and the certificates of an event (2.7, 2.8)."""

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arbiter_cases import upgrades
from arpad.arbiters.categories import ActivityFacts, judge_upgrade, may_be_appointed, status_on
from arpad.arbiters.events import (
    CategoryFacts,
    NormSigner,
    SignedBy,
    category_by_numbers,
    category_of_kind,
    certificate_quota,
    chief_of,
    signed_by,
)
from arpad.arbiters.model import ArbiterPerson, NormEvent
from arpad.documents.document import replace
from arpad.domain.event import Event
from arpad.i18n import LANGUAGES, ArpadError
from arpad.regulations.arbiter_editions import arbiter_edition
from places import PROJECT

EDITION = arbiter_edition("b06-2022")
DAY = dt.date(2024, 6, 1)


def test_upgrades_have_exactly_their_articles_against_them() -> None:
    for vector in upgrades():
        answer = judge_upgrade(vector.application)
        assert sorted({one.article.number for one in answer.checks if one.ok is False}) == vector.against, vector.name
        assert all(answer.document(spoken)["checks"] for spoken in LANGUAGES)


@pytest.mark.parametrize(
    ("award", "courses", "ends"),
    [
        ("2024-02-29", [], "2028-02-29"),
        ("2020-01-10", ["2023-06-15"], "2027-06-15"),
        ("2020-01-10", ["2021-03-01", "2019-05-05"], "2025-03-01"),
        ("2021-07-01", [], "2025-07-01"),
    ],
)
def test_activity_ends_four_years_after_the_last_course(award: str, courses: list[str], ends: str) -> None:
    days = tuple(dt.date.fromisoformat(one) for one in courses)
    last, facts = dt.date.fromisoformat(ends), ActivityFacts(dt.date.fromisoformat(award), courses=days)
    on_the_day = status_on(last, facts)
    assert (on_the_day.active, on_the_day.ends) == (True, last)
    assert status_on(last + dt.timedelta(days=1), facts).active is False


@pytest.mark.parametrize(
    ("title", "year", "ends"),
    [
        ("FA", 2017, "2022-12-31"),
        ("IA", 2017, "2021-12-31"),
        ("IA", 2015, "2020-12-31"),
        ("FA", 2020, "2024-12-31"),
        ("FA", 2021, None),
    ],
)
@pytest.mark.parametrize("award", [None, dt.date(2005, 1, 1), dt.date(2021, 6, 30)])
def test_2_6_the_transition_of_2021(title: Any, year: int, ends: str | None, award: dt.date | None) -> None:
    """It holds for everybody with a title of before July 2021, whether the award of FA is known or not."""
    ia = dt.date(2010, 1, 1) if title == "IA" else None
    found = status_on(DAY, ActivityFacts(award, ia, last_event=year))
    assert (found.ends and found.ends.isoformat()) == ends
    assert found.active == (None if ends is None else ends > "2024")


def test_2_6_fa_2005_ia_2008_last_event_2019_is_active_until_2023(arpad: Arpad) -> None:
    file = PROJECT / "tests" / "data" / "arbiters" / "active-until-2023.toml"
    found = arpad(f"arbiter status {file} --date 2023-12-31 --json").json
    assert (found["active"], found["ends"], found["article"]) == (True, "2023-12-31", "2.6.4")
    assert arpad(f"arbiter status {file} --date 2024-01-01").code == 1


def test_2_6_a_title_after_the_transition_changes_nothing() -> None:
    """2.3: an IA of 2022 was an FA when the regulations came into force."""
    facts = ActivityFacts(dt.date(2010, 1, 1), dt.date(2022, 5, 1), last_event=2017)
    assert status_on(DAY, facts).ends == dt.date(2022, 12, 31)
    course = replace(facts, courses=(dt.date(2022, 11, 5),))
    assert status_on(DAY, course).ends == dt.date(2026, 11, 5), "2.2.2: a later course moves it"


def test_2_6_without_the_year_of_the_last_event_an_old_title_is_open() -> None:
    found = status_on(DAY, ActivityFacts(dt.date(2005, 1, 1)))
    assert (found.active, found.missing) == (None, ("last_event",))
    for language in LANGUAGES:
        assert "2021" in found.words(language)


def test_the_end_of_activity_that_fide_publishes_counts(arpad: Arpad, tmp_path: Path) -> None:
    published = ActivityFacts(dt.date(2005, 1, 1), active_until=dt.date(2026, 3, 1))
    assert status_on(DAY, published).ends == dt.date(2026, 3, 1)
    assert status_on(dt.date(2026, 3, 2), published).active is False
    assert status_on(dt.date(2022, 2, 28), published).active is None, "it says nothing about the time before"
    file = tmp_path / "arbiter.toml"
    file.write_text("[person]\nfa = 2005-01-01\nactive_until = 2026-03-01\n", "utf-8")
    assert arpad(f"arbiter status {file} --date 2026-03-01 --json").json["ends"] == "2026-03-01"


def test_a_course_after_the_day_asked_does_not_count() -> None:
    facts = ActivityFacts(dt.date(2021, 7, 1), courses=(dt.date(2026, 1, 1),))
    assert status_on(dt.date(2025, 7, 2), facts).active is False


CATEGORIES: list[tuple[dict[str, Any], str]] = [
    ({"system": "round-robin", "players": 10, "average": Fraction(2600)}, "C"),
    ({"system": "round-robin", "players": 10, "average": Fraction(26001, 10)}, "B"),
    ({"system": "round-robin", "players": 9, "average": Fraction(2650)}, "D"),
    ({"system": "double", "players": 6, "average": Fraction(2601)}, "B"),
    ({"system": "double", "players": 5, "average": Fraction(2601)}, "D"),
    ({"system": "round-robin", "women": True, "players": 10, "average": Fraction(4801, 2)}, "B"),
    ({"system": "round-robin", "women": True, "players": 10, "average": Fraction(2300)}, "D"),
    ({"system": "swiss", "rounds": 9, "players": 151, "rated": 114, "titled": 20, "titled_federations": 3}, "C"),
    ({"system": "swiss", "rounds": 9, "players": 151, "rated": 113, "titled": 20, "titled_federations": 3}, "D"),
    ({"system": "swiss", "rounds": 9, "players": 151, "rated": 114, "titled": 19, "titled_federations": 3}, "D"),
    ({"system": "swiss", "rounds": 9, "players": 151, "rated": 114, "titled": 20, "titled_federations": 2}, "D"),
    ({"system": "swiss", "rounds": 9, "players": 150, "rated": 150, "titled": 40, "titled_federations": 9}, "D"),
    ({"system": "swiss", "rounds": 8, "players": 200, "rated": 190, "titled": 40, "titled_federations": 9}, "D"),
]


def test_categories_by_numbers() -> None:
    for facts, category in CATEGORIES:
        known = CategoryFacts(**{"standard": True, "international_norm": True} | facts)
        assert category_by_numbers(known).category == category, facts
        if category == "D":
            without = CategoryFacts(**{"standard": True, "international_norm": False} | facts)
            assert category_by_numbers(without).category is None
    large, _ = CATEGORIES[7]
    unsaid = category_by_numbers(CategoryFacts(**large, international_norm=True))
    assert unsaid.open, "whether it is rated as standard chess is not said"
    assert all(unsaid.document(spoken)["open"] for spoken in LANGUAGES)


def test_categories_by_kind() -> None:
    found = {kind: category_of_kind(kind).category for kind in ("olympiad", "amateur", "clubs", "c-amateur")}
    assert found == {"olympiad": "A", "amateur": "B", "clubs": "B", "c-amateur": "C"}
    with pytest.raises(ArpadError, match="olympiad"):
        category_of_kind("village-open")


def test_who_may_be_appointed() -> None:
    def may(role: str, event: str, category: str) -> bool | None:
        return may_be_appointed(role, event, category).allowed

    assert [may("chief", "A", one) for one in "ABCD"] == [True, True, False, False]
    assert [may("deputy", "C", one) for one in "ABCD"] == [True] * 4
    assert [may("fair-play", "A", one) for one in "ABCD"] == [True, True, True, False]
    assert may("match", "olympiad", "D") is True
    assert may("arbiter", "A", "NA") is None
    assert may_be_appointed("sector", "A", "C").by_reading
    assert not may_be_appointed("match", "A", "C").by_reading
    assert may_be_appointed("chief", "C", "C", "world").article.number == "8.1"
    with pytest.raises(ArpadError, match="fair-play"):
        may_be_appointed("cook", "A", "A")


QUOTAS: list[tuple[Any, int, Any, int | None]] = [
    ("swiss", 25, None, 1), ("swiss", 26, None, 2), ("swiss", 76, None, 4), ("swiss", 88, None, 4),
    ("swiss", 100, None, 4), ("swiss", 101, None, 5), ("round-robin", 10, None, 2), ("double", 6, None, 2),
    ("swiss", 30, "continental", None), ("round-robin", 10, "world", None),
]  # fmt: skip


def test_the_certificates_of_an_event() -> None:
    for system, players, level, most in QUOTAS:
        quota = certificate_quota(EDITION, NormEvent(system=system, players=players, level=level))
        assert (quota.most, quota.known) == (most, True)
    team = certificate_quota(EDITION, NormEvent(system="team", players=80))
    assert not team.known
    assert not team.is_full(99)
    assert certificate_quota(EDITION, NormEvent(system="swiss", players=26)).is_full(2)


def _signers() -> list[list[str]]:
    lines = (PROJECT / "tests" / "data" / "arbiters" / "signers.txt").read_text("utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if line and not line.startswith("#")]


def _signer(words: str) -> NormSigner:
    title, _, name = words.partition(" ")
    return NormSigner(name, title=title) if title in ("IA", "FA", "NA", "IO") else NormSigner(words)


@pytest.mark.parametrize(("chief", "applicant", "role", "signer", "found"), _signers())
def test_2_8_who_signs(chief: str, applicant: str, role: str, signer: str, found: str) -> None:
    id_, _, name = applicant.partition(" ")
    last, _, first = name.partition(",")
    person = ArbiterPerson(id_, last, first.strip())
    event = Event(chief_arbiter=chief, players=())

    def signed() -> SignedBy:
        return signed_by(EDITION, event, person, _signer(signer), role or None)

    if found == "refused":
        with pytest.raises(ArpadError):
            signed()
        return
    assert ([one.code for one in signed().findings] or ["-"]) == [found]
    signing = signed().signer
    assert signing.name != person.name or signing.id != person.id


def test_2_8_the_chief_arbiter_of_a_report() -> None:
    for words in ("IA 7000011 Sol, Ana", "IA Sol, Ana (7000011)", "7000011 IA. Sol, Ana"):
        chief = chief_of(Event(chief_arbiter=words, players=()))
        assert (chief.title, chief.name, chief.id) == ("IA", "Sol, Ana", "7000011")
