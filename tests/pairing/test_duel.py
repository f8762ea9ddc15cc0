"""`make duel`: a program that checks and generates, played here by a script, its runs and what is kept of them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from places import PROJECT

ENGINE = f"""#!{sys.executable}
import shutil, sys
if "-c" in sys.argv:
    lines = open(sys.argv[2]).read().splitlines()
    rounds = next(int(line[4:]) for line in lines if line[:3] == "142")
    for number in range(1, rounds + 1):
        print("f: Round #", number, sep="")
        if number == 2 and "### Seed 2" in "".join(lines):
            print("  1 - 2      1 - 3")
elif "-g" in sys.argv:
    shutil.copy("{PROJECT}/tests/data/checker/swiss-12x5-both.trf", sys.argv[5])
else:
    print("BBP Pairings (somewhere) - v0.0.1 (Built today)")
"""


def run(folder: Path, *options: str, **engines: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DUEL_")}
    line = [sys.executable, str(PROJECT / "tools" / "duel.py"), *options]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        line, cwd=folder, capture_output=True, text=True, check=True, env=environment | {"PATH": ""} | engines
    )
    return done.stdout


def states(folder: Path) -> dict[str, dict[str, object]]:
    lines = (folder / ".duel" / "runs.jsonl").read_text("utf-8").splitlines()
    return {run["run"]: run for run in map(json.loads, lines)}


@pytest.mark.long
def test_a_duel_goes_on_where_it_was_and_keeps_what_differs(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text(ENGINE)
    engine.chmod(0o755)
    only = "--only", "arpad-bbp6", "--only", "bbp6-arpad"
    assert "1 tournaments, 0 that differ" in run(tmp_path, *only, "--count", "1", DUEL_BBP6=str(engine))
    first = states(tmp_path)["arpad-bbp6"]
    assert (first["tournaments"], first["next_seed"], first["version"]) == (1, 2, "v0.0.1")
    said = run(tmp_path, *only, "--count", "2", DUEL_BBP6=str(engine))
    assert "arpad-bbp6: 2 tournaments, 1 that differ" in said
    assert "bbp6-arpad: 2 tournaments, 2 that differ" in said
    kept = sorted(path.name for path in (tmp_path / ".duel" / "differences").iterdir())
    assert "arpad-bbp6-2.txt" in kept
    assert "bbp6-arpad-1.trf" in kept
    theirs = states(tmp_path)["bbp6-arpad"]
    assert (theirs["rounds"], theirs["values"]) == (10, 48)


def test_an_engine_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    said = run(tmp_path, "--count", "1")
    for variable in ("DUEL_BBP5", "DUEL_BBP6", "DUEL_GACRUX", "DUEL_PY4SWISS"):
        assert variable in said
