"""Small states before a round, likely and unlikely, for hypothesis: floats, byes, collapses, the last round."""

from dataclasses import fields, replace
from itertools import combinations

from hypothesis import strategies as st

from arpad.pairing.colours import colour_of_higher, difference
from arpad.pairing.dubov.players import DubovPlayer
from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import rules_of
from arpad.pairing.matches.sides import with_wish
from arpad.pairing.state import Float, PairingPlayer, PairingState, order
from arpad.pairing.systems import systems

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


MATCHES = ("team-2026", "team-2024", "double-2026")


@st.composite
def match_states(draw: st.DrawFn) -> PairingState:
    """Up to nine sides with any past: met opponents, floats, byes, colours, the last rounds."""
    system = systems()[draw(st.sampled_from(MATCHES))]
    count, seed = draw(st.integers(2, 9)), draw(st.randoms(use_true_random=False))
    share, top = draw(st.integers(0, 7)), draw(st.integers(1, 4))
    round_number = draw(st.integers(4, 7))
    type_ = draw(st.sampled_from(("A", "B", "none"))) if system.name == "team" else ""
    met: dict[int, set[int]] = {rank: set() for rank in range(1, count + 1)}
    for one, two in combinations(met, 2):
        if seed.randrange(10) < share:
            met[one].add(two)
            met[two].add(one)
    entrants = []
    for rank, opponents in met.items():
        score, colours = seed.randint(0, top), "".join(seed.choice("wb") for _ in range(seed.randint(0, 4)))
        floats: list[Float] = [None, None, "up", "down"]
        float_ = seed.choice(floats), None
        bye = seed.randrange(10) < 7
        player = PairingPlayer(rank, score, score, colours, frozenset(opponents), float_, bye, rank)
        entrants.append(with_wish(system, player, seed.randint(0, 3), type_, round_number == 7))
    return PairingState(round_number, 7, tuple(sorted(entrants, key=order)), initial="b", system=system)


def rated_for_dubov(state: PairingState) -> PairingState:
    """A small state with averages and upfloats that follow from nothing but are the same in every run."""
    entrants = []
    for player in state.entrants:
        values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
        mixed = player.rank * 7 + player.score * 5 + len(player.colours) * 3
        aro = 2000 + mixed % 5 if player.colours else 0
        entrants.append(DubovPlayer(**values, aro=aro, upfloats=mixed % 6))
    return replace(state, entrants=tuple(entrants), system=systems()["dubov-2026"])
