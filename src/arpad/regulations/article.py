"""Where a rule is printed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Article:
    """The place of a rule: the article's number and the document that prints it."""

    number: str
    source: str

    def __str__(self) -> str:
        return self.number
