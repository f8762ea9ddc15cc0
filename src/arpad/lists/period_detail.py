"""A closed period in detail, player by player and game by game, and spot checks by the reference engine."""

import datetime as dt
from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from heapq import nsmallest
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.values import sha256_of
from arpad.lists.closing import close_period, opened
from arpad.lists.kernel import Boards, board_columns, rated_boards
from arpad.lists.ledger import PERSON, STANDING, Ledger, LedgerRow, column
from arpad.lists.participants import results_of
from arpad.lists.period import Part, Period
from arpad.lists.player_period import Gain, Settled, settled
from arpad.lists.rated_parts import Lines, Lookup, RatedPart, by_reference, period_parts
from arpad.rating.coefficient import within_limit
from arpad.rating.game_by_game import both_sides
from arpad.rating.participants import Participant
from arpad.rating.results import GameChange
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import rated_in

# A period in detail, as the closing computes it: what every rated player gains, and every game from both sides.


class PlayerDetail(NamedTuple):
    """A player of the list before who played: the rating that was changed, K times the sum of score − PD in hundredths,
    the same of events that belonged to an earlier list, and the rating that follows, rounded."""

    id: str
    base: int
    change: int
    late: int
    computed: int


class GameDetail(NamedTuple):
    """A game that is rated for one of the two at least. `rating` is White's and `difference` White's minus Black's, if
    they are rated for each other (`mutual`); `capped`: the cap held for the favourite. K is 0 for a player whom it
    gives nothing; results are hundredths of score − PD. `late`: the event belonged to an earlier list; `decided`: the
    base rating of a player was decided."""

    part: int
    white: str
    black: str
    score: int
    mutual: bool
    rating: int
    difference: int
    capped: bool
    k_white: int
    result_white: int
    k_black: int
    result_black: int
    late: bool
    decided: bool


class PartDetail(NamedTuple):
    """An event, or a part of one: the list that it was rated by, and its rated games."""

    list_date: dt.date
    games: int


@dataclass(frozen=True, slots=True)
class PeriodDetail:
    """`average`: K times W − We of events that are rated by their average, in hundredths. `parts` are in the order of
    their numbers."""

    players: tuple[PlayerDetail, ...]
    games: tuple[GameDetail, ...]
    average: int
    parts: tuple[PartDetail, ...]

    @property
    def played(self) -> int:
        return sum(part.games for part in self.parts)


Coefficients = Mapping[tuple[int, int], int]
"""K as it was used, by part and starting rank; only of players whose listed rating the games changed."""


def period_detail(period: Period, time_class: TimeClass) -> PeriodDetail:
    """Rate the events of a period again, in one time class."""
    edition = period.editions()[time_class]
    now = opened(period)
    kept = results_of(now)
    all_parts = [part for part in period_parts(period) if part.time_class == time_class]
    lookup = Lookup(period, now, kept, all_parts)
    rated = list(rated_boards(all_parts, lookup))
    gains: dict[str, list[tuple[int, Gain]]] = {}
    for number, (lines, _) in enumerate(rated):
        for id_, line in lines.lines():
            gains.setdefault(id_, []).append((number, Gain(lines, line)))
    late = [_is_late(period, lines.part) for lines, _ in rated]
    players, used = [], dict[tuple[int, int], int]()
    for id_, found in sorted(gains.items()):
        row = lookup.listed(id_)
        own = settled(period, edition, row, time_class, [gain for _, gain in found], kept.get((id_, time_class), ()))
        if row is not None and own.base is not None and own.base == row.standing(time_class).rating:
            used |= _used(own, found)
            players.append(_player(id_, own, found, used, late))
    games, average = list[GameDetail](), 0
    for number, (lines, boards) in enumerate(rated):
        if boards is not None:
            games += _by_columns(number, boards, used, late[number])
        elif isinstance(lines, RatedPart) and _is_by_game(lines):
            games += _by_reference(number, lines, used, late[number])
        elif isinstance(lines, RatedPart):
            games += _of_average(number, lines, late[number])
            average += 0 if late[number] else _average(number, lines, used)
    parts = tuple(PartDetail(lines.part.list_date, lines.games) for lines, _ in rated)
    return PeriodDetail(tuple(players), tuple(games), average, parts)


def _is_late(period: Period, part: Part) -> bool:
    """Return whether an event ended early enough for a list before."""
    end = part.accepted.event.end
    return end is not None and rated_in(part.edition, end, official=part.accepted.facts.official) < period.date


def _used(own: Settled, found: Iterable[tuple[int, Gain]]) -> Iterator[tuple[tuple[int, int], int]]:
    """Return K for every event of a player, cut by all games of the period (8.3.3)."""
    for number, gain in found:
        who = gain.line.participant
        if who.rating is not None:
            yield (number, who.player.rank), within_limit(gain.edition, who.k or 0, own.games)


def _player(
    id_: str, own: Settled, found: Iterable[tuple[int, Gain]], used: Coefficients, late: list[bool]
) -> PlayerDetail:
    sums = {True: 0, False: 0}
    for number, gain in found:
        who = gain.line.participant
        if who.rating is not None:
            sums[late[number]] += used[number, who.player.rank] * (gain.line.result or 0)
    assert own.base is not None
    assert own.rating is not None
    assert sums[True] + sums[False] == own.change
    return PlayerDetail(id_, own.base, sums[False], sums[True], own.rating)


def _by_columns(number: int, boards: Boards, used: Coefficients, late: bool) -> Iterator[GameDetail]:
    """Return the games of a part that the kernel has rated."""
    columns = board_columns([boards])
    rated = both_sides(boards.edition, columns.games, columns.at_start, columns.own)
    people = list(boards.those.taking_part.items())
    sides = zip(
        rated.side.player.tolist(),
        rated.side.score.tolist(),
        rated.counts.tolist(),
        rated.difference.tolist(),
        rated.used.tolist(),
        rated.result.tolist(),
        strict=True,
    )
    listed = list(sides)
    for white, black in zip(listed[0::2], listed[1::2], strict=True):
        (rank, one), (other_rank, two) = people[white[0]], people[black[0]]
        mutual = white[2] and black[2] and not one.entered and not two.entered
        favourite = white if white[3] > 0 else black
        yield GameDetail(
            number,
            one.player.id,
            two.player.id,
            white[1],
            mutual,
            (one.rating or 0) if mutual else 0,
            white[3] if mutual else 0,
            mutual and favourite[3] != favourite[4],
            used.get((number, rank), 0) if white[2] else 0,
            white[5],
            used.get((number, other_rank), 0) if black[2] else 0,
            black[5],
            late,
            _decided(boards.those.part, one) or _decided(boards.those.part, two),
        )


def _decided(part: Part, own: Participant) -> bool:
    return own.player.id in part.accepted.ratings


def _is_by_game(rated: RatedPart) -> bool:
    """Return whether every line with games has them one by one."""
    return all(
        line.detail is not None and len(line.detail.games) == line.games
        for line in rated.rating.players
        if line.games and line.result is not None
    )


def _by_reference(number: int, rated: RatedPart, used: Coefficients, late: bool) -> Iterator[GameDetail]:
    """Return the games of a part that the reference engine has rated game by game."""
    waiting: dict[tuple[int, int], deque[GameChange]] = defaultdict(deque)
    people = {line.participant.player.rank: line.participant for line in rated.rating.players}
    for line in rated.rating.players:
        for change in line.detail.games if line.detail is not None else ():
            waiting[line.participant.player.rank, change.game.rank].append(change)
    for game in rated.rating.event.games():
        white = _next(waiting[game.white, game.black], game.score)
        black = _next(waiting[game.black, game.white], None if game.score is None else 2 - game.score)
        if not game.played or (white is None and black is None):
            continue
        one, two = people[game.white], people[game.black]
        mutual = white is not None and black is not None
        favourite = white if white is not None and white.difference > 0 else black
        yield GameDetail(
            number,
            one.player.id,
            two.player.id,
            game.score or 0,
            mutual,
            (one.rating or 0) if mutual else 0,
            white.difference if white is not None and mutual else 0,
            mutual and favourite is not None and favourite.capped,
            used.get((number, game.white), 0) if white is not None else 0,
            white.change if white is not None else 0,
            used.get((number, game.black), 0) if black is not None else 0,
            black.change if black is not None else 0,
            late,
            _decided(rated.part, one) or _decided(rated.part, two),
        )


def _next(waiting: deque[GameChange], score: int | None) -> GameChange | None:
    return waiting.popleft() if waiting and waiting[0].game.score == score else None


def _of_average(number: int, rated: RatedPart, late: bool) -> Iterator[GameDetail]:
    """Return the games of an event that is rated by its average: they have no result of their own."""
    people = {line.participant.player.rank: line.participant for line in rated.rating.players}
    left_out = {(entry.game.round, entry.game.white, entry.game.black) for entry in rated.rating.not_rated}
    for game in rated.rating.event.games():
        one, two = people.get(game.white), people.get(game.black)
        if not game.played or game.score is None or one is None or two is None:
            continue
        if (game.round, game.white, game.black) in left_out or one.for_opponents is None or two.for_opponents is None:
            continue
        if one.rating is not None and two.rating is not None:
            far = one.rating - two.rating
            yield GameDetail(
                number, one.player.id, two.player.id, game.score, True, one.rating, far, False, 0, 0, 0, 0, late, False
            )


def _average(number: int, rated: Lines, used: Coefficients) -> int:
    """K times W − We of everybody, in hundredths."""
    return sum(used.get((number, line.participant.player.rank), 0) * (line.result or 0) for _, line in rated.lines())


# Spot checks: whether the reference engine gives some players the same values as the list.

SAMPLE = 20
"""How many players of a list are looked at."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A player of whom the list and the reference engine have something otherwise: the columns, with the cell of the
    one and of the other."""

    id: str
    cells: tuple[tuple[str, str | int, str | int], ...]

    def __str__(self) -> str:
        return f"{self.id}: " + ", ".join(f"{name} {listed} ≠ {found}" for name, listed, found in self.cells)


def spot_check(period: Period, ledger: Ledger, seed: str) -> list[Otherwise]:
    """Rate players who took part in the period, drawn by the seed, by the reference engine with all its reasons; return
    those whom the list has otherwise."""
    ids = sample(period, seed, SAMPLE)
    found = close_period(_of_these(period, ids), rate=partial(by_reference, explain=True)).ledger.rows(ids)
    listed = ledger.rows(ids)
    cells = {id_: _otherwise(listed.get(id_, LedgerRow(id_)), found.get(id_, LedgerRow(id_))) for id_ in ids}
    return [Otherwise(id_, otherwise) for id_, otherwise in cells.items() if otherwise]


def sample(period: Period, seed: str, count: int) -> list[str]:
    """Choose players who took part, or all if there are fewer: those whose hash with the seed comes first."""
    merged = period.decisions.merged
    everybody = {
        merged.get(player.id, player.id) for report in period.reports for player in report.event.players if player.id
    }
    return sorted(nsmallest(count, everybody, key=lambda id_: sha256_of(f"{seed} {id_}")))


def _of_these(period: Period, ids: Collection[str]) -> Period:
    """Return the period with the reports of these players alone, and with only the players of these reports on the list
    before: what it gives these players is the same."""
    parts = period_parts(period, ids)
    reports = {part.accepted.sha256 for part in parts}
    known = {*ids, *(player.id for part in parts for player in part.event.players)}
    known |= {drop for drop, keep in period.decisions.merged.items() if keep in known}
    return replace(
        period,
        previous=_rows_of(period.previous, known),
        reports=tuple(report for report in period.reports if report.sha256 in reports),
    )


def _rows_of(ledger: Ledger, ids: Collection[str]) -> Ledger:
    wanted = pa.array(sorted(ids), pa.string())
    tables = {name: getattr(ledger, name) for name in ("players", "played", "newcomers")}
    return replace(
        ledger, **{name: table.filter(pc.is_in(table["id"], value_set=wanted)) for name, table in tables.items()}
    )


def _otherwise(listed: LedgerRow, row: LedgerRow) -> tuple[tuple[str, str | int, str | int], ...]:
    pairs = zip(_cells(listed), _cells(row), strict=True)
    return tuple((name, one, other) for (name, one), (_, other) in pairs if one != other)


def _cells(row: LedgerRow) -> Iterator[tuple[str, Any]]:
    yield from ((name, getattr(row, name)) for name in PERSON)
    for time_class in TIME_CLASSES:
        own = row.standing(time_class)
        yield from ((column(time_class, name), getattr(own, name)) for name in STANDING)
