"""The calls of a script of the examples, to be made in this process: a script in forks takes three times as long."""

import os
import subprocess
from pathlib import Path

RECORDER = """#!/bin/sh
for word in "$@"; do printf '%s\\037' "$word"; done >>"$CALLS"
echo >>"$CALLS"
"""


def calls_of(script: Path, folder: Path) -> list[list[str]]:
    """Return the arguments of every call of `arpad` in a shell script. The script runs, and its calls do nothing."""
    recorder = folder / "arpad"
    recorder.write_text(RECORDER)
    recorder.chmod(0o755)
    calls = folder / "calls"
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["sh", str(script)], env={"PATH": path, "CALLS": str(calls)}, stdout=subprocess.DEVNULL, check=True)
    return [line.split("\037")[:-1] for line in calls.read_text(encoding="utf-8").splitlines()]
