"""The pairing system of a report: its record 192 is obeyed, or the report is refused."""

from collections.abc import Iterator
from datetime import date

from arpad.domain import Finding
from arpad.locale import ArpadError, Words
from arpad.reports import Report, TournamentType, is_team_event, tournament_type

SYSTEM = "dutch"
EDITION = 2017
NEXT_EDITION_FROM = date(2026, 2, 1)
"""The Dutch system of 2026 applies to tournaments that start on this day or later and name no edition."""


def check_system(report: Report, given: str | None) -> None:
    """Refuse a report of another system than the Dutch one of 2017.

    The code of record 192 is binding. Record 092 is free text and an individual event may have teams, so both
    are overruled by a system that is `given`; so is CUSTOM_SWISS, which does not say what the system is.
    """
    if given not in (None, SYSTEM):
        raise ArpadError("pairing-system", value=given)
    said = tournament_type(report.event)
    if said is None or _is_ours(said):
        return
    open_question = said.record != "192" or (said.system == "custom-swiss" and not is_team_event(report.event))
    if not open_question:
        raise ArpadError("pairing-other-system", record=said.record, text=said.text, system=_named(said))
    if not given:
        raise ArpadError("pairing-other-system-open", record=said.record, text=said.text, system=_named(said))


def _is_ours(said: TournamentType) -> bool:
    return said.system == SYSTEM and said.edition in (None, EDITION)


def _named(said: TournamentType) -> Words:
    if said.system == SYSTEM:
        return Words("pairing.system.dutch-of", edition=said.edition)
    return Words(f"pairing.system.{said.system}")


def edition_assumed(report: Report) -> Iterator[Finding]:
    """A tournament of 2026 that does not say which Dutch system it uses."""
    said, start = tournament_type(report.event), report.event.start
    if start is not None and start >= NEXT_EDITION_FROM and (said is None or said.edition is None):
        yield Finding("pairing-edition-assumed", "warning", values={"start": start, "edition": EDITION})
