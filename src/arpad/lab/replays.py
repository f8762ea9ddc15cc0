"""One run for each edition of a comparison, in a folder of work: a run of the same files and rules is used again."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from arpad.bulk.replay import Line, only
from arpad.bulk.run import RESULT, run, run_fingerprint
from arpad.done import StepsDone, with_progress
from arpad.i18n import ArpadError
from arpad.lab.chosen_editions import ChosenEdition
from arpad.lab.derived_worlds import leave_out, refused_round_robins, with_transition
from arpad.lab.same_games import WorldColumns

SIGNS = 12
REFUSED = "bulk-round-robin"


@dataclass(frozen=True, slots=True)
class EditionRun:
    """A run of an edition: its world (with a transition perhaps), and where its lists are."""

    chosen: ChosenEdition
    world: WorldColumns
    out: Path

    @property
    def line(self) -> Line:
        return only(self.chosen.edition)


@contextmanager
def work_folder(named: Path | None) -> Iterator[Path]:
    """Provide the folder in which runs are kept; without a name it is removed in the end."""
    if named is None:
        with TemporaryDirectory(prefix="arpad-lab-") as folder:
            yield Path(folder)
        return
    try:
        named.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(named), problem=problem.strerror or str(problem)) from None
    yield named


def without_refused(world: WorldColumns, editions: Sequence[ChosenEdition], work: Path) -> tuple[WorldColumns, int]:
    """Return the world without the round robins that one of the editions would refuse, and how many these are."""
    refused = refused_round_robins(world, [only(one.edition) for one in editions])
    count = int(refused.sum())
    return (leave_out(world, refused, work / "world-left-out"), count) if count else (world, 0)


def replays(
    world: WorldColumns,
    editions: Sequence[ChosenEdition],
    work: Path,
    *,
    transition: bool = False,
    progress: StepsDone | None = None,
) -> list[EditionRun]:
    """Run every edition, or find its run."""
    found = []
    for chosen in with_progress(editions, len(editions), progress):
        name = _folder_name(chosen.name)
        own = with_transition(world, chosen.edition, work / f"world-{name}") if transition else world
        line = only(chosen.edition)
        out = work / f"{name}-{run_fingerprint(own.folder, line)[:SIGNS]}"
        if not (out / RESULT).exists():
            _run(own, out, line)
        found.append(EditionRun(chosen, own, out))
    return found


def _run(world: WorldColumns, out: Path, line: Line) -> None:
    try:
        run(world.folder, out, line)
    except ArpadError as problem:
        if problem.key == REFUSED:
            edition = line.editions[0]
            refused = int(refused_round_robins(world, [line]).sum())
            article = edition.change.round_robin.article.number
            raise ArpadError("lab-round-robins", edition=edition.id, article=article, count=refused) from None
        raise


def _folder_name(edition: str) -> str:
    """Return an id as the name of a folder."""
    return re.sub(r"[^A-Za-z0-9.=-]+", "_", edition)
