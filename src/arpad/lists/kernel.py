"""Rate an office's period with the fast kernel; gives exactly the reference engine's list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arpad.domain.event import CYCLES, Game
from arpad.domain.findings import Finding
from arpad.domain.games import PlayerGame
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.eligibility.checks import game_exclusions
from arpad.formats.consistency import disputed_games
from arpad.lists.closing import Closed, close_period, opened
from arpad.lists.participants import results_of
from arpad.lists.period import Part, Period
from arpad.lists.rated_parts import Entrants, Lines, Lookup, entrants, named, period_parts, rate_entrants
from arpad.progress import CountDone
from arpad.rating.columns import Numbers
from arpad.rating.game_by_game import Games, rate_games
from arpad.rating.model import every_round, newcomer_event
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.participants import Participant, ratings_of
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition

# A period of an office, its games rated by the kernel: the same list as the reference engine makes, in every cell.
# Each participant of a part has a separate place, with the ratings that count for them and for their opponents. So the
# parts of one edition are rated together, whichever list was in force at the start of each.

TOGETHER = 50
"""How many parts are rated at once: few enough that their progress is seen and they need little memory."""


class KernelLine(NamedTuple):
    """A player's line: games and hundredths of W − We of one who takes part as rated, the event of one without a
    rating."""

    participant: Participant
    games: int
    result: int | None
    newcomer: NewcomerEvent | None


@dataclass(frozen=True, slots=True)
class KernelPart:
    """A part with everybody's line, by the kernel."""

    part: Part
    games: int
    findings: tuple[Finding, ...]
    of: tuple[tuple[str, KernelLine], ...]

    def lines(self) -> Iterable[tuple[str, KernelLine]]:
        return self.of


@dataclass(frozen=True, slots=True)
class Boards:
    """A part for the kernel: its participants, and the games that may be rated."""

    those: Entrants
    games: list[Game]

    @property
    def edition(self) -> Edition:
        return self.those.part.edition


def close_by_kernel(period: Period, progress: CountDone | None = None) -> Closed:
    """Make the list that a period ends in, its games rated by the kernel."""
    return close_period(period, progress, by_kernel)


def by_kernel(all_parts: Sequence[Part], lookup: Lookup) -> Iterator[Lines]:
    """Rate the parts in their order: by the kernel if every game counts by itself, else by the reference engine."""
    yield from (rated for rated, _ in rated_boards(all_parts, lookup))


def rated_boards(all_parts: Sequence[Part], lookup: Lookup) -> Iterator[tuple[Lines, Boards | None]]:
    """Rate the parts in their order, each with its boards if the kernel has rated it."""
    for start in range(0, len(all_parts), TOGETHER):
        prepared = [_prepared(part, lookup) for part in all_parts[start : start + TOGETHER]]
        boards = [part for part in prepared if isinstance(part, Boards)]
        rated = iter(_rated(boards))
        yield from ((next(rated), part) if isinstance(part, Boards) else (part, None) for part in prepared)


def _prepared(part: Part, lookup: Lookup) -> Boards | Lines:
    """Prepare a part for the kernel, or rate it with the reference engine if the kernel cannot take it."""
    with named(part):
        those = entrants(part, lookup.lists_for(part))
        if _game_by_game(part) and all(_ordinary(participant) for participant in those.taking_part.values()):
            games = part.event.games()
            if all(game.white in those.taking_part and game.black in those.taking_part for game in games):
                return Boards(those, rateable_games(those, games))
        return rate_entrants(those, explain=False)


def _game_by_game(part: Part) -> bool:
    """Return whether every game counts by itself: not so in a report of sums (FEDA 10.31), by the average of the event,
    in a round robin if the edition has rules of its own for one (until 2021), or if games against unrated opponents
    count (2005 6.4)."""
    rules = part.edition.change
    as_league = part.system in CYCLES and rules.round_robin.value != "as-swiss"
    if part.system in rules.rated_opponents_exempt.value:
        return False
    return part.accepted.report.format != "feda" and rules.method.value == "game-by-game" and not as_league


def _ordinary(own: Participant) -> bool:
    """Return whether the kernel can hold their rating: 0 stands for none there. A decided base rating may be any. Nor
    does it know of a cap that is used up in another part of the event."""
    return own.rating is None or (0 < own.rating <= HIGHEST_RATING and not own.cap_used)


def rateable_games(those: Entrants, games: Sequence[Game]) -> list[Game]:
    """Return the games with a result that may be rated, forfeits among them, in their order."""
    part = those.part
    by_the_lists = part.event.with_ratings(ratings_of(those.taking_part))
    excluded = disputed_games(part.event) | game_exclusions(part.edition, by_the_lists, those.facts)
    return [game for game in games if game.score is not None and (game.round, game.white, game.black) not in excluded]


def _rated(boards: Sequence[Boards]) -> list[KernelPart]:
    """Rate parts edition by edition, and return them in the order in which they came."""
    editions: dict[str, list[int]] = {}
    for at, part in enumerate(boards):
        editions.setdefault(part.edition.id, []).append(at)
    parts: dict[int, KernelPart] = {}
    for places in editions.values():
        parts.update(zip(places, _of_edition([boards[at] for at in places]), strict=True))
    return [parts[at] for at in range(len(boards))]


@dataclass(frozen=True, slots=True)
class BoardColumns:
    """Parts of one edition as columns. Every participant has a place: `at_start` is the rating that counts
    for opponents, `own` the one that counts for the player."""

    games: Games
    at_start: Numbers
    own: Numbers


def board_columns(boards: Sequence[Boards]) -> BoardColumns:
    """Return the games of parts that were played, in their order, the participants by their places."""
    ratings: list[tuple[int, int]] = []
    columns: list[tuple[int, int, int, int]] = []
    for number, part in enumerate(boards):
        first, taking_part = len(ratings), part.those.taking_part
        place = {rank: first + at for at, rank in enumerate(taking_part)}
        ratings += [(own.for_opponents or 0, own.rating or 0) for own in taking_part.values()]
        columns += [(number, place[g.white], place[g.black], g.score or 0) for g in part.games if g.played]
    at_start, own = np.array(ratings, dtype=np.int32).reshape(-1, 2).T.copy()
    event, white, black, score = np.array(columns, dtype=np.int32).reshape(-1, 4).T.copy()
    return BoardColumns(Games(event, white, black, score), at_start, own)


def _of_edition(boards: Sequence[Boards]) -> Iterator[KernelPart]:
    """Rate parts of one edition by the kernel, and give its sums back to the players."""
    columns = board_columns(boards)
    games, at_start, own = columns.games, columns.at_start, columns.own
    sums = rate_games(boards[0].edition, games, at_start, own)
    white, black = games.white, games.black
    counted = ((own[white] > 0) & (at_start[black] > 0)) | ((own[black] > 0) & (at_start[white] > 0))
    games_of = np.bincount(games.event[counted], minlength=len(boards)).tolist()
    by_place = list(zip(sums.games.tolist(), sums.result.tolist(), strict=True))
    first = 0
    for part, count in zip(boards, games_of, strict=True):
        last = first + len(part.those.taking_part)
        yield _with_lines(part, count, by_place[first:last])
        first = last


def _with_lines(boards: Boards, count: int, sums: Sequence[tuple[int, int]]) -> KernelPart:
    """Return a part with the lines of its players, from the games and the hundredths of each."""
    those = boards.those
    newcomers = _newcomers(boards)
    found = []
    for (rank, own), (games, result) in zip(those.taking_part.items(), sums, strict=True):
        if own.player.id and rank not in those.guests:
            rated = own.rating is not None
            found.append((own.player.id, KernelLine(own, games, result if rated else None, newcomers.get(rank))))
    return KernelPart(those.part, count, those.findings, tuple(found))


def _newcomers(boards: Boards) -> Mapping[int, NewcomerEvent]:
    """Return the events of players without a rating, each with the games kept for a first rating."""
    taking_part = boards.those.taking_part
    games: dict[int, list[PlayerGame]] = {rank: [] for rank, own in taking_part.items() if own.rating is None}
    for game in boards.games if games else ():
        score = game.score or 0
        for rank, other, points in ((game.white, game.black, score), (game.black, game.white, 2 - score)):
            if rank in games:
                opponent = taking_part[other]
                known = PlayerGame(opponent.for_opponents, points, "", game.played, opponent.standing_in, other)
                games[rank].append(known)
    event, facts = boards.those.part.event, boards.those.facts
    return {
        rank: newcomer_event(
            taking_part[rank],
            event,
            games=tuple(own),
            championship=facts.championship and every_round(event, facts.system, own),
            facts=facts,
        )
        for rank, own in games.items()
        if own
    }


# The games of a period as its closing counted them, with the ids of the players. Games that cannot be listed
# so are only counted.

SUMS = "feda"
"""The format of reports that have sums instead of games (FEDA 10.31)."""


class RateableGame(NamedTuple):
    """A game that may be rated: who had the pieces, White's half points, and whether it was played."""

    white: str
    black: str
    score: int
    played: bool


@dataclass(frozen=True, slots=True)
class CountedPart:
    """A part with its games between players who have an id and may get a rating here.

    `with_foreigners` and `without_id` are games that were left out, because a player is a foreigner who counts but
    gets no rating (FEDA 9.56), or has no id. `entered` are the players by id, with the standard rating by which they
    took part in rapid or blitz and their K, or 0; `decided` counts those whose base rating was decided.
    """

    part: Part
    games: tuple[RateableGame, ...]
    with_foreigners: int
    without_id: int
    entered: Mapping[str, tuple[int, int]]
    decided: int

    @property
    def summed(self) -> bool:
        """Return whether the report has sums, and so no games."""
        return self.part.accepted.report.format == SUMS


def counted_parts(period: Period, time_class: TimeClass) -> Iterator[CountedPart]:
    """Return the parts of a period in one time class, in the order in which they were played."""
    now = opened(period)
    all_parts = [part for part in period_parts(period) if part.time_class == time_class]
    lookup = Lookup(period, now, results_of(now), all_parts)
    for part in all_parts:
        with named(part):
            counted = _counted(entrants(part, lookup.lists_for(part)))
        yield counted


def _counted(those: Entrants) -> CountedPart:
    part, people = those.part, those.taking_part
    games, with_foreigners, without_id = list[RateableGame](), 0, 0
    for game in rateable_games(those, part.event.games()):
        if game.white not in people or game.black not in people:
            continue
        white, black = people[game.white].player.id, people[game.black].player.id
        if game.white in those.guests or game.black in those.guests:
            with_foreigners += 1
        elif not white or not black:
            without_id += 1
        else:
            games.append(RateableGame(white, black, game.score or 0, game.played))
    return CountedPart(
        part,
        tuple(games),
        with_foreigners,
        without_id,
        {
            person.player.id: (person.rating or 0, person.k or 0) if person.standing_in else (0, 0)
            for person in people.values()
        },
        sum(person.player.id in part.accepted.ratings for person in people.values()),
    )
