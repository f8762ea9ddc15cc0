"""Closing a period: from the list before and the reports to the next list. Pure: the same in, the same out."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arpad.domain.event import Player
from arpad.domain.findings import Finding
from arpad.domain.games import History
from arpad.done import CountDone
from arpad.i18n import ArpadError
from arpad.lists.histories import games_so_far
from arpad.lists.identities import merge_identities
from arpad.lists.ledger import Ledger, Row, column, day_number, day_of
from arpad.lists.newcomers import Results, newcomers_table, results_of
from arpad.lists.period import Decisions, Period, PersonChange
from arpad.lists.player_period import Gain, Outcome, PlayerPeriod, Settled, player_period, settled, transitions
from arpad.lists.rated_parts import Lookup, Rater, by_reference, period_parts, rate_part
from arpad.lists.whole_list import (
    with_absences,
    with_activity,
    with_earlier_games,
    with_floor,
    with_games,
    with_k,
    with_transition,
)
from arpad.rating.coefficient import k_factor
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition

Who = tuple[str, TimeClass]


@dataclass(frozen=True, slots=True)
class Closed:
    """The next list, and what it was made from: the editions and the lists of the past that counted."""

    ledger: Ledger
    editions: tuple[str, ...]
    lists: tuple[dt.date, ...]
    foreign: tuple[dt.date, ...]
    transitions: tuple[str, ...]
    findings: tuple[tuple[str, Finding], ...]
    games: int


def close_period(period: Period, progress: CountDone | None = None, rate: Rater = by_reference) -> Closed:
    """Make the list that a period ends in. `rate` is the engine; the list is the same by either."""
    editions = period.editions()
    now = opened(period)
    kept = results_of(now)
    all_parts = period_parts(period)
    lookup = Lookup(period, now, kept, all_parts)
    gains: dict[Who, list[Gain]] = {}
    met: dict[str, Player] = {}
    findings: list[tuple[str, Finding]] = []
    games = 0
    for done, rated in enumerate(rate(all_parts, lookup), 1):
        part = rated.part
        games += rated.games
        findings += [(part.accepted.sha256, finding) for finding in rated.findings]
        for id_, line in rated.lines():
            gains.setdefault((id_, part.time_class), []).append(Gain(rated, line))
            met.setdefault(id_, line.participant.player)
        if progress is not None:
            progress(done)
    periods = {
        who: settled(period, editions[who[1]], lookup.listed(who[0]), who[1], found, kept.get(who, ()))
        for who, found in sorted(gains.items())
        if who[1] in editions
    }
    findings += [
        (gain.of.part.accepted.sha256, replace(finding, player=gain.line.participant.player.rank))
        for who, found in periods.items()
        for gain in gains[who][-1:]
        for finding in found.findings
    ]
    ledger = _persons_changed(_rows_changed(now, period, periods, lookup, met), period.decisions.persons)
    ledger = replace(ledger, newcomers=newcomers_table(_results(period, kept, periods)))
    ledger, made = _whole(period, with_earlier_games(ledger, _earlier(periods)), editions)
    used = {part.edition.id for part in all_parts} | {edition.id for edition in editions.values()} | set(made)
    return Closed(
        ledger,
        tuple(sorted(used | _editions_of_first(period, periods))),
        tuple(sorted(set(lookup.lists.values()))),
        tuple(sorted(set(lookup.foreign.values()))),
        made,
        tuple(findings),
        games,
    )


def explain_player(period: Period, id_: str, time_class: TimeClass) -> PlayerPeriod:
    """Explain one player's period with all its reasons, computed as the closing computes it."""
    now = opened(period)
    all_parts = [part for part in period_parts(period, {id_}) if part.time_class == time_class]
    kept = results_of(now)
    lookup = Lookup(period, now, kept, all_parts)
    outcomes = []
    for part in all_parts:
        rated = rate_part(part, lookup.lists_for(part))
        outcomes += [Outcome(rated, line) for who, line in rated.lines() if who == id_]
    row = now.rows([id_]).get(id_)
    edition = period.editions()[time_class]
    return player_period(period, edition, row, time_class, outcomes, kept.get((id_, time_class), ()))


def opened(period: Period) -> Ledger:
    """Return the list before the period as it enters: identities merged, people as they are known from this list on,
    the games of the period still none."""
    decisions, previous = period.decisions, period.previous
    ledger = merge_identities(replace(previous), decisions.merged)
    ledger = _persons_changed(ledger, decisions.persons)
    nothing = {
        column(time_class, "games"): ledger.numbers(column(time_class, "games")) * 0 for time_class in period.editions()
    }
    return ledger.with_numbers(nothing)


def _persons_changed(ledger: Ledger, changes: Sequence[PersonChange]) -> Ledger:
    rows = ledger.rows({change.id for change in changes})
    for change in changes:
        if change.id in rows:
            rows[change.id] = rows[change.id]._replace(**{change.field: change.value})  # type: ignore[arg-type]
    return ledger.with_rows(rows.values()) if rows else ledger


def _rows_changed(
    now: Ledger, period: Period, periods: Mapping[Who, Settled], lookup: Lookup, players: Mapping[str, Player]
) -> Ledger:
    """Return the list with the ratings, games and first ratings of those who played."""
    rows: dict[str, Row] = {}
    editions = period.editions()
    for (id_, time_class), found in periods.items():
        row = rows.get(id_) or lookup.listed(id_) or _new_row(players[id_])
        own = row.standing(time_class)
        if found.rating is not None:
            total = games_so_far(editions[time_class], own) + found.total
            own = own._replace(rating=found.rating, games=found.games, total=total)
        rows[id_] = row.with_standing(time_class, own)
    return replace(now, date=period.date).with_rows(rows.values())


def _new_row(player: Player) -> Row:
    """Return a player who is on no list yet, as in their first report."""
    born = player.born or (player.birthday.year if player.birthday else 0)
    sex = {"m": "M", "f": "F"}.get(player.sex or "", "")
    return Row(player.id, player.name, player.federation, sex, player.title, "", born, day_number(player.birthday))


def _results(period: Period, kept: Results, periods: Mapping[Who, Settled]) -> Results:
    """Return the results kept for the next list: new ones for players with games, unchanged ones for others; nothing
    for players whose rating was decided."""
    found = {who: list(results) for who, results in kept.items()}
    for who, own in periods.items():
        found[who] = list(own.results)
    for decided in period.decisions.ratings:
        if decided.rating:
            found.pop((decided.id, decided.time_class), None)
    return found


def _earlier(periods: Mapping[Who, Settled]) -> list[tuple[str, TimeClass, int, int]]:
    """Return the games of first ratings that were played for lists before."""
    return [(*who, day_number(date), games) for who, own in periods.items() for date, games in own.earlier]


def _editions_of_first(period: Period, periods: Mapping[Who, Settled]) -> set[str]:
    """Return the editions that first ratings were computed by and brought over to."""
    firsts = {(time_class, own.first.edition) for (_, time_class), own in periods.items() if own.first is not None}
    found = {name for _, name in firsts}
    for time_class, name in firsts:
        since = period.regulations.edition(name).effective
        found |= {transition.id for transition in transitions(period, time_class, since, period.previous.date)}
    return found


def _whole(period: Period, ledger: Ledger, editions: Mapping[TimeClass, Edition]) -> tuple[Ledger, tuple[str, ...]]:
    """Apply the rules of the list to everybody, standard first, because rapid and blitz depend on it."""
    made: list[str] = []
    before = _editions_before(period)
    other_k = _k_may_differ(period)
    for time_class, edition in editions.items():
        for transition in transitions(period, time_class, period.previous.date, period.date):
            ledger = with_transition(ledger, transition, time_class)
            made.append(transition.id)
        ledger = _ratings_decided(ledger, period.decisions, time_class)
        ledger = with_floor(ledger, edition, time_class)
        ledger = with_k(ledger, edition, time_class, before.get(time_class), other_k)
    ledger = with_games(ledger, editions)
    for time_class, edition in editions.items():
        ledger = with_activity(ledger, edition, time_class, period.previous.date)
    return with_absences(ledger, period.decisions.excluded), tuple(dict.fromkeys(made))


def _k_may_differ(period: Period) -> set[str]:
    """Return players whose K is found again though they did not play: another birth date, or merged with another."""
    decisions = period.decisions
    born = {person.id for person in decisions.persons if person.field in ("born", "birthday")}
    gone = period.previous.rows(decisions.merged) if decisions.merged else {}
    return born | {decisions.merged[id_] for id_ in gone}


def _editions_before(period: Period) -> dict[TimeClass, Edition]:
    try:
        return period.editions_before()
    except ArpadError:
        return {}


def _ratings_decided(ledger: Ledger, decisions: Decisions, time_class: TimeClass) -> Ledger:
    """Apply the ratings that were decided for this list, whatever was computed."""
    chosen = {rating.id: rating.rating for rating in decisions.ratings if rating.time_class == time_class}
    rows = ledger.rows(chosen)
    changed = [
        row.with_standing(time_class, row.standing(time_class)._replace(rating=chosen[id_], k=0))
        for id_, row in rows.items()
    ]
    return ledger.with_rows(changed) if changed else ledger


def amended(ledger: Ledger, decisions: Decisions, editions: Mapping[TimeClass, Edition]) -> Ledger:
    """Return an imported list with the ratings decided for it, and K and the highest rating as they follow."""
    rows = ledger.rows({one.id for one in decisions.ratings})
    for rating in decisions.ratings:
        if rating.id not in rows or rating.time_class not in editions:
            continue
        row = rows[rating.id]
        own = row.standing(rating.time_class)
        highest = max(own.highest, rating.rating)
        known = History(rating.rating, own.total, highest, ledger.date, row.born or None, day_of(row.birthday))
        k = k_factor(editions[rating.time_class], known).k if rating.rating else 0
        rows[rating.id] = row.with_standing(rating.time_class, own._replace(rating=rating.rating, k=k, highest=highest))
    return ledger.with_rows(rows.values())
