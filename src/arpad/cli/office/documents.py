"""The records of the office as JSON documents and as lines of a table."""

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import typer

from arpad.cli.findings import show_findings
from arpad.cli.output import fields_table, line, print_json, table
from arpad.cli.shared import Shared
from arpad.documents.fields import ShownFields
from arpad.i18n import text
from arpad.office.documents import SHORT, VERSION, due_text, replay_document, submitted_document

if TYPE_CHECKING:
    from arpad.office.records import ListChanges, Replay, Submitted, VersionRecord

T = TypeVar("T")
REFUSED = 1
FIRST_ROWS = 5
KIND_HEADINGS = {"changed": "list-changed", "first": "list-first", "gone": "list-gone"}


def day(value: dt.date | None) -> str:
    return "" if value is None else value.isoformat()


def answer_list(
    settings: Shared, fields: ShownFields[T], found: Sequence[T], names: Sequence[str], left: Sequence[int], none: str
) -> None:
    """Show things by their declared fields, as JSON or as a table; `none` is the message if there are none."""
    if settings.as_json:
        print_json([fields.document(thing) for thing in found])
    elif found:
        fields_table(settings.language, fields, found, names, left)
    else:
        line(text(none, settings.language))


def show_changes(settings: Shared, period: dt.date, changes: "ListChanges") -> None:
    """Show what a list changes against the one before, and the largest changes; nothing of a first list."""
    from arpad.lists.compare import KINDS

    spoken, against = settings.language, changes.against
    if against is None:
        return
    key = "label.office-against-version" if against.period == period else "label.office-against-list"
    line()
    line(text(key, spoken, period=against.period, version=against.number), style="bold")
    counts = [
        [text(f"time-class.{time_class}", spoken), *(str(len(own[kind])) for kind in KINDS)]
        for time_class, own in changes.players.items()
    ]
    table(spoken, ["time-class", *KIND_HEADINGS.values()], counts)
    rows = [
        [text(f"time-class.{time_class}", spoken), text(f"table.{KIND_HEADINGS[kind]}", spoken), one.id, one.name]
        + [str(rating or "–") for rating in (one.before, one.after)]
        for time_class, own in changes.players.items()
        for kind in KINDS
        for one in own[kind][:FIRST_ROWS]
    ]
    if rows:
        line()
        line(text("label.office-largest", spoken), style="bold")
        table(spoken, ["time-class", "what", "fide-id", "player", "before", "after"], rows, left=(0, 1, 2, 3))


def show_versions(settings: Shared, versions: list["VersionRecord"]) -> None:
    names = ("period", "version", "made", "state", "players", "digest", "reason")
    answer_list(settings, VERSION, versions, names, (0, 2, 3, 5, 6), "label.office-no-lists")


def show_submitted(settings: Shared, submitted: "Submitted", everything: bool) -> None:
    spoken = settings.language
    verdict = "label.office-accepted" if submitted.accepted else "label.office-refused"
    line(text(verdict, spoken, event=str(submitted.event.id), name=submitted.event.name or "–"), style="bold")
    if submitted.accepted and (when := due_text(submitted.event, spoken)):
        line(when)
    show_findings(submitted.revision.findings, spoken, everything)


def answer_submitted(settings: Shared, submitted: "Submitted", everything: bool) -> None:
    """Show whether a report was accepted. Exit 1: it was refused."""
    if settings.as_json:
        print_json(submitted_document(submitted, settings.language))
    else:
        show_submitted(settings, submitted, everything)
    if not submitted.accepted:
        raise typer.Exit(REFUSED)


def answer_replay(settings: Shared, replay: "Replay", everything: bool = False) -> None:
    """Show what a correction changed. Exit 1: its report was refused, and nothing was rated again."""
    if settings.as_json:
        print_json(replay_document(replay, settings.language))
    else:
        _show_replay(settings, replay, everything)
    if replay.submitted is not None and not replay.submitted.accepted:
        raise typer.Exit(REFUSED)


def _show_replay(settings: Shared, replay: "Replay", everything: bool) -> None:
    spoken = settings.language
    if replay.submitted is not None:
        show_submitted(settings, replay.submitted, everything)
    if not replay.versions:
        line(text("label.office-no-list-changes", spoken))
        return
    rows = [
        [version.period.isoformat(), str(version.number), str(changed), version.digest[:SHORT]]
        for version, changed in zip(replay.versions, replay.changed, strict=True)
    ]
    table(spoken, ["period", "version", "ratings-changed", "digest"], rows, left=(0, 3))
