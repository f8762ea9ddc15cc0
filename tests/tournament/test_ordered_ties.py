"""Ties that the tie-breaks leave: they stay, or are ordered by hand or by lots (VCL 203 to 207, C.07 4.2)."""

import pytest

from arpad.documents.steps import sentence
from arpad.i18n import ArpadError
from arpad.library.checked_files import check
from arpad.standings.reasons import explain
from arpad.tournament.acts.results import ClearResult, SetResult
from arpad.tournament.acts.ties import OrderTies
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, NotConfirmed
from arpad.tournament.standings import standings_after, tied_groups
from arpad.tournament.undo import TakeBack
from small_event import SAID, SmallEvent

YES = Confirmation(yes=True)


@pytest.fixture
def drawn() -> SmallEvent:
    """Six players; after a round of draws and one win they are two ties of players and two alone."""
    event = SmallEvent(tie_breaks=["WIN"], chief_arbiter="IA Arbizo, Clara")
    event.up(1)
    event.results(1, "1, =, =")
    return event


def places(event: SmallEvent) -> dict[int, int]:
    return {event.state.sides[row.number - 1]: row.rank for row in standings_after(event.state).table.rows}


def test_vcl_203_ties_stay_unless_somebody_orders_them(drawn: SmallEvent) -> None:
    assert tied_groups(drawn.state) == [(2, 3, 5, 6)]
    assert places(drawn) == {1: 1, 2: 2, 3: 2, 5: 2, 6: 2, 4: 6}


def test_vcl_205_a_tie_is_ordered_by_hand_for_a_reason(drawn: SmallEvent) -> None:
    order = (6, 2, 5, 3)
    with pytest.raises(NotConfirmed):
        drawn.do(OrderTies(order), YES)
    drawn.do(OrderTies(order), SAID)
    assert places(drawn) == {1: 1, 6: 2, 2: 3, 5: 4, 3: 5, 4: 6}
    table = standings_after(drawn.state).table
    assert table.tie_breaks[-1] == "LOT"
    assert any("IA Arbizo, Clara" in sentence(step, "en") for step in explain(table, 6))
    file = export_trf(drawn.state, "trf26").data.decode()
    assert "### Tie @ Round 1: 6, 2, 5, 3 by IA Arbizo, Clara; the arbiter says so" in file
    assert not drawn.do(OrderTies(order), SAID).lines
    drawn.up(2)
    assert drawn.state.ordered_ties, "the place after round 1 stays what it was"
    drawn.results(2, "=, =, =")
    assert "LOT" not in standings_after(drawn.state).table.tie_breaks, "a later round begins without them"


def test_vcl_206_lots_drawn_again_are_the_same(drawn: SmallEvent) -> None:
    with pytest.raises(NotConfirmed):
        drawn.do(OrderTies(draw=True))
    first = drawn.do(OrderTies(draw=True), YES).lines[0]
    found = places(drawn)
    assert sorted(found.values()) == [1, 2, 3, 4, 5, 6]
    drawn.do(TakeBack(first.n, tuple(drawn.lines)), SAID)
    assert places(drawn)[3] == 2, "tied again"
    again = drawn.do(OrderTies(draw=True), YES).lines[0]
    assert places(drawn) == found
    assert first.data == again.data
    with pytest.raises(ArpadError, match="no tie is left"):
        drawn.do(OrderTies(draw=True), YES)


def test_other_results_give_other_lots_and_other_ties(drawn: SmallEvent) -> None:
    drawn.do(OrderTies(draw=True), YES)
    before = drawn.state.ordered_ties[1]
    drawn.do(ClearResult(1, 1), SAID)
    with pytest.raises(ArpadError):
        drawn.do(OrderTies(draw=True), YES)
    drawn.do(SetResult(1, 1, "1/2"), SAID)
    assert set(places(drawn).values()) == {1}, "an order of other players says nothing about this tie"
    drawn.do(OrderTies(draw=True), YES)
    now = drawn.state.ordered_ties[1]
    assert sorted(now.groups[0]) == [1, 2, 3, 4, 5, 6]
    assert now.by != before.by


@pytest.mark.parametrize("players", [(1, 2), (2, 3), (2, 3, 5, 6, 6)])
def test_only_a_whole_tie_is_ordered(drawn: SmallEvent, players: tuple[int, ...]) -> None:
    with pytest.raises(ArpadError, match="2, 3, 5, 6"):
        drawn.do(OrderTies(players), SAID)


def test_the_players_or_lots_are_named(drawn: SmallEvent) -> None:
    for act in (OrderTies(), OrderTies((2, 3, 5, 6), draw=True)):
        with pytest.raises(ArpadError, match="--draw"):
            drawn.do(act, SAID)


def test_a_file_with_ordered_ties_is_right(drawn: SmallEvent) -> None:
    drawn.do(OrderTies(draw=True), YES)
    assert check(export_trf(drawn.state, "trf26").data).verdict == "right"
