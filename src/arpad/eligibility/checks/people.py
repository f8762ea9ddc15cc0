"""The people: every player's FIDE ID (2022: the note after 10.2; 6.1.2, 7.1.2), and the arbiters (FEDA 1.1; 2017 0.3;
from 2022 B.06.1 6.2)."""

from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding, Severity
from arpad.eligibility.checks.common import about_player, finding
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import ArbiterNeed

FEWEST_DIGITS, MOST_DIGITS = 6, 9
"""The digits of the IDs in all lists of FIDE since 2001."""

ARBITER_CODES: dict[ArbiterNeed, tuple[str, str]] = {
    "titled": ("cannot-check-arbiter-title", "arbiter-not-titled"),
    "licensed": ("cannot-check-arbiter-licence", "arbiter-not-licensed"),
}
"""The findings if the answer is not known, and if it is no."""


def check_player_ids(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """10.2 and its note, 6.1.2, 7.1.2: a report with a player who has no FIDE ID is not rated; from 2024 on the server
    refuses it."""
    rule = edition.eligibility.player_id
    if rule.value is None:
        return
    severity: Severity = "error" if rule.value == "required" else "warning"
    result = f"@player-id.{rule.value}"
    for player in event.players:
        name, number = player.name or f"#{player.rank}", player.id.strip()
        if not number.strip("0"):
            yield about_player("player-id-missing", rule, severity, player, name=name, result=result)
        elif not (number.isascii() and number.isdigit()):
            yield about_player("player-id-malformed", rule, severity, player, name=name, id=player.id)
        elif not FEWEST_DIGITS <= len(number.lstrip("0")) <= MOST_DIGITS:
            digits = {"fewest": FEWEST_DIGITS, "most": MOST_DIGITS}
            yield about_player("player-id-impossible", rule, "warning", player, name=name, id=player.id, **digits)


def check_arbiter(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """FEDA 1.1: a titled arbiter; 2017 0.3: every arbiter with a licence in force."""
    rule = edition.eligibility.arbiter
    if rule.value is None:
        return
    good = facts.arbiter_titled if rule.value == "titled" else facts.arbiters_licensed
    unknown, refused = ARBITER_CODES[rule.value]
    if good is None:
        yield finding(unknown, rule, "info")
    elif not good:
        yield finding(refused, rule)


def check_arbiters_registered(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """6.1 and 6.2 of B.06.1: all arbiters have paid their registration (once called a licence), or the event is not
    rated. FIDE's server asks for it when the event is registered, so it is assumed unless somebody says
    otherwise."""
    rule = edition.eligibility.arbiters_registered
    if rule.value and facts.arbiters_licensed is False:
        yield finding("arbiter-not-registered", rule)
