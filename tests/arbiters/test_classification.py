"""B.06.3: activity, categories of events and of arbiters, appointments; and the certificates of an event (2.7, 2.8)."""

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from arbiter_cases import upgrades
from arpad.arbiters import (
    NormEvent,
    category_by_numbers,
    category_of_kind,
    certificate_quota,
    check_signer,
    judge_upgrade,
    may_be_appointed,
    status_on,
)
from arpad.arbiters.certificates import NormSigner
from arpad.arbiters.documents import category_document, upgrade_document
from arpad.arbiters.event_category import CategoryFacts
from arpad.locale import LANGUAGES, ArpadError
from arpad.regulations import arbiter_edition

EDITION = arbiter_edition("b06-2022")
DAY = dt.date(2024, 6, 1)


def test_upgrades_have_exactly_their_articles_against_them() -> None:
    for vector in upgrades():
        answer = judge_upgrade(vector.application)
        assert sorted({one.article.number for one in answer.checks if one.ok is False}) == vector.against, vector.name
        assert all(upgrade_document(answer, spoken)["checks"] for spoken in LANGUAGES)


@pytest.mark.parametrize(
    ("award", "courses", "ends"),
    [
        ("2024-02-29", [], "2028-02-29"),
        ("2020-01-10", ["2023-06-15"], "2027-06-15"),
        ("2020-01-10", ["2021-03-01", "2019-05-05"], "2025-03-01"),
    ],
)
def test_activity_ends_four_years_after_the_last_course(award: str, courses: list[str], ends: str) -> None:
    days = [dt.date.fromisoformat(one) for one in courses]
    last = dt.date.fromisoformat(ends)
    on_the_day = status_on(last, dt.date.fromisoformat(award), days)
    assert (on_the_day.active, on_the_day.ends) == (True, last)
    assert status_on(last + dt.timedelta(days=1), dt.date.fromisoformat(award), days).active is False


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
def test_the_transition_of_2021(title: Any, year: int, ends: str | None) -> None:
    found = status_on(DAY, None, [], last_event=year, title=title)
    assert (found.ends and found.ends.isoformat()) == ends
    assert found.active == (None if ends is None else ends > "2024")


def test_a_course_after_the_day_asked_does_not_count() -> None:
    assert status_on(DAY, dt.date(2015, 1, 1), [dt.date(2025, 1, 1)]).active is False


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
    assert all(category_document(unsaid, spoken)["open"] for spoken in LANGUAGES)


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


def test_who_signs() -> None:
    chief = NormSigner("Sol, Ana", "1", "IA")

    def codes(applicant: str, chief: NormSigner, signer: NormSigner) -> list[str]:
        return [found.code for found in check_signer(EDITION, applicant=applicant, chief=chief, signer=signer)]

    assert codes("2", chief, chief) == []
    assert codes("2", NormSigner("Sol, Ana", "1", "NA"), chief) == ["arbiter-chief-untitled"]
    assert codes("2", NormSigner("Sol, Ana"), NormSigner()) == ["arbiter-chief-title-open"]
    assert codes("1", chief, NormSigner("Mar, Eva", "3", "IO")) == []
    assert codes("1", chief, NormSigner("Mar, Eva", "3", "NA")) == ["arbiter-supervisor-untitled"]
    assert codes("1", chief, NormSigner("Mar, Eva", "3")) == ["arbiter-supervisor-open"]
    with pytest.raises(ArpadError, match=r"2\.8\.1"):
        codes("1", chief, chief)
