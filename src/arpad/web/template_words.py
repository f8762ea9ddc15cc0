"""What every template can call in one language: messages, dates, numbers."""

import datetime as dt
from collections.abc import Mapping
from functools import partial
from typing import Any

from arpad.documents.findings import Folded, folded
from arpad.formats.codes import federation_name
from arpad.i18n import Language, date_text, has, hundredths, number, number_or_dash, short_date_text, text
from arpad.release import __version__
from arpad.standings.reasons import points_text
from arpad.web.page_words import on_page


def template_words(language: Language) -> Mapping[str, Any]:
    """Return what depends on the language alone, by the names that templates use."""
    return {
        "language": language,
        "t": partial(_say, language),
        "has": has,
        "date": partial(_date, language),
        "short_date": partial(short_date_text, language=language),
        "folded": partial(_folded, language),
        "num": partial(number_or_dash, language=language),
        "signed": partial(number_or_dash, language=language, sign=True),
        "points": partial(points_text, language=language),
        "change": partial(_change, language),
        "when": partial(_when, language),
        "federation_name": partial(federation_name, language=language),
        "version": __version__,
    }


def _say(language: Language, key: str, /, **values: object) -> str:
    return text(key, language, **values)


def _folded(language: Language, documents: Any) -> list[Folded]:
    return folded([{**document, "message": on_page(document["message"], language)} for document in documents], language)


def _date(language: str, value: Any) -> str:
    return "" if value is None else date_text(value, language)


def _when(language: str, value: Any) -> str:
    """An instant or a local time of a schedule: the day, and the hour if there is one."""
    moment = str(value)
    day = date_text(dt.date.fromisoformat(moment[:10]), language)
    return f"{day}, {moment[11:16]}" if len(moment) > len("2026-05-01") else day


def _change(language: str, value: int) -> str:
    """A change of a rating, from hundredths: +8.40."""
    return number(hundredths(value), language, sign=True)
