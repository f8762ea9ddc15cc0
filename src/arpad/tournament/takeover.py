"""Import an event from another program's TRF06, TRF16 or TRF26 file, even in the middle of a round.

The result is a new log with a finding for every adjustment, or an error, and then nothing is imported.
"""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

from arpad.domain.event import Player, named
from arpad.domain.findings import Finding, gravest_first
from arpad.formats.codes import is_team_event
from arpad.formats.consistency import pairings, same_player
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.formats.trf_teams import last_match
from arpad.i18n import ArpadError, Words, number
from arpad.pairing.check import CheckedRound, check_rounds, listed
from arpad.pairing.files import PairingWishes, pairing_findings, report_tournament, with_open_games
from arpad.pairing.forensics import Forensics, quickly_examined, rounds_note
from arpad.pairing.matches_files import team_tournament
from arpad.pairing.state import first_colour, points
from arpad.pairing.systems import by_id
from arpad.standings.competition import kind_of, team_numbers
from arpad.standings.table import left_by_comments
from arpad.tournament._file_content import by_points, file_content
from arpad.tournament._takeover_rules import (
    IMPORTED,
    REFUSED,
    TakenBoard,
    TakenRound,
    Taker,
    foreign_records,
    in_board_order,
    known_rounds,
    late_entries,
    paired_rounds,
    rated_results,
    readable_report,
    rules_of,
    slug_of,
    taken_round,
)
from arpad.tournament._takeover_teams import TeamTaker, match_finder
from arpad.tournament.acts.event import new_event
from arpad.tournament.export import file_table
from arpad.tournament.journal import ALL_AGREED, Confirmations, Decide, after_changes, decide
from arpad.tournament.kinds.entries import AbsenceSet, EntryWithdrawn, PenaltySet
from arpad.tournament.kinds.event import EventCreated, EventImported
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.rules import EventRules, plain, read_rules
from arpad.tournament.rules_check import event_kind, tie_break_problems
from arpad.tournament.state import EventState

# What a file says against the event that is made of it: rounds that the engine pairs otherwise, with the criterion,
# and places that its table does not give.

SHOWN_PLACES = 10
"""Places of a file that one finding names."""


class OtherPlace(NamedTuple):
    """A player, or a team, by the number in the event: the place that the file prints, and that of the table (None if
    the table does not rank them)."""

    number: int
    printed: int
    place: int | None


def article_of(checked: CheckedRound) -> str:
    """Return the article by which a round is worse."""
    return checked.reason.article if checked.reason is not None else "–"


def reason_words(checked: CheckedRound) -> Words:
    """By what a round is worse than the one of the engine."""
    why = checked.reason
    if why is None:
        return Words("pairing.reason.unknown")
    return Words(
        f"pairing.reason.{why.kind}",
        score="" if why.score is None else number(points(checked.state, why.score), "en"),
        article=why.article,
        criterion=Words(why.criterion) if why.criterion else "",
        given="" if why.given is None else number(why.given, "en"),
        best="" if why.best is None else number(why.best, "en"),
        players=listed(why.players),
    )


def other_places(taker: Taker, state: EventState, findings: list[Finding]) -> tuple[OtherPlace, ...]:
    """Return the places of a file that the table of its event does not give, and add a finding that names them: files
    of the event have those of the table. The order of players who stay tied contradicts nothing, but is not kept."""
    if not state.last_published:
        return ()
    if state.event_rules.team and (others := _other_places_of_players(taker, state)):
        findings.append(Finding("import-places-players", "info", values={"count": others}))
    try:
        table = file_table(state)
    except ArpadError:
        return ()
    ranks = {row.number: row.rank for row in table.rows}
    sizes = Counter(ranks.values())
    differing = [
        OtherPlace(side, printed, ranks.get(side))
        for side, printed in sorted(_printed_places(taker, state).items())
        if printed != ranks.get(side)
    ]
    wrong = [
        other_place
        for other_place in differing
        if other_place.place is None
        or not other_place.place < other_place.printed < other_place.place + sizes[other_place.place]
    ]
    if not differing:
        return ()
    named = bool(state.event_rules.tie_breaks) and table.tie_breaks != ()
    shown = wrong or differing
    places = [f"{one.number}: {one.printed} → {one.place or '–'}" for one in shown[:SHOWN_PLACES]]
    if len(shown) > SHOWN_PLACES:
        places.append("…")
    values = {"places": ", ".join(places), "count": len(shown), "codes": ", ".join(table.tie_breaks) or "PTS"}
    code = "import-places-tied" if not wrong else "import-places" if named else "import-places-list"
    findings.append(Finding(code, "warning" if wrong and named else "info", values=values))
    return tuple(differing)


def _printed_places(taker: Taker, state: EventState) -> Mapping[int, int]:
    """The places that a file prints, by the numbers of the event: of teams (310) or of players (001)."""
    numbers, event = state.side_numbers, taker.report.event
    if state.event_rules.team:
        printed = {side: team.rank for side, team in team_numbers(event).items()}
    else:
        printed = {player.rank: player.final_rank for player in event.players}
    return {numbers[taker.sides[side]]: place for side, place in printed.items() if place and side in taker.sides}


def _other_places_of_players(taker: Taker, state: EventState) -> int:
    """How many players of teams have another place in the file than by their points: there are no standings of them."""
    places = by_points(file_content(state, "trf26").event)
    numbers = state.pairing_numbers
    return sum(
        bool(player.final_rank) and player.final_rank != places[numbers[taker.entry_of[player.rank]]]
        for player in taker.report.event.players
    )


# The whole take-over of a file: the lines of the new log, what was adjusted, and which rounds differ.

Kind = Literal["individual", "team"]
ABSENT_RUNNING = 2
MOST_WORK = 10_000
"""The players that are paired in all trials together, where a single change is looked for that explains a round."""


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

        def decide(state: EventState, confirmations: Confirmations) -> Changes:
            event = new_event(state, self.rules)
            for checked in self.differing:
                confirmations.note("import-round", round=checked.number, why=reason_words(checked))
            if self.differing:
                rounds = ", ".join(f"{checked.number} ({article_of(checked)})" for checked in self.differing)
                confirmations.confirm("import-differs", system=self.system, rounds=rounds)
            return [*event, *self.changes]

        return decide


def take_over(
    data: bytes,
    *,
    file: str,
    rounds: int | None = None,
    slug: str | None = None,
    system: str | None = None,
    kind: Kind | None = None,
    rules: Mapping[str, Any] | None = None,
    compared: bool = True,
) -> TakeOver:
    """Read a file as an event that goes on. `rounds`, `slug`, `system` and `kind` say what it leaves open, `rules` what
    else is not as it says (None: left open); `compared`: its rounds are compared with those that the engine would pair,
    and its places with those of the table."""
    report = readable_report(data, file)
    team = is_team_event(report.event) if kind is None else kind == "team"
    if team and not any(one.players for one in report.event.teams):
        raise ArpadError("event-import-no-teams", file=file)
    found: list[Finding] = [*report.findings, *same_player(report.event)]
    found += [finding for finding in pairings(report.event) if finding.code not in REFUSED]
    found += rated_results(report)
    known = known_rounds(report, rounds, file)
    rules_data = rules_of(report, slug_of(report.event, slug), known, system, found, team=team)
    rules_data = {name: value for name, value in {**rules_data, **(rules or {})}.items() if value is not None}
    taken = _with_codes(report, rules_data, read_rules(rules_data, file), found)
    finder = match_finder(report, taken, file) if team else None
    whole = None
    if taken.swiss and not team:
        whole = report_tournament(report, PairingWishes(taken.rounds, system))
        found += pairing_findings(report, whole)
    elif taken.swiss:
        games = with_open_games(report, last_match(report) > paired_rounds(report.event))
        whole = team_tournament(games, by_id(taken.system, taken.start), taken.rounds, None)
    taker: Taker = _PlayerTaker(report, taken, whole, found, paired_rounds(report.event))
    if finder is not None:
        taker = TeamTaker(report, taken, whole, found, finder)
    checked = check_rounds(whole) if whole is not None and compared else ()
    differing = tuple(checked_round for checked_round in checked if not checked_round.ok)
    examined = quickly_examined(report, MOST_WORK) if checked else None
    if examined is not None and (note := rounds_note(report, examined)) is not None:
        found.append(note.finding)
    changes = taker.changes(rules_data)
    now = rules_data["system"]
    origin = _origin(taker, hashlib.sha256(data).hexdigest(), differing, now, keeps_type=system is None)
    if examined is not None:
        origin["verdicts"] = _verdicts(examined)
    if compared:
        lines = [EventCreated.change(rules_data), EventImported.change(origin), *changes]
        if places := other_places(taker, after_changes(EventState(), lines), found):
            origin["places"] = [list(place) for place in places]
    origin["findings"] = sorted({finding.code for finding in found})
    findings = gravest_first(named(found, report.event))
    imported = EventImported.change(origin)
    return TakeOver(taken.slug, rules_data, (imported, *changes), findings, differing, taker.paired, now)


def _verdicts(examined: Forensics) -> list[dict[str, Any]]:
    """What made each round of the file: the systems that give it, how many were tried, what else explains it."""
    return [
        {
            "round": one.round,
            "fits": list(one.fits),
            "tried": len({*one.fits, *(departure.system for departure in one.departs)}),
            "explained_by": one.explained_by,
        }
        for one in examined.rounds
    ]


def _with_codes(report: Report, rules_data: dict[str, Any], rules: EventRules, findings: list[Finding]) -> EventRules:
    """The rules without tie-breaks if the file names some by which such an event cannot be ranked."""
    kind = event_kind(EventState(rules=rules)) if rules.team else kind_of(report.event)
    problem = next(tie_break_problems(rules, kind), None)
    if problem is None:
        return rules
    values = {"codes": ",".join(rules_data.pop("tie_breaks")), "problem": problem}
    findings.append(Finding("import-tie-breaks", "warning", values=values))
    return read_rules(rules_data)


def _origin(
    taker: Taker, sha256: str, differing: Sequence[CheckedRound], system: str, *, keeps_type: bool
) -> dict[str, Any]:
    """Where the event comes from, as its log says it. `keeps_type`: its files have the type of this file, as long as
    it goes on by this system."""
    data: dict[str, Any] = {
        "report": sha256,
        "format": taker.report.format,
        "rounds": taker.paired,
        "system": taker.rules.system,
        "differences": [{"round": checked.number, "article": article_of(checked)} for checked in differing],
    }
    event = taker.report.event
    if keeps_type and (event.type.strip() or event.type_code.strip()):
        data["type"] = {"words": event.type, "code": event.type_code, "system": system}
    if kept := foreign_records(taker.report):
        data["records"] = kept
    if isinstance(taker, TeamTaker) and taker.keeps_line_ups:
        data["line_ups"] = True
    if virtual := taker.records.virtual:
        data["virtual"] = {
            str(number): {
                str(taker.sides[rank]): plain(points) for rank, points in ranks.items() if rank in taker.sides
            }
            for number, ranks in virtual.items()
        }
    return data


class _PlayerTaker(Taker):
    """One take-over of players, from the entries to the byes to come."""

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """The players by starting rank."""
        return {player.rank: player for player in self.report.event.players}

    def changes(self, rules_data: dict[str, Any]) -> list[LogChange]:
        before = [*self.entries, *self.forbidden(), self._closed()]
        rounds = [taken_round(self.players, number, self.found) for number in range(1, self.paired + 1)]
        pairs = {one.number: [(board.white, board.black) for board in one.boards] for one in rounds}
        table = self.table(rules_data, before, pairs)
        lines = [line for one in rounds for line in self._round(one, table.get(one.number, {}))]
        later = self.rounds_to_come(table)
        self._ask_who_has_left()
        for rank in self._never_played:
            line = self.players[rank].line
            self.found.append(Finding("import-never-played", "warning", "C.05 6.5", line, player=rank))
        return [*before, *lines, *later, *self._penalties(rounds), *self._byes_to_come(), *self._who_left()]

    def _who_left(self) -> list[LogChange]:
        """Players who withdrew or were expelled, by the comments of the file."""
        reasons = {"withdrawn": "asked", "expelled": "expelled"}
        return [
            EntryWithdrawn.change(
                {"entry": self.entry_of[rank], "from_round": left.round, "reason": reasons[left.kind]}
            )
            for rank, left in sorted(left_by_comments(self.report).items())
            if rank in self.entry_of
        ]

    def _closed(self) -> LogChange:
        ranks = sorted(self.players)
        if ranks[-1] != len(ranks):
            self.found.append(Finding("import-numbers", "warning", values={"count": len(ranks)}))
        return self.closed(first_colour({rank: self.players[rank].rounds for rank in ranks}))

    def _round(self, taken: TakenRound, table: Mapping[str, Any]) -> list[LogChange]:
        """A round: drawn as in the file, published, and its results as far as they are known."""
        entry_of = self.entry_of
        boards = dict(enumerate(self._in_order(taken, table), 1))
        drawn: dict[str, Any] = {
            "boards": [[place, entry_of[board.white], entry_of[board.black]] for place, board in boards.items()],
            "bye": None if taken.bye is None else entry_of[taken.bye],
            "absent": sorted([entry_of[rank], kind] for rank, kind in taken.absent.items()),
        }
        if taken.missing:
            drawn["missing"] = sorted(entry_of[rank] for rank in taken.missing)
        return [*self.drawn(taken.number, drawn), *self.results(taken.number, boards)]

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
        """A player who is absent twice running since their first round, and of whom the file says nothing more."""
        late = late_entries(self.report)
        for rank, player in self.players.items():
            first = max(self.paired - ABSENT_RUNNING, late.get(rank, 1) - 1, 0)
            last = player.rounds[first : self.paired]
            gone = len(last) == ABSENT_RUNNING and all(cell.opponent is None and cell.result == "Z" for cell in last)
            if gone and rank not in {*self._explained, *self._never_played} and self.paired < self.rules.rounds:
                self.found.append(Finding("import-has-left", "warning", "C.05 6.5", player.line, player=rank))

    @cached_property
    def _explained(self) -> set[int]:
        """Players of whom the file says why they are away, or that they have left."""
        later = {rank for number, rank in self.records.byes if number > self.paired} | self.records.absent
        return later | self.report.announced_for(self.paired + 1) | left_by_comments(self.report).keys()

    @cached_property
    def _never_played(self) -> tuple[int, ...]:
        """C.05 6.5: players who were in none of the rounds, and of whom the file says nothing more. They stay out of
        the draw until somebody takes their absences back."""
        if not (0 < self.paired < self.rules.rounds and self.rules.swiss):
            return ()
        explained = self._explained | late_entries(self.report).keys()
        return tuple(
            rank
            for rank, player in self.players.items()
            if rank not in explained
            and all(cell.opponent is None and cell.result in ("Z", None) for cell in player.rounds[: self.paired])
        )

    def _penalties(self, rounds: Sequence[TakenRound]) -> list[LogChange]:
        """Points of the file that its results do not give here: penalties, and byes with a worth of their own."""
        event, worth = self.report.event, self.rules.worth_of_codes
        # points of the rules if the file says none; an open game is worth nothing
        stated = {**event.scoring, "X": Fraction(0)} if event.scoring or self.rules.points else {}
        scores = Scores(replace(event, scoring=stated))
        lines = []
        for taken in rounds:
            for rank, player in self.players.items():
                if taken.number > len(player.rounds):
                    continue
                cell = player.rounds[taken.number - 1]
                points = scores.of_round(rank, cell) - worth.get(taken.code_of(rank, cell) or "", Fraction(0))
                if points:
                    data = {"entry": self.entry_of[rank], "round": taken.number, "points": str(points)}
                    lines.append(PenaltySet.change({**data, "reason": IMPORTED}))
        if lines:
            self.found.append(Finding("import-points", "info"))
        return lines

    def _byes_to_come(self) -> list[LogChange]:
        """Byes and absences of rounds that are not paired yet, each once. Players who left are away without them, and
        play again as soon as they come back."""
        byes: dict[tuple[int, int], str] = {}
        for later_round in range(self.paired + 1, self.rules.rounds + 1):
            for rank in self.report.announced_for(later_round):
                cell = dict(enumerate(self.players[rank].rounds, 1)).get(later_round)
                byes[later_round, rank] = cell.result if cell and cell.result in ("H", "F") else "Z"
        byes |= {key: kind for key, kind in self.records.bye_kinds.items() if key[0] > self.paired}
        byes |= {(self.paired + 1, rank): byes.get((self.paired + 1, rank), "Z") for rank in self.records.absent}
        later = range(self.paired + 1, self.rules.rounds + 1)
        byes |= {(number, rank): "Z" for rank in self._never_played for number in later}
        left = left_by_comments(self.report)
        return [
            AbsenceSet.change({"entry": self.entry_of[rank], "round": number, "kind": kind})
            for (number, rank), kind in sorted(byes.items())
            if rank in self.entry_of
            and number <= self.rules.rounds
            and not (rank in left and number >= (left[rank].round or 1))
        ]


# A report as the state of an event, in memory only: for papers that an event run here has too.

NOBODY = "report"
BEGINNING = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
"""The instant of lines that nobody keeps."""


def state_of_report(data: bytes, file: str) -> EventState:
    """Return the event of a report as if it had been run here up to its last round; that it comes from a report is
    no remark. Nothing is kept."""
    report = readable_report(data, file)
    rounds = report.pairing.rounds or report.event.all_rounds or None
    taken = take_over(data, file=file, rounds=rounds, compared=False)
    state = decide(EventState(), taken.command(), NOBODY, BEGINNING, ALL_AGREED).state
    return replace(state, remarks=())
