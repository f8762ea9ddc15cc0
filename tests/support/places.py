"""The places of the files that tests read."""

from pathlib import Path

PROJECT = Path(__file__).parents[2]
"""The folder of the project."""

FIXTURES = PROJECT / "tests" / "data"
"""The data files of the tests."""
