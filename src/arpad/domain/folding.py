"""Names as people type them: small letters without accents."""

import re
import unicodedata

WORD = re.compile("[a-z0-9]+")
FOLDS = (("ø", "o"), ("ł", "l"), ("đ", "d"), ("ß", "ss"), ("æ", "ae"), ("œ", "oe"))
"""Letters that have no accent to be taken off."""


def fold(text: str) -> str:
    """Small letters without accents, words parted by blanks."""
    parts = unicodedata.normalize("NFKD", text)
    plain = "".join(part for part in parts if unicodedata.category(part) != "Mn").lower()
    for letter, other in FOLDS:
        plain = plain.replace(letter, other)
    return " ".join(WORD.findall(plain))
