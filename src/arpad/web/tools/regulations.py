"""The regulations: every edition with its values and articles, and what differs between two."""

from typing import Annotated

from fastapi import Query
from starlette.requests import Request

from arpad.locale import text
from arpad.regulations import compare
from arpad.trail.editions import difference_document, edition_document, rule_document, rule_text
from arpad.web.answers import Answer, Table
from arpad.web.language import language_of
from arpad.web.pages import Pages

regulations = Pages("regulations")


@regulations.page("/regulations", "tools_regulations.html", table=True)
def all_editions(request: Request) -> Answer:
    """All editions of the rating regulations."""
    site, language = request.app.state.site, language_of(request)
    known = [edition_document(it, site.regulations.sources, language) for it in site.regulations.editions()]
    fields = ("id", "system", "time_class", "effective", "until", "extends", "name", "source")
    return Answer(known, {}, Table(fields, [[it[name] for name in fields] for it in known]))


@regulations.page("/regulations/difference", "tools_difference.html", table=True)
def difference(
    request: Request,
    a: Annotated[str, Query(max_length=60, description="The id of an edition.")] = "fide-2022",
    b: Annotated[str, Query(max_length=60, description="The id of another.")] = "fide-2024",
) -> Answer:
    """What differs between two editions, parameter by parameter."""
    site, language = request.app.state.site, language_of(request)
    one, two = site.regulations.edition(a), site.regulations.edition(b)
    found = [it for it in compare(one, two) if not it.renumbered_only]
    rows = [difference_document(it, language) for it in found]
    told = [
        (
            text(f"parameter.{it.parameter}", language),
            rule_text(it.parameter, it.a, language),
            it.a.article.number if it.a else "",
            rule_text(it.parameter, it.b, language),
            it.b.article.number if it.b else "",
        )
        for it in found
    ]
    fields = ("parameter", "a", "b", "article_a", "article_b")
    more = {"told": told, "one": one, "two": two, "editions": site.regulations.editions()}
    cells = [[str(row[name]) if isinstance(row[name], list) else row[name] for name in fields] for row in rows]
    return Answer(rows, more, Table(fields, cells))


@regulations.page("/regulations/{id}", "tools_edition.html")
def edition(request: Request, id: str) -> Answer:  # noqa: A002
    """One edition: every value with its article."""
    site, language = request.app.state.site, language_of(request)
    found = site.regulations.edition(id)
    rules = {name: rule_document(rule, name in found.own, language) for name, rule in found.parameters()}
    groups: dict[str, list[tuple[str, str, str, str, bool]]] = {}
    for name, rule in found.parameters():
        note = rule.note[language] if rule.note else ""
        told = (text(f"parameter.{name}", language), rule_text(name, rule, language), rule.article.number, note)
        groups.setdefault(name.partition(".")[0], []).append((*told, bool(found.extends) and name in found.own))
    head = edition_document(found, site.regulations.sources, language)
    return Answer(head | {"parameters": rules}, {"groups": groups, "it": found})
