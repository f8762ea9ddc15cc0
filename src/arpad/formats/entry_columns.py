"""What is known about the columns of entry sheets: words of headers, countries, and columns without a header."""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from arpad.domain.rating_list import HIGHEST_RATING, LETTER_TITLES, TITLES
from arpad.formats.codes import FEDERATIONS, federation_name
from arpad.i18n import LANGUAGES

# What is known about headers and words, as data.

LABEL = "label."
LEAST_INSIDE, LONGEST_HEADER = 3, 40
"""Letters of a word that is looked for within a header, and of a header that is looked at."""
NEEDED = frozenset({"name", "surname", "fide_id", "id"})
NAMES = frozenset({"name", "surname", "first"})
INSIDE = frozenset((
    "name", "surname", "second_surname", "first", "fide_id", "national_id", "rating_fide", "rating_rapid",
    "rating_blitz", "rating_national", "title", "federation", "born", "sex", "club", "email", "phone", "category",
    "groups", "paid", "remark",
))  # fmt: skip
"""Fields that are also known by words within a longer header."""


@cache
def entry_words() -> Mapping[str, Any]:
    """Return the table of words by which columns and values are known."""
    return tomllib.loads(files("arpad.formats").joinpath("entry_headers.toml").read_text("utf-8"))


@cache
def sheet_fields(*, joint: bool = False) -> tuple[str, ...]:
    """Return the fields that a column may be; in a sheet for several tournaments (`joint`) also the tournament."""
    unused = ("left_out", "state", "birthday", *(() if joint else ("tournament",)))
    return tuple(name for name in entry_words()["headers"] if name not in unused)


@cache
def _headers() -> dict[str, str]:
    table = entry_words()["headers"]
    return {"".join(words.split()): name for name, many in table.items() for words in many}


@cache
def countries() -> dict[str, str]:
    known = {compact(name): code for code, names in entry_words()["countries"].items() for name in names}
    for code in FEDERATIONS:
        for language in LANGUAGES:
            known.setdefault(compact(federation_name(code, language)), code)
    known.pop("", None)
    return known


@lru_cache(4096)
def letters(text: str) -> str:
    """Return the words of a text with letters alone, without accents and case: `Nº FIDE` as `n fide`."""
    return " ".join(re.findall("[a-z]+", folded(re.sub("[ºª°№]", " ", text))))


def folded(text: str) -> str:
    """Return a text without accents and case."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).casefold()


def compact(text: str) -> str:
    """Return the letters of a text without spaces."""
    return letters(text).replace(" ", "")


@lru_cache(4096)
def field_of(header: str) -> str:
    """Return what a header means, empty if it is not known: as a whole, else the longest words in it that are."""
    if header.lower().startswith(LABEL) and len(header) > len(LABEL):
        return header.lower()
    words = letters(header).split()
    found = _headers().get("".join(words))
    if found is not None or not words or len(header) > LONGEST_HEADER:
        return found or ""
    runs = ("".join(words[first:last]) for first in range(len(words)) for last in range(first + 1, len(words) + 1))
    inside = [run for run in runs if len(run) >= LEAST_INSIDE and _headers().get(run) in INSIDE]
    fields = [_headers()[run] for run in sorted(inside, key=len, reverse=True)]
    found = next((name for name in fields if name not in NAMES), "") if set(fields) & {"club", "email", "phone"} else ""
    found = found or (fields[0] if fields else "")
    special = [name for name in ("rapid", "blitz") if set(words) & set(entry_words()["decided"][name])]
    return f"rating_{special[0]}" if found == "rating_fide" and special else found


def is_header(text: str) -> bool:
    """Return whether a text is a header as a whole, and nothing else."""
    return not any(map(str.isdigit, text)) and compact(text) in _headers()


# Columns without a header, by what most of their cells are.

LEAST_RATING = 1000
DAY = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})")
ISO_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


@lru_cache(1024)
def title_of(text: str) -> str:
    plain = text.replace(".", "").replace(" ", "")
    return plain.upper() if plain.upper() in TITLES else LETTER_TITLES.get(plain.lower(), "")


def most_fit(values: Sequence[str], fits: Callable[[str], object]) -> bool:
    return 5 * sum(bool(fits(value)) for value in values) >= 4 * len(values)


def _between(least: int, most: int) -> Callable[[str], bool]:
    return lambda value: value.isascii() and value.isdigit() and len(value) < 12 and least <= int(value) <= most


CONTENTS: Sequence[tuple[str, Callable[[str], object]]] = (
    ("title", title_of),
    ("born", lambda value: DAY.fullmatch(value) or ISO_DAY.fullmatch(value)),
    ("fide_id", _between(10_000, 9_999_999_999)),
    ("born", _between(1920, 2024)),
    ("rating_fide", _between(LEAST_RATING, HIGHEST_RATING)),
    ("number", _between(0, 999)),
    ("federation", lambda value: value in FEDERATIONS),
    ("sex", lambda value: value.lower() in ("m", "f", "w", "h", "v")),
    ("email", MAIL.fullmatch),
    ("name", lambda value: len(letters(value).split()) > 1),
)
"""How a column without a header is known."""
