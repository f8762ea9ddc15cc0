"""Findings: the results of checks, as values. All checks run, and all findings are shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]
"""error: it cannot be rated, or not as it is. warning: it can, but somebody should look at it. info: good to know."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: `code` names it and its message, `values` fill the message.

    `line` and `column` (from 1) point into the file, `player` is a starting rank, `round` a round, `article` the rule.
    """

    code: str
    severity: Severity
    article: str | None = None
    line: int | None = None
    column: int | None = None
    player: int | None = None
    round: int | None = None
    values: Mapping[str, object] = field(default_factory=dict)


ORDER: tuple[Severity, ...] = ("error", "warning", "info")
SAME_CAUSE = {
    "id-missing": ("player-id-missing", "player-without-id"),
    "player-without-id": ("player-id-missing",),
    "id-unreadable": ("player-id-malformed",),
    "no-edition": ("event-no-start",),
}
"""Codes whose cause is also reported by others; these say what it means for rating, so one of them is enough."""


def gravest_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the gravest first, then in the order of the file; of two findings with one cause the one that says
    more, if it is as grave."""
    listed = list(findings)
    about = {(finding.code, finding.player, ORDER.index(finding.severity)) for finding in listed}
    kept = [
        finding
        for finding in listed
        if not any(
            (code, finding.player, as_grave) in about
            for code in SAME_CAUSE.get(finding.code, ())
            for as_grave in range(ORDER.index(finding.severity) + 1)
        )
    ]
    return tuple(
        sorted(
            kept,
            key=lambda finding: (
                ORDER.index(finding.severity),
                finding.line or 0,
                finding.column or 0,
                finding.player or 0,
            ),
        )
    )
