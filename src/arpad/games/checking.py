"""A whole file of games checked: each game by itself, and all of them against the report of the event."""

from collections.abc import Iterable
from dataclasses import dataclass

from arpad.domain.event import Event, System
from arpad.domain.findings import Finding, gravest_first
from arpad.games.against_report import ComparedGames, ReportComparison, duty_of
from arpad.games.endings import check_ending
from arpad.games.pgn import read_pgn
from arpad.games.record import record_of
from arpad.i18n import ArpadError
from arpad.regulations.title_editions import title_edition_for
from arpad.titles.model import EventFacts
from arpad.titles.norms import find_all


def comparison(event: Event, system: System, *, hybrid: bool = False) -> ReportComparison:
    """A report to compare games with, and the players whose games have to be sent (B.01 1.9.1)."""
    duty = duty_of(system, hybrid=hybrid)
    makers: frozenset[int] = frozenset()
    if duty == "norm players" and event.start is not None:
        found = find_all(event, title_edition_for(event.start), EventFacts())
        makers = frozenset(one.rank for one in found if any(norm.achieved for norm in one.norms))
    return ReportComparison(event, duty, makers)


@dataclass(frozen=True, slots=True)
class CheckedGames:
    """A file of games: how many, what was found, the gravest first, and what the report has besides."""

    games: int
    findings: tuple[Finding, ...]
    compared: ComparedGames


def check_games(name: str, lines: Iterable[bytes], beside: ReportComparison, most: int) -> CheckedGames:
    """Check a file of at most so many games against a report."""
    found: list[Finding] = []
    count = 0
    for written in read_pgn(name, lines):
        count += 1
        if count > most:
            raise ArpadError("web-games-many", most=most)
        record = record_of(written)
        found += (*record.findings, *check_ending(record), *beside.take(record))
    compared = beside.finish()
    return CheckedGames(count, tuple(gravest_first([*found, *compared.lacking])), compared)
