"""Input that cannot be used: what, where, and what to do, in the reader's language."""

from arpad.locale.catalogue import Language, text


class ArpadError(Exception):
    """Something the user gave cannot be used. `key` is the message's key, `values` fill it in."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: Language = "en") -> str:
        values = {name: it.text(language) if isinstance(it, ArpadError) else it for name, it in self.values.items()}
        return text(f"error.{self.key}", language, **values)

    def __str__(self) -> str:
        return self.text()
