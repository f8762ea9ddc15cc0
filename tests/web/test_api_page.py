"""The page for programmers says what an office answers: addresses with their documents, the Python, the table of R."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from visitor import TestClient
from web_demo import Served

DOCS = Path(__file__).parents[2] / "docs" / "reference"
PAGES = ("api.md", "api.es.md")
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
    assert len(examples) == 4
    for path, shown in examples:
        assert is_part(json.loads(shown), client.get(path).json()), path


def test_both_languages_show_the_same_examples() -> None:
    code = re.compile(r"```\w+\n.*?```", re.DOTALL)
    english, spanish = (code.findall((DOCS / page).read_text("utf-8")) for page in PAGES)
    assert english == spanish


def test_the_python_and_the_r_of_the_page(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "api.md").read_text("utf-8")
    visitor = TestClient(served.app)
    (tmp_path / "client.py").write_text(visitor.get("/api/client.py").text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    program, printed = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)[0]
    exec(program.replace(SITE, served.address), {})
    sys.modules.pop("client")
    assert capsys.readouterr().out == printed
    path, columns, table = re.findall(
        r'fromJSON\("' + SITE + r'(.*?)"\).*?c\((.*?)\).*?```text\n(.*?)```', text, re.DOTALL
    )[0]
    rows = visitor.get(path).json()["rows"]
    names = json.loads(f"[{columns}]")
    told = [line.split(None, 1)[1] for line in table.splitlines()[1:]]
    assert [" ".join(line.split()) for line in told] == [" ".join(str(row[name]) for name in names) for row in rows[:3]]
