"""`arpad list`: convert rating lists, look players up in them, and compare two lists."""

import datetime as dt
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import click
from click.exceptions import Exit

from arpad.cli.office.options import reading
from arpad.cli.options import All, Argument, Command, Group, Option, Shared, shared
from arpad.cli.output import cell, line, print_json, show_findings, table, tell
from arpad.documents.findings import findings_json
from arpad.domain.rating_list import ListEntry
from arpad.i18n import ArpadError, Language, text

if TYPE_CHECKING:
    from arpad.formats.rating_lists.files import ListLayout
    from arpad.lists.compare import ChangeKind, ComparedList, Comparison
    from arpad.regulations.articles import TimeClass
    from arpad.regulations.rating_edition import Edition


# Two lists compared, on the screen and as JSON: for `arpad list compare` and `arpad office compare`.

FIRST_ROWS = 5
FIRST_IN_JSON = 20

Kinds = Annotated[list[str] | None, Option("--kind", metavar="KIND", help="cli.help.compare-kind")]
AllDifferences = Annotated[bool, Option("--all", help="cli.help.compare-all")]


def show_comparison(
    settings: Shared, comparison: "Comparison", names: tuple[str, str], kinds: Sequence[str] | None, everything: bool
) -> None:
    """Show every kind with its article and its count; then the first players of each kind, or all."""
    if kinds:
        comparison = replace(
            comparison,
            kinds=tuple(change_kind for change_kind in comparison.kinds if change_kind.name in _known(kinds)),
        )
    if settings.as_json:
        print_json(comparison_json(comparison, names, everything))
        return
    language = settings.language
    for label, name, side in zip(("compare-a", "compare-b"), names, (comparison.a, comparison.b), strict=True):
        values = {"list": name, "date": side.date, "players": side.table.num_rows}
        line(text(f"label.{label}", language, **values), style="bold")
    some = [change_kind for change_kind in comparison.kinds if change_kind.count]
    if not some:
        line(text("label.compare-none", language))
        return
    rows = [
        [_words(omission, language), _class(omission, language), omission.article.number, str(omission.count)]
        for omission in some
    ]
    table(language, ["compare-kind", "time-class", "article", "compare-count"], rows, left=(0, 1, 2))
    for kind in some:
        _players(language, kind, None if everything else FIRST_ROWS)


def comparison_json(comparison: "Comparison", names: tuple[str, str], everything: bool = False) -> dict[str, Any]:
    """Return the document of a comparison, with the first players of each kind or all."""
    from arpad.lists.compare import comparison_document

    return comparison_document(comparison, names, None if everything else FIRST_IN_JSON)


def _known(kinds: Sequence[str]) -> Sequence[str]:
    from arpad.lists.compare import KindName

    known = get_args(KindName)
    for kind in kinds:
        if kind not in known:
            raise ArpadError("compare-kind", value=kind, known=", ".join(known))
    return kinds


def _words(kind: "ChangeKind", language: Language) -> str:
    return text(f"compare-kind.{kind.name}", language)


def _class(kind: "ChangeKind", language: Language) -> str:
    return text(f"time-class.{kind.time_class}", language) if kind.time_class else ""


def _players(language: Language, kind: "ChangeKind", most: int | None) -> None:
    line()
    line(" · ".join(words for words in (_words(kind, language), _class(kind, language)) if words), style="bold")
    columns = [name for name in kind.rows.schema.names if name in COMPARISON_HEADINGS]
    rows = [
        [_comparison_cell(row[name], name, language) for name in columns]
        for row in kind.rows.slice(0, most).to_pylist()
    ]
    left = [place for place, name in enumerate(columns) if name in LEFT]
    table(language, [COMPARISON_HEADINGS[name] for name in columns], rows, left=left)
    if most is not None and kind.count > most:
        line(text("label.compare-more", language, count=kind.count - most), style="dim")


def _comparison_cell(value: Any, name: str, language: Language) -> str:
    if name == "field":
        return text(f"compare-field.{value}", language)
    return "" if value is None else str(value)


COMPARISON_HEADINGS = {
    "id": "fide-id",
    "name": "player",
    "field": "compare-field",
    "before": "before",
    "after": "after",
    "before_rating": "before",
    "after_rating": "after",
    "before_k": "compare-k-before",
    "after_k": "compare-k-after",
    "before_games": "compare-games-before",
    "after_games": "compare-games-after",
}
LEFT = ("id", "name", "field", "before", "after")


# The rows of a rating list as a table: every column that a list may have, with its heading.

LIST_HEADINGS = {
    "place": "final-rank",
    "id": "fide-id",
    "name": "player",
    "federation": "federation",
    "sex": "sex",
    "title": "title",
    "born": "born",
    "birthday": "birthday",
    "flag": "flag",
    "rating": "rating",
    "games": "games-of-list",
    "k": "k",
    "games_so_far": "games-so-far",
    "rapid_rating": "rapid",
    "rapid_games": "games-of-list",
    "rapid_k": "k",
    "blitz_rating": "blitz",
    "blitz_games": "games-of-list",
    "blitz_k": "k",
}
RATINGS = ("rating", "rapid_rating", "blitz_rating")


def show_rows(language: Language, names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Print some rows; `names` are the columns that the list has, in any order."""
    from arpad.formats.rating_lists.columns import TEXTS

    shown = [name for name in LIST_HEADINGS if name in names]
    left = [place for place, name in enumerate(shown) if name in TEXTS]
    cells = [[_list_cell(name, row[name], language) for name in shown] for row in rows]
    table(language, [LIST_HEADINGS[name] for name in shown], cells, left=left)


def _list_cell(name: str, value: str | int | None, language: Language) -> str:
    """Return a cell of the list. A rating of 0 is written in words: the player was rated on the list before."""
    if name in RATINGS and value == 0:
        return text("word.unrated", language)
    return value if isinstance(value, str) else cell(value)


# `arpad list`: rating lists from one format into another, players looked up in them, two lists compared.

lists = Group(help="cli.command.list", no_args_is_help=True)

NOT_ON_THE_LIST = 1
ListFile = Annotated[Path, Argument(metavar="LIST", help="cli.help.list-file")]
Layout = Annotated[str | None, Option("--layout", metavar="combined|single", help="cli.help.list-layout")]
ListClass = Annotated[str, Option("--time-class", metavar="standard|rapid|blitz", help="cli.help.compare-time-class")]
Ids = Annotated[list[str], Option("--id", metavar="ID", help="cli.help.list-id")]


def _layout(value: str | None) -> "ListLayout | None":
    layouts: tuple[ListLayout, ...] = ("combined", "single")
    if value is None:
        return None
    for known in layouts:
        if value == known:
            return known
    raise ArpadError("list-layout", value=value)


@lists.command("convert", cls=Command, help="cli.command.list-convert")
def convert(
    context: click.Context,
    file: ListFile,
    output: Annotated[Path, Option("-o", "--output", metavar="OUT", help="cli.help.list-output")],
    layout: Layout = None,
    everything: All = False,
) -> None:
    from arpad.formats.rating_lists.files import convert as convert_list

    settings = shared(context)
    chosen = _layout(layout)
    with reading(settings, "label.list-reading", file) as progress:
        done = convert_list(file, output, layout=chosen, progress=progress)
    if settings.as_json:
        print_json(
            {
                "players": done.players,
                "findings": findings_json(done.findings, settings.language),
                "findings_count": done.findings_count,
                "format": done.format,
                "output": str(output),
            }
        )
        return
    language = settings.language
    counts = text("label.list-converted", language, players=done.players, findings=done.findings_count)
    line(f"{text('label.written', language, file=str(output))} – {counts}", style="bold")
    show_findings(done.findings, language, everything)
    if len(done.findings) < done.findings_count:
        line(text("label.list-kept", language, kept=len(done.findings), count=done.findings_count), style="dim")


@lists.command("show", cls=Command, help="cli.command.list-show")
def show(context: click.Context, file: ListFile, ids: Ids) -> None:
    from arpad.formats.rating_lists.files import read_list

    settings = shared(context)
    with reading(settings, "label.list-reading", file) as progress:
        rating_list = read_list(file, set(ids), progress=progress)
    present = [entry for name in dict.fromkeys(ids) if (entry := rating_list.get(name)) is not None]
    absent = [name for name in dict.fromkeys(ids) if rating_list.get(name) is None]
    if settings.as_json:
        print_json([_document(entry, rating_list.combined) for entry in present])
    elif present:
        rows = [_document(entry, rating_list.combined) for entry in present]
        show_rows(settings.language, list(rows[0]), rows)
    if absent:
        print(text("label.list-absent", settings.language, ids=", ".join(absent)), file=sys.stderr)
        raise Exit(NOT_ON_THE_LIST)


@lists.command("compare", cls=Command, help="cli.command.list-compare")
def compare(
    context: click.Context,
    a: Annotated[Path, Argument(metavar="A", help="cli.help.compare-a")],
    b: Annotated[Path, Argument(metavar="B", help="cli.help.compare-b")],
    date_a: Annotated[str | None, Option("--date-a", metavar="DATE", help="cli.help.compare-date-a")] = None,
    date_b: Annotated[str | None, Option("--date-b", metavar="DATE", help="cli.help.compare-date-b")] = None,
    time_class: ListClass = "standard",
    system: Annotated[str, Option("--system", metavar="SYSTEM", help="cli.help.compare-system")] = "fide",
    edition: Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.compare-edition")] = None,
    kinds: Kinds = None,
    everything: All = False,
) -> None:
    from arpad.inputs import parse
    from arpad.lists.compare import compare_lists

    settings = shared(context)
    chosen = parse.time_class("--time-class", time_class)
    one = _side(settings, a, date_a, "--date-a", chosen)
    two = _side(settings, b, date_b, "--date-b", chosen)
    editions = _editions(settings, two, system, edition)
    comparison = compare_lists(one, two, settings.regulations, editions, system)
    show_comparison(settings, comparison, (str(a), str(b)), kinds, everything)


def _side(settings: Shared, file: Path, date: str | None, option: str, time_class: "TimeClass") -> "ComparedList":
    from arpad.formats.rating_lists.columns import date_of
    from arpad.formats.rating_lists.files import read_table
    from arpad.inputs import parse
    from arpad.lists.compare import ComparedList

    given: dt.date | None = None if date is None else parse.day_or_month(option, date)
    with reading(settings, "label.list-reading", file) as progress:
        table = read_table(file, progress=progress)
    day = given or date_of(table.schema)
    if day is None:
        raise ArpadError("list-no-date", file=str(file), option=option)
    return ComparedList(day, table, time_class)


def _editions(settings: Shared, side: "ComparedList", system: str, named: str | None) -> "dict[TimeClass, Edition]":
    from arpad.lists.period import list_editions

    if named is None:
        return list_editions(settings.regulations, system, side.date)
    edition = settings.edition(named)
    return {time_class: edition for time_class in side.classes if edition.covers(time_class)}


def _document(entry: ListEntry, combined: bool) -> dict[str, Any]:
    from arpad.formats.rating_lists.columns import names

    return {name: getattr(entry, name) for name in names(combined)}


# `arpad verify`: a published list or a bundle, checked on any machine by the public key of its office.


def register(app: Group) -> None:
    """Add the command to the application."""
    app.command("verify", cls=Command, help="cli.command.verify")(verify)


def verify(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="LIST|BUNDLE", help="cli.help.verify-file")],
    key: Annotated[str, Option("--key", metavar="KEY", help="cli.help.verify-key")],
    signature: Annotated[Path | None, Option("--signature", metavar="FILE", help="cli.help.verify-signature")] = None,
) -> None:
    from arpad.cli.office.proof import answer_versions, refusing
    from arpad.library.lists import SIGNATURE, is_bundle, key_given
    from arpad.office.proof.bundle import verify_bundle
    from arpad.office.proof.signatures import verify_list

    settings = shared(context)
    known = key_given(key)
    bundle = is_bundle(file)
    if bundle and signature is not None:
        raise ArpadError("office-not-with", option="--signature", other=str(file))
    with refusing(settings):
        if bundle:
            answer_versions(settings, verify_bundle(file, settings.regulations, known))
            if not settings.as_json:
                line(text("label.verified-bundle", settings.language, key=known))
            return
        signed = verify_list(file, signature or file.with_name(file.name + SIGNATURE), known)
    document = {"signed": True, "key": known} | {name: signed[name] for name in signed if name != "arpad"}
    tell(settings, document, text("label.verified-list", settings.language, file=str(file), **signed))
