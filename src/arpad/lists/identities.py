"""Two merged identities of one player: one of them is kept for both."""

from collections.abc import Collection, Iterable, Mapping

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.event import Event
from arpad.lists.ledger import Ledger, Row, Standing


def renamed(event: Event, merged: Mapping[str, str]) -> dict[int, str]:
    """Return the players of an event who stand in it under an identity that is no more, with the one that is kept."""
    return {player.rank: merged[player.id] for player in event.players if player.id in merged}


def merged_rows(ledger: Ledger, ids: Collection[str], merged: Mapping[str, str]) -> dict[str, Row]:
    """Return players by id, each with the rows of the merged identities."""
    dropped = [drop for drop, keep in merged.items() if keep in ids]
    rows = ledger.rows([*ids, *dropped])
    for drop in sorted(dropped):
        if drop in rows:
            keep = merged[drop]
            rows[keep] = together(rows[keep], rows[drop]) if keep in rows else rows[drop]._replace(id=keep)
    return {id_: row for id_, row in rows.items() if id_ not in merged}


def together(keep: Row, drop: Row) -> Row:
    """Make one row out of two: the rating of the one that is kept, or the other's if it has none; the games of both;
    and the activity of the more active one."""
    standings = tuple(_one(a, b) for a, b in zip(keep.standings, drop.standings, strict=True))
    return keep._replace(standings=standings, born=keep.born or drop.born, birthday=keep.birthday or drop.birthday)


def _one(keep: Standing, drop: Standing) -> Standing:
    leading = keep if keep.rating or not drop.rating else drop
    total, highest = keep.total + drop.total, max(keep.highest, drop.highest)
    inactive = min(keep.inactive, drop.inactive) if keep.rating and drop.rating else leading.inactive
    return leading._replace(total=total, highest=highest, games=keep.games + drop.games, inactive=inactive)


def merge_identities(ledger: Ledger, merged: Mapping[str, str]) -> Ledger:
    """Return the ledger without the identities that are no more, their games and results under those that are kept."""
    present = ledger.rows(merged).keys() | _named(ledger, merged)
    if not present:
        return ledger
    kept = merged_rows(ledger, {merged[id_] for id_ in present}, merged)
    cleared = ledger.with_rows(kept.values(), without=present)
    return Ledger(
        ledger.date,
        ledger.since,
        cleared.players,
        _under_kept(ledger.played, merged),
        _under_kept(ledger.newcomers, merged),
    )


def _named(ledger: Ledger, merged: Mapping[str, str]) -> set[str]:
    ids: Iterable[str] = pc.unique(ledger.newcomers["id"]).to_pylist()
    return {id_ for id_ in ids if id_ in merged}


def _under_kept(table: pa.Table, merged: Mapping[str, str]) -> pa.Table:
    """Return games or results with the ids that are kept, in order again; games of one list and class are added up."""
    ids = [merged.get(id_, id_) for id_ in table["id"].to_pylist()]
    table = table.set_column(0, "id", pa.array(ids, pa.string()))
    if "games" in table.schema.names:
        keys = ["id", "time_class", "period"]
        sums = table.group_by(keys).aggregate([("games", "sum")]).rename_columns([*keys, "games"])
        table = sums.cast(table.schema)
    order = [(name, "ascending") for name in table.schema.names]
    return table.sort_by(order).combine_chunks()
