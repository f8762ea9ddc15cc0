"""The programs of the examples: short, on their page with what they print, with kept names, of the right types."""

import ast
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import arpad
from places import PROJECT

SHORT = sorted((PROJECT / "examples" / "python").glob("*.py"))
PROGRAMS = sorted((PROJECT / "examples" / "programs").glob("*.py"))
MOST_LINES, MOST_OF_A_PROGRAM = 8, 18
LONG = ("service.py",)
PAGES = {"library.md": SHORT, "programs.md": PROGRAMS}
UNTYPED = ("list_to_pandas.py", "report_to_pandas.py")
"""Programs that use what pandas leaves without types."""


def test_the_programs_are_short_and_use_only_names_that_are_kept() -> None:
    assert (len(SHORT), len(PROGRAMS)) == (13, 20)
    for program in (*SHORT, *PROGRAMS):
        code = program.read_text("utf-8")
        lines = [line for line in code.splitlines() if line.strip()]
        most = MOST_LINES if program in SHORT else MOST_OF_A_PROGRAM
        assert len(lines) <= most or program.name in LONG, program.name
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "arpad":
                assert node.attr in arpad.__all__, (program.name, node.attr)
            if isinstance(node, ast.ImportFrom):
                assert node.module != "arpad", program.name


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_every_program(page: str) -> None:
    """And what each prints: the pages are run by another test."""
    text = (PROJECT / "docs" / "reference" / page).read_text("utf-8")
    for program in PAGES[page]:
        name = program.relative_to(PROJECT).as_posix()
        assert f"<!-- {name} -->" in text
        assert f"$ python {name}" in text


def test_the_folder_that_is_checked_answers_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(PROJECT)
    with pytest.raises(SystemExit) as end:
        runpy.run_path("examples/programs/check_folder.py", run_name="__main__")
    assert end.value.code == int("differs" in capsys.readouterr().out) == 1


def test_pyright_finds_nothing_wrong_with_the_programs(tmp_path: Path) -> None:
    """Strictly, but for what pandas does not say of itself."""
    for program in (*SHORT, *PROGRAMS):
        (tmp_path / program.name).write_text(program.read_text("utf-8"), "utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "-p", str(tmp_path), "--pythonpath", sys.executable, "--outputjson"],
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        check=False,
    )
    found = json.loads(done.stdout)
    wrong = [
        (Path(one["file"]).name, one["message"])
        for one in found["generalDiagnostics"]
        if not (Path(one["file"]).name in UNTYPED and one["rule"].startswith("reportUnknown"))
    ]
    assert wrong == []
    assert found["summary"]["filesAnalyzed"] == len(SHORT) + len(PROGRAMS)
