"""The editions of ratings, titles and tie-breaks on the web: by kind, the one in force, several compared."""

import datetime as dt
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from arpad.documents.editions import ARBITER_WORDS, RATING_WORDS, TIE_BREAK_WORDS, TITLE_WORDS, EditionWords
from arpad.i18n import ArpadError, Language, text
from arpad.regulations.arbiter_editions import ArbiterEdition, arbiter_editions
from arpad.regulations.rating_edition import Edition
from arpad.regulations.tiebreak_editions import TieBreakEdition
from arpad.regulations.title_editions import TitleEdition, title_editions
from arpad.web.site import Site

AnyEdition = Edition | TitleEdition | TieBreakEdition | ArbiterEdition


class EditionKind(NamedTuple):
    """Editions that follow each other, the newest first. `name` is theirs in JSON: fide, titles and so on."""

    name: str
    time_class: str
    editions: Sequence[AnyEdition]
    words: EditionWords

    def title(self, language: Language) -> str:
        """What they rule: FIDE, Standard; Titles."""
        if self.time_class:
            return f"{self.name.upper()} · {text(f'time-class.{self.time_class}', language)}"
        return text(f"web.tool.kind-{self.name}", language)

    def in_force(self, day: dt.date) -> AnyEdition | None:
        """The edition in force on a day."""
        return next((one for one in self.editions if one.effective <= day and _lasts(one, day)), None)


class ComparedRow(NamedTuple):
    """A parameter whose value differs: in words, with its article, edition by edition."""

    parameter: str
    what: str
    values: tuple[str, ...]
    articles: tuple[str, ...]


def _lasts(edition: AnyEdition, day: dt.date) -> bool:
    return edition.until is None or edition.until >= day


def edition_kinds(site: Site) -> list[EditionKind]:
    """All editions of an office: of ratings by system and time class, of titles, of tie-breaks."""
    known = site.regulations.editions()
    ratings = [
        EditionKind(*key, list(some)[::-1], RATING_WORDS)
        for key, some in groupby(known, lambda one: (one.system, one.time_class))
    ]
    ratings.sort(key=lambda kind: (kind.name != "fide", kind.name))
    more = (
        ("titles", title_editions(), TITLE_WORDS),
        ("tie-breaks", site.tie_breaks.editions(), TIE_BREAK_WORDS),
        ("arbiters", arbiter_editions(), ARBITER_WORDS),
    )
    return [*ratings, *(EditionKind(name, "", some[::-1], words) for name, some, words in more)]


def find_edition(site: Site, id_: str) -> tuple[EditionKind, AnyEdition]:
    """Return an edition of any kind by its id. One that is not there is refused with those that are."""
    kinds = edition_kinds(site)
    for kind in kinds:
        for edition in kind.editions:
            if edition.id == id_:
                return kind, edition
    raise ArpadError("edition.unknown", id=id_, known=", ".join(one.id for kind in kinds for one in kind.editions))


def compared(editions: Sequence[AnyEdition], words: EditionWords, language: Language) -> list[ComparedRow]:
    """Return the parameters whose value is not the same in all editions, in words. What an edition did once when it
    came into force is told of those after the first."""
    rules = [dict(edition.parameters()) for edition in editions]
    for name in [name for name in rules[0] if name.startswith("transition.")]:
        del rules[0][name]
    found = []
    for name in dict.fromkeys(name for some in rules for name in some):
        own = [some.get(name) for some in rules]
        if any((one and one.value) != (own[0] and own[0].value) for one in own):
            values = tuple(words.value(name, rule, language) for rule in own)
            articles = tuple(rule.article.number if rule else "" for rule in own)
            found.append(ComparedRow(name, words.label(name, language), values, articles))
    return found
