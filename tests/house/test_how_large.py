"""How large the house is: the figures of the page on the architecture are those of the code."""

import re

import pytest
from tools.docs.house import figures

from places import PROJECT

PAGE = PROJECT / "docs" / "developers" / "architecture.md"
COUNT = "count again with python -m tools.docs.house, and write the figures into the last column of the table"
NOW = figures(PROJECT / "src" / "arpad")
SLACK = 4
"""By how many percent a figure may have changed since it was written."""


def written() -> dict[str, int]:
    """The last column of the table."""
    table = PAGE.read_text("utf-8").partition("## How large the house is")[2]
    rows = re.findall(r"^\| ([^|]+) \|(?:[^|\n]*\|)*? ([\d,]+) \|$", table, re.MULTILINE)
    return {name: int(figure.replace(",", "")) for name, figure in rows}


@pytest.mark.parametrize("name", NOW)
def test_the_table_says_how_large_the_house_is(name: str) -> None:
    assert name in written(), f"{PAGE}: {COUNT}"
    assert abs(NOW[name] - written()[name]) * 100 <= max(SLACK * NOW[name], 200), f"{name} is {NOW[name]}: {COUNT}"


def test_the_house_keeps_to_what_was_agreed() -> None:
    assert NOW["modules of `src/arpad`"] <= 500, "join modules, or take one away"
    assert NOW["typed dictionaries of documents"] <= 9, "declare the result as a Document"


def test_classes_of_a_noun_are_counted_by_their_last_word() -> None:
    from tools.docs.house import of_noun

    assert of_noun("NormGame", "game")
    assert of_noun("Game", "game")
    assert of_noun("BoardPairDocument", "board") is False
    assert of_noun("TablePlayerDocument", "person")
    assert of_noun("Ground", "round") is False
