"""The regulations: every edition with its values and articles, and the differences between two."""

from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request

from arpad.locale import Language, text
from arpad.regulations import Difference, Edition, compare
from arpad.trail.editions import difference_fields, edition_fields, rule_document, rule_text
from arpad.web.answers import Answer
from arpad.web.language import language_of
from arpad.web.pages import Pages

regulations = Pages("regulations")


@regulations.page("/regulations", "tools_regulations.html", table=True)
def all_editions(request: Request) -> Answer:
    """All editions of the rating regulations."""
    site, language = request.app.state.site, language_of(request)
    known, fields = site.regulations.editions(), edition_fields(site.regulations.sources, language)
    return Answer(lambda: [fields.document(edition) for edition in known], table=lambda: fields.table(known))


@regulations.page("/regulations/difference", "tools_difference.html", table=True)
def difference(
    request: Request,
    a: Annotated[str, Query(max_length=60, description="The id of an edition.")] = "fide-2022",
    b: Annotated[str, Query(max_length=60, description="The id of another.")] = "fide-2024",
) -> Answer:
    """The differences between two editions, parameter by parameter."""
    site, language = request.app.state.site, language_of(request)
    one, two = site.regulations.edition(a), site.regulations.edition(b)
    found = [other for other in compare(one, two) if not other.renumbered_only]
    fields = difference_fields(language)
    return Answer(
        document=lambda: [fields.document(difference) for difference in found],
        page=lambda: {
            "told": [_told(difference, language) for difference in found],
            "one": one,
            "two": two,
            "editions": site.regulations.editions(),
        },
        table=lambda: fields.table(found, ("parameter", "a", "b", "article_a", "article_b")),
    )


def _told(difference: Difference, language: Language) -> tuple[str, ...]:
    """A parameter that differs, in words."""
    return (
        text(f"parameter.{difference.parameter}", language),
        rule_text(difference.parameter, difference.a, language),
        difference.a.article.number if difference.a else "",
        rule_text(difference.parameter, difference.b, language),
        difference.b.article.number if difference.b else "",
    )


@regulations.page("/regulations/{id}", "tools_edition.html")
def edition(request: Request, id: str) -> Answer:  # noqa: A002
    """One edition: every value with its article."""
    site, language = request.app.state.site, language_of(request)
    found = site.regulations.edition(id)
    head = edition_fields(site.regulations.sources, language).document(found)

    def document() -> dict[str, Any]:
        rules = {name: rule_document(rule, name in found.own, language) for name, rule in found.parameters()}
        return head | {"parameters": rules}

    return Answer(document, lambda: {"data": head, "groups": _groups(found, language)})


def _groups(found: Edition, language: Language) -> dict[str, list[tuple[str, str, str, str, bool]]]:
    """The values of an edition in words, group by group."""
    groups: dict[str, list[tuple[str, str, str, str, bool]]] = {}
    for name, rule in found.parameters():
        note = rule.note[language] if rule.note else ""
        told = (text(f"parameter.{name}", language), rule_text(name, rule, language), rule.article.number, note)
        groups.setdefault(name.partition(".")[0], []).append((*told, bool(found.extends) and name in found.own))
    return groups
