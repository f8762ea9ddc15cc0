"""Which severity and which articles each finding has: watched while the tests run, and written for its page.

    python -m pytest -p tools.docs.finding_facts tests/eligibility tests/formats tests/standings ...

Adds what was seen to tools/docs/finding_facts.toml. Articles differ between editions, so a finding may have several.
Run it without xdist: what other processes see is not counted.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".toml")
HEAD = "# Severities and articles of the findings, as tools/docs/finding_facts.py saw them.\n"
ARTICLE = re.compile(r"[\w.: ]*\d[\w.]*")
GRAVEST = ("error", "warning", "info")
Facts = dict[str, dict[str, list[str]]]
SEEN: Facts = {}


def pytest_configure() -> None:
    """Watch every finding that is made."""
    from arpad.domain.findings import Finding  # noqa: PLC0415  (the tests load it first)

    made = Finding.__init__

    def watch(self: Finding, *args: Any, **given: Any) -> None:
        made(self, *args, **given)
        add(SEEN, self.code, self.severity, self.article)

    Finding.__init__ = watch  # type: ignore[method-assign]


def pytest_sessionfinish() -> None:
    write(SEEN)


def add(facts: Facts, code: str, severity: str, article: str | None) -> None:
    """Note a finding."""
    fact = facts.setdefault(code, {"severity": [], "article": []})
    if severity not in fact["severity"]:
        fact["severity"].append(severity)
    if article and ARTICLE.fullmatch(article) and article not in fact["article"]:
        fact["article"].append(article)


def write(seen: Facts) -> None:
    """Write what is known, with what was seen now."""
    facts: Facts = tomllib.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    for code, fact in seen.items():
        for severity in fact["severity"]:
            for article in fact["article"] or ("",):
                add(facts, code, severity, article)
    lines = []
    for code, fact in sorted(facts.items()):
        severity, article = _listed(fact["severity"], GRAVEST.index), _listed(fact["article"], _order)
        lines.append(f"{code} = {{ severity = {severity}, article = {article} }}\n")
    FILE.write_text(HEAD + "".join(lines), "utf-8")


def _order(article: str) -> list[tuple[int, str]]:
    """Articles in the order of their numbers."""
    return [(int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", article)]


def _listed(words: list[str], order: Callable[[str], Any]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in sorted(words, key=order)) + "]"
