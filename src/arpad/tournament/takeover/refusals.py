"""Files that cannot be taken over: contradictions, ranks given twice, lines that cannot be read."""

from collections.abc import Iterator

from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.formats.consistency import CONTRADICTIONS, pairings
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Words
from arpad.pairing.state import last_paired

BROKEN = frozenset({
    "rank-missing", "rank-unreadable", "line-short", "opponent-unreadable", "bye-with-opponent", "record-column",
})  # fmt: skip
"""What the reader finds in a line that nobody can go on from."""
REFUSED = CONTRADICTIONS | {"colours-clash"}
"""What two lines say against each other."""
EVENT_RECORD = b"012 "


def readable_report(data: bytes, file: str) -> Report:
    """Return the report of a file that can be taken over; refuse any other."""
    try:
        report = read_report(data)
    except ArpadError as problem:
        if problem.key == "report-unknown" and data.lstrip(b"\xef\xbb\xbf").startswith(EVENT_RECORD):
            raise ArpadError("event-import-players", file=file) from None
        raise ArpadError("report", file=file, problem=problem) from None
    if report.format == "feda":
        raise ArpadError("event-import-format", file=file)
    _check_lines(report, file)
    _check_pairings(report.event, file)
    return report


def known_rounds(report: Report, rounds: int | None, file: str) -> int:
    """Return how many rounds the event has; refuse a file that does not say it, or has more."""
    known = rounds or report.pairing.rounds
    if known is None:
        raise ArpadError("event-import-rounds", file=file)
    found = max(
        (number for number in range(1, report.event.all_rounds + 1) if report.told_of(number)),
        default=0,
    )
    if found > known:
        raise ArpadError("event-import-rounds-many", file=file, found=found, announced=known)
    return known


def paired_rounds(event: Event) -> int:
    """Return the last round of a file that is paired."""
    return last_paired({player.rank: player.rounds for player in event.players})


def _check_lines(report: Report, file: str) -> None:
    for finding in report.findings:
        if finding.code in BROKEN:
            raise ArpadError("event-import-line", file=file, line=finding.line, problem=finding_words(finding))
    seen: dict[int, Player] = {}
    for player in report.event.players:
        if player.rank in seen:
            other = seen[player.rank].line
            raise ArpadError("event-import-rank-twice", file=file, rank=player.rank, line=other, other=player.line)
        seen[player.rank] = player


def odd_games(event: Event) -> Iterator[Finding]:
    """Yield what is odd about single games, and yet can be taken over."""
    yield from (finding for finding in pairings(event) if finding.code not in REFUSED)


def _check_pairings(event: Event, file: str) -> None:
    by_rank = {player.rank: player for player in event.players}
    for finding in pairings(event):
        if finding.code not in REFUSED:
            continue
        opponent = by_rank.get(int(str(finding.values.get("opponent", finding.player))))
        raise ArpadError(
            "event-import-contradiction",
            file=file,
            line=finding.line,
            other=opponent.line if opponent is not None else finding.line,
            problem=finding_words(finding),
        )


def finding_words(finding: Finding) -> Words:
    """The words of a finding, inside an error."""
    return Words(f"finding.{finding.code}", **finding.values)
