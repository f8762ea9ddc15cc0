"""The result of many checks: an answer, what is missing, and what others must decide."""

from collections.abc import Iterable
from fractions import Fraction

from arpad.regulations.articles import Article
from arpad.titles.model import Check


def all_hold(checks: Iterable[Check]) -> bool | None:
    """Return whether all conditions are met: False if one fails, None if none fails but one is open."""
    answers = {check.ok for check in checks}
    return False if False in answers else None if None in answers else True


def is_lacking(check: Check) -> bool:
    """Return whether a condition fails, or needs a fact that the user can give."""
    return check.ok is False or (check.ok is None and bool(check.missing))


def is_open(check: Check) -> bool:
    """Return whether no further fact can decide a condition: others must decide."""
    return check.ok is None and not check.missing


def at_least(article: Article, name: str, least: int | Fraction, found: int | Fraction | None, key: str) -> Check:
    """Check a number that must be reached; `key` names the fact that is missing if it is not known."""
    if found is None:
        return Check(article, name, least, None, None, (key,))
    return Check(article, name, least, found, found >= least)


def at_most(article: Article, name: str, most: int, found: int | None, key: str) -> Check:
    """A number that must not be exceeded."""
    if found is None:
        return Check(article, name, most, None, None, (key,), sense="most")
    return Check(article, name, most, found, found <= most, sense="most")
