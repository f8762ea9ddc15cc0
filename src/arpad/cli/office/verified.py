"""What `arpad office verify` and `arpad verify` answer: the examination of an office, and its lists recomputed."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arpad.bounded import json_value
from arpad.cli.office.options import office_options, who_typed
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.clock import instant
from arpad.done import StepsDone
from arpad.i18n import ArpadError, text
from arpad.office.documents import SHORT, problem_text, verified_document

if TYPE_CHECKING:
    from arpad.office.proof.audit_findings import Examination
    from arpad.office.records import Verified
    from arpad.office.storage.database import Database

NOT_PROVED = 1
NO_ANSWER = ("bundle-none", "file-missing", "list-unreadable", "signature-missing", "needs-extra")
"""Errors of somebody who wants to verify; all others are the answer."""
LARGEST_WITNESS = 64 << 20


def verify_office(
    context: typer.Context,
    database: "Database",
    progress: StepsDone | None,
    *,
    quick: bool,
    witness: Path | None,
) -> "tuple[Examination, dict[str, list[Verified]]]":
    """Examine an office, and recompute the lists of its systems unless it is to be quick."""
    from arpad.office.context import Desk, systems_of
    from arpad.office.proof.audit import examine
    from arpad.office.proof.verification import verify

    typed = office_options(context)
    kept = {} if witness is None else read_witness(witness)
    seen = examine(database, quick=quick, witness=kept, progress=progress)
    if quick:
        return seen, {}
    names = [typed.system] if typed.system else [system.name for system in systems_of(database)]
    who, regulations = who_typed(typed.who), shared(context).regulations
    desks = {name: Desk(database, regulations, name, who, instant()) for name in names}
    return seen, {name: verify(desk, None, progress) for name, desk in desks.items()}


def read_witness(path: Path) -> dict[int, str]:
    """Return the heads of a log that somebody has kept: the JSON of the public page of the proof."""
    try:
        if path.stat().st_size > LARGEST_WITNESS:
            raise ValueError(f"> {LARGEST_WITNESS}")
        return {int(head["line"]): str(head["sha256"]) for head in json_value(path.read_bytes())["heads"]}
    except OSError as problem:
        raise ArpadError("list-unreadable", file=str(path), problem=problem.strerror or str(problem)) from None
    except (ValueError, TypeError, KeyError) as problem:
        raise ArpadError("witness-file", file=str(path), problem=str(problem)[:100]) from None


def answer_office(settings: Shared, seen: "Examination", lists: "dict[str, list[Verified]]") -> None:
    """Exit 1: something is wrong."""
    from arpad.office.proof.audit_findings import examination_document, told

    spoken = settings.language
    found = [version for versions in lists.values() for version in versions]
    if settings.as_json:
        print_json({**examination_document(seen, spoken), **verified_document(found, spoken)})
    else:
        if lists and found:
            _show(settings, found)
        for wrong in seen.wrong:
            line(told(wrong, spoken))
        for note in seen.notes:
            line(text(note, spoken), style="dim")
        not_proved = [one.table for one in seen.tables if one.how == "not" and one.rows]
        if not_proved:
            line(text("label.office-not-proved", spoken, tables=", ".join(not_proved)))
        if seen.release:
            line(text("label.office-release", spoken, release=seen.release), style="dim")
        count = max(sum(one.wrong for one in seen.tables), len(seen.wrong))
        key = "label.office-sound" if seen.sound else "label.office-wrong"
        values = {"rows": seen.rows, "tables": len(seen.tables), "line": seen.line, "count": count}
        line(text(key, spoken, **values), style="bold")
    if not seen.sound or not all(version.sound for version in found):
        raise typer.Exit(NOT_PROVED)


def answer_versions(settings: Shared, found: "list[Verified]") -> None:
    """Exit 1: a version could not be proved."""
    if settings.as_json:
        print_json(verified_document(found, settings.language))
    elif found:
        _show(settings, found)
    else:
        line(text("label.office-no-lists", settings.language))
    if not all(version.sound for version in found):
        raise typer.Exit(NOT_PROVED)


@contextlib.contextmanager
def refusing(settings: Shared) -> Iterator[None]:
    """Exit 1 if what is to be verified is refused: the answer is no. Say why, and where."""
    try:
        yield
    except ArpadError as refused:
        if refused.key in NO_ANSWER:
            raise
        problem = refused.text(settings.language)
        if settings.as_json:
            print_json({"sound": False, "problem": problem} | verified_document([], settings.language))
        else:
            line(problem)
        raise typer.Exit(NOT_PROVED) from None


def _show(settings: Shared, found: "list[Verified]") -> None:
    spoken = settings.language
    rows = [
        [
            one.period.isoformat(), str(one.number), one.digest[:SHORT], one.found[:SHORT],
            text(f"proof.state.{one.state if one.sound else 'wrong'}", spoken),
        ]
        for one in found
    ]  # fmt: skip
    table(spoken, ["period", "version", "digest", "computed", "proved"], rows, left=(0, 2, 3, 4))
    for proof in found:
        for problem in [] if proof.sound else proof.problems or ("proof.differs",):
            line(f"{proof.period} ({proof.number}): {problem_text(problem, spoken)}")
    proved, imported = (sum(one.sound and one.state == state for one in found) for state in ("proved", "imported"))
    line(text("label.office-verified", spoken, proved=proved, imported=imported, count=len(found)), style="bold")
