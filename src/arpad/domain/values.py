"""Small helpers for values: canonical JSON with its hash, names without accents, months as numbers."""

import datetime as dt
import hashlib
import json
import re
import unicodedata

# A document as the one text that stands for it, and its hash.


def canonical(document: object) -> str:
    """JSON in its one form: sorted keys, no blanks, every letter as itself."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def sha256_of(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


# Names as people type them: small letters without accents, those of other alphabets in Latin letters.

WORD = re.compile("[a-z0-9]+")
FOLDS = (("ø", "o"), ("ł", "l"), ("đ", "d"), ("ß", "ss"), ("æ", "ae"), ("œ", "oe"))
"""Letters that have no accent to be taken off."""
CYRILLIC = dict(zip(
    "абвгдежзиклмнопрстуфхцчшщъыьэюяєіґљњћђџј",
    ("a", "b", "v", "g", "d", "e", "zh", "z", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh", "ts",
     "ch", "sh", "shch", "", "y", "", "e", "yu", "ya", "ye", "i", "g", "lj", "nj", "c", "dj", "dz", "j"),
    strict=True,
))  # fmt: skip
GREEK = dict(zip(
    "αβγδεζηθικλμνξοπρσςτυφχψω",
    ("a", "v", "g", "d", "e", "z", "i", "th", "i", "k", "l", "m", "n", "x", "o", "p", "r", "s", "s", "t", "y", "f",
     "ch", "ps", "o"),
    strict=True,
))  # fmt: skip
OTHER_ALPHABETS = (*CYRILLIC.items(), *GREEK.items())
"""Letters of other alphabets, without accents, as names are usually written in Latin letters."""
LATIN = str.maketrans(dict((*FOLDS, *OTHER_ALPHABETS)))


def fold(text: str) -> str:
    """Small letters without accents, in Latin letters, words parted by blanks."""
    parts = unicodedata.normalize("NFKD", text)
    plain = "".join(part for part in parts if unicodedata.category(part) != "Mn").lower()
    return " ".join(WORD.findall(plain.translate(LATIN)))


# Months as numbers, counted from the year 0, so that they can be added and compared.

MONTHS = 12
"""The months of a year."""


def month_number(day: dt.date) -> int:
    """Return the number of the month of a day."""
    return day.year * MONTHS + day.month - 1


def first_of_month(number: int) -> dt.date:
    """Return the first day of a month."""
    return dt.date(number // MONTHS, number % MONTHS + 1, 1)
