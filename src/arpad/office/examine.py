"""Examine a report with the office's lists, and find games that were already reported in another event."""

import datetime as dt
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row

from arpad.documents.document import Document, shows
from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.domain.values import fold
from arpad.eligibility.facts import Facts
from arpad.examination import RatingSource, swapped_names
from arpad.examination import examine as examine_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.lists.ledger import LedgerRow, merged_rows, renamed
from arpad.lists.participants import KnownLists, taking_part
from arpad.lists.period import Accepted, Part, edition_of, home_federation, parts
from arpad.lists.rated_parts import rate_part
from arpad.office._list_repository import ListRepository, foreign_repository
from arpad.office.context import Desk
from arpad.office.records import HELD
from arpad.office.storage._tables import (
    PlayedGame,
    all_decisions,
    events_with_games,
    game_keys,
    games_in,
    games_played,
    merged,
    report_of_event,
)
from arpad.office.storage.schema import events
from arpad.rating.examine import RatedReport, rate_report
from arpad.rating.model import EventRating
from arpad.rating.participants import Participants
from arpad.regulations.rating_edition import Edition

# Examining a report: all reasons against rating it, with the lists of the office.


def examine(desk: Desk, repository: ListRepository, accepted: Accepted) -> tuple[Finding, ...]:
    """All findings about a report, the gravest first: those of every examination, with the lists of the office."""
    lists = _office_lists(desk, repository, accepted)
    event = lists.accepted.event
    found = [*_not_for_a_list(event), *identity_findings(lists.accepted, event, lists.now)]
    source: RatingSource | None = None
    if not repository.newest:
        found.append(Finding("event-no-list", "error"))
    elif event.start is not None and event.end is not None:
        source = lists
    return examine_report(
        replace(accepted.report, event=event),
        replace(accepted.facts, system=accepted.system),
        desk.regulations,
        source,
        edition=None if accepted.edition is None else desk.regulations.edition(accepted.edition),
        system=repository.system.name,
        time_class=accepted.time_class,
        stages=bool(accepted.stages),
        more=found,
    ).findings


def rate_by_lists(desk: Desk, repository: ListRepository, accepted: Accepted) -> list[RatedReport]:
    """Rate a report as the office would rate it now, with every reason: one answer, or one for each part of an event
    that is rated by several lists. The event need not be over."""
    lists = _office_lists(desk, repository, accepted)
    edition = edition_of(desk.regulations, repository.system.name, lists.accepted)
    reports = []
    for part in parts(edition, lists.accepted):
        report = replace(accepted.report, event=part.event)
        own = replace(lists.accepted, report=report, ids={}, system=part.system)
        facts = replace(accepted.facts, system=part.system)
        more = identity_findings(lists.accepted, part.event, lists.now)
        source = replace(lists, accepted=own, explain=True)
        reports.append(examine_report(report, facts, desk.regulations, source, edition=edition, more=more).rated())
    return reports


def _office_lists(desk: Desk, repository: ListRepository, accepted: Accepted) -> "OfficeLists":
    """Return the lists as the source of the ratings of a report, with the identities as the office knows them."""
    identities = merged(all_decisions(repository.connection, repository.system.id))
    known = replace(accepted, ids={**accepted.ids, **renamed(accepted.event, identities)})
    ids = {player.id for player in known.event.players}
    last = repository.last()
    now = {} if last is None else merged_rows(repository.ledger(last), ids, identities)
    return OfficeLists(desk, repository, known, now, identities)


def _not_for_a_list(event: Event) -> Iterator[Finding]:
    """A report without its dates is due for no list."""
    for date, day in (("start", event.start), ("end", event.end)):
        if day is None:
            yield Finding(f"event-no-{date}", "error")


@dataclass(frozen=True, slots=True)
class OfficeLists:
    """The lists in force when an event began, as the source of its ratings. `now` is the last list."""

    desk: Desk
    repository: ListRepository
    accepted: Accepted
    now: dict[str, LedgerRow]
    identities: dict[str, str]
    explain: bool = False

    def participants(self, edition: Edition, report: Report) -> tuple[Participants, list[Finding]]:
        """Return everybody as the lists have them, and what does not agree with the lists."""
        first = parts(edition, self.accepted)[0]
        taking, findings = taking_part(replace(first, event=report.event), self._lists(first))
        earliest = min(self.repository.newest)
        if first.list_date < earliest:
            findings.append(
                Finding("event-before-lists", "warning", values={"list": first.list_date, "first": earliest})
            )
        return taking, findings

    def rate(
        self, edition: Edition, report: Report, taking_part: Participants, facts: Facts, checked: Sequence[Finding]
    ) -> EventRating | None:
        """Rate all parts: an event that no number can be given for is found out now, not when the period is closed."""
        all_parts = parts(edition, self.accepted)
        if len(all_parts) == 1:
            return rate_report(
                edition, report, report.event, taking_part, facts.system, facts, checked=checked, explain=self.explain
            )
        lists = self._lists(all_parts[0])
        for part in all_parts:
            rate_part(part, lists, explain=False)
        return None

    def _lists(self, first: Part) -> KnownLists:
        repository, ids = self.repository, {player.id for player in self.accepted.event.players}
        foreign = foreign_repository(self.desk, repository.connection, repository.system)
        at_start = merged_rows(repository.past(first.list_date), ids, self.identities)
        abroad = {} if foreign is None else foreign.past(first.list_date).rows(ids)
        last = repository.last()
        assert last is not None
        home = home_federation(repository.system.name, repository.system.federation)
        return KnownLists(last.period, at_start, self.now, abroad, home)


def identity_findings(accepted: Accepted, event: Event, now: dict[str, LedgerRow]) -> Iterator[Finding]:
    """Players without an id, or with another player's id, cannot be rated for a list."""
    for player in event.players:
        where = {"line": player.line or None, "player": player.rank}
        if not player.id:
            if any(round_.played for round_ in player.rounds) or accepted.report.format == "feda":
                yield Finding("player-without-id", "error", values={"name": player.name}, **where)  # type: ignore[arg-type]
        elif player.id in now and player.rank not in accepted.ids and _somebody_else(player, now[player.id]):
            values = {"id": player.id, "name": player.name, "listed": now[player.id].name}
            yield Finding("id-of-another", "error", values=values, **where)  # type: ignore[arg-type]
    yield from swapped_names(accepted.report, {id_: row.name for id_, row in now.items()})


def _somebody_else(player: Player, row: LedgerRow) -> bool:
    """Return whether no word of the name and not the year of birth agrees."""
    if not player.name or not row.name:
        return False
    same_year = bool(player.born) and player.born == row.born
    return not same_year and not (_words(player.name) & _words(row.name))


def _words(name: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter if letter.isalnum() else " " for letter in plain if not unicodedata.combining(letter))
    return {word for word in letters.split() if len(word) > 1}


# Games that come a second time: a report is compared with what was played in the events that are here. Names, places
# and days of an event may be written in many ways, so they say little. Two reports are of the same games if the same
# players had the same colours and the same results.

SOME, FEW = (1, 4), 3
"""The part of the games of the smaller report that is asked about if both events are of the same days; fewer games than
the second number only if they are all of them."""
MOST = (3, 4)
"""The same if the events are of other days or another time class: club mates meet often, and half of their games may
end as before."""


class SameGames(Document, frozen=True):
    """An event that has games of a report already: `equal` of the `games` of the report and of its `own`; `share` is
    the percentage of the smaller one."""

    shown = shows("event", "name", "start", "equal", "games", "own", "share")
    event: int
    name: str
    start: dt.date | None
    equal: int
    games: int
    own: int

    @property
    def share(self) -> int:
        """How many of the games of the smaller of the two are equal, in hundredths."""
        return 100 * self.equal // max(1, min(self.games, self.own))


class PlayedBefore(ArpadError):
    """A report with games that events here have already. `found` are those events, that with the most games first."""

    def __init__(self, found: tuple[SameGames, ...]) -> None:
        first = found[0]
        super().__init__(
            "event-played-before",
            event=first.event,
            name=first.name or "–",
            equal=first.equal,
            games=first.games,
            share=first.share,
        )
        self.found = found


def must_be_new(repository: ListRepository, accepted: Accepted, event: int = 0) -> None:
    """Ask about a report if its games, or some of them, are those of another event."""
    found = played_before(repository, accepted, event)
    if found:
        raise PlayedBefore(found)


def played_before(repository: ListRepository, accepted: Accepted, event: int = 0) -> tuple[SameGames, ...]:
    """Return the other events that have games of a report; that with the most equal games first."""
    games = games_played(accepted)
    if not games:
        return ()
    merged = repository.merged()
    kept = [_kept(game, merged) for game in games]
    identities = {id_: repository.identities(id_) for game in kept for id_ in (game.white, game.black)}
    hits = events_with_games(repository.connection, game_keys(kept, identities))
    hits.pop(event, None)
    sizes = games_in(repository.connection, hits)
    rows = repository.events(events.c.id.in_(hits), events.c.state.in_(HELD))
    found = (
        _compared(repository, row, kept, accepted)
        for row in rows
        if _dated(accepted, row) or _enough(hits[row.id], len(games), sizes[row.id], *_needed(accepted, row))
    )
    return tuple(sorted(filter(None, found), key=lambda one: (-one.equal, one.event)))


def _kept(game: PlayedGame, merged: Any) -> PlayedGame:
    """Return a game with the identities that are kept."""
    return game._replace(white=merged.get(game.white, game.white), black=merged.get(game.black, game.black))


def _needed(accepted: Accepted, row: Row[Any]) -> tuple[int, int]:
    """Return the part of the games that must be equal before somebody is asked."""
    return SOME if row.time_class == accepted.time_class and _same_days(accepted, row) else MOST


def _same_days(accepted: Accepted, row: Row[Any]) -> bool:
    """Whether the days of two events have one in common; days that nobody knows may be any."""
    first, last = accepted.event.start, accepted.event.end or accepted.event.start
    begun, ended = row.start, row.end or row.start
    if None in (first, last, begun, ended):
        return True
    return bool(first <= ended and begun <= last)


def _dated(accepted: Accepted, row: Row[Any]) -> bool:
    """Whether one game is enough if both reports have its day: two players have one standard game a day."""
    return row.time_class == accepted.time_class == "standard" and _same_days(accepted, row)


def _enough(equal: int, games: int, own: int, part: int, of: int) -> bool:
    smaller = min(games, own)
    return equal * of >= smaller * part and (equal >= FEW or equal == smaller)


def _compared(
    repository: ListRepository, row: Row[Any], games: list[PlayedGame], accepted: Accepted
) -> SameGames | None:
    """Compare the games of a report with those of an event, one by one."""
    merged = repository.merged()
    own = [_kept(game, merged) for game in games_played(report_of_event(repository.connection, row))]
    equal = sum((Counter(game.undated for game in games) & Counter(game.undated for game in own)).values())
    same_day = _dated(accepted, row) and any(game.day is not None for game in {*games} & {*own})
    if not equal or not (same_day or _enough(equal, len(games), len(own), *_needed(accepted, row))):
        return None
    return SameGames(row.id, row.name, row.start, equal, len(games), len(own))


def must_be_unannounced(repository: ListRepository, name: str, start: dt.date, time_class: str) -> None:
    """Ask about an event that is registered under the same name, for the same day and time class."""
    rows = repository.events(events.c.start == start, events.c.time_class == time_class, events.c.state != "withdrawn")
    for row in rows:
        if _plain(row.name) == _plain(name):
            raise ArpadError("event-registered-before", event=row.id, name=row.name, start=start)


def _plain(name: str) -> list[str]:
    """Return the words of a name without accents and capitals; of other alphabets the letters as they are."""
    return (fold(name) or name.casefold()).split()
