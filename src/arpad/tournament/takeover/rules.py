"""The rules of an event that is taken over, as far as its file says them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.formats.codes import TournamentType, is_called, team_scores, tournament_type
from arpad.formats.report import Report, tie_break_records
from arpad.formats.scores import most_boards
from arpad.formats.trf_teams import match_records
from arpad.i18n import ArpadError
from arpad.pairing.matches_files import colour_type_of
from arpad.pairing.systems import by_id, chosen
from arpad.rating.examine import report_class
from arpad.standings.codes import SCORES, after_score, named_by_212, parse_list
from arpad.tournament.files.type_records import ORDER_CODES
from arpad.tournament.rules import LATEST_HALF_POINT_BYE, USUAL_MATCH_POINTS, plain
from arpad.tournament.schedules import PLAYERS_OF_A_MATCH, TEAM_TABLES

POINTS_OF: Mapping[str, str] = {
    "1": "win", "=": "draw", "0": "loss", "+": "forfeit-win", "-": "forfeit-loss", "U": "bye",
}  # fmt: skip
USUAL: Mapping[str, Fraction] = {
    "win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0), "forfeit-win": Fraction(1),
    "forfeit-loss": Fraction(0), "bye": Fraction(1),
}  # fmt: skip
BY_HAND = frozenset({"scheveningen", "schiller", "knock-out"})
ORDERS = {code: order for order, code in ORDER_CODES.items()}
TABLES_OF_SIDES = re.compile("skalitzka|hilton", re.IGNORECASE)
FEDERATION = re.compile(r"[A-Z]{3}")
GAME_POINTS = SCORES[1]
ORDER_COLUMNS = slice(8, 13)
LONGEST_SLUG = 40


def rules_of(
    report: Report, slug: str, rounds: int, system: str | None, found: list[Finding], *, team: bool = False
) -> dict[str, Any]:
    """Return the rules that a file gives, as a log has them; what is odd about them is added to the findings."""
    event = report.event
    told: dict[str, Any] = {
        **(team_rules(report) if team else {}),
        "slug": slug,
        "name": event.name.strip() or slug,
        "city": event.city,
        "federation": event.federation.upper() if FEDERATION.fullmatch(event.federation.upper()) else "",
        "start": event.start,
        "end": event.end,
        "system": team_system_of(report, system) if team else system_of(report, system, found),
        "rounds": rounds,
        "time_control": event.time_control,
        "time_class": report_class(event, None),
        "chief_arbiter": event.chief_arbiter,
        "arbiters": [name for name in event.deputy_arbiters if name.strip()],
        "order": _order(report),
        "points": _points(event),
        "tie_breaks": _tie_breaks(report, found),
        "schedule": [
            {"round": str(number), "start": day.isoformat()}
            for number, day in enumerate(event.round_dates[:rounds], 1)
            if day
        ],
        **({} if team else _half_point_byes(report, rounds)),
        "acceleration": "baku" if (said := tournament_type(event)) is not None and said.baku else None,
    }
    data: dict[str, Any] = plain({name: value for name, value in told.items() if value not in ("", None, [], {})})
    return data


def slug_of(event: Event, given: str | None) -> str:
    """Return the slug that was given, or one made of the name and the year."""
    if given is not None:
        return given
    apart = unicodedata.normalize("NFD", event.name.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(letter for letter in apart if not unicodedata.combining(letter)))
    made = "-".join(words)[:LONGEST_SLUG].strip("-")
    if not made:
        raise ArpadError("event-import-slug", name=event.name.strip() or "–")
    year = str(event.start.year) if event.start is not None else ""
    return made if not year or year in words else f"{made}-{year}"


def system_of(report: Report, given: str | None, found: list[Finding]) -> str:
    """Return the system of a file: a Swiss one as `arpad pair` reads it, a round robin, or pairing by hand."""
    said = tournament_type(report.event)
    if given is None and (table := TABLES_OF_SIDES.search(report.event.type)) is not None:
        found.append(Finding("import-by-hand", "warning", values={"system": table[0]}))
        return "manual"
    if said is None and given is None and len(report.event.players) == PLAYERS_OF_A_MATCH:
        return "match"
    if said is None or given is not None:
        return chosen(report, given).id
    if said.system == "round-robin":
        return "double-berger" if is_called(report.event, "double") else "berger"
    if said.system in BY_HAND:
        return _by_hand(said, found)
    return chosen(report, None).id


def team_system_of(report: Report, given: str | None) -> str:
    """Return the system of a file of teams: a Swiss one, or a round robin."""
    event = report.event
    if given is not None:
        return by_id(given, event.start).id if given not in TEAM_TABLES else given
    if is_called(event, "round-robin"):
        return "double-berger" if is_called(event, "double") else "berger"
    return chosen(report, None).id


def team_rules(report: Report) -> dict[str, Any]:
    """Return what a file says about the matches of teams: the boards and their colours, the points of matches and of
    the bye, the kind of colour preferences."""
    event, records = report.event, match_records(report)
    code = event.type_code.upper()
    if team_scores(code)[0]:
        raise ArpadError("event-import-game-points", text=code)
    scores = tie_break_records(report)
    if named_by_212(scores) == GAME_POINTS:
        raise ArpadError("event-import-score", line=scores["212"].line, text=scores["212"].text.strip())
    points = tuple(records.points[name] for name in ("TW", "TD", "TL"))
    byes = event.team_byes
    longest = max((len(ranks) for ranks in records.lineups.values()), default=0)
    return {
        "kind": "team",
        "boards": max(len(event.board_colours), most_boards(event), longest) or None,
        "pattern": event.board_colours,
        "match_points": None if points == USUAL_MATCH_POINTS else points,
        "bye_points": None if byes is None else (byes.match_points, byes.game_points),
        "colours": colour_type_of(code, None),
    }


def _by_hand(said: TournamentType, found: list[Finding]) -> str:
    found.append(Finding("import-by-hand", "warning", values={"system": said.text}))
    return "manual"


def _order(report: Report) -> str | None:
    """172: how the players were put in order."""
    said = next((record.text for record in report.records if record.code == "172"), "")
    return ORDERS.get(said[ORDER_COLUMNS].strip().upper())


def _points(event: Event) -> dict[str, Fraction]:
    """The points of the event, if they are not the usual ones; 299 may say that of a forfeit."""
    told = {name: event.scoring[code] for code, name in POINTS_OF.items() if code in event.scoring}
    for extra in event.extra_points:
        if extra.kind in ("+", "-") and extra.round is None and not extra.players:
            told[POINTS_OF[extra.kind]] = extra.points
    return {} if {**USUAL, **told} == USUAL else {**USUAL, **told}


def _half_point_byes(report: Report, rounds: int) -> dict[str, int]:
    """C.05 6.7 (4): half-point byes of the file are allowed: as many as a player has, and as late as one is."""
    told = {
        (cell.round, player.rank) for player in report.event.players for cell in player.rounds if cell.result == "H"
    }
    told |= {(bye.round, rank) for bye in report.byes if bye.kind == "H" for rank in bye.players}
    if not told:
        return {}
    most = max(Counter(rank for _, rank in told).values())
    last = max(number for number, _ in told)
    return {"half_point_byes": most} | ({"half_point_bye_until": last} if last > rounds - LATEST_HALF_POINT_BYE else {})


def _tie_breaks(report: Report, found: list[Finding]) -> list[str]:
    records = tie_break_records(report)
    written = records.get("212") or records.get("202")
    if written is None:
        return []
    try:
        codes = parse_list(written.text)
    except ArpadError as problem:
        values = {"codes": written.text, "problem": problem}
        found.append(Finding("import-tie-breaks", "warning", line=written.line, values=values))
        return []
    return [one.code for one in after_score(codes, SCORES[team_scores(report.event.type_code)[0]])]
