"""4.8.3: whether a player of an event could make a title norm there; the title regulations (B.01) decide."""

from collections import Counter
from collections.abc import Iterator, Sequence

from arpad.domain.event import CYCLES, Event, Player
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, title_edition_for, title_editions
from arpad.titles.checks import case_of, exemption, run_checks
from arpad.titles.event import Setting, is_outside, least_games, setting_of
from arpad.titles.games import FID, NormSelection, alike, code
from arpad.titles.model import EventFacts, NormGame, all_hold

WIN = 2
"""Half points of a win."""


def norm_possible(event: Event) -> bool | None:
    """Return whether somebody who wins enough games could make a norm for GM, IM, WGM or WIM.

    True: some opponents of the event would do. False: the event itself, its rounds or the titles of its players forbid
    it. None: neither can be shown, or the report does not say enough.
    """
    start, first = event.start, title_editions()[0].effective
    if start is None or start < first:
        return None
    setting = setting_of(event, title_edition_for(start), EventFacts())
    least = least_games(setting).value
    if any(check.ok is False for check in setting.conditions) or setting.rounds < least:
        return False
    if not setting.titles_known:
        return None
    titles = [title for title in NORM_TITLES if _enough_titles(setting, title, least)]
    if not titles:
        return False
    for player in _candidates(event.players):
        for title in titles:
            opponents = _opponents(setting, player, title, least)
            if len(opponents) >= least and _makes_norm(setting, player, title, opponents):
                return True
    return None


def _makes_norm(setting: Setting, player: Player, title: NormTitle, opponents: Sequence[Player]) -> bool:
    """Whether a player who beats all these opponents makes a norm."""
    games = tuple(
        NormGame(
            place, one.rank, one.name, one.id, code(one.federation), one.title.strip().upper(), one.rating, WIN
        )
        for place, one in enumerate(opponents, 1)
    )  # fmt: skip
    checks = run_checks(case_of(setting, player, title, NormSelection(games)))
    return all_hold(check for check in checks if check.name != "own-absences") is True


def _candidates(players: Sequence[Player]) -> Iterator[Player]:
    """One player of each federation and sex: more would not change the answer."""
    seen: set[tuple[str, str | None]] = set()
    for player in sorted(players, key=lambda one: one.rating or 0):
        kind = (code(player.federation), player.sex)
        if kind not in seen:
            seen.add(kind)
            yield player


def _enough_titles(setting: Setting, title: NormTitle, least: int) -> bool:
    """1.4.5: whether there are titled players enough for the opponents of a norm."""
    rules = setting.edition.norm
    wanted = max(rules.titled_alike_least.value, -(-least * rules.titled_alike.value // 1))
    held = [player.title.strip().upper() for player in setting.event.players]
    titled = sum(one in rules.titles_counted.value for one in held)
    return sum(one in alike(title) for one in held) >= wanted and titled >= -(-least * rules.titled.value // 1)


def _opponents(setting: Setting, player: Player, title: NormTitle, least: int) -> list[Player]:
    """The best opponents for a norm: everybody in a round robin, otherwise enough titles and foreigners first."""
    others = [
        one for one in setting.event.players if one.rank != player.rank and not is_outside(setting, one.federation)
    ]
    if setting.system in CYCLES:
        return others * CYCLES[setting.system]
    by_rating = sorted(others, key=lambda one: one.rating or 0, reverse=True)
    rules = setting.edition.norm
    chosen = _Chosen(setting, player, least)
    alike_needed = max(rules.titled_alike_least.value, -(-least * rules.titled_alike.value // 1))
    chosen.take([one for one in by_rating if one.title.strip().upper() in alike(title)], alike_needed)
    titled = [one for one in by_rating if one.title.strip().upper() in rules.titles_counted.value]
    chosen.take(titled, int(-(-least * rules.titled.value // 1)))
    chosen.take(by_rating, least)
    return chosen.players


class _Chosen:
    """Opponents taken one by one, as long as 1.4.3 and 1.4.4 allow their federations."""

    def __init__(self, setting: Setting, player: Player, least: int) -> None:
        rules = setting.edition.norm
        self.players: list[Player] = []
        self._own = code(player.federation)
        self._exempt = exemption(setting, player)[0] is True
        self._own_most = int(least * rules.own_federation.value)
        self._one_most = int(least * rules.one_federation.value)
        self._foreign = rules.other_federations.value
        self._least = least

    def take(self, others: Sequence[Player], until: int) -> None:
        """Take players until there are enough."""
        for one in others:
            if len(self.players) >= until:
                return
            if one not in self.players and (self._exempt or self._fits(one)):
                self.players.append(one)

    def _fits(self, one: Player) -> bool:
        counted = Counter(code(player.federation) for player in [*self.players, one])
        own = counted.pop(self._own, 0)
        counted.pop(FID, 0)
        missing = self._foreign - len(counted)
        room = self._least - len(self.players) - 1
        largest = max(counted.values(), default=0)
        return own <= self._own_most and largest <= self._one_most and missing <= room
