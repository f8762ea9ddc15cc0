"""What a player still needs for a norm in the remaining rounds: the score, and against whom; or why it is impossible.

This is exact: the remaining rounds are filled in with every score, and the norm is then searched as usual.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Annotated

from arpad.documents.checks import Check, check_words
from arpad.documents.document import Document, InWords, ShownAs, replace, shows
from arpad.documents.schema import HalfPoints
from arpad.domain.event import Event, Player, ResultCode, RoundResult
from arpad.domain.games import points
from arpad.i18n import ArpadError, Language, text
from arpad.regulations.title_editions import NormTitle, TitleEdition
from arpad.titles.event import EventConditions, pool_of, setting_of
from arpad.titles.games import FID, alike, code
from arpad.titles.model import EventFacts, Norm
from arpad.titles.norms import NormSearch

HIGHEST = 2900
"""No opponent is rated higher."""
MOST_ROUNDS = 4
NEW = "+"
"""A federation not yet met."""
RESULTS: tuple[ResultCode, ...] = ("0", "=", "1")


class ComingOpponent(Document, frozen=True):
    """An opponent to come, known or supposed."""

    rating: int | None
    title: str
    federation: str


class Way(Document, frozen=True):
    """A score that is enough, and against whom.

    `score` is the total of the remaining rounds; the rest tells which opponents are needed in each round not yet
    paired. `least_rating` None: any is enough. `titles` are the titles that count, empty: none is needed. Opponents of
    the `federations_excluded` never count; those of `federations_from` must have the rating given there."""

    score: HalfPoints
    least_rating: int | None = None
    titles: Annotated[tuple[str, ...], ShownAs(list[str] | None, lambda titles: list(titles) or None)] = ()
    federations_excluded: tuple[str, ...] = ()
    federations_from: Mapping[str, int] = {}

    def words(self, language: Language, *, known: bool) -> str:
        """Return the way in words: the score, and against whom unless the opponents are `known`."""
        score = text("norm.need.score" if self.score else "norm.need.nothing", language, score=points(self.score))
        if known:
            return score
        excluded = ", ".join(self.federations_excluded)
        conditions = [
            text("norm.need.title", language, titles=", ".join(self.titles)) if self.titles else "",
            text("norm.need.rating", language, rating=self.least_rating) if self.least_rating is not None else "",
            text("norm.need.excluded", language, federations=excluded) if excluded else "",
            *(
                text("norm.need.dearer", language, federation=federation, rating=rating)
                for federation, rating in self.federations_from.items()
            ),
        ]
        against = ", ".join(filter(None, conditions)) or text("norm.need.anybody", language)
        return f"{score} {text('norm.need.against', language, conditions=against)}"


Reasons = Annotated[
    tuple[Check, ...],
    InWords(
        list[str], lambda checks, language: [f"{check.article}: {check_words(check, language)}" for check in checks]
    ),
]


class Need(Document, frozen=True):
    """What a player still needs for a norm.

    `way` is the most likely of the `ways`; if there is none, it is not possible, and the `reasons` fail even if all
    goes well. `norm` is the resulting norm."""

    shown = shows(
        "player", "edition", "title", "possible", "undecided", "rounds", "score_needed", "least_rating", "titles",
        "federations_excluded", "ways", "opponents", "reasons", "norm",
    )  # fmt: skip
    player: int
    edition: str
    title: NormTitle
    rounds: tuple[int, ...]
    opponents: tuple[ComingOpponent | None, ...]
    way: Way | None
    ways: tuple[Way, ...]
    norm: Norm

    @property
    def possible(self) -> bool:
        return self.way is not None

    @property
    def undecided(self) -> bool:
        return self.norm.undecided

    @property
    def score_needed(self) -> HalfPoints | None:
        """The least score of the way, in half points."""
        return None if self.way is None else self.way.score

    @property
    def least_rating(self) -> int | None:
        return None if self.way is None else self.way.least_rating

    @property
    def titles(self) -> tuple[str, ...] | None:
        return None if self.way is None else self.way.titles or None

    @property
    def federations_excluded(self) -> tuple[str, ...]:
        return () if self.way is None else self.way.federations_excluded

    @property
    def reasons(self) -> Reasons:
        return () if self.possible else self.norm.failing


def find_need(
    event: Event,
    rank: int,
    edition: TitleEdition,
    facts: EventFacts,
    title: NormTitle,
    opponents: Sequence[ComingOpponent] = (),
) -> Need:
    """1.4: what a player needs in the remaining rounds. `opponents` are for the first of them; the others are as
    the report pairs them, or not known."""
    setting = setting_of(event, edition, facts)
    coming = _Coming(setting, setting.player(rank), title, opponents)
    ways = tuple(coming.known_ways() if all(coming.known) else coming.unknown_ways()) if coming.rounds else ()
    way = _likely(setting, coming.player, ways)
    supposed = coming.best() if way is None else coming.as_in(way)
    score = 2 * len(coming.rounds) if way is None else way.score
    norm = coming.norm(next(_shares(len(coming.rounds), score)), supposed)
    return Need(rank, edition.id, title, coming.rounds, coming.known, way, ways, norm)


def _likely(setting: EventConditions, player: Player, ways: Sequence[Way]) -> Way | None:
    """Return the least score that is enough against a participant; if nobody is strong enough, the way that asks
    for the least rating."""
    strongest = max((other.rating or 0 for other in setting.players.values() if other.rank != player.rank), default=0)
    near = next((way for way in ways if (way.least_rating or 0) <= strongest), None)
    return near or min(ways, key=lambda way: (way.least_rating or 0, way.score), default=None)


def _shares(rounds: int, total: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out a total of half points, the wins first."""
    return (scores for scores in product((2, 1, 0), repeat=rounds) if sum(scores) == total)


class _Coming:
    """The remaining rounds of a player, to be filled in."""

    def __init__(
        self, setting: EventConditions, player: Player, title: NormTitle, opponents: Sequence[ComingOpponent]
    ) -> None:
        begun = {
            round_.round
            for who in setting.players.values()
            for round_ in who.rounds
            if round_.opponent and round_.result
        }
        done = [round_ for round_ in player.rounds if round_.result is not None and not _is_blank(round_, begun)]
        paired = {
            round_.round: round_.opponent for round_ in player.rounds if round_.result is None and round_.opponent
        }
        played = {round_.round for round_ in done}
        self.rounds = tuple(number for number in range(1, setting.rounds + 1) if number not in played)
        if len(self.rounds) > MOST_ROUNDS:
            raise ArpadError("norm.need-too-early", rounds=len(self.rounds), most=MOST_ROUNDS)
        if len(opponents) > len(self.rounds):
            raise ArpadError("norm.need-opponents", opponents=len(opponents), rounds=len(self.rounds))
        self.setting, self.player, self.title = setting, player._replace(rounds=tuple(done)), title
        given = dict(zip(self.rounds, opponents, strict=False))
        self.known = tuple(given.get(number) or self._paired(paired.get(number)) for number in self.rounds)
        self.ranks = tuple(
            paired[number] if number in paired and number not in given else -number for number in self.rounds
        )

    def _paired(self, rank: int | None) -> ComingOpponent | None:
        who = self.setting.players.get(rank or 0)
        return None if who is None else ComingOpponent(who.rating, who.title, code(who.federation))

    def norm(self, scores: Sequence[int], supposed: ComingOpponent) -> Norm:
        """Return the norm if the rounds to come end with these scores; unknown opponents are as supposed."""
        players, rounds = dict(self.setting.players), list(self.player.rounds)
        for number, rank, known, score in zip(self.rounds, self.ranks, self.known, scores, strict=False):
            who = known or supposed
            federation = f"{NEW}{number}" if who.federation == NEW else who.federation
            if rank < 0:
                players[rank] = Player(rank, title=who.title, rating=who.rating, federation=federation)
            rounds.append(RoundResult(number, rank, None, RESULTS[score]))
        setting = replace(self.setting, players=players)
        player = self.player._replace(rounds=tuple(rounds))
        return NormSearch(setting, player, pool_of(setting, player), self.title).best()

    def enough(self, total: int, supposed: ComingOpponent) -> bool:
        """Whether a total score is enough, however it is shared out."""
        norms = (self.norm(scores, supposed) for scores in _shares(len(self.rounds), total))
        return all(norm.achieved or norm.undecided for norm in norms)

    def best(self) -> ComingOpponent:
        """The best opponent that can be supposed."""
        return ComingOpponent(HIGHEST, self.title, NEW)

    def as_in(self, way: Way) -> ComingOpponent:
        """An opponent who is just enough."""
        return ComingOpponent(way.least_rating or self._lowest(), way.titles[-1] if way.titles else "", NEW)

    def _lowest(self) -> int:
        return self.setting.edition.norm.unrated_as.value

    def known_ways(self) -> Iterator[Way]:
        """The least score against opponents that are all known."""
        for total in range(2 * len(self.rounds) + 1):
            if self.enough(total, self.best()):
                yield Way(total)
                return

    def unknown_ways(self) -> Iterator[Way]:
        """Return the least rating for each score; with a title if that allows a lower one."""
        counted = self.setting.edition.norm.titles_counted.value
        wanted = alike(self.title)
        below = tuple(title for title in counted if title not in wanted)
        for total in range(2 * len(self.rounds) + 1):
            so_far = HIGHEST + 1
            for titles in ((), (*wanted, *below), wanted):
                supposed = ComingOpponent(HIGHEST, titles[-1] if titles else "", NEW)
                least = self._least(total, supposed, so_far - 1)
                if least is not None:
                    so_far = least
                    yield self._way(total, supposed, least, titles)

    def _least(self, total: int, supposed: ComingOpponent, most: int) -> int | None:
        """Return the least rating, up to the highest, with which a score is enough; None if there is none."""
        low = self._lowest()
        if most < low or not self.enough(total, replace(supposed, rating=most)):
            return None
        while low < most:
            middle = (low + most) // 2
            if self.enough(total, replace(supposed, rating=middle)):
                most = middle
            else:
                low = middle + 1
        return low

    def _way(self, total: int, supposed: ComingOpponent, least: int, titles: tuple[str, ...]) -> Way:
        """Return a way with the federations that never count, and those that need a higher rating. FID is tried too:
        its players are not foreigners (1.4.2a)."""
        met = {FID, code(self.player.federation), *(code(player.federation) for player in self._met())} - {""}
        excluded: list[str] = []
        dearer: dict[str, int] = {}
        for federation in sorted(met):
            own = self._least(total, replace(supposed, federation=federation), HIGHEST)
            if own is None:
                excluded.append(federation)
            elif own > least:
                dearer[federation] = own
        rating = None if least == self._lowest() else least
        return Way(total, rating, titles, tuple(excluded), dearer)

    def _met(self) -> Iterator[Player | ComingOpponent]:
        ranks = {round_.opponent for round_ in self.player.rounds}
        yield from (player for rank, player in self.setting.players.items() if rank in ranks)
        yield from (player for player in self.known if player is not None)


def _is_blank(round_: RoundResult, begun: Collection[int]) -> bool:
    """Return whether a round says nothing about a player. If another player's bye is announced before the round, the
    other lines are blank there, and a report reads that as absent (Z)."""
    return round_.result == "Z" and round_.round not in begun
