"""Teams and Double-Swiss as two of the Swiss systems: C.04.5 and C.04.6."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.engines import Reason
from arpad.pairing.explain import board_name
from arpad.pairing.history import Tournament
from arpad.pairing.matches.colours import first_of
from arpad.pairing.matches.engine import MatchRound, pair_matches
from arpad.pairing.matches.explain import explain_matches
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.judge import reason_of
from arpad.pairing.matches.rules import rules_of
from arpad.pairing.matches.sides import MatchSide, sides
from arpad.pairing.rounds import Answer, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import SwissSystem
from arpad.regulations import Article
from arpad.trail import Step, Trail


@dataclass(frozen=True, slots=True)
class MatchPairing(Pairing):
    """A round with its scoregroups."""

    round: MatchRound


@dataclass(frozen=True, slots=True)
class SecondGames(Pairing):
    """4.4: the second games of matches of two games, with colours reversed."""


class _Matches:
    """C.04.5 and C.04.6 at work, as the state says."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        return sides(whole, state)

    def pair(self, state: PairingState) -> Answer:
        if state.returning:
            return _second_games(state)
        found = pair_matches(state)
        if found is None:
            return _unpairable(MatchField(state))
        rules = rules_of(state.system)

        def colour(first: PairingPlayer, second: PairingPlayer) -> tuple[Colour, str]:
            assert isinstance(first, MatchSide)
            assert isinstance(second, MatchSide)
            return rules.colour(first, second, state.initial)

        pairs = [
            first_of(state.system, found.field.sides[one], found.field.sides[two])
            for group in found.groups
            for one, two in group.pairs
        ]
        bye = None if found.bye is None else found.field.sides[found.bye].rank
        return MatchPairing(state, boards_of(state, pairs, colour), bye, found)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        if isinstance(answer, SecondGames):
            return (_second_step(answer),)
        assert isinstance(answer, MatchPairing)
        return explain_matches(answer, answer.round, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if isinstance(answer, SecondGames):
            wrong = next(one for one in answer.boards if given.get(one.white) != (one.black, "w"))
            return Reason(wrong.rule, None, (wrong.white, wrong.black), kind="colour")
        found = answer.round if isinstance(answer, MatchPairing) else None
        return reason_of(MatchField(answer.state), found, answer, given)

    def impossible_article(self, system: SwissSystem) -> str:
        return rules_of(system).articles["impossible"]


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


def _unpairable(field: MatchField) -> Answer:
    """Who stands in the way; the bye is one more vertex for those who may have it."""
    if len(field.sides) % 2 == 0:
        return impossible(field.state, field.allowed, None)
    bye = len(field.sides)
    allowed = [own | side.bye_allowed << bye for own, side in zip(field.allowed, field.sides, strict=True)]
    allowed.append(sum(side.bye_allowed << place for place, side in enumerate(field.sides)))
    return impossible(field.state, allowed, bye)


ENGINE = _Matches()
