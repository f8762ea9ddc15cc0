"""The rating and K of each participant: from the list in force when the event starts, whenever it is rated."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from arpad.documents.steps import Step, Trail
from arpad.domain.event import Player
from arpad.domain.findings import Finding
from arpad.lists.accepted import Part
from arpad.lists.histories import history_of
from arpad.lists.ledger import Row, Standing, day_number
from arpad.rating.coefficient import k_factor
from arpad.rating.participants import FOREIGNERS_IN_REPORTS, Participant, about, foreigner, is_foreigner, rated_as
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition

Rows = Mapping[str, Row]


@dataclass(frozen=True, slots=True)
class KnownLists:
    """The players of the events, as the lists have them.

    `at_start` is the list in force at the start of the event, `now` the list before the period, of `date`; `foreign`
    FIDE's list at the start. `have_begun` are those whose first event in this class is another one.
    `cap_used` are those whose one upgrade by the cap (8.3.1 of 2022) lies in another part of the event.
    `by_report`: foreigners whom FIDE's list does not have count with the FIDE rating of the report.
    """

    date: dt.date
    at_start: Rows
    now: Rows
    foreign: Rows = field(default_factory=dict)
    federation: str = ""
    have_begun: frozenset[str] = frozenset()
    by_report: bool = True
    cap_used: frozenset[str] = frozenset()


def taking_part(part: Part, lists: KnownLists) -> tuple[dict[int, Participant], list[Finding]]:
    """Return every player of an event by starting rank, and what does not agree with the list."""
    found: dict[int, Participant] = {}
    findings: list[Finding] = []
    for player in part.event.players:
        found.setdefault(player.rank, _participant(part, player, lists, findings))
    return found, findings


def is_guest(part: Part, player: Player, lists: KnownLists) -> bool:
    """FEDA 9.56: a foreigner who is not affiliated. They count by their FIDE rating and get no rating of this list.

    A report of sums (10.31) has the federations of Spain's regions: nobody is a foreigner by them.
    """
    if player.id in lists.now or (lists.by_report and part.accepted.report.format == "feda"):
        return False
    return is_foreigner(part.edition, player, lists.federation)


def _participant(part: Part, player: Player, lists: KnownLists, findings: list[Finding]) -> Participant:
    edition, time_class = part.edition, part.time_class
    if is_guest(part, player, lists):
        return _guest(edition, player, lists, findings)
    at_start = _standing(lists.at_start.get(player.id), time_class)
    now = _standing(lists.now.get(player.id), time_class)
    standard = _standing(lists.at_start.get(player.id), "standard").rating if time_class != "standard" else 0
    base, given = at_start.rating or None, part.accepted.ratings.get(player.id)
    steps: Trail = ()
    if given is not None:
        base = given or None
        steps = (Step(edition.change.method.article, "period.base-rating", {"list": at_start.rating or None}, base),)
    _compare(player, base, standard, player.id in lists.now, findings)
    taken = rated_as(edition, base, standard=standard or None, now=now.rating or None)
    if taken.own is None:
        first = player.id not in lists.have_begun and not now.total
        return Participant(player, None, None, first_event=first)
    standing_in = base is None and bool(standard) and taken.own == taken.for_opponents
    k, reasons = _coefficient(part, player, lists, now)
    entered = taken.for_opponents is None
    cap_used = player.id in lists.cap_used
    reasons = (*steps, *taken.steps, *reasons)
    return Participant(player, taken.own, k, reasons, standing_in, entered, first_event=not entered, cap_used=cap_used)


def _guest(edition: Edition, player: Player, lists: KnownLists, findings: list[Finding]) -> Participant:
    """Return a foreigner as FIDE's list has them (9.56); if it lacks them, as the report does, which gives the FIDE
    rating of foreigners (10.23)."""
    row = lists.foreign.get(player.id)
    rating = (row.standing("standard").rating if row else 0) or None
    if not lists.by_report:
        return foreigner(edition, player, rating)
    if row is None and player.rating is not None:
        values = {"id": player.id or "–", "rating": player.rating}
        findings.append(about(player, "foreigner-by-report", "warning", FOREIGNERS_IN_REPORTS, **values))
        return foreigner(edition, player, player.rating, by_report=True)
    if rating is None:
        article = edition.lists.foreigners_by_fide.article.number
        findings.append(about(player, "foreigner-unrated", "info", article, id=player.id or "–"))
    elif player.rating not in (None, rating):
        findings.append(about(player, "rating-differs", "warning", report=player.rating, list=rating))
    return foreigner(edition, player, rating)


def _standing(row: Row | None, time_class: TimeClass) -> Standing:
    return Standing() if row is None else row.standing(time_class)


def _coefficient(part: Part, player: Player, lists: KnownLists, now: Standing) -> tuple[int, Trail]:
    """K as the list before the period has it. If it has none, or the edition of the event fixes K, K by the rules."""
    if now.k and part.edition.k.method.value != "fixed":
        return now.k, (Step(part.edition.k.middle.article, "period.k", {"list": lists.date}, now.k),)
    row = lists.now.get(player.id)
    if row is None:  # then the report says when the player was born
        row = Row(player.id, born=player.born or 0, birthday=day_number(player.birthday))
    factor = k_factor(part.edition, history_of(part.edition, row, part.time_class, lists.date))
    return factor.k, factor.steps


def _compare(player: Player, base: int | None, standard: int, known: bool, findings: list[Finding]) -> None:
    """Report a rating that differs from the list; the list counts."""
    if player.rating is None or player.rating == base or (base is None and standard == player.rating):
        return
    if not known:
        findings.append(about(player, "not-on-office-list", "warning", id=player.id or "–", rating=player.rating))
        return
    shown = "–" if base is None else base
    findings.append(about(player, "rating-differs", "warning", report=player.rating, list=shown))
