"""The whole take-over of a file: the lines of the new log, what was adjusted, and which rounds differ."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from arpad.domain import Event, Finding, Player, gravest_first, named
from arpad.domain.event import HALF_POINTS_OF
from arpad.locale import ArpadError
from arpad.pairing.check import CheckedRound
from arpad.pairing.given_points import pairing_findings
from arpad.pairing.history import Tournament, first_colour
from arpad.pairing.matches import team_tournament
from arpad.pairing.matches.reports import last_match
from arpad.pairing.open_games import with_open_games
from arpad.pairing.records import Records, read_records
from arpad.pairing.systems import by_id
from arpad.pairing.tournaments import PairingWishes, report_tournament
from arpad.reports import Report, Scores, is_team_event
from arpad.reports.consistency_players import same_player
from arpad.tournament.acts.event import create
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.rules import EventRules, plain, read_rules
from arpad.tournament.state import EventState
from arpad.tournament.takeover.boards import TakenBoard, TakenRound, drawn_table, in_board_order, taken_round
from arpad.tournament.takeover.checking import article_of, differing_rounds, reason_words, rounds_named
from arpad.tournament.takeover.entries import entered
from arpad.tournament.takeover.refusals import known_rounds, odd_games, paired_rounds, readable_report
from arpad.tournament.takeover.rules import rules_of, slug_of
from arpad.tournament.takeover.team_plan import BY_HAND, IMPORTED, TeamTaker, match_finder

Kind = Literal["individual", "team"]
ABSENT_RUNNING = 2


@dataclass(frozen=True, slots=True)
class TakeOver:
    """What becomes of a file. `paired` is its last round; `changes` are the lines of the log after the first."""

    slug: str
    rules: Mapping[str, Any]
    changes: tuple[LogChange, ...]
    findings: tuple[Finding, ...]
    differing: tuple[CheckedRound, ...]
    paired: int
    system: str

    def command(self) -> Decide:
        """Make the event. Rounds that the engine pairs otherwise are confirmed once."""

        def decide(state: EventState, hearing: Hearing) -> Sequence[LogChange]:
            made = create(self.rules)(state, hearing)
            for checked in self.differing:
                hearing.note("import-round", round=checked.number, why=reason_words(checked))
            if self.differing:
                hearing.confirm("import-differs", system=self.system, rounds=rounds_named(self.differing))
            return [*made, *self.changes]

        return decide


def take_over(
    data: bytes,
    *,
    file: str,
    rounds: int | None = None,
    slug: str | None = None,
    system: str | None = None,
    kind: Kind | None = None,
    compared: bool = True,
) -> TakeOver:
    """Read a file as an event that goes on. `rounds`, `slug`, `system` and `kind` say what it leaves open; `compared`:
    its rounds are compared with those that the engine would pair."""
    report = readable_report(data, file)
    team = is_team_event(report.event) if kind is None else kind == "team"
    if team and not any(one.players for one in report.event.teams):
        raise ArpadError("event-import-no-teams", file=file)
    found: list[Finding] = [*report.findings, *same_player(report.event), *odd_games(report.event)]
    known = known_rounds(report, rounds, file)
    rules_data = rules_of(report, slug_of(report.event, slug), known, system, found, team=team)
    rules = read_rules(rules_data, file)
    finder = match_finder(report, rules, file) if team else None
    whole = _tournament(report, rules, system) if rules.swiss else None
    if whole is not None and not team:
        found += pairing_findings(report, whole)
    taker: _Taker | TeamTaker = _Taker(report, rules, whole, found)
    if finder is not None:
        taker = TeamTaker(report, rules, whole, found, finder)
    differing = differing_rounds(whole) if whole is not None and compared else ()
    changes = taker.changes(rules_data)
    imported = _imported(taker, hashlib.sha256(data).hexdigest(), differing)
    findings = gravest_first(named(found, report.event))
    return TakeOver(
        rules.slug, rules_data, (imported, *changes), findings, differing, taker.paired, rules_data["system"]
    )


def _tournament(report: Report, rules: EventRules, system: str | None) -> Tournament:
    """The tournament as its system sees it: of the players, or of the teams."""
    if not rules.team:
        return report_tournament(report, PairingWishes(rules.rounds, system))
    over = last_match(report) > paired_rounds(report.event)
    return team_tournament(with_open_games(report, over), by_id(rules.system, rules.start), rules.rounds, None)


def _imported(taker: "_Taker | TeamTaker", sha256: str, differing: Sequence[CheckedRound]) -> LogChange:
    data: dict[str, Any] = {
        "report": sha256,
        "format": taker.report.format,
        "rounds": taker.paired,
        "system": taker.rules.system,
        "findings": sorted({finding.code for finding in taker.found}),
        "differences": [{"round": checked.number, "article": article_of(checked)} for checked in differing],
    }
    if virtual := taker.records.virtual:
        data["virtual"] = {
            str(number): {
                str(taker.sides[rank]): plain(points) for rank, points in ranks.items() if rank in taker.sides
            }
            for number, ranks in virtual.items()
        }
    return LogChange("event.imported", data)


class _Taker:
    """One take-over, from the players to the byes to come."""

    def __init__(self, report: Report, rules: EventRules, whole: Tournament | None, found: list[Finding]) -> None:
        self.report, self.rules, self.whole, self.found = report, rules, whole, found
        self.players = {player.rank: player for player in report.event.players}
        self.paired = paired_rounds(report.event)
        self.records: Records = read_records(report)
        self.entries, self.entry_of = entered(report)

    @property
    def sides(self) -> Mapping[int, int]:
        """The entries by their numbers in the file."""
        return self.entry_of

    def changes(self, rules_data: dict[str, Any]) -> list[LogChange]:
        """All lines of the log from the entries on. A round robin that is not played by its table goes on by hand."""
        before = [*self.entries, *self._forbidden(), self._closed()]
        rounds = [taken_round(self.players, number, self.found) for number in range(1, self.paired + 1)]
        table = self._table(rules_data, before, rounds) if self.rules.by_table else {}
        if not self.rules.swiss and not table:
            rules_data["system"] = BY_HAND
            self.found.append(Finding("import-by-hand", "warning", values={"system": self.rules.system}))
        lines = [line for one in rounds for line in self._round(one, table.get(one.number, {}))]
        later = [LogChange("round.drawn", data) for number, data in sorted(table.items()) if number > self.paired]
        if rounds:
            self.found.append(Finding("import-boards", "info"))
        self._ask_who_has_left()
        return [*before, *lines, *later, *self._penalties(rounds), *self._byes_to_come()]

    def _closed(self) -> LogChange:
        ranks = sorted(self.players)
        if ranks[-1] != len(ranks):
            self.found.append(Finding("import-numbers", "warning", values={"count": len(ranks)}))
        numbers = [self.entry_of[rank] for rank in ranks]
        colour = self.records.initial or first_colour({rank: self.players[rank].rounds for rank in ranks})
        return LogChange("list.closed", {"numbers": numbers, "initial": colour, "how": IMPORTED})

    def _forbidden(self) -> list[LogChange]:
        lines = []
        for number, one in enumerate(self.records.forbidden, 1):
            entries = [self.entry_of[rank] for rank in one.players if rank in self.entry_of]
            told = {"id": number, "entries": entries, "first": one.first, "last": one.last, "hard": True}
            lines.append(LogChange("pairs.forbidden", told))
        return lines

    def _table(
        self, rules_data: Mapping[str, Any], before: Sequence[LogChange], rounds: Sequence[TakenRound]
    ) -> dict[int, Mapping[str, Any]]:
        """The rounds of a table, drawn whole, if those of the file are its first ones."""
        table = drawn_table([LogChange("event.created", rules_data), *before])
        fits = all(
            {(self.entry_of[board.white], self.entry_of[board.black]) for board in one.boards}
            == {(white, black) for _, white, black in table.get(one.number, {}).get("boards", ())}
            for one in rounds
        )
        return table if fits else {}

    def _round(self, taken: TakenRound, table: Mapping[str, Any]) -> list[LogChange]:
        """A round: drawn as in the file, published, and its results as far as they are known."""
        number, entry_of = taken.number, self.entry_of
        boards = self._in_order(taken, table)
        drawn: dict[str, Any] = {
            "round": number,
            "boards": [[place, entry_of[board.white], entry_of[board.black]] for place, board in enumerate(boards, 1)],
            "bye": None if taken.bye is None else entry_of[taken.bye],
            "absent": sorted([entry_of[rank], kind] for rank, kind in taken.absent.items()),
            "numbers": [entry_of[rank] for rank in sorted(self.players)],
            "engine": IMPORTED,
        }
        if taken.missing:
            drawn["missing"] = sorted(entry_of[rank] for rank in taken.missing)
        lines = [LogChange("round.drawn", drawn), LogChange("round.published", {"round": number})]
        open_result = ADJOURNED if number < self.paired else None
        told = [(place, board.result or open_result) for place, board in enumerate(boards, 1)]
        results = [[place, result] for place, result in told if result is not None]
        if adjourned := [f"{board.white}-{board.black}" for board in boards if board.result is None and open_result]:
            values = {"round": number, "games": ", ".join(adjourned)}
            self.found.append(Finding("import-adjourned", "info", round=number, values=values))
        if results:
            lines.append(LogChange("results.set", {"round": number, "results": results}))
        return lines

    def _in_order(self, taken: TakenRound, table: Mapping[str, Any]) -> tuple[TakenBoard, ...]:
        """C.04.2.D.9, or the order of the table; boards that it does not have come last."""
        if self.whole is not None:
            return in_board_order(taken.boards, self.whole, taken.number)
        places = {frozenset((white, black)): place for place, white, black in table.get("boards", ())}

        def place(board: TakenBoard) -> tuple[int, int]:
            pair = frozenset((self.entry_of[board.white], self.entry_of[board.black]))
            return places.get(pair, len(places) + 1), min(board.white, board.black)

        return tuple(sorted(taken.boards, key=place))

    def _ask_who_has_left(self) -> None:
        """A player who is absent twice running, and of whom the file says nothing more."""
        told = {rank for number, rank in self.records.byes if number > self.paired} | self.records.absent
        told |= self.report.told_of(self.paired + 1)
        for rank, player in self.players.items():
            last = player.rounds[max(0, self.paired - ABSENT_RUNNING) : self.paired]
            gone = len(last) == ABSENT_RUNNING and all(cell.opponent is None and cell.result == "Z" for cell in last)
            if gone and rank not in told and self.paired < self.rules.rounds:
                self.found.append(Finding("import-has-left", "warning", "C.04.2.D.2", player.line, player=rank))

    def _penalties(self, rounds: Sequence[TakenRound]) -> list[LogChange]:
        """Points of the file that its results do not give here: penalties, and byes with a worth of their own."""
        event = _scored(self.report.event, self.rules)
        scores, worth = Scores(event), _worth(self.rules)
        lines = []
        for taken in rounds:
            for rank, player in self.players.items():
                if taken.number > len(player.rounds):
                    continue
                cell = player.rounds[taken.number - 1]
                points = scores.of_round(rank, cell) - worth.get(taken.code_of(rank, cell) or "", Fraction(0))
                if points:
                    told = {"entry": self.entry_of[rank], "round": taken.number, "points": str(points)}
                    lines.append(LogChange("penalty.set", {**told, "reason": IMPORTED}))
        if lines:
            self.found.append(Finding("import-points", "info"))
        return lines

    def _byes_to_come(self) -> list[LogChange]:
        """Byes and absences of rounds that are not paired yet, each once."""
        told: dict[tuple[int, int], str] = {}
        for number in range(self.paired + 1, self.rules.rounds + 1):
            for rank in self.report.told_of(number):
                told[number, rank] = _bye_kind(self.players[rank], number)
        told |= {key: kind for key, kind in self.records.bye_kinds.items() if key[0] > self.paired}
        told |= {(self.paired + 1, rank): told.get((self.paired + 1, rank), "Z") for rank in self.records.absent}
        return [
            LogChange("absence.set", {"entry": self.entry_of[rank], "round": number, "kind": kind})
            for (number, rank), kind in sorted(told.items())
            if rank in self.entry_of and number <= self.rules.rounds
        ]


def _bye_kind(player: Player, number: int) -> str:
    result = player.rounds[number - 1].result if number <= len(player.rounds) else None
    return result if result in ("H", "F") else "Z"


def _worth(rules: EventRules) -> dict[str, Fraction]:
    return {code: Fraction(half, 2) for code, half in HALF_POINTS_OF.items()} | rules.scoring()


def _scored(event: Event, rules: EventRules) -> Event:
    """The event of the file with the points of the rules if the file says none; an open game is worth nothing."""
    return replace(event, scoring={**event.scoring, "X": Fraction(0)} if event.scoring or rules.points else {})
