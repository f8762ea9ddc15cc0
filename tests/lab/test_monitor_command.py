"""`arpad lab monitor`: its document, its files, its alarms, and what it refuses."""

import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from answers import Arpad
from lab_worlds import tiny_world, vectors

TABLES = ("lists", "first", "group", "ledger", "drift", "calibration", "stretch", "newcomers")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    world, out = tiny_world(tmp_path_factory.mktemp("tiny"))
    return f"lab monitor --bulk {world} {out}"


def test_the_document_has_all_tables(arpad: Arpad, tiny: str) -> None:
    found = arpad(f"{tiny} --first 10 --group first:10@2024-05 --by age,federation,sex --json").json
    known = vectors("tiny-world")
    assert found["source"] == {"kind": "bulk", "digests": {"lists": known["run"]["digest"]}}
    assert set(found) == {"source", "settings", *TABLES, "alarms", "findings"}
    averages = [row["average"] for row in found["first"] if row["group"] == "active"]
    assert [float(one) for one in averages] == [row["first10_mean"] for row in known["lists"]]
    means = [float(row["mean"]) for row in found["lists"] if row["group"] == "everybody"]
    assert means == [row["mean"] for row in known["lists"]]
    assert found["drift"][0]["stayers_exact"] == "-5/39"
    shown = [{name: row[name] for name in known["ledger"][0]} for row in found["ledger"]]
    assert shown == known["ledger"]
    panel = [row["members"] for row in found["group"] if row["line"] == "panel"]
    assert len(panel) == 9
    assert set(panel) == {panel[0]}
    by_sex = {row["name"] for row in found["lists"] if row["group"] == "sex"}
    assert by_sex == {"f", "m"}


def test_files_are_the_same_each_time(arpad: Arpad, tiny: str, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        place = tmp_path / folder
        assert arpad(f"{tiny} --group first:5@2024-03 --csv {place} --svg {place}").code == 0
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    plots = ("first", "panel", "drift", "calibration", "percentiles")
    assert names == sorted([*(f"{name}.csv" for name in TABLES), *(f"{name}.svg" for name in plots)])
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert (tmp_path / "one" / "drift.svg").read_text("utf-8").count("<title>") == 5
    assert (tmp_path / "one" / "ledger.csv").read_text("utf-8").startswith("from,to,games,both_rated,")


def test_some_lists_in_spanish(arpad: Arpad, tiny: str) -> None:
    found = arpad(f"{tiny} --from 2024-05 --to 2024-08 --lang es")
    assert found.code == 0
    assert "4 listas, del 1 de mayo de 2024 al 1 de agosto de 2024" in found.out


def test_alarms_follow_the_settings(arpad: Arpad, tiny: str, tmp_path: Path) -> None:
    assert arpad(f"{tiny} --strict").code == 0
    limits = tmp_path / "lab.toml"
    limits.write_text('[alarm]\ncreated_per_game = "1/1000"\nband_gap = 0.01\n', "utf-8")
    found = arpad(f"{tiny} --settings {limits} --json").json
    assert found["settings"]["alarm"]["band_gap"] == "1/100"
    assert found["alarms"] == []


def test_a_group_of_a_file(arpad: Arpad, tiny: str, tmp_path: Path) -> None:
    members = tmp_path / "members.csv"
    rated = [row["id"] for row in pq.read_table(f"{tiny.split()[3]}/players.parquet").to_pylist() if row["rating"]]
    members.write_text("name,id\n" + "".join(f"x,{id_}\n" for id_ in rated[:4]), "utf-8")
    found = arpad(f"{tiny} --group {members} --json").json["group"]
    assert {row["members"] for row in found if row["line"] == "all"} <= {3, 4}
    members.write_text(f"{rated[0]}\n42\n", "utf-8")
    refused = arpad(f"{tiny} --group {members}")
    assert (refused.code, refused.out) == (2, "")
    assert f"{members}, row 2: 42 is on none of these lists" in refused.err
    members.write_text("id\n" + "4" * 200_000, "utf-8")
    refused = arpad(f"{tiny} --group {members}")
    assert (refused.code, len(refused.err.splitlines())) == (2, 1)
    assert "members.csv" in refused.err


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("--group nobody.csv", "there is no such file"),
        ("--group first:0@2024-03", "first:50@2023-09"),
        ("--group first:5@2030-01", "they go from 2024-03 … 2024-11"),
        ("--first 0", "not between 1 and"),
        ("--by height", "age | federation | sex"),
        ("--from 2024-13", "2024-13"),
        ("--from 2024-11", "two lists or more, published if they are of an office; 1 was found"),
        ("--settings nothing.toml", "nothing.toml"),
        ("--edition fide-1900", "fide-1900"),
    ],
)
def test_bad_input_is_one_line(arpad: Arpad, tiny: str, typed: str, words: str) -> None:
    refused = arpad(f"{tiny} {typed}")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert len(refused.err.strip().splitlines()) == 1


def test_settings_that_are_not_known(arpad: Arpad, tiny: str, tmp_path: Path) -> None:
    for written, words in (
        ("[alarm]\nmedain = 3\n", "medain"),
        ('[alarm]\nmedian = "x"\n', "median = "),
        ("x = 1\n", "x"),
    ):
        limits = tmp_path / "lab.toml"
        limits.write_text(written, "utf-8")
        refused = arpad(f"{tiny} --settings {limits}")
        assert refused.code == 2
        assert words in refused.err


def test_lists_of_another_world_are_refused(arpad: Arpad, tiny: str, tmp_path: Path) -> None:
    world, out = (Path(part) for part in tiny.split()[3:5])
    other = tmp_path / "other"
    shutil.copytree(world, other)
    players = pq.read_table(world / "players.parquet")
    ids = pa.array([id_ + 5000 for id_ in players["id"].to_pylist()], pa.int32())
    pq.write_table(players.set_column(0, "id", ids), other / "players.parquet")
    games = pq.read_table(world / "games.parquet")
    for name in ("white", "black"):
        moved = pa.array([id_ + 5000 for id_ in games[name].to_pylist()], pa.int32())
        games = games.set_column(games.column_names.index(name), name, moved)
    pq.write_table(games, other / "games.parquet")
    refused = arpad(f"lab monitor --bulk {other} {out}")
    assert refused.code == 2
    assert "was not made from" in refused.err
    assert "whom the world does not know" in refused.err
    assert arpad(f"lab monitor --bulk {world} {tmp_path}").code == 2


def test_lists_of_another_edition_end_with_the_id(arpad: Arpad, tiny: str) -> None:
    wrong = arpad(f"{tiny} --edition fide-2022")
    assert (wrong.code, wrong.out) == (1, "")
    assert "the account does not balance" in wrong.err
