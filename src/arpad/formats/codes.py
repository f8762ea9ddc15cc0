"""Codes in reports: FIDE's federations, past and present, and tournament types (records 092, 192)."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Literal

from arpad.domain.event import CYCLES, Event
from arpad.i18n import Language

# The codes of FIDE's federations, with codes of former federations, which appear in old reports, and their names.

TODAY = """
    AFG ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BER BHU BIH BIZ BLR BOL BOT BRA BRN BRU BUL BUR
    CAF CAM CAN CAY CGO CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESA ESP
    EST ETH FAI FIJ FIN FRA GAB GAM GCI GEO GEQ GER GHA GRE GRL GRN GUA GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ
    ISL ISR ISV ITA IVB JAM JCI JOR JPN KAZ KEN KGZ KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU LUX MAC MAD MAR
    MAS MAW MDA MDV MEX MGL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NCL NED NEP NGR NIG NOR NRU NZL OMA PAK PAN PAR
    PER PHI PLE PLW PNG POL POR PUR QAT ROU RSA RUS RWA SCO SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI
    SUR SVK SWE SWZ SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM
    ZIM
"""
FORMER = "AHO FRG GDR ROM SCG SIN TCH TRI URS YUG ZAI"
WITHOUT = "FID NON"
"""Players under FIDE's flag, and players of no federation."""

FEDERATIONS = frozenset(f"{TODAY} {FORMER} {WITHOUT}".split())


def federation_name(code: str | None, language: Language) -> str:
    """Return the name of a federation; empty for a code that is not known."""
    return _names().get(code or "", {}).get(language, "")


@cache
def _names() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("arpad.formats").joinpath("federation_names.toml").read_text("utf-8"))


# What a report calls its tournament: the code of record 192 (TRF26), or the words of record 092.

TypeSystem = Literal[
    "dutch", "dubov", "burstein", "lim", "double-swiss", "custom-swiss", "round-robin", "scheveningen", "schiller",
    "knock-out", "team", "other",
]  # fmt: skip

CODES: tuple[tuple[str, TypeSystem], ...] = (
    ("TEAM", "team"), ("DOUBLESWISS", "double-swiss"), ("DUTCH", "dutch"), ("DUBOV", "dubov"),
    ("BURSTEIN", "burstein"), ("LIM", "lim"), ("SCHEVENINGEN", "scheveningen"), ("SCHILLER", "schiller"),
    ("KNOCKOUT", "knock-out"), ("ROUNDROBIN", "round-robin"), ("CUSTOM_SWISS", "custom-swiss"),
)  # fmt: skip
"""The part of a code that names its system. TEAM comes before the others: a team event is never one of players."""

ROUND_ROBIN = r"round[- ]?robin|berger|todos contra todos"
KNOCK_OUT = r"knock[- ]?out|eliminatori"
WORDS: tuple[tuple[str, TypeSystem], ...] = (
    (r"team|equipo|équipe|mannschaft|squadre", "team"), (r"double[- ]swiss", "double-swiss"), (r"dubov", "dubov"),
    (r"burstein", "burstein"), (r"\blim\b", "lim"), (r"scheveningen", "scheveningen"), (r"schiller", "schiller"),
    (KNOCK_OUT + r"|\bk\.?o\.?\b", "knock-out"), (ROUND_ROBIN + r"|\bliga\b|rundenturnier", "round-robin"),
    (r"dutch|holand", "dutch"),
)  # fmt: skip
"""The words of record 092 that say how to pair, or that this pairing cannot do it."""

CalledFormat = Literal["round-robin", "double", "scheveningen", "schiller", "knock-out", "team"]
FORMATS: dict[CalledFormat, str] = {
    "round-robin": ROUND_ROBIN + "|(?:individual|equipos): liga", "double": "double|doble",
    "scheveningen": "scheveningen", "schiller": "schiller", "knock-out": KNOCK_OUT, "team": "team|equipos|league",
}  # fmt: skip
"""The words of records 092 and 192 that say how an event is rated and what norms it gives. They are fewer than the
words for pairing: the word Liga counts only after "Individual:" or "Equipos:"."""
INDIVIDUAL = re.compile(r"\bindividual|\beinzel|\bindividuel")
SWISS = re.compile(r"swiss|suizo|suisse|schweizer|svizzero|suíço|suis\b|швейцар")
BY_MATCH_POINTS = re.compile(r"by match points|por puntos de encuentro")
SWISS_SYSTEMS = frozenset({"dutch", "dubov", "burstein", "lim", "double-swiss", "custom-swiss"})
BAKU = "_BAKU"
CODE = re.compile(r"FIDE(_[A-Z0-9]+)+")
"""A code of record 192. Programs of 2025 write it into record 092."""


@dataclass(frozen=True, slots=True)
class TournamentType:
    """A tournament by its own words. `record` is the record that names it, `edition` the year of its rules if given."""

    system: TypeSystem
    record: str
    text: str
    edition: int | None = None
    baku: bool = False


def type_of_code(code: str) -> TournamentType:
    """Record 192: FIDE_DUTCH_2026_BAKU and the like."""
    written = code.strip().upper()
    system: TypeSystem = next((system for part, system in CODES if part in written), "other")
    year = re.search(r"_(\d{4})(?=_|$)", written)
    return TournamentType(system, "192", code.strip(), int(year[1]) if year else None, written.endswith(BAKU))


def team_scores(code: str) -> tuple[int, int | None]:
    """Return the places of the primary and the secondary score of teams among match points and game points, by the
    code of record 192 (FIDE_TEAM_TYPEA_MP_GP). Without any it is match points, then game points (C.04.6, 1.2)."""
    named = [("MP", "GP").index(word) for word in re.findall(r"_(MP|GP)(?=_|$)", code.strip().upper())]
    if not named:
        return 0, 1
    return named[0], named[1] if len(named) > 1 else None


def type_of_words(words: str) -> TournamentType | None:
    """Read record 092, free text; None if it names no system."""
    lower = words.casefold()
    individual = INDIVIDUAL.search(lower) is not None
    for pattern, system in WORDS:
        if not (individual and system == "team") and re.search(pattern, lower):
            return TournamentType(system, "092", words.strip())
    return None


def tournament_type(event: Event) -> TournamentType | None:
    """Return the type of the report: 192 before 092, and teams (310, 013) if neither says that players are paired."""
    if event.type_code.strip():
        return type_of_code(event.type_code)
    if CODE.fullmatch(event.type.strip().upper()):
        return replace(type_of_code(event.type), record="092")
    stated = type_of_words(event.type)
    if stated is None and is_team_event(event):
        return TournamentType("team", "013" if event.teams[0].number is None else "310", event.teams[0].name)
    return stated


def is_team_event(event: Event) -> bool:
    """An event of teams: teams are paired, and teams have the byes and the extra points."""
    coded = type_of_code(event.type_code).system if event.type_code.strip() else "other"
    if coded not in ("custom-swiss", "other"):
        return coded == "team"
    worded = type_of_words(event.type)
    if worded is not None and worded.system == "team":
        return True
    return bool(event.teams) and INDIVIDUAL.search(event.type.casefold()) is None


def by_match_points(event: Event) -> bool:
    """Whether teams are paired over their match points by a system for players: 092 says so, and 192 nothing else."""
    open_code = not event.type_code.strip() or type_of_code(event.type_code).system == "custom-swiss"
    return open_code and is_team_event(event) and BY_MATCH_POINTS.search(event.type.casefold()) is not None


def is_called(event: Event, called: CalledFormat) -> bool:
    """Whether records 092 and 192 call the event by a word for this format."""
    return re.search(FORMATS[called], f"{event.type} {event.type_code}".lower()) is not None


def is_called_swiss(event: Event) -> bool:
    """Whether the report says that its event is a Swiss, in 192 or else in 092."""
    if event.type_code.strip():
        return type_of_code(event.type_code).system in SWISS_SYSTEMS
    return SWISS.search(event.type.casefold()) is not None


def everybody_met(event: Event) -> int:
    """Return how often everybody met everybody, including forfeits; 0 if they did not."""
    players = sorted({player.rank for player in event.players})
    if len(players) < len(event.players):
        return 0
    if not 3 <= len(players) <= 1 + max((len(player.rounds) for player in event.players), default=0):
        return 0
    pairs = Counter(tuple(sorted((game.white, game.black))) for game in event.games())
    met = {pairs.get(pair, 0) for pair in combinations(players, 2)}
    return met.pop() if len(met) == 1 else 0


def cycles_of(event: Event, system: str) -> int:
    """How often everybody is to meet everybody in a round robin: once, twice, or as often as they met; 0 in any other
    system."""
    cycles = CYCLES.get(system, 0)
    return max(cycles, everybody_met(event)) if cycles > 1 else cycles
