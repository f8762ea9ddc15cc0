"""Findings as JSON."""

from collections.abc import Mapping, Sequence

from arpad.domain import Finding
from arpad.locale import Language, said, spoken, text
from arpad.trail.shapes import FindingDocument

ADVICE: Mapping[str, object] = {"advice": "", "league": "", "approved": "", "result": "@player-id.required"}
"""Parts of a message that depend on the edition; findings kept by an earlier release do not have them."""


def message(finding: Finding, language: Language) -> str:
    """Return the message of a finding."""
    values = said({**ADVICE, **finding.values}, language)
    return text(
        f"finding.{finding.code}", language, **{name: spoken(value, language) for name, value in values.items()}
    )


def findings_json(findings: Sequence[Finding], language: Language) -> list[FindingDocument]:
    """Return the findings as documented; `who` is the player's number and name, if the name is known."""
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "article": finding.article,
            "line": finding.line,
            "column": finding.column,
            "player": finding.player,
            "round": finding.round,
            "who": finding.values.get("who"),
            "message": message(finding, language),
        }
        for finding in findings
    ]
