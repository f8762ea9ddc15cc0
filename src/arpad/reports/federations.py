"""The codes of FIDE's federations, with codes of former federations, which appear in old reports, and their names."""

import tomllib
from functools import cache
from importlib.resources import files

from arpad.i18n import Language

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
    return tomllib.loads(files("arpad.reports").joinpath("federation_names.toml").read_text("utf-8"))
