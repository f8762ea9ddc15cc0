"""B.06.1: applications for FA and IA, condition by condition; what is still needed; what is open."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arbiter_cases import DATA, applications, blocks, norm
from arpad.arbiters.application_files import read_arbiter_application
from arpad.arbiters.events import AskedFacts, report_facts
from arpad.arbiters.model import (
    KIND_OF_ARTICLE,
    NORM_EVENT_SYSTEMS,
    ArbiterApplication,
    ArbiterNorm,
    ArbiterPerson,
    NormEvent,
    age_on,
    check_sentence,
    years_later,
)
from arpad.arbiters.needs import SYSTEMS_OF_ARTICLE, ApplicationAnswer, judge_application, needs_of, offers_of
from arpad.arbiters.norms import ARTICLES, event_norms
from arpad.documents.document import replace
from arpad.domain.event import Event, Team
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing.round_robin_tables import berger
from arpad.regulations.arbiter_editions import arbiter_edition_for
from events import event

VECTORS = {vector.name: vector for vector in applications()}


def judged(name: str, **changes: object) -> ApplicationAnswer:
    application: ArbiterApplication = VECTORS[name].application
    return judge_application(replace(application, **changes))


def against(answer: ApplicationAnswer) -> list[str]:
    return sorted({check.article.number for _, check in answer.against})


def test_every_application_has_exactly_its_articles_against_it() -> None:
    for vector in VECTORS.values():
        answer = judge_application(vector.application)
        assert against(answer) == vector.against, vector.name
        assert (answer.complete is False) == bool(vector.against), vector.name
        for spoken in LANGUAGES:
            assert answer.document(spoken)["checks"]
            assert all(need.in_words(spoken) for need in needs_of(answer))
            assert all(check_sentence(check, spoken) for _, check in answer.checks)


# ---------------------------------------------------------------- exam question 24


def test_exam_24_needs_another_system_or_a_large_swiss() -> None:
    needs = {need.kind: need for need in needs_of(judged("exam24-two-only"))}
    assert needs["tournaments"].values == {"count": 1}
    assert needs["other-system"].values["systems"] == ["round-robin", "double", "team", "knockout", "other"]
    assert needs["large-swiss"].values == {"players": 100, "rated": 30, "rounds": 7, "federations": 2}
    assert [needs[kind].article for kind in ("tournaments", "other-system", "large-swiss")] == ["5.4.3", "2.4", "2.5"]
    assert needs["large-swiss"].in_words("en") == (
        "or a Swiss, international (at least 2 federations), FIDE rated, of at least 100 players, 30% of them rated, "
        "and at least 7 rounds."
    )


# ---------------------------------------------------------------- facts that were read half


def test_3_9_1_a_double_round_robin_of_six_teams_is_enough(arpad: Arpad) -> None:
    found = arpad(f"arbiter application {DATA / 'team-6-double.toml'} --date 2023-01-10 --json").json
    assert [norm["usable"] for norm in found["norms"]] == [True] * 3
    assert found["norms"][2]["articles"] == ["3.9.1"], "6 teams are no double round robin of players (3.8.3)"
    assert found["complete"] is None


@pytest.mark.parametrize(("title", "article"), [("FA", "3.9.1"), ("IA", "4.9.2")])
@pytest.mark.parametrize(
    ("system", "double", "teams", "enough"),
    [("double", None, 6, True), ("team", True, 6, True), ("double", None, 5, False), ("team", None, 6, False)],
)
def test_3_9_1_and_4_9_2_need_six_teams_that_meet_twice(
    title: Any, article: str, system: Any, double: bool | None, teams: int, enough: bool
) -> None:
    played = NormEvent(
        system=system, kind="national-team-top", rounds=10, present=10, players=100, rated=60, boards=4, teams=teams,
        double=double,
    )  # fmt: skip
    assert (article in event_norms(played, title).articles) == enough


def league(teams: int, boards: int, cycles: int) -> Event:
    """Teams that all meet, once or twice, on some boards."""
    rounds = berger(teams, double=cycles == 2).rounds
    games = [
        f"{number}: {(int(pair.white) - 1) * boards + board}-{(int(pair.black) - 1) * boards + board} ="
        for number, round_ in enumerate(rounds, 1)
        for pair in round_.pairings
        for board in range(1, boards + 1)
    ]
    named = tuple(
        Team(f"Team {team}", tuple(range(team * boards + 1, (team + 1) * boards + 1))) for team in range(teams)
    )
    return replace(event([*[2000] * teams * boards], games), teams=named)


def test_3_9_1_a_report_of_a_league_that_meets_twice() -> None:
    """Six teams of four, two of which meet on four boards in every round, home and away."""
    once = league(6, 4, cycles=1)
    twice = league(6, 4, cycles=2)
    assert (report_facts(once).double, report_facts(twice).double) == (None, True)
    asked = AskedFacts(kind="national-team-top", present=5)
    assert event_norms(report_facts(twice, asked), "FA").articles[-1] == "3.9.1"
    assert "3.9.1" not in event_norms(report_facts(once, asked), "FA").articles


def test_4_12_a_norm_that_was_used_for_fa_is_refused(arpad: Arpad) -> None:
    file = DATA / "used-for-fa.toml"
    answer = arpad(f"arbiter application {file} --json")
    assert answer.code == 1
    (unused,) = [check for check in answer.json["checks"] if check["ok"] is False]
    assert (unused["article"], unused["key"], unused["values"]["detail"]) == ("4.12", "unused", "2")
    assert [norm["usable"] for norm in answer.json["norms"]] == [True, False, True, True]
    needs = arpad(f"arbiter need {file} --json").json["need"]
    assert [need["article"] for need in needs if need["kind"] == "refused"] == ["4.12"]


def test_4_12_also_without_the_day_of_the_award() -> None:
    application = read_arbiter_application(DATA / "used-for-fa.toml")
    unknown = replace(application, person=replace(application.person, fa=None))
    assert "4.12" in against(judge_application(unknown))


def contradictions() -> list[Any]:
    """A file of one table, and the two facts that contradict each other."""
    return [
        pytest.param(*(line.partition(" ")[::2] for line in lines), id=name)
        for name, lines in blocks("contradictions.txt")
    ]


@pytest.mark.parametrize(("table", "said"), contradictions())
def test_facts_that_contradict_each_other_are_errors(
    arpad: Arpad, tmp_path: Path, table: tuple[str, str], said: tuple[str, str]
) -> None:
    kind, facts = table
    head = "[person]" if kind == "person" else f"[[{kind}]]"
    file = tmp_path / "application.toml"
    file.write_text("\n".join(['title = "FA"', "date = 2030-01-01", head, *facts.split(" / ")]) + "\n", "utf-8")
    answer = arpad(f"arbiter application {file}")
    one, other = said[1].split(" / ")
    assert (answer.code, answer.out) == (2, "")
    assert f"{one} contradicts {other}; correct one of them" in " ".join(answer.err.split())


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


def _minimal(article: str, system: Any, numbers: Mapping[str, Any], rounds: int) -> ArbiterNorm:
    """The smallest event that the words of a need describe."""
    kind = KIND_OF_ARTICLE.get(article)
    if kind == "own-title":
        return ArbiterNorm(NormEvent(kind=kind), article)
    day_ = dt.date(2023, 1, 10)
    smallest = NormEvent(
        start=day_, end=day_, system=system, kind=kind, rounds=rounds, present=rounds, players=100, rated=60,
        federations=3, approved=True, norm_possible=True, level="world" if article == "4.8.4" else None,
        teams=numbers["double" if system == "double" else "teams"] if kind == "national-team-top" else None,
        boards=numbers["boards"] if kind == "national-team-top" else None,
    )  # fmt: skip
    return ArbiterNorm(smallest, article, "another")


@pytest.mark.parametrize("name", [name for name in VECTORS if not name.startswith("age-17")])
def test_need_offers_only_what_an_application_takes(name: str) -> None:
    """Every article and system that is offered is taken, and no article that is not offered would be."""
    vector = VECTORS[name].application
    for kept in range(len(vector.norms) + 1):
        asked = replace(vector, norms=vector.norms[:kept])
        answer = judge_application(asked)
        missing = answer.case.rules.tournaments.value - len(answer.chosen)
        if missing != 1:
            continue
        whole = answer.case.with_norms(answer.chosen)
        offers = {(offer.article, offer.system) for offer in offers_of(whole, missing)}
        needs = needs_of(answer)
        numbers = next(need.values for need in needs if need.kind.startswith("by-"))
        shown = {need.article for need in needs if need.kind.startswith("by-")}
        assert shown == {article for article, _ in offers}
        for article in ARTICLES[asked.title]:
            for system in SYSTEMS_OF_ARTICLE.get(article, NORM_EVENT_SYSTEMS):
                norms = (*(one.norm for one in answer.chosen), _minimal(article, system, numbers, 9))
                after = judge_application(replace(asked, norms=norms, date=dt.date(2023, 1, 15)))
                of_norms = {"systems", "uses", "short-events", "enough-rounds", "chief-arbiters", "tournaments"}
                against_norms = [one for place, one in after.against if place == len(norms) or one.name in of_norms]
                assert (not against_norms) == ((article, system) in offers), (article, system, against_norms)


def test_need_offers_no_title_of_another_federation_for_another_system() -> None:
    """2.4: the title of 3.9.5 has no system, so it does not bring the second one."""
    kinds = {need.kind for need in needs_of(judged("exam24-two-only"))}
    assert "by-3-9-5" not in kinds
    assert "by-3-9-1" in kinds


def test_4_10_1_need_offers_no_second_short_event() -> None:
    vector = VECTORS["ia-7"].application
    answer = judge_application(replace(vector, norms=vector.norms[:3]))
    assert any(one.short for one in answer.chosen)
    needs = {need.kind: need for need in needs_of(answer)}
    assert "rounds" in needs
    assert needs["by-4-9-1"].values["large_rounds"] == 9, "4.9.1 asks for seven, but one event is short already"


def test_3_12_need_asks_for_no_norms_beside_the_examination(arpad: Arpad) -> None:
    needs = needs_of(judged("exam24-two-only", exam_only=True))
    assert [need.kind for need in needs][-1] == "exam-only"
    assert not {"tournaments", "articles"} & {need.kind for need in needs}
    file = DATA / "team-6-double.toml"
    assert "3.12" in arpad(f"arbiter need {file} --date 2023-01-10 --exam-only").out


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
    changed = replace(first, event=replace(first.event, **{field: None}))
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
