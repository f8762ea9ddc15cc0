"""Every finding has its place in the documentation, with the severity and the articles that it really has."""

import ast
import re

import pytest
from tools.docs import finding_pages

import arpad
from arpad.i18n import keys
from places import PROJECT

CODES = {key.removeprefix("finding.") for key in keys("en") if key.startswith("finding.")}
SEVERITIES = {"error", "warning", "info"}
QUOTED = re.compile(r"[\"']([a-z0-9-]+)[\"']")
REPORTS = sorted((PROJECT / "examples").rglob("*.trf"))


def test_every_finding_has_its_facts() -> None:
    """If a code is new, watch it with tools/docs/finding_facts.py."""
    facts = finding_pages.facts()
    assert set(facts) == CODES, "run tools/docs/finding_facts.py, or add the words finding.CODE to src/arpad/i18n/*"
    assert all(told["severity"] and set(told["severity"]) <= SEVERITIES for told in facts.values())


def test_the_severities_are_those_of_the_code() -> None:
    facts, compared = finding_pages.facts(), 0
    for file in (PROJECT / "src" / "arpad").rglob("*.py"):
        source = file.read_text("utf-8")
        if CODES.isdisjoint(QUOTED.findall(source)):
            continue
        for call in ast.walk(ast.parse(source)):
            if not isinstance(call, ast.Call):
                continue
            words = [part.value for part in call.args if isinstance(part, ast.Constant)]
            named = [word for word in words if word in CODES]
            if named and ast.unparse(call.func) == "rule_finding":  # of the rules of an event
                continue
            for code in named:
                said = SEVERITIES.intersection(words)
                assert said <= set(facts[str(code)]["severity"]), (
                    f"{code} is also {said}: run tools/docs/finding_facts.py"
                )
                compared += len(said)
    assert compared > 150


@pytest.mark.parametrize("edition", [None, "fide-2005", "fide-2025", "feda-1996"])
def test_the_articles_are_those_that_are_found(edition: str | None) -> None:
    facts = finding_pages.facts()
    for file in REPORTS:
        for finding in arpad.read(file).check(edition=edition).findings:
            assert finding.severity in facts[finding.code]["severity"], finding
            assert finding.article is None or finding.article in facts[finding.code]["article"], finding
