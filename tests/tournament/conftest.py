"""Every act of these tests writes only lines of the kinds that its class names."""

from collections.abc import Iterator

import pytest

from arpad.tournament.acts.act import Act
from arpad.tournament.journal import Confirmations
from arpad.tournament.log import Changes
from arpad.tournament.state import EventState


@pytest.fixture(autouse=True, scope="session")
def acts_write_what_they_name() -> Iterator[None]:
    def decided(act: Act, state: EventState, confirmations: Confirmations) -> Changes:
        changes = act.decide(state, confirmations)
        others = {change.kind for change in changes} - {kind.key for kind in act.writes}
        assert not others, f"{type(act).__name__} writes {others}: name them in `writes`"
        return changes

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Act, "__call__", decided)
        yield
