"""The year of a federation, `examples/federation/year.sh`: what stands in docs/office.md, on the other database."""

import os
import re

from warm import run_script

from office_databases import NewDatabase, url_of
from places import PROJECT

DIGEST = re.compile(r"\b[0-9a-f]{12,64}\b")


def test_postgresql_gives_the_same_digests(new_database: NewDatabase) -> None:
    """The page shows what SQLite gives (another test runs it); PostgreSQL gives the same text, digests included."""
    database = new_database("postgresql", office=False)
    environment = os.environ | {"COLUMNS": "100"}
    done = run_script(["sh", str(PROJECT / "examples" / "federation" / "year.sh"), url_of(database)], environment)
    assert done.returncode == 0, done.stdout
    page = (PROJECT / "docs" / "office.md").read_text(encoding="utf-8")
    shown = page[page.index("$ sh examples/federation/year.sh") :]
    printed = DIGEST.findall(done.stdout)
    assert len(printed) > 70
    assert printed == DIGEST.findall(shown)
    assert "24 of 24 versions proved." in done.stdout
