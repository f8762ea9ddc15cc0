"""Fifty small events of players and fifty of teams, ranked as TieBreakServer ranks them by the rules of 2024."""

from decimal import Decimal

import arpad
from engine_facts import EngineFact, engine_facts

BY_COMPARISON = {"DE"}
"""Codes whose printed value is a matter of taste; their effect shows in the ranks."""


def _compare(fact: EngineFact, codes: list[str], asked: list[str]) -> None:
    """Compare places and values."""
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


def test_tables_of_teams_are_those_of_the_other_program() -> None:
    facts = list(engine_facts("teams"))
    assert len(facts) == 50
    for fact in facts:
        codes = fact.answer.split()
        _compare(fact, codes, codes)
