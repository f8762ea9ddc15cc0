"""A version of a list as tables for the laboratory, made once: the list, where its points came from, and its games."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from sqlalchemy import Row

from arpad.lab.rating_account import game_terms
from arpad.lab.source import TERM_NAMES, GameTerms
from arpad.lists.closing import opened
from arpad.lists.ledger import Ledger, column, places_of
from arpad.lists.period import Period
from arpad.lists.period_detail import GameDetail, PeriodDetail, period_detail
from arpad.lists.player_period import transitions
from arpad.lists.transition import apply_transition
from arpad.lists.whole_list import by_case
from arpad.office.desk import Desk, Shelf
from arpad.office.proof import period_of_version
from arpad.rating.columns import Numbers, Wide
from arpad.regulations.articles import TimeClass

Tables = Mapping[str, pa.Table]
CLOSED = "closed"
RATINGS = ("parent", "base", "computed", "taken", "decided")
"""The rating of a player on its way from list to list."""


def version_tables(desk: Desk, shelf: Shelf, version: Row[Any], time_class: TimeClass) -> Tables:
    """Return the tables of a version: `list`; and `points`, `games`, `parts` and `terms` if it was closed here."""

    def make() -> Tables:
        ledger = shelf.ledger(version)
        found = {"list": list_table(ledger, time_class)}
        if version.kind == CLOSED:
            period = period_of_version(desk, shelf, version)
            if time_class in period.editions():
                found |= step_tables(period, ledger, time_class)
        return found

    return shelf.made(version, f"laboratory-{time_class}", make)


def list_table(ledger: Ledger, time_class: TimeClass) -> pa.Table:
    """The list in one time class; players who are not listed are not active."""
    numbers = {
        name: ledger.numbers(column(time_class, name))
        for name in ("rating", "k", "games", "total", "highest", "inactive")
    }
    active = (numbers["rating"] > 0) & (numbers.pop("inactive") == 0) & ledger.which("absent", "")
    texts = {name: ledger.players[name].combine_chunks() for name in ("id", "federation", "sex")}
    return pa.table({**texts, "born": ledger.numbers("born"), **numbers, "active": active})


def step_tables(period: Period, ledger: Ledger, time_class: TimeClass) -> Tables:
    """Rate a period again, and return where the points of its list came from, with its games."""
    detail, now = period_detail(period, time_class), opened(period)
    edition = period.editions()[time_class]
    terms = {name: [getattr(_terms(detail), name)] for name in TERM_NAMES}
    rules = {"cap": [edition.change.cap.value], "unit": [edition.change.rounding_unit.value]}
    return {
        "points": _points_table(period, ledger, now, detail, time_class),
        "games": _games_table(detail),
        "terms": pa.table(terms | rules),
        "parts": pa.table(
            {
                "listed": pa.array([part.list_date.toordinal() for part in detail.parts], pa.int32()),
                "games": pa.array([part.games for part in detail.parts], pa.int32()),
            }
        ),
        "merged": pa.table(
            {
                "id": pa.array(list(period.decisions.merged), pa.string()),
                "kept": pa.array(list(period.decisions.merged.values()), pa.string()),
            }
        ),
    }


def _terms(detail: PeriodDetail) -> GameTerms:
    """The points that the games created; those of events that came late are told apart."""
    counted = [game for game in detail.games if not game.late]
    plain = _terms_of([game for game in counted if not game.decided])
    decided = _terms_of([game for game in counted if game.decided])
    return GameTerms(
        games=detail.played,
        both_rated=sum(game.mutual for game in detail.games),
        k_asymmetry=plain.k_asymmetry,
        one_sided_cap=plain.one_sided_cap,
        one_sided_game=plain.one_sided_game,
        event_average=2 * detail.average,
        decided_base=decided.created,
    )


def _terms_of(games: list[GameDetail]) -> GameTerms:
    names = ("mutual", "k_white", "result_white", "k_black", "result_black")
    mutual, *sides = (np.array([getattr(game, name) for game in games], dtype=np.int64) for name in names)
    white, black = (sides[0], sides[1]), (sides[2], sides[3])
    return game_terms(len(games), mutual > 0, white, black)


def _games_table(detail: PeriodDetail) -> pa.Table:
    """The games of two players who were rated for each other."""
    games = [game for game in detail.games if game.mutual]
    whole = {
        name: pa.array([getattr(game, name) for game in games], pa.int32())
        for name in ("part", "score", "difference", "rating")
    }
    people = {name: pa.array([getattr(game, name) for game in games], pa.string()) for name in ("white", "black")}
    listed = pa.array([detail.parts[game.part].list_date.toordinal() for game in games], pa.int32())
    capped = pa.array([game.capped for game in games], pa.bool_())
    return pa.table({**people, **whole, "capped": capped, "listed": listed})


def _points_table(period: Period, ledger: Ledger, now: Ledger, detail: PeriodDetail, time_class: TimeClass) -> pa.Table:
    """The way of every rating of which something changed before the floor; `change` and `late` are hundredths."""
    ids, rating = now.players["id"], column(time_class, "rating")
    base = now.numbers(rating).astype(np.int64)
    played = {player.id: player for player in detail.players}
    place = {id_: at for at, id_ in enumerate(ids.to_pylist()) if id_ in played}
    change, late, computed = np.zeros_like(base), np.zeros_like(base), base.copy()
    for id_, at in place.items():
        own = played[id_]
        change[at], late[at], computed[at] = own.change, own.late, own.computed
    standard = ledger.numbers_at("rating", places_of(ids, ledger.players["id"]))
    taken = _taken(period, time_class, computed, standard)
    decided = taken.copy()
    chosen = {one.id: one.rating for one in period.decisions.ratings if one.time_class == time_class}
    for at, id_ in enumerate(ids.to_pylist()):
        if id_ in chosen:
            decided[at] = chosen[id_]
    parent = period.previous.numbers_at(rating, places_of(ids, period.previous.players["id"])).astype(np.int64)
    columns = dict(zip(RATINGS, (parent, base, computed, taken, decided), strict=True)) | {
        "change": change,
        "late": late,
    }
    moved = (change != 0) | (late != 0)
    for name in RATINGS[1:]:
        moved |= columns[name] != parent
    moved &= base > 0
    kept = {name: values[moved] for name, values in columns.items()}
    return pa.table({"id": ids.combine_chunks().filter(pa.array(moved)), **kept})


def _taken(period: Period, time_class: TimeClass, computed: Wide, standard: Numbers) -> Wide:
    """The ratings after the transitions that the list makes; rapid and blitz look at the standard list."""
    rating = computed.astype(np.int32)
    for edition in transitions(period, time_class, period.previous.date, period.date):

        def taken_over(value: int, beside: int, edition: Any = edition) -> int:
            return apply_transition(edition, value, beside or None)[0] if value else 0

        rating = by_case(taken_over, rating, standard)
    return rating.astype(np.int64)
