"""`arpad editions`: list, show and compare editions of the regulations, and follow one value through them."""

import datetime as dt
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Annotated, Any

import click

from arpad.cli.options import Argument, Command, Group, Option, Shared, complete_edition, shared
from arpad.cli.output import line, print_json, table, tell
from arpad.documents.document import plain
from arpad.documents.editions import (
    RATING_WORDS,
    TIE_BREAK_WORDS,
    EditionWords,
    Sources,
    edition_head,
    edition_rule,
    edition_rules,
    edition_with_rules,
    in_force,
    parameter_difference,
    rule_text,
)
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.inputs.toml_tables import nearest
from arpad.regulations.arbiter_editions import ArbiterEdition
from arpad.regulations.rating_edition import Difference, Edition, compare, explained_parameters, parameter_names
from arpad.regulations.rating_editions import Erratum, Regulations
from arpad.regulations.tiebreak_editions import TieBreakEdition, compare_tie_breaks
from arpad.regulations.title_editions import TitleEdition

# How editions of ratings, titles and tie-breaks are shown: the list of all, one with its rules, two compared.

DatedEdition = TitleEdition | TieBreakEdition | ArbiterEdition
"""`beyond_seeds` marks one that no document we hold prints in full."""


def dated_head(sources: Sources, edition: DatedEdition, language: Language, system: str = "") -> dict[str, Any]:
    """Return the head of an edition for JSON, with its system if a command shows several."""
    return {
        "id": edition.id,
        **({"system": system} if system else {}),
        "effective": edition.effective,
        "until": edition.until,
        "extends": edition.extends,
        "name": edition.name[language],
        "source": sources[edition.source][language],
        "beyond_documents": edition.beyond_seeds,
    }


def list_dated(editions: Iterable[DatedEdition], language: Language) -> None:
    """List editions with what there is to note about them."""
    rows = [
        [edition.id, edition.effective.isoformat(), edition.name[language], beyond(edition, language)]
        for edition in editions
    ]
    table(language, ["id", "effective", "name", "note"], rows, left=range(4))


def beyond(edition: DatedEdition, language: Language) -> str:
    return text("titles-rules.beyond", language) if edition.beyond_seeds else ""


def show_dated(edition: DatedEdition, source: str, words: EditionWords, language: Language) -> None:
    """Show an edition with all its rules."""
    line(f"{edition.id} – {edition.name[language]}", style="bold")
    line(source)
    line(text("label.in-force", language, date=edition.effective))
    if edition.extends:
        line(text("label.extends", language, parent=edition.extends))
    if edition.beyond_seeds:
        line(beyond(edition, language), style="yellow")
    show_rules(edition, words, language)


def answer_editions(
    settings: Shared,
    everything: Sequence[DatedEdition],
    name: str | None,
    words: EditionWords,
    sources: Sources | None = None,
    system: str = "",
) -> None:
    """List editions, or show the named one with every rule; or both as JSON."""
    language, sources = settings.language, sources or settings.regulations.sources
    if name is None:
        if settings.as_json:
            print_json([dated_head(sources, edition, language, system) for edition in everything])
        else:
            list_dated(everything, language)
        return
    edition = next((one for one in everything if one.id == name), None)
    if edition is None:
        raise ArpadError("edition.unknown", id=name, known=", ".join(one.id for one in everything))
    if settings.as_json:
        rules = {"parameters": edition_rules(edition, language)}
        print_json(dated_head(sources, edition, language, system) | plain(rules, language))
    else:
        show_dated(edition, sources[edition.source][language], words, language)


def show_rules(edition: Edition | DatedEdition, words: EditionWords, language: Language) -> None:
    """Show the rules group by group, each with its article and the reading taken; • marks those that are its own."""
    for group, rules in groupby(edition.parameters(), key=lambda parameter: parameter[0].partition(".")[0]):
        rows: list[list[str]] = []
        for name, rule in rules:
            mark = " •" if edition.extends and name in edition.own else ""
            rows.append([words.label(name, language) + mark, words.value(name, rule, language), rule.article.number])
            if rule.note:
                rows.append([f"  {text('label.reading', language)}", rule.note[language], ""])
        line()
        line(text(f"{words.groups}.{group}", language), style="bold")
        table(language, ["parameter", "value", "article"], rows, left=range(3))


def show_differences(
    settings: Shared,
    names: tuple[str, str],
    everything: Sequence[Difference],
    renumbered: bool,
    words: EditionWords,
) -> None:
    """Show what differs between two editions; rules that only have another number if they are asked for."""
    language = settings.language
    differences = [difference for difference in everything if renumbered or not difference.renumbered_only]
    if settings.as_json:
        print_json([parameter_difference(difference, words, language).document() for difference in differences])
        return
    rows = []
    for difference in differences:
        row = [words.label(difference.parameter, language)]
        for rule in (difference.a, difference.b):
            row += [words.value(difference.parameter, rule, language), rule.article.number if rule else ""]
        rows.append(row)
    if rows:
        article = text("table.article", language)
        table(language, ["parameter", names[0], article, names[1], article], rows, left=range(5))
    else:
        line(text("label.no-difference", language))
    if len(differences) < len(everything):
        line(text("label.renumbered", language, count=len(everything) - len(differences)), style="dim")


# `arpad editions` for the tie-breaks: all of them listed, one shown, two compared, the one of a day.

SYSTEM = "tie-breaks"


def answer_tie_breaks(settings: Shared, name: str | None = None) -> None:
    """List the editions of the tie-breaks, or show the named one: its methods, its lists, its codes."""
    library = settings.tie_breaks
    answer_editions(settings, library.editions(), name, TIE_BREAK_WORDS, library.sources, SYSTEM)


def tell_tie_breaks(settings: Shared, day: dt.date) -> None:
    """Tell which edition of the tie-breaks was in force on a day."""
    library, language = settings.tie_breaks, settings.language
    edition = library.edition_for(day)
    document = dated_head(library.sources, edition, language, SYSTEM)
    tell(settings, document, f"{edition.id} – {edition.name[language]}", style="")


def diff_tie_breaks(settings: Shared, a: str, b: str, renumbered: bool) -> None:
    """Show what differs between two editions."""
    everything = compare_tie_breaks(settings.tie_breaks.edition(a), settings.tie_breaks.edition(b))
    show_differences(settings, (a, b), everything, renumbered, TIE_BREAK_WORDS)


# `arpad editions`: the regulations as data.

EditionId = Annotated[str, Argument(metavar="ID", help="cli.help.edition", complete=complete_edition)]


def list_editions(
    context: click.Context,
    tie_breaks: Annotated[bool, Option("--tie-breaks", help="cli.help.editions-tie-breaks")] = False,
) -> None:
    if context.invoked_subcommand is not None:
        return
    settings = shared(context)
    if tie_breaks:
        answer_tie_breaks(settings)
        return
    everything = settings.regulations.editions()
    if settings.as_json:
        print_json([_head(settings, edition) for edition in everything])
        return
    language = settings.language
    rows = [
        [
            edition.id,
            edition.system.upper(),
            text(f"time-class.{edition.time_class}", language),
            edition.effective.isoformat()
            + (f" ({text('table.until', language)} {edition.until})" if edition.until else ""),
            edition.name[language],
        ]
        for edition in everything
    ]
    table(language, ["id", "system", "time-class", "effective", "name"], rows, left=range(5))


editions = Group(callback=list_editions, help="cli.command.editions", invoke_without_command=True)


@editions.command("show", cls=Command, help="cli.command.show")
def show(
    context: click.Context,
    id: EditionId,  # noqa: A002  (the name of the argument in the contract)
    markdown: Annotated[bool, Option("--markdown", help="cli.help.markdown")] = False,
) -> None:
    settings = shared(context)
    if settings.tie_breaks.has(id):
        answer_tie_breaks(settings, id)
        return
    edition = settings.edition(id)
    if markdown:
        print(edition_page(settings.regulations, edition, settings.language), end="")
        return
    if settings.as_json:
        print_json(edition_with_rules(edition, settings.regulations.sources, settings.language).document())
        return
    _show(settings, edition)


def _show(settings: Shared, edition: Edition) -> None:
    language = settings.language
    line(edition.title(language), style="bold")
    line(settings.regulations.sources[edition.source][language])
    line(in_force(edition, language))
    if edition.extends:
        line(text("label.extends", language, parent=edition.extends))
    show_rules(edition, RATING_WORDS, language)


@editions.command("diff", cls=Command, help="cli.command.diff")
def diff(
    context: click.Context,
    a: Annotated[str, Argument(metavar="A", help="cli.help.first", complete=complete_edition)],
    b: Annotated[str, Argument(metavar="B", help="cli.help.second", complete=complete_edition)],
    renumbered: Annotated[bool, Option("--renumbered", help="cli.help.renumbered")] = False,
) -> None:
    settings = shared(context)
    if all(settings.tie_breaks.has(one) for one in (a, b)):
        diff_tie_breaks(settings, a, b, renumbered)
        return
    everything = compare(settings.edition(a), settings.edition(b))
    show_differences(settings, (a, b), everything, renumbered, RATING_WORDS)


@editions.command("for", cls=Command, help="cli.command.for")
def for_date(
    context: click.Context,
    date: Annotated[str, Option("--date", metavar="DATE", help="cli.help.for-date")],
    system: Annotated[str, Option("--system", help="cli.help.system")] = "fide",
    time_class: Annotated[str, Option("--time-class", help="cli.help.time-class")] = "standard",
) -> None:
    settings = shared(context)
    if system == SYSTEM:
        tell_tie_breaks(settings, parse.date("--date", date))
        return
    chosen = parse.time_class("--time-class", time_class)
    edition = settings.regulations.edition_for(system, chosen, parse.date("--date", date))
    tell(settings, _head(settings, edition), edition.title(settings.language), style="")


@editions.command("errata", cls=Command, help="cli.command.errata")
def errata(context: click.Context) -> None:

    settings = shared(context)
    language = settings.language
    documents = [erratum_document(erratum, language) for erratum in settings.regulations.errata()]
    if settings.as_json:
        print_json(documents)
    else:
        table(language, ERRATUM, [list(document.values()) for document in documents], left=range(len(ERRATUM)))


def _head(settings: Shared, edition: Edition) -> dict[str, Any]:
    return edition_head(edition, settings.regulations.sources, settings.language).document()


# `arpad editions history PARAMETER`: one value through all editions, with its articles.

Parameter = Annotated[str, Argument(metavar="PARAMETER", help="cli.help.parameter", complete=parameter_names)]


@editions.command("history", cls=Command, help="cli.command.history")
def history(
    context: click.Context,
    parameter: Parameter,
    system: Annotated[str | None, Option("--system", help="cli.help.system")] = None,
) -> None:
    settings = shared(context)
    if parameter not in parameter_names():
        raise ArpadError("parameter-unknown", parameter=parameter, near=nearest(parameter, parameter_names()))
    found = [
        (edition, rule)
        for edition in settings.regulations.editions()
        if system in (None, edition.system)
        for name, rule in edition.parameters()
        if name == parameter
    ]
    if settings.as_json:
        print_json(
            [
                {"edition": edition.id, "effective": edition.effective, "time_class": edition.time_class}
                | edition_rule(edition, parameter, rule, settings.language).document()
                for edition, rule in found
            ]
        )
        return
    language = settings.language
    line(text(f"parameter.{parameter}", language), style="bold")
    rows = [
        [edition.id, edition.effective.isoformat(), rule_text(parameter, rule, language), rule.article.number]
        for edition, rule in found
    ]
    table(language, ["id", "effective", "value", "article"], rows, left=range(4))


# An edition as a Markdown page: every value with its article, the readings, the misprints of its sources.

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
    group, explained = "", explained_parameters()
    for name, rule in edition.parameters():
        if name.partition(".")[0] != group:
            group = name.partition(".")[0]
            headings = [text(f"table.{key}", language) for key in ("parameter", "value", "article")]
            lines += ["", f"## {text(f'group.{group}', language)}", "", f"| {' | '.join(headings)} |", "|---|---|---|"]
        mark = " •" if edition.extends and name in edition.own else ""
        mark += " ◦" if name in explained else ""
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
    documents = [erratum_document(erratum, language) for erratum in regulations.errata() if erratum.source in cited]
    if not documents:
        return []
    headings = [text(f"table.{key}", language) for key in ERRATUM[1:]]
    lines = ["", f"## {text('label.errata', language)}", "", f"| {' | '.join(headings)} |", "|---|---|---|---|---|"]
    return lines + [f"| {' | '.join(document[key] for key in ERRATUM[1:])} |" for document in documents]


def erratum_document(erratum: Erratum, language: Language) -> dict[str, str]:
    """Return a misprint of a source for programs."""
    shown = {key: getattr(erratum, key) for key in ERRATUM}
    return {key: value if isinstance(value, str) else value[language] for key, value in shown.items()}
