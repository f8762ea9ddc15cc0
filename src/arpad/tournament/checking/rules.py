"""The whole check of an event's rules."""

from collections.abc import Iterator, Sequence
from typing import Any

from arpad.domain.event import Event
from arpad.i18n import ArpadError
from arpad.regulations.arbiter_editions import arbiter_bounds
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.regulations.tiebreak_editions import EventKind
from arpad.tournament.checking.announced import may_be_announced, must_be_announced, should_be_announced
from arpad.tournament.checking.counts import round_bounds
from arpad.tournament.checking.feda import check_category
from arpad.tournament.checking.findings import RuleFinding, told
from arpad.tournament.checking.invitation import empty_items
from arpad.tournament.checking.tie_breaks import event_kind
from arpad.tournament.checking.timing import check_timing
from arpad.tournament.entering.documents import players_entered
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState

ORDER = ("error", "warning", "info")
SYSTEMS = ("fide", "feda")


def editions_asked(library: Regulations, rules: EventRules) -> list[Edition]:
    """Return the editions that rate the event: FIDE's, and FEDA's if the rules name its scope there."""
    found = []
    for system in SYSTEMS if rules.scope or rules.category else SYSTEMS[:1]:
        time_class: Any = rules.time_class
        try:
            if rules.start is not None:
                found.append(library.edition_for(system, time_class, rules.start))
        except ArpadError:
            continue
    return found


def check_state(state: EventState, library: Regulations) -> list[RuleFinding]:
    """Check the rules of an event as it is, with the players who are entered."""
    rules, there = state.laws, players_entered(state)
    event = Event(name=rules.name, start=rules.start, players=there)
    return check_rules(rules, event, editions_asked(library, rules), len(there) or None, event_kind(state))


def check_rules(
    rules: EventRules,
    event: Event,
    editions: Sequence[Edition] = (),
    players: int | None = None,
    kind: EventKind | None = None,
) -> list[RuleFinding]:
    """Check the rules of an event, the gravest findings first. `players` is how many there are, if that is known;
    `kind` the kind of event, if the rules alone do not say it."""
    found = [
        *must_be_announced(rules, kind or event_kind(EventState(rules=rules))),
        *should_be_announced(rules),
        *(check_counts(rules, players) if players else ()),
        *check_timing(rules, event, editions),
        *check_category(rules),
        *may_be_announced(rules),
        *empty_items(rules),
    ]
    return sorted(found, key=lambda one: ORDER.index(one.severity))


def check_counts(rules: EventRules, players: int) -> Iterator[RuleFinding]:
    """C.04.2.B: enough rounds for the players. One arbiter for 20 to 25 of them."""
    rounds, arbiters = round_bounds(players, rules.games), arbiter_bounds(players)
    values = {"rounds": rules.rounds, "players": players, "least": rounds.least, "most": rounds.most}
    if rules.swiss and rules.rounds > rounds.most:
        yield told("rounds-many", "error", "C.04.1.b", "rounds", **values)
    elif rules.swiss and 0 < rules.rounds < rounds.least:
        yield told("rounds-few", "warning", "C.04.2.B.1", "rounds", **values)
    named = len(rules.arbiters) + bool(rules.chief_arbiter)
    few = 0 < named < arbiters.least
    yield told(
        "arbiters-few" if few else "arbiters",
        "warning" if few else "info",
        "Arbiters' Manual I",
        "arbiters",
        players=players,
        named=named,
        needed="–".join(map(str, sorted(set(arbiters)))),
    )
