"""Share prize money among the players of a ranking, with every addend; the total is exact."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, pairwise, repeat, takewhile

from arpad.domain.findings import Finding
from arpad.i18n import Language
from arpad.prizes.rules import (
    PRIZE_SYSTEMS,
    ROUNDED,
    Currency,
    PrizeCategory,
    PrizePolicy,
    PrizeRules,
    PrizeSystem,
    RankedPlayer,
    rule_findings,
)

# Who may have a prize of a category, best first, and what stays open because a fact is not known.


@dataclass(frozen=True, slots=True)
class CategoryPrize:
    """One prize of a category: its number there, its amount, and the index of the player who has it (None: nobody).

    `before` are better players who meet the condition and have another prize, or have given it up.
    """

    category: PrizeCategory
    number: int
    amount: int
    winner: int | None = None
    thing: str = ""
    before: tuple[int, ...] = ()


@dataclass
class Contest:
    """A ranking and its rules. What conditions say of a player is remembered, since all systems ask the same."""

    players: Sequence[RankedPlayer]
    rules: PrizeRules
    findings: dict[tuple[object, ...], Finding] = field(default_factory=dict)
    _answers: dict[tuple[str, int], bool | None] = field(default_factory=dict)
    _orders: dict[str, Sequence[int]] = field(default_factory=dict)

    @property
    def category_prizes(self) -> list[CategoryPrize]:
        """All prizes of categories, in the order of the rules."""
        return [
            CategoryPrize(category, number, amount, thing=thing)
            for category in self.rules.categories
            for number, (amount, thing) in enumerate(
                zip(category.prizes, category.things or repeat(""), strict=False), 1
            )
        ]

    @property
    def in_main(self) -> list[int]:
        """The players who take part in the main prizes, best first."""
        return [place for place, player in enumerate(self.players) if player.given_up not in ("main", "all")]

    def given(self, prize: CategoryPrize, taken: Container[int], suits: Callable[[int], bool]) -> CategoryPrize:
        """Return a prize of a category with the player who has it, and with those who come before them."""
        winner = self.best(prize.category, taken, suits)
        order = self._order(prize.category)
        ahead = takewhile(lambda place: place != winner, order)
        before = tuple([place for place in ahead if self._answer(prize.category, place)])
        return replace(prize, winner=winner, before=before)

    def things_of(self, ranked: Sequence[int]) -> dict[int, str]:
        """Return the objects among the main prizes by the players whose places they are for."""
        things = (*self.rules.things, "")
        for place, (first, second) in enumerate(pairwise(ranked[: len(things)])):
            better, worse = self.players[first], self.players[second]
            if better.rank == worse.rank and things[place] != things[place + 1]:
                values = {"thing": things[place] or things[place + 1], "name": better.name, "other": worse.name}
                self.findings["thing", place] = Finding("prizes-thing-level", "warning", values=values)
        return {player: thing for player, thing in zip(ranked, things, strict=False) if thing}

    def best(self, category: PrizeCategory, taken: Container[int], suits: Callable[[int], bool]) -> int | None:
        """Return the best player who meets the condition of a category, has no category prize yet, and suits."""
        open_to = (
            place
            for place in self._order(category)
            if place not in taken and self.players[place].given_up not in ("category", "all")
        )
        for place in open_to:
            answer = self._answer(category, place)
            if answer is False or not suits(place):
                continue
            if answer is None:
                self._tell_open(category, place)
                continue
            self._tell_level(category, place, open_to, suits)
            return place
        return None

    def _answer(self, category: PrizeCategory, place: int) -> bool | None:
        key = (category.where.text, place)
        if key not in self._answers:
            player = self.players[place]
            known = None if category.members is None else player.row in category.members
            self._answers[key] = category.where.answer(player.profile) if known is None else known
        return self._answers[key]

    def _order(self, category: PrizeCategory) -> Sequence[int]:
        """The players by rank; for progress by W − We, then by rank, and only those with enough games."""
        if category.by == "rank":
            return range(len(self.players))
        if category.by not in self._orders:
            values = {
                place: player.progress.value
                for place, player in enumerate(self.players)
                if player.progress is not None and player.progress.games >= self.rules.progress_games
            }
            self._orders[category.by] = sorted(values, key=lambda place: (-values[place], place))
        return self._orders[category.by]

    def _tell_open(self, category: PrizeCategory, place: int) -> None:
        """Warn of a player who stands better than the winner, if nobody knows whether the prize is for them."""
        player = self.players[place]
        facts = ", ".join(category.where.unknown(player.profile))
        values = {"category": category.name, "name": player.name or f"{player.rank}", "facts": facts}
        self.findings["open", category.name, place] = Finding("prizes-facts-open", "warning", values=values)

    def _tell_level(
        self, category: PrizeCategory, place: int, behind: Iterable[int], suits: Callable[[int], bool]
    ) -> None:
        """Warn if the tie-breaks do not separate the winner from another player, who could have the prize as well.

        Players of one rank follow each other; those among them for whom the prize is not are passed over.
        """
        winner = self.players[place]
        for other in behind:
            second = self.players[other]
            same_value = category.by == "rank" or _value(winner) == _value(second)
            if winner.rank != second.rank or not same_value:
                return
            if self._answer(category, other) and suits(other):
                values = {"category": category.name, "name": winner.name, "other": second.name, "rank": winner.rank}
                self.findings["level", category.name, place] = Finding("prizes-level", "warning", values=values)
                return


def _value(player: RankedPlayer) -> object:
    return None if player.progress is None else player.progress.value


# The main prizes: players level on points are a group, and a group shares the prizes of its places.


@dataclass(frozen=True, slots=True)
class TieGroup:
    """Players level on points who hold the places `first` to `last`; the first `sharing` of them share `prizes`.

    `pool` is the sum of the prizes. `runs` are the sizes of the parts that the tie-breaks did not separate, in order;
    they cover those who share.
    """

    first: int
    last: int
    points: Fraction
    sharing: int
    prizes: tuple[int, ...]
    runs: tuple[int, ...]
    pool: int


@dataclass(frozen=True, slots=True)
class MainShare:
    """A player's share of the main prizes in minor units: what their place gives, and what the group shares.

    `level` players hold the player's place together, if the tie-breaks leave them level; `places` are its prizes.
    """

    group: TieGroup
    level: int
    places: tuple[int, ...]
    by_place: Fraction
    shared: Fraction

    @property
    def exact(self) -> Fraction:
        return self.by_place + self.shared


HALF = Fraction(1, 2)
WEIGHTS: Mapping[PrizeSystem, Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]] = {
    "equal": lambda _, shared: (Fraction(0), shared),
    "place": lambda by_place, _: (by_place, Fraction(0)),
    "hort": lambda by_place, shared: (by_place * HALF, shared * HALF),
}
"""What a system takes of a player's own place and of an equal part of the pool."""


def tie_groups(players: Sequence[RankedPlayer], rules: PrizeRules) -> Iterator[TieGroup]:
    """Cut a ranking into groups. A place that a play-off decided is a group by itself.

    Players whom the tie-breaks leave at one rank share their places, so they stay together.
    """
    begin = 0
    for end in range(1, len(players) + 1):
        if end == len(players) or not _together(players[end - 1], players[end], rules.decided):
            yield _group(players, begin, end, rules)
            begin = end


def _together(first: RankedPlayer, second: RankedPlayer, decided: frozenset[int]) -> bool:
    if first.rank == second.rank:
        return True
    if first.decided or second.decided or (decided and not decided.isdisjoint((first.rank, second.rank))):
        return False
    return first.points is second.points or first.points == second.points


def _group(players: Sequence[RankedPlayer], begin: int, end: int, rules: PrizeRules) -> TieGroup:
    runs, place = [], begin
    while place < end and (rules.places is None or place < rules.places):
        after = place + 1
        while after < end and players[after].rank == players[place].rank:
            after += 1
        runs.append(after - place)
        place = after
    prizes = rules.prizes[begin:place]
    return TieGroup(begin + 1, end, players[begin].points, place - begin, prizes, tuple(runs), sum(prizes))


def main_shares(contest: Contest, ranked: Sequence[int], system: PrizeSystem) -> dict[int, MainShare]:
    """Return the shares of the main prizes among players who are in the main ranking (their indices, best first)."""
    groups = takewhile(lambda group: group.prizes, tie_groups([contest.players[one] for one in ranked], contest.rules))
    return dict(zip(ranked, (share for group in groups for share in _shares(group, system)), strict=False))


def _shares(group: TieGroup, system: PrizeSystem) -> Iterator[MainShare]:
    """Return the share of each player, level players together."""
    for begin, size in zip(accumulate(group.runs, initial=0), group.runs, strict=False):
        places = group.prizes[begin : begin + size]
        parts = WEIGHTS[system](Fraction(sum(places), size), Fraction(group.pool, group.sharing))
        yield from repeat(MainShare(group, size, places, *parts), size)


# What becomes of a player who could have a main prize and one of a category: three policies, one function each. A
# player has at most one prize of a category in all three.


@dataclass(frozen=True, slots=True)
class Distribution:
    """Who is in the main ranking in the end (indices, best first), their shares and money, and the category prizes."""

    ranked: Sequence[int]
    shares: Mapping[int, MainShare]
    paid: Mapping[int, int]
    given: tuple[CategoryPrize, ...]


def _paid(contest: Contest, shares: Mapping[int, MainShare]) -> dict[int, int]:
    """Round the shares as the rules say."""
    amounts = ROUNDED[contest.rules.rounding]([share.exact for share in shares.values()], contest.rules.unit)
    return dict(zip(shares, amounts, strict=True))


def _in_order(contest: Contest, suits: Callable[[int], bool]) -> tuple[CategoryPrize, ...]:
    """Give the category prizes in the order of the rules to players who suit."""
    given: list[CategoryPrize] = []
    taken: set[int] = set()
    for prize in contest.category_prizes:
        given.append(contest.given(prize, taken, suits))
        taken.update(winner for winner in (given[-1].winner,) if winner is not None)
    return tuple(given)


def cumulative(contest: Contest, system: PrizeSystem) -> Distribution:
    """Add main and category prizes up."""
    ranked = contest.in_main
    shares = main_shares(contest, ranked, system)
    return Distribution(ranked, shares, _paid(contest, shares), _in_order(contest, lambda _: True))


def main_first(contest: Contest, system: PrizeSystem) -> Distribution:
    """Give a category prize only to players without a main prize."""
    ranked = contest.in_main
    shares = main_shares(contest, ranked, system)
    paid, things = _paid(contest, shares), contest.things_of(ranked)
    return Distribution(ranked, shares, paid, _in_order(contest, lambda one: not paid.get(one) and one not in things))


def higher(contest: Contest, system: PrizeSystem) -> Distribution:
    """Give a category prize, the highest first, to the best player whose exact share of the main prizes is smaller.

    They leave the main ranking, and the main prizes are shared again without them; what was given before stands.
    """
    ranked = contest.in_main
    shares = main_shares(contest, ranked, system)
    given = contest.category_prizes
    taken: set[int] = set()
    for place in sorted(range(len(given)), key=lambda place: -given[place].amount):
        prize = given[place] = contest.given(given[place], taken, _less_than(given[place].amount, shares))
        if prize.winner is not None:
            taken.add(prize.winner)
            ranked = [player for player in ranked if player != prize.winner]
            shares = main_shares(contest, ranked, system)
    return Distribution(ranked, shares, _paid(contest, shares), tuple(given))


def _less_than(amount: int, shares: Mapping[int, MainShare]) -> Callable[[int], bool]:
    return lambda player: player not in shares or shares[player].exact < amount


POLICIES: Mapping[PrizePolicy, Callable[[Contest, PrizeSystem], Distribution]] = {
    "cumulative": cumulative,
    "main-first": main_first,
    "higher": higher,
}


# Prizes: the ranking and the rules in, every player's money with its addends out. The sum is exact.


@dataclass(frozen=True, slots=True)
class PlayerPrize:
    """A player's money in minor units. `share` is None for players without a part of the main prizes; `thing` is an
    object among them."""

    player: RankedPlayer
    share: MainShare | None
    paid: int
    category: CategoryPrize | None
    thing: str = ""

    @property
    def things(self) -> tuple[str, ...]:
        """The objects that the player gets."""
        return tuple(thing for thing in (self.thing, "" if self.category is None else self.category.thing) if thing)

    @property
    def total(self) -> int:
        return self.paid + (0 if self.category is None else self.category.amount)


@dataclass(frozen=True, slots=True)
class Prizes:
    """Who gets what in one system. `awarded`: the main prizes that find players; `kept`: what rounding leaves of them.

    `not_awarded`: main prizes, by place, that nobody gets.
    """

    rules: PrizeRules
    system: PrizeSystem
    players: tuple[PlayerPrize, ...]
    groups: tuple[TieGroup, ...]
    awarded: int
    kept: int
    not_awarded: tuple[tuple[int, int], ...]
    category_prizes: tuple[CategoryPrize, ...]

    @property
    def total(self) -> int:
        """All money that is paid."""
        return sum(player.total for player in self.players)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The prizes in all three systems, as the manual prints them, and what there is to say about rules and ranking."""

    chosen: Prizes
    systems: Mapping[PrizeSystem, Prizes]
    findings: tuple[Finding, ...]


def share_prizes(players: Sequence[RankedPlayer], rules: PrizeRules) -> SideBySide:
    """Share the prizes among players who come in the order of their ranks."""
    contest = Contest(players, rules)
    chosen = _share_contest(contest, rules.system)
    findings = (*rule_findings(rules), *contest.findings.values())
    systems = {
        system: chosen if system == rules.system else _share_contest(contest, system) for system in PRIZE_SYSTEMS
    }
    return SideBySide(chosen, systems, findings)


def _share_contest(contest: Contest, system: PrizeSystem) -> Prizes:
    rules = contest.rules
    distribution = POLICIES[rules.policy](contest, system)
    won = {prize.winner: prize for prize in distribution.given if prize.winner is not None}
    things = contest.things_of(distribution.ranked)
    players = tuple(
        PlayerPrize(
            player,
            distribution.shares.get(place),
            distribution.paid.get(place, 0),
            won.get(place),
            things.get(place, ""),
        )
        for place, player in enumerate(contest.players)
    )
    groups = tuple(tie_groups([contest.players[place] for place in distribution.ranked], rules))
    sharing = sum(group.sharing for group in groups)
    awarded = sum(rules.prizes[:sharing])
    return Prizes(
        rules,
        system,
        players,
        groups,
        awarded,
        awarded - sum(distribution.paid.values()),
        tuple((place, amount) for place, amount in enumerate(rules.prizes, 1) if place > sharing),
        distribution.given,
    )


# The addends of every amount, as the manual prints them: 5000 + 2500 = 7500. Two people compute and sign them.

Written = Callable[[Fraction | int], str]


def group_addends(group: TieGroup, currency: Currency, language: Language = "en") -> str:
    """Return the pool of a group: 10000 + 5000 + 3000 + 2000 = 20000."""
    return _sum(group.prizes, lambda amount: currency.written(amount, language))


def player_addends(prize: PlayerPrize, system: PrizeSystem, currency: Currency, language: Language = "en") -> str:
    """Return how a player's part of the main prizes comes about; empty for players without one."""
    if prize.share is None:
        return ""
    share_text = _share_text(prize.share, system, lambda amount: currency.written(amount, language))
    if prize.share.exact == prize.paid:
        return share_text
    return f"{share_text} → {currency.written(prize.paid, language, full=True)}"


def _share_text(share: MainShare, system: PrizeSystem, written: Written) -> str:
    group, total = share.group, written(share.exact)
    if group.sharing == 1:
        return total
    if system == "equal":
        return f"{written(group.pool)} / {group.sharing} = {total}"
    if system == "hort":
        return f"{written(share.by_place)} + {written(share.shared)} = {total}"
    if share.level == 1:
        return total
    addends = " + ".join(map(written, share.places)) or "0"
    return f"({addends}) / {share.level} = {total}"


def _sum(amounts: tuple[int, ...], written: Written) -> str:
    total = written(sum(amounts))
    return total if len(amounts) < 2 else f"{' + '.join(map(written, amounts))} = {total}"
