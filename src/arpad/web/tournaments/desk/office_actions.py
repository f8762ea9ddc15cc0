"""The staff and links of an event, its rules, its end, and the hand-over to the office."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.i18n import Language, text
from arpad.office.tournaments.hand_over import HandOver, hand_over, handed_document
from arpad.office.tournaments.store import MadeLink, add_link
from arpad.regulations.rating_editions import regulations
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.tournament.acts.event import (
    LINK_ROLES,
    STAFF_ROLES,
    LinkWanted,
    add_staff,
    close_link,
    finish,
    remove_staff,
    reopen,
    set_rule,
)
from arpad.tournament.journal import Decide, Done
from arpad.tournament.times import event_times
from arpad.web.tournaments.actions import EventAction, Hand
from arpad.web.tournaments.done_shapes import MadeLinkDocument, ToOfficeDocument
from arpad.web.tournaments.fields import EventField, one_of, whole

HOURS, MOST_HOURS = 12, 24
BY_DATE = "by-date"
"""The edition in force on the first day."""


def sector(where: str, typed: str) -> tuple[int, int]:
    """Boards from one to another: 1-20, or a single one."""
    first, _, last = typed.replace("–", "-").partition("-")
    made = whole(1, 9999)
    return made(where, first), made(where, last or first)


Account = Annotated[str, EventField(about="The name of the account.", longest=100)]
StaffRole = Annotated[
    str, EventField(one_of(*STAFF_ROLES), "select", "A role.", tuple(reversed(STAFF_ROLES)), "event-role.")
]
LinkRole = Annotated[
    str, EventField(one_of(*LINK_ROLES), "select", "A role.", tuple(reversed(LINK_ROLES)), "event-role.")
]
Sector = Annotated[tuple[int, int] | None, EventField(sector, about="The boards of a scorer: 1-20.", longest=15)]
PerhapsTeam = Annotated[int | None, EventField(whole(1, 9999), "number", "The team of a captain.", longest=10)]
Hours = Annotated[int, EventField(whole(1, MOST_HOURS), "number", "How many hours the link is valid.", longest=5)]
Label = Annotated[str, EventField(about="What the link is called: a person, a hall.", longest=60)]
LinkNumber = Annotated[int, EventField(whole(1, 999_999), "hidden", "The number of the link.", longest=10)]
RuleName = Annotated[str, EventField(about="A key of the rules, or a part of one: points.win.", longest=60)]
RuleValue = Annotated[str, EventField(kind="area", about="The value, as in the file; empty: left open.", longest=8000)]


def edition_field(names: tuple[str, ...]) -> EventField:
    """A choice among editions; the first is that of the first day, and leaves the key of the rules open."""
    options = (BY_DATE, *names)

    def made(where: str, typed: str) -> str:
        chosen = one_of(*options)(where, typed)
        return "" if chosen == BY_DATE else str(chosen)

    about = f"The id of an edition, or {BY_DATE}: the one in force on the first day."
    return EventField(made, "select", about, options, "event-edition.")


TieBreakEditionName = Annotated[str, edition_field(tie_break_library().names)]
RatingEditionName = Annotated[str, edition_field(regulations().names)]


@dataclass(frozen=True, slots=True)
class DoneLink(Done):
    """A link that was made, with the secret that is shown once, and the address that has it."""

    made: MadeLink
    address: str


@dataclass(frozen=True, slots=True)
class OfStaff(EventAction):
    """Something that the chief arbiter does about the staff."""

    least = "chief"
    back = "desk/staff"
    at: ClassVar[Mapping[str, str]] = {"event-captain-team": "team", "event-boards-order": "boards"}


@dataclass(frozen=True, slots=True)
class AddStaff(OfStaff):
    """Give somebody with an account a role in the event."""

    name = "staff"
    path = "desk/staff"

    account: Account
    role: StaffRole
    boards: Sector = None
    team: PerhapsTeam = None

    def command(self) -> Decide:
        return add_staff(self.account, self.role, self.boards, self.team)


@dataclass(frozen=True, slots=True)
class RemoveStaff(OfStaff):
    """Take somebody's role away."""

    name = "staff-remove"
    path = "desk/staff/remove"

    account: Account

    def command(self) -> Decide:
        return remove_staff(self.account)


@dataclass(frozen=True, slots=True)
class MakeEventLink(OfStaff):
    """Make a link for somebody without an account. Its address is shown once and not kept."""

    answers: ClassVar[tuple[Any, ...]] = (MadeLinkDocument,)
    name = "link"
    path = "desk/staff/link"

    label: Label
    role: LinkRole
    boards: Sector = None
    team: PerhapsTeam = None
    hours: Hours = HOURS

    def do(self, hand: Hand) -> Done:
        rules = hand.keeper.open(hand.slug).state.laws
        ends = hand.at + dt.timedelta(hours=self.hours)
        if self.role == "captain" and rules.end is not None:
            midnight = dt.datetime.combine(rules.end + dt.timedelta(days=1), dt.time(), event_times(rules).zone)
            ends = max(ends, midnight.astimezone(dt.UTC))
        wanted = LinkWanted(self.label, self.role, ends, self.boards, self.team)
        made = add_link(hand.keeper, hand.slug, wanted, hand.seat.who, hand.at, hand.consent, hand.request)
        address = f"{hand.site}/t/{hand.slug}/link/{made.secret or '…'}"
        return DoneLink(made.done.lines, made.done.warnings, made.done.state, made, address)

    def answer(self, done: Done, language: Language) -> dict[str, Any]:  # noqa: ARG002  (the hook's signature)
        assert isinstance(done, DoneLink)
        return {"link": done.made.link, "secret": done.made.secret, "address": done.address}

    def words(self, done: Done) -> dict[str, object]:
        assert isinstance(done, DoneLink)
        return {"label": self.label, "address": done.address}


@dataclass(frozen=True, slots=True)
class CloseLink(OfStaff):
    """Close a link: it is valid no longer."""

    name = "link-close"
    path = "desk/staff/link/close"

    link: LinkNumber

    def command(self) -> Decide:
        return close_link(self.link)


@dataclass(frozen=True, slots=True)
class SetRule(EventAction):
    """Change a key of the rules; an empty value leaves it open again."""

    name = "rule"
    path = "desk/rules"
    least = "chief"
    back = "desk/rules"
    at: ClassVar[Mapping[str, str]] = {
        "event-frozen": "rule",
        "event-rules-key": "rule",
        "event-rules-value": "value",
        "event-points": "value",
    }
    said = ("rule",)

    rule: RuleName
    value: RuleValue = ""

    def command(self) -> Decide:
        return set_rule(self.rule, self.value.strip() or None)


@dataclass(frozen=True, slots=True)
class ChooseTieBreakEdition(EventAction):
    """Choose the edition of the tie-breaks, if it should not be the one in force on the first day."""

    name = "tie-break-edition"
    path = "desk/rules/tie-break-edition"
    least = "chief"
    back = "desk/rules"

    edition: TieBreakEditionName

    def command(self) -> Decide:
        return set_rule("tie_break_edition", self.edition or None)


@dataclass(frozen=True, slots=True)
class ChooseRatingEdition(EventAction):
    """Choose the edition for rating, if it should not be the one in force on the first day."""

    name = "rating-edition"
    path = "desk/rules/rating-edition"
    least = "chief"
    back = "desk/rules"
    at: ClassVar[Mapping[str, str]] = {"event-frozen": "edition"}

    edition: RatingEditionName

    def command(self) -> Decide:
        return set_rule("rating_edition", self.edition or None)


@dataclass(frozen=True, slots=True)
class AtTheEnd(EventAction):
    """Something that the chief arbiter does at the end of the event."""

    least = "chief"
    back = "desk/hand-over"


@dataclass(frozen=True, slots=True)
class FinishEvent(AtTheEnd):
    """Finish the event: all rounds complete, no adjourned game, everything decided."""

    name = "finish"
    path = "desk/hand-over/finish"

    def command(self) -> Decide:
        return finish()


@dataclass(frozen=True, slots=True)
class ReopenEvent(AtTheEnd):
    """Open a finished event again."""

    name = "reopen"
    path = "desk/hand-over/reopen"

    def command(self) -> Decide:
        return reopen()


@dataclass(frozen=True, slots=True)
class HandOverEvent(AtTheEnd):
    """Hand the event over to the office, or hand a correction over."""

    answers: ClassVar[tuple[Any, ...]] = (ToOfficeDocument,)
    name = "hand-over"
    path = "desk/hand-over"

    def do(self, hand: Hand) -> Done:
        return hand_over(hand.keeper, hand.office(), hand.slug, hand.at, hand.consent.reason, yes=hand.consent.yes)

    def answer(self, done: Done, language: Language) -> dict[str, Any]:
        assert isinstance(done, HandOver)
        return {
            "accepted": done.accepted,
            "reports": [handed_document(one, language) for one in done.reports],
            "handed_over": [dict(one) for one in done.state.handed_over],
        }

    def sentences(self, done: Done, language: Language) -> list[str]:
        """Say which reports the office has; the page itself names those that it refused, with the reasons."""
        assert isinstance(done, HandOver)
        said = []
        for one in done.reports:
            if one.submitted is not None and not one.accepted:
                continue
            verdict = "known" if one.submitted is None else "accepted"
            values = {"time_class": text(f"time-class.{one.file.time_class}", language), "event": one.event}
            said.append(text(f"web.event-office.said-{verdict}", language, **values))
        return said


OFFICE_ACTIONS = (
    AddStaff, RemoveStaff, MakeEventLink, CloseLink, SetRule, ChooseTieBreakEdition, ChooseRatingEdition,
    FinishEvent, ReopenEvent, HandOverEvent,
)  # fmt: skip
