"""The prizes of an event: what was announced, who has which prize by the standings, and why."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from arpad.documents.document import Document, InWords, TextOrNone, shows
from arpad.documents.findings import ShownFindings
from arpad.domain.findings import Finding
from arpad.i18n import Language, Words
from arpad.prizes.award import PlayerPrize, Prizes, group_addends, player_addends
from arpad.prizes.files import Ranking, share_by_rules, table_ranking
from arpad.prizes.rules import Currency, GivenUp, PrizePolicy, PrizeRules, PrizeSystem, RankedPlayer
from arpad.prizes.tables import with_things
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.conditions import Profile
from arpad.tournament.knockout import bracket_levels, play_offs_of
from arpad.tournament.rules import GROUP_COLUMNS, EventRules, prize_rules
from arpad.tournament.standings import last_counted, standings_after
from arpad.tournament.state import Entry, EventState

# What was announced: the rule `prizes` of the event as the room of prizes reads it, and its words for a front page.

PRIVATE = frozenset({"age", "born", "family"})
"""What a condition may ask for that only the staff knows: the day of birth, the family."""


def event_prize_rules(rules: EventRules) -> PrizeRules | None:
    """Return the prizes that were announced, None if there are none."""
    if not rules.prizes:
        return None
    return prize_rules(rules.prizes, rules.groups, rules.start)


class OnePrize(Document, frozen=True):
    """A prize: money in minor units of its currency, and an object. `place` is among those of its category, or among
    the main prizes if it has none."""

    shown = shows("category", "place", "amount", "thing")
    category: TextOrNone
    place: int
    minor: int
    currency: Currency
    thing: TextOrNone = ""

    @property
    def amount(self) -> str:
        """The money with the digits of its currency: 137.50."""
        return self.currency.text(self.minor)

    def written(self, language: Language) -> str:
        """Return the prize for people: 137,50 EUR + copa."""
        return prize_words(self.currency, self.minor, (self.thing,) if self.thing else (), language)


def prize_words(currency: Currency, minor: int, things: Sequence[str], language: Language) -> str:
    """Return money and objects for people; objects alone if there is no money."""
    money = [f"{currency.written(minor, language, full=True)} {currency.code}"] if minor or not things else []
    return with_things(*money, *things)


def announced_prizes(rules: EventRules) -> tuple[OnePrize, ...]:
    """Return the prizes that were announced: the main ones, then those of each category."""
    known = event_prize_rules(rules)
    if known is None:
        return ()
    lists = [("", known.prizes, known.things), *((one.name, one.prizes, one.things) for one in known.categories)]
    return tuple(
        OnePrize(name, place, amount, known.currency, things[place - 1] if things else "")
        for name, amounts, things in lists
        for place, amount in enumerate(amounts, 1)
    )


KNOWN_BEFORE = PRIVATE | {"rating", "sex", "federation", "title", "id", "club"}
"""What is known of a player without the standings."""


def members_of(state: EventState) -> Mapping[str, frozenset[int]]:
    """Return the players of the categories of prizes that ask for what only the staff knows, by their numbers."""
    known = event_prize_rules(state.event_rules)
    if known is None:
        return {}
    return {
        category.name: frozenset(
            number
            for number, entry in enumerate(state.numbers, 1)
            if category.where.holds(_profile(state.entries[entry], known.date))
        )
        for category in known.categories
        if not PRIVATE.isdisjoint(category.where.words) and category.where.words <= KNOWN_BEFORE
    }


def _profile(player: Entry, on: dt.date | None) -> Profile:
    """What a condition may ask of a player before there are standings."""
    birthday = dt.date.fromisoformat(player.birthday) if player.birthday else None
    others = {name: str(getattr(player, name)) for name in GROUP_COLUMNS}
    return Profile(
        player.rating or None, player.born, birthday, player.sex or None, player.federation, player.title,
        id=player.id, on=on, others=others,
    )  # fmt: skip


# The ranking by which prizes are given: the standings, with the places that a play-off settled; of a knock-out the
# bracket.


def ranking_of(state: EventState, library: TieBreakLibrary | None = None) -> Ranking:
    """Return the players, or the teams, by their ranks. `row` is their number."""
    if state.event_rules.system == "knockout":
        return Ranking(tuple(_bracket(state)), date=state.event_rules.start)
    ranked = standings_after(state, library=library)
    ranking = table_ranking(ranked.table, ranked.event)
    return replace(ranking, players=tuple(_played_off(state, ranking.players)))


def _bracket(state: EventState) -> Iterator[RankedPlayer]:
    """Yield the players of a knock-out: those who came as far are level, and share their places."""
    levels = bracket_levels(state)
    order = sorted(state.numbers, key=lambda entry: (levels[entry], state.number_of(entry) or 0))
    most = max((level[0] for level in levels.values()), default=0)
    for entry in order:
        player, rank = state.entries[entry], 1 + sum(level < levels[entry] for level in levels.values())
        points = Fraction(most - levels[entry][0] + (levels[entry] == (0, 0)))
        profile = replace(_profile(player, None), points=points, rank=rank)
        yield RankedPlayer(rank, points, player.name, profile, decided=True, row=state.number_of(entry) or 0)


def _played_off(state: EventState, players: Sequence[RankedPlayer]) -> list[RankedPlayer]:
    """Return the players in the order of their play-offs, which take the places that they held together."""
    ordered = list(players)
    for play_off in play_offs_of(state).values():
        rows = {state.number_of(entry): entry for entry in play_off.players}
        held = [place for place, player in enumerate(ordered) if player.row in rows]
        by_row = {player.row: player for player in ordered}
        after = [[by_row[state.number_of(entry) or 0] for entry in level] for level in play_off.order]
        if sum(map(len, after)) != len(held):
            continue
        places = iter(held)
        for level in after:
            own = [next(places) for _ in level]
            for place, player in zip(own, level, strict=True):
                ordered[place] = replace(player, rank=own[0] + 1, decided=True)
    return ordered


# Who has which prize. The reasons say how an amount comes about, and who came before a player in a category.

Reasons = Annotated[
    tuple[Words, ...], InWords(list[str], lambda reasons, language: [reason.text(language) for reason in reasons])
]


class _Written(Words):
    """An amount in the reader's language."""

    def __init__(self, make: Callable[[Language], str]) -> None:
        super().__init__("")
        self._make = make

    def text(self, language: Language = "en") -> str:
        return self._make(language)


class PrizeWon(Document, frozen=True):
    """A player, or a team, with what they get, and the reasons. `entry` is the number of a team in a league; somebody
    who gave a prize up may have none. `main`: something of it is of the main prizes."""

    shown = shows("rank", "entry", "number", "name", "points", "amount", "things", "category", "given_up", "reasons")
    main: bool
    rank: int
    entry: int
    number: int
    name: str
    points: Fraction
    minor: int
    currency: Currency
    things: tuple[str, ...]
    category: TextOrNone
    given_up: Annotated[GivenUp, TextOrNone.__metadata__[0]]
    reasons: Reasons

    @property
    def amount(self) -> str:
        """The money with the digits of its currency: 137.50."""
        return self.currency.text(self.minor)

    @property
    def has_prize(self) -> bool:
        return bool(self.minor or self.things)

    def written(self, language: Language) -> str:
        """Return what they get, for people: 137,50 EUR + copa."""
        return prize_words(self.currency, self.minor, self.things, language) if self.has_prize else "–"


class EventPrizes(Document, frozen=True):
    """The prizes of an event after a round, provisional until it is finished. `nobody`: prizes that nobody has."""

    shown = shows(
        "event", "n", "round", "provisional", "currency", "system", "policy", "prizes", "nobody", "total", "kept",
        "findings",
    )  # fmt: skip
    event: str
    n: int
    round: int
    provisional: bool
    rules: PrizeRules
    prizes: tuple[PrizeWon, ...]
    nobody: tuple[OnePrize, ...]
    total_minor: int
    kept_minor: int
    findings: ShownFindings

    @property
    def currency(self) -> str:
        return self.rules.currency.code

    @property
    def system(self) -> PrizeSystem:
        return self.rules.system

    @property
    def policy(self) -> PrizePolicy:
        return self.rules.policy

    @property
    def total(self) -> str:
        """All money that is paid."""
        return self.rules.currency.text(self.total_minor)

    @property
    def kept(self) -> str:
        """What the rounding leaves to the organiser."""
        return self.rules.currency.text(self.kept_minor)

    def total_words(self, language: Language) -> str:
        """Return all money that is paid, for people."""
        return prize_words(self.rules.currency, self.total_minor, (), language)

    def kept_words(self, language: Language) -> str:
        """Return what the organiser keeps, for people."""
        return prize_words(self.rules.currency, self.kept_minor, (), language)


def prizes_shown(state: EventState) -> bool:
    """Whether everybody may see who has which prize: the event has some, and its last round is complete."""
    last = state.rounds.get(state.event_rules.rounds)
    over = last is not None and last.published_n is not None and last.complete
    return bool(state.event_rules.prizes) and (state.finished or over)


def prize_table(state: EventState, library: TieBreakLibrary | None = None) -> EventPrizes | None:
    """Return who has which prize after the last complete round; None if the event has no prizes. Before the first round
    is complete there are no standings, and this is refused."""
    rules = event_prize_rules(state.event_rules)
    if rules is None:
        return None
    counted, ranking = last_counted(state), ranking_of(state, library)
    categories = tuple(
        replace(category, members=state.prize_members.get(category.name)) for category in rules.categories
    )
    rules = replace(rules, categories=categories)
    players = tuple(_with_facts(state, player, rules.date) for player in ranking.players)
    side = share_by_rules(replace(ranking, players=players, findings=()), rules)
    prizes = side.chosen
    won = tuple(
        _won(state, prizes, prize) for prize in prizes.players if prize.total or prize.things or prize.player.given_up
    )
    lost = [OnePrize("", place, amount, rules.currency, thing) for place, amount, thing in _left_over(prizes)]
    lost += [
        OnePrize(prize.category.name, prize.number, prize.amount, rules.currency, prize.thing)
        for prize in prizes.category_prizes
        if prize.winner is None
    ]
    findings = (*_groups_gone(state.event_rules), *side.findings)
    provisional = not state.finished
    return EventPrizes(
        state.event_rules.slug, state.n, counted, provisional, rules, won, tuple(lost), prizes.total, prizes.kept,
        findings,
    )  # fmt: skip


def _with_facts(state: EventState, player: RankedPlayer, on: dt.date | None) -> RankedPlayer:
    """A player with what conditions may ask for and no report says, and with the prizes that they gave up."""
    side = state.sides[player.row - 1]
    if state.event_rules.team:
        return replace(player, given_up=state.given_up.get(side, ""))
    own = _profile(state.entries[side], on)
    profile = replace(own, points=player.points, rank=player.rank)
    return replace(player, profile=profile, given_up=state.given_up.get(side, ""))


def _left_over(prizes: Prizes) -> Iterator[tuple[int, int, str]]:
    """Yield the main prizes that nobody has: place, amount, object."""
    things = prizes.rules.things or ("",) * len(prizes.rules.prizes)
    for place, amount in prizes.not_awarded:
        yield place, amount, things[place - 1]


def _groups_gone(rules: EventRules) -> Iterator[Finding]:
    """Warn of a category for a group that the rules do not have."""
    for category in rules.prizes.get("category", ()):
        group = category.get("group")
        if group is not None and group not in rules.groups:
            yield Finding("prizes-group-gone", "warning", values={"category": category["name"], "group": group})


def _won(state: EventState, prizes: Prizes, prize: PlayerPrize) -> PrizeWon:
    player = prize.player
    return PrizeWon(
        bool(prize.paid or prize.thing), player.rank,
        state.sides[player.row - 1], player.row, player.name, player.points, prize.total,
        prizes.rules.currency, prize.things, "" if prize.category is None else prize.category.category.name,
        player.given_up, tuple(_reasons(prizes, prize)),
    )  # fmt: skip


def _reasons(prizes: Prizes, prize: PlayerPrize) -> Iterator[Words]:
    """Yield why a player has a prize, or none."""
    currency = prizes.rules.currency
    if prize.player.given_up:
        yield Words(f"event-prizes.given-up-{prize.player.given_up}")
    if prize.share is not None and prize.paid:
        group = prize.share.group
        values = {
            "first": group.first, "last": group.last, "points": group.points,
            "pool": _Written(lambda language: group_addends(group, currency, language)),
            "own": _Written(lambda language: player_addends(prize, prizes.system, currency, language)),
        }  # fmt: skip
        yield Words(f"event-prizes.shared-{prizes.system}" if group.sharing > 1 else "event-prizes.alone", **values)
    if prize.thing:
        yield Words("event-prizes.thing", thing=prize.thing)
    if prize.category is not None:
        own = prize.category
        ahead = "; ".join(prizes.players[place].player.name for place in own.before)
        key = "event-prizes.category-after" if ahead else "event-prizes.category"
        values = {"category": own.category.name, "number": own.number, "ahead": ahead}
        yield Words(key, **values, order=Words(f"event-prizes.by-{own.category.by}"))
