"""Draw a Swiss round with the pairing engine, explain it, and find what makes a round impossible."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.documents.document import Document
from arpad.documents.steps import Explanation, Step
from arpad.formats.report import Forbidden
from arpad.i18n import ArpadError
from arpad.pairing.colours import baku
from arpad.pairing.engines import Answer, Impossible, Pairing, explain_pairing, pair_round
from arpad.pairing.files import with_upper_half
from arpad.pairing.state import DOUBLE, PairingState, Records, Tournament, assemble, double_games, state_before
from arpad.pairing.systems import SwissSystem, by_id
from arpad.tournament.acts.checks import board_at, round_at
from arpad.tournament.as_report import lines_of, scores_of
from arpad.tournament.journal import fold_log
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventState, Restriction
from arpad.tournament.teams import absent_teams, team_tournament_before

# Drawing a Swiss round: the state before it as the engine sees it, and what the engine answers.


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round as the engine pairs it, in entries. `lifted` are soft restrictions that had to give way."""

    round: int
    boards: tuple[tuple[int, int, int], ...]
    bye: int | None
    absent: tuple[tuple[int, str], ...]
    answer: Pairing
    lifted: tuple[int, ...] = ()
    matches: tuple[tuple[int, int, int], ...] = ()


def swiss_system(state: EventState) -> SwissSystem:
    """Return the system of an event, in the edition in force on its first day."""
    rules = state.event_rules
    return by_id(rules.system or ("team" if rules.team else "dutch"), rules.start)


def absentees(state: EventState, number: int) -> list[tuple[int, str]]:
    """Return the entries that are not paired in a round, each with H, Z or F, in the order of entry. Byes are for whole
    matches: players without a first game have no second one, and the bye of the draw is a win and a draw (C.04.5,
    1.4)."""
    if second_game(state, number):
        first = state.rounds.get(number - 1)
        if first is None:
            return absentees(state, number - 1)
        without = sorted(set(state.numbers) - first.players)
        return [(entry, "H" if entry == first.bye else first.absent.get(entry, "Z")) for entry in without]
    absent = []
    for entry in sorted(state.numbers):
        player = state.entries[entry]
        absence = state.absences.get((entry, number))
        if absence is not None:
            absent.append((entry, absence))
        elif player.out_in(number) or player.from_round > number or entry in state.unexplained:
            late = player.from_round > number and state.event_rules.late_points
            absent.append((entry, "H" if late else "Z"))
    return absent


def second_game(state: EventState, number: int) -> bool:
    """Whether a round has the second games of matches, with the opponents of the round before."""
    return state.event_rules.games > 1 and number % state.event_rules.games == 0


def restricted(state: EventState, number: int, lifted: Iterable[int] = ()) -> list[Forbidden]:
    """Return the players, or the teams, who may not meet in a round, by pairing numbers."""
    known, gone = state.side_numbers, set(lifted)
    return [
        Forbidden(tuple(known[entry] for entry in group if entry in known), restriction.first, restriction.last)
        for restriction in state.restrictions
        if restriction.id not in gone
        and restriction.first <= number
        and (restriction.last is None or number <= restriction.last)
        for group in members(state, restriction)
    ]


def members(state: EventState, restriction: Restriction) -> list[tuple[int, ...]]:
    """Return the groups of entries of whom no two may meet: those named, or all that share a label."""
    if restriction.entries:
        return [restriction.entries]
    alike: dict[str, list[int]] = {}
    for entry in state.numbers:
        label = label_of(state, entry, restriction.group)
        if label:
            alike.setdefault(label, []).append(entry)
    return [tuple(group) for group in alike.values() if len(group) > 1]


def label_of(state: EventState, entry: int, group: str) -> str:
    """Return the club, the family, the federation or another label of a player."""
    player = state.entries[entry]
    own = {"club": player.club, "family": player.family, "federation": player.federation}
    return own.get(group) or player.labels.get(group, "")


def tournament_before(
    state: EventState,
    system: SwissSystem,
    number: int,
    apart: Sequence[Forbidden] = (),
    virtual: Mapping[int, Mapping[int, Fraction]] | None = None,
    absent: Collection[int] | None = None,
) -> Tournament:
    """Return the tournament before a round. `apart` may not meet in it; `virtual` are
    points of an acceleration; `absent` are entries that are not paired, without it those that the event knows of."""
    known, rounds = state.pairing_numbers, state.event_rules.rounds
    byes = dict(absentees(state, number))
    records = Records(
        forbidden=apart,
        initial=state.initial,
        rounds=rounds,
        bye_kinds={(number, known[entry]): kind for entry, kind in byes.items()},
    )
    whole = assemble(
        system,
        lines_of(state, number - 1, for_pairing=True),
        scores_of(state, number - 1),
        virtual or {},
        rounds,
        {known[entry] for entry in (byes if absent is None else absent) if entry in known},
        records,
        {place: state.entries[entry].rating or 0 for entry, place in known.items()},
    )
    return double_games(whole) if system.name == "double" else with_upper_half(whole)


def virtual_points(state: EventState, system: SwissSystem) -> dict[int, dict[int, Fraction]]:
    """Return the virtual points of an accelerated event, by round and pairing number; of teams they are match points.
    An event that was taken over has those of its file."""
    rules = state.event_rules
    imported_points = (state.imported or {}).get("virtual")
    if imported_points is not None:
        return {
            int(number): {
                place: Fraction(points[str(side)]) for side, place in state.side_numbers.items() if str(side) in points
            }
            for number, points in imported_points.items()
        }
    if rules.acceleration == "none":
        return {}
    numbers = state.side_numbers
    late = [] if rules.team else sorted(numbers[entry] for entry in numbers if state.entries[entry].from_round > 1)
    if isinstance(rules.acceleration, str):
        games = DOUBLE if system.name == "double" else 1
        win = rules.match_points[0] if rules.team else Fraction(games)
        return baku(system, rules.rounds, sorted(set(numbers.values()) - set(late)), late, win, games)
    upper = range(1, (len(numbers) + 1) // 2 + 1)
    return {place: dict.fromkeys(upper, points) for place, points in enumerate(rules.acceleration, 1)}


def pairing_state(
    state: EventState,
    number: int,
    lifted: Iterable[int] = (),
    absent: Collection[int] | None = None,
    by: SwissSystem | None = None,
) -> PairingState:
    """Return the state of the engine before a round. `absent` are entries that are not paired, without it those that
    the event knows of; `by` is another system than that of the event."""
    system = by or swiss_system(state)
    before = state, system, number, restricted(state, number, lifted), virtual_points(state, system)
    whole = team_tournament_before(*before) if state.event_rules.team else tournament_before(*before, absent)
    return state_before(whole, number)


def draw_swiss(state: EventState, number: int, by: SwissSystem | None = None) -> DrawnRound | Impossible:
    """Draw a round. Soft restrictions are dropped one by one, the last given first, if the round cannot be paired."""
    soft = [restriction.id for restriction in state.restrictions if not restriction.hard]
    count = 0
    while True:
        lifted = tuple(soft[len(soft) - count :])
        answer = pair_round(pairing_state(state, number, lifted, by=by))
        if isinstance(answer, Pairing):
            break
        if count == len(soft):
            return answer
        count += 1
    sides = state.sides
    boards = tuple((board.number, sides[board.white - 1], sides[board.black - 1]) for board in answer.boards)
    bye = None if answer.bye is None else sides[answer.bye - 1]
    if state.event_rules.team:
        return DrawnRound(number, (), bye, tuple(absent_teams(state, number)), answer, lifted, matches=boards)
    return DrawnRound(number, boards, bye, tuple(absentees(state, number)), answer, lifted)


# Why a round is paired as it is: the engine's reasons from the event as it was before the draw.


@dataclass(frozen=True, slots=True)
class ExplainedRound:
    """A round as the engine pairs it from the state before the draw, with the reasons."""

    event: EventState
    answer: Answer
    steps: Explanation


def event_before(state: EventState, lines: Sequence[LogLine], number: int) -> EventState:
    """Return the event as it was when a round was drawn; as it is now for a round that is still to be drawn."""
    drawn = state.rounds.get(number)
    if drawn is not None:
        return fold_log(lines[: drawn.drawn_n - 1])
    if number != state.last_drawn + 1 or number > state.event_rules.rounds:
        known = ", ".join(map(str, sorted(state.rounds))) or "–"
        raise ArpadError("event-round-unknown", round=number, known=known)
    return state


def state_of_round(state: EventState, lines: Sequence[LogLine], number: int) -> tuple[EventState, PairingState]:
    """Return the event before a round, and what the engine sees of it. Soft restrictions that had to give way are
    lifted here too."""
    before = event_before(state, lines, number)
    if not state.event_rules.swiss:
        raise ArpadError("event-not-swiss")
    drawn = state.rounds.get(number)
    return before, pairing_state(before, number, drawn.lifted if drawn is not None else ())


def explain_round(state: EventState, lines: Sequence[LogLine], number: int, limit: int = 12) -> ExplainedRound:
    """Explain a round that is drawn, or the next one."""
    before, seen = state_of_round(state, lines, number)
    answer = pair_round(seen)
    return ExplainedRound(before, answer, explain_pairing(answer, limit))


def numbers_at(state: EventState, explained: ExplainedRound, board: int) -> tuple[int, int]:
    """Return the numbers by which the two players of a board were paired; in a league, the two teams of a match."""
    number, numbers = explained.answer.state.round, explained.event.side_numbers
    if state.event_rules.team:
        matches = {match: (white, black) for match, white, black in round_at(state, number).matches}
        if board not in matches:
            raise ArpadError("event-board-unknown", round=number, board=board, last=max(matches, default=0))
        white, black = matches[board]
    else:
        white, black = board_at(state, number, board).seats
    return numbers[white], numbers[black]


def steps_of_board(explained: ExplainedRound, white: int, black: int) -> Explanation:
    """Return the reasons why two players meet, by pairing numbers: their bracket, without the colours of other
    boards."""
    answer = explained.answer
    if isinstance(answer, Impossible):
        return explained.steps
    others = {f"{board.white}-{board.black}" for board in answer.boards} - {f"{white}-{black}", f"{black}-{white}"}
    return tuple(
        replace(step, steps=tuple(one for one in step.steps if one.value not in others))
        for step in explained.steps
        if _tells_of(step, {f"{white}-{black}", f"{black}-{white}"})
    )


def _tells_of(step: Step, names: set[str]) -> bool:
    return step.value in names or any(_tells_of(one, names) for one in step.steps)


# A round that cannot be paired: what may be lifted so that it can.

MOST_TRIED = 40
"""How many players are tried for the bye."""


class PairingOffers(Document, frozen=True):
    """What would make a round possible: restrictions that are lifted (one of them, or all together), or the bye to a
    player who may not have it. Pairing by hand is always left."""

    restrictions: tuple[int, ...]
    together: bool
    bye: int | None


def offers_for(state: EventState, answer: Impossible) -> PairingOffers:
    """Return what may be lifted, in the order in which it is offered."""
    number = answer.state.round
    soft = [restriction.id for restriction in state.restrictions if not restriction.hard]
    hard = [restriction.id for restriction in state.restrictions if restriction.hard]
    single = tuple(one for one in hard if _possible(state, number, [*soft, one]))
    together = not single and bool(hard) and _possible(state, number, [*soft, *hard])
    return PairingOffers(single or (tuple(hard) if together else ()), together, _bye(state, answer, soft))


class NoPairing(ArpadError):
    """A round that cannot be paired, who stands in the way, and what may be lifted."""

    def __init__(self, state: EventState, answer: Impossible) -> None:
        super().__init__("event-impossible", round=answer.state.round)
        self.answer = answer
        self.offers = offers_for(state, answer)
        self.state = state


def _possible(state: EventState, number: int, lifted: list[int]) -> bool:
    return isinstance(pair_round(pairing_state(state, number, lifted)), Pairing)


def _bye(state: EventState, answer: Impossible, soft: list[int]) -> int | None:
    """The last player in the order who may not have the bye, and with whose bye the round can be paired."""
    if len(answer.state.entrants) % 2 == 0 or state.event_rules.team:
        return None
    away = [entry for entry, _ in absentees(state, answer.state.round)]
    barred = [entrant for entrant in reversed(answer.state.entrants) if not entrant.bye_allowed]
    for player in barred[:MOST_TRIED]:
        entry = state.numbers[player.rank - 1]
        without = pairing_state(state, answer.state.round, soft, [*away, entry])
        if isinstance(pair_round(without), Pairing):
            return entry
    return None
