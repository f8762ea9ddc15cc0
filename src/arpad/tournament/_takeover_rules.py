"""Import an event from a file: its entries, boards and rules, and the files that are refused."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arpad.domain.event import USUAL_POINTS, Colour, Event, Player, RoundResult
from arpad.domain.findings import Finding, Severity
from arpad.formats.codes import is_called, is_team_event, team_scores, tournament_type
from arpad.formats.consistency import CONTRADICTIONS, pairings
from arpad.formats.read import read_report
from arpad.formats.report import (
    LATE_COMMENT,
    LEFT_COMMENT,
    RATING_COMMENT,
    TABLE_COMMENT,
    Report,
    tie_break_records,
)
from arpad.formats.scores import most_boards
from arpad.formats.trf_fields import whole
from arpad.formats.trf_teams import ENGINE_CODES, match_records
from arpad.i18n import ArpadError, Words
from arpad.pairing.matches_files import colour_type_of
from arpad.pairing.state import PairingPlayer, Records, Tournament, board_order, last_paired, read_records
from arpad.pairing.systems import by_id, chosen
from arpad.rating.examine import report_class
from arpad.standings.codes import SCORES, after_score, named_by_212, parse_list
from arpad.tournament._file_content import ORDER_CODES
from arpad.tournament.journal import after_changes
from arpad.tournament.kinds.boards import ResultsSet
from arpad.tournament.kinds.entries import EntryAdded, ListClosed, PairsForbidden
from arpad.tournament.kinds.event import EventCreated
from arpad.tournament.kinds.rounds import RoundDrawn, RoundPublished
from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED, RESULT_OF
from arpad.tournament.rules import LATEST_HALF_POINT_BYE, USUAL_MATCH_POINTS, EventRules, plain
from arpad.tournament.schedules import PLAYERS_OF_A_MATCH, TEAM_TABLES, drawn_table, plain_name
from arpad.tournament.state import EventState

# A round of a file as a round of an event: boards in their order, the bye, and who was not paired.

WITHOUT_OPPONENT: Mapping[str, str] = {"1": "F", "W": "F", "+": "F", "=": "H", "D": "H", "0": "Z", "L": "Z"}
"""A result that has no opponent, as the bye that it is worth."""


@dataclass(frozen=True, slots=True)
class TakenBoard:
    """A board by starting ranks, 0 for nobody, with its result if it has one; `""`: it is known. `turned`: a board of
    teams that was played with other colours than the pattern has."""

    white: int
    black: int
    result: str | None
    turned: bool = False


@dataclass(frozen=True, slots=True)
class TakenRound:
    """A round by starting ranks. `absent` have H, Z or F; `missing` lost by forfeit against nobody."""

    number: int
    boards: tuple[TakenBoard, ...]
    bye: int | None
    absent: Mapping[int, str]
    missing: tuple[int, ...]

    def code_of(self, rank: int, cell: RoundResult) -> str | None:
        """Return the result that a player has in the event, after what was adjusted."""
        return self.absent.get(rank, cell.result) if cell.opponent is None else cell.result


def taken_round(players: Mapping[int, Player], number: int, findings: list[Finding]) -> TakenRound:
    """Return a round of a file, its boards in no order yet."""
    cells = {rank: player.rounds[number - 1] for rank, player in players.items() if number <= len(player.rounds)}
    boards, missing = [], []
    absent: dict[int, str] = {}
    bye: int | None = None
    for rank in sorted(players):
        cell = cells.get(rank) or RoundResult(number, None, None, "Z")
        if cell.opponent is not None:
            if rank < cell.opponent:
                boards.append(_board(players[rank], cell, cells[cell.opponent], findings))
        elif cell.result == "U" and bye is None:
            bye = rank
        elif cell.result == "-":
            missing.append(rank)
        else:
            absent[rank] = _away(players[rank], cell, findings)
    return TakenRound(number, tuple(boards), bye, absent, tuple(missing))


def _board(player: Player, cell: RoundResult, other: RoundResult, findings: list[Finding]) -> TakenBoard:
    """The board of two lines, from the one with the lower number."""
    opponent = cell.opponent or 0
    has_white = cell.colour == "w" or (cell.colour is None and other.colour in ("b", None))
    if cell.colour is None and other.colour is None:
        values = {"opponent": opponent}
        severity: Severity = "warning" if cell.played else "info"
        findings.append(
            Finding("import-colours", severity, None, player.line, cell.column, player.rank, cell.round, values)
        )
    white, black = (cell, other) if has_white else (other, cell)
    result = None if white.result is None or black.result is None else RESULT_OF[white.result, black.result]
    return TakenBoard(*((player.rank, opponent) if has_white else (opponent, player.rank)), result)


def _away(player: Player, cell: RoundResult, findings: list[Finding]) -> str:
    """H, F or Z for a player without an opponent; any other result becomes the bye that it is worth."""
    result = str(cell.result or "Z")
    if result in "HFZ":
        return result
    taken = "F" if result == "U" else WITHOUT_OPPONENT[result]
    code = "import-two-byes" if result == "U" else "import-no-opponent"
    values = {"round": cell.round, "result": result, "taken": taken}
    findings.append(Finding(code, "warning", None, player.line, cell.column, player.rank, cell.round, values))
    return taken


def in_board_order(boards: Sequence[TakenBoard], whole: Tournament, number: int) -> tuple[TakenBoard, ...]:
    """C.04.2.D.9: the boards by the points before the round. Those on the wall may have had other numbers."""

    def seen(rank: int) -> PairingPlayer:
        return PairingPlayer(rank, whole.pairing_score(rank, number), whole.scores[rank][number - 1])

    def place(board: TakenBoard) -> tuple[int, int, int]:
        return board_order((seen(board.white), seen(board.black)), whole.system.boards == "score")

    return tuple(sorted(boards, key=place))


# The players of a file as entries of an event, in the order of the file.

WRITTEN = frozenset({"XXR", "XXC", "XXS", "XXP", "XXA", "XXZ"}) | frozenset(ENGINE_CODES)
"""Records of letters that files of events have a form of their own for."""
RANK_COLUMNS, RATING_COLUMNS = slice(4, 8), slice(48, 52)


def late_entries(report: Report) -> dict[int, int]:
    """Return the first rounds of players who come late, as comments of our own files give them, by starting rank."""
    return {second: first for first, second in _in_comments(report, LATE_COMMENT)}


def fixed_tables(report: Report) -> dict[int, int]:
    """Return the tables of players who always play at one, by starting rank."""
    return dict(_in_comments(report, TABLE_COMMENT))


def _in_comments(report: Report, form: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the two numbers of each comment that has a form."""
    comments = (form.fullmatch(record.text.strip()) for record in report.records if record.code == "###")
    return ((int(comment[1]), int(comment[2])) for comment in comments if comment is not None)


def rated_results(report: Report) -> list[Finding]:
    """A report for rating has results that were not those of the event, and points beside them (299) that are no
    penalties: one finding says so."""
    comments = [
        record for record in report.records if record.code == "###" and RATING_COMMENT.fullmatch(record.text.strip())
    ]
    if not comments:
        return []
    return [Finding("import-rated", "warning", line=comments[0].line, values={"count": len(comments)})]


def foreign_records(report: Report) -> list[str]:
    """Return the lines of a file that an event has no place for, and its files keep as they are: comments, and records
    of federations or programs. Who left is known to an event of players, and its files say so themselves."""
    own, team = {report.event.federation, *WRITTEN}, is_team_event(report.event)
    return [
        record.text
        for record in report.all_records
        if (record.code == "###" and (team or not LEFT_COMMENT.match(record.text)))
        or (record.code.isalpha() and record.code not in own)
    ]


def national_ratings(report: Report) -> dict[int, int]:
    """Return the ratings in the federation's own records, by starting rank."""
    code = report.event.federation
    if len(code) != len("ESP"):
        return {}
    ratings = {}
    for record in report.records:
        if record.code == code:
            rank, rating = whole(record.text[RANK_COLUMNS]), whole(record.text[RATING_COLUMNS])
            if rank and rating:
                ratings[rank] = rating
    return ratings


def _fields(
    player: Player, national: int | None, late: Mapping[int, int], tables: Mapping[int, int]
) -> Mapping[str, Any]:
    there = next((cell.round for cell in player.rounds if cell.opponent is not None or cell.result != "Z"), 1)
    fields: dict[str, Any] = {
        "name": player.name or str(player.rank),
        "id": player.id,
        "federation": player.federation,
        "sex": player.sex,
        "title": player.title,
        "rating": player.rating or 0,
        "born": player.born,
        "birthday": player.birthday.isoformat() if player.birthday else "",
        "from_round": there if there > 1 else late.get(player.rank),
        "table": tables.get(player.rank),
    }
    if national:
        fields["ratings"] = {"national": national} | ({"fide": player.rating} if player.rating else {})
    return {name: value for name, value in fields.items() if value not in ("", None)}


# Files that cannot be taken over: contradictions, ranks given twice, lines that cannot be read.

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
    for finding in report.findings:
        if finding.code in BROKEN:
            raise ArpadError("event-import-line", file=file, line=finding.line, problem=finding_words(finding))
    by_rank: dict[int, Player] = {}
    for player in report.event.players:
        if player.rank in by_rank:
            other = by_rank[player.rank].line
            raise ArpadError("event-import-rank-twice", file=file, rank=player.rank, line=other, other=player.line)
        by_rank[player.rank] = player
    report = _without_half_results(report, by_rank)
    for finding in pairings(report.event):
        if finding.code in REFUSED:
            opponent = by_rank.get(int(str(finding.values.get("opponent", finding.player))))
            lines = {"line": finding.line, "other": finding.line if opponent is None else opponent.line}
            raise ArpadError("event-import-contradiction", file=file, **lines, problem=finding_words(finding))
    return report


def _without_half_results(report: Report, by_rank: Mapping[int, Player]) -> Report:
    """VCL 166: a game whose result only one of its two lines has is a game without a result, and a finding."""
    findings: list[Finding] = []
    known = {(player.rank, cell.round): cell for player in by_rank.values() for cell in player.rounds}

    def whole(rank: int, cell: RoundResult) -> RoundResult:
        other = known.get((cell.opponent or 0, cell.round))
        if other is None or other.opponent != rank or cell.result is None or other.result is not None:
            return cell
        values = {"opponent": cell.opponent, "result": cell.result}
        line = by_rank[rank].line
        findings.append(
            Finding("import-half-result", "warning", line=line, player=rank, round=cell.round, values=values)
        )
        return cell._replace(result=None)

    players = tuple(
        player._replace(rounds=tuple(whole(player.rank, cell) for cell in player.rounds))
        for player in report.event.players
    )
    if not findings:
        return report
    return replace(report, event=replace(report.event, players=players), findings=(*report.findings, *findings))


def known_rounds(report: Report, rounds: int | None, file: str) -> int:
    """Return how many rounds the event has; refuse a file that does not say it, or has more."""
    known = rounds or report.pairing.rounds
    if known is None:
        raise ArpadError("event-import-rounds", file=file)
    found = max(
        (number for number in range(1, report.event.all_rounds + 1) if report.announced_for(number)),
        default=0,
    )
    if found > known:
        raise ArpadError("event-import-rounds-many", file=file, found=found, announced=known)
    return known


def paired_rounds(event: Event) -> int:
    """Return the last round of a file that is paired."""
    return last_paired({player.rank: player.rounds for player in event.players})


def finding_words(finding: Finding) -> Words:
    """The words of a finding, inside an error."""
    return Words(f"finding.{finding.code}", **finding.values)


# The rules of an event that is taken over, as far as its file says them.

POINTS_OF: Mapping[str, str] = {
    "1": "win", "=": "draw", "0": "loss", "+": "forfeit-win", "-": "forfeit-loss", "U": "bye",
}  # fmt: skip
USUAL: Mapping[str, Fraction] = {name: USUAL_POINTS[code] for code, name in POINTS_OF.items()}
PAIRED_BY_HAND = frozenset({"scheveningen", "schiller", "knock-out"})
ORDERS = {code: order for order, code in ORDER_CODES.items()}
TABLES_OF_SIDES = re.compile("skalitzka|hilton", re.IGNORECASE)
FEDERATION = re.compile(r"[A-Z]{3}")
GAME_POINTS = SCORES[1]
ORDER_COLUMNS = slice(8, 13)
LONGEST_SLUG = 40
BY_HAND = "manual"


def rules_of(
    report: Report, slug: str, rounds: int, system: str | None, findings: list[Finding], *, team: bool = False
) -> dict[str, Any]:
    """Return the rules that a file gives, as a log has them; what is odd about them is added to the findings."""
    event = report.event
    values: dict[str, Any] = {
        **(team_rules(report) if team else {}),
        "slug": slug,
        "name": event.name.strip() or slug,
        "city": event.city,
        "federation": event.federation.upper() if FEDERATION.fullmatch(event.federation.upper()) else "",
        "start": event.start,
        "end": event.end,
        "system": team_system_of(report, system) if team else system_of(report, system, findings),
        "rounds": rounds,
        "time_control": event.time_control,
        "time_class": report_class(event, None),
        "chief_arbiter": event.chief_arbiter,
        "arbiters": [name for name in event.deputy_arbiters if name.strip()],
        "order": _order(report),
        "points": _points(event),
        "tie_breaks": _tie_breaks(report, findings),
        "schedule": [
            {"round": str(number), "start": day.isoformat()}
            for number, day in enumerate(event.round_dates[:rounds], 1)
            if day
        ],
        **({} if team else _half_point_byes(report, rounds)),
        "acceleration": "baku" if (event_type := tournament_type(event)) is not None and event_type.baku else None,
    }
    data: dict[str, Any] = plain({name: value for name, value in values.items() if value not in ("", None, [], {})})
    return data


def slug_of(event: Event, given: str | None) -> str:
    """Return the slug that was given, or one made of the name and the year."""
    if given is not None:
        return given
    words = re.findall(r"[a-z0-9]+", plain_name(event.name))
    made = "-".join(words)[:LONGEST_SLUG].strip("-")
    if not made:
        raise ArpadError("event-import-slug", name=event.name.strip() or "–")
    year = str(event.start.year) if event.start is not None else ""
    return made if not year or year in words else f"{made}-{year}"


def system_of(report: Report, given: str | None, findings: list[Finding]) -> str:
    """Return the system of a file: a Swiss one as `arpad pair` reads it, a round robin, or pairing by hand."""
    event_type = tournament_type(report.event)
    if given is not None:
        return chosen(report, given).id
    by_hand = event_type.text if event_type is not None and event_type.system in PAIRED_BY_HAND else ""
    if table := TABLES_OF_SIDES.search(report.event.type):
        by_hand = table[0]
    if by_hand:
        findings.append(Finding("import-by-hand", "warning", values={"system": by_hand}))
        return BY_HAND
    if event_type is None and len(report.event.players) == PLAYERS_OF_A_MATCH:
        return "match"
    if event_type is not None and event_type.system == "round-robin":
        return "double-berger" if is_called(report.event, "double") else "berger"
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


def _order(report: Report) -> str | None:
    """172: how the players were put in order."""
    order_text = next((record.text for record in report.records if record.code == "172"), "")
    return ORDERS.get(order_text[ORDER_COLUMNS].strip().upper())


def _points(event: Event) -> dict[str, Fraction]:
    """The points of the event, if they are not the usual ones; 299 may say that of a forfeit."""
    points = {name: event.scoring[code] for code, name in POINTS_OF.items() if code in event.scoring}
    for extra in event.extra_points:
        if extra.kind in ("+", "-") and extra.round is None and not extra.players:
            points[POINTS_OF[extra.kind]] = extra.points
    return {} if {**USUAL, **points} == USUAL else {**USUAL, **points}


def _half_point_byes(report: Report, rounds: int) -> dict[str, int]:
    """C.05 6.7 (4): half-point byes of the file are allowed: as many as a player has, and as late as one is."""
    byes = {
        (cell.round, player.rank) for player in report.event.players for cell in player.rounds if cell.result == "H"
    }
    byes |= {(bye.round, rank) for bye in report.byes if bye.kind == "H" for rank in bye.players}
    if not byes:
        return {}
    most = max(Counter(rank for _, rank in byes).values())
    last = max(number for number, _ in byes)
    return {"half_point_byes": most} | ({"half_point_bye_until": last} if last > rounds - LATEST_HALF_POINT_BYE else {})


def _tie_breaks(report: Report, findings: list[Finding]) -> list[str]:
    records = tie_break_records(report)
    written = records.get("212") or records.get("202")
    if written is None:
        return []
    try:
        codes = parse_list(written.text)
    except ArpadError as problem:
        values = {"codes": written.text, "problem": problem}
        findings.append(Finding("import-tie-breaks", "warning", line=written.line, values=values))
        return []
    return [tie_break.code for tie_break in after_score(codes, SCORES[team_scores(report.event.type_code)[0]])]


# What the take-over of an event of players and that of an event of teams have in common.

IMPORTED = "import"
"""The engine of a round that was taken over: it is proved as what the file had, not as a draw."""


class Taker(ABC):
    """One take-over. `paired` is the last round of the file; `sides` are the entries, or the teams, by their numbers in
    it."""

    def __init__(
        self, report: Report, rules: EventRules, whole: Tournament | None, findings: list[Finding], paired: int
    ) -> None:
        self.report, self.rules, self.whole, self.found, self.paired = report, rules, whole, findings, paired
        self.records: Records = read_records(report)
        national, late, tables = national_ratings(report), late_entries(report), fixed_tables(report)
        self.entry_of = {player.rank: entry for entry, player in enumerate(report.event.players, 1)}
        self.entries = [
            EntryAdded.change({"entry": entry, **_fields(player, national.get(player.rank), late, tables)})
            for entry, player in enumerate(report.event.players, 1)
        ]
        self.sides: Mapping[int, int] = self.entry_of

    @abstractmethod
    def changes(self, rules_data: dict[str, Any]) -> list[LogChange]:
        """Return all lines of the log from the entries on."""

    def forbidden(self) -> list[LogChange]:
        """The lines that keep players, or teams, apart."""
        lines = []
        for number, group in enumerate(self.records.forbidden, 1):
            sides = [self.sides[side] for side in group.players if side in self.sides]
            data = {"id": number, "entries": sides, "first": group.first, "last": group.last, "hard": True}
            lines.append(PairsForbidden.change(data))
        return lines

    def table(
        self,
        rules_data: dict[str, Any],
        before: Sequence[LogChange],
        rounds: Mapping[int, Iterable[tuple[int, int]]],
    ) -> dict[int, Mapping[str, Any]]:
        """The rounds of a table, drawn whole, if the pairs of the file are its first ones. A round robin that is not
        played by its table goes on by hand."""
        table: dict[int, Mapping[str, Any]] = {}
        if self.rules.by_table:
            with suppress(ArpadError):  # too few sides, or sides of different sizes, have no table
                table = drawn_table(after_changes(EventState(), [EventCreated.change(rules_data), *before]))
        for number, pairs in rounds.items():
            drawn = table.get(number, {})
            seats = {(white, black) for _, white, black in drawn.get("matches") or drawn.get("boards", ())}
            if seats != {(self.sides[white], self.sides[black]) for white, black in pairs}:
                table = {}
        if not self.rules.swiss and not table:
            rules_data["system"] = BY_HAND
            self.found.append(Finding("import-by-hand", "warning", values={"system": self.rules.system}))
        return table

    def rounds_to_come(self, table: Mapping[int, Mapping[str, Any]]) -> list[LogChange]:
        """The rounds of a table that the file does not have yet; if it has some, a finding says that boards may
        have had other numbers."""
        if self.paired:
            self.found.append(Finding("import-boards", "info"))
        return [RoundDrawn.change(data) for number, data in sorted(table.items()) if number > self.paired]

    @property
    def numbered(self) -> list[int]:
        """The entries in the order of the file's numbers."""
        return [self.entry_of[rank] for rank in sorted(self.entry_of)]

    def closed(self, first_colour: Colour, **teams: list[int]) -> LogChange:
        """The line that closes the list."""
        initial = self.records.initial or first_colour
        if self.rules.swiss and not self.report.event.type_code:
            self.found.append(Finding("import-system", "info", values={"system": self.rules.system}))
        if self.rules.swiss and self.paired and not self.records.initial:
            self.found.append(
                Finding("import-first-colour", "info", values={"colour": Words(f"event-colour.{initial}")})
            )
        return ListClosed.change({"numbers": self.numbered, **teams, "initial": initial, "how": IMPORTED})

    def drawn(self, number: int, drawn: Mapping[str, Any]) -> list[LogChange]:
        """The lines that draw a round as in the file, and publish it."""
        data = {"round": number, **drawn, "numbers": self.numbered, "engine": IMPORTED}
        return [RoundDrawn.change(data), RoundPublished.change({"round": number})]

    def results(self, number: int, boards: Mapping[int, TakenBoard]) -> list[LogChange]:
        """The results of a round as far as they are known; games of earlier rounds without one are adjourned."""
        open_result = ADJOURNED if number < self.paired else None
        games = [f"{board.white}-{board.black}" for board in boards.values() if board.result is None and open_result]
        if games:
            values = {"round": number, "games": ", ".join(games)}
            self.found.append(Finding("import-adjourned", "info", round=number, values=values))
        known = {place: open_result if board.result is None else board.result for place, board in boards.items()}
        results = [[place, result] for place, result in known.items() if result]
        return [ResultsSet.change({"round": number, "results": results})] if results else []
