"""`arpad-engine` in place of bbpPairings and JaVaFo: output, files and exit codes are those that their callers know."""

import datetime as dt
import io
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from answers import Arpad
from arpad.cli.engine import SYSTEMS, call_engine, read_call, run
from arpad.cli.main import main
from arpad.formats.consistency import check_consistency
from arpad.formats.read import read_report
from arpad.pairing.generator_options import KNOWN
from places import FIXTURES, PROJECT

FOLDER = FIXTURES / "engine"
EDITIONS = {"v5": "--dutch-2017", "v6": "--dutch-2026"}
OUTPUTS = sorted(FOLDER.glob("*.out"))
TODAY = dt.date(2026, 11, 18)
SEED = 4711


class Engine(NamedTuple):
    code: int
    out: str
    err: str


def engine(*words: str | Path, today: dt.date = TODAY) -> Engine:
    out, err = io.StringIO(), io.StringIO()
    code = call_engine([str(word) for word in words], today, lambda: SEED, out, err)
    return Engine(code, out.getvalue(), err.getvalue())


def of(answer: Path) -> tuple[Path, str]:
    """The position that an answer belongs to, and the option for its edition."""
    name, edition, _ = answer.name.rsplit(".", 2)
    return FOLDER / f"{name}.trf", EDITIONS[edition]


@pytest.mark.parametrize("answer", OUTPUTS, ids=lambda answer: answer.stem)
def test_a_round_is_printed_as_the_other_engine_prints_it(answer: Path) -> None:
    position, system = of(answer)
    assert engine(system, position, "-p") == Engine(0, answer.read_text(), "")


@pytest.mark.parametrize("answer", sorted(FOLDER.glob("*.check")), ids=lambda answer: answer.stem)
def test_a_check_is_printed_as_the_other_engine_prints_it(answer: Path) -> None:
    position, system = of(answer)
    assert engine(system, position, "-c") == Engine(0, answer.read_text(), "")
    assert "Round #4" not in engine(system, position, "-c", "5").out


@pytest.mark.parametrize("answer", sorted(FOLDER.glob("*.list")), ids=lambda answer: answer.stem)
def test_a_check_list_is_written_as_the_other_engine_writes_it(answer: Path, tmp_path: Path) -> None:
    position, system = of(answer)
    file = tmp_path / "club.trf"
    shutil.copy(position, file)
    assert engine(system, file, "-p", "next.txt", "-l") == Engine(0, "", "")
    assert (tmp_path / "club.list").read_text() == answer.read_text()
    assert (tmp_path / "next.txt").read_text() == answer.with_suffix(".out").read_text(), "beside the input"
    assert engine(system, file, "-p", "-l", tmp_path / "own.list").code == 0
    assert (tmp_path / "own.list").read_text() == answer.read_text()


def test_the_edition_is_that_of_the_first_day_or_of_today(tmp_path: Path) -> None:
    position = FOLDER / "e01-editions-differ.trf"
    of_2017, of_2026 = (position.with_suffix(f".{name}.out").read_text() for name in EDITIONS)
    assert engine("--dutch", position, "-p").out == of_2026
    assert engine(position, "-p", today=dt.date(2025, 1, 1)).out == of_2017
    dated = tmp_path / "dated.trf"
    dated.write_bytes(b"042 2024/05/01\n" + position.read_bytes())
    assert engine("--dutch", dated, "-p").out == of_2017
    coded = tmp_path / "coded.trf"
    coded.write_bytes(b"192 FIDE_DUTCH_2026\n" + position.read_bytes())
    assert engine("--dutch", coded, "-p", today=dt.date(2025, 1, 1)).out == of_2026
    refused = engine("--dutch-2017", coded, "-p")
    assert (refused.code, refused.out) == (3, "")


def test_players_who_are_said_to_be_absent_are_not_paired(tmp_path: Path) -> None:
    file = tmp_path / "absent.trf"
    file.write_bytes((FOLDER / "e10-first-round.trf").read_bytes() + b"XXZ   11\n")
    assert engine("--dutch-2017", file, "-p").out.splitlines()[0] == "5"


def test_no_pairing_has_its_words_and_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "two.trf"
    cells = (("1", "One", 2000, "1.0", "   2 w 1"), ("2", "Two", 1900, "0.0", "   1 b 0"))
    lines = [
        f"001 {rank:>4}      {name:<33} {rating}{score:>32}{cell:>15}" for rank, name, rating, score, cell in cells
    ]
    lines.append("XXR 3")
    file.write_text("\n".join(lines) + "\n")
    answer = engine("--dutch", file, "-p", "out.txt")
    assert answer.code == 1
    assert "No valid pairing exists" in answer.err
    assert not (tmp_path / "out.txt").exists()


def without(name: str, word: str) -> bytes:
    return "\n".join(line for line in (FOLDER / name).read_text().splitlines() if not line.startswith(word)).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (without("e10-first-round.trf", "XXC"), "who has White"),
        (without("e01-editions-differ.trf", "XXR"), "rounds"),
        (
            (FOLDER / "e12-checklist.trf").read_bytes().replace(b"                 4.0  ", b"                 3.0  "),
            "points",
        ),
        (b"nothing\n", "not a tournament report"),
    ],
    ids=["colours", "rounds", "points", "file"],
)
def test_a_file_that_cannot_be_paired_is_exit_3(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "wrong.trf"
    file.write_bytes(data)
    answer = engine("--dutch", file, "-p", "out.txt")
    assert (answer.code, answer.out) == (3, "")
    assert words in answer.err
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.parametrize("line", ["--dutch", "x.trf", "x.trf -p -c", "x.trf -p --chess", "a.trf b.trf -p", "-g", "-p"])
def test_a_wrong_call_is_exit_3_and_shows_how_to_call(line: str) -> None:
    answer = engine(*line.split())
    assert answer.code == 3
    assert "arpad-engine [-r]" in answer.err


def test_a_file_that_is_not_there_is_exit_5(tmp_path: Path) -> None:
    assert engine("--dutch", tmp_path / "none.trf", "-p").code == 5
    position = FOLDER / "e10-first-round.trf"
    assert engine("--dutch", position, "-p", tmp_path / "no" / "folder" / "out.txt").code == 5


def test_a_file_beyond_all_bounds_is_exit_4(tmp_path: Path) -> None:
    file = tmp_path / "large.trf"
    file.write_bytes(b"001\n" * 200_002)
    assert engine("--dutch", file, "-p").code == 4


@pytest.mark.parametrize(
    ("problem", "code", "words"),
    [
        (ZeroDivisionError("by nothing"), 2, "Fault: ZeroDivisionError: by nothing"),
        (RecursionError("too deep"), 2, "Fault: RecursionError: too deep"),
        (MemoryError(), 4, "memory"),
        (PermissionError(13, "Permission denied"), 5, "Permission denied"),
    ],
    ids=["fault", "depth", "memory", "permission"],
)
@pytest.mark.parametrize("line", ["-p out.txt -l", "-c -l"])
def test_a_fault_of_ours_is_exit_2_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception, code: int, words: str, line: str
) -> None:
    """What breaks inside has a code of its own, in one line, and no file is left, nor one of an earlier line."""

    def broken(_state: object) -> None:
        raise problem

    file = tmp_path / "in.trf"
    shutil.copy(FOLDER / "e12-checklist.trf", file)
    if "out.txt" in line:
        (tmp_path / "out.txt").write_text("1\n1 2\n")
    monkeypatch.setattr("arpad.pairing.engines.pair_round", broken)
    answer = engine("--dutch-2026", file, *line.split())
    assert (answer.code, words in answer.err, len(answer.err.splitlines())) == (code, True, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["in.trf"]


def test_a_process_ends_with_the_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`arpad-engine` and `arpad engine` end alike, whatever the code is."""
    position = str(FOLDER / "e10-first-round.trf")
    for line, code in (([position, "-p"], 0), ([position], 3), (["none.trf", "-p"], 5)):
        monkeypatch.setattr("sys.argv", ["arpad-engine", *line])
        with pytest.raises(SystemExit) as ended:
            run()
        assert (ended.value.code, main(["engine", *line], {})) == (code, code), line
    assert "Traceback" not in capsys.readouterr().err


PAGES = [PROJECT / "docs" / "how-to" / f"use-the-engine{ending}" for ending in (".md", ".es.md")]


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_of_the_page_are_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line that the page shows is done, and writes the files that it names."""
    lines = re.findall(r"^    arpad-engine (.*?) +#", page.read_text("utf-8"), flags=re.MULTILINE)
    assert [len(line.split()) for line in lines] == [3, 5, 3, 7]
    monkeypatch.chdir(tmp_path)
    Path("config.txt").write_text("PlayersNumber=16\nRoundsNumber=3\n")
    for line in lines:
        _, file, *words = line.split()
        if file.endswith(".trf"):
            shutil.copy(FOLDER / "e12-checklist.trf", file)
        before = set(Path().iterdir())
        answer = engine(*line.split())
        named = {Path(word) for word in words if word.endswith(".trf") or word == "out.txt"}
        named |= {Path(file).with_suffix(".list")} if "-l" in words else set()
        assert (answer.code, answer.err, set(Path().iterdir()) - before) == (0, "", named), line
        assert bool(answer.out) is not bool(named), line


@pytest.mark.parametrize("page", PAGES)
def test_the_page_has_every_option_key_and_exit_code(page: Path) -> None:
    text = page.read_text("utf-8")
    options = {f"`--{system}`" for system in SYSTEMS}
    assert {word for word in options if word not in text} == set()
    assert re.findall(r"^\| (\d) \|", text, flags=re.MULTILINE) == ["0", "1", "2", "3", "4", "5"]
    assert all(f"`{key}`" in text or f"{key}=" in text for key in KNOWN)


def test_the_version_comes_first() -> None:
    assert engine().out.startswith("Arpad ")
    answer = engine("-r", "--dutch-2017", FOLDER / "e10-first-round.trf", "-p")
    assert answer.out.splitlines()[0].startswith("Arpad ")
    assert answer.out.splitlines()[1] == "6"


def test_options_of_old_callers_are_taken() -> None:
    call = read_call(["in.trf", "-p", "out.txt", "-q", "10", "-w", "-b"])
    assert (call.input, call.value, call.baku) == ("in.trf", "out.txt", True)


def test_acceleration_is_that_of_the_edition() -> None:
    position = FOLDER / "e10-first-round.trf"
    plain, fast = engine("--dutch-2017", position, "-p"), engine("--dutch-2017", position, "-p", "-b")
    assert fast.code == 0
    assert fast.out != plain.out
    assert fast.out.splitlines()[1] == "1 4", "the upper half of eleven is six, so they meet among themselves"


def test_a_tournament_by_lot_passes_its_own_checks(tmp_path: Path) -> None:
    file, again = tmp_path / "a.trf", tmp_path / "b.trf"
    config = tmp_path / "config.txt"
    config.write_text(
        "PlayersNumber=24\nRoundsNumber=6\nForfeitRate=20\nHPBRate=15\nRetiredRate=50\nHighestRating=2200\n"
    )
    assert engine("--dutch-2026", "-g", config, "-o", file, "-s", "7") == Engine(0, "", "")
    assert engine("--dutch-2026", "-g", config, "-o", again, "-s", "7").code == 0
    assert file.read_bytes() == again.read_bytes()
    assert b"012 Tournament by lot 7\n" in file.read_bytes(), "with its seed it can be made again"
    checked = engine("--dutch-2026", file, "-c")
    assert checked.out.count("Round #") == 6
    assert "Checker pairings" not in checked.out
    event = read_report(file.read_bytes()).event
    assert len(event.players) == 24
    assert max(player.rating or 0 for player in event.players) <= 2200
    assert not [finding for finding in check_consistency(event) if finding.severity == "error"]
    assert engine("--dutch-2026", file, "-g", "-o", again).code == 0
    assert len(read_report(again.read_bytes()).event.players) == 24, "like the model"


def test_an_unknown_option_of_the_generator_is_named(tmp_path: Path) -> None:
    config = tmp_path / "config.txt"
    config.write_text("PlayersNumber=24\nShoesize=3\n")
    answer = engine("-g", config, "-o", tmp_path / "a.trf")
    assert answer.code == 3
    assert "Shoesize" in answer.err


WRONG_OPTIONS = (
    "PlayersNumber=1", "ForfeitRate=0.5", "ZPBRate=often", "WWPoints=3\nBWPoints=2", "TieBreaks=BH", "TRF=12",
    "HalfPointByes=many", "Separator=0",
)  # fmt: skip


@pytest.mark.parametrize("options", WRONG_OPTIONS)
def test_a_wrong_option_of_the_generator_is_exit_3_and_names_it(tmp_path: Path, options: str) -> None:
    config = tmp_path / "config.txt"
    config.write_text(f"{options}\n")
    answer = engine("-g", config, "-o", tmp_path / "a.trf")
    assert answer.code == 3
    assert options.splitlines()[-1].partition("=")[0] in answer.err
    assert not (tmp_path / "a.trf").exists()


JAVAFO = (
    "PlayersNumber=30\nRoundsNumber=5\nForfeitRate=20\nQuickgameRate=4\nZPBRate=20\nHPBRate=25\nFPBRate=60\n"
    "HighestRating=2400\nLowestRating=1500\nGroups=2\nSeparator=8\nWWPoints=3\nBWPoints=3\nWDPoints=1\nBDPoints=1\n"
    "WLPoints=0\nBLPoints=0\nZPBPoints=0\nHPBPoints=1\nFPBPoints=3\nPABPoints=3\nFWPoints=3\nFLPoints=0\n"
)
BBP = (
    "PlayersNumber=30\nRoundsNumber=5\nDrawPercentage=40\nForfeitRate=12.5\nRetiredRate=60\nHalfPointByeRate=15\n"
    "HighestRating=2400\nLowestRating=1500\nPointsForWin=3\nPointsForDraw=1\nPointsForLoss=0\nPointsForZPB=0\n"
    "PointsForForfeitLoss=0\nPointsForPAB=3\n"
)
OWN = (
    "PlayersNumber=30\nRoundsNumber=5\nHalfPointByes=2\nZeroPointByes=1\nFullPointByes=1:1\nForfeitWins=5%\nForfeitLosses=1\n"
    "DoubleForfeits=1:1\nUnusualResults=3%\nTieBreaks=BH/C1,BH,SB\nTRF=26\n"
)


@pytest.mark.parametrize("options", [JAVAFO, BBP, OWN], ids=["javafo", "bbp", "own"])
def test_all_options_of_a_generator_are_taken(arpad: Arpad, tmp_path: Path, options: str) -> None:
    """Whatever is asked for, the file passes our own checks."""
    config, file = tmp_path / "config.txt", tmp_path / "a.trf"
    config.write_text(options)
    assert engine("--dutch-2026", "-g", config, "-o", file, "-s", "11", "-l") == Engine(0, "", "")
    assert "Checker pairings" not in engine("--dutch-2026", file, "-c").out
    assert (tmp_path / "a.list").read_text().count("Round #") == 5
    assert arpad(f"standings check {file}").code == 0
    report = read_report(file.read_bytes())
    assert not [one for one in (*report.findings, *check_consistency(report.event)) if one.severity == "error"]
    results = [cell.result for player in report.event.players for cell in player.rounds]
    assert results.count("H") > 0
    if options is JAVAFO:
        assert {"W", "F", "Z"} <= set(results)
        assert len(report.pairing.forbidden) == 2
        assert report.event.scoring["1"] == report.event.scoring["W"] == 3
    if options is OWN:
        assert [results.count("H"), results.count("Z"), results.count("F")] == [10, 5, 1]


def test_pairings_of_an_earlier_call_are_not_left_behind(tmp_path: Path) -> None:
    position, out = FOLDER / "e10-first-round.trf", tmp_path / "out.txt"
    file = tmp_path / "in.trf"
    for data, code in ((position.read_bytes(), 0), (b"nothing\n", 3)):
        file.write_bytes(data)
        assert engine("--dutch", file, "-p", "out.txt").code == code
        assert out.exists() is (code == 0)
    assert engine("--dutch", file, "-p", "in.trf").code == 3
    assert file.exists(), "the input is never removed"


@pytest.mark.parametrize("answer", OUTPUTS, ids=lambda answer: answer.stem)
def test_players_are_paired_by_their_places_if_the_file_says_rank(answer: Path, tmp_path: Path) -> None:
    """Numbers turned round, places as they were: the same pairs under the new numbers, also in the check."""
    position, system = of(answer)
    count = sum(line.startswith("001") for line in position.read_text().splitlines())
    turned = "\n".join(other_numbers(line, count) for line in position.read_text().splitlines()) + "\nXXC rank\n"
    file = tmp_path / "turned.trf"
    file.write_text(turned)
    first, *pairs = answer.read_text().splitlines()
    numbers = [[int(number) for number in pair.split()] for pair in pairs]
    expected = [" ".join(str(number and count + 1 - number) for number in pair) for pair in numbers]
    assert engine(system, file, "-p").out.splitlines() == [first, *expected]
    plain, checked = (engine(system, path, "-c").out for path in (position, file))
    assert plain.count("Checker pairings") == checked.count("Checker pairings")


def other_numbers(line: str, count: int) -> str:
    """A line of a TRF16 with the numbers of players turned round."""
    if line.startswith(("XXP", "XXZ")):
        return " ".join([line[:3], *(str(count + 1 - int(number)) for number in line[3:].split())])
    if not line.startswith(("001", "XXA")):
        return line
    line = f"{line[:4]}{count + 1 - int(line[4:8]):>4}{line[8:]}"
    for at in range(91, len(line), 10) if line.startswith("001") else ():
        opponent = line[at : at + 4].strip()
        if opponent.strip("0"):
            line = f"{line[:at]}{count + 1 - int(opponent):>4}{line[at + 4 :]}"
    return line


@pytest.mark.parametrize("ends", [b"\r", b"\r\n"], ids=["CR", "CRLF"])
def test_all_line_ends_are_read(tmp_path: Path, ends: bytes) -> None:
    position, file = FOLDER / "e01-editions-differ.trf", tmp_path / "in.trf"
    file.write_bytes(position.read_bytes().replace(b"\n", ends))
    assert engine("--dutch-2017", file, "-p").out == position.with_suffix(".v5.out").read_text()


def test_the_command_of_arpad_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--dutch-2017", str(FOLDER / "e10-first-round.trf"), "-p"], {}) == 0
    assert capsys.readouterr().out == (FOLDER / "e10-first-round.v5.out").read_text()
    assert 'arpad-engine = "arpad.cli.engine:run"' in (PROJECT / "pyproject.toml").read_text()


@pytest.mark.parametrize("system", ["--dubov", "--burstein", "--lim", "--double", "--team"])
def test_other_systems_pair_and_check(tmp_path: Path, system: str) -> None:
    """A file of every system is checked, and of the same tournament the last round is paired as it stands there."""
    file, config = tmp_path / "a.trf", tmp_path / "config.txt"
    config.write_text("PlayersNumber=16\nRoundsNumber=4\n")
    assert engine(system, "-g", config, "-o", file, "-s", "3") == Engine(0, "", "")
    assert read_report(file.read_bytes()).format in ("trf16", "trf26")
    checked = engine(system, file, "-c").out
    rounds = 8 if system == "--double" else 4  # each game of its matches is a round of the file
    assert (checked.count("Round #"), "Checker pairings" in checked) == (rounds, False)
    assert engine(system, file, "-p").code == 3, "all rounds are paired"
