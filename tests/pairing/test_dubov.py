"""The Dubov system (C.04.4.1 of 2018 and 2026): given tournaments, decisive positions, two opinions."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.documents.steps import sentence, walk
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing._dubov import DubovPlayer, DubovSearch, average_rating, dubov_colour, from_the_middle, most_upfloats
from arpad.pairing.check import reason_words
from arpad.pairing.checklist import checklist
from arpad.pairing.engines import Pairing, Reason, explain_pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.state import PairingState
from arpad.pairing.systems import systems
from pairing_brute_dubov import brute_dubov
from pairing_files import made_as_far_as_possible, trf
from pairing_positions import one_rule_decides
from pairing_states import any_state, rated_for_dubov
from places import FIXTURES
from proofs import over, seeds

FOLDER = FIXTURES / "swiss" / "dubov"
EDITIONS = ("dubov-2018", "dubov-2026")
POSITIONS = json.loads((FOLDER / "positions.json").read_text("utf-8"))


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.trf")), ids=lambda file: file.stem)
def test_given_tournaments(file: Path) -> None:
    checked = read_source(file.read_bytes(), None, "dubov-2026").checked()
    assert checked
    assert [one.number for one in checked if not one.ok] == []


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_a_position_that_one_rule_decides(position: dict[str, object]) -> None:
    one_rule_decides(position)


def _engine(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    answer = pair_round(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


@over(1100, any_state, long=2200)
def test_engine_and_brute_force_agree(state: PairingState) -> None:
    """In both editions, by turns."""
    before = replace(rated_for_dubov(state), system=systems()[EDITIONS[len(state.entrants) % 2]])
    assert _engine(before) == brute_dubov(before)


def test_the_long_way_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the bounds for a single upfloater."""
    monkeypatch.setattr(DubovSearch, "suits", lambda *_: False)

    @over(150, any_state)
    def agree(state: PairingState) -> None:
        before = rated_for_dubov(state)
        assert _engine(before) == brute_dubov(before)

    agree()


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
        assert _engine(state) == brute_dubov(state), (seed, number)


def test_4_3_3_numbers_run_from_the_middle_outwards() -> None:
    assert "".join("ABCDEFG"[at] for at in from_the_middle(range(7))) == "DCEBFAG"


@pytest.mark.parametrize(("rounds", "most"), [(4, 2), (5, 3), (9, 3), (10, 4), (14, 4), (15, 5)])
def test_1_8_2_maximum_upfloaters(rounds: int, most: int) -> None:
    assert most_upfloats(rounds) == most


@pytest.mark.parametrize(("ratings", "aro"), [([], 0), ([20], 20), ([20, 21], 21), ([20, 20, 21], 20)])
def test_1_7_1_the_average_is_rounded_a_half_upwards(ratings: list[int], aro: int) -> None:
    assert average_rating(ratings) == aro


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        ("", "", ("w", "fresh")),
        ("", "b", ("b", "both")),
        ("", "w", ("w", "stronger")),
        ("", "bw", ("b", "higher")),
        ("wb", "bw", ("w", "both")),
        ("bwwb", "wbwb", ("b", "difference")),
    ],
)
def test_5_2_players_without_a_game_have_a_mild_preference_for_black(
    higher: str, lower: str, expected: tuple[str, str]
) -> None:
    one, two = (DubovPlayer(rank, 2, 2, colours, number=rank) for rank, colours in ((1, higher), (2, lower)))
    assert dubov_colour(one, two, "w") == expected


def test_c2_of_2018_a_full_point_bye_does_not_bar() -> None:
    data = trf("3 w 1", "4 b 1", "1 b 0", "2 w 0", "F", head=("XXR 4",))
    for edition, allowed in (("dubov-2018", True), ("dubov-2026", False)):
        state = read_source(data, None, edition).state()
        assert {player.rank: player.bye_allowed for player in state.entrants}[5] is allowed


def test_1_1_a_player_without_a_rating_is_refused() -> None:
    data = trf("3 w 1", "4 b 1", "1 b 0", "2 w 0", head=("XXR 4",)).replace(b"2390", b"    ")
    with pytest.raises(ArpadError) as problem:
        read_source(data, None, "dubov-2026").state()
    assert (problem.value.key, problem.value.values["player"]) == ("pairing-rating-missing", 1)


def test_the_checklist_shows_black_for_players_without_a_game() -> None:
    rows = checklist(read_source(trf(".", ".", ".", ".", head=("XXR 4",)), None, "dubov-2026").state())
    assert {row.preference for row in rows} == {"(b)"}


def test_every_explanation_has_words() -> None:
    for file in sorted(FOLDER.glob("*.trf")):
        for edition in EDITIONS:
            source = read_source(file.read_bytes(), None, edition)
            for number in source.numbers():
                for _, step in walk(explain_pairing(pair_round(source.state(number)), 50)):
                    for language in LANGUAGES:
                        told = sentence(step, language)
                        assert "pairing." not in told, step.what
                        assert "{" not in told, step.what


def test_c4_upfloaters_that_leave_no_complete_round_are_not_called_downfloaters() -> None:
    """Nobody floats down in this system: the players named are those who come up."""
    state = read_source(trf("2 w 1", "1 b 0", "4 w 1", "3 b 0", head=("XXR 3",)), None, "dubov-2026").state()
    why = Reason("C4", 0, (2,), kind="completion")
    assert reason_words(state, why, "en") == (
        "In the bracket of 0 points, with the floaters 2 the round cannot be completed: C4"
    )
    assert (
        reason_words(state, why, "es") == "En el grupo de 0 puntos los flotantes 2 no permiten completar la ronda: C4"
    )


@pytest.mark.parametrize("command", ["check", "explain --round 4", "checklist --round 4"])
def test_every_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = next(iter(sorted(FOLDER.glob("*.trf"))))
    name, *more = command.split()
    assert main(["pair", name, str(file), *more, "--system", "dubov-2026", "--json"], {}) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["system"], found["edition"]) == ("dubov", "2026")
