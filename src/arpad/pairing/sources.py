"""What is to be paired, from a file: a report, or a position as JSON, or a list of them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from arpad.bounded import json_value
from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.formats.codes import by_match_points
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.pairing import matches
from arpad.pairing.check import CheckedRound, check_given, check_rounds, given_round, is_paired_as
from arpad.pairing.given_points import pairing_findings
from arpad.pairing.history import Tournament, played_out
from arpad.pairing.json_fields import exact_number
from arpad.pairing.open_games import open_findings
from arpad.pairing.positions import Position, match_system, read_position
from arpad.pairing.state import PairingState, state_before
from arpad.pairing.systems import SwissSystem
from arpad.pairing.tournaments import NO_WISHES, PairingWishes, report_tournament
from arpad.standings.competition import team_numbers


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
    found: dict[str, Source] = {}
    for place, document in enumerate(documents, 1):
        if not isinstance(document, dict):
            raise ArpadError("pairing-json-list")
        name = str(document.get("id", place))
        if name in found:
            raise ArpadError("pairing-json-twice", name=name)
        with naming(name):
            found[name] = _of_json(document, wishes)
    return found


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
        system = match_system(document, wishes)
        whole = matches.match_tournament(document, system, wishes.rounds, wishes.colours)
        return Source(Event(), whole, None, wishes=wishes, document=document)
    position = read_position(document, wishes)
    event = position.report.event if position.report else Event()
    return Source(event, None, position, wishes=wishes, document=document)
