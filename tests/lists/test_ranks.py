"""The ranks of a list against counting the players ahead."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from arpad.lists.ledger import Ledger, LedgerRow, Standing
from arpad.lists.player_index import NameIndex
from arpad.lists.whole_list import PlayerRank, Ranks, active_ratings, rank_tables
from proofs import law

PLAYERS = st.lists(
    st.tuples(
        st.sampled_from(("ESP", "FRA", "")),
        st.integers(0, 6),
        st.sampled_from((0, 0, 20230101)),
        st.sampled_from(("", "", "excluded")),
    ),
    max_size=12,
)


def _ledger(players: list[tuple[str, int, int, str]]) -> Ledger:
    rows = [
        LedgerRow(str(at), f"Player {at}", federation, absent=absent).with_standing(
            "rapid", Standing(rating=rating and 1400 + rating, inactive=inactive)
        )
        for at, (federation, rating, inactive, absent) in enumerate(players)
    ]
    return Ledger.empty(dt.date(2024, 5, 1)).with_rows(rows)


def _active(row: LedgerRow) -> bool:
    own = row.standing("rapid")
    return own.rating > 0 and not own.inactive and not row.absent


@law(80)
@given(PLAYERS)
def test_a_rank_is_one_more_than_the_active_players_with_a_higher_rating(
    players: list[tuple[str, int, int, str]],
) -> None:
    ledger = _ledger(players)
    rows = list(ledger.all_rows())
    ranks, index = Ranks(rank_tables(ledger)), NameIndex.of(ledger)
    for row in rows:
        ahead = [one for one in rows if _active(one) and one.standing("rapid").rating > row.standing("rapid").rating]
        at_home = [one for one in ahead if one.federation == row.federation]
        expected = {"rapid": PlayerRank(len(ahead) + 1, len(at_home) + 1)} if _active(row) else {}
        assert ranks.of(row.federation, active_ratings(row)) == index.ranks(row.id) == expected
