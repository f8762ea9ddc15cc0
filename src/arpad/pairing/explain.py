"""The reasons of a round: for each bracket who was moved down, how many pairs are possible, which pairs would have
come first and why they fail, and why each player has their colour."""

from collections.abc import Iterable

from arpad.pairing.colours import Rule, difference, preference
from arpad.pairing.dutch.alternatives import Refused, refused
from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.facts import BracketFacts, facts
from arpad.pairing.dutch.field import Field
from arpad.pairing.rounds import Board, Impossible, Pairing
from arpad.pairing.state import PairingPlayer, points
from arpad.regulations import Article
from arpad.trail import Step, Trail

SOURCE = "manual-2023-c04"
NOBODY = "–"
QUALITY = frozenset(f"C.{number}" for number in range(5, 20))
COUNTED = frozenset(f"C.{number}" for number in range(8, 16))
WHAT = {"D.1": "pair", "D.2": "exchange", "D.3": "moved"}


def article(number: str) -> Article:
    """An article of C.04.3."""
    return Article(number, SOURCE)


def explain(answer: Pairing | Impossible, limit: int = 12) -> Trail:
    """A step for each bracket with those that led to its pairs; at most `limit` refusals a bracket."""
    if isinstance(answer, Impossible):
        return (impossible(answer),)
    field = answer.brackets.field
    boards = {frozenset((board.white, board.black)): board for board in answer.boards}
    steps: list[Step] = []
    rest = field.everybody
    failed = {paired.bracket.residents: paired for paired in answer.brackets.failed}
    for paired in answer.brackets.brackets:
        rest &= ~sum(1 << player for player in paired.bracket.players)
        steps.append(_bracket(field, paired, failed.get(paired.bracket.residents), boards, rest, limit))
    if answer.bye is not None:
        steps.append(Step(article("C.2"), "pairing.bye", {}, answer.bye))
    return tuple(steps)


def impossible(answer: Impossible) -> Step:
    """A.9: no legal pairing, and the players who prevent it."""
    if answer.stuck:
        return Step(article("A.9"), "pairing.stuck", {}, _listed(answer.stuck))
    return Step(article("A.9"), "pairing.too-many", {"wanted": _listed(answer.wanted)}, _listed(answer.rivals))


def _bracket(
    field: Field,
    paired: Paired,
    failed: Paired | None,
    boards: dict[frozenset[int], Board],
    rest: int,
    limit: int,
) -> Step:
    bracket, state = paired.bracket, field.state
    numbers = facts(field, paired)
    steps = [
        Step(article("B.1"), "pairing.pairs", {"m1": numbers.m1, "moved": len(bracket.moved)}, numbers.max_pairs),
        _seekers(numbers),
    ]
    if failed is not None:
        steps.append(Step(article("A.9"), "pairing.collapse", {}, _ranks(field, failed.floaters)))
    steps += [_refusal(field, player) for player in refused(field, paired, rest, limit)]
    steps += [_colours(field, one, two, boards) for one, two in paired.pairs]
    if bracket.kind != "last" and paired.floaters:
        steps.append(Step(article("A.4"), "pairing.floaters", {}, _ranks(field, paired.floaters)))
    steps += [_cost(criterion, count) for criterion, count in _summed(numbers)]
    inputs = {
        "score": points(state, numbers.score),
        "residents": _ranks(field, bracket.residents),
        "moved": _ranks(field, bracket.moved),
    }
    kind = "collapsed" if bracket.collapsed else bracket.kind
    return Step(article("A.3"), f"pairing.bracket-{kind}", inputs, len(paired.pairs), tuple(steps))


def _seekers(numbers: BracketFacts) -> Step:
    inputs = {"white": numbers.white, "black": numbers.black, "without": numbers.without, "z": numbers.z}
    return Step(article("C.10"), "pairing.seekers", inputs, numbers.x)


def _refusal(field: Field, it: Refused) -> Step:
    """Return what would have come first, and why it fails."""
    verdict = it.verdict
    inputs: dict[str, object] = {
        "players": "-".join(str(field.entrants[one].rank) for one in it.players),
        "given": verdict.given,
        "best": verdict.best,
        "concerned": _ranks(field, verdict.players),
        "criterion": f"@pairing.criterion.{key(verdict.article)}",
    }
    kind = "quality" if verdict.article in QUALITY else "barred"
    return Step(article(verdict.article), f"pairing.refused-{WHAT[it.order]}-{kind}", inputs, verdict.given)


def key(article_number: str) -> str:
    """C.10 as part of a message key."""
    return article_number.lower().replace(".", "")


def _summed(numbers: BracketFacts) -> Iterable[tuple[str, int]]:
    """The counts of C.8 to C.15 that are not nothing; the others are seen from the pairs."""
    return [(criterion, count) for criterion, count in numbers.costs if count and criterion in COUNTED]


def _cost(criterion: str, count: int) -> Step:
    return Step(article(criterion), "pairing.cost", {"criterion": f"@pairing.criterion.{key(criterion)}"}, count)


def _colours(field: Field, one: int, two: int, boards: dict[frozenset[int], Board]) -> Step:
    """E: why this player has this colour."""
    higher, lower = field.entrants[one], field.entrants[two]
    board = boards[frozenset((higher.rank, lower.rank))]
    white, black = (higher, lower) if board.white == higher.rank else (lower, higher)
    inputs = {
        "white": white.rank,
        "black": black.rank,
        "white_history": history(white),
        "black_history": history(black),
        "white_difference": difference(white.colours),
        "black_difference": difference(black.colours),
        "higher": higher.rank,
        "number": higher.number,
    }
    return Step(article(board.rule), f"pairing.{_decided_by(board.rule, higher, lower)}", inputs, board_name(board))


def _decided_by(rule: Rule, higher: PairingPlayer, lower: PairingPlayer) -> str:
    """Which part of a rule of E gave the colours: its message."""
    wishes = preference(higher.colours), preference(lower.colours)
    if rule == "E.1" and any(wish.colour is None for wish in wishes):
        return "colour-e1-alone"
    if rule == "E.2" and wishes[0].strength == wishes[1].strength:
        return "colour-e2-difference"
    if rule == "E.5":
        return "colour-e5-odd" if higher.number % 2 else "colour-e5-even"
    return f"colour-{key(rule)}"


def board_name(board: Board) -> str:
    """A board by its two players, White first."""
    return f"{board.white}-{board.black}"


def history(entrant: PairingPlayer) -> str:
    """The colours of the games, and the preference: (W) strong, W absolute, w mild."""
    wanted = preference(entrant.colours)
    if wanted.colour is None:
        return NOBODY
    signs = wanted.colour, f"({wanted.colour.upper()})", wanted.colour.upper()
    return f"{entrant.colours.upper()} {signs[wanted.strength - 1]}"


def _ranks(field: Field, players: Iterable[int]) -> str:
    return _listed(field.entrants[player].rank for player in players)


def _listed(ranks: Iterable[int]) -> str:
    return ", ".join(map(str, ranks)) or NOBODY
