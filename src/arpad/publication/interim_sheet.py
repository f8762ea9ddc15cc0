"""The sheet of an interim rating for a title application (1.5.3a): every game, both readings of K, the verdict."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.i18n import Language, date_text, text
from arpad.lab.interim import Interim, ReachedVerdict, State, interim_table, verdict_words
from arpad.publication.typesetting import digest_text, typeset, words

LEFT = ("lab-event", "lab-opponent")
"""The columns of texts."""


def interim_pdf(
    head: Mapping[str, Any],
    found: Interim,
    verdicts: Sequence[ReachedVerdict],
    state: State,
    digest: str,
    language: Language = "en",
) -> bytes:
    """Return the sheet as PDF. `head` has the id, the name, the day of the list and the time class, as far as they are
    known."""
    table = interim_table(found).told(language)
    period = head["period"]
    facts = [
        ("player", " ".join(str(head[key]) for key in ("name", "id") if head[key]) or "–"),
        ("list", "–" if period is None else date_text(period, language)),
        ("before", str(found.base)),
        ("games-before", str(found.before)),
        ("final", str(found.final)),
    ]
    notes = [text(f"lab.interim.{state}", language)] if period is not None else []
    data = {
        "words": words("interim-sheet", language),
        "title": text("interim-sheet.title", language),
        "who": facts[0][1],
        "facts": [[text(f"interim-sheet.{name}", language), value] for name, value in facts],
        "headings": [text(f"table.{heading}", language) for heading in table.headings],
        "left": [heading in LEFT for heading in table.headings],
        "rows": [list(row) for row in table.rows],
        "verdicts": [verdict_words(one, language) for one in verdicts],
        "notes": [
            *notes,
            text("lab.interim.two-readings", language, games=found.before),
            *([text("lab.interim.order", language)] if found.hidden else []),
        ],
        "digest": digest_text(digest),
    }
    return typeset("interim_sheet", data, language)
