"""`arpad pair`: JSON as the contract has it, tables, exit codes, both languages."""

import json
import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.exceptions import Exit

from arpad.cli.contents import GROUPS
from arpad.cli.main import main
from arpad.cli.options import Shared
from arpad.cli.pair import pair
from arpad.i18n import ArpadError, Language, keys
from arpad.pairing import engines
from pairing_files import FOLDER, trf
from pdf_pages import page_texts

for module in GROUPS["pair"].commands.values():
    import_module(module)

WORKED = FOLDER / "worked-40.trf"
KEYS = ("pairing.", "step.", "table.", "cli.", "{", "@")


class Call:
    """One call of the group: exit code and output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, line: str, language: Language = "en") -> tuple[int, str]:
        command = pair
        self._capsys.readouterr()
        code = 0
        try:
            answer = command.main(
                shlex.split(line), prog_name="arpad pair", standalone_mode=False, obj=Shared(language=language)
            )
            code = answer if isinstance(answer, int) else 0
        except Exit as stop:
            code = stop.exit_code
        return code, self._capsys.readouterr().out

    def json(self, line: str) -> tuple[int, Any]:
        code, out = self(f"{line} --json")
        return code, json.loads(out)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(capsys)


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """Four players and a bye after a round."""
    path = tmp_path / "four.trf"
    path.write_bytes(trf("3 w 1", "4 b 1", "1 b 0", "2 w 0", "U", head=("XXR 3",)))
    return path


def test_the_next_round(call: Call, four: Path) -> None:
    expected = {
        "round": 2,
        "system": "dutch",
        "edition": "2017",
        "pairs": [{"board": 1, "white": 5, "black": 1}, {"board": 2, "white": 2, "black": 3}],
        "bye": 4,
        "not_paired": [],
    }
    assert call.json(f"{four}") == (0, expected)
    assert call.json(f"next {four} --system dutch --rounds 3") == (0, expected)
    assert call.json(f"--json {four}")[1] == expected


def test_the_check(call: Call, tmp_path: Path) -> None:
    assert call.json(f"check {WORKED}")[1]["rounds"] == [
        {"round": number, "ok": True, "differences": []} for number in range(1, 8)
    ]
    wrong = tmp_path / "wrong.trf"
    wrong.write_bytes(trf("2 w 1", "1 b 0", "4 b 1", "3 w 0"))
    code, found = call.json(f"check {wrong}")
    assert code == 1
    assert found["rounds"][0]["criterion"] == "D.2"
    assert found["rounds"][0]["differences"][0] == {
        "player": 1, "given": {"opponent": 2, "colour": "w"}, "expected": {"opponent": 3, "colour": "w"},
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "line",
    ["{four}", "check {four}", "check {worked}", "explain {worked} --round 6", "explain {worked} --round 7 --all",
     "explain {four}", "checklist {worked} --round 5", "checklist {four}", "check {wrong}"],
)  # fmt: skip
def test_every_command_reads_in_both_languages(
    call: Call, four: Path, tmp_path: Path, line: str, language: Language
) -> None:
    wrong = tmp_path / "wrong.trf"
    wrong.write_bytes(trf("2 w 1", "1 b 0", "4 b 1", "3 w 0"))
    code, out = call(line.format(four=four, worked=WORKED, wrong=wrong), language)
    assert code == (1 if "wrong" in line else 0)
    assert out.strip()
    for key in KEYS:
        assert key not in out.replace("_", ""), key


def test_the_languages_differ(call: Call) -> None:
    line = f"explain {WORKED} --round 4"
    assert "would come first" in call(line)[1]
    assert "vendría antes" in call(line, "es")[1]


def test_every_step_of_an_explanation_has_words() -> None:
    """And no words are left that no step says."""
    built = {f"bracket-{kind}" for kind in ("normal", "penultimate", "last", "collapsed")}
    built |= {f"refused-{what}-{why}" for what in ("pair", "exchange", "moved") for why in ("barred", "quality")}
    built |= {f"colour-e{number}" for number in range(1, 5)}
    built |= {"colour-e1-alone", "colour-e2-difference", "colour-e5-odd", "colour-e5-even"}
    built |= {f"match-{what}-{why}" for what in ("tops", "pair") for why in ("barred", "quality")}
    built |= {f"colour-team-{number}" for number in range(2, 10)} | {
        f"colour-double-{number}" for number in range(2, 6)
    }
    built |= {f"colour-{name}-1-{parity}" for name in ("team", "double") for parity in ("odd", "even")}
    built |= {
        f"colour-dubov-{kind}" for kind in ("both", "stronger", "difference", "higher", "fresh-odd", "fresh-even")
    }
    kinds = ("forced", "both", "wider", "difference", "higher", "higher-below", "fresh-odd", "fresh-even")
    built |= {f"colour-lim-{kind}" for kind in kinds} | {f"lim-{kind}" for kind in ("down", "up", "median")}
    built |= {f"colour-dubov-1997-{kind}" for kind in ("both", "limits", "wider", "aro", "rating")}
    built |= {f"dubov-1997-{kind}" for kind in ("odd", "lonely", "alone")} | {"first-shift", "second-shift"}
    built |= {f"lim-stays-{kind}" for kind in ("incomplete", "quality", "far")}
    room = Path(engines.__file__).parent
    said = {
        key for file in room.rglob("*.py") for key in re.findall(r'"pairing\.([a-z0-9-]+)"', file.read_text("utf-8"))
    }
    start = "step.pairing."
    assert {key.removeprefix(start) for key in keys("en") if key.startswith(start)} == said | built


def test_the_explanation_as_json(call: Call) -> None:
    code, found = call.json(f"explain {WORKED} --round 4")
    assert code == 0
    first = found["steps"][0]
    assert (found["round"], first["key"], first["inputs"]["residents"]) == (4, "pairing.bracket-normal", "1, 5, 9")
    assert {step["article"] for step in first["steps"]} >= {"B.1", "C.10", "C.12", "E.4", "A.4"}


def test_the_checklist(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "list.pdf"
    code, found = call.json(f"checklist {WORKED} --round 6 --pdf {out}")
    assert code == 0
    assert len(found["players"]) == 39
    assert found["players"][0]["player"] == 1
    text = "".join(page_texts(out.read_bytes()))
    assert "Jugador 01" in text
    assert "Before round 6" in text


def test_no_legal_pairing_is_exit_1(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "stuck.trf"
    path.write_bytes(trf("2 w 1", "1 b 0", head=("XXR 3",)))
    code, found = call.json(f"{path}")
    assert code == 1
    assert (found["pairs"], found["unpairable"], found["possible"]) == ([], [1, 2], False)
    code, out = call(f"{path}", "es")
    assert code == 1
    assert "no puede emparejarse" in out
    assert call(f"explain {path}")[0] == 1


def test_generate(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "made.trf"
    chances = "--draws 40% --forfeits 5% --byes 0.05 --withdrawals 1% --late 10%"
    assert call(f"generate --players 24 --rounds 5 --seed 4 {chances} --baku -o {out}")[0] == 0
    code, found = call.json(f"check {out}")
    assert code == 0
    assert [round_["ok"] for round_ in found["rounds"]] == [True] * 5


@pytest.mark.parametrize(("rounds", "points"), [(3, ["1.0", "1.0", "1.0"]), (4, ["1.0", "1.0", "1.0", "0.5"])])
def test_c_04_5_1_baku_below_nine_rounds_warns(call: Call, tmp_path: Path, rounds: int, points: list[str]) -> None:
    """No virtual points are written for rounds that there are not."""
    out = tmp_path / "made.trf"
    code, found = call.json(f"generate --players 12 --rounds {rounds} --seed 4 --baku -o {out}")
    assert (code, [finding["code"] for finding in found["findings"]]) == (0, ["baku-rounds"])
    accelerated = [line.split()[2:] for line in out.read_text("utf-8").splitlines() if line.startswith("XXA")]
    assert accelerated == [points] * 6
    assert call(f"generate --players 12 --rounds 9 --seed 4 --baku -o {out}", "es")[1].count("\n") == 1
    longer = [line.split()[2:] for line in out.read_text("utf-8").splitlines() if line.startswith("XXA")]
    assert longer == [["1.0", "1.0", "1.0", "0.5", "0.5"]] * 6


def test_c_04_5_1_a_report_accelerated_for_too_few_rounds_warns(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "made.trf"
    call(f"generate --players 12 --rounds 5 --played 2 --seed 4 -o {out}")
    out.write_text(out.read_text("utf-8") + "192 FIDE_DUTCH_2017_BAKU\n", encoding="utf-8")
    code, found = call.json(str(out))
    assert (code, [finding["code"] for finding in found["findings"]]) == (0, ["baku-rounds"])


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("{four} --system round-robin", "pairing-system"),
        ("compare {four} --system dutch-2017", "pairing-compare-two"),
        ("{four} --rounds 1", "pairing-finished"),
        ("explain {four} --round 9", "pairing-round-unknown"),
        ("explain {worked} --round 8", "pairing-finished"),
        ("checklist {four} --round 3", "pairing-round-unknown"),
        ("check missing.trf", "file-missing"),
        ("generate --players 3 --rounds 9 --seed 1 -o {four}", "pairing-generate-impossible"),
        ("generate --players 8 --rounds 3 --seed 1 --draws many -o {four}", "pairing-share"),
    ],
)
def test_what_cannot_be_used(call: Call, four: Path, line: str, key: str) -> None:
    for language in ("en", "es"):
        with pytest.raises(ArpadError) as problem:
            call(line.format(four=four, worked=WORKED))
        assert problem.value.key == key
        assert problem.value.text(language)


def test_record_192_of_another_system_is_exit_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One line that names the record and the system; nothing is paired."""
    path = tmp_path / "dubov.trf"
    path.write_bytes((FOLDER / "eight-192.trf").read_bytes().replace(b"FIDE_DUTCH_2017", b"FIDE_DUBOV_2031"))
    for command in ("next", "check", "explain", "checklist"):
        assert main(["pair", command, str(path)], {}) == 2
        answer = capsys.readouterr()
        assert answer.out == ""
        assert answer.err.count("\n") == 1
        assert "Record 192 says FIDE_DUBOV_2031: this is the Dubov system" in answer.err


def test_what_was_found_stands_beside_the_pairing(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "points.trf"
    path.write_bytes((FOLDER / "eight-192.trf").read_bytes().replace(b"00/00  0.5    4", b"00/00  1.5    4"))
    for command in ("next", "check", "explain", "checklist"):
        _, found = call.json(f"{command} {path}")
        assert [(finding["code"], finding["player"]) for finding in found["findings"]] == [("points-sum", 3)], command
        assert "the results give" in " ".join(call(f"{command} {path}")[1].split())
