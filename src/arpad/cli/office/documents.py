"""The records of the office as JSON documents and as lines of a table."""

import datetime as dt
from typing import TYPE_CHECKING

import typer

from arpad.cli.findings import show_findings
from arpad.cli.output import fields_table, line, print_json, table
from arpad.cli.shared import Shared
from arpad.locale import text
from arpad.office.documents import VERSION, replay_document, submitted_document
from arpad.office.wording import SHORT

if TYPE_CHECKING:
    from arpad.office.records import Replay, Submitted, VersionRecord

REFUSED = 1


def day(value: dt.date | None) -> str:
    return "" if value is None else value.isoformat()


def show_versions(settings: Shared, versions: list["VersionRecord"]) -> None:
    names = ("period", "version", "made", "state", "players", "digest", "reason")
    fields_table(settings.language, VERSION, versions, names, left=(0, 2, 3, 5, 6))


def show_submitted(settings: Shared, it: "Submitted", everything: bool) -> None:
    spoken = settings.language
    verdict = "label.office-accepted" if it.accepted else "label.office-refused"
    line(text(verdict, spoken, event=str(it.event.id), name=it.event.name or "–"), style="bold")
    if it.accepted and it.event.due is not None:
        line(text("label.office-due", spoken, period=it.event.due))
    show_findings(it.revision.findings, spoken, everything)


def answer_submitted(settings: Shared, it: "Submitted", everything: bool) -> None:
    """Show whether a report was accepted. Exit 1: it was refused."""
    if settings.as_json:
        print_json(submitted_document(it, settings.language))
    else:
        show_submitted(settings, it, everything)
    if not it.accepted:
        raise typer.Exit(REFUSED)


def answer_replay(settings: Shared, it: "Replay", everything: bool = False) -> None:
    """Show what a correction changed. Exit 1: its report was refused, and nothing was rated again."""
    if settings.as_json:
        print_json(replay_document(it, settings.language))
    else:
        _show_replay(settings, it, everything)
    if it.submitted is not None and not it.submitted.accepted:
        raise typer.Exit(REFUSED)


def _show_replay(settings: Shared, it: "Replay", everything: bool) -> None:
    spoken = settings.language
    if it.submitted is not None:
        show_submitted(settings, it.submitted, everything)
    if not it.versions:
        line(text("label.office-no-list-changes", spoken))
        return
    rows = [
        [version.period.isoformat(), str(version.number), str(changed), version.digest[:SHORT]]
        for version, changed in zip(it.versions, it.changed, strict=True)
    ]
    table(spoken, ["period", "version", "ratings-changed", "digest"], rows, left=(0, 3))
