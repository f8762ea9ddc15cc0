"""What went wrong, in the reader's language: input that cannot be used, and storage that fails."""

from collections.abc import Callable, Mapping

from arpad.locale.catalogue import LANGUAGES, Language, text


class Words:
    """A part of a message that is itself said in the reader's language. `key` is its whole key."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values

    def text(self, language: Language = "en") -> str:
        return text(self.key, language, **said(self.values, language))


class ToldError(Exception):
    """Something that went wrong, in words. `key` is the message's key, `values` fill it in; `wording` turns the message
    into the words of those who read it, if they type no options."""

    wording: Callable[[str], str] | None = None

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: Language = "en") -> str:
        message = text(f"error.{self.key}", language, **said(self.values, language))
        return message if self.wording is None else self.wording(message)

    def __str__(self) -> str:
        return self.text()


class ArpadError(ToldError):
    """Something the user gave cannot be used: what, where, and what to do."""


class StorageFault(ToldError):
    """The database of the office cannot be used now. Visitors of a page did nothing wrong and are not told why: the
    words are for those who run the office."""


def beyond_bounds(problem: RecursionError | MemoryError) -> ArpadError:
    """Return in words that the input is nested too deeply, or too large."""
    return ArpadError("input-deep" if isinstance(problem, RecursionError) else "input-memory")


def said(values: Mapping[str, object], language: Language) -> dict[str, object]:
    """The values of a message, those in words in the reader's language."""
    return {
        name: value.text(language) if isinstance(value, ToldError | Words) else value for name, value in values.items()
    }


def language(value: str) -> Language:
    """Return a language that Arpad speaks, or refuse the value."""
    for known in LANGUAGES:
        if value == known:
            return known
    raise ArpadError("language", value=value)
