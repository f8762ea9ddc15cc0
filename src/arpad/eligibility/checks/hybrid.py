"""Hybrid events: each one approved (0.2), and all games sent as PGN (9.4; rapid and blitz 8.4)."""

from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import finding
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition


def check_hybrid_approval(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """0.2 from 2017 on: every event under hybrid conditions is approved by itself."""
    rule = edition.eligibility.hybrid_approval
    if not rule.value or facts.hybrid is False:
        return
    if facts.hybrid is None:
        yield finding("cannot-check-hybrid", rule, "info")
    elif facts.hybrid_approved is None:
        yield finding("cannot-check-hybrid-approval", rule, "info")
    elif not facts.hybrid_approved:
        yield finding("hybrid-not-approved", rule)


def check_hybrid_pgn(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """9.4, rapid and blitz 8.4: the report of a hybrid event brings all its games as PGN."""
    rule = edition.eligibility.hybrid_pgn
    if not rule.value or not facts.hybrid:
        return
    if facts.pgn is None:
        yield finding("cannot-check-hybrid-pgn", rule, "info")
    elif not facts.pgn:
        yield finding("hybrid-pgn-missing", rule)
