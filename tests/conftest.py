"""The command line as a fixture: arguments in, exit code and both outputs back."""

import shlex

import pytest

from answers import Answer, Arpad
from arpad.cli.main import main
from office_databases import (  # noqa: F401  (fixtures for every test)
    bare_database,
    database,
    new_database,
    postgresql,
    sqlite_template,
)
from web_demo import browser, client, demo_file, office, open_page, served  # noqa: F401  (fixtures for every test)


@pytest.fixture
def arpad(capsys: pytest.CaptureFixture[str]) -> Arpad:
    """Run one call of the command line."""

    def call(line: str, **environment: str) -> Answer:
        capsys.readouterr()
        code = main(shlex.split(line), environment)
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call
