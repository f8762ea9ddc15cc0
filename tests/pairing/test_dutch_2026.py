"""The Dutch system of 2026 (C.04.3) with Baku of 2026 (C.04.7): given tournaments, decisive positions, two opinions."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.documents.steps import sentence, walk
from arpad.formats.read import read_report
from arpad.i18n import LANGUAGES
from arpad.pairing.colours import accelerated_rounds, baku
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import PairingWishes, read_source, report_tournament
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.state import PairingState, state_before
from arpad.pairing.systems import systems
from pairing_files import made_as_far_as_possible, trf
from pairing_positions import one_rule_decides
from pairing_sieve_2026 import sieve_round_2026
from pairing_states import any_state, engine_round
from places import FIXTURES
from proofs import over, seeds

FOLDER = FIXTURES / "swiss" / "dutch-2026"
DUTCH = systems()["dutch-2026"]
POSITIONS = json.loads((FOLDER / "positions.json").read_text("utf-8"))


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.trf")))
def test_given_tournaments(file: Path) -> None:
    checked = read_source(file.read_bytes(), None, DUTCH.id).checked()
    assert checked
    assert [round_.number for round_ in checked if not round_.ok] == []


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_a_position_that_one_rule_decides(position: dict[str, object]) -> None:
    one_rule_decides(position)


def sieved(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    found = sieve_round_2026(state)
    return None if found is None else (sorted(found[0]), found[1])


@over(500, any_state, long=1000)
def test_engine_and_sieve_agree(state: PairingState) -> None:
    """With bounds first, and with everybody below in every matching."""
    state = replace(state, system=DUTCH)
    expected = sieved(state)
    assert engine_round(state, quick=True) == expected
    assert engine_round(state, quick=False) == expected


CHANCES = Chances(Fraction(3, 10), Fraction(1, 10), Fraction(1, 12), Fraction(1, 25), Fraction(1, 10))


@seeds(12, long=24)
def test_they_agree_in_tournaments_made_by_lot(seed: int) -> None:
    """Byes, forfeits, withdrawals, late entries and acceleration, down to the last round."""
    players, rounds = 8 + seed % 3, 4 + seed % 2
    data = made_as_far_as_possible(Wanted(players, rounds, rounds, seed, CHANCES, baku=seed % 2 == 1, system=DUTCH))
    whole = report_tournament(read_report(data))
    assert whole.system is DUTCH
    for number in range(1, whole.paired + 1):
        state = state_before(whole, number)
        assert engine_round(state, quick=True) == sieved(state), (seed, number)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [(5, (2, 1)), (6, (2, 1)), (7, (2, 2)), (8, (2, 2)), (9, (3, 2)), (10, (3, 2)), (11, (3, 3)), (13, (4, 3))],
)
def test_c_04_7_half_of_the_rounds_is_accelerated(rounds: int, expected: tuple[int, int]) -> None:
    assert accelerated_rounds(DUTCH, rounds) == expected
    assert accelerated_rounds(systems()["dutch-2017"], rounds) == (3, 2)
    full, half = expected
    given_points = baku(DUTCH, rounds, range(1, 13), [])
    assert [points[1] for points in given_points.values()] == [Fraction(1)] * full + [Fraction(1, 2)] * half


def test_1_4_only_a_round_that_scores_is_a_downfloat() -> None:
    """Players 1 to 4: half-point bye, zero-point bye, loss by forfeit, win by forfeit."""
    data = trf("H", "Z", "4 w -", "3 b +", "6 w 1", "5 b 0")
    floats = {
        edition: {
            player.rank: player.floats[0]
            for player in state_before(report_tournament(read_report(data), PairingWishes(system=edition)), 2).entrants
            if player.rank < 5
        }
        for edition in ("dutch-2017", "dutch-2026")
    }
    assert floats == {
        "dutch-2017": dict.fromkeys(range(1, 5), "down"),
        "dutch-2026": {1: "down", 2: None, 3: None, 4: "down"},
    }


def test_c9_the_bye_goes_to_the_player_with_the_fewest_unplayed_games() -> None:
    """Players 3, 4 and 5 have no point; 5 has not played at all, and in 2026 that is no downfloat."""
    data = trf("3 w 1|4 b 1", "4 b 1|3 w 1", "1 b 0|2 b 0", "2 w 0|1 w 0", "Z|Z")
    answer = pair_round(state_before(report_tournament(read_report(data), PairingWishes(system=DUTCH.id)), 3))
    assert isinstance(answer, Pairing)
    assert answer.bye == 4
    assert [player.unplayed for player in sorted(answer.state.entrants, key=lambda player: player.rank)] == [
        0,
        0,
        0,
        0,
        2,
    ]


def test_an_explanation_has_the_articles_of_2026() -> None:
    data = generate(Wanted(31, 9, 6, 5, Chances(byes=Fraction(1, 20), forfeits=Fraction(1, 20)), system=DUTCH))
    answer = pair_round(state_before(report_tournament(read_report(data)), 7))
    steps = [step for _, step in walk(explain_pairing(answer, 1000))]
    numbers = {step.article.number for step in steps}
    assert {"1.3", "3.1", "C12", "C5", "C2", "C1"} <= numbers
    assert not [number for number in numbers if number.startswith(("A", "B", "C.", "D", "E"))]
    assert {step.article.source for step in steps} == {"c04-2026"}
    for language in LANGUAGES:
        assert not [step for step in steps if "{" in sentence(step, language) or "pairing." in sentence(step, language)]


def test_c2_no_second_bye_where_another_engine_gives_one() -> None:
    """The positions in which bbpPairings v6.0.0 gives the bye to a player who has had one."""
    for position in json.loads((FOLDER / "second-bye.json").read_text("utf-8")):
        (wrong,) = read_source(json.dumps(position).encode()).checked()
        assert wrong.reason is not None
        assert (wrong.reason.kind, wrong.reason.article) == ("bye", "C2")
        (right,) = read_source(json.dumps(position | position["right"]).encode()).checked()
        assert right.ok
