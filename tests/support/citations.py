"""The articles that messages, code and data cite for events, games and findings, and the documents that print them."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from arpad.tournament.rules import CATEGORIES
from articles import TABLES, held
from places import PROJECT

SOURCE = PROJECT / "src" / "arpad"
Cited = set[tuple[str, str]]
"""Articles that are cited: the document and the number."""

RATING = tuple(dict.fromkeys(table["document"] for table in TABLES.values() if "time_class" in table))
TITLES = (
    "manual-2023-b01", "manual-2023-b01-from-2022", "manual-2023-b01-before-2022", "manual-2023-direct-titles",
)  # fmt: skip
LAWS = ("laws-2023", "laws-2023-notation")
TIE_BREAKS = ("fide-c07-2026", "fide-c07-2024", "fide-c07-2023")
ARBITERS, CLASSES, FEDA = ("manual-2023-b06",), ("manual-2023-b06-3",), ("feda-elo-1996",)
SWISS = ("manual-2023-c04", "manual-2023-c04/baku", "c04-2026", "c04-2026/baku")
EVENTS = ("manual-2023-tournaments", "manual-2023-arbiters")

PREFIXES = {
    "B.01 ": TITLES, "B.02": ("manual-2023",), "B.06.1": ARBITERS, "B.06.3": CLASSES,
    "C.04": SWISS, "C.05": EVENTS, "C.07": TIE_BREAKS,
    "Arbiters' Manual ": EVENTS, "III.B.": ("manual-2023-fair-play",), "Laws ": LAWS, "FEDA ": FEDA,
}  # fmt: skip
"""How a citation that names its document begins."""
NOT_OF_THE_NUMBER = re.compile(r"^(?:Laws |FEDA |B\.01 |B\.06\.\d, )")
CITATION = re.compile(
    r"[BC]\.0\d(?:\.[A-Z\d]+)*(?:\.[a-i]\b)?(?:,? (?:\d+(?:\.\d+)*(?: \(\d+\))?|Annex \d))?"
    r"|Laws [A-Z\d]+(?:\.\d+)*(?:, [A-Z]+\.\d+)*"
    r"|FEDA \d+(?:\.\d+)+(?:\.[a-f]\b)?"
    r"|Arbiters' Manual [IVX\d]+(?: \d+(?:\.\d+)*)?"
    r"|III\.[A-Z]\.\d+"
    r"|(?<![\w.:/=+#-])\d{1,2}(?:\.\d{1,2})+[a-i]?(?![\w%/.]*[\w%/])"
)
SPANISH = {"Manual del Árbitro": "Arbiters' Manual", "anexo": "Annex"}
NUMBER = re.compile(r"(?:\d{1,2}|[A-E])(?:\.\d{1,2})+[a-e]?")

BARE = {
    "arbiters": ARBITERS, "arbiters_forms": ARBITERS, "arbiters_rules": ARBITERS, "office_arbiters": ARBITERS,
    "arbiter.inactive-may-not": CLASSES, "web_arbiters": CLASSES, "arbiter.needed-school": ("manual-2023-arbiters",),
    "cli": RATING, "errors": RATING, "events": RATING, "lab": RATING, "lab_games": RATING,
    "lab_interim": TITLES, "norms": TITLES, "titles": TITLES, "titles_rules": TITLES,
    "pairing.reading.literal": ("manual-2023-c04/burstein_manual",), "pairing.reading.maxi": ("manual-2023-c04/lim",),
    "pairing.reading.bbp": ("manual-2023-c04/burstein_manual",),
    "error.pairing-seeding-missing": ("c04-2026/burstein",),
}  # fmt: skip
"""The documents of the numbers that a message names without one: by the key of the message, or by its catalogue."""
PLAIN = {
    "api.field.score", "cli.help.bulk-slope", "cli.help.event-pay-amount",
    "cli.help.fair-play-z", "cli.help.pair-draws", "cli.help.prizes-unit",
    "cli.help.result", "error.bulk-slope", "error.event-field-amount", "error.game-score", "error.lab-interim-score",
    "error.match-empty", "error.pairing-share", "error.prizes-unit", "error.report-points-width", "error.score",
    "error.surface.frame-result", "error.surface.game-tuples", "error.surface.points", "fair-play.score.procedure",
    "finding.feda-points", "finding.points-unreadable", "self-test.page-lead",
}  # fmt: skip
"""Messages whose numbers are no articles: points, shares, amounts, the name of a document."""

NOTES = {"editions": RATING, "titles": TITLES, "arbiters": ARBITERS, "regulations": (*TITLES, *CLASSES)}
"""The documents of the numbers that notes of data files name without one, by the folder of the file."""
NO_CITATIONS = ("errata.toml", "sources.toml", "operations_es.toml")
"""The places of misprints, with the printed value beside them; documents' names; words of the code."""

MODULES = {
    "games": (*LAWS, *TITLES), "cli/games": LAWS, "titles": TITLES, "rating": RATING,
    "tournament/rules_check.py": FEDA,
}  # fmt: skip
"""Code that writes out numbers of articles without their document. `arbiters` and `pairing` are rooms of their own."""
PLAIN_MODULES = {
    "web/public_api.py", "library/frames.py",
    "bulk/world_files.py", "cli/bulk.py", "cli/serve.py", "cli/pair_check.py", "cli/calc_events.py",
    "cli/titles_application.py", "lab/tables.py", "lab/interim.py", "lab/studies.py",
    "prizes/files.py", "release.py", "formats/trf_pairing.py", "tournament/results.py",
    "tournament/rules.py", "tournament/chess_results.py",
    "web/tournaments/controls.py", "papers/_event_cards.py", "inputs/parse.py", "inputs/times.py", "web/openapi.py",
}  # fmt: skip
"""Code whose numbers are no articles: points, shares, versions."""

OTHER_FINDINGS = {
    "norm-": TITLES, "games-": (*LAWS, *TITLES), "tie-break": TIE_BREAKS, "rounds-assumed": TIE_BREAKS,
    "complaint-": ("manual-2023-fair-play", "manual-2023-regan"), "withdrawn-": EVENTS, "baku-": SWISS,
    "import-": SWISS, "open-as": SWISS, "arbiter-chief": ARBITERS, "arbiter-supervisor": ARBITERS,
    "arbiter-applicant": ARBITERS, "arbiter-signer": ARBITERS,
}  # fmt: skip
"""Findings that cite other documents than the rating regulations, by how their codes begin."""


def documents_of_finding(code: str) -> tuple[str, ...]:
    """The documents that a finding cites. Unplayed games of a report are a matter of the rating regulations."""
    others = (documents for start, documents in OTHER_FINDINGS.items() if code.startswith(start))
    return RATING if code == "games-unplayed" else next(others, RATING)


def settled(citation: str, bare: tuple[str, ...] = ()) -> Cited:
    """The article of a citation in the documents that print it; in the first that should, if none does."""
    documents = next((where for prefix, where in PREFIXES.items() if citation.startswith(prefix)), bare or ("?",))
    number = NOT_OF_THE_NUMBER.sub("", citation)
    return {(one, number) for one in documents if number in held(one)} or {(documents[0], number)}


def citations(words: str) -> list[str]:
    """The citations of a text, one by one: "Laws A.4, B.2" are two."""
    for spanish, english in SPANISH.items():
        words = words.replace(spanish, english)
    several = (one.split(", ") if one.startswith("Laws ") else [one] for one in CITATION.findall(words))
    return [first if place == 0 else f"Laws {first}" for those in several for place, first in enumerate(those)]


def messages(language: str) -> Iterator[tuple[str, str, str]]:
    """Every message: its catalogue, its key, its words."""

    def within(table: dict[str, Any], start: str) -> Iterator[tuple[str, str]]:
        for name, value in table.items():
            if isinstance(value, dict):
                yield from within(value, f"{start}{name}.")
            else:
                yield f"{start}{name}", value

    for file in sorted((SOURCE / "i18n" / language).glob("*.toml")):
        for key, words in within(tomllib.loads(file.read_text(encoding="utf-8")), ""):
            yield file.stem, key, words


def of_messages() -> Cited:
    """What the catalogues cite."""
    return {
        article
        for catalogue, key, words in messages("en")
        if key not in PLAIN
        for citation in citations(words)
        for article in settled(citation, BARE.get(key, BARE.get(catalogue, ())))
    }


@cache
def texts(file: Path) -> tuple[str, ...]:
    """Every text that a module writes out, but docstrings."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    written = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
    return tuple(text for text in written if isinstance(text, str))


def numbers_in_code() -> Iterator[tuple[str, str]]:
    """Every text of the code that is a number of an article, or looks like one, with its module."""
    for file in sorted(SOURCE.rglob("*.py")):
        module = file.relative_to(SOURCE).as_posix()
        if not module.startswith(("arbiters/", "pairing/")):
            bare = (text.strip() for text in texts(file) if not text.startswith(tuple(PREFIXES)))
            yield from ((module, text) for text in bare if NUMBER.fullmatch(text))


def of_code() -> Cited:
    """What code cites: texts that name their document, and numbers in the modules that write them out."""
    named = {
        article
        for file in SOURCE.rglob("*.py")
        for text in texts(file)
        for citation in citations(text)
        if citation.startswith(tuple(PREFIXES))
        for article in settled(citation)
    }
    numbers = {
        article
        for module, number in numbers_in_code()
        for start, documents in MODULES.items()
        if module.startswith(start)
        for article in settled(number, documents)
    }
    categories = {article for category in CATEGORIES for article in settled(f"FEDA {category}")}
    return named | numbers | categories


def of_data() -> Cited:
    """What the data files cite: rules of events, publication of pairings, the Laws, the studies."""

    def read(*path: str) -> dict[str, Any]:
        return tomllib.loads(SOURCE.joinpath(*path).read_text(encoding="utf-8"))

    announced = read("regulations", "event_rules.toml")
    laws = [
        law
        for rule in announced["rule"]
        for name in ("laws", "blitz")
        for law in citations(f"Laws {rule.get(name, '')}")
    ]
    items = [f"C.05 12.3 ({item['nr']})" for item in announced["item"]]
    editions = read("tournament", "publication.toml")["edition"]
    published = [edition[name] for edition in editions for name in ("stands", "permitted") if edition[name]]
    studies = [read(*file.relative_to(SOURCE).parts) for file in (SOURCE / "lab" / "studies").rglob("study.toml")]
    return (
        {article for citation in (*laws, *items, *published) for article in settled(citation)}
        | {(announced["source"], rule["article"]) for rule in announced["rule"]}
        | {
            (rule["source"], rule["article"])
            for table in read("regulations", "laws.toml").values()
            for rule in table.values()
        }
        | {article for study in studies for number in study["articles"] for article in settled(number, RATING)}
    )


def notes(value: Any) -> Iterator[str]:
    """Every text in two languages of a data file, in Spanish: decimals have a comma there, articles a point."""
    if isinstance(value, dict) and value.keys() == {"en", "es"}:
        yield value["es"]
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from notes(part)


def of_notes() -> Cited:
    """What the notes of data files cite, how a value is read."""
    return {
        article
        for file in sorted(SOURCE.rglob("*.toml"))
        if "locale" not in file.parts and file.name not in NO_CITATIONS
        for note in notes(tomllib.loads(file.read_text(encoding="utf-8")))
        for citation in citations(note)
        for article in settled(citation, RATING if "studies" in file.parts else NOTES.get(file.parent.name, ()))
    }


def of_findings() -> Cited:
    """What findings cite, as the tests have seen them."""
    facts = tomllib.loads((PROJECT / "tools" / "docs" / "finding_facts.toml").read_text(encoding="utf-8"))
    return {
        article
        for code, fact in facts.items()
        for number in fact["article"]
        for article in settled(number, documents_of_finding(code))
    }
