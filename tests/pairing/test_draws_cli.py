"""`arpad draw`: JSON, tables, names, PDF, and one clear line for what cannot be used."""

import json
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from arpad.cli.draw import draw
from arpad.cli.options import Shared
from arpad.i18n import ArpadError, Language, has
from arpad.pairing.round_robin_tables import berger
from arpad.papers.event_sheets import draw_table
from draw_tables import printed
from pdf_pages import page_texts

import_module("arpad.cli.draw")

KINDS = ["berger 8", "varma 9", "scheveningen 4", "schiller 3 2", "skalitzka 4", "hilton 4", "match 4", "knockout 5"]
NAMES = ["Anand", "Carlsen", "Ding", "Gukesh", "Kramnik"]


class Call:
    """One call of the group: its output, or its error."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, line: str, language: Language = "en") -> str:
        command = draw
        command.main(shlex.split(line), prog_name="arpad draw", standalone_mode=False, obj=Shared(language=language))
        return self._capsys.readouterr().out

    def refused(self, line: str, language: Language = "en") -> str:
        with pytest.raises(ArpadError) as problem:
            self(line)
        return problem.value.text(language)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(capsys)


def test_berger_10_is_the_manuals_table(call: Call) -> None:
    rounds = json.loads(call("berger 10 --json"))["rounds"]
    shown = [" ".join(f"{white}-{black}" for white, black in one) for one in rounds]
    assert shown == [row for size, _, row in printed("berger_annex_1") if size == "10"]
    for line, one in zip(call("berger 10").splitlines()[3:], shown, strict=True):
        assert line.split()[1:] == one.split()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_in_json_and_in_words(call: Call, kind: str) -> None:
    document = json.loads(call(f"{kind} --json"))
    assert document["kind"] == kind.split(maxsplit=1)[0]
    assert len(document["rounds"]) == len(document["byes"])
    assert all(len(pair) == 2 for one in document["rounds"] for pair in one)
    english, spanish = call(kind), call(kind, "es")
    assert english.splitlines()[0].endswith("rounds")
    assert spanish.splitlines()[0].endswith("rondas")


def test_a_rest_is_marked(call: Call) -> None:
    assert json.loads(call("berger 5 --json"))["byes"] == [[1], [4], [2], [5], [3]]
    heading, first, *_ = call("berger 5").splitlines()[2:]
    assert (heading.split()[-1], first.split()[-1]) == ("Bye", "1")


def test_names_in_the_place_of_numbers(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("\n".join(NAMES) + "\n\n", encoding="utf-8")
    shown = call(f"berger 5 --names {file}")
    assert "Round 1\nBoard  White    Black" in shown
    assert "1  Carlsen  Kramnik" in shown
    assert "Bye: Anand" in shown
    assert json.loads(call(f"berger 5 --names {file} --json"))["names"] == NAMES
    assert call.refused(f"berger 6 --names {file}").startswith(f"{file}: 5 names for 6 players")


def test_a_long_round_takes_more_lines(call: Call) -> None:
    shown = call("berger 61").splitlines()
    assert max(map(len, shown)) <= 120
    assert [line for line in shown if line.startswith("Round")] == [f"Round {number}" for number in range(1, 62)]
    assert "  Bye: 1" in shown


def test_the_bracket_names_the_winners(call: Call) -> None:
    shown = call("knockout 6")
    assert "winner of 1" in shown
    assert "Bye: 1, 2" in shown
    assert json.loads(call("knockout 6 --json"))["rounds"] == [
        [[4, 5], [6, 3]],
        [[1, "W1"], ["W2", 2]],
        [["W3", "W4"]],
    ]


def test_hiltons_boards(call: Call) -> None:
    assert call("hilton 4").splitlines()[2:4] == [
        "Board  Round 1  Round 2  Round 3",
        "    1  C-B D-A  B-A D-C  A-C B-D",
    ]


def test_options_of_the_systems(call: Call) -> None:
    assert len(json.loads(call("berger 4 --double --json"))["rounds"]) == 6
    assert call("berger 8 --double --swap each") != call("berger 8 --double")
    assert len(json.loads(call("scheveningen 8 --semi --json"))["rounds"]) == 4
    assert json.loads(call("skalitzka 2 --balanced --json"))["rounds"][0] == [["A1", "B1"], ["C1", "A2"], ["B2", "C2"]]
    assert "Group A: 3, 4, 8" in call("varma 10")


def test_lots_by_federation(call: Call, tmp_path: Path) -> None:
    """By counts or by a file; the numbers 6 and 12 of twelve are pointed out."""
    file = tmp_path / "entries.txt"
    file.write_text("\n".join(f"ESP Player, {place}" for place in "abc") + "\n" + "FRA;Roux\n" * 6, encoding="utf-8")
    document = json.loads(call(f"varma 9 --federations {file} --seed 1 --json"))
    assert {player["federation"] for player in document["lots"]} == {"ESP", "FRA"}
    assert {player["group"] for player in document["lots"] if player["federation"] == "FRA"} == {"A", "B"}
    assert "FRA" in {player["federation"] for player in document["late_meetings"]}
    shown = [call(f"varma 12 --federations ESP:3,FRA:3,ITA:3,POR:3 --seed {seed}") for seed in range(6)]
    assert any("6 and 12, both" in player for player in shown)
    assert (
        call("varma 9 --federations 'ESP:3 FRA:3 ITA:2 POR:1' --seed 3").splitlines()[-1].startswith("No two players")
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("berger 0", "N: 0 is not between 2 and 500"),
        ("berger 1", "N: 1 is not between 2 and 500"),
        ("berger 999999999999", "N: 999999999999 is not between 2 and 500"),
        ("berger ten", "N: “ten” is not a whole number; write one from 2 to 500"),
        ("berger -- -4", "N: -4 is not between 2 and 500"),
        ("berger 8 --swap each", "--swap is for a double round robin; add --double, or leave it out"),
        ("berger 8 --double --swap all", "--swap all: write one of: first, each, none"),
        ("varma 8", "N: 8 is not between 9 and 24"),
        ("varma 25", "N: 25 is not between 9 and 24"),
        ("varma 9 --seed 1", "--seed: there is nothing to draw without --federations; add it, or leave the seed out"),
        ("scheveningen 1", "N: 1 is not between 2 and 500"),
        ("scheveningen 5 --semi", "N: 5 is odd, and the system needs an even number; take 4 or 6"),
        ("schiller 2 4", "TEAMS: 2 is not between 3 and 100"),
        ("schiller 10 51", "PLAYERS: 51 is not between 1 and 50"),
        ("skalitzka 3", "N: 3 is odd, and the system needs an even number; take 2 or 4"),
        ("hilton 5", "N: 5 is odd, and the system needs an even number; take 4 or 6"),
        ("hilton 2", "N: 2 is not between 4 and 100"),
        ("match 0", "N: 0 is not between 1 and 500"),
        ("knockout 1", "N: 1 is not between 2 and 4096"),
    ],
)
def test_what_cannot_be_used(call: Call, line: str, message: str) -> None:
    assert call.refused(line) == message
    assert "\n" not in call.refused(line, "es")


def test_lots_that_cannot_be_drawn(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "entries.txt"
    assert call.refused("varma 9 --federations ESP:9").startswith("--seed is missing")
    assert call.refused("varma 9 --federations ESP:8 --seed 1").startswith("--federations ESP:8: these are 8 players")
    assert call.refused(f"varma 9 --federations {file} --seed 1") == f"{file}: there is no such file"
    assert call.refused(f"varma 9 --federations ESP:9 --seed 1 --names {file}").startswith("--names: the players come")
    file.write_text("ESP Ruiz\nRoux\n", encoding="utf-8")
    assert call.refused(f"varma 9 --federations {file} --seed 1").startswith(f"{file}: line 2: “Roux”")
    file.write_bytes(b"\xff\xfe\xfa")
    assert call.refused(f"varma 9 --federations {file} --seed 1").startswith(f"{file}: cannot be read")
    assert call.refused("varma 9 --federations ESP:9 --seed x").startswith("--seed: “x” is not a whole number")


def pages(data: bytes) -> str:
    return "\n".join(page_texts(data))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_printed(call: Call, tmp_path: Path, kind: str) -> None:
    call(f"{kind} --pdf {tmp_path}/draw.pdf", "es")
    shown = pages((tmp_path / "draw.pdf").read_bytes())
    assert "Ronda 1" in shown
    assert "Resultado" in shown


def test_the_pdf_holds_names_and_lots(call: Call, tmp_path: Path) -> None:
    names = ["Pérez, Ana", "#1 *Ruiz*", "$x$ Roux", "A very long name of a player, from far away"]
    assert all(name in pages(draw_table(berger(4), names)) for name in names[:3])
    call(f"varma 9 --federations ESP:3,FRA:3,ITA:2,POR:1 --seed 3 --pdf {tmp_path}/lots.pdf")
    shown = pages((tmp_path / "lots.pdf").read_bytes())
    assert "NUMBERS DRAWN" in shown
    assert "ITA 2" in shown
    assert draw_table(berger(5), NAMES) == draw_table(berger(5), NAMES)


def test_what_is_too_long_is_not_printed(call: Call, tmp_path: Path) -> None:
    assert call.refused(f"berger 200 --pdf {tmp_path}/draw.pdf").startswith("--pdf: 19900 games are too many")
    assert list(tmp_path.iterdir()) == []


def test_every_help_text_is_a_key() -> None:
    group = draw
    commands = getattr(group, "commands", {})
    assert sorted(commands) == sorted(kind.split()[0] for kind in KINDS)
    for command in (group, *commands.values()):
        assert has(command.help or "")
        helps = {param.name: getattr(param, "help", "") or "" for param in command.params}
        assert [name for name, key in helps.items() if not has(key)] in ([], ["install_completion", "show_completion"])
