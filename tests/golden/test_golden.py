"""A part of the goldens, run again: the help of every command, some pages, and the first addresses of the web as nobody
and as an officer.

`make golden` runs all of them, and shows what has changed. The goldens stop the clock, so they run in a process
of their own.
"""

import subprocess
import sys

import pytest

from places import PROJECT

PART = (
    "help", "README.md", "docs/how-to/break-ties.md", "docs/how-to/merge-two-ids.es.md", "docs/pairing-team.md",
    "docs/titles.md", "docs/tournament.md", "web nobody", "web officer",
)  # fmt: skip
AGAIN = """
Other answers than those of tests/golden/digests.tsv. `make golden` shows them all. If they are meant, record them with
`make golden-record`, commit the digests, and name the changed keys in the message of the commit."""


def golden(*arguments: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "tools.golden", *arguments]
    return subprocess.run(words, cwd=PROJECT, capture_output=True, encoding="utf-8", env={}, check=False)


@pytest.mark.long
def test_the_answers_are_as_they_were_recorded() -> None:
    done = golden("compare", "--only", *PART, "--first", "500")
    assert done.returncode == 0, f"{done.stderr}{done.stdout}{AGAIN}"
    assert " 0 changed" in done.stdout


def test_every_command_has_a_golden() -> None:
    done = golden("commands")
    assert done.returncode == 0, (
        f"{done.stderr}no golden of:\n{done.stdout}Add a line to a script of tools/golden/scripts."
    )
