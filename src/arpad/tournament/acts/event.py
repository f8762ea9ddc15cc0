"""The event itself: created, its rules and staff changed, finished and handed over."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from msgspec import structs

from arpad.i18n import ArpadError
from arpad.inputs.declared import Input, one_of, whole
from arpad.pairing.engines import Impossible
from arpad.regulations.rating_editions import regulations
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.tournament.acts.act import MOST, Act, OfEntry, Reply, at_fields, number_input
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.amendments import shown_pairs
from arpad.tournament.drawing import draw_swiss, swiss_system
from arpad.tournament.ending import need_complete
from arpad.tournament.journal import Confirmations, Done, after_changes
from arpad.tournament.kinds import event as kinds
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.roles import Role
from arpad.tournament.rules import KEYS, EventRules, check_bye, plain, read_rules
from arpad.tournament.rules_check import check_round_count, event_kind, tie_break_problems
from arpad.tournament.state import EventState
from arpad.tournament.times import check_times
from arpad.untrusted import toml_tables

# The end of an event: finished, opened again, handed over; incidents and appeals for the chief arbiter's report.


class AtTheEnd(Act, frozen=True):
    """Something that the chief arbiter does at the end of the event."""

    back = "desk/hand-over"
    least = "chief"


class Finish(AtTheEnd, frozen=True):
    """Finish the event: all rounds complete, no adjourned game, everything decided."""

    name = "finish"
    writes = (kinds.EventFinished,)

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """Ties and play-offs too."""
        if state.finished:
            raise ArpadError("event-is-finished")
        need_complete(state)
        return [kinds.EventFinished.change({})]

    def reply(self, done: Done) -> Reply:
        return Reply("finished", {"slug": done.state.event_rules.slug}, {"finished": True})


class Reopen(AtTheEnd, frozen=True):
    """Open a finished event again."""

    name = "reopen"
    writes = (kinds.EventReopened,)

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        if not state.finished:
            raise ArpadError("event-not-finished")
        confirmations.ask_reason("reopen")
        return [kinds.EventReopened.change({"reason": confirmations.reason})]

    def reply(self, done: Done) -> Reply:
        return Reply("reopened", {"slug": done.state.event_rules.slug}, {"finished": False})


class SetPrizes(Act, frozen=True):
    """Announce the prizes, or change them; None: there are none."""

    name = "prizes"
    writes = (kinds.EventChanged,)

    prizes: Mapping[str, Any] | None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        old, new = state.data.get("prizes"), plain(self.prizes)
        if new == old:
            return []
        if new is not None:
            read_rules({**state.data, "prizes": new}, state.event_rules.slug)
        return [kinds.EventChanged.change({"prizes": [old, new]})]


GIVEN_UP = ("all", "main", "category", "none")


class RenouncePrize(OfEntry, frozen=True):
    """Keep that a player renounces prizes, or takes them after all. The prizes are shared without them."""

    name = "renounce"
    path = "desk/prizes/{entry}/renounce"
    back = "desk/prizes"
    writes = (kinds.PrizeGivenUp,)
    reply_key = "renounced"
    problems = at_fields(entry="event-entry-unknown")

    what: Annotated[
        str,
        Input(
            one_of(*GIVEN_UP), "select", "all, main, category, or none: takes them after all.", GIVEN_UP,
            "event-prizes.what-", flag="--what", metavar="|".join(GIVEN_UP), help="cli.help.event-renounce",
        ),
    ] = "all"  # fmt: skip

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        player = entry_at(state, self.entry)
        if not state.event_rules.prizes:
            raise ArpadError("event-no-prizes")
        if state.event_rules.team:
            raise ArpadError("event-renounce-team")
        what = "" if self.what == "none" else self.what
        if state.given_up.get(self.entry, "") == what:
            return []
        confirmations.ask_reason("renounce", name=player.name)
        return [kinds.PrizeGivenUp.change({"entry": self.entry, "what": what, "reason": confirmations.reason})]


LONG = 4000
Happened = Annotated[
    str, Input(kind="area", about="What happened.", max_length=LONG, flag="TEXT", help="cli.help.event-text")
]
Decided = Annotated[
    str,
    Input(
        kind="area", about="What was decided.", max_length=LONG, flag="--decision", metavar="TEXT",
        help="cli.help.event-decision",
    ),
]  # fmt: skip
InRound = Annotated[
    int | None, number_input(about="A round.", flag="--round", metavar="R", help="cli.help.event-round")
]
OnBoard = Annotated[
    int | None, number_input(about="The board.", flag="--board", metavar="N", help="cli.help.event-board")
]


def _noted(kind: type[kinds.Noted], text: str, details: Mapping[str, object]) -> Changes:
    """The line that notes something for the chief arbiter's report."""
    if not text.strip():
        raise ArpadError("event-text-missing")
    return [kind.change({"text": text} | {name: value for name, value in details.items() if value is not None})]


class NoteIncident(Act, frozen=True):
    """Note an incident for the chief arbiter's report. It is never public."""

    name = "incident"
    path = "desk/incidents"
    back = "desk/incidents"
    reply_key = "noted"
    writes = (kinds.IncidentNoted,)

    text: Happened
    round: InRound = None
    board: OnBoard = None

    def decide(self, _state: EventState, _confirmations: Confirmations) -> Changes:
        return _noted(kinds.IncidentNoted, self.text, {"round": self.round, "board": self.board})


NOTICE_LENGTH = 200
NoticeText = Annotated[
    str,
    Input(
        about="The line; empty takes it away.", max_length=NOTICE_LENGTH, flag="TEXT", metavar="[TEXT]",
        help="cli.help.event-notice",
    ),
]  # fmt: skip


class SetNotice(Act, frozen=True):
    """Show a line to everybody, on the screens and on the pages of the rounds. An empty one takes it away."""

    name = "notice"
    path = "desk/notice"
    back = "desk/screens"
    writes = (kinds.NoticeSet,)

    text: NoticeText = ""

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        line = " ".join(self.text.split())
        if len(line) > NOTICE_LENGTH:
            raise ArpadError("event-notice-long", most=NOTICE_LENGTH)
        return [] if line == state.notice else [kinds.NoticeSet.change({"text": line})]

    def reply(self, done: Done) -> Reply:
        line = done.state.notice
        return Reply("notice" if line else "notice-gone", {"text": line}, {"notice": line})


class NoteAppeal(Act, frozen=True):
    """Note an appeal with its decision. It is never public."""

    name = "appeal"
    back = "desk/incidents"
    reply_key = "noted"
    writes = (kinds.AppealNoted,)

    text: Happened
    decision: Decided = ""
    round: InRound = None
    board: OnBoard = None

    def decide(self, _state: EventState, _confirmations: Confirmations) -> Changes:
        details = {"decision": self.decision, "round": self.round, "board": self.board}
        return _noted(kinds.AppealNoted, self.text, details)


class HandedOver(Act, frozen=True):
    """Keep which report the office received."""

    writes = (kinds.EventHandedOver,)

    time_class: str
    office_event: int
    revision: int
    sha256: str
    accepted: bool
    period: str = ""
    rounds: tuple[int, ...] = ()
    list: str = ""

    def decide(self, _state: EventState, confirmations: Confirmations) -> Changes:
        """Of a part of a long event, also its period, its rounds, and the month of its list."""
        data = structs.asdict(self) | {"rounds": [*self.rounds]}
        kept = data if self.period else {name: data[name] for name in data if name not in ("period", "rounds", "list")}
        return [kinds.EventHandedOver.change(kept | confirmations.kept_reason)]


# The event itself: made from its rules, which may be changed for a while.

ONE_TABLE = frozenset({"points", "groups", "invitation"})
"""Keys whose parts may be named: points.win, groups.u16, invitation.03."""
CHECKED_WITH: Mapping[str, frozenset[str]] = {
    "system": frozenset(KEYS),
    "tie_break_edition": frozenset({"tie_break_edition", "rating_edition"}),
    "rating_edition": frozenset({"tie_break_edition", "rating_edition"}),
    "time_zone": frozenset({"time_zone", "schedule"}),
    "schedule": frozenset({"time_zone", "schedule"}),
    "points": frozenset({"points"}),
    "tie_breaks": frozenset({"tie_breaks", "tie_break_edition", "system", "kind", "start"}),
}
"""Keys whose problems are looked for when one of these keys is changed: an event that was taken over may have some."""


class Create(Act, frozen=True):
    """Make an event of its rules. They are kept as they were given: what is left open stays open."""

    writes = (kinds.EventCreated,)

    data: Mapping[str, Any]
    file: str = ""

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        changes = new_event(state, self.data, self.file)
        for _, problem in rule_problems(EventState(rules=read_rules(self.data, self.file))):
            raise problem
        return changes


def new_event(state: EventState, data: Mapping[str, Any], file: str = "") -> Changes:
    """Return the first line of an event, whatever its tie-breaks and its bye: another program may have allowed them."""
    rules = read_rules(data, file)
    if state.rules is not None:
        raise ArpadError("event-slug-taken", slug=rules.slug)
    for key, problem in rule_problems(EventState(rules=rules)):
        if key not in ("tie_breaks", "points"):
            raise problem
    return [kinds.EventCreated.change(plain(data))]


def rule_problems(state: EventState) -> Iterator[tuple[str, ArpadError]]:
    """Yield what stands against the rules of an event as a whole, with the key to change: a system or an edition that
    is not known, hours that do not exist, tie-breaks that the standings would fail with."""
    rules = state.event_rules
    checks: tuple[tuple[str, Callable[[], object]], ...] = (
        ("system", lambda: swiss_system(state) if rules.swiss else None),
        ("tie_break_edition", lambda: rules.tie_break_edition and tie_break_library().edition(rules.tie_break_edition)),
        ("rating_edition", lambda: rules.rating_edition and regulations().edition(rules.rating_edition)),
        ("schedule", lambda: check_times(rules)),
        ("points", lambda: check_bye(rules)),
    )
    for key, check in checks:
        try:
            check()
        except ArpadError as problem:
            yield "time_zone" if problem.key == "time-zone-unknown" else key, problem
    yield from (("tie_breaks", problem) for problem in tie_break_problems(rules, event_kind(state)))


class ChangeRules(Act, frozen=True):
    """Change some keys of the rules, all in one line; None leaves a key open again."""

    name = "rules"
    path = "desk/rules/change"
    back = "desk/rules"
    writes = (kinds.EventChanged,)

    changes: Mapping[str, Any]

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """A key that is frozen is refused, and the number of rounds and the tie-breaks are outside the rules once round
        1 is published."""
        now = state.data
        changes = {name: [now.get(name), new] for name, new in self.changes.items() if new != now.get(name)}
        if not changes:
            return []
        for name in changes:
            refuse_frozen(state, name)
        new = {**now, **{name: value for name, (_, value) in changes.items()}}
        rules = read_rules({name: value for name, value in new.items() if value is not None}, state.event_rules.slug)
        for key, problem in rule_problems(replace(state, rules=rules)):
            if changes.keys() & CHECKED_WITH[key]:
                raise problem
        last_round = _check_rounds(state, rules, kinds.EventChanged.change(changes), confirmations)
        late = [name for name in changes if kinds.is_late(state, name)]
        for name in late:
            confirmations.breach("rules-late", rule=name)
        why = {**confirmations.kept_reason, **last_round} if late else {}
        return [kinds.EventChanged.change({**changes, **why})]


class SetRule(Act, frozen=True):
    """Change a key of the rules; an empty value leaves it open again."""

    name = "rule"
    path = "desk/rules"
    back = "desk/rules"
    writes = (kinds.EventChanged,)
    problems = at_fields(rule="event-frozen event-rules-key", value="event-rules-value event-points")
    said = ("rule",)

    rule: Annotated[str, Input(kind="hidden", about="A key of the rules, or a part of one: points.win.", max_length=60)]
    value: Annotated[
        str | None, Input(kind="hidden", about="The value, as in the file; empty: left open.", max_length=8000)
    ] = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """A part of a table may be changed by itself."""
        name, _, part = self.rule.partition(".")
        if name not in KEYS or (part and name not in ONE_TABLE):
            known = ", ".join(sorted(KEYS))
            raise ArpadError("event-rules-key", file=state.event_rules.slug, key=self.rule, known=known)
        new = plain(_value(self.value, part, state.data.get(name)))
        return ChangeRules({name: new})(state, confirmations)


BY_DATE = "by-date"
"""The edition in force on the first day."""


def edition_input(names: tuple[str, ...]) -> Input:
    """A choice among editions; the first is that of the first day, and leaves the key of the rules open."""
    options = (BY_DATE, *names)

    def chosen(where: str, typed: str) -> str:
        edition = str(one_of(*options)(where, typed))
        return "" if edition == BY_DATE else edition

    about = f"The id of an edition, or {BY_DATE}: the one in force on the first day."
    return Input(chosen, "select", about, options, "event-edition.")


class ChooseTieBreakEdition(Act, frozen=True):
    """Choose the edition of the tie-breaks, if it should not be the one in force on the first day."""

    name = "tie-break-edition"
    back = "desk/rules"
    writes = (kinds.EventChanged,)

    edition: Annotated[str, edition_input(tie_break_library().names)]

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        return SetRule("tie_break_edition", self.edition or None)(state, confirmations)


class ChooseRatingEdition(Act, frozen=True):
    """Choose the edition for rating, if it should not be the one in force on the first day."""

    name = "rating-edition"
    back = "desk/rules"
    writes = (kinds.EventChanged,)
    problems = at_fields(edition="event-frozen")

    edition: Annotated[str, edition_input(regulations().names)]

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        return SetRule("rating_edition", self.edition or None)(state, confirmations)


def _value(typed: str | None, part: str, old: Any) -> Any:
    """A value as TOML has it, or plain text; a part of a table is put into the whole."""
    value = None if typed is None else _read(typed)
    if not part:
        return value
    table = {**(old or {}), part: value}
    return {known: one for known, one in table.items() if one is not None} or None


def _read(typed: str) -> Any:
    try:
        return toml_tables(f"value = {typed}")["value"]
    except (ValueError, KeyError):
        return typed


def frozen_since(state: EventState, key: str) -> int | None:
    """Return the line of the log since which a key of the rules may not be changed, None if it may."""
    first = state.rounds.get(1)
    match KEYS[key].frozen:
        case "at-once":
            return 1
        case "drawn":
            return first.drawn_n if first is not None else None
        case "published":
            return first.published_n if first is not None else None
        case "started":
            begun = [event_round.started_n for event_round in state.rounds.values()]
            begun += [
                line.n
                for event_round in state.rounds.values()
                for board in event_round.boards.values()
                for line in board.history
            ]
            return min((n for n in begun if n is not None), default=None)
        case "handed-over":
            return next((one["n"] for one in state.handed_over if one.get("accepted", True)), None)
    return None


def refuse_frozen(state: EventState, key: str) -> None:
    """Refuse to change a key after its time."""
    since = frozen_since(state, key)
    if since is not None:
        raise ArpadError("event-frozen", rule=key, n=since)


def _check_rounds(
    state: EventState, rules: EventRules, change: LogChange, confirmations: Confirmations
) -> dict[str, Any]:
    """Another number of rounds: not fewer than are drawn, not more than there are opponents; and the last round drawn
    may now be another one, since other players are topscorers. Return the pairs that it would have, for the log."""
    last = state.last_drawn
    if rules.rounds == state.event_rules.rounds:
        return {}
    if rules.rounds < last:
        raise ArpadError("event-rounds-drawn", rounds=rules.rounds, drawn=last)
    if not state.closed or not rules.swiss:
        return {}
    if rules.team:
        return {}
    check_round_count(rules, len(state.numbers), confirmations)
    if not last or not state.last_published:
        return {}
    given, expected = _drawn_otherwise(after_changes(state, [change]), last)
    values = {"round": last, "given": given, "expected": expected}
    if given:
        confirmations.confirm("rounds-draw-differs", **shown_pairs(state, values))
    elif not _drawn_otherwise(state, last)[0]:
        return {}
    else:
        confirmations.note("rounds-draw-right", round=last)
    return {"last_round": values}


def _drawn_otherwise(state: EventState, number: int) -> tuple[list[list[int]], list[list[int]]]:
    """The pairs of the last round that would now be others, and those that it would have."""
    drawn = [[*board.seats] for board in state.rounds[number].boards.values()]
    answer = draw_swiss(state, number)
    again = [] if isinstance(answer, Impossible) else [[white, black] for _, white, black in answer.boards]
    return [pair for pair in drawn if pair not in again], [pair for pair in again if pair not in drawn]


# The staff of an event, and links for people without an account.

STAFF_ROLES: tuple[Role, ...] = ("captain", "scorer", "arbiter", "pairer", "chief")
LINK_ROLES: tuple[Role, ...] = ("door", "captain", "scorer", "arbiter")
LONGEST_LINK = dt.timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class LinkWanted:
    """A link that is wanted: what it is called, what may be done with it, on which boards or for which team, and until
    when."""

    label: str
    role: str
    ends: dt.datetime
    boards: tuple[int, int] | None = None
    team: int | None = None


def sector_typed(where: str, typed: str) -> tuple[int, int]:
    """Boards from one to another: 1-20, or a single one."""
    first, _, last = typed.replace("–", "-").partition("-")
    number = whole(1, MOST)
    return number(where, first), number(where, last or first)


def role_input(roles: tuple[Role, ...], help_: str) -> Input:
    """A choice among roles, the most powerful one first."""
    shown = tuple(reversed(roles))
    return Input(one_of(*roles), "select", "A role.", shown, "event-role.", flag="--role", metavar="ROLE", help=help_)


Account = Annotated[
    str, Input(about="The name of the account.", max_length=100, flag="NAME", help="cli.help.event-account")
]
Sector = Annotated[
    tuple[int, int] | None,
    Input(
        sector_typed, about="The boards of a scorer: 1-20.", max_length=15, flag="--boards", metavar="FROM-TO",
        help="cli.help.event-boards",
    ),
]  # fmt: skip
CaptainsTeam = Annotated[
    int | None,
    number_input(about="The team of a captain.", flag="--team", metavar="N", help="cli.help.event-captain-team"),
]


class OfStaff(Act, frozen=True):
    """Something that the chief arbiter does about the staff."""

    back = "desk/staff"
    problems = at_fields(team="event-captain-team", boards="event-boards-order")


class AddStaff(OfStaff, frozen=True):
    """Give somebody with an account a role in the event."""

    name = "staff"
    path = "desk/staff"
    writes = (kinds.StaffAdded,)

    account: Account
    role: Annotated[str, role_input(STAFF_ROLES, "cli.help.event-role")]
    boards: Sector = None
    team: CaptainsTeam = None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """The same again writes nothing; another role takes the place of the old one."""
        data = {"account": self.account, "role": self.role, **_sector(state, self.role, self.boards, self.team)}
        known = state.staff.get(self.account, {})
        if {name: value for name, value in known.items() if name != "undoes"} == data:
            return []
        return [kinds.StaffAdded.change(data)]

    def reply(self, done: Done) -> Reply:
        values = {"account": self.account, "role": self.role}
        return Reply("staff-added", values, {"staff": done.state.staff[self.account]})


class RemoveStaff(OfStaff, frozen=True):
    """Take somebody's role away."""

    name = "staff-remove"
    path = "desk/staff/remove"
    writes = (kinds.StaffRemoved,)

    account: Account

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        if self.account not in state.staff:
            known = ", ".join(sorted(state.staff)) or "–"
            raise ArpadError("event-staff-unknown", account=self.account, known=known)
        return [kinds.StaffRemoved.change({"account": self.account})]

    def reply(self, _done: Done) -> Reply:
        return Reply("staff-removed", {"account": self.account}, {})


class MakeLink(Act, frozen=True):
    """Make a link. Its number is that of its line. It ends within a day; that of a captain when the event does."""

    writes = (kinds.LinkMade,)

    wanted: LinkWanted
    now: dt.datetime

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        wanted = self.wanted
        if wanted.ends <= self.now:
            raise ArpadError("event-link-past", ends=wanted.ends.isoformat())
        if wanted.role != "captain" and wanted.ends - self.now > LONGEST_LINK:
            raise ArpadError("event-link-long", hours=LONGEST_LINK.days * 24)
        data: dict[str, Any] = {"link": state.n + 1, "label": wanted.label, "role": wanted.role}
        data |= _sector(state, wanted.role, wanted.boards, wanted.team) | {"ends": wanted.ends.isoformat()}
        return [kinds.LinkMade.change(data)]


class CloseLink(OfStaff, frozen=True):
    """Close a link: it is valid no longer."""

    name = "link-close"
    path = "desk/staff/link/close"
    writes = (kinds.LinkClosed,)

    link: Annotated[
        int,
        Input(
            whole(1, 999_999), "hidden", "The number of the link.", max_length=10, flag="LINK",
            help="cli.help.event-link-number",
        ),
    ]  # fmt: skip

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        if self.link not in state.links:
            known = ", ".join(map(str, sorted(state.links))) or "–"
            raise ArpadError("event-link-unknown", link=self.link, known=known)
        return [kinds.LinkClosed.change({"link": self.link})]

    def reply(self, _done: Done) -> Reply:
        return Reply("link-closed", {"link": self.link})


def _sector(state: EventState, role: str, boards: tuple[int, int] | None, team: int | None) -> dict[str, Any]:
    """The boards of a scorer, the team of a captain."""
    if role == "captain" and team not in state.teams:
        raise ArpadError("event-captain-team", known=", ".join(map(str, sorted(state.teams))) or "–")
    if boards is not None and boards[0] > boards[1]:
        raise ArpadError("event-boards-order", first=boards[0], last=boards[1])
    found: dict[str, Any] = {} if boards is None else {"boards": list(boards)}
    return found | ({"team": team} if role == "captain" else {})
