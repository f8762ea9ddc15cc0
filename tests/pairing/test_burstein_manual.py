"""The manual's Burstein system: files of bbpPairings with its reading, the literal order, two opinions."""

from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.documents.steps import sentence, walk
from arpad.i18n import LANGUAGES
from arpad.pairing._burstein_manual import ManualPlayer, in_order
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.state import PairingPlayer, PairingState, upper_half_points
from arpad.pairing.systems import systems
from pairing_brute_manual import brute_manual
from pairing_files import made_as_far_as_possible
from pairing_states import any_state
from places import FIXTURES
from proofs import over, seeds

FOLDER = FIXTURES / "swiss" / "burstein-manual"
SYSTEM = systems()["burstein-manual"]
LITERAL = {"m00-n8-r5": [], "m04-n12-r8": [5], "m07-n15-r5": [2, 5], "m09-n17-r9": [3], "m12-n20-r9": []}
"""The rounds in which the literal order of 3.2 gives another pairing than the file."""


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.trf")), ids=lambda file: file.stem)
def test_files_of_bbppairings_hold_with_its_reading(file: Path) -> None:
    by_bbp = read_source(file.read_bytes(), None, SYSTEM.id, readings=["bbp"]).checked()
    assert [one.number for one in by_bbp if not one.ok] == []
    literal = read_source(file.read_bytes(), None, SYSTEM.id).checked()
    differing = [one for one in literal if not one.ok]
    assert [one.number for one in differing] == LITERAL[file.stem]
    assert all(one.reason is not None for one in differing)


def _engine(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    answer = pair_round(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


def _ranked(state: PairingState) -> PairingState:
    """A small state with tie-breaks that follow from nothing but are the same in every run."""
    entrants = []
    for player in state.entrants:
        values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
        mixed = player.rank * 7 + player.score * 5 + len(player.colours) * 3
        entrants.append(ManualPlayer(**values, tiebreaks=(mixed % 3, mixed % 5, mixed % 2)))
    return replace(state, entrants=tuple(entrants), system=SYSTEM)


@over(1000, any_state)
def test_engine_and_brute_force_agree(state: PairingState) -> None:
    before = _ranked(state)
    assert _engine(before) == brute_manual(before)


CHANCES = Chances(Fraction(3, 10), Fraction(1, 10), Fraction(1, 12), Fraction(1, 25), Fraction(1, 10))


@seeds(16)
def test_they_agree_in_tournaments_made_by_lot(seed: int) -> None:
    """Byes, forfeits, withdrawals and late entries, down to the last round."""
    data = made_as_far_as_possible(Wanted(7 + seed % 3, 5, 5, seed, CHANCES, system=SYSTEM))
    source = read_source(data, None, SYSTEM.id)
    assert all(one.ok for one in source.checked())
    for number in range(1, len(source.checked()) + 1):
        state = source.state(number)
        assert _engine(state) == brute_manual(state), (seed, number)


def test_3_3_the_upper_half_has_a_virtual_point_in_two_rounds() -> None:
    points = upper_half_points({rank: [] for rank in range(1, 6)}, frozenset({1}))
    assert points == {number: {1: 1, 2: 1, 3: 1} for number in (1, 2)}


def test_3_2_sonneborn_berger_then_buchholz_then_median_then_rank() -> None:
    told = {1: (4, 9, 3), 2: (5, 8, 3), 3: (5, 9, 2), 4: (5, 9, 3), 5: (5, 9, 3)}
    players = [ManualPlayer(rank, 0, 0, tiebreaks=values) for rank, values in told.items()]
    assert [player.rank for player in in_order(players)] == [4, 5, 3, 2, 1]


def test_bbp_counts_buchholz_times_the_score_between_different_scores() -> None:
    for by_score, first in ((False, 2), (True, 1)):
        players = [
            ManualPlayer(1, 4, 4, tiebreaks=(5, 6, 0), by_score=by_score),
            ManualPlayer(2, 2, 2, tiebreaks=(5, 8, 0), by_score=by_score),
        ]
        assert in_order(players)[0].rank == first


def test_every_explanation_has_words() -> None:
    for file in sorted(FOLDER.glob("*.trf")):
        source = read_source(file.read_bytes(), None, SYSTEM.id)
        for number in source.numbers():
            for _, step in walk(explain_pairing(pair_round(source.state(number)), 50)):
                for language in LANGUAGES:
                    told = sentence(step, language)
                    assert "pairing." not in told, step.what
                    assert "{" not in told, step.what


@pytest.mark.parametrize(
    ("line", "code"),
    [("check --system burstein-manual --reading bbp", 0), ("check --system burstein-manual", 1),
     ("explain --system burstein-manual --round 5", 0), ("check --system burstein-manual --reading mine", 2),
     ("check --system dutch-2017 --reading bbp", 2)],
)  # fmt: skip
def test_every_command(line: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    name, *more = line.split()
    for language in LANGUAGES:
        assert main(["--lang", language, "pair", name, str(FOLDER / "m04-n12-r8.trf"), *more], {}) == code
        told = capsys.readouterr()
        assert "pairing." not in told.out + told.err
