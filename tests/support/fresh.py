"""Fresh environments with the built wheel and exactly what its metadata ask for, without a network.

The packages of an environment are links to those installed here: the closure of `Requires-Dist` of the wheel and of
everything that it brings, for the extras that are asked for.
"""

import os
import subprocess
import venv
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

from places import PROJECT


def build_wheel(folder: Path) -> Path:
    """The wheel, built as pip builds it."""
    (made,) = WheelBuilder(str(PROJECT)).build(directory=str(folder), versions=["standard"])
    return Path(made)


class FreshWheel:
    """The unpacked wheel, from which environments are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.content = folder / "wheel"
        with zipfile.ZipFile(build_wheel(folder)) as wheel:
            wheel.extractall(self.content)
        (information,) = self.content.glob("*.dist-info")
        self.distribution = PathDistribution(information)

    def environment(self, name: str, extras: Sequence[str] = (), besides: Sequence[str] = ()) -> Path:
        """The Python of a new environment with some extras, and packages besides that a user has."""
        place = self.folder / name
        venv.create(place, symlinks=True)
        (site,) = place.glob("lib/*/site-packages")
        for part in self.content.iterdir():
            (site / part.name).symlink_to(part)
        wanted = closure(self.distribution, extras)
        for package in besides:
            wanted |= {package: distribution(package)} | closure(distribution(package), ())
        for found in wanted.values():
            for top in tops(found):
                if not (site / top.name).exists():
                    (site / top.name).symlink_to(top)
        return place / "bin" / "python"


def closure(root: Distribution, extras: Sequence[str]) -> dict[str, Distribution]:
    """What pip would install for a distribution with some extras, by name; without itself."""
    found: dict[str, Distribution] = {}
    done: set[tuple[str, str]] = set()
    waiting: list[tuple[Distribution, str]] = [(root, extra) for extra in ("", *extras)]
    while waiting:
        one, extra = waiting.pop()
        name = one.metadata["Name"].lower()
        if (name, extra) in done:
            continue
        done.add((name, extra))
        for line in one.requires or ():
            needed = Requirement(line)
            if needed.marker is not None and not needed.marker.evaluate({"extra": extra}):
                continue
            if needed.name == root.metadata["Name"]:
                waiting += [(root, part) for part in needed.extras]
                continue
            other = found.setdefault(needed.name.lower(), distribution(needed.name))
            assert needed.specifier.contains(other.version, prereleases=True), (line, other.version)
            waiting += [(other, part) for part in ("", *needed.extras)]
    return found


def tops(found: Distribution) -> Iterator[Path]:
    """The files and folders of a distribution that lie in site-packages itself."""
    names = {file.parts[0] for file in found.files or ()}
    for name in sorted(names - {"..", "__pycache__"}):
        yield Path(str(found.locate_file(name)))


def run_in(python: Path, *arguments: str, folder: Path = PROJECT) -> subprocess.CompletedProcess[str]:
    """Run a Python program that sees nothing but its own environment."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    return subprocess.run(
        [str(python), "-I", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def size(folder: Path) -> int:
    """Bytes of the files of a folder, without compiled modules."""
    return sum(
        file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.parent.name != "__pycache__"
    )


def core_size(wheel: FreshWheel) -> int:
    """Bytes of a plain install."""
    parts = [top for found in closure(wheel.distribution, ()).values() for top in tops(found)]
    return sum(size(part) if part.is_dir() else part.stat().st_size for part in [*parts, wheel.content])
