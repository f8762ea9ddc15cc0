"""Findings on the screen."""

from collections import Counter
from collections.abc import Sequence

from arpad.cli.output import line, table
from arpad.domain import Finding
from arpad.locale import Language, text
from arpad.trail.findings import message

MOST_ALIKE = 5


def show_findings(findings: Sequence[Finding], language: Language, everything: bool) -> None:
    """A table of the findings; of those of one kind the first few, and how many more there are."""
    seen: Counter[str] = Counter()
    rows = []
    for it in findings:
        seen[it.code] += 1
        if everything or seen[it.code] <= MOST_ALIKE:
            rows.append(_row(it, language))
    if rows:
        table(language, ["severity", "line", "player-rank", "round", "article", "finding"], rows, left=(0, 4, 5))
    more = sum(count - MOST_ALIKE for count in seen.values() if count > MOST_ALIKE)
    if more and not everything:
        line(text("label.more-findings", language, count=more), style="dim")


def _row(it: Finding, language: Language) -> list[str]:
    place = "" if it.line is None else f"{it.line}:{it.column}" if it.column else str(it.line)
    return [
        text(f"severity.{it.severity}", language),
        place,
        "" if it.player is None else str(it.player),
        "" if it.round is None else str(it.round),
        it.article or "",
        message(it, language),
    ]
