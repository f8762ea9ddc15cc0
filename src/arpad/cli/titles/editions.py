"""`arpad titles editions` and `arpad titles table`: the title regulations as data, and their annex."""

from typing import Annotated, Any

import typer

from arpad.cli.edition_tables import answer_editions
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Command, shared
from arpad.cli.titles.app import TitleEditionOption, edition_of, titles
from arpad.documents.editions import TITLE_WORDS
from arpad.domain.games import points
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.regulations.title_editions import NORM_TITLES, TitleEdition, title_editions
from arpad.titles.norm_table import ROUNDS, AnnexTable, Requirements, annex_table

ROWS = ("alike", "others", "floor", "titled", "one_most", "own_most", "unrated_most")
OPTIONAL = ("unrated_most",)


@titles.command("editions", cls=Command, help="cli.command.titles-editions")
def editions(
    context: typer.Context,
    id: Annotated[str | None, typer.Argument(metavar="ID", help="cli.help.title-edition-id")] = None,  # noqa: A002
) -> None:
    answer_editions(shared(context), title_editions(), id, TITLE_WORDS)


@titles.command("table", cls=Command, help="cli.command.titles-table")
def annex(
    context: typer.Context,
    rounds: Annotated[str, typer.Argument(metavar="N", help="cli.help.title-rounds")],
    title: Annotated[str | None, typer.Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.title-column")] = None,
    edition: TitleEditionOption = None,
    double: Annotated[bool, typer.Option("--double", help="cli.help.title-double")] = False,
) -> None:
    settings = shared(context)
    chosen = edition_of(edition, None)
    made = annex_table(chosen, parse.whole("N", rounds, ROUNDS[0], ROUNDS[-1]))
    if double and made.double is None:
        raise ArpadError("titles.no-double", rounds=made.rounds)
    columns = _columns(title)
    if settings.as_json:
        print_json(_document(chosen, made, columns, double))
        return
    _print(settings.language, chosen, made, columns, double)


def _columns(title: str | None) -> list[int]:
    """Return the places of the titles to show."""
    if title is None:
        return list(range(len(NORM_TITLES)))
    return [NORM_TITLES.index(parse.choice("--title", title.upper(), NORM_TITLES))]


def _document(edition: TitleEdition, made: AnnexTable, columns: list[int], double: bool) -> dict[str, Any]:
    return {
        "edition": edition.id,
        "rounds": made.rounds,
        "counts_as": made.count_as,
        "floor": {NORM_TITLES[place]: made.floor[place] for place in columns},
        "single": None if double else _needs(made.single),
        "double": None if made.double is None else _needs(made.double),
        "rows": [
            {"score": points(row.score)}
            | {NORM_TITLES[place]: {"from": row.averages[place][0], "to": row.averages[place][1]} for place in columns}
            for row in made.rows
        ],
    }


def _needs(needs: Requirements) -> dict[str, int | None]:
    return {
        "opponents": needs.opponents,
        "titled": needs.titled,
        "alike": needs.alike,
        "other_federations": needs.others,
        "one_federation_most": needs.one_most,
        "own_federation_most": needs.own_most,
        "unrated_most": needs.unrated_most,
    }


def _print(spoken: Language, edition: TitleEdition, made: AnnexTable, columns: list[int], double: bool) -> None:
    both = made.double is not None and not double
    single = made.double if double and made.double is not None else made.single
    rows: list[list[str]] = []
    for row in ROWS:
        if row in OPTIONAL and getattr(made.single, row) is None:
            continue
        cells = []
        for place in columns:
            if row == "floor":
                cells.append(str(made.floor[place]))
                continue
            cell = str(getattr(single, row))
            other = str(getattr(made.double, row)) if both else cell
            cells.append(f"{cell} / {other}" if other != cell else cell)
        rows.append([text(f"titles-rules.row.{row}", spoken), *cells])
    for one in made.rows:
        cells = []
        for place in columns:
            least, most = one.averages[place]
            cells.append(f"≥{least}" if most is None else f"{least}-{most}")
        rows.append([number(points(one.score), spoken), *cells])
    heading = text("titles-rules.rounds", spoken, rounds=made.rounds)
    if made.count_as < made.rounds:
        heading = text("titles-rules.rounds-counted", spoken, rounds=made.rounds, counted=made.count_as)
    line(f"{edition.id} – {edition.name[spoken]}")
    table(spoken, [heading, *(NORM_TITLES[place] for place in columns)], rows)
    line(text("titles-rules.alike", spoken), style="dim")
    if both:
        line(text("titles-rules.both", spoken), style="dim")
    if made.rounds < edition.norm.games.value:
        line(text("titles-rules.special", spoken), style="dim")
    elif made.rounds > edition.norm.games.value:
        line(text("titles-rules.drop", spoken, article=edition.norm.drop_wins.article.number), style="dim")
