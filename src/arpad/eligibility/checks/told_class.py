"""The time class of an event whose time control cannot be read: by its words, otherwise by its rounds a day.

None of this is certain, so every use of it says what was assumed and why.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from arpad.domain.event import Event
from arpad.eligibility.checks.common import control
from arpad.eligibility.checks.days import busiest_day
from arpad.eligibility.facts import Facts
from arpad.eligibility.time_limits import time_class
from arpad.inputs.times import CLASSES
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import time_classes

WORD = re.compile(r"[^\W\d_]+")
HOUR, PLAYERS = 60, 2


@dataclass(frozen=True, slots=True)
class ToldClass:
    """A time class, and the key of the reason for it; `values` fill it. Without a reason it comes from the time
    control."""

    time_class: TimeClass
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


def told_class(event: Event, facts: Facts | None = None) -> ToldClass:
    """Return the class of the time control; otherwise the class named in words (122, 092, 192); otherwise rapid
    or blitz if there are more rounds on a day than standard chess has room for; otherwise standard."""
    read = control(event)
    if read is not None:
        return ToldClass(time_class(read.control))
    for text in (event.time_control, event.type, event.type_code):
        named = named_class(text)
        if named is not None:
            return ToldClass(named, "words", {"words": text.strip()})
    return _by_rounds(busiest_day(event, facts or Facts())[0])


def named_class(text: str) -> TimeClass | None:
    """The one time class that a text names, None if it names none or several."""
    words = set(WORD.findall(text.casefold()))
    named: list[TimeClass] = [time_class for time_class, names in CLASSES.items() if words & names]
    return named[0] if len(named) == 1 else None


def _by_rounds(rounds: int) -> ToldClass:
    """Laws A.1 with 3.1: twelve hours hold six games of two hours; rapid chess may have 15 rounds a day."""
    rules = time_classes()
    most = rules.hours_per_day.value * HOUR // (PLAYERS * rules.standard_from.value)
    if rounds <= most:
        return ToldClass("standard", "nothing")
    found: TimeClass = "rapid" if rounds <= rules.rapid_rounds_per_day.value else "blitz"
    return ToldClass(found, "rounds", {"rounds": rounds, "most": most})


def class_under(edition: Edition | None, told: ToldClass) -> TimeClass:
    """Return the class in which an event is rated: its own if the edition rates it, otherwise the edition's."""
    if edition is None or edition.covers(told.time_class):
        return told.time_class
    return "standard" if edition.covers("standard") else "rapid"
