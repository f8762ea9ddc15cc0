"""C.04.2.B and C: the order of the players, their numbers, late entries, corrected data."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter import Arbiter
from arpad.i18n import ArpadError
from arpad.tournament.acts.players import ChangeFields, CloseList, Enter, GiveNumbers
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.documents import fide_mode
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, NotConfirmed
from arpad.tournament.rules import EventRules
from arpad.tournament.schedules import ordered, place_of
from arpad.tournament.state import Entry
from places import FIXTURES
from proofs import law
from small_event import SAID, SmallEvent

HANDLING: dict[str, Any] = json.loads((FIXTURES / "tournament" / "handling.json").read_text("utf-8"))
RULES: dict[str, Any] = {"rounds": 9, "system": "dutch-2017"}

YES = Confirmation(yes=True)


def ratings_of(player: dict[str, Any]) -> dict[str, int]:
    return {
        name: player[key] for key, name in (("fide", "fide"), ("feda", "national"), ("other", "other")) if key in player
    }


def test_strength_title_and_name_without_marks() -> None:
    """TV-TD-ORDER-1, C.04.2.B.2."""
    vector = HANDLING["TV-TD-ORDER-1"]
    players = [Entry(**one) for one in vector["entries"]]
    assert [player.entry for player in ordered(players, EventRules("a", "A"))] == vector["numbers"]


def test_feda_takes_one_list_after_the_other() -> None:
    """TV-TD-ORDER-2, FEDA 1.2."""
    vector = HANDLING["TV-TD-ORDER-2"]
    players = [
        Entry(one["entry"], one["name"], title=one.get("title", ""), ratings=ratings_of(one))
        for one in vector["entries"]
    ]
    assert [one.entry for one in ordered(players, EventRules("a", "A", order="feda"))] == vector["numbers"]


@pytest.mark.parametrize(
    ("order", "numbers"),
    [
        ("fide", [1, 2, 3, 4]),
        ("national", [3, 2, 1, 4]),
        ("fidon", [3, 1, 2, 4]),
        ("nidof", [3, 2, 1, 4]),
        ("hbfn", [3, 1, 2, 4]),
        ("lbfn", [3, 2, 1, 4]),
        ("feda", [1, 2, 3, 4]),
        ("given", [1, 2, 3, 4]),
    ],
)
def test_the_orders_by_fide_and_national_ratings(order: str, numbers: list[int]) -> None:
    players = [
        Entry(1, "A", rating=2200, ratings={"fide": 2200, "national": 2000}),
        Entry(2, "B", rating=2100, ratings={"fide": 2100, "national": 2050}),
        Entry(3, "C", ratings={"national": 2210}),
        Entry(4, "D"),
    ]
    assert [one.entry for one in ordered(players, EventRules("a", "A", order=order))] == numbers


def test_the_last_criterion_may_be_the_order_of_entry_or_the_lot() -> None:
    players = [Entry(number, f"P{10 - number}", rating=2000) for number in range(1, 9)]
    given = ordered(players, EventRules("a", "A", order_last="given"))
    assert [one.entry for one in given] == list(range(1, 9))
    rules = EventRules("a", "A", order_last="lot")
    drawn = [[one.entry for one in ordered(players, rules, seed)] for seed in range(6)]
    assert all(sorted(one) == list(range(1, 9)) for one in drawn)
    assert len({tuple(one) for one in drawn}) > 1
    late = [one.entry for one in ordered([*players, Entry(9, "Late", rating=2000)], rules, 3)]
    assert [entry for entry in late if entry != 9] == drawn[3], "a late entry leaves the lots of the others alone"


def test_the_lot_needs_a_seed() -> None:
    arbiter = Arbiter({**RULES, "rounds": 3, "order_last": "lot"})
    arbiter.enters(6)
    with pytest.raises(ArpadError, match="by lot"):
        arbiter.does(CloseList())


def test_a_late_entry_is_inserted_by_strength() -> None:
    """TV-TD-LATE-1, C.04.2.C.3."""
    vector = HANDLING["TV-TD-LATE-1"]
    arbiter = Arbiter(RULES)
    arbiter.enters(vector["before"])
    arbiter.closes()
    old = arbiter.state.numbers
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    rating = arbiter.state.entries[old[vector["inserted"] - 1]].rating
    done = arbiter.does(Enter({"name": "Late", "rating": rating, "title": "GM", "from_round": 2}))
    assert done.state.number_of(done.lines[0].data["entry"]) == vector["inserted"]
    for before, now in vector["now_of_old"].items():
        assert done.state.number_of(old[int(before) - 1]) == now
    assert [one.code for one in done.warnings] == ["late-entry", "no-id"]
    assert done.lines[1].data["late"] is True
    moved = [number for number in range(1, 101) if number % 2 and number > vector["inserted"] + 1]
    assert set(vector["odd_numbers_that_had_the_colour_of_even_ones_in_round_1"]) <= set(moved)
    assert [one.kind for one in done.state.remarks] == ["Late entry"]


def played(rounds: int) -> Arbiter:
    """A Swiss of 10 players with some rounds, in which White wins."""
    arbiter = Arbiter(RULES)
    arbiter.enters(10)
    arbiter.closes()
    for number in range(1, rounds + 1):
        arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        for board in arbiter.state.rounds[number].games:
            arbiter.does(SetResult(number, board.number, "1-0"))
    return arbiter


CHANGES: dict[str, dict[str, Any]] = {
    "rating": {"rating": 2700},
    "title": {"title": "GM", "rating": 2599},
    "name": {"name": "Aaa", "rating": 2599},
}


@pytest.mark.parametrize("row", HANDLING["TV-TD-NUMBERS-1"])
def test_corrected_data_change_numbers_until_round_4_is_drawn(row: dict[str, Any]) -> None:
    """TV-TD-NUMBERS-1, C.04.2.B.3."""
    arbiter = played(row["drawn"])
    before = arbiter.state.numbers
    if row["change"] == "late entry":
        done = arbiter.does(Enter({"name": "Late", "rating": 2700, "from_round": row["drawn"] + 1}))
        assert done.state.numbers == (11, *before)
        return
    done = arbiter.does(ChangeFields(10, CHANGES[row["change"]]))
    if row["numbers"] == "kept":
        assert done.state.numbers == before
        assert [one.code for one in done.warnings] == ["numbers-kept"]
    else:
        assert done.state.numbers == (10, *before[:-1])
        assert [one.code for one in done.warnings] == ["numbers-again"]
        assert all(one.numbers == before for one in done.state.rounds.values()), "drawn rounds keep their numbers"


def test_renumbering_wants_a_yes() -> None:
    arbiter = played(1)
    with pytest.raises(NotConfirmed, match="--yes"):
        arbiter.tries(ChangeFields(10, {"rating": 2700}))
    assert arbiter.state.entries[10].rating == 2590


def test_numbers_given_after_round_4_are_a_breach() -> None:
    arbiter = played(4)
    assert arbiter.does(GiveNumbers()).lines == ()
    arbiter.does(ChangeFields(10, {"rating": 2700}))
    with pytest.raises(NotConfirmed, match="outside the rules"):
        arbiter.tries(GiveNumbers())
    done = arbiter.does(GiveNumbers())
    assert [one.kind for one in done.state.breaches] == ["numbers"]


def test_numbers_of_ones_own_are_free_in_an_order_that_is_given_alone() -> None:
    arbiter = played(0)
    with pytest.raises(NotConfirmed, match=r"C\.04\.2\.B\.2"):
        arbiter.tries(GiveNumbers(list(range(10, 0, -1))))
    given = Arbiter({**RULES, "order": "given"})
    given.enters(10)
    given.closes()
    with pytest.raises(ArpadError, match="each of the 10"):
        given.does(GiveNumbers([1, 2]))
    assert given.does(GiveNumbers(list(range(10, 0, -1)))).state.numbers == tuple(range(10, 0, -1))


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("enter", "rating", "title", "name")),
        st.integers(0, 99),
        st.sampled_from((0, 1500, 1800, 1801, 2200)),
    ),
    max_size=12,
)


@law(25)
@given(STEPS, st.sampled_from(("name", "lot", "given")), st.integers(0, 3))
def test_numbers_are_a_permutation_by_the_order(steps: list[tuple[str, int, int]], last: str, rounds: int) -> None:
    """I-12: with late entries and corrections before round 4 is drawn."""
    arbiter = Arbiter({"rounds": 5, "system": "dutch-2017", "order_last": last})
    for place in range(8):
        arbiter.does(Enter({"name": f"P{place * 7 % 8}", "rating": 1500 + place % 3 * 150, "born": place}))
    arbiter.does(CloseList(seed=5))
    for number in range(1, rounds + 1):
        arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        for board in arbiter.state.rounds[number].games:
            arbiter.does(SetResult(number, board.number, "1/2"))
    for what, which, rating in steps:
        entry = which % len(arbiter.state.entries) + 1
        if what == "enter":
            arbiter.does(Enter({"name": f"L{which}", "rating": rating, "from_round": rounds + 1}))
        elif what == "rating":
            arbiter.does(ChangeFields(entry, {"rating": rating}))
        else:
            arbiter.does(ChangeFields(entry, {what: ("GM", "FM", "")[which % 3] if what == "title" else f"N{which}"}))
    state = arbiter.state
    assert sorted(state.numbers) == sorted(state.entries)
    places = [place_of(state.entries[entry], state.event_rules, state.seed) for entry in state.numbers]
    assert places == sorted(places)


def test_vcl_147_numbers_are_exchanged_by_hand() -> None:
    """Players of equal rating and title change places for a yes; whoever puts a weaker player first leaves FIDE mode.
    The file says which numbers are now which."""
    event = SmallEvent(start="2026-05-01", system="dutch-2026")
    for entry in (2, 3):
        event.do(ChangeFields(entry, {"rating": 2380}), SAID)
    event.up(1)
    with pytest.raises(NotConfirmed) as asked:
        event.do(GiveNumbers((1, 3, 2, 4, 5, 6)))
    assert [warning.level for warning in asked.value.warnings] == ["confirm"]
    event.do(GiveNumbers((1, 3, 2, 4, 5, 6)), YES)
    assert event.state.numbers == (1, 3, 2, 4, 5, 6)
    assert fide_mode(event.state) is True
    assert "### Renumbering @ Round 2: 2 is now 3, 3 is now 2" in export_trf(event.state, "trf26").data.decode()
    with pytest.raises(NotConfirmed) as asked:
        event.do(GiveNumbers((4, 3, 2, 1, 5, 6)), YES)
    assert [warning.level for warning in asked.value.warnings] == ["breach"]
    assert "Player C; Player B; Player A" in str(asked.value)
    event.do(GiveNumbers((4, 3, 2, 1, 5, 6)), SAID)
    assert fide_mode(event.state) == "left in round 1"
    file = export_trf(event.state, "trf26").data.decode()
    assert "### FIDE mode left @ Round 1: numbers given by hand against the order of the rules (C.04.2.B.2)" in file
