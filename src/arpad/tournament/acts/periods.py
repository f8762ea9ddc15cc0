"""Rating periods of a long event: the list of the next one is taken for all players (B.02 4.1, 7.1)."""

from collections.abc import Mapping
from typing import Any

from arpad.domain.rating_list import ListEntry, RatingList
from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError, Words
from arpad.tournament.acts.act import Act, Reply
from arpad.tournament.acts.checks import entry_at, need_unfinished
from arpad.tournament.entries import OWN, list_named, listed_k, listed_rating, rating_source
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds import event as kinds
from arpad.tournament.kinds.entries import EntryChanged
from arpad.tournament.log import Changes
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry, EventState, PeriodEntry, PeriodList
from arpad.tournament.times import (
    RatingPeriod,
    first_period,
    listed_in,
    parts_handed_over,
    period_named,
    rating_periods,
    refuse_handed_over,
)

BY_PERIOD = ("rating", "title", "federation")
"""Fields of a player that each list says again."""


class OpenPeriod(Act, frozen=True):
    """Open a rating period: the ratings, K, titles and federations of its list count from then on. `sha256` is the
    digest of its file; without one, that of what the list says of the players."""

    writes = (kinds.PeriodOpened,)

    period: str
    ratings: RatingList
    sha256: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Every difference from the period before is shown. Numbers stay, and so does all that was before. Opened
        again, the list takes the place of the one before, until the part is handed over."""
        need_unfinished(state)
        period = period_named(state.event_rules, self.period)
        if period.name in parts_handed_over(state):
            refuse_handed_over(state, period.rounds[0])
        rows, periods = {}, rating_periods(state.event_rules)
        for entry, player in sorted(state.entries.items()):
            if player.playing and player.from_round <= period.rounds[-1] and not player.out_in(period.rounds[0]):
                rows[entry] = self._row(state, player, periods, confirmations)
        digest = self.sha256 or sha256_of(canonical({str(entry): list(row) for entry, row in rows.items()}))
        kept = PeriodList(list_named("list", self.ratings) or digest[:12], self.ratings.date, digest, rows)
        if state.periods.get(period.name) == kept:
            return []
        return [kinds.PeriodOpened.change(kinds.period_data(period.name, kept))]

    def _row(
        self, state: EventState, player: Entry, periods: list[RatingPeriod], confirmations: Confirmations
    ) -> PeriodEntry:
        """What the list says of a player. In the period in which they come in, the entry itself counts, but for K."""
        before = listed_in(state, player, self.period, periods)
        found = self.ratings.get(player.id) if player.id else None
        if found is None:
            confirmations.note("period-not-listed", name=player.name, period=self.period)
            return before
        now = self._listed(found, player, state.event_rules)
        if first_period(periods, player) == self.period:
            if now.rating != before.rating:
                values = {"name": player.name, "listed": now.rating or "–", "rating": before.rating or "–"}
                confirmations.note("period-first", **values)
            return before._replace(k=now.k)
        code = "period-listed-own" if before.source == OWN and now.rating != before.rating else "period-listed"
        for name in ("rating", "k", "title", "federation"):
            old, new = getattr(before, name), getattr(now, name)
            if old != new and not (name == "k" and old is None):
                field = Words(f"tournament.field.{name}")
                confirmations.confirm(
                    code, name=player.name, entry=player.entry, field=field, period=self.period, old=old or "–",
                    new=new or "–",
                )  # fmt: skip
        return now

    def _listed(self, found: ListEntry, player: Entry, rules: EventRules) -> PeriodEntry:
        rating = listed_rating(found, self.ratings.combined, rules)
        source = rating_source({"id": player.id, "rating": rating}, self.ratings, rules)
        if player.only_orders and not rating:
            rating, source = player.rating, player.rating_from
        k = listed_k(found, self.ratings.combined, rules)
        return PeriodEntry(rating, k, found.title, found.federation or player.federation, source)

    def reply(self, done: Done) -> Reply:
        return Reply("period-opened", self.words(done), {"period": self.period, **self.words(done)})

    def words(self, done: Done) -> Mapping[str, object]:
        kept = done.state.periods[self.period]
        count, players = players_changed(done), len(kept.players)
        return {"period": self.period, "list": kept.name, "count": count, "players": players}


def players_changed(done: Done) -> int:
    """Return of how many players a list changed something, of the entry or in a period."""
    listed = {one.message.values["entry"] for one in done.warnings if one.code.startswith("period-listed")}
    return len(listed) + sum(line.kind == EntryChanged.key for line in done.lines)


class ChangeListed(Act, frozen=True):
    """Change by hand what counts of a player in one period; other periods stay as they are."""

    writes = (kinds.PeriodChanged,)

    entry: int
    period: str
    values: Mapping[str, Any]

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        player = entry_at(state, self.entry)
        period_named(state.event_rules, self.period)
        kept = state.periods.get(self.period)
        if kept is None or self.entry not in kept.players:
            raise ArpadError("event-period-list", period=self.period, slug=state.event_rules.slug)
        row = kept.players[self.entry]
        changes = {name: [getattr(row, name), new] for name, new in self.values.items() if getattr(row, name) != new}
        if "rating" in changes and row.source != OWN:
            changes["source"] = [row.source, OWN]
        if not changes:
            return []
        confirmations.note("period-changed", name=player.name, period=self.period)
        return [kinds.PeriodChanged.change({"period": self.period, "entry": self.entry, "changes": changes})]
