"""Files that were made to do harm, given to every command that reads one: one clear line, and soon."""

from pathlib import Path

import pytest

from answers import Arpad
from hostile_files import hostile_files
from places import PROJECT

EXAMPLES = PROJECT / "examples"
EVERYTHING = ("",)
COMMANDS = {
    "report show {file}": EVERYTHING,
    "rate {file}": (".trf", ".csv", ".zip"),
    "standings {file}": (".trf",),
    "pair next {file}": (".json", ".trf"),
    "norm certificate {file} --player 1 -o out.pdf": (".trf",),
    "prizes share {file} --prizes 10": (".json", ".csv", ".trf"),
    f"prizes share {EXAMPLES}/prizes.csv --rules {{file}}": (".toml",),
    f"prizes check {EXAMPLES}/prizes.csv {{file}}": (".json", ".csv"),
    "titles application {file}": (".toml",),
    "calc round-robin {file} --edition fide-2024": (".toml",),
    "list convert {file} -o out.csv": (".xml", ".csv", ".parquet", ".zip", ".json"),
    "event new {file} --events sqlite:///events.db": (".toml",),
    "event restore {file} --events sqlite:///events.db": (".json",),
    "event take-over {file} --events sqlite:///events.db": (".trf", ".json"),
    "office restore {file} --db sqlite:///office.db": (".zip", ".json", ".parquet"),
    "editions show fide-2024 --regulations folder-{file}": (".toml",),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hostile")
    for name, data in hostile_files().items():
        (made / name).write_bytes(data)
        if name.endswith(".toml"):
            own = made / f"folder-{name}"
            own.mkdir()
            (own / "own.toml").write_bytes(data)
    return made


@pytest.mark.parametrize("command", COMMANDS)
def test_one_clear_line(command: str, arpad: Arpad, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for name in hostile_files():
        if name.endswith(COMMANDS[command]):
            answer = arpad(command.format(file=name))
            assert answer.code in (0, 1, 2), name
            if answer.code == 2:
                assert len(answer.err.strip().splitlines()) == 1, (name, answer.err)
                assert len(answer.err) < 1000, name
                assert "is missing; see" not in answer.err, "the command was not called as it should be"
                assert not answer.out
