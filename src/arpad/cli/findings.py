"""Findings on the screen."""

from collections.abc import Sequence

from arpad.cli.output import line, table
from arpad.documents.findings import Document, Folded, findings_json, folded
from arpad.domain.findings import Finding
from arpad.i18n import Language, text


def show_findings(findings: Sequence[Finding], language: Language, everything: bool | None = None) -> None:
    """Print a table of the findings: one row for each kind, or every finding. None: there is no --all."""
    documents = findings_json(findings, language)
    rows = fold(documents, language, everything)
    if rows:
        headings = ["severity", "line", "player", "round", "article", "finding"]
        table(language, headings, [_row(row, language) for row in rows], left=(0, 2, 4, 5))
    if everything is False and len(rows) < len(documents):
        line(text("label.folded", language, count=len(documents)), style="dim")


def fold(documents: Sequence[Document], language: Language, everything: bool | None) -> list[Folded]:
    """Return one row for each kind of findings, or one for each finding."""
    if everything:
        return [Folded(document["message"], (document,)) for document in documents]
    return folded(documents, language)


def _row(row: Folded, language: Language) -> list[str]:
    finding = row.first
    alone = len(row.findings) == 1
    return [
        text(f"severity.{finding['severity']}", language),
        _place(finding),
        player_of(row),
        str(finding["round"]) if alone and finding["round"] is not None else "",
        finding["article"] or "",
        row.message,
    ]


def player_of(row: Folded) -> str:
    """Return the player of a row, if there is only one."""
    finding = row.first
    if len(row.findings) > 1 or finding["player"] is None:
        return ""
    return finding["who"] or str(finding["player"])


def _place(finding: Document) -> str:
    if finding["line"] is None:
        return ""
    return f"{finding['line']}:{finding['column']}" if finding["column"] else str(finding["line"])
