"""The annex of B.01 by rule: the requirements for 7 to 19 rounds, and the score for each average.

The annex itself says that the articles prevail; so the tables are made from them (1.4.4, 1.4.5, 1.4.6b, 1.4.8, 1.4.9)
and the printed ones only prove them. Scores are half points.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, floor

from arpad.documents.document import Document
from arpad.i18n import ArpadError
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import dp, performance_rules
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition

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


def titled_needed(edition: TitleEdition, opponents: int) -> int:
    """1.4.5a: how many opponents must hold a title (TH)."""
    return ceil(edition.norm.titled.value * opponents)


def alike_needed(edition: TitleEdition, opponents: int) -> int:
    """1.4.5b-e: how many opponents must hold the title of the norm or a better one (MO)."""
    return max(edition.norm.titled_alike_least.value, ceil(edition.norm.titled_alike.value * opponents))


def own_most(edition: TitleEdition, opponents: int) -> int:
    """1.4.4: how many opponents may be of the player's own federation."""
    return floor(edition.norm.own_federation.value * opponents)


def one_most(edition: TitleEdition, opponents: int) -> int:
    """1.4.4: how many opponents may be of one federation."""
    return floor(edition.norm.one_federation.value * opponents)


def unrated_most(edition: TitleEdition, opponents: int) -> int | None:
    """1.46d of 2017: how many opponents may be unrated, a share of one more than there are; None: any number."""
    share = edition.norm.unrated_most.value
    return None if share is None else floor(share * (opponents + 1))


def requirements(edition: TitleEdition, opponents: int, federations: bool = True) -> Requirements:
    """1.4.3 to 1.4.5 for a number of different opponents, `federations` if theirs matter."""
    return Requirements(
        opponents,
        titled_needed(edition, opponents),
        alike_needed(edition, opponents),
        edition.norm.other_federations.value if federations else None,
        one_most(edition, opponents) if federations else None,
        own_most(edition, opponents) if federations else None,
        unrated_most(edition, opponents),
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
