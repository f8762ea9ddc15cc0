"""Findings as JSON, and grouped for people: equal findings are shown once with all their players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from arpad.documents.document import InWords
from arpad.documents.schema import FindingDocument
from arpad.domain.findings import Finding
from arpad.i18n import Language, has, message_text, resolve_message, text

# Findings as JSON.

ADVICE: Mapping[str, object] = {"advice": "", "league": "", "approved": "", "result": "@player-id.required"}
"""Parts of a message that depend on the edition; findings kept by an earlier release do not have them."""


def message(finding: Finding, language: Language, *, at_desk: bool = False) -> str:
    """Return the message of a finding; at the desk of an event, where nobody writes a report, without its columns."""
    values = message_text({**ADVICE, **finding.values}, language)
    own = f"desk-finding.{finding.code}"
    key = own if at_desk and has(own) else f"finding.{finding.code}"
    return text(key, language, **{name: resolve_message(value, language) for name, value in values.items()})


def findings_json(findings: Sequence[Finding], language: Language, *, at_desk: bool = False) -> list[FindingDocument]:
    """Return the findings as documented; `who` is the player's number and name, if the name is known."""
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "article": finding.article,
            "line": finding.line,
            "column": finding.column,
            "player": finding.player,
            "round": finding.round,
            "who": finding.values.get("who"),
            "message": message(finding, language, at_desk=at_desk),
        }
        for finding in findings
    ]


FindingsIfAny = Annotated[
    tuple[Finding, ...],
    InWords(list[FindingDocument] | UnsetType, lambda findings, language: findings_json(findings, language) or UNSET),
]
"""The findings of a document that has the key only if there are some."""

ShownFindings = Annotated[tuple[Finding, ...], InWords(list[FindingDocument], findings_json)]
"""Findings, as the documents show them."""

# Findings for people: equal ones are shown once, with all their players; the JSON has every finding.

Document = Mapping[str, Any]
"""A finding as `findings_json` makes it."""

MOST_WORDINGS = 3
"""Up to this number of different messages of a kind are all shown; of more only the first, and the others' players."""
MOST_NAMES = 12
PLACES = (("round", "label.fold-rounds"), ("line", "label.fold-lines"))


@dataclass(frozen=True, slots=True)
class Folded:
    """Findings of a kind in one row: the message, and each finding as in the JSON."""

    message: str
    findings: tuple[Document, ...]

    @property
    def first(self) -> Document:
        return self.findings[0]


def folded(documents: Sequence[Document], language: Language) -> list[Folded]:
    """Return the findings folded by kind, each kind in the place of its first finding."""
    kinds: dict[tuple[object, ...], list[Document]] = {}
    for document in documents:
        kinds.setdefault(
            (document["severity"], document["code"], document["article"], document.get("event")), []
        ).append(document)
    return [row for kind in kinds.values() for row in _rows(kind, language)]


def _rows(kind: Sequence[Document], language: Language) -> list[Folded]:
    wordings: dict[str, list[Document]] = {}
    for finding in kind:
        wordings.setdefault(finding["message"], []).append(finding)
    if len(wordings) <= MOST_WORDINGS:
        return [Folded(_same(message, equal, language), tuple(equal)) for message, equal in wordings.items()]
    others = _about(kind[1:], language)
    words = text("label.fold-alike", language, message=kind[0]["message"], count=len(kind) - 1, others=others)
    return [Folded(words, tuple(kind))]


def _same(message: str, equal: Sequence[Document], language: Language) -> str:
    if len(equal) == 1:
        return message
    return text("label.fold-same", language, message=message, count=len(equal), who=_about(equal, language))


def _about(findings: Sequence[Document], language: Language) -> str:
    """Return what the findings are about: the players, otherwise the rounds, otherwise the lines."""
    people = list(
        dict.fromkeys(finding["who"] or str(finding["player"]) for finding in findings if finding["player"] is not None)
    )
    if people:
        return _listed(people)
    for name, key in PLACES:
        places = list(dict.fromkeys(str(finding[name]) for finding in findings if finding[name] is not None))
        if places:
            return text(key, language, which=_listed(places))
    return "…"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words[:MOST_NAMES]) + (", …" if len(words) > MOST_NAMES else "")
