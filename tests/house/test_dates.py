"""Dates in words are those of the Unicode data, which babel holds; the package does without its 30 MB."""

import datetime as dt

from babel.dates import format_date

from arpad.i18n import LANGUAGES, date_text, month_text, short_date_text


def test_dates_are_written_as_each_language_writes_them() -> None:
    long = {"en": "d MMMM y", "es": "d 'de' MMMM 'de' y"}
    for day in (dt.date(2024, month, month * 2) for month in range(1, 13)):
        for language in LANGUAGES:
            assert date_text(day, language) == format_date(day, long[language], locale=language)
            assert short_date_text(day, language) == format_date(day, "d MMM y", locale=language)
            assert month_text(day, language) == format_date(day, "MMM y", locale=language)
