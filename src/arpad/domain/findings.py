"""Findings: what a check has to say, as values. All checks run, and all findings are shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]
"""error: it cannot be rated, or not as it stands. warning: it can, but somebody should look. info: good to know."""


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


def gravest_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The gravest first, then as they stand in the file."""
    return tuple(
        sorted(findings, key=lambda it: (ORDER.index(it.severity), it.line or 0, it.column or 0, it.player or 0))
    )
