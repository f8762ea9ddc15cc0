"""What the office refuses on the command line: one clear line, exit code 2, and nothing changed."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from cli_office_town import FACTS, Office, caller, copy, prepare


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("town")
    prepare(folder)
    for name, content in FILES.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder


@pytest.fixture
def run(arpad: Arpad, town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    return caller(arpad, copy(town, tmp_path), monkeypatch)


FILES = {
    "empty.toml": "",
    "no-toml.toml": "name = ",
    "key.toml": 'name = "Cup"\nstart = 2024-08-05\ncolour = "red"\n',
    "date.toml": 'name = "Cup"\nstart = "tomorrow"\n',
    "number.toml": 'name = "Cup"\nstart = 2024-08-05\nscheduled = 0\n',
    "flag.toml": 'name = "Cup"\nstart = 2024-08-05\nofficial = "yes"\n',
    "words.toml": "name = 7\nstart = 2024-08-05\n",
    "format.toml": 'name = "Cup"\nstart = 2024-08-05\nformat = "knockout"\n',
    "nonsense.txt": "nothing of a tournament\n",
    "no.zip": "no zip at all",
}
ABC = "--reason x"
BAD = {
    # the call itself
    "no office": ("lists --db sqlite:///none.db", "run `arpad office init`"),
    "no address": ("lists --db none.db", "sqlite:///FILE"),
    "an unknown system": ("lists --system uscf", "there is no system uscf in this office"),
    "nobody": ("withdraw 1 --reason x --who ' '", "give --who NAME"),
    "a time that is none": ("withdraw 1 --reason x --at yesterday", "--at: “yesterday” is not a time"),
    "a time before all": ("withdraw 1 --reason x --at 0001-01-01T00:00+09:00", "is not a time"),
    "no such command": ("open", "open: there is no such command"),
    # founding
    "a system without regulations": ("init --system uscf", "there are no regulations for uscf"),
    "a system twice": ("init", "the system fide is already in this office"),
    "a federation of two letters": ("init --federation ES --db sqlite:///new.db", "three letters, like ESP"),
    "no list to import": ("import-list nowhere.txt --date 2024-10", "nowhere.txt: there is no such file"),
    "a list without a date": ("import-list list.csv", "--date is missing"),
    "a list of a day between": ("import-list list.csv --date 2024-10-15", "2024-10-15 is not the day of a list"),
    "a list before the last": ("import-list list.csv --date 2024-06", "the last list is of 2024-08"),
    "a list again without a reason": ("import-list list.csv --date 2024-07", "to import it again, give --reason TEXT"),
    "a class unknown": ("import-list list.csv --date 2024-10 --time-class bullet", "standard | rapid | blitz"),
    # events
    "an event without a name": ("register --start 2024-08-05", "--name is missing"),
    "an event without a start": ("register empty.toml --name Cup", "--start is missing"),
    "an event that ends first": ("register --name Cup --start 2024-08-05 --end 2024-08-04", "is before"),
    "an event of another calendar": ("register --name Cup --start 5.8.2024", "--start: “5.8.2024” is not a date"),
    "an event without an edition": ("register --name Cup --start 2001-08-05", "the first is fide-2003"),
    "an unknown edition": ("register --name Cup --start 2024-08-05 --edition fide-2023", "no edition “fide-2023”"),
    "an unknown format": ("register --name Cup --start 2024-08-05 --format cup", "--format cup"),
    "a file that is not there": ("register none.toml", "none.toml: there is no such file"),
    "a file that is no TOML": ("register no-toml.toml", "must be TOML"),
    "a key unknown": ("register key.toml", "unknown key “colour”"),
    "a date in words": ("register date.toml", "start cannot be tomorrow; write it like 2024-05-01"),
    "a number of nothing": ("register number.toml", "scheduled cannot be 0"),
    "a flag in words": ("register flag.toml", "true | false"),
    "a name in figures": ("register words.toml", "name cannot be 7"),
    "a format in the file": ("register format.toml", "format knockout"),
    "no report": ("submit none.trf", "none.trf: there is no such file"),
    "a folder as a report": ("submit .", "cannot be read"),
    "a report that is none": ("submit nonsense.txt", "error: "),
    "a report twice": ("submit july.trf", "this report was already submitted, as event 1"),
    "a report for an event that has one": ("submit august.trf --event 1", "event 1 already has a report"),
    "a report for no event": ("submit august.trf --event 77", "77"),
    "a report for event zero": ("submit august.trf --event 0", "--event: 0 is not between"),
    "no such event": ("event 77", "77"),
    "an event in words": ("event July", "EVENT: “July” is not a whole number"),
    "no such state": ("events --state lost", "registered | accepted"),
    # periods and lists
    "a period in the middle of a month": ("close 2024-09-15", "write 2024-09"),
    "a period in words": ("close september", "write it like 2024-05"),
    "a thirteenth month": ("close 2024-13", "“2024-13” is not a list"),
    "a day that is none": ("close 2024-09-31", "is not a date"),
    "a period left out": ("close 2024-10", "the next list is 2024-09"),
    "a period twice": ("close 2024-08", "the list of 2024-08 is published (version 1)"),
    "an imported period": ("close 2024-07", "2024-07"),
    "a period not closed": ("publish 2024-09", "close it first (`arpad office close 2024-09`)"),
    "a period published twice": ("publish 2024-08", "is published (version 1)"),
    "no such list": ("list 2024-10", "there is no list of 2024-10; there are: 2024-07, 2024-08"),
    "no such version": ("list 2024-08 --version 9", "has no version 9; the newest is 1"),
    "an ending unknown": ("list 2024-08 -o list.pdf", ".parquet"),
    "a list apart that the edition lacks": ("list 2024-08 --which inactive", "no separate list of inactive players"),
    "a list apart unknown": ("list 2024-08 --which best", "listed | titled-unrated | inactive"),
    "a combined top": ("list 2024-08 --top 3 --combined", "--top cannot be used with --combined"),
    "a top of those apart": ("list 2024-08 --top 3 --which inactive", "--top cannot be used with --which"),
    "women without a top": ("list 2024-08 --women", "--women can only be used with --top"),
    "juniors without a top": ("list 2024-08 --juniors", "--juniors can only be used with --top"),
    "a top of none": ("list 2024-08 --top 0", "--top: 0 is not between 1"),
    "no such player": ("player 999", "999: this player is on no list of this office"),
    # corrections
    "a correction without a reason": ("correct 1 july-corrected.trf", "--reason is missing"),
    "an empty reason": ("correct 1 july-corrected.trf --reason ' '", "--reason is empty"),
    "a correction of nothing": (f"correct 77 july-corrected.trf {ABC}", "77"),
    "a correction with no report": (f"correct 1 none.trf {ABC}", "none.trf: there is no such file"),
    "a withdrawal of nothing": (f"withdraw 77 {ABC}", "77"),
    "nobody identified": (f"identify 1 {ABC}", "--player is missing"),
    "an identity without an id": (f"identify 1 --player 4= {ABC}", "--player 4=: write it like 12=2250000"),
    "an identity twice": (f"identify 1 --player 4=1 --player 4=2 {ABC}", "--player 4: given twice"),
    "an identity of nobody": (f"identify 1 --player 9=104 {ABC}", "no player with the starting rank 9"),
    "a base rating in words": (f"base 1 101 high {ABC}", "“high” is not a whole number"),
    "a base rating for somebody else": (f"base 1 106 1950 {ABC}", "106"),
    "a rating too high": (f"rating 101 2024-08 4000 {ABC}", "4000 is not between"),
    "a rating of nobody": (f"rating 999 2024-08 2000 {ABC}", "999"),
    "a decision on the past": (f"exclude POR --from 2024-06 {ABC}", "2024-06"),
    "no decision to undo": (f"undo 7 {ABC}", "there is no decision 7"),
    "nothing of a person": ("person 101 --from 2024-09", "nothing to change"),
    "a person without a name": ("person 101 --from 2024-09 --name ' '", "nothing to change"),
    "a person of another sex": ("person 101 --from 2024-09 --sex w", "--sex w: write it like m | f"),
    "a title unknown": ("person 101 --from 2024-09 --title Dr", "--title DR"),
    "a birth in the future": ("person 101 --from 2024-09 --born 3000", "--born: 3000 is not between"),
    "a person of the past without a reason": ("person 101 --from 2024-08 --name X", "--reason"),
    "a federation in words": (f"exclude Spain --from 2024-09 {ABC}", "FED: “Spain” is not a federation"),
    "a readmission without a list": (f"readmit ESP {ABC}", "--from is missing"),
    "a merge with himself": (f"merge 101 101 {ABC}", "101"),
    "a merge of nobody": (f"merge 101 999 {ABC}", "999"),
    "a merge of two who met": (f"merge 101 102 {ABC}", "both play in event 1 (July Cup)"),
    "no merge to take back": (f"unmerge 101 106 {ABC}", "106 is not merged into 101"),
    # proofs and copies
    "a version that is none": ("diff 2024-08 1 2", "has no version 2"),
    "a version in words": ("diff 2024-08 1 last", "V2: “last”"),
    "a proof of no list": ("verify 2024-10", "there is no list of 2024-10"),
    "a bundle and a period": ("verify 2024-08 --bundle no.zip", "--bundle cannot be used with PERIOD"),
    "a bundle that is none": ("verify --bundle no.zip", "no.zip"),
    "no bundle": ("verify --bundle none.zip", "none.zip: there is no such file"),
    "an export onto a file": ("export 2024-08 -o list.csv", "list.csv: this file already exists"),
    "an export of no list": ("export 2024-10 -o b.zip", "there is no list of 2024-10"),
    "a log of no lines": ("log --limit 0", "--limit: 0 is not between"),
    "a backup onto a file": ("backup list.csv", "list.csv: this file already exists"),
    "a backup onto the office": ("backup office.db --force", "this is the database itself"),
    "a backup to nowhere": ("backup nowhere/b.zip", "nowhere/b.zip"),
    "a restoration over an office": ("restore no.zip", "no.zip"),
    "no backup": ("restore none.zip --db sqlite:///new.db", "none.zip"),
}


@pytest.mark.parametrize("case", BAD, ids=str)
def test_bad_input_is_refused_in_one_line_and_nothing_changes(run: Office, case: str) -> None:
    line, words = BAD[case]
    before = Path("office.db").read_bytes()
    for lang in ("en", "es"):
        answer = run(f"{line} --lang {lang}")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("error: ")
        assert answer.err.count("\n") == 1
        assert "{" not in answer.err
        if lang == "en":
            assert words in answer.err
    assert Path("office.db").read_bytes() == before


def test_several_systems_must_be_told_apart(run: Office) -> None:
    assert run("init --system feda").code == 0
    answer = run("lists")
    assert answer.code == 2
    assert "--system (fide, feda)" in answer.err


def test_a_period_that_waits_to_be_published(run: Office) -> None:
    assert run("close 2024-09").code == 0
    answer = run("close 2024-10")
    assert answer.code == 2
    assert "publish it first (`arpad office publish 2024-09`)" in answer.err


def test_reports_that_came_after_the_closing(run: Office) -> None:
    assert run("close 2024-09").code == 0
    assert run(f"submit august.trf --received 2024-08-09 {FACTS}").code == 0
    answer = run("publish 2024-09")
    assert answer.code == 2
    assert "events 2 have come in" in answer.err


def test_what_is_withdrawn_is_not_corrected(run: Office) -> None:
    assert run("withdraw 1 --reason x").code == 0
    answer = run("correct 1 july-corrected.trf --reason y")
    assert answer.code == 2
    assert "event 1 was withdrawn" in answer.err


def test_an_imported_list_comes_anew_with_a_reason(run: Office) -> None:
    assert run("init --db sqlite:///new.db").code == 0
    assert run("import-list list.csv --date 2024-07 --db sqlite:///new.db").code == 0
    answer = run("import-list list.csv --date 2024-07 --db sqlite:///new.db")
    assert answer.code == 2
    assert "to import it again, give --reason TEXT" in answer.err


def test_an_office_without_a_list(run: Office) -> None:
    """A report is refused, a period cannot be closed; both say that a list comes first."""
    assert run("init --db sqlite:///new.db").code == 0
    told = run("submit july.trf --db sqlite:///new.db")
    assert told.code == 1
    assert "import-list" in told.out
    assert "import-list" in run("close 2024-08 --db sqlite:///new.db").err


def test_a_login_without_a_name(run: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("No username set in the environment")

    monkeypatch.delenv("ARPAD_WHO")
    monkeypatch.setattr("getpass.getuser", nobody)
    answer = run("withdraw 1 --reason x")
    assert (answer.code, answer.out) == (2, "")
    assert "set ARPAD_WHO" in answer.err


WORK = {
    "close 2024-09": "arpad.office.periods.close",
    "import-list list.csv --date 2024-09": "arpad.office.periods.import_list",
    "correct 1 july-corrected.trf --reason x": "arpad.office.decisions.decisions.decide",
    "submit august.trf": "arpad.office.events.submit",
    "verify": "arpad.office.proof.verification.verify",
    "backup copy.zip": "arpad.office.storage.backups.backup",
}


@pytest.mark.parametrize("line", WORK)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_ctrl_c_says_that_nothing_was_changed(
    run: Office, monkeypatch: pytest.MonkeyPatch, line: str, lang: str
) -> None:
    def interrupted(*_args: Any, **_settings: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(WORK[line], interrupted)
    answer = run(f"{line} --lang {lang}")
    assert (answer.code, answer.out) == (130, "")
    words = {"en": "Interrupted: nothing was changed.\n", "es": "Interrumpido: no se cambió nada.\n"}
    assert answer.err == words[lang]


def test_ctrl_c_in_the_middle_leaves_the_office_as_it_was(run: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first line of a correction is written into the log, and then somebody presses Ctrl-C."""
    before = run("log --json").out, run("lists --json").out, run("events --json").out

    def interrupted(*_args: Any, **_settings: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("arpad.office.periods.make_version", interrupted)
        assert run("correct 1 july-corrected.trf --reason x").code == 130
    assert (run("log --json").out, run("lists --json").out, run("events --json").out) == before


class Terminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("line", [*WORK, "restore copy.zip --db sqlite:///new.db"])
def test_on_a_terminal_long_work_shows_a_bar(run: Office, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """And standard output stays one JSON document."""
    assert run("backup copy.zip").code == 0
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    answer = run(f"{line} --json" + (" --force" if line.startswith("backup") else ""))
    assert answer.code == 0
    assert answer.json
    assert bool(terminal.getvalue()) is not line.startswith("submit")
