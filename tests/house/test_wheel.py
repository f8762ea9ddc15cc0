"""The wheel in fresh environments: a plain install and every extra, each with what its metadata ask for.

`make wheel` does the same with pip and a network.
"""

import json
import re
import tomllib
from pathlib import Path

import pytest

from arpad.extras import EXTRAS, INCLUDED
from fresh import FreshWheel, closure, core_size, run_in
from places import PROJECT

MOST_BYTES = 25_000_000
"""The files of a plain install. Compiled, they take a little more than twice as much: 60 MB is the bound."""

CORE = [
    "--version",
    "--help",
    "calc change --edition fide-2024 --rating 2212 --k 40 --game 1926:1 --explain",
    "rate examples/open-2024.trf",
    "explain examples/open-2024.trf --player 7 --lang es",
    "report check examples/open-2024.trf --no-hybrid",
    "norm examples/open-2024.trf",
    "standings examples/open-2024.trf",
    "pair examples/open-2024.trf --rounds 10",
    "draw berger 6",
    "prizes examples/prizes.csv --rules examples/prizes.toml",
    "titles application examples/title-application.toml",
    "editions diff fide-2024 fide-2025",
    "office --help",
]
"""Commands of a plain install."""
LACKING = {
    "rate examples/open-2024.trf --list examples/lists/2025-01.csv": "tables",
    "list show examples/lists/2025-01.csv --id 1": "tables",
    "explain examples/open-2024.trf --player 7 --pdf sheet.pdf": "pdf",
    "office lists": "office",
    "event list": "office",
    "serve": "web",
    "bulk run world -o lists": "bulk",
    "lab monitor": "bulk",
    "games check examples/games/torre.pgn": "games",
}
"""Commands that need an extra, and which."""
PLAIN_PROGRAMS = (
    "python/change python/first_rating python/read_report python/rate_report python/norms python/pairing "
    "python/berger python/diff python/own_edition programs/one_game programs/all_norms programs/next_round "
    "programs/two_editions programs/juniors_30 programs/convert programs/tournament programs/service"
)
PROGRAMS = {
    "tables": "programs/list_to_parquet", "pdf": "programs/why_spanish", "spark": "programs/report_to_pandas",
    "office": "python/office programs/office_notebook programs/signed_list programs/find_name",
    "bulk": "programs/history programs/notebook",
}  # fmt: skip
"""The programs of the examples by the extra that they need; polars is none of ours."""

RUN = """
import os, pathlib, runpy, tempfile
def run(programs):
    here = pathlib.Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(here / "examples", f"{folder}/examples")
        os.chdir(folder)
        for program in programs.split():
            runpy.run_path(f"examples/{program}.py")
        os.chdir(here)
"""
CALL = """
import contextlib, io, json, sys
from arpad.cli.main import main
def call(line):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(line.split(), {})
    return code, out.getvalue(), err.getvalue()
"""
IN_CORE = (
    CALL
    + RUN
    + """
import arpad
told = {line: call(line) for line in sys.argv[1].split("|")}
run(sys.argv[2])
exec(sys.argv[3], {})
for ask in (lambda: arpad.read_list("examples/lists/2025-01.csv"), arpad.Office.memory,
            lambda: arpad.read("examples/open-2024.trf").rate()[1].pdf(),
            lambda: arpad.read("examples/open-2024.trf").players.to_arrow(),
            lambda: arpad.history(1850, [(1926, 1, "2024-05-11")], k=20)):
    try:
        ask()
    except arpad.ArpadError as problem:
        told[str(len(told))] = 2, problem.text("es"), str(problem)
print("told", json.dumps(told))
"""
)
TRIED = {
    "sheets": """
import python_calamine, xlsxwriter
assert python_calamine.CalamineWorkbook and xlsxwriter.Workbook
""",
    "tables": """
import arpad
ratings = arpad.read_list("examples/federation/list-2023-09.csv")
assert ratings.to_arrow().num_rows == len(ratings)
assert call("rate examples/federation/01-valdeoca.trf --list examples/federation/list-2023-09.csv --json")[0] == 0
""",
    "pandas": """
import arpad
frame = arpad.read_list("examples/federation/list-2023-09.csv").to_pandas()
assert len(frame) == len(arpad.read_list("examples/federation/list-2023-09.csv"))
""",
    "polars": """
import arpad
frame = arpad.read_list("examples/federation/list-2023-09.csv").to_polars()
assert frame.height == len(arpad.read_list("examples/federation/list-2023-09.csv"))
""",
    "pdf": """
import arpad
assert arpad.read("examples/open-2024.trf").rate()["Abad, Ana"].pdf().startswith(b"%PDF")
""",
    "office": "",
    "web": """
import asyncio, pathlib
from arpad.cli.serve import application
import arpad.web.server, os
os.environ["ARPAD_DB"] = f"sqlite:///{sys.argv[1]}/office.db"
assert call(f"office init --federation ESP --db {os.environ['ARPAD_DB']}")[0] == 0
sent = []
async def get(path):
    async def receive(): return {"type": "http.request", "body": b"", "more_body": False}
    async def send(message): sent.append(message)
    await application()({"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "path": path, "raw_path": path.encode(), "query_string": b"", "headers": [(b"host", b"localhost")],
        "scheme": "http", "client": ("127.0.0.1", 1), "server": ("localhost", 8000), "root_path": ""}, receive, send)
asyncio.run(get("/"))
assert sent[0]["status"] == 200, sent[0]
""",
    "bulk": """
world, lists = f"{sys.argv[1]}/world", f"{sys.argv[1]}/lists"
made = f"bulk generate --players 300 --games 900 --periods 2 --seed 1 -o {world}"
for line in (made, f"bulk run {world} -o {lists}"):
    code, out, err = call(line)
    assert code == 0, err
""",
    "spark": """
import pandas, pyspark, duckdb
import arpad.bulk.spark
""",
    "games": """
code, out, err = call("games check examples/games/torre.pgn")
assert code in (0, 1) and out, err
""",
    "fast": """
from arpad.pairing._matching import quick_library
import numba
assert quick_library() is not None
assert call("pair examples/open-2024.trf --rounds 10")[0] == 0
""",
}
"""What is tried with each extra."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> FreshWheel:
    return FreshWheel(tmp_path_factory.mktemp("wheel"))


@pytest.mark.long
def test_a_plain_install_is_small_and_rates_ranks_and_pairs(wheel: FreshWheel) -> None:
    assert core_size(wheel) < MOST_BYTES
    assert not set(closure(wheel.distribution, ())) & {"fastapi", "sqlalchemy", "typst", "pyarrow", "numpy"}
    python = wheel.environment("core")
    readme = (PROJECT / "README.md").read_text("utf-8")
    (lines,) = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    spanish = [f"{line} --lang es" for line in LACKING]
    every = "|".join([*CORE, *LACKING, *spanish])
    done = run_in(python, "-c", IN_CORE, every, PLAIN_PROGRAMS, lines)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.rpartition("told ")[2])
    for line in CORE:
        assert told[line][0] == 0, told[line]
        assert told[line][1]
    for line, extra in LACKING.items():
        for asked in (line, f"{line} --lang es"):
            code, out, err = told[asked]
            assert (code, out) == (2, ""), asked
            assert err.endswith(f'pip install "arpad[{extra}]"\n'), asked
            assert err.count("\n") == 1
        assert told[line][2] != told[f"{line} --lang es"][2]
    refused = [words for line, words in told.items() if line.isdigit()]
    assert [re.findall(r"arpad\[(\w+)\]", words[1] + words[2]) for words in refused] == [
        [extra] * 2 for extra in ("tables", "office", "pdf", "tables", "bulk")
    ]


@pytest.mark.long
def test_every_extra_brings_what_it_is_for(wheel: FreshWheel, tmp_path: Path) -> None:
    for extra, code in TRIED.items():
        python = wheel.environment(extra, [extra])
        programs = f"run({PROGRAMS[extra]!r})" if extra in PROGRAMS else ""
        done = run_in(python, "-c", CALL + RUN + code + programs, str(tmp_path))
        assert done.returncode == 0, (extra, done.stderr)


def test_the_extras_are_those_of_the_project() -> None:
    """`arpad.extras` names the extra that `pyproject.toml` declares for each package."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = project["optional-dependencies"]
    assert set(declared) == {*TRIED, "all"}
    brought = {
        extra: {re.split(r"[\[<>=;]", line)[0] for line in lines if not line.startswith("arpad")}
        for extra, lines in declared.items()
    }
    included = {
        extra: re.findall(r"\w+", "".join(re.findall(r"arpad\[(.*?)\]", str(lines))))
        for extra, lines in declared.items()
    }
    assert {extra: tuple(parts) for extra, parts in included.items() if parts and extra != "all"} == INCLUDED
    for package, extra in EXTRAS.items():
        if package not in ("starlette", "pydantic", "argon2"):  # those come with fastapi and pwdlib
            assert package.replace("_", "-") in brought[extra], package
    whole = {*included["all"]}
    for _ in included:
        whole |= {part for extra in whole for part in included[extra]}
    assert whole == set(TRIED)


def test_the_two_commands_have_what_they_need(wheel: FreshWheel) -> None:
    """`make setup` installs every package of the office in a browser, in the version that is pinned."""
    lines = (PROJECT / "requirements.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in lines if "==" in line}
    needed = closure(wheel.distribution, ["web", "bulk", "games"])
    assert {name.replace("_", "-") for name in needed} <= pinned
