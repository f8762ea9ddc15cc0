"""Close a rating period: compute the next list from the last one and the reports, and explain a player.

A pure function: the same input gives the same list.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Player
from arpad.domain.findings import Finding
from arpad.domain.games import History
from arpad.i18n import ArpadError
from arpad.lists.ledger import (
    Ledger,
    LedgerRow,
    Standing,
    column,
    day_number,
    day_of,
    games_so_far,
    history_of,
    merge_identities,
    merged_rows,
)
from arpad.lists.participants import Results, newcomers_table, results_of
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
from arpad.progress import CountDone
from arpad.rating.change import apply_transition
from arpad.rating.coefficient import KFactor, below_floor, k_factor
from arpad.regulations.articles import Article, TimeClass
from arpad.regulations.rating_edition import Edition

# Closing a period: from the list before and the reports to the next list. Pure: the same in, the same out.

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
    rows: dict[str, LedgerRow] = {}
    editions = period.editions()
    for (id_, time_class), found in periods.items():
        row = rows.get(id_) or lookup.listed(id_) or _new_row(players[id_])
        own = row.standing(time_class)
        if found.rating is not None:
            total = games_so_far(editions[time_class], own) + found.total
            own = own._replace(rating=found.rating, games=found.games, total=total)
        rows[id_] = row.with_standing(time_class, own)
    return replace(now, date=period.date).with_rows(rows.values())


def _new_row(player: Player) -> LedgerRow:
    """Return a player who is on no list yet, as in their first report."""
    born = player.born or (player.birthday.year if player.birthday else 0)
    sex = {"m": "M", "f": "F"}.get(player.sex or "", "")
    return LedgerRow(
        player.id, player.name, player.federation, sex, player.title, "", born, day_number(player.birthday)
    )


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
    rows = ledger.rows({decision.id for decision in decisions.ratings})
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


# One player on one list, explained: before the period, the period itself, and the rules of the list.

NO_ARTICLE = "–"
"""A decision has no article."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A player on a list. `edition` is the edition of the list, `previous` the day of the list before it.

    `computed` is the rating from the games, None if there is none; `listed` says what the rules of the list then
    changed: transitions, a decided rating, the floor, K, activity. `merged` are the identities merged into this one.
    """

    time_class: TimeClass
    edition: Edition
    previous: dt.date
    before: LedgerRow | None
    period: PlayerPeriod
    computed: int | None
    after: LedgerRow
    listed: Explanation
    merged: tuple[str, ...]

    @property
    def standing(self) -> Standing:
        """Return the player's row on the list."""
        return self.after.standing(self.time_class)

    @property
    def rating_before(self) -> int | None:
        """Return the player's rating on the list before."""
        return None if self.before is None else self.before.standing(self.time_class).rating or None

    @property
    def played(self) -> bool:
        """Return whether an event of the period counts for the player."""
        return bool(self.period.outcomes)


def explained(period: Period, id_: str, time_class: TimeClass, after: LedgerRow) -> Explained:
    """Explain a player's period with all its reasons; `after` is the row on the list that the period ends in."""
    editions = period.editions()
    if time_class not in editions:
        raise ArpadError("list-of-class", time_class=time_class, known=", ".join(editions))
    edition, merged = editions[time_class], period.decisions.merged
    player = explain_player(period, id_, time_class)
    before = merged_rows(period.previous, [id_], merged).get(id_)
    computed = 0 if before is None else before.standing(time_class).rating
    if player.rating is not None and (player.outcomes or player.left_out):
        computed = player.rating
    return Explained(
        time_class,
        edition,
        period.previous.date,
        before,
        player,
        computed or None,
        after,
        _listed(period, edition, time_class, computed, before, player, after),
        tuple(sorted(drop for drop, keep in merged.items() if keep == id_)),
    )


def _listed(
    period: Period,
    edition: Edition,
    time_class: TimeClass,
    computed: int,
    before: LedgerRow | None,
    found: PlayerPeriod,
    after: LedgerRow,
) -> Explanation:
    """Explain what the closing does to every row of the list, for this one; only real changes are shown. The verdict is
    last: whether the player is listed."""
    steps: list[Step] = []
    rating, own = computed, after.standing(time_class)
    for transition in transitions(period, time_class, period.previous.date, period.date):
        taken, why = (
            apply_transition(transition, rating, after.standing("standard").rating or None) if rating else (0, ())
        )
        steps += why if taken != rating else ()
        rating = taken
    for decision in period.decisions.ratings:
        if (decision.id, decision.time_class) == (after.id, time_class):
            steps.append(_decided(edition, rating, decision.rating))
            rating = decision.rating
    lists = edition.lists
    if rating > 0 and below_floor(edition, rating):
        inputs = {"rating": rating, "floor": lists.floor.value}
        steps.append(Step(lists.below_floor.article, "period.below-floor", inputs, None))
    if own.rating:
        steps.append(_next_k(period, edition, time_class, before, after))
    if own.inactive:
        inputs = {"games": lists.inactive_games.value, "months": lists.inactive_months.value}
        steps.append(Step(lists.inactive_games.article, "period.inactive", inputs, day_of(own.inactive)))
    if own.rating:
        steps.append(Step(lists.floor.article, "verdict.listed", {}, own.rating))
    elif found.first is not None and not steps:
        steps.append(found.first.verdict)
    return tuple(steps)


def _decided(edition: Edition, computed: int, decided: int) -> Step:
    what = "period.decided" if decided else "period.decided-none"
    inputs = {"rating": computed or "@word.unrated"}
    return Step(Article(NO_ARTICLE, edition.source), what, inputs, decided or None)


def _next_k(
    period: Period, edition: Edition, time_class: TimeClass, before: LedgerRow | None, after: LedgerRow
) -> Step:
    """K for the period that the list opens: by the rules, with what has changed it; or as the list before had it."""
    own, then = after.standing(time_class), before.standing(time_class) if before is not None else Standing()
    factor = k_factor(edition, history_of(edition, after, time_class, period.date))
    if factor.k == own.k and before is not None and then.rating and then.k not in (0, own.k):
        earlier = k_factor(edition, history_of(edition, before, time_class, period.previous.date))
        why = f"@k-because.{_why_k_changed(edition, earlier, factor, own)}"
        return Step(factor.article, "period.k-becomes", {"before": then.k, "why": why}, own.k, factor.steps)
    if factor.k == own.k:
        return Step(factor.article, "period.next-k", {}, own.k, factor.steps)
    return Step(edition.k.middle.article, "period.k-kept", {"list": period.previous.date}, own.k)


def _why_k_changed(edition: Edition, before: KFactor, now: KFactor, own: Standing) -> str:
    """Return why K is another than on the list before: the rule that gave it then does not hold any more, or another
    holds now."""
    rules = edition.k
    was, is_ = (factor.steps[0].what for factor in (before, now))
    if is_ == "k.low":
        return "reached-low"
    if was.startswith("k.junior") and not is_.startswith("k.junior"):
        if rules.junior_below.value is not None and own.highest >= rules.junior_below.value:
            return "junior-too-high"
        return "junior-birthday" if rules.junior_until.value == "birthday" else "junior-year"
    if was.startswith("k.new") and not is_.startswith("k.new"):
        return "games-complete"
    return "other-rule"
