"""`arpad examples` copies the example files, and overwrites nothing."""

from pathlib import Path

from answers import Arpad
from places import PROJECT

SOURCE = PROJECT / "examples"


def test_the_example_files_are_copied_whole(arpad: Arpad, tmp_path: Path) -> None:
    there = {file.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("*") if file.is_file()}
    wanted = {name for name in there if "__pycache__" not in name}
    answer = arpad(f"examples {tmp_path}/new/folder --json").json
    assert set(answer["files"]) == wanted
    for name in wanted:
        assert (tmp_path / "new" / "folder" / name).read_bytes() == (SOURCE / name).read_bytes()
    assert arpad(f"examples {tmp_path}/again").out == f"{len(wanted)} example files in {tmp_path}/again\n"


def test_nothing_is_overwritten(arpad: Arpad, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    for folder in (tmp_path, tmp_path / "mine.txt"):
        for language, words in (("en", "not overwritten"), ("es", "no se sobrescribe")):
            answer = arpad(f"examples {folder} --lang {language}")
            assert (answer.code, answer.out) == (2, "")
            assert words in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    assert (tmp_path / "mine.txt").read_text() == "mine"
