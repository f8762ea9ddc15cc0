"""What many checks say together: an answer, what is lacking, what nobody here can decide."""

from collections.abc import Iterable
from fractions import Fraction

from arpad.regulations import Article
from arpad.titles.model import Check


def all_hold(checks: Iterable[Check]) -> bool | None:
    """Whether all conditions hold: no where one fails, None where none fails but one cannot be decided."""
    answers = {check.ok for check in checks}
    return False if False in answers else None if None in answers else True


def is_lacking(check: Check) -> bool:
    """A condition that fails, or for which a fact is missing that can be told."""
    return check.ok is False or (check.ok is None and bool(check.missing))


def is_open(check: Check) -> bool:
    """A condition that no more facts would decide: somebody else has to."""
    return check.ok is None and not check.missing


def at_least(article: Article, name: str, least: int | Fraction, found: int | Fraction | None, key: str) -> Check:
    """A number that must be reached; `key` is what has to be told where it is not known."""
    if found is None:
        return Check(article, name, least, None, None, (key,))
    return Check(article, name, least, found, found >= least)


def at_most(article: Article, name: str, most: int, found: int | None, key: str) -> Check:
    """A number that must not be exceeded."""
    if found is None:
        return Check(article, name, most, None, None, (key,), sense="most")
    return Check(article, name, most, found, found <= most, sense="most")
