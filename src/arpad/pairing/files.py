"""Read what is to be paired: a report, or positions as JSON (see `docs/reference/pairing-json.md`)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arpad.domain.event import Event, Player, RoundResult
from arpad.domain.findings import Finding
from arpad.formats.codes import by_match_points, tournament_type
from arpad.formats.consistency import POINTS_COLUMN, refuse_contradictions
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.pairing.check import CheckedRound, check_given, check_rounds, given_round, is_paired_as
from arpad.pairing.colours import premise_findings
from arpad.pairing.engines import Seat
from arpad.pairing.json_fields import MOST_ROUNDS, JsonFields, exact_number
from arpad.pairing.state import (
    PairingState,
    Tournament,
    double_games,
    in_units,
    last_paired,
    played_out,
    state_before,
    tournament,
    upper_half_points,
)
from arpad.pairing.systems import SwissSystem, by_id, chosen, systems, with_readings
from arpad.untrusted import json_value

# The tournament of a report, of players or of teams, as its system has it.


@dataclass(frozen=True, slots=True)
class PairingWishes:
    """What somebody says about a file that is to be paired, if it leaves it open: the number of rounds, the system, the
    colour preferences of teams, and readings other than those of Arpad.

    A file that is not `binding` gives way to the system. `adjourn_open` says that open games of the last round are
    draws for the pairing. `edition` comes before everything that a file or somebody says about the system.
    """

    rounds: int | None = None
    system: str | None = None
    binding: bool = True
    colours: str | None = None
    readings: Sequence[str] = ()
    adjourn_open: bool = False
    edition: SwissSystem | None = None


NO_WISHES = PairingWishes()


def report_tournament(report: Report, wishes: PairingWishes = NO_WISHES) -> Tournament:
    """Return the tournament of a report whose lines do not contradict each other."""
    refuse_contradictions(report.event)
    report = with_open_games(report, wishes.adjourn_open)
    swiss = wishes.edition or with_readings(chosen(report, wishes.system, wishes.binding), wishes.readings)
    if swiss.name == "team" or by_match_points(report.event):
        from arpad.pairing.matches_files import team_tournament  # what teams need is not loaded for players

        return team_tournament(report, swiss, wishes.rounds, wishes.colours)
    if wishes.colours is not None:
        raise ArpadError("pairing-colours-of-teams")
    whole = tournament(report, swiss, wishes.rounds)
    return double_games(whole) if swiss.name == "double" else with_upper_half(whole)


def with_upper_half(whole: Tournament) -> Tournament:
    """Return a tournament of the manual's Burstein with the virtual points of its own (3.3), if it has no others; any
    other one as it is."""
    if whole.system.id != "burstein-manual" or whole.virtual:
        return whole
    points = Fraction(whole.win, whole.unit) if whole.system.virtual == "win" else Fraction(1)
    return replace(whole, virtual=in_units(upper_half_points(whole.cells, whole.announced, points), whole.unit))


# A position as JSON, so that other programs can ask: a report in `trf`, the round to pair, and the answer to judge.
# `docs/reference/pairing-json.md` describes the form.


@dataclass(frozen=True, slots=True)
class Position:
    """A round to be paired, and the pairing that the document gives, if it gives one."""

    state: PairingState
    given: Mapping[int, Seat] | None
    report: Report | None = None


def read_position(document: Mapping[str, Any], wishes: PairingWishes) -> Position:
    """Return the position of a JSON object with a report in it, or with the state side by side."""
    fields = JsonFields(document)
    if "state" in fields:
        from arpad.pairing.matches_files import match_state

        state = match_state(document, match_system(document, wishes), wishes.rounds, wishes.colours)
        return Position(state, given_seats(fields, state))
    if not isinstance(document.get("trf"), str):
        raise fields.wrong("trf")
    report = read_report(document["trf"].encode())
    known = wishes.rounds or fields.whole("rounds", MOST_ROUNDS)
    system = agreed_system(document, wishes)
    whole = report_tournament(report, replace(wishes, rounds=known, system=system, adjourn_open=False))
    number = fields.whole("round", MOST_ROUNDS) or whole.paired + 1
    state = state_before(whole, number)
    return Position(state, given_seats(fields, state), report)


def match_system(document: Mapping[str, Any], wishes: PairingWishes) -> SwissSystem:
    """Return the system of a document with matches: the one that is given, or the one that the document names."""
    if wishes.edition is not None:
        return wishes.edition
    swiss_system = by_id(agreed_system(document, wishes) or "", None)
    if swiss_system.engine != "matches":
        raise ArpadError("pairing-json-players", system=swiss_system.id)
    return with_readings(swiss_system, wishes.readings)


def agreed_system(document: Mapping[str, Any], wishes: PairingWishes) -> str | None:
    """Return the system that is given, or that a document names. They may not contradict each other, unless the
    document is not `binding`."""
    given, stated = wishes.system, named_system(document)
    if given is None or stated is None or not wishes.binding:
        return given or stated
    wanted, named = by_id(given, None), by_id(stated, None)
    if wanted.name == named.name and given == wanted.name:
        return stated
    if wanted.name != named.name or (stated == named.id and wanted.id != named.id):
        raise ArpadError("pairing-json-contradicts", text=stated, value=wanted.id)
    return given


def named_system(document: Mapping[str, Any]) -> str | None:
    """Return the system that a document names: `system` with `edition` if it has several, or the beginning of its
    `id`."""
    name, edition = document.get("system"), document.get("edition")
    if isinstance(name, str) and edition is not None and name not in systems():
        return f"{name}-{edition}"
    id_ = document.get("id")
    if isinstance(id_, str) and "/" in id_:
        return id_.partition("/")[0]
    return name if isinstance(name, str) else None


def given_seats(fields: JsonFields, state: PairingState) -> dict[int, Seat] | None:
    """Return the opponents and colours that a document gives, None if it gives no pairs."""
    if "pairs" not in fields:
        return None
    given: dict[int, Seat] = {member.rank: (None, None) for member in state.entrants}
    for white, black in fields.pairs("pairs"):
        if any(given.get(rank) != (None, None) for rank in (white, black)):
            raise fields.wrong("pairs")
        given[white], given[black] = (black, "w"), (white, "b")
    bye = fields.whole("bye")
    if bye is not None and given.get(bye) != (None, None):
        raise fields.wrong("bye")
    return given


# What is to be paired, from a file: a report, or a position as JSON, or a list of them.


@dataclass(frozen=True, slots=True)
class Source:
    """A tournament, or a single position, with the names of its players. `report` is the one that it was read from, of
    JSON the `document`; `wishes` say how it was to be read."""

    event: Event
    whole: Tournament | None
    position: Position | None
    findings: tuple[Finding, ...] = ()
    report: Report | None = None
    wishes: PairingWishes = NO_WISHES
    document: Mapping[str, Any] | None = None

    @property
    def system(self) -> SwissSystem:
        """The system that it is paired by."""
        if self.position is not None:
            return self.position.state.system
        assert self.whole is not None
        return self.whole.system

    @property
    def rounds_unknown(self) -> int | None:
        """How many rounds were played, if a report does not say how many there are."""
        return self.whole.paired if self.whole is not None and self.whole.rounds is None else None

    def state(self, number: int | None = None) -> PairingState:
        """Return the state before a round, or before the next one."""
        if self.position is not None:
            state = self.position.state
            if number not in (None, state.round):
                raise ArpadError("pairing-round-unknown", round=number, last=state.round)
            return state
        assert self.whole is not None
        return state_before(self.whole, number or self.whole.paired + 1)

    def numbers(self) -> list[int]:
        """Return the rounds that can be paired: those of a report, and the next one if it is due."""
        if self.position is not None:
            return [self.position.state.round]
        assert self.whole is not None
        whole = played_out(self.whole)
        due = whole.rounds is not None and whole.paired < whole.rounds and not whole.unfinished
        return list(range(1, whole.paired + 1 + due))

    def checked(self) -> list[CheckedRound]:
        """Check every round, or the pairing that a position gives."""
        if self.position is None:
            assert self.whole is not None
            return check_rounds(self.whole)
        if self.position.given is None:
            raise ArpadError("pairing-json", what="pairs")
        return [check_given(self.position.state, self.position.given)]

    def is_paired_as(self, number: int) -> bool:
        """Whether the system gives exactly the pairing of a round that was checked."""
        if self.position is not None:
            return is_paired_as(self.position.state, self.position.given or {})
        assert self.whole is not None
        return is_paired_as(*given_round(played_out(self.whole), number))

    def by(self, edition: SwissSystem) -> "Source":
        """Return the same file to be paired by another edition or reading, whatever the file says."""
        wishes = replace(self.wishes, edition=edition)
        if self.report is not None:
            return report_source(self.report, wishes)
        assert self.document is not None
        return _of_json(self.document, wishes)

    def names(self) -> dict[int, str]:
        """Return each player, or each team, as the tables show them."""
        if self.position is not None:
            ranks = [*(player.rank for player in self.position.state.entrants), *self.position.state.absent]
        else:
            ranks = list(self.whole.cells) if self.whole is not None else []
        known = {player.rank: player.name for player in self.event.players}
        if self.system.name == "team" or by_match_points(self.event):
            from arpad.standings.competition import team_numbers

            known = {number: team.name for number, team in team_numbers(self.event).items()}
        return {rank: f"{rank} {known.get(rank, '')}".rstrip() for rank in ranks}


def read_source(
    data: bytes,
    rounds: int | None = None,
    system: str | None = None,
    binding: bool = True,
    colours: str | None = None,
    readings: Sequence[str] = (),
    adjourn_open: bool = False,
) -> Source:
    """Read a file that is to be paired. The other arguments are those of `PairingWishes`."""
    return _single(data, _document(data), PairingWishes(rounds, system, binding, colours, readings, adjourn_open))


def report_source(report: Report, wishes: PairingWishes) -> Source:
    """Return the tournament of a report."""
    whole = report_tournament(report, wishes)
    findings = (*open_findings(report, wishes.adjourn_open), *pairing_findings(report, whole))
    return Source(report.event, whole, None, findings, report, wishes)


def read_sources(data: bytes, wishes: PairingWishes) -> dict[str, Source]:
    """Read a JSON list of tournaments and positions, by their `id` or, without one, by their place. What a file with a
    single one holds has no name."""
    documents = _document(data)
    if not isinstance(documents, list):
        return {"": _single(data, documents, wishes)}
    if not documents:
        raise ArpadError("pairing-json-list")
    sources: dict[str, Source] = {}
    for place, document in enumerate(documents, 1):
        if not isinstance(document, dict):
            raise ArpadError("pairing-json-list")
        name = str(document.get("id", place))
        if name in sources:
            raise ArpadError("pairing-json-twice", name=name)
        with naming(name):
            sources[name] = _of_json(document, wishes)
    return sources


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Name the position of a list that a problem is about; a file with a single one has no name."""
    try:
        yield
    except ArpadError as problem:
        if not name:
            raise
        raise ArpadError("pairing-json-place", name=name, problem=problem) from None


def _document(data: bytes) -> Any:
    """The JSON of a file, None for a report."""
    if data.lstrip()[:1] not in (b"{", b"["):
        return None
    try:
        return json_value(data, parse_float=exact_number)
    except ValueError:
        raise ArpadError("pairing-json-broken") from None


def _single(data: bytes, document: Any, wishes: PairingWishes) -> Source:
    if document is None:
        return report_source(read_report(data), wishes)
    if not isinstance(document, dict):
        raise ArpadError("pairing-json-list")
    return _of_json(document, wishes)


def _of_json(document: Mapping[str, Any], wishes: PairingWishes) -> Source:
    if isinstance(document.get("rounds"), list):
        from arpad.pairing.matches_files import match_tournament

        system = match_system(document, wishes)
        whole = match_tournament(document, system, wishes.rounds, wishes.colours)
        return Source(Event(), whole, None, wishes=wishes, document=document)
    position = read_position(document, wishes)
    event = position.report.event if position.report else Event()
    return Source(event, None, position, wishes=wishes, document=document)


# The points that a report gives its players, compared with the points for the pairing.


def pairing_findings(report: Report, whole: Tournament) -> list[Finding]:
    """Return what somebody should check before a pairing is published."""
    stated_type = tournament_type(report.event)
    too_short = premise_findings(whole.system, whole.rounds) if stated_type is not None and stated_type.baku else []
    return [*too_short, *contradicting_points(report, whole)]


def contradicting_points(report: Report, whole: Tournament) -> Iterator[Finding]:
    """Points (columns 81-84) that are neither the score so far nor that score with the byes already entered for the
    next round. Players are paired by their results."""
    if whole.system.name == "team" or by_match_points(report.event):
        return
    scores = Scores(report.event)
    for player in report.event.players:
        score = Fraction(whole.scores[player.rank][-1], whole.unit)
        if player.points is not None and player.points not in (score, scores.total(player)):
            values = {"points": player.points, "sum": score}
            yield Finding("points-sum", "error", None, player.line, POINTS_COLUMN, player.rank, values=values)


# C.04.2.D.1: games without a result are draws for the pairing. A file cannot tell an adjourned game from a result that
# is not entered yet. Games before the last paired round are adjourned; those of the last one only if somebody says so.

ARTICLE = "C.04.2.D.1"


def with_open_games(report: Report, adjourn_open: bool = False) -> Report:
    """Return a report with its adjourned games as draws. `adjourn_open` says that those of the last round are
    adjourned too. A game that only one of the two lines leaves open is no adjourned game."""
    open_games = set(adjourned_games(report, adjourn_open))
    if not open_games:
        return report
    players = tuple(_drawn(player, open_games) for player in report.event.players)
    return replace(report, event=replace(report.event, players=players))


def adjourned_games(report: Report, adjourn_open: bool = False) -> Iterator[tuple[int, int, int]]:
    """Yield the games that are draws for the pairing: the round and both starting ranks, from each side."""
    cells = {player.rank: player.rounds for player in report.event.players}
    last = last_paired(cells)
    for rank, own in cells.items():
        for cell in own:
            if not _is_open(cell) or cell.opponent is None or (cell.round == last and not adjourn_open):
                continue
            others = cells.get(cell.opponent, ())
            back = others[cell.round - 1] if cell.round <= len(others) else None
            if back is not None and back.opponent == rank and back.result is None:
                yield cell.round, rank, cell.opponent


def open_findings(report: Report, adjourn_open: bool) -> list[Finding]:
    """Return one finding for each round with games that were taken as draws."""
    games: dict[int, list[str]] = {}
    for number, rank, opponent in adjourned_games(report, adjourn_open):
        if rank < opponent:
            games.setdefault(number, []).append(f"{rank}-{opponent}")
    return [
        Finding("open-as-draw", "info", ARTICLE, round=number, values={"games": ", ".join(found)})
        for number, found in sorted(games.items())
    ]


def _is_open(cell: RoundResult) -> bool:
    return cell.opponent is not None and cell.result is None


def _drawn(player: Player, open_games: set[tuple[int, int, int]]) -> Player:
    if not any(_is_open(cell) for cell in player.rounds):
        return player
    rounds = tuple(
        cell._replace(result="=") if (cell.round, player.rank, cell.opponent) in open_games else cell
        for cell in player.rounds
    )
    return player._replace(rounds=rounds)
