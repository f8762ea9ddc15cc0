"""The news of a list against looking at every player, and one by hand."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from arpad.lists.ledger import Ledger, LedgerRow, Standing
from arpad.lists.top_lists import list_news
from proofs import law

PLAYER = st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from(("", "FM", "IM")), st.sampled_from(("", "x")))


def _ledger(players: list[tuple[int, int, str, str] | None], day: dt.date) -> Ledger:
    rows = [
        LedgerRow(f"{at:02}", f"Player {at % 3}", "ESP", title=title, absent=absent).with_standing(
            "blitz", Standing(rating=rating and 1400 + rating, highest=max(highest, rating) and 1500)
        )
        for at, player in enumerate(players)
        if player is not None
        for rating, highest, title, absent in (player,)
    ]
    return Ledger.empty(day).with_rows(rows)


@law(60)
@given(st.lists(st.tuples(st.none() | PLAYER, st.none() | PLAYER), max_size=9), st.integers(1, 4))
def test_news_are_what_looking_at_every_player_finds(
    pairs: list[tuple[tuple[int, int, str, str] | None, ...]], count: int
) -> None:
    before = _ledger([one for one, _ in pairs], dt.date(2024, 5, 1))
    after = _ledger([two for _, two in pairs], dt.date(2024, 6, 1))
    known = {row.id: row for row in before.all_rows()}
    risers, newcomers, titles = [], [], []
    for row in after.all_rows():
        old, now = known.get(row.id), row.standing("blitz").rating
        was = Standing() if old is None else old.standing("blitz")
        if row.absent:
            continue
        if now and was.rating and now > was.rating:
            risers.append((was.rating - now, -now, row.name, row.id))
        if now and not was.rating and not was.highest:
            newcomers.append((0, -now, row.name, row.id))
        if old is not None and row.title and row.title != old.title:
            titles.append((0, -now, row.name, row.id))
    news = list_news(before, after, "blitz", count)
    for kind, expected in zip(news.kinds(), (risers, newcomers, titles), strict=True):
        assert [line.id for line in kind.players] == [row[-1] for row in sorted(expected)[:count]]
        assert kind.count == len(expected)
