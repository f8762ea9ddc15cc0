"""The words: catalogues in English and Spanish, numbers and dates as each language writes them.

In: a message key and its values. Out: a text. Every key is in both catalogues; a test checks it.
"""

from arpad.locale.catalogue import LANGUAGES, Language, has, keys, spoken, text
from arpad.locale.errors import ArpadError, StorageFault, ToldError, Words, beyond_bounds, language, said
from arpad.locale.formats import date_text, hundredths, month_text, number, number_or_dash, short_date_text

__all__ = [
    "LANGUAGES",
    "ArpadError",
    "Language",
    "StorageFault",
    "ToldError",
    "Words",
    "beyond_bounds",
    "date_text",
    "has",
    "hundredths",
    "keys",
    "language",
    "month_text",
    "number",
    "number_or_dash",
    "said",
    "short_date_text",
    "spoken",
    "text",
]
