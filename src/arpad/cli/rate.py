"""`arpad rate`, `arpad explain`, `arpad compare`: a report rated, one player's sheet, several editions side by side."""

from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli import parse
from arpad.cli.calc.initial import initial_document
from arpad.cli.event_call import Rated, choose_edition, load_event, rate_report, read_ratings
from arpad.cli.event_options import EventCommand, EventsCommand, event_options
from arpad.cli.findings import findings_json, message, show_findings
from arpad.cli.output import edition_title, line, print_json, table, trail, write_bytes
from arpad.cli.shared import Shared, shared
from arpad.domain import points
from arpad.locale import ArpadError, hundredths, number, text
from arpad.rating import EventRating, NotRated, PlayerRating
from arpad.trail import as_json, json_value

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.report-file")]
All = Annotated[bool, typer.Option("--all", help="cli.help.all")]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("rate", cls=EventCommand, help="cli.command.rate")(rate)
    app.command("explain", cls=EventCommand, help="cli.command.explain")(explain)
    app.command("compare", cls=EventsCommand, help="cli.command.compare")(compare)


def _rated(context: typer.Context, file: Path) -> tuple[Shared, Rated]:
    settings, options = shared(context), event_options(context)
    report = load_event(file, options)
    edition = choose_edition(settings, options, report.event)
    return settings, rate_report(report, options, edition, read_ratings(options, report.event))


def rate(
    context: typer.Context,
    file: FileArgument,
    crosstable: Annotated[bool, typer.Option("--crosstable", help="cli.help.crosstable")] = False,
    everything: All = False,
) -> None:
    settings, rated = _rated(context, file)
    if settings.as_json:
        print_json(rating_document(rated, settings))
        return
    _show(settings, rated, crosstable, everything)


def _hundredths(value: int | None) -> object:
    return None if value is None else json_value(hundredths(value))


def _player(it: PlayerRating, settings: Shared) -> dict[str, Any]:
    player = it.participant.player
    return {
        "rank": player.rank,
        "name": player.name,
        "id": player.id or None,
        "rating": it.participant.rating,
        "k": it.k,
        "games": it.games,
        "score": points(it.score),
        "average": None if it.average is None else json_value(it.average),
        "expected": _hundredths(it.expected),
        "result": _hundredths(it.result),
        "change": _hundredths(it.change),
        "rounded_change": it.rounded_change,
        "new_rating": it.new_rating,
        "capped": 0 if it.detail is None else sum(game.capped for game in it.detail.games),
        "initial": None if it.initial is None else initial_document(it.initial, settings),
    }


def reason_text(entry: NotRated, settings: Shared) -> str:
    """Why a game is not rated, in words."""
    if entry.finding is not None:
        return message(entry.finding, settings.language)
    return text(f"not-rated.{entry.reason}", settings.language)


def rating_document(rated: Rated, settings: Shared) -> dict[str, Any]:
    """A rated event as the contract's JSON."""
    rating = rated.rating
    event = rating.event
    return {
        "edition": rated.edition.id,
        "event": {
            "name": event.name,
            "city": event.city,
            "federation": event.federation,
            "start": event.start,
            "end": event.end,
            "rounds": event.rounds,
        },
        "format": rating.system,
        "counted_as": rating.counted_as,
        "players": [_player(it, settings) for it in rating.players],
        "not_rated": [
            {
                "round": it.game.round,
                "white": it.game.white,
                "black": it.game.black,
                "code": it.reason,
                "reason": reason_text(it, settings),
                "article": it.article,
            }
            for it in rating.not_rated
        ],
        "findings": findings_json(rated.findings, settings.language),
        "steps": as_json(rating.steps, settings.language),
    }


def _show(settings: Shared, rated: Rated, crosstable: bool, everything: bool) -> None:
    spoken = settings.language
    rating = rated.rating
    line(rating.event.name or "–", style="bold")
    line(f"{edition_title(rated.edition, spoken)} · {text(f'format.{rating.system}', spoken)}")
    if rating.counted_as != rating.system:
        line(text("label.counted-as", spoken, system=text(f"format.{rating.counted_as}", spoken)))
    line()
    _show_rated(settings, rating)
    _show_unrated(settings, rating)
    if crosstable:
        from arpad.publication import crosstable as rows_of

        line()
        rows = rows_of(rating.event)
        table(spoken, rows[0], rows[1:], left=(1,))
    if rating.not_rated:
        line()
        line(text("label.not-rated", spoken, count=len(rating.not_rated)), style="bold")
        rows = [
            [str(it.game.round), str(it.game.white), str(it.game.black), it.article, reason_text(it, settings)]
            for it in rating.not_rated
        ]
        shown = rows if everything else rows[:MOST_GAMES]
        table(spoken, ["round", "white", "black", "article", "why"], shown, left=(3, 4))
        if len(shown) < len(rows):
            line(text("label.more-games", spoken, count=len(rows) - len(shown)), style="dim")
    if rated.findings:
        line()
        line(text("label.findings", spoken), style="bold")
        show_findings(rated.findings, spoken, everything)


MOST_GAMES = 10


def _show_rated(settings: Shared, rating: EventRating) -> None:
    """The table in FIDE's own columns."""
    spoken = settings.language
    rows = []
    for it in rating.players:
        if it.participant.rating is None:
            continue
        capped = it.detail is not None and any(game.capped for game in it.detail.games)
        rows.append(
            [
                str(it.participant.player.rank),
                it.participant.player.name,
                str(it.participant.rating),
                "" if it.average is None else number(_whole(it), spoken),
                number(points(it.score), spoken),
                str(it.games),
                _signed(it.result, spoken) + ("*" if capped else ""),
                str(it.k),
                _signed(it.change, spoken),
                str(it.new_rating),
            ]
        )
    if rows:
        headings = ["player-rank", "player", "ro", "rc", "w", "n", "change", "k", "k-change", "rn"]
        table(spoken, headings, rows, left=(1,))
        if any("*" in row[6] for row in rows):
            line(text("label.capped", spoken), style="dim")


def _whole(it: PlayerRating) -> int:
    from arpad.rating.rounding import half_up

    assert it.average is not None
    return half_up(it.average.numerator, it.average.denominator)


def _signed(value: int | None, spoken: Any) -> str:
    return "" if value is None else number(hundredths(value), spoken, sign=True)


def _show_unrated(settings: Shared, rating: EventRating) -> None:
    spoken = settings.language
    rows = []
    for it in rating.players:
        if it.initial is None:
            continue
        found = it.initial
        rows.append(
            [
                str(it.participant.player.rank),
                it.participant.player.name,
                "" if it.average is None else number(_whole(it), spoken),
                number(points(it.score), spoken),
                str(it.games),
                "–" if found.rating is None else str(found.rating),
                text("label.yes" if found.publishable else "label.no", spoken),
            ]
        )
    if rows:
        line()
        line(text("label.newcomers", spoken), style="bold")
        table(spoken, ["player-rank", "player", "rc", "w", "n", "ru", "publishable"], rows, left=(1,))


def explain(
    context: typer.Context,
    file: FileArgument,
    player: Annotated[str, typer.Option("--player", metavar="RANK", help="cli.help.player")],
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.pdf")] = None,
) -> None:
    settings, rated = _rated(context, file)
    rank = parse.whole("--player", player, 1, 9999)
    found = rated.rating.player(rank)
    if found is None:
        known = [it.participant.player.rank for it in rated.rating.players]
        raise ArpadError(
            "no-such-player", rank=rank, file=str(file), first=min(known, default=0), last=max(known, default=0)
        )
    if pdf is not None:
        from arpad.publication import player_sheet

        sheet = player_sheet(rated.rating, rank, rated.edition, settings.regulations.sources, settings.language)
        write_bytes(pdf, sheet)
    if settings.as_json:
        steps = as_json(found.steps, settings.language)
        print_json(
            _player(found, settings) | {"edition": rated.edition.id, "event": rated.rating.event.name, "steps": steps}
        )
        return
    spoken = settings.language
    who = found.participant.player
    line(f"{who.rank} {who.name}", style="bold")
    line(f"{rated.rating.event.name} · {edition_title(rated.edition, spoken)}")
    single = EventRating(
        rated.rating.edition, rated.rating.event, rated.rating.system, rated.rating.counted_as, (found,), (), (), ()
    )  # fmt: skip
    line()
    _show_rated(settings, single)
    _show_unrated(settings, single)
    trail(found.steps, spoken)


def compare(
    context: typer.Context,
    file: FileArgument,
    edition: Annotated[list[str] | None, typer.Option("--edition", metavar="ID", help="cli.help.editions")] = None,
) -> None:
    settings, options = shared(context), event_options(context)
    report = load_event(file, options)
    names = list(dict.fromkeys(edition or []))
    if len(names) < 2:
        raise ArpadError("compare-two")
    ratings = read_ratings(options, report.event)
    rated = [rate_report(report, options, settings.edition(name), ratings) for name in names]
    if settings.as_json:
        print_json(_comparison(rated))
        return
    spoken = settings.language
    line(report.event.name or "–", style="bold")
    rows = []
    for place, first in enumerate(rated[0].rating.players):
        each = [it.rating.players[place] for it in rated]
        who = first.participant.player
        start = "–" if first.participant.rating is None else str(first.participant.rating)
        rows.append([str(who.rank), who.name, start, *(_cell(it, spoken) for it in each)])
    table(spoken, ["player-rank", "player", "ro", *names], rows, left=(1,))


def _cell(it: PlayerRating, spoken: Any) -> str:
    if it.initial is not None:
        if it.initial.rating is None:
            return "–"
        return str(it.initial.rating) if it.initial.publishable else f"({it.initial.rating})"
    return f"{_signed(it.change, spoken)} → {it.new_rating}"


def _comparison(rated: list[Rated]) -> dict[str, Any]:
    players = []
    for place, first in enumerate(rated[0].rating.players):
        who = first.participant.player
        editions = {}
        for it in rated:
            own = it.rating.players[place]
            editions[it.edition.id] = {
                "games": own.games,
                "k": own.k,
                "change": _hundredths(own.change),
                "rounded_change": own.rounded_change,
                "new_rating": own.new_rating,
                "initial": None if own.initial is None else own.initial.rating,
                "publishable": None if own.initial is None else own.initial.publishable,
            }
        players.append({"rank": who.rank, "name": who.name, "rating": first.participant.rating, "editions": editions})
    return {"event": rated[0].rating.event.name, "editions": [it.edition.id for it in rated], "players": players}
