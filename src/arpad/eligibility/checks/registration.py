"""Registration before the event: 0.2 of the FIDE texts (2003, 2005: 7.1)."""

from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import finding
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Rule


def check_registration(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """0.2: registered a number of days before the start; earlier with norms (2017), a player over 2700 or a woman over
    2500 (2024). The edition says who may allow a later registration."""
    rules = edition.eligibility
    if rules.registration_days.value is None:
        return
    needed = lead(edition, event, facts)
    if facts.registered is None or event.start is None:
        code = "cannot-check-registration" if needed.value else "cannot-check-registered"
        yield finding(code, needed, "info", days=needed.value)
        return
    late = rules.late_registration_top if needed is rules.registration_top_days else rules.late_registration
    days = (event.start - facts.registered).days
    values = {"registered": facts.registered, "start": event.start, "days": days, "needed": needed.value}
    advice = "@advice.late-approved" if late.value else ""
    if days >= (needed.value or 0):
        norm_days = rules.registration_norm_days.value
        if facts.norms is None and norm_days is not None and days < norm_days:
            yield finding("cannot-check-norms", rules.registration_norm_days, "info", days=days, needed=norm_days)
    elif facts.late_approved and late.value:
        yield finding("registration-late-approved", late, "info", **values)
    elif days < 0:
        yield finding("registration-after-start", needed, **values, advice=advice)
    elif late.value:
        yield finding("registration-late", needed, **values, advice=advice)
    else:
        yield finding("registration-too-late", needed, **values)


def lead(edition: Edition, event: Event, facts: Facts) -> Rule[int | None]:
    """Return how many days before its start this event must be registered: the most that any rule requires."""
    rules = edition.eligibility
    asked = [rules.registration_days]
    if facts.norms:
        asked.append(rules.registration_norm_days)
    if _top_player(edition, event):
        asked.append(rules.registration_top_days)
    return max(asked, key=lambda rule: -1 if rule.value is None else rule.value)


def _top_player(edition: Edition, event: Event) -> bool:
    """2024 0.2.1: somebody above 2700, or a woman above 2500."""
    rules = edition.eligibility
    top, women = rules.registration_top_rating.value, rules.registration_top_rating_women.value
    return any(
        (top is not None and (player.rating or 0) > top)
        or (women is not None and player.sex == "f" and (player.rating or 0) > women)
        for player in event.players
    )
