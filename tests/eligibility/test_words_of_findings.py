"""What a finding says: its article, what becomes of the report, and only advice that helps under its edition."""

import re
from typing import Any

import pytest

from arpad.documents.findings import message
from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks import check_event, ratable
from arpad.eligibility.facts import Facts
from arpad.i18n import LANGUAGES, Language, keys, text
from arpad.regulations.rating_editions import edition
from eligibility_events import ALL, day, event, round_robin

LONG = event("2400 2300 2200 2100", start="2018-01-01", end="2018-06-01")
OPTION = re.compile(r"--[a-z-]+")


def found(name: str, tournament: Event, code: str, **facts: Any) -> Finding:
    """The one finding of a code."""
    (one,) = [one for one in check_event(edition(name), tournament, Facts(**facts)) if one.code == code]
    return one


def advised(finding: Finding) -> set[str]:
    """The options that a finding advises, in whichever language."""
    english, spanish = (set(OPTION.findall(message(finding, language))) for language in LANGUAGES)
    assert english == spanish
    return english


@pytest.mark.parametrize(
    ("rating", "sex", "article"),
    [(2701, "m", "0.2.3"), (2501, "f", "0.2.3"), (2700, "m", "0.2.4"), (2501, "m", "0.2.4")],
)
@pytest.mark.parametrize("name", ["fide-2024", "fide-2025"])
def test_0_2_3_and_0_2_4_of_2024_late_registration_approved(name: str, rating: int, sex: str, article: str) -> None:
    """0.2.3: the President allows it with a player above 2700 or a woman above 2500; 0.2.4: else the chair."""
    tournament = event(f"{rating}{sex} 2000m", start="2025-11-10")
    approved = found(name, tournament, "registration-late-approved", registered=day("2025-11-09"), late_approved=True)
    assert approved.article == article


@pytest.mark.parametrize(("name", "article"), [("fide-2003", "4.11"), ("fide-2005", "4.11"), ("fide-2017", "4.11")])
def test_4_11_a_league_may_last_longer(name: str, article: str) -> None:
    assert found(name, LONG, "duration-league", league=True).article == article


def test_4_12_an_exception_for_a_long_event_is_told() -> None:
    approved = found("fide-2017", LONG, "duration-approved", duration_approved=True)
    assert message(approved, "en") == "the event lasts 152 days: an exception was granted"
    assert message(approved, "es") == "el torneo dura 152 días: se concedió una excepción"


def test_every_message_of_a_finding_is_a_sentence_of_its_own() -> None:
    for language in LANGUAGES:
        messages = {key: text(key, language) for key in keys(language) if key.startswith("finding.")}
        assert [key for key, said in messages.items() if said[0] in " ;,("] == []


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("feda-1996", {"--duration-approved"}),
        ("fide-2003", {"--league"}),
        ("fide-2005", {"--league"}),
        ("fide-2017", {"--league", "--duration-approved"}),
        ("fide-2017-rapid-blitz", {"--duration-approved"}),
    ],
)
def test_4_1_advice_on_a_long_event(name: str, options: set[str]) -> None:
    """5.11 of FEDA, 4.11 and 4.12: an exception that the edition lacks is not offered."""
    assert advised(found(name, LONG, "duration")) == options


@pytest.mark.parametrize(("name", "options"), [("fide-2005", set()), ("fide-2017", {"--late-approved"})])
def test_7_1_and_0_2_advice_on_a_late_registration(name: str, options: set[str]) -> None:
    """2005 7.1: nobody may allow a registration after the start; 2017 0.2: the chair may."""
    tournament = event("2000 2000", start="2018-01-10")
    assert advised(found(name, tournament, "registration-after-start", registered=day("2018-01-11"))) == options


@pytest.mark.parametrize(
    ("name", "options"),
    [("fide-2003", set()), ("fide-2017", set()), ("fide-2022", {"--asked"}), ("fide-2024", {"--asked"})],
)
def test_6_5_and_6_2_advice_on_a_decided_match(name: str, options: set[str]) -> None:
    """6.2 from 2022 on: asking before has all games rated; 6.5 before has no such exception."""
    tournament = event("2000 2000", "1-2 1; 2-1 0; 1-2 1; 2-1 0", rounds=4)
    late = [one for one in check_event(edition(name), tournament, Facts(system="match")) if one.code == "match-decided"]
    assert len(late) == 1
    assert advised(late[0]) == options


@pytest.mark.parametrize(("name", "options"), [("fide-2017", {"--championship"}), ("fide-2017-rapid-blitz", set())])
@pytest.mark.parametrize(
    ("players", "code"), [("2000 2000 2000 u u u", "rr-rated-small"), ("2000 2000 2000 " + "u " * 9, "rr-rated-share")]
)
def test_6_2_advice_on_championships(name: str, options: set[str], players: str, code: str) -> None:
    """2017 6.23: championships have a rule of their own; rapid and blitz have none."""
    assert advised(found(name, round_robin(players.strip()), code, system="round-robin")) == options


@pytest.mark.parametrize("fact", ["league", "duration_approved", "late_approved", "asked"])
@pytest.mark.parametrize("name", ALL)
def test_an_exception_without_a_rule_is_said_to_change_nothing(name: str, fact: str) -> None:
    """4.11, 4.12, 0.2, 6.2: what was said of the event either has a rule, or a finding says that it has none."""
    rules = edition(name).eligibility
    known = {
        "league": rules.duration_leagues.value,
        "duration_approved": bool(rules.duration_exceptions.value),
        "late_approved": bool(rules.late_registration.value),
        "asked": rules.match_after_decision.value == "not-rated-unless-asked",
    }
    given: dict[str, Any] = {fact: True}
    told = [
        finding for finding in check_event(edition(name), LONG, Facts(**given)) if finding.code == "fact-without-rule"
    ]
    assert len(told) == (0 if known[fact] else 1)
    for language in LANGUAGES:
        assert all(name in message(finding, language) and "@" not in message(finding, language) for finding in told)


@pytest.mark.parametrize(("name", "good"), [("fide-2022", False), ("fide-2024", True), ("fide-2025", True)])
def test_10_2_a_player_without_an_id(name: str, good: bool) -> None:
    """10.2, the note of 2022: not rated. From 2024 on it is ratable, and no message says that it is refused."""
    tournament = event("2000 2000", start="2025-11-10", ids={1: ""})
    all_found = check_event(edition(name), tournament, Facts())
    missing = [one for one in all_found if one.code == "player-id-missing"]
    assert len(missing) == 1
    assert ratable(all_found) == good
    words: dict[Language, str] = {"en": "the event is not rated", "es": "el torneo no se valora"}
    for language, said in words.items():
        assert (said in message(missing[0], language)) != good
        assert "refused" not in message(missing[0], language)
        assert "rechaza" not in message(missing[0], language)


def test_a_name_with_an_at_sign_is_a_name() -> None:
    """`@` and a key is a message; `@home` is somebody's name."""
    assert "@home" in message(Finding("player-id-malformed", "error", values={"name": "@home", "id": "x"}), "en")
    old = Finding("player-id-missing", "error", values={"name": "Abad"})
    assert "the event is not rated" in message(old, "en")
