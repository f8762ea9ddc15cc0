"""C.05 annex 2: the restricted drawing of lots. Who draws when, from which group, and who meets late after all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.pairing.round_robin_tables import (
    Lot,
    VarmaEntrant,
    draw_lots,
    drawing_order,
    late_meetings,
    varma,
    varma_groups,
)
from proofs import law


def delegation(counts: dict[str, int]) -> list[VarmaEntrant]:
    return [VarmaEntrant(code, f"{code} {place}") for code, count in counts.items() for place in range(1, count + 1)]


@pytest.mark.parametrize("players", range(9, 25))
def test_a_group_does_not_meet_in_the_last_three_rounds(players: int) -> None:
    """But for one: 6 and 12, in group C of the table for twelve, meet in the last round."""
    found = []
    for number, one in enumerate(varma(players).rounds, 1):
        for pairing in one.pairings:
            same = any({pairing.white, pairing.black} <= set(group) for group in varma_groups(players).values())
            if same and number > len(varma(players).rounds) - 3:
                found.append((number, pairing.white, pairing.black))
    assert found == ([(11, 6, 12)] if players == 12 else [])


def test_the_order_of_drawing() -> None:
    """The largest federation first, equal ones by their code, and inside one by name."""
    entrants = [
        VarmaEntrant("POR", "Z"),
        VarmaEntrant("ESP", "B"),
        VarmaEntrant("ITA", "A"),
        VarmaEntrant("ESP", "A"),
        VarmaEntrant("AND", "X"),
    ]
    order = [(player.federation, player.name) for team in drawing_order(entrants) for player in team]
    assert order == [("ESP", "A"), ("ESP", "B"), ("AND", "X"), ("ITA", "A"), ("POR", "Z")]


def test_a_seed_draws_the_same_lots_again_in_whatever_order_the_players_come() -> None:
    entrants = delegation({"ESP": 3, "FRA": 3, "ITA": 2, "POR": 2})
    assert draw_lots(entrants, 5) == draw_lots(entrants[::-1], 5)
    assert len({tuple(draw_lots(entrants, seed)) for seed in range(20)}) > 15


def test_every_number_can_be_drawn() -> None:
    """The only player of a federation gets any number, sooner or later."""
    entrants = delegation({f"A{chr(65 + place)}A": 1 for place in range(10)})
    numbers = {lot.number for seed in range(200) for lot in draw_lots(entrants, seed) if lot.entrant == entrants[0]}
    assert numbers == set(range(1, 11))


@law(80)
@given(
    st.lists(st.integers(1, 6), min_size=4, max_size=16).filter(lambda player: 9 <= sum(player) <= 24),
    st.integers(0, 999),
)
def test_lots(sizes: list[int], seed: int) -> None:
    """Everybody gets a different number, from the group it belongs to. Who meets late is of a federation that needed
    more than one group; or has the numbers 6 and 12."""
    entrants = delegation({f"A{chr(65 + place)}A": size for place, size in enumerate(sizes)})
    lots = draw_lots(entrants, seed)
    assert [one.number for one in lots] == list(range(1, len(entrants) + 1))
    assert sorted(map(str, (one.entrant for one in lots))) == sorted(map(str, entrants))
    assert all(one.number in varma_groups(len(entrants))[one.group] for one in lots)
    groups: dict[str, set[str]] = {}
    for lot in lots:
        groups.setdefault(lot.entrant.federation, set()).add(lot.group)
    for meeting in late_meetings(lots, len(entrants)):
        assert len(groups[meeting.federation]) > 1 or {meeting.white, meeting.black} == {6, 12}


@pytest.mark.parametrize("seed", range(30))
def test_no_federation_takes_a_group_that_another_needs(seed: int) -> None:
    """Twelve players, groups of 4, 3, 3 and 2: if a three took the four, one of the twos would find no group."""
    lots = draw_lots(delegation({"ESP": 3, "FRA": 3, "ITA": 2, "POR": 2, "AND": 2}), seed)
    groups = {(lot.entrant.federation, lot.group) for lot in lots}
    assert len(groups) == 5


def test_a_federation_that_no_group_holds_is_named() -> None:
    """Six Spaniards among ten: no group has more than three numbers."""
    lots = draw_lots(delegation({"ESP": 6, "FRA": 2, "ITA": 2}), 1)
    assert len({lot.group for lot in lots if lot.entrant.federation == "ESP"}) == 2
    assert {meeting.federation for meeting in late_meetings(lots, 10)} == {"ESP"}


def test_6_and_12_of_twelve_are_named() -> None:
    lots = [Lot(number, "C", VarmaEntrant("ESP" if number in (6, 12) else f"F{number}", "")) for number in range(1, 13)]
    ((found),) = late_meetings(lots, 12)
    assert (found.round, found.federation, found.white, found.black) == (11, "ESP", 6, 12)
