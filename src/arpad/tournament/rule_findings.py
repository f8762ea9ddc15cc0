"""Findings about the rules of an event, and the rules of FEDA."""

from collections.abc import Iterator
from typing import NamedTuple

from arpad.documents.findings import message
from arpad.documents.steps import Step, sentence
from arpad.domain.findings import Finding, Severity
from arpad.i18n import Language, Words
from arpad.tournament.rules import CATEGORIES, LEVELS, EventRules

# What the check of the rules found: how grave it is, by which article, and which key of the rules mends it.


class RuleFinding(NamedTuple):
    """One thing found. Error: the rules must state it; warning: they should; info: they may."""

    code: str
    severity: Severity
    article: str
    key: str
    message: Words | Finding | Step

    def text(self, language: Language) -> str:
        if isinstance(self.message, Finding):
            return message(self.message, language)
        return sentence(self.message, language) if isinstance(self.message, Step) else self.message.text(language)

    def document(self, language: Language) -> dict[str, str]:
        """The finding as JSON has it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "article": self.article,
            "key": self.key,
            "message": self.text(language),
        }


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
