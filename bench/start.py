"""How long a command takes to start, as a multiple of an empty Python of the same interpreter.

    python bench/start.py

Every call is measured in processor time, the least of several, in turn, so that they meet the same machine.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

TURNS = 9
EXAMPLES = Path(__file__).parent.parent / "examples"
CHANGE = "calc change --edition fide-2024 --rating 2212 --k 40 --game 1926:1 --game 2318:0.5"
MOST = {"import arpad": 3, "--version": 9, "calc change": 16, "pair, 100 players": 22, "rate": 26, "norm": 28}
"""The multiples that must hold."""


def processor_seconds(arguments: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "open.trf"
        made = f"pair generate --players 100 --rounds 9 --played 5 --seed 1 -o {report}"
        subprocess.run([sys.executable, "-m", "arpad", *made.split()], stdout=subprocess.DEVNULL, check=True)
        calls = {
            "python -c pass": ["-c", "pass"],
            "import arpad": ["-c", "import arpad"],
            "--version": ["-m", "arpad", "--version"],
            "calc change": ["-m", "arpad", *CHANGE.split()],
            "pair, 100 players": ["-m", "arpad", "pair", str(report)],
            "rate": ["-m", "arpad", "rate", str(EXAMPLES / "open-2024.trf")],
            "norm": ["-m", "arpad", "norm", str(EXAMPLES / "norm-example-1.trf")],
        }
        least = dict.fromkeys(calls, float("inf"))
        for _ in range(TURNS):
            for name, arguments in calls.items():
                least[name] = min(least[name], processor_seconds(arguments))
    empty = least["python -c pass"]
    for name, seconds in least.items():
        bound = f" (at most {MOST[name]})" if name in MOST else ""
        print(f"{name:<20}{seconds * 1000:8.1f} ms {seconds / empty:6.1f} times{bound}")


if __name__ == "__main__":
    main()
