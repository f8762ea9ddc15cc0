"""The year of birth in all the ways lists have written it: 1987, 17.01.1969, 69.01.17, 1969/00/00."""

import re

LAST_YEAR_OF_SHORT_DATES = 2004
NUMBERS = re.compile(r"\d+")


def birth_year(text: str, list_year: int | None = None) -> int | None:
    """Return the year of a date; 0 if the text says that it is not known, None if it is not a date at all.

    Two digits mean a year not after the list. Of three pairs the last is the year, unless only the first can be.
    """
    parts = NUMBERS.findall(text)
    if not parts or re.search(r"[^\d\s./-]", text):
        return None
    if len(parts) == 1 and len(parts[0]) == 8:
        digits = parts[0]
        return int(digits[:4] if digits[:2] in ("18", "19", "20") else digits[4:])
    year = next((part for part in parts if len(part) == 4), None)
    if year is not None:
        return int(year)
    if all(int(part) == 0 for part in parts):
        return 0
    short = parts[0] if int(parts[0]) > 31 and int(parts[-1]) <= 31 else parts[-1]
    if len(short) != 2 or len(parts) > 3:
        return None
    latest = list_year or LAST_YEAR_OF_SHORT_DATES
    guess = latest - latest % 100 + int(short)
    return guess if guess <= latest else guess - 100
