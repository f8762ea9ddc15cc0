"""The index of players against looking at every name."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.domain.values import fold
from arpad.lists import player_index as search
from arpad.lists.ledger import Ledger, LedgerRow, Standing
from arpad.lists.player_index import NameIndex
from proofs import law


def ledger(names: list[str]) -> Ledger:
    rows = [
        LedgerRow(str(1000 + at * 7), name, ("ESP", "FRA")[at % 2]).with_standing(
            "standard", Standing(rating=1500 + at * 13 % 97)
        )
        for at, name in enumerate(names)
    ]
    return Ledger.empty(dt.date(2024, 5, 1)).with_rows(rows)


def plainly(names: list[str], query: str, federation: str) -> set[str]:
    """The ids by looking at every name."""
    wanted = fold(query).split()
    if not wanted:
        return set()
    found = set()
    for at, name in enumerate(names):
        id_, words = str(1000 + at * 7), fold(name).split()
        fits = all(any(word.startswith(beginning) for word in words) for beginning in wanted)
        if len(wanted) == 1 and wanted[0].isdigit():
            fits = id_.startswith(wanted[0])
        if fits and federation in ("", ("ESP", "FRA")[at % 2]):
            found.add(id_)
    return found


@law(80)
@given(
    names=st.lists(st.text("abÁñ ,'-", max_size=9), max_size=30),
    query=st.text("abñ 10", max_size=5),
    federation=st.sampled_from(["", "ESP", "FRA"]),
    few=st.sampled_from([0, 20_000]),
)
def test_the_index_finds_what_looking_at_every_name_finds(
    names: list[str], query: str, federation: str, few: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "FEW", few)
        found = NameIndex.of(ledger(names)).find(query, 100, federation)
    assert {player.id for player in found} == plainly(names, query, federation)
    assert [player.rating for player in found] == sorted((player.rating for player in found), reverse=True)
