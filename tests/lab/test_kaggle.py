"""`arpad lab import-kaggle`: the files of the contests as a world, and what is refused."""

import datetime as dt
import zipfile
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from answers import Arpad
from arpad.lab.kaggle import event_numbers

GAMES = """PTID,MonthID,WhitePlayer,BlackPlayer,WhiteScore
1,1,10,20,1.0
2,1,20,30,0.5
3,1,40,50,0
4,2,10,50,1
"""


@pytest.fixture
def contest(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "primary_training_part1.csv").write_text(GAMES, "utf-8")
    (folder / "initial_ratings.csv").write_text("Player #,Rating\n10,2400\n20,2300\n50,2000\n", "utf-8")
    return folder


def test_the_files_become_a_world(arpad: Arpad, contest: Path, tmp_path: Path) -> None:
    """Connected players of a month are an event on its 25th; month 1 is January 1999."""
    with zipfile.ZipFile(contest / "primary_training_part2.zip", "w") as archive:
        archive.writestr("primary_training_part2.csv", "PTID,month,white,black,score\n5,14,30,60,0.5\n")
    world = tmp_path / "world"
    found = arpad(f"lab import-kaggle {contest} -o {world} --json").json
    assert {name: found[name] for name in ("players", "rated", "events", "games", "months")} == {
        "players": 6, "rated": 3, "events": 4, "games": 5, "months": 3,
    }  # fmt: skip
    events = {row["event"]: row["start"] for row in pq.read_table(world / "events.parquet").to_pylist()}
    january = dt.date(1999, 1, 25)
    assert events == {1: january, 2: january, 3: dt.date(1999, 2, 25), 4: dt.date(2000, 2, 25)}
    games = [(row["event"], row["white"], row["score"]) for row in pq.read_table(world / "games.parquet").to_pylist()]
    assert games == [(1, 10, 2), (1, 20, 1), (2, 40, 0), (3, 10, 2), (4, 30, 1)]
    ratings = {row["id"]: row["rating"] for row in pq.read_table(world / "players.parquet").to_pylist()}
    assert ratings == {10: 2400, 20: 2300, 30: 0, 40: 0, 50: 2000, 60: 0}
    assert arpad(f"bulk run {world} --edition fide-2017 -o {tmp_path / 'out'}").code == 0


def test_events_are_connected_players() -> None:
    """Against plain Python, on random games."""
    rng = np.random.Generator(np.random.PCG64(3))
    month = np.sort(rng.integers(1, 4, 60))
    white = rng.integers(0, 20, 60)
    black = (white + rng.integers(1, 20, 60)) % 20
    found = event_numbers(month, white, black, 20)
    for number in (1, 2, 3):
        here = np.flatnonzero(month == number).tolist()
        groups: list[set[int]] = []
        for game in here:
            pair = {int(white[game]), int(black[game])}
            touched = [group for group in groups if group & pair]
            groups = [group for group in groups if not group & pair] + [pair.union(*touched)]
        for one in here:
            for other in here:
                together = any({int(white[one]), int(white[other])} <= group for group in groups)
                assert (found[one] == found[other]) == together
    assert set(found.tolist()) == set(range(1, int(found.max()) + 1))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("MonthID", "When", "the column month is missing"),
        ("1.0\n", "0.7\n", "score, row 1: 0.7"),
        ("3,1,40,50", "3,1,40,40", "player 40 plays against player 40"),
        ("1,1,10", "1,0,10", "month, row 1: 0"),
        ("1,1,10", "1,1,ten", "column white is of type string"),
    ],
)
def test_files_that_are_wrong(arpad: Arpad, contest: Path, tmp_path: Path, old: str, new: str, words: str) -> None:
    (contest / "primary_training_part1.csv").write_text(GAMES.replace(old, new, 1), "utf-8")
    refused = arpad(f"lab import-kaggle {contest} -o {tmp_path / 'world'}")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert not (tmp_path / "world").exists()


def test_archives_that_are_wrong(arpad: Arpad, contest: Path, tmp_path: Path) -> None:
    """Damaged data, and an archive without a table."""
    (contest / "primary_training_part1.csv").unlink()
    file = contest / "training.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("training.csv", GAMES * 100)
    data = bytearray(file.read_bytes())
    data[45:60] = b"\xff" * 15
    file.write_bytes(data)
    refused = arpad(f"lab import-kaggle {contest} -o {tmp_path / 'world'}")
    assert (refused.code, len(refused.err.splitlines())) == (2, 1)
    assert "training.zip" in refused.err
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("readme.txt", "nothing")
    refused = arpad(f"lab import-kaggle {contest} -o {tmp_path / 'world'}")
    assert refused.code == 2
    assert "there are no training files here" in refused.err


def test_a_folder_without_the_files(arpad: Arpad, tmp_path: Path) -> None:
    refused = arpad(f"lab import-kaggle {tmp_path} -o {tmp_path / 'world'} --lang es")
    assert refused.code == 2
    assert "no hay ficheros de entrenamiento" in refused.err
