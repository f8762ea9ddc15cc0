"""JSON files with several positions: each is paired, judged and named."""

import json
from pathlib import Path
from typing import Any

import pytest

from arpad.cli.main import main
from arpad.i18n import LANGUAGES
from places import FIXTURES

SWISS = FIXTURES / "swiss"
LISTS = sorted(SWISS.glob("*/positions.json"))
POSITION = json.loads((SWISS / "position.json").read_text("utf-8"))


class Told:
    """A call about a JSON document: the exit code and what it says."""

    def __init__(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._file, self._capsys = file, capsys

    def __call__(self, document: object, *asked: str, language: str = "en") -> tuple[int, str]:
        self._file.write_text(json.dumps(document), "utf-8")
        code = main(["--lang", language, "pair", asked[0], str(self._file), *asked[1:]], {})
        told = self._capsys.readouterr()
        return code, told.out + told.err


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(tmp_path / "positions.json", capsys)


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.parent.name)
def test_every_position_of_a_list_is_paired_as_its_pairs_say(file: Path, told: Told) -> None:
    positions = json.loads(file.read_text("utf-8"))
    code, checked = told(positions, "check", "--json")
    assert code == 0
    answers = json.loads(checked)["positions"]
    assert [answer["id"] for answer in answers] == [position["id"] for position in positions]
    code, paired = told(positions, "next", "--json")
    assert code == 0
    for position, answer in zip(positions, json.loads(paired)["positions"], strict=True):
        assert sorted([pair["white"], pair["black"]] for pair in answer["pairs"]) == sorted(position["pairs"])
        assert answer["bye"] == position["bye"]


def test_the_words_name_each_position(told: Told) -> None:
    named: list[dict[str, Any]] = [POSITION | {"id": "dutch-2026/first"}, POSITION]
    for language in LANGUAGES:
        for command in ("next", "check"):
            code, words = told(named, command, language=language)
            assert code == 0
            assert {"dutch-2026/first", "2"} <= set(words.splitlines())


def test_one_that_differs_makes_the_exit_code(told: Told) -> None:
    wrong = POSITION | {"pairs": [pair[::-1] for pair in POSITION["pairs"]]}
    code, words = told([POSITION, wrong], "check", "--json")
    assert code == 1
    assert [answer["rounds"][0]["ok"] for answer in json.loads(words)["positions"]] == [True, False]


@pytest.mark.parametrize(
    ("document", "command", "words"),
    [
        ([], "next", "no tournament or position"),
        ([3], "next", "no tournament or position"),
        ([POSITION, POSITION], "explain", "several where one is wanted"),
        ([POSITION | {"id": "same"}] * 2, "check", "the id same"),
        ([POSITION, {"id": "empty"}], "next", "Position empty: “trf”"),
        ([{key: value for key, value in POSITION.items() if key != "pairs"}], "check", "Position 1: “pairs”"),
        ({"system": "dubov", "edition": "2026", "rounds": []}, "check", "a tournament of dubov-2026 as a report"),
    ],
)
def test_a_list_that_cannot_be_used(document: object, command: str, words: str, told: Told) -> None:
    code, said = told(document, command)
    assert code == 2
    assert words in said
    assert said.count("\n") == 1


def test_a_reading_holds_for_positions_too(told: Told) -> None:
    position = POSITION | {"system": "burstein", "edition": "manual"}
    assert told(position, "next", "--reading", "bbp")[0] == 0
    assert told(POSITION, "next", "--reading", "bbp")[0] == 2
    assert told({"system": "double", "edition": "2026", "state": []}, "next", "--reading", "bbp")[0] == 2


def test_a_system_without_editions_needs_none(told: Told) -> None:
    code, words = told(POSITION | {"system": "lim", "edition": "1999"}, "next", "--json")
    assert code == 0
    assert json.loads(words)["system"] == "lim"


@pytest.mark.parametrize(
    ("named", "asked", "code"),
    [
        ({"system": "dutch", "edition": "2026"}, "dutch-2026", 0),
        ({"system": "dutch", "edition": "2026"}, "dutch", 0),
        ({"system": "dutch", "edition": "2026"}, "dutch-2017", 2),
        ({"system": "dutch", "edition": "2026"}, "dubov-2026", 2),
        ({"system": "dutch"}, "dutch-2017", 0),
        ({"id": "dutch-2026/x"}, "lim", 2),
        ({}, "lim", 0),
    ],
)
def test_a_system_that_the_document_contradicts(named: dict[str, str], asked: str, code: int, told: Told) -> None:
    position = {key: value for key, value in POSITION.items() if key not in ("id", "system", "edition")} | named
    found, words = told(position, "next", "--system", asked, "--json")
    assert found == code
    if code:
        assert "The JSON file says" in words
    else:
        document = json.loads(words)
        assert document["system"] == asked.partition("-")[0]
        assert document.get("edition") in (named.get("edition"), asked.partition("-")[2] or None)


def test_compare_pairs_a_document_by_other_systems_too(told: Told) -> None:
    assert told(POSITION, "compare", "--system", "dutch-2017", "--system", "dutch-2026")[0] in (0, 1)
