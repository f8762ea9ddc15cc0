"""Mandatory records: the records and fields that the table of the format marks as mandatory (TRF16).

The bullets are at 012, 022, 032 and 102, and at the rank of a player; the federation of a player has a circle, which
is a warning if it is wrong. 042 and 052 have none, but the start decides the edition, and the end the list.
"""

from collections.abc import Iterator

from arpad.domain.findings import Finding
from arpad.reports.report import Report

MANDATORY = ("012", "022", "032", "042", "052", "102")
FEDERATION_COLUMN = 54


def mandatory(report: Report) -> Iterator[Finding]:
    """Find missing or empty records, and players without a federation. A FEDA report has no such records (10.31)."""
    if report.format == "feda":
        return
    told = {text[:3] for text in report.lines if text[:3] in MANDATORY and text[3:].strip()}
    for code in MANDATORY:
        if code not in told:
            yield Finding(f"record-missing-{code}", "warning")
    without = [player for player in report.event.players if not player.federation]
    if without:
        first = without[0]
        values = {"count": len(without)}
        yield Finding("federation-missing", "warning", None, first.line, FEDERATION_COLUMN, first.rank, None, values)
