"""Findings as JSON."""

from collections.abc import Mapping, Sequence

from arpad.domain.findings import Finding
from arpad.i18n import Language, has, said, spoken, text
from arpad.trail.shapes import FindingDocument

ADVICE: Mapping[str, object] = {"advice": "", "league": "", "approved": "", "result": "@player-id.required"}
"""Parts of a message that depend on the edition; findings kept by an earlier release do not have them."""


def message(finding: Finding, language: Language, *, at_desk: bool = False) -> str:
    """Return the message of a finding; at the desk of an event, where nobody writes a report, without its columns."""
    values = said({**ADVICE, **finding.values}, language)
    own = f"desk-finding.{finding.code}"
    key = own if at_desk and has(own) else f"finding.{finding.code}"
    return text(key, language, **{name: spoken(value, language) for name, value in values.items()})


def findings_json(findings: Sequence[Finding], language: Language, *, at_desk: bool = False) -> list[FindingDocument]:
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
            "message": message(finding, language, at_desk=at_desk),
        }
        for finding in findings
    ]
