"""Explain and check rounds of the Dubov system of 1997, and register it as a Swiss system."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.pairing._dubov_1997 import (
    ARTICLES,
    OldDubovGroup,
    OldDubovPlayer,
    OldDubovRound,
    Transfer,
    against,
    bye_order,
    candidates,
    dominant,
    fresh,
    may_come_up,
    old_dubov_colour,
    old_dubov_players,
    old_player,
    opponents_in_order,
    pair_old_dubov,
)
from arpad.pairing._matching import bits
from arpad.pairing._system_engine import SystemEngine
from arpad.pairing.colours import other
from arpad.pairing.dutch._alternatives import illegal
from arpad.pairing.dutch._graph import Field
from arpad.pairing.engines import Board, Pairing, Reason, Seat, boards_of
from arpad.pairing.explain import NOBODY, RoundTeller, key, mates_of, wrong_bye, wrong_pair
from arpad.pairing.state import PairingState, order, points

# The reasons of a round by the Dubov system of 1997: the bye, for each group its floaters and transfers, the columns,
# the opponents that would have come first, and the colours.


def explain_old_dubov(answer: Pairing, found: OldDubovRound, limit: int) -> Explanation:
    """The reading is named first; then the bye, and a step for each group, with at most `limit` refusals in each."""
    players = [old_player(found.field, place) for place in range(found.field.size)]
    teller = _ColumnTeller(answer, found.field, players, limit)
    head = [teller.step("6", "pairing.dubov-1997-reading", {}, None)]
    if found.bye is not None:
        head.append(teller.bye_step(found.bye, bye_order(answer.state), given="4", barred="2"))
    return (*head, *(teller.group(group) for group in found.groups))


class _ColumnTeller(RoundTeller[Field, OldDubovPlayer]):
    def history(self, player: OldDubovPlayer) -> str:
        """The colours of the games and the due colour, a capital letter if the player must have it."""
        due = player.preference.colour
        assert due is not None
        return f"{player.colours.upper()} {due.upper() if player.absolute else due}".strip()

    def group(self, group: OldDubovGroup) -> Step:
        """A group with all that led to its pairs."""
        pairs = (*group.floater_pairs, *group.pairs)
        steps = [*self._floaters(group), *self._transfers(group)]
        if group.left:
            steps.append(self.step("6.4", "pairing.dubov-1997-left", {}, self.ranks(group.left)))
        steps += [*self._columns(group), *self._rows(group), *(self._colours(*pair) for pair in pairs)]
        score = points(self.answer.state, self.field.scores[group.residents[0]]) if group.residents else NOBODY
        inputs: dict[str, object] = {
            "score": score,
            "residents": self.ranks(group.residents),
            "came": self.ranks(group.came),
            "called": self.ranks(group.called),
        }
        return self.step("6.1", "pairing.dubov-1997-group", inputs, len(pairs), *steps)

    def _floaters(self, group: OldDubovGroup) -> Iterator[Step]:
        """8.2: whom each floater meets, and who would have come first."""
        free, refusals = set(group.residents), 0
        met = dict(group.floater_pairs)
        for floater in group.came:
            mate = met.get(floater)
            if mate is None and any(floater == two for _, two in group.floater_pairs):
                continue
            refused = []
            for place in opponents_in_order(self.field, sorted(free), against(self.field, floater)):
                if place == mate or refusals == self.limit:
                    break
                refusals += 1
                refused.append(self._refused("8.2", floater, place))
            rank = self.field.entrants[floater].rank
            if mate is None:
                yield self.step("8.2", "pairing.dubov-1997-floats-on", {}, rank, *refused)
                continue
            free.discard(mate)
            inputs: dict[str, object] = {"player": rank}
            yield self.step("8.2", "pairing.dubov-1997-floater", inputs, self.field.entrants[mate].rank, *refused)

    def _transfers(self, group: OldDubovGroup) -> Iterator[Step]:
        """7.1 and 7.2: who comes up for whom, and who would have come first."""
        gone = {place for pair in group.floater_pairs for place in pair}
        score = self.field.scores[group.residents[0]] if group.residents else 0
        lower = [place for place in bits(group.waiting) if self.field.scores[place] < score and place not in gone]
        lonely = {one.wanted_by for one in group.transfers if one.place is None}
        members = [place for place in group.residents if place not in gone and place not in lonely]
        for transfer in group.transfers:
            for_whom = transfer.wanted_by
            colour = other(dominant(self.field, members)) if for_whom is None else against(self.field, for_whom)
            refused = list(self._not_called(transfer, candidates(self.field, lower, colour)))
            inputs: dict[str, object] = {"colour": f"@pairing.due-{other(colour)}"}
            value: object = None
            if for_whom is not None:
                inputs["player"] = self.field.entrants[for_whom].rank
            if transfer.place is not None:
                value = self.field.entrants[transfer.place].rank
                lower.remove(transfer.place)
                members.append(transfer.place)
            kind = "odd" if for_whom is None else "lonely" if transfer.place is not None else "alone"
            yield self.step(transfer.article, f"pairing.dubov-1997-{kind}", inputs, value, *refused)

    def _not_called(self, transfer: Transfer, listed: Iterable[int]) -> Iterator[Step]:
        for refusals, place in enumerate(listed):
            if place == transfer.place or refusals == self.limit:
                return
            rank = self.field.entrants[place].rank
            barred = transfer.wanted_by is not None and illegal(self.field, [(transfer.wanted_by, place)])
            if not may_come_up(self.answer.state, self.players[place]):
                yield self.step("2.1", "pairing.dubov-1997-not-again", {}, rank)
            elif barred and transfer.wanted_by is not None:
                yield self._refused("7.1", transfer.wanted_by, place)
            else:
                yield self.step(transfer.article, "pairing.upfloater-incomplete", {"player": rank}, rank)

    def _columns(self, group: OldDubovGroup) -> Iterator[Step]:
        """6.2, 7.3 and 7.4: who changes the column, and both columns."""
        if not group.white:
            return
        if fresh(self.field, (*group.white, *group.black)):
            halves: dict[str, object] = {"white": self.ranks(group.white), "black": self.ranks(group.black)}
            yield self.step("5", "pairing.dubov-halves", halves, None)
            return
        if group.changed:
            white = self.field.entrants[group.changed[0]].preference.colour == "w"
            what = "pairing.dubov-1997-to-black" if white else "pairing.dubov-1997-to-white"
            yield self.step("7.3" if white else "7.4", what, {}, self.ranks(group.changed))
        columns: dict[str, object] = {
            "white_column": self._listed(group.white, lambda player: average(player.aro)),
            "black": self._listed(group.black, lambda player: str(player.rating)),
        }
        yield self.step("6.2", "pairing.dubov-1997-columns", columns, None)

    def _rows(self, group: OldDubovGroup) -> Iterator[Step]:
        """6.3: opponents that would have come first in each row."""
        free, refusals = list(group.black), 0
        for one, two in group.pairs:
            for place in free:
                if one not in group.white or place == two or refusals == self.limit:
                    break
                refusals += 1
                yield self._refused("6.3", one, place)
            free = [place for place in free if place not in (one, two)]

    def _refused(self, article: str, one: int, two: int) -> Step:
        inputs: dict[str, object] = {"players": self.pair((one, two))}
        verdict = illegal(self.field, [(one, two)])
        if verdict is None:
            return self.step(article, "pairing.match-pair-barred", inputs, None)
        inputs["criterion"] = f"@pairing.criterion.{key(verdict.article)}"
        return self.step("2", "pairing.refused-pair-barred", inputs, None)

    def _colours(self, one: int, two: int) -> Step:
        """3: why this player has this colour."""
        higher, lower = sorted((self.players[one], self.players[two]), key=order)
        white, black = self.white_first(higher, lower)
        _, kind = old_dubov_colour(higher, lower, self.answer.state.initial)
        parity = ("-odd" if higher.number % 2 else "-even") if kind == "fresh" else ""
        what = "colour-dubov" if kind in ("fresh", "difference") else "colour-dubov-1997"
        return self.colours_step(
            self.board(higher, lower).rule, f"{what}-{kind}{parity}", higher, lower,
            number=higher.number, white_aro=average(white.aro), black_aro=average(black.aro),
        )  # fmt: skip

    def _listed(self, places: Sequence[int], value_text: Callable[[OldDubovPlayer], str]) -> str:
        return ", ".join(f"{self.players[place].rank} ({value_text(self.players[place])})" for place in places)


def average(value: int | Fraction) -> str:
    """An average rating with one decimal, as the text writes it; a half of it upwards."""
    tenths = (20 * value + 1) // 2
    return f"{tenths // 10}.{tenths % 10}"


# By what a given round differs from the one that the Dubov system of 1997 gives.

BARRING = {"C.1": "2", "C.3": "2"}


def old_dubov_faults(
    state: PairingState, found: OldDubovRound | None, given: Mapping[int, Seat]
) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye, who may meet whom, then group by group."""
    field = Field(state) if found is None else found.field
    mates = mates_of(field.entrants, given)
    if found is not None:
        yield wrong_bye(state, found.bye, given, barred="2", other="4")
    yield wrong_pair(field, mates, lambda name: BARRING.get(name, name))
    for group in found.groups if found is not None else ():
        yield _group(field, group, mates)


def _group(field: Field, group: OldDubovGroup, mates: Mapping[int, int]) -> Reason | None:
    """8.2, then 7.1 and 7.2, then 6.4 and 6.3."""
    score = field.scores[(group.residents or group.came)[0]]
    if any(mates.get(one) != two for one, two in group.floater_pairs):
        return Reason("8.2", score, kind="order")
    residents = set(group.residents)
    up = {place for place in bits(group.waiting) if field.scores[place] < score and mates.get(place) in residents}
    for transfer in group.transfers:
        if transfer.place is not None and transfer.place not in up:
            return Reason(transfer.article, score, (field.entrants[transfer.place].rank,), kind="upfloaters")
    kept = {*group.white, *group.black}
    if any(mates.get(place) not in kept for place in kept):
        return Reason("6.4", score, kind="order")
    return None if all(mates.get(one) == two for one, two in group.pairs) else Reason("6.3", score, kind="order")


# The Dubov system of 1997 as one of the Swiss systems: C.04.4.1 of the Arbiters' Manual, a reading.


def _boards(state: PairingState, found: OldDubovRound) -> tuple[Board, ...]:
    def colour(higher: OldDubovPlayer, lower: OldDubovPlayer) -> tuple[Colour, str]:
        given, kind = old_dubov_colour(higher, lower, state.initial)
        return given, ARTICLES[kind]

    field = found.field
    pairs = [
        (old_player(field, one), old_player(field, two))
        for group in found.groups
        for one, two in (*group.floater_pairs, *group.pairs)
    ]
    ranked = [pair if order(pair[0]) < order(pair[1]) else pair[::-1] for pair in pairs]
    return boards_of(state, ranked, colour)


ENGINE = SystemEngine(
    old_dubov_players, Field, pair_old_dubov, _boards, explain_old_dubov, old_dubov_faults, lambda _: "2"
)
