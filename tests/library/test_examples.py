"""The programs of the examples: short, on the page of the library, with names that are kept, of the right types."""

import ast
import json
import subprocess
import sys

import arpad
from places import PROJECT

PROGRAMS = sorted((PROJECT / "examples" / "python").glob("*.py"))
MOST_LINES = 8


def test_the_programs_are_short_and_use_only_names_that_are_kept() -> None:
    assert len(PROGRAMS) == 13
    for program in PROGRAMS:
        code = program.read_text("utf-8")
        lines = [line for line in code.splitlines() if line.strip()]
        assert len(lines) <= MOST_LINES, program.name
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "arpad":
                assert node.attr in arpad.__all__, (program.name, node.attr)
            if isinstance(node, ast.ImportFrom):
                assert node.module != "arpad", program.name


def test_the_page_of_the_library_shows_every_program() -> None:
    """And what each prints: the pages are run by another test."""
    page = (PROJECT / "docs" / "reference" / "library.md").read_text("utf-8")
    for program in PROGRAMS:
        name = program.relative_to(PROJECT).as_posix()
        assert f"<!-- {name} -->" in page
        assert f"$ python {name}" in page


def test_pyright_finds_nothing_wrong_with_the_programs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson", *map(str, PROGRAMS)],
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        check=False,
    )
    found = json.loads(done.stdout)
    assert found["generalDiagnostics"] == []
    assert found["summary"]["filesAnalyzed"] == len(PROGRAMS)
