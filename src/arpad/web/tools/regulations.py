"""Pages of the regulations: every edition of ratings, titles and tie-breaks, and comparisons."""

import datetime as dt
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, NamedTuple

from fastapi import Query
from starlette.requests import Request

from arpad.documents.document import csv_rows
from arpad.documents.editions import (
    ARBITER_WORDS,
    RATING_WORDS,
    TIE_BREAK_WORDS,
    TITLE_WORDS,
    AnyEdition,
    EditionWithRules,
    EditionWords,
    HeadOfEdition,
    ParameterDifference,
    Sources,
    edition_head,
    edition_with_rules,
    parameter_difference,
)
from arpad.documents.fields import Table
from arpad.i18n import ArpadError, Language, text
from arpad.regulations.arbiter_editions import arbiter_editions
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_edition import compare as compare_ratings
from arpad.regulations.title_editions import title_editions
from arpad.web.cache import Answer
from arpad.web.routes import Pages
from arpad.web.site import Site, language_of

# The editions of ratings, titles and tie-breaks on the web: by kind, the one in force, several compared.


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
    rows = []
    for name in dict.fromkeys(name for some in rules for name in some):
        own = [some.get(name) for some in rules]
        if any((rule and rule.value) != (own[0] and own[0].value) for rule in own):
            values = tuple(words.value(name, rule, language) for rule in own)
            articles = tuple(rule.article.number if rule else "" for rule in own)
            rows.append(ComparedRow(name, words.label(name, language), values, articles))
    return rows


# The regulations: every edition of ratings, titles and tie-breaks, value by value, and several compared.

regulation_pages = Pages("regulations")

MOST = 6
DIFFERENCES = list[ParameterDifference | dict[str, str]]
"""Of other editions than two of ratings: `parameter`, `what`, and `value_ID` and `article_ID` for each edition."""
Compared = Annotated[list[str] | None, Query(max_length=MOST, description="Ids of editions of one kind, up to six.")]


@regulation_pages.page("/regulations", "tools_regulations.html", list[HeadOfEdition], table=True)
def all_editions(request: Request) -> Answer:
    """All editions of the regulations: of ratings, of titles, of tie-breaks."""
    site, language = request.app.state.site, language_of(request)
    kinds, today = edition_kinds(site), site.settings.now().date()
    heads = [_head(site, kind, one, language) for kind in kinds for one in reversed(kind.editions)]
    return Answer(
        document=lambda: [head.document() for head in heads],
        page=lambda: {
            "kinds": [
                (
                    kind.title(language),
                    [(one, one.name[language], one is kind.in_force(today)) for one in kind.editions],
                )
                for kind in kinds
            ]
        },
        table=lambda: csv_rows(HeadOfEdition, heads),
    )


def _head(site: Site, kind: EditionKind, edition: AnyEdition, language: Language) -> HeadOfEdition:
    return edition_head(edition, _sources(site, edition), language, kind.name)


def _sources(site: Site, edition: AnyEdition) -> Sources:
    return site.regulations.sources if isinstance(edition, Edition) else site.tie_breaks.sources


@regulation_pages.page("/regulations/difference", "tools_difference.html", DIFFERENCES, table=True)
def difference(
    request: Request,
    a: Annotated[str, Query(max_length=60, description="The id of an edition.")] = "fide-2022",
    b: Annotated[str, Query(max_length=60, description="The id of another.")] = "fide-2024",
    edition: Compared = None,
) -> Answer:
    """The differences between editions, parameter by parameter: of `a` and `b`, or of all that `edition` names."""
    site, language = request.app.state.site, language_of(request)
    names = list(dict.fromkeys([name for name in edition or () if name] or (a, b)))
    kinds, chosen = zip(*(find_edition(site, name) for name in names), strict=True)
    if len({kind.words for kind in kinds}) > 1:
        raise ArpadError("web-editions-apart", names=", ".join(names))
    rows = compared(chosen, kinds[0].words, language)
    pair = _pair(chosen)
    several = ["parameter", "what", *(f"{part}_{name}" for name in names for part in ("value", "article"))]
    documents = [
        {"parameter": row.parameter, "what": row.what}
        | {f"value_{name}": value for name, value in zip(names, row.values, strict=True)}
        | {f"article_{name}": article for name, article in zip(names, row.articles, strict=True)}
        for row in rows
    ]
    changed = [] if pair is None else [rule for rule in compare_ratings(*pair) if not rule.renumbered_only]
    differences = [parameter_difference(rule, RATING_WORDS, language) for rule in changed]
    return Answer(
        document=lambda: documents if pair is None else [difference.document() for difference in differences],
        page=lambda: {"rows": rows, "chosen": chosen, "kinds": _choices(edition_kinds(site), language), "most": MOST},
        table=lambda: (
            Table(several, [[row[name] for name in several] for row in documents])
            if pair is None
            else csv_rows(ParameterDifference, differences, ("parameter", "a", "b", "article_a", "article_b"))
        ),
    )


def _pair(chosen: Sequence[AnyEdition]) -> tuple[Edition, Edition] | None:
    """Two editions of ratings, which programs get side by side as `a` and `b`."""
    ratings = [one for one in chosen if isinstance(one, Edition)]
    return (ratings[0], ratings[1]) if len(ratings) == len(chosen) == 2 else None


def _choices(kinds: Sequence[EditionKind], language: Language) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(kind.title(language), [(one.id, one.name[language]) for one in kind.editions]) for kind in kinds]


@regulation_pages.page("/regulations/{id}", "tools_edition.html", EditionWithRules)
def edition(request: Request, id: str) -> Answer:  # noqa: A002
    """One edition: every value with its article."""
    site, language = request.app.state.site, language_of(request)
    kind, found = find_edition(site, id)
    head, today = _head(site, kind, found, language), site.settings.now().date()

    return Answer(
        lambda: edition_with_rules(found, _sources(site, found), language, kind.name).document(),
        lambda: {
            "data": head,
            "kind": kind.title(language),
            "current": found is kind.in_force(today),
            "prefix": kind.words.groups,
            "groups": _groups(kind, found, language),
        },
    )


def _groups(
    kind: EditionKind, found: AnyEdition, language: Language
) -> dict[str, list[tuple[str, str, str, str, bool]]]:
    """The values of an edition in words, group by group."""
    groups: dict[str, list[tuple[str, str, str, str, bool]]] = {}
    for name, rule in found.parameters():
        note = rule.note[language] if rule.note else ""
        cells = (kind.words.label(name, language), kind.words.value(name, rule, language), rule.article.number, note)
        groups.setdefault(name.partition(".")[0], []).append((*cells, bool(found.extends) and name in found.own))
    return groups
