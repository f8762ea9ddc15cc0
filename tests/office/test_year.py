"""The year of a federation, `examples/federation/year.sh`: what stands in docs/manuals/office/office.md,
on the other database."""

import re
import shlex
from pathlib import Path

import pytest

from answers import Arpad
from office_databases import NewDatabase, url_of
from places import PROJECT
from script_calls import calls_of

DIGEST = re.compile(r"\b[0-9a-f]{12,64}\b")
UNSEEN = "--json"
"""The script throws away what a call with this option prints."""


@pytest.mark.long
def test_postgresql_gives_the_same_digests(
    new_database: NewDatabase, arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows what SQLite gives (another test runs it); PostgreSQL gives the same text, digests included."""
    monkeypatch.setenv("ARPAD_DB", url_of(new_database("postgresql", office=False)))
    monkeypatch.setenv("COLUMNS", "100")
    calls = calls_of(PROJECT / "examples" / "federation" / "year.sh", tmp_path)
    answers = [(words, arpad(shlex.join(words))) for words in calls]
    assert not [(words, answer.err) for words, answer in answers if answer.code]
    seen = "".join(answer.out for words, answer in answers if UNSEEN not in words)
    page = (PROJECT / "docs" / "manuals" / "office" / "office.md").read_text(encoding="utf-8")
    shown = page[page.index("$ sh examples/federation/year.sh") :]
    printed = DIGEST.findall(seen)
    assert len(printed) > 70
    assert printed == DIGEST.findall(shown)
    assert "24 versions: 23 proved, 1 kept as imported." in seen
