"""Who may have the pairing-allocated bye (C.04.1.d, C.2, C2), in every system by its own text; bbpPairings' answers."""

import json
from datetime import date
from typing import Any

import pytest

from arpad.cli.main import main
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.systems import by_id, readings_of, systems
from pairing_files import FOLDER, trf
from places import FIXTURES

SWISS = FIXTURES / "swiss"
FULL_POINT_BYES = json.loads((FOLDER / "full-point-byes.json").read_bytes())
"""Odd fields with a full-point bye behind them; the answers are those of bbpPairings 5.0.1."""
BURSTEIN = json.loads((SWISS / "burstein-manual" / "bbp-positions.json").read_bytes())
"""The same of the manual's Burstein; some with three points for a win."""


Round = tuple[list[tuple[int, int]], int | None]


def _round(data: bytes, system: str, readings: tuple[str, ...] = ()) -> Round:
    """The pairs, White first, and the bye; nothing if there is no legal pairing."""
    answer = pair_round(read_source(data, None, system, readings=readings).state())
    if not isinstance(answer, Pairing):
        return [], None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


def _differing(positions: list[dict[str, Any]], system: str, readings: tuple[str, ...] = ()) -> list[str]:
    """The positions in which the engine does not answer as bbpPairings does."""
    return [
        position["id"]
        for position in positions
        if _round(json.dumps(position).encode(), system, readings)
        != (sorted((white, black) for white, black in position["pairs"]), position["bye"])
    ]


@pytest.mark.parametrize(("readings", "bye"), [((), 10), (("fpb-blocks",), 9)])
def test_c_2_of_2017_a_full_point_bye_does_not_bar(readings: tuple[str, ...], bye: int) -> None:
    """Player 10 had a full-point bye in round 2. Only a pairing-allocated bye and a win by forfeit bar."""
    data = (SWISS / "bye-after-full-point-bye.trf").read_bytes()
    assert _round(data, "dutch-2017", readings)[1] == bye


def test_c_2_of_2017_fifty_rounds_are_those_of_bbppairings() -> None:
    assert len(FULL_POINT_BYES) == 50
    assert _differing(FULL_POINT_BYES, "dutch-2017") == []
    assert len(_differing(FULL_POINT_BYES, "dutch-2017", ("fpb-blocks",))) == 25


BARS = {
    "dutch-2017": "U+", "dutch-2026": "U+F", "dubov-1997": "U+", "dubov-2018": "U+", "dubov-2026": "U+F",
    "burstein-manual": "U+F", "burstein-2018": "U+", "burstein-2026": "U+F", "lim": "U+", "lim-2026": "U+F",
}  # fmt: skip
"""C.04.1.d of the manual and C.2 of 2018 name the bye and the win by forfeit; 4.1 of the manual's Burstein a point
without playing; C2 of 2026 as many points as a win. A half-point bye and an absence never bar."""


@pytest.mark.parametrize(("system", "barring"), list(BARS.items()))
def test_who_is_barred_from_the_bye_by_the_text_of_each_system(system: str, barring: str) -> None:
    data = trf("6 b 1", "5 w +", "U", "F", "2 b -", "1 w 0", "H", "Z", "10 w =", "9 b =", head=("XXR 5",))
    state = read_source(data, None, system).state()
    had = {2: "+", 3: "U", 4: "F"}
    assert {player.rank for player in state.entrants if not player.bye_allowed} == {
        rank for rank, code in had.items() if code in barring
    }


def test_every_system_of_players_says_who_is_barred() -> None:
    assert BARS.keys() == {id_ for id_, system in systems().items() if system.engine != "matches"}


@pytest.mark.parametrize("system", list(BARS))
def test_the_other_answer_about_full_point_byes_is_a_reading(system: str) -> None:
    """But not in the Dutch system and Lim's of 2026, where C2 leaves no choice."""
    if system in ("dutch-2026", "lim-2026"):
        assert not {"fpb-blocks", "fpb-allows"} & set(readings_of(systems()[system]))
        return
    reading = "fpb-allows" if "F" in BARS[system] else "fpb-blocks"
    data = trf("3 w 1", "4 b 1", "1 b 0", "2 w 0", "F", head=("XXR 4",))
    allowed = []
    for readings in ((), (reading,)):
        state = read_source(data, None, system, readings=readings).state()
        allowed.append({player.rank: player.bye_allowed for player in state.entrants}[5])
    assert allowed == ["F" not in BARS[system], "F" in BARS[system]]


@pytest.mark.parametrize(("start", "id_"), [(None, "lim"), (date(2026, 1, 31), "lim"), (date(2026, 2, 1), "lim-2026")])
def test_lim_follows_the_basic_rules_in_force(start: date | None, id_: str) -> None:
    assert by_id("lim", start).id == id_


@pytest.mark.parametrize("readings", [("bbp",), ("literal",)])
def test_4_2_the_bye_goes_to_the_last_of_the_lowest_group(readings: tuple[str, ...]) -> None:
    """15 and 20 have equal Sonneborn-Berger; Buchholz decides between them, whatever players of other scores have."""
    data = (SWISS / "burstein-bye-order.trf").read_bytes()
    assert _round(data, "burstein-manual", readings)[1] == 15


def test_4_fifty_byes_of_the_manuals_burstein_are_those_of_bbppairings() -> None:
    assert len(BURSTEIN) == 50
    assert _differing(BURSTEIN, "burstein-manual", ("bbp",)) == []
    assert len(_differing(BURSTEIN, "burstein-manual")) == 25


def test_3_3_the_virtual_point_is_one_point_and_a_win_for_bbppairings(capsys: pytest.CaptureFixture[str]) -> None:
    """With 3-1-0 they are not the same: 4 won as a player of the upper half, 11 as one of the lower half."""
    file = SWISS / "burstein-three-points.trf"
    for readings, virtual in (((), 1), (("bbp",), 3)):
        source = read_source(file.read_bytes(), None, "burstein-manual", readings=readings)
        scores = {
            player.rank: (player.score - player.points) // source.state().unit for player in source.state().entrants
        }
        assert [scores[4], scores[11]] == [virtual, 0]
    by_bbp = [(2, 1), (4, 3), (6, 19), (8, 13), (10, 5), (12, 17), (14, 11), (16, 7), (18, 15), (21, 9)]
    assert _round(file.read_bytes(), "burstein-manual", ("bbp",)) == (by_bbp, 20)
    assert main(["pair", "next", str(file), "--system", "burstein-manual", "--reading", "bbp"], {}) == 0
    assert "a virtual point is worth a win, 3 with 3-1-0" in " ".join(capsys.readouterr().out.split())
