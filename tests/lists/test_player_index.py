"""The indexes of a list say of every player what the list says, also when they are mapped from their files."""

import datetime as dt
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from arpad.lists.ledger import Ledger, LedgerRow, Standing
from arpad.lists.player_index import KEPT, ListedPerson, NameIndex, StandingsIndex, index_tables, standing_tables
from mapped_tables import mapped
from proofs import law

STANDINGS = st.tuples(st.sampled_from((0, 0, 1405, 2800, 40_000)), st.integers(0, 200), st.integers(0, 3)).map(
    lambda numbers: Standing(*numbers)
)
ROWS = st.builds(
    lambda *person, standings: LedgerRow(*person)._replace(standings=standings),
    st.text("123é", min_size=1, max_size=4),
    st.text("abÁ ñ,", max_size=8),
    st.sampled_from(("", "ESP", "FRA")),
    st.sampled_from(("", "M", "F")),
    st.sampled_from(("", "GM")),
    st.sampled_from(("", "deceased")),
    st.integers(0, 2020),
    standings=st.tuples(STANDINGS, STANDINGS, STANDINGS),
)


@law(60)
@given(st.lists(ROWS, max_size=8, unique_by=lambda row: row.id))
def test_a_mapped_index_says_what_the_list_says(rows: list[LedgerRow]) -> None:
    ledger = Ledger.empty(dt.date(2024, 5, 1)).with_rows(rows)
    with tempfile.TemporaryDirectory() as folder:
        index = NameIndex(mapped(Path(folder) / "index", index_tables(ledger)))
        standings = StandingsIndex(mapped(Path(folder) / "standings", standing_tables(ledger)))
        for row in rows:
            assert index.person(row.id) == ListedPerson.of(row)
            kept = tuple(Standing(*(getattr(own, name) for name in KEPT)) for own in row.standings)
            assert standings.of(row.id) == (kept if any(own.rating for own in row.standings) else None)
        assert (index.person("4"), standings.of("4"), index.ranks("4")) == (None, None, {})
        again = Ledger.from_tables(mapped(Path(folder) / "list", ledger.to_tables()))
        assert again == ledger
        assert again.hashes() == ledger.hashes()
