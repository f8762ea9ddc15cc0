"""JSON files of matches: what they may hold, and that every other one is refused in one line."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from arpad.cli.main import main
from arpad.i18n import ArpadError
from arpad.pairing.engines import Impossible, Pairing, pair_round
from arpad.pairing.files import Source, read_source
from mutated_json import mutated
from places import FIXTURES
from proofs import seeds

SWISS = FIXTURES / "swiss"
FILES = [
    *(json.loads(file.read_text("utf-8")) for file in sorted(SWISS.glob("*/*-n*.json"))),
    *(position for file in sorted(SWISS.glob("*/positions.json")) for position in json.loads(file.read_text("utf-8"))),
]
PAIR = {"white": 1, "black": 3, "score": [2, 0], "games": [3, 1]}
LEAGUE: dict[str, Any] = {
    "system": "team", "edition": "2026", "teams": 4, "rounds_total": 3, "initial": "w", "boards": 4,
    "rounds": [{"pairs": [PAIR, {"white": 4, "black": 2, "score": [1, 1], "games": [2, 2]}]}],
}  # fmt: skip
SIDE = {"id": 1, "score": 2, "colours": "wb", "opponents": [3, 4]}
STATE: dict[str, Any] = {
    "system": "double", "edition": "2026", "round": 3, "rounds": 5,
    "state": [SIDE, {"id": 2, "score": 1.5}], "pairs": [[1, 2]],
}  # fmt: skip


def read(document: object) -> Source:
    return read_source(json.dumps(document).encode())


def paired(document: object) -> Pairing:
    answer = pair_round(read(document).state())
    assert isinstance(answer, Pairing)
    return answer


def league(**pair: object) -> dict[str, Any]:
    """The league with a first match that is told otherwise."""
    return LEAGUE | {"rounds": [{"pairs": [PAIR | pair]}]}


@pytest.mark.parametrize(
    ("document", "what"),
    [
        (LEAGUE | {"teams": 1}, "teams"),
        (LEAGUE | {"teams": 10_000}, "teams"),
        (LEAGUE | {"teams": True}, "teams"),
        (LEAGUE | {"rounds_total": 0}, "rounds_total"),
        (LEAGUE | {"initial": "wb"}, "initial"),
        (LEAGUE | {"primary": "points"}, "primary"),
        (LEAGUE | {"match_points": [2, 1]}, "match_points"),
        (LEAGUE | {"bye_points": [1]}, "bye_points"),
        (LEAGUE | {"bye_points": "1"}, "bye_points"),
        (LEAGUE | {"colour_preferences": "C"}, "colour_preferences"),
        (LEAGUE | {"acceleration": "keizer"}, "acceleration"),
        (LEAGUE | {"forbidden": [[1, 1]]}, "forbidden"),
        (LEAGUE | {"rounds": [{}, LEAGUE["rounds"][0]]}, "rounds[1].pairs"),
        (LEAGUE | {"rounds": [{"pairs": [PAIR], "bye": 1}]}, "rounds[1].bye"),
        (LEAGUE | {"rounds": [{"pairs": [PAIR], "bye": 5}]}, "rounds[1].bye"),
        (LEAGUE | {"rounds": [{"pairs": [PAIR], "bye": 2, "absent": [2]}]}, "rounds[1].bye"),
        (LEAGUE | {"rounds": [{"pairs": [PAIR], "absent": [1]}]}, "rounds[1].absent"),
        (LEAGUE | {"rounds": [{"pairs": [PAIR], "absent": {"2": "X"}}]}, "rounds[1].absent.2"),
        (LEAGUE | {"rounds": [{"pairs": [PAIR], "absent": {"two": "H"}}]}, "rounds[1].absent"),
        (LEAGUE | {"rounds": [{"pairs": [PAIR, PAIR]}]}, "rounds[1].pairs[2].white"),
        (league(black=1), "rounds[1].pairs[1].black"),
        (league(white=9), "rounds[1].pairs[1].white"),
        (league(score=[2]), "rounds[1].pairs[1].score"),
        (league(score=[2, 1e308]), "rounds[1].pairs[1].score"),
        (league(score=[2, 0.00001]), "rounds[1].pairs[1].score"),
        (league(games=3), "rounds[1].pairs[1].games"),
        (league(kind="lost"), "rounds[1].pairs[1].kind"),
        (STATE | {"round": None}, "round"),
        (STATE | {"state": [SIDE, SIDE]}, "state"),
        (STATE | {"state": [SIDE | {"id": "1"}]}, "state[1].id"),
        (STATE | {"state": [SIDE | {"score": None}]}, "state[1].score"),
        (STATE | {"state": [SIDE | {"colours": "wx"}]}, "state[1].colours"),
        (STATE | {"state": [SIDE | {"opponents": [1]}]}, "state[1].opponents"),
        (STATE | {"state": [SIDE | {"opponents": [3, 3]}]}, "state[1].opponents"),
        (STATE | {"state": [SIDE | {"pab_allowed": 1}]}, "state[1].pab_allowed"),
        (STATE | {"state": [SIDE | {"played": 3}]}, "state[1].played"),
        (STATE | {"pairs": [[1, 7]]}, "pairs"),
        (STATE | {"pairs": [[1, 2], [2, 1]]}, "pairs"),
        (STATE | {"pairs": 5}, "pairs"),
        (STATE | {"bye": 1}, "bye"),
    ],
)
def test_an_error_names_the_place(document: dict[str, Any], what: str) -> None:
    with pytest.raises(ArpadError) as problem:
        read(document)
    assert (problem.value.key, problem.value.values["what"]) == ("pairing-json", what)


@seeds(60)
def test_any_other_document_is_answered_or_refused_in_one_line(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(seed)
    file = tmp_path / "mutated.json"
    file.write_text(json.dumps(mutated(chance.choice(FILES), chance)), "utf-8")
    code = main(["pair", chance.choice(("next", "check", "explain", "checklist")), str(file)], {})
    told = capsys.readouterr()
    assert code in (0, 1, 2)
    if code == 2:
        assert told.out == ""
        assert len(told.err.splitlines()) == 1


def test_the_next_round_may_name_who_is_absent() -> None:
    (board,) = paired(LEAGUE | {"rounds": [*LEAGUE["rounds"], {"absent": [2, 3]}]}).boards
    assert {board.white, board.black} == {1, 4}


def test_byes_that_were_asked_for_have_their_points_and_bar_from_the_bye_if_full() -> None:
    document = LEAGUE | {"teams": 5, "rounds": [{"pairs": [PAIR], "bye": 5, "absent": {"2": "H", "4": "F"}}]}
    state = read(document).state()
    assert {one.rank: one.score // state.unit for one in state.entrants} == {1: 2, 2: 1, 3: 0, 4: 2, 5: 1}
    assert [one.rank for one in state.entrants if not one.bye_allowed] == [4, 5]


def test_forbidden_pairs_do_not_meet() -> None:
    together = {frozenset((board.white, board.black)) for board in paired(LEAGUE).boards}
    for pair in together:
        apart = {frozenset((b.white, b.black)) for b in paired(LEAGUE | {"forbidden": [sorted(pair)]}).boards}
        assert pair not in apart
    assert isinstance(pair_round(read(STATE | {"forbidden": [[1, 2]]}).state()), Impossible)


@pytest.mark.parametrize(("system", "sides"), [("team", "teams"), ("double", "players")])
def test_c_04_7_the_upper_half_has_two_virtual_points_then_one(system: str, sides: str) -> None:
    pairs = [{"white": one, "black": one + 4, "score": [1, 1]} for one in range(1, 5)]
    rounds = [{"pairs": pairs}, {"pairs": [*pairs]}]
    document = {"system": system, "edition": "2026", sides: 8, "rounds_total": 7, "acceleration": "baku"}
    for number, virtual in ((0, 2), (1, 2), (2, 1)):
        state = read(document | {"rounds": rounds[:number]}).state()
        assert {one.rank: (one.score - one.points) // state.unit for one in state.entrants} == {
            rank: virtual if rank < 5 else 0 for rank in range(1, 9)
        }


def test_acceleration_needs_match_points() -> None:
    with pytest.raises(ArpadError) as problem:
        read(LEAGUE | {"primary": "game points", "acceleration": "baku"})
    assert problem.value.key == "pairing-baku-game-points"


@pytest.mark.parametrize(
    ("document", "asked", "key"),
    [
        (LEAGUE, "X", "pairing-colour-type"),
        (LEAGUE | {"colour_preferences": "A"}, "B", "pairing-json-colours"),
        (STATE, "A", "pairing-colours-of-teams"),
    ],
)
def test_colour_preferences_that_do_not_fit_are_refused(document: dict[str, Any], asked: str, key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        read_source(json.dumps(document).encode(), colours=asked)
    assert problem.value.key == key
