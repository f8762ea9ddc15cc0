"""What the page about a dropped report shows: the verdict, counts, next steps, norms, changes, standings, findings."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from arpad.documents.steps import as_rows
from arpad.eligibility.checks import ratable
from arpad.formats.report import Report
from arpad.i18n import Language
from arpad.rating.examine import RatedReport
from arpad.standings.crosstable import StandingsDocument, standings_document
from arpad.titles.norms import Achieved
from arpad.web.event_changes import CHANGES, greatest_gains
from arpad.web.language import language_of
from arpad.web.norms import norm_cards
from arpad.web.standings.asked import StandingsAsked
from arpad.web.standings.whole import whole_of
from arpad.web.tools.carrying import RatedBy
from arpad.web.tools.report_standings import dropped_table, shown_report

EXPLAINED = 12
"""Up to how many players all are explained at once; of a larger event one at a time, by a button."""
SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class ExaminedReport:
    """A dropped report with what was found: `document` is for programs, without the standings."""

    data: bytes
    read: Report
    by: RatedBy
    rated: RatedReport | None
    achieved: Achieved
    document: dict[str, Any]

    def standings(self, request: Request) -> StandingsDocument | None:
        """The standings for programs, None if there are none."""
        shown = shown_report(request, self.data, self.read, StandingsAsked(), self.by.kept())
        table, _ = dropped_table(shown)
        return None if table is None else standings_document(table, shown.language)


def result_page(request: Request, found: ExaminedReport, player: str) -> dict[str, Any]:
    """Return the values of the page."""
    language, event, rated = language_of(request), found.read.event, found.rated
    shown = shown_report(request, found.data, found.read, StandingsAsked(), found.by.kept())
    table, no_ranking = dropped_table(shown)
    players = () if rated is None else rated.rating.players
    changes = [CHANGES.document(one) | {"below_floor": one.below_floor} for one in players]
    used = {own["rank"]: own["rating"] for own in changes} or None
    return {
        "data": found.document,
        "event": event,
        "rated": rated,
        "good": rated is not None and ratable(rated.findings),
        "found": [
            (name, [one for one in found.document["findings"] if one["severity"] == name]) for name in SEVERITIES
        ],
        "explained": {} if rated is None else _explained(rated, player, language),
        "changes": changes,
        "gains": greatest_gains(changes),
        "cards": norm_cards(found.achieved, language),
        "whole": None if table is None else whole_of(shown, table, used),
        "no_ranking": no_ranking,
        "by": found.by,
        "way": shown.way,
        "unpaired": _rounds_if_unpaired(found.read),
    }


def _rounds_if_unpaired(read: Report) -> int:
    """How many rounds the tournament has, by what the report says or by the days of its rounds, if one is left to pair;
    else 0."""
    event = read.event
    rounds = max(event.all_rounds, len(event.round_dates))
    paired = max(
        (one.round for player in event.players for one in player.rounds if one.opponent is not None), default=0
    )
    return rounds if 0 < paired < rounds else 0


def _explained(rated: RatedReport, player: str, language: Language) -> dict[int, list[tuple[int, str, str]]]:
    """Return the reasons of each player, or of the chosen one."""
    wanted = int(player) if player.strip().isdecimal() else None
    few = wanted is None and len(rated.rating.players) <= EXPLAINED
    return {
        one.participant.player.rank: as_rows(one.steps, language)
        for one in rated.rating.players
        if few or one.participant.player.rank == wanted
    }
