"""Input that cannot be used: what, where, and what to do, in the reader's language."""

from collections.abc import Mapping

from arpad.locale.catalogue import LANGUAGES, Language, text


class Words:
    """A part of a message that is itself said in the reader's language. `key` is its whole key."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values

    def text(self, language: Language = "en") -> str:
        return text(self.key, language, **said(self.values, language))


class ArpadError(Exception):
    """Something the user gave cannot be used. `key` is the message's key, `values` fill it in."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: Language = "en") -> str:
        return text(f"error.{self.key}", language, **said(self.values, language))

    def __str__(self) -> str:
        return self.text()


def said(values: Mapping[str, object], language: Language) -> dict[str, object]:
    """The values of a message, those in words in the reader's language."""
    return {
        name: value.text(language) if isinstance(value, ArpadError | Words) else value for name, value in values.items()
    }


def language(value: str) -> Language:
    """Return a language that Arpad speaks, or refuse the value."""
    for known in LANGUAGES:
        if value == known:
            return known
    raise ArpadError("language", value=value)
