"""A candidate's selected games with Ra, Rp and required score, the federation rules (1.4.3, 1.4.4), and the annex.

The annex of B.01 gives the requirements for 7 to 19 rounds, and the score for each average. It says itself that the
articles prevail; so the tables are made from them (1.4.4, 1.4.5, 1.4.6b, 1.4.8, 1.4.9) and the printed ones only prove
them. Scores are half points.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, floor

from msgspec import Struct

from arpad.documents.document import Document, extended
from arpad.domain.event import PLAYED, Event, Player
from arpad.i18n import ArpadError
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import dp, performance_rules
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition
from arpad.titles.model import NormGame, RaisedGame, Special

ROUNDS = range(7, 20)


class Requirements(Document, frozen=True):
    """The requirements for a number of opponents; None if it does not matter."""

    opponents: int
    titled: int
    alike: int
    other_federations: int | None
    one_federation_most: int | None
    own_federation_most: int | None
    unrated_most: int | None


@dataclass(frozen=True, slots=True)
class AnnexRow:
    """A score, and for each title the averages for which it is just enough; the end None: from there on."""

    score: int
    averages: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class AnnexTable:
    """The table for a number of rounds; `double` if a double round robin can have this number."""

    rounds: int
    count_as: int
    floor: tuple[int, ...]
    single: Requirements
    double: Requirements | None
    rows: tuple[AnnexRow, ...]


def requirements(edition: TitleEdition, opponents: int, federations: bool = True) -> Requirements:
    """1.4.3 to 1.4.5 for a number of different opponents, `federations` if theirs matter: how many must hold a title
    (TH, 1.4.5a), and the title of the norm or a better one (MO, 1.4.5b-e); how many may be of one federation and of the
    player's own (1.4.4); 1.46d of 2017: how many may be unrated, a share of one more than there are."""
    rules = edition.norm
    unrated = rules.unrated_most.value
    return Requirements(
        opponents,
        ceil(rules.titled.value * opponents),
        max(rules.titled_alike_least.value, ceil(rules.titled_alike.value * opponents)),
        rules.other_federations.value if federations else None,
        floor(rules.one_federation.value * opponents) if federations else None,
        floor(rules.own_federation.value * opponents) if federations else None,
        None if unrated is None else floor(unrated * (opponents + 1)),
    )


@cache
def _least_averages(average: int, performance: int, share: Fraction, games: int) -> tuple[int | None, ...]:
    """For each score from 0 up, the least Ra; None below the least score."""
    extremes = performance_rules().dp_at_extremes.value
    found: list[int | None] = []
    for score in range(2 * games + 1):
        difference = dp(half_up(50 * score, games), extremes)
        assert difference is not None
        enough = Fraction(score, 2 * games) >= share
        found.append(max(average, performance - difference) if enough else None)
    return tuple(found)


def least_averages(edition: TitleEdition, title: NormTitle, games: int) -> tuple[int | None, ...]:
    """1.4.8: for each score in half points, from 0 up, the least Ra; None if the score is under 35%, unrounded."""
    place = NORM_TITLES.index(title)
    rules = edition.norm
    return _least_averages(rules.average.value[place], rules.performance.value[place], rules.score.value, games)


def required_score(edition: TitleEdition, title: NormTitle, games: int, average: int) -> int | None:
    """1.4.8: the least score, in half points, that is enough against an average; None if there is none."""
    for score, least in enumerate(least_averages(edition, title, games)):
        if least is not None and least <= average:
            return score
    return None


def annex_table(edition: TitleEdition, rounds: int) -> AnnexTable:
    """The annex for a number of rounds. In a double round robin each opponent counts once (1.4.5f)."""
    if rounds not in ROUNDS:
        raise ArpadError("titles.rounds", rounds=rounds, first=ROUNDS[0], last=ROUNDS[-1])
    rules = edition.norm
    half = rounds // 2
    twice = rounds % 2 == 0 and half + 1 >= rules.double_round_players.value
    return AnnexTable(
        rounds,
        min(rounds, rules.most_games.value),
        rules.floor.value,
        requirements(edition, rounds),
        requirements(edition, half) if twice else None,
        _rows(edition, rounds),
    )


def _rows(edition: TitleEdition, rounds: int) -> tuple[AnnexRow, ...]:
    """From the score that the least average requires down to 35%; more points do not lower the least average."""
    columns = [least_averages(edition, title, rounds) for title in NORM_TITLES]
    lowest = next(score for score, least in enumerate(columns[0]) if least is not None)
    highest = max(column.index(least) for column, least in zip(columns, edition.norm.average.value, strict=True))
    rows = []
    for score in range(highest, lowest - 1, -1):
        averages = []
        for column in columns:
            least, before = column[score], column[score - 1]
            assert least is not None
            averages.append((least, None if before is None else before - 1))
        rows.append(AnnexRow(score, tuple(averages)))
    return tuple(rows)


# 1.4.3 and 1.4.4: the federations of the opponents, and the events in which they do not matter.

FID = "FID"
"""The flag of players without a federation: opponents like others, but never foreigners (1.4.2a)."""
NO_FEDERATION = "NON"
THERE = PLAYED | {"+", "W", "D", "L", "U"}
"""Results of a player who did not miss the round: they played, were ready to, or had the pairing-allocated bye."""


def code(federation: str) -> str:
    """A federation as it is compared."""
    return federation.strip().upper()


@dataclass(frozen=True, slots=True)
class Federations:
    """The opponents by federation: `own`, `unknown` if the report does not say, and `foreign` ones by their code."""

    own: int
    unknown: int
    foreign: Counter[str]

    @property
    def largest(self) -> tuple[str, int]:
        """The foreign federation with most opponents; of several the first by name."""
        return min(self.foreign.items(), key=lambda counted: (-counted[1], counted[0]), default=("", 0))


def federations_of(games: Iterable[NormGame], own: str) -> Federations:
    """Return the federations of the different opponents, without FID unless it is the player's own."""
    each = {game.opponent: code(game.federation) for game in games}
    counted = Counter(each.values())
    mine, unknown = counted.pop(own, 0) if own else 0, counted.pop("", 0)
    counted.pop(FID, 0)
    return Federations(mine, unknown, counted)


def swiss_exempt(event: Event, edition: TitleEdition, host: str) -> bool | None:
    """1.4.3d: in every round at least 20 rated players not of the host federation, of at least 3 federations, 10 of
    them GM, IM, WGM or WIM. None: it depends on federations that are not in the report."""
    rounds = sorted({round_.round for player in event.players for round_ in player.rounds if round_.played})
    if not rounds or not _enough(event, edition, host, rounds, sure=False):
        return False
    return True if host and _enough(event, edition, host, rounds, sure=True) else None


def _enough(event: Event, edition: TitleEdition, host: str, rounds: Sequence[int], *, sure: bool) -> bool:
    """Return whether the numbers are reached in every round; `sure`: without players of unknown federation."""
    rules = edition.norm
    foreign = [
        player
        for player in event.players
        if player.rating is not None and code(player.federation) not in (host or None, FID, NO_FEDERATION)
        if code(player.federation) or not sure
    ]
    if rules.swiss_attendance.value == "at-most-one-round-missed":
        foreign = [player for player in foreign if missed(player, rounds) <= 1]
        groups = by_round(foreign, rounds)
    else:
        groups = [foreign]
    return all(
        len(group) >= rules.swiss_rated_foreigners.value
        and _federations(group) >= rules.swiss_foreign_federations.value
        and sum(player.title.strip().upper() in NORM_TITLES for player in group) >= rules.swiss_titled_foreigners.value
        for group in groups
    )


def missed(player: Player, rounds: Sequence[int]) -> int:
    """Return the rounds that a player missed, not counting the pairing-allocated bye."""
    there = {round_.round for round_ in player.rounds if round_.result in THERE}
    return sum(number not in there for number in rounds)


def by_round(players: Sequence[Player], rounds: Sequence[int]) -> list[list[Player]]:
    """Return the players who really play in each round."""
    playing: dict[int, list[Player]] = {number: [] for number in rounds}
    for player in players:
        for round_ in player.rounds:
            if round_.played:
                playing[round_.round].append(player)
    return list(playing.values())


def _federations(players: Iterable[Player]) -> int:
    """Return the largest possible number of federations; each unknown one may be one more."""
    federations = [code(player.federation) for player in players]
    return len({federation for federation in federations if federation}) + federations.count("")


# A selection of a candidate's games and its figures: the raised opponent, Ra, p, dp, Rp, the score required.


@dataclass(frozen=True, slots=True)
class NormSelection:
    """Games that are to count: `dropped` wins are left out (1.4.1f), and all games after `cut_after` (1.4.1e)."""

    games: tuple[NormGame, ...]
    dropped: tuple[NormGame, ...] = ()
    cut_after: int | None = None
    special: Special = ""


class Figures(Struct, frozen=True):
    """1.4.6 to 1.4.9 over a selection, by the names of a norm; without a game there are none."""

    half_points: int = 0
    average: int | None = None
    percentage: int | None = None
    dp: int | None = None
    performance: int | None = None
    raised: RaisedGame | None = None
    required_half_points: int | None = None


def value_of(edition: TitleEdition, game: NormGame) -> int:
    """1.4.6d: the rating of an opponent; an unrated one counts as 1000."""
    return edition.norm.unrated_as.value if game.rating is None else game.rating


def alike(title: NormTitle) -> tuple[str, ...]:
    """1.4.5b-e: the titles of MO: the title of the norm and all higher ones."""
    return NORM_TITLES[: NORM_TITLES.index(title) + 1]


def raised_opponent(edition: TitleEdition, title: NormTitle, games: Sequence[NormGame]) -> RaisedGame | None:
    """1.4.6b, c: the lowest opponent, if below the floor. Of several equally low, the one met most often."""
    floor = edition.norm.floor.value[NORM_TITLES.index(title)]
    met = Counter(game.opponent for game in games)
    lowest = min(games, key=lambda game: (value_of(edition, game), -met[game.opponent], game.round), default=None)
    return None if lowest is None or value_of(edition, lowest) >= floor else extended(RaisedGame, lowest, to=floor)


def ratings_sum(edition: TitleEdition, games: Iterable[NormGame], raised: RaisedGame | None) -> int:
    """1.4.7a: the sum of the opponents' ratings, with the raised rating in each game of the raised opponent."""
    return sum(
        raised.to if raised is not None and game.opponent == raised.opponent else value_of(edition, game)
        for game in games
    )


def figures(edition: TitleEdition, title: NormTitle, games: Sequence[NormGame]) -> Figures:
    """1.4.7 to 1.4.9: Ra rounded, p rounded, dp, Rp and the score that Ra requires."""
    if not games:
        return Figures()
    raised = raised_opponent(edition, title, games)
    n, score = len(games), sum(game.score for game in games)
    average = half_up(ratings_sum(edition, games, raised), n)
    percentage = half_up(50 * score, n)
    difference = dp(percentage, performance_rules().dp_at_extremes.value)
    assert difference is not None
    required = required_score(edition, title, n, average)
    return Figures(score, average, percentage, difference, average + difference, raised, required)
