"""Check an event's rules against the regulations: announcements, rounds, timing, tie-breaks, FEDA 1.1.

Findings have a severity, an article and the key to change. Also the 24 items of an invitation (C.05 12.3).
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

from arpad.documents.document import Document, InWords
from arpad.documents.findings import message
from arpad.documents.steps import Step, sentence
from arpad.domain.event import Event, TimeControl
from arpad.domain.findings import Finding, Severity
from arpad.eligibility.check_events import check_registration
from arpad.eligibility.facts import Facts
from arpad.eligibility.time_controls import check_time, time_class
from arpad.i18n import ArpadError, Language, Words, date_text, has, text
from arpad.inputs.times import try_time_control
from arpad.regulations.arbiter_editions import CountBounds, arbiter_bounds
from arpad.regulations.event_rules import announced_rules
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.regulations.tiebreak_editions import EventKind, TieBreakEdition, TieBreakLibrary, tie_break_library
from arpad.standings.codes import check_code, parse_code
from arpad.standings.competition import kind_of
from arpad.tournament._file_content import with_type
from arpad.tournament.documents import players_entered
from arpad.tournament.journal import Confirmations
from arpad.tournament.rules import CATEGORIES, INVITATION_ITEMS, LEVELS, EventRules
from arpad.tournament.state import EventState
from arpad.tournament.times import A_DAY, by_ratings, days_of, event_times, long_limit, rating_periods

# What the check of the rules found: how grave it is, by which article, and which key of the rules mends it.


def _text(found: Words | Finding | Step, language: Language) -> str:
    if isinstance(found, Finding):
        return message(found, language)
    return sentence(found, language) if isinstance(found, Step) else found.text(language)


class RuleFinding(Document, frozen=True):
    """Something that was found in the rules of an event. Error: they must state it; warning: they should; info: they
    may."""

    code: str
    severity: str
    article: str
    key: str
    message: Annotated[Words | Finding | Step, InWords(str, _text)]

    def text(self, language: Language) -> str:
        return _text(self.message, language)


def rule_finding(code: str, severity: Severity, article: str, key: str, **values: object) -> RuleFinding:
    """Return a finding with a message of its own."""
    return RuleFinding(code, severity, article, key, Words(f"tournament.check.{code}", **values))


# FEDA 1.1: the category of an event, the first that fits of 13, and the arbiter it needs.

LEVEL_OF = {"1.11": "national", "1.12": "regional", "1.13": "provincial"}


def feda_category(rules: EventRules) -> str:
    """Return the category of an event, as given or by its scope; nothing if neither is known."""
    if rules.category:
        return rules.category
    national, closed = rules.scope in ("international", "national"), rules.by_invitation
    fits = {
        "1.11.a": rules.scope == "international" and closed is True,
        "1.11.b": rules.scope == "national" and closed is True,
        "1.11.c": rules.scope == "international" and closed is False,
        "1.11.d": rules.scope == "national" and closed is False,
        "1.11.e": rules.scope == "regional" and rules.qualifies_for == "national",
        "1.11.f": national,
        "1.12.a": rules.scope == "regional" and closed is True,
        "1.12.b": rules.scope == "regional" and closed is False,
        "1.12.c": rules.scope == "provincial" and rules.qualifies_for == "regional",
        "1.12.d": rules.scope == "regional",
        "1.13.a": rules.scope == "provincial" and closed is True,
        "1.13.b": rules.scope == "provincial" and closed is False,
        "1.13.c": rules.scope == "provincial",
    }
    return next((category for category in CATEGORIES if fits[category]), "")


def arbiter_suits(rules: EventRules) -> bool | None:
    """FEDA 1.1: whether the arbiter's level is that of the category, or a higher one; None if it is not known."""
    category = feda_category(rules)
    if not category or not rules.arbiter_level:
        return None
    return LEVELS.index(rules.arbiter_level) <= LEVELS.index(LEVEL_OF[category[:4]])


def check_category(rules: EventRules) -> Iterator[RuleFinding]:
    """Say the category, and whether the arbiter suits it."""
    category = feda_category(rules)
    if not category:
        return
    article = f"FEDA {category}"
    suits = arbiter_suits(rules)
    yield rule_finding("category", "info", article, "category", category=category)
    if suits is None:
        yield rule_finding("arbiter-level-missing", "info", "FEDA 1.1", "arbiter_level", category=category)
    elif not suits:
        yield rule_finding("arbiter-level", "error", "FEDA 1.1", "arbiter_level", category=category)


# Tie-breaks by which an event cannot be ranked: codes that nobody knows, or that its kind of event forbids.


def tie_break_problems(rules: EventRules, kind: EventKind) -> Iterator[ArpadError]:
    """Yield what is wrong with each code of the rules: unknown, forbidden for the kind of event, or with a modifier
    that it does not take. Nothing is forbidden before the first edition of C.07."""
    if rules.system == "knockout":
        return
    library = tie_break_library()
    edition = edition_of_tie_breaks(rules, library)
    for code in rules.tie_breaks:
        try:
            tie_break = parse_code(code)
            if edition is not None:
                check_code(tie_break, kind, edition, library)
        except ArpadError as problem:
            yield problem


def event_kind(state: EventState) -> EventKind:
    """Return the kind of event that the standings take it for."""
    rules = state.event_rules
    if rules.team:
        return "team-swiss" if rules.swiss else "team-round-robin"
    if rules.swiss:
        return "swiss"
    return "round-robin" if rules.system == "match" else kind_of(with_type(state, Event()))


def edition_of_tie_breaks(rules: EventRules, library: TieBreakLibrary) -> TieBreakEdition | None:
    """The edition of the rules, or that of the first day, of rules without one the newest; None before the first
    edition."""
    try:
        if rules.tie_break_edition:
            return library.edition(rules.tie_break_edition)
        return library.editions()[-1] if rules.start is None else library.edition_for(rules.start)
    except ArpadError:
        return None


# What the rules of an event must, should and may announce (guidelines for organisers; Laws; C.05).

WITHOUT_TIE_BREAKS = ("match", "knockout")
UNKNOWN = frozenset({"standings.unknown-code", "standings.unknown-modifier", "standings.code-nowhere"})
FEWEST_ON_A_COMMITTEE = 3
OF_AGE = 21
NO_PROCEDURE = "III"
"""Guidelines III hold, but the rules do not name the procedure: III.4 or III.5."""


def must_be_announced(rules: EventRules, kind: EventKind) -> Iterator[RuleFinding]:
    """What a player has to know before the first round."""
    if rules.start is None:
        yield rule_finding("start-missing", "error", "C.05 12.3 (1)", "start")
    if not rules.system:
        yield rule_finding("system-missing", "error", "C.05 5.4", "system")
    if not rules.rounds and rules.swiss:
        yield rule_finding("rounds-missing", "error", "C.04.1.a", "rounds")
    if not rules.time_control:
        yield rule_finding("time-control-missing", "error", "C.05 12.3 (5)", "time_control")
    if rules.default_minutes is None:
        yield rule_finding("default-minutes-missing", "warning", _law("default_minutes"), "default_minutes")
    yield from _tie_breaks(rules, kind)
    yield from _ways_of_play(rules)


def _tie_breaks(rules: EventRules, kind: EventKind) -> Iterator[RuleFinding]:
    if rules.system in WITHOUT_TIE_BREAKS:
        return
    if not rules.tie_breaks:
        yield rule_finding("tie-breaks-missing", "error", "C.05 8", "tie_breaks")
    for problem in tie_break_problems(rules, kind):
        why = Words(f"error.{problem.key}", **problem.values)
        code = "tie-break-unknown" if problem.key in UNKNOWN else "tie-break-forbidden"
        yield rule_finding(code, "error", "C.07", "tie_breaks", why=why)


def _ways_of_play(rules: EventRules) -> Iterator[RuleFinding]:
    """Laws A, B: all competition rules or the reduced ones. Laws III: games without increment."""
    quick = rules.time_class in ("rapid", "blitz")
    if quick and not rules.competition_rules:
        article = _law("competition_rules", rules.time_class)
        yield rule_finding("competition-rules-missing", "error", article, "competition_rules")
    control = try_time_control(rules.time_control)
    if control is None or control.increment > 0 or rules.time_class == "blitz":
        return
    if not rules.guidelines:
        yield rule_finding("guidelines-missing", "error", _law("guidelines"), "guidelines")
    elif rules.guidelines == NO_PROCEDURE:
        yield rule_finding("guidelines-procedure", "error", "Laws III.4, III.5", "guidelines")


def _law(key: str, time_class: str = "") -> str:
    return announced_rules().rules[key].law(time_class)


def should_be_announced(rules: EventRules) -> Iterator[RuleFinding]:
    """What the rules of the event had better say."""
    if not rules.draw_offers:
        yield rule_finding("draw-offers-missing", "warning", _law("draw_offers"), "draw_offers")
    if not rules.devices:
        yield rule_finding("devices-missing", "warning", _law("devices"), "devices")
    timed = {one["round"] for one in rules.schedule if "start" in one}
    if rules.rounds and len(timed) < rules.rounds:
        yield rule_finding(
            "schedule-missing", "warning", "C.04.2.D.7", "schedule", timed=len(timed), rounds=rules.rounds
        )
    elif any("results" not in one for one in rules.schedule):
        yield rule_finding("results-missing", "warning", "C.04.2.D.7", "schedule")
    if rules.correction_minutes is None and not any("corrections" in one for one in rules.schedule):
        yield rule_finding("corrections-missing", "warning", "C.04.2.D.8", "correction_minutes")
    yield from appeals_committee(rules)


def appeals_committee(rules: EventRules) -> Iterator[RuleFinding]:
    """C.05 10.2: a chairman and two members at least, an odd number of votes, nobody under 21, all of different
    federations."""
    article, key = "C.05 10.2", "appeals"
    voting = [member for member in rules.appeals if member.get("part") != "reserve"]
    if not voting:
        yield rule_finding("appeals-missing", "warning", article, key)
        return
    if not any(member.get("part") == "chairman" for member in voting):
        yield rule_finding("appeals-chairman", "warning", article, key)
    if len(voting) < FEWEST_ON_A_COMMITTEE:
        yield rule_finding("appeals-few", "warning", article, key, count=len(voting))
    if len(voting) % 2 == 0:
        yield rule_finding("appeals-even", "warning", article, key, count=len(voting))
    for member in rules.appeals:
        born = member.get("born")
        if born is not None and rules.start is not None and rules.start.year - born < OF_AGE:
            yield rule_finding("appeals-young", "warning", article, key, name=member["name"])
    federations = [member["federation"] for member in voting if "federation" in member]
    twice = sorted({federation for federation in federations if federations.count(federation) > 1})
    if twice:
        yield rule_finding("appeals-federation", "info", article, key, federations=", ".join(twice))


def may_be_announced(rules: EventRules) -> Iterator[RuleFinding]:
    """What the Laws decide if the rules of the event are silent."""
    silent = (
        ("points", not rules.points, "scoring"),
        ("leaving_area", not rules.leaving_area, "leaving"),
        ("appeals_signed", not rules.appeals_signed, "signed"),
        ("adjourned", not rules.adjourned, "adjourned"),
    )
    for key, open_, code in silent:
        if open_:
            yield rule_finding(f"{code}-usual", "info", _law(key), key)


# How many rounds a number of players needs.


def round_bounds(players: int, games: int = 1) -> CountBounds:
    """C.04.2.B: enough rounds to leave one winner, and not more than there are opponents. Matches of several games take
    as many rounds each."""
    return CountBounds(max(players - 1, 0).bit_length() * games, (players - 1 if players % 2 == 0 else players) * games)


def check_round_count(rules: EventRules, players: int, confirmations: Confirmations) -> None:
    """Refuse a Swiss with more rounds than opponents; say if it has few."""
    if not rules.swiss or not rules.rounds:
        return
    if rules.rounds % rules.games:
        raise ArpadError("event-rounds-games", rounds=rules.rounds)
    bounds = round_bounds(players, rules.games)
    if rules.rounds > bounds.most:
        raise ArpadError("event-rounds-many", rounds=rules.rounds, players=players, most=bounds.most)
    if rules.rounds < bounds.least:
        confirmations.note("event-rounds-few", rounds=rules.rounds, players=players, least=bounds.least)


# C.05 12.3: the 24 items of an invitation. Some are known from the other keys of the rules, the rest is text.


def invitation(rules: EventRules, language: Language) -> dict[str, str]:
    """Return the items that are filled in, by number: what the rules say in their words, else what their keys give."""
    known = _known(rules, language)
    found = {item: rules.invitation.get(item) or known.get(item, "") for item in INVITATION_ITEMS}
    return {item: words for item, words in found.items() if words}


def system_text(system: str, language: Language) -> str:
    """A pairing system in words, with its edition."""
    base, _, edition = system.rpartition("-") if system[-4:].isdigit() else (system, "", "")
    key = f"web.event-page.system-{base or 'swiss'}"
    return f"{text(key, language) if has(key) else base} {edition}".strip()


def _known(rules: EventRules, language: Language) -> dict[str, str]:
    """Items that the keys of the rules answer."""
    days = " – ".join(date_text(one, language) for one in (rules.start, rules.end) if one is not None)
    tie_breaks = ", ".join(rules.tie_breaks)
    quick = rules.time_class in ("rapid", "blitz") and rules.competition_rules
    chief = text("tournament.invitation.chief", language, name=rules.chief_arbiter) if rules.chief_arbiter else ""
    default = rules.default_minutes
    own = rules.own_acceleration
    accelerated = text("tournament.invitation.acceleration", language, rounds=own) if own else ""
    played_by = text(
        "tournament.invitation.system",
        language,
        system=system_text(rules.system, language),
        tie_breaks=tie_breaks,
    )
    return {
        "01": ", ".join(one for one in (days, rules.city, rules.federation) if one) if days else "",
        "05": rules.time_control,
        "06": f"{played_by} {accelerated}".strip() if rules.system and tie_breaks else accelerated,
        "07": "" if default is None else text("tournament.invitation.minutes", language, minutes=default),
        "08": rules.draw_offers,
        "09": text(f"tournament.invitation.{rules.competition_rules}", language) if quick else "",
        "14": chief,
    }


def empty_items(rules: EventRules) -> Iterator[RuleFinding]:
    """Say which items are empty. An official event needs them all, others those that concern them."""
    filled = invitation(rules, "en")
    quick = rules.time_class in ("rapid", "blitz")
    for item in announced_rules().items:
        if item.name not in filled and (item.needs != "quick" or quick):
            severity: Severity = "warning" if rules.level == "L1" else "info"
            title = Words(f"tournament.item.{item.name}")
            article, key = f"C.05 12.3 ({item.number})", f"invitation.{item.name}"
            yield rule_finding("invitation-empty", severity, article, key, item=title)


# Time: how fast the games are, how many hours a day, when the event was registered and when round 1 is drawn.

HOURS_BEFORE = 12
"""C.05 6.3: the draw is one night before the first round."""


def check_timing(rules: EventRules, event: Event, editions: Sequence[Edition]) -> Iterator[RuleFinding]:
    """Check the times of an event by the editions that rate it. `event` has the players entered so far."""
    control = try_time_control(rules.time_control)
    if rules.time_control and control is None:
        yield rule_finding("time-control-unclear", "error", "C.05 12.3 (5)", "time_control", control=rules.time_control)
    if control is not None and time_class(control) != rules.time_class:
        words = Words(f"time-class.{time_class(control)}")
        yield rule_finding(
            "time-class-other", "error", "Laws A.1, B.1", "time_class", control=rules.time_control, found=words
        )
    if rules.start is not None and rules.end is not None and rules.end < rules.start:
        yield rule_finding("end-before-start", "error", "C.05 12.3 (1)", "end")
    yield from _long_event(rules)
    for edition in editions:
        yield from _by_edition(rules, event, edition, control)
    yield from _draw_in_time(rules)


def _long_event(rules: EventRules) -> Iterator[RuleFinding]:
    """B.02 4.1: a long event is reported period by period, so each round needs a day in one of them; tie-breaks by
    ratings are not advised (VCL 210, 211)."""
    limit = long_limit(rules)
    if limit is not None:
        whole = rules.periods == "none"
        severity: Severity = "warning" if whole else "info"
        yield rule_finding(
            "long-whole" if whole else "long-event", severity, "B.02", "periods", days=days_of(rules), limit=limit
        )
        if used := by_ratings(rules):
            yield rule_finding("long-tie-breaks", "warning", "C.07", "tie_breaks", codes=", ".join(used))
    if rules.periods == "none" or (limit is None and rules.periods == "monthly"):
        return
    placed = {number for period in rating_periods(rules) for number in period.rounds}
    missing = [number for number in range(1, rules.rounds + 1) if number not in placed]
    if missing or not rules.rounds:
        rounds = ", ".join(map(str, missing)) or "–"
        yield rule_finding("period-rounds", "error", "B.02", "schedule", rounds=rounds)


def rounds_per_day(rules: EventRules) -> int:
    """Return the most rounds that the schedule has on one day."""
    times = event_times(rules)
    days = Counter(times.local(one["start"]).date() for one in rules.schedule if "start" in one)
    return max(days.values(), default=1)


def _by_edition(
    rules: EventRules, event: Event, edition: Edition, control: TimeControl | None
) -> Iterator[RuleFinding]:
    """Registration, first control, minutes, rounds and hours a day."""
    highest = max((player.rating or 0 for player in event.players), default=0)
    if control is not None and time_class(control) == edition.time_class:
        for step in check_time(edition, control, highest=highest, rounds_per_day=rounds_per_day(rules)):
            key = "schedule" if step.what in ("time.rounds", "time.hours") else "time_control"
            yield RuleFinding(step.what, "error", f"{edition.id} {step.article.number}", key, step)
    facts = Facts(
        "round-robin" if rules.by_table else "swiss",
        registered=rules.registered,
        hybrid=rules.hybrid,
        norms=rules.level in ("L1", "L2"),
        official=rules.official,
    )
    for finding in check_registration(edition, event, facts):
        article = f"{edition.id} {finding.article or ''}".strip()
        yield RuleFinding(finding.code, finding.severity, article, "registered", finding)


def _draw_in_time(rules: EventRules) -> Iterator[RuleFinding]:
    """C.05 6.3: round robins of L1 and L2 are drawn twelve hours before the first round; others had better be."""
    first = next((one for one in rules.schedule if one["round"] == "1"), {})
    if "pairings" not in first or "start" not in first or not (rules.swiss or rules.level in ("L1", "L2")):
        return
    times = event_times(rules)
    drawn, start = (times.instant(first[name]) or times.local(first[name]) for name in ("pairings", "start"))
    if (drawn.tzinfo is None) != (start.tzinfo is None) or A_DAY in map(len, (first["pairings"], first["start"])):
        return
    if start - drawn < dt.timedelta(hours=HOURS_BEFORE):
        severity: Severity = "warning" if rules.swiss else "error"
        yield rule_finding("draw-late", severity, "C.05 6.3", "schedule", hours=HOURS_BEFORE)


# The whole check of an event's rules.

ORDER = ("error", "warning", "info")
SYSTEMS = ("fide", "feda")


def editions_asked(library: Regulations, rules: EventRules) -> list[Edition]:
    """Return the editions that rate the event: FIDE's, and FEDA's if the rules name its scope there."""
    editions = []
    for system in SYSTEMS if rules.scope or rules.category else SYSTEMS[:1]:
        try:
            if rules.start is not None:
                editions.append(library.edition_for(system, rules.time_class, rules.start))
        except ArpadError:
            continue
    return editions


def check_state(state: EventState, library: Regulations) -> list[RuleFinding]:
    """Check the rules of an event as it is, with the players who are entered."""
    rules, there = state.event_rules, players_entered(state)
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
        yield rule_finding("rounds-many", "error", "C.04.1.b", "rounds", **values)
    elif rules.swiss and 0 < rules.rounds < rounds.least:
        yield rule_finding("rounds-few", "warning", "C.04.2.B.1", "rounds", **values)
    named = len(rules.arbiters) + bool(rules.chief_arbiter)
    few = 0 < named < arbiters.least
    yield rule_finding(
        "arbiters-few" if few else "arbiters",
        "warning" if few else "info",
        "Arbiters' Manual I",
        "arbiters",
        players=players,
        named=named,
        needed="–".join(map(str, sorted(set(arbiters)))),
    )
