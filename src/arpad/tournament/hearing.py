"""Warnings, and leaving the rules: what a command must be told before it is done.

A note is only shown. Something to confirm needs a yes; a reason is asked for and kept; a breach needs a reason and the
word that the event leaves the rules. No setting lowers a level.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from arpad.i18n import ArpadError, Words

Level = Literal["note", "confirm", "reason", "breach"]


class EventWarning(NamedTuple):
    """What somebody who gives a command should know. `code` is also the key of its words."""

    code: str
    level: Level
    message: Words


@dataclass(frozen=True, slots=True)
class Consent:
    """What was said with a command: yes, a reason, and that it leaves the rules."""

    yes: bool = False
    reason: str = ""
    outside_rules: bool = False


ALL_AGREED = Consent(True, "-", True)
NEEDED = {"confirm": "event-needs-confirm", "reason": "event-needs-reason", "breach": "event-needs-breach"}
"""The error that asks for each level."""


class NotAgreed(ArpadError):
    """A command that asks for more than was said with it. `warnings` are all that it has to say."""

    def __init__(self, needed: Level, warnings: tuple[EventWarning, ...]) -> None:
        first = next(one for one in warnings if one.level == needed)
        super().__init__(NEEDED[needed], what=first.message)
        self.warnings = warnings


class Hearing:
    """The warnings of one command, and whether what was said with it is enough."""

    def __init__(self, consent: Consent | None = None) -> None:
        self.consent = consent or Consent()
        self.warnings: list[EventWarning] = []

    @property
    def reason(self) -> str:
        return self.consent.reason

    @property
    def kept_reason(self) -> dict[str, str]:
        """The reason for a line that keeps it; nothing if none was given."""
        return {"reason": self.reason} if self.reason else {}

    def note(self, code: str, **values: object) -> None:
        """Something to know."""
        self._warn(code, "note", values)

    def confirm(self, code: str, **values: object) -> None:
        """Something that needs a yes."""
        self._warn(code, "confirm", values)

    def ask_reason(self, code: str, **values: object) -> None:
        """Something that needs a reason, which is kept."""
        self._warn(code, "reason", values)

    def breach(self, code: str, **values: object) -> None:
        """Something outside the rules: it needs a reason, and the word that the event leaves the rules."""
        self._warn(code, "breach", values)

    def settle(self) -> tuple[EventWarning, ...]:
        """Return the warnings if enough was said; refuse the command otherwise, the gravest level first."""
        found = tuple(self.warnings)
        levels = {warning.level for warning in found}
        said = self.consent
        if "breach" in levels and not (said.reason and said.outside_rules):
            raise NotAgreed("breach", found)
        if "reason" in levels and not said.reason:
            raise NotAgreed("reason", found)
        if "confirm" in levels and not said.yes:
            raise NotAgreed("confirm", found)
        return found

    def _warn(self, code: str, level: Level, values: dict[str, object]) -> None:
        self.warnings.append(EventWarning(code, level, Words(f"tournament.warning.{code}", **values)))
