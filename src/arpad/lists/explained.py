"""One player on one list, explained: before the period, the period itself, and the rules of the list."""

import datetime as dt
from dataclasses import dataclass

from arpad.documents.steps import Step, Trail
from arpad.i18n import ArpadError
from arpad.lists.closing import explain_player
from arpad.lists.histories import history_of
from arpad.lists.identities import merged_rows
from arpad.lists.ledger import Row, Standing, day_of
from arpad.lists.period import Period
from arpad.lists.player_period import PlayerPeriod, transitions
from arpad.lists.transition import apply_transition
from arpad.rating.coefficient import KFactor, k_factor
from arpad.regulations.articles import Article, TimeClass
from arpad.regulations.rating_edition import Edition

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
    before: Row | None
    period: PlayerPeriod
    computed: int | None
    after: Row
    listed: Trail
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


def explained(period: Period, id_: str, time_class: TimeClass, after: Row) -> Explained:
    """Explain a player's period with all its reasons; `after` is the row on the list that the period ends in."""
    editions = period.editions()
    if time_class not in editions:
        raise ArpadError("list-of-class", time_class=time_class, known=", ".join(editions))
    edition, merged = editions[time_class], period.decisions.merged
    found = explain_player(period, id_, time_class)
    before = merged_rows(period.previous, [id_], merged).get(id_)
    computed = 0 if before is None else before.standing(time_class).rating
    if found.rating is not None and (found.outcomes or found.left_out):
        computed = found.rating
    return Explained(
        time_class,
        edition,
        period.previous.date,
        before,
        found,
        computed or None,
        after,
        _listed(period, edition, time_class, computed, before, found, after),
        tuple(sorted(drop for drop, keep in merged.items() if keep == id_)),
    )


def _listed(
    period: Period,
    edition: Edition,
    time_class: TimeClass,
    computed: int,
    before: Row | None,
    found: PlayerPeriod,
    after: Row,
) -> Trail:
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
    if 0 < rating < lists.floor.value:
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


def _next_k(period: Period, edition: Edition, time_class: TimeClass, before: Row | None, after: Row) -> Step:
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
