"""Form IT1, special remarks: by which edition and articles games were left out, and what the arbiter has to confirm."""

from collections.abc import Iterable, Iterator

from arpad.i18n import Language, text
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.documents import check_words, remarks
from arpad.titles.model import Check, EventFacts, Norm


def it1_remarks(norm: Norm, facts: EventFacts, edition: TitleEdition, language: Language) -> Iterator[str]:
    """Return the remarks, one a line."""
    if failed := [check for check in norm.checks if check.ok is False]:
        yield text("it1.remark.no-norm", language, title=norm.title, checks=_checks(failed, language))
    elif not norm.achieved:
        yield text("it1.remark.draft", language, title=norm.title)
    yield text("it1.remark.edition", language, edition=edition.name[language], id=edition.id)
    if facts.kind != "ordinary":
        yield text("it1.remark.kind", language, kind=text(f"norm.kind.{facts.kind}", language))
    yield from (f"{remark}." for remark in remarks(norm, edition, language))
    if norm.achieved:
        yield text("it1.remark.credit", language, games=len(norm.games), credit=norm.credit)
    if unknown := [check for check in norm.checks if check.ok is None]:
        yield text("it1.remark.to-confirm", language, checks=_checks(unknown, language))


def _checks(checks: Iterable[Check], language: Language) -> str:
    return "; ".join(f"{check_words(check, language)} ({check.article})" for check in checks)


def is_exempt(norm: Norm, edition: TitleEdition) -> bool:
    """1.4.3d: whether the federations of the opponents do not matter because enough foreigners take part."""
    article = edition.norm.swiss_rated_foreigners.article
    return any(check.ok and check.article == article for check in norm.checks)
