"""B.06.1: applications for FA and IA, condition by condition; what is still needed; what is open."""

import datetime as dt
from dataclasses import replace

import pytest

from arbiter_cases import applications, norm
from arpad.arbiters import (
    ApplicationAnswer,
    ArbiterApplication,
    ArbiterPerson,
    judge_application,
    needs_of,
)
from arpad.arbiters.days import age_on, years_later
from arpad.arbiters.documents import application_document
from arpad.arbiters.words import check_sentence, need_words
from arpad.locale import LANGUAGES, ArpadError
from arpad.regulations import arbiter_edition_for

VECTORS = {vector.name: vector for vector in applications()}


def judged(name: str, **changes: object) -> ApplicationAnswer:
    application: ArbiterApplication = VECTORS[name].application
    return judge_application(replace(application, **changes))  # type: ignore[arg-type]


def against(answer: ApplicationAnswer) -> list[str]:
    return sorted({check.article.number for _, check in answer.against})


def test_every_application_has_exactly_its_articles_against_it() -> None:
    for vector in VECTORS.values():
        answer = judge_application(vector.application)
        assert against(answer) == vector.against, vector.name
        assert (answer.complete is False) == bool(vector.against), vector.name
        for spoken in LANGUAGES:
            assert application_document(answer, spoken)["checks"]
            assert all(need_words(need, spoken) for need in needs_of(answer))
            assert all(check_sentence(check, spoken) for _, check in answer.all_checks)


# ---------------------------------------------------------------- exam question 24


def test_exam_24_needs_another_system_or_a_large_swiss() -> None:
    needs = {need.kind: need for need in needs_of(judged("exam24-two-only"))}
    assert needs["tournaments"].values == {"count": 1}
    assert needs["other-system"].values["systems"] == ["round-robin", "double", "team", "knockout", "other"]
    assert needs["large-swiss"].values == {"players": 100, "rated": 30, "rounds": 7, "federations": 2}
    assert [needs[kind].article for kind in ("tournaments", "other-system", "large-swiss")] == ["5.4.3", "2.4", "2.5"]
    assert need_words(needs["large-swiss"], "en") == (
        "or a Swiss, international (at least 2 federations), FIDE rated, of at least 100 players, 30% of them rated, "
        "and at least 7 rounds."
    )


# ---------------------------------------------------------------- what is needed, left out, or too late


def test_of_too_many_norms_those_that_last_longest_are_sent() -> None:
    answer = judged("four-norms")
    chosen = [answer.case.norms.index(one) + 1 for one in answer.chosen]
    assert sorted(chosen) == [2, 3, 4]
    (need,) = [need for need in needs_of(answer) if need.kind == "leave-out"]
    assert (need.article, need.values) == ("5.4.3", {"places": "1", "count": 1})


def test_a_norm_that_is_left_out_may_be_the_one_that_breaks_a_rule() -> None:
    """Of four, the two Swiss of five and six rounds cannot both be sent."""
    vector = VECTORS["short-two"].application
    more = replace(vector, norms=(*vector.norms, norm("3.8.1 swiss 7 60/30 1 2022-10-01 2022-10-09 A")))
    answer = judge_application(more)
    assert [one.norm.event.rounds for one in answer.chosen].count(7) == 1
    assert sum(one.short for one in answer.chosen) == 1
    assert len(answer.chosen) == 3


def test_an_expired_norm_is_refused_and_another_event_is_needed() -> None:
    needs = {need.kind: need for need in needs_of(judged("norm-expired"))}
    assert (needs["refused"].article, needs["refused"].values["place"]) == ("5.3.1", 1)
    assert needs["tournaments"].values == {"count": 1}
    assert "other-system" not in needs


def test_the_articles_that_are_used_up_are_not_offered() -> None:
    kinds = {need.kind for need in needs_of(judged("team-59"))}
    assert "by-3-9-1" in kinds, "a refused norm uses nothing up"
    team = VECTORS["team"].application
    kinds = {need.kind for need in needs_of(judge_application(replace(team, norms=team.norms[1:])))}
    assert "by-3-9-1" not in kinds
    assert "by-3-9-2" in kinds
    assert "other-system" not in kinds


def test_an_ia_application_needs_another_chief_arbiter() -> None:
    vector = VECTORS["ia-one-chief"].application
    needs = {need.kind: need for need in needs_of(judge_application(replace(vector, norms=vector.norms[1:])))}
    assert needs["other-chief"].values == {"chief": "A"}
    assert "seminar-ia" not in needs
    later = judge_application(replace(vector, date=dt.date(2024, 1, 1)))
    assert "seminar-ia" in {need.kind for need in needs_of(later)}


def test_the_first_and_the_last_day_of_the_same_papers() -> None:
    answer = judged("age-18-norm")
    assert answer.earliest == dt.date(2023, 7, 1)
    assert answer.latest == dt.date(2023, 9, 10)
    assert against(judged("age-18-norm", date=dt.date(2023, 7, 1))) == []
    assert judged("age-17-norm").earliest is None, "a norm at seventeen never counts"
    assert judged("filing-late").latest == dt.date(2023, 9, 10)


# ---------------------------------------------------------------- what is open


def test_a_fact_that_is_missing_leaves_its_condition_open() -> None:
    answer = judged("short-one")
    assert answer.complete is None
    keys = {key for _, check in answer.open_questions for key in check.missing}
    assert keys == {
        "person.national_arbiter", "person.languages", "norm.signed", "norm.federation_signed", "norm.event_rated",
    }  # fmt: skip


def test_nothing_is_open_if_everything_is_said() -> None:
    vector = VECTORS["short-one"].application
    person = replace(vector.person, national_arbiter=True, languages=("es",))
    norms = tuple(replace(one, signed=True, federation_signed=True, event_rated=True) for one in vector.norms)
    assert judge_application(replace(vector, person=person, norms=norms)).complete is True
    unsigned = (replace(norms[0], signed=False), *norms[1:])
    assert against(judge_application(replace(vector, person=person, norms=unsigned))) == ["2.8"]
    unrated = (replace(norms[0], event_rated=False), *norms[1:])
    assert against(judge_application(replace(vector, person=person, norms=unrated))) == ["6.2"]
    german = judge_application(replace(vector, person=replace(person, languages=("de",)), norms=norms))
    assert against(german) == ["3.3"]


@pytest.mark.parametrize(
    ("field", "key"), [("rated", "rated"), ("rounds", "norm.rounds"), ("system", "norm.system"), ("end", "norm.end")]
)
def test_a_norm_without_a_number_is_open(field: str, key: str) -> None:
    vector = VECTORS["short-one"].application
    first = vector.norms[0]
    changed = replace(first, event=replace(first.event, **{field: None}))  # type: ignore[arg-type]
    answer = judge_application(replace(vector, norms=(changed, vector.norms[2], vector.norms[2])))
    assert key in {key for _, check in answer.open_questions for key in check.missing}


def test_who_was_active_when() -> None:
    assert judged("ia-inactive").complete is None, "courses that the file does not name may have been passed"
    person = VECTORS["ia-inactive"].application.person
    stale = replace(person, active_until=dt.date(2022, 9, 30))
    assert against(judged("ia-inactive", person=stale)) == ["2.9.2"]
    renewed = replace(person, active_until=dt.date(2026, 3, 1))
    assert against(judged("ia-inactive", person=renewed)) == []


def test_english_is_compulsory_for_ia() -> None:
    person = VECTORS["ia-2023"].application.person
    assert against(judged("ia-2023", person=replace(person, languages=("es", "fr")))) == ["4.3"]
    assert "4.3" not in against(judged("ia-2023", person=replace(person, languages=("es",), english=True)))


def test_an_examination_instead_of_norms_is_for_the_commission_to_decide() -> None:
    answer = judged("exam24-two-only", exam_only=True)
    assert answer.complete is None
    assert [check.name for _, check in answer.open_questions if not check.missing] == ["exam-only"]


# ---------------------------------------------------------------- days and editions


def test_days() -> None:
    assert years_later(dt.date(2024, 2, 29), 4) == dt.date(2028, 2, 29)
    assert years_later(dt.date(2024, 2, 29), 1) == dt.date(2025, 2, 28)
    assert age_on(dt.date(2004, 9, 15), dt.date(2022, 9, 14)) == 17
    assert age_on(dt.date(2004, 9, 15), dt.date(2022, 9, 15)) == 18
    assert age_on(dt.date(2004, 2, 29), dt.date(2022, 2, 28)) == 18


def test_the_edition_of_a_day() -> None:
    days = {"2021-07-01": "b06-2021", "2022-09-30": "b06-2021", "2022-10-01": "b06-2022", "2024-01-01": "b06-2024"}
    assert {day: arbiter_edition_for(dt.date.fromisoformat(day)).id for day in days} == days
    with pytest.raises(ArpadError, match="b06-2021"):
        arbiter_edition_for(dt.date(2021, 6, 30))


def test_an_application_of_nobody_is_all_open_or_lacking() -> None:
    answer = judge_application(ArbiterApplication("FA", dt.date(2023, 1, 1), ArbiterPerson()))
    assert answer.complete is False
    assert against(answer) == ["2.4", "3.7", "5.4.3"]
    assert {need.kind for need in needs_of(answer)} >= {"tournaments", "two-systems", "seminar-fa"}
