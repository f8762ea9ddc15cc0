"""The invitation to an event, to print: the items of C.05 12.3 that are filled in."""

from collections.abc import Mapping

from arpad.i18n import Language, text
from arpad.publication.typesetting import typeset, words


def invitation_sheet(name: str, items: Mapping[str, str], language: Language = "en") -> bytes:
    """Return the items with their titles as PDF, in their order."""
    data = {
        "words": words("tournament.sheet", language),
        "title": name,
        "items": [
            [str(int(item)), text(f"tournament.item.{item}", language), told.strip().split("\n")]
            for item, told in items.items()
        ],
    }
    return typeset("invitation", data, language)
