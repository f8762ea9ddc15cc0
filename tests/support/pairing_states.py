"""Small states before a round, likely and unlikely, for hypothesis: floats, byes, collapses, the last round."""

from hypothesis import strategies as st

from arpad.pairing.colours import colour_of_higher, difference
from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import rules_of
from arpad.pairing.state import Float, PairingPlayer, PairingState, order

MOST = 9
FLOATS: list[list[Float]] = [[None], [None, None, "down"], [None, "up", "down"], ["up", "down"]]


@st.composite
def states(draw: st.DrawFn) -> PairingState:
    """Up to nine players with any past that the rules of colours allow."""
    count = draw(st.integers(2, MOST))
    share = draw(st.integers(0, 7))
    seed = draw(st.randoms(use_true_random=False))
    last = draw(st.booleans())
    top = draw(st.integers(1, 4))
    met: dict[int, set[int]] = {rank: set() for rank in range(1, count + 1)}
    for one, others in met.items():
        for two in range(one + 1, count + 1):
            if seed.randrange(10) < share:
                others.add(two)
                met[two].add(one)
    floats = draw(st.sampled_from(FLOATS))
    games = draw(st.integers(0, 4))
    scores = draw(st.lists(st.integers(0, draw(st.integers(0, 5))), min_size=count, max_size=count))
    entrants = [
        PairingPlayer(
            rank,
            score,
            score,
            _colours("".join(seed.choice("wb") for _ in range(games))),
            frozenset(met[rank]),
            (seed.choice(floats), seed.choice(floats)),
            seed.randrange(10) < 6,
            rank,
            last and score >= top,
            seed.randrange(3),
        )
        for rank, score in enumerate(scores, 1)
    ]
    return PairingState(5, 5 if last else 9, tuple(sorted(entrants, key=order)), unit=draw(st.integers(1, 2)))


def _colours(wish: str) -> str:
    """As much of it as C.04.1.f and g allow."""
    while abs(difference(wish)) > 2 or "www" in wish or "bbb" in wish:
        wish = wish[:-1]
    return wish


def engine_round(state: PairingState, quick: bool) -> tuple[list[tuple[int, int]], int | None] | None:
    """The engine's answer in the words of the sieve."""
    found = rules_of(state.system).brackets(state, quick)
    if found is None:
        return None
    pairs = []
    for one, two in found.pairs:
        higher, lower = state.entrants[one], state.entrants[two]
        colour, _ = colour_of_higher(higher, lower, state.initial)
        pairs.append((higher.rank, lower.rank) if colour == "w" else (lower.rank, higher.rank))
    return sorted(pairs), None if found.bye is None else state.entrants[found.bye].rank


def score_differences(field: Field, paired: Paired) -> tuple[int, ...]:
    """A.8: of the pairs and of the downfloaters, from high to low."""
    low = min(field.scores[player] for player in paired.bracket.players)
    found = [field.scores[one] - field.scores[two] for one, two in paired.pairs]
    found += [field.scores[floater] - low + field.state.unit for floater in paired.floaters]
    return tuple(sorted(found, reverse=True))
