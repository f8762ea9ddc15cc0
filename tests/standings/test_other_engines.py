"""Fifty small events of players and fifty of teams, ranked as TieBreakServer ranks them by the rules of 2024."""

from decimal import Decimal

import pytest

import arpad
from engine_facts import EngineFact, engine_facts

BY_COMPARISON = {"DE"}
"""Codes whose printed value is a matter of taste; their effect shows in the ranks."""


def _compare(fact: EngineFact, codes: list[str], asked: list[str] | None) -> None:
    """Compare places and values; without codes, those of record 202 are used."""
    table = arpad.read(fact.trf).standings(tie_breaks=asked, edition="c07-2024").to_dict()
    found = {row["number"]: row for row in table["rows"]}
    assert len(found) == len(fact.ranked), fact.name
    for rank, number, values in fact.ranked:
        row = found[number]
        assert str(row["rank"]) == rank, (fact.name, number)
        assert Decimal(str(row["points"])) == Decimal(values[0]), (fact.name, number)
        ours = list(row["values"].values())
        assert len(ours) == len(codes) - 1, (fact.name, table["tie_breaks"])
        for code, own, theirs in zip(codes[1:], ours, values[1:], strict=True):
            if code not in BY_COMPARISON:
                assert abs(Decimal(own) - Decimal(theirs)) < Decimal("0.01"), (fact.name, number, code)


def test_tables_of_players_are_those_of_the_other_program() -> None:
    facts = list(engine_facts("players"))
    assert len(facts) == 50
    for fact in facts:
        codes = fact.answer.split()
        _compare(fact, codes, codes[1:])


@pytest.mark.parametrize("given", ["by record 202", "by hand", "by hand, with the score"])
def test_the_first_key_of_a_table_of_teams_is_match_points(given: str) -> None:
    """Record 202 holds what comes after the score that record 192 names: `GPTS` first in it replaces nothing."""
    facts = list(engine_facts("teams"))
    assert len(facts) == 50
    for fact in facts:
        codes = fact.answer.split()
        asked = {"by record 202": None, "by hand": codes[1:], "by hand, with the score": codes}[given]
        _compare(fact, codes, asked)
