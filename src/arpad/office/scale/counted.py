"""The games of a period as tables for a comparison of editions, and what a replay of them cannot do as a closing."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.event import CYCLES
from arpad.lists.kernel import CountedPart, counted_parts
from arpad.lists.ledger import places_of
from arpad.lists.period import Period
from arpad.lists.player_period import transitions
from arpad.office.scale.tables import Tables
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import rated_in

SWISS, ROUND_ROBIN = "swiss", "round-robin"
EPOCH = dt.date(1970, 1, 1).toordinal()
GAMES = pa.schema(
    {"event": pa.int32(), "white": pa.string(), "black": pa.string(), "score": pa.int8(), "played": pa.bool_()}
)
EVENTS = pa.schema({"start": pa.int32(), "end": pa.int32(), "format": pa.string(), "edition": pa.string()})
ENTERED = pa.schema({"id": pa.string(), "rating": pa.int32(), "k": pa.int32()})
HAPPENED = pa.schema({"kind": pa.string(), "count": pa.int64()})


def counted_tables(period: Period, time_class: TimeClass) -> Tables:
    """Return the tables of a period: `games`; the `events` that they belong to; `entered`, everybody's standard rating
    in every event of rapid or blitz in which it counted, and K, else 0; and what `happened` how often."""
    games: list[tuple[Any, ...]] = []
    events: list[tuple[Any, ...]] = []
    entered: dict[tuple[str, int, int], None] = {}
    decided = sum(one.time_class == time_class for one in period.decisions.ratings)
    made = len(transitions(period, time_class, period.previous.date, period.date))
    happened: Counter[str] = Counter({"decided-rating": decided, "transition": made})
    for number, counted in enumerate(counted_parts(period, time_class)):
        events.append(_event(counted))
        games += [(number, *game) for game in counted.games]
        entered |= dict.fromkeys((id_, *own) for id_, own in counted.entered.items())
        happened.update(_of_part(period, counted))
    return {
        "games": _table(games, GAMES),
        "events": _table(events, EVENTS),
        "entered": _table(list(entered), ENTERED),
        "happened": _table(list(happened.items()), HAPPENED),
    }


def _table(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    return pa.table([list(cells) for cells in zip(*rows, strict=True)], schema=schema) if rows else schema.empty_table()


def _event(counted: CountedPart) -> tuple[int, int, str, str]:
    """Return the first day of a part, by which its list is found, and the last day of its event, by which it is due."""
    part = counted.part
    start = part.event.start or part.list_date
    end = part.accepted.event.end or part.event.end or start
    system = ROUND_ROBIN if part.system in CYCLES else SWISS
    return start.toordinal(), max(start, end).toordinal(), system, part.edition.id


def _of_part(period: Period, counted: CountedPart) -> Mapping[str, int]:
    """Return what a replay cannot do as the closing did it."""
    part = counted.part
    due = rated_in(part.edition, dt.date.fromordinal(_event(counted)[1]))
    return {
        "decided-base": counted.decided,
        "other-list": int(due != period.date),
        "long-event": int(part.event.start != part.accepted.event.start or bool(part.whole)),
        "foreigner": counted.with_foreigners,
        "without-id": counted.without_id,
        "sums": int(counted.summed),
    }


def joined(tables: Sequence[Tables]) -> tuple[pa.Table, pa.Table]:
    """Return the games and the events of all periods; the numbers of events count on."""
    games, before = [GAMES.empty_table()], 0
    for one in tables:
        number = pc.add(one["games"]["event"], pa.scalar(before, pa.int32()))
        games.append(one["games"].set_column(0, "event", number))
        before += one["events"].num_rows
    return pa.concat_tables(games), pa.concat_tables([EVENTS.empty_table(), *(one["events"] for one in tables)])


def under_kept(games: pa.Table, merged: Mapping[str, str]) -> pa.Table:
    """Return the games with the identities that are kept; nobody plays against themselves."""
    if not merged:
        return games
    for name in ("white", "black"):
        kept = pa.array([merged.get(id_, id_) for id_ in games[name].to_pylist()], pa.string())
        games = games.set_column(games.schema.get_field_index(name), name, pa.chunked_array([kept]))
    return games.filter(pc.not_equal(games["white"], games["black"]))


def lent_ratings(tables: Sequence[Tables], merged: Mapping[str, str]) -> tuple[dict[str, tuple[int, int]], set[str]]:
    """Return who took part in rapid or blitz with the standard rating from the first event on, with that rating and K;
    and everybody who ever did."""
    first: dict[str, tuple[int, int]] = {}
    ever: set[str] = set()
    for one in tables:
        for row in one["entered"].to_pylist():
            kept = merged.get(row["id"], row["id"])
            first.setdefault(kept, (row["rating"], row["k"]))
            if row["rating"]:
                ever.add(kept)
    return {id_: own for id_, own in first.items() if own[0]}, ever


def placed(ids: Any, games: pa.Table, events: pa.Table, first: dt.date) -> tuple[pa.Table, pa.Table]:
    """Return the events in the order of a world, and the games with places instead of ids. What began before the first
    list goes by the first list."""
    start, end = (np.maximum(events[name].to_numpy(), first.toordinal()) for name in ("start", "end"))
    order = np.lexsort((np.arange(len(start)), start, end))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    days = {
        name: pa.array((column[order] - EPOCH).astype(np.int32)).cast(pa.date32())
        for name, column in (("start", start), ("end", end))
    }
    systems = events["format"].combine_chunks().take(pa.array(order))
    rows = {"event": place[games["event"].to_numpy()], "round": np.ones(games.num_rows, dtype=np.int32)}
    people = {name: places_of(games[name], pa.chunked_array([ids])) for name in ("white", "black")}
    return (
        pa.table({"event": np.arange(len(order)), **days, "format": systems}),
        pa.table({**rows, **people, "score": games["score"], "played": games["played"]}),
    )
