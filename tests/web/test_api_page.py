"""The page for programmers says what an office answers: addresses with their documents, the Python, the table of R."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from visitor import TestClient
from web_demo import Served
from web_event import SLUG, MakeEventOffice

DOCS = Path(__file__).parents[2] / "docs" / "reference"
PAGES = {"api.md": 4, "api.es.md": 4, "api-v2.md": 4, "api-v2.es.md": 4}
"""The pages with the number of their examples."""
SITE = "https://ratings.example"
EXAMPLE = re.compile(r'    curl "' + SITE + r'([^"]*)"\n(?:    [^\n]*\n)*\n```json\n(.*?)```', re.DOTALL)


def is_part(told: Any, answered: Any) -> bool:
    """Whether a document shows a part of another: some fields of objects, the first items of lists."""
    if isinstance(told, dict):
        return isinstance(answered, dict) and all(
            name in answered and is_part(told[name], answered[name]) for name in told
        )
    if isinstance(told, list):
        return len(told) <= len(answered) and all(map(is_part, told, answered))
    return bool(told == answered)


@pytest.mark.parametrize("page", PAGES)
def test_an_office_answers_what_the_page_shows(client: TestClient, page: str) -> None:
    examples = EXAMPLE.findall((DOCS / page).read_text("utf-8"))
    assert len(examples) == PAGES[page]
    for path, shown in examples:
        assert is_part(json.loads(shown), client.get(path).json()), path


@pytest.mark.parametrize("name", ["api", "api-v2"])
def test_both_languages_show_the_same_examples(name: str) -> None:
    code = re.compile(r"```\w+\n.*?```", re.DOTALL)
    english, spanish = (code.findall((DOCS / f"{name}{language}.md").read_text("utf-8")) for language in ("", ".es"))
    assert english == spanish


@pytest.mark.parametrize("page", ["api-v2.md", "api-v2.es.md"])
def test_every_address_of_the_page_about_version_2_is_there(event_office: MakeEventOffice, page: str) -> None:
    """Those of the calls, and those of the table with what stands behind each."""
    visitor, text = TestClient(event_office()), (DOCS / page).read_text("utf-8")
    calls = re.findall(f'"{SITE}(/api/v2/[^"]*)"', text)
    assert len(calls) >= 6
    for path in calls:
        assert visitor.get(path.replace("?follow=true", "")).status_code == (422 if "fedration" in path else 200), path
    table = text.partition("|---|---|\n")[2].partition("\n\n")[0]
    lines = [line.strip("| ").split(" | ") for line in table.splitlines() if "-F file" not in line]
    assert len(lines) == 7
    for addresses, about in lines:
        named = re.findall(r"`(/[^`]*)`", addresses)
        paths = named + [named[-1] + part for part in re.findall(r"`(/[^`]*)`", about)]
        for path in paths:
            asked = path.replace("/NAME", f"/{SLUG}").replace("/ID", "/98004240").replace("q=", "q=zar")
            assert visitor.get(f"/api/v2{asked}").status_code == 200, path


@pytest.mark.parametrize(("page", "client"), [("api.md", "/api/client.py"), ("api-v2.md", "/api/v2/client.py")])
def test_the_python_of_the_page(
    served: Served,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    page: str,
    client: str,
) -> None:
    text = (DOCS / page).read_text("utf-8")
    (tmp_path / "client.py").write_text(TestClient(served.app).get(client).text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    program, printed = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)[0]
    exec(program.replace(SITE, served.address), {})
    sys.modules.pop("client")
    assert capsys.readouterr().out == printed


def test_the_r_of_the_page(client: TestClient) -> None:
    text = (DOCS / "api.md").read_text("utf-8")
    path, columns, table = re.findall(
        r'fromJSON\("' + SITE + r'(.*?)"\).*?c\((.*?)\).*?```text\n(.*?)```', text, re.DOTALL
    )[0]
    rows = client.get(path).json()["rows"]
    names = json.loads(f"[{columns}]")
    told = [line.split(None, 1)[1] for line in table.splitlines()[1:]]
    assert [" ".join(line.split()) for line in told] == [" ".join(str(row[name]) for name in names) for row in rows[:3]]
