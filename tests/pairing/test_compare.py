"""`arpad pair compare`, and positions as JSON through every command of the group."""

import json
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.i18n import LANGUAGES, ArpadError, keys, text
from arpad.pairing.compare import compare_rounds
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.systems import readings_of, systems
from pairing_files import trf
from places import FIXTURES

SWISS = FIXTURES / "swiss"
FIVE = SWISS / "dutch-2026" / "e07-n5-r4.trf"
POSITION = json.loads((SWISS / "position.json").read_text("utf-8"))


def test_two_editions_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["pair", "compare", str(FIVE), "--system", "dutch-2017", "--system", "dutch-2026", "--json"]
    assert main(asked, {}) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["systems"] == ["dutch-2017", "dutch-2026"]
    assert [round_["same"] for round_ in found["rounds"]] == [True, False, False, True]
    assert found["rounds"][1]["differences"][1] == {
        "player": 2,
        "dutch-2017": {"opponent": None, "colour": None},
        "dutch-2026": {"opponent": 1, "colour": "w"},
    }
    assert main([*asked[:-2], "dutch-2017"], {}) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_reads_in_both_languages(capsys: pytest.CaptureFixture[str], language: str) -> None:
    asked = ["--lang", language, "pair", "compare", str(FIVE), "--system", "dutch-2017", "--system", "dutch-2026"]
    assert main(asked, {}) == 1
    out = capsys.readouterr().out
    assert "dutch-2017" in out
    assert "pairing." not in out


LATE = (SWISS / "late-entry.trf").read_bytes()
"""2 has not entered: 3 is the second of those who have."""
INDIVIDUAL = [id_ for id_, system in systems().items() if system.engine != "matches"]


@pytest.mark.parametrize("id_", INDIVIDUAL)
def test_the_number_itself_may_decide_odd_and_even(id_: str) -> None:
    """C.04.3 E.5 and its like: 3-5, or 5-3 if only players who have entered have numbers. The manual's Burstein pairs
    the upper half with itself, and so it is 4-5."""
    boards = {}
    for readings in ((), ("tpn",)):
        answer = pair_round(read_source(LATE, None, id_, readings=readings).state())
        assert isinstance(answer, Pairing)
        assert answer.state.system.readings == readings
        boards[readings] = {(board.white, board.black) for board in answer.boards}
    (one, two) = boards[()] - boards["tpn",], boards["tpn",] - boards[()]
    assert one == ({(4, 5)} if id_ == "burstein-manual" else {(5, 3)})
    assert two == {pair[::-1] for pair in one}


def test_a_system_beside_another_reading_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "late.trf"
    file.write_bytes(LATE)
    asked = ["pair", "compare", str(file), "--system", "dutch-2026", "--reading", "tpn"]
    assert main([*asked, "--json"], {}) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["systems"] == ["dutch-2026", "dutch-2026+tpn"]
    assert [one["player"] for one in found["rounds"][0]["differences"]] == [3, 5]
    for language in LANGUAGES:
        assert main(["--lang", language, *asked], {}) == 1
        out = capsys.readouterr().out
        assert text("pairing.reading.tpn", language) in " ".join(out.split())
    assert main(["pair", "compare", str(file), "--reading", "tpn"], {}) == 1
    assert main(["pair", "compare", str(file), "--system", "dutch-2026"], {}) == 2


@pytest.mark.parametrize("command", ["next", "check", "explain", "checklist"])
def test_answers_name_their_readings(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = SWISS / "burstein-manual"
    asked = ["pair", command, str(next(iter(sorted(file.glob("*.trf"))))), "--system", "burstein-manual", "--json"]
    asked += ["--rounds", "20"] if command != "check" else []
    assert main([*asked, "--reading", "bbp", "--reading", "tpn"], {}) in (0, 1)
    assert json.loads(capsys.readouterr().out)["readings"] == ["bbp", "tpn"]


@pytest.mark.parametrize(
    ("id_", "readings", "key"),
    [
        ("dutch-2026", ["maxi"], "pairing-reading"),
        ("lim", ["bbp"], "pairing-reading"),
        ("burstein-manual", ["literal", "bbp"], "pairing-readings-contradict"),
    ],
)
def test_readings_that_a_system_does_not_have(id_: str, readings: list[str], key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        read_source(LATE, None, id_, readings=readings)
    assert problem.value.key == key
    assert all(readings[0] in problem.value.text(language) for language in LANGUAGES)


def test_every_reading_has_words() -> None:
    offered = {name for system in systems().values() for name in readings_of(system)}
    start = "pairing.reading."
    assert {key.removeprefix(start) for key in keys("en") if key.startswith(start)} == offered


def test_the_next_round_is_compared_if_it_is_due() -> None:
    """And one of the two may have no legal pairing."""
    data = trf("3 w 1", "4 b 1", "1 b 0", "2 w 0", head=("XXR 3",))
    open_ = trf("3 w ?", "4 b ?", "1 b ?", "2 w ?", head=("XXR 3",))
    for file, numbers in ((data, [1, 2]), (open_, [1])):
        sources = [read_source(file, None, id_, binding=False) for id_ in ("dutch-2017", "dutch-2026")]
        assert [compared.number for compared in compare_rounds(sources)] == numbers
    stuck = read_source(trf("2 w 1", "1 b 0", head=("XXR 3",)), None, "dutch-2026")
    (_, last) = compare_rounds([stuck, stuck])
    assert last.seats == [None, None]
    assert last.same


@pytest.mark.parametrize("command", ["next", "check", "explain", "checklist"])
def test_a_position_as_json(command: str) -> None:
    assert main(["pair", command, str(SWISS / "position.json")], {}) == 0


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ("{", "pairing-json-broken"),
        ("[]", "pairing-json-list"),
        ("{}", "pairing-json"),
        (json.dumps(POSITION | {"round": "two"}), "pairing-json"),
        (json.dumps(POSITION | {"pairs": [[1, 2, 3]]}), "pairing-json"),
        (json.dumps(POSITION | {"round": 4}), "pairing-round-unknown"),
        (json.dumps(POSITION | {"edition": "1900"}), "pairing-system"),
    ],
)
def test_a_position_that_cannot_be_used(document: str, key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        read_source(document.encode())
    assert problem.value.key == key
    assert all(problem.value.text(language) for language in LANGUAGES)


def test_a_position_without_pairs_cannot_be_checked(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps({key: value for key, value in POSITION.items() if key != "pairs"}), encoding="utf-8")
    assert main(["pair", str(file)], {}) == 0
    assert main(["pair", "check", str(file)], {}) == 2
    assert main(["pair", "explain", str(file), "--round", "3"], {}) == 2
