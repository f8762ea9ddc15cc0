"""The year of a federation, `examples/federation/year.sh`: what stands in docs/office.md, on the other database."""

import os
import re
import subprocess
import sys
from pathlib import Path

from office_databases import NewDatabase, url_of
from places import PROJECT

DIGEST = re.compile(r"\b[0-9a-f]{12,64}\b")


def test_postgresql_gives_the_same_digests(new_database: NewDatabase) -> None:
    """The page shows what SQLite gives (another test runs it); PostgreSQL gives the same text, digests included."""
    database = new_database("postgresql", office=False)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "examples/federation/year.sh", url_of(database)],
        cwd=PROJECT, env=os.environ | {"PATH": path, "COLUMNS": "100"},
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    page = (PROJECT / "docs" / "office.md").read_text(encoding="utf-8")
    shown = page[page.index("$ sh examples/federation/year.sh") :]
    printed = DIGEST.findall(done.stdout)
    assert len(printed) > 70
    assert printed == DIGEST.findall(shown)
    assert "24 of 24 versions proved." in done.stdout
    assert done.stderr == ""
