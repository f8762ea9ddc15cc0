"""Install the built wheel with pip into fresh environments, and try it: a plain install, then every extra.

    PYTHONPATH=tests/support python tools/wheel.py [--lowest] [EXTRA ...]

`--lowest` takes the lowest release of every package that `pyproject.toml` admits, not the pinned one. Prints what each
takes on disk. The Python of the README runs in the plain one, beside the files of `arpad examples`.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

from fresh import build_wheel, size
from places import PROJECT

PINS = ("requirements.txt", "requirements-dev.txt")
DECLARED = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = DECLARED["optional-dependencies"]
LOWEST = "lowest.txt"
LINES = (
    "calc change --edition fide-2024 --rating 2212 --k 40 --game 1926:1",
    "rate examples/open-2024.trf",
    "norm examples/open-2024.trf",
    "standings examples/open-2024.trf",
    "pair examples/open-2024.trf --rounds 10",
)


def lowest() -> str:
    """The lowest release of every package that is admitted, as constraints."""
    wanted = [*DECLARED["dependencies"], *(line for lines in EXTRAS.values() for line in lines)]
    bounds = (re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", line) for line in wanted)
    return "".join(f"{found[1]}=={found[2]}\n" for found in bounds if found)


def install(folder: Path, wheel: Path, extra: str, pins: list[str]) -> Path:
    """A fresh environment with the wheel; pip itself is not counted."""
    venv.create(folder, with_pip=True, symlinks=True)
    before = _bytes(folder)
    wanted = f"arpad[{extra}] @ {wheel.as_uri()}" if extra else str(wheel)
    constraints = [word for name in pins for word in ("-c", name)]
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", *constraints, wanted], check=True)
    after = _bytes(folder)
    sizes = ", ".join(
        f"{(now - then) / 1e6:.1f} MB {name}" for name, now, then in zip(NAMES, after, before, strict=True)
    )
    print(f"arpad{f'[{extra}]' if extra else '':<10} {sizes}", flush=True)
    return folder / "bin"


NAMES = ("of files", "with compiled modules")


def _bytes(folder: Path) -> tuple[int, int]:
    (site,) = folder.glob("lib/*/site-packages")
    return size(site), sum(file.stat().st_size for file in site.rglob("*") if file.is_file())


def try_plain(commands: Path, folder: Path) -> None:
    """The commands of a plain install, and the Python of the README."""
    subprocess.run([commands / "arpad", "examples"], cwd=folder, check=True)
    for line in LINES:
        subprocess.run([commands / "arpad", *line.split()], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        print(f"  arpad {line}")
    readme = (PROJECT / "README.md").read_text("utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    subprocess.run([commands / "python", "-c", code], cwd=folder, check=True)


def main() -> None:
    at_lowest = "--lowest" in sys.argv
    extras = [word for word in sys.argv[1:] if word != "--lowest"] or ["", *EXTRAS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / LOWEST).write_text(lowest(), "utf-8")
        pins = [str(folder / LOWEST)] if at_lowest else [str(PROJECT / pinned) for pinned in PINS]
        wheel = build_wheel(folder)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        for extra in extras:
            commands = install(folder / f"with-{extra}", wheel, extra, pins)
            if not extra:
                try_plain(commands, folder)
            subprocess.run([commands / "arpad", "--help"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
