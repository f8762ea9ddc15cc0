"""An edition as a Markdown page: every value with its article, the readings, the misprints of its sources."""

from arpad.documents.editions import in_force, rule_text
from arpad.i18n import Language, text
from arpad.regulations.rating_edition import Edition, told_parameters
from arpad.regulations.rating_editions import Erratum, Regulations

ERRATUM = ("source", "article", "where", "printed", "correct", "why")
"""The fields of a misprint."""


def edition_page(regulations: Regulations, edition: Edition, language: Language) -> str:
    """Return the page of an edition."""
    lines = [
        f"# {edition.name[language]}",
        "",
        f"`{edition.id}` · {text(f'time-class.{edition.time_class}', language)} · {in_force(edition, language)}",
        "",
        f"{text('table.source', language)}: {regulations.sources[edition.source][language]}.",
    ]
    if edition.extends:
        lines += ["", text("label.extends", language, parent=f"[{edition.extends}]({edition.extends}.md)")]
    lines += ["", text("label.told-only", language)]
    group, told = "", told_parameters()
    for name, rule in edition.parameters():
        if name.partition(".")[0] != group:
            group = name.partition(".")[0]
            headings = [text(f"table.{key}", language) for key in ("parameter", "value", "article")]
            lines += ["", f"## {text(f'group.{group}', language)}", "", f"| {' | '.join(headings)} |", "|---|---|---|"]
        mark = " •" if edition.extends and name in edition.own else ""
        mark += " ◦" if name in told else ""
        value = rule_text(name, rule, language).replace("|", "\\|")
        lines.append(f"| {text(f'parameter.{name}', language)}{mark} | {value} | {rule.article.number} |")
    lines += _readings(edition, language) + _errata(regulations, edition, language)
    return "\n".join(lines) + "\n"


def _readings(edition: Edition, language: Language) -> list[str]:
    """Return the readings: how unclear or misprinted texts are read."""
    notes = [(name, rule) for name, rule in edition.parameters() if rule.note is not None]
    lines = ["", f"## {text('label.readings', language)}", ""] if notes else []
    for name, rule in notes:
        assert rule.note is not None
        lines.append(f"- **{rule.article.number}**, {text(f'parameter.{name}', language)}: {rule.note[language]}")
    return lines


def _errata(regulations: Regulations, edition: Edition, language: Language) -> list[str]:
    """Return the misprints of the documents that the edition cites."""
    cited = {edition.source, *(rule.article.source for _, rule in edition.parameters())}
    found = [erratum_document(erratum, language) for erratum in regulations.errata() if erratum.source in cited]
    if not found:
        return []
    headings = [text(f"table.{key}", language) for key in ERRATUM[1:]]
    lines = ["", f"## {text('label.errata', language)}", "", f"| {' | '.join(headings)} |", "|---|---|---|---|---|"]
    return lines + [f"| {' | '.join(document[key] for key in ERRATUM[1:])} |" for document in found]


def erratum_document(erratum: Erratum, language: Language) -> dict[str, str]:
    """Return a misprint of a source for programs."""
    shown = {key: getattr(erratum, key) for key in ERRATUM}
    return {key: value if isinstance(value, str) else value[language] for key, value in shown.items()}
