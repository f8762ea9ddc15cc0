"""Citations of titles: every article stands in its document, with words that were copied from there by hand
(`data/articles.toml`)."""

from collections.abc import Iterable

from arpad.regulations import Article, title_editions
from arpad.regulations.direct_titles import direct_title_table
from articles import TABLES, printed, words_of
from cases import each

NOTICES = "fide-notices"
Cited = set[tuple[str, str]]
"""Articles that a room cites: the document and the number."""


def pairs(articles: Iterable[Article]) -> Cited:
    return {(article.source, article.number) for article in articles}


def of_titles() -> Cited:
    """B.01: the editions, the tables of direct titles, and the articles that the checks write out themselves."""
    editions = pairs(rule.article for edition in title_editions() for _, rule in edition.parameters())
    women = {(edition.source, "0.3") for edition in title_editions()}
    held = pairs(edition.application.old_norms_before.article for edition in title_editions())
    rating = pairs(edition.application.rating.article for edition in title_editions())
    return (
        editions
        | women
        | {(source, "1.5.4") for source, _ in held}
        | {(source, f"{number}a") for source, number in rating}
        | pairs(one.article for event in direct_title_table().events for one in event.achievements)
    )


ROOMS = {"titles": of_titles}
DOCUMENTS = {
    "titles": (
        "manual-2023-b01", "manual-2023-b01-before-2022", "manual-2023-b01-from-2022", "manual-2023-direct-titles",
    ),
}  # fmt: skip
NOTICED = {"titles": "manual-2023-b01"}
"""The text that a notice of FIDE's changes."""


@each("room", ROOMS)
def test_every_article_that_a_room_cites_stands_in_its_document(room: str) -> None:
    cited = ROOMS[room]()
    wrong = [
        (source, number)
        for source, number in sorted(cited)
        if number not in printed(NOTICED[room] if source == NOTICES else source)
    ]
    assert wrong == []


@each("room", ROOMS)
def test_the_file_has_no_article_that_its_room_does_not_cite(room: str) -> None:
    cited = ROOMS[room]()
    tables = [table for table in TABLES.values() if table["document"] in DOCUMENTS[room] and "time_class" not in table]
    assert {table["document"] for table in tables} == set(DOCUMENTS[room])
    unused = [
        (table["document"], number)
        for table in tables
        for number in words_of(table)
        if (table["document"], number) not in cited
    ]
    assert unused == []
