"""The event itself: made from its rules, and ended."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.locale import ArpadError
from arpad.tournament.drawing import swiss_system
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.rules import plain, read_rules
from arpad.tournament.state import EventState


def create(data: Mapping[str, Any], file: str = "") -> Decide:
    """Make an event of its rules. They are kept as they were given: what is left open stays open."""

    def decide(state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        rules = read_rules(data, file)
        if state.rules is not None:
            raise ArpadError("event-slug-taken", slug=rules.slug)
        if rules.swiss:
            swiss_system(EventState(rules=rules))
        return [LogChange("event.created", plain(data))]

    return decide
