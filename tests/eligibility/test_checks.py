"""The lists of checks, one per family of editions, and the words of what they find."""

import ast
import datetime as dt
import itertools
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks import CHECKS, check_event, checks_for, family, game_exclusions, ratable
from arpad.eligibility.facts import Facts
from arpad.i18n import LANGUAGES, keys, text
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations, edition, regulations
from eligibility_events import ALL, day, event, round_robin
from places import PROJECT

ROOM = PROJECT / "src" / "arpad" / "eligibility"
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*")
FAMILIES = {"feda-1996": "feda", "fide-2003": "by-event", "fide-2005": "by-event", "fide-2017": "by-game"}


def findings(rules: Edition) -> Iterator[Finding]:
    """What is said of many an event that something is wrong with, with and without the facts."""
    dates = {"start": dt.date(2023, 6, 1), "end": dt.date(2023, 12, 1)}
    little = {
        "swiss": event("2650 2000f u", "1-2 1, 3-1 =; 2-1 1, 3-2 +", ids={2: "", 3: "x"}, rounds=40),
        "scheveningen": event("u u", "1-2 1"),
        "match": event("2500 2400", "1-2 1; 2-1 0; 1-2 1; 2-1 0; 1-2 1"),
        "round-robin": round_robin("2000f u u u u"),
        "double-round-robin": round_robin("2000 2000 u u u u", 2, 1),
    }
    events = [
        (system, replace(one, time_control=control, **more))
        for system, one in little.items()
        for control in ("", "soon", "60+30", "W300-B240", "90/25+10:5")
        for more in ({}, dates, {**dates, "round_dates": (dates["start"],) * 20})
    ]
    known: dict[str, Any] = {"registered": day("2023-05-31"), "received": day("2024-06-01"), "hybrid": True}
    no: dict[str, Any] = {"hybrid_approved": False, "pgn": False, "arbiter_titled": False, "arbiters_licensed": False}
    yes = {"league": True, "late_approved": True, "asked": True, "norms": True}
    more_facts: list[dict[str, Any]] = [
        {}, known, {**known, **no, "championship": True}, {**known, **yes}, {"duration_approved": True},
        {"championship": True, "received": day("2023-12-20"), "rounds_per_day": 40, "registered": day("2023-05-20")},
        {"received": day("2024-01-30"), "registered": day("2023-06-05")}, {"asked": True},
    ]  # fmt: skip
    for (system, tournament), facts in itertools.product(events, more_facts):
        yield from check_event(rules, tournament, Facts(**{**facts, "system": system}))
        yield from game_exclusions(rules, tournament, Facts(**{**facts, "system": system})).values()


def codes_in_the_room() -> set[str]:
    """Every code that a check can give: the words between quotes that are the first argument of a finding, or named in
    a table of codes."""
    known = {key.removeprefix("finding.") for key in keys("en") if key.startswith("finding.")}
    quoted: set[str] = set()
    for path in ROOM.glob("check*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                quoted.add(node.value)
    return quoted & known


def own_messages(language: str) -> set[str]:
    file = PROJECT / "src" / "arpad" / "i18n" / language / "eligibility.toml"
    return set(tomllib.loads(file.read_text(encoding="utf-8"))["finding"])


@pytest.fixture(scope="module")
def everything() -> dict[str, list[Finding]]:
    """All that all editions say of the events above, by code."""
    found: dict[str, list[Finding]] = {}
    for name in ALL:
        for one in findings(edition(name)):
            found.setdefault(one.code, []).append(one)
    return found


def test_every_message_is_said_somewhere() -> None:
    """No message without a check, in either language."""
    assert own_messages("en") == own_messages("es") == codes_in_the_room() & own_messages("en")


def test_every_finding_has_words(everything: dict[str, list[Finding]]) -> None:
    """Every finding of every edition can be told in both languages, all its values in place, and has an article."""
    missing = set(everything) - own_messages("en")
    assert not missing
    for code, found in everything.items():
        for one in (found[0], found[-1]):
            assert one.article
            for language in LANGUAGES:
                words = text(f"finding.{code}", language, **one.values)
                assert "{" not in words
                assert "\n" not in words


def test_the_values_of_a_message_are_given(everything: dict[str, list[Finding]]) -> None:
    for code, found in everything.items():
        asked = {name for _, name, _, _ in string.Formatter().parse(text(f"finding.{code}")) if name}
        assert all(asked <= set(one.values) for one in found), code


@pytest.mark.parametrize("name", ALL)
def test_family(name: str) -> None:
    expected = FAMILIES.get(name, "rapid-blitz" if name.endswith("blitz") else "from-2022")
    assert family(edition(name)) == expected


@pytest.mark.parametrize("name", ALL)
def test_the_list_of_a_family_is_whole(name: str) -> None:
    """What is not in the list of an edition's family has nothing to say under that edition."""
    rules = edition(name)
    own = CHECKS[family(rules)]
    others = [check for check in checks_for(rules) if check not in own]
    assert others
    tournament = replace(
        round_robin("2650 2000f u u", 2, 1), start=day("2023-01-01"), end=day("2023-12-31"), rounds=400
    )
    for control in ("", "W300-B240", "90/25+10:5"):
        for system in ("match", "double-round-robin", "scheveningen"):
            facts = Facts(system=system, registered=day("2023-01-02"), received=day("2026-01-01"), hybrid=True)
            for check in others:
                assert list(check(rules, replace(tournament, time_control=control), facts)) == [], check.__name__


def test_every_check_is_in_a_list_once() -> None:
    for checks in CHECKS.values():
        assert len(set(checks)) == len(checks)
    named = {
        node.name
        for path in ROOM.glob("check_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("check_")
    }
    assert named == {check.__name__ for checks in CHECKS.values() for check in checks}


def test_every_check_names_its_article_first() -> None:
    for check in {check for checks in CHECKS.values() for check in checks}:
        assert re.match(
            r"(FEDA |Rapid and blitz |2003 and 2005 |2017 |2022 and 2024 )?(from December 2024|\d+)",
            check.__doc__ or "",
        ), check.__name__


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    """A club takes fide-2024 with a longest event of 60 days and four rounds a day: its rules are checked too."""
    (tmp_path / "club-2026.toml").write_text(
        """
id = "club-2026"
system = "club"
time_class = "standard"
effective = 2026-01-01
extends = "fide-2024"
source = { id = "club", en = "Rules of the club", es = "Reglamento del club" }
[name]
en = "Club"
es = "Club"
[eligibility]
duration_days = { value = 60, article = "C.1" }
rounds_per_day = { value = 4, article = "C.2" }
""",
        encoding="utf-8",
    )
    rules = Regulations(tmp_path).edition("club-2026")
    tournament = event(time_control="30+30", rounds=9, start="2026-02-01", end="2026-06-01")
    found = check_event(rules, tournament, Facts(rounds_per_day=5))
    assert [(one.code, one.article) for one in found if one.severity == "error"][-2:] == [
        ("rounds-per-day", "C.2"),
        ("duration", "C.1"),
    ]


def test_ratable() -> None:
    """An error of the event: no. An error of a game, a warning, an info: yes."""
    whole, game = Finding("a-b", "error"), Finding("a-b", "error", round=1)
    assert not ratable([whole, game])
    assert ratable([game, Finding("a-b", "warning"), Finding("a-b", "info")])
    assert ratable([])


@pytest.mark.parametrize("name", regulations().ids)
def test_an_empty_report(name: str) -> None:
    """No players, no dates, nothing: only what cannot be checked, and a warning of the time class assumed."""
    found = check_event(edition(name), Event(), Facts())
    assert [one.code for one in found if one.severity != "info"] == ["cannot-check-time"]
    assert ratable(found)
    assert game_exclusions(edition(name), Event(), Facts()) == {}


def test_all_in_order() -> None:
    """2400, 1900, 1700, 1500 at 90+30, registered and reported in time, one round a day: nothing to say."""
    tournament = event(
        "2400 1900 1700 1500", "1-3 1, 2-4 1; 4-1 0, 3-2 =", time_control="90+30",
        start="2024-05-01", end="2024-05-02", days="2024-05-01,2024-05-02",
    )  # fmt: skip
    facts = Facts(registered=day("2024-04-20"), received=day("2024-05-03"), hybrid=False)
    assert check_event(edition("fide-2024"), tournament, facts) == []
