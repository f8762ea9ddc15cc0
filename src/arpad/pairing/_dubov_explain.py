"""Explain and check rounds of the Dubov system (C.04.4.1), and register it as a Swiss system."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.pairing._dubov import (
    COLOUR_ARTICLES,
    DubovBracket,
    DubovRound,
    DubovSearch,
    article,
    bye_order,
    dubov_colour,
    dubov_players,
    first_sides,
    pair_dubov,
    player_at,
    shifters,
    words,
)
from arpad.pairing._system_engine import SystemEngine
from arpad.pairing._upfloaters import Scoregroup, first_worse
from arpad.pairing.dutch._alternatives import illegal
from arpad.pairing.dutch._graph import Field
from arpad.pairing.engines import Board, Pairing, Reason, Seat, boards_of
from arpad.pairing.explain import RoundTeller, mates_of, wrong_bye, wrong_pair
from arpad.pairing.state import PairingPlayer, PairingState, points
from arpad.pairing.systems import SwissSystem

# By what a given round is worse than the one that the Dubov system gives.


def dubov_faults(state: PairingState, found: DubovRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye (C2, 3.1), who may meet whom, then the upfloaters and pairs of each scoregroup."""
    system = state.system
    field = Field(state) if found is None else found.field
    mates = mates_of(field.entrants, given)
    if found is not None:
        barred, other, early = (article(system, name) for name in ("C2", "bye", "bye-complete"))
        yield wrong_bye(state, found.bye, given, barred, other, (early, bye_order(state)))
    yield wrong_pair(field, mates, lambda name: article(system, name.replace(".", "")))
    for group, bracket in found.groups if found is not None else ():
        yield _group(system, field, group, bracket, mates)


def _group(
    system: SwissSystem, field: Field, group: Scoregroup, bracket: DubovBracket, mates: Mapping[int, int]
) -> Reason | None:
    score = field.scores[group.residents[0]]
    residents = set(group.residents)
    came = tuple(place for place in group.lower if mates.get(place) in residents)
    if set(came) != set(bracket.upfloaters):
        return _upfloaters(system, field, group, bracket, came)
    members = {*group.residents, *came}
    pairs = {frozenset((place, mates[place])) for place in members if mates.get(place) in members}
    if pairs == {frozenset(pair) for pair in bracket.pairs}:
        return None
    given, best = (
        sum(same_preference(field, *pair) for pair in some)
        for some in ([tuple(sorted(pair)) for pair in pairs], bracket.pairs)
    )
    if given != best:
        return Reason(article(system, "C7"), score, (), given, best, criterion=words("C7"))
    s1 = set(bracket.s1)
    across = all(len(pair & s1) == 1 for pair in pairs)
    return Reason(article(system, "transposition" if across else "shifters"), score, kind="order")


def same_preference(field: Field, one: int, two: int) -> bool:
    """C7: whether one of two players cannot get the colour."""
    return player_at(field, one).preference.colour == player_at(field, two).preference.colour


def _upfloaters(
    system: SwissSystem, field: Field, group: Scoregroup, bracket: DubovBracket, came: tuple[int, ...]
) -> Reason:
    score = field.scores[group.residents[0]]
    search = DubovSearch(field, group)
    given, best = search.value(came, only=True), search.value(bracket.upfloaters, only=True)
    if given is None or best is None:
        ranks = tuple(field.entrants[place].rank for place in came)
        return Reason(article(system, "C4"), score, ranks, kind="completion")
    worse = first_worse(given, best)
    if worse is None:
        ranks = tuple(field.entrants[place].rank for place in bracket.upfloaters)
        return Reason(article(system, "upfloaters"), score, ranks, kind="upfloaters")
    return Reason(article(system, worse[0]), score, (), *worse[1:], criterion=words(worse[0]))


# The reasons of a Dubov round: the bye, for each scoregroup its upfloaters, the shifts between the colours, the
# opponents that would have come first, and the colours.


def explain_dubov(answer: Pairing, found: DubovRound, limit: int) -> Explanation:
    """The bye, and a step for each scoregroup; at most `limit` refusals in each."""
    teller = _ShiftTeller(answer, found.field, found.field.entrants, limit)
    bye = found.bye
    byes = [] if bye is None else [teller.bye_step(bye, bye_order(answer.state), "bye", "C2", "bye-complete")]
    return (*byes, *(teller.bracket(group, bracket) for group, bracket in found.groups))


class _ShiftTeller(RoundTeller[Field, PairingPlayer]):
    def article(self, name: str) -> str:
        return article(self.answer.state.system, name)

    def history(self, player: PairingPlayer) -> str:
        """The colours of the games, and the preference: W absolute, (W) strong, w mild."""
        wanted = player.preference
        assert wanted.colour is not None
        signs = wanted.colour, f"({wanted.colour.upper()})", wanted.colour.upper()
        return f"{player.colours.upper()} {signs[wanted.strength - 1]}".strip()

    def bracket(self, group: Scoregroup, bracket: DubovBracket) -> Step:
        """A scoregroup with its upfloaters, shifts and pairs."""
        steps = [*self._up(group, bracket), *self._sides(bracket), *islice(self._opponents(bracket), self.limit)]
        steps += [self._colours(one, two) for one, two in bracket.pairs]
        denied = sum(same_preference(self.field, one, two) for one, two in bracket.pairs)
        if denied:
            steps.append(self.step("C7", "pairing.cost", {"criterion": f"@{words('C7')}"}, denied))
        inputs: dict[str, object] = {
            "score": points(self.answer.state, self.field.scores[group.residents[0]]),
            "residents": self.ranks(bracket.residents),
            "upfloaters": self.ranks(bracket.upfloaters),
        }
        return self.step("bracket", "pairing.match-bracket", inputs, len(bracket.pairs), *steps)

    def _up(self, group: Scoregroup, bracket: DubovBracket) -> Iterable[Step]:
        """4.2: players who would have come up first, and what they fail on."""
        if not bracket.upfloaters:
            return ()
        return self.upfloater_steps(DubovSearch(self.field, group), bracket.upfloaters, "C4", words)

    def _sides(self, bracket: DubovBracket) -> Iterator[Step]:
        """3.2.3 to 3.2.5: who seeks what, who changes the side, and S1 with the ratings of the opponents."""
        white, black = first_sides(self.field, (*bracket.residents, *bracket.upfloaters))
        seekers: dict[str, object] = {"white": self.ranks(white), "black": self.ranks(black)}
        fresh = not any(self.field.entrants[place].colours for place in (*white, *black))
        yield self.step("sides", "pairing.dubov-halves" if fresh else "pairing.dubov-sides", seekers, None)
        small, large = (white, black) if len(white) <= len(black) else (black, white)
        for name, side, shifted in (("first", small, bracket.first_shift), ("second", large, bracket.second_shift)):
            if shifted:
                refused = self._not_shifted(side, shifted)
                yield self.step(f"{name}-shift", f"pairing.{name}-shift", {}, self.ranks(shifted), *refused)
        listed = ", ".join(
            f"{self.field.entrants[place].rank} ({player_at(self.field, place).aro})" for place in bracket.s1
        )
        yield self.step("s1", "pairing.dubov-s1", {}, listed)

    def _not_shifted(self, side: Sequence[int], shifted: Sequence[int]) -> list[Step]:
        """4.3: players who would have changed the side first."""
        listed = shifters(self.field, side)
        last = max(listed.index(place) for place in shifted)
        before = [place for place in listed[:last] if place not in shifted]
        return [
            self.step("shifters", "pairing.shift-refused", {}, self.field.entrants[place].rank)
            for place in before[: self.limit]
        ]

    def _opponents(self, bracket: DubovBracket) -> Iterator[Step]:
        """4.4: opponents that would have come first."""
        free = sorted(bracket.t2, key=lambda place: self.field.entrants[place].rank)
        for one, two in bracket.pairs:
            yield from (self._refused(one, other) for other in free[: free.index(two)])
            free.remove(two)

    def _refused(self, one: int, two: int) -> Step:
        inputs: dict[str, object] = {"players": self.pair((one, two))}
        verdict = illegal(self.field, [(min(one, two), max(one, two))])
        if verdict is None:
            return self.step("transposition", "pairing.match-pair-barred", inputs, None)
        name = verdict.article.replace(".", "")
        inputs["criterion"] = f"@pairing.criterion.{name.lower()}"
        return self.step(name, "pairing.refused-pair-barred", inputs, None)

    def _colours(self, one: int, two: int) -> Step:
        """5.2: why this player has this colour."""
        higher, lower = self.answer.state.higher_first(self.field.entrants[one], self.field.entrants[two])
        _, kind = dubov_colour(higher, lower, self.answer.state.initial)
        parity = ("-odd" if higher.number % 2 else "-even") if kind == "fresh" else ""
        rule, what = self.board(higher, lower).rule, f"colour-dubov-{kind}{parity}"
        return self.colours_step(rule, what, higher, lower, higher=higher.rank, number=higher.number)


# The Dubov system as one of the Swiss systems: C.04.4.1 of 2018 and 2026.


def _boards(state: PairingState, found: DubovRound) -> tuple[Board, ...]:
    def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
        given, kind = dubov_colour(higher, lower, state.initial)
        return given, COLOUR_ARTICLES[state.system.id][kind]

    players = found.field.entrants
    pairs = [(players[one], players[two]) for _, bracket in found.groups for one, two in bracket.pairs]
    return boards_of(state, [state.higher_first(*pair) for pair in pairs], colour)


ENGINE = SystemEngine(
    dubov_players,
    Field,
    pair_dubov,
    _boards,
    explain_dubov,
    dubov_faults,
    lambda system: article(system, "impossible"),
)
