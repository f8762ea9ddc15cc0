"""What a file calls an event: its type in words (092) and as a code (192), and the order of its players (172)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from arpad.domain.event import Event
from arpad.formats.codes import BAKU
from arpad.pairing.systems import SwissSystem, by_id
from arpad.tournament.drawing import swiss_system
from arpad.tournament.state import EventState

SWISS_WORDS: Mapping[str, str] = {
    "dutch": "Dutch", "dubov": "Dubov", "burstein": "Burstein", "lim": "Lim", "double": "Double-Swiss",
}  # fmt: skip
OTHER_WORDS: Mapping[str, str] = {
    "berger": "Round robin (Berger)", "double-berger": "Double round robin (Berger)", "varma": "Round robin (Varma)",
    "scheveningen": "Scheveningen", "schiller": "Schiller", "skalitzka": "Skalitzka", "hilton": "Hilton",
    "match": "Match", "knockout": "Knock-out", "manual": "Swiss system (by hand)",
}  # fmt: skip
OTHER_CODES: Mapping[str, str] = {
    "berger": "FIDE_ROUNDROBIN", "varma": "FIDE_ROUNDROBIN", "double-berger": "FIDE_DOUBLEROUNDROBIN",
    "scheveningen": "FIDE_SCHEVENINGEN", "schiller": "FIDE_SCHILLER", "knockout": "CUSTOM_KNOCKOUT",
    "manual": "CUSTOM_SWISS",
}  # fmt: skip
SWISS_CODES: Mapping[str, str] = {"double": "DOUBLESWISS"}
ORDER_CODES: Mapping[str, str] = {
    "fide": "FIDE", "national": "NRO", "fidon": "FIDON", "nidof": "NIDOF", "hbfn": "HBFN", "lbfn": "LBFN",
    "feda": "OTHER", "given": "OTHER",
}  # fmt: skip
"""172: how the players were put in their order."""


def type_words(state: EventState) -> str:
    """092: the type in words, without the edition of its rules."""
    rules = state.laws
    if rules.team:
        return f"Team: {_team_words(state)}"
    if not rules.swiss:
        return f"Individual: {OTHER_WORDS[rules.system]}"
    return f"Individual: Swiss system ({SWISS_WORDS[swiss_system(state).name]})"


def _team_words(state: EventState) -> str:
    rules = state.laws
    if not rules.swiss:
        return OTHER_WORDS[rules.system]
    name = swiss_system(state).name
    return "Swiss system" if name == "team" else f"Swiss system ({SWISS_WORDS[name]} by match points)"


def _team_code(state: EventState) -> str:
    """A system for players, used for teams by their match points, has no code of its own."""
    rules = state.laws
    if not rules.swiss:
        return "FIDE_TEAM_ROUNDROBIN"
    system = swiss_system(state)
    if system.name != "team":
        return OTHER_CODES["manual"]
    colours = "" if rules.colours == "none" else f"_TYPE{rules.colours}"
    return f"FIDE_TEAM{colours}_MP_GP_{system.edition}"


def type_code(state: EventState) -> str:
    """192: the type as a code, empty if there is none for it."""
    rules = state.laws
    if rules.team:
        return _team_code(state)
    if not rules.swiss:
        return OTHER_CODES.get(rules.system, "")
    code = system_code(swiss_system(state), rules.start)
    return f"{code}{BAKU}" if rules.acceleration == "baku" and code != OTHER_CODES["manual"] else code


def with_type(state: EventState, event: Event) -> Event:
    """Return an event of a report with its type in words and as a code. An event that was taken over has those of its
    file, as long as it goes on by the system that it had."""
    told = (state.imported or {}).get("type")
    if told is not None and told["system"] == state.laws.system:
        return replace(event, type=told["words"], type_code=told["code"])
    return replace(event, type=type_words(state), type_code=type_code(state))


def system_code(system: SwissSystem, start: date | None) -> str:
    """The code of a Swiss system. Only those of the Dutch system have an edition; of the others, one that is not in
    force on the first day. One whose edition has no year is a system of its own."""
    if system.edition and not system.edition.isdecimal():
        return OTHER_CODES["manual"]
    name = SWISS_CODES.get(system.name, system.name.upper())
    told = system.name == "dutch" or by_id(system.name, start) != system
    return "_".join(part for part in ("FIDE", name, system.edition if told else "") if part)
