"""All benches, one after the other; with AGAINST=commit each is run beside that commit's own, in one run.

    python bench/all.py [COMMIT]

The older commit is checked out into a folder of its own, which is gone in the end. What it has no bench for (such as
the start of a command) is measured there with the bench of this commit.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent.parent
BENCHES = (
    "start",
    "one_player",
    "reports",
    "from_file_to_table",
    "lists",
    "office",
    "bulk",
    "lab",
    "frame",
    "pairing",
    "pairing_systems",
    "standings",
    "games",
    "connections",
    "event",
    "web",
    "web_lists",
    "soak",
)
EVERYWHERE = ("start", "from_file_to_table")
"""Benches that call only what every commit has, so they can measure any commit."""


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """A folder with the files of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "against"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], cwd=HERE, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=HERE, check=True)


def measure(name: str, tree: Path) -> None:
    """Run one bench with the sources of a tree."""
    script = tree / "bench" / f"{name}.py"
    if not script.exists():
        if name not in EVERYWHERE:
            return
        script = HERE / "bench" / f"{name}.py"
    print(f"== {name} · {'this commit' if tree == HERE else tree.name}", flush=True)
    sources = (tree / "src", tree / "tests" / "support", tree / "tests")  # older commits have all tests in one folder
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, sources))}
    subprocess.run([sys.executable, str(script)], cwd=tree, env=environment, check=True)


def main() -> None:
    commit = sys.argv[1] if len(sys.argv) > 1 else ""
    if not commit:
        for name in BENCHES:
            measure(name, HERE)
        return
    with checkout(commit) as other:
        for name in BENCHES:
            measure(name, other)
            measure(name, HERE)


if __name__ == "__main__":
    main()
