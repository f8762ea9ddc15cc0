"""The players of a file as entries of an event, in the order of the file."""

from collections.abc import Mapping
from typing import Any

from arpad.domain.event import Player
from arpad.domain.findings import Finding
from arpad.formats.codes import is_team_event
from arpad.formats.report import LATE_COMMENT, LEFT_COMMENT, RATING_COMMENT, Report
from arpad.formats.trf_fields import whole
from arpad.formats.trf_teams import ENGINE_CODES
from arpad.tournament.log import LogChange

WRITTEN = frozenset({"XXR", "XXC", "XXS", "XXP", "XXA", "XXZ"}) | frozenset(ENGINE_CODES)
"""Records of letters that files of events have a form of their own for."""
RANK_COLUMNS, RATING_COLUMNS = slice(4, 8), slice(48, 52)


def entered(report: Report) -> tuple[list[LogChange], dict[int, int]]:
    """Return a line for each player, and the entries by starting rank."""
    national = national_ratings(report)
    late = late_entries(report)
    entry_of = {player.rank: entry for entry, player in enumerate(report.event.players, 1)}
    lines = [
        LogChange("entry.added", {"entry": entry_of[player.rank], **_fields(player, national.get(player.rank), late)})
        for player in report.event.players
    ]
    return lines, entry_of


def late_entries(report: Report) -> dict[int, int]:
    """Return the first rounds of players who come late, as comments of our own files tell them, by starting rank."""
    told = (LATE_COMMENT.fullmatch(record.text.strip()) for record in report.records if record.code == "###")
    return {int(found[2]): int(found[1]) for found in told if found is not None}


def rated_results(report: Report) -> list[Finding]:
    """A report for rating has results that were not those of the event, and points beside them (299) that are no
    penalties: one finding tells it."""
    told = [
        record for record in report.records if record.code == "###" and RATING_COMMENT.fullmatch(record.text.strip())
    ]
    return [Finding("import-rated", "warning", line=told[0].line, values={"count": len(told)})] if told else []


def foreign_records(report: Report) -> list[str]:
    """Return the lines of a file that an event has no place for, and its files keep as they are: comments, and records
    of federations or programs. Who left is known to an event of players, and its files say so themselves."""
    own, team = {report.event.federation, *WRITTEN}, is_team_event(report.event)
    return [
        record.text
        for record in report.told_records
        if (record.code == "###" and (team or not LEFT_COMMENT.match(record.text)))
        or (record.code.isalpha() and record.code not in own)
    ]


def national_ratings(report: Report) -> dict[int, int]:
    """Return the ratings in the federation's own records, by starting rank."""
    code = report.event.federation
    if len(code) != len("ESP"):
        return {}
    found = {}
    for record in report.records:
        if record.code == code:
            rank, rating = whole(record.text[RANK_COLUMNS]), whole(record.text[RATING_COLUMNS])
            if rank and rating:
                found[rank] = rating
    return found


def _fields(player: Player, national: int | None, late: Mapping[int, int]) -> Mapping[str, Any]:
    told: dict[str, Any] = {
        "name": player.name or str(player.rank),
        "id": player.id,
        "federation": player.federation,
        "sex": player.sex,
        "title": player.title,
        "rating": player.rating or 0,
        "born": player.born,
        "birthday": player.birthday.isoformat() if player.birthday else "",
        "from_round": _first_round(player) or late.get(player.rank),
    }
    if national:
        told["ratings"] = {"national": national} | ({"fide": player.rating} if player.rating else {})
    return {name: value for name, value in told.items() if value not in ("", None)}


def _first_round(player: Player) -> int | None:
    """The first round of a player who was not there at the beginning and came later."""
    there = next((cell.round for cell in player.rounds if cell.opponent is not None or cell.result != "Z"), 1)
    return there if there > 1 else None
