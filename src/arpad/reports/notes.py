"""Collecting findings while a file is read: one by one, or one for many of a kind."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from arpad.domain.findings import Finding, Severity

MOST_OF_A_KIND = 200


class Notes:
    """The findings of one reading. Of a kind that fills a file only the first are kept, and the rest counted."""

    def __init__(self) -> None:
        self._single: list[Finding] = []
        self._grouped: dict[tuple[str, object], tuple[Finding, int]] = {}
        self._of_a_kind: dict[str, int] = {}

    def add(
        self,
        code: str,
        severity: Severity,
        line: int | None = None,
        column: int | None = None,
        /,
        *,
        player: int | None = None,
        round_number: int | None = None,
        **values: object,
    ) -> None:
        """Add one separate finding."""
        found = self._of_a_kind[code] = self._of_a_kind.get(code, 0) + 1
        if found <= MOST_OF_A_KIND:
            self._single.append(Finding(code, severity, None, line, column, player, round_number, values))

    def count(
        self,
        code: str,
        severity: Severity,
        line: int | None = None,
        column: int | None = None,
        /,
        *,
        of: object = None,
        player: int | None = None,
        round_number: int | None = None,
        **values: object,
    ) -> None:
        """One more of a kind: a single finding points to the first of them, and its message has their {count}."""
        first, found = self._grouped.get((code, of), (None, 0))
        if first is None:
            first = Finding(code, severity, None, line, column, player, round_number, values)
        self._grouped[code, of] = (first, found + 1)

    def extend(self, findings: Iterable[Finding]) -> None:
        """Findings that were made elsewhere."""
        for finding in findings:
            self._of_a_kind[finding.code] = self._of_a_kind.get(finding.code, 0) + 1
            self._single.append(finding)

    def has(self, code: str) -> bool:
        """Whether anything of a kind was found."""
        return code in self._of_a_kind or any(code == known for known, _ in self._grouped)

    def all(self) -> tuple[Finding, ...]:
        """All findings in the order of the file."""
        found = list(self._single)
        for first, count in self._grouped.values():
            values: dict[str, Any] = {**first.values, "count": count}
            found.append(replace(first, values=values))
        for code, count in self._of_a_kind.items():
            if count > MOST_OF_A_KIND:
                found.append(Finding("findings-more", "info", values={"code": code, "count": count - MOST_OF_A_KIND}))
        return tuple(sorted(found, key=lambda finding: (finding.line or 0, finding.column or 0)))
