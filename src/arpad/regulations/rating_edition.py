"""An edition: one text of the regulations, in force from a date, with every value and its article."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from arpad.regulations.rules import (
    Change,
    Coefficient,
    Conversion,
    EditionHead,
    Eligibility,
    Initial,
    Lists,
    Rule,
    Transition,
    groups_of,
)
from arpad.regulations.schema import told_only
from arpad.regulations.time_classes import TimeClass

Coverage = Literal["standard", "rapid-blitz", "rapid", "blitz"]
COVERS: Mapping[Coverage, tuple[TimeClass, ...]] = {
    "standard": ("standard",),
    "rapid-blitz": ("rapid", "blitz"),
    "rapid": ("rapid",),
    "blitz": ("blitz",),
}


@dataclass(frozen=True, slots=True)
class Edition(EditionHead):
    """One edition of the rating regulations."""

    system: str
    time_class: Coverage
    conversion: Conversion
    change: Change
    k: Coefficient
    initial: Initial
    lists: Lists
    eligibility: Eligibility
    transition: Transition | None

    def covers(self, time_class: TimeClass) -> bool:
        return time_class in COVERS[self.time_class]


GROUPS = groups_of(Edition)


def parameter_names() -> tuple[str, ...]:
    """All the names a parameter may have."""
    return tuple(f"{group}.{field.name}" for group, rules in GROUPS.items() for field in fields(rules))


def told_parameters() -> frozenset[str]:
    """The parameters that nothing is computed or checked by."""
    return frozenset(f"{group}.{name}" for group, rules in GROUPS.items() for name in told_only(rules))


@dataclass(frozen=True, slots=True)
class Difference:
    """One parameter in which two editions differ; None if an edition does not have it."""

    parameter: str
    a: Rule[Any] | None
    b: Rule[Any] | None

    @property
    def renumbered_only(self) -> bool:
        """The value is the same and only the article's number has changed."""
        return self.a is not None and self.b is not None and self.a.value == self.b.value


def compare(a: Edition, b: Edition) -> list[Difference]:
    """All parameters whose value or article differs between two editions, in the order of the groups.

    A transition is done once, when its edition comes into force: the one of `b` is a change, the one of `a` is past. An
    edition and the same with other values share theirs.
    """
    left, right = replace(a, transition=None), b
    if (a.transition, a.effective) == (b.transition, b.effective):
        right = replace(b, transition=None)
    return differences(left.parameters(), right.parameters())


def differences(a: Iterable[tuple[str, Rule[Any]]], b: Iterable[tuple[str, Rule[Any]]]) -> list[Difference]:
    """Return the parameters whose value or article differs, in the order of the first edition."""
    left, right = dict(a), dict(b)
    found = []
    for name in dict.fromkeys((*left, *right)):
        one, two = left.get(name), right.get(name)
        same_value = (one and one.value) == (two and two.value)
        same_article = one is None or two is None or one.article.number == two.article.number
        if not (same_value and same_article):
            found.append(Difference(name, one, two))
    return found
