"""What the check of the rules found: how grave it is, by which article, and which key of the rules mends it."""

from typing import NamedTuple

from arpad.documents.findings import message
from arpad.documents.steps import Step, sentence
from arpad.domain.findings import Finding, Severity
from arpad.i18n import Language, Words


class RuleFinding(NamedTuple):
    """One thing found. Error: it must be said; warning: it should be; info: it may be."""

    code: str
    severity: Severity
    article: str
    key: str
    said: Words | Finding | Step

    def text(self, language: Language) -> str:
        if isinstance(self.said, Finding):
            return message(self.said, language)
        return sentence(self.said, language) if isinstance(self.said, Step) else self.said.text(language)

    def document(self, language: Language) -> dict[str, str]:
        """The finding as JSON has it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "article": self.article,
            "key": self.key,
            "message": self.text(language),
        }


def told(code: str, severity: Severity, article: str, key: str, **values: object) -> RuleFinding:
    """A finding with words of its own."""
    return RuleFinding(code, severity, article, key, Words(f"tournament.check.{code}", **values))
