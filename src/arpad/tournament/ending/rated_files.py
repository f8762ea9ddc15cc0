"""The reports for rating: one for each time class, the results as they are rated, TRF26."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arpad.domain.event import HALF_POINTS_OF, Event, RoundResult
from arpad.domain.findings import Finding
from arpad.domain.games import points
from arpad.formats.scores import Scores
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import TrfRecords
from arpad.i18n import ArpadError
from arpad.regulations.articles import TimeClass
from arpad.tournament.cells import head_of, player_of
from arpad.tournament.changing import changed
from arpad.tournament.files.content import PROGRAM
from arpad.tournament.files.export import export_trf
from arpad.tournament.knockout import SUDDEN_DEATH, final_order
from arpad.tournament.match_play import after_decision
from arpad.tournament.results import codes
from arpad.tournament.state import EventBoard, EventState

CLASSES: tuple[TimeClass, ...] = ("standard", "rapid", "blitz")


@dataclass(frozen=True, slots=True)
class RatedFile:
    """A report for rating, and what it cannot say. `entries` are its players, in the order of their starting ranks."""

    time_class: TimeClass
    data: bytes
    findings: tuple[Finding, ...] = ()
    entries: tuple[int, ...] = ()


def rated_files(state: EventState) -> list[RatedFile]:
    """Return the reports of an event, the results as rated. A knock-out has one for each time class that was played;
    sudden-death games have unequal clocks, and are left out. Games of a match that was decided are left out too."""
    if state.laws.system == "knockout":
        return _knockout_files(state)
    found = export_trf(_without(state, after_decision(state)), "trf26", rated=True)
    findings = (*found.findings, *_rating_only(state))
    return [RatedFile(class_named(state.laws.time_class), found.data, findings, state.numbers)]


def _rating_only(state: EventState) -> Iterator[Finding]:
    """C.04.2.D.8: players whose results were corrected for rating alone have other points than these results give."""
    for number, one in sorted(state.rounds.items()):
        for board in one.games:
            if board.rated is None:
                continue
            for entry, counts, rated in zip(board.seats, codes(board.result), codes(board.rated), strict=True):
                if counts is not None and rated is not None and HALF_POINTS_OF[counts] != HALF_POINTS_OF[rated]:
                    values = {"points": points(HALF_POINTS_OF[counts]), "rated": points(HALF_POINTS_OF[rated])}
                    rank = state.number_of(entry)
                    yield Finding("rated-points", "warning", player=rank, round=number, values=values)


def class_named(name: str) -> TimeClass:
    """Return a time class by its name."""
    return next(known for known in CLASSES if known == name)


def _without(state: EventState, rounds: Sequence[int]) -> EventState:
    """The event without some rounds that are not rated."""
    if not rounds:
        return state
    kept = {number: one for number, one in state.rounds.items() if number not in rounds}
    return changed(state, rounds=kept)


def _knockout_files(state: EventState) -> list[RatedFile]:
    stages = {name: _stage_class(name) for name, _, _ in state.laws.stages}
    found = []
    for time_class in CLASSES:
        names = [name for name, of in stages.items() if of == time_class]
        event, entries = _games_event(state, names)
        if event.players:
            data = event_to_trf(event, "trf26", TrfRecords(program=PROGRAM))
            found.append(RatedFile(time_class, data, entries=entries))
    if not found:
        raise ArpadError("event-nothing-played")
    return found


def _stage_class(name: str) -> TimeClass | None:
    """The time class that a stage is named after; sudden death has none."""
    if name == SUDDEN_DEATH:
        return None
    return next((known for known in CLASSES if name.startswith(known)), None)


def _games_event(state: EventState, stages: Sequence[str]) -> tuple[Event, tuple[int, ...]]:
    """The games of some stages as an event, and its players: each game of a stage of a round is a round of its own."""
    rounds: dict[tuple[int, int, int], list[EventBoard]] = {}
    for number, one in sorted(state.rounds.items()):
        played: dict[tuple[int | None, str], int] = {}
        for board in one.games:
            if board.stage in stages and board.result is not None:
                game = played[board.tie, board.stage] = played.get((board.tie, board.stage), 0) + 1
                rounds.setdefault((number, stages.index(board.stage), game), []).append(board)
    took_part = sorted(
        {entry for boards in rounds.values() for board in boards for entry in board.seats},
        key=state.numbers.index,
    )
    rank = {entry: place for place, entry in enumerate(took_part, 1)}
    cells: dict[int, list[RoundResult]] = {entry: [] for entry in took_part}
    for place, key in enumerate(sorted(rounds), 1):
        told: dict[int, RoundResult] = {}
        for board in rounds[key]:
            white, black = codes(board.as_rated)
            told[board.white] = RoundResult(place, rank[board.black], "w", white)
            told[board.black] = RoundResult(place, rank[board.white], "b", black)
        for entry in took_part:
            cells[entry].append(told.get(entry) or RoundResult(place, None, None, "Z"))
    lines = [(rank[entry], entry, cells[entry]) for entry in took_part]
    return _named(state, len(rounds), stages, lines), tuple(took_part)


def _named(
    state: EventState, count: int, stages: Sequence[str], lines: list[tuple[int, int, list[RoundResult]]]
) -> Event:
    rules = state.laws
    control = next((told for name, _, told in rules.stages if name in stages), rules.time_control)
    entered = tuple(player_of(state.entries[entry], rank, rounds) for rank, entry, rounds in lines)
    event = replace(head_of(rules), type="Knock-out", time_control=control, rounds=count, players=entered)
    scores, order = Scores(event), [entry for entry in final_order(state) if entry in {line[1] for line in lines}]
    ranks = {rank: order.index(entry) + 1 for rank, entry, _ in lines}
    players = (one._replace(points=scores.total(one), final_rank=ranks[one.rank]) for one in event.players)
    return replace(event, players=tuple(players))
