"""A fact of an event is declared once; the option, the form, the file, the JSON and the pages follow from it."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

from arpad.cli.office.events import announced_event
from arpad.cli.office.options import OfficeEventCommand
from arpad.cli.report_options import EventOptions, EventsCommand, event_options
from arpad.eligibility.facts import FACTS, Fact, Facts, facts_document, facts_of
from arpad.i18n import LANGUAGES, ArpadError, has, text
from arpad.inputs.declared import by_flag
from places import PROJECT

KINDS: dict[str, tuple[str | None, str, str, Any]] = {
    "select": (None, "yes", "true", True),
    "checkbox": (None, "true", "true", True),
    "number": ("7", "7", "7", 7),
    "date": ("2024-05-17", "2024-05-17", "2024-05-17", "2024-05-17"),
    "text": ("The  League", "The League ", '" The League"', "The League"),
    "ids": ("2200001", "2200001", '["2200001"]', ["2200001"]),
}
"""For each control (`ids` take several): what is typed after an option, into a form, into a file; what JSON holds."""

MOST = {"rounds_per_day": 100, "scheduled": 1000}

every_fact = pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)


def kind_of(fact: Fact) -> str:
    return "ids" if fact.several else fact.kind


def told(fact: Fact) -> dict[str, Any]:
    """What JSON holds once the fact is told."""
    return dict.fromkeys(fact.fields, KINDS[kind_of(fact)][3])


def by_options(kind: type[EventsCommand], *line: str) -> Facts:
    """The facts that a command of a kind takes off its line."""
    found: list[Facts] = []

    def command(context: click.Context) -> None:
        found.append(event_options(context).facts)

    kind("command", callback=command)([*line], standalone_mode=False)
    return found[0]


def by_file(tmp_path: Path, content: str) -> dict[str, Any]:
    file = tmp_path / "event.toml"
    file.write_text(f'name = "Cup"\nstart = 2024-06-01\n{content}\n', encoding="utf-8")
    return dict(announced_event(file, {}, EventOptions()).facts)


@every_fact
def test_the_option(fact: Fact) -> None:
    typed = KINDS[kind_of(fact)][0]
    line = [by_flag(fact)] if typed is None else [by_flag(fact), typed]
    assert facts_document(by_options(OfficeEventCommand, *line)) == told(fact)
    if fact.office_only:
        with pytest.raises(Exception, match="No such option"):
            by_options(EventsCommand, *line)
    else:
        assert facts_document(by_options(EventsCommand, *line)) == told(fact)


@every_fact
def test_the_other_word_of_an_option_says_no(fact: Fact) -> None:
    _, slash, no = fact.flag.partition("/")
    assert bool(slash) == (fact.kind == "select")
    if slash:
        assert facts_document(by_options(EventsCommand, no)) == dict.fromkeys(fact.fields, False)


@every_fact
def test_the_form(fact: Fact) -> None:
    from arpad.web.office.events import REGISTER, SUBMIT
    from arpad.web.office.forms import FACT_FIELDS, read_with_facts

    asked = {field.name: field for field in FACT_FIELDS}
    if fact.with_report:
        assert fact.name not in asked
        return
    assert {asked[fact.name]} <= {*REGISTER.fields} & {*SUBMIT.fields}
    nothing = {field.name: False if field.kind == "checkbox" else "" for field in FACT_FIELDS}
    assert read_with_facts((), {}, nothing)[1] == {}
    typed: str | bool = True if fact.kind == "checkbox" else KINDS[kind_of(fact)][1]
    assert read_with_facts((), {}, nothing | {fact.name: typed})[1] == told(fact)


@every_fact
def test_the_file(fact: Fact, tmp_path: Path) -> None:
    line = f"{fact.key} = {KINDS[kind_of(fact)][2]}"
    if fact.with_report:
        with pytest.raises(ArpadError, match="unknown key"):
            by_file(tmp_path, line)
        return
    assert by_file(tmp_path, line) == told(fact)
    with pytest.raises(ArpadError, match="cannot be"):
        by_file(tmp_path, f"{fact.key} = {{}}")


@every_fact
def test_the_json(fact: Fact) -> None:
    """Stored and read again; told together with every other fact it stays what it is."""
    stored = json.loads(json.dumps(told(fact)))
    assert facts_document(facts_of(stored)) == stored
    everything = {name: value for one in FACTS for name, value in told(one).items()}
    assert facts_document(facts_of(everything)) == everything


@every_fact
def test_the_words_and_the_page(fact: Fact) -> None:
    for language in LANGUAGES:
        assert has(f"fact.{fact.name}")
        assert text(f"fact.{fact.name}", language)
        if not fact.with_report:
            assert has(f"web.field.{fact.name}")
            assert text(f"web.field.{fact.name}", language)
    spelt = ", ".join(f"`{one}`" for one in fact.flag.split("/"))
    key = "" if fact.with_report else f"`{fact.key}`"
    stored = ", ".join(f"`{name}`" for name in fact.fields)
    row = f"| {spelt} | {key} | {stored} | {text(f'fact.{fact.name}', 'en')} |"
    assert row in (PROJECT / "docs" / "reference" / "cli.md").read_text("utf-8").splitlines()


@pytest.mark.parametrize("fact", [fact for fact in FACTS if fact.kind == "number"], ids=lambda fact: fact.name)
def test_the_bounds_of_a_number_hold_everywhere(fact: Fact, tmp_path: Path) -> None:
    from arpad.web.office.forms import read_with_facts

    most = MOST[fact.name]
    for number in (0, most + 1):
        with pytest.raises(ArpadError, match="is not between"):
            by_options(EventsCommand, fact.flag, str(number))
        with pytest.raises(ArpadError, match="is not between"):
            read_with_facts((), {}, {fact.name: str(number)})
        with pytest.raises(ArpadError, match="cannot be"):
            by_file(tmp_path, f"{fact.key} = {number}")
    assert by_file(tmp_path, f"{fact.key} = {most}") == read_with_facts((), {}, {fact.name: str(most)})[1]


def test_every_field_is_declared() -> None:
    """But the system, which the report itself shows."""
    assert {name for fact in FACTS for name in fact.fields} == {field.name for field in fields(Facts)} - {"system"}
