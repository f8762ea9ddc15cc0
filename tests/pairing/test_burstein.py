"""The Burstein system (C.04.4.2 of 2018 and 2026): given tournaments, decisive positions, two opinions."""

import json
from dataclasses import fields, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.documents.steps import sentence, walk
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing._burstein import BursteinPairing, IndexedPlayer, is_seeding, seeding_rounds
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import systems
from pairing_brute_burstein import brute_burstein, order
from pairing_files import made_as_far_as_possible, trf
from pairing_positions import one_rule_decides
from pairing_states import any_state
from places import FIXTURES
from proofs import over, seeds

FOLDER = FIXTURES / "swiss" / "burstein"
EDITIONS = ("burstein-2018", "burstein-2026")
POSITIONS = json.loads((FOLDER / "positions.json").read_text("utf-8"))


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.trf")))
def test_given_tournaments(file: Path) -> None:
    checked = read_source(file.read_bytes(), None, f"burstein-{file.stem[:4]}").checked()
    assert checked
    assert [one.number for one in checked if not one.ok] == []


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_a_position_that_one_rule_decides(position: dict[str, object]) -> None:
    one_rule_decides(position)


class LongBurstein(BursteinPairing):
    """The Burstein system without what bounds prove best."""

    quick = False


def _engine(state: PairingState, quick: bool) -> tuple[list[tuple[int, int]], int | None] | None:
    answer = (BursteinPairing if quick else LongBurstein).pair(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


def _indexed(state: PairingState, system: str) -> PairingState:
    """A small state with an index that follows from nothing but is the same in every run."""
    entrants = []
    for player in state.entrants:
        values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
        mixed = player.rank * 7 + player.score * 5 + len(player.colours) * 3
        entrants.append(IndexedPlayer(**values, buchholz=mixed % 5, sonneborn=mixed % 3))
    return replace(state, entrants=tuple(entrants), system=systems()[system])


@over(1000, any_state)
def test_engine_and_brute_force_agree(state: PairingState) -> None:
    """With the next bracket first, and with everybody below in every matching."""
    for id_ in EDITIONS:
        before = _indexed(state, id_)
        expected = brute_burstein(before)
        assert _engine(before, quick=True) == expected
        assert _engine(before, quick=False) == expected


CHANCES = Chances(Fraction(3, 10), Fraction(1, 10), Fraction(1, 12), Fraction(1, 25), Fraction(1, 10))


@seeds(20)
def test_they_agree_in_tournaments_made_by_lot(seed: int) -> None:
    """Byes, forfeits, withdrawals, late entries and acceleration, down to the last round."""
    system = systems()[EDITIONS[seed % 2]]
    data = made_as_far_as_possible(Wanted(7 + seed % 3, 5, 5, seed, CHANCES, baku=seed % 4 > 1, system=system))
    source = read_source(data)
    assert source.system is system
    assert all(one.ok for one in source.checked())
    for number in range(1, len(source.checked()) + 1):
        state = source.state(number)
        if not is_seeding(state):
            assert _engine(state, quick=True) == brute_burstein(state), (seed, number)


@pytest.mark.parametrize(
    ("rounds", "seeding"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (13, 4)]
)
def test_1_6_seeding_rounds(rounds: int, seeding: int) -> None:
    assert seeding_rounds(rounds) == seeding


def test_4_3_the_printed_order() -> None:
    """Six players with two pairs: 45 pairings, these first."""
    players = [IndexedPlayer(rank, 0, 0) for rank in range(1, 7)]
    told = [
        " ".join([*(f"{one.rank}-{two.rank}" for one, two in pairs), *(f"{one.rank}-0" for one in alone)])
        for pairs, alone in islice(order(players, 2), 8)
    ]
    assert told == [
        "1-6 2-5 3-0 4-0", "1-6 2-4 3-0 5-0", "1-6 2-3 4-0 5-0", "1-6 3-5 2-0 4-0", "1-6 3-4 2-0 5-0",
        "1-6 4-5 2-0 3-0", "1-5 2-6 3-0 4-0", "1-5 2-4 3-0 6-0",
    ]  # fmt: skip
    assert len(list(order(players, 2))) == 45


def test_1_7_an_unplayed_round_is_played_against_oneself() -> None:
    """Player 1 beat 3 and has a half-point bye. Player 3 is away since then: the bye of round 2 counts as a draw for 1,
    but only while 3 is still away."""
    rounds = ("3 w 1|H", "4 b 1|4 w =", "1 b 0|Z", "2 w 0|2 b =", "6 w 1|6 b 1", "5 b 0|5 w 0")
    for more, buchholz in ((("XXZ 3",), Fraction(2)), ((), Fraction(3, 2))):
        state = read_source(trf(*rounds, head=("XXR 4",), more=more), None, "burstein-2026").state()
        player = next(one for one in state.entrants if one.rank == 1)
        assert isinstance(player, IndexedPlayer)
        assert Fraction(player.buchholz, state.unit) == buchholz


def test_every_explanation_has_words() -> None:
    for file in sorted(FOLDER.glob("*.trf")):
        source = read_source(file.read_bytes(), None, f"burstein-{file.stem[:4]}")
        for number in source.numbers():
            answer = pair_round(source.state(number))
            assert isinstance(answer, Pairing)
            for _, step in walk(explain_pairing(answer, 50)):
                for language in LANGUAGES:
                    told = sentence(step, language)
                    assert "pairing." not in told, step.what
                    assert "{" not in told, step.what


@pytest.mark.parametrize("command", ["check", "explain --round 5", "checklist --round 5"])
def test_every_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = next(iter(sorted(FOLDER.glob("2026*.trf"))))
    name, *more = command.split()
    assert main(["pair", name, str(file), *more, "--system", "burstein-2026", "--json"], {}) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["system"], found["edition"]) == ("burstein", "2026")


def test_1_6_without_the_seeding_rounds_there_is_no_index() -> None:
    """The report has the third round, but nothing of the two before it."""
    file = FIXTURES / "swiss" / "burstein" / "2026-b01-n9-r5.trf"
    lines = file.read_text("utf-8").splitlines()
    cut = [f"{line[:91]}{20 * ' '}{line[111:121]}" if line.startswith("001") else line for line in lines]
    with pytest.raises(ArpadError) as problem:
        read_source("\n".join(cut).encode(), None, "burstein-2026").state()
    assert problem.value.key == "pairing-seeding-missing"
