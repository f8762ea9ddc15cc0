"""The fonts, flags and icons of the web pages, made of open packages.

    python tools/web_assets.py DOWNLOADS

DOWNLOADS is a folder for the packages, which `npm pack` brings if they are not there. fonttools and brotli are needed
(`pip install fonttools brotli`). Writes `src/arpad/web/static/fonts`, `flags` and the icons beside them, the licences
with them, and the block of `style.css` between the two lines that name this file.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import typst
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

STATIC = Path(__file__).parent.parent / "src" / "arpad" / "web" / "static"
STYLE = STATIC / "style.css"
BLOCK = re.compile(r"(/\* Written by tools/web_assets\.py \*/\n).*?(/\* End of what is written \*/)", re.DOTALL)
SERIF, SANS, FLAGS = "@expo-google-fonts/libertinus-serif@0.4.0", "source-sans@3.52.0", "country-flag-icons@1.6.20"

LATIN = "20-7E A0-17F 192 218-21B 237 2C6-2C7 2D8-2DD 1E9E 2010-2015 2018-201E 2020-2022 2026 2030 2032-2033 2039-203A"
SIGNS = (
    "394 3A3 3BB 2070 2074-2079 20AC 2116 2122 2153-2154 215B-215E 2190-2193 2211-2212 221A 2248 2260 2264-2265 "
    "25B2 25BC 2713"
)
"""Letters of the languages of Europe that write in Latin, and the signs that the pages use, as hexadecimal numbers."""
LICENCES = {SERIF: "package/LICENSE_FONT", SANS: "package/LICENSE.md"}
FEATURES = ["kern", "liga", "lnum", "tnum", "ccmp", "locl", "mark", "mkmk"]
FACES = (
    ("libertinus-serif", "Libertinus Serif", SERIF, "LibertinusSerif_400Regular", "400"),
    ("libertinus-serif-bold", "Libertinus Serif", SERIF, "LibertinusSerif_700Bold", "700"),
    ("source-sans", "Source Sans 3", SANS, "SourceSans3VF-Upright", "400 700"),
)
"""The file, the family, its package, its file there, and its weights."""

ORDINARY = "etaoinsrhlducmfypgwbvk "
"""The letters of which the mean width of a font is made."""
FALLBACKS = {
    "libertinus-serif": ("Serif until then", ("Times New Roman", "Liberation Serif", "Tinos"), "tinos"),
    "source-sans": ("Sans until then", ("Arial", "Liberation Sans", "Arimo"), "arimo"),
}
"""The fonts that are shown until ours have come, and the open one that is exactly as wide."""
AS_WIDE = {
    "tinos": ("@expo-google-fonts/tinos@0.4.2", "Tinos_400Regular"),
    "arimo": ("@expo-google-fonts/arimo@0.4.3", "Arimo_400Regular"),
}

OF_FLAGS = """
    AFG AF ALB AL ALG DZ AND AD ANG AO ANT AG ARG AR ARM AM ARU AW AUS AU AUT AT AZE AZ BAH BS BAN BD BAR BB BDI BI
    BEL BE BER BM BHU BT BIH BA BIZ BZ BLR BY BOL BO BOT BW BRA BR BRN BH BRU BN BUL BG BUR BF CAF CF CAM KH CAN CA
    CAY KY CGO CG CHA TD CHI CL CHN CN CIV CI CMR CM COD CD COL CO COM KM CPV CV CRC CR CRO HR CUB CU CYP CY CZE CZ
    DEN DK DJI DJ DMA DM DOM DO ECU EC EGY EG ENG GB-ENG ERI ER ESA SV ESP ES EST EE ETH ET FAI FO FIJ FJ FIN FI
    FRA FR GAB GA GAM GM GCI GG GEO GE GEQ GQ GER DE GHA GH GRE GR GRL GL GRN GD GUA GT GUM GU GUY GY HAI HT HKG HK
    HON HN HUN HU INA ID IND IN IOM IM IRI IR IRL IE IRQ IQ ISL IS ISR IL ISV VI ITA IT IVB VG JAM JM JCI JE JOR JO
    JPN JP KAZ KZ KEN KE KGZ KG KOR KR KOS XK KSA SA KUW KW LAO LA LAT LV LBA LY LBN LB LBR LR LCA LC LES LS LIE LI
    LTU LT LUX LU MAC MO MAD MG MAR MA MAS MY MAW MW MDA MD MDV MV MEX MX MGL MN MKD MK MLI ML MLT MT MNC MC MNE ME
    MOZ MZ MRI MU MTN MR MYA MM NAM NA NCA NI NED NL NEP NP NGR NG NIG NE NOR NO NRU NR NZL NZ OMA OM PAK PK PAN PA
    PAR PY PER PE PHI PH PLE PS PLW PW PNG PG POL PL POR PT PUR PR QAT QA ROU RO RSA ZA RUS RU RWA RW SCO GB-SCT
    SEN SN SEY SC SGP SG SKN KN SLE SL SLO SI SMR SM SOL SB SOM SO SRB RS SRI LK SSD SS STP ST SUD SD SUI CH SUR SR
    SVK SK SWE SE SWZ SZ SYR SY TAN TZ TGA TO THA TH TJK TJ TKM TM TLS TL TOG TG TTO TT TUN TN TUR TR UAE AE UGA UG
    UKR UA URU UY USA US UZB UZ VAN VU VEN VE VIE VN VIN VC WLS GB-WLS YEM YE ZAM ZM ZIM ZW
"""
"""FIDE's code of a federation, and the name of its flag in the package. Left out are federations that play under no
flag of a country (TPE, NCL), and those that are no more."""


def package(folder: Path, name: str) -> tarfile.TarFile:
    """Return a package of npm, brought if it is not in the folder."""
    plain, _, version = name.rpartition("@")
    file = folder / f"{plain.strip('@').replace('/', '-')}-{version}.tgz"
    if not file.exists():
        subprocess.run(["npm", "pack", "--silent", name], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return tarfile.open(file)


def inside(archive: tarfile.TarFile, ending: str) -> bytes:
    """Return the file of a package whose path has this end."""
    found = next(member for member in archive if member.name.endswith(ending))
    read = archive.extractfile(found)
    assert read is not None
    return read.read()


def letters() -> set[int]:
    found: set[int] = set()
    for part in f"{LATIN} {SIGNS}".split():
        first, _, last = part.partition("-")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def subset(data: bytes, weights: str, scratch: Path) -> TTFont:
    """Return a font with our letters alone."""
    scratch.write_bytes(data)
    font = TTFont(scratch, recalcTimestamp=False)
    if " " in weights:
        low, high = map(int, weights.split())
        instantiateVariableFont(font, {"wght": (low, high)}).save(scratch)
        font = TTFont(scratch, recalcTimestamp=False)
    options = Options(
        layout_features=FEATURES, hinting=False, desubroutinize=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14]
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters())
    subsetter.subset(font)
    return font


def width(font: TTFont) -> float:
    """Return how wide an ordinary letter is, in parts of an em."""
    names, em = font.getBestCmap(), font["head"].unitsPerEm
    return float(sum(font["hmtx"][names[ord(letter)]][0] for letter in ORDINARY) / len(ORDINARY) / em)


def adjusted(font: TTFont, family: str, local: tuple[str, ...], other: TTFont) -> str:
    """Return the face of a fallback: as wide as ours, and its lines as high."""
    scale = width(font) / width(other)
    em, head = font["head"].unitsPerEm, font["hhea"]
    sources = ", ".join(f'local("{name}")' for name in local)
    high, low, gap = (f"{value / em / scale:.1%}" for value in (head.ascent, -head.descent, head.lineGap))
    return (
        f'@font-face {{ font-family: "{family}"; src: {sources}; size-adjust: {scale:.1%}; ascent-override: {high}; '
        f"descent-override: {low}; line-gap-override: {gap} }}"
    )


def fonts(downloads: Path) -> str:
    """Write the fonts, and return their faces."""
    folder = STATIC / "fonts"
    folder.mkdir(exist_ok=True)
    faces, made = [], {}
    for name, family, source, inner, weights in FACES:
        archive = package(downloads, source)
        font = made[name] = subset(inside(archive, f"/{inner}.ttf"), weights, downloads / "scratch.ttf")
        font.flavor = "woff2"
        font.save(folder / f"{name}.woff2")
        data = (folder / f"{name}.woff2").read_bytes()
        version = hashlib.sha256(data).hexdigest()[:12]
        faces.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weights}; font-display: optional; '
            f'src: url("fonts/{name}.woff2?v={version}") format("woff2") }}'
        )
        (folder / f"LICENSE-{family.lower().replace(' ', '-')}.txt").write_bytes(inside(archive, LICENCES[source]))
        print(name, len(data))
    for name, (family, local, wide) in FALLBACKS.items():
        source, inner = AS_WIDE[wide]
        (downloads / "scratch.ttf").write_bytes(inside(package(downloads, source), f"/{inner}.ttf"))
        faces.append(adjusted(made[name], family, local, TTFont(downloads / "scratch.ttf")))
    return "\n".join(faces) + "\n"


def flags(downloads: Path) -> None:
    """Write the flags, named by FIDE's codes."""
    folder, archive = STATIC / "flags", package(downloads, FLAGS)
    folder.mkdir(exist_ok=True)
    words = OF_FLAGS.split()
    for code, name in zip(words[::2], words[1::2], strict=True):
        (folder / f"{code.lower()}.svg").write_bytes(inside(archive, f"package/3x2/{name}.svg"))
    (folder / "LICENSE.txt").write_bytes(inside(archive, "package/LICENSE"))


def icons() -> None:
    """Draw the sign of the pages as the icons that telephones and old browsers want."""
    sign = (STATIC / "arpad.svg").read_text("utf-8")
    for size in (32, 180, 192, 512):
        source = (
            f"#set page(width: {size}pt, height: {size}pt, margin: 0pt, fill: none)\n"
            f"#image(bytes({typst_text(sign)}), width: 100%)"
        )
        drawn: Any = typst.compile(source.encode(), format="png", ppi=72)
        (STATIC / f"icon-{size}.png").write_bytes(drawn)


def typst_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    asked = argparse.ArgumentParser(description="Make the fonts, flags and icons of the web pages.")
    asked.add_argument("downloads", type=Path)
    downloads = asked.parse_args().downloads
    downloads.mkdir(exist_ok=True)
    faces = fonts(downloads)
    style = STYLE.read_text("utf-8")
    if not BLOCK.search(style):
        sys.exit("style.css has no place for the faces")
    STYLE.write_text(BLOCK.sub(lambda found: found[1] + faces + found[2], style), "utf-8")
    flags(downloads)
    icons()


if __name__ == "__main__":
    main()
