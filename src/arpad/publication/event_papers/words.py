"""The words of a paper: in one language, or in two on the same page."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from arpad.i18n import Language, date_text, text

BETWEEN = " / "
Told = tuple[str, ...]
"""A text in each language of a paper; once only if they are the same."""


@dataclass(frozen=True, slots=True)
class PaperWords:
    """Says the texts of a paper in its languages. Numbers and days are written as the first of them does."""

    languages: tuple[Language, ...] = ("en",)

    @property
    def first(self) -> Language:
        return self.languages[0]

    @property
    def both(self) -> bool:
        return len(self.languages) > 1

    def told(self, key: str, **values: Any) -> Told:
        """Return a text in each language. Days among its values are written in that language."""
        found = [text(key, language, **_in(language, values)) for language in self.languages]
        return tuple(dict.fromkeys(found))

    def say(self, key: str, **values: Any) -> str:
        """Return a text in all languages on one line."""
        return BETWEEN.join(self.told(key, **values))


def _in(language: Language, values: dict[str, Any]) -> dict[str, Any]:
    return {name: date_text(one, language) if isinstance(one, dt.date) else one for name, one in values.items()}
