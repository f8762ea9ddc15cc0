"""Positions that one rule decides: the right answer holds, and the answer without the rule is refused with a reason."""

import json
from collections.abc import Mapping

from arpad.i18n import LANGUAGES
from arpad.pairing.check import reason
from arpad.pairing.files import read_source


def one_rule_decides(position: Mapping[str, object]) -> None:
    """With the answer `without` the rule the checker finds the difference and says why, in both languages."""
    (checked,) = read_source(json.dumps(position).encode()).checked()
    assert checked.ok
    without = position["without"]
    assert isinstance(without, dict)
    (wrong,) = read_source(json.dumps({**position, **without}).encode()).checked()
    assert not wrong.ok
    assert wrong.reason is not None
    for language in LANGUAGES:
        told = reason(wrong, language)
        assert told
        assert "pairing." not in told
        assert "{" not in told
