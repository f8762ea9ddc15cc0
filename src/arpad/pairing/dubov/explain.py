"""The reasons of a Dubov round: the bye, for each scoregroup its upfloaters, the shifts between the colours, the
opponents that would have come first, and the colours."""

from collections.abc import Iterable, Iterator, Sequence

from arpad.pairing.dubov.colours import dubov_colour
from arpad.pairing.dubov.engine import DubovRound, bye_order
from arpad.pairing.dubov.judge import same_preference
from arpad.pairing.dubov.rules import article, words
from arpad.pairing.dubov.shifts import DubovBracket, first_sides, shifters
from arpad.pairing.dubov.upfloaters import DubovSearch, player_at
from arpad.pairing.dutch.verdict import illegal
from arpad.pairing.explain import board_name, listed_or_nobody
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import PairingPlayer, points
from arpad.pairing.upfloating import Scoregroup, first_worse
from arpad.regulations import Article
from arpad.trail import Step, Trail


def explain_dubov(answer: Pairing, found: DubovRound, limit: int) -> Trail:
    """The bye, and a step for each scoregroup; at most `limit` refusals in each."""
    teller = _ShiftTeller(answer, found, limit)
    bye = [teller.bye(found.bye)] if found.bye is not None else []
    return (*bye, *(teller.bracket(group, bracket) for group, bracket in found.groups))


class _ShiftTeller:
    def __init__(self, answer: Pairing, found: DubovRound, limit: int) -> None:
        self.answer, self.field, self.limit = answer, found.field, limit
        self.boards = {frozenset((board.white, board.black)): board for board in answer.boards}

    def step(self, name: str, what: str, inputs: dict[str, object], value: object, *more: Step) -> Step:
        """A step with the article as the edition numbers it."""
        system = self.answer.state.system
        return Step(Article(article(system, name), system.source), what, inputs, value, more)

    def bye(self, rank: int) -> Step:
        """3.1: who gets the bye, and who would have come first."""
        allowed = {player.rank: player.bye_allowed for player in self.answer.state.entrants}
        order_ = bye_order(self.answer.state)
        refused = [
            self.step("bye-complete", "pairing.bye-incomplete", {}, other)
            if allowed[other]
            else self.step("C2", "pairing.bye-barred", {}, other)
            for other in order_[: order_.index(rank)][: self.limit]
        ]
        return self.step("bye", "pairing.bye", {}, rank, *refused)

    def bracket(self, group: Scoregroup, bracket: DubovBracket) -> Step:
        """A scoregroup with its upfloaters, shifts and pairs."""
        steps = [*self._up(group, bracket), *self._sides(bracket), *self._opponents(bracket)]
        steps += [self._colours(one, two) for one, two in bracket.pairs]
        denied = sum(same_preference(self.field, one, two) for one, two in bracket.pairs)
        if denied:
            steps.append(self.step("C7", "pairing.cost", {"criterion": f"@{words('C7')}"}, denied))
        inputs: dict[str, object] = {
            "score": points(self.answer.state, self.field.scores[group.residents[0]]),
            "residents": self._ranks(bracket.residents),
            "upfloaters": self._ranks(bracket.upfloaters),
        }
        return self.step("bracket", "pairing.match-bracket", inputs, len(bracket.pairs), *steps)

    def _up(self, group: Scoregroup, bracket: DubovBracket) -> Iterator[Step]:
        """4.2: players who would have come up first, and what they fail on."""
        if not bracket.upfloaters:
            return
        search = DubovSearch(self.field, group)
        best = search.value(bracket.upfloaters, only=True)
        assert best is not None
        kept: list[int] = []
        told = 0
        for place in group.lower:
            if len(kept) == len(bracket.upfloaters) or told == self.limit:
                return
            if place in bracket.upfloaters:
                kept.append(place)
                continue
            told += 1
            value = search.value([*kept, place])
            worse = None if value is None else first_worse(value, best)
            inputs: dict[str, object] = {"player": self.field.entrants[place].rank}
            if worse is None:
                yield self.step("C4", "pairing.upfloater-incomplete", inputs, self.field.entrants[place].rank)
            else:
                inputs |= {"criterion": f"@{words(worse[0])}", "best": worse[2]}
                yield self.step(worse[0], "pairing.upfloater-quality", inputs, worse[1])

    def _sides(self, bracket: DubovBracket) -> Iterator[Step]:
        """3.2.3 to 3.2.5: who seeks what, who changes the side, and S1 with the ratings of the opponents."""
        white, black = first_sides(self.field, (*bracket.residents, *bracket.upfloaters))
        seekers: dict[str, object] = {"white": self._ranks(white), "black": self._ranks(black)}
        fresh = not any(self.field.entrants[place].colours for place in (*white, *black))
        yield self.step("sides", "pairing.dubov-halves" if fresh else "pairing.dubov-sides", seekers, None)
        small, large = (white, black) if len(white) <= len(black) else (black, white)
        for name, side, shifted in (("first", small, bracket.first_shift), ("second", large, bracket.second_shift)):
            if shifted:
                refused = self._not_shifted(side, shifted)
                yield self.step(f"{name}-shift", f"pairing.{name}-shift", {}, self._ranks(shifted), *refused)
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
        told = 0
        for one, two in bracket.pairs:
            for other in free:
                if other == two or told == self.limit:
                    break
                told += 1
                yield self._refused(one, other)
            free.remove(two)

    def _refused(self, one: int, two: int) -> Step:
        inputs: dict[str, object] = {"players": f"{self.field.entrants[one].rank}-{self.field.entrants[two].rank}"}
        verdict = illegal(self.field, [(min(one, two), max(one, two))])
        if verdict is None:
            return self.step("transposition", "pairing.match-pair-barred", inputs, None)
        name = verdict.article.replace(".", "")
        inputs["criterion"] = f"@pairing.criterion.{name.lower()}"
        return self.step(name, "pairing.refused-pair-barred", inputs, None)

    def _colours(self, one: int, two: int) -> Step:
        """5.2: why this player has this colour."""
        higher, lower = self.answer.state.higher_first(self.field.entrants[one], self.field.entrants[two])
        board = self.boards[frozenset((higher.rank, lower.rank))]
        white, black = (higher, lower) if board.white == higher.rank else (lower, higher)
        _, kind = dubov_colour(higher, lower, self.answer.state.initial)
        parity = ("-odd" if higher.number % 2 else "-even") if kind == "fresh" else ""
        inputs: dict[str, object] = {
            "white": white.rank, "black": black.rank, "white_history": _history(white),
            "black_history": _history(black), "higher": higher.rank, "number": higher.number,
        }  # fmt: skip
        return self.step(board.rule, f"pairing.colour-dubov-{kind}{parity}", inputs, board_name(board))

    def _ranks(self, places: Iterable[int]) -> str:
        return listed_or_nobody(self.field.entrants[place].rank for place in places)


def _history(player: PairingPlayer) -> str:
    """The colours of the games, and the preference: W absolute, (W) strong, w mild."""
    wanted = player.preference
    assert wanted.colour is not None
    signs = wanted.colour, f"({wanted.colour.upper()})", wanted.colour.upper()
    sign = signs[wanted.strength - 1]
    return f"{player.colours.upper()} {sign}".strip()
