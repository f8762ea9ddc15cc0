"""The pages of the findings: every code with what it says, in groups that tell what it means and what to do."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from arpad.i18n import Language, keys, text

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "docs" / "reference" / "findings"
VALUE = re.compile(r"\{(\w+)(?::[^}|]*\|([^}]*))?\}")
WORDS: Mapping[Language, tuple[str, str, str]] = {
    "en": ("Findings", "What it means", "What to do"),
    "es": ("Hallazgos", "Qué quiere decir", "Qué hacer"),
}

ARTICLES: Mapping[Language, tuple[str, str, str]] = {
    "en": ("article", "or", "by the edition"),
    "es": ("artículo", "o", "según la edición"),
}


def groups() -> dict[str, tuple[dict[str, Sequence[str]], list[str]]]:
    """Every group by its id, with its words and the codes that belong to it."""
    declared = _declared()["group"]
    found: dict[str, tuple[dict[str, Sequence[str]], list[str]]] = {group["id"]: (group, []) for group in declared}
    for code in sorted(key.removeprefix("finding.") for key in keys("en") if key.startswith("finding.")):
        home = next(group["id"] for group in declared if _belongs(code, group["codes"]))
        found[home][1].append(code)
    return found


def _declared() -> dict[str, Any]:
    return tomllib.loads((HERE / "findings.toml").read_text(encoding="utf-8"))


def _belongs(code: str, patterns: Sequence[str]) -> bool:
    """Whether a pattern fits; one that ends in ! keeps a code out."""
    if f"{code}!" in patterns:
        return False
    return any(fnmatchcase(code, pattern) for pattern in patterns)


def pages(endings: Mapping[Language, str]) -> dict[Path, str]:
    """All pages by their paths."""
    written: dict[Path, str] = {}
    for language, ending in endings.items():
        title, means, do = WORDS[language]
        rows = []
        for group, (words, codes) in groups().items():
            name, meaning, doing = words[language]
            written[FOLDER / f"{group}{ending}"] = "\n".join(
                [f"# {name}", "", f"**{means}.** {meaning}", "", f"**{do}.** {doing}", "", *_codes(codes, language)]
            )
            rows += [f"| [{name}]({group}.md) | {', '.join(f'[{code}]({group}.md#{code})' for code in codes)} |"]
        head = [f"# {title}", "", _declared()["lead"][language], "", "| | |", "|---|---|"]
        written[FOLDER / f"index{ending}"] = "\n".join([*head, *rows, ""])
    return written


def facts() -> dict[str, dict[str, list[str]]]:
    """The severities and the articles of each finding."""
    return tomllib.loads((HERE / "finding_facts.toml").read_text(encoding="utf-8"))


def _facts(fact: Mapping[str, Sequence[str]], language: Language) -> str:
    """How grave a finding is, and by which article: *error* · article 4.1 or 5.1, by the edition."""
    article, or_, by_edition = ARTICLES[language]
    grave = f" {or_} ".join(f"**{text(f'severity.{severity}', language)}**" for severity in fact["severity"])
    numbers = fact["article"]
    if not numbers:
        return grave
    several = f"{', '.join(numbers[:-1])} {or_} {numbers[-1]}, {by_edition}" if len(numbers) > 1 else numbers[0]
    return f"{grave} · {article} {several}"


def _codes(codes: Sequence[str], language: Language) -> list[str]:
    lines: list[str] = []
    known = facts()
    for code in codes:
        said = VALUE.sub(lambda part: part[2] or f"*{part[1].replace('_', ' ')}*", text(f"finding.{code}", language))
        lines += [f"## {code}", "", _facts(known[code], language), "", said, ""]
    return lines
