"""Teams and Double-Swiss as two of the Swiss systems: C.04.5 and C.04.6."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.documents.steps import Step, Trail
from arpad.domain.event import Colour
from arpad.pairing.engines import Reason
from arpad.pairing.explain import board_name
from arpad.pairing.judging import wrong_colour
from arpad.pairing.matches.colours import first_of
from arpad.pairing.matches.engine import MatchRound, pair_matches
from arpad.pairing.matches.explain import explain_matches
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.judge import match_faults
from arpad.pairing.matches.rules import rules_of
from arpad.pairing.matches.sides import sides
from arpad.pairing.rounds import Answer, Board, Pairing, Seat, boards_of
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.system_engine import SystemEngine
from arpad.regulations.articles import Article


@dataclass(frozen=True, slots=True)
class SecondGames(Pairing):
    """4.4: the second games of matches of two games, with colours reversed."""


class _Matches(SystemEngine[MatchRound]):
    """C.04.5 and C.04.6 at work, as the state says. Second games follow from the first ones."""

    def pair(self, state: PairingState) -> Answer:
        return _second_games(state) if state.returning else super().pair(state)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        return (_second_step(answer),) if isinstance(answer, SecondGames) else super().explain(answer, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if isinstance(answer, SecondGames):
            return wrong_colour(answer.boards, given)
        return super().reason(answer, given)


def _boards(state: PairingState, found: MatchRound) -> tuple[Board, ...]:
    rules, players = rules_of(state.system), found.field.sides
    pairs = [first_of(state.system, players[one], players[two]) for group in found.groups for one, two in group.pairs]
    return boards_of(state, pairs, lambda first, second: rules.colour(first, second, state.initial))


def _second_games(state: PairingState) -> SecondGames:
    """The games of the matches that have begun, on the boards of the first games."""
    article = rules_of(state.system).articles["second-games"]
    by_rank = {player.rank: player for player in state.entrants}

    def colour(first: PairingPlayer, second: PairingPlayer) -> tuple[Colour, str]:
        return ("w" if (first.rank, second.rank) in state.returning else "b"), article

    pairs = [state.higher_first(by_rank[white], by_rank[black]) for white, black in state.returning]
    return SecondGames(state, boards_of(state, pairs, colour), None)


def _second_step(answer: SecondGames) -> Step:
    system = answer.state.system
    article = Article(rules_of(system).articles["second-games"], system.source)
    return Step(article, "pairing.second-games", {}, ", ".join(board_name(board) for board in answer.boards))


ENGINE = _Matches(
    sides,
    MatchField,
    pair_matches,
    _boards,
    explain_matches,
    match_faults,
    lambda system: rules_of(system).articles["impossible"],
)
