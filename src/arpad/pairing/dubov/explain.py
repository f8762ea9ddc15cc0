"""The reasons of a Dubov round: the bye, for each scoregroup its upfloaters, the shifts between the colours, the
opponents that would have come first, and the colours."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from arpad.documents.steps import Step, Trail
from arpad.pairing.dubov.colours import dubov_colour
from arpad.pairing.dubov.engine import DubovRound, bye_order
from arpad.pairing.dubov.judge import same_preference
from arpad.pairing.dubov.rules import article, words
from arpad.pairing.dubov.shifts import DubovBracket, first_sides, shifters
from arpad.pairing.dubov.upfloaters import DubovSearch, player_at
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.verdict import illegal
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import PairingPlayer, points
from arpad.pairing.telling import RoundTeller
from arpad.pairing.upfloating import Scoregroup


def explain_dubov(answer: Pairing, found: DubovRound, limit: int) -> Trail:
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
