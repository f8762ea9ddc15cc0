"""`arpad titles`: titles by rating (1.3), direct titles (1.2), and the title regulations as data."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.editions import answer_editions
from arpad.cli.options import Argument, Command, Group, Option, Shared, shared
from arpad.cli.output import line, print_json, table
from arpad.documents.checks import Check, Room, check_cells, is_lacking, mark
from arpad.documents.document import ArticleNumber, Document, document_of
from arpad.documents.editions import TITLE_WORDS
from arpad.domain.event import Sex
from arpad.domain.games import points
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.regulations.title_editions import (
    NORM_TITLES,
    RESULTS,
    Achievement,
    DirectEvent,
    Table,
    TitleEdition,
    direct_title_table,
    title_edition,
    title_edition_for,
    title_editions,
)
from arpad.titles.applications import lack_words
from arpad.titles.direct import (
    FOR_WOMEN_ALONE,
    Achieved,
    Award,
    DirectAnswer,
    Participation,
    direct_titles,
    titles_by_rating,
)
from arpad.titles.games import ROUNDS, AnnexTable, annex_table

# The group `arpad titles` and the options its commands share.

titles = Group(help="cli.command.titles", no_args_is_help=True)

NOTHING = 1
TitleEditionOption = Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.title-edition")]
SexOption = Annotated[str, Option("--sex", metavar="m|f", help="cli.help.title-sex")]
AnySex = Annotated[str | None, Option("--sex", metavar="m|f", help="cli.help.direct-sex")]


def sex_of(typed: str) -> Sex:
    if typed == "f":
        return "f"
    if typed == "m":
        return "m"
    raise ArpadError("title-sex", value=typed)


def edition_of(name: str | None, date: dt.date | None) -> TitleEdition:
    """Return the named edition, or the one in force on a day: the first for earlier days, the last without a day."""
    if name is not None:
        return title_edition(name)
    everything = title_editions()
    if date is None:
        return everything[-1]
    return title_edition_for(max(date, everything[0].effective))


# Conditions as tables: of titles, of norms and of arbiters.

HEADINGS: dict[Room, tuple[str, ...]] = {
    "titles": ("article", "condition", "asked", "found", "holds"),
    "norm": ("article", "norm-check", "norm-required", "norm-found", "norm-ok"),
}
MARKS = {True: "titles.ok", False: "titles.not-ok", None: "titles.not-known"}


def show_checks(
    checks: Iterable[Check], language: Language, room: Room = "norm", first: str = "", before: Iterable[object] = ()
) -> None:
    """Print a table of conditions: article, name, required, found, and whether it holds. `first` is the heading of a
    column before them, `before` its cells."""
    rows: list[Sequence[str]] = []
    for check, cell in zip_longest(checks, before):
        holds = mark(check, language) if room == "norm" else text(MARKS[check.ok], language)
        rows.append([*([str(cell or "")] if first else []), *check_cells(check, language, room), holds])
    place = 1 if first else 0
    headings = [*([first] if first else []), *HEADINGS.get(room, HEADINGS["titles"])]
    table(language, headings, rows, left=(*range(place + 2), place + 4))


# `arpad titles by-rating`: the titles that a rating gives (1.3).

MOST_GAMES = 100_000


@titles.command("by-rating", cls=Command, help="cli.command.titles-by-rating")
def by_rating(
    context: click.Context,
    rating: Annotated[str, Option("--rating", metavar="R", help="cli.help.title-rating")],
    date: Annotated[str, Option("--date", metavar="DATE", help="cli.help.title-date")],
    games: Annotated[str | None, Option("--games", metavar="N", help="cli.help.title-games")] = None,
    sex: SexOption = "m",
    edition: TitleEditionOption = None,
) -> None:
    settings = shared(context)
    day = parse.date("--date", date)
    value = parse.rating("--rating", rating)
    played = None if games is None else parse.whole("--games", games, 0, MOST_GAMES)
    answer = titles_by_rating(edition_of(edition, day), sex_of(sex), value, played, day)
    if settings.as_json:
        print_json(answer.document())
    else:
        language = settings.language
        words = " + ".join(answer.titles) or text("titles.no-title", language)
        line(f"{answer.edition}: {words}", style="bold")
        placed = [(result.title, check) for result in answer.results for check in result.checks]
        show_checks([check for _, check in placed], language, "titles", "title", [title for title, _ in placed])
    if not answer.titles:
        raise Exit(NOTHING)


# `arpad titles direct`: titles and norms that a result in a championship gives (1.2), and the tables themselves.

PLACES = tuple(result for result in RESULTS if result != "score")
SECTIONS: dict[str, Table] = {"open": "open", "women": "women"}
MOST = 100_000

Section = Annotated[str | None, Option("--section", metavar="open|women", help="cli.help.direct-section")]
Participants = Annotated[str | None, Option("--participants", metavar="N", help="cli.help.direct-participants")]
Federations = Annotated[str | None, Option("--federations", metavar="N", help="cli.help.direct-federations")]
Subgroup = Annotated[str | None, Option("--subgroup", metavar="PLAYERS:FEDERATIONS", help="cli.help.direct-subgroup")]


@titles.command("direct", cls=Command, help="cli.command.titles-direct")
def direct(
    context: click.Context,
    event: Annotated[str | None, Argument(metavar="EVENT", help="cli.help.direct-event")] = None,
    place: Annotated[str | None, Option("--place", metavar="RESULT|N", help="cli.help.direct-place")] = None,
    tied: Annotated[bool, Option("--tied", help="cli.help.direct-tied")] = False,
    score: Annotated[str | None, Option("--score", metavar="P/N", help="cli.help.direct-score")] = None,
    highest: Annotated[str | None, Option("--highest", metavar="R", help="cli.help.direct-highest")] = None,
    sex: AnySex = None,
    section: Section = None,
    date: Annotated[str | None, Option("--date", metavar="DATE", help="cli.help.direct-date")] = None,
    edition: TitleEditionOption = None,
    participants: Participants = None,
    federations: Federations = None,
    members: Annotated[str | None, Option("--members", metavar="N", help="cli.help.direct-members")] = None,
    rounds: Annotated[str | None, Option("--rounds", metavar="N", help="cli.help.direct-rounds")] = None,
    subgroup: Subgroup = None,
) -> None:
    settings = shared(context)
    if event is None:
        _list(settings)
        return
    chosen = edition_of(edition, None if date is None else parse.date("--date", date))
    played = direct_title_table().event(event)
    answer = direct_titles(
        chosen,
        played,
        _section(sex, section, for_women=played.id in FOR_WOMEN_ALONE),
        _achieved(place, tied, score),
        None if highest is None else parse.rating("--highest", highest),
        _participation(participants, federations, members, rounds, subgroup),
    )
    if settings.as_json:
        print_json(answer.document(settings.language))
    else:
        _show(answer, settings.language)
    if not answer.awards:
        raise Exit(NOTHING)


def _section(sex: str | None, section: str | None, *, for_women: bool) -> Table:
    """Return the open table or the women's. A woman may play in the open section, a man not in a women's event."""
    of_women = for_women if sex is None else sex_of(sex) == "f"
    if for_women and not of_women:
        raise ArpadError("direct-women-alone", value=sex)
    if section is None:
        return "women" if of_women else "open"
    if section not in SECTIONS or (section == "women" and not of_women):
        raise ArpadError("direct-section", value=section)
    return SECTIONS[section]


def _achieved(place: str | None, tied: bool, score: str | None) -> Achieved:
    if place is None and score is None:
        raise ArpadError("direct-nothing", known=", ".join(PLACES))
    achieved = Achieved(tied=tied)
    if place is not None and place.isdecimal():
        achieved = replace(achieved, place=parse.whole("--place", place, 1, MOST))
    elif place is not None:
        result = next((other for other in PLACES if other == place), None)
        if result is None:
            raise ArpadError("direct-place", value=place, known=", ".join(PLACES))
        achieved = replace(achieved, result=result)
    if tied and achieved.place is None:
        raise ArpadError("direct-tied")
    if score is None:
        return achieved
    half_points, games = _score(score)
    return replace(achieved, score=half_points, games=games)


def _score(typed: str) -> tuple[int, int]:
    """Read half points and games."""
    parts = re.fullmatch(r"([\d.,]+)/(\d+)", typed)
    if parts is None:
        raise ArpadError("format-form", option="--score", value=typed, example="6.5/9")
    score, games = parse.points("--score", parts[1], "6.5/9"), parse.whole("--score", parts[2], 1, MOST)
    if score > 2 * games:
        raise ArpadError("direct-score", value=typed)
    return score, games


def _participation(
    participants: str | None, federations: str | None, members: str | None, rounds: str | None, subgroup: str | None
) -> Participation:
    def count(option: str, typed: str | None) -> int | None:
        return None if typed is None else parse.whole(option, typed, 0, MOST)

    players, feds = (None, None) if subgroup is None else parse.pair("--subgroup", subgroup, "7:4")
    return Participation(
        count("--participants", participants),
        count("--federations", federations),
        count("--members", members),
        count("--rounds", rounds),
        subgroup is not None,
        count("--subgroup", players),
        count("--subgroup", feds),
    )


def _show(answer: DirectAnswer, language: Language) -> None:
    line(f"{answer.name[language]} ({answer.edition})", style="bold")
    for award in answer.awards:
        line(f"{award.article}  {_award(award, language)}")
    if not answer.awards:
        line(text("titles.nothing", language))
    line()
    show_checks(answer.checks, language, "titles")
    for check in answer.checks:
        if is_lacking(check):
            line(lack_words(check, language))


def _award(award: Award, language: Language) -> str:
    key = "norm" if award.gives == "norm" else {True: "title", False: "conditional", None: "unknown"}[award.final]
    least = None if award.rating is None else award.rating.required
    by = _result(award.achievement, language)
    words = text(f"titles.direct.{key}", language, title=award.title, by=by, least=least)
    if award.meanwhile is None:
        return words
    return f"{words} {text('titles.direct.meanwhile', language, title=award.meanwhile)}"


def _result(achieved: Achievement, language: Language) -> str:
    if achieved.score is None:
        return text(f"titles.result.{achieved.result}", language)
    return text(
        "titles.result.score", language, percentage=number(achieved.score * 100, language), games=achieved.games
    )


class GivenByResult(Document, frozen=True):
    """What a result gives in an event of the tables."""

    title: str
    result: str
    gives: str
    score: Fraction | None
    games: int | None
    article: ArticleNumber


def _list(settings: Shared) -> None:
    """List all events and what they give."""
    language, tables = settings.language, direct_title_table()
    if settings.as_json:
        print_json(
            [
                {
                    "id": event.id,
                    "name": event.name[language],
                    "participation": event.participation,
                    "gives": [document_of(GivenByResult, achievement) for achievement in event.achievements],
                }
                for event in tables.events
            ]
        )
        return
    rows = [row for event in tables.events for row in _rows(event, language)]
    table(language, ["event-id", "event", "result-of-player", "gives-open", "gives-women"], rows, left=(0, 1, 2, 3, 4))


def _rows(event: DirectEvent, language: Language) -> Iterator[list[str]]:
    """Return an event in a few rows: results that give the same are in one row."""
    given: dict[str, dict[Table, list[str]]] = {}
    for achievement in event.achievements:
        cell = given.setdefault(_result(achievement, language), {"open": [], "women": []})
        cell[achievement.table].append(text(f"titles.gives.{achievement.gives}", language, title=achievement.title))
    alike: dict[tuple[str, str], list[str]] = {}
    for result, cell in given.items():
        alike.setdefault((", ".join(cell["open"]), ", ".join(cell["women"])), []).append(result)
    head = [event.id, event.name[language]]
    for (in_open, for_women), results in alike.items():
        yield [*head, ", ".join(results), in_open, for_women]
        head = ["", ""]


# `arpad titles editions` and `arpad titles table`: the title regulations as data, and their annex.

ROWS = {
    "alike": "alike", "others": "other_federations", "floor": "floor", "titled": "titled",
    "one_most": "one_federation_most", "own_most": "own_federation_most", "unrated_most": "unrated_most",
}  # fmt: skip
"""The requirements of a table: their words, and their names in the document."""


@titles.command("editions", cls=Command, help="cli.command.titles-editions")
def editions(
    context: click.Context,
    id: Annotated[str | None, Argument(metavar="ID", help="cli.help.title-edition-id")] = None,  # noqa: A002
) -> None:
    answer_editions(shared(context), title_editions(), id, TITLE_WORDS)


@titles.command("table", cls=Command, help="cli.command.titles-table")
def annex(
    context: click.Context,
    rounds: Annotated[str, Argument(metavar="N", help="cli.help.title-rounds")],
    title: Annotated[str | None, Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.title-column")] = None,
    edition: TitleEditionOption = None,
    double: Annotated[bool, Option("--double", help="cli.help.title-double")] = False,
) -> None:
    settings = shared(context)
    chosen = edition_of(edition, None)
    made = annex_table(chosen, parse.whole("N", rounds, ROUNDS[0], ROUNDS[-1]))
    if double and made.double is None:
        raise ArpadError("titles.no-double", rounds=made.rounds)
    columns = _columns(title)
    if settings.as_json:
        print_json(_edition_document(chosen, made, columns, double))
        return
    _print(settings.language, chosen, made, columns, double)


def _columns(title: str | None) -> list[int]:
    """Return the places of the titles to show."""
    if title is None:
        return list(range(len(NORM_TITLES)))
    return [NORM_TITLES.index(parse.choice("--title", title.upper(), NORM_TITLES))]


def _edition_document(edition: TitleEdition, made: AnnexTable, columns: list[int], double: bool) -> dict[str, Any]:
    return {
        "edition": edition.id,
        "rounds": made.rounds,
        "counts_as": made.count_as,
        "floor": {NORM_TITLES[place]: made.floor[place] for place in columns},
        "single": None if double else made.single.document(),
        "double": None if made.double is None else made.double.document(),
        "rows": [
            {"score": points(row.score)}
            | {NORM_TITLES[place]: {"from": row.averages[place][0], "to": row.averages[place][1]} for place in columns}
            for row in made.rows
        ],
    }


def _print(language: Language, edition: TitleEdition, made: AnnexTable, columns: list[int], double: bool) -> None:
    both = made.double is not None and not double
    single = made.double if double and made.double is not None else made.single
    rows: list[list[str]] = []
    for row, name in ROWS.items():
        if name == "unrated_most" and made.single.unrated_most is None:
            continue
        cells = []
        for place in columns:
            if row == "floor":
                cells.append(str(made.floor[place]))
                continue
            cell = str(getattr(single, name))
            other = str(getattr(made.double, name)) if both else cell
            cells.append(f"{cell} / {other}" if other != cell else cell)
        rows.append([text(f"titles-rules.row.{row}", language), *cells])
    for annex_row in made.rows:
        cells = []
        for place in columns:
            least, most = annex_row.averages[place]
            cells.append(f"≥{least}" if most is None else f"{least}-{most}")
        rows.append([number(points(annex_row.score), language), *cells])
    heading = text("titles-rules.rounds", language, rounds=made.rounds)
    if made.count_as < made.rounds:
        heading = text("titles-rules.rounds-counted", language, rounds=made.rounds, counted=made.count_as)
    line(f"{edition.id} – {edition.name[language]}")
    table(language, [heading, *(NORM_TITLES[place] for place in columns)], rows)
    line(text("titles-rules.alike", language), style="dim")
    if both:
        line(text("titles-rules.both", language), style="dim")
    if made.rounds < edition.norm.games.value:
        line(text("titles-rules.special", language), style="dim")
    elif made.rounds > edition.norm.games.value:
        line(text("titles-rules.drop", language, article=edition.norm.drop_wins.article.number), style="dim")
