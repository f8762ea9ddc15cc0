"""Two lists compared, on the screen and as JSON: for `arpad list compare` and `arpad office compare`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared
from arpad.i18n import ArpadError, Language, text

if TYPE_CHECKING:
    from arpad.lists.compare import ChangeKind, Comparison

FIRST_ROWS = 5
FIRST_IN_JSON = 20

Kinds = Annotated[list[str] | None, typer.Option("--kind", metavar="KIND", help="cli.help.compare-kind")]
All = Annotated[bool, typer.Option("--all", help="cli.help.compare-all")]


def show_comparison(
    settings: Shared, found: "Comparison", names: tuple[str, str], kinds: Sequence[str] | None, everything: bool
) -> None:
    """Show every kind with its article and its count; then the first players of each kind, or all."""
    if kinds:
        found = replace(found, kinds=tuple(one for one in found.kinds if one.name in _known(kinds)))
    if settings.as_json:
        print_json(comparison_json(found, names, everything))
        return
    spoken = settings.language
    for label, name, side in zip(("compare-a", "compare-b"), names, (found.a, found.b), strict=True):
        values = {"list": name, "date": side.date, "players": side.table.num_rows}
        line(text(f"label.{label}", spoken, **values), style="bold")
    some = [one for one in found.kinds if one.count]
    if not some:
        line(text("label.compare-none", spoken))
        return
    rows = [
        [_words(omission, spoken), _class(omission, spoken), omission.article.number, str(omission.count)]
        for omission in some
    ]
    table(spoken, ["compare-kind", "time-class", "article", "compare-count"], rows, left=(0, 1, 2))
    for kind in some:
        _players(spoken, kind, None if everything else FIRST_ROWS)


def comparison_json(found: "Comparison", names: tuple[str, str], everything: bool = False) -> dict[str, Any]:
    """Return the document of a comparison, with the first players of each kind or all."""
    from arpad.lists.compare import comparison_document

    return comparison_document(found, names, None if everything else FIRST_IN_JSON)


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
    columns = [name for name in kind.rows.schema.names if name in HEADINGS]
    rows = [[_cell(row[name], name, language) for name in columns] for row in kind.rows.slice(0, most).to_pylist()]
    left = [place for place, name in enumerate(columns) if name in LEFT]
    table(language, [HEADINGS[name] for name in columns], rows, left=left)
    if most is not None and kind.count > most:
        line(text("label.compare-more", language, count=kind.count - most), style="dim")


def _cell(value: Any, name: str, language: Language) -> str:
    if name == "field":
        return text(f"compare-field.{value}", language)
    return "" if value is None else str(value)


HEADINGS = {
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
