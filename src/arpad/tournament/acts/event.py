"""Commands about the event itself: create it, change its rules and staff, finish and hand it over."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from arpad.i18n import ArpadError
from arpad.pairing.engines import Impossible
from arpad.regulations.rating_editions import regulations
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.tournament.drawing import draw_swiss, swiss_system
from arpad.tournament.ending import need_complete
from arpad.tournament.journal import Confirmations, after_changes, command
from arpad.tournament.kinds import event as kinds
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.roles import Role
from arpad.tournament.rules import KEYS, EventRules, plain, read_rules
from arpad.tournament.rules_check import check_round_count, refuse_tie_breaks
from arpad.tournament.state import EventState
from arpad.tournament.times import check_times
from arpad.untrusted import toml_tables

# The end of an event: finished, opened again, handed over; incidents and appeals for the chief arbiter's report.


@command
def finish(state: EventState, _confirmations: Confirmations) -> Changes:
    """Finish an event: every round complete, no adjourned game, ties and play-offs decided."""
    if state.finished:
        raise ArpadError("event-is-finished")
    need_complete(state)
    return [kinds.EventFinished.change({})]


@command
def reopen(state: EventState, confirmations: Confirmations) -> Changes:
    """Open a finished event again."""
    if not state.finished:
        raise ArpadError("event-not-finished")
    confirmations.ask_reason("reopen")
    return [kinds.EventReopened.change({"reason": confirmations.reason})]


@command
def note_incident(
    _state: EventState,
    _confirmations: Confirmations,
    text: str,
    round_number: int | None = None,
    board: int | None = None,
) -> Changes:
    """Note an incident. It is never public."""
    return _noted(kinds.IncidentNoted, text, {"round": round_number, "board": board})


@command
def note_appeal(
    _state: EventState,
    _confirmations: Confirmations,
    text: str,
    decision: str,
    round_number: int | None = None,
    board: int | None = None,
) -> Changes:
    """Note an appeal with its decision. It is never public."""
    return _noted(kinds.AppealNoted, text, {"decision": decision, "round": round_number, "board": board})


def _noted(kind: type[kinds.Noted], text: str, details: dict[str, object]) -> Changes:
    if not text.strip():
        raise ArpadError("event-text-missing")
    return [kind.change({"text": text} | {name: value for name, value in details.items() if value is not None})]


@command
def handed_over(
    _state: EventState,
    confirmations: Confirmations,
    time_class: str,
    event: int,
    revision: int,
    sha256: str,
    accepted: bool,
) -> Changes:
    """Keep which report the office received."""
    data: dict[str, object] = {
        "time_class": time_class,
        "office_event": event,
        "revision": revision,
        "sha256": sha256,
        "accepted": accepted,
    }
    return [kinds.EventHandedOver.change(data | confirmations.kept_reason)]


# The event itself: made from its rules, which may be changed for a while.

ONE_TABLE = frozenset({"points", "groups", "invitation"})
"""Keys whose parts may be named: points.win, groups.u16, invitation.03."""
DECIDE_TIE_BREAKS = frozenset({"tie_breaks", "tie_break_edition", "system", "kind", "start"})
"""Keys on which it depends which tie-breaks an event may have."""
EDITIONS = frozenset({"tie_break_edition", "rating_edition"})


@command
def create(state: EventState, _confirmations: Confirmations, data: Mapping[str, Any], file: str = "") -> Changes:
    """Make an event of its rules. They are kept as they were given: what is left open stays open."""
    made = new_event(state, data, file)
    refuse_tie_breaks(EventState(rules=read_rules(data, file)))
    return made


def new_event(state: EventState, data: Mapping[str, Any], file: str = "") -> Changes:
    """Return the first line of an event, whatever its tie-breaks."""
    rules = read_rules(data, file)
    if state.rules is not None:
        raise ArpadError("event-slug-taken", slug=rules.slug)
    _check_system(rules)
    _check_editions(rules)
    check_times(rules)
    return [kinds.EventCreated.change(plain(data))]


@command
def set_rule(state: EventState, confirmations: Confirmations, key: str, typed: str | None) -> Changes:
    """Change a key of the rules, or one part of a table; None leaves it open again. A key that is frozen is refused,
    and the number of rounds and the tie-breaks are outside the rules once round 1 is published."""
    name, _, part = key.partition(".")
    if name not in KEYS or (part and name not in ONE_TABLE):
        raise ArpadError("event-rules-key", file=state.event_rules.slug, key=key, known=", ".join(sorted(KEYS)))
    old = state.data.get(name)
    new = plain(_value(typed, part, old))
    if new == old:
        return []
    refuse_frozen(state, name)
    change = kinds.EventChanged.change({name: [old, new]})
    data = {known: value for known, value in {**state.data, name: new}.items() if value is not None}
    rules = read_rules(data, state.event_rules.slug)
    _check_system(rules)
    if name in EDITIONS:
        _check_editions(rules)
    if name in ("time_zone", "schedule"):
        check_times(rules)
    if name in DECIDE_TIE_BREAKS:
        refuse_tie_breaks(replace(state, rules=rules))
    _check_rounds(state, rules, change, confirmations)
    if kinds.is_late(state, name):
        confirmations.breach("rules-late", rule=name)
    return [change]


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
            begun = [one.started_n for one in state.rounds.values()]
            begun += [
                line.n for one in state.rounds.values() for board in one.boards.values() for line in board.history
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


def _check_system(rules: EventRules) -> None:
    """Refuse a system that is not known."""
    if rules.swiss:
        swiss_system(EventState(rules=rules))


def _check_editions(rules: EventRules) -> None:
    """Refuse an edition that is not known, for the tie-breaks or for rating."""
    if rules.tie_break_edition:
        tie_break_library().edition(rules.tie_break_edition)
    if rules.rating_edition:
        regulations().edition(rules.rating_edition)


def _check_rounds(state: EventState, rules: EventRules, change: LogChange, confirmations: Confirmations) -> None:
    """Another number of rounds: not fewer than are drawn, not more than there are opponents; and the last round drawn
    may now be another one, since other players are topscorers."""
    if rules.rounds == state.event_rules.rounds:
        return
    if rules.rounds < state.last_drawn:
        raise ArpadError("event-rounds-drawn", rounds=rules.rounds, drawn=state.last_drawn)
    if not state.closed or not rules.swiss:
        return
    if not rules.team:
        check_round_count(rules, len(state.numbers), confirmations)
    if state.last_drawn and not rules.team and _drawn_otherwise(after_changes(state, [change]), state.last_drawn):
        confirmations.note("rounds-draw-differs", round=state.last_drawn)


def _drawn_otherwise(state: EventState, number: int) -> bool:
    """Whether the last round would now be drawn otherwise."""
    drawn = state.rounds[number]
    answer = draw_swiss(state, number)
    if isinstance(answer, Impossible):
        return True
    pairs = {board.seats for board in drawn.boards.values()}
    return {(white, black) for _, white, black in answer.boards} != pairs


# The staff of an event, and links for people without an account.

STAFF_ROLES: tuple[Role, ...] = ("captain", "scorer", "arbiter", "pairer", "chief")
LINK_ROLES: tuple[Role, ...] = ("captain", "scorer", "arbiter")
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


@command
def add_staff(
    state: EventState,
    _confirmations: Confirmations,
    account: str,
    role: str,
    boards: tuple[int, int] | None = None,
    team: int | None = None,
) -> Changes:
    """Give somebody a role in the event. The same again writes nothing; another role takes the place of the old one."""
    data = {"account": account, "role": role, **_sector(state, role, boards, team)}
    known = state.staff.get(account, {})
    if {name: value for name, value in known.items() if name != "undoes"} == data:
        return []
    return [kinds.StaffAdded.change(data)]


@command
def remove_staff(state: EventState, _confirmations: Confirmations, account: str) -> Changes:
    """Take somebody's role away."""
    if account not in state.staff:
        raise ArpadError("event-staff-unknown", account=account, known=", ".join(sorted(state.staff)) or "–")
    return [kinds.StaffRemoved.change({"account": account})]


@command
def make_link(state: EventState, _confirmations: Confirmations, wanted: LinkWanted, now: dt.datetime) -> Changes:
    """Make a link. Its number is that of its line. It ends within a day; that of a captain when the event does."""
    if wanted.ends <= now:
        raise ArpadError("event-link-past", ends=wanted.ends.isoformat())
    if wanted.role != "captain" and wanted.ends - now > LONGEST_LINK:
        raise ArpadError("event-link-long", hours=LONGEST_LINK.days * 24)
    data: dict[str, Any] = {"link": state.n + 1, "label": wanted.label, "role": wanted.role}
    data |= _sector(state, wanted.role, wanted.boards, wanted.team) | {"ends": wanted.ends.isoformat()}
    return [kinds.LinkMade.change(data)]


@command
def close_link(state: EventState, _confirmations: Confirmations, link: int) -> Changes:
    """Close a link before its end."""
    if link not in state.links:
        raise ArpadError("event-link-unknown", link=link, known=", ".join(map(str, sorted(state.links))) or "–")
    return [kinds.LinkClosed.change({"link": link})]


def _sector(state: EventState, role: str, boards: tuple[int, int] | None, team: int | None) -> dict[str, Any]:
    """The boards of a scorer, the team of a captain."""
    if role == "captain" and team not in state.teams:
        raise ArpadError("event-captain-team", known=", ".join(map(str, sorted(state.teams))) or "–")
    if boards is not None and boards[0] > boards[1]:
        raise ArpadError("event-boards-order", first=boards[0], last=boards[1])
    found: dict[str, Any] = {} if boards is None else {"boards": list(boards)}
    return found | ({"team": team} if role == "captain" else {})
