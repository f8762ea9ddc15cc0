"""Arpad runs from a zip file of its package."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import make_archive

import pytest

HOME = Path(__file__).parents[2]
OPEN = HOME / "examples/open-2024.trf"


@pytest.mark.long
def test_commands_run_from_a_zip_file(tmp_path: Path) -> None:
    packed = make_archive(str(tmp_path / "arpad"), "zip", HOME / "src", "arpad")
    environment = os.environ | {"PYTHONPATH": packed, "ARPAD_WHO": "test", "ARPAD_DB": f"sqlite:///{tmp_path / 'o.db'}"}

    def run(*arguments: str) -> str:
        call = [sys.executable, *arguments]
        done = subprocess.run(call, check=False, capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("-c", "import arpad; print(arpad.__file__)").startswith(packed)
    for arguments in (
        ["--version"],
        ["calc", "change", "--edition", "fide-2024", "--rating", "2212", "--k", "40", "--game", "1926:1"],
        ["rate", str(OPEN)],
        ["standings", str(OPEN)],
        ["pair", str(HOME / "examples/open-after-5.trf"), "--rounds", "9"],
        ["office", "init", "--federation", "ESP"],
        ["office", "import-list", str(HOME / "examples/lists/2025-01.csv"), "--date", "2025-01-01"],
        ["office", "close", "2025-02"],
        ["explain", str(OPEN), "--player", "1", "--pdf", "player.pdf"],
    ):
        assert run("-m", "arpad", *arguments)
    assert (tmp_path / "player.pdf").read_bytes().startswith(b"%PDF")
