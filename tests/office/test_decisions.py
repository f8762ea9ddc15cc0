"""Every class of decisions and corrections, by the command line and by its form: the same answer, the same rows."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.i18n import LANGUAGES, has
from arpad.inputs.declared import inputs_of
from arpad.office.decisions.corrections import CORRECTIONS
from arpad.office.decisions.decisions import DECISIONS, Decision
from web_desk_office import JSON, Visitor, file, hidden, make_town, open_town

KINDS = {kind.command: kind for kind in (*CORRECTIONS, *DECISIONS)}
EXAMPLES: dict[str, tuple[str, dict[str, str]]] = {
    "correct": ("1 july-corrected.trf", {}),
    "withdraw": ("1", {}),
    "identify": ("1 --player 4=106", {"players": "4=106"}),
    "facts": ("1 --rounds-per-day 2 --no-league --norms", {"rounds_per_day": "2", "league": "no", "norms": "yes"}),
    "base": ("1 101 2350", {"id": "101", "rating": "2350"}),
    "person": ("106 --from 2024-08 --name 'Faro, Fermín' --title fm --born 1981", {
        "id": "106", "period": "2024-08", "name": "Faro, Fermín", "title": "FM", "born": "1981"}),
    "erase": ("106 --from 2024-08", {"id": "106", "period": "2024-08"}),
    "rating": ("105 2024-08 2050", {"id": "105", "period": "2024-08", "rating": "2050"}),
    "merge": ("104 106", {"keep": "104", "drop": "106"}),
    "unmerge": ("104 106", {"keep": "104", "drop": "106"}),
    "exclude": ("POR --from 2024-08", {"federation": "por", "period": "2024-08"}),
    "readmit": ("POR --from 2024-08", {"federation": "POR", "period": "2024-08"}),
    "undo": ("1", {"decision": "1"}),
}  # fmt: skip
BEFORE = {"unmerge": "merge 104 106", "undo": "rating 105 2024-08 2050", "readmit": "exclude POR --from 2024-08"}
ROWS = (
    "SELECT id, period, kind, data, reason, undoes FROM decisions",
    "SELECT * FROM events",
    "SELECT * FROM revisions",
    "SELECT period, number, state, digest, reason FROM versions",
    "SELECT action, system, subject, details FROM log",
)
WHY = "the scoresheet"


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


def rows(folder: Path) -> list[Any]:
    with sqlite3.connect(folder / "office.db") as connection:
        return [sorted(connection.execute(wanted)) for wanted in ROWS]


def test_every_class_has_an_example_its_words_and_its_checks() -> None:
    assert set(KINDS) == set(EXAMPLES)
    for command, kind in KINDS.items():
        assert kind.__doc__
        assert has(f"cli.command.office-{command}")
        assert has(f"web.form.{command}")
        assert has(f"web.done.{kind.outcome}")
        for question in inputs_of(kind):
            assert has(question.help), question
            assert question.name == "event" or has(f"web.field.{question.name}"), question


@pytest.mark.parametrize("command", KINDS)
def test_the_command_and_the_form_do_the_same(
    town: Path, tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    line, form = EXAMPLES[command]
    by_line, by_form = tmp_path / "line", tmp_path / "form"
    shutil.copytree(town, by_line)
    monkeypatch.chdir(by_line)
    monkeypatch.setenv("ARPAD_DB", "sqlite:///office.db")
    if command in BEFORE:
        assert arpad(f"office {BEFORE[command]} --reason first").code == 0
    by_form.mkdir()
    site = open_town(by_line, by_form)
    before = rows(by_form)
    done = arpad(f"office {command} {line} --reason '{WHY}' --json")
    assert done.code == 0, done.err

    officer = Visitor(site, "officer")
    kind = KINDS[command]
    address = f"/office/events/1/{command}" if kind in CORRECTIONS else f"/office/decide/{command}"
    for language in LANGUAGES:
        page = officer.page(address, language=language)
        asked = {question.name for question in inputs_of(kind) if question.name != "event" and not question.answers}
        answers = {question.name for question in inputs_of(kind) if question.answers}
        shown_at_once = {name for name in asked | answers if f'name="{name}"' in page}
        assert shown_at_once == asked, "an answer waits for its question"
    sent: dict[str, Any] = {"files": file("july-corrected.trf")} if command == "correct" else {}
    typed = form | {"reason": WHY}
    shown = officer.send(address, typed | {"step": "preview"}, **sent)
    assert shown.status_code == 200, shown.text
    assert rows(by_form) == before
    answer = officer.send(address, hidden(shown.text), headers=JSON)
    assert answer.status_code == 200, answer.text
    assert answer.json() == done.json
    assert rows(by_form) == rows(by_line) != before


def test_10_1_and_10_2_a_federation_is_excluded_once_and_only_then_readmitted(
    town: Path, tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A federation that is excluded already cannot be excluded again. One that was never excluded, or only from a later
    list on, cannot be readmitted."""
    shutil.copytree(town, tmp_path / "town")
    monkeypatch.chdir(tmp_path / "town")
    monkeypatch.setenv("ARPAD_DB", "sqlite:///office.db")
    assert arpad("office exclude POR --from 2024-10 --reason decided").code == 0
    before = rows(Path())
    refused = arpad("office exclude POR --from 2024-10 --reason decided")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "POR is already excluded on the list of 2024-10" in refused.err
    refused = arpad("office readmit POR --from 2024-09 --reason decided")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "POR is not excluded on the list of 2024-09" in refused.err
    (tmp_path / "form").mkdir()
    officer = Visitor(open_town(Path(), tmp_path / "form"), "officer")
    form = {"federation": "FRA", "period": "2024-09", "reason": "decided", "step": "preview"}
    assert "FRA is not excluded on the list of 2024-09" in officer.refused("/office/decide/readmit", form)
    assert rows(Path()) == rows(tmp_path / "form") == before


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.needs_reason], ids=lambda kind: kind.command)
def test_without_a_reason_neither_does_it(
    town: Path, tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch, kind: type[Decision]
) -> None:
    shutil.copytree(town, tmp_path / "town")
    monkeypatch.chdir(tmp_path / "town")
    before = rows(Path())
    refused = arpad(f"office {kind.command} {EXAMPLES[kind.command][0]} --reason ' ' --db sqlite:///office.db")
    assert refused.code == 2
    assert "reason" in refused.err
    assert rows(Path()) == before
