"""Findings on the screen."""

from collections.abc import Sequence

from arpad.cli.output import line, table
from arpad.domain import Finding
from arpad.locale import Language, text
from arpad.trail.findings import findings_json
from arpad.trail.folding import Document, Folded, folded


def show_findings(findings: Sequence[Finding], language: Language, everything: bool | None = None) -> None:
    """Print a table of the findings: one row for each kind, or every finding. None: there is no --all."""
    documents = findings_json(findings, language)
    rows = (
        [Folded(document["message"], (document,)) for document in documents]
        if everything
        else folded(documents, language)
    )
    if rows:
        headings = ["severity", "line", "player", "round", "article", "finding"]
        table(language, headings, [_row(row, language) for row in rows], left=(0, 2, 4, 5))
    if everything is False and len(rows) < len(documents):
        line(text("label.folded", language, count=len(documents)), style="dim")


def _row(row: Folded, language: Language) -> list[str]:
    it = row.first
    alone = len(row.findings) == 1
    return [
        text(f"severity.{it['severity']}", language),
        _place(it),
        player_of(row),
        str(it["round"]) if alone and it["round"] is not None else "",
        it["article"] or "",
        row.message,
    ]


def player_of(row: Folded) -> str:
    """Return the player of a row, if there is only one."""
    it = row.first
    return (it["who"] or str(it["player"])) if len(row.findings) == 1 and it["player"] is not None else ""


def _place(it: Document) -> str:
    return "" if it["line"] is None else f"{it['line']}:{it['column']}" if it["column"] else str(it["line"])
