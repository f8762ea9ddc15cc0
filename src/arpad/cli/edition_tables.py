"""How editions of ratings, titles and tie-breaks are shown: the list of all, one with its rules, two compared."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared
from arpad.documents.editions import EditionWords, plain_value, rule_document
from arpad.documents.fields import ShownFields
from arpad.i18n import ArpadError, Language, text
from arpad.regulations.arbiter_editions import ArbiterEdition
from arpad.regulations.rating_edition import Difference, Edition
from arpad.regulations.rating_rules import Rule
from arpad.regulations.tiebreak_editions import TieBreakCode, TieBreakEdition
from arpad.regulations.title_editions import TitleEdition

DatedEdition = TitleEdition | TieBreakEdition | ArbiterEdition
"""`beyond_seeds` marks one that no document we hold prints in full."""
Sources = Mapping[str, Mapping[str, str]]


def dated_head(sources: Sources, edition: DatedEdition, spoken: Language, system: str = "") -> dict[str, Any]:
    """Return the head of an edition for JSON, with its system if a command shows several."""
    return {
        "id": edition.id,
        **({"system": system} if system else {}),
        "effective": edition.effective,
        "until": edition.until,
        "extends": edition.extends,
        "name": edition.name[spoken],
        "source": sources[edition.source][spoken],
        "beyond_documents": edition.beyond_seeds,
    }


def list_dated(editions: Iterable[DatedEdition], spoken: Language) -> None:
    """List editions with what there is to note about them."""
    rows = [[one.id, one.effective.isoformat(), one.name[spoken], beyond(one, spoken)] for one in editions]
    table(spoken, ["id", "effective", "name", "note"], rows, left=range(4))


def beyond(edition: DatedEdition, spoken: Language) -> str:
    return text("titles-rules.beyond", spoken) if edition.beyond_seeds else ""


def show_dated(edition: DatedEdition, source: str, words: EditionWords, spoken: Language) -> None:
    """Show an edition with all its rules."""
    line(f"{edition.id} – {edition.name[spoken]}", style="bold")
    line(source)
    line(text("label.in-force", spoken, date=edition.effective))
    if edition.extends:
        line(text("label.extends", spoken, parent=edition.extends))
    if edition.beyond_seeds:
        line(beyond(edition, spoken), style="yellow")
    show_rules(edition, words, spoken)


def answer_editions(
    settings: Shared,
    everything: Sequence[DatedEdition],
    name: str | None,
    words: EditionWords,
    sources: Sources | None = None,
    system: str = "",
) -> None:
    """List editions, or show the named one with every rule; or both as JSON."""
    spoken, sources = settings.language, sources or settings.regulations.sources
    if name is None:
        if settings.as_json:
            print_json([dated_head(sources, edition, spoken, system) for edition in everything])
        else:
            list_dated(everything, spoken)
        return
    edition = next((one for one in everything if one.id == name), None)
    if edition is None:
        raise ArpadError("edition.unknown", id=name, known=", ".join(one.id for one in everything))
    if settings.as_json:
        rules = {
            key: rule_document(rule, key in edition.own, spoken) | {"value": rule_value(rule)}
            for key, rule in edition.parameters()
        }
        print_json(dated_head(sources, edition, spoken, system) | {"parameters": rules})
    else:
        show_dated(edition, sources[edition.source][spoken], words, spoken)


def rule_value(rule: Rule[Any] | None) -> object:
    """Return the value of a rule for JSON; a code of tie-breaks in its own words."""
    if rule is None:
        return None
    return str(rule.value) if isinstance(rule.value, TieBreakCode) else plain_value(rule.value)


def show_rules(edition: Edition | DatedEdition, words: EditionWords, spoken: Language) -> None:
    """Show the rules group by group, each with its article and the reading taken; • marks those that are its own."""
    for group, rules in groupby(edition.parameters(), key=lambda parameter: parameter[0].partition(".")[0]):
        rows: list[list[str]] = []
        for name, rule in rules:
            mark = " •" if edition.extends and name in edition.own else ""
            rows.append([words.label(name, spoken) + mark, words.value(name, rule, spoken), rule.article.number])
            if rule.note:
                rows.append([f"  {text('label.reading', spoken)}", rule.note[spoken], ""])
        line()
        line(text(f"{words.groups}.{group}", spoken), style="bold")
        table(spoken, ["parameter", "value", "article"], rows, left=range(3))


def show_differences(
    settings: Shared,
    names: tuple[str, str],
    everything: Sequence[Difference],
    renumbered: bool,
    fields: ShownFields[Difference],
    words: EditionWords,
) -> None:
    """Show what differs between two editions; rules that only have another number if they are asked for."""
    spoken = settings.language
    found = [difference for difference in everything if renumbered or not difference.renumbered_only]
    if settings.as_json:
        print_json([fields.document(difference) for difference in found])
        return
    rows = []
    for difference in found:
        row = [words.label(difference.parameter, spoken)]
        for rule in (difference.a, difference.b):
            row += [words.value(difference.parameter, rule, spoken), rule.article.number if rule else ""]
        rows.append(row)
    if rows:
        article = text("table.article", spoken)
        table(spoken, ["parameter", names[0], article, names[1], article], rows, left=range(5))
    else:
        line(text("label.no-difference", spoken))
    if len(found) < len(everything):
        line(text("label.renumbered", spoken, count=len(everything) - len(found)), style="dim")
