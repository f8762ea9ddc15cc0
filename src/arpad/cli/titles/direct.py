"""`arpad titles direct`: titles and norms that a result in a championship gives (1.2), and the tables themselves."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

import typer

from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Command, Shared, shared
from arpad.cli.titles.app import NOTHING, AnySex, TitleEditionOption, edition_of, sex_of, titles
from arpad.cli.titles.checks import check_rows, lack_words, show_checks
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.regulations.title_editions import RESULTS, Achievement, DirectEvent, Table, direct_title_table
from arpad.titles.direct import FOR_WOMEN_ALONE, Achieved, Award, DirectAnswer, Participation, direct_titles
from arpad.titles.documents import check_document
from arpad.titles.model import is_lacking

PLACES = tuple(result for result in RESULTS if result != "score")
SECTIONS: dict[str, Table] = {"open": "open", "women": "women"}
MOST = 100_000

Section = Annotated[str | None, typer.Option("--section", metavar="open|women", help="cli.help.direct-section")]
Participants = Annotated[str | None, typer.Option("--participants", metavar="N", help="cli.help.direct-participants")]
Federations = Annotated[str | None, typer.Option("--federations", metavar="N", help="cli.help.direct-federations")]
Subgroup = Annotated[
    str | None, typer.Option("--subgroup", metavar="PLAYERS:FEDERATIONS", help="cli.help.direct-subgroup")
]


@titles.command("direct", cls=Command, help="cli.command.titles-direct")
def direct(
    context: typer.Context,
    event: Annotated[str | None, typer.Argument(metavar="EVENT", help="cli.help.direct-event")] = None,
    place: Annotated[str | None, typer.Option("--place", metavar="RESULT|N", help="cli.help.direct-place")] = None,
    tied: Annotated[bool, typer.Option("--tied", help="cli.help.direct-tied")] = False,
    score: Annotated[str | None, typer.Option("--score", metavar="P/N", help="cli.help.direct-score")] = None,
    highest: Annotated[str | None, typer.Option("--highest", metavar="R", help="cli.help.direct-highest")] = None,
    sex: AnySex = None,
    section: Section = None,
    date: Annotated[str | None, typer.Option("--date", metavar="DATE", help="cli.help.direct-date")] = None,
    edition: TitleEditionOption = None,
    participants: Participants = None,
    federations: Federations = None,
    members: Annotated[str | None, typer.Option("--members", metavar="N", help="cli.help.direct-members")] = None,
    rounds: Annotated[str | None, typer.Option("--rounds", metavar="N", help="cli.help.direct-rounds")] = None,
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
        print_json(_document(answer, settings.language))
    else:
        _show(answer, settings.language)
    if not answer.awards:
        raise typer.Exit(NOTHING)


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


def _document(answer: DirectAnswer, language: Language) -> dict[str, Any]:
    return {
        "edition": answer.edition,
        "event": answer.event.id,
        "name": answer.event.name[language],
        "holds": answer.holds,
        "checks": [check_document(check) for check in answer.checks],
        "awards": [
            {
                "title": award.achievement.title,
                "gives": award.achievement.gives,
                "final": award.final,
                "article": award.achievement.article.number,
                "result": award.achievement.result,
                "rating": None if award.rating is None else check_document(award.rating),
                "meanwhile": award.meanwhile,
            }
            for award in answer.awards
        ],
    }


def _show(answer: DirectAnswer, spoken: Language) -> None:
    line(f"{answer.event.name[spoken]} ({answer.edition})", style="bold")
    for award in answer.awards:
        line(f"{award.achievement.article.number}  {_award(award, spoken)}")
    if not answer.awards:
        line(text("titles.nothing", spoken))
    rows = check_rows(answer.checks, spoken)
    line()
    show_checks(rows, spoken)
    for check in answer.checks:
        if is_lacking(check):
            line(lack_words(check, spoken))


def _award(award: Award, spoken: Language) -> str:
    achieved = award.achievement
    by = _result(achieved, spoken)
    if achieved.gives == "norm":
        return text("titles.direct.norm", spoken, title=achieved.title, by=by)
    if award.final:
        return text("titles.direct.title", spoken, title=achieved.title, by=by)
    assert award.rating is not None
    if award.final is None:
        return text("titles.direct.unknown", spoken, title=achieved.title, by=by, least=award.rating.required)
    words = text("titles.direct.conditional", spoken, title=achieved.title, by=by, least=award.rating.required)
    return (
        words
        if award.meanwhile is None
        else f"{words} {text('titles.direct.meanwhile', spoken, title=award.meanwhile)}"
    )


def _result(achieved: Achievement, spoken: Language) -> str:
    if achieved.score is None:
        return text(f"titles.result.{achieved.result}", spoken)
    return text("titles.result.score", spoken, percentage=number(achieved.score * 100, spoken), games=achieved.games)


def _list(settings: Shared) -> None:
    """List all events and what they give."""
    spoken, tables = settings.language, direct_title_table()
    if settings.as_json:
        print_json(
            [
                {
                    "id": event.id,
                    "name": event.name[spoken],
                    "participation": event.participation,
                    "gives": [
                        {
                            "title": achievement.title,
                            "result": achievement.result,
                            "gives": achievement.gives,
                            "score": achievement.score,
                            "games": achievement.games,
                            "article": achievement.article.number,
                        }
                        for achievement in event.achievements
                    ],
                }
                for event in tables.events
            ]
        )
        return
    rows = [row for event in tables.events for row in _rows(event, spoken)]
    table(spoken, ["event-id", "event", "result-of-player", "gives-open", "gives-women"], rows, left=(0, 1, 2, 3, 4))


def _rows(event: DirectEvent, spoken: Language) -> Iterator[list[str]]:
    """Return an event in a few rows: results that give the same are in one row."""
    given: dict[str, dict[Table, list[str]]] = {}
    for achievement in event.achievements:
        cell = given.setdefault(_result(achievement, spoken), {"open": [], "women": []})
        cell[achievement.table].append(text(f"titles.gives.{achievement.gives}", spoken, title=achievement.title))
    alike: dict[tuple[str, str], list[str]] = {}
    for result, cell in given.items():
        alike.setdefault((", ".join(cell["open"]), ", ".join(cell["women"])), []).append(result)
    head = [event.id, event.name[spoken]]
    for (in_open, for_women), results in alike.items():
        yield [*head, ", ".join(results), in_open, for_women]
        head = ["", ""]
