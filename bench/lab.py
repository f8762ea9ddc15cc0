"""The laboratory over many games, measured in one run, beside DuckDB and Spark.

    python bench/lab.py [--small] [--worlds DIR]

Every measurement has a process of its own. They look at 25 years: 75 million games of 1.9 million players, with bounds
on seconds and memory; `--small` looks at 5 million games. Worlds and lists that stand in DIR are not made again. DuckDB
answers one query for the calibration over the same files, Spark the same query over a small world; their numbers must
be equal to ours. Writes docs/developers/measured/lab-bench.md.
"""

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arpad.bulk.replay import only
from arpad.lab.bulk_source import BulkSource
from arpad.lab.monitor import watch
from arpad.lab.predict import PredictWishes, predict
from arpad.lab.scale_report import CalibrationWishes, calibration_of
from arpad.regulations.rating_editions import edition
from arpad.regulations.rating_rules import pd

SMALL = (200_000, 5_000_000, 24)
LARGE = (1_900_000, 75_000_000, 300)
TINY = (2_000, 40_000, 12)
START = "2024-03"
RULES = "fide-2024"
DOCS = Path(__file__).parent.parent / "docs"
CAP, OPEN_AT, WIDTH = 400, 400, 50
QUERY = f"""
    with listed as (
        select id, period, rating, lead(period) over (partition by id order by period) as until from lists),
    played as (
        select white, black, score, cast(date_trunc('month', start) as date) as day
        from games join events using (event) where played),
    rated as (
        select score, w.rating - b.rating as far from played
        join listed w on w.id = white and w.period <= day and (w.until is null or w.until > day) and w.rating > 0
        join listed b on b.id = black and b.period <= day and (b.until is null or b.until > day) and b.rating > 0),
    seen as (
        select abs(far) as far, case when far >= 0 then score else 2 - score end as score from rated)
    select least({OPEN_AT}, far - far % {WIDTH}) as low, count(*) as games, 50 * sum(score) as scored,
        sum(used.value) as expected, sum(plain.value) as uncapped
    from seen join pd as used on used.difference = least(far, {CAP})
        join pd as plain on plain.difference = far
    group by 1 order by 1"""


def source(world: str, out: str) -> BulkSource:
    return BulkSource(Path(world), Path(out), only(edition(RULES)))


# -------------------------------------------------------------------------------- what the processes do


def monitor(world: str, out: str) -> dict[str, Any]:
    """The whole account, all lists, the calibration of the last two years."""
    scale = watch(source(world, out))
    return {"check": [len(scale.steps), sum(step.account.terms.games for step in scale.steps)]}


def calibration(world: str, out: str, by: str) -> dict[str, Any]:
    found = calibration_of(source(world, out), CalibrationWishes(by=by))
    rows = [
        [row.band.low, row.band.games, row.band.scored, row.band.expected, row.band.uncapped] for row in found.bands
    ]
    return {"check": rows if by == "difference" else sum(row[1] for row in rows), "games": found.games}


def prediction(world: str, out: str) -> dict[str, Any]:
    found = predict(source(world, out), PredictWishes(predictors=("table",)))
    return {"check": f"{found.predictions[0].tally.sums.deviance10:.9f}", "games": found.games}


def glicko(world: str, out: str) -> dict[str, Any]:
    """One pass with given parameters: nothing is fitted."""
    lists = list(source(world, out).dates)
    given = {"glicko": {"c": Fraction(15), "deviation": Fraction(150)}}
    wishes = PredictWishes((lists[len(lists) // 2], lists[-1]), predictors=("glicko",), parameters=given)
    found = predict(source(world, out), wishes)
    return {"check": f"{found.predictions[0].tally.sums.deviance10:.6f}", "games": found.games}


def _values() -> dict[str, list[int]]:
    far = list(range(4000))
    return {"difference": far, "value": [pd(difference) for difference in far]}


def duckdb(world: str, out: str) -> dict[str, Any]:
    """The calibration by one query over the same files."""
    import duckdb as engine  # noqa: PLC0415
    import pyarrow as pa  # noqa: PLC0415

    base = engine.connect()
    base.register("pd", pa.table(_values()))
    for name, folder in (("games", world), ("events", world), ("lists", out)):
        base.execute(f"create view {name} as select * from read_parquet('{folder}/{name}.parquet')")
    return {"check": [[int(value) for value in row] for row in base.sql(QUERY).fetchall()]}


def spark(world: str, out: str) -> dict[str, Any]:
    """The same query on a cluster of one machine."""
    from pyspark.sql import SparkSession  # noqa: PLC0415

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    for name, folder in (("games", world), ("events", world), ("lists", out)):
        session.read.parquet(f"{folder}/{name}.parquet").createOrReplaceTempView(name)
    values = _values()
    session.createDataFrame(list(zip(*values.values(), strict=True)), list(values)).createOrReplaceTempView("pd")
    rows = session.sql(QUERY).collect()
    session.stop()
    return {"check": [[int(value) for value in row] for row in rows]}


PROCESSES: dict[str, Callable[..., dict[str, Any]]] = {
    value.__name__: value for value in (monitor, calibration, prediction, glicko, duckdb, spark)
}


def process(name: str, arguments: list[str]) -> dict[str, Any]:
    """One measurement: what it found, its seconds, the seconds on the processor, and the most memory."""
    begun = time.perf_counter()
    found = PROCESSES[name](*arguments)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return found | {
        "seconds": time.perf_counter() - begun,
        "processor": used.ru_utime + used.ru_stime,
        "peak": used.ru_maxrss * 1024,
    }


def measured(name: str, *arguments: str) -> dict[str, Any]:
    done = subprocess.run([sys.executable, __file__, "--process", name, *arguments], check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(f"  {name:12} {' '.join(arguments[2:]):12} {found['seconds']:8.1f} s {found['processor']:8.1f} s on the "
          f"processor {found['peak'] / 1e9:6.2f} GB", flush=True)  # fmt: skip
    return found


def made(sizes: tuple[int, int, int], folder: Path) -> tuple[str, str]:
    """A world and its lists, made if they do not stand there."""
    players, games, periods = sizes
    world, out = (str(folder / f"lab-{kind}-{games}-{periods}") for kind in ("world", "lists"))
    size = ["--players", players, "--games", games, "--periods", periods, "--seed", 1, "--start", START]
    command = [sys.executable, "-m", "arpad", "bulk"]
    if not Path(world).exists():
        subprocess.run([*command, "generate", *map(str, size), "-o", world, "--json"], check=True, capture_output=True)
    if not Path(out).exists():
        subprocess.run(
            [*command, "run", world, "-o", out, "--edition", RULES, "--json"], check=True, capture_output=True
        )
    return world, out


LINES = (
    ("monitor", "`lab monitor`: every list, the account, drift, calibration", ("monitor",)),
    ("difference", "`lab calibration --by difference`", ("calibration", "difference")),
    ("gap-age", "`lab calibration --by gap-age`: two keys", ("calibration", "gap-age")),
    ("prediction", "`lab predict --predictor table`", ("prediction",)),
    ("glicko", "`lab predict --predictor glicko`, parameters given", ("glicko",)),
    ("duckdb", "DuckDB: the calibration by difference in one query", ("duckdb",)),
)


MOST_SECONDS = {"monitor": 60, "difference": 20, "gap-age": 20, "prediction": 30, "glicko": 180}
MOST_BYTES = 4e9


def main(full: bool, worlds: Path | None) -> None:
    print("The laboratory over many games")
    with tempfile.TemporaryDirectory() as place:
        folder = worlds or Path(place)
        sizes = LARGE if full else SMALL
        files = made(sizes, folder)
        found = {key: measured(call[0], *files, *call[1:]) for key, _, call in LINES}
        assert found["difference"]["check"] == found["duckdb"]["check"]
        small = made(TINY, folder)
        by_spark, ours = measured("spark", *small), measured("calibration", *small, "difference")
        assert [row for row in ours["check"] if row[1]] == by_spark["check"]
    (DOCS / "developers" / "measured" / "lab-bench.md").write_text(page(sizes, found), encoding="utf-8")
    if full:
        for key, most in MOST_SECONDS.items():
            assert found[key]["seconds"] < most, key
            assert found[key]["peak"] < MOST_BYTES, key


def page(sizes: tuple[int, int, int], found: dict[str, Any]) -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "pyarrow", "duckdb", "pyspark"))
    kind = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    players, games, periods = sizes
    rows = "\n".join(
        f"| {words} | {found[key]['seconds']:.1f} | {found[key]['processor']:.1f} | {found[key]['peak'] / 1e9:.2f} |"
        for key, words, _ in LINES
    )
    return f"""# The laboratory, measured

Written by `make bench`, all in one run. What it means is on [another page](../../manuals/laboratory/lab.md).

Measured on: {os.cpu_count()} cores, {memory:.0f} GB, {kind}, {packages}.

{games:,} games, {players:,} players, {periods} lists that were made before. Each command reads its files and answers,
in a process of its own. If other programs run on the machine, the seconds are longer than they need be; the seconds on
the processor are not.

| | seconds | on the processor | most memory, GB |
|---|---:|---:|---:|
{rows}

The bands of DuckDB are equal to ours, number by number. Spark answers the same query over {TINY[1]:,} games with equal
numbers.
"""


if __name__ == "__main__":
    if sys.argv[1:2] == ["--process"]:
        print(json.dumps(process(sys.argv[2], sys.argv[3:])))
    else:
        where = sys.argv[sys.argv.index("--worlds") + 1] if "--worlds" in sys.argv else None
        main("--small" not in sys.argv[1:], Path(where) if where else None)
