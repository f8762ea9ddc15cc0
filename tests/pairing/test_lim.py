"""The Lim system (C.04.4.3), a reading: given tournaments, printed tables, two opinions."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import cast

import pytest

from arpad.cli.main import main
from arpad.documents.steps import Step, sentence, walk
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing import _lim as lim
from arpad.pairing._lim import LimPlayer, lim_colour
from arpad.pairing.check import reason
from arpad.pairing.compare import compare_rounds
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import Source, read_source
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import systems, with_readings
from pairing_brute_lim import brute_lim, in_depth_first_order
from pairing_files import made_as_far_as_possible, trf
from pairing_states import any_state
from places import FIXTURES
from proofs import over, seeds

FOLDER = FIXTURES / "swiss" / "lim"
LIM = systems()["lim"]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.trf")), ids=lambda file: file.stem)
def test_given_tournaments(file: Path) -> None:
    checked = read_source(file.read_bytes(), None, "lim").checked()
    assert checked
    assert [one.number for one in checked if not one.ok] == []


def _engine(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    answer = pair_round(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


def _around_the_median(state: PairingState) -> PairingState:
    """A small state with its scores around a median of 2."""
    entrants = []
    for player in state.entrants:
        values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
        side = (player.score > 2) - (player.score < 2)
        entrants.append(LimPlayer(**values, side=side, floated=player.floats[0] is not None))
    return replace(state, entrants=tuple(entrants), system=LIM)


@over(1000, any_state)
def test_engine_and_brute_force_agree(state: PairingState) -> None:
    before = _around_the_median(state)
    assert _engine(before) == brute_lim(before)


@over(400, any_state)
def test_they_agree_in_maxi_tournaments(state: PairingState) -> None:
    """3.2, 3.8 and 5.7, with ratings that are 30 points apart."""
    before = _around_the_median(state)
    rated = tuple(
        replace(player, rating=2400 - 30 * player.rank) for player in before.entrants if isinstance(player, LimPlayer)
    )
    maxi = replace(before, entrants=rated, system=with_readings(LIM, ["maxi"]))
    assert _engine(maxi) == brute_lim(maxi)


CHANCES = Chances(Fraction(3, 10), Fraction(1, 10), Fraction(1, 12), Fraction(1, 25), Fraction(1, 10))


@seeds(16)
def test_they_agree_in_tournaments_made_by_lot(seed: int) -> None:
    """Byes, forfeits, withdrawals and late entries, down to the last round."""
    source = read_source(made_as_far_as_possible(Wanted(7 + seed % 3, 5, 5, seed, CHANCES, system=LIM)), None, "lim")
    assert all(one.ok for one in source.checked())
    for number in range(1, len(source.checked()) + 1):
        state = source.state(number)
        assert _engine(state) == brute_lim(state), (seed, number)


def test_the_long_way_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the bounds of the due colours, in groups that are too large for brute force."""
    data = made_as_far_as_possible(Wanted(40, 6, 6, 5, CHANCES, system=LIM))
    source = read_source(data, None, "lim")
    rounds = [_engine(source.state(number)) for number in range(1, 7)]
    monkeypatch.setattr(lim, "without_defects", lambda _, graph, __: dict.fromkeys(graph, 0))
    assert [_engine(source.state(number)) for number in range(1, 7)] == rounds


def test_4_2_and_4_3_the_printed_tables_of_six() -> None:
    """The first pairing with each opponent of player 1, and all with 6."""
    every = list(in_depth_first_order(range(1, 7)))
    firsts = [next(group) for _, group in groupby(every, key=lambda pairs: pairs[0])]
    assert [" ".join(f"{one}v{two}" for one, two in pairs) for pairs in firsts] == [
        "1v4 2v5 3v6", "1v5 2v4 3v6", "1v6 2v4 3v5", "1v3 2v5 4v6", "1v2 3v5 4v6",
    ]  # fmt: skip
    with_six = [pairs[1:] for pairs in every if pairs[0] == (1, 6)]
    assert with_six == [[(2, 4), (3, 5)], [(2, 5), (3, 4)], [(2, 3), (4, 5)]]
    assert len(every) == 15


@pytest.mark.parametrize(
    ("higher", "lower", "below", "expected"),
    [
        ("", "", False, ("w", "fresh")),
        ("", "w", False, ("w", "both")),
        ("ww", "w", False, ("b", "forced")),
        ("wb", "bw", False, ("w", "both")),
        ("wbw", "wwbwb", False, ("b", "difference")),
        ("wb", "wb", False, ("w", "higher")),
        ("wb", "wb", True, ("b", "higher")),
    ],
)
def test_5_colours(higher: str, lower: str, below: bool, expected: tuple[str, str]) -> None:
    one, two = (LimPlayer(rank, 2, 2, colours, number=rank) for rank, colours in ((1, higher), (2, lower)))
    assert lim_colour(one, two, "w", below) == expected


@pytest.mark.parametrize(
    ("players", "seed", "plain", "maxi"),
    [
        (6, 1, {"2-3", "4-5", "6-1"}, {"2-3", "4-6", "5-1"}),
        (8, 0, {"1-2", "3-4", "6-5", "8-7"}, {"1-6", "3-4", "5-2", "8-7"}),
    ],
    ids=["3.8", "5.7"],
)
def test_a_maxi_tournament_keeps_ratings_together(players: int, seed: int, plain: set[str], maxi: set[str]) -> None:
    """3.8: 5 floats up and is due Black, as 1 is; 4 is due White but is 643 points weaker than 1. 5.7: White is due to
    1 and 6, who meet after 1-5 has been; 2 and 6 are 218 points apart and keep their places."""
    data = made_as_far_as_possible(Wanted(players, 4, 2, seed, system=LIM))
    for readings, expected in (([], plain), (["maxi"], maxi)):
        answer = pair_round(read_source(data, None, "lim", readings=readings).state())
        assert isinstance(answer, Pairing)
        assert {f"{board.white}-{board.black}" for board in answer.boards} == expected
        told = [step.what for _, step in walk(explain_pairing(answer))]
        assert ("pairing.lim-maxi" in told) is bool(readings)


def test_a_maxi_tournament_needs_ratings() -> None:
    data = trf("3 w =", "4 b =", "1 b =", "2 w =", head=("XXR 4",)).replace(b"2390", b"    ")
    assert read_source(data, None, "lim").state()
    with pytest.raises(ArpadError) as problem:
        read_source(data, None, "lim", readings=["maxi"]).state()
    assert problem.value.key == "pairing-rating-missing"


def test_virtual_points_are_refused() -> None:
    data = trf(".", ".", ".", ".", more=("XXA    1  1.0",))
    with pytest.raises(ArpadError) as problem:
        read_source(data, None, "lim").state()
    assert problem.value.key == "pairing-lim-accelerated"


def test_a_wrong_round_is_found_and_explained() -> None:
    data = trf("2 w 1|.", "1 b 0|.", "4 w 1|.", "3 b 0|.", head=("XXR 4",))
    (checked,) = read_source(data, None, "lim").checked()
    assert not checked.ok
    assert checked.reason is not None
    assert all("pairing." not in reason(checked, language) for language in LANGUAGES)


def test_every_explanation_has_words_and_says_that_it_is_a_reading() -> None:
    for file in sorted(FOLDER.glob("*.trf")):
        source = read_source(file.read_bytes(), None, "lim")
        for number in source.numbers():
            steps = explain_pairing(pair_round(source.state(number)), 50)
            assert steps[0].what == "pairing.lim-reading"
            for _, step in walk(steps):
                for language in LANGUAGES:
                    told = sentence(step, language)
                    assert "pairing." not in told, step.what
                    assert "{" not in told, step.what


def _steps(source: Source) -> Iterator[Step]:
    for number in source.numbers():
        for _, step in walk(explain_pairing(pair_round(source.state(number)), 50)):
            yield step


@pytest.mark.parametrize("seed", range(4))
def test_what_would_have_come_first_is_worse_or_may_not_be(seed: int) -> None:
    """3.3, 3.8, 4.2: every refusal has a count that is worse; ratings refuse nothing in an ordinary tournament."""
    made = made_as_far_as_possible(Wanted(15 + seed, 7, 7, seed, CHANCES, system=LIM))
    told = set()
    for step in _steps(read_source(made, None, "lim")):
        told.add(step.what)
        if step.what == "pairing.lim-stays-quality":
            assert isinstance(step.value, int)
            assert step.value > cast("int", step.inputs["best"])
        if step.what == "pairing.match-pair-quality":
            assert cast("int", step.inputs["given"]) > cast("int", step.inputs["best"])
    assert told > {"pairing.lim-out", "pairing.lim-floater", "pairing.refused-pair-barred"}
    assert not told & {"pairing.lim-far", "pairing.lim-stays-far"}


def test_2_6_pairs_that_are_undone_for_the_median_are_told() -> None:
    data = made_as_far_as_possible(Wanted(6, 5, 5, 8, CHANCES, system=LIM))
    found = [step for step in _steps(read_source(data, None, "lim")) if step.what == "pairing.lim-undone"]
    assert {step.article.number for step in found} == {"2.6"}
    assert all(re.fullmatch(r"[1-6]-[1-6]", str(step.value)) for step in found)


@pytest.mark.parametrize(
    ("system", "articles"),
    [("dutch-2017", {"2.3", "3.2", "3.3", "3.4", "3.8", "3.10", "4.2"}), ("burstein-manual", {"2.3", "3.8", "4.2"})],
)
def test_a_round_of_another_system_is_refused_by_an_article(system: str, articles: set[str]) -> None:
    found = set()
    for seed in range(6):
        data = made_as_far_as_possible(Wanted(14, 6, 6, seed, CHANCES, system=LIM))
        sources = [read_source(data, None, id_, binding=False) for id_ in ("lim", system)]
        found |= {refused.why.article for one in compare_rounds(sources) for refused in one.refusals if not refused.by}
    assert found >= articles


@pytest.mark.parametrize("command", ["check", "explain --round 3", "checklist --round 3"])
def test_every_command(command: str) -> None:
    name, *more = command.split()
    file = next(iter(sorted(FOLDER.glob("*.trf"))))
    assert main(["pair", name, str(file), *more, "--system", "lim", "--json"], {}) == 0
