"""What the rules of an event must, should and may announce (guidelines for organisers; Laws; C.05)."""

from collections.abc import Iterator

from arpad.i18n import Words
from arpad.inputs.times import try_time_control
from arpad.regulations.event_rules import announced_rules
from arpad.regulations.tiebreak_editions import EventKind
from arpad.tournament.checking.findings import RuleFinding, told
from arpad.tournament.checking.tie_breaks import tie_break_problems
from arpad.tournament.rules import EventRules

WITHOUT_TIE_BREAKS = ("match", "knockout")
UNKNOWN = frozenset({"standings.unknown-code", "standings.unknown-modifier", "standings.code-nowhere"})
FEWEST_ON_A_COMMITTEE = 3
OF_AGE = 21
NO_PROCEDURE = "III"
"""Guidelines III hold, but it is not said which procedure: III.4 or III.5."""


def must_be_announced(rules: EventRules, kind: EventKind) -> Iterator[RuleFinding]:
    """What a player has to know before the first round."""
    if rules.start is None:
        yield told("start-missing", "error", "C.05 12.3 (1)", "start")
    if not rules.system:
        yield told("system-missing", "error", "C.05 5.4", "system")
    if not rules.rounds and rules.swiss:
        yield told("rounds-missing", "error", "C.04.1.a", "rounds")
    if not rules.time_control:
        yield told("time-control-missing", "error", "C.05 12.3 (5)", "time_control")
    if rules.default_minutes is None:
        yield told("default-minutes-missing", "warning", _law("default_minutes"), "default_minutes")
    yield from _tie_breaks(rules, kind)
    yield from _ways_of_play(rules)


def _tie_breaks(rules: EventRules, kind: EventKind) -> Iterator[RuleFinding]:
    if rules.system in WITHOUT_TIE_BREAKS:
        return
    if not rules.tie_breaks:
        yield told("tie-breaks-missing", "error", "C.05 8", "tie_breaks")
    for problem in tie_break_problems(rules, kind):
        why = Words(f"error.{problem.key}", **problem.values)
        code = "tie-break-unknown" if problem.key in UNKNOWN else "tie-break-forbidden"
        yield told(code, "error", "C.07", "tie_breaks", why=why)


def _ways_of_play(rules: EventRules) -> Iterator[RuleFinding]:
    """Laws A, B: all competition rules or the reduced ones. Laws III: games without increment."""
    quick = rules.time_class in ("rapid", "blitz")
    if quick and not rules.competition_rules:
        article = _law("competition_rules", rules.time_class)
        yield told("competition-rules-missing", "error", article, "competition_rules")
    control = try_time_control(rules.time_control)
    if control is None or control.increment > 0 or rules.time_class == "blitz":
        return
    if not rules.guidelines:
        yield told("guidelines-missing", "error", _law("guidelines"), "guidelines")
    elif rules.guidelines == NO_PROCEDURE:
        yield told("guidelines-procedure", "error", "Laws III.4, III.5", "guidelines")


def _law(key: str, time_class: str = "") -> str:
    return announced_rules().rules[key].law(time_class)


def should_be_announced(rules: EventRules) -> Iterator[RuleFinding]:
    """What the rules of the event had better say."""
    if not rules.draw_offers:
        yield told("draw-offers-missing", "warning", _law("draw_offers"), "draw_offers")
    if not rules.devices:
        yield told("devices-missing", "warning", _law("devices"), "devices")
    timed = {one["round"] for one in rules.schedule if "start" in one}
    if rules.rounds and len(timed) < rules.rounds:
        yield told("schedule-missing", "warning", "C.04.2.D.7", "schedule", timed=len(timed), rounds=rules.rounds)
    elif any("results" not in one for one in rules.schedule):
        yield told("results-missing", "warning", "C.04.2.D.7", "schedule")
    if rules.correction_minutes is None and not any("corrections" in one for one in rules.schedule):
        yield told("corrections-missing", "warning", "C.04.2.D.8", "correction_minutes")
    yield from appeals_committee(rules)


def appeals_committee(rules: EventRules) -> Iterator[RuleFinding]:
    """C.05 10.2: a chairman and two members at least, an odd number of votes, nobody under 21, all of different
    federations."""
    article, key = "C.05 10.2", "appeals"
    voting = [member for member in rules.appeals if member.get("part") != "reserve"]
    if not voting:
        yield told("appeals-missing", "warning", article, key)
        return
    if not any(member.get("part") == "chairman" for member in voting):
        yield told("appeals-chairman", "warning", article, key)
    if len(voting) < FEWEST_ON_A_COMMITTEE:
        yield told("appeals-few", "warning", article, key, count=len(voting))
    if len(voting) % 2 == 0:
        yield told("appeals-even", "warning", article, key, count=len(voting))
    for member in rules.appeals:
        born = member.get("born")
        if born is not None and rules.start is not None and rules.start.year - born < OF_AGE:
            yield told("appeals-young", "warning", article, key, name=member["name"])
    federations = [member["federation"] for member in voting if "federation" in member]
    twice = sorted({federation for federation in federations if federations.count(federation) > 1})
    if twice:
        yield told("appeals-federation", "info", article, key, federations=", ".join(twice))


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
            yield told(f"{code}-usual", "info", _law(key), key)
