"""Prizes: the ranking and the rules in, every player's money with its addends out. The sum is exact."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.domain.findings import Finding
from arpad.prizes.contest import CategoryPrize, Contest
from arpad.prizes.main_table import MainShare, TieGroup, tie_groups
from arpad.prizes.model import PRIZE_SYSTEMS, PrizeRules, PrizeSystem, RankedPlayer
from arpad.prizes.policies import POLICIES
from arpad.prizes.rule_findings import rule_findings


@dataclass(frozen=True, slots=True)
class PlayerPrize:
    """A player's money in minor units. `share` is None for players without a part of the main prizes."""

    player: RankedPlayer
    share: MainShare | None
    paid: int
    category: CategoryPrize | None

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
        return sum(one.total for one in self.players)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The prizes in all three systems, as the manual prints them, and what there is to say about rules and ranking."""

    chosen: Prizes
    systems: Mapping[PrizeSystem, Prizes]
    findings: tuple[Finding, ...]


def share_prizes(players: Sequence[RankedPlayer], rules: PrizeRules) -> SideBySide:
    """Share the prizes among players who come in the order of their ranks."""
    contest = Contest(players, rules)
    chosen = _share(contest, rules.system)
    told = (*rule_findings(rules), *contest.findings.values())
    systems = {system: chosen if system == rules.system else _share(contest, system) for system in PRIZE_SYSTEMS}
    return SideBySide(chosen, systems, told)


def _share(contest: Contest, system: PrizeSystem) -> Prizes:
    rules = contest.rules
    made = POLICIES[rules.policy](contest, system)
    won = {prize.winner: prize for prize in made.given if prize.winner is not None}
    players = tuple(
        PlayerPrize(player, made.shares.get(place), made.paid.get(place, 0), won.get(place))
        for place, player in enumerate(contest.players)
    )
    groups = tuple(tie_groups([contest.players[place] for place in made.ranked], rules))
    sharing = sum(group.sharing for group in groups)
    awarded = sum(rules.prizes[:sharing])
    return Prizes(
        rules,
        system,
        players,
        groups,
        awarded,
        awarded - sum(made.paid.values()),
        tuple((place, amount) for place, amount in enumerate(rules.prizes, 1) if place > sharing),
        made.given,
    )
